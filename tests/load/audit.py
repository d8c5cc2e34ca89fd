"""The audit after the hour: everything that was acknowledged is in the database exactly once, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.load.roles import LoadDay

NO_PROBLEMS = "No error. Every acknowledged entry is there once, and every verified sheet counts."


def find_problems(day: LoadDay, folder: Path, printed: str) -> list[str]:
    """All problems as sentences. `printed`: the server's standard error."""
    problems = [*day.log.problems[:20], *_entries(day), *_results(day), *_calls(day), *_jobs(day)]
    errors = folder / "data" / "errors.log"
    if errors.exists() and (text := errors.read_text().strip()):
        problems.append(f"errors.log: {text[:2000]}")
    if "rror" in printed:
        problems.append(f"the program said: {printed[:2000]}")
    return problems


def _entries(day: LoadDay) -> list[str]:
    """Check that round 2 has exactly the acknowledged entries, each with the cells that were typed."""
    from scoring.models import Entry

    kept = {
        (sheet, number): [column["cells"] for column in paper["columns"]]
        for sheet, number, paper in Entry.objects.filter(sheet__round__in=day.world.rounds.values()).values_list(
            "sheet", "number", "paper"
        )
    }
    acknowledged = [(sheet, number) for sheet, numbers in day.entries.items() for number in numbers]
    problems = []
    if len(acknowledged) != len(set(acknowledged)):
        problems.append("an entry was acknowledged twice")
    if missing := set(acknowledged) - set(kept):
        problems.append(f"{len(missing)} acknowledged entries are not there: {sorted(missing)[:5]}")
    if unexpected := set(kept) - set(acknowledged):
        problems.append(f"{len(unexpected)} entries are there that weren't acknowledged: {sorted(unexpected)[:5]}")
    other = [key for key in set(acknowledged) & set(kept) if kept[key] != day.cells[key]]
    return [*problems, f"{len(other)} entries hold other cells than were typed: {other[:5]}"] if other else problems


def _results(day: LoadDay) -> list[str]:
    """Check that every verified sheet counts once for each of its players, and that the rounds are closed."""
    from django.db.models import F

    from scoring.models import Result, Sheet
    from tournament.rounds.models import Round, RoundState

    sheets = Sheet.objects.filter(round__in=day.world.rounds.values())
    verified = set(sheets.filter(verified=F("current")).values_list("pk", flat=True))
    problems = []
    if verified != day.verified:
        problems.append(f"{len(verified)} sheets are verified, {len(day.verified)} were acknowledged")
    if left := len(day.world.tables) - len(day.verified):
        problems.append(f"{left} sheets were not verified by the end of the day")
    counted = Result.objects.filter(sheet__in=verified, until__isnull=True).count()
    seats = sum(table.paper.seats for table in day.world.tables if table.sheet in verified)
    if counted != seats:
        problems.append(f"{counted} results count, and {seats} players played")
    open_ = Round.objects.filter(pk__in=day.world.rounds.values()).exclude(state=RoundState.COMPLETE).count()
    return [*problems, f"{open_} rounds are not closed"] if open_ else problems


def _calls(day: LoadDay) -> list[str]:
    from judging.models import Call, Ruling

    calls = Call.objects.filter(tournament=day.world.tournament)
    ended, rulings = calls.filter(ended_at__isnull=False).count(), Ruling.objects.filter(call__in=calls).count()
    counts = (calls.count(), ended, rulings)
    expected = (len(day.visits), sum(day.visits.values()), day.rulings)
    return [] if counts == expected else [f"calls, ended, rulings: {counts}, acknowledged were {expected}"]


def _jobs(day: LoadDay) -> list[str]:
    from foundation.backups.models import Backup
    from foundation.jobs.models import Job

    failed = [f"{job.title}: {job.problem}" for job in Job.objects.filter(state=Job.State.FAILED)]
    unfinished = [state for state in day.jobs.values() if state != "done"]
    if unfinished:
        failed.append(f"documents that were waited for: {unfinished}")
    if not Backup.objects.filter(made_at__isnull=False).exists():
        failed.append("no backup was made")
    return failed
