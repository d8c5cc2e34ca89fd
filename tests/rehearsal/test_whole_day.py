"""A whole tournament with 30 players on the test database, and then the checks, each of which must be able to fail."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from typing import Any

from foundation.people.models import User
from rehearsal import checks
from rehearsal.state import Plan
from rehearsal.steps import results
from tests.rehearsal.in_process import rehearsed_in_process

Rows = dict[str, list[dict[str, Any]]]


def change_archive(content: bytes, change: Callable[[Rows], object]) -> bytes:
    """The archive with a change to its rows."""
    with zipfile.ZipFile(BytesIO(content)) as folder:
        files = {name: folder.read(name) for name in folder.namelist()}
    lists = {
        name[:-6]: [json.loads(line) for line in text.splitlines()] for name, text in files.items() if ".jsonl" in name
    }
    change(lists)
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as folder:
        for name, text in files.items():
            rows = lists.get(name.removesuffix(".jsonl"))
            folder.writestr(name, text if rows is None else "\n".join(map(json.dumps, rows)))
    return out.getvalue()


def test_all_checks_pass_after_a_tournament_and_each_can_fail(director: User) -> None:
    with rehearsed_in_process(director, Plan(30, 2, rounds=1)) as rehearsal:
        content, shown = results.download_archive(rehearsal), results.read_standings(rehearsal)
    acknowledged = rehearsal.acknowledged
    assert checks.find_problems(content, shown, acknowledged) == []
    assert (rehearsal.progress.done, len(rehearsal.protests), {each.ends for each in rehearsal.protests.values()}) == (
        rehearsal.progress.total,
        6,
        {"overturned", "upheld", "withdrawn", "dismissed", "decided anew"},
    )
    verbs = {verb for _, verb in acknowledged.done}
    assert {
        "sheet.settle",
        "penalty.consent",
        "protest.decide",
        "draw.publish",
        "checkin.substitute",
        "playoffs.call",
    } <= verbs

    def problems_after(change: Callable[[Rows], None], *, rows: list[set[tuple]] = shown) -> list[str]:
        return [
            each.split(":")[0] for each in checks.find_problems(change_archive(content, change), rows, acknowledged)
        ]

    def change_points(rows: Rows) -> None:
        result = next(each for each in rows["results"] if each["until"] is None and each["points"] == "6.00")
        result["points"] = "5.00"

    wrong = problems_after(change_points)
    assert "a result doesn’t match its scoresheet" in wrong
    assert any(each.startswith("the standings show") for each in wrong)
    assert any(
        "players have a total of" in each
        for each in checks.find_problems(change_archive(content, change_points), shown, acknowledged)
    )

    def double_seat(rows: Rows) -> None:
        rows["seats"].append(_published_seat(rows))

    assert [each.partition(" has ")[2] for each in problems_after(double_seat)] == ["2 seats in round 1"]

    def publish_twice(rows: Rows) -> None:
        draw = next(each for each in rows["draws"] if each["state"] == "published")
        rows["draws"].append(draw | {"id": 9999})

    assert [each.partition(" has ")[2] for each in problems_after(publish_twice)] == ["2 published versions"]

    def remove_finalist(rows: Rows) -> None:
        rows["finalists"].pop()

    assert [each.partition(" but ")[2] for each in problems_after(remove_finalist)] == ["didn’t advance"]

    def remove_result(rows: Rows) -> None:
        result = next(each for each in rows["results"] if each["until"] is None and each["status"] == "absent")
        rows["results"].remove(result)

    assert any(" should have 1 result in round " in each for each in problems_after(remove_result))

    def change_cells(rows: Rows) -> None:
        rows["entries"][0]["paper"]["columns"][0]["cells"][0] = "8"

    def lost_entries(change: Callable[[Rows], object]) -> list[str]:
        lost = checks.check_entries(_read(change_archive(content, change)), acknowledged)
        return [each.partition(": ")[2] for each in lost]

    assert lost_entries(change_cells) == ["entry 1 differs from what was typed"]
    assert lost_entries(lambda rows: rows["entries"].pop(0)) == ["entry 1 was saved but is missing"]
    assert lost_entries(lambda rows: rows["entries"].append(rows["entries"][0] | {"number": 77})) == [
        "no one typed entry 77"
    ]

    def remove_log_line(rows: Rows) -> None:
        rows["log"].remove(next(each for each in rows["log"] if each["action"] == "sheet.settle"))

    assert [each.partition("sheet.settle")[1] for each in problems_after(remove_log_line)] == ["sheet.settle"]
    acknowledged.record("Scores 1 (rehearsal)", "sheet.flag")
    assert list(checks.check_log(_read(content), acknowledged)) == [
        "Scores 1 (rehearsal), sheet.flag: 1 saved, but 0 in the log"
    ]


def _published_seat(rows: Rows) -> dict[str, Any]:
    published = {each["id"] for each in rows["draws"] if each["state"] == "published"}
    tables = {each["id"] for each in rows["tables"] if each["draw"] in published}
    return next(each for each in rows["seats"] if each["table"] in tables)


def test_collecting_stage_leaves_half_of_the_sheets_to_enter(director: User) -> None:
    with rehearsed_in_process(director, Plan(12, 3, rounds=1), "collecting") as rehearsal:
        sheets = rehearsal.director.api_list(f"{rehearsal.slug}/sheets/")
        standings = checks.fingerprint(results.read_standings(rehearsal))
    assert Counter(sheet["state"] for sheet in sheets) == {"verified": 2, "in": 1}
    assert standings == "d8442da7e9f096d9"  # on every machine and database


def _read(content: bytes) -> Rows:
    return checks.recomputed.read(BytesIO(content))
