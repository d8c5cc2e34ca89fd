"""Fixtures from scoring and judging: rounds with tables, verified sheets, and a protest."""

from tests.judging.conftest import head_judge, judge, judges, sheet  # noqa: F401
from tests.judging.protests.conftest import protest, ruled_call, verified_sheet  # noqa: F401
from tests.scoring.conftest import event, other_scorekeeper, round_, scorekeeper, two_rounds  # noqa: F401
