"""The verbs of rosters: send a file, say what it leaves open, import it; change a place by hand, and undo that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.errors import Refused
from foundation.jobs.actions import request_job
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tournament.models import Event
from tournament.rosters.checkin.marks import mark_of, write_marks
from tournament.rosters.columns import FIELDS, recognize
from tournament.rosters.editing import Facts, facts_of, from_json, put
from tournament.rosters.files import Sheet
from tournament.rosters.importing import forget_players, take_off, write
from tournament.rosters.models import Change, Place, Upload
from tournament.rosters.people import fold
from tournament.rosters.queries import places_of, plan_of, questions_about


@verb("roster.upload", says="sent the roster {name} for {game}", names=("name",), news=False)
def upload(actor: Actor, tournament: Tournament, *, event: Event, name: str, sheets: Sequence[Sheet]) -> Upload:
    """Keep the cells of a file, so that it can be looked at before anything is changed."""
    _names_must_be_kept(tournament)
    layouts = [recognize(sheet) for sheet in sheets]
    made = Upload.objects.create(
        tournament=tournament,
        event=event,
        name=name[:200],
        sheets=[asdict(sheet) for sheet in sheets],
        layouts=[asdict(layout) for layout in layouts],
        made_by=actor.user,
    )
    log(actor, made, name=made.name, game=event.game)
    return made


@verb("roster.lay_out", says="said which columns of {name} are what", names=("name",), news=False)
def lay_out(actor: Actor, upload: Upload, *, sheet: int, header: int, fields: Mapping[int, str]) -> Upload:
    """Which line has the headings, and which column is what. Each field stands in one column at most."""
    _must_be_open(upload)
    chosen = {column: field for column, field in fields.items() if field}
    if not 0 <= sheet < len(upload.layouts):
        raise Refused("There is no such sheet.")
    doubled = [FIELDS[field] for field in FIELDS if list(chosen.values()).count(field) > 1]
    if set(chosen.values()) - set(FIELDS) or doubled:
        raise Refused(f"{', '.join(doubled) or 'That'} is chosen for two columns. Choose each once.")
    upload.layouts[sheet] = {"header": header, "fields": chosen}
    upload.save(update_fields=["layouts"])
    log(actor, upload, name=upload.name)
    return upload


@verb(
    "roster.fill_in",
    says="said that lines of {name} without a division play in {division}",
    names=("name",),
    news=False,
)
def fill_in(actor: Actor, upload: Upload, *, division: str) -> Upload:
    """In which division lines play that have none, on every sheet of the file."""
    _must_be_open(upload)
    found = upload.event.divisions.filter(letter=division).first()
    if found is None:
        raise Refused("Choose a division of this event.", field="division")
    upload.division = found.letter
    upload.save(update_fields=["division"])
    log(actor, upload, name=upload.name, division=found.name)
    return upload


@verb("roster.read_as", says="said that “{word}” in {name} is {meaning}", names=("name", "word", "meaning"), news=False)
def read_as(actor: Actor, upload: Upload, *, field: str, word: str, meaning: str) -> Upload:
    """What a word means on every line of the file; nothing takes back what was said."""
    upload = Upload.objects.select_for_update().select_related("tournament", "event__tournament").get(pk=upload.pk)
    _must_be_open(upload)
    asked = [
        answer
        for question in questions_about(upload, plan_of(upload))
        for answer in question.answers
        if (question.field, fold(answer.word)) == (field, fold(word)) and meaning in ("", answer.meaning)
    ]
    if not asked:
        raise Refused("This is not in question any more. Look at the file again.")
    said = upload.readings.setdefault(field, {})
    if meaning:
        said[fold(word)] = meaning
    else:
        said.pop(fold(word), None)
    upload.save(update_fields=["readings"])
    log(actor, upload, name=upload.name, word=word, meaning=_in_words(upload, field, meaning))
    return upload


@verb("roster.import", says="imports {name}: {counts}", names=("name",))
def import_upload(actor: Actor, upload: Upload, *, remove_missing: bool = False) -> Job:
    """Ask for the import. All of it or nothing: a file with an error in it is not imported."""
    _must_be_open(upload)
    plan = plan_of(upload)
    if plan.errors:
        raise Refused(f"There are {plan.errors} problems to solve first. Correct the file and send it again.")
    if not plan.rows:
        raise Refused("No line of this file is about a player. Say which column is the name.")
    upload.state = Upload.State.WAITING
    upload.save(update_fields=["state"])
    counts = ", ".join(f"{count} {state}" for state, count in sorted(plan.counts.items()))
    params = {"upload": upload.pk, "remove_missing": remove_missing}
    job = request_job(actor, upload.tournament, "roster.import", f"Import of {upload.name}"[:160], params)
    log(actor, job, name=upload.name, counts=counts)
    return job


@verb("roster.write", says="imported {name}: {counts}", names=("name",))
def write_upload(actor: Actor, upload: Upload, *, remove_missing: bool) -> Upload:
    """What a worker does when its turn comes. Planned anew: the roster may have changed since it was asked for."""
    plan = plan_of(upload)
    if plan.errors:
        raise Refused("The roster was changed in the meantime, and now there are problems. Look at the file again.")
    write(upload.event, plan, remove_missing=remove_missing)
    upload.state = Upload.State.IMPORTED
    upload.save(update_fields=["state"])
    removed = f", {len(plan.missing)} removed" if remove_missing and plan.missing else ""
    counts = ", ".join(f"{count} {state}" for state, count in sorted(plan.counts.items()))
    request_backup(actor, upload.tournament, f"{upload.event.game} roster imported")
    log(actor, upload, name=upload.name, counts=counts + removed)
    return upload


@verb("place.edit", says="changed {before} to {after} on the roster", names=("before", "after"))
def edit_place(actor: Actor, event: Event, *, place: Place, **facts: Any) -> Place:
    """Change what is said about one place. `facts` are the fields that change; the others stay."""
    _names_must_be_kept(event.tournament)
    before = facts_of(place)
    after = replace(before, **_tidy(facts))
    put(event, after, place)
    _remember(actor, event, place, before, after)
    log(actor, place, before=before.name, after=after.name)
    return place


@verb("place.add", says="put {name} on the roster", names=("name",))
def add_place(actor: Actor, event: Event, **facts: Any) -> Place:
    _names_must_be_kept(event.tournament)
    place = put(event, Facts(**({"grade": None, "number": None, "first": "", "last": "", "team": ""} | _tidy(facts))))
    after = facts_of(place)
    _remember(actor, event, place, None, after)
    log(actor, place, name=after.name)
    return place


@verb("place.remove", says="took {name} off the roster", names=("name",))
def remove_place(actor: Actor, event: Event, *, place: Place) -> Event:
    before = facts_of(place)
    _remember(actor, event, place, before, None, mark_of(place))
    take_off(Place.objects.filter(pk=place.pk))
    forget_players(event)
    log(actor, event, name=before.name)
    return event


@verb("place.undo", says="undid a change of the roster: {what}", names=("what",))
def undo(actor: Actor, event: Event) -> Event:
    """Take back this person's latest change that still stands, if nobody has changed the same place since.

    Who was taken off comes back as the check-in had them.
    """
    change = Change.objects.filter(event=event, made_by=actor.user, is_undone=False).first()
    if change is None:
        raise Refused("There is nothing of yours to undo.")
    place = places_of(event).filter(pk=change.place_id).first()
    now = facts_of(place) if place else None
    if now != (from_json(change.after) if change.after else None):
        raise Refused("Somebody changed the same place since. Change it by hand.")
    if change.before is None and place:
        take_off(Place.objects.filter(pk=place.pk))
        forget_players(event)
    elif change.before is not None:
        place = put(event, from_json(change.before), place)
        if change.attendance:
            write_marks(actor, event, [place], change.attendance)
    change.is_undone = True
    change.save(update_fields=["is_undone"])
    log(actor, event, what=from_json(change.before or change.after or {}).name)
    return event


def _in_words(upload: Upload, field: str, meaning: str) -> str:
    if not meaning:
        return "what it says"
    return upload.event.divisions.get(letter=meaning).name if field == "division" else meaning


def _tidy(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: " ".join(value.split()) if isinstance(value, str) else value for name, value in facts.items()}


def _remember(
    actor: Actor, event: Event, place: Place, before: Facts | None, after: Facts | None, attendance: str = ""
) -> None:
    Change.objects.create(
        event=event,
        place_id=place.pk,
        before=before.as_json() if before else None,
        after=facts_of(place).as_json() if after else None,
        attendance=attendance,
        made_by=actor.user,
    )


def _names_must_be_kept(tournament: Tournament) -> None:
    if tournament.purged_at:
        raise Refused("The names of this tournament were removed. Choose a later day for that to enter names again.")


def _must_be_open(upload: Upload) -> None:
    if upload.state != Upload.State.OPEN:
        raise Refused(f"{upload.name} is {upload.get_state_display()} already. Send a file again to change more.")
