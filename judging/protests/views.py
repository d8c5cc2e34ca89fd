"""Pages of protests: the list, filing, one protest with its next steps, attachments, and the appeals panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation import steady_clock
from foundation.errors import NotAllowed, Refused
from foundation.forms import VerbForm, number_in
from foundation.images import MOST_BYTES, thumbnail
from foundation.pages import PageRequest, private_file, read_upload, requires, run_verb_and_redirect
from foundation.people.models import User
from judging.protests import actions
from judging.protests.attachments import clean_attachment
from judging.protests.decision_preview import preview_decision
from judging.protests.eligibility import deadline_of
from judging.protests.forms import (
    CompleteForm,
    DecideForm,
    DismissForm,
    FileForm,
    HearForm,
    MemberForm,
    ProtestTableForm,
    ReplayForm,
    SendBackForm,
    VoteForm,
    WithdrawForm,
)
from judging.protests.models import Document, Outcome, Protest
from judging.protests.protest_page import page_of
from judging.protests.queries import (
    disputes_without_protest,
    may_read,
    panel_of,
    protests_of,
    protests_open_first,
    ruled_calls_at,
    tables_to_protest,
)
from judging.protests.sheet_edits import edit_grid, parse_edits
from judging.protests.transitions import NOT_YOURS
from judging.queries import judges_of
from judging.visits import is_blind, rulings_seen_by
from rulebooks import hears_protests
from scoring.entry.queries import seated_players
from scoring.models import Sheet
from tournament.books import edition_of


@requires("protest.view")
@require_GET
def protests(request: PageRequest) -> HttpResponse:
    """List protests, open ones first, and tables that weren't initialed but have no protest."""
    context = {
        "protests": protests_open_first(request.tournament),
        "unprotested": disputes_without_protest(request.tournament),
    }
    return render(request, "judging/protests/protests.html", context)


# -- filing -----------------------------------------------------------------------------------------------------------


@requires("protest.file")
def file(request: PageRequest) -> HttpResponse:
    """Choose the table, then fill in the form, which starts with what judges noted there."""
    data = request.POST if request.method == "POST" else request.GET
    tables = tables_to_protest(request.tournament)
    if key := number_in(data.get("sheet", "")):
        return _file_at(request, get_object_or_404(tables, pk=key), data.get("call", ""))
    form = ProtestTableForm(request.GET if "table" in request.GET else None)
    sheets = list(tables.filter(table__number=form.cleaned_data["table"])[:10]) if form.is_valid() else []
    if len(sheets) == 1:
        return redirect(f"{reverse('protest_file', args=[request.tournament.slug])}?sheet={sheets[0].pk}")
    context = {"form": form, "found": sheets, "unprotested": disputes_without_protest(request.tournament)}
    return render(request, "judging/protests/table.html", context)


def _file_at(request: PageRequest, sheet: Sheet, call_id: str) -> HttpResponse:
    """Show the form for a table. Without a chosen matter it is about the likeliest one."""
    event, actor = sheet.round.division.event, request.actor
    ruled_calls = ruled_calls_at(sheet)
    call = next((each for each in ruled_calls if str(each.pk) == call_id), None)
    if not call_id and ruled_calls:
        call = ruled_calls[0]
    deadline = deadline_of(sheet.round, event)
    is_late = deadline is not None and steady_clock.now() > deadline
    rulings = rulings_seen_by(actor, call) if call and not is_blind(actor, call) else []
    data = [request.POST] if request.method == "POST" else []
    form = FileForm(sheet, call, rulings, *data)
    if not (is_late and actor.may("protest.let_in", request.tournament)):
        form.remove_late_because()
    if request.method == "POST" and (protest := form.carry_out(actions.file, actor, sheet)):
        messages.success(request, _filed_message(protest))
        return redirect(_url(request, protest))
    context = {
        "form": form,
        "sheet": sheet,
        "call": call,
        "others": [each for each in ruled_calls if each != call],
        "due": deadline,
        "is_late": is_late,
        "is_heard": hears_protests(edition_of(event), switched_on=event.appeals),
        "final_word": edition_of(event).protests.final_word,
    }
    return render(request, "judging/protests/file.html", context, status=form.status)


def _filed_message(protest: Protest) -> str:
    if protest.state == "returned":
        return "The protest is incomplete. Add the names of the judges who ruled."
    return "Protest filed."


@requires("protest.none")
@require_POST
def confirm_no_protest(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = get_object_or_404(tables_to_protest(request.tournament), pk=sheet_id)
    back = reverse("protests", args=[request.tournament.slug])
    return run_verb_and_redirect(
        request, actions.confirm_no_protest, sheet, back=back, done="Confirmed that there’s no protest."
    )


# -- one protest ------------------------------------------------------------------------------------------------------


def _protest_or_404(request: PageRequest, protest_id: int) -> Protest:
    return get_object_or_404(protests_of(request.tournament), pk=protest_id)


def _url(request: PageRequest, protest: Protest) -> str:
    return reverse("protest", args=[request.tournament.slug, protest.pk])


@requires("protest.view")
@require_GET
def protest(request: PageRequest, protest_id: int) -> HttpResponse:
    return _render_protest(request, _protest_or_404(request, protest_id))


def _render_protest(
    request: PageRequest, protest: Protest, name: str = "", form: VerbForm | None = None
) -> HttpResponse:
    """Render the page. People who may not read the protest see only its table and state.

    `form`: a refused form, which replaces the blank form called `name`.
    """
    context: dict[str, Any] = {"protest": protest, "can_read": may_read(request.actor, protest)}
    if context["can_read"]:
        page = page_of(protest)
        eligible = judges_of(protest.tournament).filter(pk__in=[user.pk for user in page.eligible])
        context |= {
            "page": page,
            "on_panel": request.actor.user in page.count.panel,
            "complete_form": CompleteForm.for_protest(protest),
            "send_back_form": SendBackForm(auto_id="send_back_%s"),
            "dismiss_form": DismissForm(auto_id="dismiss_%s"),
            "withdraw_form": WithdrawForm(auto_id="withdraw_%s"),
            "hear_form": HearForm(auto_id="hear_%s"),
            "member_form": MemberForm(eligible),
            "vote_form": VoteForm(auto_id="vote_%s"),
            "replay_form": ReplayForm(protest, page.seated),
        }
        if form is not None:
            context[f"{name}_form"] = form
    return render(request, "judging/protests/protest.html", context, status=form.status if form else 200)


def _submit(
    request: PageRequest, protest: Protest, name: str, form: VerbForm, verb: Callable[..., Any], done: str
) -> HttpResponse:
    """Call the verb with the form. On a refusal, show the page again with the form as it was typed."""
    if form.carry_out(verb, request.actor, protest):
        messages.success(request, done)
        return redirect(_url(request, protest))
    return _render_protest(request, protest, name, form)


def _readable_or_404(request: PageRequest, protest_id: int) -> Protest:
    protest = _protest_or_404(request, protest_id)
    if not may_read(request.actor, protest):
        raise Http404
    return protest


@requires("protest.complete")
@require_POST
def complete(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _readable_or_404(request, protest_id)
    form = CompleteForm(request.POST, auto_id="complete_%s")
    return _submit(request, protest, "complete", form, actions.complete, "Protest completed and filed.")


@requires("protest.send_back")
@require_POST
def send_back(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _readable_or_404(request, protest_id)
    form = SendBackForm(request.POST, auto_id="send_back_%s")
    return _submit(request, protest, "send_back", form, actions.send_back, "Protest returned as incomplete.")


@requires("protest.dismiss")
@require_POST
def dismiss(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _readable_or_404(request, protest_id)
    form = DismissForm(request.POST, auto_id="dismiss_%s")
    return _submit(request, protest, "dismiss", form, actions.dismiss, "Protest dismissed. The ruling stands.")


@requires("protest.withdraw")
@require_POST
def withdraw(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _readable_or_404(request, protest_id)
    form = WithdrawForm(request.POST, auto_id="withdraw_%s")
    return _submit(request, protest, "withdraw", form, actions.withdraw, "Protest withdrawn. The ruling stands.")


@requires("protest.hear")
@require_POST
def hear(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _readable_or_404(request, protest_id)
    form = HearForm(request.POST, auto_id="hear_%s")
    return _submit(request, protest, "hear", form, actions.hear, "Protest marked as heard.")


@requires("protest.vote")
@require_POST
def vote(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _readable_or_404(request, protest_id)
    form = VoteForm(request.POST, auto_id="vote_%s")
    return _submit(request, protest, "vote", form, actions.vote, "Vote saved.")


@requires("protest.accept")
@require_POST
def accept(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _protest_or_404(request, protest_id)
    return run_verb_and_redirect(
        request, actions.accept, protest, back=_url(request, protest), done="Protest accepted. Name the panel."
    )


# -- attachments ------------------------------------------------------------------------------------------------------


@requires("protest.attach")
@require_POST
def attach(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _protest_or_404(request, protest_id)
    back = _url(request, protest)
    file = request.FILES.get("photo")
    name = (file.name or "") if file else ""
    try:
        if not may_read(request.actor, protest):
            raise NotAllowed(NOT_YOURS)
        missing = "Choose a photo or a PDF first."
        attachment = clean_attachment(read_upload(request, "photo", missing=missing, max_bytes=MOST_BYTES))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(back)
    done = "Attachment added."
    return run_verb_and_redirect(
        request, actions.attach, protest, back=back, done=done, attachment=attachment, name=name
    )


@requires("protest.detach")
@require_POST
def detach(request: PageRequest, protest_id: int, document_id: int) -> HttpResponse:
    protest = _protest_or_404(request, protest_id)
    back = _url(request, protest)
    return run_verb_and_redirect(
        request, actions.detach, protest, back=back, done="Attachment deleted.", document=document_id
    )


@requires("protest.view")
@require_GET
def document(request: PageRequest, protest_id: int, document_id: int) -> HttpResponse:
    """Serve an attachment to people who may read the protest. A PDF is never shown inline."""
    document = get_object_or_404(
        Document.objects.select_related("protest__tournament", "protest__call"),
        pk=document_id,
        protest=protest_id,
        protest__tournament=request.tournament,
    )
    if not may_read(request.actor, document.protest):
        raise Http404
    content = bytes(document.content)
    is_small = document.is_picture and "small" in request.GET
    shown = thumbnail(content) if is_small else content
    filename = f"protest-{protest_id}-attachment-{document_id}.{'jpg' if document.is_picture else 'pdf'}"
    return private_file(shown, document.content_type, filename, inline=document.is_picture)


# -- the appeals panel ------------------------------------------------------------------------------------------------


@requires("panel.name")
@require_POST
def name_member(request: PageRequest, protest_id: int) -> HttpResponse:
    protest = _readable_or_404(request, protest_id)
    form = MemberForm(judges_of(request.tournament), request.POST)
    return _submit(request, protest, "member", form, actions.name_member, "Panel member named.")


@requires("panel.release")
@require_POST
def release_member(request: PageRequest, protest_id: int, user_id: int) -> HttpResponse:
    protest = _protest_or_404(request, protest_id)
    member = get_object_or_404(User, pk=user_id, panels__protest=protest, panels__released_at__isnull=True)
    back = _url(request, protest)
    return run_verb_and_redirect(
        request, actions.release_member, protest, back=back, done="Panel member released.", member=member
    )


@requires("protest.decide")
def decide(request: PageRequest, protest_id: int) -> HttpResponse:
    """Edit the scoresheet's grid, preview what the decision would do, and decide."""
    protest = _readable_or_404(request, protest_id)
    if request.actor.user not in panel_of(protest):
        raise Http404
    page = page_of(protest)
    data = request.POST if request.method == "POST" else None
    outcome = (data or request.GET).get("outcome", "") or page.count.outcome or Outcome.UPHELD
    form = DecideForm(data) if data is not None else DecideForm(initial={"outcome": outcome})
    context: dict[str, Any] = {"protest": protest, "page": page, "outcome": outcome, "outcomes": Outcome}
    if data is not None and "preview" in data:
        form = DecideForm(initial={name: data.get(name, "") for name in ("outcome", "rule", "reason")})
        context |= _preview(request, protest, outcome)
    elif data is not None and form.carry_out(actions.decide, request.actor, protest):
        messages.success(request, "Protest decided.")
        return redirect(_url(request, protest))
    elif outcome == Outcome.UPHELD and data is None:
        context |= _preview(request, protest, outcome)
    context |= {"form": form, "grid": edit_grid(protest, page.seated, data)}
    return render(request, "judging/protests/decide.html", context, status=context.get("status", form.status))


def _preview(request: PageRequest, protest: Protest, outcome: str) -> dict[str, Any]:
    try:
        if outcome not in Outcome.values:
            raise Refused("Choose a decision.")
        return {"preview": preview_decision(request.actor, protest, outcome, parse_edits(request.POST))}
    except Refused as refusal:
        return {"refused": refusal.sentence, "wrong_field": refusal.field, "status": refusal.status}


@requires("protest.replay")
@require_POST
def replay(request: PageRequest, protest_id: int) -> HttpResponse:
    """Enter the points of a shake that was replayed."""
    protest = _protest_or_404(request, protest_id)
    form = ReplayForm(protest, seated_players(protest.sheet, with_teams=True), request.POST)
    done = "Replayed shake entered."
    return _submit(request, protest, "replay", form, actions.replay, done)
