"""What each person does during the hour. Times are seconds of the simulated day; open pages poll at their own pace.

In a shorter run, everything happens at the same fraction of the hour.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random

from rehearsal.sample_scoresheets import form_fields, misread
from rehearsal.steps.scoresheets import SheetEntry
from rulebooks import get
from scoring.views import poll_seconds
from tests.load import pages
from tests.load.pages import WatchedPage
from tests.load.visitors import LoadVisitor, RequestLog, SimulatedClock
from tests.load.world import EDITION, LoadTable, World

COLLECTED, ALL_IN, CLOSED, OVER = 20, 45, 55, 60  # minutes: the round ends, the last sheet arrives, all are verified
TIMEOUT = 300.0  # real seconds, for what the whole day waits for
REASON = "So it stands on the paper."
PROJECTORS = 4
HEAD_TABLES = 4
FAMILIES = 100
PILE = 4
FINISHED_JOB_STATES = ("done", "failed", "cancelled")


@dataclass
class LoadDay:
    """Shared state, and what was acknowledged: `entries` by sheet, their `cells`, `verified` sheets, and so on."""

    world: World
    port: int
    clock: SimulatedClock
    log: RequestLog
    minutes: float = 60.0
    rng: Random = field(default_factory=lambda: Random(1))
    entries: dict[int, list[int]] = field(default_factory=dict)
    cells: dict[tuple[int, int], list[list[str]]] = field(default_factory=dict)
    verified: set[int] = field(default_factory=set)
    visits: dict[str, bool] = field(default_factory=dict)
    rulings: int = 0
    jobs: dict[str, str] = field(default_factory=dict)
    backups: int = 0
    entered: dict[int, asyncio.Event] = field(default_factory=dict)

    def at(self, minute: float) -> float:
        """The second of a minute of the hour."""
        return minute * self.minutes

    @property
    def end(self) -> float:
        return self.at(OVER)

    def share(self, number: int) -> int:
        """A number from a day with 3,000 players, scaled to this one."""
        return max(1, number * self.world.size.players // 3000)

    @property
    def base_path(self) -> str:
        return f"/t/{self.world.tournament.slug}/"

    @property
    def api(self) -> str:
        return f"/api/tournaments/{self.world.tournament.slug}/"

    def visitor(self, session: str = "") -> LoadVisitor:
        return LoadVisitor(self.port, self.clock, self.log, session)

    def report_problem(self, sentence: str) -> None:
        self.log.problems.append(sentence)


Task = Awaitable[None]


def all_tasks(day: LoadDay) -> Iterator[Task]:
    """The tasks of all people, each of which ends after the hour."""
    world = day.world
    day.entered = {table.sheet: asyncio.Event() for table in world.tables}
    yield from (poll_coach_page(day, path) for path in world.coaches)
    yield from scorekeeper_tasks(day)
    yield from judge_tasks(day)
    director = day.visitor(world.director)
    yield run_the_round(day, director)
    yield open_pages(day)
    yield print_papers(day, director)
    yield make_backups(day, director)
    yield watch_page(day, pages.DAY_BOARD, 10.0, world.director)
    for session in world.scorekeepers[: day.share(HEAD_TABLES)]:
        yield watch_page(day, pages.SHEETS_BOARD, poll_seconds(len(world.tables)), session)
        yield watch_page(day, pages.STANDINGS, 15.0, session)
    for _ in range(day.share(PROJECTORS)):
        yield watch_page(day, pages.CLOCKS, 5.0, world.director)
        yield watch_page(day, pages.WALL_OF_TABLES, 9.0)
        yield watch_page(day, pages.WALL_OF_STANDINGS, 9.0)
    for _ in range(day.share(FAMILIES)):
        yield look_up_table_and_standings(day)


# -- pages that are left open -----------------------------------------------------------------------------------------


async def watch_page(day: LoadDay, page: WatchedPage, every: float, session: str = "") -> None:
    visitor, first = day.visitor(session), day.rng.uniform(0, every)
    path = page.path(day.world)
    for second in _moments(first, every, day.end):
        await visitor.get(page.page, path, second, part=page.part)


def _moments(first: float, every: float, end: float) -> Iterator[float]:
    second = first
    while second < end:
        yield second
        second += every


async def poll_coach_page(day: LoadDay, path: str) -> None:
    """Poll a coach page every 15 seconds, and reload it now and then."""
    visitor, first, again = day.visitor(), day.rng.uniform(0, 15), day.rng.randrange(20, 60)
    for number, second in enumerate(_moments(first, 15, day.end)):
        if number % again == 0:
            await visitor.get(pages.COACH.page, path, second)
        else:
            await visitor.get(pages.COACH_LIVE.page, f"{path}live/", second, part=True)


async def look_up_table_and_standings(day: LoadDay) -> None:
    """Look up a player's table, then leave the standings open."""
    visitor, first = day.visitor(), day.rng.uniform(0, day.at(5))
    tables, team = f"/p/{day.world.tournament.slug}/tables/", day.rng.randrange(1, 600)
    await visitor.get("public tables", tables, first)
    await visitor.get(pages.FIND_TABLE.page, f"{tables}?q=One{team}", first + 5, part=True)
    await visitor.get("public standings", pages.PUBLIC_STANDINGS.path(day.world), first + 30)
    for second in _moments(first + 60, 30, day.end):
        await visitor.get(pages.PUBLIC_STANDINGS.page, pages.PUBLIC_STANDINGS.path(day.world), second, part=True)


async def open_pages(day: LoadDay) -> None:
    """Open one page after the other, as a director or without signing in."""
    browsers = {"director": day.visitor(day.world.director), "public": day.visitor()}
    for second, number in zip(_moments(10, 30, day.end), count(), strict=False):
        page = pages.OCCASIONAL_PAGES[number % len(pages.OCCASIONAL_PAGES)]
        await browsers[page.browser].get(page.page, page.path(day.world), second)


# -- scorekeepers -----------------------------------------------------------------------------------------------------


def scorekeeper_tasks(day: LoadDay) -> Iterator[Task]:
    """Scoresheets arrive in piles after the round; one scorekeeper enters each, and the next one enters it again."""
    tables = day.rng.sample(day.world.tables, len(day.world.tables))
    sessions = day.world.scorekeepers
    for index, session in enumerate(sessions):
        mine = tables[index :: len(sessions)]
        other = sessions[(index + 1) % len(sessions)]
        piles = [mine[first : first + PILE] for first in range(0, len(mine), PILE)]
        yield enter_sheets(day, day.visitor(session), piles, index / len(sessions))
        yield enter_sheets_again(day, day.visitor(other), mine)


async def enter_sheets(day: LoadDay, scorekeeper: LoadVisitor, piles: list[list[LoadTable]], share: float) -> None:
    """Receive piles by table number, and enter the sheets in the order in which the page offers them."""
    pace = day.at(ALL_IN - COLLECTED) / max(1, len(piles))
    for number, pile in enumerate(piles):
        second = day.at(COLLECTED + 0.5) + (number + share) * pace
        words = {"tables": " ".join(table.number for table in pile)}
        await scorekeeper.post("sheets received", f"{day.base_path}sheets/in/", words, second)
        left = {table.sheet: table for table in pile}
        for step in range(len(pile)):
            due = max(day.clock.now(), second + (step + 0.5) * pace / (len(pile) + 1))
            response = await scorekeeper.get(pages.NEXT.page, f"{day.base_path}sheets/next/", due)
            table = left.pop(_number_in(response.location), None)
            if table is None:  # report it, and go on with the next paper
                day.report_problem(f"after a pile of {words['tables']} the next sheet was {response.location!r}")
                _, table = left.popitem()
            await _enter_sheet(day, scorekeeper, table, SheetEntry("enter", table.paper, 0))
            day.entered[table.sheet].set()


async def enter_sheets_again(day: LoadDay, scorekeeper: LoadVisitor, tables: list[LoadTable]) -> None:
    """Enter each sheet again without seeing the first entry, and resolve entries that don't match."""
    for table in tables:
        await day.entered[table.sheet].wait()
        due = day.clock.now() + day.rng.uniform(20, 60)
        response = await scorekeeper.get(pages.BY_NUMBER.page, f"{day.base_path}sheets/?table={table.number}", due)
        if _number_in(response.location) != table.sheet:
            day.report_problem(f"table {table.number} led to {response.location!r}")
            continue
        reading = misread(day.rng, table.paper, get(EDITION)) or table.paper
        await _enter_sheet(day, scorekeeper, table, SheetEntry("rekey", reading, 1))
        if reading != table.paper:
            resolution = SheetEntry("settle", table.paper, 1, {"reason": REASON})
            await _enter_sheet(day, scorekeeper, table, resolution)
        day.verified.add(table.sheet)


def _number_in(location: str) -> int:
    """`/t/fall-meet/sheets/17/` is 17."""
    last = location.partition("?")[0].rstrip("/").rpartition("/")[2]
    return int(last) if last.isdecimal() else 0


async def _enter_sheet(day: LoadDay, scorekeeper: LoadVisitor, table: LoadTable, entry: SheetEntry) -> None:
    """Open a sheet, type it with a preview request after each shake, and save it."""
    paper, verb = entry.paper, entry.verb
    path = f"{day.base_path}sheets/{table.sheet}/"
    begin = day.clock.now()
    await scorekeeper.get(pages.SHEET.page, path)
    whole = form_fields(paper) | {"base": str(entry.base), "source": "paper", **entry.more}
    for shake in range(1, len(paper.cells) + 1):
        so_far = {name: value for name, value in whole.items() if not _is_later(name, shake)}
        await scorekeeper.post("sheet, while typing", f"{path}preview/", so_far, begin + 5 * shake, script=True)
    due = begin + 5 * len(paper.cells) + 3
    response = await scorekeeper.post(f"save: {verb}", f"{path}{verb}/", whole, due, script=True)
    data = response.json if response.status == 200 else {}
    if not data.get("entry"):
        day.report_problem(f"{verb} of table {table.number} was not taken: {response.status} {response.text[:200]}")
        return
    day.entries.setdefault(table.sheet, []).append(data["entry"])
    day.cells[table.sheet, data["entry"]] = paper.written()


def _is_later(name: str, shake: int) -> bool:
    kind, _, rest = name.partition("-")
    return kind == "shake" and int(rest.partition("-")[0]) > shake


# -- judges -----------------------------------------------------------------------------------------------------------


def judge_tasks(day: LoadDay) -> Iterator[Task]:
    """One table in eight calls a judge during the round. Between calls, judges keep their page open."""
    tables = day.rng.sample(day.world.tables, max(2, len(day.world.tables) // 8))
    sessions = day.world.judges
    for index, session in enumerate(sessions):
        yield visit_tables(day, day.visitor(session), tables[index :: len(sessions)])


async def visit_tables(day: LoadDay, visitor: LoadVisitor, tables: list[LoadTable]) -> None:
    runner = day.visitor(day.rng.choice(day.world.scorekeepers))
    pace = day.at(COLLECTED) / max(1, len(tables))
    seen = day.rng.uniform(0, 5)
    for number, table in enumerate(tables):
        hand_up = (number + day.rng.uniform(0.05, 0.3)) * pace
        seen = await _look_at_board(day, visitor, seen, hand_up)
        await runner.post("call: asked for", f"{day.base_path}judging/ask/", {"sheet": str(table.sheet)}, hand_up)
        seen = await _look_at_board(day, visitor, seen, hand_up + 30)
        await _visit_table(day, visitor, table)
        seen = max(seen, day.clock.now())
    await _look_at_board(day, visitor, seen, day.end)


async def _look_at_board(day: LoadDay, visitor: LoadVisitor, first: float, end: float) -> float:
    """Poll the judges' page until `end`, and return when the next request is due."""
    second = first
    for second in _moments(first, 5, end):
        await visitor.get(pages.JUDGES_BOARD.page, f"{day.base_path}judging/", second, part=True)
    return second + 5 if first < end else first


async def _visit_table(day: LoadDay, judge: LoadVisitor, table: LoadTable) -> None:
    begin = day.clock.now()
    response = await judge.post("call: begun", f"{day.base_path}judging/begin/", {"sheet": str(table.sheet)})
    visit = response.location
    if "/judging/" not in visit or not _number_in(visit):
        day.report_problem(f"a judge who came to table {table.number} was led to {visit!r}")
        return
    day.visits[visit] = False
    await judge.get("call", visit)
    await judge.post("call: what it is about", f"{visit}about/", {"about": "move"}, begin + 15, part=True)
    ruling = {"situation": "The Goal was 6 and the Solution 3 x 2.", "decision": "The Solution is wrong."}
    for second, words in ((30, {"situation": ruling["situation"]}), (45, ruling)):
        await judge.post("call: similar cases", f"{visit}like/", words, begin + second, part=True)
    await judge.post("call: ruled", visit, ruling | {"effect": "none", "shake": "1"}, begin + 50)
    day.rulings += 1
    await judge.get("call", visit)
    await judge.post("call: ended", f"{visit}end/", {"about": ""}, begin + 80)
    day.visits[visit] = True
    await judge.get("call", visit)


# -- the director -----------------------------------------------------------------------------------------------------


async def run_the_round(day: LoadDay, director: LoadVisitor) -> None:
    """Collect the round, close it when all its sheets are verified, and draw the next round of one division."""
    rounds = day.world.rounds
    for index, number in enumerate(rounds.values()):
        await director.post("round ended", f"{day.base_path}rounds/{number}/collect/", {}, day.at(COLLECTED) + index)
    for letter, number in rounds.items():
        sheets = {table.sheet for table in day.world.tables if table.division == letter}
        await _wait_until(day, day.at(CLOSED), partial(sheets.issubset, day.verified))
        await director.post("round closed", f"{day.base_path}rounds/{number}/complete/", {})
    following = next(iter(day.world.following.values()))
    response = await director.api_post("next round drawn", f"{day.api}draws/", {"round": following, "seed": 1})
    if 0 < response.status < 400:
        await director.api_post("next round published", f"{day.api}draws/{response.json['id']}/publish/", {})


async def _wait_until(day: LoadDay, after: float, condition: Callable[[], bool]) -> None:
    """Wait for a time of the day and then for a condition, with a limit. The audit reports if it never came true."""
    await day.clock.until(after)
    give_up = day.clock.now() + TIMEOUT * day.clock.factor
    while not condition() and day.clock.now() < give_up:
        await asyncio.sleep(0.05)


async def print_papers(day: LoadDay, director: LoadVisitor) -> None:
    """Order lists and scoresheets, and wait for each."""
    number = next(iter(day.world.rounds.values()))
    for minute, document in ((5, "list-by-name"), (10, "scoresheets"), (30, "list-by-name")):
        data = {"document": document, "round": number}
        response = await director.api_post("print ordered", f"{day.api}prints/documents/", data, day.at(minute))
        if 0 < response.status < 400:
            await _wait_for_job(day, director, response.json["id"])


async def _wait_for_job(day: LoadDay, director: LoadVisitor, job: str) -> None:
    """Poll a job every second of real time, because workers don't run faster than real time."""
    day.jobs.setdefault(job, "")  # a document that is ordered twice is made once
    give_up = day.clock.now() + TIMEOUT * day.clock.factor
    while day.jobs[job] not in FINISHED_JOB_STATES and day.clock.now() < give_up:
        await asyncio.sleep(1)
        response = await director.get("job", f"{day.api}jobs/{job}/")
        if response.status == 200:
            day.jobs[job] = response.json["state"]


async def make_backups(day: LoadDay, director: LoadVisitor) -> None:
    for second in _moments(day.at(2), day.at(10), day.end):
        await director.post("backup asked for", f"{day.base_path}backups/now/", {}, second)
        day.backups += 1
        await director.get("backups", f"{day.base_path}backups/")
