"""Reading files as coaches send them. A file that isn't a list gets one clear sentence."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tournament.rosters.file_import.columns import field_for_heading, recognize_columns
from tournament.spreadsheets import UnreadableFile, Worksheet, read_file, read_pasted

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"


def read_roster(name: str) -> tuple[Worksheet, ...]:
    return read_file(name, (ROSTERS / name).read_bytes())


def test_csv_is_read_with_its_accents() -> None:
    (sheet,) = read_roster("clean-120.csv")
    assert len(sheet.rows) == 121
    assert sheet.rows[1] == ("Abel Elementary", "Calculators", "Elementary", "Chloé", "D'Angle", "6", "1")


def test_semicolons_and_windows_letters_are_recognized() -> None:
    (sheet,) = read_roster("semicolon-cp1252.csv")
    assert sheet.rows[0] == ("Student Name", "Team Name", "School/District", "Div", "Gr.")
    assert any("ö" in cell or "é" in cell for row in sheet.rows for cell in row)


def test_workbook_gives_every_sheet_with_whole_numbers() -> None:
    first, second = read_roster("schools-workbook.xlsx")
    assert (first.name, second.name) == ("Elem & Middle", "Jr_Sr")
    assert first.rows[4] == ("Abel Elementary", "Calculators", "1", "Lena Kite", "6", "E")
    assert second.rows[1][-1] == "10"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_usual_encodings_are_read(encoding: str) -> None:
    (sheet,) = read_file("r.csv", "Name;Team\nZoë Yard;Cubes\n".encode(encoding))
    assert sheet.rows[1] == ("Zoë Yard", "Cubes")


def test_pasted_cells_have_tabs_between_them() -> None:
    assert read_pasted("Name\tTeam\r\nAda, Jr.\tCubes\r\n").rows[1] == ("Ada, Jr.", "Cubes")


def zip_files(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in files.items():
            folder.writestr(name.replace("__", "/"), content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "r.xlsx is empty."),
        (b" \n ", "r.xlsx is empty."),
        (b"\xff\xd8\xff\xe0" + bytes(range(256)) * 9, "r.xlsx isn’t a spreadsheet or CSV."),
        (b"\xff\xfe\x00", "r.xlsx is damaged and can’t be read. Save it again, then upload it."),
        (b"PK\x03\x04 nothing", "r.xlsx is damaged and can’t be opened. Save it again, then upload it."),
        (
            zip_files(holiday=b"x"),
            "r.xlsx is a zip file. Unzip it and upload the spreadsheet inside.",
        ),
        (zip_files(xl__sheet=b"0" * 101_000_000), "r.xlsx is larger than 100 MB when unzipped. Upload a smaller file."),
        (
            zip_files(xl__workbook=b"<broken"),
            "r.xlsx isn’t a spreadsheet, is damaged, or is locked with a password.",
        ),
        (b"x" * 10_000_001, "r.xlsx is larger than 10 MB. Upload a smaller file."),
        (b"a,b\n" * 20_001, "r.xlsx has 20,001 lines. The limit is 20,000."),
        (b",,,\n,,\n", "r.xlsx has no data in it."),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_unreadable_file_gets_one_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read_file("r.xlsx", content)
    assert str(refusal.value) == sentence


def test_photo_named_like_a_workbook_gets_one_sentence() -> None:
    with pytest.raises(UnreadableFile, match="isn’t a spreadsheet"):
        read_roster("photo.xlsx")


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("School/District", "school"),
        ("Division (E/M/J/S)", "division"),
        ("Gr.", "grade"),
        ("Player #", "position"),
        ("Student Name", "name"),
        ("FIRST NAME", "first"),
        ("Home School", "own"),
        ("Own school", "own"),
        ("Player's school", "own"),
        ("School of player", "own"),
        ("Favorite color", None),
        ("", None),
    ],
)
def test_headings_are_recognized_as_coaches_write_them(heading: str, field: str | None) -> None:
    assert field_for_heading(heading) == field


def test_headings_below_a_title_are_found() -> None:
    first, second = read_roster("schools-workbook.xlsx")
    assert recognize_columns(first).header == 4
    assert recognize_columns(second).fields == {0: "division", 1: "name", 2: "school", 3: "team", 4: "grade"}


def test_sheet_without_headings_has_no_columns() -> None:
    assert recognize_columns(Worksheet("x", (("Ada", "Abacus"), ("Bo", "Binary")))).fields == {}
