"""Draws: the table assignments of a round, from draft to published, and the manual changes in between.

*Draw*: one version of a round's tables. A draft can be changed. A published draw never changes; a later version
replaces it. *Table*, *Seat*: its tables with numbers and rooms, and the roster spots around them. *DraftStep*: a manual
change of a draft, so that it can be shown and undone.
"""

from __future__ import annotations

import re

from django.db import models
from django.db.models import Q

from foundation.activity.sentences import SentenceByCase, word_sentence
from foundation.people.models import User
from foundation.tournaments import Tournament
from tournament.game_settings import SEATING
from tournament.rosters.models import Place
from tournament.rounds.models import Round

MATCHES = "matches"
EXPLANATION = re.compile(r"(: | \().*")
METHODS = SEATING | {MATCHES: "Team matches: top players meet top players"}


class Draw(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"
        REPLACED = "replaced", "replaced"
        DISCARDED = "discarded", "discarded"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    version = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    method = models.CharField(max_length=20, choices=METHODS)
    seed = models.PositiveBigIntegerField()
    found_by = models.CharField(max_length=40)
    bound = models.JSONField()
    as_drawn = models.JSONField()
    without_results = models.BooleanField(default=False)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["round", "version"], name="draw_version_once_per_round"),
            models.UniqueConstraint(fields=["round"], condition=Q(state="draft"), name="one_draft_per_round"),
            models.UniqueConstraint(
                fields=["round"], condition=Q(state="published"), name="one_published_draw_per_round"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "published", "replaced", "discarded"]), name="draw_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["published", "replaced"], published_at__isnull=False)
                | Q(state__in=["draft", "discarded"], published_at__isnull=True),
                name="draw_is_published_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, version {self.version}"

    @property
    def method_name(self) -> str:
        """The name of the seating method without its explanation: `Score groups`."""
        return EXPLANATION.sub("", self.get_method_display())

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT


class Table(models.Model):
    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    room = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="table_number_once_per_draw"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_begin_with_one"),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"


class Seat(models.Model):
    """`number`: clockwise around the table. In the Cup, the player in the last seat keeps score."""

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="seats")
    is_locked = models.BooleanField(default=False)

    class Meta:
        ordering = ["table__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "place"], name="nobody_sits_twice"),
            models.UniqueConstraint(fields=["table", "number"], name="one_on_each_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.number}"


STEP_SENTENCES = {
    "swapped": "swapped {one} and {other}",
    "locked": "locked {who}’s seat",
    "freed": "unlocked {who}’s seat",
    "reassigned": "reassigned unlocked seats",
    "other": "{what}",
}
STEP_SENTENCE = SentenceByCase("step", STEP_SENTENCES)


class DraftStep(models.Model):
    """`before`: the roster spots by table and the locked ones before the change, which undo restores.

    `words`: the sentence as it read when the change was made; `sentence`: as it reads today, from `data`.
    """

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="steps")
    words = models.CharField(max_length=200)
    data = models.JSONField(null=True)
    before = models.JSONField()
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "pairings_step"  # the original name of the class
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        return word_sentence(STEP_SENTENCE, self.data or {}, self.words)
