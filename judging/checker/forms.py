"""Forms for the checker: the variations of the shake, the mat, and what a player wrote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from foundation.forms import VerbForm
from judging.checker.answers import is_on_sets
from rulebooks import Edition
from rulebooks.equations.cubes import cube_symbol
from rulebooks.json_fields import MAT_SECTIONS
from rulebooks.set_names import BLANK_CARD
from rulebooks.variations import Variation

LONGEST_TEXT = 300
SOLUTIONS = (1, 2)
CARDS = ["".join(color for at, color in enumerate("BRGY") if number >> at & 1) or BLANK_CARD for number in range(16)]
# On cards and in the blanks of variations. Other choices are digits and letters.
COLOR_WORDS = {"black": _("black"), "blue": _("blue"), "green": _("green"), "red": _("red")}
BASE_WORDS = {"eight": _("eight"), "nine": _("nine"), "ten": _("ten"), "eleven": _("eleven"), "twelve": _("twelve")}
SYMBOL_WORDS = {
    "union": _("union"),
    "intersection": _("intersection"),
    "minus": _("minus"),
    "prime": _("prime"),
    "equals": _("equals"),
    "null": _("null"),
    "subset": _("subset"),
}
WORDS = {BLANK_CARD: _("blank")} | COLOR_WORDS | BASE_WORDS | SYMBOL_WORDS
NUMBER_WORDS = {"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
CHALLENGES = [
    ("", _("Don’t check the cubes")),
    ("now", _("Now, or A-flub")),
    ("impossible", _("Impossible, or P-flub")),
    ("last_cube", _("Last cube, or Force Out")),
]
GOALS = {
    "": (_("No Goal"), 0),
    "single": (_("One cube"), 1),
    "row2": (_("Two in a row (sum)"), 2),
    "row3": (_("Three in a row (sum)"), 3),
    "column2": (_("Two in a column (product)"), 2),
    "column3": (_("Three in a column (product)"), 3),
    "inverted_T": (_("One above two (top cube times the sum of the other two)"), 3),
    "L": (_("L shape (product of the column plus the third cube)"), 3),
}


def _cubes_field(label: Any, *, required: bool = True, help_text: Any = "") -> forms.CharField:
    """Return a field for cubes, typed or tapped. Inner spaces can be gaps on the mat."""
    attributes = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "data-cubes": True}
    return forms.CharField(
        label=label, max_length=LONGEST_TEXT, required=required, help_text=help_text, widget=forms.TextInput(attributes)
    )


class CheckForm(VerbForm):
    """The fields of both games. `question()` returns the question that the checker takes."""

    challenge = forms.ChoiceField(label=_("Challenge"), choices=CHALLENGES, required=False)
    required = _cubes_field(_("Required"), required=False)
    permitted = _cubes_field(_("Permitted"), required=False)
    forbidden = _cubes_field(_("Forbidden"), required=False)
    resources = _cubes_field(_("Resources"), required=False)

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
        """Each variation that can be circled, with the fields for its blanks."""
        for each in self.variations:
            yield self[f"v-{each.slug}"], [self[name] for name in _blanks(each)]

    @property
    def always_on(self) -> list[str]:
        """The names of the variations that are always in effect."""
        return [each.name for each in self.always]

    @property
    def main_fields(self) -> list[BoundField]:
        return [self[name] for name in self.main]

    @property
    def extra_fields(self) -> list[BoundField]:
        return [self[name] for name in self.extra]

    @property
    def is_extra_open(self) -> bool:
        return any(field.errors or field.value() for field in self.extra_fields)

    @property
    def mat_fields(self) -> list[BoundField]:
        return [self["challenge"], *(self[name] for name in MAT_SECTIONS)]

    @property
    def has_mat_errors(self) -> bool:
        return any(field.errors for field in self.mat_fields)

    @property
    def main(self) -> tuple[str, ...]:
        """The names of the game's own fields, in order."""
        raise NotImplementedError

    @property
    def extra(self) -> tuple[str, ...]:
        """The names of fields for unusual cases, which start out collapsed."""
        return ()

    def clean(self) -> dict[str, Any]:
        super().clean()
        for each in self.variations:
            missing = [name for name in _blanks(each) if not self.cleaned_data.get(name)]
            if self.cleaned_data.get(f"v-{each.slug}") and missing:
                self.add_error(missing[0], f"Fill in the blank for {each.name}.")
        return self.cleaned_data

    def arguments(self) -> dict[str, Any]:
        return {"key": self._text("key"), "question": self.question()}

    def question(self) -> dict[str, Any]:
        return {"variations": self._picked_variations(), "cubes": self._cubes(), "challenge": self._text("challenge")}

    def _text(self, name: str) -> str:
        return str(self.cleaned_data.get(name) or "")

    def _picked_variations(self) -> list[list[Any]]:
        return [[each.slug, self._blank(each)] for each in self.variations if self.cleaned_data.get(f"v-{each.slug}")]

    def _blank(self, variation: Variation) -> Any:
        if variation.blank is None:
            return None
        if variation.blank.kind == "card":
            return {part: self._text(f"b-{variation.slug}-{part}") for part in ("mode", "card")}
        written = self.cleaned_data.get(f"b-{variation.slug}")
        return NUMBER_WORDS.get(str(written), written)

    def _cubes(self) -> dict[str, list[str]] | None:
        sections = {name: self._text(name) for name in MAT_SECTIONS}
        if not any(sections.values()):
            return None
        return {name: [cube_symbol(cube) for cube in _split(text)] for name, text in sections.items()}


def _split(text: str) -> list[str]:
    """Return the cubes in a text: `2 3 + ^`, or without spaces if every cube is one character."""
    return text.split() if " " in text.strip() else list(text.strip())


def _blanks(variation: Variation) -> dict[str, forms.Field]:
    """Return the fields for a variation's blanks."""
    name, blank = f"b-{variation.slug}", variation.blank
    if blank is None:
        return {}
    if blank.kind == "choice":
        choices = [("", gettext("Choose")), *((each, WORDS.get(each, each)) for each in blank.of)]
        return {
            name: forms.ChoiceField(
                label=gettext("Choice for {variation}").format(variation=variation.name),
                choices=choices,
                required=False,
            )
        }
    if blank.kind == "number":
        return {
            name: forms.IntegerField(
                label=gettext("Number for {variation}").format(variation=variation.name),
                min_value=blank.least,
                max_value=blank.most,
                required=False,
            )
        }
    if blank.kind == "set":
        return {
            name: forms.CharField(
                label=gettext("Set for {variation}").format(variation=variation.name), max_length=20, required=False
            )
        }
    modes = [("", gettext("Choose")), ("required", gettext("required")), ("forbidden", gettext("forbidden"))]
    cards = [("", gettext("Choose")), *((each, WORDS.get(each, each)) for each in CARDS)]
    return {
        f"{name}-mode": forms.ChoiceField(
            label=gettext("Required or forbidden for {variation}").format(variation=variation.name),
            choices=modes,
            required=False,
        ),
        f"{name}-card": forms.ChoiceField(
            label=gettext("Card for {variation}").format(variation=variation.name), choices=cards, required=False
        ),
    }


class EquationForm(CheckForm):
    goal_mat = _cubes_field(_("Goal on the mat"), help_text=_("Type a space for a gap between cubes."))
    solution = _cubes_field(_("Solution"), help_text=_("What the player wrote, without the Goal."))
    goal_written = _cubes_field(
        _("Goal as written"), required=False, help_text=_("Leave blank if it’s the same as on the mat.")
    )
    is_goal_missing = forms.BooleanField(label=_("No Goal was written"), required=False)

    @property
    def main(self) -> tuple[str, ...]:
        return ("goal_mat", "solution")

    @property
    def extra(self) -> tuple[str, ...]:
        return ("goal_written", "is_goal_missing")

    def question(self) -> dict[str, Any]:
        written = self._text("goal_written") or self._text("goal_mat").replace(" ", "")
        return super().question() | {
            "goal_mat": self._text("goal_mat"),
            "solution": self._text("solution"),
            "goal_written": None if self.cleaned_data.get("is_goal_missing") else written,
        }


class OnSetsForm(CheckForm):
    universe = forms.MultipleChoiceField(
        label=_("Universe"),
        choices=[(each, WORDS.get(each, each)) for each in CARDS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose the cards in the Universe.")},
    )
    goal = forms.ChoiceField(
        label=_("Goal"), choices=[(name, words) for name, (words, _) in GOALS.items()], required=False
    )
    goal_cubes = forms.CharField(
        label=_("Goal digits"),
        required=False,
        max_length=20,
        help_text=_("Top to bottom, then left to right. Put a minus before an upside-down digit."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    restrictions_1 = forms.CharField(
        label=_("Restrictions"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 2, "data-cubes": True}),
    )
    set_name_1 = _cubes_field(_("Set-Name"))
    blank_as_1 = forms.CharField(label=_("Colors on the blank card"), required=False, max_length=4)
    restrictions_2 = forms.CharField(
        label=_("Second Solution: Restrictions"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 2, "data-cubes": True}),
    )
    set_name_2 = _cubes_field(_("Second Solution: Set-Name"), required=False)
    blank_as_2 = forms.CharField(label=_("Second Solution: colors on the blank card"), required=False, max_length=4)

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
        parts = ("restrictions", "set_name", "blank_as")
        names = [f"{part}_{number}" for number in SOLUTIONS for part in parts]
        return ("universe", "goal", "goal_cubes", *(name for name in names if name in self.fields))

    def clean_goal_cubes(self) -> list[dict[str, Any]]:
        """Parse `3 -5` or `35` into digits, each with whether it is upside-down."""
        cubes: list[dict[str, Any]] = []
        is_upside_down = False
        for sign in self.cleaned_data["goal_cubes"].replace(" ", "").replace("−", "-"):
            if sign == "-" and not is_upside_down:
                is_upside_down = True
            elif sign.isdecimal():
                cubes.append({"d": int(sign), "ud": is_upside_down})
                is_upside_down = False
            else:
                raise forms.ValidationError(gettext("Enter only digits. Put a minus before each upside-down digit."))
        words, needed = GOALS[self.cleaned_data.get("goal") or ""]
        if len(cubes) != needed:
            if not needed:
                raise forms.ValidationError(gettext("Choose a Goal, or leave the digits blank."))
            sentence = ngettext("Enter {count} digit for “{goal}”.", "Enter {count} digits for “{goal}”.", needed)
            raise forms.ValidationError(sentence.format(count=needed, goal=words))
        return cubes

    def clean_universe(self) -> list[str]:
        return [str(card) for card in self.cleaned_data["universe"]]

    def question(self) -> dict[str, Any]:
        config = self._text("goal")
        goal = {"config": config, "cubes": self.cleaned_data.get("goal_cubes") or []} if config else None
        solutions = [self._solution(number) for number in SOLUTIONS]
        return super().question() | {
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


def form_class_for(edition: Edition) -> type[CheckForm]:
    return OnSetsForm if is_on_sets(edition) else EquationForm
