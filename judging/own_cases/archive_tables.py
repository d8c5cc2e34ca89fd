"""A league's own cases are of no one tournament; every backup holds them."""

from foundation.hooks import ArchiveTables
from judging.own_cases.models import OwnCase

ARCHIVE_TABLES = ArchiveTables(
    kept=(),
    left_out={
        OwnCase: "the league's own cases are of the installation and all its tournaments; backups hold them",
    },
)
