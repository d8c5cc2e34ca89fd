"""The verbs of printing: ask for a document, which a worker makes (tasks.py); set the logo, and who signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from printing.documents import DOCUMENTS, PAPERS, About, Document
from printing.models import LONGEST_SIGNER, MOST_SIGNERS, Logo, Signer
from printing.queries import has_several_games
from printing.sameness import Shown, shown_by
from scoring.photos import Picture
from tournament.activity.verbs import log, verb
from tournament.errors import Refused
from tournament.jobs.actions import request_job
from tournament.jobs.models import Job, JobResult
from tournament.models import Division, Tournament
from tournament.people.actor import Actor
from tournament.people.queries import printable_badges, printable_coach_links
from tournament.rounds.models import Round


def print_document(
    actor: Actor,
    tournament: Tournament,
    *,
    document: str,
    base: str,
    paper: str,
    division: Division | None = None,
    round: Round | None = None,
    rounds: Sequence[Round] = (),
    options: Mapping[str, str] | None = None,
) -> Job:
    """One of the documents. As long as nothing has changed that is on it, the same one is handed out again.

    `rounds`: of several divisions, in one file. What is on it is read before the verb begins: nobody waits for the
    database meanwhile.
    """
    wanted = DOCUMENTS.get(document)
    if wanted is None:
        raise Refused("There is no such document.")
    _must_be_paper(paper)
    round = rounds[0] if len(rounds) == 1 else round
    several = rounds if len(rounds) > 1 else ()
    if wanted.about == About.ROUND and round is None and not several:
        raise Refused("Choose a round.", field="round")
    if wanted.about == About.DIVISION and division is None:
        raise Refused("Choose a division.", field="division")
    chosen = _chosen(wanted, tournament, options or {})
    title = f"{wanted.title}{_about(tournament, rounds or ([round] if round else []), division)}"
    params: dict[str, Any] = {
        "document": document,
        "base": base,
        "paper": paper,
        "division": division.pk if division else None,
        "round": round.pk if round and not several else None,
        "rounds": [each.pk for each in several],
        "options": chosen,
    }
    shown = Shown(shown_by(tournament, params))
    return _ask_for(actor, tournament, title=title, params=params, shown=shown)


@verb("print.document", says="asked for “{title}” on paper", news=False)
def _ask_for(actor: Actor, tournament: Tournament, *, title: str, params: Mapping[str, Any], shown: Shown) -> Job:
    params = {**params, "shows": shown.digest}
    job = request_job(actor, tournament, "print.document", title[:160], params, again=False)
    _forget_older(job)
    log(actor, job, title=title)
    return job


def _about(tournament: Tournament, rounds: Sequence[Round], division: Division | None) -> str:
    """`, Round 1 Elementary`, `, Round 1: Elementary, Middle`; with the game where there are several."""
    first = rounds[0].division if rounds else division
    if first is None:
        return f" of {tournament.name}"
    game = f" ({first.event.game})" if has_several_games(tournament) else ""
    if len(rounds) > 1:
        return f", Round {rounds[0].number}: {', '.join(each.division.name for each in rounds)}{game}"
    return f", {rounds[0] if rounds else first}{game}"


def _chosen(wanted: Document, tournament: Tournament, options: Mapping[str, str]) -> dict[str, str]:
    """Each choice of the document; its first one where nothing was chosen."""
    found = {}
    for each in wanted.options:
        choices = each.choices_in(tournament)
        found[each.name] = options.get(each.name) or next(iter(choices))
        if found[each.name] not in choices:
            raise Refused(f"{each.label}: choose one of the list.", field=each.name)
    return found


def _forget_older(job: Job) -> None:
    """Of a document that shows something else by now the file is not kept: nobody carries out old paper."""
    names = ("document", "paper", "options", "round", "rounds", "division")
    same = {f"job__params__{name}": job.params[name] for name in names}
    same = {name: value for name, value in same.items() if value is not None}
    older = JobResult.objects.filter(job__kind=job.kind, job__tournament=job.tournament_id, **same)
    older.exclude(job__in=Job.objects.filter(params__shows=job.params["shows"])).delete()


@verb("print.badges", says="asked for the badges of the staff on paper", news=False)
def print_badges(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    """All live badges. `base` is the address under which the helpers' phones reach this installation."""
    ids = list(printable_badges(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("There are no badges yet. Make one on the staff page first.")
    return _print_cards(actor, tournament, "print.badges", f"Badges of {tournament.name}", ids, base, paper)


@verb("print.coach_links", says="asked for the coaches' links on paper", news=False)
def print_coach_links(actor: Actor, tournament: Tournament, *, base: str, paper: str) -> Job:
    ids = list(printable_coach_links(tournament).values_list("pk", flat=True))
    if not ids:
        raise Refused("No team has a coach's link yet. Make one on the teams page first.")
    return _print_cards(actor, tournament, "print.coach_links", f"Coaches of {tournament.name}", ids, base, paper)


def _print_cards(
    actor: Actor, tournament: Tournament, kind: str, title: str, ids: list[int], base: str, paper: str
) -> Job:
    _must_be_paper(paper)
    job = request_job(actor, tournament, kind, title, {"invitations": ids, "base": base, "paper": paper})
    log(actor, job, title=title, cards=len(ids), paper=PAPERS[paper])
    return job


def _must_be_paper(paper: str) -> None:
    if paper not in PAPERS:
        raise Refused("Choose US Letter or A4.", field="paper")


@verb("logo.set", says="set the logo for paper")
def set_logo(actor: Actor, tournament: Tournament, *, picture: Picture) -> Logo:
    """Another one takes the place of the first."""
    Logo.objects.filter(tournament=tournament).delete()
    logo = Logo.objects.create(tournament=tournament, content=picture.content, added_by=actor.user)
    log(actor, logo)
    return logo


@verb("logo.remove", says="took the logo away from paper")
def remove_logo(actor: Actor, tournament: Tournament) -> Tournament:
    gone, _ = Logo.objects.filter(tournament=tournament).delete()
    if not gone:
        raise Refused("There is no logo.")
    log(actor, tournament)
    return tournament


@verb("signers.set", says="chose who signs certificates: {signers}")
def set_signers(actor: Actor, tournament: Tournament, *, signers: Sequence[str]) -> Tournament:
    """One line to sign for each; none for the lines that are always there."""
    words = [" ".join(each.split()) for each in signers if each.strip()]
    if len(words) > MOST_SIGNERS:
        raise Refused(f"A certificate has room for {MOST_SIGNERS} signatures.", field="signers")
    if max(map(len, words), default=0) > LONGEST_SIGNER:
        raise Refused(f"Below a line there is room for {LONGEST_SIGNER} characters.", field="signers")
    Signer.objects.filter(tournament=tournament).delete()
    Signer.objects.bulk_create(
        Signer(tournament=tournament, number=number, words=each) for number, each in enumerate(words, 1)
    )
    log(actor, tournament, signers="; ".join(words) or "as usual")
    return tournament
