"""What a change of the choices means for a game that is being played: said, not refused."""

from __future__ import annotations

from tournament.game_settings import Choices
from tournament.models import Event
from tournament.rosters.models import Place
from tournament.rounds.models import Round, RoundState

TELLING = ("team_size", "table_size")
TABLES_STAY = "Tables that are published stay as they are."
DRAW_AGAIN = "What is drawn but not published is to be drawn again."


def is_being_played(event: Event) -> bool:
    """Whether a round of it was published."""
    return Round.objects.filter(division__event=event).exclude(state=RoundState.DRAFT).exists()


def effects(event: Event, after: Choices) -> dict[str, str]:
    """What it means to change the size of teams or tables after a round was published, each at its field."""
    before = event.choices
    changed = [name for name in TELLING if getattr(before, name) != getattr(after, name)]
    if not changed or not is_being_played(event):
        return {}
    sentences = {
        "team_size": f"{TABLES_STAY} {_of_teams(event, before.team_size, after.team_size)} {DRAW_AGAIN}",
        "table_size": f"{TABLES_STAY} The next draws have tables of {after.table_size}. {DRAW_AGAIN}",
    }
    return {name: sentences[name] for name in changed}


def _of_teams(event: Event, before: int, after: int) -> str:
    fewer, more = sorted([before, after])
    moved = Place.objects.filter(event=event, number__gt=fewer, number__lte=more).count()
    if not moved:
        return "Nobody becomes an alternate or a player by it."
    who = f"{moved} {'player' if after < before else 'alternate'}{'s' * (moved != 1)}"
    if after < before:
        return f"{who} will be {'an alternate' if moved == 1 else 'alternates'}, without a seat in the next draw."
    return f"{who} will play, with a seat in the next draw."
