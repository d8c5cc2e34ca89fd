"""Caches that never raise: if the files or the Redis server are unavailable, every lookup is a miss.

Use them only for data that can be missing: who else has a scoresheet open, a ranking that can be recomputed, API
request counts. Sign-in attempts must be counted, so with Redis `default` is Django's own cache.
"""

from __future__ import annotations

import pickle
import zlib
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache

UNREADABLE = (OSError, EOFError, ValueError, pickle.UnpicklingError, zlib.error)  # e.g. half a file after a power cut


class ForgivingFileCache(FileBasedCache):
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


class ForgivingRedisCache(RedisCache):
    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        from redis import RedisError  # imported late: slow, and not needed on a single laptop

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
