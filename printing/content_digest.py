"""A hash of what a document would show now, which tells whether an existing PDF is up to date.

The content is composed but not rendered, so this is fast enough for a web request. A verified scoresheet doesn't change
the digest of the round's scoresheets. A renamed player, a new logo, a new version of the tables or a changed template
does.
"""

from __future__ import annotations

import hashlib

from foundation.errors import Refused
from foundation.tournaments import Tournament
from printing.catalog import DOCUMENTS
from printing.requests import PrintRequest


def digest_content(tournament: Tournament, request: PrintRequest) -> str:
    """Return the same digest for the same pages. A document that is refused has the same digest for the same reason."""
    compose, digest = DOCUMENTS[request.document].compose, hashlib.sha256()
    for each in request.split_by_round():
        try:
            for content in compose(each.to_scope(tournament)):
                digest.update(repr(content).encode())
        except Refused as refusal:
            digest.update(refusal.sentence.encode())
    return digest.hexdigest()
