"""What everybody does during the hour. Times are seconds of the day; what a page does by itself has its own pace.

A day for a test is shorter: what happens at a minute of the hour then happens at its share of that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random

from rehearsal.play import Paper, slipped, typed
from rulebooks import get
from scoring.views import pace_of
from tests.load import pages
from tests.load.pages import Look
from tests.load.visitors import Clock, Ledger, Visitor
from tests.load.world import EDITION, Table, World

COLLECTED, ALL_IN, CLOSED, OVER = 20, 45, 55, 60  # minutes: the round ends, the last sheet is brought, all are verified
PATIENCE = 300.0  # seconds of the clock on the wall, for what the whole day waits for
REASON = "So it stands on the paper."
WALLS = 4
HEADS = 4
FAMILIES = 100
PILE = 4
JOB_IS_OVER = ("done", "failed", "cancelled")


@dataclass
class Day:
    """What all share, and what was acknowledged: `entries` by sheet, their `cells`, what was `verified`, and so on."""

    world: World
    port: int
    clock: Clock
    ledger: Ledger
    minutes: float = 60.0
    chance: Random = field(default_factory=lambda: Random(1))
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
        """So many as on the largest day, in proportion."""
        return max(1, number * self.world.size.players // 3000)

    @property
    def board(self) -> str:
        return f"/t/{self.world.tournament.slug}/"

    @property
    def api(self) -> str:
        return f"/api/tournaments/{self.world.tournament.slug}/"

    def visitor(self, session: str = "") -> Visitor:
        return Visitor(self.port, self.clock, self.ledger, session)

    def wrong(self, sentence: str) -> None:
        self.ledger.wrong.append(sentence)


Life = Awaitable[None]


def everybody(day: Day) -> Iterator[Life]:
    """All lives of the hour, each of which ends by itself."""
    world = day.world
    day.entered = {table.sheet: asyncio.Event() for table in world.tables}
    yield from (coach(day, path) for path in world.coaches)
    yield from scorekeepers(day)
    yield from judges(day)
    director = day.visitor(world.director)
    yield run_the_round(day, director)
    yield look_around(day)
    yield print_papers(day, director)
    yield back_up(day, director)
    yield look(day, pages.DAY_BOARD, 10.0, world.director)
    for session in world.scorekeepers[: day.share(HEADS)]:
        yield look(day, pages.SHEETS_BOARD, pace_of(len(world.tables)), session)
        yield look(day, pages.STANDINGS, 15.0, session)
    for _ in range(day.share(WALLS)):
        yield look(day, pages.CLOCKS, 5.0, world.director)
        yield look(day, pages.WALL_OF_TABLES, 9.0)
        yield look(day, pages.WALL_OF_STANDINGS, 9.0)
    for _ in range(day.share(FAMILIES)):
        yield family(day)


# -- pages that are left open -----------------------------------------------------------------------------------------


async def look(day: Day, what: Look, every: float, session: str = "") -> None:
    visitor, first = day.visitor(session), day.chance.uniform(0, every)
    address = what.address(day.world)
    for second in _beats(first, every, day.end):
        await visitor.get(what.page, address, second, part=what.part)


def _beats(first: float, every: float, end: float) -> Iterator[float]:
    second = first
    while second < end:
        yield second
        second += every


async def coach(day: Day, path: str) -> None:
    """The page asks for what changes every fifteen seconds; now and then it is loaded anew."""
    visitor, first, again = day.visitor(), day.chance.uniform(0, 15), day.chance.randrange(20, 60)
    for number, second in enumerate(_beats(first, 15, day.end)):
        if number % again == 0:
            await visitor.get(pages.COACH.page, path, second)
        else:
            await visitor.get(pages.COACH_LIVE.page, f"{path}live/", second, part=True)


async def family(day: Day) -> None:
    """Somebody looks for a child's table, then leaves the standings open."""
    visitor, first = day.visitor(), day.chance.uniform(0, day.at(5))
    tables, team = f"/p/{day.world.tournament.slug}/tables/", day.chance.randrange(1, 600)
    await visitor.get("public tables", tables, first)
    await visitor.get(pages.FIND_TABLE.page, f"{tables}?q=One{team}", first + 5, part=True)
    await visitor.get("public standings", pages.PUBLIC_STANDINGS.address(day.world), first + 30)
    for second in _beats(first + 60, 30, day.end):
        await visitor.get(pages.PUBLIC_STANDINGS.page, pages.PUBLIC_STANDINGS.address(day.world), second, part=True)


async def look_around(day: Day) -> None:
    """A director, or somebody of the public, opens one page after the other."""
    browsers = {"director": day.visitor(day.world.director), "public": day.visitor()}
    for second, number in zip(_beats(10, 30, day.end), count(), strict=False):
        what = pages.NOW_AND_THEN[number % len(pages.NOW_AND_THEN)]
        await browsers[what.who].get(what.page, what.address(day.world), second)


# -- scorekeepers -----------------------------------------------------------------------------------------------------


def scorekeepers(day: Day) -> Iterator[Life]:
    """Sheets come in piles from the end of the round on; each is keyed by one and keyed again by the next."""
    tables = day.chance.sample(day.world.tables, len(day.world.tables))
    sessions = day.world.scorekeepers
    for at, session in enumerate(sessions):
        mine = tables[at :: len(sessions)]
        other = sessions[(at + 1) % len(sessions)]
        piles = [mine[first : first + PILE] for first in range(0, len(mine), PILE)]
        yield keys(day, day.visitor(session), piles, at / len(sessions))
        yield verifies(day, day.visitor(other), mine)


async def keys(day: Day, clerk: Visitor, piles: list[list[Table]], share: float) -> None:
    """Receives a pile by its numbers, and takes one sheet after the other from it, as the page offers them."""
    pace = day.at(ALL_IN - COLLECTED) / max(1, len(piles))
    for number, pile in enumerate(piles):
        second = day.at(COLLECTED + 0.5) + (number + share) * pace
        words = {"tables": " ".join(table.number for table in pile)}
        await clerk.post("sheets received", f"{day.board}sheets/in/", words, second)
        left = {table.sheet: table for table in pile}
        for step in range(len(pile)):
            due = max(day.clock.now(), second + (step + 0.5) * pace / (len(pile) + 1))
            answer = await clerk.get(pages.NEXT.page, f"{day.board}sheets/next/", due)
            table = left.pop(_number_in(answer.location), None)
            if table is None:  # the day goes on, with the paper that lies on top
                day.wrong(f"after a pile of {words['tables']} the next sheet was {answer.location!r}")
                _, table = left.popitem()
            await _key(day, clerk, table, table.paper, "enter", 0)
            day.entered[table.sheet].set()


async def verifies(day: Day, clerk: Visitor, tables: list[Table]) -> None:
    """With the paper in hand: by its number, blind; where the two readings differ, they settle it."""
    for table in tables:
        await day.entered[table.sheet].wait()
        due = day.clock.now() + day.chance.uniform(20, 60)
        answer = await clerk.get(pages.BY_NUMBER.page, f"{day.board}sheets/?table={table.number}", due)
        if _number_in(answer.location) != table.sheet:
            day.wrong(f"table {table.number} led to {answer.location!r}")
            continue
        read = slipped(day.chance, table.paper, get(EDITION)) or table.paper
        await _key(day, clerk, table, read, "rekey", 1)
        if read != table.paper:
            await _key(day, clerk, table, table.paper, "settle", 1, reason=REASON)
        day.verified.add(table.sheet)


def _number_in(location: str) -> int:
    """`/t/fall-meet/sheets/17/` is 17."""
    last = location.partition("?")[0].rstrip("/").rpartition("/")[2]
    return int(last) if last.isdecimal() else 0


async def _key(day: Day, clerk: Visitor, table: Table, paper: Paper, verb: str, base: int, **more: str) -> None:
    """Open it, type, be told what follows after each shake, save."""
    address = f"{day.board}sheets/{table.sheet}/"
    begin = day.clock.now()
    await clerk.get(pages.SHEET.page, address)
    whole = typed(paper) | {"base": str(base), "source": "paper", **more}
    for shake in range(1, len(paper.cells) + 1):
        so_far = {name: value for name, value in whole.items() if not _is_later(name, shake)}
        await clerk.post("sheet, while typing", f"{address}preview/", so_far, begin + 5 * shake, script=True)
    due = begin + 5 * len(paper.cells) + 3
    answer = await clerk.post(f"save: {verb}", f"{address}{verb}/", whole, due, script=True)
    told = answer.json if answer.status == 200 else {}
    if not told.get("entry"):
        day.wrong(f"{verb} of table {table.number} was not taken: {answer.status} {answer.text[:200]}")
        return
    day.entries.setdefault(table.sheet, []).append(told["entry"])
    day.cells[table.sheet, told["entry"]] = paper.written()


def _is_later(name: str, shake: int) -> bool:
    kind, _, rest = name.partition("-")
    return kind == "shake" and int(rest.partition("-")[0]) > shake


# -- judges -----------------------------------------------------------------------------------------------------------


def judges(day: Day) -> Iterator[Life]:
    """A hand goes up at one table in eight, while the round is played; judges look at their board meanwhile."""
    tables = day.chance.sample(day.world.tables, max(2, len(day.world.tables) // 8))
    sessions = day.world.judges
    for at, session in enumerate(sessions):
        yield judge(day, day.visitor(session), tables[at :: len(sessions)])


async def judge(day: Day, visitor: Visitor, tables: list[Table]) -> None:
    runner = day.visitor(day.chance.choice(day.world.scorekeepers))
    pace = day.at(COLLECTED) / max(1, len(tables))
    seen = day.chance.uniform(0, 5)
    for number, table in enumerate(tables):
        hand_up = (number + day.chance.uniform(0.05, 0.3)) * pace
        seen = await _look_at_board(day, visitor, seen, hand_up)
        await runner.post("call: asked for", f"{day.board}judging/ask/", {"sheet": str(table.sheet)}, hand_up)
        seen = await _look_at_board(day, visitor, seen, hand_up + 30)
        await _visit(day, visitor, table)
        seen = max(seen, day.clock.now())
    await _look_at_board(day, visitor, seen, day.end)


async def _look_at_board(day: Day, visitor: Visitor, first: float, end: float) -> float:
    """The time of the next look."""
    second = first
    for second in _beats(first, 5, end):
        await visitor.get(pages.JUDGES_BOARD.page, f"{day.board}judging/", second, part=True)
    return second + 5 if first < end else first


async def _visit(day: Day, judge: Visitor, table: Table) -> None:
    begin = day.clock.now()
    answer = await judge.post("call: begun", f"{day.board}judging/begin/", {"sheet": str(table.sheet)})
    visit = answer.location
    if "/judging/" not in visit or not _number_in(visit):
        day.wrong(f"a judge who came to table {table.number} was led to {visit!r}")
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


async def run_the_round(day: Day, director: Visitor) -> None:
    """The round ends; when all its sheets are verified it is closed, and the next one of a division is drawn."""
    rounds = day.world.rounds
    for at, number in enumerate(rounds.values()):
        await director.post("round ended", f"{day.board}rounds/{number}/collect/", {}, day.at(COLLECTED) + at)
    for letter, number in rounds.items():
        sheets = {table.sheet for table in day.world.tables if table.division == letter}
        await _until(day, day.at(CLOSED), lambda sheets=sheets: sheets <= day.verified)
        await director.post("round closed", f"{day.board}rounds/{number}/complete/", {})
    following = next(iter(day.world.following.values()))
    answer = await director.tell("next round drawn", f"{day.api}draws/", {"round": following, "seed": 1})
    if 0 < answer.status < 400:
        await director.tell("next round published", f"{day.api}draws/{answer.json['id']}/publish/", {})


async def _until(day: Day, after: float, ask: Callable[[], bool]) -> None:
    """Not before a time of the day, and then as soon as it is so; the audit tells if it never was."""
    await day.clock.until(after)
    give_up = day.clock.now() + PATIENCE * day.clock.factor
    while not ask() and day.clock.now() < give_up:
        await asyncio.sleep(0.05)


async def print_papers(day: Day, director: Visitor) -> None:
    """Lists and scoresheets, each waited for on its page."""
    number = next(iter(day.world.rounds.values()))
    for minute, document in ((5, "list-by-name"), (10, "scoresheets"), (30, "list-by-name")):
        told = {"document": document, "round": number}
        answer = await director.tell("print ordered", f"{day.api}prints/documents/", told, day.at(minute))
        if 0 < answer.status < 400:
            await _wait_for(day, director, answer.json["id"])


async def _wait_for(day: Day, director: Visitor, job: str) -> None:
    """The page asks every second of the clock on the wall: a worker is not quicker because the day is."""
    day.jobs.setdefault(job, "")  # asked for twice it is made once
    give_up = day.clock.now() + PATIENCE * day.clock.factor
    while day.jobs[job] not in JOB_IS_OVER and day.clock.now() < give_up:
        await asyncio.sleep(1)
        answer = await director.get("job", f"{day.api}jobs/{job}/")
        if answer.status == 200:
            day.jobs[job] = answer.json["state"]


async def back_up(day: Day, director: Visitor) -> None:
    for second in _beats(day.at(2), day.at(10), day.end):
        await director.post("backup asked for", f"{day.board}backups/now/", {}, second)
        day.backups += 1
        await director.get("backups", f"{day.board}backups/")
