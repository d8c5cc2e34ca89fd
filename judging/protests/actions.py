"""The verbs of a protest's form: file, complete, attach; send back, accept, dismiss, withdraw; note that none came.

Each leaves a step that is never changed. The log says at which table something happened, never what it is about.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.models import Call
from judging.names import names_in
from judging.protests.deciding import close_dispute
from judging.protests.documents import MOST_DOCUMENTS
from judging.protests.documents import Paper as SentPaper
from judging.protests.facts import OPINIONS, Told, answer, calls_of_matter, due, in_words, initialed, told_by
from judging.protests.models import LENGTH, OPEN, Document, Protest, State, Step
from judging.protests.steps import fresh_protest, fresh_sheet, move, must_say, step, table_of
from rulebooks import hears_protests
from scoring.models import Dispute, Sheet
from tournament.books import edition_of

# -- the form ---------------------------------------------------------------------------------------------------------


@verb("protest.file", says="filed a protest at {table}")
def file(
    actor: Actor,
    sheet: Sheet,
    *,
    seat: int,
    ruling: str,
    complaint: str,
    about: str = "ruling",
    call: Call | None = None,
    situation: str = "",
    shake: int | None = None,
    rule: str = "",
    opinions: str = "",
    judges: str = "",
    has_initialed: bool | None = None,
    late_because: str = "",
) -> Protest:
    """The player protests; somebody of the staff writes it down. The book answers at once (EQ VII-C-6)."""
    sheet = fresh_sheet(sheet)
    if not 1 <= seat <= sheet.table.seats.count():
        raise Refused("Choose who protests.", field="seat")
    if not ruling.strip() or not complaint.strip():
        field = "ruling" if not ruling.strip() else "complaint"
        raise Refused("Say which ruling it is about, and why it is wrong.", field=field)
    told = _told(sheet, call, opinions, judges)
    verdict = _must_be_allowed(actor, sheet, seat, told, about, has_initialed, late_because)
    returned = verdict == "returned"
    protest = Protest(
        tournament=sheet.tournament,
        sheet=sheet,
        seat=seat,
        call=call,
        shake=shake,
        situation=situation.strip()[:LENGTH],
        ruling=ruling.strip()[:LENGTH],
        complaint=complaint.strip()[:LENGTH],
        rule=rule.strip()[:120],
        judges=told.judges[:300],
        second_judge=told.second_judge,
        third_judge=told.third_judge,
        agreed=told.agreed,
        late_because=late_because.strip()[:300],
        state=State.RETURNED if returned else State.FILED,
        filed_by=actor.user,
    )
    try:
        with transaction.atomic():
            protest.save()
    except IntegrityError:
        raise Refused("This player has an open protest already. Look at it in the list.", field="seat") from None
    step(actor, protest, Step.Kind.FILED, late_because)
    if returned:
        step(actor, protest, Step.Kind.RETURNED, "The names of the judges who ruled are not complete.")
    log(actor, protest, table=f"table {sheet.table.number}")
    return protest


def _told(sheet: Sheet, call: Call | None, opinions: str, judges: str) -> Told:
    """What judges noted counts; where they noted nothing, what is told. Names that are typed are added."""
    if call is not None:
        if call.sheet_id != sheet.pk or call.opinion != 1:
            raise Refused("Choose a matter of this table.")
        noted = told_by(calls_of_matter(call))
        return Told(noted.second_judge, noted.third_judge, noted.agreed, _joined(noted.judges, judges))
    if opinions not in OPINIONS:
        raise Refused("Say which judges ruled.", field="opinions")
    return Told(*OPINIONS[opinions][1], _joined("", judges))


def _joined(noted: str, typed: str) -> str:
    """Two judges may have the same name; whoever is typed and noted already is the same person."""
    names = names_in(noted)
    known = {name.casefold() for name in names}
    return "\n".join([*names, *(name for name in names_in(typed) if name.casefold() not in known)])


def _must_be_allowed(
    actor: Actor, sheet: Sheet, seat: int, told: Told, about: str, has_initialed: bool | None, late_because: str
) -> str:
    """`allowed` or `returned`; everything else is refused with its reasons and the way on."""
    event = sheet.round.division.event
    known = initialed(sheet, seat)
    if known is None and has_initialed is None:
        raise Refused("Has the player initialed the sheet? Nobody has keyed it yet.", field="has_initialed")
    until = due(sheet.round, event)
    on_time = until is None or steady_clock.now() <= until
    let_in = bool(late_because.strip()) and actor.may("protest.let_in", sheet.tournament)
    found = answer(
        event,
        told,
        is_initialed=bool(known if known is not None else has_initialed),
        in_time=on_time or let_in,
        about=about,
    )
    if found.verdict not in ("allowed", "returned"):
        raise Refused(in_words(found, in_time=on_time or let_in))
    return found.verdict


@verb("protest.complete", says="completed the protest at {table}")
def complete(actor: Actor, protest: Protest, *, judges: str, complaint: str = "") -> Protest:
    """The names that were missing, and what else was to be said. It is filed again."""
    protest = fresh_protest(actor, protest)
    told = Told(protest.second_judge, protest.third_judge, protest.agreed, _joined("", judges))
    event = protest.sheet.round.division.event
    found = answer(event, told, is_initialed=False, in_time=True)
    if found.verdict != "allowed":
        raise Refused(in_words(found), field="judges")
    change: dict[str, Any] = {"judges": told.judges[:300]}
    if complaint.strip():
        change["complaint"] = complaint.strip()[:LENGTH]
    move(protest, [State.RETURNED], State.FILED, **change)
    step(actor, protest, Step.Kind.COMPLETED)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.attach", says="attached a paper to the protest at {table}", news=False)
def attach(actor: Actor, protest: Protest, *, paper: SentPaper, name: str = "") -> Protest:
    """The paper with the disputed Equation or Solution, a photo of it, a form."""
    protest = fresh_protest(actor, protest)
    if Tournament.objects.filter(pk=protest.tournament_id, purged_at__isnull=False).exists():
        raise Refused("The names of this tournament were removed, and papers show names. None is kept any more.")
    if protest.documents.count() >= MOST_DOCUMENTS:
        raise Refused(f"There are {MOST_DOCUMENTS} papers already. Take one away first.")
    Document.objects.create(
        protest=protest,
        name=name.strip()[:120],
        content=paper.content,
        content_type=paper.content_type,
        added_by=actor.user,
    )
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.detach", says="took a paper of the protest at {table} away", news=False)
def detach(actor: Actor, protest: Protest, *, document: int) -> Protest:
    """A paper that was attached by mistake. Once it was heard, the papers stay."""
    protest = fresh_protest(actor, protest)
    if protest.state not in (State.FILED, State.RETURNED, State.ACCEPTED):
        raise Refused("It was heard with these papers: they stay.")
    gone, _ = protest.documents.filter(pk=document).delete()
    if not gone:
        raise Refused("This paper is not there any more.")
    log(actor, protest, table=table_of(protest))
    return protest


# -- what those in charge do with it ----------------------------------------------------------------------------------


@verb("protest.send_back", says="returned the protest at {table} for completion")
def send_back(actor: Actor, protest: Protest, *, reason: str) -> Protest:
    protest = fresh_protest(actor, protest)
    must_say(reason, "Say what is missing.")
    move(protest, [State.FILED], State.RETURNED)
    step(actor, protest, Step.Kind.RETURNED, reason)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.accept", says="accepted the protest at {table}")
def accept(actor: Actor, protest: Protest) -> Protest:
    """The form is complete and the panel will hear it."""
    protest = fresh_protest(actor, protest)
    move(protest, [State.FILED], State.ACCEPTED)
    step(actor, protest, Step.Kind.ACCEPTED)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.dismiss", says="dismissed the protest at {table}")
def dismiss(actor: Actor, protest: Protest, *, reason: str) -> Protest:
    protest = fresh_protest(actor, protest)
    must_say(reason, "Say why it is dismissed.")
    move(protest, list(OPEN), State.DISMISSED)
    return _over(actor, protest, Step.Kind.DISMISSED, reason)


@verb("protest.withdraw", says="withdrew the protest at {table}")
def withdraw(actor: Actor, protest: Protest, *, reason: str = "") -> Protest:
    """The player does not protest any more."""
    protest = fresh_protest(actor, protest)
    move(protest, list(OPEN), State.WITHDRAWN)
    return _over(actor, protest, Step.Kind.WITHDRAWN, reason)


def _over(actor: Actor, protest: Protest, kind: str, reason: str) -> Protest:
    """The ruling stands. If nobody else protests at the table, nothing is pending there any more."""
    step(actor, protest, kind, reason)
    if not Protest.objects.filter(sheet=protest.sheet_id, state__in=OPEN).exists():
        close_dispute(protest.sheet)
    log(actor, protest, table=table_of(protest))
    return protest


@verb("protest.none", says="noted that no protest came from {table}")
def none_came(actor: Actor, sheet: Sheet) -> Sheet:
    """Somebody refused to initial and did not protest in time: the sheet counts as it is."""
    sheet = fresh_sheet(sheet)
    event = sheet.round.division.event
    until = due(sheet.round, event)
    if Protest.objects.filter(sheet=sheet, state__in=OPEN).exists():
        raise Refused("There is a protest of this table. It is decided, withdrawn or dismissed first.")
    heard = hears_protests(edition_of(event), switched_on=event.appeals)
    if heard and (until is None or steady_clock.now() <= until):
        raise Refused("A protest can still be handed in. Wait until the time for it is over.")
    if not Dispute.objects.filter(sheet=sheet, until__isnull=True).exists():
        raise Refused("Nothing is pending at this table.")
    close_dispute(sheet)
    log(actor, sheet, table=f"table {sheet.table.number}")
    return sheet
