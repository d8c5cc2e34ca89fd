"""A league's own cases are of no one tournament; every backup holds them."""

from judging.own_cases.models import OwnCase
from tournament.archives.kinds import leaves_out

leaves_out(OwnCase, "the league's own cases are of the installation and all its tournaments; backups hold them")
