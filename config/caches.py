"""Caches that are never in the way: one whose files or server are away remembers nothing, and the work goes on.

Only for what is as good without: who else has a sheet open, a ranking that can be worked out again, how often a program
asked. Where Redis counts the tries to sign in, it must answer: `default` is Django's own there.
"""

from __future__ import annotations

import pickle
import zlib
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache

UNREADABLE = (OSError, EOFError, ValueError, pickle.UnpicklingError, zlib.error)  # half a file, after a power cut


class FilesOrNothing(FileBasedCache):
    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except UNREADABLE:
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except OSError:
            return


class RedisOrNothing(RedisCache):
    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        from redis import RedisError  # takes a moment that one laptop need not wait for

        try:
            return super().get(key, default, version)
        except (RedisError, OSError):
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        from redis import RedisError

        try:
            super().set(*args, **kwargs)
        except (RedisError, OSError):
            return
