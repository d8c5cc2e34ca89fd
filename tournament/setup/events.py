"""Creates and copies the events of a tournament, and applies settings: divisions and rounds follow them.

Called inside verbs. An event is one game of a tournament (see `tournament/models.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from django.db.models import Max

from foundation.errors import Refused
from foundation.tournaments import Tournament
from rulebooks import Edition, EditionError
from rulebooks.wording import join_words, plural
from tournament import books
from tournament.game_settings import GameSettings, find_contradictions, options_for
from tournament.models import Color, Division, Event
from tournament.rooms.models import Room, Tables
from tournament.rosters.models import Place
from tournament.rounds.models import Round, RoundState
from tournament.setup.presets import PRESETS_BY_ID, settings_from

WITH_EFFECTS = ("team_size", "table_size")
TABLES_STAY = "Published tables stay the same."
DRAW_AGAIN = "Reassign any tables that are still drafts."


# -- create and copy --------------------------------------------------------------------------------------------------


def create_event(tournament: Tournament, edition_id: str, preset_id: str) -> Event:
    """Create an event with the settings of a preset. Refuse a preset that doesn't fit the rule book."""
    preset = PRESETS_BY_ID.get(preset_id)
    if preset is None:
        raise Refused("Choose a format from the list.", field="preset")
    try:
        edition = books.shelf().get(edition_id)
    except EditionError as unknown:
        raise Refused(str(unknown), field="editions") from None
    if not preset.fits(edition):
        raise Refused(f"{preset.name} doesn’t use {edition.title}. Choose another rule book.", field="editions")
    event = Event(
        tournament=tournament,
        edition=edition.id,
        game=edition.game,
        book=books.save_copy(edition.id),
        preset=preset.id,
    )
    apply_settings(event, edition, settings_from(preset.for_edition(edition)))
    return event


def copy_event(event: Event, tournament: Tournament) -> Event:
    """Copy an event to another tournament, with the same text of the rule book, settings, and colors."""
    copy = Event(tournament=tournament, edition=event.edition, game=event.game, book=event.book, preset=event.preset)
    apply_settings(copy, books.edition_of(event), event.settings)
    for division in event.divisions.all():
        copy.divisions.filter(letter=division.letter).update(color=division.color)
    return copy


def copy_rooms(source: Tournament, target: Tournament) -> None:
    """Copy rooms and their tables. Divisions match by rule book and letter."""
    rooms = {room.name: Room.objects.create(tournament=target, name=room.name) for room in source.rooms.all()}
    divisions = {
        (each.event.edition, each.letter): each
        for each in Division.objects.filter(event__tournament=target).select_related("event")
    }
    for each in Tables.objects.filter(room__tournament=source).select_related("room", "division__event"):
        division = divisions[each.division.event.edition, each.division.letter]
        Tables.objects.create(division=division, room=rooms[each.room.name], first=each.first, last=each.last)


# -- settings ---------------------------------------------------------------------------------------------------------


def apply_settings(event: Event, edition: Edition, settings: GameSettings) -> None:
    """Save the settings of an event and adapt its divisions and rounds. Refuse settings that contradict each other."""
    contradictions = find_contradictions(settings, edition)
    if contradictions:
        field = next(iter(contradictions))
        raise Refused(contradictions[field], field=field)
    values = asdict(settings)
    letters = values.pop("divisions")
    for name, value in values.items():
        setattr(event, name, list(value) if name == "tie_breaks" else value)
    event.save()
    _sync_divisions(event, edition, letters)
    _sync_rounds(event)


def settings_for_new_text(event: Event, old: Edition, new: Edition) -> GameSettings:
    """Return the settings of an event for a changed text of its rule book.

    A setting that was as the old text had it becomes what the new text has. The director's own choices stay.
    """
    preset = PRESETS_BY_ID[event.preset]
    old_preset, new_preset = preset.for_edition(old), preset.for_edition(new)
    current = asdict(event.settings)
    values = {
        name: new_preset[name].value if value == old_preset[name].value else value for name, value in current.items()
    }
    old_letters, new_letters = ([each.letter for each in edition.divisions] for edition in (old, new))
    gone = [
        each.name for each in old.divisions if each.letter in current["divisions"] and each.letter not in new_letters
    ]
    if gone:
        raise Refused(
            plural(
                len(gone),
                f"The updated rule book has no {join_words(gone)} division. Remove that division first.",
                f"The updated rule book has no {join_words(gone, 'or')} divisions. Remove those divisions first.",
            )
        )
    values["divisions"] = tuple(each for each in new_letters if each in current["divisions"] or each not in old_letters)
    for name in ("format", "no_goal"):
        if values[name] not in options_for(name, new):
            values[name] = new_preset[name].value
    return GameSettings(**values)


def _sync_divisions(event: Event, edition: Edition, letters: Collection[str]) -> None:
    """Create, update, and delete divisions so that the event has these. A division keeps its color."""
    existing = {division.letter: division for division in event.divisions.all()}
    for letter in sorted(set(existing) - set(letters)):
        _delete_division(existing[letter])
    colors = list(Color)
    for number, each in enumerate(edition.divisions):
        if each.letter not in letters:
            continue
        division = existing.get(each.letter) or Division(event=event, letter=each.letter)
        division.name, division.max_grade = each.name, each.max_grade
        division.color = division.color or colors[number % len(colors)]
        division.save()


def _delete_division(division: Division) -> None:
    if division.places.exists() or division.entries.exists():
        raise Refused(f"{division.name} still has players. Move or remove them first.", field="divisions")
    if Round.objects.filter(division=division).exclude(state=RoundState.DRAFT).exists():
        raise Refused(f"{division.name} has a published round, so you can’t remove it.", field="divisions")
    division.delete()


def _sync_rounds(event: Event) -> None:
    """Create and delete draft rounds so that each division has as many as the settings say, of the chosen length.

    Published rounds stay, and rounds that have started keep their length.
    """
    rounds = Round.objects.filter(division__event=event, playoff="")
    published = rounds.exclude(state=RoundState.DRAFT).aggregate(last=Max("number"))["last"] or 0
    if event.rounds < published:
        raise Refused(f"Round {published} is published. Keep at least {published} rounds.", field="rounds")
    if Round.objects.filter(division__event=event, number__lte=event.rounds).exclude(playoff="").exists():
        raise Refused("A playoff round is set up. Cancel it before you add rounds.", field="rounds")
    rounds.filter(number__gt=event.rounds).delete()
    seconds: int | None = event.minutes * 60
    if seconds == books.edition_of(event).limits["round"].amount:
        seconds = None  # as long as the rule book says
    rounds.filter(started_at__isnull=True).update(seconds=seconds)
    existing = set(rounds.values_list("division_id", "number"))
    Round.objects.bulk_create(
        Round(tournament=event.tournament, division=division, number=number, seconds=seconds)
        for division in Division.objects.filter(event=event)
        for number in range(1, event.rounds + 1)
        if (division.pk, number) not in existing
    )


# -- changes during the tournament ------------------------------------------------------------------------------------


def has_published_rounds(event: Event) -> bool:
    return Round.objects.filter(division__event=event).exclude(state=RoundState.DRAFT).exists()


def effects_of_change(event: Event, after: GameSettings) -> dict[str, str]:
    """Return what a new size of teams or tables means once a round is published, as a sentence by field."""
    before = event.settings
    changed = [name for name in WITH_EFFECTS if getattr(before, name) != getattr(after, name)]
    if not changed or not has_published_rounds(event):
        return {}
    sentences = {
        "team_size": f"{TABLES_STAY} {_effect_on_teams(event, before.team_size, after.team_size)} {DRAW_AGAIN}",
        "table_size": f"{TABLES_STAY} The next tables will have {after.table_size} players. {DRAW_AGAIN}",
    }
    return {name: sentences[name] for name in changed}


def _effect_on_teams(event: Event, before: int, after: int) -> str:
    fewer, more = sorted([before, after])
    moved = Place.objects.filter(event=event, number__gt=fewer, number__lte=more).count()
    if not moved:
        return "No one becomes a player or an alternate."
    if after < before:
        return plural(
            moved,
            "1 player becomes an alternate and won’t be seated when tables are assigned next.",
            "{count} players become alternates and won’t be seated when tables are assigned next.",
        )
    return plural(
        moved,
        "1 alternate becomes a player and will be seated when tables are assigned next.",
        "{count} alternates become players and will be seated when tables are assigned next.",
    )
