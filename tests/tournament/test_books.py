"""An event keeps its own copy of an edition, and a league's own editions are offered without a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from foundation.activity.models import LogLine
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from rulebooks import get
from tests import factories
from tests.helpers import SignIn
from tournament import actions, books
from tournament.models import Book, Event
from tournament.setup import actions as setup

LEAGUE = """
extends = "agloa-equations-2019"
id = "our-league"
title = "Equations · our league"
scale = {{ right = {right}, middle = 8, wrong = 6, rule = "HT our meeting" }}
"""


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.RULEBOOKS = tmp_path / "rulebooks"
    settings.RULEBOOKS.mkdir()
    write_edition(settings.RULEBOOKS)
    return settings.RULEBOOKS


def write_edition(folder: Path, right: int = 10, more: str = "") -> None:
    (folder / "our-league.toml").write_text(LEAGUE.format(right=right) + more)


@pytest.fixture
def event(folder: Path, director: User) -> Event:
    return factories.tournament(director, "League Day", ("our-league",)).events.get()


def test_edition_in_the_folder_can_be_chosen(event: Event) -> None:
    edition = books.edition_of(event)
    assert (edition.title, edition.shakes.scale.value["right"]) == ("Equations · our league", 10)
    assert [division.name for division in event.divisions.all()] == ["Elementary", "Middle", "Junior", "Senior"]


def test_later_change_of_the_edition_does_not_affect_the_event(event: Event, folder: Path) -> None:
    write_edition(folder, right=12)
    assert books.edition_of(Event.objects.get(pk=event.pk)).shakes.scale.value["right"] == 10
    (folder / "our-league.toml").unlink()
    assert books.edition_of(Event.objects.get(pk=event.pk)).shakes.scale.value["right"] == 10
    assert books.changes_since_copied(event) == []


def test_events_with_the_same_text_share_one_copy(event: Event, director: User) -> None:
    factories.tournament(director, "League Night", ("our-league",))
    assert Book.objects.filter(edition="our-league").count() == 1


def test_printed_edition_is_kept_word_for_word(tournament: Tournament) -> None:
    assert books.edition_of(tournament.events.get()) == get("agloa-equations-2019")
    assert books.changes_since_copied(tournament.events.get()) == []


def test_new_text_can_be_accepted_before_the_tournament_starts(
    event: Event, folder: Path, director_actor: Actor
) -> None:
    write_edition(folder, right=12, more='names = { goal_setter = "Setter" }\n')
    assert next(change.sentence for change in books.changes_since_copied(event)) == (
        "The player who sets the Goal is called: Goal-setter (EQ I-A; EQ I-D; EQ VI-A; EQ XII-A) → "
        "Setter (EQ I-A; EQ I-D; EQ VI-A; EQ XII-A)"
    )
    setup.renew_book(director_actor, event, digest=books.digest_on_shelf("our-league"))
    event.refresh_from_db()
    assert books.edition_of(event).shakes.scale.value["right"] == 12
    assert books.changes_since_copied(event) == []
    assert (
        LogLine.objects.latest("id").text
        == "switched to the updated rule book Equations · our league with 2 differences"
    )


def test_only_the_text_that_was_seen_is_accepted(event: Event, folder: Path, director_actor: Actor) -> None:
    digest = books.digest_on_shelf("our-league")
    write_edition(folder, right=12)
    with pytest.raises(EditConflict, match="just updated again"):
        setup.renew_book(director_actor, event, digest=digest)


def test_new_text_is_refused_once_the_tournament_has_started(event: Event, folder: Path, director_actor: Actor) -> None:
    actions.start(director_actor, event.tournament)
    write_edition(folder, right=12)
    with pytest.raises(Refused):
        setup.renew_book(director_actor, event, digest=books.digest_on_shelf("our-league"))


def test_new_text_may_add_a_division_but_not_lose_one(event: Event, folder: Path, director_actor: Actor) -> None:
    letters = [("E", "Elementary", 6), ("M", "Middle", 8), ("J", "Junior", 10), ("S", "Senior", 12)]
    row = '[[divisions]]\nletter = "{}"\nname = "{}"\nmax_grade = {}\nrule = "HT our meeting"\n'
    rows = "".join(row.format(*each) for each in letters)
    write_edition(folder, more=rows + row.format("Mi", "Minor", 4))
    setup.renew_book(director_actor, event, digest=books.digest_on_shelf("our-league"))
    assert event.divisions.get(letter="Mi").name == "Minor"
    write_edition(folder, more=rows)
    with pytest.raises(Refused, match="has no Minor division"):
        setup.renew_book(director_actor, event, digest=books.digest_on_shelf("our-league"))
    assert event.divisions.count() == 5


def test_settings_from_the_book_follow_the_new_text(event: Event, folder: Path, director_actor: Actor) -> None:
    setup.set_up(director_actor, event, version=1, table_size=2, divisions=("E", "M"))
    write_edition(folder, more="limits = { round = { seconds = 2400 } }\n")
    event.refresh_from_db()
    setup.renew_book(director_actor, event, digest=books.digest_on_shelf("our-league"))
    event.refresh_from_db()
    assert (event.minutes, event.table_size, event.settings.divisions) == (40, 2, ("E", "M"))


# -- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def page(event: Event) -> str:
    return reverse("book", args=[event.tournament.slug, event.pk])


def test_page_shows_the_book_that_the_event_keeps(client: Client, event: Event, folder: Path) -> None:
    write_edition(folder, right=12)
    response = client.get(page(event))
    assert response.context["edition"].shakes.scale.value["right"] == 10
    assert [chapter.title for chapter in response.context["chapters"]][:3] == [
        "Terms",
        "Divisions and tables",
        "Goal and play",
    ]
    assert len(response.context["changes"]) == 1


def test_page_accepts_the_new_text(client: Client, event: Event, folder: Path) -> None:
    write_edition(folder, right=12)
    digest = client.get(page(event)).context["digest"]
    response = client.post(
        reverse("book_renew", args=[event.tournament.slug, event.pk]), {"digest": digest}, follow=True
    )
    assert [str(message) for message in response.context["messages"]] == ["Rule book updated."]
    assert response.context["changes"] == []


def test_broken_file_is_named_where_books_are_chosen(client: Client, folder: Path) -> None:
    (folder / "half.toml").write_text('id = "half"\n')
    response = client.get(reverse("tournament_create"), {"preset": "custom"})
    assert list(response.context["problems"]) == ["half.toml: books is missing."]
    offered = [value for value, _ in response.context["form"].fields["editions"].choices]
    assert "our-league" in offered
    assert "half" not in offered


# -- from before ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_migrated_events_keep_the_printed_edition() -> None:
    executor = MigrationExecutor(connection=_connection())
    executor.migrate([("tournament", "0001_initial")])
    old = executor.loader.project_state([("tournament", "0001_initial")]).apps
    tournament = old.get_model("tournament", "Tournament").objects.create(
        name="Old Meet", slug="old", starts_on="2026-01-01", ends_on="2026-01-01", time_zone="UTC"
    )
    old.get_model("tournament", "Event").objects.create(
        tournament=tournament, edition="agloa-onsets-2014", game="On-Sets"
    )
    executor = MigrationExecutor(connection=_connection())
    executor.migrate(executor.loader.graph.leaf_nodes())
    event = Event.objects.select_related("book").get(tournament__slug="old")
    assert (event.book.edition, event.format, event.no_goal) == ("agloa-onsets-2014", "adventurous", "rulebook")
    assert books.edition_of(event) == get("agloa-onsets-2014")
    assert (event.rounds, event.minutes, event.table_size, event.tie_breaks) == (4, 30, 3, [])
    assert str(event.tournament.names_until) == "2026-07-31"


def _connection() -> Any:
    from django.db import connection

    return connection
