"""Printing by API: ask for a document. How far it is and its file are under jobs."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.resource import Listed, Resource, write
from foundation.jobs.api import JobSerializer, Latest
from foundation.jobs.models import Job
from foundation.jobs.queries import jobs_of
from printing import actions
from printing.documents import DOCUMENTS, PAPERS
from printing.orders import order
from printing.queries import of_all_divisions, rounds_of
from tournament.queries import divisions_of


class PaperSize(serializers.Serializer):
    paper = serializers.ChoiceField(choices=list(PAPERS.items()), default="letter")


class DocumentAsked(PaperSize):
    document = serializers.ChoiceField(choices=sorted(DOCUMENTS))
    round = serializers.IntegerField(required=False, help_text="For a document about a round.")
    all_divisions = serializers.BooleanField(
        default=False, help_text="The round of every division of its event that has tables, in one file."
    )
    division = serializers.IntegerField(required=False, help_text="For a document about a division.")
    options = serializers.DictField(child=serializers.CharField(), required=False, help_text="As the page has them.")


class Prints(Listed):
    """What was printed. A new document is a job: ask for it here, fetch its file under jobs."""

    row = "print.list"
    serializer_class = JobSerializer
    pagination_class = Latest
    model = Job

    def visible_rows(self) -> QuerySet[Job]:
        return jobs_of(self.tournament).filter(kind__startswith="print.")

    @write(
        "print.document",
        DocumentAsked,
        example={"document": "scoresheets", "round": 1, "paper": "a4"},
        status=202,
        detail=False,
    )
    def documents(self, request: Request, slug: str) -> Response:
        """Ask for a document. As long as nothing on it has changed, it is the same job."""
        told = self.body()
        round_ = rounds_of(self.tournament).filter(pk=told.pop("round", None)).first()
        found = {
            "round": round_,
            "rounds": of_all_divisions(round_) if told.pop("all_divisions") and round_ else [],
            "division": divisions_of(self.tournament).filter(pk=told.pop("division", None)).first(),
        }
        base = self.request.build_absolute_uri("/").rstrip("/")
        options = told.pop("options", {})
        job = self.carry_out(order, self.tournament, base=base, options=options, **told, **found)
        return self.answer(job)

    @write("print.badges", PaperSize, example={"paper": "a4"}, status=202, detail=False)
    def badges(self, request: Request, slug: str) -> Response:
        """Ask for the badges of the staff on paper."""
        return self._ask(actions.print_badges)

    @write("print.coach_links", PaperSize, example={"paper": "letter"}, status=202, detail=False)
    def coach_links(self, request: Request, slug: str) -> Response:
        """Ask for the coaches' links on paper."""
        return self._ask(actions.print_coach_links)

    def _ask(self, verb: Callable[..., Job]) -> Response:
        base = self.request.build_absolute_uri("/").rstrip("/")
        return self.answer(self.carry_out(verb, self.tournament, base=base, **self.body()))


RESOURCES: dict[str, type[Resource]] = {"prints": Prints}
