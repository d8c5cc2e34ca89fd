"""A Celery broker that needs no server: every message is a file in a folder, passed on by renaming it.

Renaming is atomic: a message appears in its queue complete or not at all, and exactly one of many consumers gets it.
A message is gone once it is taken. The job's row in the database is the truth, and a job whose worker was killed runs
again when its lease expires, so the broker doesn't have to remember who took what.
"""

import json
import logging
import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any
from urllib.parse import quote

from kombu.transport import virtual

log = logging.getLogger(__name__)


class FolderChannel(virtual.Channel):
    """Queues are folders below the transport option `folder`. File names start with the time, so they sort by age."""

    def _folder(self, name: str) -> Path:
        folder = Path(self.connection.client.transport_options["folder"]) / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _queue(self, queue: str) -> Path:
        return self._folder("queue-" + quote(queue, safe=""))

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}.json"
        draft = self._folder("written") / name
        draft.write_text(json.dumps(message))
        draft.rename(self._queue(queue) / name)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        waiting = self._queue(queue)
        for name in sorted(os.listdir(waiting)):
            taken = self._folder("taken") / name
            try:
                (waiting / name).rename(taken)
            except OSError:
                continue  # another consumer was faster, or the disk is full
            message = self._read(taken)
            if message is not None:
                return message
        raise Empty

    def _read(self, taken: Path) -> dict[str, Any] | None:
        """The message in a file that this consumer took. An unreadable one is skipped and kept for inspection."""
        try:
            message: dict[str, Any] = json.loads(taken.read_bytes())
            self.Message(message, channel=self)  # raises if Celery couldn't unpack it
        except (ValueError, KeyError, TypeError, AttributeError):
            unreadable = taken.rename(self._folder("unreadable") / taken.name)
            log.error("A message to the worker couldn’t be read. It was moved to %s.", unreadable)
            return None
        with suppress(OSError):  # if the disk is full; files that were taken are never read again
            taken.unlink()
        return message

    def _size(self, queue: str) -> int:
        return len(os.listdir(self._queue(queue)))

    def _purge(self, queue: str) -> int:
        names = os.listdir(self._queue(queue))
        for name in names:
            (self._queue(queue) / name).unlink(missing_ok=True)
        return len(names)


class FolderTransport(virtual.Transport):
    """The transport for Celery: `CELERY_BROKER_TRANSPORT = "config.broker:FolderTransport"`."""

    Channel = FolderChannel
    driver_type = "folder"
    driver_name = "folder"
    polling_interval = 0.25
    default_connection_params: dict[str, Any] = {}  # a folder has no host and no port

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> None:
        """Wait for a message, at most as long as the option `max_wait` says.

        A worker checks after each wait whether it should stop. Without the option it would wait for two seconds.
        """
        assert self.client is not None, "a transport in use has its connection"
        max_wait = self.client.transport_options.get("max_wait")
        super().drain_events(connection, timeout=min(timeout, max_wait) if timeout and max_wait else timeout)
