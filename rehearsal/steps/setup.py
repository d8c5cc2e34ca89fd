"""Steps before the day: create the tournament, choose its settings, and invite the staff."""

from __future__ import annotations

import re
from datetime import date
from functools import partial

from rehearsal.html_forms import Values
from rehearsal.state import Rehearsal, RehearsedRound
from rehearsal.visitors import RehearsalFailed, Visitor

LINK = re.compile(r'id="link"[^>]*value="[^"]*(/join/[^"/]+/)"')


def create_tournament(rehearsal: Rehearsal) -> None:
    """Create a tournament that is marked as a rehearsal."""
    today = date.today().isoformat()
    page = rehearsal.director.get("/new/", preset=rehearsal.plan.format.preset)
    fields: Values = page.form("/new/").fields | {
        "name": [f"Rehearsal, {rehearsal.plan.players} players, seed {rehearsal.plan.seed}"],
        "starts_on": [today],
        "ends_on": [today],
        "time_zone": ["America/New_York"],
        "editions": [rehearsal.plan.format.book],
        "is_rehearsal": ["on"],
    }
    page = rehearsal.director.submit("/new/", fields, "tournament.create")
    rehearsal.slug = page.path.split("/")[2]
    first = rehearsal.director.api_get(f"{rehearsal.slug}/log/", since=0)["lines"][0]
    rehearsal.acknowledged.rename_person(rehearsal.director.name, first["who"])
    rehearsal.director.name = first["who"]
    rehearsal.progress.step("Tournament created")


def choose_settings(rehearsal: Rehearsal) -> None:
    """Choose the format's settings, with double entry and tie breaks, for the divisions that have players."""
    (event,) = rehearsal.director.api_list(f"{rehearsal.slug}/events/")
    rehearsal.event = event["id"]
    path = f"{rehearsal.base_path}games/{rehearsal.event}/"
    fields = rehearsal.director.get(path).form(f"games/{rehearsal.event}/").fields | {
        "divisions": rehearsal.roster.divisions,
        "rounds": [str(rehearsal.plan.rounds)],
        "verification": ["rekey"],
        "entry": ["shakes"],
        "panel_size": ["3"],
        "tie_breaks_0": ["raw_points"],
        "tie_breaks_1": ["head_to_head"],
        **rehearsal.plan.format.chosen,
    }
    rehearsal.director.submit(path, fields, "event.set_up")
    load_rounds(rehearsal)
    rehearsal.progress.step("Settings saved")


def load_rounds(rehearsal: Rehearsal) -> None:
    """Load the divisions and rounds from the API."""
    (event,) = rehearsal.director.api_list(f"{rehearsal.slug}/events/")
    rehearsal.event = event["id"]
    rehearsal.divisions = {each["id"]: each["letter"] for each in event["divisions"]}
    for each in rehearsal.director.api_list(f"{rehearsal.slug}/rounds/"):
        letter = rehearsal.divisions[each["division"]]
        round_ = RehearsedRound(each["id"], each["number"], each["division"], letter, each["playoff"])
        rehearsal.rounds[letter, round_.number] = round_


def invite_staff(rehearsal: Rehearsal) -> None:
    """Create a sign-in badge for each staff member, and let all of them sign in."""
    plan = rehearsal.plan
    rehearsal.scorekeepers = [_new_visitor(rehearsal, f"Scores {number + 1}") for number in range(plan.scorekeepers)]
    rehearsal.judges = [_new_visitor(rehearsal, f"Judge {number + 1}") for number in range(plan.judges)]
    rehearsal.panel = [_new_visitor(rehearsal, f"Panel {number + 1}") for number in range(3)]
    rehearsal.head_judge = _new_visitor(rehearsal, "Head Judge")
    roles = {
        "scorekeeper": rehearsal.scorekeepers,
        "judge": rehearsal.judges,
        "appeals_panel": rehearsal.panel,
        "head_judge": [rehearsal.head_judge],
    }
    form = rehearsal.director.get(f"{rehearsal.base_path}staff/").form("/staff/")
    fields = {name: values for name, values in form.fields.items() if name != "key"}
    badges = [
        (helper, _create_badge(rehearsal, fields, role, helper)) for role, some in roles.items() for helper in some
    ]
    rehearsal.run_in_parallel(partial(_join_with_badge, helper, badge) for helper, badge in badges)
    rehearsal.progress.step("Badges created")


def _new_visitor(rehearsal: Rehearsal, name: str) -> Visitor:
    return Visitor(f"{name} (rehearsal)", rehearsal.connection, rehearsal.acknowledged)


def _create_badge(rehearsal: Rehearsal, fields: Values, role: str, helper: Visitor) -> str:
    """Create a badge for this person and return the path of its link."""
    data = fields | {"role": [role], "label": [helper.name.removesuffix(" (rehearsal)")]}
    page = rehearsal.director.submit(f"{rehearsal.base_path}staff/", data, "invitation.create")
    match = LINK.search(page.text)
    if match is None:
        raise RehearsalFailed(f"{page.path} doesn’t show a link")
    return match[1]


def _join_with_badge(helper: Visitor, badge: str) -> None:
    helper.get(badge)
    helper.submit(badge, {"name": helper.name}, "badge.use")


def start_tournament(rehearsal: Rehearsal) -> None:
    rehearsal.director.api_post(f"{rehearsal.slug}/start/", {}, "tournament.start")
    rehearsal.progress.step("Tournament started")
