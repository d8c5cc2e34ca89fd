"""Names of children in what coaches asked for, and in the answers."""

from foundation.tournaments import Tournament
from scoring.coach.models import Request
from tournament.privacy.name_removal import REMOVED_NAME


def forget_requests(tournament: Tournament) -> None:
    """That there was a request stays, without its words."""
    requests = Request.objects.filter(tournament=tournament)
    requests.exclude(words="").update(words=REMOVED_NAME)
    requests.exclude(reply="").update(reply=REMOVED_NAME)
