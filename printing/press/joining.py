"""PDF pages put together: stamps over forms, documents behind one another, with their tags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
import segno

from printing.press.forms import Slot

POINT = 0.75  # of a CSS pixel
QUIET = 2  # empty modules around a QR code


@dataclass(frozen=True)
class Laid:
    """A page: which one of the form lies `under` it, which one of the stamps `over` it, and QR codes by their slots."""

    under: int
    over: int | None
    codes: Sequence[tuple[Slot, str]]


def lay_over(form: bytes, words: Sequence[str], stamps: bytes, laid: Sequence[Laid]) -> bytes:
    """The stamps' document, tagged as it is, with the form below each page: a picture, described by `words`."""
    with pikepdf.open(BytesIO(form)) as under, _opened(stamps) as document:
        sheets = [document.copy_foreign(pikepdf.Page(page).as_form_xobject()) for page in under.pages]
        stamped = list(document.pages)
        boxes = [page.mediabox for page in under.pages]
        tags = _Tags(document, words)
        for at, each in enumerate(laid):
            if each.over is None:
                document.pages.insert(at, pikepdf.Page(document.make_indirect(_blank(boxes[each.under]))))
            page = document.pages[at]
            number = tags.picture_on(page, each.under)
            _put(page, "/Form", sheets[each.under], _ops(each, float(boxes[each.under][3]), number))
        assert len(stamped) == sum(each.over is not None for each in laid)
        out = BytesIO()
        document.save(out)
    return out.getvalue()


def _opened(stamps: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(stamps)) if stamps else pikepdf.new()


def _blank(box: pikepdf.Array) -> pikepdf.Dictionary:
    return pikepdf.Dictionary(
        Type=pikepdf.Name.Page, MediaBox=list(box), Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary())
    )


class _Tags:
    """What describes the pages of a document. A page without any gets its own; the form is described on each."""

    def __init__(self, document: pikepdf.Pdf, words: Sequence[str]) -> None:
        self.document = document
        self.words = [document.make_indirect(pikepdf.String(each)) for each in words]
        if "/StructTreeRoot" not in document.Root:
            document.Root.StructTreeRoot = document.make_indirect(_new_tree(document))
        tree = document.Root.StructTreeRoot
        self.whole = tree.K[0] if isinstance(tree.K, pikepdf.Array) else tree.K
        self.numbers = tree.ParentTree.Nums
        self.marks = {int(self.numbers[at]): self.numbers[at + 1] for at in range(0, len(self.numbers), 2)}

    def picture_on(self, page: pikepdf.Page, under: int) -> int:
        """The number by which the page's contents say: here begins the form."""
        marks = self.marks_of(page)
        number = len(marks)
        above = marks[0].P if number else self.whole
        element = pikepdf.Dictionary(
            Type=pikepdf.Name.StructElem,
            S=pikepdf.Name.Figure,
            P=above,
            Pg=page.obj,
            K=number,
            Alt=self.words[under],
        )
        marks.append(self.document.make_indirect(element))
        above.K.append(marks[number])
        return number

    def marks_of(self, page: pikepdf.Page) -> Any:
        """The elements of a page, by the numbers that its contents have for them."""
        if "/StructParents" not in page.obj:
            key: Any = len(self.marks)
            page.obj.StructParents = key
            self.numbers.extend([key, pikepdf.Array()])
            self.marks[key] = self.numbers[-1]
        return self.marks[int(page.obj.StructParents)]


def _new_tree(document: pikepdf.Pdf) -> pikepdf.Dictionary:
    whole = pikepdf.Dictionary(Type=pikepdf.Name.StructElem, S=pikepdf.Name.Document, K=pikepdf.Array())
    return pikepdf.Dictionary(
        Type=pikepdf.Name.StructTreeRoot,
        K=pikepdf.Array([document.make_indirect(whole)]),
        ParentTree=document.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array())),
    )


def _put(page: pikepdf.Page, name: str, sheet: pikepdf.Object, ops: bytes) -> None:
    """Resources may be shared between pages: each gets its own."""
    own: Any = pikepdf.Dictionary(dict(page.obj.Resources.items()))
    shared = own.XObject.items() if "/XObject" in own else ()
    own.XObject = pikepdf.Dictionary(dict(shared) | {name: sheet})
    page.obj.Resources = own
    page.contents_add(ops, prepend=True)


def _ops(laid: Laid, height: float, number: int) -> bytes:
    codes = b"".join(_code(slot, address, height) for slot, address in laid.codes)
    return f"/Figure <</MCID {number}>> BDC q /Form Do Q ".encode() + codes + b"EMC\n"


def _code(slot: Slot, address: str, height: float) -> bytes:
    """A QR code as rectangles, each a run of dark modules."""
    matrix = segno.make(address, error="m").matrix
    side = POINT * min(slot.width, slot.height) / (len(matrix) + 2 * QUIET)
    left, top = POINT * slot.x, height - POINT * slot.y
    runs = []
    for row, modules in enumerate(matrix):
        column = 0
        while column < len(modules):
            length = 0
            while column + length < len(modules) and modules[column + length]:
                length += 1
            if length:
                x, y = left + side * (column + QUIET), top - side * (row + 1 + QUIET)
                runs.append(f"{x:.3f} {y:.3f} {side * length:.3f} {side:.3f} re")
            column += length or 1
    return f"q 0 g {' '.join(runs)} f Q ".encode()


def join(documents: Iterable[bytes], *, title: str) -> bytes:
    """One document of several, in order, with the tags of all."""
    with pikepdf.new() as whole:
        elements, parents = pikepdf.Array(), pikepdf.Array()
        for document in documents:
            with pikepdf.open(BytesIO(document)) as part:
                _append(whole, part, elements, parents)
        root = whole.Root
        root.Lang = "en"
        root.MarkInfo = pikepdf.Dictionary(Marked=True)
        root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        root.StructTreeRoot = whole.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.StructTreeRoot,
                K=elements,
                ParentTree=whole.make_indirect(pikepdf.Dictionary(Nums=parents)),
                ParentTreeNextKey=len(parents) // 2,
            )
        )
        for element in elements:
            element.P = root.StructTreeRoot
        with whole.open_metadata(set_pikepdf_as_editor=False) as metadata:
            metadata["dc:title"] = title
        whole.docinfo["/Title"] = title
        out = BytesIO()
        whole.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _append(whole: pikepdf.Pdf, part: pikepdf.Pdf, elements: pikepdf.Array, parents: pikepdf.Array) -> None:
    """Pages and what describes them; the numbers by which a page finds its tags go on counting."""
    first, offset = len(whole.pages), len(parents) // 2
    whole.pages.extend(part.pages)
    tree = part.Root.get("/StructTreeRoot")
    if tree is None:
        return
    copied = whole.copy_foreign(tree)
    kids = copied.K
    elements.extend(kids if isinstance(kids, pikepdf.Array) else pikepdf.Array([kids]))
    numbers = copied.ParentTree.Nums
    for at in range(0, len(numbers), 2):
        number: Any = int(numbers[at]) + offset
        parents.extend([number, numbers[at + 1]])
    for page in list(whole.pages)[first:]:
        if "/StructParents" in page.obj:
            page.obj.StructParents = int(page.obj.StructParents) + offset
