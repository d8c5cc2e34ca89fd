"""The pdf package: a form that is laid out once and stamped looks like the page laid out whole."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
import weasyprint

from printing.content import read_stylesheet
from printing.pdf import FormCopy
from printing.pdf.assembly import join_documents
from printing.pdf.layout import FormLayout, parse_css, parse_html, read_layout, render_pages
from tests.printing.documents import stamp_form
from tests.printing.pages import codes, difference, pictures, words

CSS = """
@page { size: A5; margin: 10mm }
body { margin: 0; font-family: "DejaVu Sans"; font-size: 10pt; color: #123 }
.slot { display: block; width: 50mm; height: 12mm; overflow: hidden; line-height: 1.15 }
.big { font-size: 20pt; font-weight: 700; text-align: right }
.code { width: 30mm; height: 30mm }
"""
FRONT = """<html lang="en"><body><h1>A form</h1><table border="1"><tr><td>1</td><td>2</td></tr></table>
<span class="slot" data-slot="name"></span><span class="slot big" data-slot="table"></span>
<span class="slot code" data-slot="qr"></span>"""
BACK = '<p style="break-before: page">The back</p>'
ODD_NAMES = [
    "Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausen",
    "Żółć Ærøskøbing O'Neil-Ñandú",
    "张伟",
    "अनुष्का",
    "محمد",
    "😀 Smile",
    "<b>& co</b>",
]


@pytest.fixture(scope="module")
def form() -> FormLayout:
    return FormLayout(FRONT + BACK, [CSS])


def stamped_pdf(form: FormLayout, copies: list[FormCopy]) -> bytes:
    return join_documents(stamp_form(form, copies), title="Test")


BOX_TREE_CHANGED = (
    f"WeasyPrint {weasyprint.__version__} no longer has the private box tree that read_layout() in "
    "printing/pdf/layout.py reads. Adapt that function; nothing else depends on the tree."
)


def test_read_layout_understands_the_box_tree_of_the_installed_weasyprint() -> None:
    html = '<p>Before <span class="slot big" data-slot="table"></span></p>'
    page = parse_html(html).render(stylesheets=parse_css([CSS])).pages[0]
    try:
        layout = read_layout(page, "data-slot")
    except (AttributeError, KeyError, TypeError, ValueError) as problem:
        pytest.fail(f"{BOX_TREE_CHANGED} ({problem!r})")
    assert layout.words == "Before", BOX_TREE_CHANGED
    assert [(box.tag, dict(box.attributes)) for box in layout.elements] == [
        ("span", {"class": "slot big", "data-slot": "table"})
    ], BOX_TREE_CHANGED
    (slot,) = layout.elements
    millimeter = 96 / 25.4
    measured = [slot.x, slot.width, slot.height, slot.font_size]
    assert measured == pytest.approx([10 * millimeter, 50 * millimeter, 12 * millimeter, 20 / 0.75]), BOX_TREE_CHANGED
    assert 10 * millimeter < slot.y < 30 * millimeter, BOX_TREE_CHANGED
    style = (
        'font-family: "DejaVu Sans"; font-weight: 700; font-style: normal; text-align: right; color: rgb(17, 34, 51)'
    )
    assert slot.text_style == style, BOX_TREE_CHANGED


def test_only_read_layout_touches_private_names_of_weasyprint() -> None:
    folder = Path(__file__).parents[2] / "printing" / "pdf"
    private = [
        (path.name, line.strip())
        for path in sorted(folder.rglob("*.py"))
        for line in path.read_text().splitlines()
        if re.search(r"\b(?!self\b|cls\b)\w+\._[a-z]", line)
    ]
    assert private == [("layout.py", "elements = [measure(box) for box in walk(page._page_box, None)]")]


def test_image_with_the_qr_scheme_is_drawn_as_a_code() -> None:
    rendered = render_pages('<img style="width: 40mm" src="qr:http://192.0.2.1/a?b=1&amp;c=2">', [CSS])
    assert codes(rendered) == [["http://192.0.2.1/a?b=1&c=2"]]


def test_every_copy_has_its_own_texts_code_and_back(form: FormLayout) -> None:
    copies = [FormCopy({"name": f"Name {at}", "table": str(at)}, {"qr": f"http://192.0.2.1/{at}"}) for at in range(120)]
    pdf = stamped_pdf(form, copies)
    pages = words(pdf)
    assert len(pages) == 240
    assert [page.split() for page in pages[::2]] == [
        ["A", "form", "1", "2", "Name", str(at), str(at)] for at in range(120)
    ]
    assert {page.strip() for page in pages[1::2]} == {"The back"}
    assert codes(stamped_pdf(form, copies[:2])) == [["http://192.0.2.1/0"], [], ["http://192.0.2.1/1"], []]


@pytest.mark.parametrize("name", ["Ada One", *ODD_NAMES])
def test_stamped_page_looks_like_the_page_laid_out_whole(form: FormLayout, name: str) -> None:
    levels: dict[tuple[str, str], int] = {}
    stamped = next(iter(stamp_form(form, [FormCopy({"name": name, "table": "12"})], levels)))
    size = (1, 0.85, 0.7, 0.58)[levels.get(("name", name), 0)]
    plain = name.replace("&", "&amp;").replace("<", "&lt;")
    inside = f'<span style="display: block; overflow-wrap: anywhere; font-size: {size}em">{plain}</span>'
    whole = FRONT.replace('data-slot="name">', f'data-slot="name">{inside}').replace(
        'data-slot="table">', 'data-slot="table">12'
    )
    expected = pictures(FormLayout(whole, [CSS]).pdf)[0]
    assert difference(pictures(stamped)[0], expected) < 0.0005
    assert difference(pictures(stamped)[0], pictures(form.pdf)[0]) > 0.0005


@pytest.mark.parametrize("name", ODD_NAMES)
def test_names_fit_in_their_slots(form: FormLayout, name: str) -> None:
    """Outside the slot, the page is identical to the form."""
    page = pictures(next(iter(stamp_form(form, [FormCopy({"name": name})]))))[0]
    slot = form.pages[0].slots["name"]
    scale = 2 * 0.75
    left, top = round(scale * slot.x), round(scale * slot.y)
    right, bottom = round(scale * (slot.x + slot.width)), round(scale * (slot.y + slot.height))
    empty = pictures(form.pdf)[0]
    for picture in (page, empty):
        picture.paste("white", (left, top, right, bottom))
    assert difference(page, empty) == 0
    assert right < page.size[0]


def test_every_letter_of_a_name_can_be_found(form: FormLayout) -> None:
    pages = words(stamped_pdf(form, [FormCopy({"name": name}) for name in ODD_NAMES]))
    for name, page in zip(ODD_NAMES, pages[::2], strict=True):
        found = set("".join(page.split()))
        assert set("".join(name.split())) - found <= {*"-\u094d\u0941\u093e"}, name  # at the end of a line; marks


def test_document_is_tagged_embeds_its_fonts_and_has_no_names_in_its_metadata(form: FormLayout) -> None:
    copies = [FormCopy({"name": f"Name {at}"}) for at in range(60)]
    with pikepdf.open(BytesIO(stamped_pdf(form, copies))) as pdf:
        assert pdf.Root.MarkInfo.Marked
        numbers = [int(number) for number in list(pdf.Root.StructTreeRoot.ParentTree.Nums)[::2]]
        parents = [int(page.obj.StructParents) for page in pdf.pages]
        assert sorted(parents) == sorted(numbers) == list(range(120))
        assert {key: str(value) for key, value in pdf.docinfo.items()} == {"/Title": "Test"}
        for page in pdf.pages:
            for _, font in page.resources.get("/Font", {}).items():
                described = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
                assert [key for key, _ in described.FontDescriptor.items() if key.startswith("/FontFile")]


@pytest.mark.parametrize(
    "copies", [[FormCopy()] * 3, [FormCopy({"name": "Ada One"}), FormCopy(), FormCopy({"name": "Bo Two"})]]
)
def test_every_page_is_tagged_even_without_stamps(form: FormLayout, copies: list[FormCopy]) -> None:
    """Follows the tags like a screen reader: from a page to its elements, and from each element up to the document."""
    with pikepdf.open(BytesIO(stamped_pdf(form, copies))) as pdf:
        tree = pdf.Root.StructTreeRoot
        numbers = list(tree.ParentTree.Nums)
        elements = {int(key): list(marks) for key, marks in zip(numbers[::2], numbers[1::2], strict=True)}
        for at, page in enumerate(pdf.pages):
            mine = elements[int(page.obj.StructParents)]
            figure = mine[-1]
            assert str(figure.Alt) == ("A form 1 2", "The back")[at % 2]
            assert (figure.S, figure.Pg.objgen) == ("/Figure", page.obj.objgen)
            used = (
                page.obj.Contents.read_bytes()
                if not isinstance(page.obj.Contents, pikepdf.Array)
                else b"".join(part.read_bytes() for part in page.obj.Contents)
            )
            assert used.count(f"/Figure <</MCID {int(figure.K)}>> BDC".encode()) == 1
            assert any(each.objgen == figure.objgen for each in figure.P.K)
            above = figure
            while above.S != "/Document":
                above = above.P
            assert above.P.objgen == tree.objgen


def test_copy_without_texts_is_the_plain_form(form: FormLayout) -> None:
    pdf = stamped_pdf(form, [FormCopy(), FormCopy()])
    assert len(words(pdf)) == 4
    assert difference(pictures(pdf)[2], pictures(form.pdf)[0]) == 0


def test_repeated_text_is_shrunk_only_once(form: FormLayout) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausen"
    once: dict[tuple[str, str], int] = {}
    often: dict[tuple[str, str], int] = {}
    list(stamp_form(form, [FormCopy({"name": long})], once))
    list(stamp_form(form, [FormCopy({"name": long})] * 20, often))
    assert once == often
    assert once["name", long] > 0


SCRIPTS = {
    "DejaVu": ("Zoë Żółć-O’Neil", "Ολυμπία", "Иванов", "محمد الخوارزمي", "מרים בן־דוד", "Nguyễn Thị Hồng", "😀"),
    "Droid": ("张伟明 歐陽", "やまだ タロウ"),
    "Noto": (
        "अनुष्का शर्मा",
        "สมชาย ใจดี",
        "তানভীর",
        "ਗੁਰਪ੍ਰੀਤ",
        "தமிழ்ச்செல்வி",
        "శ్రీనివాస్",
        "ಕೃಷ್ಣ",
        "ശ്രീകുമാർ",
        "ક્ષમા",
        "ខ្មែរ",
        "ကျော်",
    ),
}


@pytest.mark.parametrize("family", SCRIPTS)
def test_every_script_has_a_font_that_joins_its_letters(family: str) -> None:
    """Unifont has every letter but joins none, so a Hindi name would fall apart."""
    form = FormLayout(
        '<span class="slot" data-slot="name"></span>', [read_stylesheet("paper"), ".slot { display: block }"]
    )
    pdf = stamped_pdf(form, [FormCopy({"name": name}) for name in SCRIPTS[family]])
    assert fonts(pdf) | {"DejaVu"} == {family, "DejaVu"}


def fonts(pdf: bytes) -> set[str]:
    """Return the first word of each embedded font family. A space may come from DejaVu."""
    with pikepdf.open(BytesIO(pdf)) as document:
        described = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        names = [str(each.FontName) for each in described if each.get("/Type") == "/FontDescriptor"]
    return {name.partition("+")[2].partition("-")[0] for name in names}
