"""What is asked about tournaments: mine, their divisions, teams, and the steps of the day."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse

from tournament.models import Division, Event, Team, Tournament
from tournament.people.models import Invitation, Role, User
from tournament.people.queries import live_memberships
from tournament.rosters.models import Place
from tournament.rounds.models import Round, State


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """Where this person has a role, newest first, with `my_memberships` on each."""
    mine = live_memberships().filter(user=user)
    return (
        Tournament.objects.filter(pk__in=mine.values("tournament"))
        .prefetch_related(Prefetch("memberships", queryset=mine.order_by("id"), to_attr="my_memberships"))
        .order_by("-starts_on", "name")
    )


def directed_by(user: User) -> QuerySet[Tournament]:
    directing = live_memberships().filter(user=user, role=Role.DIRECTOR)
    return Tournament.objects.filter(pk__in=directing.values("tournament"))


def events_of(tournament: Tournament) -> QuerySet[Event]:
    """The events with their divisions and the rule books that they keep."""
    return tournament.events.select_related("book").prefetch_related("divisions")


def divisions_of(tournament: Tournament) -> QuerySet[Division]:
    return (
        Division.objects.filter(event__tournament=tournament).select_related("event__book").order_by("event_id", "id")
    )


def teams_of(tournament: Tournament) -> QuerySet[Team]:
    """Teams by school, each with its live coach link in `links`."""
    live = Prefetch("invitations", queryset=Invitation.objects.alive(), to_attr="links")
    return (
        Team.objects.filter(tournament=tournament)
        .select_related("school")
        .prefetch_related(live)
        .order_by("school__name", "name")
    )


@dataclass(frozen=True)
class Step:
    """One line of the day's to-do list: it ticks itself."""

    label: str
    done: bool
    detail: str
    url: str


def steps_of(tournament: Tournament) -> list[Step]:
    """From the set-up to the first round, each with how far it is."""
    slug = [tournament.slug]
    places = Place.objects.filter(event__tournament=tournament, is_alternate=False)
    roster = places.aggregate(
        all=Count("pk"),
        open=Count("pk", filter=Q(attendance__isnull=True) | Q(attendance__status="expected")),
    )
    rounds = Round.objects.filter(tournament=tournament).aggregate(
        all=Count("pk"), begun=Count("pk", filter=Q(started_at__isnull=False))
    )
    badges = (
        Invitation.objects.filter(tournament=tournament, revoked_at__isnull=True, expires_at__gt=Now())
        .exclude(role=Role.COACH)
        .count()
    )
    helpers = live_memberships().filter(tournament=tournament, badge__isnull=False).count()
    started = tournament.state != Tournament.State.PLANNED
    marked = roster["all"] - roster["open"]
    return [
        Step(
            "Set up the tournament",
            True,
            tournament.venue or "place not named yet",
            reverse("tournament_edit", args=slug),
        ),
        Step("Import the roster", roster["all"] > 0, f"{roster['all']} players", reverse("roster", args=slug)),
        Step("Make badges for helpers", badges > 0, f"{badges} made, {helpers} in use", reverse("staff", args=slug)),
        Step("Plan the rounds", rounds["all"] > 0, f"{rounds['all']} planned", reverse("rounds", args=slug)),
        Step("Start the day", started, tournament.get_state_display(), reverse("tournament", args=slug) + "#state"),
        Step(
            "Check everybody in",
            roster["all"] > 0 and not roster["open"],
            f"{marked} of {roster['all']}",
            reverse("checkin", args=slug),
        ),
        Step("Start the first round", rounds["begun"] > 0, f"{rounds['begun']} begun", reverse("rounds", args=slug)),
    ]


@dataclass(frozen=True)
class DivisionState:
    """A division at one glance: how many play, how many are here, and the round that counts now."""

    division: Division
    players: int
    here: int
    round: Round | None


def states_of(tournament: Tournament) -> dict[int, DivisionState]:
    """Every division of the tournament by its key, in two questions to the database."""
    divisions = divisions_of(tournament).annotate(
        players=Count("places", filter=Q(places__is_alternate=False)),
        here=Count("places", filter=Q(places__is_alternate=False, places__attendance__status="present")),
    )
    current: dict[int, Round] = {}
    for each in Round.objects.filter(tournament=tournament).exclude(state=State.COMPLETE).order_by("-number"):
        current[each.division_id] = each
    return {each.pk: DivisionState(each, each.players, each.here, current.get(each.pk)) for each in divisions}
