"""May this ruling be protested (EQ VII-C-6, JM General 5 to 8)? What a judge can still change, and what nobody can."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.because import Because, Ruled
from rulebooks.edition import Edition


@dataclass(frozen=True)
class Protest:
    """A protest against a judge's ruling, as it stands on the form."""

    second_judge: bool
    judges_agreed: bool | None
    third_judge: bool
    initialed: bool
    in_time: bool
    names_complete: bool


@dataclass(frozen=True)
class Answer:
    """`allowed`, `returned` for completion, `refused`, or `not covered`; and everything that stands against it."""

    verdict: str
    because: tuple[Because, ...]


def judges_to_name(protest: Protest) -> int:
    """The form names every judge who ruled: two, or three (JM General 8)."""
    return 3 if protest.third_judge else 2


def may_protest(edition: Edition, protest: Protest) -> Answer:
    """A second judge was called, and the player has not initialed; the form follows at the end of the match."""
    policy = edition.protests
    if policy.appeals.value != "yes":
        verdict = "refused" if policy.appeals.value == "no" else "not covered"
        return Answer(verdict, (Because(policy.final_word.rule, policy.final_word.value),))
    against = []
    if _holds(policy.second_judge) and not protest.second_judge:
        against.append(Because(_rule(policy.second_judge), "No second judge was called."))
    if _holds(policy.not_initialed) and protest.initialed:
        against.append(Because(_rule(policy.not_initialed), "The player has initialed the scoresheet."))
    if not protest.in_time:
        against.append(Because(_rule(policy.minutes), "The form was not handed in at the end of the match."))
    verdict = "refused" if against else "allowed"
    if _holds(policy.names_on_form) and not protest.names_complete:
        against.append(Because(_rule(policy.names_on_form), "The form lacks the names of the judges who ruled."))
        verdict = "refused" if verdict == "refused" else "returned"
    return Answer(verdict, tuple(against))


def _holds(condition: Ruled[bool] | None) -> bool:
    return condition is not None and condition.value


def _rule(ruled: Ruled[bool] | Ruled[int] | None) -> str:
    return ruled.rule if ruled else ""


def may_have_third_judge(edition: Edition, *, judges_agreed: bool) -> tuple[bool, Because]:
    """A third judge only where two disagree; the player may still protest (JM General 7)."""
    ruled = edition.protests.third_judge
    if ruled is None:
        return False, Because(edition.protests.final_word.rule, edition.protests.final_word.value)
    if judges_agreed:
        return False, Because(ruled.rule, "Two judges agree: no third one, but the player may still protest.")
    return True, Because(ruled.rule, "Two judges disagree: a third one hears it without knowing what they said.")
