"""The print pages: the documents and recent jobs, one document with its options and preview, and the letterhead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.errors import Refused
from foundation.images import CONTENT_TYPE, MOST_BYTES, clean_photo
from foundation.jobs.models import Job
from foundation.pages import PageRequest, private_file, read_upload, requires, run_verb_and_redirect
from foundation.people.queries import printable_badges, printable_coach_links
from judging.protests.queries import may_read, protests_of
from printing import actions
from printing.catalog import DOCUMENTS, documents_by_group
from printing.documents import PAPERS, PrintableDocument, PrintScope
from printing.forms import DocumentForm, PaperForm, SignersForm
from printing.judges import compose_filed_protest
from printing.models import Logo, Signer
from printing.queries import MAX_LOGO_SIDE, recent_prints
from printing.rendering import render_pdf
from printing.submission import submit_request


@requires("print.list")
def print_page(request: PageRequest) -> HttpResponse:
    return _render_print_page(request, PaperForm())


@requires("print.document")
def document(request: PageRequest, name: str) -> HttpResponse:
    """Show the options of one document. POST requests its PDF."""
    chosen = _find_document(name)
    form = DocumentForm(chosen, request.tournament, _base_url(request), request.POST or None)
    if request.method == "POST":
        job = form.carry_out(submit_request, request.actor, request.tournament)
        if job:
            return redirect(job)
    context = {"document": chosen, "form": form, "round": form.fields.get("round")}
    return render(request, "printing/document.html", context, status=form.status)


@requires("print.document")
@require_GET
def preview(request: PageRequest, name: str) -> HttpResponse:
    """Render the first copy within the web request."""
    chosen = _find_document(name)
    form = DocumentForm(chosen, request.tournament, _base_url(request), request.GET)
    if not form.is_valid():
        return render(request, "printing/document.html", {"document": chosen, "form": form}, status=422)
    first_round = form.print_request().split_by_round()[0]
    try:
        content = list(chosen.compose(replace(first_round.to_scope(request.tournament), limit=1)))
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return render(request, "printing/document.html", {"document": chosen, "form": form}, status=refusal.status)
    return _pdf_response(chosen.name, render_pdf(content, title=chosen.title))


@requires("protest.view")
@require_GET
def filed_protest(request: PageRequest, protest_id: int) -> HttpResponse:
    """Render a filed protest for people who may read it. The PDF is not stored."""
    protest = get_object_or_404(protests_of(request.tournament), pk=protest_id)
    if not may_read(request.actor, protest):
        raise Http404
    form = PaperForm(request.GET)
    paper = form.cleaned_data["paper"] if form.is_valid() else next(iter(PAPERS))
    content = compose_filed_protest(PrintScope(request.tournament, paper, _base_url(request)), protest)
    return _pdf_response(f"protest-{protest.pk}", render_pdf([content], title="Protest"))


@requires("print.badges")
@require_POST
def badges(request: PageRequest) -> HttpResponse:
    return _print_cards(request, actions.print_badges)


@requires("print.coach_links")
@require_POST
def coach_links(request: PageRequest) -> HttpResponse:
    return _print_cards(request, actions.print_coach_links)


@requires("signers.set")
def letterhead(request: PageRequest) -> HttpResponse:
    """Show the logo and the signers. POST sets the signers."""
    tournament = request.tournament
    signers = "\n".join(Signer.objects.filter(tournament=tournament).values_list("words", flat=True))
    form = SignersForm(request.POST or None, initial={"signers": signers})
    if request.method == "POST" and form.carry_out(actions.set_signers, request.actor, tournament):
        messages.success(request, "Signatures saved for certificates.")
        return redirect("letterhead", tournament.slug)
    context = {"form": form, "logo": Logo.objects.filter(tournament=tournament).defer("content").first()}
    return render(request, "printing/letterhead.html", context, status=form.status)


@requires("signers.set")
@require_GET
def logo(request: PageRequest) -> HttpResponse:
    stored = get_object_or_404(Logo, tournament=request.tournament)
    return private_file(bytes(stored.content), CONTENT_TYPE, "logo.jpg", inline=True)


@requires("logo.set")
@require_POST
def set_logo(request: PageRequest) -> HttpResponse:
    back = reverse("letterhead", args=[request.tournament.slug])
    try:
        photo = read_upload(request, "photo", missing="Choose an image first.", max_bytes=MOST_BYTES)
        picture = clean_photo(photo, MAX_LOGO_SIDE)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(back)
    done = "Logo saved."
    return run_verb_and_redirect(request, actions.set_logo, request.tournament, back=back, done=done, picture=picture)


@requires("logo.remove")
@require_POST
def remove_logo(request: PageRequest) -> HttpResponse:
    back = reverse("letterhead", args=[request.tournament.slug])
    return run_verb_and_redirect(request, actions.remove_logo, request.tournament, back=back, done="Logo removed.")


def _print_cards(request: PageRequest, verb: Callable[..., Job]) -> HttpResponse:
    form = PaperForm(request.POST)
    job = form.carry_out(verb, request.actor, request.tournament, base=_base_url(request))
    return redirect(job) if job else _render_print_page(request, form)


def _render_print_page(request: PageRequest, form: PaperForm) -> HttpResponse:
    context = {
        "form": form,
        "groups": documents_by_group(),
        "jobs": recent_prints(request.tournament),
        "badges": printable_badges(request.tournament).count(),
        "coach_links": printable_coach_links(request.tournament).count(),
    }
    return render(request, "printing/print.html", context, status=form.status)


def _find_document(name: str) -> PrintableDocument:
    if name not in DOCUMENTS:
        raise Http404
    return DOCUMENTS[name]


def _pdf_response(name: str, content: bytes) -> HttpResponse:
    return private_file(content, "application/pdf", f"{name}.pdf", inline=True)


def _base_url(request: PageRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
