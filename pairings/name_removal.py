"""Names of children in drafts: the words of what was changed by hand."""

from foundation.tournaments import Tournament
from pairings.models import Step


def forget_steps(tournament: Tournament) -> None:
    Step.objects.filter(draw__tournament=tournament).delete()
