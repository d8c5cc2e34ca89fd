"""Names of children in what judges wrote: what happened and what was decided, in their own words."""

from foundation.tournaments import Tournament
from judging.models import Ruling
from tournament.privacy.purging import IN_PLACE_OF_A_NAME, holds_names


@holds_names
def forget_rulings(tournament: Tournament) -> None:
    """That there was a ruling stays, with its rule and effect, without its words."""
    rulings = Ruling.objects.filter(call__tournament=tournament)
    rulings.redact(situation=IN_PLACE_OF_A_NAME, decision=IN_PLACE_OF_A_NAME)
