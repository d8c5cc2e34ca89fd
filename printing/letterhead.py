"""What is on the paper of a tournament besides its name: the logo, and the signature lines of certificates."""

from __future__ import annotations

import logging
from base64 import b64encode

from foundation.errors import Refused
from foundation.tournaments import Tournament
from printing.models import Logo, Signer
from scoring.images import CONTENT_TYPE, clean_photo

logger = logging.getLogger(__name__)

MAX_LOGO_SIDE = 900  # pixels: more doesn't show at the printed size
DEFAULT_SIGNERS = ("Director of the tournament", "Head judge")


def logo_url(tournament: Tournament) -> str:
    """Return the logo as a `data:` URL; empty if there is none or if it is damaged."""
    content = Logo.objects.filter(tournament=tournament).values_list("content", flat=True).first()
    if not content:
        return ""
    try:
        clean_photo(bytes(content), MAX_LOGO_SIDE)
    except Refused:
        logger.warning("the logo of %s cannot be read: printed without it", tournament)
        return ""
    return f"data:{CONTENT_TYPE};base64,{b64encode(bytes(content)).decode()}"


def list_signers(tournament: Tournament) -> tuple[str, ...]:
    return tuple(Signer.objects.filter(tournament=tournament).values_list("words", flat=True)) or DEFAULT_SIGNERS
