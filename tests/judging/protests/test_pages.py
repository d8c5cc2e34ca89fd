"""Pages of protests: no one outside ever reads what a judge was asked or what was decided."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from foundation.people.actor import Actor
from foundation.people.tokens import token_for
from foundation.tournaments import Tournament
from judging.calls import actions as calls
from judging.calls.actions import NewRuling
from judging.models import Call
from judging.protests import actions
from judging.protests.models import Document, Protest
from judging.protests.queries import may_read
from judging.protests.sheet_edits import PanelEdits
from scoring.hooks import PendingSheet
from scoring.models import Release, Sheet
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope
from tests import factories
from tests.helpers import SignIn, require
from tests.judging.protests.conftest import cast_votes, file_protest, rescoring_edits, set_collected_ago
from tournament.models import Team
from tournament.rounds.models import Round
from tournament.todo_list import todo_steps_of

SECRETS = (
    "Hidden verdict",
    "Secret cubes",
    "It equals the Goal of Ada",
    "The Solution is wrong",
    "So we read the rule",
)


def text_of(client: Client, path: str, **more: Any) -> str:
    response = client.get(path, **more)
    assert response.status_code < 500
    return response.content.decode()


def secrets_in(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


def protest_url(protest: Protest) -> str:
    return reverse("protest", args=[protest.tournament.slug, protest.pk])


def decide_protest(panel: list[Actor], protest: Protest) -> None:
    cast_votes(panel[:2], protest, "rescored")
    actions.decide(
        panel[0],
        protest,
        outcome="rescored",
        rule="EQ VII-C-6",
        reason="So we read the rule.",
        edits=rescoring_edits(1, "2", "6", "2"),
    )


def test_form_starts_with_the_rulings_that_the_person_may_see(
    client_of: SignIn, verified_sheet: Sheet, judges: list[Actor], scorekeeper: Actor
) -> None:
    path = f"{reverse('protest_file', args=[verified_sheet.tournament.slug])}?sheet={verified_sheet.pk}"
    one, two, desk = (text_of(client_of(each.user), path) for each in (judges[0], judges[1], scorekeeper))
    assert ("Hidden verdict one." in one, "Hidden verdict two." in one) == (True, False)
    assert ("Hidden verdict two." in two, "Secret cubes lay there." in two) == (True, True)
    assert secrets_in(desk) == []
    assert all("Two judges were called" in each for each in (one, two, desk))


def test_refused_form_keeps_everything_that_was_typed(
    client_of: SignIn, verified_sheet: Sheet, judge: Actor, round_: Round
) -> None:
    set_collected_ago(round_, 16)
    path = reverse("protest_file", args=[verified_sheet.tournament.slug])
    typed = {
        "sheet": verified_sheet.pk,
        "call": "",
        "about": "ruling",
        "seat": "1",
        "ruling": "R 1",
        "complaint": "C 1",
    }
    response = client_of(judge.user).post(path, typed)
    text = response.content.decode()
    assert (response.status_code, "R 1" in text, "C 1" in text) == (422, True, True)
    assert "A director or the head judge can accept it late with a reason." in text


def test_form_leads_to_the_protest(client_of: SignIn, verified_sheet: Sheet, judge: Actor, ruled_call: Call) -> None:
    path = reverse("protest_file", args=[verified_sheet.tournament.slug])
    typed = {
        "sheet": verified_sheet.pk,
        "call": ruled_call.pk,
        "about": "ruling",
        "seat": "1",
        "ruling": "R",
        "complaint": "C",
    }
    response = client_of(judge.user).post(path, typed)
    assert (response.status_code, response["Location"]) == (302, protest_url(Protest.objects.get()))


def test_people_in_charge_the_panel_and_the_filer_read_the_protest(
    client_of: SignIn,
    heard_protest: Protest,
    judges: list[Actor],
    panel: list[Actor],
    head_judge: Actor,
    director_actor: Actor,
    scorekeeper: Actor,
) -> None:
    readers = [director_actor, head_judge, *panel, judges[0]]
    assert [may_read(each, heard_protest) for each in [*readers, judges[1], judges[3], scorekeeper]] == [True] * 6 + [
        False
    ] * 3
    for each in (judges[1], judges[3], scorekeeper):
        assert secrets_in(text_of(client_of(each.user), protest_url(heard_protest))) == []
    assert secrets_in(text_of(client_of(panel[0].user), protest_url(heard_protest))) == list(SECRETS[:4])


def test_released_member_can_no_longer_read_the_protest(
    heard_protest: Protest, panel: list[Actor], head_judge: Actor, judges: list[Actor]
) -> None:
    actions.release_member(head_judge, heard_protest, member=require(panel[2].user))
    actions.name_member(head_judge, heard_protest, member=require(judges[3].user))
    assert may_read(judges[3], heard_protest)
    actions.release_member(head_judge, heard_protest, member=require(judges[3].user))
    assert not may_read(judges[3], heard_protest)


def test_judge_about_to_give_the_next_opinion_sees_nothing(
    client_of: SignIn, sheet: Sheet, judges: list[Actor], head_judge: Actor
) -> None:
    """Two judges disagree, the player has protested, and the head judge comes to give a blind third opinion."""
    from tests.judging.protests.conftest import make_two_rulings

    ruled_call = make_two_rulings(judges, sheet, agrees=False)
    protest = file_protest(judges[0], sheet, ruled_call, has_initialed=False)
    client, slug = client_of(head_judge.user), sheet.tournament.slug
    assert secrets_in(text_of(client, protest_url(protest))) == list(SECRETS[:4])
    calls.ask_for_another(judges[1], Call.objects.get(matter=ruled_call.matter, opinion=2))
    third = calls.begin(head_judge, sheet)
    paths = [
        protest_url(protest),
        reverse("protests", args=[slug]),
        f"{reverse('protest_file', args=[slug])}?sheet={sheet.pk}&call={ruled_call.pk}",
        f"/api/tournaments/{slug}/protests/{protest.pk}/",
        f"/api/tournaments/{slug}/rulings/",
        reverse("call", args=[slug, third.pk]),
        reverse("sheet", args=[slug, sheet.pk]),
        reverse("log") + f"?tournament={slug}",
    ]
    assert [secrets_in(text_of(client, path)) for path in paths] == [[]] * len(paths)
    calls.rule(head_judge, third, ruling=NewRuling(decision="Right."))
    assert secrets_in(text_of(client, protest_url(protest))) == list(SECRETS[:4])


@pytest.mark.parametrize("stage", ["heard", "decided"])
def test_pages_give_no_hint_at_the_protest(
    client_of: SignIn, heard_protest: Protest, panel: list[Actor], director_actor: Actor, stage: str
) -> None:
    """Coaches and the public see points and that there is a protest, never its subject or outcome."""
    if stage == "decided":
        decide_protest(panel, heard_protest)
    tournament = heard_protest.tournament
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    Release.objects.create(division=heard_protest.sheet.round.division, rounds=3)
    team = Team.objects.filter(entries__places__seats__table=heard_protest.sheet.table).first()
    token = token_for(factories.coach_link(require(team)).nonce)
    of_coach = [
        reverse("team_page", args=[token]),
        reverse("team_page_live", args=[token]),
        reverse("team_sheet", args=[token, heard_protest.sheet_id]),
    ]
    public = [
        reverse("public", args=[tournament.slug]),
        reverse("public_standings", args=[tournament.slug]),
        reverse("standings_wall", args=[tournament.slug]),
        reverse("find_table", args=[tournament.slug]),
    ]
    words = ("Hidden", "Secret", "Goal of Ada", "The Solution", "So we read", "EQ VII-C-6", "upheld", "overturned")
    anybody = Client()
    for path in [*of_coach, *public]:
        response = anybody.get(path)
        assert response.status_code == 200, path
        assert [each for each in words if each in response.content.decode()] == [], path
    for path in (
        protest_url(heard_protest),
        reverse("protests", args=[tournament.slug]),
        f"/api/tournaments/{tournament.slug}/rulings/",
    ):
        assert anybody.get(path).status_code in (302, 401, 404)
    state = "protest heard" if stage == "heard" else "protest decided"
    assert state in text_of(anybody, of_coach[0])


def test_other_coaches_get_no_notice(heard_protest: Protest) -> None:
    from scoring.coach.queries import notices_for

    at_table = set(
        Team.objects.filter(entries__places__seats__table=heard_protest.sheet.table).values_list("pk", flat=True)
    )
    every = set(Team.objects.filter(entries__isnull=False).values_list("pk", flat=True))
    notices = {team: [(line.words, line.state) for line in lines] for team, lines in notices_for(every).items()}
    assert set(notices) == at_table
    assert all(("Round 1, Table 1", "protest heard") in lines for lines in notices.values())


def test_standings_are_under_protest_until_it_is_decided(
    heard_protest: Protest, panel: list[Actor], client_of: SignIn, scorekeeper: Actor
) -> None:
    scope = Scope((heard_protest.sheet.round.division,))
    assert Standings(scope).pending == {heard_protest.sheet_id: PendingSheet(1, 1, "under protest")}
    sheet_page = reverse("sheet", args=[heard_protest.tournament.slug, heard_protest.sheet_id])
    assert "under protest" in text_of(client_of(scorekeeper.user), sheet_page)
    decide_protest(panel, heard_protest)
    assert (Standings(scope).pending, Standings(scope).state) == ({}, "provisional")
    assert "under protest" not in text_of(client_of(scorekeeper.user), sheet_page)


def test_dashboard_counts_open_protests_and_awards_wait_for_them(
    heard_protest: Protest, panel: list[Actor], client_of: SignIn, director_actor: Actor
) -> None:
    step = next(each for each in todo_steps_of(heard_protest.tournament) if each.label == "Decide protests")
    assert (step.done, step.detail) == (False, "0 of 1 closed")
    board = text_of(client_of(director_actor.user), reverse("tournament", args=[heard_protest.tournament.slug]))
    assert "open protest" in board
    decide_protest(panel, heard_protest)
    step = next(each for each in todo_steps_of(heard_protest.tournament) if each.label == "Decide protests")
    assert (step.done, step.detail) == (True, "1 of 1 closed")


def test_panel_previews_a_decision(client_of: SignIn, heard_protest: Protest, panel: list[Actor]) -> None:
    cast_votes(panel[:2], heard_protest, "rescored")
    client = client_of(panel[0].user)
    path = reverse("protest_decide", args=[heard_protest.tournament.slug, heard_protest.pk])
    cells = {"outcome": "rescored", "base": "1", "cell-1-1": "2", "cell-1-2": "6", "cell-1-3": "2"}
    response = client.post(path, cells | {"preview": "yes"})
    assert (response.status_code, "What would change" in response.content.decode()) == (200, True)
    assert Protest.objects.get().state == "heard"
    wrong = client.post(path, cells | {"preview": "yes", "cell-1-1": "six"})
    assert (wrong.status_code, "“six” isn’t a score." in wrong.content.decode()) == (422, True)
    done = client.post(path, cells | {"rule": "EQ IV", "reason": "It is right."})
    assert (done.status_code, Protest.objects.get().state) == (302, "decided")


def test_only_the_panel_opens_the_decision_page(
    client_of: SignIn, heard_protest: Protest, head_judge: Actor, judges: list[Actor]
) -> None:
    path = reverse("protest_decide", args=[heard_protest.tournament.slug, heard_protest.pk])
    assert [client_of(each.user).get(path).status_code for each in (head_judge, judges[0], judges[3])] == [404] * 3


def make_jpeg() -> bytes:
    out = BytesIO()
    Image.new("RGB", (8, 6), "white").save(out, "JPEG")
    return out.getvalue()


def make_pdf() -> bytes:
    out = BytesIO()
    with pikepdf.new() as made:
        made.add_blank_page()
        made.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "kind", "how"),
    [(make_jpeg(), "image/jpeg", "inline"), (make_pdf(), "application/pdf", "attachment")],
    ids=["picture", "pdf"],
)
def test_attachment_is_for_people_who_may_read_the_protest(
    client_of: SignIn,
    protest: Protest,
    judge: Actor,
    scorekeeper: Actor,
    head_judge: Actor,
    content: bytes,
    kind: str,
    how: str,
) -> None:
    url = reverse("protest_attach", args=[protest.tournament.slug, protest.pk])
    client_of(scorekeeper.user).post(url, {"photo": SimpleUploadedFile("a.bin", content)})
    assert Document.objects.count() == 0
    client_of(judge.user).post(url, {"photo": SimpleUploadedFile("a.bin", content)})
    found = Document.objects.get()
    path = reverse("protest_document", args=[protest.tournament.slug, protest.pk, found.pk])
    answer = client_of(head_judge.user).get(path)
    disposition = answer["Content-Disposition"].split(";")[0]
    assert (answer.status_code, answer["Content-Type"], disposition) == (200, kind, how)
    assert [client_of(each).get(path).status_code for each in (scorekeeper.user, None)] == [404, 302]


def test_attachment_that_is_neither_photo_nor_pdf_is_refused(client_of: SignIn, protest: Protest, judge: Actor) -> None:
    url = reverse("protest_attach", args=[protest.tournament.slug, protest.pk])
    client_of(judge.user).post(url, {"photo": SimpleUploadedFile("a.jpg", b"<script>")})
    assert Document.objects.count() == 0


def test_list_has_open_ones_first_and_tables_without_a_protest(
    client_of: SignIn, protest: Protest, judge: Actor, head_judge: Actor, ruled_call: Call
) -> None:
    actions.withdraw(judge, protest)
    again = file_protest(judge, protest.sheet, ruled_call)
    text = text_of(client_of(head_judge.user), reverse("protests", args=[protest.tournament.slug]))
    assert text.index(protest_url(again)) < text.index(protest_url(protest))


def test_api_shows_the_form_to_people_who_may_read_it(
    client_of: SignIn, protest: Protest, judges: list[Actor], head_judge: Actor
) -> None:
    path = f"/api/tournaments/{protest.tournament.slug}/protests/{protest.pk}/"
    forms = [client_of(each.user).get(path).json()["form"] for each in (head_judge, judges[0], judges[1])]
    assert [form and form["complaint"] for form in forms] == ["It equals the Goal of Ada."] * 2 + [None]


def test_api_hides_later_opinions_from_a_judge(
    client_of: SignIn, ruled_call: Call, judges: list[Actor], head_judge: Actor
) -> None:
    path = f"/api/tournaments/{ruled_call.tournament.slug}/rulings/"
    found = [
        [row["opinion"] for row in client_of(each.user).get(path).json()["results"]]
        for each in (judges[0], judges[1], judges[2], head_judge)
    ]
    assert found == [[1], [1, 2], [], [1, 2]]


def test_protest_goes_from_filing_to_vote_through_the_pages(
    client_of: SignIn, protest: Protest, head_judge: Actor, panel: list[Actor]
) -> None:
    client, slug = client_of(head_judge.user), protest.tournament.slug
    empty = client.post(reverse("protest_dismiss", args=[slug, protest.pk]), {"reason": ""})
    assert (empty.status_code, Protest.objects.get().state) == (422, "filed")
    client.post(reverse("protest_accept", args=[slug, protest.pk]))
    for each in panel:
        client.post(reverse("panel_name", args=[slug, protest.pk]), {"member": require(each.user).pk})
    client_of(panel[0].user).post(reverse("protest_hear", args=[slug, protest.pk]), {"words": "Both were asked."})
    assert Protest.objects.get().state == "heard"


def test_decided_protest_can_become_a_league_case(
    client_of: SignIn, heard_protest: Protest, panel: list[Actor], head_judge: Actor
) -> None:
    client = client_of(head_judge.user)
    assert "Add to the casebook" not in text_of(client, protest_url(heard_protest))
    decide_protest(panel, heard_protest)
    text = text_of(client, protest_url(heard_protest))
    query = text.split("own-cases/add/?")[-1] if "own-cases/add/?" in text else text
    assert "Add to the casebook" in text
    assert "ruling=So%20we%20read%20the%20rule." in query
    assert "citation=EQ%20VII-C-6" in query


def test_invalid_points_of_a_replay_are_refused_and_kept(
    client_of: SignIn, heard_protest: Protest, panel: list[Actor], head_judge: Actor
) -> None:
    cast_votes(panel[:2], heard_protest, "replayed")
    actions.decide(
        panel[0],
        heard_protest,
        outcome="replayed",
        rule="JM C14",
        reason="Nobody knows.",
        edits=PanelEdits(base=1, replayed_shakes=[1]),
    )
    client = client_of(head_judge.user)
    base = {"base": str(require(Sheet.objects.get(pk=heard_protest.sheet_id).current).number)}
    url = reverse("protest_replay", args=[heard_protest.tournament.slug, heard_protest.pk])
    refused = client.post(url, base | {"cell-1": "6", "cell-2": "x9", "cell-3": "2"})
    assert refused.status_code == 422
    assert 'value="x9"' in refused.content.decode()
    assert client.post(url, base | {"cell-1": "6", "cell-2": "4", "cell-3": "2"}).status_code == 302
    assert require(Sheet.objects.get(pk=heard_protest.sheet_id).current).paper["columns"][-1]["cells"] == [
        "6",
        "4",
        "2",
    ]
