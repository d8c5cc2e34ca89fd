"""Takes the pictures of the guide: cropped to what matters, light, and small."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page

COLORS = 64
MARGIN = 16
MOST_BYTES = 100_000
REMOVE_TOASTS = "document.querySelectorAll('.toast').forEach((each) => each.remove())"


@dataclass
class Camera:
    """`taken`: the names of the pictures so far."""

    folder: Path
    taken: list[str] = field(default_factory=list)

    def take(self, page: Page, name: str, *subjects: str | Locator) -> None:
        """Save a picture of these elements and of what is between them, or of the whole window."""
        page.wait_for_load_state()
        page.evaluate("document.fonts.ready")
        page.evaluate(REMOVE_TOASTS)
        found = [page.locator(each).first if isinstance(each, str) else each for each in subjects]
        if found:
            clip = _frame(page, found)
            picture = page.screenshot(clip=clip, full_page=True, animations="disabled")
        else:
            picture = page.screenshot(animations="disabled")
        self.save(name, Image.open(BytesIO(picture)))

    def save(self, name: str, picture: Image.Image) -> None:
        """Save it with few colors. All pages are gray with one accent, so no one sees the difference."""
        assert name not in self.taken, name
        small = BytesIO()
        picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
        assert len(small.getvalue()) <= MOST_BYTES, f"{name} has {len(small.getvalue())} bytes"
        (self.folder / f"{name}.png").write_bytes(small.getvalue())
        self.taken.append(name)


def _frame(page: Page, subjects: list[Locator]) -> FloatRect:
    """Return the rectangle around these elements, with a margin, inside the page."""
    boxes = []
    for each in subjects:
        each.wait_for()
        box = each.bounding_box()
        assert box, each
        boxes.append(box)
    scrolled = page.evaluate("[scrollX, scrollY]")
    width = page.evaluate("document.documentElement.clientWidth")
    left = max(min(box["x"] for box in boxes) + scrolled[0] - MARGIN, 0)
    top = max(min(box["y"] for box in boxes) + scrolled[1] - MARGIN, 0)
    right = min(max(box["x"] + box["width"] for box in boxes) + scrolled[0] + MARGIN, width)
    bottom = max(box["y"] + box["height"] for box in boxes) + scrolled[1] + MARGIN
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}
