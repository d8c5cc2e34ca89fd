"""What a judge types into the checker: the variations of the shake, the mat, and what a player wrote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField

from foundation.forms import VerbForm
from judging.checker.asking import SECTIONS, is_on_sets
from rulebooks import Edition
from rulebooks.equations.cubes import cube_symbol
from rulebooks.set_names import BLANK_CARD
from rulebooks.variations import Variation

MOST = 300
SOLUTIONS = (1, 2)
CARDS = ["".join(color for at, color in enumerate("BRGY") if number >> at & 1) or BLANK_CARD for number in range(16)]
NUMBER_WORDS = {"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
CHALLENGES = [
    ("", "Not counted"),
    ("now", "Now, or A-flub"),
    ("impossible", "Impossible, or P-flub"),
    ("last_cube", "The last cube, or a force-out"),
]
GOALS = {
    "": ("No Goal", 0),
    "single": ("One cube", 1),
    "row2": ("Two in a row: they are added", 2),
    "row3": ("Three in a row: they are added", 3),
    "column2": ("Two in a column: they are multiplied", 2),
    "column3": ("Three in a column: they are multiplied", 3),
    "inverted_T": ("One above two: the first times the sum", 3),
    "L": ("One above another, a third to its right: the product, and the third added", 3),
}


def _typed(label: str, *, required: bool = True, help_text: str = "") -> forms.CharField:
    """Cubes, typed or tapped. Spaces at the ends say nothing; inside they may be gaps on the mat."""
    attributes = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "data-cubes": True}
    return forms.CharField(
        label=label, max_length=MOST, required=required, help_text=help_text, widget=forms.TextInput(attributes)
    )


class CheckForm(VerbForm):
    """The part that both games have. `asked()` is the question as the checker takes it."""

    challenge = forms.ChoiceField(label="Challenge", choices=CHALLENGES, required=False)
    required = _typed("Required", required=False)
    permitted = _typed("Permitted", required=False)
    forbidden = _typed("Forbidden", required=False)
    resources = _typed("Resources", required=False)

    def __init__(self, edition: Edition, letter: str, year: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edition, self.letter = edition, letter
        self.variations = edition.variations.selectable(letter, year)
        self.always = edition.variations.always_on(letter)
        for each in self.variations:
            self.fields[f"v-{each.slug}"] = forms.BooleanField(label=each.name, required=False)
            for name, field in _blanks(each).items():
                self.fields[name] = field

    @property
    def variation_fields(self) -> Iterator[tuple[BoundField, list[BoundField]]]:
        """Each variation to be circled, with its blanks."""
        for each in self.variations:
            yield self[f"v-{each.slug}"], [self[name] for name in _blanks(each)]

    @property
    def main_fields(self) -> list[BoundField]:
        return [self[name] for name in self.main]

    @property
    def aside_fields(self) -> list[BoundField]:
        return [self[name] for name in self.aside]

    @property
    def has_aside_errors(self) -> bool:
        return any(field.errors or field.value() for field in self.aside_fields)

    @property
    def mat_fields(self) -> list[BoundField]:
        return [self["challenge"], *(self[name] for name in SECTIONS)]

    @property
    def has_mat_errors(self) -> bool:
        return any(field.errors for field in self.mat_fields)

    @property
    def main(self) -> tuple[str, ...]:
        """What the game itself asks for, in order."""
        raise NotImplementedError

    @property
    def aside(self) -> tuple[str, ...]:
        """What is asked for only where it was written otherwise than usual."""
        return ()

    def clean(self) -> dict[str, Any]:
        super().clean()
        for each in self.variations:
            missing = [name for name in _blanks(each) if not self.cleaned_data.get(name)]
            if self.cleaned_data.get(f"v-{each.slug}") and missing:
                self.add_error(missing[0], f"Fill in the blank of {each.name}.")
        return self.cleaned_data

    def arguments(self) -> dict[str, Any]:
        return {"key": self._text("key"), "question": self.asked()}

    def asked(self) -> dict[str, Any]:
        return {"variations": self._picked(), "cubes": self._cubes(), "challenge": self._text("challenge")}

    def _text(self, name: str) -> str:
        return str(self.cleaned_data.get(name) or "")

    def _picked(self) -> list[list[Any]]:
        return [[each.slug, self._blank(each)] for each in self.variations if self.cleaned_data.get(f"v-{each.slug}")]

    def _blank(self, variation: Variation) -> Any:
        if variation.blank is None:
            return None
        if variation.blank.kind == "card":
            return {part: self._text(f"b-{variation.slug}-{part}") for part in ("mode", "card")}
        written = self.cleaned_data.get(f"b-{variation.slug}")
        return NUMBER_WORDS.get(str(written), written)

    def _cubes(self) -> dict[str, list[str]] | None:
        sections = {name: self._text(name) for name in SECTIONS}
        if not any(sections.values()):
            return None
        return {name: [cube_symbol(cube) for cube in _split(text)] for name, text in sections.items()}


def _split(text: str) -> list[str]:
    """`2 3 + ^`, or without spaces where every cube is one sign."""
    return text.split() if " " in text.strip() else list(text.strip())


def _blanks(variation: Variation) -> dict[str, forms.Field]:
    """The fields of what is to be filled in."""
    name, blank = f"b-{variation.slug}", variation.blank
    if blank is None:
        return {}
    if blank.kind == "choice":
        choices = [("", "…"), *((each, each) for each in blank.of)]
        return {name: forms.ChoiceField(label=f"{variation.name}: which", choices=choices, required=False)}
    if blank.kind == "number":
        return {
            name: forms.IntegerField(
                label=f"{variation.name}: which number", min_value=blank.least, max_value=blank.most, required=False
            )
        }
    if blank.kind == "set":
        return {name: forms.CharField(label=f"{variation.name}: which set", max_length=20, required=False)}
    modes = [("", "…"), ("required", "required"), ("forbidden", "forbidden")]
    cards = [("", "…"), *((each, each) for each in CARDS)]
    return {
        f"{name}-mode": forms.ChoiceField(label=f"{variation.name}: how", choices=modes, required=False),
        f"{name}-card": forms.ChoiceField(label=f"{variation.name}: which card", choices=cards, required=False),
    }


class EquationForm(CheckForm):
    goal_mat = _typed("Goal on the mat", help_text="A space is a gap between cubes.")
    solution = _typed("Solution", help_text="What the player wrote, without the Goal.")
    goal_written = _typed("Goal as written", required=False, help_text="Empty: as it stands on the mat.")
    is_goal_missing = forms.BooleanField(label="No Goal was written", required=False)

    @property
    def main(self) -> tuple[str, ...]:
        return ("goal_mat", "solution")

    @property
    def aside(self) -> tuple[str, ...]:
        return ("goal_written", "is_goal_missing")

    def asked(self) -> dict[str, Any]:
        written = self._text("goal_written") or self._text("goal_mat").replace(" ", "")
        return super().asked() | {
            "goal_mat": self._text("goal_mat"),
            "solution": self._text("solution"),
            "goal_written": None if self.cleaned_data.get("is_goal_missing") else written,
        }


class OnSetsForm(CheckForm):
    universe = forms.MultipleChoiceField(
        label="Universe",
        choices=[(each, each) for each in CARDS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tap the cards of the Universe."},
    )
    goal = forms.ChoiceField(
        label="Goal", choices=[(name, words) for name, (words, _) in GOALS.items()], required=False
    )
    goal_cubes = forms.CharField(
        label="Its digits",
        required=False,
        max_length=20,
        help_text="In this order: upper before lower, left before right. A minus before one that is upside-down.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    restrictions_1 = forms.CharField(
        label="Restrictions", required=False, max_length=MOST, widget=forms.Textarea({"rows": 2, "data-cubes": True})
    )
    set_name_1 = _typed("Set-Name")
    blank_as_1 = forms.CharField(label="Colors on the blank card", required=False, max_length=4)
    restrictions_2 = forms.CharField(
        label="Restrictions of the second Solution",
        required=False,
        max_length=MOST,
        widget=forms.Textarea({"rows": 2, "data-cubes": True}),
    )
    set_name_2 = _typed("Set-Name of the second Solution", required=False)
    blank_as_2 = forms.CharField(label="Its colors on the blank card", required=False, max_length=4)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = {each.slug for each in self.variations}
        names = ["restrictions", "set_name", "blank_as"]
        if "blank-card-wild" not in offered:
            for number in SOLUTIONS:
                del self.fields[f"blank_as_{number}"]
            names.remove("blank_as")
        if "two-solutions" not in offered:
            for name in names:
                del self.fields[f"{name}_2"]

    @property
    def main(self) -> tuple[str, ...]:
        wanted = ("restrictions", "set_name", "blank_as")
        names = [f"{name}_{number}" for number in SOLUTIONS for name in wanted]
        return ("universe", "goal", "goal_cubes", *(name for name in names if name in self.fields))

    def clean_goal_cubes(self) -> list[dict[str, Any]]:
        """`3 -5` or `35`: each digit with whether it is upside-down."""
        found: list[dict[str, Any]] = []
        turned = False
        for sign in self.cleaned_data["goal_cubes"].replace(" ", "").replace("−", "-"):
            if sign == "-" and not turned:
                turned = True
            elif sign.isdecimal():
                found.append({"d": int(sign), "ud": turned})
                turned = False
            else:
                raise forms.ValidationError("Type digits, each with a minus before it if it is upside-down.")
        words, wanted = GOALS[self.cleaned_data.get("goal") or ""]
        if len(found) != wanted:
            cubes = "1 cube" if wanted == 1 else f"{wanted} cubes"
            raise forms.ValidationError(f"“{words}” has {cubes}.")
        return found

    def clean_universe(self) -> list[str]:
        return [str(card) for card in self.cleaned_data["universe"]]

    def asked(self) -> dict[str, Any]:
        config = self._text("goal")
        goal = {"config": config, "cubes": self.cleaned_data.get("goal_cubes") or []} if config else None
        solutions = [self._solution(number) for number in SOLUTIONS]
        return super().asked() | {
            "universe": self.cleaned_data.get("universe") or [],
            "goal": goal,
            "solutions": [each for each in solutions if each["set_name"]],
        }

    def _solution(self, number: int) -> dict[str, Any]:
        lines = self._text(f"restrictions_{number}").splitlines()
        return {
            "restrictions": [line.strip() for line in lines if line.strip()],
            "set_name": self._text(f"set_name_{number}"),
            "blank_as": self._text(f"blank_as_{number}").upper(),
        }


def form_for(edition: Edition) -> type[CheckForm]:
    return OnSetsForm if is_on_sets(edition) else EquationForm
