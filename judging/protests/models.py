"""A player's written objection to a ruling, and what came of it (EQ VII-C-6, JM General 8).

*Protest*: the form. *ProtestStep*: each thing that was done with it; append-only. *Document*: an attached photo or PDF.
*Member*: a judge on its panel. *Vote*: a member's vote; the last one counts. *Decision*: what the panel decided, and
the entry that it made; only another decision replaces it.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from foundation.activity.models import AppendOnly
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.models import Call, split_names
from scoring.models import Entry, Sheet

LENGTH = 1000


class ProtestState(models.TextChoices):
    FILED = "filed", "filed"
    RETURNED = "returned", "incomplete"
    ACCEPTED = "accepted", "accepted"
    HEARD = "heard", "heard"
    DECIDED = "decided", "decided"
    WITHDRAWN = "withdrawn", "withdrawn"
    DISMISSED = "dismissed", "dismissed"


OPEN_PROTEST_STATES = (ProtestState.FILED, ProtestState.RETURNED, ProtestState.ACCEPTED, ProtestState.HEARD)


class Protest(models.Model):
    """`seat`: the player who protests. `call`: the first visit about the matter, None if no judge noted one.

    `judges`: the names of the judges who ruled, one per line. `second_judge`, `third_judge`, `agreed`: from the visits,
    or as the form says. `late_because`: why it was accepted after the deadline.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="protests")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="protests")
    seat = models.PositiveSmallIntegerField()
    call = models.ForeignKey(Call, on_delete=models.PROTECT, null=True, related_name="protests")
    shake = models.PositiveSmallIntegerField(null=True)
    situation = models.CharField(max_length=LENGTH, blank=True)
    ruling = models.CharField(max_length=LENGTH)
    complaint = models.CharField(max_length=LENGTH)
    rule = models.CharField(max_length=120, blank=True)
    judges = models.CharField(max_length=300, blank=True)
    second_judge = models.BooleanField()
    third_judge = models.BooleanField(default=False)
    agreed = models.BooleanField(null=True)
    late_because = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=ProtestState, default=ProtestState.FILED)
    filed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    filed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "seat"],
                condition=Q(state__in=list(OPEN_PROTEST_STATES)),
                name="one_open_protest_of_a_player",
            ),
            models.CheckConstraint(condition=Q(state__in=ProtestState.values), name="protest_state_known"),
            models.CheckConstraint(condition=~Q(ruling="") & ~Q(complaint=""), name="a_protest_says_what_and_why"),
            models.CheckConstraint(condition=Q(seat__gte=1), name="a_player_protests"),
            models.CheckConstraint(
                condition=Q(third_judge=False) | Q(second_judge=True), name="no_third_judge_without_a_second"
            ),
            models.CheckConstraint(
                condition=Q(state="returned") | Q(state__in=["withdrawn", "dismissed"]) | ~Q(judges=""),
                name="a_protest_names_the_judges",
            ),
        ]

    def __str__(self) -> str:
        return f"protest at Table {self.sheet.table.number}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_PROTEST_STATES

    @property
    def named(self) -> list[str]:
        return split_names(self.judges)


class ProtestStep(AppendOnly):
    """`words`: why, for people who may read the protest. `entry`: the entry that it added to the scoresheet."""

    class Kind(models.TextChoices):
        FILED = "filed", "filed"
        RETURNED = "returned", "returned as incomplete"
        COMPLETED = "completed", "completed"
        ACCEPTED = "accepted", "accepted"
        NAMED = "named", "named to the panel"
        RELEASED = "released", "released from the panel"
        HEARD = "heard", "heard"
        DECIDED = "decided", "decided"
        REPLAYED = "replayed", "replayed shake entered"
        WITHDRAWN = "withdrawn", "withdrawn"
        DISMISSED = "dismissed", "dismissed"

    protest = models.ForeignKey(Protest, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    words = models.CharField(max_length=LENGTH, blank=True)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "protests_step"  # the original name of the class
        ordering = ["protest_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["protest", "number"], name="steps_of_a_protest_are_counted"),
            models.CheckConstraint(
                condition=~Q(kind__in=["dismissed", "returned"]) | ~Q(words=""), name="sent_back_with_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.protest} {self.get_kind_display()}"


class Document(models.Model):
    """An attachment: a photo without camera metadata, or a sanitized PDF."""

    protest = models.ForeignKey(Protest, on_delete=models.CASCADE, related_name="documents")
    name = models.CharField(max_length=120, blank=True)
    content = models.BinaryField()
    content_type = models.CharField(max_length=40)
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(content_type__in=["image/jpeg", "application/pdf"]), name="a_document_is_a_picture_or_pdf"
            )
        ]

    def __str__(self) -> str:
        return self.name or "attachment"

    @property
    def is_picture(self) -> bool:
        return self.content_type == "image/jpeg"


class Member(models.Model):
    """A judge on the panel, from `named_at` until `released_at`."""

    protest = models.ForeignKey(Protest, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="panels")
    named_at = models.DateTimeField(auto_now_add=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["protest", "user"], condition=Q(released_at__isnull=True), name="on_a_panel_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} on the panel"


class Outcome(models.TextChoices):
    UPHELD = "upheld", "the ruling stands"
    RESCORED = "rescored", "overturned: points changed"
    REPLAYED = "replayed", "overturned: shake replayed"


class Vote(AppendOnly):
    """A member's vote; the last one counts. `sitting`: 1 for the first decision, 2 for one that may replace it."""

    protest = models.ForeignKey(Protest, on_delete=models.PROTECT, related_name="votes")
    sitting = models.PositiveSmallIntegerField(default=1)
    member = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(max_length=10, choices=Outcome)
    reason = models.CharField(max_length=LENGTH)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="vote_for_something_known"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_vote_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.get_outcome_display()}"


class Decision(AppendOnly):
    """`number`: 1 for the first decision. `base`: the entry that it was about; `entry`: the entry that it added.

    `votes` of `panel` members voted for it, a majority.
    """

    protest = models.ForeignKey(Protest, on_delete=models.PROTECT, related_name="decisions")
    number = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome)
    shakes = models.JSONField(default=list)
    rule = models.CharField(max_length=120)
    reason = models.CharField(max_length=LENGTH)
    votes = models.PositiveSmallIntegerField()
    panel = models.PositiveSmallIntegerField()
    base = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["protest_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["protest", "number"], name="decisions_are_counted"),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="decision_for_something_known"),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(rule=""), name="a_decision_has_rule_and_reason"),
            models.CheckConstraint(
                condition=Q(outcome="upheld") | Q(entry__isnull=False, base__isnull=False),
                name="what_is_overturned_has_an_entry",
            ),
            models.CheckConstraint(
                condition=Q(votes__lte=models.F("panel")) & Q(panel__lt=models.F("votes") * 2),
                name="a_majority_decides",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.protest}: {self.get_outcome_display()}"
