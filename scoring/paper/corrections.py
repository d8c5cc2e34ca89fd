"""The reasons to change an entry that the rule book accepts (JM General 6, EQ XII-B, ACC).

A typing mistake can always be corrected: the paper didn't change. The paper itself changes only as the book allows.
Before it is initialed, a judge corrects the scoring. Afterwards all players must agree, or nothing changes anymore.
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
    """A reason to change an entry, with its rule. `refused`: why it doesn't apply now, if it doesn't."""

    kind: str
    words: str
    rule: str
    refused: str = ""


def possible_corrections(edition: Edition, *, initialed: bool) -> list[Correction]:
    """Return the reasons that a scorekeeper or judge can choose. `initialed`: by everyone, in the current entry."""
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
