"""Logo and signers: uploaded safely, printed as they are now, and never a reason for a document to fail."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from foundation.errors import Refused
from foundation.images import Picture, clean_photo
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from printing import actions
from printing.catalog import DOCUMENTS
from printing.documents import PrintScope
from printing.models import Logo
from printing.queries import MAX_LOGO_SIDE
from printing.rendering import render_parts
from tests.helpers import SignIn
from tests.printing.documents import BASE, print_pdf, text, texts
from tests.printing.pages import pictures
from tests.reused_fixtures import reused
from tests.scoring.full_tournament import export_archive, import_from_bytes
from tournament.models import Division, Event
from tournament.queries import divisions_of

RED = (200, 16, 46)


def picture_of(size: tuple[int, int] = (300, 200), kind: str = "PNG", color: Any = RED) -> bytes:
    out = BytesIO()
    Image.new("RGBA" if kind == "PNG" else "RGB", size, color).save(out, kind)
    return out.getvalue()


def is_red(pixel: object) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(one - other) < 24 for one, other in zip(pixel, RED, strict=True))


def red_in(picture: Image.Image, box: tuple[float, float, float, float]) -> bool:
    """Return whether there is any red in this part of the page. The box is in fractions of width and height."""
    width, height = picture.size
    left, top, right, bottom = (int(at * of) for at, of in zip(box, (width, height) * 2, strict=True))
    part = picture.convert("RGB").crop((left, top, right, bottom))
    return any(is_red(pixel) for pixel in part.get_flattened_data())


@pytest.fixture
@reused
def played_division(two_rounds: Event) -> Division:
    return divisions_of(two_rounds.tournament).get()


@pytest.fixture
def logo(director_actor: Actor, tournament: Tournament) -> Logo:
    return actions.set_logo(director_actor, tournament, picture=clean_photo(picture_of(), MAX_LOGO_SIDE))


@pytest.fixture
def post_form(director: User, tournament: Tournament, client_of: SignIn) -> Callable[..., Any]:
    client = client_of(director)

    def post(name: str, **typed: Any) -> str:
        return client.post(reverse(name, args=[tournament.slug]), typed, follow=True).content.decode()

    return post


def uploaded_file(content: bytes, name: str = "logo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


LEFT_TOP = (0, 0, 0.3, 0.3)
RIGHT_TOP = (0.7, 0, 1, 0.2)


class TestLogo:
    def test_logo_is_on_certificates_packets_and_covers(
        self,
        director_actor: Actor,
        tournament: Tournament,
        played_division: Division,
        logo: Logo,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        """Also, printing it logs no warning."""
        round_ = tournament.rounds.get(number=2)
        for document, box, about in (
            ("certificates", LEFT_TOP, {"division": played_division, "top": "1"}),
            ("packets", LEFT_TOP, {}),
            ("covers", RIGHT_TOP, {"round": round_}),
        ):
            has_logo = [
                red_in(each, box) for each in pictures(print_pdf(director_actor, tournament, document, **about), 1)
            ]
            assert (document, set(has_logo)) == (document, {True})
        assert [record.getMessage()[:80] for record in caplog.records if record.levelno >= logging.WARNING] == []

    def test_without_a_logo_its_place_is_empty(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        for picture in pictures(
            print_pdf(director_actor, tournament, "certificates", division=played_division, top="1"), 1
        ):
            width, height = picture.size
            box = (int(width * 0.05), int(height * 0.05), int(width * 0.25), int(height * 0.25))
            assert picture.convert("L").crop(box).getextrema() == (255, 255)

    @pytest.mark.parametrize(
        "content", [b"rubbish", picture_of()[:60], picture_of(kind="JPEG")[:-200]], ids=["rubbish", "png", "jpeg"]
    )
    def test_damaged_logo_never_breaks_a_certificate(
        self, director_actor: Actor, tournament: Tournament, played_division: Division, logo: Logo, content: bytes
    ) -> None:
        whole = texts(print_pdf(director_actor, tournament, "certificates", division=played_division, top="1"))
        Logo.objects.update(content=content)
        scope = PrintScope(tournament, "letter", BASE, division=played_division, options={"top": "1"})
        again = b"".join(render_parts(DOCUMENTS["certificates"].compose(scope)))
        assert texts(again) == whole

    def test_new_logo_is_on_the_next_document(
        self, director_actor: Actor, tournament: Tournament, played_division: Division, logo: Logo
    ) -> None:
        first = print_pdf(director_actor, tournament, "certificates", division=played_division, top="1")
        assert print_pdf(director_actor, tournament, "certificates", division=played_division, top="1") == first
        actions.set_logo(director_actor, tournament, picture=clean_photo(picture_of(color=(0, 0, 0)), MAX_LOGO_SIDE))
        again = print_pdf(director_actor, tournament, "certificates", division=played_division, top="1")
        assert [red_in(pictures(each, 1)[0], LEFT_TOP) for each in (first, again)] == [True, False]
        actions.remove_logo(director_actor, tournament)
        with pytest.raises(Refused, match="The logo was removed"):
            actions.remove_logo(director_actor, tournament)

    def test_tall_and_wide_logos_keep_their_proportions_and_place(
        self, director_actor: Actor, tournament: Tournament, played_division: Division
    ) -> None:
        for size in ((100, 2400), (2400, 100)):
            actions.set_logo(director_actor, tournament, picture=clean_photo(picture_of(size), MAX_LOGO_SIDE))
            (picture, *_) = pictures(
                print_pdf(director_actor, tournament, "certificates", division=played_division, top="1"), 2
            )
            picture = picture.convert("RGB")
            found = [
                (at % picture.width, at // picture.width)
                for at, pixel in enumerate(picture.get_flattened_data())
                if is_red(pixel)
            ]
            width, height = (max(each) - min(each) for each in zip(*found, strict=True))
            assert abs(width / height - size[0] / size[1]) < 0.2 * size[0] / size[1]
            assert max(x for x, _ in found) < picture.width * 0.3


class TestUpload:
    def test_picture_is_reencoded_on_white_without_metadata(
        self, post_form: Callable[..., Any], tournament: Tournament
    ) -> None:
        page = post_form("logo_set", photo=uploaded_file(picture_of((1800, 900), color=(0, 0, 0, 0))))
        assert "Logo saved." in page
        kept = bytes(Logo.objects.get().content)
        with Image.open(BytesIO(kept), formats=("JPEG",)) as image:
            assert (image.size, image.convert("L").getextrema()) == ((MAX_LOGO_SIDE, MAX_LOGO_SIDE // 2), (255, 255))
            assert dict(image.getexif()) == {}

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This image can’t be read. Use a JPEG, PNG, or WebP file."),
            (b"%PDF-1.7", "This image can’t be read. Use a JPEG, PNG, or WebP file."),
            (b"", "This image can’t be read. Use a JPEG, PNG, or WebP file."),
            (b"x" * (12 * 1024 * 1024 + 1), "larger than 12 MB"),
            (picture_of((8000, 7000), color=0), "more than 50 million pixels"),
        ],
        ids=["svg", "pdf", "empty", "large", "bomb"],
    )
    def test_anything_but_a_valid_picture_is_refused(
        self, post_form: Callable[..., Any], logo: Logo, content: bytes, sentence: str
    ) -> None:
        page = post_form("logo_set", photo=uploaded_file(content))
        wanted = sentence if content else "This image can’t be read. Use a JPEG, PNG, or WebP file."
        assert wanted in page
        assert bytes(Logo.objects.get().content) == bytes(logo.content)

    def test_upload_without_a_file_is_refused(self, post_form: Callable[..., Any]) -> None:
        assert "Choose an image first." in post_form("logo_set")

    def test_director_sees_and_removes_the_logo(
        self, post_form: Callable[..., Any], logo: Logo, client_of: SignIn, director: User
    ) -> None:
        url = reverse("logo", args=[logo.tournament.slug])
        answer = client_of(director).get(url)
        assert (answer["Content-Type"], answer.content) == ("image/jpeg", bytes(logo.content))
        assert answer["Cache-Control"] == "private, no-store"
        assert "Logo removed." in post_form("logo_remove")
        assert client_of(director).get(url).status_code == 404


class TestSigners:
    def test_certificates_have_the_entered_signers(
        self, director_actor: Actor, tournament: Tournament, played_division: Division, post_form: Callable[..., Any]
    ) -> None:
        usual = text(print_pdf(director_actor, tournament, "certificates", division=played_division, top="1"))
        assert usual.count("Tournament director") == usual.count("Head judge") == 10
        post_form("letterhead", signers="  Dana  Director, director \n\nHal Headjudge\nPat Principal, Pascal School\n")
        pages = texts(print_pdf(director_actor, tournament, "certificates", division=played_division, top="1"))
        wanted = "Dana Director, director Hal Headjudge Pat Principal, Pascal School"
        assert [wanted in each for each in pages] == [True] * 10
        assert ["Tournament director" in each for each in pages] == [False] * 10
        post_form("letterhead", signers="")
        assert text(print_pdf(director_actor, tournament, "certificates", division=played_division, top="1")) == usual

    def test_too_many_or_too_long_signers_are_refused(
        self, post_form: Callable[..., Any], tournament: Tournament
    ) -> None:
        assert "A certificate has room for 3 signatures." in post_form("letterhead", signers="a\nb\nc\nd")
        assert "Each signature line can have at most 60 characters." in post_form("letterhead", signers="W" * 61)
        assert tournament.signers.count() == 0

    @pytest.mark.parametrize("paper", ["letter", "a4"])
    def test_three_long_signers_fit_on_the_page(
        self, director_actor: Actor, tournament: Tournament, played_division: Division, paper: str
    ) -> None:
        actions.set_signers(director_actor, tournament, signers=[letter * 60 for letter in "WMQ"])
        pages = texts(
            print_pdf(director_actor, tournament, "certificates", division=played_division, top="1", paper=paper)
        )
        assert [[post_form.count(letter * 9) > 0 for letter in "WMQ"] for post_form in pages] == [[True] * 3] * 10
        assert [sum(post_form.count(letter) for letter in "WQ") for post_form in pages] == [120] * 10


def test_logo_and_signers_are_in_the_archive(director_actor: Actor, tournament: Tournament, logo: Logo) -> None:
    actions.set_signers(director_actor, tournament, signers=["Dana Director, director"])
    again = import_from_bytes(export_archive(tournament), director_actor)
    assert bytes(again.logo.content) == bytes(logo.content)
    assert list(again.signers.values_list("number", "words")) == [(1, "Dana Director, director")]


def test_archive_whose_logo_is_no_picture_is_refused(director_actor: Actor, logo: Logo) -> None:
    Logo.objects.update(content=b"GIF89a")
    with pytest.raises(Refused):
        import_from_bytes(export_archive(logo.tournament), director_actor)


def test_only_a_director_changes_the_letterhead(tournament: Tournament, scorekeeper: Actor) -> None:
    assert Role.DIRECTOR not in scorekeeper.roles_in(tournament)
    picture = Picture(picture_of(kind="JPEG"), 300, 200)
    for verb, arguments in (
        (actions.set_logo, {"picture": picture}),
        (actions.remove_logo, {}),
        (actions.set_signers, {"signers": ["Clerk"]}),
    ):
        with pytest.raises(Refused):
            verb(replace(scorekeeper), tournament, **arguments)
