"""The print pages: what can be put on paper, one document with its choices and a look at it, and what was made."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.errors import Refused
from foundation.jobs.models import Job
from foundation.pages import PageRequest, door, press, read_upload
from foundation.people.queries import printable_badges, printable_coach_links
from judging.protests.queries import may_read, protests_of
from printing import actions
from printing.documents import DOCUMENTS, PAPERS, Asked, Document, by_group
from printing.ends.protests import filed_form
from printing.forms import DocumentForm, PaperForm, SignersForm
from printing.letterhead import LOGO_SIDE
from printing.models import Logo, Signer
from printing.orders import order
from printing.queries import recent_prints
from scoring.photos import CONTENT_TYPE, MOST_BYTES, Picture, cleaned


@door("print.list")
def print_page(request: PageRequest) -> HttpResponse:
    return _page(request, PaperForm())


@door("print.document")
def document(request: PageRequest, name: str) -> HttpResponse:
    """One document: its choices, and the way to the PDF."""
    wanted = _document(name)
    form = DocumentForm(wanted, request.tournament, request.POST or None)
    if request.method == "POST":
        job = form.carry_out(order, request.actor, request.tournament, document=name, base=_base(request))
        if job:
            return redirect(job)
    context = {"document": wanted, "form": form, "round": form.fields.get("round")}
    return render(request, "printing/document.html", context, status=form.status)


@door("print.document")
@require_GET
def preview(request: PageRequest, name: str) -> HttpResponse:
    """The first copy, made at once."""
    from printing.press.joining import join  # a second to import, once in a process

    wanted = _document(name)
    form = DocumentForm(wanted, request.tournament, request.GET)
    if not form.is_valid():
        return render(request, "printing/document.html", {"document": wanted, "form": form}, status=422)
    try:
        parts = list(wanted.make(form.asked(_base(request), most=1), lambda done, total: None))
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return render(request, "printing/document.html", {"document": wanted, "form": form}, status=refusal.status)
    return _pdf(wanted.name, join(parts, title=wanted.title))


@door("protest.view")
@require_GET
def filed_protest(request: PageRequest, protest_id: int) -> HttpResponse:
    """The form of a protest with what was written down, for whoever may read it. Made at once, and kept nowhere."""
    from printing.press.joining import join

    found = get_object_or_404(protests_of(request.tournament), pk=protest_id)
    if not may_read(request.actor, found):
        raise Http404
    form = PaperForm(request.GET)
    paper = form.cleaned_data["paper"] if form.is_valid() else next(iter(PAPERS))
    filled = filed_form(Asked(request.tournament, paper, _base(request)), found)
    return _pdf(f"protest-{found.pk}", join([filled], title="Protest"))


@door("print.badges")
@require_POST
def badges(request: PageRequest) -> HttpResponse:
    return _ask(request, actions.print_badges)


@door("print.coach_links")
@require_POST
def coach_links(request: PageRequest) -> HttpResponse:
    return _ask(request, actions.print_coach_links)


@door("signers.set")
def letterhead(request: PageRequest) -> HttpResponse:
    """The logo, and who signs certificates."""
    tournament = request.tournament
    signers = "\n".join(Signer.objects.filter(tournament=tournament).values_list("words", flat=True))
    form = SignersForm(request.POST or None, initial={"signers": signers})
    if request.method == "POST" and form.carry_out(actions.set_signers, request.actor, tournament):
        messages.success(request, "Certificates are signed so from now on.")
        return redirect("letterhead", tournament.slug)
    context = {"form": form, "logo": Logo.objects.filter(tournament=tournament).defer("content").first()}
    return render(request, "printing/letterhead.html", context, status=form.status)


@door("signers.set")
@require_GET
def logo(request: PageRequest) -> HttpResponse:
    found = get_object_or_404(Logo, tournament=request.tournament)
    headers = {"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(bytes(found.content), content_type=CONTENT_TYPE, headers=headers)


@door("logo.set")
@require_POST
def set_logo(request: PageRequest) -> HttpResponse:
    back = reverse("letterhead", args=[request.tournament.slug])

    def picture() -> Picture:
        photo = read_upload(request, "photo", missing="Choose a picture first.", max_bytes=MOST_BYTES)
        return cleaned(photo, LOGO_SIDE)

    done = "The logo is on paper from now on."
    return press(request, actions.set_logo, request.tournament, back=back, done=done, picture=picture)


@door("logo.remove")
@require_POST
def remove_logo(request: PageRequest) -> HttpResponse:
    back = reverse("letterhead", args=[request.tournament.slug])
    return press(request, actions.remove_logo, request.tournament, back=back, done="The logo is taken away.")


def _ask(request: PageRequest, verb: Callable[..., Job]) -> HttpResponse:
    form = PaperForm(request.POST)
    job = form.carry_out(verb, request.actor, request.tournament, base=_base(request))
    return redirect(job) if job else _page(request, form)


def _page(request: PageRequest, form: PaperForm) -> HttpResponse:
    context = {
        "form": form,
        "groups": by_group(),
        "jobs": recent_prints(request.tournament),
        "badges": printable_badges(request.tournament).count(),
        "coach_links": printable_coach_links(request.tournament).count(),
    }
    return render(request, "printing/print.html", context, status=form.status)


def _document(name: str) -> Document:
    if name not in DOCUMENTS:
        raise Http404
    return DOCUMENTS[name]


def _pdf(name: str, content: bytes) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def _base(request: PageRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
