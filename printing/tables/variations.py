"""Variation sheets: the list of a division for this school year, once for every shake (R-71, R-94 to R-99).

Players circle the name and fill in its blank. What is always in force is named above, where nobody circles it.
"""

from __future__ import annotations

from collections.abc import Iterator

from foundation.errors import Refused
from printing.documents import About, Asked, Report, document
from printing.tables.options import COPIES, SHAKES, same_for_all
from printing.tables.selection import back_of
from tournament.books import edition_of


@document(
    "variations",
    "Variation sheets",
    about=About.DIVISION,
    group="At the tables",
    words="The division's list for this school year, once for every shake: players circle and fill in.",
    options=(COPIES, SHAKES),
)
def variation_sheets(asked: Asked, report: Report) -> Iterator[bytes]:
    division = asked.the_division
    edition = edition_of(division.event)
    context = back_of(asked, division, edition)
    if not context:
        raise Refused(f"No variations are picked in {division} of {division.event.game}, so they have no sheet.")
    context |= {"division": division, "event": division.event, "edition": edition}
    yield from same_for_all("variations.html", asked, report, context, "variations")
