"""What penalties put into an archive."""

from judging.penalties.models import Consent, Penalty
from tournament.archives.kinds import keeps

keeps(
    Penalty,
    "penalties",
    of="tournament",
    fields="sheet call seat place player what reason again shake points of_team words consent state adjustment undone "
    "asked_by asked_at settled_at",
)
keeps(Consent, "consents", of="penalty__tournament", fields="penalty judge agrees as_head_judge at")
