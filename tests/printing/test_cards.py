"""QR cards: codes and text are read from the rendered pages."""

from __future__ import annotations

from datetime import timedelta

import pypdfium2
import pytest
import zxingcpp
from django.utils import timezone

from foundation.accounts import actions as people_actions
from foundation.accounts.invitations import path_of
from foundation.errors import Refused
from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Invitation, Role
from foundation.tournaments import Tournament
from printing import actions
from tests import factories
from tests.helpers import require
from tests.printing.documents import BASE, render_cards
from tests.printing.geometry import boxes_of


def read_pdf(pdf: bytes) -> tuple[list[str], str, list[tuple[int, int]]]:
    """Return the codes on the rendered pages, all words, and the page sizes in points."""
    document = pypdfium2.PdfDocument(pdf)
    codes, words, sizes = [], [], []
    for page in document:
        picture = page.render(scale=2).to_pil()
        codes += [code.text for code in zxingcpp.read_barcodes(picture)]
        words.append(page.get_textpage().get_text_bounded())
        sizes.append((round(page.get_width()), round(page.get_height())))
    return sorted(codes), "\n".join(words), sizes


@pytest.mark.parametrize(("paper", "size"), [("letter", (612, 792)), ("a4", (595, 842))])
def test_every_badge_can_be_scanned_from_the_paper(
    director_actor: Actor, tournament: Tournament, paper: str, size: tuple[int, int]
) -> None:
    badges = [factories.badge(tournament, label=f"Scores {number}") for number in range(10)]
    job = actions.print_badges(director_actor, tournament, base=BASE, paper=paper)
    execution.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.problem
    codes, words, sizes = read_pdf(bytes(job.result.content))
    assert codes == sorted(BASE + path_of(badge) for badge in badges)
    assert all(badge.label in words for badge in badges)
    assert sizes == [size, size]


def test_coach_links_are_printed_by_school(director_actor: Actor, tournament: Tournament) -> None:
    link = factories.coach_link(factories.team(tournament, "Zażółć O'Neil", "École Pascal"))
    job = actions.print_coach_links(director_actor, tournament, base=BASE, paper="letter")
    execution.run(job.pk)
    codes, words, _ = read_pdf(bytes(Job.objects.get(pk=job.pk).result.content))
    assert codes == [BASE + path_of(link)]
    assert "Zażółć O'Neil" in words
    assert "École Pascal" in words


def test_school_card_comes_before_the_cards_of_its_teams(director_actor: Actor, tournament: Tournament) -> None:
    other = factories.coach_link(factories.team(tournament, "Abaci", "Abel School"))
    team = factories.coach_link(factories.team(tournament, "Calculators", "Gauss School"))
    school = factories.coach_link(require(team.team).school)
    job = actions.print_coach_links(director_actor, tournament, base=BASE, paper="letter")
    execution.run(job.pk)
    codes, words, _ = read_pdf(bytes(Job.objects.get(pk=job.pk).result.content))
    assert codes == sorted(BASE + path_of(link) for link in (other, team, school))
    assert words.index("Abaci") < words.index("All teams") < words.index("Calculators")


def test_names_of_60_characters_fit_on_their_card(tournament: Tournament) -> None:
    badges = [factories.badge(tournament, label="Q" * 60), factories.badge(tournament, label="Scores 2")]
    codes, words, sizes = read_pdf(render_cards(tournament, badges))
    assert (len(codes), len(sizes), words.count("Q")) == (2, 1, 60)


def test_text_of_a_card_is_next_to_its_code(tournament: Tournament) -> None:
    """So both are on the same piece after cutting."""
    badges = [factories.badge(tournament, label=f"Scores {at}") for at in range(8)]
    (page,) = pypdfium2.PdfDocument(render_cards(tournament, badges))
    found = {box.text: box for box in boxes_of(page)}
    codes = {code.text: code.position for code in zxingcpp.read_barcodes(page.render(scale=2).to_pil())}
    for badge in badges:
        corner, box = codes[BASE + path_of(badge)], found[badge.label]
        top, bottom, right = corner.top_left.y / 2, corner.bottom_left.y / 2, corner.top_right.x / 2
        assert top < page.get_height() - box.top < page.get_height() - box.bottom < bottom
        assert right < box.left < right + 20


def test_revoked_badges_are_left_out_and_the_job_says_so_when_none_remain(
    director_actor: Actor, tournament: Tournament
) -> None:
    badge = factories.badge(tournament)
    job = actions.print_badges(director_actor, tournament, base=BASE, paper="letter")
    people_actions.revoke(director_actor, badge)
    execution.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem) == (
        "failed",
        "All of these links have expired or were revoked. Create new ones.",
    )


def test_refusal_without_cards_says_what_to_do(director_actor: Actor, tournament: Tournament) -> None:
    for verb, words in ((actions.print_badges, "Staff page"), (actions.print_coach_links, "Teams page")):
        with pytest.raises(Refused, match=words):
            verb(director_actor, tournament, base=BASE, paper="letter")


def test_unknown_paper_is_refused(director_actor: Actor, tournament: Tournament) -> None:
    factories.badge(tournament)
    with pytest.raises(Refused, match="US Letter or A4"):
        actions.print_badges(director_actor, tournament, base=BASE, paper="papyrus")


def test_expired_badges_are_not_printed(director_actor: Actor, tournament: Tournament) -> None:
    old, good = factories.badge(tournament, label="Old"), factories.badge(tournament, Role.JUDGE, "Good")
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(days=1))
    job = actions.print_badges(director_actor, tournament, base=BASE, paper="letter")
    assert job.params["invitations"] == [good.pk]
