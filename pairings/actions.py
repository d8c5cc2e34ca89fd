"""The verbs of draws: make, swap, lock, reassign, undo, publish, revise, discard."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.backups.actions import PendingStep, request_backup
from foundation.backups.models import Occasion
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from pairings import hooks
from pairings.drafts import (
    arrange_around_locks,
    create_seats,
    describe_swap_cost,
    discard_drafts,
    locked_seats,
    moved_places,
    next_version,
    places_by_table,
    places_by_table_number,
    record_step,
    save_draft,
    swap_places,
)
from pairings.models import Draw, Seat
from pairings.proposals import Proposal, players_to_seat
from tournament.rosters.models import TeamEntry
from tournament.rounds.models import Round, RoundState


@verb("draw.make", says="drew {rounds} by {method} (lot {seed})", news=False)
def make(actor: Actor, round_: Round, *, proposal: Proposal) -> Draw:
    """Save the engine's proposal as drafts, in place of the existing ones."""
    _must_be_open(round_)
    rounds = list(Round.objects.filter(pk__in=proposal.rounds).select_related("division__event").order_by("number"))
    if tuple(each.pk for each in players_to_seat(round_)) != proposal.players:
        raise EditConflict("Somebody came or left while this was drawn. Draw again.")
    drafts = [save_draft(actor, each, tables, proposal) for each, tables in zip(rounds, proposal.tables, strict=True)]
    for entry in TeamEntry.objects.filter(pk__in=proposal.sections):
        if entry.section != proposal.sections[entry.pk]:
            TeamEntry.objects.filter(pk=entry.pk).update(section=proposal.sections[entry.pk])
    words = f"Round {rounds[0].number}" if len(rounds) == 1 else f"Rounds {rounds[0].number} to {rounds[-1].number}"
    method = drafts[0].get_method_display().lower()
    log(actor, drafts[0], rounds=f"{words} {round_.division}", method=method, seed=proposal.seed)
    _back_up_before_publishing(actor, drafts)
    return drafts[0]


@verb("draw.swap", says="let {one} and {other} change places in {draw}: {cost}", names=("one", "other"), news=False)
def swap(actor: Actor, draw: Draw, *, seat: Seat, other: Seat) -> Draw:
    """Swap two players of a draft and log what it costs. Locked seats can't be swapped."""
    _must_be_draft(draw)
    current = Seat.objects.select_related("place__player", "place__entry__team").in_bulk([seat.pk, other.pk])
    if len(current) < 2:
        raise EditConflict("Somebody changed this draft in the meantime. Look at the page again.")
    seat, other = current[seat.pk], current[other.pk]
    if seat.is_locked or other.is_locked:
        raise Refused("A locked seat stays. Free it first.")
    if seat.table_id == other.table_id:
        raise Refused("They sit at the same table.")
    cost = describe_swap_cost(draw, seat, other)
    words = f"{seat.place.name} and {other.place.name} changed places"
    record_step(actor, draw, words)
    swap_places(seat, other)
    log(actor, draw, one=seat.place.name, other=other.place.name, draw=str(draw), cost=cost)
    return draw


@verb("draw.lock", says="{did} the seat of {who} in {draw}", names=("who",), news=False)
def lock(actor: Actor, draw: Draw, *, seat: Seat) -> Draw:
    """Lock a seat so that it stays when the rest is reassigned, or unlock it."""
    _must_be_draft(draw)
    record_step(actor, draw, f"{seat.place.name} {'freed' if seat.is_locked else 'locked'}")
    Seat.objects.filter(pk=seat.pk).update(is_locked=not seat.is_locked)
    log(actor, draw, did="freed" if seat.is_locked else "locked", who=seat.place.name, draw=str(draw))
    return draw


@verb("draw.improve", says="drew the rest of {draw} anew around {locks} locked seats", news=False)
def reassign_unlocked(actor: Actor, draw: Draw, *, proposal: Proposal) -> Draw:
    """Replace the tables of this draft with the engine's proposal around the locked seats."""
    _must_be_draft(draw)
    if tuple(each.pk for each in players_to_seat(draw.round)) != proposal.players:
        raise EditConflict("Somebody came or left while this was drawn. Draw again.")
    locked = locked_seats(draw)
    if set(locked) != {place for group in proposal.locked for place in group}:
        raise EditConflict("Somebody locked or freed a seat while this was drawn. Try again.")
    tables = arrange_around_locks(proposal.tables[0], locked)
    record_step(actor, draw, "the rest drawn anew")
    draw.tables.all().delete()
    create_seats(draw, tables, set(locked))
    Draw.objects.filter(pk=draw.pk).update(seed=proposal.seed, as_drawn=tables, found_by=proposal.found_by)
    draw.refresh_from_db()
    log(actor, draw, draw=str(draw), locks=len(locked))
    _back_up_before_publishing(actor, [draw])
    return draw


@verb("draw.undo", says="undid in {draw}: {what}", names=("what",), news=False)
def undo(actor: Actor, draw: Draw) -> Draw:
    """Undo the last manual change, no matter who made it."""
    _must_be_draft(draw)
    step = draw.steps.first()
    if step is None:
        raise Refused("Nothing was changed by hand.")
    draw.tables.all().delete()
    create_seats(draw, step.before["tables"], set(step.before["locked"]))
    words = step.words
    step.delete()
    log(actor, draw, draw=str(draw), what=words)
    return draw


@verb("draw.publish", says="published {draw}: {moved}")
def publish(actor: Actor, draw: Draw) -> Draw:
    """Publish a draft in place of the earlier version, and log how many players move."""
    _must_be_draft(draw)
    round_ = draw.round
    _must_be_open(round_)
    before = Draw.objects.filter(round=round_, state=Draw.State.PUBLISHED).first()
    moved = "everybody is new" if before is None else f"{len(moved_places(before, draw))} players move"
    Draw.objects.filter(round=round_, state=Draw.State.PUBLISHED).update(state=Draw.State.REPLACED)
    Draw.objects.filter(pk=draw.pk).update(state=Draw.State.PUBLISHED, published_at=steady_clock.now())
    Round.objects.filter(pk=round_.pk, state=RoundState.DRAFT).update(
        state=RoundState.PUBLISHED, version=F("version") + 1
    )
    draw.refresh_from_db()
    for tables_published in hooks.tables_published:
        tables_published(draw)
    log(actor, draw, draw=str(draw), moved=moved)
    return draw


@verb("draw.revise", says="began to change the published tables of {round}", news=False)
def revise(actor: Actor, draw: Draw) -> Draw:
    """Start a draft as a copy of the published tables, which stay in effect until the draft is published."""
    if draw.state != Draw.State.PUBLISHED:
        raise Refused("Only published tables are revised.")
    _must_be_open(draw.round)
    if Draw.objects.filter(round=draw.round, state=Draw.State.DRAFT).exists():
        raise Refused("There is a draft of this round already.")
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


@verb("draw.discard", says="threw the draft {draw} away", news=False)
def discard(actor: Actor, draw: Draw) -> Draw:
    _must_be_draft(draw)
    discard_drafts(Draw.objects.filter(pk=draw.pk))
    draw.refresh_from_db()
    log(actor, draw, draw=str(draw))
    return draw


def _must_be_draft(draw: Draw) -> None:
    if not Draw.objects.filter(pk=draw.pk, state=Draw.State.DRAFT).exists():
        raise EditConflict(f"{draw} is not a draft any more. Look at the page again.")


def _must_be_open(round_: Round) -> None:
    if not Round.objects.filter(pk=round_.pk, state__in=[RoundState.DRAFT, RoundState.PUBLISHED]).exists():
        raise Refused(f"{round_} has begun: its tables stay.")


def _back_up_before_publishing(actor: Actor, drafts: Sequence[Draw]) -> None:
    """Request a backup as soon as there is a draft, so that publishing doesn't have to wait for one."""
    first, last = drafts[0].round, drafts[-1].round
    is_one = len(drafts) == 1
    words = str(first) if is_one else f"Rounds {first.number} to {last.number} {first.division}"
    before = PendingStep("draw.publish", drafts, too_late=f"{words} published")
    reason = f"before {words} {'is' if is_one else 'are'} published"
    request_backup(actor, drafts[0].tournament, Occasion.BEFORE_PUBLISHING, reason, before)
