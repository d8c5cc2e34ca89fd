"""What the scoresheet page shows: the grid, both versions of a conflict, judges' decisions, photos, added time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from foundation.errors import EditConflict, Refused
from foundation.forms import new_key
from foundation.people.models import Role
from scoring.entry.access import OPEN_ROUND_STATES, SheetViewer, as_seen_by, is_hidden_from
from scoring.entry.forms import SheetForm
from scoring.entry.grid import Grid, situations
from scoring.entry.players import match_names, substitute_names, with_player_names
from scoring.entry.queries import SeatedPlayer, compute_entry, extra_times_of, wrong_sheet_warning
from scoring.models import MOST_PHOTOS, Sheet
from scoring.paper import (
    JudgeDecision,
    describe_decision,
    differences,
    differences_in_totals,
    possible_corrections,
)
from scoring.standings_pages.pending_results import pending_sheets_in
from tournament.books import edition_of
from tournament.rosters.models import Place
from tournament.rounds.queries import can_see_reasons

SAVE_BUTTONS = {
    "enter": "Save and next",
    "check": "Looks right",
    "rekey": "Save and compare",
    "settle": "Matches the paper",
    "edit": "Save change",
}


@dataclass(frozen=True)
class SheetPage:
    """The page of one sheet. `mode`: what this person does with it now. `printed`: the sheet printed on the paper.

    `refused`, `form` and `grid`: why it wasn't saved, and what was typed.
    """

    viewer: SheetViewer
    sheet: Sheet
    seated: list[SeatedPlayer]
    mode: str
    printed: int | None = None
    refused: Refused | None = None
    form: SheetForm | None = None
    grid: Grid | None = None

    def context(self) -> dict[str, Any]:
        """Return the template context: what was typed, else what was entered; empty for a blind reader."""
        actor, sheet = self.viewer.actor, self.sheet
        event = sheet.round.division.event
        hidden = self.viewer.reads_blind(sheet)
        grid = self.grid or self._entered_grid(hidden=hidden)
        totals_only = event.verification == "rekey_totals" and self.mode == "rekey"
        context: dict[str, Any] = {
            "sheet": sheet,
            "round": sheet.round,
            "event": event,
            "mode": self.mode,
            "is_open": sheet.round.state in OPEN_ROUND_STATES,
            "hidden": hidden,
            "save_label": SAVE_BUTTONS.get(self.mode, ""),
            "grid": grid,
            "refused": self.refused.sentence if self.refused else "",
            "typed": self.form,
            "shows_messages": self.form is not None or sheet.current is not None,
            "printed": self.printed,
            "key": self._key(),
            "base": sheet.current.number if sheet.current else 0,
            "alternates": _alternates(self.seated),
            "situations": situations(edition_of(event), event.no_goal),
            "entry_depth": "totals" if totals_only else event.entry,
            "photos": sheet.photos.defer("content").select_related("added_by"),
            "most_photos": MOST_PHOTOS,
            "entries": sheet.entries.count(),
            "decisions": self._decisions(),
            "extra_times": extra_times_of(sheet),
            "sees_reasons": can_see_reasons(actor, self.viewer.tournament) and not is_hidden_from(actor, sheet),
            "pending": pending_sheets_in([sheet.round_id]).get(sheet.pk),
        }
        if sheet.current is not None and self.mode in ("edit", "settle"):
            context |= self._comparison(grid)
        return context

    def _entered_grid(self, *, hidden: bool) -> Grid:
        paper = self.sheet.current.paper if self.sheet.current and not hidden else {}
        sheet = as_seen_by(self.viewer.actor, self.sheet)
        warning = wrong_sheet_warning(self.sheet, self.printed)
        return Grid(sheet, self.seated, paper, substitute_names(paper), warning)

    def _key(self) -> str:
        """Return the idempotency key of the form: a new one, unless the same request can be sent again."""
        if self.form is None or isinstance(self.refused, EditConflict):
            return new_key()
        return self.form.key

    def _comparison(self, grid: Grid) -> dict[str, Any]:
        """Return two versions side by side: what was typed and what was saved since, or both double entries."""
        sheet = self.sheet
        assert sheet.current is not None
        event = sheet.round.division.event
        current = compute_entry(sheet, self.seated, sheet.current)
        context: dict[str, Any] = {
            "corrections": possible_corrections(edition_of(event), initialed=current.paper.is_initialed)
        }
        if isinstance(self.refused, EditConflict) and grid.computed is not None:
            context["comparison"] = {
                "one": f"Saved by {sheet.current.entered_by or 'someone else'}",
                "other": "Typed by you",
                "differences": with_player_names(differences(current, grid.computed)),
            }
        elif self.mode == "settle" and sheet.differs is not None:
            second = compute_entry(sheet, self.seated, sheet.differs)
            compare = differences_in_totals if event.verification == "rekey_totals" else differences
            context["comparison"] = {
                "one": f"Entered by {sheet.current.entered_by or 'someone'}",
                "other": f"Entered by {sheet.differs.entered_by or 'someone else'}",
                "differences": with_player_names(compare(current, second)),
            }
        return context

    def _decisions(self) -> list[str]:
        """Return judges' decisions at this table. Not for judges: one may still be asked for an opinion."""
        actor = self.viewer.actor
        is_judge = bool({Role.JUDGE, Role.HEAD_JUDGE} & actor.roles_in(self.viewer.tournament))
        if is_judge or is_hidden_from(actor, self.sheet):
            return []
        word = edition_of(self.sheet.round.division.event).names.shake
        names = [each.name for each in self.seated]
        return [describe_decision(JudgeDecision(**each), names, word) for each in self.sheet.given]


def typed_grid(viewer: SheetViewer, sheet: Sheet, seated: list[SeatedPlayer], data: QueryDict) -> Grid:
    """Return the grid of what was typed, with the players whose names were typed over the printed ones."""
    form = SheetForm.parse(data, len(seated))
    matches = match_names(sheet, seated, form.names)
    for seat, player in matches.players.items():
        form.paper["rows"][seat - 1]["player"] = player
    warning = wrong_sheet_warning(sheet, form.printed)
    return Grid(as_seen_by(viewer.actor, sheet), seated, form.paper, form.names, warning, matches)


def _alternates(seated: list[SeatedPlayer]) -> list[str]:
    """Return the names of alternates of the teams at this table."""
    entries = [each.seat.place.entry_id for each in seated if each.seat.place.entry_id]
    places = Place.objects.filter(entry__in=entries, is_alternate=True, player__isnull=False).select_related("player")
    return [place.name for place in places]
