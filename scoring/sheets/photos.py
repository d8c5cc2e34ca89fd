"""Photos of a sheet: taken with a phone, looked at by the staff of that tournament alone, taken away again."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET, require_POST

from foundation.pages import PageRequest, door, press, read_upload
from scoring import actions
from scoring.models import Photo
from scoring.photos import MOST_BYTES, Picture, cleaned, small
from scoring.sheets.desk import page_of, sheet_or_404


@door("sheet.attach")
@require_POST
def attach(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    back = page_of(request, sheet)

    def picture() -> Picture:
        return cleaned(read_upload(request, "photo", missing="Choose a photo first.", max_bytes=MOST_BYTES))

    return press(request, actions.attach, sheet, back=back, done="The photo is attached.", picture=picture)


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
