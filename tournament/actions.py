"""The verbs of a tournament: create, edit, start, finish, reopen, choose how an event is played, add a team."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from zoneinfo import ZoneInfo

from django.utils.text import slugify

from rulebooks import Edition, EditionError
from tournament import books
from tournament.activity.verbs import log, verb
from tournament.errors import Conflict, Refused
from tournament.models import Color, Division, Event, Team, Tournament
from tournament.people.actor import Actor
from tournament.people.models import Membership, Role
from tournament.rosters.people import school_key
from tournament.schools import find_or_make

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


@verb("event.renew_book", says="took up the changed rule book {book}: {changes}")
def renew_book(actor: Actor, event: Event, *, digest: str) -> Event:
    """Before the day starts, an event may take up what its rule book says now. `digest`: what the director saw."""
    edition = books.shelf().editions.get(event.edition)
    if edition is None or digest != books.digest_on_shelf(event.edition):
        raise Conflict("The rule book was changed again just now. Look at what is different, then take it up.")
    changes = len(books.changes_of(event))
    event.book = books.keep(event.edition)
    event.game = edition.game
    _follow_divisions(event, edition)
    _settle_play(event, edition)
    event.save()
    log(actor, event, book=edition.title, changes=f"{changes} difference{'s' * (changes != 1)}")
    return event


@verb("event.choose_play", says="chose for {game}: {choice}")
def choose_play(actor: Actor, event: Event, *, format: str, no_goal: str = "") -> Event:
    """Which format of the book is played, and what happens when No Goal is challenged (OS III-D-2, JM OS-B8)."""
    edition = books.edition_of(event)
    chosen = edition.format(format) if format else None
    if chosen is None:
        raise Refused("Choose one of the formats of this rule book.", field="format")
    procedures = edition.shakes.procedures_for("no_goal")
    if no_goal not in (procedures or {""}):
        raise Refused("Choose one of the procedures of this rule book.", field="no_goal")
    event.format, event.no_goal = format, no_goal
    event.save()
    words = [chosen.name, *([f"when No Goal is challenged: {procedures[no_goal]}"] if no_goal else [])]
    log(actor, event, game=event.game, choice=", ".join(words))
    return event


@verb("team.add", says="added team {team} of {school}")
def add_team(actor: Actor, tournament: Tournament, *, school: str, name: str) -> Team:
    """A team and, if they are new, its school or the schools that send it together."""
    school, name = " ".join(school.split()), " ".join(name.split())
    if not school:
        raise Refused("Which school sends this team?", field="school")
    if not name:
        raise Refused("What is the team called?", field="name")
    sender = find_or_make(tournament, [school])[school_key(school)]
    if sender.teams.filter(name__iexact=name).exists():
        raise Refused(f"{sender.name} has a team called {name} already. Its names must differ.", field="name")
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
        edition = books.shelf().get(edition_id)
    except EditionError as unknown:
        raise Refused(str(unknown), field="editions") from None
    event = Event(tournament=tournament, edition=edition.id, game=edition.game, book=books.keep(edition.id))
    _settle_play(event, edition)
    event.save()
    _follow_divisions(event, edition)


def _settle_play(event: Event, edition: Edition) -> None:
    """Keep what was chosen where the edition still knows it; otherwise what it does by itself."""
    if event.format not in [each.id for each in edition.formats]:
        event.format = edition.formats[0].id
    if event.no_goal not in edition.shakes.procedures_for("no_goal"):
        event.no_goal = edition.shakes.default_procedure("no_goal")


def _follow_divisions(event: Event, edition: Edition) -> None:
    """The event's divisions are those of its edition. A color once given stays."""
    there = {division.letter: division for division in event.divisions.all()}
    gone = [there[letter].name for letter in there if letter not in [each.letter for each in edition.divisions]]
    if gone:
        raise Refused(f"The changed rule book has no division {', '.join(gone)}. Make a new event for it instead.")
    colors = list(Color)
    for number, each in enumerate(edition.divisions):
        division = there.get(each.letter) or Division(event=event, letter=each.letter)
        division.name, division.max_grade = each.name, each.max_grade
        division.color = division.color or colors[number % len(colors)]
        division.save()
