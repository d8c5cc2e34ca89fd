"""Verbs of rosters: upload a file, answer what it leaves open, import it; edit spots by hand, and undo that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.backups.models import Occasion
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament, check_names_not_removed
from tournament.models import Event
from tournament.rosters.checkin.attendance import set_status, status_of
from tournament.rosters.file_import.apply import apply_plan
from tournament.rosters.file_import.columns import FIELDS, recognize_columns
from tournament.rosters.models import Change, Place, Upload
from tournament.rosters.names import fold_text
from tournament.rosters.queries import IMPORT, import_plan_of, is_open, lock_upload, places_of, questions_about
from tournament.rosters.spots import SpotDetails, delete_spots, delete_unused_players, details_of, save_spot
from tournament.spreadsheets import Worksheet

NAMES_REMOVED = "The names of this tournament were removed. Choose a later day for that to enter names again."


@verb("roster.upload", says="sent the roster {name} for {game}", names=("name",), news=False)
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
    says="said which columns of {name} are what",
    names=("name",),
    news=False,
    reload=lock_upload,
)
def set_columns(actor: Actor, upload: Upload, *, sheet: int, header: int, fields: Mapping[int, str]) -> Upload:
    """Set which line of a worksheet has the headings, and which column has which field. Each field is used once."""
    _check_open(upload)
    chosen = {column: field for column, field in fields.items() if field}
    if not 0 <= sheet < len(upload.layouts):
        raise Refused("There is no such sheet.")
    repeated = [FIELDS[field] for field in FIELDS if list(chosen.values()).count(field) > 1]
    if set(chosen.values()) - set(FIELDS) or repeated:
        raise Refused(f"{', '.join(repeated) or 'That'} is chosen for two columns. Choose each once.")
    upload.layouts[sheet] = {"header": header, "fields": chosen}
    upload.save(update_fields=["layouts"])
    log(actor, upload, name=upload.name)
    return upload


@verb(
    "roster.fill_in",
    says="said that lines of {name} without a division play in {division}",
    names=("name",),
    news=False,
    reload=lock_upload,
)
def set_default_division(actor: Actor, upload: Upload, *, division: str) -> Upload:
    """Set the division for lines that name none, on every worksheet of the file."""
    _check_open(upload)
    chosen = upload.event.divisions.filter(letter=division).first()
    if chosen is None:
        raise Refused("Choose a division of this event.", field="division")
    upload.division = chosen.letter
    upload.save(update_fields=["division"])
    log(actor, upload, name=upload.name, division=chosen.name)
    return upload


@verb(
    "roster.read_as",
    says="said that “{word}” in {name} is {meaning}",
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
        raise Refused("This is not in question any more. Look at the file again.")
    readings = upload.readings.setdefault(field, {})
    if meaning:
        readings[fold_text(word)] = meaning
    else:
        readings.pop(fold_text(word), None)
    upload.save(update_fields=["readings"])
    log(actor, upload, name=upload.name, word=word, meaning=_meaning_in_words(upload, field, meaning))
    return upload


@verb("roster.import", says="imports {name}: {counts}", names=("name",), reload=lock_upload)
def import_upload(actor: Actor, upload: Upload, *, remove_missing: bool = False) -> Job:
    """Queue the import. It is all or nothing: a file with an error is refused."""
    _check_open(upload)
    plan = import_plan_of(upload)
    if plan.errors:
        raise Refused(f"There are {plan.errors} problems to solve first. Correct the file and send it again.")
    if not plan.rows:
        raise Refused("No line of this file is about a player. Say which column is the name.")
    upload.state = Upload.State.WAITING
    upload.save(update_fields=["state"])
    counts = ", ".join(f"{count} {state}" for state, count in sorted(plan.counts.items()))
    params = {"upload": upload.pk, "remove_missing": remove_missing}
    job = request_job(actor, upload.tournament, IMPORT, f"Import of {upload.name}"[:160], params)
    log(actor, job, name=upload.name, counts=counts)
    return job


@verb("roster.write", says="imported {name}: {counts}", names=("name",), reload=lock_upload)
def write_upload(actor: Actor, upload: Upload, *, remove_missing: bool) -> Upload:
    """Apply an upload to the roster, in a worker. It is planned again, because the roster may have changed since."""
    if upload.state != Upload.State.WAITING:
        raise Refused(f"{upload.name} is {upload.get_state_display()} already.")
    plan = import_plan_of(upload)
    if plan.errors:
        raise Refused("The roster was changed in the meantime, and now there are problems. Look at the file again.")
    apply_plan(upload.event, plan, remove_missing=remove_missing)
    upload.state = Upload.State.IMPORTED
    upload.save(update_fields=["state"])
    removed = f", {len(plan.missing)} removed" if remove_missing and plan.missing else ""
    counts = ", ".join(f"{count} {state}" for state, count in sorted(plan.counts.items()))
    request_backup(actor, upload.tournament, Occasion.IMPORTED, f"{upload.event.game} roster imported")
    log(actor, upload, name=upload.name, counts=counts + removed)
    return upload


@verb("place.edit", says="changed {before} to {after} on the roster", names=("before", "after"))
def edit_place(actor: Actor, event: Event, *, place: Place, **facts: Any) -> Place:
    """Change one roster spot. `facts` are the fields of `SpotDetails` that change."""
    check_names_not_removed(event.tournament_id, NAMES_REMOVED)
    before = details_of(place)
    save_spot(event, replace(before, **_normalize_blanks(facts)), place)
    after = details_of(place)
    _store_change(actor, event, place, before, after)
    log(actor, place, before=before.name, after=after.name)
    return place


@verb("place.add", says="put {name} on the roster", names=("name",))
def add_place(actor: Actor, event: Event, **facts: Any) -> Place:
    """Add a roster spot. `facts` are fields of `SpotDetails`; those left out are empty."""
    check_names_not_removed(event.tournament_id, NAMES_REMOVED)
    empty = {"grade": None, "number": None, "first": "", "last": "", "team": ""}
    place = save_spot(event, SpotDetails(**(empty | _normalize_blanks(facts))))
    after = details_of(place)
    _store_change(actor, event, place, None, after)
    log(actor, place, name=after.name)
    return place


@verb("place.remove", says="took {name} off the roster", names=("name",))
def remove_place(actor: Actor, event: Event, *, place: Place) -> Event:
    before = details_of(place)
    _store_change(actor, event, place, before, None, status_of(place))
    delete_spots(Place.objects.filter(pk=place.pk))
    delete_unused_players(event)
    log(actor, event, name=before.name)
    return event


@verb("place.undo", says="undid a change of the roster: {what}", names=("what",))
def undo(actor: Actor, event: Event) -> Event:
    """Undo this person's latest change that wasn't undone yet, unless someone changed the same spot since.

    A player who was removed comes back with the same check-in status.
    """
    change = Change.objects.filter(event=event, made_by=actor.user, is_undone=False).first()
    if change is None:
        raise Refused("There is nothing of yours to undo.")
    place = places_of(event).filter(pk=change.place_id).first()
    current = details_of(place) if place else None
    if current != (SpotDetails.from_json(change.after) if change.after else None):
        raise Refused("Somebody changed the same place since. Change it by hand.")
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
    if not meaning:
        return "what it says"
    return upload.event.divisions.get(letter=meaning).name if field == "division" else meaning


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
    if not is_open(upload):
        raise Refused(f"{upload.name} is {upload.get_state_display()} already. Send a file again to change more.")
