"""Reads the plain notation: cubes as they lie on the mat, and what a player writes."""

from __future__ import annotations

import re
from dataclasses import replace

from rulebooks.equations.tokens import CLOSING, DIGITS, HIGH_DIGITS, SIGNS, WORD_SIGNS, Token, Tokens
from rulebooks.equations.violations import Illegal, NotationError

MOST_CHARACTERS = 10_000
MOST_TOKENS = 120
MOST_DEPTH = 24
MOST_REPEATS = 100
MOST_POWER = 200
SAME = {"×": "x", "÷": "/", "√": "r", "−": "-", "–": "-"}
_COLOR = re.compile(r"_([RBGK])")
_WORD = re.compile(r"swud|sw|ud|sup|pob|rep|frac|vinc|rem|log|lcm|gcf|w0|wx")
_WHOLE = re.compile(r"[+-]?\d{1,6}")


def tokenize_written(text: str) -> Tokens:
    """What a player wrote: spaces mean nothing. Brackets are marks of their own here; `brackets` pairs them."""
    return _Tokenizer(text, on_mat=False).read()


def tokenize_mat(text: str) -> Tokens:
    """The cubes of a Goal as they lie: a space is a gap that one can see."""
    return _Tokenizer(text, on_mat=True).read()


class _Tokenizer:
    def __init__(self, text: str, *, on_mat: bool) -> None:
        if len(text) > MOST_CHARACTERS:
            raise NotationError(f"The text has more than {MOST_CHARACTERS} characters", MOST_CHARACTERS)
        self.text = "".join(SAME.get(letter, letter) for letter in text)
        self.on_mat = on_mat
        self.at = 0
        self.count = 0
        self.places = 0

    def read(self) -> Tokens:
        tokens = self._until("", 0)
        if not any(token.kind not in ("open", "close") for token in tokens):
            raise NotationError("There is nothing here", 0)
        return tokens

    def _until(self, stops: str, depth: int) -> Tokens:
        """Marks up to one of the stops at this level, or to the end."""
        found: list[Token] = []
        level = 0
        while True:
            gap = self._spaces()
            if self.at >= len(self.text):
                if stops:
                    raise NotationError(f"Here a {stops[-1]} is missing", self.at)
                return tuple(found)
            letter = self.text[self.at]
            if stops and letter in stops and level == 0:
                return tuple(found)
            for token in self._one(letter, depth):
                level += {"open": 1, "close": -1}.get(token.kind, 0)
                gapped = gap and self.on_mat and bool(found)
                found.append(replace(token, gap=gapped))
                gap = False

    def _spaces(self) -> bool:
        before = self.at
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1
        return self.at > before

    def _one(self, letter: str, depth: int) -> list[Token]:
        start = self.at
        word = _WORD.match(self.text, self.at)
        if word:
            return self._word(word.group(), start, depth)
        self.at += 1
        if letter in CLOSING or letter in CLOSING.values():
            self._refuse_on_mat(start, "Brackets are")
            self._count(start)
            kind = "open" if letter in CLOSING else "close"
            return [Token(kind, letter, start=start, end=self.at)]
        if letter == "<":
            return [self._note(start)]
        simple = self._simple(letter)
        if simple is None:
            raise NotationError(f"{letter!r} is not in the notation", start)
        if simple.kind in ("!", "point"):
            self._refuse_on_mat(start, f"{letter} is")
        return [self._placed(replace(simple, color=self._color()), start)]

    @staticmethod
    def _simple(letter: str) -> Token | None:
        """A mark of one character."""
        if letter in DIGITS or letter in HIGH_DIGITS:
            return Token("digit", letter)
        if letter in SIGNS or letter == "%":
            return Token("sign", letter)
        return {"i": Token("i"), "|": Token("i", "|"), "!": Token("!"), ".": Token("point")}.get(letter)

    def _word(self, word: str, start: int, depth: int) -> list[Token]:
        self.at += len(word)
        if word in WORD_SIGNS:
            return [self._placed(Token("sign", word), start)]
        if not self.text.startswith("(", self.at):
            raise NotationError(f"Behind {word} a ( is missing", self.at)
        self.at += 1
        if depth >= MOST_DEPTH:
            raise NotationError("It is nested too deeply", start)
        if word in ("sw", "ud", "swud"):
            return [self._turned(word, start, depth)]
        if word in ("w0", "wx"):
            return [self._wild(word[1], start)]
        if word == "pob":
            return [self._placed(Token("pob", "1", number=self._whole(MOST_POWER), color=self._after()), start)]
        if word == "rep":
            return self._repeated(start)
        return [self._holding(word, start, depth)]

    def _turned(self, turn: str, start: int, depth: int) -> Token:
        before, places = self.count, self.places
        inside = self._until(")", depth + 1)
        color = self._after()
        self.count, self.places = before, places
        if len(inside) != 1 or not (inside[0].is_numeral or inside[0].kind == "sign"):
            raise Illegal("orientation_of_non_numeral", "Only one cube can be turned.", start, self.at)
        token = inside[0]
        if token.symbol == "|" and turn != "ud":
            raise Illegal("orientation_of_non_numeral", "i is not turned sideways.", start, self.at)
        both = {turn, token.turn} - {""}
        if token.symbol == "|" or (token.kind == "sign" and token.symbol == "-" and turn == "sw" and not token.wild):
            token = replace(token, kind="i", symbol="|")
            both = {token.turn} - {""} if turn == "sw" else both
        if turn == token.turn or ("swud" in both and len(both) > 1):
            raise Illegal("orientation_of_non_numeral", "A cube is turned twice.", start, self.at)
        turned = "swud" if len(both) == 2 else (both.pop() if both else "")
        return self._placed(replace(token, turn=turned, color=color or token.color), start)

    def _wild(self, cube: str, start: int) -> Token:
        close, level = self.at, 1
        while close < len(self.text) and level:
            level += {"(": 1, ")": -1}.get(self.text[close], 0)
            close += 1
        if level:
            raise NotationError("Here a ) is missing", len(self.text))
        name = self.text[self.at : close - 1].strip()
        self.at = close
        token = self._meaning(name, start)
        return self._placed(replace(token, wild=cube, color=self._color()), start)

    def _meaning(self, name: str, start: int) -> Token:
        if name in ("sw(/)", "ud(r)", "sw(-)"):
            return {"sw(/)": Token("sign", "/", "sw"), "ud(r)": Token("sign", "%"), "sw(-)": Token("i")}[name]
        power = re.fullmatch(r"pob\(([+-]?\d{1,4})\)", name)
        if power:
            return Token("pob", "1", number=self._bounded(int(power[1]), MOST_POWER, start))
        if name in WORD_SIGNS:
            return Token("sign", name)
        simple = self._simple(name) if len(name) == 1 else None
        if simple is None or simple.kind == "!":
            raise Illegal(
                "wild_symbol_not_on_cubes", f"A wild cube cannot stand for {name or 'nothing'}: no cube shows it.",
                start, self.at,
            )  # fmt: skip
        return simple

    def _repeated(self, start: int) -> list[Token]:
        comma = self.text.find(",", self.at)
        sign = self.text[self.at : comma].strip() if comma >= 0 else ""
        if sign not in SIGNS:
            raise NotationError("rep( needs a sign, a comma and a number", self.at)
        self.at = comma + 1
        times = self._whole(MOST_REPEATS)
        if times < 1:
            raise NotationError("A sign is repeated at least once", start)
        self._after()
        first = self._placed(Token("sign", sign), start)
        return [first] + [replace(first, repeated=True) for _ in range(times - 1)]

    def _holding(self, word: str, start: int, depth: int) -> Token:
        self._refuse_on_mat(start, f"{word} is")
        self._count(start)
        parts = [self._until(";)" if word == "frac" else ")", depth + 1)]
        if word == "frac":
            if self.text[self.at] != ";":
                raise NotationError("frac( needs a ; between its two parts", self.at)
            self.at += 1
            parts.append(self._until(")", depth + 1))
        self._after()
        if not all(parts):
            raise NotationError(f"There is nothing in {word}( )", start)
        return Token(word, inside=tuple(parts), start=start, end=self.at)

    def _note(self, start: int) -> Token:
        close = self.text.find(">", start)
        self._refuse_on_mat(start, "< is")
        if close < 0:
            raise NotationError("Behind this < a > is missing", start)
        self.at = close + 1
        self._count(start)
        return Token("note", text=self.text[start + 1 : close].strip(), start=start, end=self.at)

    def _color(self) -> str:
        color = _COLOR.match(self.text, self.at)
        if not color:
            return ""
        self.at = color.end()
        return color[1]

    def _after(self) -> str:
        """Passes the ) at which the reading stopped, and the colour behind it."""
        self._spaces()
        if not self.text.startswith(")", self.at):
            raise NotationError("Here a ) is missing", self.at)
        self.at += 1
        return self._color()

    def _whole(self, most: int) -> int:
        self._spaces()
        number = _WHOLE.match(self.text, self.at)
        if not number:
            raise NotationError("Here a whole number is missing", self.at)
        self.at = number.end()
        return self._bounded(int(number.group()), most, number.start())

    @staticmethod
    def _bounded(number: int, most: int, start: int) -> int:
        if abs(number) > most:
            raise NotationError(f"This number may not be beyond {most}", start)
        return number

    def _placed(self, token: Token, start: int) -> Token:
        self._count(start)
        place = self.places
        if token.cube or token.kind == "i":
            self.places += 1
        return replace(token, start=start, end=self.at, place=place)

    def _count(self, start: int) -> None:
        self.count += 1
        if self.count > MOST_TOKENS:
            raise NotationError(f"No Equation is longer than {MOST_TOKENS} marks: it goes on", start)

    def _refuse_on_mat(self, start: int, what: str) -> None:
        if self.on_mat:
            raise NotationError(f"{what} not on the mat", start)
