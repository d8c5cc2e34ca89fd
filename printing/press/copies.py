"""What varies from one copy of a form to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Copy:
    """Texts by slot, and addresses that become QR codes."""

    texts: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
