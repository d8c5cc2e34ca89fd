"""After the hour: whatever was acknowledged is in the database, once, and nothing else is."""

from __future__ import annotations

from pathlib import Path

from tests.load.people import Day

ALL_WELL = "No error. Every acknowledged entry is there once, and every verified sheet counts."


def problems_of(day: Day, folder: Path, printed: str) -> list[str]:
    """Sentences; none if all is well. `printed`: what the program said on its standard error."""
    found = [*day.ledger.wrong[:20], *_entries(day), *_results(day), *_calls(day), *_jobs(day)]
    errors = folder / "data" / "errors.log"
    if errors.exists() and (told := errors.read_text().strip()):
        found.append(f"errors.log: {told[:2000]}")
    if "rror" in printed:
        found.append(f"the program said: {printed[:2000]}")
    return found


def _entries(day: Day) -> list[str]:
    """Of round 2: as many entries as were acknowledged, each with the cells that were typed."""
    from scoring.models import Entry

    kept = {
        (sheet, number): [column["cells"] for column in paper["columns"]]
        for sheet, number, paper in Entry.objects.filter(sheet__round__in=day.world.rounds.values()).values_list(
            "sheet", "number", "paper"
        )
    }
    acknowledged = [(sheet, number) for sheet, numbers in day.entries.items() for number in numbers]
    found = []
    if len(acknowledged) != len(set(acknowledged)):
        found.append("an entry was acknowledged twice")
    if missing := set(acknowledged) - set(kept):
        found.append(f"{len(missing)} acknowledged entries are not there: {sorted(missing)[:5]}")
    if more := set(kept) - set(acknowledged):
        found.append(f"{len(more)} entries are there that nobody was told of: {sorted(more)[:5]}")
    other = [key for key in set(acknowledged) & set(kept) if kept[key] != day.cells[key]]
    return [*found, f"{len(other)} entries hold other cells than were typed: {other[:5]}"] if other else found


def _results(day: Day) -> list[str]:
    """Every sheet that was verified counts once for each of its players, and the closed rounds are closed."""
    from django.db.models import F

    from scoring.models import Result, Sheet
    from tournament.rounds.models import Round, RoundState

    sheets = Sheet.objects.filter(round__in=day.world.rounds.values())
    verified = set(sheets.filter(verified=F("current")).values_list("pk", flat=True))
    found = []
    if verified != day.verified:
        found.append(f"{len(verified)} sheets are verified, {len(day.verified)} were acknowledged")
    if left := len(day.world.tables) - len(day.verified):
        found.append(f"{left} sheets were not verified by the end of the day")
    counted = Result.objects.filter(sheet__in=verified, until__isnull=True).count()
    seats = sum(table.paper.seats for table in day.world.tables if table.sheet in verified)
    if counted != seats:
        found.append(f"{counted} results count, and {seats} players played")
    open_ = Round.objects.filter(pk__in=day.world.rounds.values()).exclude(state=RoundState.COMPLETE).count()
    return [*found, f"{open_} rounds are not closed"] if open_ else found


def _calls(day: Day) -> list[str]:
    from judging.models import Call, Ruling

    calls = Call.objects.filter(tournament=day.world.tournament)
    counts = (calls.count(), calls.filter(ended_at__isnull=False).count())
    counts = (*counts, Ruling.objects.filter(call__in=calls).count())
    told = (len(day.visits), sum(day.visits.values()), day.rulings)
    return [] if counts == told else [f"calls, ended, rulings: {counts}, acknowledged were {told}"]


def _jobs(day: Day) -> list[str]:
    from foundation.backups.models import Backup
    from foundation.jobs.models import Job

    failed = [f"{job.title}: {job.problem}" for job in Job.objects.filter(state=Job.State.FAILED)]
    unfinished = [state for state in day.jobs.values() if state != "done"]
    if unfinished:
        failed.append(f"documents that were waited for: {unfinished}")
    if not Backup.objects.filter(made_at__isnull=False).exists():
        failed.append("no backup was made")
    return failed
