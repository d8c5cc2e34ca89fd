"""Fixtures from scoring and judging: rounds with tables, verified sheets, and a protest."""

from tests.judging.conftest import head, judge, judges, sheet  # noqa: F401
from tests.judging.protests.conftest import counted, matter, protest  # noqa: F401
from tests.scoring.conftest import event, other_scorekeeper, round_, scorekeeper, two_rounds  # noqa: F401
