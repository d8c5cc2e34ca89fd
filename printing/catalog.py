"""The catalog: every document that can be printed, in the order of the print page."""

from __future__ import annotations

from printing import judges
from printing.documents import PrintableDocument
from printing.lists import check_in, packets, player_cards, posted_lists, rooms, tents
from printing.results import awards, standings
from printing.tables import charts, player_sheets, scoresheets, variation_sheets

CATALOG = (
    scoresheets.SCORESHEETS,
    scoresheets.BLANK_SCORESHEETS,
    variation_sheets.VARIATION_SHEETS,
    player_sheets.PLAYER_SHEETS,
    charts.CHARTS,
    judges.JUDGES_CARD,
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
    judges.PROTEST_FORM,
)
DOCUMENTS = {document.name: document for document in CATALOG}
GROUPS = ("At the tables", "Where to go", "Results", "Judges")


def documents_by_group() -> list[tuple[str, list[PrintableDocument]]]:
    """Return the groups of the print page, each with its documents."""
    return [(group, [each for each in DOCUMENTS.values() if each.group == group]) for group in GROUPS]
