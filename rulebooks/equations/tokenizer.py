"""Splits the plain notation into tokens: cubes as they lie on the mat, and what a player writes."""

from __future__ import annotations

import re
from dataclasses import replace

from rulebooks.equations.tokens import CLOSING, DIGITS, HIGH_DIGITS, SIGNS, WORD_SIGNS, Token, Tokens
from rulebooks.equations.violations import Illegal, NotationError
from rulebooks.wording import in_quotes

MAX_CHARACTERS = 10_000
MAX_TOKENS = 120
MAX_DEPTH = 24
MAX_REPEATS = 100
MAX_POWER = 200
ALIASES = {"×": "x", "÷": "/", "√": "r", "−": "-", "–": "-"}
_COLOR = re.compile(r"_([RBGK])")
_WORD = re.compile(r"swud|sw|ud|sup|pob|rep|frac|vinc|rem|log|lcm|gcf|w0|wx")
_WHOLE = re.compile(r"[+-]?\d{1,6}")


def tokenize_written(text: str) -> Tokens:
    """Tokenize what a player wrote. Spaces mean nothing. Brackets are tokens here; `brackets` pairs them."""
    return _Tokenizer(text, on_mat=False).read()


def tokenize_mat(text: str) -> Tokens:
    """Tokenize the cubes of a Goal as they lie. A space is a visible gap."""
    return _Tokenizer(text, on_mat=True).read()


class _Tokenizer:
    def __init__(self, text: str, *, on_mat: bool) -> None:
        if len(text) > MAX_CHARACTERS:
            raise NotationError(f"Only {MAX_CHARACTERS:,} characters are allowed.", MAX_CHARACTERS)
        self.text = "".join(ALIASES.get(letter, letter) for letter in text)
        self.on_mat = on_mat
        self.position = 0
        self.count = 0
        self.cube_count = 0

    def read(self) -> Tokens:
        tokens = self._read_until("", 0)
        if not any(token.kind not in ("open", "close") for token in tokens):
            raise NotationError("There’s nothing here.", 0)
        return tokens

    def _read_until(self, stops: str, depth: int) -> Tokens:
        """Read tokens up to one of the stop characters at this level, or to the end."""
        tokens: list[Token] = []
        level = 0
        while True:
            gap = self._skip_spaces()
            if self.position >= len(self.text):
                if stops:
                    raise NotationError(f"A {stops[-1]} is missing here.", self.position)
                return tuple(tokens)
            letter = self.text[self.position]
            if stops and letter in stops and level == 0:
                return tuple(tokens)
            for token in self._read_one(letter, depth):
                level += {"open": 1, "close": -1}.get(token.kind, 0)
                gapped = gap and self.on_mat and bool(tokens)
                tokens.append(replace(token, gap=gapped))
                gap = False

    def _skip_spaces(self) -> bool:
        before = self.position
        while self.position < len(self.text) and self.text[self.position] in " \t":
            self.position += 1
        return self.position > before

    def _read_one(self, letter: str, depth: int) -> list[Token]:
        start = self.position
        word = _WORD.match(self.text, self.position)
        if word:
            return self._read_word(word.group(), start, depth)
        self.position += 1
        if letter in CLOSING or letter in CLOSING.values():
            self._refuse_on_mat(start, "Parentheses")
            self._count_token(start)
            kind = "open" if letter in CLOSING else "close"
            return [Token(kind, letter, start=start, end=self.position)]
        if letter == "<":
            return [self._read_note(start)]
        simple = self._single_character(letter)
        if simple is None:
            raise NotationError(f"{in_quotes(letter)} isn’t an Equations symbol.", start)
        if simple.kind in ("!", "point"):
            self._refuse_on_mat(start, f"“{letter}”")
        return [self._with_position(replace(simple, color=self._read_color()), start)]

    @staticmethod
    def _single_character(letter: str) -> Token | None:
        """Return the token of a single character."""
        if letter in DIGITS or letter in HIGH_DIGITS:
            return Token("digit", letter)
        if letter in SIGNS or letter == "%":
            return Token("sign", letter)
        return {"i": Token("i"), "|": Token("i", "|"), "!": Token("!"), ".": Token("point")}.get(letter)

    def _read_word(self, word: str, start: int, depth: int) -> list[Token]:
        self.position += len(word)
        if word in WORD_SIGNS:
            return [self._with_position(Token("sign", word), start)]
        if not self.text.startswith("(", self.position):
            raise NotationError(f"A ( is missing after {word}.", self.position)
        self.position += 1
        if depth >= MAX_DEPTH:
            raise NotationError("There are too many parentheses inside each other.", start)
        if word in ("sw", "ud", "swud"):
            return [self._read_turned(word, start, depth)]
        if word in ("w0", "wx"):
            return [self._read_wild(word[1], start)]
        if word == "pob":
            return [
                self._with_position(
                    Token("pob", "1", number=self._read_whole(MAX_POWER), color=self._read_close()), start
                )
            ]
        if word == "rep":
            return self._read_repeated(start)
        return [self._read_container(word, start, depth)]

    def _read_turned(self, turn: str, start: int, depth: int) -> Token:
        before, cube_count = self.count, self.cube_count
        inside = self._read_until(")", depth + 1)
        color = self._read_close()
        self.count, self.cube_count = before, cube_count
        if len(inside) != 1 or not (inside[0].is_numeral or inside[0].kind == "sign"):
            raise Illegal(
                "orientation_of_non_numeral", "Only a single cube can be sideways or upside-down.", start, self.position
            )
        token = inside[0]
        if token.symbol == "|" and turn != "ud":
            raise Illegal("orientation_of_non_numeral", "An i can’t be sideways.", start, self.position)
        turns = {turn, token.turn} - {""}
        if token.symbol == "|" or (token.kind == "sign" and token.symbol == "-" and turn == "sw" and not token.wild):
            token = replace(token, kind="i", symbol="|")
            turns = {token.turn} - {""} if turn == "sw" else turns
        if turn == token.turn or ("swud" in turns and len(turns) > 1):
            raise Illegal("orientation_of_non_numeral", "A cube can’t be turned twice.", start, self.position)
        turned = "swud" if len(turns) == 2 else (turns.pop() if turns else "")
        return self._with_position(replace(token, turn=turned, color=color or token.color), start)

    def _read_wild(self, cube: str, start: int) -> Token:
        close, level = self.position, 1
        while close < len(self.text) and level:
            level += {"(": 1, ")": -1}.get(self.text[close], 0)
            close += 1
        if level:
            raise NotationError("A ) is missing here.", len(self.text))
        name = self.text[self.position : close - 1].strip()
        self.position = close
        token = self._wild_meaning(name, start)
        return self._with_position(replace(token, wild=cube, color=self._read_color()), start)

    def _wild_meaning(self, name: str, start: int) -> Token:
        if name in ("sw(/)", "ud(r)", "sw(-)"):
            return {"sw(/)": Token("sign", "/", "sw"), "ud(r)": Token("sign", "%"), "sw(-)": Token("i")}[name]
        power = re.fullmatch(r"pob\(([+-]?\d{1,4})\)", name)
        if power:
            return Token("pob", "1", number=self._check_bound(int(power[1]), MAX_POWER, start))
        if name in WORD_SIGNS:
            return Token("sign", name)
        simple = self._single_character(name) if len(name) == 1 else None
        if simple is None or simple.kind == "!":
            reason = f"A wild cube can’t stand for {in_quotes(name)} because that isn’t on any cube."
            if not name:
                reason = "Enter what the wild cube stands for."
            raise Illegal("wild_symbol_not_on_cubes", reason, start, self.position)
        return simple

    def _read_repeated(self, start: int) -> list[Token]:
        comma = self.text.find(",", self.position)
        sign = self.text[self.position : comma].strip() if comma >= 0 else ""
        if sign not in SIGNS:
            raise NotationError("rep( needs a sign, a comma, and a number.", self.position)
        self.position = comma + 1
        times = self._read_whole(MAX_REPEATS)
        if times < 1:
            raise NotationError("A repeated sign needs a number of 1 or more.", start)
        self._read_close()
        first = self._with_position(Token("sign", sign), start)
        return [first] + [replace(first, repeated=True) for _ in range(times - 1)]

    def _read_container(self, word: str, start: int, depth: int) -> Token:
        self._refuse_on_mat(start, f"“{word}”")
        self._count_token(start)
        parts = [self._read_until(";)" if word == "frac" else ")", depth + 1)]
        if word == "frac":
            if self.text[self.position] != ";":
                raise NotationError("frac( needs a ; between its two parts.", self.position)
            self.position += 1
            parts.append(self._read_until(")", depth + 1))
        self._read_close()
        if not all(parts):
            raise NotationError(f"There’s nothing inside {word}( ).", start)
        return Token(word, inside=tuple(parts), start=start, end=self.position)

    def _read_note(self, start: int) -> Token:
        close = self.text.find(">", start)
        self._refuse_on_mat(start, "“<”")
        if close < 0:
            raise NotationError("A > is missing after this <.", start)
        self.position = close + 1
        self._count_token(start)
        return Token("note", text=self.text[start + 1 : close].strip(), start=start, end=self.position)

    def _read_color(self) -> str:
        color = _COLOR.match(self.text, self.position)
        if not color:
            return ""
        self.position = color.end()
        return color[1]

    def _read_close(self) -> str:
        """Consume the closing parenthesis and the color after it."""
        self._skip_spaces()
        if not self.text.startswith(")", self.position):
            raise NotationError("A ) is missing here.", self.position)
        self.position += 1
        return self._read_color()

    def _read_whole(self, most: int) -> int:
        self._skip_spaces()
        number = _WHOLE.match(self.text, self.position)
        if not number:
            raise NotationError("A whole number is missing here.", self.position)
        self.position = number.end()
        return self._check_bound(int(number.group()), most, number.start())

    @staticmethod
    def _check_bound(number: int, most: int, start: int) -> int:
        if abs(number) > most:
            raise NotationError(f"This number must be from −{most} to {most}.", start)
        return number

    def _with_position(self, token: Token, start: int) -> Token:
        self._count_token(start)
        cube_index = self.cube_count
        if token.cube or token.kind == "i":
            self.cube_count += 1
        return replace(token, start=start, end=self.position, cube_index=cube_index)

    def _count_token(self, start: int) -> None:
        self.count += 1
        if self.count > MAX_TOKENS:
            raise NotationError(f"An Equation can have at most {MAX_TOKENS} symbols.", start)

    def _refuse_on_mat(self, start: int, what: str) -> None:
        if self.on_mat:
            raise NotationError(f"{what} can’t be on the mat.", start)
