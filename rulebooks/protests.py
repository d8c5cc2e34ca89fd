"""Whether a ruling may be protested (EQ VII-C-6, JM General 5 to 8), and what a judge can still change."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.citations import Because, Ruled
from rulebooks.edition import Edition, ProtestPolicy
from rulebooks.wording import as_sentence

MANUAL = "JM General 8; HT appeals"


@dataclass(frozen=True)
class ProtestFacts:
    """The facts about a protest against a judge's ruling, as the form has them."""

    second_judge: bool
    judges_agreed: bool | None
    third_judge: bool
    initialed: bool
    in_time: bool
    names_complete: bool


@dataclass(frozen=True)
class ProtestAnswer:
    """`verdict`: `allowed`, `returned` for completion, `refused`, or `not covered`. `because`: all objections."""

    verdict: str
    because: tuple[Because, ...]


def hears_protests(edition: Edition, *, switched_on: bool = False) -> bool:
    """Whether protests are heard: where the book says so; where it is silent, if the director turned them on."""
    return edition.protests.appeals.value == "yes" or (switched_on and edition.protests.appeals.value == "silent")


def protest_policy(edition: Edition, *, switched_on: bool = False) -> ProtestPolicy:
    """Return the book's own conditions; where it is silent and the director hears protests, the judges' manual's."""
    if edition.protests.appeals.value == "yes" or not hears_protests(edition, switched_on=switched_on):
        return edition.protests
    return ProtestPolicy(
        appeals=Ruled("yes", "HT appeals"),
        second_judge=Ruled(True, MANUAL),
        not_initialed=Ruled(True, MANUAL),
        names_on_form=Ruled(True, MANUAL),
        papers=Ruled(True, MANUAL),
        agreed=Ruled(
            f"the shake is over once all players agree on the last {edition.names.solution} checked",
            "JM General 5; HT appeals",
        ),
        third_judge=edition.protests.third_judge,
        minutes=Ruled(15, "HT protest deadline"),
        panel=Ruled(3, "HT panel"),
        standard=Ruled("the ruling is upheld unless it clearly goes against a rule or the judges’ manual", MANUAL),
        final_word=Ruled("The appeals panel decides.", MANUAL),
    )


def judges_to_name(protest: ProtestFacts) -> int:
    """Return how many judges the form must name: every judge who ruled, two or three (JM General 8)."""
    return 3 if protest.third_judge else 2


def check_protest(edition: Edition, protest: ProtestFacts, *, switched_on: bool = False) -> ProtestAnswer:
    """Return whether a protest is allowed: after a second judge, before the initials, handed in after the match.

    `switched_on`: the director hears protests although the book is silent about them.
    """
    if not hears_protests(edition, switched_on=switched_on):
        return _final_word(edition)
    policy = protest_policy(edition, switched_on=switched_on)
    objections = []
    if _applies(policy.second_judge) and not protest.second_judge:
        objections.append(Because(_rule(policy.second_judge), "No second judge was called."))
    if _applies(policy.not_initialed) and protest.initialed:
        objections.append(Because(_rule(policy.not_initialed), "The player has initialed the scoresheet."))
    if not protest.in_time:
        objections.append(Because(_rule(policy.minutes), "The form wasn’t turned in on time after the match."))
    verdict = "refused" if objections else "allowed"
    if _applies(policy.names_on_form) and not protest.names_complete:
        objections.append(Because(_rule(policy.names_on_form), "The form must name every judge who ruled."))
        verdict = "refused" if verdict == "refused" else "returned"
    return ProtestAnswer(verdict, tuple(objections))


def _applies(condition: Ruled[bool] | None) -> bool:
    return condition is not None and condition.value


def _rule(ruled: Ruled[bool] | Ruled[int] | None) -> str:
    return ruled.rule if ruled else ""


def can_have_third_judge(edition: Edition, *, judges_agreed: bool) -> tuple[bool, Because]:
    """Whether a third judge may be called: only if two disagree. The player may still protest (JM General 7)."""
    ruled = edition.protests.third_judge
    if ruled is None:
        return False, Because(edition.protests.final_word.rule, edition.protests.final_word.value)
    if judges_agreed:
        return False, Because(
            ruled.rule, "Two judges agree, so there’s no third opinion. The player can still protest."
        )
    return True, Because(ruled.rule, "Two judges disagree, so a third judge decides without knowing their rulings.")


# -- disputes that are not protests -----------------------------------------------------------------------------------


def answer_after_acceptance(
    edition: Edition,
    *,
    all_agreed: bool,
    same_error_later: bool = False,
    last_checked: bool = True,
    switched_on: bool = False,
) -> ProtestAnswer:
    """Answer a dispute about a Solution that all accepted: the shake is over (JM General 5).

    The only exception: an error that was overlooked in one Solution and found in a later one of the same shake, while
    some are still unchecked (JM E10).
    """
    agreed = protest_policy(edition, switched_on=switched_on).agreed
    if agreed is None:
        return _final_word(edition)
    if not all_agreed:
        return ProtestAnswer("open", (Because(agreed.rule, "Not everyone has agreed yet. Call a judge now."),))
    if same_error_later and not last_checked:
        sentence = f"The same error was found in a later {edition.names.solution}, so a judge reverses it."
        return ProtestAnswer("reversed", (Because("JM E10", sentence),))
    return ProtestAnswer("refused", (Because(agreed.rule, as_sentence(agreed.value)),))


def answer_scoring_dispute(
    edition: Edition, *, initialed: bool, all_agree: bool = False, deceit: str = "", sheets_disagree: bool = False
) -> ProtestAnswer:
    """Answer a dispute about how a shake was scored: a judge's question, not a protest (JM General 6).

    `deceit`: someone deliberately wrote a score that is `too low` or `too high`. `sheets_disagree`: the Cup's player
    sheet and table sheet don't match.
    """
    sheet = edition.sheet
    if deceit == "too low":
        return ProtestAnswer(
            "lower score kept",
            (Because(sheet.deceit_lower.rule, "A player who deliberately wrote too low a score keeps it."),),
        )
    if deceit:
        return ProtestAnswer(
            "0 for the round",
            (
                Because(
                    sheet.deceit_higher.rule, "A player who deliberately wrote too high a score gets 0 for the round."
                ),
            ),
        )
    if sheets_disagree and initialed:
        return ProtestAnswer(
            "table sheet wins",
            (Because(sheet.before_initials.rule, "The table scoresheet counts, because the player initialed it."),),
        )
    if not initialed:
        verdict, words = NOT_INITIALED[sheet.before_initials.value]
        return ProtestAnswer(verdict, (Because(sheet.before_initials.rule, words),))
    if sheet.after_initials.value == "never":
        return ProtestAnswer(
            "refused", (Because(sheet.after_initials.rule, "Nothing can be changed once the sheet is initialed."),)
        )
    if all_agree:
        return ProtestAnswer(
            "corrected",
            (Because(sheet.after_initials.rule, "It was an oversight, and all players agree to correct it."),),
        )
    words = "The sheet is initialed, and not all players agree to change it."
    return ProtestAnswer("signed score stands", (Because(sheet.after_initials.rule, words),))


NOT_INITIALED = {
    "judge": ("corrected by a judge", "Until the sheet is initialed, a judge can correct the score of any shake."),
    "players-then-judge": (
        "players first, then a judge",
        "The players try to resolve it first. If they can’t, a judge decides.",
    ),
}


def answer_refusal_to_play(edition: Edition) -> ProtestAnswer:
    """Answer a player who rejects two judges' ruling and won't play on: no one waits (JM General 7, JM A19)."""
    ruled = edition.protests.third_judge
    if ruled is None:
        return _final_word(edition)
    words = "The next shake starts without the player, who can be disqualified from the match."
    return ProtestAnswer("starts without the player", (Because(f"{ruled.rule}; JM A19", words),))


def panel_decision(edition: Edition, *, clearly_wrong: bool | None, switched_on: bool = False) -> ProtestAnswer:
    """Return the panel's decision: when in doubt (`clearly_wrong` is None), the ruling stands (JM General 8)."""
    standard = protest_policy(edition, switched_on=switched_on).standard
    if standard is None:
        return _final_word(edition)
    because = Because(standard.rule, as_sentence(standard.value))
    return ProtestAnswer("overturned" if clearly_wrong else "upheld", (because,))


def _final_word(edition: Edition) -> ProtestAnswer:
    final = edition.protests.final_word
    verdict = "refused" if edition.protests.appeals.value == "no" else "not covered"
    return ProtestAnswer(verdict, (Because(final.rule, final.value),))
