"""The verbs of a tournament: create, edit, start, finish, reopen, add a team."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from zoneinfo import ZoneInfo

from django.utils.text import slugify

from rulebooks import EditionError
from rulebooks import get as rule_book
from tournament.activity.verbs import log, verb
from tournament.errors import Conflict, Refused
from tournament.models import Color, Division, Event, School, Team, Tournament
from tournament.people.actor import Actor
from tournament.people.models import Membership, Role

FACTS = {
    "name": "the name",
    "starts_on": "the first day",
    "ends_on": "the last day",
    "venue": "the place",
    "time_zone": "the time zone",
    "is_public": "the public page",
}


@verb("tournament.create", says="created the tournament {name}")
def create_tournament(
    actor: Actor,
    _: None,
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    venue: str,
    time_zone: str,
    editions: Sequence[str],
) -> Tournament:
    """A tournament with an event for each chosen rule book, in that book's divisions. Who creates it directs it."""
    if actor.user is None:
        raise Refused("A tournament needs a director: create it signed in.")
    _check_facts(name, starts_on, ends_on, time_zone)
    if not editions:
        raise Refused("Choose at least one rule book.", field="editions")
    tournament = Tournament.objects.create(
        name=name.strip(),
        slug=_free_slug(name),
        starts_on=starts_on,
        ends_on=ends_on,
        venue=venue.strip(),
        time_zone=time_zone,
    )
    for edition_id in dict.fromkeys(editions):
        _add_event(tournament, edition_id)
    Membership.objects.create(tournament=tournament, user=actor.user, role=Role.DIRECTOR)
    actor.forget_roles()
    log(actor, tournament, name=tournament.name, editions=list(editions))
    return tournament


@verb("tournament.edit", says="changed {changed}")
def edit_tournament(
    actor: Actor,
    tournament: Tournament,
    *,
    version: int,
    name: str,
    starts_on: date,
    ends_on: date,
    venue: str,
    time_zone: str,
    is_public: bool,
) -> Tournament:
    """Change the facts of a tournament, made from the version that the person saw."""
    _check_facts(name, starts_on, ends_on, time_zone)
    now = Tournament.objects.select_for_update().get(pk=tournament.pk)
    facts = {
        "name": name.strip(),
        "starts_on": starts_on,
        "ends_on": ends_on,
        "venue": venue.strip(),
        "time_zone": time_zone,
        "is_public": is_public,
    }
    changed = {field: value for field, value in facts.items() if getattr(now, field) != value}
    if now.version != version:
        theirs = "; ".join(f"{FACTS[field]} is “{_shown(getattr(now, field))}”" for field in changed)
        raise Conflict(
            "Somebody changed this tournament while you were typing. "
            + (f"Now {theirs}. Send again to put what you typed in its place." if theirs else "It says the same now.")
        )
    for field, value in changed.items():
        setattr(now, field, value)
    now.version += 1
    now.save()
    words = ", ".join(f"{FACTS[field]} to “{_shown(value)}”" for field, value in changed.items())
    log(actor, now, changed=words or "nothing")
    return now


@verb("tournament.start", says="started the day")
def start(actor: Actor, tournament: Tournament) -> Tournament:
    return _move(actor, tournament, Tournament.State.RUNNING)


@verb("tournament.finish", says="finished the tournament")
def finish(actor: Actor, tournament: Tournament) -> Tournament:
    return _move(actor, tournament, Tournament.State.FINISHED)


@verb("tournament.reopen", says="opened the finished tournament again")
def reopen(actor: Actor, tournament: Tournament) -> Tournament:
    return _move(actor, tournament, Tournament.State.RUNNING)


@verb("team.add", says="added team {team} of {school}")
def add_team(actor: Actor, tournament: Tournament, *, school: str, name: str) -> Team:
    """A team and, if it is new, its school."""
    school, name = " ".join(school.split()), " ".join(name.split())
    if not school:
        raise Refused("Which school sends this team?", field="school")
    if not name:
        raise Refused("What is the team called?", field="name")
    if Team.objects.filter(tournament=tournament, name__iexact=name).exists():
        raise Refused(f"There is a team called {name} already. Team names must differ.", field="name")
    sender = School.objects.filter(tournament=tournament, name__iexact=school).first()
    sender = sender or School.objects.create(tournament=tournament, name=school)
    team = Team.objects.create(tournament=tournament, school=sender, name=name)
    log(actor, team, team=team.name, school=sender.name)
    return team


def _move(actor: Actor, tournament: Tournament, state: Tournament.State) -> Tournament:
    """The access table says from which state each verb leads; of two at once, one wins."""
    if not Tournament.objects.filter(pk=tournament.pk, state=tournament.state).update(state=state):
        raise Conflict(f"Somebody else did this a moment ago: {tournament.name} is not {tournament.state} any more.")
    tournament.state = state
    log(actor, tournament)
    return tournament


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) or "nothing"


def _check_facts(name: str, starts_on: date, ends_on: date, time_zone: str) -> None:
    if not name.strip():
        raise Refused("What is the tournament called?", field="name")
    if ends_on < starts_on:
        raise Refused("The last day is before the first.", field="ends_on")
    if starts_on.year < 2000 or ends_on.year > 2099:
        raise Refused("Choose days of this century.", field="starts_on")
    try:
        ZoneInfo(time_zone)
    except (KeyError, ValueError, OSError):
        raise Refused("This time zone is not known.", field="time_zone") from None


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def _add_event(tournament: Tournament, edition_id: str) -> None:
    try:
        edition = rule_book(edition_id)
    except EditionError as unknown:
        raise Refused(str(unknown), field="editions") from None
    event = Event.objects.create(tournament=tournament, edition=edition.id, game=edition.game)
    colors = list(Color)
    Division.objects.bulk_create(
        Division(
            event=event,
            letter=division.letter,
            name=division.name,
            max_grade=division.max_grade,
            color=colors[number % len(colors)],
        )
        for number, division in enumerate(edition.divisions)
    )
