"""The form of a protest: blank, for the judges' desk, or filled in with what was written down (EQ VII-C-6).

A blank one is a document like the others. One that is filled in is made at once, for whoever may read the protest, and
is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judging.protests.facts import ABOUT
from judging.protests.models import Protest
from judging.protests.queries import last_decision, panel_of
from printing.documents import About, Asked, Report, document
from printing.setting import set_plain
from printing.tables.options import COPIES, same_for_all
from scoring.entry.queries import seated_players


@document(
    "protest",
    "Protest form",
    about=About.TOURNAMENT,
    group="Judges",
    words="Blank, to be written on at the desk. A protest that was filed is printed from its own page.",
    options=(COPIES,),
)
def protest_form(asked: Asked, report: Report) -> Iterator[bytes]:
    yield from same_for_all("ends/protest.html", asked, report, {"about": ABOUT}, "protest")


def filed_form(asked: Asked, protest: Protest) -> bytes:
    sheet, division = protest.sheet, protest.sheet.round.division
    sitters = seated_players(sheet, with_teams=True)
    context: dict[str, Any] = {
        "protest": protest,
        "sheet": sheet,
        "division": division,
        "others": [each.name for each in sitters if each.seat.number != protest.seat],
        "who": sitters[protest.seat - 1] if protest.seat <= len(sitters) else None,
        "decision": last_decision(protest),
        "panel": panel_of(protest),
        "zone": asked.tournament.zone,
    }
    return set_plain("ends/protest.html", asked, context, "protest")
