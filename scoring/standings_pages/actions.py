"""Verbs of the standings: the cutoff, playoff rounds, and what counts for the sweepstakes."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from pairings.engine.sizes import SizesError
from pairings.models import Draw
from rulebooks.wording import plural
from scoring.models import Cut, Sweepstakes
from scoring.standings_pages.playoffs import PlayoffCandidates, finalists_of, next_round_number
from tournament.models import Division
from tournament.rounds.models import Finalist, Playoff, Round, RoundState

MOST_ADVANCE = 1000


@verb("standings.cut", says="set the playoff cutoff for {division} (teams: {teams}, players: {players})")
def set_cutoff(actor: Actor, tournament: Tournament, *, division: Division, teams: int, players: int) -> Cut:
    """Set how many advance; 0 for no playoffs. Ties at the cutoff are shown, never broken by chance (N12)."""
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division in this tournament.")
    if max(teams, players) > MOST_ADVANCE:
        raise Refused(f"At most {MOST_ADVANCE:,} can advance.")
    cut, _ = Cut.objects.update_or_create(division=division, defaults={"teams": teams, "players": players})
    log(actor, cut, teams=teams, players=players, division=division.name)
    return cut


@verb(
    "standings.sweepstakes",
    says=SentenceByCase(
        "counted",
        {
            "all": "changed what counts for the sweepstakes (all events, minimum played: {least})",
            "best": "changed what counts for the sweepstakes (best events: {best}, minimum played: {least})",
        },
    ),
)
def set_sweepstakes(actor: Actor, tournament: Tournament, *, best: int | None, least: int) -> Sweepstakes:
    """Set how many events count (None: all), and how many someone must have played (F12)."""
    events = tournament.events.count()
    if not 1 <= least <= events:
        raise Refused(plural(events, "Enter 1.", "Enter a number from 1 to {count}."), field="least")
    if best is not None and not 1 <= best <= events:
        one = "Enter 1, or leave this blank to count all events."
        many = "Enter a number from 1 to {count}, or leave this blank to count all events."
        raise Refused(plural(events, one, many), field="best")
    rule, _ = Sweepstakes.objects.update_or_create(tournament=tournament, defaults={"best": best, "least": least})
    log(actor, rule, counted="best" if best else "all", best=best, least=least)
    return rule


@verb(
    "playoffs.call",
    says=SentenceByCase(
        "kind",
        {
            "teams": "set up team playoffs for {division}, with {count} teams in Round {number}",
            "players": "set up player playoffs for {division}, with {count} players in Round {number}",
        },
    ),
)
def call_playoffs(
    actor: Actor, tournament: Tournament, *, division: Division, playoff: str, who: Sequence[str], size: int
) -> Round:
    """Set up one more round of a division, for the candidates that the director chooses (N12, N13).

    `who`: keys of the candidates. `size`: how many teams meet in a match.
    """
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division in this tournament.")
    offered = PlayoffCandidates(division, Playoff(playoff))
    if offered.problem:
        raise Refused(offered.problem)
    called = [each for each in offered.candidates if each.key in set(who)]
    if len(called) < max(2, len(set(who))):
        is_for_teams = playoff == Playoff.TEAMS
        raise Refused(
            "Choose at least 2 teams from the list." if is_for_teams else "Choose at least 2 players from the list.",
            field="who",
        )
    try:
        finalists = finalists_of(division, Playoff(playoff), called, size)
    except SizesError as problem:
        raise Refused(str(problem), field="size") from None
    round_ = Round.objects.create(
        tournament=tournament,
        division=division,
        number=next_round_number(division),
        playoff=playoff,
        seconds=Round.objects.filter(division=division).values_list("seconds", flat=True).first(),
    )
    Finalist.objects.bulk_create(Finalist(round=round_, place_id=place, match=match) for place, match in finalists)
    log(actor, round_, kind=playoff, division=division.name, count=len(called), number=round_.number)
    return round_


@verb("playoffs.call_off", says="canceled {round}")
def cancel_playoffs(actor: Actor, round_: Round) -> Division:
    """Cancel the latest playoff round, as long as its tables aren't published."""
    if not round_.playoff:
        raise Refused("Only playoff rounds can be canceled.")
    if Round.objects.filter(division=round_.division, number__gt=round_.number).exists():
        raise Refused("Cancel the later round first.")
    if not _is_draft(round_):
        raise Refused("The tables are published, so this round can’t be canceled.")
    words, division = str(round_), round_.division
    round_.delete()
    log(actor, division, round=words)
    return division


def _is_draft(round_: Round) -> bool:
    published = Draw.objects.filter(round=round_).exclude(published_at=None)
    return Round.objects.filter(pk=round_.pk, state=RoundState.DRAFT).exists() and not published.exists()
