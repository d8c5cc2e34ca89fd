"""What judging puts into an archive: judges' conflicts of interest, calls and rulings."""

from judging.models import Call, Conflict, Ruling
from tournament.archives.kinds import keeps

keeps(Conflict, "conflicts", of="tournament", fields="judge school declared_at withdrawn_at")
keeps(
    Call,
    "calls",
    of="tournament",
    fields="sheet opinion matter about asked_at asked_by judge began_at ended_at agrees",
)
keeps(
    Ruling,
    "rulings",
    of="call__tournament",
    fields="call number situation decision rule shake effect with_others made_by made_at",
)
