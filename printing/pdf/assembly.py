"""Assembles PDF pages: puts stamps on top of forms, and joins documents, keeping their tags.

A tagged PDF says what its content means, so that a screen reader can read it aloud. Each page has a list of elements,
found through the page's `/StructParents` number, and each element knows its parent up to the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
import segno

from printing.pdf.layout import ElementBox

POINTS_PER_PIXEL = 0.75
QUIET_ZONE = 2  # empty modules around a QR code


@dataclass(frozen=True)
class StampedPage:
    """One page of the result: which page of the form it shows, whether a page of stamps covers it, and its QR codes."""

    form_page: int
    has_stamps: bool
    codes: Sequence[tuple[ElementBox, str]]


def overlay_stamps(form: bytes, words: Sequence[str], stamps: bytes, plan: Sequence[StampedPage]) -> bytes:
    """Return the pages of the plan: the tagged text of `stamps`, each page with its form below.

    The form is tagged as a picture that is described by its `words`.
    """
    with pikepdf.open(BytesIO(form)) as below, _open_stamps(stamps) as document:
        forms = [document.copy_foreign(pikepdf.Page(page).as_form_xobject()) for page in below.pages]
        media_boxes = [page.mediabox for page in below.pages]
        assert len(document.pages) == sum(each.has_stamps for each in plan)
        tags = _Tags(document, words)
        for at, each in enumerate(plan):
            media_box = media_boxes[each.form_page]
            if not each.has_stamps:
                document.pages.insert(at, pikepdf.Page(document.make_indirect(_blank_page(media_box))))
            page = document.pages[at]
            content_id = tags.add_figure(page, each.form_page)
            _draw_below(page, forms[each.form_page], _form_operators(each, float(media_box[3]), content_id))
        out = BytesIO()
        document.save(out)
    return out.getvalue()


def _open_stamps(stamps: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(stamps)) if stamps else pikepdf.new()


def _blank_page(media_box: pikepdf.Array) -> pikepdf.Dictionary:
    return pikepdf.Dictionary(
        Type=pikepdf.Name.Page, MediaBox=list(media_box), Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary())
    )


class _Tags:
    """The tag tree of a document. Adds a figure for the form to every page."""

    def __init__(self, document: pikepdf.Pdf, words: Sequence[str]) -> None:
        self.document = document
        self.words = [document.make_indirect(pikepdf.String(each)) for each in words]
        if "/StructTreeRoot" not in document.Root:
            document.Root.StructTreeRoot = document.make_indirect(_new_tag_tree(document))
        tree = document.Root.StructTreeRoot
        self.root_element = tree.K[0] if isinstance(tree.K, pikepdf.Array) else tree.K
        self.numbers = tree.ParentTree.Nums
        self.elements = {int(self.numbers[at]): self.numbers[at + 1] for at in range(0, len(self.numbers), 2)}

    def add_figure(self, page: pikepdf.Page, form_page: int) -> int:
        """Return the marked-content id by which the page's operators refer to the new figure."""
        elements = self._elements_of(page)
        content_id = len(elements)
        parent = elements[0].P if content_id else self.root_element
        figure = pikepdf.Dictionary(
            Type=pikepdf.Name.StructElem,
            S=pikepdf.Name.Figure,
            P=parent,
            Pg=page.obj,
            K=content_id,
            Alt=self.words[form_page],
        )
        elements.append(self.document.make_indirect(figure))
        parent.K.append(elements[content_id])
        return content_id

    def _elements_of(self, page: pikepdf.Page) -> Any:
        """The elements of a page by marked-content id. A page without any gets an empty list."""
        if "/StructParents" not in page.obj:
            key: Any = len(self.elements)
            page.obj.StructParents = key
            self.numbers.extend([key, pikepdf.Array()])
            self.elements[key] = self.numbers[-1]
        return self.elements[int(page.obj.StructParents)]


def _new_tag_tree(document: pikepdf.Pdf) -> pikepdf.Dictionary:
    root_element = pikepdf.Dictionary(Type=pikepdf.Name.StructElem, S=pikepdf.Name.Document, K=pikepdf.Array())
    return pikepdf.Dictionary(
        Type=pikepdf.Name.StructTreeRoot,
        K=pikepdf.Array([document.make_indirect(root_element)]),
        ParentTree=document.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array())),
    )


def _draw_below(page: pikepdf.Page, form: pikepdf.Object, operators: bytes) -> None:
    """Draw the form before the page's own content. Pages may share their resources, so each gets a copy."""
    resources: Any = pikepdf.Dictionary(dict(page.obj.Resources.items()))
    shared = resources.XObject.items() if "/XObject" in resources else ()
    resources.XObject = pikepdf.Dictionary(dict(shared) | {"/Form": form})
    page.obj.Resources = resources
    page.contents_add(operators, prepend=True)


def _form_operators(page: StampedPage, page_height: float, content_id: int) -> bytes:
    codes = b"".join(_qr_operators(slot, url, page_height) for slot, url in page.codes)
    return f"/Figure <</MCID {content_id}>> BDC q /Form Do Q ".encode() + codes + b"EMC\n"


def _qr_operators(slot: ElementBox, url: str, page_height: float) -> bytes:
    """Return operators that draw a QR code as rectangles, one for each run of dark modules."""
    matrix = segno.make(url, error="m").matrix
    side = POINTS_PER_PIXEL * min(slot.width, slot.height) / (len(matrix) + 2 * QUIET_ZONE)
    left, top = POINTS_PER_PIXEL * slot.x, page_height - POINTS_PER_PIXEL * slot.y
    rectangles = []
    for row, modules in enumerate(matrix):
        column = 0
        while column < len(modules):
            length = 0
            while column + length < len(modules) and modules[column + length]:
                length += 1
            if length:
                x, y = left + side * (column + QUIET_ZONE), top - side * (row + 1 + QUIET_ZONE)
                rectangles.append(f"{x:.3f} {y:.3f} {side * length:.3f} {side:.3f} re")
            column += length or 1
    return f"q 0 g {' '.join(rectangles)} f Q ".encode()


def join_documents(documents: Iterable[bytes], *, title: str) -> bytes:
    """Return one PDF with the pages and tags of all documents, in order."""
    with pikepdf.new() as joined:
        elements, parents = pikepdf.Array(), pikepdf.Array()
        for document in documents:
            with pikepdf.open(BytesIO(document)) as part:
                _append_document(joined, part, elements, parents)
        root = joined.Root
        root.Lang = "en"
        root.MarkInfo = pikepdf.Dictionary(Marked=True)
        root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        root.StructTreeRoot = joined.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.StructTreeRoot,
                K=elements,
                ParentTree=joined.make_indirect(pikepdf.Dictionary(Nums=parents)),
                ParentTreeNextKey=len(parents) // 2,
            )
        )
        for element in elements:
            element.P = root.StructTreeRoot
        with joined.open_metadata(set_pikepdf_as_editor=False) as metadata:
            metadata["dc:title"] = title
        joined.docinfo["/Title"] = title
        out = BytesIO()
        joined.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _append_document(joined: pikepdf.Pdf, part: pikepdf.Pdf, elements: pikepdf.Array, parents: pikepdf.Array) -> None:
    """Append pages and tags. The `/StructParents` numbers of the part continue those of the pages before it."""
    first, offset = len(joined.pages), len(parents) // 2
    joined.pages.extend(part.pages)
    tree = part.Root.get("/StructTreeRoot")
    if tree is None:
        return
    copied = joined.copy_foreign(tree)
    children = copied.K
    elements.extend(children if isinstance(children, pikepdf.Array) else pikepdf.Array([children]))
    numbers = copied.ParentTree.Nums
    for at in range(0, len(numbers), 2):
        number: Any = int(numbers[at]) + offset
        parents.extend([number, numbers[at + 1]])
    for page in list(joined.pages)[first:]:
        if "/StructParents" in page.obj:
            page.obj.StructParents = int(page.obj.StructParents) + offset
