"""What happened at the tables, by API: scoresheets and their entries, results, standings."""

from foundation.api.resource import Resource
from scoring.api.results import RESULTS
from scoring.api.sheets import SHEETS

RESOURCES: dict[str, type[Resource]] = SHEETS | RESULTS
