"""What is called and handed out at the end: the list in the order of announcing, and certificates."""

from __future__ import annotations

from collections.abc import Iterator

from printing.documents import About, Asked, Option, Report, document
from printing.ends.standings import KIND, context_of, standings_of
from printing.letterhead import logo_of, signers_of
from printing.lists.choosing import IN_FULL
from printing.press.copies import Copy
from printing.setting import set_copies, set_plain
from scoring.public_results.ceremony import CalledPlace, Ceremony
from scoring.standings_pages.queries import KINDS, StandingsRow

TOP = Option("top", "Places", {str(number): f"the first {number}" for number in (3, 1, 2, 4, 5, 6, 8, 10, 15, 20)})


@document(
    "awards",
    "Award list",
    about=About.DIVISION,
    group="Results",
    words="In the order of announcing, from the last place to the first, with what is handed out.",
    options=(KIND, TOP, IN_FULL),
)
def awards(asked: Asked, report: Report) -> Iterator[bytes]:
    ceremony = ceremony_of(asked)
    calls = [
        (call, [(row, ceremony.members.get(row.ranked.score.key, [])) for row in call.rows])
        for call in ceremony.called_places
    ]
    context = {
        **context_of(asked, ceremony.standings),
        "title": f"Awards: {KINDS[asked.option(KIND)].lower()}",
        "ceremony": ceremony,
        "calls": calls,
    }
    yield set_plain("ends/awards.html", asked, context, "list")


@document(
    "certificates",
    "Certificates",
    about=About.DIVISION,
    group="Results",
    words="One for each who is called, for each member of a team that is called, and for every perfect score.",
    options=(KIND, TOP),
    count=lambda asked: len(list(copies_of(ceremony_of(asked)))),
)
def certificates(asked: Asked, report: Report) -> Iterator[bytes]:
    ceremony = ceremony_of(asked)
    copies = asked.cut(list(copies_of(ceremony)))
    context = {
        "division": asked.the_division,
        "event": asked.the_division.event,
        "logo": logo_of(asked.tournament),
        "signers": signers_of(asked.tournament),
    }
    yield from set_copies(
        "ends/certificate.html",
        asked,
        context,
        copies,
        "certificate",
        report=lambda done: report(done, len(copies)),
    )


def ceremony_of(asked: Asked) -> Ceremony:
    return Ceremony(standings_of(asked, asked.option(KIND), IN_FULL), int(asked.option(TOP)))


def copies_of(ceremony: Ceremony) -> Iterator[Copy]:
    """In the order in which they are handed out; members of a team after their team."""
    for call in ceremony.called_places:
        for row in call.rows:
            yield _copy(row.label.name, row.label.beside, place_of(call), row)
            for member in ceremony.members.get(row.ranked.score.key, []):
                yield _copy(member, f"{row.label.name}, {row.label.beside}", f"{place_of(call)} with the team", row)
    for row in ceremony.perfect_scores:
        yield _copy(row.label.name, row.label.beside, "A perfect score", row)


def _copy(name: str, beside: str, what: str, row: StandingsRow) -> Copy:
    return Copy({"name": name, "beside": beside, "what": what, "points": f"with {row.points} points"})


def place_of(call: CalledPlace) -> str:
    """`2nd place`, or `Tied for 2nd place`."""
    return f"Tied for {call.ordinal} place" if call.is_shared else f"{call.ordinal} place"
