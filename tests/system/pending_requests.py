"""Requests that people send while a fault happens.

Each has an idempotency key and is sent again until it is acknowledged. Only a broken connection or a 503 is a reason to
retry; any other unexpected status is a bug.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import time
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
from tests.system.program import Program, wait_until

CSRF_TOKEN = "t" * 32  # the same in the form and in the cookie
RETRY_STATUSES = (0, 503)
EXPECTED_STATUSES = {"save": 200, "draw": 201, "publish": 200, "print": 202, "decide": 302}


@dataclass
class PendingRequest:
    """`kind`: a key of `EXPECTED_STATUSES`. `statuses`: of every response so far; 0 means that there was none."""

    kind: str
    path: str
    body: str
    headers: dict[str, str]
    key: str
    statuses: list[int] = field(default_factory=list)
    response_text: str = ""

    def send(self, program: Program) -> bool:
        """Send the request once; return whether it was acknowledged."""
        with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)) as connection:
            try:
                connection.request("POST", self.path, self.body, self.headers)
                response = connection.getresponse()
                self.response_text = response.read().decode() or response.headers.get("Location", "")
                self.statuses.append(response.status)
            except (OSError, http.client.HTTPException):
                self.statuses.append(0)
        return self.is_acknowledged

    @property
    def is_acknowledged(self) -> bool:
        return bool(self.statuses) and self.statuses[-1] not in RETRY_STATUSES

    @property
    def digest(self) -> str:
        """The key as the activity log stores it."""
        return hashlib.sha256(json.dumps(self.key).encode()).hexdigest()

    def assert_expected_statuses(self) -> None:
        expected = (*RETRY_STATUSES, EXPECTED_STATUSES[self.kind])
        unexpected = [status for status in self.statuses if status not in expected]
        assert not unexpected, (self.kind, self.statuses, self.response_text)
        assert "login" not in self.response_text, self.response_text


class Workload:
    """The requests that can be sent in a scenario (`fault_scenario.py`), one batch at a time."""

    def __init__(self, program: Program, scenario: dict[str, Any]) -> None:
        self.program, self.scenario = program, scenario
        self.all: list[PendingRequest] = []
        self.saves = map(self.save_request, scenario["saves"]["sheets"])
        self.draws = map(self.draw_request, cycle(scenario["draws"]["rounds"]))
        self.prints = (self.print_request(*each) for each in cycle(product(("letter", "a4"), range(4, 13))))
        self.appeals = map(self.decision_request, scenario["appeals"]["protests"])

    def next_batch(self) -> list[PendingRequest]:
        """Three sheets to save, a round to draw and another to publish, a document to print, a protest to decide."""
        drawn = [each for each in self.all if each.kind == "draw" and each.is_acknowledged]
        known = {each.path for each in self.all}
        publish = [made for each in drawn if (made := self.publish_request(each)).path not in known][:1]
        batch = [next(self.saves), next(self.saves), next(self.saves), next(self.draws), *publish]
        batch += [next(self.prints), next(self.appeals)]
        self.all += batch
        return batch

    # -- each kind ----------------------------------------------------------------------------------------------------

    def save_request(self, sheet: int) -> PendingRequest:
        cells = {1: "642", 2: "246", 3: "222"}
        fields = {"base": "0", "source": "paper"}
        fields |= {f"shake-{n}-{seat}": cell for seat, row in cells.items() for n, cell in enumerate(row, 1)}
        fields |= {f"row-{seat}-initials": "yes" for seat in cells}
        return self._form_request("save", f"sheets/{sheet}/enter/", "saves", fields, "application/json")

    def decision_request(self, protest: int) -> PendingRequest:
        fields = {"outcome": "rescored", "base": "1", "cell-1-1": "2", "cell-1-2": "6", "cell-1-3": "2"}
        fields |= {"rule": "EQ IV", "reason": "It is right."}
        return self._form_request("decide", f"protests/{protest}/decide/", "appeals", fields, "text/html")

    def draw_request(self, round_: int) -> PendingRequest:
        return self.api_request("draw", "draws/", "draws", {"round": round_})

    def publish_request(self, drawn: PendingRequest) -> PendingRequest:
        return self.api_request("publish", f"draws/{json.loads(drawn.response_text)['id']}/publish/", "draws", {})

    def print_request(self, paper: str, shakes: int) -> PendingRequest:
        wanted = {
            "document": "scoresheets",
            "round": self.scenario["prints"]["round"],
            "paper": paper,
            "options": {"shakes": str(shakes)},
        }
        return self.api_request("print", "prints/documents/", "prints", wanted)

    def _form_request(self, kind: str, path: str, part: str, fields: dict[str, str], accept: str) -> PendingRequest:
        """A form, in this part of the scenario."""
        key, place = uuid.uuid4().hex, self.scenario[part]
        cookie = f"sessionid={place['session']}; csrftoken={CSRF_TOKEN}"
        headers = {"Cookie": cookie, "Accept": accept, "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(fields | {"key": key, "csrfmiddlewaretoken": CSRF_TOKEN})
        return PendingRequest(kind, f"/t/{place['slug']}/{path}", body, headers, key)

    def api_request(self, kind: str, path: str, part: str, body: dict[str, Any]) -> PendingRequest:
        """An API request, in this part of the scenario."""
        key, place = uuid.uuid4().hex, self.scenario[part]
        headers = {"Authorization": f"Bearer {place['token']}", "Content-Type": "application/json"}
        path = f"/api/tournaments/{place['slug']}/{path}"
        return PendingRequest(kind, path, json.dumps(body), headers | {"Idempotency-Key": key}, key)

    # -- sending ------------------------------------------------------------------------------------------------------

    def run(
        self, requests: list[PendingRequest], cause_fault: Callable[[], object] | None = None, *, once: bool = False
    ) -> None:
        """Send all requests at the same time, each until it is acknowledged, while the fault happens.

        `once`: send each only once.
        """

        def send_until_acknowledged(request: PendingRequest) -> None:
            if once:
                request.send(self.program)
            else:
                wait_until(lambda: request.send(self.program), f"{request.kind} acknowledged: {request.statuses}")

        threads = [Thread(target=send_until_acknowledged, args=[each]) for each in requests]
        for thread in threads:
            thread.start()
        try:
            if cause_fault:
                cause_fault()
        finally:
            for thread in threads:
                thread.join()
        for request in requests:
            request.assert_expected_statuses()
            assert once or request.is_acknowledged, (request.kind, request.statuses)

    def measure_batch(self) -> float:
        """Run a batch without a fault; return the seconds it took."""
        begin = time.monotonic()
        self.run(self.next_batch())
        return time.monotonic() - begin

    # -- checks -------------------------------------------------------------------------------------------------------

    def assert_saved_once(self) -> None:
        """Every acknowledged request was done once, no other was done twice, and nothing is half saved."""
        lines = Counter(
            key for (key,) in self.program.query_database("SELECT key FROM activity_logline WHERE key IS NOT NULL")
        )
        by_digest = {each.digest: each for each in self.all}
        twice = [by_digest[key].kind for key, times in lines.items() if key in by_digest and times > 1]
        lost = [each.kind for key, each in by_digest.items() if each.is_acknowledged and key not in lines]
        assert (twice, lost) == ([], [])
        assert [*find_half_saved_rows(self.program)] == []

    def wait_until_printed(self) -> None:
        """Wait until every requested document is ready. If one isn't in time, show the jobs."""
        try:
            wait_until(self._are_prints_done, "every document is ready")
        except AssertionError as late:
            jobs = self.program.query_database("SELECT state, attempts, done, total FROM jobs_job")
            raise AssertionError(f"{late}\n{jobs}\n{self.program.get('/readyz')}\n{self.program.err[-3000:]}") from late

    def _are_prints_done(self) -> bool:
        requested = {json.loads(each.response_text)["id"].replace("-", "") for each in self.all if each.kind == "print"}
        rows = self.program.query_database("SELECT id, state, problem FROM jobs_job WHERE part_of_id IS NULL")
        states = {str(key).replace("-", ""): (state, problem) for key, state, problem in rows}
        found = [states[key] for key in requested]
        assert [problem for state, problem in found if state == "failed"] == []
        return all(state == "done" for state, _ in found)


HALF_SAVED_QUERIES = {
    "an entry without its log line": """
        SELECT count(*) FROM scoring_entry WHERE source = 'paper' AND CAST(id AS VARCHAR(40)) NOT IN
        (SELECT subject_id FROM activity_logline WHERE subject_type = 'scoring.Entry')""",
    "a sheet with entries, none of them current": """
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
    "a published round without tables": """
        SELECT count(*) FROM rounds_round r WHERE state <> 'draft'
        AND NOT EXISTS (SELECT 1 FROM pairings_draw d WHERE d.round_id = r.id AND d.state = 'published')""",
    "a round with two published draws": """
        SELECT count(*) FROM (SELECT round_id FROM pairings_draw WHERE state = 'published'
        GROUP BY round_id HAVING count(*) > 1) twice""",
    "a decision without its entry": """
        SELECT count(*) FROM protests_decision d LEFT JOIN scoring_entry e ON e.id = d.entry_id
        WHERE e.id IS NULL OR e.source <> 'appeal'""",
    "a decision whose entry doesn't count": """
        SELECT count(*) FROM protests_decision d JOIN scoring_entry e ON e.id = d.entry_id
        JOIN scoring_sheet s ON s.id = e.sheet_id WHERE s.verified_id IS NULL OR s.current_id <> e.id""",
    "an appeal's entry without its decision": """
        SELECT count(*) FROM scoring_entry e WHERE source = 'appeal'
        AND NOT EXISTS (SELECT 1 FROM protests_decision d WHERE d.entry_id = e.id)""",
    "a decided protest without a decision": """
        SELECT count(*) FROM protests_protest p
        WHERE (state = 'decided') <> EXISTS (SELECT 1 FROM protests_decision d WHERE d.protest_id = p.id)""",
    "a finished print job without its file": """
        SELECT count(*) FROM jobs_job j WHERE kind = 'print.document' AND part_of_id IS NULL
        AND (state = 'done') <> EXISTS (SELECT 1 FROM jobs_jobresult r WHERE r.job_id = j.id)""",
}


def find_half_saved_rows(program: Program) -> Iterator[tuple[str, int]]:
    """What is wrong, and how often, in data that must be saved completely or not at all."""
    for name, sql in HALF_SAVED_QUERIES.items():
        [(count,)] = program.query_database(sql)
        if count:
            yield name, count
