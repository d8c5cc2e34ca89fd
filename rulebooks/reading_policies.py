"""Reads the policies of an edition: rotation and absence, the scoresheet, protests, equipment."""

from __future__ import annotations

from collections.abc import Collection

from rulebooks.edition import Equipment, Initials, PlayRules, ProtestPolicy, SheetPolicy
from rulebooks.reader import Reader

BRINGERS = ("table", "player", "team", "organizer", "nobody")
CHART = ("resources", "variations", "goal", "solutions", "universe")


def read_play(reader: Reader) -> PlayRules:
    part = reader.section("play")
    return part.closed(
        PlayRules(
            first_setter=part.ruled_text("first_setter", ("lot", "left-of-scorekeeper")),
            after_void=part.ruled_text("after_void", ("same", "left")),
            leader_may_bonus=part.ruled_flag("leader_may_bonus"),
            absent_shake=part.ruled_number("absent_shake") if part.has("absent_shake") else None,
            never_seated=part.ruled_text("never_seated", ("leave-out",)),
            disqualified=part.ruled_number("disqualified"),
            substitutes=part.ruled_text("substitutes", ("before-round", "at-table")),
        )
    )


def read_sheet(reader: Reader) -> SheetPolicy:
    part = reader.section("sheet")
    return part.closed(
        SheetPolicy(
            columns=part.ruled_number("columns"),
            initials=tuple(
                item.closed(Initials(item.text("who"), item.text("what"), item.rule()))
                for item in part.sections("initials")
            ),
            scorekeeper=part.ruled_text("scorekeeper") if part.has("scorekeeper") else None,
            official=part.ruled_text("official") if part.has("official") else None,
            turned_in_by=part.ruled_text("turned_in_by", ("winner", "official")),
            before_initials=part.ruled_text("before_initials", ("judge", "players-then-judge")),
            after_initials=part.ruled_text("after_initials", ("all-agree", "never")),
            deceit_lower=part.ruled_text("deceit_lower", ("lower-score", "judges-decide")),
            deceit_higher=part.ruled_text("deceit_higher", ("zero", "judges-decide")),
        )
    )


def read_protests(reader: Reader) -> ProtestPolicy:
    part = reader.section("protests")
    appeals = part.ruled_text("appeals", ("yes", "no", "silent"))
    allowed = appeals.value == "yes"
    return part.closed(
        ProtestPolicy(
            appeals=appeals,
            second_judge=part.ruled_flag("second_judge") if allowed else None,
            not_initialed=part.ruled_flag("not_initialed") if allowed else None,
            names_on_form=part.ruled_flag("names_on_form") if allowed else None,
            papers=part.ruled_flag("papers") if allowed else None,
            agreed=part.ruled_text("agreed") if allowed else None,
            third_judge=part.ruled_text("third_judge") if allowed else None,
            minutes=part.ruled_number("minutes") if allowed else None,
            panel=part.ruled_number("panel") if allowed else None,
            standard=part.ruled_text("standard") if allowed else None,
            final_word=part.ruled_text("final_word"),
        )
    )


def read_equipment(reader: Reader, letters: Collection[str]) -> tuple[Equipment, ...]:
    return tuple(
        item.closed(
            Equipment(
                item.text("what"),
                item.choice("who", BRINGERS),
                item.rule(),
                item.some_of("chart", CHART),
                item.some_of("divisions", letters),
            )
        )
        for item in reader.sections("equipment")
    )
