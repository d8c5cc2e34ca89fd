"""A simulated person at a browser: keeps cookies, submits forms with CSRF tokens, and uses the API like a script."""

from __future__ import annotations

import html
import re
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rehearsal.acknowledgments import Acknowledgments
from rehearsal.connections import Connection
from rehearsal.html_forms import PageForm, parse_forms

if TYPE_CHECKING:
    import httpx

REFUSAL = re.compile(r'class="toast"\s+data-tone="bad".*?<p class="toast-text">(.*?)</p>', re.S)
TOO_MANY_REQUESTS, TRIES = 429, 20
Fields = Mapping[str, str | Sequence[str]]


class RehearsalFailed(Exception):
    """Headtable didn't do what a visitor requested; the message says what and why."""


@dataclass(frozen=True)
class Page:
    path: str
    text: str

    def form(self, ending: str) -> PageForm:
        """The form whose action ends with this; an empty action is the page's own path."""
        for form in parse_forms(self.text):
            if (form.action.partition("?")[0] or self.path).endswith(ending):
                return form
        raise RehearsalFailed(f"{self.path} has no form for {ending}")

    def forms(self, ending: str) -> list[PageForm]:
        return [form for form in parse_forms(self.text) if form.action.endswith(ending)]


class Visitor:
    """`name`: as it is in the log. Every acknowledged change is recorded with its verb."""

    def __init__(self, name: str, connection: Connection, acknowledged: Acknowledgments) -> None:
        self.name, self.connection, self.acknowledged = name, connection, acknowledged
        self.client = connection.client()

    def close(self) -> None:
        self.client.close()

    # -- pages --------------------------------------------------------------------------------------------------------

    def get(self, path: str, **query: Any) -> Page:
        return self._page(self._request("GET", path, params=query or None))

    def download(self, path: str) -> bytes:
        """Download a file."""
        response = self._request("GET", path)
        if response.status_code != 200:
            raise RehearsalFailed(f"{path}: {response.status_code}")
        return response.content

    def submit(
        self, path: str, fields: Fields, says: str = "", *, times: int = 1, files: Mapping[str, Any] | None = None
    ) -> Page:
        """Submit a form. `says`: the verb of the log line that this leaves. `times`: how many lines."""
        response = self._request("POST", path, data=self._with_tokens(fields), files=files)
        page = self._page(response)
        if problem := REFUSAL.search(page.text):
            raise RehearsalFailed(f"{self.name}, {path}: {html.unescape(problem[1])}")
        if says:
            self.acknowledged.record(self.name, says, times)
        return page

    def save_sheet(self, path: str, fields: Fields, says: str) -> dict[str, Any]:
        """Save a scoresheet like the page's script, which gets JSON back even if the save is refused."""
        response = self._request("POST", path, data=self._with_tokens(fields), headers={"Accept": "application/json"})
        told: dict[str, Any] = response.json()
        if response.status_code == 200 and told["entry"]:
            self.acknowledged.record(self.name, says)
        elif response.status_code >= 500:
            raise RehearsalFailed(f"{self.name}, {path}: {response.status_code}")
        return told

    # -- the API ------------------------------------------------------------------------------------------------------

    def api_get(self, path: str, **query: Any) -> Any:
        response = self._request("GET", f"/api/tournaments/{path}", params=query or None)
        return self._json(response, path)

    def api_list(self, path: str, **query: Any) -> list[dict[str, Any]]:
        """All results of a list, page by page."""
        page = self.api_get(path, limit=500, **query)
        found: list[dict[str, Any]] = page["results"]
        while page["next"]:
            page = self._json(self._request("GET", page["next"]), path)
            found += page["results"]
        return found

    def api_post(self, path: str, told: Mapping[str, Any], says: str) -> Any:
        headers = {"Idempotency-Key": uuid.uuid4().hex, "X-CSRFToken": self._token()}
        response = self._json(self._request("POST", f"/api/tournaments/{path}", json=dict(told), headers=headers), path)
        self.acknowledged.record(self.name, says)
        return response

    def wait_for(self, slug: str, job: str) -> None:
        """Wait until a job is done, running it here if no one else does."""
        self.connection.run_job_if_needed(job)
        while (found := self.api_get(f"{slug}/jobs/{job}/"))["state"] in ("queued", "running"):
            time.sleep(0.2)
        if found["state"] != "done":
            raise RehearsalFailed(f"{found['title']}: {found['state']} {found['problem']}")

    # -- requests -----------------------------------------------------------------------------------------------------

    def _request(self, method: str, path: str, **what: Any) -> httpx.Response:
        """Make a request, and retry it after a pause if the API limits the rate."""
        for _ in range(TRIES):
            response = self.client.request(method, path, follow_redirects=True, **what)
            if response.status_code != TOO_MANY_REQUESTS:
                break
            time.sleep(float(response.headers.get("Retry-After", 1)))
        return response

    def _page(self, response: httpx.Response) -> Page:
        if response.status_code >= 400:
            said = re.search(r'class="(?:errorlist|notice)[^>]*>(.*?)</', response.text, re.S)
            words = re.sub(r"<[^>]+>|\s+", " ", said[1]) if said else ""
            raise RehearsalFailed(
                f"{self.name}, {response.url.path}: {response.status_code} {html.unescape(words)}".strip()
            )
        return Page(response.url.path, response.text)

    def _json(self, response: httpx.Response, path: str) -> Any:
        if response.status_code >= 400:
            raise RehearsalFailed(f"{self.name}, {path}: {response.status_code} {response.text[:300]}")
        return response.json()

    def _with_tokens(self, fields: Fields) -> dict[str, Any]:
        return {"key": uuid.uuid4().hex, **fields, "csrfmiddlewaretoken": self._token()}

    def _token(self) -> str:
        return next((cookie.value or "" for cookie in self.client.cookies.jar if cookie.name == "csrftoken"), "")
