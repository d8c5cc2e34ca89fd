"""Names of children in protests: the words of everybody who wrote about one, and its papers."""

from foundation.tournaments import Tournament
from judging.protests.models import Decision, Document, Protest, Step, Vote
from tournament.privacy.name_removal import REMOVED_NAME

GONE = REMOVED_NAME


def forget_protests(tournament: Tournament) -> None:
    """That there was a protest and how it was decided stays, with the rule; words and papers go."""
    Protest.objects.filter(tournament=tournament).update(
        situation=GONE, ruling=GONE, complaint=GONE, judges=GONE, late_because=GONE
    )
    Step.objects.filter(protest__tournament=tournament).exclude(words="").redact(words=GONE)
    Vote.objects.filter(protest__tournament=tournament).redact(reason=GONE)
    Decision.objects.filter(protest__tournament=tournament).redact(reason=GONE)
    Document.objects.filter(protest__tournament=tournament).delete()
