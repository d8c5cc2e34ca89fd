"""Converts a shake to JSON and back. Scoresheet entries are stored in this form."""

from __future__ import annotations

from rulebooks.json_fields import JsonObject, JsonRequest, RequestError, read_flag, read_objects, read_text
from rulebooks.shakes import Shake, ShakeSeat


def read_shake(request: JsonRequest) -> Shake:
    """Build a shake from JSON."""
    return Shake(
        situation=read_text(request, "situation"),
        seats=tuple(_read_seat(seat) for seat in read_objects(request, "seats")),
        together=read_flag(request, "simultaneous"),
        procedure=read_text(request, "procedure", ""),
        mover_also_challenged=read_flag(request, "mover_also_challenged"),
        declared_no_goal=read_text(request, "declared_no_goal", ""),
        after_last_cube=read_flag(request, "after_last_cube"),
    )


def write_shake(shake: Shake) -> JsonObject:
    """Return JSON that `read_shake` turns back into the same shake. Fields with their default value are left out."""
    seats = [
        {
            "seat": seat.name,
            "role": seat.role,
            "presented": seat.presented,
            "correct": seat.correct,
            "accepted_other_equation": seat.accepted,
            "declared_presenting": seat.bound,
            "challenge": seat.challenge,
            "sides_with": seat.side,
        }
        for seat in shake.seats
    ]
    fields = {
        "situation": shake.situation,
        "seats": [_without_empty(seat) | ({"correct": False} if seat["correct"] is False else {}) for seat in seats],
        "simultaneous": shake.together,
        "procedure": shake.procedure,
        "mover_also_challenged": shake.mover_also_challenged,
        "declared_no_goal": shake.declared_no_goal,
        "after_last_cube": shake.after_last_cube,
    }
    return _without_empty(fields)


def _without_empty(fields: JsonRequest) -> JsonObject:
    return {name: value for name, value in fields.items() if value}


def _read_seat(data: JsonRequest) -> ShakeSeat:
    correct = data.get("correct")
    if correct is not None and not isinstance(correct, bool):
        raise RequestError("correct must be true, false, or null.")
    return ShakeSeat(
        name=read_text(data, "seat"),
        role=read_text(data, "role"),
        presented=read_flag(data, "presented"),
        correct=correct,
        accepted=read_flag(data, "accepted_other_equation"),
        bound=read_flag(data, "declared_presenting"),
        challenge=read_text(data, "challenge", ""),
        side=read_text(data, "sides_with", ""),
    )
