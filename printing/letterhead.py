"""What of a tournament stands on its paper: its logo as a page shows it, and the lines to sign on certificates."""

from __future__ import annotations

import logging
from base64 import b64encode

from foundation.errors import Refused
from foundation.tournaments import Tournament
from printing.models import Logo, Signer
from scoring.images import CONTENT_TYPE, clean_photo

logger = logging.getLogger(__name__)

LOGO_SIDE = 900  # pixels: a printer shows no more on the few centimeters that it has
NOBODY_NAMED = ("Director of the tournament", "Head judge")


def logo_of(tournament: Tournament) -> str:
    """As the address of a picture; empty without one, or for one that cannot be read to its end."""
    content = Logo.objects.filter(tournament=tournament).values_list("content", flat=True).first()
    if not content:
        return ""
    try:
        clean_photo(bytes(content), LOGO_SIDE)
    except Refused:
        logger.warning("the logo of %s cannot be read: printed without it", tournament)
        return ""
    return f"data:{CONTENT_TYPE};base64,{b64encode(bytes(content)).decode()}"


def signers_of(tournament: Tournament) -> tuple[str, ...]:
    return tuple(Signer.objects.filter(tournament=tournament).values_list("words", flat=True)) or NOBODY_NAMED
