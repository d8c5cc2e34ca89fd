"""The verbs of the panel: name and release its members, hear, vote, decide; note the points of a shake played again."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from judging.protests.deciding import carry_out, play_again
from judging.protests.models import LENGTH, Decision, Member, Outcome, Protest, State, Step, Vote
from judging.protests.papers import Typed
from judging.protests.queries import count_votes, fitness_of, panel_of, still_to_play
from judging.protests.steps import fresh_protest, move, must_be_on_the_panel, must_say, step, table_of
from judging.queries import judges_of


@verb("panel.name", says="named {member} for the panel about {table}", news=False)
def name_member(actor: Actor, protest: Protest, *, member: User) -> Protest:
    """Somebody who judges here, did not rule on it, and belongs to no school at the table (N20)."""
    protest = fresh_protest(actor, protest)
    if protest.state not in (State.ACCEPTED, State.HEARD, State.DECIDED):
        raise Refused("Accept the protest first.")
    if not judges_of(protest.tournament).filter(pk=member.pk).exists():
        raise Refused("Choose somebody who judges here.", field="member")
    if why_not := fitness_of(protest).why_not(member):
        raise Refused(why_not, field="member")
    size = protest.sheet.round.division.event.panel_size
    if len(panel_of(protest)) >= size:
        raise Refused(f"The panel has its {size} member{'s' * (size > 1)}.", field="member")
    try:
        with transaction.atomic():
            Member.objects.create(protest=protest, user=member)
    except IntegrityError:
        raise Refused(f"{member.name} is on the panel already.", field="member") from None
    step(actor, protest, Step.Kind.NAMED, member.name)
    log(actor, protest, member=member.name, table=table_of(protest))
    return protest


@verb("panel.release", says="released {member} from the panel about {table}", news=False)
def release_member(actor: Actor, protest: Protest, *, member: User) -> Protest:
    """Somebody cannot be there, or should not. What they voted does not count any more."""
    protest = fresh_protest(actor, protest)
    gone = protest.members.filter(user=member, released_at__isnull=True).update(released_at=timezone.now())
    if not gone:
        raise Refused("This person is not on the panel.")
    step(actor, protest, Step.Kind.RELEASED, member.name)
    log(actor, protest, member=member.name, table=table_of(protest))
    return protest


@verb("protest.hear", says="heard the protest at {table}")
def hear(actor: Actor, protest: Protest, *, words: str = "") -> Protest:
    """The panel is complete and has asked whom it wanted to ask."""
    protest = fresh_protest(actor, protest)
    count = count_votes(protest)
    if not count.is_complete:
        raise Refused(f"The panel has {len(count.panel)} of {count.size} members. Name the others first.")
    if actor.user not in count.panel and not actor.may("panel.name", protest.tournament):
        raise NotAllowed("Only the panel notes that it has heard this.")
    move(protest, [State.ACCEPTED], State.HEARD)
    step(actor, protest, Step.Kind.HEARD, words)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.vote", says="voted about the protest at {table}", news=False)
def vote(actor: Actor, protest: Protest, *, outcome: str, reason: str) -> Vote:
    """What a member thinks, and why. Who changes their mind votes again; after a decision, for another one."""
    protest = fresh_protest(actor, protest)
    count = count_votes(protest)
    member = must_be_on_the_panel(actor, protest, count.panel)
    if protest.state not in (State.HEARD, State.DECIDED):
        raise Refused("Hear it first, then vote.")
    if outcome not in Outcome.values:
        raise Refused("Choose what you vote for.", field="outcome")
    must_say(reason, "Say why.")
    made = Vote.objects.create(
        protest=protest, sitting=count.sitting, member=member, outcome=outcome, reason=reason.strip()[:LENGTH]
    )
    log(actor, made, table=table_of(protest))
    return made


@verb("protest.decide", says="decided the protest at {table}")
def decide(
    actor: Actor, protest: Protest, *, outcome: str, rule: str, reason: str, typed: Typed | None = None
) -> Decision:
    """What the majority of the panel wants, with rule and reason; what it changes is a new entry of the sheet."""
    protest = fresh_protest(actor, protest)
    count = count_votes(protest)
    member = must_be_on_the_panel(actor, protest, count.panel)
    if protest.state not in (State.HEARD, State.DECIDED):
        raise Refused("Hear it first, then decide.")
    if not count.is_complete:
        raise Refused(f"The panel has {len(count.panel)} of {count.size} members. Name the others first.")
    if not count.outcome:
        raise Refused(f"No majority yet: {count.size // 2 + 1} of {count.size} members must vote for the same.")
    if outcome != count.outcome:
        raise Refused(f"The panel voted otherwise: {count.outcome_in_words}.", field="outcome")
    if not rule.strip():
        raise Refused("Name the rule or case that it is founded on.", field="rule")
    must_say(reason, "Say why.")
    made = carry_out(actor, protest, outcome, typed or Typed(), f"{rule.strip()}: {reason.strip()}")
    decision = Decision.objects.create(
        protest=protest,
        number=count.sitting,
        outcome=outcome,
        shakes=made.shakes,
        rule=rule.strip()[:120],
        reason=reason.strip()[:LENGTH],
        votes=count.tally[outcome],
        panel=count.size,
        base=made.base,
        entry=made.entry,
        made_by=member,
    )
    move(protest, [State.HEARD, State.DECIDED], State.DECIDED)
    step(actor, protest, Step.Kind.DECIDED, entry=made.entry)
    log(actor, decision, table=table_of(protest))
    return decision


@verb("protest.replay", says="noted the points of the shake that was played again at {table}")
def replay(actor: Actor, protest: Protest, *, cells: list[str], base: int) -> Protest:
    """What the table wrote when it played the shake again, as the panel had ordered."""
    protest = fresh_protest(actor, protest)
    if actor.user not in panel_of(protest) and not actor.may("panel.name", protest.tournament):
        raise NotAllowed("The panel or the head judge notes these points.")
    if not still_to_play(protest):
        raise Refused("No shake of this table is to be played again.")
    entry = play_again(actor, protest, cells, base, "Played again, as the appeals panel decided.")
    step(actor, protest, Step.Kind.REPLAYED, entry=entry)
    log(actor, protest, table=table_of(protest))
    return protest
