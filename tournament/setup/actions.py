"""The verbs of setting up: create a tournament, also like an earlier one; add, set up and remove its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from foundation.activity.verbs import log, verb
from foundation.errors import Conflict, Refused
from foundation.people.actor import Actor
from foundation.people.models import Membership, Role
from foundation.tournaments import Tournament, free_slug
from tournament import books
from tournament.game_settings import end_of_school_year
from tournament.models import Event
from tournament.rooms.copying import copy_rooms
from tournament.rosters.models import Place
from tournament.setup.effects import is_being_played
from tournament.setup.events import choose, copy_event, following, make_event
from tournament.setup.words import changes_in_words

FACTS = {
    "name": "the name",
    "starts_on": "the first day",
    "ends_on": "the last day",
    "venue": "the place",
    "time_zone": "the time zone",
}
RULES_OF_PLAY = ("format", "no_goal")


@verb("tournament.create", says="created the tournament {name}{like}")
def create_tournament(
    actor: Actor,
    _: None,
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    venue: str,
    time_zone: str,
    editions: Sequence[str] = (),
    preset: str = "custom",
    like: Tournament | None = None,
    is_rehearsal: bool = False,
) -> Tournament:
    """An event for each rule book, or all like an earlier tournament without its people. Who creates it directs it."""
    tournament = open_tournament(
        actor,
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        venue=venue,
        time_zone=time_zone,
        editions=editions,
        preset=preset,
        like=like,
        is_rehearsal=is_rehearsal,
    )
    log(actor, tournament, name=tournament.name, like=f", like {like.name}" if like else "")
    return tournament


def open_tournament(
    actor: Actor,
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    venue: str,
    time_zone: str,
    editions: Sequence[str] = (),
    preset: str = "custom",
    like: Tournament | None = None,
    is_rehearsal: bool = False,
) -> Tournament:
    """Inside a verb, which logs: the tournament with its events, and its director."""
    if actor.user is None:
        raise Refused("A tournament needs a director: create it signed in.")
    _check_facts(name, starts_on, ends_on, time_zone)
    if like:
        actor.require("tournament.copy", like)
    elif not editions:
        raise Refused("Choose at least one rule book.", field="editions")
    tournament = Tournament.objects.create(
        name=name.strip(),
        slug=free_slug(name),
        starts_on=starts_on,
        ends_on=ends_on,
        venue=venue.strip(),
        time_zone=time_zone,
        is_rehearsal=is_rehearsal,
        public_names=like.public_names if like else "initial",
        names_until=end_of_school_year(ends_on),
    )
    if like:
        for event in like.events.select_related("book").prefetch_related("divisions"):
            copy_event(event, tournament)
        copy_rooms(like, tournament)
    for edition_id in dict.fromkeys(editions):
        make_event(tournament, edition_id, preset)
    Membership.objects.create(tournament=tournament, user=actor.user, role=Role.DIRECTOR)
    actor.forget_roles()
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


@verb("event.add", says="added {game} by {book}")
def add_event(actor: Actor, tournament: Tournament, *, edition: str, preset: str) -> Event:
    """One more game, each rule book once."""
    if tournament.events.filter(edition=edition).exists():
        raise Refused("This rule book is played already. Change its choices instead.", field="edition")
    event = make_event(tournament, edition, preset)
    log(actor, event, game=event.game, book=books.edition_of(event).title)
    return event


@verb("event.remove", says="removed {game}")
def remove_event(actor: Actor, event: Event) -> Tournament:
    """A game that nobody is entered for and that has not been played. One game stays."""
    tournament = event.tournament
    if Place.objects.filter(event=event).exists():
        raise Refused(f"There are players on the roster of {event.game}. Take them off first.")
    if is_being_played(event):
        raise Refused(f"A round of {event.game} has been published already.")
    if tournament.events.count() == 1:
        raise Refused("A tournament needs a game. Add another one first.")
    game = event.game
    event.delete()
    log(actor, tournament, game=game)
    return tournament


@verb("event.set_up", says="changed {game}: {changes}")
def set_up(actor: Actor, event: Event, *, version: int, **chosen: Any) -> Event:
    """Change the choices of an event, made from the version that the person saw. Choices that clash are refused."""
    event = Event.objects.select_for_update().select_related("book", "tournament").get(pk=event.pk)
    edition = books.edition_of(event)
    before = event.choices
    after = replace(before, **chosen)
    changes = changes_in_words(asdict(before), asdict(after), edition)
    if event.version != version:
        theirs = "; ".join(changes_in_words(asdict(after), asdict(before), edition))
        raise Conflict(
            "Somebody changed this event while you were choosing. "
            + (f"What is different now: {theirs}. Send again to have it your way." if theirs else "It is the same now.")
        )
    if is_being_played(event):
        for name in RULES_OF_PLAY:
            if getattr(before, name) != getattr(after, name):
                raise Refused("A round has been published: this cannot be changed any more.", field=name)
    event.version += 1
    choose(event, edition, after)
    if before.team_size != after.team_size:
        fewer, more = sorted([before.team_size, after.team_size])
        moved = Place.objects.filter(event=event, number__gt=fewer, number__lte=more)
        moved.update(is_alternate=after.team_size == fewer)
    log(actor, event, game=event.game, changes="; ".join(changes) or "nothing")
    return event


@verb("event.renew_book", says="took up the changed rule book {book}: {changes}")
def renew_book(actor: Actor, event: Event, *, digest: str) -> Event:
    """Before the day starts, an event may take up what its rule book says now. `digest`: what the director saw."""
    edition, before = books.shelf().editions.get(event.edition), books.edition_of(event)
    if edition is None or digest != books.digest_on_shelf(event.edition):
        raise Conflict("The rule book was changed again just now. Look at what is different, then take it up.")
    changes = len(books.changes_of(event))
    event.book, event.game = books.keep(event.edition), edition.game
    choose(event, edition, following(event, before, edition))
    log(actor, event, book=edition.title, changes=f"{changes} difference{'s' * (changes != 1)}")
    return event


def _shown(value: object) -> str:
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
