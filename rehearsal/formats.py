"""The formats that can be rehearsed, each with its rule book and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulebooks import Edition, get
from rulebooks.penalties import CONSENTS, PenaltyRule


@dataclass(frozen=True)
class Format:
    """`chosen`: fields of the setup page that differ from the preset. `hears_protests`: whether they allow protests."""

    words: str
    preset: str
    book: str
    chosen: Mapping[str, list[str]] = field(default_factory=dict)
    hears_protests: bool = True

    @cached_property
    def edition(self) -> Edition:
        return get(self.book)

    @property
    def by_average(self) -> bool:
        """Whether it uses the Cup's player scores instead of places and match points."""
        return self.edition.player_score is not None

    def reason_for_points(self, consent: str) -> str | None:
        """A penalty reason that costs a point with this consent, preferably without a countdown."""
        fits = [each for each in self.edition.penalties.reasons.values() if _costs_a_point(each, consent)]
        return min(fits, key=lambda each: each.countdown).id if fits else None

    @property
    def by_one(self) -> str | None:
        return self.reason_for_points(CONSENTS[0])

    @property
    def by_two(self) -> str | None:
        return self.reason_for_points(CONSENTS[1])

    @property
    def warned_for(self) -> str:
        reasons = self.edition.penalties.reasons
        return "behavior" if "behavior" in reasons else "sportsmanship"


def _costs_a_point(rule: PenaltyRule, consent: str) -> bool:
    return rule.kind == "points" and rule.consent == consent and not rule.warning


NEAR_EQUALS = {"seating": ["score_groups"]}
FORMATS: Mapping[str, Format] = {
    "agloa-league-day": Format("AGLOA league day, Equations", "agloa-league-day", "agloa-equations-2019", NEAR_EQUALS),
    "agloa-nationals": Format("AGLOA Nationals, Equations", "agloa-nationals", "agloa-equations-2019"),
    "agloa-onsets": Format("AGLOA Nationals, On-Sets", "agloa-nationals", "agloa-onsets-2014"),
    "mlag-saturday": Format("MLAG Saturday", "mlag-saturday", "mlag-basic-2018", hears_protests=False),
    "mlag-states": Format("MLAG States", "mlag-states", "mlag-basic-2018", {"appeals": ["on"]}),
    "challenge-cup": Format(
        "Challenge Cup", "challenge-cup", "acc-2026", {"tie_breaks_1": ["fewest_penalties"]}, hears_protests=False
    ),
}
DEFAULT = "agloa-league-day"
