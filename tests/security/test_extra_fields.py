"""Mass assignment: extra fields in a form or an API request change nothing."""

from __future__ import annotations

import json
from typing import Any

from django.forms.models import model_to_dict
from django.test import Client
from django.urls import reverse

from foundation.accounts.invitations import path_of
from foundation.people.models import Membership, Role, User
from foundation.tournaments import Tournament
from tests import factories
from tournament.models import Team

EXTRA = {
    "id": 999, "pk": 999, "state": "finished", "slug": "taken-over", "is_public": "on", "version": 77, "user": 1,
    "role": "director", "tournament": 1, "is_active": "", "is_superuser": "on", "is_staff": "on", "made_by": 1,
    "created_at": "2001-01-01", "email": "evil@example.org", "password": "cubes on the mat",
}  # fmt: skip


def test_badge_gives_its_own_role_and_no_account(tournament: Tournament) -> None:
    Client().post(path_of(factories.badge(tournament, Role.SCOREKEEPER)), EXTRA | {"name": "Sam Scores"})
    made = Membership.objects.get(user__name="Sam Scores")
    assert (made.role, made.tournament, made.user.email, made.user.has_account) == (
        "scorekeeper",
        tournament,
        None,
        False,
    )
    assert not User.objects.filter(email="evil@example.org").exists()


def test_form_changes_only_its_fields(tournament: Tournament, director: User) -> None:
    client = Client()
    client.force_login(director)
    before = model_to_dict(tournament)
    page = client.get(reverse("tournament_edit", args=[tournament.slug]))
    shown = {name: field.value() for name, field in ((each.name, each) for each in page.context["form"])}
    client.post(reverse("tournament_edit", args=[tournament.slug]), EXTRA | shown | {"venue": "Gauss School"})
    after = model_to_dict(Tournament.objects.get(pk=tournament.pk))
    assert {name: after[name] for name in after if after[name] != before[name]} == {
        "venue": "Gauss School",
        "version": before["version"] + 1,
    }


def test_api_changes_only_documented_fields(tournament: Tournament) -> None:
    other = factories.tournament(factories.user("Olga Otherwhere"), "Other Meet")
    program = factories.program(factories.api_token(tournament))
    path = f"/api/tournaments/{tournament.slug}/teams/"
    body: dict[str, Any] = EXTRA | {"school": "Gauss School", "name": "Sums", "tournament": other.pk}
    answer = program.post(path, json.dumps(body), content_type="application/json")
    made = Team.objects.get(name="Sums")
    assert (answer.status_code, made.tournament, made.pk == 999) == (201, tournament, False)
