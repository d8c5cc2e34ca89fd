"""The panel of a protest asks the checker. Only its members can, and the answer stays with the protest."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from foundation.people.actor import Actor
from foundation.people.models import Role, User
from judging.checker.models import Check
from judging.protests.models import Protest
from tests.helpers import SignIn
from tests.judging.conftest import person

TYPED = {"goal_mat": "37", "solution": "6x6+1"}


def test_panel_members_ask_and_people_in_charge_read(
    client_of: SignIn, heard_protest: Protest, panel: list[Actor], head_judge: Actor, judge: Actor, director: User
) -> None:
    tournament = heard_protest.tournament
    url = reverse("protest_check", args=[tournament.slug, heard_protest.pk])
    member: Client = client_of(panel[0].user)
    assert (
        "Check a Solution" in member.get(reverse("protest", args=[tournament.slug, heard_protest.pk])).content.decode()
    )
    previews = member.post(reverse("protest_look", args=[tournament.slug, heard_protest.pk]), TYPED).context["previews"]
    assert [len(preview.readings) for _, preview in previews] == [1, 2]
    answer = member.post(url, TYPED, follow=True)
    check = Check.objects.get()
    assert (check.protest, check.call, check.verdict, answer.context["answer"].verdict) == (
        heard_protest,
        None,
        "ambiguous",
        "ambiguous",
    )
    answer_url = reverse("check_answer", args=[tournament.slug, check.pk])
    other = person(tournament, Role.JUDGE)

    def status_codes(user: User | None) -> tuple[int, int]:
        client = client_of(user)
        return client.get(url).status_code, client.get(answer_url).status_code

    assert (status_codes(panel[1].user), status_codes(head_judge.user)) == ((200, 200), (404, 200))
    assert (status_codes(other.user), status_codes(director)) == ((404, 404), (403, 403))
