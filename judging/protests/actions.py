"""Verbs about protests: filing one with its attachments, reviewing it, and the appeals panel's hearing and decision.

Each records a step, append-only. The activity log names the table, never what the protest is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import check_names_not_removed
from judging.models import Call
from judging.protests.attachments import MOST_DOCUMENTS, CleanAttachment
from judging.protests.decisions import add_replayed_shake, apply_decision, close_dispute
from judging.protests.eligibility import (
    OPINIONS,
    JudgesOnRecord,
    answer_of_book,
    deadline_of,
    describe_answer,
    has_initialed,
    judges_on_record,
)
from judging.protests.models import (
    LENGTH,
    OPEN_PROTEST_STATES,
    Decision,
    Document,
    Member,
    Outcome,
    Protest,
    ProtestState,
    ProtestStep,
    Vote,
)
from judging.protests.queries import PanelEligibility, VoteCount, count_shakes_to_replay, count_votes, panel_of
from judging.protests.sheet_edits import PanelEdits
from judging.protests.transitions import (
    change_state,
    lock_played_sheet,
    lock_protest,
    must_be_on_panel,
    must_give_reason,
    record_step,
    table_of,
)
from judging.queries import judges_of
from rulebooks import hears_protests
from rulebooks.wording import plural
from scoring.models import Dispute, Sheet
from tournament.books import edition_of

NAMES_REMOVED = "Names were removed from this tournament. Attachments can show names, so none can be added."

# -- filing -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewProtest:
    """A protest as staff fill in the form. The fields are described in `Protest`.

    `about` and `opinions`: keys of `ABOUT` and `OPINIONS`. `has_initialed`: for a sheet that isn't entered yet.
    """

    seat: int
    ruling: str
    complaint: str
    about: str = "ruling"
    situation: str = ""
    shake: int | None = None
    rule: str = ""
    opinions: str = ""
    judges: str = ""
    has_initialed: bool | None = None
    late_because: str = ""


@verb("protest.file", says="filed a protest at {table}")
def file(actor: Actor, sheet: Sheet, *, form: NewProtest, call: Call | None = None) -> Protest:
    """File a player's protest, written down by staff. The rule book answers at once (EQ VII-C-6).

    `call`: the first visit about the matter.
    """
    sheet = lock_played_sheet(sheet)
    if not 1 <= form.seat <= sheet.table.seats.count():
        raise Refused("Choose the player who is protesting.", field="seat")
    if not form.ruling.strip() or not form.complaint.strip():
        field = "ruling" if not form.ruling.strip() else "complaint"
        raise Refused("Enter the ruling and why it’s wrong.", field=field)
    record = _judges_who_ruled(sheet, call, form)
    is_returned = _answer_or_refuse(actor, sheet, form, record) == "returned"
    protest = Protest(
        tournament=sheet.tournament,
        sheet=sheet,
        seat=form.seat,
        call=call,
        shake=form.shake,
        situation=form.situation.strip()[:LENGTH],
        ruling=form.ruling.strip()[:LENGTH],
        complaint=form.complaint.strip()[:LENGTH],
        rule=form.rule.strip()[:120],
        judges=record.judges[:300],
        second_judge=record.second_judge,
        third_judge=record.third_judge,
        agreed=record.agreed,
        late_because=form.late_because.strip()[:300],
        state=ProtestState.RETURNED if is_returned else ProtestState.FILED,
        filed_by=actor.user,
    )
    try:
        with transaction.atomic():
            protest.save()
    except IntegrityError:
        raise Refused("This player has an open protest. Open it from the list.", field="seat") from None
    record_step(actor, protest, ProtestStep.Kind.FILED, form.late_because)
    if is_returned:
        record_step(actor, protest, ProtestStep.Kind.RETURNED, "The names of the judges who ruled aren’t complete.")
    log(actor, protest, table=f"Table {sheet.table.number}")
    return protest


def _judges_who_ruled(sheet: Sheet, call: Call | None, form: NewProtest) -> JudgesOnRecord:
    """Return which judges ruled: from their visits if there are any, else from the form. Typed names are added."""
    if call is not None:
        if call.sheet_id != sheet.pk or call.opinion != 1:
            raise Refused("Choose a ruling made at this table.")
        return judges_on_record(call).with_names(form.judges)
    if form.opinions not in OPINIONS:
        raise Refused("Choose which judges ruled.", field="opinions")
    return OPINIONS[form.opinions].record.with_names(form.judges)


def _answer_or_refuse(actor: Actor, sheet: Sheet, form: NewProtest, record: JudgesOnRecord) -> str:
    """Return the book's verdict, `allowed` or `returned`. Refuse on any other, with the reasons."""
    event = sheet.round.division.event
    entered = has_initialed(sheet, form.seat)
    if entered is None and form.has_initialed is None:
        raise Refused("Choose whether the player initialed the scoresheet.", field="has_initialed")
    deadline = deadline_of(sheet.round, event)
    is_on_time = deadline is None or steady_clock.now() <= deadline
    is_let_in = bool(form.late_because.strip()) and actor.may("protest.let_in", sheet.tournament)
    answer = answer_of_book(
        event,
        record,
        is_initialed=bool(entered if entered is not None else form.has_initialed),
        in_time=is_on_time or is_let_in,
        about=form.about,
    )
    if answer.verdict not in ("allowed", "returned"):
        raise Refused(describe_answer(answer, in_time=is_on_time or is_let_in))
    return answer.verdict


@verb("protest.complete", says="completed the protest at {table}")
def complete(actor: Actor, protest: Protest, *, judges: str, complaint: str = "") -> Protest:
    """Add what was missing to a returned protest, and file it again."""
    protest = lock_protest(actor, protest)
    record = JudgesOnRecord(protest.second_judge, protest.third_judge, protest.agreed).with_names(judges)
    event = protest.sheet.round.division.event
    answer = answer_of_book(event, record, is_initialed=False, in_time=True)
    if answer.verdict != "allowed":
        raise Refused(describe_answer(answer), field="judges")
    fields: dict[str, Any] = {"judges": record.judges[:300]}
    if complaint.strip():
        fields["complaint"] = complaint.strip()[:LENGTH]
    change_state(protest, [ProtestState.RETURNED], ProtestState.FILED, **fields)
    record_step(actor, protest, ProtestStep.Kind.COMPLETED)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.attach", says="added an attachment to the protest at {table}", news=False)
def attach(actor: Actor, protest: Protest, *, attachment: CleanAttachment, name: str = "") -> Protest:
    """Attach the page with the disputed Equation or Solution, a photo of it, or a form."""
    protest = lock_protest(actor, protest)
    check_names_not_removed(protest.tournament_id, NAMES_REMOVED)
    if protest.documents.count() >= MOST_DOCUMENTS:
        raise Refused(f"A protest can have up to {MOST_DOCUMENTS} attachments. Delete one first.")
    Document.objects.create(
        protest=protest,
        name=name.strip()[:120],
        content=attachment.content,
        content_type=attachment.content_type,
        added_by=actor.user,
    )
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.detach", says="deleted an attachment from the protest at {table}", news=False)
def detach(actor: Actor, protest: Protest, *, document: int) -> Protest:
    """Delete an attachment that was added by mistake. After the hearing, attachments stay."""
    protest = lock_protest(actor, protest)
    if protest.state not in (ProtestState.FILED, ProtestState.RETURNED, ProtestState.ACCEPTED):
        raise Refused("The panel has heard this protest, so its attachments can’t be deleted.")
    deleted, _ = protest.documents.filter(pk=document).delete()
    if not deleted:
        raise Refused("This attachment was deleted.")
    log(actor, protest, table=table_of(protest))
    return protest


# -- review by the people in charge -----------------------------------------------------------------------------------


@verb("protest.send_back", says="returned the protest at {table} as incomplete")
def send_back(actor: Actor, protest: Protest, *, reason: str) -> Protest:
    protest = lock_protest(actor, protest)
    must_give_reason(reason, "Enter what’s missing.")
    change_state(protest, [ProtestState.FILED], ProtestState.RETURNED)
    record_step(actor, protest, ProtestStep.Kind.RETURNED, reason)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.accept", says="accepted the protest at {table}")
def accept(actor: Actor, protest: Protest) -> Protest:
    """Accept a complete form. The panel will hear it."""
    protest = lock_protest(actor, protest)
    change_state(protest, [ProtestState.FILED], ProtestState.ACCEPTED)
    record_step(actor, protest, ProtestStep.Kind.ACCEPTED)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.dismiss", says="dismissed the protest at {table}")
def dismiss(actor: Actor, protest: Protest, *, reason: str) -> Protest:
    protest = lock_protest(actor, protest)
    must_give_reason(reason, "Enter why the protest is dismissed.")
    change_state(protest, list(OPEN_PROTEST_STATES), ProtestState.DISMISSED)
    return _close(actor, protest, ProtestStep.Kind.DISMISSED, reason)


@verb("protest.withdraw", says="withdrew the protest at {table}")
def withdraw(actor: Actor, protest: Protest, *, reason: str = "") -> Protest:
    """Withdraw a protest for the player."""
    protest = lock_protest(actor, protest)
    change_state(protest, list(OPEN_PROTEST_STATES), ProtestState.WITHDRAWN)
    return _close(actor, protest, ProtestStep.Kind.WITHDRAWN, reason)


def _close(actor: Actor, protest: Protest, kind: str, reason: str) -> Protest:
    """Let the ruling stand. Without another open protest at the table, its dispute about initials is settled too."""
    record_step(actor, protest, kind, reason)
    if not Protest.objects.filter(sheet=protest.sheet_id, state__in=OPEN_PROTEST_STATES).exists():
        close_dispute(protest.sheet)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.none", says="confirmed that there was no protest at {table}")
def confirm_no_protest(actor: Actor, sheet: Sheet) -> Sheet:
    """Note that a player refused to initial but didn't protest in time. The sheet counts as it is."""
    sheet = lock_played_sheet(sheet)
    event = sheet.round.division.event
    deadline = deadline_of(sheet.round, event)
    if Protest.objects.filter(sheet=sheet, state__in=OPEN_PROTEST_STATES).exists():
        raise Refused("This table has an open protest. Decide, withdraw, or dismiss it first.")
    hears = hears_protests(edition_of(event), switched_on=event.appeals)
    if hears and (deadline is None or steady_clock.now() <= deadline):
        raise Refused("A protest can still be filed. Wait until the deadline has passed.")
    if not Dispute.objects.filter(sheet=sheet, until__isnull=True).exists():
        raise Refused("No initials are in dispute at this table.")
    close_dispute(sheet)
    log(actor, sheet, table=f"Table {sheet.table.number}")
    return sheet


# -- the appeals panel ------------------------------------------------------------------------------------------------


@verb("panel.name", says="named {member} to the panel for {table}", news=False)
def name_member(actor: Actor, protest: Protest, *, member: User) -> Protest:
    """Name a judge who did not rule on the matter and has no conflict with a school at the table (N20)."""
    protest = lock_protest(actor, protest)
    if protest.state not in (ProtestState.ACCEPTED, ProtestState.HEARD, ProtestState.DECIDED):
        raise Refused("Accept the protest first.")
    if not judges_of(protest.tournament).filter(pk=member.pk).exists():
        raise Refused("Choose a judge from this tournament.", field="member")
    if objection := PanelEligibility(protest).objection_to(member):
        raise Refused(objection, field="member")
    if len(panel_of(protest)) >= protest.sheet.round.division.event.panel_size:
        raise Refused("The panel is full. Release a member first.", field="member")
    try:
        with transaction.atomic():
            Member.objects.create(protest=protest, user=member)
    except IntegrityError:
        raise Refused(f"{member.name} is on the panel. Choose another judge.", field="member") from None
    record_step(actor, protest, ProtestStep.Kind.NAMED, member.name)
    log(actor, protest, member=member.name, table=table_of(protest))
    return protest


@verb("panel.release", says="released {member} from the panel for {table}", news=False)
def release_member(actor: Actor, protest: Protest, *, member: User) -> Protest:
    """Release a member who can't or shouldn't take part. Their vote no longer counts."""
    protest = lock_protest(actor, protest)
    released = protest.members.filter(user=member, released_at__isnull=True).update(released_at=timezone.now())
    if not released:
        raise Refused("This person isn’t on the panel.")
    record_step(actor, protest, ProtestStep.Kind.RELEASED, member.name)
    log(actor, protest, member=member.name, table=table_of(protest))
    return protest


def _must_be_complete(count: VoteCount) -> None:
    if not count.is_complete:
        words = f"The panel has {len(count.panel)} of {{count}} members. Name the others first."
        raise Refused(plural(count.size, "The panel has no member yet. Name one first.", words))


@verb("protest.hear", says="heard the protest at {table}")
def hear(actor: Actor, protest: Protest, *, words: str = "") -> Protest:
    """Note that the complete panel has heard everyone it wanted to hear."""
    protest = lock_protest(actor, protest)
    count = count_votes(protest)
    _must_be_complete(count)
    if actor.user not in count.panel and not actor.may("panel.name", protest.tournament):
        raise NotAllowed("Only the panel, the head judge, or a director can mark this protest as heard.")
    change_state(protest, [ProtestState.ACCEPTED], ProtestState.HEARD)
    record_step(actor, protest, ProtestStep.Kind.HEARD, words)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.vote", says="voted on the protest at {table}", news=False)
def vote(actor: Actor, protest: Protest, *, outcome: str, reason: str) -> Vote:
    """Record a member's vote. A member can vote again; after a decision, votes are for the next one."""
    protest = lock_protest(actor, protest)
    count = count_votes(protest)
    member = must_be_on_panel(actor, protest, count.panel)
    if protest.state not in (ProtestState.HEARD, ProtestState.DECIDED):
        raise Refused("Mark the protest as heard before you vote.")
    if outcome not in Outcome.values:
        raise Refused("Choose how you vote.", field="outcome")
    must_give_reason(reason, "Enter the reason.")
    row = Vote.objects.create(
        protest=protest, sitting=count.sitting, member=member, outcome=outcome, reason=reason.strip()[:LENGTH]
    )
    log(actor, row, table=table_of(protest))
    return row


@verb("protest.decide", says="decided the protest at {table}")
def decide(
    actor: Actor, protest: Protest, *, outcome: str, rule: str, reason: str, edits: PanelEdits | None = None
) -> Decision:
    """Decide as the majority voted, with rule and reason. What it changes becomes a new entry of the scoresheet."""
    protest = lock_protest(actor, protest)
    count = count_votes(protest)
    member = must_be_on_panel(actor, protest, count.panel)
    if protest.state not in (ProtestState.HEARD, ProtestState.DECIDED):
        raise Refused("Mark the protest as heard before you decide.")
    _must_be_complete(count)
    if not count.outcome:
        majority = f"There’s no majority yet. {count.size // 2 + 1} of {{count}} members must vote the same way."
        raise Refused(plural(count.size, "There’s no vote yet. The panel member must vote first.", majority))
    if outcome != count.outcome:
        raise Refused(f"The panel voted for another outcome: {count.outcome_in_words}.", field="outcome")
    if not rule.strip():
        raise Refused("Enter the rule or case the decision is based on.", field="rule")
    must_give_reason(reason, "Enter the reason.")
    change = apply_decision(actor, protest, outcome, edits or PanelEdits(), f"{rule.strip()}: {reason.strip()}")
    decision = Decision.objects.create(
        protest=protest,
        number=count.sitting,
        outcome=outcome,
        shakes=change.shakes,
        rule=rule.strip()[:120],
        reason=reason.strip()[:LENGTH],
        votes=count.tally[outcome],
        panel=count.size,
        base=change.base,
        entry=change.entry,
        made_by=member,
    )
    change_state(protest, [ProtestState.HEARD, ProtestState.DECIDED], ProtestState.DECIDED)
    record_step(actor, protest, ProtestStep.Kind.DECIDED, entry=change.entry)
    log(actor, decision, table=table_of(protest))
    return decision


@verb("protest.replay", says="entered the points of the replayed shake at {table}")
def replay(actor: Actor, protest: Protest, *, cells: list[str], base: int) -> Protest:
    """Enter the points of a shake that the table replayed, as the panel ordered."""
    protest = lock_protest(actor, protest)
    if actor.user not in panel_of(protest) and not actor.may("panel.name", protest.tournament):
        raise NotAllowed("Only the panel, the head judge, or a director can enter these points.")
    if not count_shakes_to_replay(protest):
        raise Refused("No shake at this table is waiting to be replayed.")
    entry = add_replayed_shake(actor, protest, cells, base, "Replayed, as the appeals panel decided")
    record_step(actor, protest, ProtestStep.Kind.REPLAYED, entry=entry)
    log(actor, protest, table=table_of(protest))
    return protest
