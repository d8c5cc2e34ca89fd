"""The forms of a page, as a browser without scripts sees them: where they go, and what stands in their fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Values = dict[str, list[str]]


@dataclass
class PageForm:
    """`options`: for each list to choose from, the values by their words; boxes and radio buttons have none. `buttons`:
    what each named button sends."""

    action: str
    fields: Values = field(default_factory=dict)
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    buttons: Values = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.form: PageForm | None = None
        self.select = self.textarea = self.option = ""
        self.words = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.form = PageForm(found.get("action", ""))
            self.forms.append(self.form)
        if self.form is None:
            return
        name = found.get("name", "")
        if tag == "input" and name:
            kind = found.get("type", "text")
            if kind in ("checkbox", "radio") and "value" in found:
                self.form.options.setdefault(name, {})[found["value"]] = found["value"]
            if kind in ("checkbox", "radio") and "checked" not in found:
                return
            if kind not in ("submit", "button", "file"):
                self.form.fields.setdefault(name, []).append(found.get("value", "on" if kind == "checkbox" else ""))
        elif tag == "button" and name:
            self.form.buttons.setdefault(name, []).append(found.get("value", ""))
        elif tag == "select":
            self.select = name
            self.form.options[name] = {}
        elif tag == "textarea":
            self.textarea, self.words = name, ""
        elif tag == "option" and self.select:
            self.option, self.words = found.get("value", ""), ""
            is_first = not self.form.options[self.select]
            if "selected" in found or is_first:
                self.form.fields[self.select] = [self.option]
            self.form.options[self.select][""] = self.option

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_endtag(self, tag: str) -> None:
        if self.form is None:
            return
        if tag == "form":
            self.form = None
        elif tag == "option" and self.select:
            self.form.options[self.select].pop("", None)
            self.form.options[self.select][" ".join(self.words.split())] = self.option
        elif tag == "select":
            self.select = ""
        elif tag == "textarea" and self.textarea:
            self.form.fields[self.textarea] = [self.words.removeprefix("\n")]
            self.textarea = ""


def forms_in(page: str) -> list[PageForm]:
    reader = _Reader()
    reader.feed(page)
    return reader.forms
