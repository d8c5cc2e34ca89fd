"""What the public sees: only what is released, with public names, as of the freeze, in one query if unchanged."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from foundation.activity import news
from foundation.activity.models import LogLine
from foundation.activity.news import LINES_IN_STAMP
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from scoring.entry import actions as sheets
from scoring.entry.entries import EntryNote
from scoring.models import Release, Sheet
from scoring.public_results import actions
from scoring.public_results.queries import release_controls
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, Stranger, paper, play
from tournament.models import Division, Event
from tournament.rosters.models import Player
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round

DECIDED = paper("6 4", "4 2", "2 2")
PUBLIC = ["public", "find_table", "tables_wall", "public_standings", "standings_wall"]


@pytest.fixture
def division(event: Event) -> Division:
    Tournament.objects.update(is_public=True)
    return Division.objects.select_related("event__tournament").get(event=event)


@pytest.fixture
@reused
def public_tournament(division: Division) -> Tournament:
    return Tournament.objects.get(pk=division.event.tournament_id)


def verify_all(round_: Round, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    """At each table, one player gets 6 points, one 4, and one 2."""
    for sheet in sheets_of(round_):
        verify_sheet(sheet, scorekeeper, other_scorekeeper)


def verify_sheet(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    sheets.enter(scorekeeper, sheet, paper=DECIDED, base=0)
    sheets.check(other_scorekeeper, sheet, base=1)


@pytest.fixture
def one_round(
    event: Event, division: Division, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> Round:
    round_ = play(director_actor, event, 1)
    verify_all(round_, scorekeeper, other_scorekeeper)
    return round_


def get_page(tournament: Tournament, **query: Any) -> Any:
    return Stranger().get(reverse("public_standings", args=[tournament.slug]), query)


def points(tournament: Tournament, **query: Any) -> list[tuple[str, str]]:
    return [(row.label.name, row.points) for row in get_page(tournament, **query).context.get("rows", [])]


def public_sees(tournament: Tournament) -> str:
    return release_controls(tournament)[0].words


# -- the controls -----------------------------------------------------------------------------------------------------


def test_public_sees_nothing_before_the_release(one_round: Round, public_tournament: Tournament) -> None:
    assert (points(public_tournament), get_page(public_tournament).context["selection"]) == ([], None)
    assert public_sees(public_tournament) == "Published tables are shown. No results are shown."
    assert Stranger().get(reverse("standings_wall", args=[public_tournament.slug])).context["panels"] == []


def test_results_of_a_round_are_released_and_hidden(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    assert (len(points(public_tournament)), get_page(public_tournament).context["list"].state) == (15, "provisional")
    assert (
        public_sees(public_tournament)
        == "Published tables are shown. Results through Round 1 are shown as provisional."
    )
    assert release_controls(public_tournament)[0].warning == "Round 1 isn’t closed, so its results may change."
    actions.release(director_actor, public_tournament, division=division, rounds=0)
    assert points(public_tournament) == []
    said = list(LogLine.objects.filter(action="release.set").order_by("id").values_list("text", "is_news"))
    assert said == [
        ("released the Elementary results through Round 1", True),
        ("hid the Elementary results", True),
    ]


def test_only_released_rounds_count(
    one_round: Round,
    public_tournament: Tournament,
    division: Division,
    event: Event,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
) -> None:
    rounds.close(director_actor, one_round)
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    before = points(public_tournament)
    verify_all(play(director_actor, event, 2), scorekeeper, other_scorekeeper)
    assert points(public_tournament) == before
    assert points(public_tournament, through="2", at="2099-01-01T00:00") == before, "the public can't select more"
    assert release_controls(public_tournament)[0].warning == ""
    actions.release(director_actor, public_tournament, division=division, rounds=2)
    assert sum(float(each) for _, each in points(public_tournament)) == 2 * 5 * 12


def test_final_needs_every_round_closed(
    one_round: Round,
    public_tournament: Tournament,
    division: Division,
    event: Event,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
) -> None:
    with pytest.raises(Refused, match=r"Elementary Round 1 isn’t closed\. Close it first"):
        actions.release(director_actor, public_tournament, division=division, is_final=True)
    rounds.close(director_actor, one_round)
    for number in (2, 3):
        round_ = play(director_actor, event, number)
        verify_all(round_, scorekeeper, other_scorekeeper)
        rounds.close(director_actor, round_)
    actions.release(director_actor, public_tournament, division=division, is_final=True)
    page = get_page(public_tournament)
    assert (page.context["list"].state, page.context["list"].released.after) == ("final", "")
    assert public_sees(public_tournament) == "Published tables are shown. Final results are shown."
    rounds.reopen(director_actor, round_)
    assert get_page(public_tournament).context["list"].state == "provisional"
    actions.release(director_actor, public_tournament, division=division, rounds=3)
    assert Release.objects.get().is_final is False


def test_omitted_settings_stay(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    actions.release(director_actor, public_tournament, division=division, draws=False)
    release = Release.objects.get()
    assert (release.rounds, release.draws) == (1, False)
    with pytest.raises(Refused, match="Choose what the public can see"):
        actions.release(director_actor, public_tournament, division=division)


@pytest.mark.parametrize("number", [-1, 4])
def test_unknown_rounds_cannot_be_released(
    public_tournament: Tournament, division: Division, director_actor: Actor, number: int
) -> None:
    with pytest.raises(Refused, match="Elementary has only 3 rounds"):
        actions.release(director_actor, public_tournament, division=division, rounds=number)


def test_only_the_director_releases_and_only_divisions_of_the_tournament(
    public_tournament: Tournament, division: Division, director_actor: Actor, scorekeeper: Actor, director: User
) -> None:
    with pytest.raises(NotAllowed):
        actions.release(scorekeeper, public_tournament, division=division, rounds=1)
    other = factories.tournament(director, "Other Meet")
    verbs: list[tuple[Callable[..., object], dict[str, int]]]
    verbs = [(actions.release, {"rounds": 1}), (actions.freeze, {}), (actions.unfreeze, {})]
    for verb, more in verbs:
        with pytest.raises(Refused, match="Choose a division in this tournament"):
            verb(director_actor, other, division=division, **more)


def test_tables_are_hidden_only_from_the_public(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor, client_of: SignIn
) -> None:
    actions.release(director_actor, public_tournament, division=division, draws=False)
    assert public_sees(public_tournament) == "Tables are hidden. No results are shown."
    for name in ("find_table", "tables_wall"):
        assert Stranger().get(reverse(name, args=[public_tournament.slug])).context["rounds"] == []
    staff = client_of(director_actor.user).get(reverse("seating", args=[public_tournament.slug]))
    assert len(staff.context["rounds"][0].seats) == 15
    actions.release(director_actor, public_tournament, division=division, draws=True)
    assert len(Stranger().get(reverse("find_table", args=[public_tournament.slug])).context["rounds"][0].seats) == 15


# -- the freeze -------------------------------------------------------------------------------------------------------


def test_frozen_pages_show_that_moment_until_unfrozen(
    event: Event,
    public_tournament: Tournament,
    division: Division,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
) -> None:
    round_ = play(director_actor, event, 1)
    first, *others = list(sheets_of(round_))
    verify_sheet(first, scorekeeper, other_scorekeeper)
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    actions.freeze(director_actor, public_tournament)
    pages = {name: body(public_tournament, name) for name in ("public_standings", "standings_wall")}
    before, frozen_at = points(public_tournament), get_page(public_tournament).context["list"].as_of
    for sheet in others:
        verify_sheet(sheet, scorekeeper, other_scorekeeper)
    sheets.enter(
        scorekeeper,
        first,
        paper=paper("2", "4", "6"),
        base=1,
        note=EntryNote(correction="keyed", reason="wrong way round"),
    )
    sheets.check(other_scorekeeper, first, base=2)
    assert (len(before), points(public_tournament), get_page(public_tournament).context["list"].as_of) == (
        3,
        before,
        frozen_at,
    )
    assert {name: body(public_tournament, name) for name in pages} == pages
    actions.unfreeze(director_actor, public_tournament)
    assert (len(points(public_tournament)), get_page(public_tournament).context["list"].as_of > frozen_at) == (15, True)


def test_perfect_score_at_the_freeze_stays_perfect(
    one_round: Round,
    event: Event,
    public_tournament: Tournament,
    division: Division,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
) -> None:
    rounds.close(director_actor, one_round)
    actions.release(director_actor, public_tournament, division=division, rounds=3)
    actions.freeze(director_actor, public_tournament)
    perfect = [row.label.name for row in get_page(public_tournament).context["rows"] if row.is_perfect]
    verify_all(play(director_actor, event, 2), scorekeeper, other_scorekeeper)
    assert [row.label.name for row in get_page(public_tournament).context["rows"] if row.is_perfect] == perfect != []


def test_one_division_or_all_are_frozen_once(
    public_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    actions.freeze(director_actor, public_tournament, division=division)
    moment = Release.objects.get().frozen_at
    with pytest.raises(Refused, match="These results are frozen"):
        actions.freeze(director_actor, public_tournament)
    assert Release.objects.get().frozen_at == moment
    actions.unfreeze(director_actor, public_tournament, division=division)
    with pytest.raises(Refused, match="No results are frozen"):
        actions.unfreeze(director_actor, public_tournament)
    said = LogLine.objects.filter(action__in=["release.freeze", "release.thaw"]).order_by("id")
    assert [line.text for line in said] == [
        "froze the Elementary results that the public and coaches see",
        "unfroze the Elementary results",
    ]


def sheets_of(round_: Round) -> Any:
    return round_.sheets.filter(table__draw__state="published").order_by("table__number")


def body(tournament: Tournament, name: str) -> str:
    return Stranger().get(reverse(name, args=[tournament.slug])).content.decode()


# -- students ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["initial", "number"])
def test_no_public_byte_names_a_student(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor, policy: str
) -> None:
    """No public page, part, or header contains a last name, or a first name where numbers are shown."""
    for number, player in enumerate(Player.objects.order_by("id"), 1):
        Player.objects.filter(pk=player.pk).update(first_name=f"Kidfirst{number}q", last_name=f"Xkidlast{number}q")
    Player.objects.filter(number=1).update(is_hidden=True)
    Tournament.objects.update(public_names=policy)
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    seen = 0
    for name in PUBLIC:
        for kind in ("players", "teams", "average", "top"):
            for headers in ({}, {"HX-Request": "true"}):
                asked = {"list": kind, "names": "full", "division": division.pk}
                answer = Stranger().get(reverse(name, args=[public_tournament.slug]), asked, headers=headers)
                sent = answer.content.decode() + str(answer.headers)
                assert "kidlast" not in sent
                assert ("Kidfirst1q" in sent, "/t/" in sent) == (False, False)
                seen += len(re.findall(r"Kidfirst\d+q X\.", sent))
                assert policy == "initial" or "Kidfirst" not in sent
    assert (seen > 0) is (policy == "initial")


def test_tournament_that_is_not_public_has_no_pages(
    one_round: Round, public_tournament: Tournament, director_actor: Actor
) -> None:
    Tournament.objects.update(is_public=False)
    for name in PUBLIC:
        path = reverse(name, args=[public_tournament.slug])
        assert (
            Stranger().get(path).status_code,
            Stranger().get(path.replace(public_tournament.slug, "none")).status_code,
        ) == (
            404,
            404,
        )


# -- queries -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUBLIC)
def test_unchanged_page_is_304_after_one_indexed_query(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor, name: str
) -> None:
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    path, client = reverse(name, args=[public_tournament.slug]), Stranger()
    first = client.get(path)
    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")
    with CaptureQueriesContext(connection) as captured:
        again = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, len(captured)) == (304, b"", 1)
    actions.freeze(director_actor, public_tournament)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_slow_page_stays_cached_while_only_sheets_are_entered(
    one_round: Round,
    public_tournament: Tournament,
    division: Division,
    director_actor: Actor,
    other_scorekeeper: Actor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    path, client, tags = reverse("standings_wall", args=[public_tournament.slug]), Client(), []

    def load_again() -> str:
        tags.append(client.get(path)["ETag"])
        return "new" if tags[-1] not in tags[:-1] else "kept"

    def correct_sheet(sheet: Sheet, base: int, cells: Any) -> None:
        sheets.enter(
            director_actor, sheet, paper=cells, base=base, note=EntryNote(correction="keyed", reason="It was misread.")
        )
        sheets.check(other_scorekeeper, sheet, base=base + 1)

    first, *_ = sheets_of(one_round)
    monkeypatch.setattr(news, "SLOW_SECONDS", -1.0)
    assert (load_again(), load_again()) == ("new", "kept")
    correct_sheet(first, 1, PLAIN)
    assert load_again() == "kept"
    assert [each for each in tags if each != tags[0]] == []
    actions.freeze(director_actor, public_tournament)
    assert load_again() == "new"
    actions.unfreeze(director_actor, public_tournament)
    monkeypatch.setattr(news, "KEEP_SLOW_SECONDS", -1)
    assert load_again() == "new"
    correct_sheet(first, 2, DECIDED)
    assert load_again() == "new"


@pytest.mark.only_on("sqlite")
def test_query_for_an_unchanged_page_uses_the_news_index(one_round: Round, public_tournament: Tournament) -> None:
    with CaptureQueriesContext(connection) as captured:
        Stranger().get(reverse("public_standings", args=[public_tournament.slug]))
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {captured[0]['sql']}")
        steps = [row[3] for row in cursor.fetchall()]
    assert len([step for step in steps if "news_by_tournament" in step]) == 1
    assert [step for step in steps if step.startswith("SCAN") or "TEMP B-TREE" in step] == []
    assert captured[0]["sql"].endswith(f"LIMIT {LINES_IN_STAMP}")


@pytest.mark.parametrize(
    ("name", "queries"),
    [
        ("public", 5),
        ("public_standings", 14),
        ("standings_wall", 25),
        ("ceremony", 11),
        ("ceremony_list", 10),
    ],
)
def test_pages_need_a_constant_number_of_queries(
    event: Event,
    public_tournament: Tournament,
    division: Division,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    client_of: SignIn,
    name: str,
    queries: int,
) -> None:
    """The same with the results of 1 table and of 5."""
    client = Stranger() if name in PUBLIC else client_of(director_actor.user)
    round_ = play(director_actor, event, 1)
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    for sheet in sheets_of(round_):
        verify_sheet(sheet, scorekeeper, other_scorekeeper)
        if sheet.table.number in (1, 5):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(reverse(name, args=[public_tournament.slug])).status_code == 200
            assert len(captured) == queries


# -- pages ------------------------------------------------------------------------------------------------------------


def test_public_page_links_to_released_results(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    page = Stranger().get(reverse("public", args=[public_tournament.slug]))
    assert page.context["shown"] == {}
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    found = Stranger().get(reverse("public", args=[public_tournament.slug])).context["shown"][division.pk]
    assert [(each.words, each.state) for each in found] == [("Standings", "after Round 1")]
    assert Stranger().get(found[0].url).context["selection"].released.division == division


def test_controls_take_one_tap_each(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor, client_of: SignIn
) -> None:
    client = client_of(director_actor.user)
    path = reverse("release_set", args=[public_tournament.slug, division.pk])
    answer = client.post(path, {"results": "1"}, headers={"HX-Request": "true"})
    assert answer.templates[0].name == "scoring/wall/_release.html"
    assert [value for value, _, is_so in answer.context["controls"][0].choices if is_so] == ["1"]
    refused = client.post(path, {"results": "final"}, headers={"HX-Request": "true"})
    assert refused.context["refused"] == "Elementary Round 1 isn’t closed. Close it first."
    client.post(path, {"draws": "no"})
    client.post(reverse("release_freeze", args=[public_tournament.slug]), {"division": division.pk})
    release = Release.objects.get()
    assert (release.rounds, release.draws, release.frozen_at is not None) == (1, False, True)
    client.post(reverse("release_thaw", args=[public_tournament.slug]))
    assert Release.objects.get().frozen_at is None


def test_projector_cycles_through_the_selected_lists(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    actions.release(director_actor, public_tournament, division=division, rounds=1)

    def panels(**query: Any) -> list[tuple[str, int]]:
        context = Stranger().get(reverse("standings_wall", args=[public_tournament.slug]), query).context
        return [(each.kind, len(rows)) for each, rows in context["panels"]]

    assert panels() == [("players", 15), ("teams", 3)]
    assert panels(list=["top", "teams"]) == [("teams", 3), ("top", 3)]
    assert panels(division=division.pk, list="players", top="1") == [("players", 5)], "five tables, five winners"
    assert panels(division="0") == []
    assert panels(top="many", list="nobody") == panels()


def test_ceremony_calls_from_last_to_first(
    one_round: Round, public_tournament: Tournament, director_actor: Actor, client_of: SignIn
) -> None:
    client = client_of(director_actor.user)
    page = client.get(reverse("ceremony", args=[public_tournament.slug]), {"top": "6"})
    calls = page.context["ceremony"].called_places
    assert [(call.rank, len(call.rows), call.ordinal) for call in calls] == [(6, 5, "6th"), (1, 5, "1st")]
    html = page.content.decode()
    order = re.findall(r"And first place goes to…|\b(?:6th|1st)\b", html[html.index("data-stage") :])
    assert order == ["6th", "And first place goes to…", "1st"]
    assert "Letter" not in html[html.index("data-stage") :]
    full = client.get(reverse("ceremony", args=[public_tournament.slug]), {"names": "full"})
    assert {row.label.name for call in full.context["ceremony"].called_places for row in call.rows} == {
        player.name for player in Player.objects.filter(results__rank__lte=2)
    }


def test_announcing_list_counts_certificates(
    one_round: Round, public_tournament: Tournament, director_actor: Actor, client_of: SignIn
) -> None:
    client = client_of(director_actor.user)
    players = client.get(reverse("ceremony_list", args=[public_tournament.slug]), {"top": "5"}).context["ceremony"]
    assert (players.certificates.places, players.certificates.perfect) == (((1, 5),), 5)
    teams = client.get(
        reverse("ceremony_list", args=[public_tournament.slug]), {"list": "teams", "names": "full"}
    ).context["ceremony"]
    assert (teams.certificates.for_places, teams.certificates.members) == (3, 15)
    called = {row.label.name: teams.members[row.ranked.score.key] for call in teams.called_places for row in call.rows}
    assert called["Team 1"] == [f"One1 Player Letter {letter}" for letter in "ABCDE"]


def test_ceremony_without_results_is_empty(
    public_tournament: Tournament, director_actor: Actor, client_of: SignIn
) -> None:
    page = client_of(director_actor.user).get(reverse("ceremony", args=[public_tournament.slug]))
    assert (page.status_code, page.context["ceremony"].called_places) == (200, [])


def test_as_of_is_the_time_of_the_last_result(
    one_round: Round, public_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    actions.release(director_actor, public_tournament, division=division, rounds=1)
    last = one_round.results.order_by("-since").first()
    found = get_page(public_tournament).context["list"]
    assert (found.as_of, found.as_of < timezone.now()) == (require(last).since, True)
