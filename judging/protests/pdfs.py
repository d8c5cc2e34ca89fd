"""A PDF with what one sees on its pages and nothing else, made by a process of its own (foundation/sandbox.py).

A few kilobytes of PDF unpack to gigabytes, or name one page a million times.
"""

from __future__ import annotations

import sys
import zlib
from io import BytesIO
from typing import Any

import pikepdf

from foundation.sandbox import run_sandboxed
from scoring.jpeg import bare

MOST_MEMORY = 700_000_000
MOST_SECONDS = 10
MOST_PAGES = 40
TOO_MANY = 3  # the code with which the process ends
OF_A_PAGE = ("Type", "Parent", "MediaBox", "CropBox", "Rotate", "UserUnit", "Resources", "Contents", "Group", "Annots")
OF_A_MARK = ("Type", "Subtype", "Rect", "AP", "AS", "F", "C", "IC", "CA", "Border", "BS", "BE", "DA", "DS", "Contents")
OF_A_DRAWN_MARK = ("QuadPoints", "InkList", "Vertices", "L", "LE")
JPEG, DEFLATED = "/DCTDecode", "/FlateDecode"
TOLD_BESIDE = ("/Metadata", "/PieceInfo", "/LastModified", "/AF", "/AA", "/Measure", "/PtData")


def pages_alone(content: bytes) -> bytes:
    """What is on the pages; not who wrote it with what, nor scripts, nor files inside the file."""
    return run_sandboxed(__file__, content, memory=MOST_MEMORY, seconds=MOST_SECONDS)


def _main() -> None:
    """In the process of its own."""
    out = BytesIO()
    with pikepdf.open(BytesIO(sys.stdin.buffer.read())) as given, pikepdf.new() as plain:
        if not 1 <= len(given.pages) <= MOST_PAGES:
            sys.exit(TOO_MANY if given.pages else 1)
        plain.pages.extend(given.pages)
        for page in plain.pages:
            _keep(page.obj, OF_A_PAGE)
            for mark in page.obj.get("/Annots", ()):
                _keep(mark, (*OF_A_MARK, *OF_A_DRAWN_MARK))
                if mark.get("/Subtype") == pikepdf.Name.Widget:  # a box of a form: what was typed into it stays seen
                    mark.Subtype = pikepdf.Name.Stamp
        for thing in plain.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                _strip(thing)
            if isinstance(thing, pikepdf.Stream):
                _without_camera(thing)
        plain.save(out, deterministic_id=True)
    sys.stdout.buffer.write(out.getvalue())


def _keep(thing: Any, names: tuple[str, ...]) -> None:
    for name in set(thing.keys()) - {f"/{name}" for name in names}:
        del thing[name]


def _strip(thing: Any) -> None:
    for name in TOLD_BESIDE:
        if name in thing:
            del thing[name]


def _without_camera(stream: pikepdf.Stream) -> None:
    """A photo lies in a PDF as the camera wrote it, with the place where it was taken."""
    packed: Any = stream.get("/Filter")
    ways = [str(each) for each in packed] if isinstance(packed, pikepdf.Array) else [str(packed)]
    if not ways or ways[-1] != JPEG:
        return
    content = stream.read_raw_bytes()
    for way in ways[:-1]:
        if way != DEFLATED:
            raise ValueError(way)
        content = zlib.decompress(content)
    stream.write(bare(content), filter=pikepdf.Name(JPEG))


if __name__ == "__main__":
    _main()
