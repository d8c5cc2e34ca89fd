"""Who comes: the roster from a messy file, and the check-in with who is late and who never comes."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from rehearsal.cast import corrected_file, first_file
from rehearsal.pages import PageForm
from rehearsal.stage import Stage
from rehearsal.visitors import NotTaken, Page, Visitor

JOB = re.compile(r"/jobs/([-0-9a-f]{36})/")
PROBLEM = re.compile(r'class="cell-problem"\s+data-tone="bad">([^<]*)<')
NO_SHOW = 0.03
LATE = 0.04


def import_roster(stage: Stage) -> None:
    """A file that cannot be, the corrected one, and answers to what is not clear in it."""
    refused = _upload(stage, "coach.csv", first_file(stage.cast, stage.plan.seed))
    if "to solve first" not in refused.text:
        raise NotTaken("The import took a file with lines that cannot be")
    page = _upload(stage, "coach-corrected.csv", corrected_file(stage.cast, stage.plan.seed))
    for wrong, right in stage.cast.misspelled.items():
        page = _answer(stage, page, wrong, right)
    address = page.path + "go/"
    if wrong_cells := PROBLEM.findall(page.text):
        raise NotTaken(f"The corrected file has {len(wrong_cells)} problems: {' '.join(wrong_cells[0].split())}")
    job = stage.director.send(address, page.form("/go/").fields, "roster.import")
    found = JOB.search(job.path)
    if found is None:
        raise NotTaken(f"{address} led to {job.path}")
    stage.director.wait_for(stage.slug, found[1])
    places = stage.director.all(f"{stage.slug}/places/")
    if sorted(each["name"] for each in places) != sorted(child.name for child in stage.cast.children):
        raise NotTaken(f"{len(places)} are on the roster, {len(stage.cast.children)} were in the file")
    stage.progress.step("The roster is imported")


def _upload(stage: Stage, name: str, content: bytes) -> Page:
    address = f"{stage.board}roster/import/"
    fields = stage.director.get(address).form("roster/import/").fields
    files = {"file": (name, content, "text/csv")}
    return stage.director.send(address, fields, "roster.upload", files=files)


def _answer(stage: Stage, page: Page, wrong: str, right: str) -> Page:
    """By the button that offers it, however it is written elsewhere in the file."""
    asked: list[PageForm] = [form for form in page.forms("/meaning/") if form.fields.get("word") == [wrong]]
    offered = {meaning.casefold(): form for form in asked for meaning in form.buttons["meaning"]}
    if right.casefold() not in offered:
        raise NotTaken(f"“{right}” is not offered for “{wrong}”: {sorted(offered)}")
    form = offered[right.casefold()]
    return stage.director.send(form.action, form.fields | {"meaning": form.buttons["meaning"]}, "roster.read_as")


def check_in(stage: Stage) -> None:
    """Some are late, some are not there; of everybody else the team is marked with one tap."""
    entries = stage.director.all(f"{stage.slug}/team-entries/")
    places: dict[int, list[dict[str, Any]]] = {}
    for place in stage.director.all(f"{stage.slug}/places/"):
        places.setdefault(place["team_entry"], []).append(place)
    for entry in entries:
        for place in (each for each in places[entry["id"]] if not each["is_alternate"]):
            drawn = stage.chance("check-in", place["name"]).random()
            if drawn < NO_SHOW:
                stage.absentees.append((entry["division"], place["id"]))
    if not stage.absentees:
        stage.absentees.append((entries[0]["division"], places[entries[0]["id"]][0]["id"]))
    absent = {place for _, place in stage.absentees}

    def welcome(number: int) -> None:
        clerk = stage.clerks[number]
        for entry in entries[number :: len(stage.clerks)]:
            for place in places[entry["id"]]:
                drawn = stage.chance("check-in", place["name"]).random()
                status = "absent" if place["id"] in absent else "late" if drawn > 1 - LATE else ""
                if status:
                    clerk.tell(f"{stage.slug}/places/{place['id']}/mark/", {"status": status}, "checkin.mark")
            clerk.tell(f"{stage.slug}/team-entries/{entry['id']}/mark/", {"status": "present"}, "checkin.mark_team")
            told = {"is_here": stage.chance("set", entry["team_name"]).random() < 0.9}
            clerk.tell(f"{stage.slug}/team-entries/{entry['id']}/game-set/", told, "checkin.game_set")
            _substitute(stage, clerk, places[entry["id"]], absent)
            stage.progress.step("Checking in")

    stage.together(partial(welcome, number) for number in range(len(stage.clerks)))
    stage.absentees = [each for each in stage.absentees if each[1] not in stage.replaced]


def _substitute(stage: Stage, clerk: Visitor, team: list[dict[str, Any]], absent: set[int]) -> None:
    """Where a team has brought a child more: that one plays for who is absent, else for its first player."""
    playing = [each["id"] for each in team if not each["is_alternate"]]
    for alternate in (each["id"] for each in team if each["is_alternate"]):
        place = next((each for each in playing if each in absent), playing[0])
        told = {"alternate": alternate}
        clerk.tell(f"{stage.slug}/places/{place}/substitute/", told, "checkin.substitute")
        clerk.tell(f"{stage.slug}/places/{place}/mark/", {"status": "present"}, "checkin.mark")
        stage.replaced.add(place)


def latecomers(stage: Stage) -> None:
    """Half of those who were missed come after the first round, and play from then on."""
    for _, place in stage.absentees[::2]:
        stage.clerks[0].tell(f"{stage.slug}/places/{place}/mark/", {"status": "present"}, "checkin.mark")


def somebody_leaves(stage: Stage, letter: str) -> int:
    """A child of the division who was marked as here has to go home."""
    gone = {place for _, place in stage.absentees}
    places = stage.director.all(f"{stage.slug}/places/")
    here = [each for each in places if each["division"] == letter and not each["is_alternate"]]
    staying = [each for each in here if each["id"] not in gone]
    place = staying[stage.chance("leaves", letter).randrange(len(staying))]["id"]
    stage.clerks[0].tell(f"{stage.slug}/places/{place}/mark/", {"status": "withdrawn"}, "checkin.mark")
    return int(place)
