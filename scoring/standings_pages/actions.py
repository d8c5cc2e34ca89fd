"""Verbs of the standings: the cutoff, playoff rounds, and what counts for the sweepstakes."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from pairings.engine.sizes import SizesError
from pairings.models import Draw
from scoring.models import Cut, Sweepstakes
from scoring.standings_pages.playoffs import PlayoffCandidates, finalists_of, next_round_number
from tournament.models import Division
from tournament.rounds.models import Finalist, Playoff, Round, RoundState

MOST_ADVANCE = 1000


@verb("standings.cut", says="let {teams} teams and {players} players of {division} go on to the playoffs")
def set_cutoff(actor: Actor, tournament: Tournament, *, division: Division, teams: int, players: int) -> Cut:
    """Set how many advance; 0 for no playoffs. Ties at the cutoff are shown, never broken by chance (N12)."""
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division of this tournament.")
    if max(teams, players) > MOST_ADVANCE:
        raise Refused(f"At most {MOST_ADVANCE} go on.")
    cut, _ = Cut.objects.update_or_create(division=division, defaults={"teams": teams, "players": players})
    log(actor, cut, teams=teams, players=players, division=division.name)
    return cut


@verb("standings.sweepstakes", says="let {best} events count for the sweepstakes, for who played at least {least}")
def set_sweepstakes(actor: Actor, tournament: Tournament, *, best: int | None, least: int) -> Sweepstakes:
    """Set how many events count (None: all), and how many someone must have played (F12)."""
    events = tournament.events.count()
    if not 1 <= least <= events:
        raise Refused(f"Between 1 and {events} events.", field="least")
    if best is not None and not 1 <= best <= events:
        raise Refused(f"Between 1 and {events} events, or all.", field="best")
    rule, _ = Sweepstakes.objects.update_or_create(tournament=tournament, defaults={"best": best, "least": least})
    log(actor, rule, best=f"the best {best}" if best else "all", least=least)
    return rule


@verb("playoffs.call", says="called the {playoff} of {division}: {count} play in round {number}")
def call_playoffs(
    actor: Actor, tournament: Tournament, *, division: Division, playoff: str, who: Sequence[str], size: int
) -> Round:
    """Set up one more round of a division, for the candidates that the director chooses (N12, N13).

    `who`: keys of the candidates. `size`: how many teams meet in a match.
    """
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division of this tournament.")
    offered = PlayoffCandidates(division, Playoff(playoff))
    if offered.problem:
        raise Refused(offered.problem)
    called = [each for each in offered.candidates if each.key in set(who)]
    if len(called) < max(2, len(set(who))):
        raise Refused("Choose at least two of those who go on.", field="who")
    try:
        finalists = finalists_of(division, Playoff(playoff), called, size)
    except SizesError as problem:
        raise Refused(f"{division}: {problem}", field="size") from None
    round_ = Round.objects.create(
        tournament=tournament,
        division=division,
        number=next_round_number(division),
        playoff=playoff,
        seconds=Round.objects.filter(division=division).values_list("seconds", flat=True).first(),
    )
    Finalist.objects.bulk_create(Finalist(round=round_, place_id=place, match=match) for place, match in finalists)
    words = Playoff(playoff).label
    log(actor, round_, playoff=words, division=division.name, count=f"{len(called)} {playoff}", number=round_.number)
    return round_


@verb("playoffs.call_off", says="called off {round}")
def cancel_playoffs(actor: Actor, round_: Round) -> Division:
    """Cancel the latest playoff round, as long as its tables aren't published."""
    has_later = Round.objects.filter(division=round_.division, number__gt=round_.number).exists()
    if not round_.playoff or has_later or not _is_draft(round_):
        raise Refused(f"{round_} stays.")
    words, division = str(round_), round_.division
    round_.delete()
    log(actor, division, round=words)
    return division


def _is_draft(round_: Round) -> bool:
    published = Draw.objects.filter(round=round_).exclude(published_at=None)
    return Round.objects.filter(pk=round_.pk, state=RoundState.DRAFT).exists() and not published.exists()
