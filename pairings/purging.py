"""Names of children in drafts: the words of what was changed by hand."""

from pairings.models import Step
from tournament.models import Tournament
from tournament.privacy.purging import holds_names


@holds_names
def forget_steps(tournament: Tournament) -> None:
    Step.objects.filter(draw__tournament=tournament).delete()
