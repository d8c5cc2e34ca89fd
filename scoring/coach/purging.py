"""Names of children in what coaches asked for, and in the answers."""

from foundation.tournaments import Tournament
from scoring.coach.models import Request
from tournament.privacy.purging import IN_PLACE_OF_A_NAME, holds_names


@holds_names
def forget_requests(tournament: Tournament) -> None:
    """That there was a request stays, without its words."""
    requests = Request.objects.filter(tournament=tournament)
    requests.exclude(words="").update(words=IN_PLACE_OF_A_NAME)
    requests.exclude(reply="").update(reply=IN_PLACE_OF_A_NAME)
