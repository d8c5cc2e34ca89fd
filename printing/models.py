"""The letterhead of a tournament: its logo, and the signers of its certificates."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from foundation.people.models import User
from foundation.tournaments import Tournament

MAX_SIGNERS = 3
MAX_SIGNER_LENGTH = 60


class Logo(models.Model):
    """A JPEG, re-encoded from the upload. It is in the database so that every machine has it."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="logo")
    content = models.BinaryField()
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"logo of {self.tournament}"


class Signer(models.Model):
    """The text below a signature line on certificates: `Dana Director, director`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="signers")
    number = models.PositiveSmallIntegerField()
    words = models.CharField(max_length=MAX_SIGNER_LENGTH)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_signer_per_line"),
            models.CheckConstraint(condition=Q(number__range=(1, MAX_SIGNERS)), name="signers_fit_on_a_certificate"),
            models.CheckConstraint(condition=~Q(words=""), name="signer_has_words"),
        ]

    def __str__(self) -> str:
        return self.words
