"""Verbs of setting up: create or copy a tournament, edit it; add, set up, and remove its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format

from foundation.activity.sentences import CountedSentence, SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, verb
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from foundation.people.models import Membership, Role
from foundation.tournaments import Tournament, free_slug
from rulebooks.wording import join_words
from tournament import books
from tournament.game_settings import changed_settings, changes_in_words, changes_of_settings, end_of_school_year
from tournament.models import Event
from tournament.rosters.models import Place
from tournament.setup.events import (
    apply_settings,
    copy_event,
    copy_rooms,
    create_event,
    has_published_rounds,
    settings_for_new_text,
)

FACT_LABELS = {
    "name": "the name",
    "starts_on": "the first day",
    "ends_on": "the last day",
    "venue": "the venue",
    "time_zone": "the time zone",
}
FIXED_ONCE_PUBLISHED = ("format", "no_goal")
CREATED = SentenceByCase(
    "kind",
    {
        "new": "created the tournament {name}",
        "copy": "created the tournament {name} as a copy of {like}",
    },
)


@dataclass(frozen=True)
class TournamentFacts:
    """What a director says about a tournament as a whole."""

    name: str
    starts_on: date
    ends_on: date
    venue: str
    time_zone: str

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> TournamentFacts:
        """Pick the facts out of a form's or a request's values."""
        return cls(**{field.name: values[field.name] for field in fields(cls)})

    def check(self) -> None:
        if not self.name.strip():
            raise Refused("Enter the tournament name.", field="name")
        if self.ends_on < self.starts_on:
            raise Refused("The last day can’t be before the first day.", field="ends_on")
        if self.starts_on.year < 2000 or self.ends_on.year > 2099:
            raise Refused("Enter dates between 2000 and 2099.", field="starts_on")
        try:
            ZoneInfo(self.time_zone)
        except (KeyError, ValueError, OSError):
            raise Refused("Choose a time zone from the list.", field="time_zone") from None

    def stripped(self) -> TournamentFacts:
        return replace(self, name=self.name.strip(), venue=self.venue.strip())


@verb("tournament.create", says=CREATED)
def create_tournament(
    actor: Actor,
    _: None,
    *,
    facts: TournamentFacts,
    editions: Sequence[str] = (),
    preset: str = "custom",
    is_rehearsal: bool = False,
) -> Tournament:
    """Create a tournament with an event for each rule book. The person who creates it directs it."""
    tournament = insert_tournament(actor, facts, editions=editions, preset=preset, is_rehearsal=is_rehearsal)
    log(actor, tournament, kind="new", name=tournament.name)
    return tournament


@verb("tournament.create", says=CREATED, shared=True)
def copy_tournament(actor: Actor, _: None, *, facts: TournamentFacts, like: Tournament) -> Tournament:
    """Create a tournament with the events, settings, and rooms of an earlier one, but none of its people."""
    tournament = insert_tournament(actor, facts, like=like)
    log(actor, tournament, kind="copy", name=tournament.name, like=like.name)
    return tournament


def insert_tournament(
    actor: Actor,
    facts: TournamentFacts,
    *,
    editions: Sequence[str] = (),
    preset: str = "custom",
    like: Tournament | None = None,
    is_rehearsal: bool = False,
) -> Tournament:
    """Insert a tournament with its events and its director. Called inside a verb, which logs."""
    if actor.user is None:
        raise Refused("Sign in to create a tournament.")
    facts.check()
    if like:
        actor.require("tournament.copy", like)
    elif not editions:
        raise Refused("Choose at least one rule book.", field="editions")
    tournament = Tournament.objects.create(
        **asdict(facts.stripped()),
        slug=free_slug(facts.name),
        is_rehearsal=is_rehearsal,
        public_names=like.public_names if like else "initial",
        names_until=end_of_school_year(facts.ends_on),
    )
    if like:
        for event in like.events.select_related("book").prefetch_related("divisions"):
            copy_event(event, tournament)
        copy_rooms(like, tournament)
    for edition_id in dict.fromkeys(editions):
        create_event(tournament, edition_id, preset)
    Membership.objects.create(tournament=tournament, user=actor.user, role=Role.DIRECTOR)
    actor.forget_roles()
    return tournament


def _facts_in_words(facts: Mapping[str, str]) -> str:
    values = {
        field: date.fromisoformat(value) if field in ("starts_on", "ends_on") else value
        for field, value in facts.items()
    }
    return join_words(f"{FACT_LABELS[field]} to {_in_words(value)}" for field, value in values.items())


@verb(
    "tournament.edit",
    says=SentenceByCase(
        "kind",
        {
            "change": SentenceWithParts("changed {facts}", {"facts": _facts_in_words}),
            "same": "saved the tournament details without changes",
        },
    ),
)
def edit_tournament(actor: Actor, tournament: Tournament, *, version: int, facts: TournamentFacts) -> Tournament:
    """Change the facts of a tournament. `version`: the one that the person saw."""
    facts.check()
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    values = asdict(facts.stripped())
    changed = {field: value for field, value in values.items() if getattr(current, field) != value}
    if current.version != version:
        theirs = join_words(f"{FACT_LABELS[field]} is {_in_words(getattr(current, field))}" for field in changed)
        raise EditConflict(
            f"Someone else changed this tournament while you were working. Now {theirs}. Save again to replace it."
            if theirs
            else "Someone else just made the same changes. Reload the page."
        )
    for field, value in changed.items():
        setattr(current, field, value)
    current.version += 1
    current.save()
    facts_changed = {field: str(value) for field, value in changed.items()}
    log(actor, current, kind="change" if changed else "same", facts=facts_changed)
    return current


@verb("event.add", says="added {game} with the rule book {book}")
def add_event(actor: Actor, tournament: Tournament, *, edition: str, preset: str) -> Event:
    """Add a game. Each rule book can be played once."""
    if tournament.events.filter(edition=edition).exists():
        raise Refused("This tournament has a game with this rule book. Change its settings instead.", field="edition")
    event = create_event(tournament, edition, preset)
    log(actor, event, game=event.game, book=books.edition_of(event).title)
    return event


@verb("event.remove", says="removed {game}")
def remove_event(actor: Actor, event: Event) -> Tournament:
    """Remove a game with an empty roster and no published round. A tournament keeps at least one game."""
    tournament = event.tournament
    if Place.objects.filter(event=event).exists():
        raise Refused(f"{event.game} still has players on its roster. Remove them first.")
    if has_published_rounds(event):
        raise Refused(f"{event.game} has a published round, so you can’t remove it.")
    if tournament.events.count() == 1:
        raise Refused("A tournament needs at least one game. Add another game first.")
    game = event.game
    event.delete()
    log(actor, tournament, game=game)
    return tournament


@verb(
    "event.set_up",
    says=SentenceByCase(
        "kind",
        {
            "change": SentenceWithParts("changed the settings for {game}: {settings}", {"settings": changes_in_words}),
            "same": "saved the settings for {game} without changes",
        },
    ),
)
def set_up(actor: Actor, event: Event, *, version: int, **chosen: Any) -> Event:
    """Change settings of an event. `version`: the one that the person saw. `chosen`: fields of `GameSettings`."""
    event = Event.objects.select_for_update().select_related("book", "tournament").get(pk=event.pk)
    edition = books.edition_of(event)
    before = event.settings
    after = replace(before, **chosen)
    changes = changes_of_settings(asdict(before), asdict(after), edition)
    if event.version != version:
        theirs = join_words(changed_settings(asdict(after), asdict(before), edition))
        raise EditConflict(
            f"Someone else changed these settings while you were working. They chose {theirs}. Save again to use yours."
            if theirs
            else "Someone else just made the same changes. Reload the page."
        )
    if has_published_rounds(event):
        for name in FIXED_ONCE_PUBLISHED:
            if getattr(before, name) != getattr(after, name):
                raise Refused("You can’t change this after a round is published.", field=name)
    event.version += 1
    apply_settings(event, edition, after)
    if before.team_size != after.team_size:
        fewer, more = sorted([before.team_size, after.team_size])
        moved = Place.objects.filter(event=event, number__gt=fewer, number__lte=more)
        moved.update(is_alternate=after.team_size == fewer)
    log(actor, event, kind="change" if changes else "same", game=event.game, settings=changes)
    return event


@verb(
    "event.renew_book",
    says=CountedSentence(
        "differences",
        "switched to the updated rule book {book} with 1 difference",
        "switched to the updated rule book {book} with {differences} differences",
    ),
)
def renew_book(actor: Actor, event: Event, *, digest: str) -> Event:
    """Replace the event's copy of its rule book by the current text. `digest`: the text that the director saw."""
    edition, before = books.shelf().editions.get(event.edition), books.edition_of(event)
    if edition is None or digest != books.digest_on_shelf(event.edition):
        raise EditConflict("The rule book was just updated again. Review the changes, then switch to it.")
    differences = len(books.changes_since_copied(event))
    event.book, event.game = books.save_copy(event.edition), edition.game
    apply_settings(event, edition, settings_for_new_text(event, before, edition))
    log(actor, event, book=edition.title, differences=differences)
    return event


def _in_words(value: object) -> str:
    if isinstance(value, date):
        return date_format(value, "D, M j, Y")
    return f"“{value}”" if value else "blank"
