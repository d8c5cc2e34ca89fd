"""The verbs of draws: make, swap, lock, reassign, undo, publish, revise, discard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import F

from foundation import steady_clock
from foundation.activity.sentences import CountedSentence, SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, verb
from foundation.backups.actions import PendingStep, request_backup
from foundation.backups.models import Occasion
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from pairings import hooks
from pairings.drafts import (
    arrange_around_locks,
    create_seats,
    discard_drafts,
    locked_seats,
    moved_places,
    next_version,
    places_by_table,
    places_by_table_number,
    record_step,
    save_draft,
    swap_cost,
    swap_places,
)
from pairings.engine.seating_costs import Cost
from pairings.models import STEP_SENTENCES, Draw, Seat
from pairings.proposals import Proposal, players_to_seat
from tournament.rosters.models import TeamEntry
from tournament.rounds.models import Round, RoundState


def _rounds_in_words(numbers: Sequence[int]) -> str:
    first, last = numbers
    return f"Round {first}" if first == last else f"Rounds {first} to {last}"


def _cost_in_words(cost: Mapping[str, Any]) -> str:
    return Cost(**cost).description


ASSIGNED_BY_METHOD = SentenceByCase(
    "method",
    {
        "preset": "assigned tables for {numbers} {division} in advance (shuffle #{seed})",
        "sections": "assigned tables for {numbers} {division} by sections (shuffle #{seed})",
        "score_groups": "assigned tables for {numbers} {division} by score groups (shuffle #{seed})",
        "bump": "assigned tables for {numbers} {division} by bump (shuffle #{seed})",
        "random": "assigned random tables for {numbers} {division} (shuffle #{seed})",
        "by_hand": "assigned tables for {numbers} {division} in roster order, to arrange by hand",
        "matches": "assigned team matches for {numbers} {division}",
    },
)
ASSIGNED = SentenceWithParts(ASSIGNED_BY_METHOD, {"numbers": _rounds_in_words})


@verb("draw.make", says=ASSIGNED, news=False)
def make(actor: Actor, round_: Round, *, proposal: Proposal) -> Draw:
    """Save the engine's proposal as drafts, in place of the existing ones."""
    _must_be_open(round_)
    rounds = list(Round.objects.filter(pk__in=proposal.rounds).select_related("division__event").order_by("number"))
    if tuple(each.pk for each in players_to_seat(round_)) != proposal.players:
        raise EditConflict("Attendance changed while tables were being assigned. Try again.")
    drafts = [save_draft(actor, each, tables, proposal) for each, tables in zip(rounds, proposal.tables, strict=True)]
    for entry in TeamEntry.objects.filter(pk__in=proposal.sections):
        if entry.section != proposal.sections[entry.pk]:
            TeamEntry.objects.filter(pk=entry.pk).update(section=proposal.sections[entry.pk])
    numbers, division = (rounds[0].number, rounds[-1].number), str(round_.division)
    log(actor, drafts[0], numbers=numbers, division=division, method=drafts[0].method, seed=proposal.seed)
    _back_up_before_publishing(actor, drafts)
    return drafts[0]


@verb(
    "draw.swap",
    says=SentenceWithParts("swapped {one} and {other} in {draw}: {costs}", {"costs": _cost_in_words}),
    names=("one", "other"),
    news=False,
)
def swap(actor: Actor, draw: Draw, *, seat: Seat, other: Seat) -> Draw:
    """Swap two players of a draft and log what it costs. Locked seats can't be swapped."""
    _must_be_draft(draw)
    current = Seat.objects.select_related("place__player", "place__entry__team").in_bulk([seat.pk, other.pk])
    if len(current) < 2:
        raise EditConflict("Someone else changed this draft. Reload the page.")
    seat, other = current[seat.pk], current[other.pk]
    if seat.is_locked or other.is_locked:
        raise Refused("This seat is locked. Unlock it first.")
    if seat.table_id == other.table_id:
        raise Refused("These players are at the same table. Choose someone at another table.")
    costs = asdict(swap_cost(draw, seat, other))
    names: dict[str, Any] = {"one": seat.place.name, "other": other.place.name}
    record_step(actor, draw, step="swapped", **names)
    swap_places(seat, other)
    log(actor, draw, draw=str(draw), costs=costs, **names)
    return draw


@verb(
    "draw.lock",
    says=SentenceByCase(
        "did",
        {
            "locked": "locked {who}’s seat in {draw}",
            "freed": "unlocked {who}’s seat in {draw}",
        },
    ),
    names=("who",),
    news=False,
)
def lock(actor: Actor, draw: Draw, *, seat: Seat) -> Draw:
    """Lock a seat so that it stays when the rest is reassigned, or unlock it."""
    _must_be_draft(draw)
    name = seat.place.name
    did = "freed" if seat.is_locked else "locked"
    record_step(actor, draw, step=did, who=name)
    Seat.objects.filter(pk=seat.pk).update(is_locked=not seat.is_locked)
    log(actor, draw, did=did, who=name, draw=str(draw))
    return draw


@verb(
    "draw.improve",
    says=CountedSentence(
        "locks",
        "reassigned {draw} around 1 locked seat",
        "reassigned {draw} around {locks} locked seats",
    ),
    news=False,
)
def reassign_unlocked(actor: Actor, draw: Draw, *, proposal: Proposal) -> Draw:
    """Replace the tables of this draft with the engine's proposal around the locked seats."""
    _must_be_draft(draw)
    if tuple(each.pk for each in players_to_seat(draw.round)) != proposal.players:
        raise EditConflict("Attendance changed while tables were being assigned. Try again.")
    locked = locked_seats(draw)
    if set(locked) != {place for group in proposal.locked for place in group}:
        raise EditConflict("Someone locked or unlocked a seat while tables were being assigned. Try again.")
    tables = arrange_around_locks(proposal.tables[0], locked)
    record_step(actor, draw, step="reassigned")
    draw.tables.all().delete()
    create_seats(draw, tables, set(locked))
    Draw.objects.filter(pk=draw.pk).update(seed=proposal.seed, as_drawn=tables, found_by=proposal.found_by)
    draw.refresh_from_db()
    log(actor, draw, draw=str(draw), locks=len(locked))
    _back_up_before_publishing(actor, [draw])
    return draw


UNDOES = {step: f"undid a change in {{draw}}: {words}" for step, words in STEP_SENTENCES.items()}


@verb("draw.undo", says=SentenceByCase("step", UNDOES), names=("what", "one", "other", "who"), news=False)
def undo(actor: Actor, draw: Draw) -> Draw:
    """Undo the last manual change, no matter who made it."""
    _must_be_draft(draw)
    step = draw.steps.first()
    if step is None:
        raise Refused("There are no manual changes to undo.")
    draw.tables.all().delete()
    create_seats(draw, step.before["tables"], set(step.before["locked"]))
    undone = step.data or {"step": "other", "what": step.words}
    step.delete()
    log(actor, draw, draw=str(draw), **undone)
    return draw


@verb(
    "draw.publish",
    says=SentenceByCase(
        "seats",
        {
            "new": "published {draw}",
            "moved": CountedSentence(
                "moves", "published {draw}, and moved 1 player", "published {draw}, and moved {moves} players"
            ),
        },
    ),
)
def publish(actor: Actor, draw: Draw) -> Draw:
    """Publish a draft in place of the earlier version, and log how many players move."""
    _must_be_draft(draw)
    round_ = draw.round
    _must_be_open(round_)
    before = Draw.objects.filter(round=round_, state=Draw.State.PUBLISHED).first()
    moves = len(moved_places(before, draw)) if before else 0
    Draw.objects.filter(round=round_, state=Draw.State.PUBLISHED).update(state=Draw.State.REPLACED)
    Draw.objects.filter(pk=draw.pk).update(state=Draw.State.PUBLISHED, published_at=steady_clock.now())
    Round.objects.filter(pk=round_.pk, state=RoundState.DRAFT).update(
        state=RoundState.PUBLISHED, version=F("version") + 1
    )
    draw.refresh_from_db()
    for tables_published in hooks.tables_published:
        tables_published(draw)
    log(actor, draw, draw=str(draw), seats="moved" if before else "new", moves=moves)
    return draw


@verb("draw.revise", says="started changing the published tables for {round}", news=False)
def revise(actor: Actor, draw: Draw) -> Draw:
    """Start a draft as a copy of the published tables, which stay in effect until the draft is published."""
    if draw.state != Draw.State.PUBLISHED:
        raise Refused("These tables aren’t published. Reload the page.")
    _must_be_open(draw.round)
    if Draw.objects.filter(round=draw.round, state=Draw.State.DRAFT).exists():
        raise Refused("This round has a draft. Change or discard that draft first.")
    draft = Draw.objects.create(
        tournament=draw.tournament,
        round=draw.round,
        version=next_version(draw.round),
        method=draw.method,
        seed=draw.seed,
        found_by=draw.found_by,
        bound=draw.bound,
        as_drawn=places_by_table(draw),
        without_results=draw.without_results,
        made_by=actor.user,
    )
    create_seats(draft, places_by_table_number(draw), set())
    log(actor, draft, round=str(draw.round))
    _back_up_before_publishing(actor, [draft])
    return draft


@verb("draw.discard", says="discarded the draft {draw}", news=False)
def discard(actor: Actor, draw: Draw) -> Draw:
    _must_be_draft(draw)
    discard_drafts(Draw.objects.filter(pk=draw.pk))
    draw.refresh_from_db()
    log(actor, draw, draw=str(draw))
    return draw


def _must_be_draft(draw: Draw) -> None:
    if not Draw.objects.filter(pk=draw.pk, state=Draw.State.DRAFT).exists():
        raise EditConflict(f"{draw} is no longer a draft. Reload the page.")


def _must_be_open(round_: Round) -> None:
    if not Round.objects.filter(pk=round_.pk, state__in=[RoundState.DRAFT, RoundState.PUBLISHED]).exists():
        raise Refused(f"{round_} has started, so its tables can’t change.")


def _back_up_before_publishing(actor: Actor, drafts: Sequence[Draw]) -> None:
    """Request a backup as soon as there is a draft, so that publishing doesn't have to wait for one."""
    first, last = drafts[0].round, drafts[-1].round
    is_one = len(drafts) == 1
    several = f"Rounds {first.number} to {last.number} {first.division}"
    before = PendingStep("draw.publish", drafts, too_late=f"{first if is_one else several} published")
    reason = f"before {first} is published" if is_one else f"before {several} are published"
    request_backup(actor, drafts[0].tournament, Occasion.BEFORE_PUBLISHING, reason, before)
