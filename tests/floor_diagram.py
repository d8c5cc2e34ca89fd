"""Draws the diagram of floors and rooms in docs/architecture.md: `python -m tests.floor_diagram`."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "floors.svg"
FLOORS = {  # from the top
    "rehearsal": "plays and checks a whole fictitious tournament",
    "config": "settings, URLs, processes, error pages",
    "printing": "everything on paper",
    "judging": "calls, rulings, penalties, protests",
    "scoring": "scoresheets, results, standings, public pages",
    "pairings": "who sits where",
    "tournament": "games, divisions, rosters, rounds, check-in",
    "foundation": "verbs, log, access, jobs, backups, archives",
    "rulebooks": "the rules of the games, as data and pure code",
}
NOT_ROOMS = {"migrations", "management", "templatetags", "__pycache__"}
WIDTH, BAND, LINE, LABEL, GAP, LETTER = 1000, 64, 28, 330, 8, 7.9
STYLE = """
  .floor { fill: #f1f4f9; stroke: #b8c4d6; }
  .room { fill: #ffffff; stroke: #7d90ad; }
  text { font-family: system-ui, sans-serif; fill: #1b2532; }
  .name { font-size: 18px; font-weight: 700; }
  .what { font-size: 12.5px; fill: #4a586b; }
  .label { font-size: 13.5px; }
"""


def rooms_of(floor: str) -> list[str]:
    """Return the packages directly inside a floor."""
    folders = sorted(path.parent.name for path in (ROOT / floor).glob("*/__init__.py"))
    return [name for name in folders if name not in NOT_ROOMS]


def draw() -> str:
    """Return the diagram as SVG."""
    height = len(FLOORS) * (BAND + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The floors of Headtable and their packages. A floor imports only the floors below it.</title>",
        f"<style>{STYLE}</style>",
    ]
    for number, (floor, what) in enumerate(FLOORS.items()):
        top = GAP + number * (BAND + GAP)
        parts.append(f'<rect class="floor" x="{GAP}" y="{top}" width="{WIDTH - 2 * GAP}" height="{BAND}" rx="6"/>')
        parts.append(f'<text class="name" x="{3 * GAP}" y="{top + 27}">{len(FLOORS) - number}  {floor}/</text>')
        parts.append(f'<text class="what" x="{3 * GAP}" y="{top + 48}">{escape(what)}</text>')
        parts += _draw_rooms(rooms_of(floor), top)
    return "\n".join([*parts, "</svg>", ""])


def _draw_rooms(rooms: list[str], top: int) -> list[str]:
    """Draw the boxes in as many lines as they need, centered in the band."""
    boxes: list[tuple[str, float, float, int]] = []
    left, line = float(LABEL), 0
    for room in rooms:
        width = len(room) * LETTER + 14
        if left + width > WIDTH - 2 * GAP:
            left, line = float(LABEL), line + 1
        boxes.append((room, left, width, line))
        left += width + GAP
    first = top + (BAND - (line + 1) * LINE) / 2
    parts = []
    for room, x, width, at in boxes:
        y = first + at * LINE
        parts.append(f'<rect class="room" x="{x:.0f}" y="{y + 1.5:.0f}" width="{width:.0f}" height="25" rx="4"/>')
        parts.append(f'<text class="label" x="{x + 7:.0f}" y="{y + 18.5:.0f}">{room}</text>')
    return parts


if __name__ == "__main__":
    PICTURE.write_text(draw())
