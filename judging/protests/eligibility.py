"""Whether a protest can be filed: the judges on record, the deadline, and the book's answer (JM General 5 to 8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judging.models import Call, split_names
from judging.visits import opinions_on, other_judges_on
from rulebooks import (
    ProtestAnswer,
    ProtestFacts,
    answer_after_acceptance,
    answer_scoring_dispute,
    check_protest,
    hears_protests,
    judges_to_name,
)
from rulebooks.wording import join_words
from scoring.models import Sheet
from tournament.books import edition_of
from tournament.models import Event
from tournament.rounds.models import Round

ABOUT = {
    "ruling": "A judge’s ruling",
    "scoring": "How a shake was scored, with no ruling",
    "accepted": "A shake that all players agreed was over",
}
LATE = "A director or the head judge can accept it late with a reason."


@dataclass(frozen=True)
class JudgesOnRecord:
    """Which judges ruled: from their visits, or as the form says. `judges`: their names, one per line."""

    second_judge: bool = False
    third_judge: bool = False
    agreed: bool | None = None
    judges: str = ""

    @property
    def named(self) -> list[str]:
        return split_names(self.judges)

    @property
    def sentence(self) -> str:
        """Which judges were called, and whether they agreed."""
        names = join_words(self.named)
        if self.third_judge:
            return f"Three judges ruled: {names}."
        if not self.second_judge:
            return f"One judge was called: {names}."
        if len(self.named) > 2:
            return {
                True: f"Several judges were called, and they agreed: {names}.",
                False: f"Several judges were called, and they disagreed: {names}.",
                None: f"Several judges were called: {names}.",
            }[self.agreed]
        return {
            True: f"Two judges were called, and they agreed: {names}.",
            False: f"Two judges were called, and they disagreed: {names}.",
            None: f"Two judges were called: {names}.",
        }[self.agreed]

    @property
    def has_all_names(self) -> bool:
        return len(self.named) >= judges_to_name(self.to_facts())

    def to_facts(
        self, *, is_initialed: bool = False, in_time: bool = True, names_complete: bool = True
    ) -> ProtestFacts:
        return ProtestFacts(
            second_judge=self.second_judge,
            judges_agreed=self.agreed,
            third_judge=self.third_judge,
            initialed=is_initialed,
            in_time=in_time,
            names_complete=names_complete,
        )

    def with_names(self, typed: str) -> JudgesOnRecord:
        """Add typed names. Two judges may share a name, but a typed name that is on record is the same person."""
        known = {name.casefold() for name in self.named}
        added = [name for name in split_names(typed) if name.casefold() not in known]
        return replace(self, judges="\n".join([*self.named, *added]))


@dataclass(frozen=True)
class OpinionsChoice:
    """A choice of the form for a ruling that no judge noted."""

    label: str
    record: JudgesOnRecord


OPINIONS = {
    "one": OpinionsChoice("One judge", JudgesOnRecord()),
    "agreed": OpinionsChoice("Two judges who agreed", JudgesOnRecord(second_judge=True, agreed=True)),
    "differed": OpinionsChoice("Two judges who disagreed", JudgesOnRecord(second_judge=True, agreed=False)),
    "three": OpinionsChoice("Three judges", JudgesOnRecord(second_judge=True, third_judge=True, agreed=False)),
}


def judges_on_record(call: Call) -> JudgesOnRecord:
    """Return which judges ruled on a matter, from their visits.

    There was a second judge if there is a second visit, or if judges ruled together: a group that hears a tricky matter
    rules as one (JM General 7).
    """
    calls = {each.opinion: each for each in opinions_on(call).select_related("judge").order_by("opinion")}
    second = calls.get(2)
    visitors = {each.judge.pk: each.judge.name for each in calls.values() if each.judge}
    together = other_judges_on(call)
    agreed = second.agrees if second else True if together else None
    names = "\n".join([*visitors.values(), *together])
    return JudgesOnRecord(
        second_judge=second is not None or bool(together), third_judge=3 in calls, agreed=agreed, judges=names
    )


def has_initialed(sheet: Sheet, seat: int) -> bool | None:
    """Return whether the player initialed, or None if it isn't entered yet. `sheet.current` must be prefetched."""
    rows = sheet.current.paper["rows"] if sheet.current else []
    initials = rows[seat - 1].get("initials") if seat <= len(rows) else None
    return {"yes": True, "refused": False}.get(initials or "")


def deadline_of(round_: Round, event: Event) -> datetime | None:
    """Return until when a protest can be filed, or None while the round is in progress."""
    if round_.collected_at is None:
        return None
    return round_.collected_at + timedelta(minutes=event.protest_minutes)


def answer_of_book(
    event: Event, record: JudgesOnRecord, *, is_initialed: bool, in_time: bool, about: str = "ruling"
) -> ProtestAnswer:
    """Return what the rule book says to this protest, with every reason against it."""
    edition, on = edition_of(event), event.appeals
    if not hears_protests(edition, switched_on=on) or about == "ruling":
        facts = record.to_facts(is_initialed=is_initialed, in_time=in_time, names_complete=record.has_all_names)
        return check_protest(edition, facts, switched_on=on)
    if about == "accepted":
        return answer_after_acceptance(edition, all_agreed=True, switched_on=on)
    return answer_scoring_dispute(edition, initialed=is_initialed)


def describe_answer(answer: ProtestAnswer, *, in_time: bool = True) -> str:
    """Return every reason with its rule, and how a late protest can still be filed."""
    reasons = " ".join(f"{each.sentence} ({each.rule})" if each.rule else each.sentence for each in answer.because)
    is_only_late = answer.verdict == "refused" and not in_time
    return f"{reasons} {LATE}" if is_only_late else reasons
