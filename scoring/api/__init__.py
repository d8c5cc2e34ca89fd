"""What happened at the tables, by API: scoresheets and their entries, results, standings."""

from scoring.api.results import RESULTS
from scoring.api.sheets import SHEETS
from tournament.api.resource import Resource

RESOURCES: dict[str, type[Resource]] = SHEETS | RESULTS
