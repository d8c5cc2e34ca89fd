"""Errands: what people do while a fault strikes. Each carries its key, and is sent again until it is acknowledged.

An answer is an acknowledgement, a connection that breaks off or a 503 is none, and everything else is a defect.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import cycle, product
from threading import Thread
from typing import Any
from urllib.parse import urlencode

from tests.helpers import PATIENCE
from tests.system.machine import Program, until

TOKEN = "t" * 32  # a browser's own: what the form sends is what its cookie has
LATER = (0, 503)


@dataclass
class Errand:
    """`answers`: the status of every answer so far; 0 where nobody answered."""

    what: str
    path: str
    body: str
    headers: dict[str, str]
    key: str
    answers: list[int] = field(default_factory=list)
    said: str = ""

    def send(self, program: Program) -> bool:
        """Once; whether it was acknowledged."""
        with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)) as connection:
            try:
                connection.request("POST", self.path, self.body, self.headers)
                response = connection.getresponse()
                self.said = response.read().decode() or response.headers.get("Location", "")
                self.answers.append(response.status)
            except (OSError, http.client.HTTPException):
                self.answers.append(0)
        return self.is_acknowledged

    @property
    def is_acknowledged(self) -> bool:
        return bool(self.answers) and self.answers[-1] not in LATER

    @property
    def digest(self) -> str:
        """As the log has it."""
        return hashlib.sha256(json.dumps(self.key).encode()).hexdigest()

    def must_be_good(self) -> None:
        well = {"save": [200], "draw": [201], "publish": [200], "print": [202], "decide": [302]}[self.what]
        answers = [each for each in self.answers if each not in (*LATER, *well)]
        assert not answers, (self.what, self.answers, self.said)
        assert "login" not in self.said, self.said


class Errands:
    """What there is to do on a stage, a handful at a time."""

    def __init__(self, program: Program, stage: dict[str, Any]) -> None:
        self.program, self.stage = program, stage
        self.all: list[Errand] = []
        self.saves = map(self._save, stage["saves"]["sheets"])
        self.draws = map(self._draw, cycle(stage["draws"]["rounds"]))
        self.prints = (self._print(*each) for each in cycle(product(("letter", "a4"), range(4, 13))))
        self.appeals = map(self._decide, stage["appeals"]["protests"])

    def handful(self) -> list[Errand]:
        """Three sheets to save, a round to draw and another to publish, paper to print, an appeal to decide."""
        drawn = [each for each in self.all if each.what == "draw" and each.is_acknowledged]
        known = {each.path for each in self.all}
        publish = [made for each in drawn if (made := self._publish(each)).path not in known][:1]
        taken = [next(self.saves), next(self.saves), next(self.saves), next(self.draws), *publish]
        taken += [next(self.prints), next(self.appeals)]
        self.all += taken
        return taken

    # -- each kind ----------------------------------------------------------------------------------------------------

    def _save(self, sheet: int) -> Errand:
        cells = {1: "642", 2: "246", 3: "222"}
        fields = {"base": "0", "source": "paper"}
        fields |= {f"shake-{n}-{seat}": cell for seat, row in cells.items() for n, cell in enumerate(row, 1)}
        fields |= {f"row-{seat}-initials": "yes" for seat in cells}
        return self._form("save", f"sheets/{sheet}/enter/", self.stage["saves"], fields, "application/json")

    def _decide(self, protest: int) -> Errand:
        fields = {"outcome": "rescored", "base": "1", "cell-1-1": "2", "cell-1-2": "6", "cell-1-3": "2"}
        fields |= {"rule": "EQ IV", "reason": "It is right."}
        return self._form("decide", f"protests/{protest}/decide/", self.stage["appeals"], fields, "text/html")

    def _form(self, what: str, where: str, scene: dict[str, Any], fields: dict[str, str], accept: str) -> Errand:
        key = uuid.uuid4().hex
        cookie = f"sessionid={scene['session']}; csrftoken={TOKEN}"
        headers = {"Cookie": cookie, "Accept": accept, "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(fields | {"key": key, "csrfmiddlewaretoken": TOKEN})
        return Errand(what, f"/t/{scene['slug']}/{where}", body, headers, key)

    def _draw(self, round_: int) -> Errand:
        return self._call("draw", "draws/", self.stage["draws"], {"round": round_})

    def _publish(self, drawn: Errand) -> Errand:
        return self._call("publish", f"draws/{json.loads(drawn.said)['id']}/publish/", self.stage["draws"], {})

    def _print(self, paper: str, shakes: int) -> Errand:
        scene = self.stage["prints"]
        wanted = {
            "document": "scoresheets",
            "round": scene["round"],
            "paper": paper,
            "options": {"shakes": str(shakes)},
        }
        return self._call("print", "prints/documents/", scene, wanted)

    def _call(self, what: str, where: str, scene: dict[str, Any], body: dict[str, Any]) -> Errand:
        key = uuid.uuid4().hex
        headers = {"Authorization": f"Bearer {scene['token']}", "Content-Type": "application/json"}
        path = f"/api/tournaments/{scene['slug']}/{where}"
        return Errand(what, path, json.dumps(body), headers | {"Idempotency-Key": key}, key)

    # -- at once ------------------------------------------------------------------------------------------------------

    def run(self, errands: list[Errand], strike: Callable[[], None], *, once: bool = False) -> None:
        """All at the same time, while it strikes; each is sent until it is acknowledged, or `once`."""

        def carry(errand: Errand) -> None:
            if once:
                errand.send(self.program)
            else:
                until(lambda: errand.send(self.program), f"{errand.what} acknowledged: {errand.answers}")

        threads = [Thread(target=carry, args=[each]) for each in errands]
        for thread in threads:
            thread.start()
        try:
            strike()
        finally:
            for thread in threads:
                thread.join()
        for errand in errands:
            errand.must_be_good()
            assert once or errand.is_acknowledged, (errand.what, errand.answers)

    # -- what must be so ----------------------------------------------------------------------------------------------

    def must_be_there_once(self) -> None:
        """What was acknowledged is there, once, and nothing else is; and all that is there is whole."""
        lines = Counter(key for (key,) in self.program.ask("SELECT key FROM activity_logline WHERE key IS NOT NULL"))
        ours = {each.digest: each for each in self.all}
        twice = [ours[key].what for key, times in lines.items() if key in ours and times > 1]
        lost = [each.what for key, each in ours.items() if each.is_acknowledged and key not in lines]
        assert (twice, lost) == ([], [])
        assert [*must_be_whole(self.program)] == []

    def until_printed(self) -> None:
        """Every document that was asked for is made; else what became of them."""
        try:
            until(self._prints_are_done, "every document is made")
        except AssertionError as late:
            jobs = self.program.ask("SELECT state, attempts, done, total FROM jobs_job")
            raise AssertionError(f"{late}\n{jobs}\n{self.program.get('/readyz')}\n{self.program.err[-3000:]}") from late

    def _prints_are_done(self) -> bool:
        wanted = {json.loads(each.said)["id"].replace("-", "") for each in self.all if each.what == "print"}
        rows = self.program.ask("SELECT id, state, problem FROM jobs_job WHERE part_of_id IS NULL")
        states = {str(key).replace("-", ""): (state, problem) for key, state, problem in rows}
        found = [states[key] for key in wanted]
        assert [problem for state, problem in found if state == "failed"] == []
        return all(state == "done" for state, _ in found)


HALVES = {
    "an entry without its line of the log": """
        SELECT count(*) FROM scoring_entry WHERE source = 'paper' AND CAST(id AS VARCHAR(40)) NOT IN
        (SELECT subject_id FROM activity_logline WHERE subject_type = 'scoring.Entry')""",
    "a sheet with entries and none that is current": """
        SELECT count(*) FROM scoring_sheet s WHERE current_id IS NULL
        AND EXISTS (SELECT 1 FROM scoring_entry e WHERE e.sheet_id = s.id)""",
    "a sheet with two first entries": """
        SELECT count(*) FROM (SELECT sheet_id FROM scoring_entry WHERE number = 1
        GROUP BY sheet_id HAVING count(*) > 1) twice""",
    "a draw without all of its players": """
        SELECT count(*) FROM (SELECT d.id FROM pairings_draw d LEFT JOIN pairings_seat s ON s.draw_id = d.id
        JOIN tournament_tournament t ON t.id = d.tournament_id WHERE t.name = 'Draws' AND d.state <> 'discarded'
        GROUP BY d.id HAVING count(s.id) <> 30) few""",
    "a published table without a sheet": """
        SELECT count(*) FROM pairings_table t JOIN pairings_draw d ON d.id = t.draw_id
        WHERE d.state = 'published' AND NOT EXISTS (SELECT 1 FROM scoring_sheet s WHERE s.table_id = t.id)""",
    "a round that is published without tables": """
        SELECT count(*) FROM rounds_round r WHERE state <> 'draft'
        AND NOT EXISTS (SELECT 1 FROM pairings_draw d WHERE d.round_id = r.id AND d.state = 'published')""",
    "two draws of a round that stand": """
        SELECT count(*) FROM (SELECT round_id FROM pairings_draw WHERE state = 'published'
        GROUP BY round_id HAVING count(*) > 1) twice""",
    "a decision without its entry": """
        SELECT count(*) FROM protests_decision d LEFT JOIN scoring_entry e ON e.id = d.entry_id
        WHERE e.id IS NULL OR e.source <> 'appeal'""",
    "a decision whose entry does not count": """
        SELECT count(*) FROM protests_decision d JOIN scoring_entry e ON e.id = d.entry_id
        JOIN scoring_sheet s ON s.id = e.sheet_id WHERE s.verified_id IS NULL OR s.current_id <> e.id""",
    "an appeal's entry without its decision": """
        SELECT count(*) FROM scoring_entry e WHERE source = 'appeal'
        AND NOT EXISTS (SELECT 1 FROM protests_decision d WHERE d.entry_id = e.id)""",
    "a protest that is decided without a decision": """
        SELECT count(*) FROM protests_protest p
        WHERE (state = 'decided') <> EXISTS (SELECT 1 FROM protests_decision d WHERE d.protest_id = p.id)""",
    "a print job that is done without its file": """
        SELECT count(*) FROM jobs_job j WHERE kind = 'print.document' AND part_of_id IS NULL
        AND (state = 'done') <> EXISTS (SELECT 1 FROM jobs_jobresult r WHERE r.job_id = j.id)""",
}


def must_be_whole(program: Program) -> Iterator[tuple[str, int]]:
    """Halves of something that is either there or not."""
    for name, question in HALVES.items():
        [(found,)] = program.ask(question)
        if found:
            yield name, found
