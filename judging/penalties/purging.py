"""Names of children in what judges wrote about a penalty."""

from foundation.tournaments import Tournament
from judging.penalties.models import Penalty
from tournament.privacy.purging import IN_PLACE_OF_A_NAME, holds_names


@holds_names
def forget_penalties(tournament: Tournament) -> None:
    Penalty.objects.filter(tournament=tournament).exclude(words="").update(words=IN_PLACE_OF_A_NAME)
    Penalty.objects.filter(tournament=tournament).exclude(undone="").update(undone=IN_PLACE_OF_A_NAME)
