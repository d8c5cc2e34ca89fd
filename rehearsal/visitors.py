"""A person at a browser: signs in, keeps cookies, sends forms with their tokens, and is told what came of it."""

from __future__ import annotations

import html
import re
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from rehearsal.ledger import Ledger
from rehearsal.pages import PageForm, forms_in
from rehearsal.ways import Way

REFUSAL = re.compile(r'class="toast"\s+data-tone="bad".*?<p class="toast-text">(.*?)</p>', re.S)
TOO_OFTEN, TRIES = 429, 20
Fields = Mapping[str, str | Sequence[str]]


class NotTaken(Exception):
    """Headtable did not do what a visitor asked for; the message says what and why."""


@dataclass(frozen=True)
class Page:
    path: str
    text: str

    def form(self, ending: str) -> PageForm:
        """The form whose address ends so; an empty address is the page's own."""
        for form in forms_in(self.text):
            if (form.action.partition("?")[0] or self.path).endswith(ending):
                return form
        raise NotTaken(f"{self.path} has no form to {ending}")

    def forms(self, ending: str) -> list[PageForm]:
        return [form for form in forms_in(self.text) if form.action.endswith(ending)]


class Visitor:
    """`name`: as the log calls them. Whatever is acknowledged is noted in the ledger with its verb."""

    def __init__(self, name: str, way: Way, ledger: Ledger) -> None:
        self.name, self.way, self.ledger = name, way, ledger
        self.client = way.client()

    def close(self) -> None:
        self.client.close()

    # -- pages --------------------------------------------------------------------------------------------------------

    def get(self, path: str, **query: Any) -> Page:
        return self._page(self._ask("GET", path, params=query or None))

    def read(self, path: str) -> bytes:
        """A file."""
        answer = self._ask("GET", path)
        if answer.status_code != 200:
            raise NotTaken(f"{path}: {answer.status_code}")
        return answer.content

    def send(
        self, path: str, fields: Fields, says: str = "", *, times: int = 1, files: Mapping[str, Any] | None = None
    ) -> Page:
        """Send a form. `says`: the verb of the log line that this leaves, `times`: how many lines."""
        answer = self._ask("POST", path, data=self._with_tokens(fields), files=files)
        page = self._page(answer)
        if problem := REFUSAL.search(page.text):
            raise NotTaken(f"{self.name}, {path}: {html.unescape(problem[1])}")
        if says:
            self.ledger.note(self.name, says, times)
        return page

    def save(self, path: str, fields: Fields, says: str) -> dict[str, Any]:
        """As the script of a page saves a scoresheet: JSON comes back, also for what is refused."""
        answer = self._ask("POST", path, data=self._with_tokens(fields), headers={"Accept": "application/json"})
        told: dict[str, Any] = answer.json()
        if answer.status_code == 200 and told["entry"]:
            self.ledger.note(self.name, says)
        elif answer.status_code >= 500:
            raise NotTaken(f"{self.name}, {path}: {answer.status_code}")
        return told

    # -- the API, as a page's script would use it ---------------------------------------------------------------------

    def ask(self, path: str, **query: Any) -> Any:
        answer = self._ask("GET", f"/api/tournaments/{path}", params=query or None)
        return self._json(answer, path)

    def all(self, path: str, **query: Any) -> list[dict[str, Any]]:
        """A whole list, page by page."""
        page = self.ask(path, limit=500, **query)
        found: list[dict[str, Any]] = page["results"]
        while page["next"]:
            page = self._json(self._ask("GET", page["next"]), path)
            found += page["results"]
        return found

    def tell(self, path: str, told: Mapping[str, Any], says: str) -> Any:
        headers = {"Idempotency-Key": uuid.uuid4().hex, "X-CSRFToken": self._token()}
        answer = self._json(self._ask("POST", f"/api/tournaments/{path}", json=dict(told), headers=headers), path)
        self.ledger.note(self.name, says)
        return answer

    def wait_for(self, slug: str, job: str) -> None:
        """Until a job is done, with a hand where this process must lend one."""
        self.way.help_with(job)
        while (found := self.ask(f"{slug}/jobs/{job}/"))["state"] in ("queued", "running"):
            time.sleep(0.2)
        if found["state"] != "done":
            raise NotTaken(f"{found['title']}: {found['state']} {found['problem']}")

    # -- requests -----------------------------------------------------------------------------------------------------

    def _ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        """Who asks too often is told to wait, and does."""
        for _ in range(TRIES):
            answer = self.client.request(method, path, follow_redirects=True, **what)
            if answer.status_code != TOO_OFTEN:
                break
            time.sleep(float(answer.headers.get("Retry-After", 1)))
        return answer

    def _page(self, answer: httpx.Response) -> Page:
        if answer.status_code >= 400:
            said = re.search(r'class="(?:errorlist|notice)[^>]*>(.*?)</', answer.text, re.S)
            words = re.sub(r"<[^>]+>|\s+", " ", said[1]) if said else ""
            raise NotTaken(f"{self.name}, {answer.url.path}: {answer.status_code} {html.unescape(words)}".strip())
        return Page(answer.url.path, answer.text)

    def _json(self, answer: httpx.Response, path: str) -> Any:
        if answer.status_code >= 400:
            raise NotTaken(f"{self.name}, {path}: {answer.status_code} {answer.text[:300]}")
        return answer.json()

    def _with_tokens(self, fields: Fields) -> dict[str, Any]:
        return {"key": uuid.uuid4().hex, **fields, "csrfmiddlewaretoken": self._token()}

    def _token(self) -> str:
        return next((cookie.value or "" for cookie in self.client.cookies.jar if cookie.name == "csrftoken"), "")
