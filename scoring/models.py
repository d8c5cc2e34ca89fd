"""Scoresheets with all their entries, results, and what directors decide about standings.

*Sheet*: the scoresheet of one table, with pointers to its current and its verified entry. *Entry*: one typed version of
a sheet, numbered, never changed. *Verification*: a second person agreed. *Result*: a player's points from a verified
sheet. *Adjustment*: points that judges took from the standings. *Dispute*: a player refused to initial. *Closing*: the
results of a round when it was closed. *Photo*: a picture of the paper. *Cut*, *Sweepstakes*: settings of the standings.
*Release*: what the public sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from foundation.activity.models import AppendOnly
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings.models import Table
from scoring.paper import CORRECTIONS
from tournament.models import Division
from tournament.rosters.models import Place, Player
from tournament.rounds.models import Round


class SheetState(models.TextChoices):
    """How far a sheet has come, in order."""

    OUT = "out", "not received"
    IN = "in", "received"
    ENTERED = "entered", "entered"
    DIFFERS = "differs", "entries don’t match"
    VERIFIED = "verified", "verified"
    EXCUSED = "excused", "waived"


MOST_PHOTOS = 8  # of one sheet
DONE = (SheetState.VERIFIED, SheetState.EXCUSED)


class Sheet(models.Model):
    """The scoresheet of a published table, with one current and one verified entry.

    While a verified sheet is being corrected the two differ, and the results are still those of the verified entry.
    `differs`: a double entry that doesn't match the current entry. `problem`: what a judge must look at. `given`:
    judges' decisions at this table, as JSON of `scoring.paper.JudgeDecision`. `seated`: the players at the table, set
    by `lock_sheet`.
    """

    seated: Sequence[Any] = ()

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sheets")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sheets")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="sheet")
    received_at = models.DateTimeField(null=True)
    received_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    current = models.OneToOneField("Entry", on_delete=models.PROTECT, null=True, related_name="current_of")
    verified = models.OneToOneField("Entry", on_delete=models.PROTECT, null=True, related_name="verified_of")
    differs = models.OneToOneField("Entry", on_delete=models.PROTECT, null=True, related_name="differs_in")
    problem = models.CharField(max_length=200, blank=True)
    excused = models.CharField(max_length=200, blank=True)
    given = models.JSONField(default=list)

    class Meta:
        ordering = ["table__number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(current__isnull=False) | Q(verified__isnull=True, differs__isnull=True),
                name="verified_after_entered",
            ),
            models.CheckConstraint(
                condition=Q(current__isnull=True) | Q(received_at__isnull=False), name="entered_after_received"
            ),
            models.CheckConstraint(
                condition=Q(differs__isnull=True) | Q(verified__isnull=True) | ~Q(verified=F("current")),
                name="verified_readings_do_not_differ",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, Table {self.table.number}"

    @property
    def is_verified(self) -> bool:
        return self.verified_id is not None and self.verified_id == self.current_id

    @property
    def is_disputed(self) -> bool:
        """Return whether a player refused to initial: a protest may follow (R-87), unless the panel has decided.

        Needs the current entry; use `select_related("current")`.
        """
        if self.current is None or self.current.source == Entry.Source.APPEAL:
            return False
        return any(row.get("initials") == "refused" for row in self.current.paper["rows"])

    @property
    def state(self) -> SheetState:
        if self.is_verified:
            return SheetState.VERIFIED
        if self.excused:
            return SheetState.EXCUSED
        if self.differs_id:
            return SheetState.DIFFERS
        if self.current_id:
            return SheetState.ENTERED
        return SheetState.IN if self.received_at else SheetState.OUT


# `Sheet.state` as an expression, for queries.
STATE_IN_SQL = Case(
    When(verified=F("current"), then=Value(SheetState.VERIFIED.value)),
    When(~Q(excused=""), then=Value(SheetState.EXCUSED.value)),
    When(differs__isnull=False, then=Value(SheetState.DIFFERS.value)),
    When(current__isnull=False, then=Value(SheetState.ENTERED.value)),
    When(received_at__isnull=False, then=Value(SheetState.IN.value)),
    default=Value(SheetState.OUT.value),
)


class Entry(AppendOnly):
    """One typed version of a sheet. `paper`: JSON of `scoring.paper`. `number` counts the entries of a sheet from 1.

    `based_on`: the number of the entry that was current when this one was typed, 0 for the first. If two people change
    the same entry, one of them wins. `doubts`: the warnings, with a `reason` why the entry is right anyway.
    """

    class Kind(models.TextChoices):
        ENTRY = "entry", "entry"
        REKEY = "rekey", "second entry"

    class Source(models.TextChoices):
        PAPER = "paper", "paper"
        PHONE = "phone", "phone"
        API = "api", "API"
        IMPORT = "import", "imported file"
        RULING = "ruling", "ruling"
        APPEAL = "appeal", "appeals panel"

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ENTRY)
    based_on = models.PositiveSmallIntegerField()
    paper = models.JSONField()
    depth = models.CharField(max_length=10)
    source = models.CharField(max_length=10, choices=Source)
    correction = models.CharField(max_length=10, blank=True, choices=CORRECTIONS)
    reason = models.CharField(max_length=300, blank=True)
    doubts = models.JSONField(default=list)
    is_doubtful = models.BooleanField(default=False)
    entered_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="entries")
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sheet_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="entry_number_once_per_sheet"),
            models.UniqueConstraint(
                fields=["sheet", "based_on"], condition=Q(kind="entry"), name="one_entry_follows_another"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1) & Q(based_on__lt=F("number")), name="entries_count_from_one"
            ),
            models.CheckConstraint(
                condition=Q(kind="rekey") | Q(is_doubtful=False) | ~Q(reason=""), name="doubts_have_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(kind="rekey") | Q(based_on=0) | ~Q(correction=""), name="changes_say_why"
            ),
            models.CheckConstraint(
                condition=Q(source__in=["paper", "phone", "api", "import", "ruling", "appeal"]),
                name="entry_source_known",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number}"


class Verification(AppendOnly):
    """The verification of an entry. `entered_by`: its author, since no one verifies their own entry.

    `how`: the event's verification policy, or `settled` where a double entry didn't match.
    """

    HOW = {
        "none": "single entry",
        "check": "reviewed",
        "rekey_totals": "double entry of totals",
        "rekey": "double entry",
        "settled": "resolved from the paper",
    }
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="verification")
    how = models.CharField(max_length=20, choices=HOW)
    entered_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    verified_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="verifications")
    verified_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(how__in=["none", "settled"]) | ~Q(verified_by=F("entered_by")),
                name="nobody_verifies_their_own_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.get_how_display()}"


class CurrentResults(models.Manager["Result"]):
    """Results that count now."""

    def get_queryset(self) -> models.QuerySet[Result]:
        return super().get_queryset().filter(until__isnull=True)


class Result(models.Model):
    """One player's result of a round, from the verified entry, with its reason. `player`: who really played.

    Points are match points, or the Cup's player score; None for a no-show. `penalties`: points lost in shakes. A result
    counts from `since` until `until`. Replaced ones stay, so that standings can be computed as of any minute.
    """

    class Status(models.TextChoices):
        PLAYED = "", "played"
        ABSENT = "absent", _("no-show")
        DISQUALIFIED = "disqualified", _("disqualified")

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="results")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="results")
    status = models.CharField(max_length=20, choices=Status, blank=True)
    total = models.SmallIntegerField(null=True)
    penalties = models.PositiveSmallIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(null=True)
    points = models.DecimalField(max_digits=6, decimal_places=2, null=True)
    rule = models.CharField(max_length=200, blank=True)
    sentence = models.CharField(max_length=200, blank=True)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)

    objects = CurrentResults()
    with_replaced: ClassVar[models.Manager[Result]] = models.Manager()

    class Meta:
        ordering = ["sheet_id", "seat"]
        base_manager_name = "with_replaced"
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "seat"], condition=Q(until__isnull=True), name="one_result_per_seat"
            ),
            models.UniqueConstraint(
                fields=["round", "place"], condition=Q(until__isnull=True), name="one_result_per_round"
            ),
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=Q(until__isnull=True) & ~Q(status="absent"),
                name="nobody_plays_at_two_tables",
            ),
            models.CheckConstraint(
                condition=~Q(status="absent") | Q(points__isnull=True), name="who_never_came_has_no_points"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} points"


class Adjustment(models.Model):
    """Points that judges took from a player in the standings, or from the player's team alone (ACC Sportsmanship).

    `sheet`: where it happened. It counts from `since` until it is withdrawn.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="adjustments")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="adjustments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="adjustments")
    of_team = models.BooleanField(default=False)
    points = models.DecimalField(max_digits=6, decimal_places=2)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(points=0), name="an_adjustment_changes_something")]

    def __str__(self) -> str:
        return f"{self.points} for {self.place}"


class Dispute(models.Model):
    """A player refused to initial, and a protest may follow (R-87). Ends with the next verified entry."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="disputes")
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["sheet"], condition=Q(until__isnull=True), name="one_dispute_at_a_time")
        ]

    def __str__(self) -> str:
        return f"dispute about {self.sheet}"


class Closing(AppendOnly):
    """The points of each roster spot when the round was closed, by key."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="closings")
    results = models.JSONField()
    closed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.round} closed"


class Cut(models.Model):
    """How many of a division advance to the playoffs, once the director has decided (N12)."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="cut")
    players = models.PositiveSmallIntegerField(default=0)
    teams = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.teams} teams and {self.players} players of {self.division}"


class Sweepstakes(models.Model):
    """Settings of the standings over all events (F12). `best`: how many events count, all if None.

    `least`: how many events a player must have played.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="sweepstakes")
    best = models.PositiveSmallIntegerField(null=True)
    least = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(best__isnull=True) | Q(best__gte=1), name="best_of_some")]

    def __str__(self) -> str:
        return f"best {self.best or 'of all'} events"


class Release(models.Model):
    """What the public may see of a division. `rounds`: how many rounds. `frozen_at`: standings stay as of then.

    Coaches see what the public sees, and the sheets of their own players.
    """

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="release")
    draws = models.BooleanField(default=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    is_final = models.BooleanField(default=False)
    frozen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.rounds} rounds of {self.division}"


class Photo(models.Model):
    """A photo or scan of the paper, without metadata. Stored in the database, so that every server has it."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="photos")
    content = models.BinaryField()
    content_type = models.CharField(max_length=40)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"photo of {self.sheet}"
