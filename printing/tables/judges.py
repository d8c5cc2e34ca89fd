"""The judge's card: what may be told and what not, time limits and penalties of the event's own book, in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judging.casebook.casebook import MAY_NOT_TELL, MAY_TELL
from printing.documents import About, Asked, Report, document
from printing.tables.options import COPIES, same_for_all
from rulebooks.penalties import PenaltyRule
from rulebooks.timing import Limit
from tournament.books import edition_of

KINDS = {"none": "no points", "disqualification": "disqualified", "discretion": "judges decide"}
PLURAL = {"timers": "timer", "cubes": "cube", "rounds": "round"}
MINUTE = 60


@document(
    "judges",
    "Judge’s card",
    about=About.DIVISION,
    group="Judges",
    words="What a judge may tell players and what not, time limits and penalties of the book.",
    options=(COPIES,),
)
def judges_card(asked: Asked, report: Report) -> Iterator[bytes]:
    division = asked.the_division
    edition = edition_of(division.event)
    listed = {each.slug: each.name for each in edition.variations.lists.get(division.letter, ())}
    reasons = edition.penalties.reasons.values()
    context = {
        "division": division,
        "event": division.event,
        "edition": edition,
        "may": MAY_TELL,
        "may_not": MAY_NOT_TELL,
        "limits": [(limit, amount_of(limit), longer_of(limit, listed)) for limit in edition.limits.values()],
        "penalties": [(each, cost_of(each), again_of(each), terms_of(each)) for each in reasons],
        "needs_initials": edition.penalties.needs_initials(division.letter),
    }
    yield from same_for_all("judges_card.html", asked, report, context, "judges_card")


def amount_of(limit: Limit) -> str:
    """`2 min`, `15 s`, `1 timer`; nothing where the rule has no figure."""
    return _amount(limit.amount, limit.unit)


def longer_of(limit: Limit, listed: Mapping[str, str]) -> str:
    """With which variations of this division there is more time."""
    more = [(listed[slug], amount) for slug, amount in limit.longer.items() if slug in listed]
    return "; ".join(f"{_amount(amount, limit.unit)} with {name}" for name, amount in more)


def _amount(amount: int, unit: str) -> str:
    if not amount:
        return ""
    if unit != "seconds":
        return f"{amount} {PLURAL[unit]}{'' if amount == 1 else 's'}"
    minutes, seconds = divmod(amount, MINUTE)
    return " ".join([f"{minutes} min"] * bool(minutes) + [f"{seconds} s"] * bool(seconds))


def cost_of(reason: PenaltyRule) -> str:
    return KINDS.get(reason.kind) or _minus(reason.points)


def again_of(reason: PenaltyRule) -> str:
    return _minus(reason.then.points) if reason.then else ""


def _minus(points: int) -> str:
    """With the minus of print."""
    return str(points).replace("-", "−")


def terms_of(reason: PenaltyRule) -> str:
    """What has to come before, and who must agree, beyond one judge."""
    terms = ["after a warning"] * reason.warning + ["after the countdown"] * reason.countdown
    terms += [f"{reason.consent} agree" if reason.consent.endswith("s") else f"{reason.consent} agrees"] * (
        reason.consent != "judge"
    )
    terms += [f"until {reason.until}"] * bool(reason.until)
    return "; ".join(terms)
