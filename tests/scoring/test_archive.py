"""Archive a whole tournament and load it into another installation: the standings are identical."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.archives.actions import make
from foundation.archives.archive_file import Archive
from foundation.archives.tables import tables_in_order
from foundation.errors import Refused
from foundation.jobs.execution import run
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Membership, Role, User
from foundation.tournaments import Tournament
from rehearsal import recomputed
from scoring.models import Closing, Entry, Photo, Result, Sheet, Verification
from scoring.round_results import changes_since_closing
from scoring.standings_pages.forms import kinds_of
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope, scope_choices
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.full_tournament import (
    export_archive,
    import_from_bytes,
    jpeg_picture,
    play_rounds,
    prepare_tournament,
    standings_snapshot,
)
from tournament import actions as tournament_actions
from tournament.models import Book
from tournament.privacy.actions import purge
from tournament.rosters.models import Player
from tournament.rounds.models import Round

SAMPLE = Path(__file__).parents[1] / "data" / "archives" / "format-1.headtable.zip"


@pytest.fixture
@reused
def played(director_actor: Actor, tournament: Tournament, scorekeeper: Actor, other_scorekeeper: Actor) -> Tournament:
    """Create another tournament first, so that no primary key equals a number in the file by chance."""
    factories.roster(factories.tournament(factories.director_of(tournament), "Earlier Meet"), teams=7)
    return play_rounds(prepare_tournament(tournament, director_actor), director_actor, scorekeeper, other_scorekeeper)


def contents(content: bytes) -> dict[str, Any]:
    """Return every file of an archive, with JSON lines as objects."""
    with zipfile.ZipFile(BytesIO(content)) as folder:
        found: dict[str, Any] = {name: folder.read(name) for name in folder.namelist()}
    for name, text in found.items():
        if name.endswith(".jsonl"):
            found[name] = [json.loads(line) for line in text.splitlines()]
    return found


def pack_archive(contents: dict[str, Any], **manifest: Any) -> bytes:
    """Pack files into an archive with a matching manifest."""
    plain = {
        name: b"".join(json.dumps(row).encode() + b"\n" for row in each) if isinstance(each, list) else each
        for name, each in contents.items()
        if name != "manifest.json"
    }
    told = json.loads(contents["manifest.json"]) | {
        "files": {name: {"sha256": hashlib.sha256(each).hexdigest()} for name, each in plain.items()}
    }
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as folder:
        for name, each in plain.items():
            folder.writestr(name, each)
        folder.writestr("manifest.json", json.dumps(told | manifest))
    return out.getvalue()


# -- there and back ---------------------------------------------------------------------------------------------------


def test_copy_has_the_same_standings(played: Tournament, director_actor: Actor) -> None:
    copy = import_from_bytes(export_archive(played), director_actor)
    assert copy.pk != played.pk
    assert (copy.name, copy.slug) == (played.name, f"{played.slug}-2")
    # players with a substitute, teams, schools in two ways, four states; the playoffs of a team and their state
    assert len(standings_snapshot(copy)) == 16 + 3 + 3 + 3 + 4 + 2
    assert standings_snapshot(copy) == standings_snapshot(played)


def test_standings_computed_from_the_file_alone_match(played: Tournament) -> None:
    content = export_archive(played)
    assert recomputed.standings(BytesIO(content)) == figures(played)
    assert recomputed.find_wrong_results(BytesIO(content)) == []


def test_archive_of_another_installation_has_the_standings_of_its_file(director: User, director_actor: Actor) -> None:
    """The file was made on SQLite in format 1. Every later version must read it, on either database."""
    content = SAMPLE.read_bytes()
    copy = import_from_bytes(content, director_actor)
    assert figures(copy) == recomputed.standings(BytesIO(content))
    assert recomputed.find_wrong_results(BytesIO(content)) == []
    assert [(len(rows), sum(row[4] for row in rows)) for rows in figures(copy)] == [(25, Decimal("327.70"))]


def figures(tournament: Tournament) -> list[set[Any]]:
    """Return standings in numbers by division and playoff, unordered where players are tied."""
    return [
        {
            (row.ranked.rank, row.ranked.tied, row.label.name, row.label.beside, row.ranked.score.points, values)
            for kind in kinds_of(choice)
            for row in Standings(Scope(choice.divisions, playoff=choice.playoff), kind).rows()
            for values in [tuple(cell.value for cell in row.cells)]
        }
        for choice in scope_choices(tournament)
        if len(choice.divisions) == 1
    ]


def test_random_draws_repeat_in_the_copy(
    director_actor: Actor, tournament: Tournament, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """A random draw depends on what is in the archive, not on primary keys."""
    factories.roster(factories.tournament(factories.director_of(tournament), "Earlier Meet"), teams=7)
    played = play_rounds(
        prepare_tournament(tournament, director_actor), director_actor, scorekeeper, other_scorekeeper, ("lot",)
    )
    content = export_archive(played)
    copy = import_from_bytes(content, director_actor)
    assert standings_snapshot(copy) == standings_snapshot(played)
    assert figures(copy) == recomputed.standings(BytesIO(content))
    assert {row[1] for rows in figures(copy) for row in rows if row[5]} == {False}  # no one is tied anymore


def test_archive_of_the_copy_equals_the_archive(played: Tournament, director_actor: Actor) -> None:
    """Row by row: nothing is lost, and no primary key of a database is in it."""
    first = contents(export_archive(played, photos=True))
    again = contents(
        export_archive(import_from_bytes(export_archive(played, photos=True), director_actor), photos=True)
    )
    assert again.pop("log.jsonl")[:-1] == first.pop("log.jsonl")
    ended = [{name: value for name, value in row.items() if name != "ended_at"} for row in first.pop("staff.jsonl")]
    assert [{**row, "ended_at": ""} for row in ended] == [
        {**row, "ended_at": ""} for row in again.pop("staff.jsonl")[:-1]
    ]
    for files in (first, again):
        files["tournament.jsonl"][0].pop("slug")
        files.pop("manifest.json")
    assert again.pop("people.jsonl")[:-1] == first.pop("people.jsonl")
    assert again == first


def test_full_tournament_fills_every_archived_table(played: Tournament) -> None:
    """Without this, the other tests in this file would prove little."""
    files = contents(export_archive(played, photos=True))
    assert [kind.name for kind in tables_in_order() if not files[kind.file]] == []
    assert [school["members"] for school in files["schools.jsonl"] if school["members"]] == [[1, 2]]
    assert [row["takes_back"] for row in files["substitutions.jsonl"]] == [None, 1, None]


def test_history_keeps_its_times_and_people(played: Tournament, director_actor: Actor) -> None:
    copy = import_from_bytes(export_archive(played), director_actor)
    for model, of, columns in (
        (Entry, "sheet__tournament", ("number", "entered_at", "entered_by__name", "reason", "paper__columns")),
        (Verification, "entry__sheet__tournament", ("how", "verified_at", "verified_by__name", "entered_by__name")),
        (Closing, "round__tournament", ("closed_at", "closed_by__name")),
    ):
        then, now = (
            list(model.objects.filter(**{of: each}).order_by("pk").values_list(*columns)) for each in (played, copy)
        )
        assert now == then != []


def test_references_in_papers_and_closings_point_into_the_copy(played: Tournament, director_actor: Actor) -> None:
    copy = import_from_bytes(export_archive(played), director_actor)
    nova = Player.objects.get(tournament=copy, first_name="Nova")
    named = [row.get("player") for entry in Entry.objects.filter(sheet__tournament=copy) for row in entry.paper["rows"]]
    assert [each for each in named if each] == [nova.pk]
    assert changes_since_closing(Round.objects.get(tournament=copy, number=1)) == []
    drawn = Round.objects.get(tournament=copy, number=1).draws.get()
    seated = set(drawn.seats.values_list("place", flat=True))
    assert {place for table in drawn.as_drawn for place in table} == seated


def test_only_the_importer_has_access(played: Tournament, director_actor: Actor) -> None:
    importer = Actor(user=factories.user("Ivo Importer"))
    before = set(User.objects.values_list("pk", flat=True))
    copy = import_from_bytes(export_archive(played), importer)
    live = Membership.objects.filter(tournament=copy, ended_at__isnull=True)
    assert list(live.values_list("user", "role")) == [(require(importer.user).pk, Role.DIRECTOR)]
    arrived = User.objects.exclude(pk__in=before)
    assert {user.name for user in arrived} == {"Dana Director", "Scorekeeper Helper", "Judge Helper"}
    assert {(user.email, user.is_active, user.has_usable_password()) for user in arrived} == {(None, False, False)}
    line = LogLine.objects.latest("pk")
    assert (line.tournament, line.who, line.text) == (
        copy,
        "Ivo Importer",
        "imported Fall Meet (November 14, 2026) from an archive",
    )


def test_archive_has_no_email_password_or_token(played: Tournament, people: dict[str, User]) -> None:
    factories.coach_link(factories.team(played))
    content = b"".join(
        each if isinstance(each, bytes) else json.dumps(each).encode()
        for each in contents(export_archive(played, photos=True)).values()
    ).decode("utf-8", "replace")
    secrets = [secret for user in User.objects.all() for secret in (user.email, user.password) if secret]
    secrets += [value for link in played.invitations.all() for value in (link.nonce, link.token_hash)]
    assert [secret for secret in secrets if secret in content] == []


def test_existing_rule_book_is_shared(played: Tournament, director_actor: Actor) -> None:
    copy = import_from_bytes(export_archive(played), director_actor)
    assert copy.events.get().book == played.events.get().book
    assert Book.objects.count() == 1


def test_missing_rule_book_is_imported(played: Tournament, director_actor: Actor) -> None:
    files = contents(export_archive(played))
    book = json.loads(files["books/1.json"]) | {"title": "Equations of another league"}
    files["books/1.json"] = json.dumps(book).encode()
    files["books.jsonl"][0]["digest"] = hashlib.sha256(files["books/1.json"]).hexdigest()
    copy = import_from_bytes(pack_archive(files), director_actor)
    assert json.loads(copy.events.get().book.text)["title"] == "Equations of another league"
    assert standings_snapshot(copy) == standings_snapshot(played)


def test_photos_are_exported_only_on_request(played: Tournament, director_actor: Actor) -> None:
    assert "photos.jsonl" not in contents(export_archive(played))
    copy = import_from_bytes(export_archive(played, photos=True), director_actor)
    photo = Photo.objects.get(sheet__tournament=copy)
    shown = (bytes(photo.content), photo.content_type, photo.width, photo.height)
    assert shown == (jpeg_picture(), "image/jpeg", 8, 6)


def test_archive_has_no_removed_names(played: Tournament, director_actor: Actor) -> None:
    children = Player.objects.filter(tournament=played)
    names = [value for pair in children.values_list("first_name", "last_name") for value in pair if value]
    tournament_actions.finish(director_actor, played)
    before = json.dumps(contents(export_archive(played)), default=str)
    assert [name for name in names if name not in before] == []
    purge(director_actor, played)
    after = json.dumps(contents(export_archive(played, photos=True)), default=str)
    assert [name for name in [*names, "Ada"] if name in after] == []


def test_names_in_the_copy_can_be_removed(played: Tournament, director_actor: Actor) -> None:
    """Also from log lines of verbs that this installation does not have."""
    files = contents(export_archive(played))
    files["log.jsonl"].append(files["log.jsonl"][0] | {"id": 9999, "action": "cup.hand_over", "text": "hugged Nova"})
    swapped = next(row for row in files["log.jsonl"] if "Nova" in json.dumps(row))
    swapped["data"] = {}
    copy = import_from_bytes(pack_archive(files), director_actor)
    Tournament.objects.filter(pk=copy.pk).update(state="finished")
    purge(director_actor, Tournament.objects.get(pk=copy.pk))
    told = json.dumps(contents(export_archive(copy)), default=str)
    assert [word for word in ("Nova", "Newcomer", "Letter A", "Ada") if word in told] == []


# -- invalid files ---------------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]


def set_values(name: str, at: int = 0, **values: Any) -> Change:
    def change(files: dict[str, Any]) -> None:
        files[name][at].update(values)

    return change


def drop_field(name: str, field: str) -> Change:
    return lambda files: files[name][0].pop(field)


WRONG: dict[str, tuple[Change, str]] = {
    "a field of a newer version": (
        set_values("players.jsonl", shoe_size=4),
        "This archive has an unknown field, “shoe_size” in players.jsonl. Update Headtable first.",
    ),
    "a file of a newer version": (
        lambda files: files.update({"cups.jsonl": []}),
        "This archive has an unknown file, cups.jsonl. Update Headtable first.",
    ),
    "a reference to nothing": (
        set_values("players.jsonl", school=999),
        "Line 1 of players.jsonl in this archive refers to a school that’s missing.",
    ),
    "a name that is too long": (set_values("players.jsonl", last_name="x" * 101), "Line 1 of players.jsonl"),
    "a number where text is cut": (set_values("players.jsonl", number="many"), "Line 1 of players.jsonl"),
    "a list where a name is": (set_values("players.jsonl", last_name=["x"]), "Line 1 of players.jsonl"),
    "a letter that no database keeps": (
        set_values("players.jsonl", last_name="x\0"),
        "Line 1 of players.jsonl in this archive has characters that can’t be stored.",
    ),
    "half a letter": (
        set_values("players.jsonl", last_name="x\ud800"),
        "Line 1 of players.jsonl in this archive has characters that can’t be stored.",
    ),
    "a number twice": (set_values("players.jsonl", at=1, id=1), "Line 2 of players.jsonl"),
    "a required field that is not there": (drop_field("players.jsonl", "number"), "Line 1 of players.jsonl"),
    "two children with one number": (set_values("players.jsonl", at=1, number=1), "This archive has conflicting data"),
    "no such state": (set_values("rounds.jsonl", state="over"), "Line 1 of rounds.jsonl"),
    "a time zone that is none": (set_values("tournament.jsonl", time_zone="Mars/Base"), "Line 1 of tournament.jsonl"),
    "a tie-break that is none": (set_values("events.jsonl", tie_breaks=["height"]), "Line 1 of events.jsonl"),
    "a paper that is none": (set_values("entries.jsonl", paper={"rows": 7}), "Line 1 of entries.jsonl"),
    "a score that is none": (
        set_values("entries.jsonl", paper={"rows": [{}], "columns": [{"cells": ["x"]}]}),
        "Line 1 of entries.jsonl",
    ),
    "a draw without bounds": (set_values("draws.jsonl", bound=[]), "Line 1 of draws.jsonl"),
    "another text of a book": (
        lambda files: set_values("books.jsonl", digest="0" * 64)(files),
        "Line 1 of books.jsonl",
    ),
    "a line that is no object": (
        lambda files: files.update({"rooms.jsonl": b"[1]\n"}),
        "Line 1 of rooms.jsonl in this archive can’t be read.",
    ),
    "a line that goes too deep": (
        lambda files: files.update({"rooms.jsonl": b"[" * 200_000}),
        "Line 1 of rooms.jsonl in this archive can’t be read.",
    ),
    "no tournament": (
        lambda files: files.update({"tournament.jsonl": []}),
        "This archive doesn’t contain a tournament.",
    ),
    "a picture that is a page": (
        lambda files: files.update({"photos/1.jpg": b"<script>alert(1)</script>"}),
        "Line 1 of photos.jsonl",
    ),
    "a picture that bursts": (
        lambda files: files.update({"photos/1.jpg": bytes(13_000_001)}),
        "photos/1.jpg in this archive is too large.",
    ),
    "a picture that is not there": (
        lambda files: files.pop("photos/1.jpg"),
        "This archive refers to photos/1.jpg, but that file is missing.",
    ),
}


def test_invalid_archive_is_refused_and_leaves_nothing(played: Tournament, director_actor: Actor) -> None:
    content = export_archive(played, photos=True)
    users, lines = User.objects.count(), LogLine.objects.count()
    said = {}
    for case, (change, sentence) in WRONG.items():
        files = contents(content)
        change(files)
        with pytest.raises(Refused) as refusal:
            import_from_bytes(pack_archive(files), director_actor)
        said[case] = refusal.value.sentence[: len(sentence)]
    assert said == {case: sentence for case, (_, sentence) in WRONG.items()}
    assert (Tournament.objects.count() - 1, User.objects.count(), LogLine.objects.count()) == (1, users, lines)


NO_ARCHIVES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda content: b"", "This isn’t a tournament archive"),
    "no zip": (lambda content: b"PK\x03\x04 nothing", "This isn’t a tournament archive"),
    "cut short": (lambda content: content[:-200], "This isn’t a tournament archive"),
    "newer": (
        lambda content: pack_archive(contents(content), format=2),
        "This archive was made by a newer version of Headtable (format 2). Update Headtable first.",
    ),
    "format in words": (lambda content: pack_archive(contents(content), format="1"), "This isn’t a tournament archive"),
    "of another program": (
        lambda content: pack_archive(contents(content), program="Other"),
        "This isn’t a tournament archive",
    ),
    "not listed": (
        lambda content: pack_archive(contents(content), files={}),
        "This archive is damaged (its list of files doesn’t match). Get the file again.",
    ),
    "way out": (
        lambda content: pack_archive(contents(content) | {"../../etc/passwd": b"x"}),
        "This archive has an unknown file, ../../etc/passwd. Update Headtable first.",
    ),
}


def test_other_files_are_refused_as_archives(played: Tournament, director_actor: Actor) -> None:
    content = export_archive(played)
    said = {}
    for case, (make_file, sentence) in NO_ARCHIVES.items():
        with pytest.raises(Refused) as refusal:
            import_from_bytes(make_file(content), director_actor)
        said[case] = refusal.value.sentence[: len(sentence)]
    assert said == {case: sentence for case, (_, sentence) in NO_ARCHIVES.items()}


def test_changed_byte_is_detected(tournament: Tournament) -> None:
    factories.roster(tournament)
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(export_archive(tournament))) as folder, zipfile.ZipFile(out, "w") as other:
        for name in folder.namelist():
            other.writestr(name, folder.read(name).replace(b'"grade": 5', b'"grade": 6', 1))
    with pytest.raises(Refused, match=r"damaged \(players\.jsonl doesn’t match\)"):
        Archive(out)


def test_decompression_bomb_is_not_opened() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as folder, folder.open("log.jsonl", "w") as bomb:
        for _ in range(1001):
            bomb.write(b"0" * 1_000_000)
    with pytest.raises(Refused, match="too large to be a tournament"):
        Archive(out)


def test_long_lines_are_not_all_kept_in_memory(tournament: Tournament, director_actor: Actor) -> None:
    """A small file can unpack to many long lines, so they are not all kept in memory."""
    files = contents(export_archive(tournament))
    line = files["log.jsonl"][0] | {"data": {"words": "x" * 900_000}}
    content = pack_archive(files | {"log.jsonl": [line | {"id": number} for number in range(1, 41)]})
    del files, line
    tracemalloc.start()
    try:
        copy = import_from_bytes(content, director_actor)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert copy.log_lines.filter(data__has_key="words").count() == 40
    assert peak < 20_000_000


# -- pages and commands -----------------------------------------------------------------------------------------------


def test_director_exports_and_imports_an_archive(client_of: SignIn, director: User, played: Tournament) -> None:
    client = client_of(director)
    page = reverse("archive", args=[played.slug])
    assert client.get(page).context["form"].fields["photos"].label == "Include 2 photos and attachments"
    asked = client.post(page, {"photos": "on"})
    job = Job.objects.get(kind="archive.make")
    assert asked.headers["Location"] == job.get_absolute_url()
    run(job.pk)
    assert [(made.job, made.kept) for made in client.get(page).context["made"]] == [(job, True)]
    answer = client.get(reverse("job_file", args=[played.slug, job.pk]))
    assert answer.headers["Content-Disposition"] == 'inline; filename="fall-meet.headtable.zip"'
    sent = client.post(reverse("unarchive"), {"file": BytesIO(answer.content), "key": "k1"})
    again = client.post(reverse("unarchive"), {"file": BytesIO(answer.content), "key": "k1"})
    copy = Tournament.objects.get(slug=f"{played.slug}-2")
    assert sent.headers["Location"] == again.headers["Location"] == copy.get_absolute_url()
    assert standings_snapshot(copy) == standings_snapshot(played)
    assert client.get(copy.get_absolute_url()).status_code == 200


def test_every_page_of_the_copy_opens(
    client_of: SignIn, director: User, played: Tournament, director_actor: Actor
) -> None:
    copy = import_from_bytes(export_archive(played, photos=True), director_actor)
    client = client_of(director)
    sheet, round_ = Sheet.objects.filter(tournament=copy).first(), Round.objects.filter(tournament=copy).first()
    pages = ["roster", "checkin", "rounds", "teams", "staff", "seating", "sheets", "standings", "conflicts", "games"]
    addresses = [reverse(name, args=[copy.slug]) for name in pages]
    addresses += [reverse(name, args=[copy.slug, require(sheet).pk]) for name in ("sheet", "sheet_history")]
    addresses += [
        reverse(name, args=[copy.slug, require(round_).pk]) for name in ("draw", "round_results", "sheet_bulk")
    ]
    addresses += [f"{reverse('log')}?tournament={copy.slug}", reverse("book", args=[copy.slug, copy.events.get().pk])]
    assert [address for address in addresses if client.get(address).status_code != 200] == []


def test_page_says_what_is_wrong_with_a_file(client_of: SignIn, director: User, played: Tournament) -> None:
    client = client_of(director)
    answer = client.post(reverse("unarchive"), {"file": BytesIO(b"School,Team\n")})
    assert (answer.status_code, answer.context["form"].errors["file"]) == (
        422,
        ["This isn’t a tournament archive. Choose a file that ends in .headtable.zip."],
    )
    assert client.post(reverse("unarchive")).context["form"].errors["file"] == ["Choose a file."]


def test_removing_names_deletes_finished_archives(played: Tournament, director_actor: Actor) -> None:
    run(make(director_actor, played).pk)
    tournament_actions.finish(director_actor, played)
    purge(director_actor, played)
    assert not Job.objects.filter(kind="archive.make").exists()


def test_commands_export_and_import(played: Tournament, director: User, tmp_path: Path) -> None:
    file = tmp_path / "meet.headtable.zip"
    call_command("archive", played.slug, str(file))
    with pytest.raises(CommandError, match=r"meet\.headtable\.zip exists\. Choose another name\."):
        call_command("archive", played.slug, str(file))
    with pytest.raises(CommandError, match="There’s no tournament nowhere"):
        call_command("archive", "nowhere", str(file))
    with pytest.raises(CommandError, match="There’s no account yet"):
        call_command("unarchive", str(file))
    call_command("unarchive", str(file), director=director.email)
    copy = Tournament.objects.get(slug=f"{played.slug}-2")
    assert standings_snapshot(copy) == standings_snapshot(played)
    assert LogLine.objects.filter(tournament=copy).latest("pk").origin == "command"
    file.write_bytes(b"")
    with pytest.raises(CommandError, match="This isn’t a tournament archive"):
        call_command("unarchive", str(file), director=director.email)


@pytest.mark.django_db(transaction=True)
def test_archive_is_a_snapshot_and_blocks_no_one(tournament: Tournament, director_actor: Actor) -> None:
    """A save that happens meanwhile neither blocks the archive nor shows up in it."""
    from concurrent.futures import ThreadPoolExecutor

    from foundation.archives.exporter import snapshot
    from tournament.models import School

    def add() -> None:
        try:
            factories.team(tournament)
        finally:
            connection.close()

    with snapshot():
        before = School.objects.count()
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(add).result()
        inside = School.objects.count()
    assert (before, inside, School.objects.count()) == (0, 0, 1)
    assert Result.objects.count() == 0
