"""Fictitious schools, teams, and players, and the messy roster file in which a coach sends them."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product

from rulebooks import Edition


def _words(text: str) -> list[str]:
    return text.split()


FIRST_NAMES = _words(
    "Ada Bo Cleo Dag Edda Finn Gus Hedda Ivo Jun Kato Lena Moss Nell Otto Pia Quin Rory Sol Tess Una Vic Wren "
    "Xeno Yara Zeno Björn Chloé Dária Émile Femi Ngaire Ólaf Renée Søren Tomáš Žofia Iñigo Li Noor"
)
LAST_NAMES = _words(
    "Abacus Addend Angle Axiom Binomial Cardinal Chord Circle Cosine Cube Decimal Divisor Ellipse Exponent Factor "
    "Fraction Googol Helix Hexagon Integer Jacobian Kite Lemma Matrix Median Modulo Nonagon Numeral Octagon "
    "Parabola Polygon Prime Quotient Radius Rhombus Scalene Secant Sigma Sphere Subset Tangent Tensor Torus Union "
    "Variable Vector Vertex Whole Xaxis Yaxis Zero O’Null Mc-Set VanderSum de-la-Root Product Remainder Sequence "
    "Series Surd Theorem Trapezoid Triangle Value Wedge Graph Origin Power Proof Plane Point Line Locus Mean Mode"
)
SCHOOL_NAMES = _words(
    "Abel Bézout Cantor Dedekind Euler Fermat Gauss Hilbert Imaginary Jacobi Kepler Lagrange Möbius Noether"
)
SCHOOL_PLACES = _words(
    "Bay Creek Dale Falls Forest Grove Harbor Heights Island Lake Meadow Mountain Orchard Prairie Valley"
)
SCHOOL_KINDS = ("Academy", "School", "Center")
TEAM_NAMES = _words(
    "Calculators Cubes Digits Equators Fractals Graphs Numbers Operators Paradoxes Quarters Radicals Solvers"
)
TEAM_SIZE = 5
ALTERNATE_EVERY = 4  # every fourth team has an alternate
MISSPELLED_DIVISIONS = {"E": "Elementry", "M": "Midle"}
HEADINGS = ("School/District", "Team name", "Division (E/M/J/S)", "First Name", "LAST NAME", "Gr.", "Player #")
MIN_PLAYERS_FOR_ALL_DIVISIONS = 80


@dataclass(frozen=True)
class SamplePlayer:
    """`strength`: how good the player is, around 1."""

    school: str
    team: str
    division: str
    first: str
    last: str
    grade: int
    position: int
    strength: float

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"


@dataclass(frozen=True)
class SampleRoster:
    """All players in file order. `misspelled`: what each misspelled word means. `names`: of the divisions."""

    players: tuple[SamplePlayer, ...]
    misspelled: dict[str, str]
    names: Mapping[str, str]

    @property
    def divisions(self) -> list[str]:
        """The letters of the divisions that have players."""
        return [letter for letter in self.names if any(player.division == letter for player in self.players)]

    def by_name(self) -> dict[str, SamplePlayer]:
        return {player.name: player for player in self.players}


def make_roster(player_count: int, seed: int, edition: Edition) -> SampleRoster:
    """Players in teams of five, some with an alternate, the last team perhaps with fewer; two teams per school."""
    rng = random.Random(f"{seed} cast")  # noqa: S311 -- repeatable, not secret
    names = _shuffled(list(product(FIRST_NAMES, LAST_NAMES)), rng)
    schools = _shuffled(
        [f"{place} {hill} {kind}" for place, hill, kind in product(SCHOOL_NAMES, SCHOOL_PLACES, SCHOOL_KINDS)], rng
    )
    division_count = 4 if player_count >= MIN_PLAYERS_FOR_ALL_DIVISIONS else 2 if player_count >= 20 else 1
    divisions = edition.divisions[:division_count]
    players: list[SamplePlayer] = []
    for number in count():
        if len(players) == player_count:
            break
        division = divisions[number % len(divisions)]
        team = f"{TEAM_NAMES[number // len(divisions) % len(TEAM_NAMES)]} {number + 1}"
        size = TEAM_SIZE + (number % ALTERNATE_EVERY == 1)
        for position in range(1, min(size, player_count - len(players)) + 1):
            first, last = names[len(players) % len(names)]
            last += " II" * (len(players) // len(names))
            grade, strength = division.max_grade - rng.randrange(2), rng.lognormvariate(0, 0.5)
            school = schools[number // (2 * len(divisions)) % len(schools)]
            players.append(SamplePlayer(school, team, division.letter, first, last, grade, position, strength))
    school = players[0].school  # has at least five players, so the correct name is in the file too
    played = {player.division for player in players}
    misspelled = {wrong: right for right, wrong in MISSPELLED_DIVISIONS.items() if right in played}
    misspelled[_misspell(school)] = school
    return SampleRoster(tuple(players), misspelled, {each.letter: each.name for each in edition.divisions})


def _shuffled(items: list, rng: random.Random) -> list:
    rng.shuffle(items)
    return items


def _misspell(word: str) -> str:
    """Swap two letters near the end of a word."""
    index = max(index for index in range(1, len(word) - 1) if word[index].isalpha() and word[index - 1] != word[index])
    return f"{word[: index - 1]}{word[index]}{word[index - 1]}{word[index + 1 :]}"


# -- the file ---------------------------------------------------------------------------------------------------------

Distortion = Callable[[list[str], random.Random], None]


def first_file(roster: SampleRoster, seed: int) -> bytes:
    """The file as the coach sent it first, with rows that the import must reject."""
    rows = _roster_lines(roster, seed)
    rows[0][5] = "14th"
    rows[len(rows) // 2][3] = rows[len(rows) // 2][4] = ""
    rows.append(rows[-1][:])
    return _to_csv(rows)


def corrected_file(roster: SampleRoster, seed: int) -> bytes:
    """The file with all players; the remaining mess can be parsed or resolved by asking."""
    return _to_csv(_roster_lines(roster, seed))


def _roster_lines(roster: SampleRoster, seed: int) -> list[list[str]]:
    rng = random.Random(f"{seed} file")  # noqa: S311
    rows = []
    for player in roster.players:
        name = roster.names[player.division]
        division = rng.choice((player.division, name, name.upper()))
        grade = rng.choice((str(player.grade), f"{player.grade}th", f" {player.grade}.0"))
        row = [player.school, player.team, division, player.first, player.last, grade, str(player.position)]
        if rng.random() < 0.2:
            rng.choice(DISTORTIONS)(row, rng)
        rows.append(row)
    for wrong, right in roster.misspelled.items():
        index = next(index for index, player in enumerate(roster.players) if right in (player.division, player.school))
        rows[index][2 if right == roster.players[index].division else 0] = wrong
    return rows


def _add_spaces(row: list[str], rng: random.Random) -> None:
    column = rng.randrange(2)
    row[column] = f"  {row[column]} "


def _uppercase(row: list[str], rng: random.Random) -> None:
    row[0] = row[0].upper()


def _double_spaces(row: list[str], rng: random.Random) -> None:
    row[1] = row[1].replace(" ", "  ")


DISTORTIONS: Sequence[Distortion] = (_add_spaces, _uppercase, _double_spaces)


def _to_csv(rows: list[list[str]]) -> bytes:
    """A CSV file with semicolons, a title above the headings, empty lines, and a total, like real spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(["Rehearsal roster with made-up players"] + [""] * 6)
    writer.writerow([])
    writer.writerow(HEADINGS)
    for number, row in enumerate(rows):
        writer.writerow(row)
        if number % 25 == 24:
            writer.writerow([""] * 7)
    writer.writerow(["Total", "", "", "", "", "", str(len(rows))])
    return "\ufeff".encode() + out.getvalue().encode()
