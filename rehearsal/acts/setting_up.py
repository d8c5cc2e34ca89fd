"""The weeks before: the tournament with its choices, the staff with their badges."""

from __future__ import annotations

import re
from datetime import date
from functools import partial

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
    """A badge for each helper, all of whom sign in with theirs."""
    plan = stage.plan
    stage.clerks = [_helper(stage, f"Scores {number + 1}") for number in range(plan.scorekeepers)]
    stage.judges = [_helper(stage, f"Judge {number + 1}") for number in range(plan.judges)]
    stage.panel = [_helper(stage, f"Panel {number + 1}") for number in range(3)]
    stage.head = _helper(stage, "Head Judge")
    roles = {
        "scorekeeper": stage.clerks,
        "judge": stage.judges,
        "appeals_panel": stage.panel,
        "head_judge": [stage.head],
    }
    form = stage.director.get(f"{stage.board}staff/").form("/staff/")
    fields = {name: values for name, values in form.fields.items() if name != "key"}
    badges = [(helper, _badge(stage, fields, role, helper)) for role, some in roles.items() for helper in some]
    stage.together(partial(_join, helper, badge) for helper, badge in badges)
    stage.progress.step("The staff has its badges")


def _helper(stage: Stage, name: str) -> Visitor:
    return Visitor(f"{name} (rehearsal)", stage.way, stage.ledger)


def _badge(stage: Stage, fields: Values, role: str, helper: Visitor) -> str:
    """The address on the badge that the director makes for this helper."""
    told = fields | {"role": [role], "label": [helper.name.removesuffix(" (rehearsal)")]}
    page = stage.director.send(f"{stage.board}staff/", told, "invitation.create")
    found = LINK.search(page.text)
    if found is None:
        raise NotTaken(f"{page.path} shows no link")
    return found[1]


def _join(helper: Visitor, badge: str) -> None:
    helper.get(badge)
    helper.send(badge, {"name": helper.name}, "badge.use")


def start_the_day(stage: Stage) -> None:
    stage.director.tell(f"{stage.slug}/start/", {}, "tournament.start")
    stage.progress.step("The day has begun")
