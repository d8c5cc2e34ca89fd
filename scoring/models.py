"""What happened at the tables: a scoresheet for each, everything that was ever entered from it, and what follows.

*Sheet*: the scoresheet of one table; it points to the entry that is current and to the one that was verified. *Entry*:
the sheet as somebody typed it, numbered, never changed. *Verification*: that a second person agreed. *Result*: what a
player has from a verified sheet. *Adjustment*: what judges took from a score outside any sheet. *Dispute*: a sheet that
not everybody has initialed. *Closing*: the results of a round when it was closed. *Photo*: a picture of the paper.
*Cut*, *Sweepstakes*: what the director decided about standings. *Release*: what of them the public sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from foundation.activity.models import AppendOnly
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings.models import Table
from scoring.paper import CORRECTIONS
from tournament.models import Division
from tournament.rosters.models import Place, Player
from tournament.rounds.models import Round


class State(models.TextChoices):
    """How far a sheet has come, in the order of its way."""

    OUT = "out", "out"
    IN = "in", "in"
    ENTERED = "entered", "entered"
    DIFFERS = "differs", "two readings differ"
    VERIFIED = "verified", "verified"
    EXCUSED = "excused", "excused"


DONE = (State.VERIFIED, State.EXCUSED)


class Sheet(models.Model):
    """One for each published table. Its two pointers are single columns: there is one current entry and one verified.

    While a verified sheet is being corrected the two differ, and the results are still those of the verified entry.
    `differs`: a second reading of the current entry that says something else. `problem`: what a judge is to look at.
    `given`: penalties and disqualifications of judges at this table, as `scoring.paper.Given`. `seated`: the seats, if
    a verb has read them with it.
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
        return f"{self.round}, table {self.table.number}"

    @property
    def is_verified(self) -> bool:
        return self.verified_id is not None and self.verified_id == self.current_id

    @property
    def is_disputed(self) -> bool:
        """Somebody refused to initial: a protest may follow (R-87), unless the panel has decided already.

        The current entry must have been fetched.
        """
        if self.current is None or self.current.source == Entry.Source.APPEAL:
            return False
        return any(row.get("initials") == "refused" for row in self.current.paper["rows"])

    @property
    def state(self) -> State:
        if self.is_verified:
            return State.VERIFIED
        if self.excused:
            return State.EXCUSED
        if self.differs_id:
            return State.DIFFERS
        if self.current_id:
            return State.ENTERED
        return State.IN if self.received_at else State.OUT


class Entry(AppendOnly):
    """`paper`: the sheet as `scoring.paper` writes it. `number` counts the entries of a sheet from one.

    `based_on`: the number of the entry that was current when this one was typed, 0 for the first: of two people who
    change the same entry, one wins. `doubts`: what was doubtful, with `reason` for going on all the same.
    """

    class Kind(models.TextChoices):
        ENTRY = "entry", "entry"
        REKEY = "rekey", "second reading"

    class Source(models.TextChoices):
        PAPER = "paper", "paper"
        PHONE = "phone", "phone"
        API = "api", "API"
        IMPORT = "import", "imported file"
        RULING = "ruling", "ruling"
        APPEAL = "appeal", "appeal"

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
    """Who agreed, and how. `entered_by` is who typed the entry: nobody verifies their own.

    `how`: as the event's policy has it, or `settled` where two readings differed and the paper decided.
    """

    HOW = {
        "none": "one person is enough",
        "check": "looked over",
        "rekey_totals": "totals keyed again",
        "rekey": "keyed again",
        "settled": "settled with the paper in hand",
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


class CountingResults(models.Manager["Result"]):
    """Those that count now."""

    def get_queryset(self) -> models.QuerySet[Result]:
        return super().get_queryset().filter(until__isnull=True)


class Result(models.Model):
    """One player's result of a round, from the verified entry, with its reason. `player`: who really played.

    Points are match points, or the Cup's player score; None for who never came. `penalties`: points lost in shakes.
    It counts from `since` on; one that was replaced stays, with `until` when: so a standing can be told as of any
    minute.
    """

    class Status(models.TextChoices):
        PLAYED = "", "played"
        ABSENT = "absent", "never came"
        DISQUALIFIED = "disqualified", "disqualified"

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

    objects = CountingResults()
    ever: ClassVar[models.Manager[Result]] = models.Manager()

    class Meta:
        ordering = ["sheet_id", "seat"]
        base_manager_name = "ever"
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
    """Points of the standings that judges took from a player, or from the player's team alone (ACC Sportsmanship).

    `sheet`: where it happened. It counts from `since` on, until it is taken back.
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
    """Somebody at the table refused to initial, and a protest may follow (R-87). Over with the next verified entry."""

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
    """`results`: each place's points by its key, as they were when the round was closed."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="closings")
    results = models.JSONField()
    closed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.round} closed"


class Cut(models.Model):
    """How many of a division go on to the playoffs, once the director has said so (N12)."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="cut")
    players = models.PositiveSmallIntegerField(default=0)
    teams = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.teams} teams and {self.players} players of {self.division}"


class Sweepstakes(models.Model):
    """The standings over all events of a tournament (F12). `best`: how many events count, all if None; `least`: how
    many must have been played."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="sweepstakes")
    best = models.PositiveSmallIntegerField(null=True)
    least = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(best__isnull=True) | Q(best__gte=1), name="best_of_some")]

    def __str__(self) -> str:
        return f"best {self.best or 'of all'} events"


class Release(models.Model):
    """What of a division the public may see. `rounds`: results of the first so many. `frozen_at`: as of that moment,
    until the ceremony is over. Coaches see what the public sees, and their own players' sheets."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="release")
    draws = models.BooleanField(default=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    is_final = models.BooleanField(default=False)
    frozen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.rounds} rounds of {self.division}"


class Photo(models.Model):
    """A photo or scan of the paper, without whatever the camera wrote into it. In the database, for every machine."""

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
