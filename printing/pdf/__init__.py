"""Turns HTML and CSS into PDF. Pure: no Django, no database, no network.

A form is laid out once. What differs from copy to copy is stamped into the slots that the layout left empty, which is
about ten times as fast as laying out every copy. WeasyPrint lays out both the form and the stamps, so a change to a
template changes the paper, and names in every script and of any length go through the same engine.

WeasyPrint takes a second to import. This file doesn't import it; import the other modules where something is rendered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

QR_SCHEME = "qr:"  # <img src="qr:https://example.org/"> is drawn as the QR code of that URL


@dataclass(frozen=True)
class FormCopy:
    """The values of one copy by slot name: `texts`, and `codes`, the URLs to print as QR codes."""

    texts: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
