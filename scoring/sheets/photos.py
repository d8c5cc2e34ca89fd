"""Photos of a sheet: taken with a phone, looked at by the staff of that tournament alone, taken away again."""

from __future__ import annotations

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET, require_POST

from foundation.errors import Refused
from foundation.pages import PageRequest, door, press
from foundation.people.actor import Actor
from scoring import actions
from scoring.models import Photo, Sheet
from scoring.photos import MOST_BYTES, cleaned, small
from scoring.sheets.desk import page_of, sheet_or_404


@door("sheet.attach")
@require_POST
def attach(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    sent = request.FILES.get("photo")
    return press(request, _attach, sheet, back=page_of(request, sheet), done="The photo is attached.", sent=sent)


def _attach(actor: Actor, sheet: Sheet, *, sent: UploadedFile | None) -> Sheet:
    """The picture is made before the verb begins: nobody waits for the database meanwhile."""
    if sent is None:
        raise Refused("Choose a photo first.", field="photo")
    return actions.attach(actor, sheet, picture=cleaned(sent.read(MOST_BYTES + 1)))


@door("sheet.view")
@require_GET
def photo(request: PageRequest, sheet_id: int, photo_id: int) -> HttpResponse:
    """The picture itself; with `small`, in the size of a stamp. No cache keeps it, not even the browser's."""
    found = get_object_or_404(Photo, pk=photo_id, sheet=sheet_id, sheet__tournament=request.tournament)
    content = bytes(found.content)
    response = HttpResponse(small(content) if "small" in request.GET else content, content_type=found.content_type)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'inline; filename="sheet-{sheet_id}-photo-{photo_id}.jpg"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@door("sheet.detach")
@require_POST
def detach(request: PageRequest, sheet_id: int, photo_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    return press(
        request, actions.detach, sheet, back=page_of(request, sheet), done="The photo is taken away.", photo=photo_id
    )
