"""The reasons to change an entry that the rule book accepts (JM General 6, EQ XII-B, ACC).

A typing mistake can always be corrected: the paper didn't change. The paper itself changes only as the book allows.
Before it is initialed, a judge corrects the scoring. Afterwards all players must agree, or nothing changes anymore.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks import Edition

CORRECTIONS = {
    "keyed": "Data entry mistake (the paper is right)",
    "judge": "A judge corrected the scoring before players initialed",
    "agreed": "Oversight (all players agree)",
    "deceit": "Intentional deception",
    "ruling": "Judge’s ruling",
    "appeal": "Appeals panel decision",
    "back": "Restored an earlier version",
    "settled": "Entries didn’t match; resolved from the paper",
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
    by_judge = "The scoresheet is initialed, so a judge can’t change the scoring." if initialed else ""
    agreed = ""
    if not initialed:
        agreed = "The scoresheet isn’t initialed yet, so a judge can correct it."
    elif sheet.after_initials.value == "never":
        agreed = "An initialed scoresheet can’t be changed."
    return [
        Correction("keyed", CORRECTIONS["keyed"], "HT entry"),
        Correction("judge", CORRECTIONS["judge"], sheet.before_initials.rule, by_judge),
        Correction("agreed", CORRECTIONS["agreed"], sheet.after_initials.rule, agreed),
        Correction("deceit", CORRECTIONS["deceit"], sheet.deceit_higher.rule),
    ]
