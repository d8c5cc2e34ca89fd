"""Creates schools, and unions of several schools that send a team together. Nothing else creates them."""

from __future__ import annotations

from collections.abc import Iterable

from foundation.tournaments import Tournament
from tournament.models import School
from tournament.rosters.names import SchoolKey, school_key, spell_school

BATCH = 500


def get_or_create_schools(tournament: Tournament, names: Iterable[str]) -> dict[SchoolKey, School]:
    """Return all schools of a tournament by key, after creating those that are missing. A union gets its members."""
    names = list(dict.fromkeys(filter(None, names)))
    existing = {school_key(school.name): school for school in School.objects.filter(tournament=tournament)}
    spelling = {key: school.name for key, school in existing.items()}
    for name in names:
        spell_school(name, spelling)
    new = {key: School(tournament=tournament, name=name) for key, name in spelling.items() if key not in existing}
    School.objects.bulk_create(new.values(), batch_size=BATCH)
    schools = existing | new
    member_of = School.members.through
    member_of.objects.bulk_create(
        [
            member_of(from_school=schools[union], to_school=schools[frozenset({member})])
            for union in dict.fromkeys(map(school_key, names))
            if len(union) > 1
            for member in union
        ],
        batch_size=BATCH,
        ignore_conflicts=True,
    )
    return schools
