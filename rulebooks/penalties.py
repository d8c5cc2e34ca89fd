"""Penalty rules: reason, points, who must consent, and what has to come before (EQ IX, XI-A; MLAG; OS; ACC)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebooks.toml_reader import TomlReader
from rulebooks.wording import as_sentence, join_words

KINDS = ("points", "none", "disqualification", "discretion")
CONSENTS = ("judge", "two judges", "head judge")
OUT_OF = ("round", "tournament")


@dataclass(frozen=True)
class PenaltyStage:
    """What follows if the player continues: points and effect."""

    points: int
    effect: str


@dataclass(frozen=True)
class PenaltyRule:
    """One reason for a penalty.

    `kind`: points; none (listed so that no one penalizes it); disqualification; discretion (the judges choose).
    `consent`: who must agree. `warning`: only after an earlier warning. `countdown`: only after the ten-second
    countdown. `until`: too late once this has happened. `effect`: what follows, in sentences. `expels`: what a player
    can be disqualified from for it (round or tournament), and who must agree to that.
    """

    id: str
    what: str
    who: str
    kind: str
    points: int
    consent: str
    warning: bool
    countdown: bool
    until: str
    effect: str
    then: PenaltyStage | None
    expels: Mapping[str, str]
    rule: str


@dataclass(frozen=True)
class PenaltyRules:
    """`initials`: the divisions where a judge initials every one-point penalty on the sheet."""

    reasons: Mapping[str, PenaltyRule]
    initials: tuple[str, ...]
    initials_rule: str

    def needs_initials(self, division_letter: str) -> bool:
        return division_letter in self.initials


def read_penalties(reader: TomlReader, divisions: tuple[str, ...]) -> PenaltyRules:
    reasons = {name: _read_penalty(name, part) for name, part in reader.sections_by_name("penalties").items()}
    if not reasons:
        reader.refuse("penalties", "is missing")
    if not reader.has("penalty_initials"):
        return PenaltyRules(reasons, (), "")
    part = reader.section("penalty_initials")
    letters = tuple(part.texts("divisions"))
    for letter in letters:
        if letter not in divisions:
            part.refuse("divisions", f"names {letter}, which isn’t a division in this book")
    return part.finish_with(PenaltyRules(reasons, letters, part.rule()))


def _read_penalty(name: str, part: TomlReader) -> PenaltyRule:
    kind = part.choice("kind", KINDS) if part.has("kind") else "points"
    then = part.section("then") if part.has("then") else None
    expels = part.section("expels") if part.has("expels") else None
    penalty = PenaltyRule(
        id=name,
        what=part.text("what"),
        who=part.text("who"),
        kind=kind,
        points=part.number("points") if kind == "points" else 0,
        consent=part.choice("consent", CONSENTS) if part.has("consent") else CONSENTS[0],
        warning=part.flag("warning"),
        countdown=part.flag("countdown"),
        until=part.text("until") if part.has("until") else "",
        effect=as_sentence(part.text("effect")) if part.has("effect") else "",
        then=then.finish_with(PenaltyStage(then.number("points"), as_sentence(then.text("effect")))) if then else None,
        expels=_read_expels(expels) if expels else {},
        rule=part.rule(),
    )
    if kind == "points" and penalty.points >= 0:
        part.refuse("points", "must be negative, because a penalty takes points")
    part.finish()
    return penalty


def _read_expels(part: TomlReader) -> Mapping[str, str]:
    for name in part.names():
        if name not in OUT_OF:
            part.refuse(name, f"isn’t a known key. Use {join_words(OUT_OF, 'or')}")
    return part.finish_with({name: part.choice(name, CONSENTS) for name in part.names()})
