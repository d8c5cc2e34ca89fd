"""The weeks before: the tournament with its choices, the staff with their badges."""

from __future__ import annotations

import re
from datetime import date

from rehearsal.pages import Values
from rehearsal.stage import Round, Stage
from rehearsal.visitors import NotTaken, Visitor

LINK = re.compile(r'id="link"[^>]*value="[^"]*(/join/[^"/]+/)"')


def create(stage: Stage) -> None:
    """A tournament that is marked as a rehearsal."""
    today = date.today().isoformat()
    page = stage.director.get("/new/", preset=stage.plan.format.preset)
    fields: Values = page.form("/new/").fields | {
        "name": [f"Rehearsal, {stage.plan.players} players, seed {stage.plan.seed}"],
        "starts_on": [today],
        "ends_on": [today],
        "time_zone": ["America/New_York"],
        "editions": [stage.plan.format.book],
        "is_rehearsal": ["on"],
    }
    made = stage.director.send("/new/", fields, "tournament.create")
    stage.slug = made.path.split("/")[2]
    first = stage.director.ask(f"{stage.slug}/log/", since=0)["lines"][0]
    stage.ledger.call(stage.director.name, first["who"])
    stage.director.name = first["who"]
    stage.progress.step("The tournament is there")


def choose(stage: Stage) -> None:
    """As the format has it, with every sheet keyed twice and ties broken. Only the divisions that come are played."""
    (event,) = stage.director.all(f"{stage.slug}/events/")
    stage.event = event["id"]
    address = f"{stage.board}games/{stage.event}/"
    fields = stage.director.get(address).form(f"games/{stage.event}/").fields | {
        "divisions": stage.cast.divisions,
        "rounds": [str(stage.plan.rounds)],
        "verification": ["rekey"],
        "entry": ["shakes"],
        "panel_size": ["3"],
        "tie_breaks_0": ["raw_points"],
        "tie_breaks_1": ["head_to_head"],
        **stage.plan.format.chosen,
    }
    stage.director.send(address, fields, "event.set_up")
    look_around(stage)
    stage.progress.step("The choices are made")


def look_around(stage: Stage) -> None:
    """Which divisions and rounds there are."""
    (event,) = stage.director.all(f"{stage.slug}/events/")
    stage.event = event["id"]
    stage.divisions = {each["id"]: each["letter"] for each in event["divisions"]}
    for each in stage.director.all(f"{stage.slug}/rounds/"):
        letter = stage.divisions[each["division"]]
        round_ = Round(each["id"], each["number"], each["division"], letter, each["playoff"])
        stage.rounds[letter, round_.number] = round_


def staff(stage: Stage) -> None:
    """A badge for each helper, who signs in with it."""
    plan = stage.plan
    stage.clerks = [_helper(stage, "scorekeeper", f"Scores {number + 1}") for number in range(plan.scorekeepers)]
    stage.judges = [_helper(stage, "judge", f"Judge {number + 1}") for number in range(plan.judges)]
    stage.panel = [_helper(stage, "appeals_panel", f"Panel {number + 1}") for number in range(3)]
    stage.head = _helper(stage, "head_judge", "Head Judge")
    stage.progress.step("The staff has its badges")


def _helper(stage: Stage, role: str, name: str) -> Visitor:
    page = stage.director.get(f"{stage.board}staff/")
    fields = page.form("/staff/").fields | {"role": [role], "label": [name]}
    badge = stage.director.send(f"{stage.board}staff/", fields, "invitation.create")
    found = LINK.search(badge.text)
    if found is None:
        raise NotTaken(f"{badge.path} shows no link")
    helper = Visitor(f"{name} (rehearsal)", stage.way, stage.ledger)
    helper.get(found[1])
    helper.send(found[1], {"name": helper.name}, "badge.use")
    return helper


def start_the_day(stage: Stage) -> None:
    stage.director.tell(f"{stage.slug}/start/", {}, "tournament.start")
    stage.progress.step("The day has begun")
