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


def test_members_ask_and_people_in_charge_read(
    client_of: SignIn, heard: Protest, panel: list[Actor], head: Actor, judge: Actor, director: User
) -> None:
    tournament = heard.tournament
    where = reverse("protest_check", args=[tournament.slug, heard.pk])
    member: Client = client_of(panel[0].user)
    assert "Check a Solution" in member.get(reverse("protest", args=[tournament.slug, heard.pk])).content.decode()
    looks = member.post(reverse("protest_look", args=[tournament.slug, heard.pk]), TYPED).context["looks"]
    assert [len(look.readings) for _, look in looks] == [1, 2]
    answer = member.post(where, TYPED, follow=True)
    made = Check.objects.get()
    assert (made.protest, made.call, made.verdict, answer.context["answer"].verdict) == (
        heard,
        None,
        "ambiguous",
        "ambiguous",
    )
    said = reverse("check_answer", args=[tournament.slug, made.pk])
    other = person(tournament, Role.JUDGE)

    def seen(user: User | None) -> tuple[int, int]:
        client = client_of(user)
        return client.get(where).status_code, client.get(said).status_code

    assert (seen(panel[1].user), seen(head.user)) == ((200, 200), (404, 200))
    assert (seen(other.user), seen(director)) == ((404, 404), (403, 403))
