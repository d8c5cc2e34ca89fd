"""Names of children in what judges wrote: what happened and what was decided, in their own words."""

from foundation.tournaments import Tournament
from judging.models import Ruling
from tournament.privacy.name_removal import REMOVED_NAME


def forget_rulings(tournament: Tournament) -> None:
    """That there was a ruling stays, with its rule and effect, without its words."""
    rulings = Ruling.objects.filter(call__tournament=tournament)
    rulings.redact(situation=REMOVED_NAME, decision=REMOVED_NAME)
