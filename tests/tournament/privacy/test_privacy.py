"""Student names: what the public sees, and that nothing is left after their removal."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation import hooks
from foundation.accounts.invitations import path_of
from foundation.activity.models import LogLine
from foundation.activity.sentences import NAME_FIELDS_BY_ACTION, SENTENCE_BY_ACTION
from foundation.errors import NotAllowed, Refused
from foundation.jobs import execution, worker
from foundation.jobs.models import Job, JobResult
from foundation.people.actor import SYSTEM, Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tests.hooks import replaced_providers
from tests.reused_fixtures import reused
from tournament import actions as tournament_actions
from tournament.models import Event
from tournament.privacy import actions
from tournament.privacy.name_removal import due_for_purge
from tournament.rosters import actions as rosters
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rosters.names import public_name
from tournament.spreadsheets import read_pasted

ROSTER = """School\tTeam\tDivision\tFirst name\tLast name\tGrade
Pascal School\tCalculators\tElementary\tZuleika\tQuirkfeather\t5
Pascal School\tCalculators\tElementary\tBo\tXylographer\t6
Pascal School\tCalculators\tElementary\tMononymous\tVandersum\t6
"""
NAMES = ("Zuleika", "Quirkfeather", "Xylographer", "Mononymous", "Vandersum", "Typoquirk")


@pytest.mark.parametrize(
    ("first", "last", "policy", "is_hidden", "shown"),
    [
        ("Ada", "Byron", "initial", False, "Ada B."),
        ("Mary Ann", "O'Cube", "initial", False, "Mary Ann O."),
        ("Ada", "", "initial", False, "Ada"),
        ("Ada Byron King", "", "initial", False, "Ada B."),
        ("Ada\u00a0\u3000Byron", "", "initial", False, "Ada B."),
        ("Ada Byron", "", "number", False, "No. 12"),
        ("", "Byron", "initial", False, "No. 12"),
        ("מרים", "דוד", "initial", False, "מרים ד.\u200f"),
        ("Ada", "Byron", "initial", True, "No. 12"),
        ("Ada", "Byron", "number", False, "No. 12"),
    ],
)
def test_public_name_follows_the_policy(first: str, last: str, policy: str, is_hidden: bool, shown: str) -> None:
    assert public_name(first, last, 12, policy=policy, is_hidden=is_hidden) == shown


# -- in the database --------------------------------------------------------------------------------------------------


@pytest.fixture
@reused
def event(tournament: Tournament, director_actor: Actor) -> Event:
    """An event with names everywhere: a file, undo, the log, a substitution, a job with a file, a remark."""
    event = tournament.events.get()
    sheets = [read_pasted(ROSTER)]
    upload = rosters.upload(director_actor, tournament, event=event, name="Zuleika.csv", sheets=sheets)
    execution.run(rosters.import_upload(director_actor, upload).pk)
    place = Place.objects.get(player__last_name="Quirkfeather")
    rosters.edit_place(director_actor, event, place=place, last="Typoquirk")
    rosters.undo(director_actor, event)
    checkin.mark(director_actor, event, place=place, status="present")
    job = Job.objects.create(kind="print.badges", title="Zuleika", tournament=tournament, state="done", fingerprint="x")
    JobResult.objects.create(job=job, filename="Zuleika.pdf", content_type="x/y", content=b"Quirkfeather")
    return event


def everything_stored() -> str:
    """Return every value of every row of every table, as text."""
    rows = (row for model in apps.get_models() for row in model._meta.base_manager.values_list())
    return "\n".join(str(bytes(value) if isinstance(value, memoryview) else value) for row in rows for value in row)


def names_in(text: str) -> list[str]:
    return [name for name in NAMES if name in text]


def finish_tournament(director_actor: Actor, tournament: Tournament) -> Tournament:
    return tournament_actions.finish(director_actor, tournament_actions.start(director_actor, tournament))


def test_players_are_numbered_in_order_of_arrival(event: Event, director_actor: Actor) -> None:
    added = rosters.add_place(
        director_actor, event, school="Pascal School", team="Calculators", division="E", first="New"
    )
    assert list(Player.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
    assert added.player is not None
    assert (added.player.public_name("initial"), added.player.public_name("number")) == ("New", "No. 4")


def test_names_are_kept_at_least_until_the_last_day(director_actor: Actor, tournament: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        actions.choose_privacy(director_actor, tournament, public_names="number", names_until=date(2026, 11, 13))
    assert refusal.value.field == "names_until"
    actions.choose_privacy(director_actor, tournament, public_names="number", names_until=date(2026, 11, 14))
    assert LogLine.objects.latest("id").text == (
        "set student names to “Number only”, kept until November 14, 2026, without a public page"
    )


def test_purge_removes_every_name_but_keeps_the_log(event: Event, director_actor: Actor) -> None:
    assert names_in(everything_stored()) == list(NAMES)
    lines, places = LogLine.objects.count(), Place.objects.count()
    actions.purge(director_actor, finish_tournament(director_actor, event.tournament))
    assert names_in(everything_stored()) == []
    assert [str(player) for player in Player.objects.order_by("number")] == ["No. 1", "No. 2", "No. 3"]
    assert set(Player.objects.values_list("grade", flat=True)) == {None}
    assert (LogLine.objects.count(), Place.objects.count()) == (lines + 3, places)
    sentences = list(LogLine.objects.filter(action__startswith="place.").order_by("id").values_list("text", flat=True))
    assert sentences == ["renamed … to … on the roster", "undid a roster change for …"]
    assert LogLine.objects.latest("id").text == "removed the names of 3 students from everything"


def test_log_sentences_with_student_names_declare_them() -> None:
    """Each declared name must be a placeholder of its sentence."""
    for action, names in NAME_FIELDS_BY_ACTION.items():
        for name in names:
            assert f"{{{name}}}" in str(SENTENCE_BY_ACTION[action]), action


def test_purge_takes_names_out_of_lines_of_earlier_versions(event: Event, director_actor: Actor) -> None:
    """Today's sentence doesn't fit their data, so they keep their words."""
    with_name = {"who": "Zuleika Quirkfeather", "status": "here"}
    earlier = LogLine(action="checkin.mark", text="marked Zuleika Quirkfeather here", data=with_name)
    renamed = {"before": "Zuleika", "after": "Zuleika Quirkfeather"}
    longer = LogLine(action="place.edit", text="changed Zuleika to Zuleika Quirkfeather", data=renamed)
    without_data = LogLine(action="checkin.mark", text="marked Zuleika Quirkfeather", data={})
    for line in (earlier, longer, without_data):
        line.tournament, line.who = event.tournament, "Dana Director"
        line.save()
    actions.purge(director_actor, finish_tournament(director_actor, event.tournament))
    lines = [LogLine.objects.get(pk=line.pk) for line in (earlier, longer, without_data)]
    assert [line.sentence for line in lines] == ["marked … here", "changed … to …", "…"]


def test_other_tournaments_keep_their_names(event: Event, director_actor: Actor, director: User) -> None:
    other = factories.tournament(director, "Next Meet")
    factories.roster(other, teams=1)
    actions.purge(director_actor, finish_tournament(director_actor, event.tournament))
    assert Player.objects.filter(tournament=other, last_name="Letter A").exists()


def test_names_cannot_be_entered_after_the_purge(event: Event, director_actor: Actor) -> None:
    tournament = finish_tournament(director_actor, event.tournament)
    actions.purge(director_actor, tournament)
    tournament_actions.reopen(director_actor, tournament)
    again = Tournament.objects.get(pk=tournament.pk).events.get()
    with pytest.raises(Refused, match="Student names were removed from this tournament"):
        rosters.edit_place(director_actor, again, place=require(Place.objects.first()), last="Again")
    later = date(2099, 1, 1)
    actions.choose_privacy(
        director_actor, Tournament.objects.get(pk=tournament.pk), public_names="number", names_until=later
    )
    again = Tournament.objects.get(pk=tournament.pk).events.get()
    rosters.edit_place(director_actor, again, place=require(Place.objects.first()), last="Again")


def test_director_removes_names_only_after_the_tournament(event: Event, director_actor: Actor) -> None:
    with pytest.raises(NotAllowed):
        actions.request_purge(director_actor, event.tournament)
    execution.run(actions.request_purge(director_actor, finish_tournament(director_actor, event.tournament)).pk)
    assert names_in(everything_stored()) == []
    with pytest.raises(Refused, match="were removed"):
        actions.request_purge(director_actor, Tournament.objects.get())


# -- when the day has come --------------------------------------------------------------------------------------------


def test_last_day_is_counted_in_the_tournaments_time_zone(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """July 31 in New York ends at 4:00 UTC on August 1."""
    assert tournament.names_until == date(2027, 7, 31)
    due = []
    for hour in (3, 5):
        now = datetime(2027, 8, 1, hour, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        due.append(due_for_purge())
    assert due == [[], [tournament]]


def test_workers_queue_the_removal_once(event: Event, director_actor: Actor) -> None:
    past = timezone.now().date() - timedelta(days=2)
    Tournament.objects.update(starts_on=past, ends_on=past, names_until=past)
    worker.run_periodic_tasks()
    worker.run_periodic_tasks()
    job = Job.objects.get(kind="tournament.purge")
    assert LogLine.objects.latest("id").who == SYSTEM.name
    execution.run(job.pk)
    assert names_in(everything_stored()) == []
    worker.run_periodic_tasks()
    assert Job.objects.filter(kind="tournament.purge").count() == 1


def test_failing_periodic_task_does_not_stop_the_others(db: None) -> None:
    done: list[str] = []

    def broken() -> None:
        raise RuntimeError

    def sound() -> None:
        done.append("done")

    with replaced_providers(hooks.periodic_tasks, broken, sound):
        worker.run_periodic_tasks()
    assert done == ["done"]


@pytest.mark.django_db(transaction=True)
def test_purge_leaves_no_names_in_the_database_file(event: Event, director_actor: Actor) -> None:
    """SQLite leaves deleted content readable in its file until the page is reused, unless compiled otherwise."""
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA secure_delete=OFF")
    execution.run(actions.request_purge(director_actor, finish_tournament(director_actor, event.tournament)).pk)
    assert Job.objects.get(kind="tournament.purge").state == "done"
    if connection.vendor != "sqlite":
        return
    connection.close()
    file = Path(settings.DATABASES["default"]["NAME"])
    content = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
    assert b"Pascal School" in content
    assert [name for name in NAMES if name.encode() in content] == []


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def test_privacy_page_saves_settings(client: Client, tournament: Tournament) -> None:
    path = reverse("privacy", args=[tournament.slug])
    refused = client.post(path, {"public_names": "everything", "names_until": "2020-01-01"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["public_names"])
    saved = client.post(path, {"public_names": "number", "names_until": "2027-01-01"})
    assert saved.headers["Location"] == tournament.get_absolute_url()
    assert Tournament.objects.get().public_names == "number"


def test_page_removes_names_after_the_tournament(client: Client, event: Event, director_actor: Actor) -> None:
    finish_tournament(director_actor, event.tournament)
    client.post(reverse("privacy_remove", args=[event.tournament.slug]))
    execution.run(Job.objects.get(kind="tournament.purge").pk)
    page = client.get(reverse("privacy", args=[event.tournament.slug])).content.decode()
    assert "Student names were removed" in page


def test_coach_sees_full_names_of_their_own_team_only(event: Event, tournament: Tournament) -> None:
    factories.roster(tournament, teams=1)
    team = TeamEntry.objects.get(team__name="Calculators").team
    answer: Any = Client().get(path_of(factories.coach_link(team)))
    assert [[card.name for card in game.cards] for game in answer.context["page"].games] == [
        ["Zuleika Quirkfeather", "Bo Xylographer", "Mononymous Vandersum"]
    ]
    page = answer.content.decode()
    assert "Letter A" not in page


def test_public_page_shows_no_names(event: Event, tournament: Tournament) -> None:
    Tournament.objects.update(is_public=True)
    page = Client().get(reverse("public", args=[tournament.slug])).content.decode()
    assert names_in(page) == []
