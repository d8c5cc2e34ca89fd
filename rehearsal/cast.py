"""Who comes: fictitious schools, teams and children, and the file in which a coach sends them, with all its mess."""

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


FIRST = _words(
    "Ada Bo Cleo Dag Edda Finn Gus Hedda Ivo Jun Kato Lena Moss Nell Otto Pia Quin Rory Sol Tess Una Vic Wren "
    "Xeno Yara Zeno Björn Chloé Dária Émile Femi Ngaire Ólaf Renée Søren Tomáš Žofia Iñigo Li Noor"
)
LAST = _words(
    "Abacus Addend Angle Axiom Binomial Cardinal Chord Circle Cosine Cube Decimal Divisor Ellipse Exponent Factor "
    "Fraction Googol Helix Hexagon Integer Jacobian Kite Lemma Matrix Median Modulo Nonagon Numeral Octagon "
    "Parabola Polygon Prime Quotient Radius Rhombus Scalene Secant Sigma Sphere Subset Tangent Tensor Torus Union "
    "Variable Vector Vertex Whole Xaxis Yaxis Zero O’Null Mc-Set VanderSum de-la-Root Product Remainder Sequence "
    "Series Surd Theorem Trapezoid Triangle Value Wedge Graph Origin Power Proof Plane Point Line Locus Mean Mode"
)
PLACES = _words(
    "Abel Bézout Cantor Dedekind Euler Fermat Gauss Hilbert Imaginary Jacobi Kepler Lagrange Möbius Noether"
)
HILLS = _words("Bay Creek Dale Falls Forest Grove Harbor Heights Island Lake Meadow Mountain Orchard Prairie Valley")
KINDS = ("Academy", "School", "Center")
TEAMS = _words(
    "Calculators Cubes Digits Equators Fractals Graphs Numbers Operators Paradoxes Quarters Radicals Solvers"
)
TEAM_SIZE = 5
WITH_ALTERNATE = 4  # every fourth team brings a child more
SLIPS = {"E": "Elementry", "M": "Midle"}
HEADINGS = ("School/District", "Team name", "Division (E/M/J/S)", "First Name", "LAST NAME", "Gr.", "Player #")
LARGE = 80  # players from whom on all divisions are played


@dataclass(frozen=True)
class Child:
    """`strength`: how good a player, around 1."""

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
class Cast:
    """Everybody, in the order of the file. `misspelled`: what slips of the pen mean, by the slip. `names`: those of the
    book's divisions."""

    children: tuple[Child, ...]
    misspelled: dict[str, str]
    names: Mapping[str, str]

    @property
    def divisions(self) -> list[str]:
        """Those that are played, by their letters."""
        return [letter for letter in self.names if any(child.division == letter for child in self.children)]

    def by_name(self) -> dict[str, Child]:
        return {child.name: child for child in self.children}


def make_cast(players: int, seed: int, edition: Edition) -> Cast:
    """So many children in teams of five, some with an alternate, the last team with fewer; two teams of a school."""
    chance = random.Random(f"{seed} cast")  # noqa: S311 -- repeatable, not secret
    names = _shuffled(list(product(FIRST, LAST)), chance)
    schools = _shuffled([f"{place} {hill} {kind}" for place, hill, kind in product(PLACES, HILLS, KINDS)], chance)
    divisions = edition.divisions[: 4 if players >= LARGE else 2 if players >= 20 else 1]
    children: list[Child] = []
    for number in count():
        if len(children) == players:
            break
        division = divisions[number % len(divisions)]
        team = f"{TEAMS[number // len(divisions) % len(TEAMS)]} {number + 1}"
        size = TEAM_SIZE + (number % WITH_ALTERNATE == 1)
        for position in range(1, min(size, players - len(children)) + 1):
            first, last = names[len(children) % len(names)]
            last += " II" * (len(children) // len(names))
            grade, strength = division.max_grade - chance.randrange(2), chance.lognormvariate(0, 0.5)
            school = schools[number // (2 * len(divisions)) % len(schools)]
            children.append(Child(school, team, division.letter, first, last, grade, position, strength))
    school = children[0].school  # with five children at least, so that it is known without the slip
    played = {child.division for child in children}
    slips = {wrong: right for right, wrong in SLIPS.items() if right in played} | {_slip(school): school}
    return Cast(tuple(children), slips, {each.letter: each.name for each in edition.divisions})


def _shuffled(some: list, chance: random.Random) -> list:
    chance.shuffle(some)
    return some


def _slip(word: str) -> str:
    """Two letters the wrong way round, near the end."""
    at = max(at for at in range(1, len(word) - 1) if word[at].isalpha() and word[at - 1] != word[at])
    return f"{word[: at - 1]}{word[at]}{word[at - 1]}{word[at + 1 :]}"


# -- the file ---------------------------------------------------------------------------------------------------------

Mess = Callable[[list[str], random.Random], None]


def first_file(cast: Cast, seed: int) -> bytes:
    """As the coach sent it first: some lines cannot be, and the import says which."""
    lines = _lines(cast, seed)
    lines[0][5] = "14th"
    lines[len(lines) // 2][3] = lines[len(lines) // 2][4] = ""
    lines.append(lines[-1][:])
    return _written(lines)


def corrected_file(cast: Cast, seed: int) -> bytes:
    """Everybody is there; what is left of the mess can be read, or asked about."""
    return _written(_lines(cast, seed))


def _lines(cast: Cast, seed: int) -> list[list[str]]:
    chance = random.Random(f"{seed} file")  # noqa: S311
    lines = []
    for child in cast.children:
        name = cast.names[child.division]
        division = chance.choice((child.division, name, name.upper()))
        grade = chance.choice((str(child.grade), f"{child.grade}th", f" {child.grade}.0"))
        line = [child.school, child.team, division, child.first, child.last, grade, str(child.position)]
        if chance.random() < 0.2:
            chance.choice(MESSES)(line, chance)
        lines.append(line)
    for wrong, right in cast.misspelled.items():
        at = next(at for at, child in enumerate(cast.children) if right in (child.division, child.school))
        lines[at][2 if right == cast.children[at].division else 0] = wrong
    return lines


def _spaced(line: list[str], chance: random.Random) -> None:
    column = chance.randrange(2)
    line[column] = f"  {line[column]} "


def _shouted(line: list[str], chance: random.Random) -> None:
    line[0] = line[0].upper()


def _doubled(line: list[str], chance: random.Random) -> None:
    line[1] = line[1].replace(" ", "  ")


MESSES: Sequence[Mess] = (_spaced, _shouted, _doubled)


def _written(lines: list[list[str]]) -> bytes:
    """Semicolons, a title above the headings, empty lines, a sum below: as spreadsheets are sent."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(["Rehearsal roster, nobody here is real"] + [""] * 6)
    writer.writerow([])
    writer.writerow(HEADINGS)
    for number, line in enumerate(lines):
        writer.writerow(line)
        if number % 25 == 24:
            writer.writerow([""] * 7)
    writer.writerow(["Total", "", "", "", "", "", str(len(lines))])
    return "\ufeff".encode() + out.getvalue().encode()
