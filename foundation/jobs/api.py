"""Jobs by API: how far each is, its file, and to cancel it or try it again."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.fields import EmptyBody, ReadOnlySerializer
from foundation.api.pagination import Pages
from foundation.api.resource import Listed, Resource, Retrieved, write
from foundation.jobs import actions
from foundation.jobs.models import Job, JobResult
from foundation.jobs.queries import jobs_of
from foundation.pages import private_file
from foundation.people.access import TABLE


class JobSerializer(ReadOnlySerializer):
    class Meta:
        model = Job
        fields = (
            *("id", "kind", "title", "state", "done", "total", "problem"),
            *("created_at", "started_at", "finished_at"),
        )


class JobFilter(serializers.Serializer):
    kind = serializers.CharField(required=False, max_length=60, help_text="For example, print.badges.")
    state = serializers.ChoiceField(choices=Job.State.choices, required=False)


class Latest(Pages):
    ordering = ("-created_at", "id")


class Jobs(Listed, Retrieved):
    """PDFs and other long-running jobs. You see the jobs that your role can request."""

    row = "job.view"
    serializer_class = JobSerializer
    pagination_class = Latest
    filters = JobFilter
    model = Job
    lookup_value_regex = "[-0-9a-f]{36}"

    def visible_rows(self) -> QuerySet[Job]:
        kinds = [row for row in TABLE if self.actor.has_role_for(row, self.tournament)]
        return jobs_of(self.tournament).filter(kind__in=kinds).select_related("tournament")

    @action(detail=True, methods=["get"])
    def file(self, request: Request, slug: str, pk: str) -> HttpResponse:
        """Download the file that the job created."""
        result = JobResult.objects.filter(job=self.get_object()).first()
        if result is None:
            raise Http404
        return private_file(bytes(result.content), result.content_type, result.filename, inline=False)

    @write("job.cancel", EmptyBody, example={})
    def cancel(self, request: Request, slug: str, pk: str) -> Response:
        """Cancel a queued or running job."""
        return self.answer(self.carry_out(actions.cancel, self.get_object()))

    @write("job.retry", EmptyBody, example={})
    def retry(self, request: Request, slug: str, pk: str) -> Response:
        """Retry a failed or canceled job."""
        return self.answer(self.carry_out(actions.retry, self.get_object()))


RESOURCES: dict[str, type[Resource]] = {"jobs": Jobs}
