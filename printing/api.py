"""REST resource for printing: request a document, badges or coach links. Progress and file are under jobs."""

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
from printing.catalog import DOCUMENTS
from printing.documents import PAPERS
from printing.queries import rounds_of, same_round_of_all_divisions
from printing.requests import PrintRequest
from printing.submission import submit_request
from tournament.queries import divisions_of


class PaperSizeSerializer(serializers.Serializer):
    paper = serializers.ChoiceField(choices=list(PAPERS.items()), default="letter")


class PrintDocumentSerializer(PaperSizeSerializer):
    document = serializers.ChoiceField(choices=sorted(DOCUMENTS))
    round = serializers.IntegerField(required=False, help_text="Required for a document about a round.")
    all_divisions = serializers.BooleanField(
        default=False, help_text="Include this round for all divisions of the game that have tables, in one file."
    )
    division = serializers.IntegerField(required=False, help_text="Required for a document about a division.")
    options = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="The document’s options. The keys are the field names on its print page.",
    )


class Prints(Listed):
    """List print jobs. Request a document here, then download its file under jobs."""

    row = "print.list"
    serializer_class = JobSerializer
    pagination_class = Latest
    model = Job

    def visible_rows(self) -> QuerySet[Job]:
        return jobs_of(self.tournament).filter(kind__startswith="print.")

    @write(
        "print.document",
        PrintDocumentSerializer,
        example={"document": "scoresheets", "round": 1, "paper": "a4"},
        status=202,
        detail=False,
    )
    def documents(self, request: Request, slug: str) -> Response:
        """Request a document. The same job is returned as long as nothing on its pages has changed."""
        data = self.body()
        round_ = rounds_of(self.tournament).filter(pk=data.pop("round", None)).first()
        rounds = [round_] if round_ else []
        if round_ and data["all_divisions"]:
            rounds = same_round_of_all_divisions(round_)
        print_request = PrintRequest(
            document=data["document"],
            paper=data["paper"],
            base_url=self._base_url(),
            division=divisions_of(self.tournament).filter(pk=data.pop("division", None)).first(),
            rounds=tuple(rounds),
            options=data.get("options", {}),
        )
        return self.answer(self.carry_out(submit_request, self.tournament, request=print_request))

    @write("print.badges", PaperSizeSerializer, example={"paper": "a4"}, status=202, detail=False)
    def badges(self, request: Request, slug: str) -> Response:
        """Request a PDF of all valid sign-in badges."""
        return self._print_cards(actions.print_badges)

    @write("print.coach_links", PaperSizeSerializer, example={"paper": "letter"}, status=202, detail=False)
    def coach_links(self, request: Request, slug: str) -> Response:
        """Request a PDF of all valid coach links."""
        return self._print_cards(actions.print_coach_links)

    def _print_cards(self, verb: Callable[..., Job]) -> Response:
        return self.answer(self.carry_out(verb, self.tournament, base=self._base_url(), **self.body()))

    def _base_url(self) -> str:
        return self.request.build_absolute_uri("/").rstrip("/")


RESOURCES: dict[str, type[Resource]] = {"prints": Prints}
