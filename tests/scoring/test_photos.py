"""Photos of sheets: only pixels are stored, only staff see them, and they can be removed."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageFile
from PIL.PngImagePlugin import PngInfo
from PIL.TiffImagePlugin import IFDRational

from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.images import (
    MOST_BYTES,
    NO_PICTURE,
    TOO_BIG,
    TOO_MANY_PIXELS,
    Picture,
    clean_photo,
    thumbnail,
)
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from scoring.entry import actions
from scoring.models import MOST_PHOTOS, Photo, Sheet
from tests import factories
from tests.foundation.test_verbs import at_once
from tests.helpers import SignIn, require
from tournament import actions as tournament_actions
from tournament.privacy.actions import purge

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def image(width: int = 60, height: int = 40, mode: str = "RGB", color: Any = RED) -> Image.Image:
    return Image.new(mode, (width, height), color)


def encode_image(picture: Image.Image, format: str = "JPEG", **more: Any) -> bytes:
    out = BytesIO()
    picture.save(out, format, **more)
    return out.getvalue()


def open_picture(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.content))


def pixel(picture: Picture, x: int, y: int) -> tuple[int, ...]:
    """Return a pixel, rounded, because JPEG is lossy."""
    found = open_picture(picture).getpixel((x, y))
    assert isinstance(found, tuple)
    return tuple(0 if value < 40 else 255 if value > 215 else value for value in found)


def photo_with_metadata() -> bytes:
    """Return a photo as from a phone, with place, time, device, and owner in every metadata field."""
    facts = Image.Exif()
    facts[0x010F] = "Cameramaker"
    facts[0x013B] = "Owner Ownerson"
    facts.get_ifd(0x8769)[0x9003] = "2026:11:14 09:30:00"
    facts.get_ifd(0x8825).update({1: "N", 2: tuple(map(IFDRational, (40, 44, 55))), 29: "2026:11:14"})
    return encode_image(
        image(), exif=facts, comment=b"Comment by Ownerson", xmp=b"<x>Ownerson</x>", icc_profile=b"Ownerson"
    )


# -- cleaning ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "color"),
    [
        (encode_image(image()), RED),
        (encode_image(image(), "PNG"), RED),
        (encode_image(image(), "WEBP", lossless=True), RED),
        (encode_image(image(), "MPO", save_all=True, append_images=[image()]), RED),
        (encode_image(image(mode="CMYK", color=(255, 0, 255, 0))), GREEN),
        (encode_image(image(mode="L", color=255)), WHITE),
        (encode_image(image(mode="1", color=1), "PNG"), WHITE),
        (encode_image(image(mode="I;16", color=65535), "PNG"), WHITE),
        (encode_image(image(mode="RGBA", color=(*BLUE, 0)), "PNG"), WHITE),
        (encode_image(image(mode="RGBA", color=(*BLUE, 255)), "PNG"), BLUE),
        (encode_image(image().convert("P"), "PNG"), RED),
        (encode_image(image(mode="P", color=0), "PNG", transparency=0), WHITE),
        (encode_image(image(), "PNG", save_all=True, append_images=[image(color=GREEN)]), RED),
    ],
    ids=lambda value: None if isinstance(value, bytes) else str(value),
)
def test_picture_of_any_format_is_stored_as_jpeg(sent: bytes, color: tuple[int, ...]) -> None:
    picture = clean_photo(sent)
    assert (open_picture(picture).format, open_picture(picture).mode, picture.width, picture.height) == (
        "JPEG",
        "RGB",
        60,
        40,
    )
    assert pixel(picture, 30, 20) == color


def test_picture_has_no_metadata() -> None:
    sent = photo_with_metadata()
    assert all(word in sent for word in (b"Ownerson", b"Cameramaker", b"2026:11:14", b"Exif"))
    assert Image.open(BytesIO(sent)).getexif().get_ifd(0x8825)[1] == "N"
    picture = clean_photo(sent)
    assert [
        word for word in (b"Ownerson", b"Cameramaker", b"2026", b"Exif", b"ICC_PROFILE") if word in picture.content
    ] == []
    assert dict(open_picture(picture).getexif()) == {}
    assert set(open_picture(picture).info) == {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert b"Exif" not in thumbnail(picture.content)


def test_text_in_a_png_is_dropped() -> None:
    words = PngInfo()
    words.add_text("Author", "Owner Ownerson")
    assert b"Ownerson" not in clean_photo(encode_image(image(), "PNG", pnginfo=words)).content


@pytest.mark.parametrize("orientation", range(1, 9))
def test_picture_is_rotated_upright(orientation: int) -> None:
    """Apply each EXIF orientation to a picture with red at the top left, clean it, and compare."""
    upright = image(80, 40, color=WHITE)
    upright.paste(RED, (0, 0, 24, 16))
    turn = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }.get(orientation)
    held = upright.transpose(turn) if turn is not None else upright
    facts = Image.Exif()
    facts[0x0112] = orientation
    picture = clean_photo(encode_image(held, exif=facts, quality=95))
    assert (picture.width, picture.height) == (80, 40)
    assert (pixel(picture, 6, 6), pixel(picture, 70, 30)) == (RED, WHITE)


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")  # Pillow warns and continues
def test_unreadable_metadata_does_not_matter() -> None:
    assert clean_photo(encode_image(image(), exif=b"Exif\0\0MM\0\x2a\xff\xff\xff\xff")).width == 60


@pytest.mark.parametrize(
    ("size", "kept"), [((4000, 3000), (2000, 1500)), ((1500, 6000), (500, 2000)), ((2000, 10), (2000, 10))]
)
def test_picture_is_shrunk_to_two_thousand_pixels(size: tuple[int, int], kept: tuple[int, int]) -> None:
    picture = clean_photo(encode_image(image(*size)))
    assert ((picture.width, picture.height), open_picture(picture).size) == (kept, kept)
    assert max(Image.open(BytesIO(thumbnail(picture.content))).size) == 320


def bomb(width: int, height: int) -> bytes:
    """Return a tiny PNG that claims to be this large."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(c)) + kind + c + struct.pack(">I", zlib.crc32(kind + c)) for kind, c in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"", NO_PICTURE),
        (b"Table 1: 5, 5, 2", NO_PICTURE),
        (b"%PDF-1.7\n1 0 obj <<>> endobj", NO_PICTURE),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", NO_PICTURE),
        (encode_image(image(), "GIF"), NO_PICTURE),
        (encode_image(image(), "TIFF"), NO_PICTURE),
        (encode_image(image())[:400], NO_PICTURE),
        (encode_image(image(), "PNG")[:60], NO_PICTURE),
        (bomb(7072, 7072), TOO_MANY_PIXELS),
        (bomb(10_000, 10_000), TOO_MANY_PIXELS),
        (bomb(60_000, 60_000), TOO_MANY_PIXELS),
        (encode_image(image()) + b"\0" * MOST_BYTES, TOO_BIG),
    ],
    ids=["nothing", "text", "pdf", "svg", "gif", "tiff", "half a jpeg", "half a png", "50", "100", "3600", "13 MB"],
)
def test_other_files_are_refused_with_one_sentence(sent: bytes, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_photo(sent)
    assert (refusal.value.sentence, refusal.value.field) == (sentence, "photo")


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_truncated_picture_is_refused_whatever_pillow_allows(monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    whole = encode_image(Image.effect_noise((200, 200), 80).convert("RGB"), format)
    with pytest.raises(Refused, match=r"This image can’t be read\."):
        clean_photo(whole[: len(whole) // 2])


# -- on a sheet -------------------------------------------------------------------------------------------------------


@pytest.fixture
def picture() -> Picture:
    return clean_photo(photo_with_metadata())


def test_photo_is_attached_and_logged(sheet: Sheet, scorekeeper: Actor, picture: Picture) -> None:
    actions.attach(scorekeeper, sheet, picture=picture)
    photo = sheet.photos.get()
    assert (bytes(photo.content), photo.content_type, photo.width, photo.added_by) == (
        picture.content, "image/jpeg", 60, scorekeeper.user,
    )  # fmt: skip
    assert require(LogLine.objects.first()).text == "attached a photo to the scoresheet for Round 1 Elementary, Table 1"


def test_photo_sent_twice_with_one_key_is_kept_once(sheet: Sheet, scorekeeper: Actor, picture: Picture) -> None:
    scorekeeper.key = "the same"
    assert actions.attach(scorekeeper, sheet, picture=picture) == actions.attach(scorekeeper, sheet, picture=picture)
    assert sheet.photos.count() == 1


@pytest.mark.django_db(transaction=True)
def test_sheet_has_at_most_eight_photos_also_at_once(sheet: Sheet, scorekeeper: Actor, picture: Picture) -> None:
    for _ in range(MOST_PHOTOS - 1):
        actions.attach(scorekeeper, sheet, picture=picture)
    came = at_once(*[lambda: actions.attach(Actor(user=scorekeeper.user), sheet, picture=picture)] * 3)
    assert sheet.photos.count() == 8
    assert [str(each) for each in came if isinstance(each, Refused)] == [
        "A scoresheet can have up to 8 photos. Delete one first."
    ] * 2


def test_director_or_head_judge_removes_a_photo(
    sheet: Sheet, scorekeeper: Actor, tournament: Tournament, picture: Picture
) -> None:
    actions.attach(scorekeeper, sheet, picture=picture)
    photo = sheet.photos.get().pk
    with pytest.raises(NotAllowed):
        actions.detach(scorekeeper, sheet, photo=photo)
    head = Actor(user=factories.helper(tournament, Role.HEAD_JUDGE))
    actions.detach(head, sheet, photo=photo)
    assert (Photo.objects.count(), require(LogLine.objects.first()).text) == (
        0, "deleted a photo of the scoresheet for Round 1 Elementary, Table 1",
    )  # fmt: skip
    with pytest.raises(Refused, match=r"This photo was deleted\. Reload the page\."):
        actions.detach(head, sheet, photo=photo)


def test_photo_of_another_sheet_cannot_be_removed(
    sheet: Sheet, scorekeeper: Actor, director_actor: Actor, picture: Picture
) -> None:
    actions.attach(scorekeeper, sheet, picture=picture)
    other = Sheet.objects.exclude(pk=sheet.pk).first()
    with pytest.raises(Refused, match=r"This photo was deleted\. Reload the page\."):
        actions.detach(director_actor, require(other), photo=sheet.photos.get().pk)
    assert sheet.photos.count() == 1


def test_removing_names_deletes_photos_and_refuses_new_ones(
    sheet: Sheet, scorekeeper: Actor, director_actor: Actor, tournament: Tournament, picture: Picture
) -> None:
    actions.attach(scorekeeper, sheet, picture=picture)
    purge(director_actor, tournament_actions.finish(director_actor, Tournament.objects.get(pk=tournament.pk)))
    assert Photo.objects.count() == 0
    tournament_actions.reopen(director_actor, Tournament.objects.get(pk=tournament.pk))
    with pytest.raises(
        Refused, match="Student names were removed from this tournament, so photos of scoresheets can’t be added"
    ):
        actions.attach(scorekeeper, sheet, picture=picture)


# -- on the page ------------------------------------------------------------------------------------------------------


def upload(client: Client, sheet: Sheet, content: bytes, name: str = "sheet.jpg") -> list[str]:
    """Upload a file and return the message on the page."""
    where = reverse("sheet_attach", args=[sheet.tournament.slug, sheet.pk])
    sent = SimpleUploadedFile(name, content, content_type="image/jpeg")
    answer = client.post(where, {"photo": sent}, follow=True)
    return [str(message) for message in answer.context["messages"]]


def test_photo_is_recognized_by_its_content_not_its_name(sheet: Sheet, scorekeeper: Actor, client_of: SignIn) -> None:
    client = client_of(scorekeeper.user)
    assert upload(client, sheet, encode_image(image(), "PNG"), "../../notes.txt") == ["Photo attached."]
    assert upload(client, sheet, b"not a picture") == [NO_PICTURE]
    assert upload(client, sheet, encode_image(image()) + b"\0" * MOST_BYTES) == [TOO_BIG]
    where = reverse("sheet_attach", args=[sheet.tournament.slug, sheet.pk])
    answer = client.post(where, follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["Choose a photo."]
    assert sheet.photos.count() == 1


def test_photo_is_served_to_the_staff_as_a_jpeg(
    sheet: Sheet, scorekeeper: Actor, picture: Picture, client_of: SignIn
) -> None:
    actions.attach(scorekeeper, sheet, picture=picture)
    photo = sheet.photos.get().pk
    where = reverse("sheet_photo", args=[sheet.tournament.slug, sheet.pk, photo])
    answer = client_of(scorekeeper.user).get(where)
    assert (answer.status_code, answer.content) == (200, picture.content)
    wanted = ("Content-Type", "Cache-Control", "Content-Disposition", "X-Content-Type-Options")
    assert [answer.headers[name] for name in wanted] == [
        "image/jpeg",
        "private, no-store",
        f'inline; filename="sheet-{sheet.pk}-photo-{photo}.jpg"',
        "nosniff",
    ]
    assert client_of(scorekeeper.user).get(f"{where}?small").content == thumbnail(picture.content)
    assert client_of(None).get(where).status_code == 302
    other = Sheet.objects.exclude(pk=sheet.pk).first()
    assert client_of(scorekeeper.user).get(where.replace(f"/{sheet.pk}/", f"/{require(other).pk}/")).status_code == 404


def test_page_offers_photo_actions(
    sheet: Sheet, scorekeeper: Actor, director_actor: Actor, picture: Picture, client_of: SignIn
) -> None:
    page = reverse("sheet", args=[sheet.tournament.slug, sheet.pk])

    def offered(actor: Actor) -> tuple[int, int, int]:
        body = client_of(actor.user).get(page).content.decode()
        return body.count("?small"), body.count('capture="environment"'), body.count("This deletes the photo.")

    assert (offered(scorekeeper), offered(director_actor)) == ((0, 1, 0), (0, 1, 0))
    for _ in range(MOST_PHOTOS):
        actions.attach(scorekeeper, sheet, picture=picture)
    assert (offered(scorekeeper), offered(director_actor)) == ((8, 0, 0), (8, 0, 8))
