"""What is asked about tournaments: mine, their divisions, teams, and the steps of the day."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse

from tournament.models import Division, Event, Team, Tournament
from tournament.people.models import Invitation, Role, User
from tournament.people.queries import live_memberships


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
    counts = Tournament.objects.filter(pk=tournament.pk).aggregate(
        teams=Count("teams", distinct=True),
        badges=Count(
            "invitations",
            filter=Q(invitations__revoked_at__isnull=True, invitations__expires_at__gt=Now())
            & ~Q(invitations__role=Role.COACH),
            distinct=True,
        ),
    )
    helpers = live_memberships().filter(tournament=tournament, badge__isnull=False).count()
    slug = [tournament.slug]
    started = tournament.state != Tournament.State.PLANNED
    return [
        Step(
            "Set up the tournament",
            True,
            tournament.venue or "place not named yet",
            reverse("tournament_edit", args=slug),
        ),
        Step("Add teams", counts["teams"] > 0, f"{counts['teams']} so far", reverse("teams", args=slug)),
        Step(
            "Make badges for helpers",
            counts["badges"] > 0,
            f"{counts['badges']} made, {helpers} in use",
            reverse("staff", args=slug),
        ),
        Step("Start the day", started, tournament.get_state_display(), reverse("tournament", args=slug) + "#state"),
    ]
