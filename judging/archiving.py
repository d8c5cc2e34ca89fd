"""What judging puts into an archive: judges' conflicts of interest."""

from judging.models import Conflict
from tournament.archives.kinds import keeps

keeps(Conflict, "conflicts", of="tournament", fields="judge school declared_at withdrawn_at")
