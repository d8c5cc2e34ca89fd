"""Makes an event of a rule book and a preset, or copies one; its divisions and rounds follow its choices."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from foundation.errors import Refused
from foundation.tournaments import Tournament
from rulebooks import Edition, EditionError
from tournament import books
from tournament.game_settings import Choices, contradictions
from tournament.models import Color, Division, Event
from tournament.rounds.models import Round, RoundState
from tournament.rounds.plans import plan
from tournament.setup.presets import BY_ID, choices_from
from tournament.setup.words import options


def make_event(tournament: Tournament, edition_id: str, preset_id: str) -> Event:
    """With every choice of the preset. A preset and a rule book that do not go together are refused."""
    preset = BY_ID.get(preset_id)
    if preset is None:
        raise Refused("Choose one of the formats.", field="preset")
    try:
        edition = books.shelf().get(edition_id)
    except EditionError as unknown:
        raise Refused(str(unknown), field="editions") from None
    if not preset.fits(edition):
        raise Refused(f"{preset.name} is not played by {edition.title}. Choose another rule book.", field="editions")
    event = Event(
        tournament=tournament,
        edition=edition.id,
        game=edition.game,
        book=books.keep(edition.id),
        preset=preset.id,
    )
    choose(event, edition, choices_from(preset.for_edition(edition)))
    return event


def copy_event(event: Event, tournament: Tournament) -> Event:
    """The same book, word for word, and the same choices, in another tournament."""
    made = Event(tournament=tournament, edition=event.edition, game=event.game, book=event.book, preset=event.preset)
    choose(made, books.edition_of(event), event.choices)
    for division in event.divisions.all():
        made.divisions.filter(letter=division.letter).update(color=division.color)
    return made


def choose(event: Event, edition: Edition, choices: Choices) -> None:
    """Write these choices, if they go together, and let divisions and rounds follow."""
    wrong = contradictions(choices, edition)
    if wrong:
        field = next(iter(wrong))
        raise Refused(wrong[field], field=field)
    chosen = asdict(choices)
    letters = chosen.pop("divisions")
    for name, value in chosen.items():
        setattr(event, name, list(value) if name == "tie_breaks" else value)
    event.save()
    hold_divisions(event, edition, letters)
    plan(event)


def following(event: Event, before: Edition, edition: Edition) -> Choices:
    """The choices under a changed text of the book: what was as the old text had it is as the new one has it."""
    preset = BY_ID[event.preset]
    was, will = preset.for_edition(before), preset.for_edition(edition)
    chosen = asdict(event.choices)
    follow = {name: will[name].value if value == was[name].value else value for name, value in chosen.items()}
    old, new = ([each.letter for each in book.divisions] for book in (before, edition))
    gone = [each.name for each in before.divisions if each.letter in chosen["divisions"] and each.letter not in new]
    if gone:
        raise Refused(f"The changed rule book has no division {', '.join(gone)}. Make a new event for it instead.")
    follow["divisions"] = tuple(each for each in new if each in chosen["divisions"] or each not in old)
    for name in ("format", "no_goal"):
        if follow[name] not in options(name, edition):
            follow[name] = will[name].value
    return Choices(**follow)


def hold_divisions(event: Event, edition: Edition, letters: Collection[str]) -> None:
    """These divisions of the edition are held. A color once given stays; a division with players cannot go."""
    there = {division.letter: division for division in event.divisions.all()}
    for letter in sorted(set(there) - set(letters)):
        _give_up(there[letter])
    colors = list(Color)
    for number, each in enumerate(edition.divisions):
        if each.letter not in letters:
            continue
        division = there.get(each.letter) or Division(event=event, letter=each.letter)
        division.name, division.max_grade = each.name, each.max_grade
        division.color = division.color or colors[number % len(colors)]
        division.save()


def _give_up(division: Division) -> None:
    if division.places.exists() or division.entries.exists():
        raise Refused(f"There are players in {division.name}. Move them or take them off first.", field="divisions")
    if Round.objects.filter(division=division).exclude(state=RoundState.DRAFT).exists():
        raise Refused(f"A round of {division.name} has been published already.", field="divisions")
    division.delete()
