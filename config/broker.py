"""A Celery broker that needs no server: every message is a file in a folder, handed over by renaming.

Renaming is atomic. A message appears in its queue complete or not at all, and of many consumers exactly one succeeds in
taking it away. A message is gone once it is taken: the job's row in the database is the truth, and a job whose worker
was killed is taken up again when its lease runs out, so nothing here has to remember who took what.
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
    """Queues as folders below the transport option `folder`; files are taken in the order of their names, by time."""

    def _shelf(self, name: str) -> Path:
        shelf = Path(self.connection.client.transport_options["folder"]) / name
        shelf.mkdir(parents=True, exist_ok=True)
        return shelf

    def _queue(self, queue: str) -> Path:
        return self._shelf("queue-" + quote(queue, safe=""))

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}.json"
        draft = self._shelf("written") / name
        draft.write_text(json.dumps(message))
        draft.rename(self._queue(queue) / name)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        waiting = self._queue(queue)
        for name in sorted(os.listdir(waiting)):
            taken = self._shelf("taken") / name
            try:
                (waiting / name).rename(taken)
            except OSError:
                continue  # another consumer was quicker, or the disk takes nothing at the moment
            message = self._read(taken)
            if message is not None:
                return message
        raise Empty

    def _read(self, taken: Path) -> dict[str, Any] | None:
        """The message in a file that is ours; one that cannot be read is passed over, but kept to be looked at."""
        try:
            message: dict[str, Any] = json.loads(taken.read_bytes())
            self.Message(message, channel=self)  # raises for what Celery could not unpack
        except (ValueError, KeyError, TypeError, AttributeError):
            unreadable = taken.rename(self._shelf("unreadable") / taken.name)
            log.error("A message to the worker could not be read and was put aside as %s.", unreadable)
            return None
        with suppress(OSError):  # a disk that takes nothing: what was taken is never looked at again
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
    """What Celery is given: `CELERY_BROKER_TRANSPORT = "config.broker:FolderTransport"`."""

    Channel = FolderChannel
    driver_type = "folder"
    driver_name = "folder"
    polling_interval = 0.25
    default_connection_params: dict[str, Any] = {}  # a folder has no host and no port
