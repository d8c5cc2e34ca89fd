"""Parses the forms of an HTML page, as a browser without JavaScript sees them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Values = dict[str, list[str]]


@dataclass
class PageForm:
    """`fields`: current values. `options`: values by label for each select; checkboxes and radios have no labels.

    `buttons`: the values of each named button.
    """

    action: str
    fields: Values = field(default_factory=dict)
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    buttons: Values = field(default_factory=dict)


class _FormParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.form: PageForm | None = None
        self.select = self.textarea = self.option = ""
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.form = PageForm(attrs.get("action", ""))
            self.forms.append(self.form)
        if self.form is None:
            return
        name = attrs.get("name", "")
        if tag == "input" and name:
            kind = attrs.get("type", "text")
            if kind in ("checkbox", "radio") and "value" in attrs:
                self.form.options.setdefault(name, {})[attrs["value"]] = attrs["value"]
            if kind in ("checkbox", "radio") and "checked" not in attrs:
                return
            if kind not in ("submit", "button", "file"):
                self.form.fields.setdefault(name, []).append(attrs.get("value", "on" if kind == "checkbox" else ""))
        elif tag == "button" and name:
            self.form.buttons.setdefault(name, []).append(attrs.get("value", ""))
        elif tag == "select":
            self.select = name
            self.form.options[name] = {}
        elif tag == "textarea":
            self.textarea, self.text = name, ""
        elif tag == "option" and self.select:
            self.option, self.text = attrs.get("value", ""), ""
            is_first = not self.form.options[self.select]
            if "selected" in attrs or is_first:
                self.form.fields[self.select] = [self.option]
            self.form.options[self.select][""] = self.option

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if self.form is None:
            return
        if tag == "form":
            self.form = None
        elif tag == "option" and self.select:
            self.form.options[self.select].pop("", None)
            self.form.options[self.select][" ".join(self.text.split())] = self.option
        elif tag == "select":
            self.select = ""
        elif tag == "textarea" and self.textarea:
            self.form.fields[self.textarea] = [self.text.removeprefix("\n")]
            self.textarea = ""


def parse_forms(page: str) -> list[PageForm]:
    parser = _FormParser()
    parser.feed(page)
    return parser.forms
