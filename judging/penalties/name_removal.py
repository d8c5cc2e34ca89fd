"""Names of children in what judges wrote about a penalty."""

from foundation.tournaments import Tournament
from judging.penalties.models import Penalty
from tournament.privacy.name_removal import REMOVED_NAME


def forget_penalties(tournament: Tournament) -> None:
    Penalty.objects.filter(tournament=tournament).exclude(words="").update(words=REMOVED_NAME)
    Penalty.objects.filter(tournament=tournament).exclude(undone="").update(undone=REMOVED_NAME)
