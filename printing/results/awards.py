"""The award list in announcing order, and certificates."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from printing.content import compose_form, compose_pages
from printing.documents import Content, DocumentOption, DocumentSubject, PrintableDocument, PrintScope
from printing.options import FULL_NAMES_FIRST, LANGUAGE, in_chosen_language
from printing.pdf import FormCopy
from printing.queries import list_signers, logo_url
from printing.results.standings import KIND, load_standings, standings_context
from rulebooks.wording import ordinal_place
from scoring.public_results.ceremony import CalledPlace, Ceremony
from scoring.standings_pages.queries import StandingsRow

AWARD_TITLES = {"players": "Player awards", "teams": "Team awards"}
TOP = DocumentOption(
    "top",
    "Places",
    {
        str(number): "first place only" if number == 1 else f"top {number}"
        for number in (3, 1, 2, 4, 5, 6, 8, 10, 15, 20)
    },
)


def compose_award_list(scope: PrintScope) -> Iterator[Content]:
    ceremony = load_ceremony(scope)
    calls = [
        (call, [(row, ceremony.members.get(row.ranked.score.key, [])) for row in call.rows])
        for call in ceremony.called_places
    ]
    context = {
        **standings_context(scope, ceremony.standings),
        "title": AWARD_TITLES[scope.chosen(KIND)],
        "ceremony": ceremony,
        "calls": calls,
    }
    yield compose_pages("results/awards.html", scope, context, "list")


@in_chosen_language
def compose_certificates(scope: PrintScope) -> Iterator[Content]:
    copies = scope.select_copies(list(list_certificates(load_ceremony(scope))))
    context = {
        "division": scope.chosen_division,
        "event": scope.chosen_division.event,
        "logo": logo_url(scope.tournament),
        "signers": list_signers(scope.tournament),
    }
    yield compose_form("results/certificate.html", scope, context, copies, "certificate")


AWARD_LIST = PrintableDocument(
    "awards",
    "Award list",
    about=DocumentSubject.DIVISION,
    group="Results",
    words="From last place to first, with the certificates to hand out.",
    options=(KIND, TOP, FULL_NAMES_FIRST),
    compose=compose_award_list,
)
CERTIFICATES = PrintableDocument(
    "certificates",
    "Certificates",
    about=DocumentSubject.DIVISION,
    group="Results",
    words="One for each announced player, team, and team member, and for each perfect score.",
    options=(KIND, TOP, LANGUAGE),
    compose=compose_certificates,
    count_copies=lambda scope: len(list(list_certificates(load_ceremony(scope)))),
)


def load_ceremony(scope: PrintScope) -> Ceremony:
    return Ceremony(load_standings(scope, scope.chosen(KIND), FULL_NAMES_FIRST), int(scope.chosen(TOP)))


def list_certificates(ceremony: Ceremony) -> Iterator[FormCopy]:
    """Yield the certificates in the order in which they are handed out, the members of a team after their team."""
    for call in ceremony.called_places:
        for row in call.rows:
            yield _fill_certificate(row.label.name, row.label.beside, format_place(call), row)
            for member in ceremony.members.get(row.ranked.score.key, []):
                team = f"{row.label.name}, {row.label.beside}"
                yield _fill_certificate(member, team, format_team_place(call), row)
    for row in ceremony.perfect_scores:
        yield _fill_certificate(row.label.name, row.label.beside, gettext("Perfect score"), row)


def _fill_certificate(name: str, beside: str, achievement: str, row: StandingsRow) -> FormCopy:
    points = ngettext("with {points} point", "with {points} points", 1 if row.points == "1" else 2)
    return FormCopy({"name": name, "beside": beside, "what": achievement, "points": points.format(points=row.points)})


def format_place(call: CalledPlace) -> str:
    """Return `2nd place` or `Tied for 2nd place`."""
    place = ordinal_place(call.rank)
    return gettext("Tied for {place}").format(place=place) if call.is_shared else place


def format_team_place(call: CalledPlace) -> str:
    """Return what a team member's certificate says, such as `2nd place with the team`."""
    words = gettext("Tied for {place}, team") if call.is_shared else gettext("{place}, team")
    return words.format(place=ordinal_place(call.rank))
