"""Rewrites a PDF so that only what is visible on its pages remains.

Runs in a subprocess (foundation/sandbox.py): a few kilobytes of PDF can decompress to gigabytes, or list one page a
million times.
"""

from __future__ import annotations

import sys
import zlib
from io import BytesIO
from typing import Any

import pikepdf

from foundation.images import strip_metadata
from foundation.sandbox import run_sandboxed

MOST_MEMORY = 700_000_000
MOST_SECONDS = 10
MOST_PAGES = 40
TOO_MANY_PAGES = 3  # the exit status
KEPT_OF_PAGE = (
    *("Type", "Parent", "MediaBox", "CropBox", "Rotate", "UserUnit"),
    *("Resources", "Contents", "Group", "Annots"),
)
KEPT_OF_ANNOTATION = (
    *("Type", "Subtype", "Rect", "AP", "AS", "F", "C", "IC", "CA", "Border", "BS", "BE", "DA", "DS", "Contents"),
    *("QuadPoints", "InkList", "Vertices", "L", "LE"),
)
JPEG, DEFLATED = "/DCTDecode", "/FlateDecode"
METADATA = ("/Metadata", "/PieceInfo", "/LastModified", "/AF", "/AA", "/Measure", "/PtData")


def sanitize_pdf(content: bytes) -> bytes:
    """Return the pages of a PDF without metadata, scripts and embedded files."""
    return run_sandboxed(__file__, content, memory=MOST_MEMORY, seconds=MOST_SECONDS)


def _main() -> None:
    """Runs in the subprocess, from stdin to stdout."""
    out = BytesIO()
    with pikepdf.open(BytesIO(sys.stdin.buffer.read())) as source, pikepdf.new() as clean:
        if not 1 <= len(source.pages) <= MOST_PAGES:
            sys.exit(TOO_MANY_PAGES if source.pages else 1)
        clean.pages.extend(source.pages)
        for page in clean.pages:
            _keep_keys(page.obj, KEPT_OF_PAGE)
            for annotation in page.obj.get("/Annots", ()):
                _keep_keys(annotation, KEPT_OF_ANNOTATION)
                if annotation.get("/Subtype") == pikepdf.Name.Widget:  # a form field: its text stays visible
                    annotation.Subtype = pikepdf.Name.Stamp
        for thing in clean.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                _remove_metadata(thing)
            if isinstance(thing, pikepdf.Stream):
                _remove_photo_metadata(thing)
        clean.save(out, deterministic_id=True)
    sys.stdout.buffer.write(out.getvalue())


def _keep_keys(thing: Any, names: tuple[str, ...]) -> None:
    for name in set(thing.keys()) - {f"/{name}" for name in names}:
        del thing[name]


def _remove_metadata(thing: Any) -> None:
    for name in METADATA:
        if name in thing:
            del thing[name]


def _remove_photo_metadata(stream: pikepdf.Stream) -> None:
    """Remove camera metadata from an embedded JPEG, which may include the GPS position."""
    encoded: Any = stream.get("/Filter")
    filters = [str(each) for each in encoded] if isinstance(encoded, pikepdf.Array) else [str(encoded)]
    if not filters or filters[-1] != JPEG:
        return
    content = stream.read_raw_bytes()
    for name in filters[:-1]:
        if name != DEFLATED:
            raise ValueError(name)
        content = zlib.decompress(content)
    stream.write(strip_metadata(content), filter=pikepdf.Name(JPEG))


if __name__ == "__main__":
    _main()
