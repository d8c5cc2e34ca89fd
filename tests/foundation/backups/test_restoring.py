"""Restoring while others work: all rows are replaced, the present data is backed up, and some things survive."""

from __future__ import annotations

import itertools
import threading
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation.accounts import actions as people
from foundation.activity.models import LogLine
from foundation.activity.news import news_stamp
from foundation.backups import files
from foundation.backups.actions import LOCKED_OUT, back_up
from foundation.backups.models import Backup, Occasion
from foundation.backups.queries import directs_all
from foundation.backups.restore import restore_backup, restore_file
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM, Actor
from foundation.people.models import ApiToken, Invitation, Membership, Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tournament import actions as tournament_actions
from tournament.models import Team
from tournament.privacy.actions import choose_privacy, request_purge
from tournament.rosters.models import Player

pytestmark = pytest.mark.django_db(transaction=True)


def make_backup(director_actor: Actor, tournament: Tournament) -> Backup:
    execution.run(back_up(director_actor, tournament).pk)
    return Backup.objects.filter(occasion=Occasion.MANUAL).latest("made_at")


def path_of(backup: Backup) -> Path:
    return files.folder() / backup.filename


def team_names() -> set[str]:
    return set(Team.objects.values_list("name", flat=True))


def present_copies() -> list[Backup]:
    return list(Backup.objects.present().filter(occasion=Occasion.BEFORE_RESTORE).order_by("id"))


def post_restore(client: Client, backup: Backup, word: str = "restore", **more: str) -> Any:
    return client.post(reverse("backup_restore", args=[backup.tournament.slug, backup.pk]), {"word": word, **more})


@pytest.fixture
def backup(director_actor: Actor, tournament: Tournament) -> Backup:
    """A backup of a tournament with one team; a second team was added since."""
    factories.team(tournament, "Abaci")
    backup = make_backup(director_actor, tournament)
    factories.team(tournament, "Bridges")
    return backup


# -- going back -------------------------------------------------------------------------------------------------------


def test_page_restores_twice_and_everyone_stays_signed_in(
    client_of: SignIn, director_actor: Actor, director: User, tournament: Tournament
) -> None:
    factories.team(tournament, "Abaci")
    scorekeeper = factories.helper(tournament, Role.SCOREKEEPER)
    backup = make_backup(director_actor, tournament)
    client, helper = client_of(director), client_of(scorekeeper)  # signed in after the backup was made
    factories.team(tournament, "Bridges")
    asked = client.get(reverse("backup_restore", args=[tournament.slug, backup.pk]))
    assert [line.text for line in asked.context["lost"]][:1] == ["added team Bridges from Pascal Middle School"]
    answer = post_restore(client, backup)
    assert (answer.status_code, answer.url) == (302, reverse("backups", args=[tournament.slug]))
    assert team_names() == {"Abaci"}
    board = reverse("tournament", args=[tournament.slug])
    assert [each.get(board).status_code for each in (client, helper)] == [200, 200]
    (copy,) = present_copies()
    line = LogLine.objects.latest("id")
    assert (line.action, line.who, line.tournament) == ("backup.restore", director.name, tournament)
    assert (line.data["file"], line.data["kept"]) == (backup.filename, copy.filename)
    assert [each for each, _ in client.get(answer.url).context["backups"]] == [copy, backup]
    assert post_restore(client, copy).status_code == 302
    assert team_names() == {"Abaci", "Bridges"}
    assert [each.get(board).status_code for each in (client, helper)] == [200, 200]


def test_page_asks_for_a_word_before_it_restores(client_of: SignIn, director: User, backup: Backup) -> None:
    answer = post_restore(client_of(director), backup, word="yes")
    assert (answer.status_code, answer.context["form"].errors["word"]) == (422, ["Type “restore” to confirm."])
    assert (team_names(), present_copies()) == ({"Abaci", "Bridges"}, [])


def test_repeated_request_restores_once(client_of: SignIn, director: User, backup: Backup) -> None:
    client = client_of(director)
    post_restore(client, backup, key="once")
    factories.team(backup.tournament, "Later")
    post_restore(client, backup, key="once")
    assert (team_names(), len(present_copies())) == ({"Abaci", "Later"}, 1)
    assert {path.name for path in files.folder().iterdir()} == {backup.filename, present_copies()[0].filename}


def test_restore_covers_every_tournament_and_is_in_its_log(
    director_actor: Actor, director: User, tournament: Tournament
) -> None:
    other = factories.tournament(director, "Other Meet")
    backup = make_backup(director_actor, tournament)
    factories.team(other, "Lost")
    make_backup(director_actor, factories.tournament(director, "Later Meet"))
    restore_backup(director_actor, backup)
    assert (team_names(), set(Tournament.objects.values_list("name", flat=True))) == (
        set(),
        {"Fall Meet", "Other Meet"},
    )
    lines = LogLine.objects.filter(action="backup.restore")
    assert {line.tournament for line in lines} == {tournament, other}
    assert {backup.tournament for backup in Backup.objects.all()} == {tournament}  # also that of the later meet


def test_keys_and_stamps_are_never_used_again_after_a_restore(director_actor: Actor, backup: Backup) -> None:
    """A browser that has a lost page does not get a 304 for it."""
    lost_line, lost_team, stamp = (
        LogLine.objects.latest("id").pk,
        Team.objects.latest("id").pk,
        news_stamp(backup.tournament),
    )
    restore_backup(director_actor, backup)
    again = factories.team(backup.tournament, "Bridges")
    assert (LogLine.objects.filter(action="backup.restore").get().pk > lost_line, again.pk > lost_team) == (True, True)
    assert news_stamp(backup.tournament) != stamp


def test_restore_cancels_the_jobs_of_the_backup_and_stops_present_ones(
    director_actor: Actor, tournament: Tournament
) -> None:
    backup = make_backup(director_actor, tournament)  # inside it, its own job is still running
    _, report = require(execution.claim(back_up(director_actor, tournament).pk))
    restore_backup(director_actor, backup)
    assert [(job.pk, job.state) for job in Job.objects.all()] == [(backup.job, "cancelled")]
    with pytest.raises(execution.Stopped):
        report(1, 3)


def test_concurrent_saves_are_in_the_present_copy_or_follow_the_restore(
    director_actor: Actor, director: User, backup: Backup
) -> None:
    """Someone keeps saving: every acknowledged save is in one database or in the other."""
    saved, problems, over = [], [], threading.Event()

    def save() -> None:
        for number in itertools.count(1):
            try:
                saved.append(
                    tournament_actions.add_team(
                        Actor(user=director), backup.tournament, school="S", name=f"T{number}"
                    ).name
                )
            except EditConflict:  # PostgreSQL: the school was found before, and has gone meanwhile
                continue
            except Exception as problem:
                problems.append(problem)
            if over.is_set() or problems:
                break
        connection.close()

    scorekeeper = threading.Thread(target=save)
    scorekeeper.start()
    try:
        while len(saved) < 5:
            over.wait(0.01)
        restore_backup(director_actor, backup)
        after = len(saved) + 5
        while len(saved) < after and not problems:
            over.wait(0.01)
    finally:
        over.set()
        scorekeeper.join()
    now = team_names()
    restore_backup(director_actor, present_copies()[0])
    assert (problems, set(saved) - now - team_names()) == ([], set())
    assert len(set(saved) & now) >= 5 <= len(set(saved) & team_names())


# -- what does not go back --------------------------------------------------------------------------------------------


def test_roles_and_links_that_ended_since_stay_ended(director_actor: Actor, tournament: Tournament) -> None:
    badge, token = factories.badge(tournament, label="Lost badge"), factories.api_token(tournament)
    helper = Membership.objects.get(user=factories.helper(tournament, Role.JUDGE))
    backup = make_backup(director_actor, tournament)
    people.revoke(director_actor, badge)
    people.revoke_token(director_actor, token)
    people.end_membership(director_actor, helper)
    restore_backup(director_actor, backup)
    assert (Invitation.objects.get(pk=badge.pk).revoked_at is None, ApiToken.objects.get().revoked_at is None) == (
        False,
        False,
    )
    assert Membership.objects.get(pk=helper.pk).ended_at is not None


def test_used_director_link_stays_used_after_a_restore(director_actor: Actor, tournament: Tournament) -> None:
    """A link that was used before the backup stays used, and is not marked as revoked."""
    before, link = factories.badge(tournament, Role.DIRECTOR), factories.badge(tournament, Role.DIRECTOR)
    people.accept(Actor(user=factories.user("Cleo Colleague")), before)
    backup = make_backup(director_actor, tournament)
    eve = Actor(user=factories.user("Eve Ended"))
    people.end_membership(director_actor, people.accept(eve, link))
    restore_backup(director_actor, backup)
    with pytest.raises(Refused):
        people.accept(Actor(user=director_actor.user), Invitation.objects.get(pk=link.pk))
    assert list(Invitation.objects.filter(revoked_at__isnull=True)) == [before]


def test_second_factors_stay_with_present_users(director_actor: Actor, tournament: Tournament) -> None:
    """A removed passkey stays removed; people who are not here now get what the backup has."""
    now, elsewhere = factories.user("Nora Now"), factories.user("Elsa Elsewhere")
    for user, name in ((now, "stolen"), (elsewhere, "hers")):
        Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": name})
    backup = make_backup(director_actor, tournament)
    Authenticator.objects.filter(user=now).delete()
    Authenticator.objects.create(user=now, type=Authenticator.Type.TOTP, data={"name": "new"})
    Authenticator.objects.filter(user=elsewhere).update(data={"name": "somebody else's"})
    User.objects.filter(pk=elsewhere.pk).update(created_at=timezone.now() - timedelta(days=9))
    restore_backup(director_actor, backup)
    found = Authenticator.objects.order_by("user").values_list("user__name", "data__name")
    assert list(found) == [("Nora Now", "new"), ("Elsa Elsewhere", "hers")]


def test_decisions_about_names_survive_a_restore(director_actor: Actor, tournament: Tournament) -> None:
    factories.roster(tournament, teams=1)
    choose_privacy(director_actor, tournament, public_names="initial", names_until=date(2040, 1, 1), is_public=True)
    backup = make_backup(director_actor, tournament)
    choose_privacy(director_actor, tournament, public_names="number", names_until=date(2041, 1, 1), is_public=False)
    Player.objects.filter(number=3).update(is_hidden=True)
    restore_backup(director_actor, backup)
    now = Tournament.objects.get()
    assert (now.public_names, now.names_until, now.is_public) == ("number", date(2041, 1, 1), False)
    assert list(Player.objects.filter(is_hidden=True).values_list("number", flat=True)) == [3]


def test_removed_names_do_not_return_with_a_foreign_file(
    director_actor: Actor, tournament: Tournament, tmp_path: Path
) -> None:
    factories.roster(tournament, teams=1)
    elsewhere = path_of(make_backup(director_actor, tournament)).rename(tmp_path / "stick")
    tournament_actions.finish(director_actor, tournament_actions.start(director_actor, tournament))
    execution.run(request_purge(director_actor, Tournament.objects.get()).pk)
    purged = LogLine.objects.filter(action="tournament.purge").count()
    restore_file(SYSTEM, elsewhere)
    assert set(Player.objects.values_list("first_name", flat=True)) == {""}
    assert (Tournament.objects.get().purged_at is not None, purged) == (True, 1)
    assert len(present_copies()) == 1
    if connection.vendor == "sqlite":
        live = Path(connection.settings_dict["NAME"])
        here = [live, live.with_name(f"{live.name}-wal"), *files.folder().iterdir()]
        assert [path for path in here if path.exists() and b"One1 Player" in path.read_bytes()] == []


def test_names_past_their_last_day_are_removed_by_the_restore(
    director_actor: Actor, tournament: Tournament, tmp_path: Path
) -> None:
    """On another installation, without that tournament."""
    factories.roster(tournament, teams=1)
    Tournament.objects.update(starts_on=date(2020, 1, 1), ends_on=date(2020, 1, 1), names_until=date(2020, 7, 31))
    elsewhere = path_of(make_backup(director_actor, tournament)).rename(tmp_path / "stick")
    call_command("flush", interactive=False, verbosity=0)
    restore_file(SYSTEM, elsewhere)
    assert set(Player.objects.values_list("first_name", flat=True)) == {""}
    assert present_copies() == []  # there was nothing to keep


def test_restore_waits_for_due_name_removal(director_actor: Actor, backup: Backup) -> None:
    """The backup of the present data would hold them."""
    Tournament.objects.update(starts_on=date(2020, 1, 1), ends_on=date(2020, 1, 1), names_until=date(2020, 7, 31))
    with pytest.raises(Refused, match="Student names in Fall Meet must be removed first"):
        restore_backup(director_actor, backup)
    assert (team_names(), present_copies(), list(files.folder().iterdir())) == (
        {"Abaci", "Bridges"},
        [],
        [path_of(backup)],
    )


def test_same_key_on_another_installation_signs_no_one_in(
    client_of: SignIn, director_actor: Actor, tournament: Tournament, tmp_path: Path
) -> None:
    """A file of another installation: its first account is not the first account of this one."""
    elsewhere = path_of(make_backup(director_actor, tournament)).rename(tmp_path / "stick")
    User.objects.filter(pk=require(director_actor.user).pk).update(created_at=timezone.now() - timedelta(days=9))
    client = client_of(director_actor.user)
    assert client.get("/account/").status_code == 200
    restore_file(SYSTEM, elsewhere)
    assert client.get("/account/").status_code == 302


# -- who may ----------------------------------------------------------------------------------------------------------


def test_restore_needs_a_director_of_all_tournaments(
    client_of: SignIn, director_actor: Actor, director: User, backup: Backup
) -> None:
    factories.tournament(factories.user("Olga Otherwhere"), "Other Meet")
    assert post_restore(client_of(director), backup).status_code == 403
    with pytest.raises(NotAllowed):
        restore_backup(director_actor, backup)
    assert (team_names(), list(files.folder().iterdir())) == ({"Abaci", "Bridges"}, [path_of(backup)])


def test_foreign_rehearsal_does_not_block_a_restore(director_actor: Actor, tournament: Tournament) -> None:
    olga = factories.user("Olga Otherwhere")
    practice = factories.tournament(olga, "Practice")
    Tournament.objects.filter(pk=practice.pk).update(is_rehearsal=True)
    assert (directs_all(director_actor.user), directs_all(olga)) == (True, False)
    Tournament.objects.filter(pk=tournament.pk).update(is_rehearsal=True)
    assert (directs_all(director_actor.user), directs_all(olga)) == (False, False)


def test_restore_that_would_lock_out_its_director_is_refused(backup: Backup) -> None:
    colleague = factories.user("Cleo Colleague")
    people.accept(Actor(user=colleague), factories.badge(backup.tournament, Role.DIRECTOR))
    with pytest.raises(Refused) as refusal:
        restore_backup(Actor(user=colleague), backup)
    assert refusal.value.sentence == LOCKED_OUT
    assert (team_names(), list(files.folder().iterdir())) == ({"Abaci", "Bridges"}, [path_of(backup)])


# -- from the command line --------------------------------------------------------------------------------------------


def test_command_restores_by_file_name(backup: Backup, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match=r"There’s no backup missing\.sqlite3"):
        call_command("restore", "missing.sqlite3")
    call_command("restore", backup.filename)
    assert capsys.readouterr().out.splitlines() == [
        f"Backup {backup.filename} restored.",
        f"The previous data is in {path_of(present_copies()[0])}.",
    ]
    line = LogLine.objects.latest("id")
    assert (team_names(), line.who, line.tournament) == ({"Abaci"}, "Headtable", backup.tournament)
