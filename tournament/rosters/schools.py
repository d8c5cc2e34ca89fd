"""The one place where schools are made, alone or as several that send a team together."""

from __future__ import annotations

from collections.abc import Iterable

from foundation.tournaments import Tournament
from tournament.models import School
from tournament.rosters.people import SchoolKey, school_key, spell_school

BATCH = 500


def find_or_make(tournament: Tournament, names: Iterable[str]) -> dict[SchoolKey, School]:
    """All schools of a tournament, with those of these names: what is missing is made, a union with its members."""
    names = list(dict.fromkeys(filter(None, names)))
    there = {school_key(school.name): school for school in School.objects.filter(tournament=tournament)}
    spelling = {plain: school.name for plain, school in there.items()}
    for name in names:
        spell_school(name, spelling)
    fresh = {plain: School(tournament=tournament, name=name) for plain, name in spelling.items() if plain not in there}
    School.objects.bulk_create(fresh.values(), batch_size=BATCH)
    found = there | fresh
    member_of = School.members.through
    member_of.objects.bulk_create(
        [
            member_of(from_school=found[union], to_school=found[frozenset({member})])
            for union in dict.fromkeys(map(school_key, names))
            if len(union) > 1
            for member in union
        ],
        batch_size=BATCH,
        ignore_conflicts=True,
    )
    return found
