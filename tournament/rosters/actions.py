"""Verbs of rosters: upload a file, answer what it leaves open, import it; edit spots by hand, and undo that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from foundation.activity.sentences import SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.backups.models import Occasion
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament, check_names_not_removed
from rulebooks.wording import join_words, plural
from tournament.models import Event
from tournament.rosters.checkin.attendance import set_status, status_of
from tournament.rosters.file_import.apply import apply_plan
from tournament.rosters.file_import.columns import FIELDS, recognize_columns
from tournament.rosters.file_import.preview import counts_in_words
from tournament.rosters.models import Change, Place, Upload
from tournament.rosters.names import fold_text
from tournament.rosters.queries import IMPORT, import_plan_of, is_open, lock_upload, places_of, questions_about
from tournament.rosters.spots import SpotDetails, delete_spots, delete_unused_players, details_of, save_spot
from tournament.spreadsheets import Worksheet

NAMES_REMOVED = "Student names were removed from this tournament. To enter names again, keep them until a later date."


@verb("roster.upload", says="uploaded the roster file {name} for {game}", names=("name",), news=False)
def upload(actor: Actor, tournament: Tournament, *, event: Event, name: str, sheets: Sequence[Worksheet]) -> Upload:
    """Store the cells of a file, so people can preview the import before anything changes."""
    check_names_not_removed(tournament.pk, NAMES_REMOVED)
    layouts = [recognize_columns(sheet) for sheet in sheets]
    created = Upload.objects.create(
        tournament=tournament,
        event=event,
        name=name[:200],
        sheets=[asdict(sheet) for sheet in sheets],
        layouts=[asdict(layout) for layout in layouts],
        made_by=actor.user,
    )
    log(actor, created, name=created.name, game=event.game)
    return created


@verb(
    "roster.lay_out",
    says="matched the columns in {name}",
    names=("name",),
    news=False,
    reload=lock_upload,
)
def set_columns(actor: Actor, upload: Upload, *, sheet: int, header: int, fields: Mapping[int, str]) -> Upload:
    """Set which line of a worksheet has the headings, and which column has which field. Each field is used once."""
    _check_open(upload)
    chosen = {column: field for column, field in fields.items() if field}
    if not 0 <= sheet < len(upload.layouts):
        raise Refused("This worksheet doesn’t exist. Reload the page.")
    repeated = [FIELDS[field] for field in FIELDS if list(chosen.values()).count(field) > 1]
    if repeated:
        raise Refused(f"Choose only one column for {join_words(repeated)}.")
    if set(chosen.values()) - set(FIELDS):
        raise Refused("Choose what each column holds from the list.")
    upload.layouts[sheet] = {"header": header, "fields": chosen}
    upload.save(update_fields=["layouts"])
    log(actor, upload, name=upload.name)
    return upload


@verb(
    "roster.fill_in",
    says="set the division to {division} for lines without one in {name}",
    names=("name",),
    news=False,
    reload=lock_upload,
)
def set_default_division(actor: Actor, upload: Upload, *, division: str) -> Upload:
    """Set the division for lines that name none, on every worksheet of the file."""
    _check_open(upload)
    chosen = upload.event.divisions.filter(letter=division).first()
    if chosen is None:
        raise Refused("Choose a division of this game.", field="division")
    upload.division = chosen.letter
    upload.save(update_fields=["division"])
    log(actor, upload, name=upload.name, division=chosen.name)
    return upload


@verb(
    "roster.read_as",
    says=SentenceByCase(
        "answer",
        {
            "given": "matched “{word}” to {meaning} in {name}",
            "withdrawn": "removed the match for “{word}” in {name}",
        },
    ),
    names=("name", "word", "meaning"),
    news=False,
    reload=lock_upload,
)
def set_word_meaning(actor: Actor, upload: Upload, *, field: str, word: str, meaning: str) -> Upload:
    """Set what a word means on every line of the file. An empty meaning withdraws the answer."""
    _check_open(upload)
    offered = [
        answer
        for question in questions_about(upload, import_plan_of(upload))
        for answer in question.answers
        if (question.field, fold_text(answer.word)) == (field, fold_text(word)) and meaning in ("", answer.meaning)
    ]
    if not offered:
        raise Refused("This question was answered. Reload the page.")
    readings = upload.readings.setdefault(field, {})
    if meaning:
        readings[fold_text(word)] = meaning
    else:
        readings.pop(fold_text(word), None)
    upload.save(update_fields=["readings"])
    answer = "given" if meaning else "withdrawn"
    log(actor, upload, name=upload.name, word=word, meaning=_meaning_in_words(upload, field, meaning), answer=answer)
    return upload


@verb(
    "roster.import",
    says=SentenceWithParts("started importing {name}: {players}", {"players": counts_in_words}),
    names=("name",),
    reload=lock_upload,
)
def import_upload(actor: Actor, upload: Upload, *, remove_missing: bool = False) -> Job:
    """Queue the import. It is all or nothing: a file with an error is refused."""
    _check_open(upload)
    plan = import_plan_of(upload)
    if plan.errors:
        raise Refused(
            plural(
                plan.errors,
                "This file has 1 problem. Correct the file and upload it again.",
                "This file has {count} problems. Correct the file and upload it again.",
            )
        )
    if not plan.rows:
        raise Refused("No players found. Choose which column has the name.")
    upload.state = Upload.State.WAITING
    upload.save(update_fields=["state"])
    params = {"upload": upload.pk, "remove_missing": remove_missing}
    job = request_job(actor, upload.tournament, IMPORT, f"Import of {upload.name}"[:160], params)
    log(actor, job, name=upload.name, players=dict(plan.counts))
    return job


@verb(
    "roster.write",
    says=SentenceWithParts("imported {name}: {players}", {"players": counts_in_words}),
    names=("name",),
    reload=lock_upload,
)
def write_upload(actor: Actor, upload: Upload, *, remove_missing: bool) -> Upload:
    """Apply an upload to the roster, in a worker. It is planned again, because the roster may have changed since."""
    if upload.state != Upload.State.WAITING:
        raise Refused(f"{upload.name} was imported before.")
    plan = import_plan_of(upload)
    if plan.errors:
        raise Refused("Someone changed the roster, and now this file has problems. Preview the file again.")
    apply_plan(upload.event, plan, remove_missing=remove_missing)
    upload.state = Upload.State.IMPORTED
    upload.save(update_fields=["state"])
    counts = plan.counts | Counter(removed=len(plan.missing) if remove_missing else 0)
    request_backup(actor, upload.tournament, Occasion.IMPORTED, f"{upload.event.game} roster imported")
    log(actor, upload, name=upload.name, players=dict(counts))
    return upload


@verb(
    "place.edit",
    says=SentenceByCase(
        "change",
        {
            "name": "renamed {before} to {after} on the roster",
            "details": "edited {after} on the roster",
        },
    ),
    names=("before", "after"),
)
def edit_place(actor: Actor, event: Event, *, place: Place, **facts: Any) -> Place:
    """Change one roster spot. `facts` are the fields of `SpotDetails` that change."""
    check_names_not_removed(event.tournament_id, NAMES_REMOVED)
    before = details_of(place)
    save_spot(event, replace(before, **_normalize_blanks(facts)), place)
    after = details_of(place)
    _store_change(actor, event, place, before, after)
    change = "details" if before.name == after.name else "name"
    log(actor, place, before=before.name, after=after.name, change=change)
    return place


@verb("place.add", says="added {name} to the roster", names=("name",))
def add_place(actor: Actor, event: Event, **facts: Any) -> Place:
    """Add a roster spot. `facts` are fields of `SpotDetails`; those left out are empty."""
    check_names_not_removed(event.tournament_id, NAMES_REMOVED)
    empty = {"grade": None, "number": None, "first": "", "last": "", "team": ""}
    place = save_spot(event, SpotDetails(**(empty | _normalize_blanks(facts))))
    after = details_of(place)
    _store_change(actor, event, place, None, after)
    log(actor, place, name=after.name)
    return place


@verb("place.remove", says="removed {name} from the roster", names=("name",))
def remove_place(actor: Actor, event: Event, *, place: Place) -> Event:
    before = details_of(place)
    _store_change(actor, event, place, before, None, status_of(place))
    delete_spots(Place.objects.filter(pk=place.pk))
    delete_unused_players(event)
    log(actor, event, name=before.name)
    return event


@verb("place.undo", says="undid a roster change for {what}", names=("what",))
def undo(actor: Actor, event: Event) -> Event:
    """Undo this person's latest change that wasn't undone yet, unless someone changed the same spot since.

    A player who was removed comes back with the same check-in status.
    """
    change = Change.objects.filter(event=event, made_by=actor.user, is_undone=False).first()
    if change is None:
        raise Refused("You have no roster changes to undo.")
    place = places_of(event).filter(pk=change.place_id).first()
    current = details_of(place) if place else None
    if current != (SpotDetails.from_json(change.after) if change.after else None):
        raise Refused("Someone else changed this player. Edit the roster directly.")
    if change.before is None and place:
        delete_spots(Place.objects.filter(pk=place.pk))
        delete_unused_players(event)
    elif change.before is not None:
        place = save_spot(event, SpotDetails.from_json(change.before), place)
        if change.attendance:
            set_status(actor, event, [place], change.attendance)
    change.is_undone = True
    change.save(update_fields=["is_undone"])
    log(actor, event, what=SpotDetails.from_json(change.before or change.after or {}).name)
    return event


def _meaning_in_words(upload: Upload, field: str, meaning: str) -> str:
    return upload.event.divisions.get(letter=meaning).name if meaning and field == "division" else meaning


def _normalize_blanks(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: " ".join(value.split()) if isinstance(value, str) else value for name, value in facts.items()}


def _store_change(
    actor: Actor,
    event: Event,
    place: Place,
    before: SpotDetails | None,
    after: SpotDetails | None,
    attendance: str = "",
) -> None:
    Change.objects.create(
        event=event,
        place_id=place.pk,
        before=before.as_json() if before else None,
        after=after.as_json() if after else None,
        attendance=attendance,
        made_by=actor.user,
    )


def _check_open(upload: Upload) -> None:
    if is_open(upload):
        return
    if upload.state == Upload.State.IMPORTED:
        raise Refused(f"{upload.name} was imported. Upload another file to change more.")
    raise Refused(f"{upload.name} is being imported. Wait until it’s done.")
