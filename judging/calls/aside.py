"""Shakes that judges set aside, told to whoever keys the sheet."""

from __future__ import annotations

from judging.models import Ruling
from judging.noting import notes
from scoring.models import Sheet
from scoring.paper import Given

SET_ASIDE = {Ruling.Effect.VOID: "void", Ruling.Effect.REPLAY: "replayed"}


@notes
def set_aside_at(sheet: Sheet) -> list[Given]:
    """Shakes that are void or played again, by the last ruling on each matter."""
    last: dict[str, Ruling] = {}
    for ruling in Ruling.objects.filter(call__sheet=sheet).select_related("call").order_by("call__opinion", "number"):
        last[ruling.call.matter] = ruling
    return [
        Given(0, each.shake, status=SET_ASIDE[Ruling.Effect(each.effect)])
        for each in sorted(last.values(), key=lambda ruling: ruling.pk)
        if each.effect in SET_ASIDE and each.shake
    ]
