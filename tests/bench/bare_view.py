"""The baseline for saving a scoresheet: a bare view that inserts the same rows, added to the program's URLs.

It has no authentication and no checks, and the request contains every value.
"""

import json

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from config.urls import urlpatterns as program_urls
from foundation.activity.models import LogLine
from scoring.models import Entry, Result, Sheet, Verification


@csrf_exempt
def save(request: HttpRequest) -> JsonResponse:
    """Insert the rows of one saved scoresheet in one transaction."""
    rows = json.loads(request.body)
    with transaction.atomic():
        entry = Entry.objects.create(**rows["entry"])
        fields = {"current": entry, "received_at": timezone.now(), "received_by": entry.entered_by_id}
        if rows["verification"]:
            Verification.objects.create(entry=entry, **rows["verification"])
            Result.objects.bulk_create(Result(entry=entry, **row) for row in rows["results"])
            fields["verified"] = entry
        Sheet.objects.filter(pk=entry.sheet_id).update(**fields)
        LogLine.objects.create(subject_id=str(entry.pk), **rows["line"])
    return JsonResponse({"entry": entry.number})


urlpatterns = [path("bare/", save), *program_urls]
