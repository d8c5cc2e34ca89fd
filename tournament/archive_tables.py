"""What this floor puts into an archive, and what it leaves out and why."""

from __future__ import annotations

import hashlib
import json
from zoneinfo import available_timezones

from django.utils import timezone

from foundation.activity.models import LogLine
from foundation.archives.tables import archive_table
from foundation.backups.models import Backup
from foundation.hooks import ArchiveTables
from foundation.jobs.models import Job, JobResult, WorkerBeat
from foundation.people.models import ApiToken, Invitation, Membership, Session, User
from foundation.tournaments import Tournament
from rulebooks import read_edition
from tournament.game_settings import TIE_BREAKS
from tournament.models import Book, Division, Event, School, Team
from tournament.rooms.models import Room, Tables
from tournament.rosters.checkin.models import Attendance, Counter, GameSet, Substitution
from tournament.rosters.models import Change, Place, Player, TeamEntry, Upload
from tournament.rounds.models import ExtraTime, Finalist, Round

OF_EACH_INSTALLATION = "specific to each installation"
REPEATED_REQUESTS = "only used to answer repeated requests"


def _check_tournament(row: Tournament) -> None:
    if row.time_zone not in available_timezones():
        raise ValueError("unknown time zone")


def _check_book(row: Book) -> None:
    """Check that the text matches its digest and parses as a rule book."""
    if hashlib.sha256(row.text.encode()).hexdigest() != row.digest:
        raise ValueError("the text doesn’t match its digest")
    read_edition(json.loads(row.text), f"{row.edition}.toml")


def _check_event(row: Event) -> None:
    if not isinstance(row.tie_breaks, list) or not set(row.tie_breaks) <= set(TIE_BREAKS):
        raise ValueError("unknown tie-breaks")


def _end_membership(row: Membership) -> None:
    """End the membership: staff of another installation have no rights here."""
    row.ended_at = row.ended_at or timezone.now()


def _check_log_line(row: LogLine) -> None:
    if not isinstance(row.data, dict):
        raise ValueError("invalid data")


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        archive_table(
            Tournament,
            "tournament",
            tournament_path="pk",
            fields="name slug starts_on ends_on venue time_zone is_rehearsal public_names names_until purged_at state "
            "version created_at",
            left_out={"is_public": "decided separately on each installation"},
            complete_row=_check_tournament,
        ),
        archive_table(
            Book,
            "books",
            tournament_path="events__tournament",
            fields="digest edition text",
            left_out={"kept_at": OF_EACH_INSTALLATION},
            file_columns={"text": "books/{id}.json"},
            natural_key="digest",
            complete_row=_check_book,
        ),
        archive_table(
            Event,
            "events",
            tournament_path="tournament",
            fields="edition game book preset format no_goal rounds minutes team_size short_teams table_size seating "
            "schools_apart entry verification tie_breaks attendance_bonus appeals protest_minutes "
            "panel_size version",
            complete_row=_check_event,
        ),
        archive_table(
            Division, "divisions", tournament_path="event__tournament", fields="event letter name max_grade color lot"
        ),
        archive_table(School, "schools", tournament_path="tournament", fields="name members"),
        archive_table(Team, "teams", tournament_path="tournament", fields="school name"),
        archive_table(
            Player, "players", tournament_path="tournament", fields="school first_name last_name number grade is_hidden"
        ),
        archive_table(
            TeamEntry, "team_entries", tournament_path="event__tournament", fields="event team division seed section"
        ),
        archive_table(
            Place,
            "places",
            tournament_path="event__tournament",
            fields="event division entry number player is_alternate",
        ),
        archive_table(Counter, "checkins", tournament_path="event__tournament", fields="event serial"),
        archive_table(
            Attendance,
            "attendance",
            tournament_path="place__event__tournament",
            fields="place status serial changed_by changed_at",
        ),
        archive_table(GameSet, "game_sets", tournament_path="entry__event__tournament", fields="entry is_here serial"),
        archive_table(
            Substitution,
            "substitutions",
            tournament_path="place__event__tournament",
            fields="place out into from_round takes_back made_at",
        ),
        archive_table(Room, "rooms", tournament_path="tournament", fields="name"),
        archive_table(
            Tables, "tables_of_rooms", tournament_path="division__event__tournament", fields="division room first last"
        ),
        archive_table(
            Round,
            "rounds",
            tournament_path="tournament",
            fields="division number playoff state seconds started_at paused_at paused_for collected_at version",
        ),
        archive_table(Finalist, "finalists", tournament_path="round__tournament", fields="round place match"),
        archive_table(
            ExtraTime,
            "extra_times",
            tournament_path="round__tournament",
            fields="round table seconds reason given_by given_at",
        ),
        archive_table(
            Membership,
            "staff",
            tournament_path="tournament",
            fields="user role created_at ended_at",
            left_out={"badge": "badges sign people in"},
            complete_row=_end_membership,
        ),
        archive_table(
            LogLine,
            "log",
            tournament_path="tournament",
            fields="action user who at origin text data is_news",
            left_out={
                "address": "belongs to someone’s device",
                "device": "belongs to someone’s device",
                "subject_type": REPEATED_REQUESTS,
                "subject_id": REPEATED_REQUESTS,
                "key": REPEATED_REQUESTS,
                "asked": REPEATED_REQUESTS,
            },
            complete_row=_check_log_line,
        ),
    ),
    left_out={
        User: "only staff names are included, in people.jsonl",
        Invitation: "badges and coach links sign people in",
        Session: "signed-in browsers",
        ApiToken: "tokens give programs access",
        Upload: "the imported roster is included",
        Change: "undo steps; the activity log lists the changes",
        Job: OF_EACH_INSTALLATION,
        JobResult: OF_EACH_INSTALLATION,
        WorkerBeat: OF_EACH_INSTALLATION,
        Backup: OF_EACH_INSTALLATION,
    },
)
