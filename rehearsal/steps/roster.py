"""Steps before the first round: import the roster from a messy file, and check in the players."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from rehearsal.html_forms import PageForm
from rehearsal.sample_roster import corrected_file, first_file
from rehearsal.state import Rehearsal
from rehearsal.visitors import Page, RehearsalFailed, Visitor

JOB = re.compile(r"/jobs/([-0-9a-f]{36})/")
PROBLEM = re.compile(r'class="cell-problem"\s+data-tone="bad">([^<]*)<')
NO_SHOW = 0.03
LATE = 0.04


def import_roster(rehearsal: Rehearsal) -> None:
    """Upload a file with errors, then the corrected one, and resolve what is unclear in it."""
    refused = _upload(rehearsal, "coach.csv", first_file(rehearsal.roster, rehearsal.plan.seed))
    if refused.forms("/go/") or not PROBLEM.search(refused.text):
        raise RehearsalFailed("The import accepted a file with invalid lines")
    page = _upload(rehearsal, "coach-corrected.csv", corrected_file(rehearsal.roster, rehearsal.plan.seed))
    for wrong, right in rehearsal.roster.misspelled.items():
        page = _resolve_word(rehearsal, page, wrong, right)
    path = page.path + "go/"
    if wrong_cells := PROBLEM.findall(page.text):
        raise RehearsalFailed(f"The corrected file still has a problem: {' '.join(wrong_cells[0].split())}")
    job = rehearsal.director.submit(path, page.form("/go/").fields, "roster.import")
    match = JOB.search(job.path)
    if match is None:
        raise RehearsalFailed(f"{path} led to {job.path}")
    rehearsal.director.wait_for(rehearsal.slug, match[1])
    places = rehearsal.director.api_list(f"{rehearsal.slug}/places/")
    if sorted(each["name"] for each in places) != sorted(player.name for player in rehearsal.roster.players):
        raise RehearsalFailed(f"The roster has {len(places)} players, but the file had {len(rehearsal.roster.players)}")
    rehearsal.progress.step("Roster imported")


def _upload(rehearsal: Rehearsal, name: str, content: bytes) -> Page:
    path = f"{rehearsal.base_path}roster/import/"
    fields = rehearsal.director.get(path).form("roster/import/").fields
    files = {"file": (name, content, "text/csv")}
    return rehearsal.director.submit(path, fields, "roster.upload", files=files)


def _resolve_word(rehearsal: Rehearsal, page: Page, wrong: str, right: str) -> Page:
    """Press the button that says what a misspelled word means."""
    forms: list[PageForm] = [form for form in page.forms("/meaning/") if form.fields.get("word") == [wrong]]
    offered = {meaning.casefold(): form for form in forms for meaning in form.buttons["meaning"]}
    if right.casefold() not in offered:
        raise RehearsalFailed(f"“{right}” isn’t one of the choices for “{wrong}”: {sorted(offered)}")
    form = offered[right.casefold()]
    return rehearsal.director.submit(form.action, form.fields | {"meaning": form.buttons["meaning"]}, "roster.read_as")


def check_in(rehearsal: Rehearsal) -> None:
    """Mark some players as late or absent, and the rest of each team as present with one click."""
    entries = rehearsal.director.api_list(f"{rehearsal.slug}/team-entries/")
    places: dict[int, list[dict[str, Any]]] = {}
    for place in rehearsal.director.api_list(f"{rehearsal.slug}/places/"):
        places.setdefault(place["team_entry"], []).append(place)
    for entry in entries:
        for place in (each for each in places[entry["id"]] if not each["is_alternate"]):
            draw = rehearsal.random_for("check-in", place["name"]).random()
            if draw < NO_SHOW:
                rehearsal.absentees.append((entry["division"], place["id"]))
    if not rehearsal.absentees:
        rehearsal.absentees.append((entries[0]["division"], places[entries[0]["id"]][0]["id"]))
    absent = {place for _, place in rehearsal.absentees}

    def check_in_teams(number: int) -> None:
        scorekeeper = rehearsal.scorekeepers[number]
        for entry in entries[number :: len(rehearsal.scorekeepers)]:
            for place in places[entry["id"]]:
                draw = rehearsal.random_for("check-in", place["name"]).random()
                status = "absent" if place["id"] in absent else "late" if draw > 1 - LATE else ""
                if status:
                    scorekeeper.api_post(
                        f"{rehearsal.slug}/places/{place['id']}/mark/", {"status": status}, "checkin.mark"
                    )
            scorekeeper.api_post(
                f"{rehearsal.slug}/team-entries/{entry['id']}/mark/", {"status": "present"}, "checkin.mark_team"
            )
            data = {"is_here": rehearsal.random_for("set", entry["team_name"]).random() < 0.9}
            scorekeeper.api_post(f"{rehearsal.slug}/team-entries/{entry['id']}/game-set/", data, "checkin.game_set")
            _substitute(rehearsal, scorekeeper, places[entry["id"]], absent)
            rehearsal.progress.step("Checking in players")

    rehearsal.run_in_parallel(partial(check_in_teams, number) for number in range(len(rehearsal.scorekeepers)))
    rehearsal.absentees = [each for each in rehearsal.absentees if each[1] not in rehearsal.replaced]


def _substitute(rehearsal: Rehearsal, scorekeeper: Visitor, team: list[dict[str, Any]], absent: set[int]) -> None:
    """Let a team's alternate play for an absent player, or for its first player if no one is absent."""
    playing = [each["id"] for each in team if not each["is_alternate"]]
    for alternate in (each["id"] for each in team if each["is_alternate"]):
        place = next((each for each in playing if each in absent), playing[0])
        data = {"alternate": alternate}
        scorekeeper.api_post(f"{rehearsal.slug}/places/{place}/substitute/", data, "checkin.substitute")
        scorekeeper.api_post(f"{rehearsal.slug}/places/{place}/mark/", {"status": "present"}, "checkin.mark")
        rehearsal.replaced.add(place)


def check_in_latecomers(rehearsal: Rehearsal) -> None:
    """Check in half of the absent players after the first round."""
    for _, place in rehearsal.absentees[::2]:
        rehearsal.scorekeepers[0].api_post(
            f"{rehearsal.slug}/places/{place}/mark/", {"status": "present"}, "checkin.mark"
        )


def withdraw_player(rehearsal: Rehearsal, letter: str) -> int:
    """Withdraw a player of the division who was present."""
    gone = {place for _, place in rehearsal.absentees}
    places = rehearsal.director.api_list(f"{rehearsal.slug}/places/")
    here = [each for each in places if each["division"] == letter and not each["is_alternate"]]
    staying = [each for each in here if each["id"] not in gone]
    place = staying[rehearsal.random_for("leaves", letter).randrange(len(staying))]["id"]
    rehearsal.scorekeepers[0].api_post(
        f"{rehearsal.slug}/places/{place}/mark/", {"status": "withdrawn"}, "checkin.mark"
    )
    return int(place)
