"""What callers hand to this package: the values of each copy, and URLs that become QR codes. Imports no PDF library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

QR_SCHEME = "qr:"  # <img src="qr:https://example.org/"> is drawn as the QR code of that URL


@dataclass(frozen=True)
class FormCopy:
    """The values of one copy by slot name: `texts`, and `codes`, the URLs to print as QR codes."""

    texts: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
