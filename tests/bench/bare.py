"""What a save is measured against: a bare view that inserts the same rows, beside the program's own addresses.

It asks nobody who they are and checks nothing; it is told every value.
"""

import json

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from config.urls import urlpatterns as of_the_program
from foundation.activity.models import LogLine
from scoring.models import Entry, Result, Sheet, Verification


@csrf_exempt
def save(request: HttpRequest) -> JsonResponse:
    """The rows of one saved sheet, in one transaction."""
    rows = json.loads(request.body)
    with transaction.atomic():
        entry = Entry.objects.create(**rows["entry"])
        change = {"current": entry, "received_at": timezone.now(), "received_by": entry.entered_by_id}
        if rows["verification"]:
            Verification.objects.create(entry=entry, **rows["verification"])
            Result.objects.bulk_create(Result(entry=entry, **row) for row in rows["results"])
            change["verified"] = entry
        Sheet.objects.filter(pk=entry.sheet_id).update(**change)
        LogLine.objects.create(subject_id=str(entry.pk), **rows["line"])
    return JsonResponse({"entry": entry.number})


urlpatterns = [path("bare/", save), *of_the_program]
