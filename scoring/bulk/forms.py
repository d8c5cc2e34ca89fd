"""Forms of the grid and of the import. A grid row has totals only, and one checkbox for all initials.

Inputs of the grid are named by sheet: `19-total-2` is the second player's total on the sheet with the key 19.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from foundation.forms import VerbForm, json_in, new_key, set_queryset
from foundation.tournaments import Tournament
from tournament.models import Event
from tournament.rosters.forms import UploadForm
from tournament.spreadsheets import Worksheet


@dataclass(frozen=True)
class TypedRow:
    """What was typed for one table. `base`: the number of the entry that was on the screen, 0 for none."""

    totals: tuple[str, ...]
    games: str = ""
    initialed: bool = False
    reason: str = ""
    key: str = ""
    base: int = 0

    @classmethod
    def parse(cls, data: Mapping[str, str], sheet: int, seats: int) -> TypedRow:
        base = data.get(f"{sheet}-base", "")
        return cls(
            totals=tuple(data.get(f"{sheet}-total-{seat}", "").strip()[:12] for seat in range(1, seats + 1)),
            games=data.get(f"{sheet}-games", "").strip()[:12],
            initialed=bool(data.get(f"{sheet}-initialed")),
            reason=data.get(f"{sheet}-reason", ""),
            key=data.get(f"{sheet}-key", "")[:64],
            base=int(base) if base.isdecimal() and len(base) < 5 else 0,
        )

    @classmethod
    def empty(cls, seats: int) -> TypedRow:
        return cls(("",) * seats, key=new_key())

    @property
    def is_filled(self) -> bool:
        return any(self.totals) or bool(self.games)

    def with_new_key(self) -> TypedRow:
        return replace(self, key=new_key())

    def paper(self) -> dict[str, Any]:
        """Return the paper as `scoring.paper` reads it, not validated. `a` in place of a total is a no-show."""
        initials = "yes" if self.initialed else ""
        rows = [
            {"status": "absent"} if total.lower() == "a" else {"total": total, "initials": initials}
            for total in self.totals
        ]
        return {"rows": rows, "games": self.games}


# -- results from a file ----------------------------------------------------------------------------------------------

MOST_CARRIED = 8_000_000


class ResultsForm(UploadForm):
    """An uploaded file, or pasted cells. They travel with the preview page: nothing is stored before the import."""

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        self.fields["file"].help_text = "CSV or Excel, one line per player. All sheets are read."

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "sheets" in data and len(cells_as_json(data["sheets"])) > MOST_CARRIED:
            self.add_error("file", f"{data['name']} is too large. Upload one round at a time.")
        return data


class ResultsImportForm(VerbForm):
    """The cells that were previewed, and the reason why warnings are right."""

    event = forms.ModelChoiceField(queryset=Event.objects.none(), widget=forms.HiddenInput)
    name = forms.CharField(widget=forms.HiddenInput, max_length=200)
    cells = forms.CharField(widget=forms.HiddenInput, strip=False)
    reason = forms.CharField(
        label="Why is this correct?",
        required=False,
        max_length=300,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text="One reason for all warnings in this file. It’s saved with each scoresheet.",
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "event", tournament.events.all())

    def clean_cells(self) -> list[Worksheet]:
        try:
            return [
                Worksheet(str(each["name"])[:200], tuple(tuple(map(str, row)) for row in each["rows"]))
                for each in json_in(self.cleaned_data["cells"])
            ]
        except (ValueError, TypeError, KeyError):
            raise forms.ValidationError("Upload the file again.") from None

    def arguments(self) -> dict[str, Any]:
        data = super().arguments()
        data.pop("event")
        return data | {"sheets": data.pop("cells")}


def cells_as_json(sheets: Sequence[Worksheet]) -> str:
    return json.dumps([{"name": sheet.name, "rows": sheet.rows} for sheet in sheets], ensure_ascii=False)
