"""The verbs of standings: how many go on to the playoffs, who plays them, and what counts over several events."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from pairings.engine.sizes import SizesError
from pairings.models import Draw
from scoring.models import Cut, Sweepstakes
from scoring.ranks.playoffs import Candidates, finalists_of, next_number
from tournament.models import Division
from tournament.rounds.models import Finalist, Playoff, Round, RoundState

MOST = 1000


@verb("standings.cut", says="let {teams} teams and {players} players of {division} go on to the playoffs")
def set_cut(actor: Actor, tournament: Tournament, *, division: Division, teams: int, players: int) -> Cut:
    """None goes on where it is nought. Ties at the cut are shown, never broken by chance (N12)."""
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division of this tournament.")
    if max(teams, players) > MOST:
        raise Refused(f"At most {MOST} go on.")
    made, _ = Cut.objects.update_or_create(division=division, defaults={"teams": teams, "players": players})
    log(actor, made, teams=teams, players=players, division=division.name)
    return made


@verb("standings.sweepstakes", says="let {best} events count for the sweepstakes, for who played at least {least}")
def set_sweepstakes(actor: Actor, tournament: Tournament, *, best: int | None, least: int) -> Sweepstakes:
    """`best`: how many events count, None for all of them (F12)."""
    events = tournament.events.count()
    if not 1 <= least <= events:
        raise Refused(f"Between 1 and {events} events.", field="least")
    if best is not None and not 1 <= best <= events:
        raise Refused(f"Between 1 and {events} events, or all.", field="best")
    made, _ = Sweepstakes.objects.update_or_create(tournament=tournament, defaults={"best": best, "least": least})
    log(actor, made, best=f"the best {best}" if best else "all", least=least)
    return made


@verb("playoffs.call", says="called the {playoff} of {division}: {count} play in round {number}")
def call_playoffs(
    actor: Actor, tournament: Tournament, *, division: Division, playoff: str, who: Sequence[str], size: int
) -> Round:
    """One more round of a division, for those of the cut whom the director names (N12, N13).

    `who`: keys of those who may be called. `size`: how many teams meet in a match.
    """
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division of this tournament.")
    candidates = Candidates(division, Playoff(playoff))
    if candidates.problem:
        raise Refused(candidates.problem)
    called = [each for each in candidates.found if each.key in set(who)]
    if len(called) < max(2, len(set(who))):
        raise Refused("Choose at least two of those who go on.", field="who")
    try:
        finalists = finalists_of(division, Playoff(playoff), called, size)
    except SizesError as problem:
        raise Refused(f"{division}: {problem}", field="size") from None
    made = Round.objects.create(
        tournament=tournament,
        division=division,
        number=next_number(division),
        playoff=playoff,
        seconds=Round.objects.filter(division=division).values_list("seconds", flat=True).first(),
    )
    Finalist.objects.bulk_create(Finalist(round=made, place_id=place, match=match) for place, match in finalists)
    words = Playoff(playoff).label
    log(actor, made, playoff=words, division=division.name, count=f"{len(called)} {playoff}", number=made.number)
    return made


@verb("playoffs.call_off", says="called off {round}")
def call_off(actor: Actor, round_: Round) -> Division:
    """As long as its tables are not published; the last one that was called goes first."""
    last = Round.objects.filter(division=round_.division, number__gt=round_.number).exists()
    if not round_.playoff or last or not _is_draft(round_):
        raise Refused(f"{round_} stays.")
    words, division = str(round_), round_.division
    round_.delete()
    log(actor, division, round=words)
    return division


def _is_draft(round_: Round) -> bool:
    published = Draw.objects.filter(round=round_).exclude(published_at=None)
    return Round.objects.filter(pk=round_.pk, state=RoundState.DRAFT).exists() and not published.exists()
