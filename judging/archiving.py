"""What judging puts into an archive: judges' conflicts of interest, calls with absences, and rulings."""

from judging.models import Absence, Call, Conflict, Ruling
from tournament.archives.kinds import keeps

keeps(Conflict, "conflicts", of="tournament", fields="judge school declared_at withdrawn_at")
keeps(
    Call,
    "calls",
    of="tournament",
    fields="sheet opinion matter about asked_at asked_by judge began_at ended_at agrees stood_at",
)
keeps(Absence, "absences", of="call__tournament", fields="call seat left_at back_at")
keeps(
    Ruling,
    "rulings",
    of="call__tournament",
    fields="call number situation decision rule shake effect with_others checked made_by made_at",
)
