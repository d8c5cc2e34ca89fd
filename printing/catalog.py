"""The catalog: every document that can be printed, in the order of the print page, and a hash of what one shows."""

from __future__ import annotations

import hashlib

from foundation.errors import Refused
from foundation.tournaments import Tournament
from printing import judges, staff_cards
from printing.documents import PrintableDocument
from printing.lists import check_in, packets, player_cards, posted_lists, rooms, tents
from printing.requests import PrintRequest
from printing.results import awards, standings
from printing.tables import charts, player_sheets, scoresheets, variation_sheets

CATALOG = (
    scoresheets.SCORESHEETS,
    scoresheets.BLANK_SCORESHEETS,
    variation_sheets.VARIATION_SHEETS,
    player_sheets.PLAYER_SHEETS,
    charts.CHARTS,
    tents.TENTS,
    rooms.ROOM_LIST,
    rooms.COVER_SHEETS,
    player_cards.PLAYER_CARDS,
    posted_lists.LIST_BY_NAME,
    posted_lists.LIST_BY_SCHOOL,
    check_in.CHECK_IN_LISTS,
    packets.PACKETS,
    standings.STANDINGS,
    standings.RESULTS_BY_SCHOOL,
    awards.AWARD_LIST,
    awards.CERTIFICATES,
    staff_cards.SCOREKEEPER_CARD,
    staff_cards.JUDGE_CARD,
    judges.PENALTIES_AND_LIMITS,
    judges.PROTEST_FORM,
)
DOCUMENTS = {document.name: document for document in CATALOG}
GROUPS = ("At the tables", "Check-in and seating", "Results", "Staff")


def documents_by_group() -> list[tuple[str, list[PrintableDocument]]]:
    """Return the groups of the print page, each with its documents."""
    return [(group, [each for each in DOCUMENTS.values() if each.group == group]) for group in GROUPS]


def digest_content(tournament: Tournament, request: PrintRequest) -> str:
    """Return a hash of what the document would show now. It tells whether an existing PDF is up to date.

    The content is composed but not rendered, so this is fast enough for a web request. A verified scoresheet doesn't
    change the digest of the round's scoresheets. A renamed player, a new logo, a new version of the tables or a changed
    template does. A document that is refused has the same digest for the same reason.
    """
    compose, digest = DOCUMENTS[request.document].compose, hashlib.sha256()
    for each in request.split_by_round():
        try:
            for content in compose(each.to_scope(tournament)):
                digest.update(repr(content).encode())
        except Refused as refusal:
            digest.update(refusal.sentence.encode())
    return digest.hexdigest()
