"""What is known about a protest before anything is asked, and what the book answers to it (JM General 5 to 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from judging.models import Call, Ruling
from judging.names import names_in
from rulebooks import (
    ProtestAnswer,
    ProtestFacts,
    answer_after_acceptance,
    answer_scoring_dispute,
    check_protest,
    hears_protests,
    judges_to_name,
)
from scoring.models import Sheet
from tournament.books import edition_of
from tournament.models import Event
from tournament.rounds.models import Round

ABOUT = {
    "ruling": "A ruling of judges",
    "scoring": "How a shake was scored, without a ruling",
    "accepted": "A shake that all players had agreed was finished",
}
OPINIONS = {  # which judges ruled, where they have not noted it here: second, third, and whether the first two agree
    "one": ("One judge", (False, False, None)),
    "agreed": ("Two judges, who agreed", (True, False, True)),
    "differed": ("Two judges, who did not agree", (True, False, False)),
    "three": ("Three judges", (True, True, False)),
}
LATE = "A director or the head judge can let it in with a reason."


@dataclass(frozen=True)
class Told:
    """What judges noted at the table, or what was told at the desk."""

    second_judge: bool
    third_judge: bool
    agreed: bool | None
    judges: str

    @property
    def named(self) -> list[str]:
        return names_in(self.judges)


def calls_of_matter(call: Call) -> list[Call]:
    """The visits about one matter, first to last."""
    found = Call.objects.filter(tournament=call.tournament_id, matter=call.matter).select_related("judge")
    return list(found.order_by("opinion"))


def told_by(calls: Sequence[Call]) -> Told:
    """From the visits of one matter: a second judge was called if there is a second visit, or if judges ruled together.

    A group that hears a tricky matter rules as one (JM General 7).
    """
    opinions = {call.opinion: call for call in calls}
    second = opinions.get(2)
    judges = {call.judge.pk: call.judge.name for call in calls if call.judge}
    together = _ruled_along(calls)
    agreed = second.agrees if second else True if together else None
    named = "\n".join([*judges.values(), *together])
    return Told(second is not None or bool(together), 3 in opinions, agreed, named)


def _ruled_along(calls: Sequence[Call]) -> list[str]:
    """Judges who are known by their names alone, each once."""
    texts = Ruling.objects.filter(call__in=calls).exclude(with_others="").values_list("with_others", flat=True)
    return list(dict.fromkeys(name for text in texts for name in names_in(text)))


def initialed(sheet: Sheet, seat: int) -> bool | None:
    """As it was keyed from the sheet; None where nobody knows yet. The current entry must have been fetched."""
    rows = sheet.current.paper["rows"] if sheet.current else []
    said = rows[seat - 1].get("initials") if seat <= len(rows) else None
    return {"yes": True, "refused": False}.get(said or "")


def due(round_: Round, event: Event) -> datetime | None:
    """Until when a form can be handed in; None as long as the round is played."""
    if round_.collected_at is None:
        return None
    return round_.collected_at + timedelta(minutes=event.protest_minutes)


def answer(event: Event, told: Told, *, is_initialed: bool, in_time: bool, about: str = "ruling") -> ProtestAnswer:
    """What the book says to this form, with everything that stands against it."""
    edition, on = edition_of(event), event.appeals
    form = ProtestFacts(told.second_judge, told.agreed, told.third_judge, is_initialed, in_time, names_complete=True)
    complete = len(told.named) >= judges_to_name(form)
    form = ProtestFacts(told.second_judge, told.agreed, told.third_judge, is_initialed, in_time, complete)
    if not hears_protests(edition, switched_on=on) or about == "ruling":
        return check_protest(edition, form, switched_on=on)
    if about == "accepted":
        return answer_after_acceptance(edition, all_agreed=True, switched_on=on)
    return answer_scoring_dispute(edition, initialed=is_initialed)


def in_words(found: ProtestAnswer, *, in_time: bool = True) -> str:
    """Every reason with its rule, and the way on."""
    reasons = " ".join(f"{each.sentence} ({each.rule})" if each.rule else each.sentence for each in found.because)
    only_late = found.verdict == "refused" and not in_time
    return f"{reasons} {LATE}" if only_late else reasons
