"""What a save is measured against: a bare view that inserts the same rows, beside the program's own addresses.

It asks nobody who they are and checks nothing; it is told every value. gunicorn serves it as `tests.bench.bare`.
"""

import json
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "tests.bench.bare"
application = get_wsgi_application()

from django.db import transaction  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

from config.urls import *  # noqa: E402, F403
from config.urls import urlpatterns as of_the_program  # noqa: E402
from scoring.models import Entry, Result, Sheet, Verification  # noqa: E402
from tournament.activity.models import LogLine  # noqa: E402


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


urlpatterns = [*of_the_program, path("bare/", save)]
