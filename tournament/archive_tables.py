"""What this floor puts into an archive, and what it leaves out and why."""

from __future__ import annotations

import hashlib
import json
from zoneinfo import available_timezones

from django.utils import timezone

from foundation.activity.models import LogLine
from foundation.archives.tables import keep
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

OF_EACH_INSTALLATION = "each installation has its own"
REPEATED_REQUESTS = "only answers a request that comes twice"


def _check_tournament(row: Tournament) -> None:
    if row.time_zone not in available_timezones():
        raise ValueError("no such time zone")


def _check_book(row: Book) -> None:
    """Check that the text matches its digest and parses as a rule book."""
    if hashlib.sha256(row.text.encode()).hexdigest() != row.digest:
        raise ValueError("the text is not the one that the digest names")
    read_edition(json.loads(row.text), f"{row.edition}.toml")


def _check_event(row: Event) -> None:
    if not isinstance(row.tie_breaks, list) or not set(row.tie_breaks) <= set(TIE_BREAKS):
        raise ValueError("unknown tie-breaks")


def _end_membership(row: Membership) -> None:
    """End the membership: staff of another installation have no rights here."""
    row.ended_at = row.ended_at or timezone.now()


def _check_log_line(row: LogLine) -> None:
    if not isinstance(row.data, dict):
        raise ValueError("data without names")


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        keep(
            Tournament,
            "tournament",
            of="pk",
            fields="name slug starts_on ends_on venue time_zone is_rehearsal public_names names_until purged_at state "
            "version created_at",
            left_out={"is_public": "whether there is a public page is decided where it would be"},
            settle=_check_tournament,
        ),
        keep(
            Book,
            "books",
            of="events__tournament",
            fields="digest edition text",
            left_out={"kept_at": OF_EACH_INSTALLATION},
            files={"text": "books/{id}.json"},
            known_by="digest",
            settle=_check_book,
        ),
        keep(
            Event,
            "events",
            of="tournament",
            fields="edition game book preset format no_goal rounds minutes team_size short_teams table_size seating "
            "schools_apart entry verification tie_breaks attendance_bonus appeals protest_minutes "
            "panel_size version",
            settle=_check_event,
        ),
        keep(Division, "divisions", of="event__tournament", fields="event letter name max_grade color lot"),
        keep(School, "schools", of="tournament", fields="name members"),
        keep(Team, "teams", of="tournament", fields="school name"),
        keep(Player, "players", of="tournament", fields="school first_name last_name number grade is_hidden"),
        keep(TeamEntry, "team_entries", of="event__tournament", fields="event team division seed section"),
        keep(Place, "places", of="event__tournament", fields="event division entry number player is_alternate"),
        keep(Counter, "checkins", of="event__tournament", fields="event serial"),
        keep(
            Attendance, "attendance", of="place__event__tournament", fields="place status serial changed_by changed_at"
        ),
        keep(GameSet, "game_sets", of="entry__event__tournament", fields="entry is_here serial"),
        keep(
            Substitution,
            "substitutions",
            of="place__event__tournament",
            fields="place out into from_round takes_back made_at",
        ),
        keep(Room, "rooms", of="tournament", fields="name"),
        keep(Tables, "tables_of_rooms", of="division__event__tournament", fields="division room first last"),
        keep(
            Round,
            "rounds",
            of="tournament",
            fields="division number playoff state seconds started_at paused_at paused_for collected_at version",
        ),
        keep(Finalist, "finalists", of="round__tournament", fields="round place match"),
        keep(ExtraTime, "extra_times", of="round__tournament", fields="round table seconds reason given_by given_at"),
        keep(
            Membership,
            "staff",
            of="tournament",
            fields="user role created_at ended_at",
            left_out={"badge": "a badge signs somebody in"},
            settle=_end_membership,
        ),
        keep(
            LogLine,
            "log",
            of="tournament",
            fields="action user who at origin text data is_news",
            left_out={
                "address": "of somebody's device",
                "device": "of somebody's device",
                "subject_type": REPEATED_REQUESTS,
                "subject_id": REPEATED_REQUESTS,
                "key": REPEATED_REQUESTS,
                "asked": REPEATED_REQUESTS,
            },
            settle=_check_log_line,
        ),
    ),
    left_out={
        User: "people of the staff are kept by their name alone, in people.jsonl",
        Invitation: "badges and coaches' links sign people in",
        Session: "browsers that are signed in",
        ApiToken: "tokens let programs in",
        Upload: "what came of a file is in the roster",
        Change: "the steps of undo; the log tells what was changed",
        Job: OF_EACH_INSTALLATION,
        JobResult: OF_EACH_INSTALLATION,
        WorkerBeat: OF_EACH_INSTALLATION,
        Backup: OF_EACH_INSTALLATION,
    },
)
