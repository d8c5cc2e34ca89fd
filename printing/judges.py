"""Paper for judges: penalties and time limits, and protest forms, blank or filled in (EQ VII-C-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judging.casebook.casebook import MAY_NOT_TELL, MAY_TELL
from judging.protests.eligibility import ABOUT
from judging.protests.models import Decision, Protest
from judging.protests.queries import last_decision, panel_of
from printing.content import compose_identical_copies, compose_pages
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope, WholePages
from printing.options import COPIES
from rulebooks.citations import cited_books
from rulebooks.facts import describe_conditions, format_points
from rulebooks.penalties import PenaltyRule
from rulebooks.timing import PlayLimit
from scoring.entry.queries import seated_players
from tournament.books import edition_of
from tournament.models import Division

PENALTY_KINDS = {"none": "no points", "disqualification": "disqualified", "discretion": "judges decide"}
SECONDS_PER_MINUTE = 60


# -- penalties and time limits ----------------------------------------------------------------------------------------


def compose_penalties_and_limits(scope: PrintScope) -> Iterator[Content]:
    """Compose what a judge may tell players, the time limits, and the penalties of the event's rule book."""
    division = scope.chosen_division
    edition = edition_of(division.event)
    variations = {each.slug: each.name for each in edition.variations.lists.get(division.letter, ())}
    reasons = edition.penalties.reasons.values()
    context = {
        "division": division,
        "event": division.event,
        "edition": edition,
        "may": MAY_TELL,
        "may_not": MAY_NOT_TELL,
        "limits": [
            (limit, format_limit(limit), format_longer_limits(limit, variations)) for limit in edition.limits.values()
        ],
        "penalties": [
            (reason, format_penalty(reason), format_repeated_penalty(reason), " ".join(describe_conditions(reason)))
            for reason in reasons
        ],
        "needs_initials": edition.penalties.needs_initials(division.letter),
    }
    yield from compose_identical_copies("penalties.html", scope, context, "penalties")


def format_limit(limit: PlayLimit) -> str:
    """Return `2 min`, `15 sec`, `1 timer`; nothing if the rule gives no number."""
    return _format_amount(limit.amount, limit.unit)


def format_longer_limits(limit: PlayLimit, variations: Mapping[str, str]) -> str:
    """Return the limits that are longer with a variation of this division. `variations`: names by slug."""
    longer = [(variations[slug], amount) for slug, amount in limit.longer.items() if slug in variations]
    return "; ".join(f"{_format_amount(amount, limit.unit)} with {name}" for name, amount in longer)


def _format_amount(amount: int, unit: str) -> str:
    if not amount:
        return ""
    if unit != "seconds":
        return f"{amount} {unit.removesuffix('s') if amount == 1 else unit}"
    minutes, seconds = divmod(amount, SECONDS_PER_MINUTE)
    parts = []
    if minutes:
        parts.append(f"{minutes} min")
    if seconds:
        parts.append(f"{seconds} sec")
    return " ".join(parts)


def format_penalty(reason: PenaltyRule) -> str:
    return PENALTY_KINDS.get(reason.kind) or format_points(reason.points)


def format_repeated_penalty(reason: PenaltyRule) -> str:
    """Return the points that follow the first penalty, if any."""
    return format_points(reason.then.points) if reason.then else ""


PENALTIES_AND_LIMITS = PrintableDocument(
    "judges",
    "Penalties and time limits",
    about=DocumentSubject.DIVISION,
    group="Staff",
    words="What judges may tell players, with the rule book’s time limits and penalties.",
    options=(COPIES,),
    compose=compose_penalties_and_limits,
)


# -- protests ---------------------------------------------------------------------------------------------------------


def compose_protest_form(scope: PrintScope) -> Iterator[Content]:
    """Compose blank forms for the judges' desk."""
    yield from compose_identical_copies("protest.html", scope, {"about": ABOUT}, "protest")


def compose_filed_protest(scope: PrintScope, protest: Protest) -> WholePages:
    """Compose the form of a filed protest. It isn't in the catalog, because only some people may read a protest."""
    sheet, division = protest.sheet, protest.sheet.round.division
    decision = last_decision(protest)
    seated = seated_players(sheet, with_teams=True)
    context: dict[str, Any] = {
        "protest": protest,
        "sheet": sheet,
        "division": division,
        "others": [each.name for each in seated if each.seat.number != protest.seat],
        "protester": seated[protest.seat - 1] if protest.seat <= len(seated) else None,
        "decision": decision,
        "books": _books_cited(division, protest, decision),
        "panel": panel_of(protest),
        "zone": scope.tournament.zone,
    }
    return compose_pages("protest.html", scope, context, "protest")


def _books_cited(division: Division, protest: Protest, decision: Decision | None) -> list[tuple[str, str]]:
    """Return tag and title of the books that the form cites, for the line at its foot."""
    titles = edition_of(division.event).books
    cited = [*cited_books(protest.rule), *(cited_books(decision.rule) if decision else [])]
    return [(tag, titles[tag]) for tag in sorted(set(cited)) if tag in titles]


PROTEST_FORM = PrintableDocument(
    "protest",
    "Protest form",
    about=DocumentSubject.TOURNAMENT,
    group="Staff",
    words="A blank form for the judges’ desk. To print a filed protest, open its page.",
    options=(COPIES,),
    compose=compose_protest_form,
)
