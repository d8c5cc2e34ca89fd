"""Pages of protests: the list, the form, one protest with what may be done next, and its papers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation import steady_clock
from foundation.errors import NotAllowed
from foundation.forms import VerbForm, number_in
from foundation.pages import PageRequest, door, press, read_upload
from judging.calls.queries import rulings_seen_by
from judging.protests import actions
from judging.protests.documents import Paper, paper_in
from judging.protests.facts import due
from judging.protests.forms import (
    CompleteForm,
    DismissForm,
    FileForm,
    HearForm,
    MemberForm,
    ReplayForm,
    SendBackForm,
    TableForm,
    VoteForm,
    WithdrawForm,
)
from judging.protests.models import Document, Protest
from judging.protests.pages import page_of
from judging.protests.queries import (
    is_blind,
    matters_at,
    may_read,
    open_first,
    protests_of,
    tables_to_protest,
    without_a_protest,
)
from judging.protests.steps import NOT_YOURS
from judging.queries import judges_of
from rulebooks import hears_protests
from scoring.models import Sheet
from scoring.photos import MOST_BYTES, small
from scoring.tables import sitters_of
from tournament.books import edition_of


@door("protest.view")
@require_GET
def protests(request: PageRequest) -> HttpResponse:
    """Open ones first with how long they wait; tables that were not initialed and have none."""
    context = {"protests": open_first(request.tournament), "quiet": without_a_protest(request.tournament)}
    return render(request, "judging/protests/protests.html", context)


# -- filing -----------------------------------------------------------------------------------------------------------


@door("protest.file")
def file(request: PageRequest) -> HttpResponse:
    """Choose the table; then the form, filled in from what judges noted there."""
    asked = request.POST if request.method == "POST" else request.GET
    tables = tables_to_protest(request.tournament)
    if key := number_in(asked.get("sheet", "")):
        return _form(request, get_object_or_404(tables, pk=key), asked.get("call", ""))
    form = TableForm(request.GET if "table" in request.GET else None)
    found = list(tables.filter(table__number=form.cleaned_data["table"])[:10]) if form.is_valid() else []
    if len(found) == 1:
        return redirect(f"{reverse('protest_file', args=[request.tournament.slug])}?sheet={found[0].pk}")
    context = {"form": form, "found": found, "quiet": without_a_protest(request.tournament)}
    return render(request, "judging/protests/table.html", context)


def _form(request: PageRequest, sheet: Sheet, chosen: str) -> HttpResponse:
    event, actor = sheet.round.division.event, request.actor
    matters = matters_at(sheet)
    call = next((each for each in matters if str(each.pk) == chosen), None)
    if not chosen and matters:
        call = matters[0]
    until = due(sheet.round, event)
    is_late = until is not None and steady_clock.now() > until
    seen = rulings_seen_by(actor, call) if call and not is_blind(actor, call) else []
    sitters = sitters_of(sheet, with_teams=True)
    typed = [request.POST] if request.method == "POST" else []
    may_let_in = is_late and actor.may("protest.let_in", request.tournament)
    form = FileForm(sheet, sitters, call, seen, *typed, may_let_in=may_let_in)
    if request.method == "POST" and (made := form.carry_out(actions.file, actor, sheet)):
        messages.success(request, _filed(made))
        return redirect("protest", request.tournament.slug, made.pk)
    context = {
        "form": form,
        "sheet": sheet,
        "call": call,
        "others": [each for each in matters if each != call],
        "due": until,
        "is_late": is_late,
        "is_heard": hears_protests(edition_of(event), switched_on=event.appeals),
        "final_word": edition_of(event).protests.final_word,
    }
    return render(request, "judging/protests/file.html", context, status=form.status)


def _filed(protest: Protest) -> str:
    if protest.state == "returned":
        return "Written down. It lacks the names of the judges who ruled: complete it."
    return "The protest is filed."


# -- one protest ------------------------------------------------------------------------------------------------------


def protest_or_404(request: PageRequest, protest_id: int) -> Protest:
    return get_object_or_404(protests_of(request.tournament), pk=protest_id)


@door("protest.view")
@require_GET
def protest(request: PageRequest, protest_id: int) -> HttpResponse:
    return show(request, protest_or_404(request, protest_id))


def show(request: PageRequest, found: Protest, name: str = "", form: VerbForm | None = None) -> HttpResponse:
    """`form`: one that was refused, with everything that was typed, in the place called `name`."""
    context: dict[str, Any] = {"protest": found, "reads": may_read(request.actor, found)}
    if context["reads"]:
        page = page_of(found)
        me = request.actor.user
        context |= {
            "page": page,
            "on_panel": me in page.count.panel,
            "complete_form": CompleteForm.of(found),
            "send_back_form": SendBackForm(auto_id="send_back_%s"),
            "dismiss_form": DismissForm(auto_id="dismiss_%s"),
            "withdraw_form": WithdrawForm(auto_id="withdraw_%s"),
            "hear_form": HearForm(auto_id="hear_%s"),
            "member_form": MemberForm(judges_of(found.tournament).filter(pk__in=[user.pk for user in page.fit])),
            "vote_form": VoteForm(auto_id="vote_%s"),
            "replay_form": ReplayForm(found, page.sitters),
        }
        if form is not None:
            context[f"{name}_form"] = form
    return render(request, "judging/protests/protest.html", context, status=form.status if form else 200)


def act(
    request: PageRequest, protest_id: int, name: str, form: VerbForm, verb: Callable[..., Any], done: str
) -> HttpResponse:
    """Call the verb with what was typed; a refusal shows the page again with it."""
    found = protest_or_404(request, protest_id)
    if not may_read(request.actor, found):
        raise Http404
    if form.carry_out(verb, request.actor, found):
        messages.success(request, done)
        return redirect("protest", request.tournament.slug, found.pk)
    return show(request, found, name, form)


def step(action: str, form: type[VerbForm], verb: Callable[..., Any], done: str) -> Callable[..., HttpResponse]:
    """The address that a form of the page is sent to. Form and action have the same name."""
    name = action.partition(".")[2]

    @door(action)
    @require_POST
    def taken(request: PageRequest, protest_id: int) -> HttpResponse:
        return act(request, protest_id, name, form(request.POST, auto_id=f"{name}_%s"), verb, done)

    return taken


complete = step("protest.complete", CompleteForm, actions.complete, "It is complete, and filed.")
send_back = step("protest.send_back", SendBackForm, actions.send_back, "Returned for completion.")
dismiss = step("protest.dismiss", DismissForm, actions.dismiss, "Dismissed. The ruling stands.")
withdraw = step("protest.withdraw", WithdrawForm, actions.withdraw, "Withdrawn. The ruling stands.")


@door("protest.accept")
@require_POST
def accept(request: PageRequest, protest_id: int) -> HttpResponse:
    found = protest_or_404(request, protest_id)
    return press(request, actions.accept, found, back=page_at(request, found), done="Accepted. Name the panel.")


@door("protest.none")
@require_POST
def none_came(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = get_object_or_404(tables_to_protest(request.tournament), pk=sheet_id)
    back = reverse("protests", args=[request.tournament.slug])
    return press(request, actions.none_came, sheet, back=back, done="Noted: nothing is pending at this table.")


def page_at(request: PageRequest, found: Protest) -> str:
    return reverse("protest", args=[request.tournament.slug, found.pk])


# -- papers -----------------------------------------------------------------------------------------------------------


@door("protest.attach")
@require_POST
def attach(request: PageRequest, protest_id: int) -> HttpResponse:
    found = protest_or_404(request, protest_id)
    file = request.FILES.get("photo")
    name = (file.name or "") if file else ""

    def paper() -> Paper:
        if not may_read(request.actor, found):
            raise NotAllowed(NOT_YOURS)
        missing = "Choose a photo or a PDF first."
        return paper_in(read_upload(request, "photo", missing=missing, max_bytes=MOST_BYTES))

    back = page_at(request, found)
    return press(request, actions.attach, found, back=back, done="The paper is attached.", paper=paper, name=name)


@door("protest.detach")
@require_POST
def detach(request: PageRequest, protest_id: int, document_id: int) -> HttpResponse:
    found = protest_or_404(request, protest_id)
    back = page_at(request, found)
    return press(request, actions.detach, found, back=back, done="The paper is taken away.", document=document_id)


@door("protest.view")
@require_GET
def document(request: PageRequest, protest_id: int, document_id: int) -> HttpResponse:
    """For whoever may read the protest. A PDF is never shown inside our pages."""
    found = get_object_or_404(
        Document.objects.select_related("protest__tournament", "protest__call"),
        pk=document_id,
        protest=protest_id,
        protest__tournament=request.tournament,
    )
    if not may_read(request.actor, found.protest):
        raise Http404
    content = bytes(found.content)
    is_small = found.is_picture and "small" in request.GET
    response = HttpResponse(small(content) if is_small else content, content_type=found.content_type)
    how, ending = ("inline", "jpg") if found.is_picture else ("attachment", "pdf")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'{how}; filename="protest-{protest_id}-paper-{document_id}.{ending}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
