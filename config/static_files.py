"""How static files are stored: hashed and compressed, with imported stylesheets put in place and modules renamed.

`app.css` imports the stylesheets that every page needs. In development the browser follows these imports. Here they
are replaced by the files themselves, so that a page loads two or three stylesheets and not twenty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'^@import "\./(?P<name>[\w.-]+)";$', re.MULTILINE)

Paths = dict[str, tuple[Storage, str]]


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True  # import statements name hashed files

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        return super().post_process(paths if dry_run else with_imports_replaced(paths), dry_run, **options)


def with_imports_replaced(paths: Paths) -> Paths:
    """Return the files with each stylesheet's imports replaced by what they import."""
    bundles = InMemoryStorage()
    replaced = dict(paths)
    for name in paths:
        if name.endswith(".css") and IMPORT.search(_content(paths, name)):
            bundles.save(name, ContentFile(_bundle(paths, name).encode()))
            replaced[name] = (bundles, name)
    return replaced


def _bundle(paths: Paths, name: str) -> str:
    folder = name.rpartition("/")[0]
    return IMPORT.sub(lambda found: _content(paths, f"{folder}/{found['name']}"), _content(paths, name))


def _content(paths: Paths, name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        content: bytes = file.read()
    return content.decode()
