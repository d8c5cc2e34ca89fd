"""Forms of rosters: upload a file, choose its columns and default division, import it, and edit one spot."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, set_queryset
from foundation.tournaments import Tournament
from tournament.models import Event
from tournament.rosters.file_import.columns import FIELDS, ColumnLayout
from tournament.rosters.models import Place, Upload
from tournament.rosters.spots import details_of
from tournament.spreadsheets import MOST_BYTES, UnreadableFile, Worksheet, read_file, read_pasted


class UploadForm(VerbForm):
    event = forms.ModelChoiceField(label="Game", queryset=Event.objects.none(), empty_label=None)
    file = forms.FileField(
        label="File", required=False, help_text="CSV or Excel, just as the coach sent it. All sheets are read."
    )
    pasted = forms.CharField(
        label="Or paste cells",
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false"}),
        help_text="Copy them from the spreadsheet, including the line with the headings.",
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "event", tournament.events.all())
        self.fields["event"].initial = tournament.events.first()

    def clean(self) -> dict[str, Any]:
        """Read the file or the pasted cells. An unreadable one becomes an error at its field."""
        data = super().clean() or {}
        file, pasted = data.pop("file", None), data.pop("pasted", "")
        if file is None and not pasted.strip():
            self.add_error("file", "Choose a file or paste cells.")
            return data
        try:
            if file is None:
                data["name"], data["sheets"] = "Pasted cells", [read_pasted(pasted)]
            else:
                if file.size > MOST_BYTES:
                    raise UnreadableFile(f"{file.name} is {file.size // 1_000_000} MB. The limit is 10 MB.")
                data["name"], data["sheets"] = file.name, read_file(file.name, file.read())
        except UnreadableFile as error:
            self.add_error("file" if file else "pasted", str(error))
        return data


class LayoutForm(VerbForm):
    """The field in each column of a worksheet, and the line with its headings."""

    header = forms.IntegerField(
        label="Line with headings", min_value=0, max_value=15, help_text="Enter 0 if the file has no headings."
    )

    def __init__(self, number: int, sheet: Worksheet, layout: ColumnLayout, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, prefix=f"sheet{number}", **kwargs)
        self.sheet, self.number = sheet, number
        self.fields["header"].initial = layout.header
        headings = sheet.rows[layout.header - 1] if layout.header else ()
        choices = [("", "not used"), *FIELDS.items()]
        for column in range(max((len(row) for row in sheet.rows), default=0)):
            heading = headings[column] if column < len(headings) else ""
            self.fields[f"column{column}"] = forms.ChoiceField(
                label=f"Column {_column_letter(column)}" + (f" “{heading}”" if heading else ""),
                choices=choices,
                required=False,
                initial=layout.fields.get(column, ""),
            )

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        columns = {int(name[6:]): data.pop(name) for name in list(data) if name.startswith("column")}
        return data | {"sheet": self.number, "fields": columns}


class DivisionForm(VerbForm):
    """The division for lines without one, for all worksheets of a file."""

    def __init__(self, upload: Upload, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="division-%s", **kwargs)
        divisions = upload.event.divisions.values_list("letter", "name")
        self.fields["division"] = forms.ChoiceField(
            label="Division for lines without one",
            choices=[("", "Choose a division"), *divisions],
            initial=upload.division,
            error_messages={"required": "Choose a division."},
        )


class ImportForm(VerbForm):
    remove_missing = forms.BooleanField(required=False, label="Remove players who aren’t in this file")


class PlaceForm(VerbForm):
    """One roster spot, a row of the grid."""

    school = forms.CharField(max_length=250, required=False)
    team = forms.CharField(max_length=120, required=False)
    first = forms.CharField(label="First name", max_length=100, required=False)
    last = forms.CharField(label="Last name", max_length=100, required=False)
    grade = forms.IntegerField(min_value=0, max_value=13, required=False)
    number = forms.IntegerField(label="Position", min_value=1, max_value=99, required=False)
    is_hidden = forms.BooleanField(label="Hidden (the public sees only the player number)", required=False)

    @classmethod
    def of(cls, place: Place) -> PlaceForm:
        return cls(initial=details_of(place).as_json(), prefix=f"p{place.pk}", auto_id=f"p{place.pk}-%s")


def _column_letter(column: int) -> str:
    """Return the letter that spreadsheets use for a column: A, B, … Z, AA."""
    return (chr(64 + column // 26) if column >= 26 else "") + chr(65 + column % 26)
