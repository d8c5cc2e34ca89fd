"""Wild cubes: which symbol each stands for, and whether it stands for the same one everywhere (OS XIII-A-2).

It is enough to mark a wild cube once: the others are taken for the same symbol (JM OS-E15). A cube that is U and ∩ (or
V and Λ) by an interchangeable variation needs no mark, and may be both (OS XIII-A-3, comments a to d).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulebooks.onsets.in_force import InForce
from rulebooks.onsets.reader import Mark
from rulebooks.onsets.verdict import Violation

Parts = Mapping[str, tuple[Mark, ...]]


def settle_wilds(parts: Parts, rules: InForce) -> tuple[Parts, tuple[Violation, ...]]:
    """The parts of one Solution with every wild cube read, and what is wrong with the wild cubes."""
    violations: list[Violation] = []
    meanings: list[str] = []
    for part, marks in parts.items():
        for mark in marks:
            if not mark.is_marked:
                continue
            if mark.cube == rules.wild:
                meanings.append(mark.means)
            elif mark.means not in rules.pair_of(mark.cube):
                sentence = f"{mark.cube} is not wild and cannot stand for {mark.means}."
                violations.append(Violation("cube_not_wild", sentence, "OS VII-C-5-e; JM OS-E4", part, mark.place))
    if not meanings:
        return parts, tuple(violations)
    if any(means not in rules.pair_of(meanings[0]) for means in meanings):
        ways = " and for ".join(dict.fromkeys(meanings))
        sentence = f"The wild {rules.wild} stands for {ways}: it must stand for one symbol everywhere."
        violations.append(Violation("wild_used_in_two_ways", sentence, f"{rules.rule('wild-cube')}; OS VII-C-5-e"))
    if meanings[0] in rules.pair_of(rules.wild):
        return parts, tuple(violations)
    return {part: _marked_once(marks, rules.wild, meanings[0]) for part, marks in parts.items()}, tuple(violations)


def _marked_once(marks: tuple[Mark, ...], wild: str, means: str) -> tuple[Mark, ...]:
    return tuple(replace(mark, means=means) if mark.cube == wild and not mark.is_marked else mark for mark in marks)
