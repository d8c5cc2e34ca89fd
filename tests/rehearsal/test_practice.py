"""Rehearsals created by a director: filled by a job up to a stage, marked on every page, and removed completely."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pypdfium2
import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone

from foundation.accounts.actions import invite, use_badge
from foundation.accounts.invitations import path_of
from foundation.activity.models import LogLine
from foundation.backups.actions import request_backup
from foundation.backups.files import folder
from foundation.backups.models import Backup, Occasion
from foundation.errors import Refused
from foundation.jobs.execution import run
from foundation.jobs.models import Job
from foundation.local_cache import clear_local_caches
from foundation.people.actor import Actor
from foundation.people.models import Invitation, Role, Session, User
from foundation.tournaments import Tournament
from rehearsal import actions
from rehearsal.removal import paths_to_tournament
from scoring.seasons import actions as seasons
from tests import factories
from tests.helpers import SignIn
from tests.printing.documents import division_scope, render_cards, render_document, round_scope
from tests.scoring.conftest import event, play  # noqa: F401
from tests.scoring.full_tournament import export_archive, import_from_bytes, play_rounds, prepare_tournament
from tournament.models import Book, Event
from tournament.rounds.queries import rounds_of

REHEARSAL_NOTE = '<p class="rehearsal">'


def create_rehearsal(director_actor: Actor, stage: str) -> Tournament:
    job = actions.ask(director_actor, None, players=30, stage=stage, seed=7)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem) == ("done", "")
    return job.tournament


def mark_as_rehearsal(tournament: Tournament) -> Tournament:
    """Turn any tournament into a rehearsal. Clears the page cache, because this change isn't made by a verb."""
    clear_local_caches()
    Tournament.objects.filter(pk=tournament.pk).update(is_rehearsal=True)
    tournament.refresh_from_db()
    return tournament


def test_job_fills_a_rehearsal_up_to_the_requested_stage(director_actor: Actor) -> None:
    meet = create_rehearsal(director_actor, "set-up")
    assert (meet.is_rehearsal, meet.state, meet.memberships.count()) == (True, "planned", 11)
    assert list(meet.events.get().divisions.values_list("letter", flat=True)) == ["E", "M"]
    assert Session.objects.filter(user=director_actor.user).count() == 0


def test_interrupted_rehearsal_is_not_continued(director_actor: Actor) -> None:
    job = actions.ask(director_actor, None, players=30, stage="set-up", seed=7)
    Job.objects.filter(pk=job.pk).update(attempts=1)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem) == (
        "failed",
        "This rehearsal was interrupted. Delete it and create another one.",
    )


@pytest.mark.parametrize(("players", "stage", "field"), [(31, "drawn", "players"), (30, "lunch", "stage")])
def test_other_sizes_and_stages_are_refused(director_actor: Actor, players: int, stage: str, field: str) -> None:
    for format_, named in (("agloa-league-day", field), ("checkers", field if field == "players" else "format")):
        with pytest.raises(Refused) as refusal:
            actions.ask(director_actor, None, players=players, stage=stage, seed=1, format=format_)
        assert refusal.value.field == named


def create_invitation(director_actor: Actor, tournament: Tournament) -> Invitation:
    tomorrow = timezone.now() + timedelta(days=1)
    return invite(director_actor, tournament, role=Role.JUDGE, label="Judge 9", expires_at=tomorrow)


# -- removing ---------------------------------------------------------------------------------------------------------


def row_counts() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models(include_auto_created=True)}


def test_removing_a_rehearsal_deletes_its_rows_only(
    director_actor: Actor, tournament: Tournament, director: User
) -> None:
    """Removing a rehearsal leaves a tournament with the same content untouched."""
    scorekeeper, other_scorekeeper = (Actor(user=factories.helper(tournament, Role.SCOREKEEPER)) for _ in range(2))
    play_rounds(prepare_tournament(tournament, director_actor), director_actor, scorekeeper, other_scorekeeper)
    request_backup(director_actor, tournament, Occasion.MANUAL, "by hand")
    before = row_counts()
    copy = mark_as_rehearsal(import_from_bytes(export_archive(tournament, photos=True), director_actor))
    helper = use_badge(Actor(), create_invitation(director_actor, copy), name="Jo Judge")
    actions.remove(director_actor, copy)
    after = row_counts()
    kept = {"people.User", "tournament.Book"}  # importing an archive creates users for its log
    changed = {name: after[name] - count for name, count in before.items() if after[name] != count}
    assert {name: more for name, more in changed.items() if name not in kept} == {"activity.LogLine": 1}
    line = LogLine.objects.latest("id")
    assert (line.action, line.tournament, line.text) == (
        "rehearsal.remove",
        None,
        f"deleted {copy.name} and everything in it",
    )
    assert not User.objects.filter(pk=helper.pk).exists()
    assert Book.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("has_real_tournament", [True, False])
def test_backups_that_contain_a_real_tournament_are_kept(
    director_actor: Actor, director: User, has_real_tournament: bool
) -> None:
    """A backup made before a practice restore may be the only one of the real tournament."""
    practice = mark_as_rehearsal(factories.tournament(director, "Practice"))
    meet = factories.tournament(director, "Real Meet") if has_real_tournament else None
    run(request_backup(director_actor, practice, Occasion.MANUAL, "before going back").pk)
    file = folder() / Backup.objects.get().filename
    actions.remove(director_actor, practice)
    kept = [("Real Meet", "before going back (rehearsal)")] if meet else []
    assert list(Backup.objects.values_list("tournament__name", "reason")) == kept
    assert file.exists() is has_real_tournament
    words = ", and moved its backups to Real Meet" if has_real_tournament else ""
    assert LogLine.objects.latest("id").text == f"deleted Practice and everything in it{words}"


def test_every_model_with_a_path_to_a_tournament_is_emptied() -> None:
    """The remaining models belong to the installation."""
    left = {model._meta.label for model in apps.get_models() if model not in paths_to_tournament()}
    assert left == {
        *("auth.Group", "auth.Permission", "contenttypes.ContentType", "sessions.Session"),
        *("account.EmailAddress", "account.EmailConfirmation", "mfa.Authenticator", "usersessions.UserSession"),
        *("tournament.Book", "people.User", "people.Session", "jobs.WorkerBeat", "seasons.Season", "own_cases.OwnCase"),
    }


def test_real_tournament_cannot_be_removed(director_actor: Actor, tournament: Tournament) -> None:
    with pytest.raises(Refused):
        actions.remove(director_actor, tournament)
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_rehearsal_cannot_join_a_season(director_actor: Actor, tournament: Tournament) -> None:
    season = seasons.create(director_actor, None, name="Season of nothing")
    with pytest.raises(Refused):
        seasons.add(director_actor, mark_as_rehearsal(tournament), season=season)


# -- pages ------------------------------------------------------------------------------------------------------------


def test_director_creates_and_removes_a_rehearsal_on_the_pages(director: User, client_of: SignIn) -> None:
    client = client_of(director)
    assert client.get("/rehearsal/").status_code == 200
    fields = {"players": "100", "format": "challenge-cup", "stage": "drawn", "seed": "5", "key": "k1"}
    response = client.post("/rehearsal/", fields)
    job = Job.objects.get(kind="rehearsal.ask")
    assert (response.status_code, response.headers["Location"]) == (302, job.get_absolute_url())
    assert job.params == {"players": 100, "stage": "drawn", "seed": 5, "format": "challenge-cup"}
    board = client.get(job.tournament.get_absolute_url()).content.decode()
    assert (board.count(REHEARSAL_NOTE), board.count("rehearsal/remove/")) == (1, 1)
    response = client.post(reverse("rehearsal_remove", args=[job.tournament.slug]), {"key": "k2"}, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert Tournament.objects.count() == 0


def test_every_page_is_marked_as_a_rehearsal(
    director_actor: Actor, tournament: Tournament, director: User, client_of: SignIn
) -> None:
    Tournament.objects.update(is_public=True)
    team = factories.team(tournament, "Sums", "Imaginary School")
    link = path_of(factories.coach_link(team))
    inside = ["tournament", "roster", "checkin", "rounds", "seating", "sheets", "standings", "calls", "clock", "print"]
    pages = [reverse(name, args=[tournament.slug]) for name in inside]
    shown = ("public", "find_table", "tables_wall", "standings_wall")
    public = [*(reverse(name, args=[tournament.slug]) for name in shown), link]
    for marked in (0, 1):
        for client, paths in ((client_of(director), pages), (client_of(None), public)):
            for path in paths:
                assert (path, client.get(path).content.decode().count(REHEARSAL_NOTE)) == (path, marked)
        mark_as_rehearsal(tournament)


@pytest.mark.parametrize("name", ["check-in", "scoresheets", "badges"])
def test_documents_are_marked_as_a_rehearsal(
    director_actor: Actor,
    event: Event,  # noqa: F811
    tournament: Tournament,
    name: str,
) -> None:
    """Lists, stamped forms, and cards are marked."""
    round_ = play(director_actor, event, 1)
    factories.badge(tournament)
    words = []
    for marked in (False, True):
        Tournament.objects.filter(pk=tournament.pk).update(is_rehearsal=marked)
        words.append(first_page_text(_render_document(name, round_.pk, tournament.pk)).count("REHEARSAL"))
    assert words == [0, 1]


def _render_document(name: str, round_id: int, tournament_id: int) -> bytes:
    tournament = Tournament.objects.get(pk=tournament_id)
    if name == "badges":
        badges = list(tournament.invitations.all())
        return render_cards(tournament, badges)
    round_ = rounds_of(tournament).get(pk=round_id)
    return render_document(name, round_scope(round_) if name == "scoresheets" else division_scope(round_.division))


def first_page_text(pdf: bytes) -> str:
    """The text of the first page."""
    page = pypdfium2.PdfDocument(BytesIO(pdf))[0]
    return str(page.get_textpage().get_text_range())
