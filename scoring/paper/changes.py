"""Why a sheet that was entered may be entered differently, by the policy of its book (JM General 6, EQ XII-B, ACC).

A slip of the keyboard is always put right: the paper did not change. The paper itself changes only as the book allows:
before the initials a judge corrects the scoring; afterwards all players must agree, or nothing is changed any more.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks import Edition

CORRECTIONS = {
    "keyed": "We typed it wrong: the paper says this",
    "judge": "A judge corrected the scoring before it was initialed",
    "agreed": "An oversight: all players agree",
    "deceit": "Somebody meant to deceive",
    "ruling": "A judge's ruling",
    "appeal": "The appeals panel decided",
    "back": "Back to an earlier entry",
    "settled": "Two readings differed: the paper decided",
}


@dataclass(frozen=True)
class Correction:
    """A reason to change an entry: its rule, and why it cannot be used now, if it cannot."""

    kind: str
    words: str
    rule: str
    refused: str = ""


def corrections(edition: Edition, *, initialed: bool) -> list[Correction]:
    """What a clerk or judge can say today. `initialed`: everybody had initialed the sheet as it was entered."""
    sheet = edition.sheet
    by_judge = "It was initialed: a judge changes the scoring only before that." if initialed else ""
    agreed = ""
    if not initialed:
        agreed = "Nobody has to agree before it is initialed: a judge corrects it."
    elif sheet.after_initials.value == "never":
        agreed = "Once initialed, nothing is changed any more."
    return [
        Correction("keyed", CORRECTIONS["keyed"], "HT entry"),
        Correction("judge", CORRECTIONS["judge"], sheet.before_initials.rule, by_judge),
        Correction("agreed", CORRECTIONS["agreed"], sheet.after_initials.rule, agreed),
        Correction("deceit", CORRECTIONS["deceit"], sheet.deceit_higher.rule),
    ]
