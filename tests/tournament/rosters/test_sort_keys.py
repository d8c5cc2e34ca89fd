"""Every list sorts accented letters next to plain ones, on every database."""

from __future__ import annotations

import pytest

from foundation.jobs.execution import run
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tests.reused_fixtures import reused
from tournament.dashboard import teams_of
from tournament.models import Event
from tournament.rosters import actions
from tournament.rosters.checkin.queries import cards_of, missing_of
from tournament.rosters.names import name_key
from tournament.rosters.queries import import_plan_of, roster_of
from tournament.spreadsheets import read_pasted

HEADINGS = "School\tTeam\tDivision\tFirst name\tLast name\tGrade\n"
SCHOOLS = ["Zeno", "École Abel", "eagle", "Ørsted", "Oak", "Ñandú", "Nash"]
INVENTED = ["Zed", "Émile", "Åsa", "adam", "Ñandú", "Noether", "Łuk", "Lima"]
SCHOOLS_IN_ORDER = ["eagle", "École Abel", "Ñandú", "Nash", "Oak", "Ørsted", "Zeno"]
INVENTED_IN_ORDER = ["adam", "Åsa", "Émile", "Lima", "Łuk", "Ñandú", "Noether", "Zed"]


@pytest.fixture
@reused
def event(director_actor: Actor, tournament: Tournament) -> Event:
    """A team of each school, and players without a team."""
    event = tournament.events.get()
    lines = [f"{school}\tTeam\tE\tPlayer\t{school} One\t5" for school in SCHOOLS]
    lines += [f"Oak\t\tE\tSolo\t{name}\t5" for name in INVENTED]
    sheet = read_pasted(HEADINGS + "\n".join(lines))
    upload = actions.upload(director_actor, tournament, event=event, name="Accents", sheets=[sheet])
    run(actions.import_upload(director_actor, upload).pk)
    return event


def test_roster_check_in_and_missing_list_have_the_same_order(event: Event) -> None:
    wanted = [f"Player {school} One" for school in SCHOOLS_IN_ORDER] + [f"Solo {name}" for name in INVENTED_IN_ORDER]
    assert [place.name for place in roster_of(event)] == wanted
    assert [card.spots[0].place.name for card in cards_of(event)] == wanted
    assert [place.name for place in missing_of(event)] == wanted


def test_teams_are_listed_in_the_same_order(event: Event, tournament: Tournament) -> None:
    assert [team.school.name for team in teams_of(tournament)] == SCHOOLS_IN_ORDER


def test_missing_players_are_listed_in_the_same_order(
    director_actor: Actor, event: Event, tournament: Tournament
) -> None:
    sheet = read_pasted(HEADINGS + "Oak\t\tE\tSolo\tNew\t5")
    upload = actions.upload(director_actor, tournament, event=event, name="One", sheets=[sheet])
    assert [place.last for place in import_plan_of(upload).missing] == INVENTED_IN_ORDER


@pytest.mark.parametrize(
    ("name", "plain"),
    [("Émile", "emile"), ("Åsa", "asa"), ("Ñandú", "nandu"), ("Łuk", "luk"), ("Ægir", "aegir"), ("Đorđe", "dorde")],
)
def test_accents_and_joined_letters_are_folded(name: str, plain: str) -> None:
    assert name_key(name) == plain
