"""A whole day of thirty children, played inside the test on its database; then the checks, which must also fail."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from rehearsal import checks, day
from rehearsal.acts import ending
from rehearsal.ledger import Ledger, Where
from rehearsal.stage import Plan, Stage
from rehearsal.tasks import signed_in
from rehearsal.visitors import Visitor
from rehearsal.ways import InsideThisProcess, one_connection
from tournament.people.models import User

Rows = dict[str, list[dict[str, Any]]]


@contextmanager
def rehearsed(director: User, plan: Plan, until: str = day.FINISHED) -> Iterator[Stage]:
    way, ledger = InsideThisProcess(), Ledger()
    with one_connection(), signed_in(director) as session:
        visitor = Visitor(director.name, way, ledger)
        visitor.client.cookies.set("sessionid", session)
        stage = day.open_stage(plan, way, visitor, ledger, lambda done, total, words: None, until)
        day.run(stage, until)
        yield stage


def broken(content: bytes, change: Callable[[Rows], None]) -> bytes:
    """The same archive with something else in it."""
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


def test_everything_agrees_after_a_day_and_every_check_can_fail(director: User) -> None:
    with rehearsed(director, Plan(30, 2, rounds=2)) as stage:
        content, shown = ending.archive(stage), ending.standings(stage)
    ledger = stage.ledger
    assert checks.problems(content, shown, ledger) == []
    assert (stage.progress.done, len(stage.protests), {each.ends for each in stage.protests.values()}) == (
        stage.progress.total,
        4,
        {"overturned", "upheld", "withdrawn", "dismissed"},
    )
    verbs = {verb for _, verb in ledger.done}
    assert {"sheet.settle", "penalty.consent", "protest.decide", "draw.publish", "checkin.mark"} <= verbs

    def found(change: Callable[[Rows], None], *, said: list[set[tuple]] = shown) -> list[str]:
        return [each.split(":")[0] for each in checks.problems(broken(content, change), said, ledger)]

    def wrong_points(rows: Rows) -> None:
        result = next(each for each in rows["results"] if each["until"] is None and each["points"] == "6.00")
        result["points"] = "5.00"

    wrong = found(wrong_points)
    assert "a result does not follow from its sheet" in wrong
    assert any(each.startswith("the standings say") for each in wrong)
    assert any("points together" in each for each in checks.problems(broken(content, wrong_points), shown, ledger))

    def same_seat(rows: Rows) -> None:
        published = {each["id"] for each in rows["draws"] if each["state"] == "published"}
        tables = {each["id"] for each in rows["tables"] if each["draw"] in published}
        rows["seats"].append(next(each for each in rows["seats"] if each["table"] in tables))

    assert [each.partition(" sits ")[2] for each in found(same_seat)] == ["2 times in round 1"]

    def other_cells(rows: Rows) -> None:
        rows["entries"][0]["paper"]["columns"][0]["cells"][0] = "8"

    where = Where("E", 1, 1)
    assert [
        each.partition(" entry ")[2] for each in checks.entries_lost(_read(broken(content, other_cells)), ledger)
    ] == ["1 says something else than was typed"]
    ledger.entries[where, 99] = [["6"]]
    assert list(checks.entries_lost(_read(content), ledger)) == [f"{where}: entry 99 was acknowledged and is not there"]
    ledger.note("Scores 1 (rehearsal)", "sheet.flag")
    assert list(checks.lines_missing(_read(content), ledger)) == [
        "Scores 1 (rehearsal), sheet.flag: acknowledged 1 times, 0 lines in the log"
    ]


def test_half_of_the_sheets_are_left_to_train_with(director: User) -> None:
    with rehearsed(director, Plan(12, 3, rounds=1), "collecting") as stage:
        sheets = stage.director.all(f"{stage.slug}/sheets/")
        standings = checks.fingerprint(ending.standings(stage))
    assert Counter(sheet["state"] for sheet in sheets) == {"verified": 2, "in": 2}
    assert standings == "24f1c53d9aa5931d"  # on every machine and database


def _read(content: bytes) -> Rows:
    return checks.recomputed.read(BytesIO(content))
