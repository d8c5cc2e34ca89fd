"""A round whose tables are drawn, two that are verified, and a protest about a ruling."""

from tests.judging.conftest import head, judge, judges, sheet  # noqa: F401
from tests.judging.protests.conftest import counted, matter, protest  # noqa: F401
from tests.scoring.conftest import clerk, event, round_, second, two_rounds  # noqa: F401
