"""Web and worker on one machine: starts both, starts again what dies, and at the stop lets both finish their work."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType

from config.processes import adopt_orphans, group_is_gone, tied_to_this

STOP_WITHIN = 40.0  # seconds; gunicorn gives a request 30
DEATHS, WITHIN = 5, 30.0  # that many deaths in that many seconds: starting again does not help
TICK = 0.1

Say = Callable[[str], None]


@dataclass
class Child:
    """One process kind, in a process group of its own so that Ctrl-C reaches only the supervisor."""

    name: str
    command: list[str]
    keeps_open: tuple[int, ...] = ()
    silent: bool = False  # on standard output; what goes wrong is said on standard error
    process: subprocess.Popen[bytes] | None = None
    deaths: deque[float] = field(default_factory=lambda: deque(maxlen=DEATHS))
    start_at: float = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if self.silent else None,
            process_group=0,
            pass_fds=self.keeps_open,
            preexec_fn=tied_to_this(signal.SIGTERM),
        )

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, number: signal.Signals) -> None:
        if self.process is not None and self.alive():
            self.process.send_signal(number)

    def send_to_group(self, number: signal.Signals) -> None:
        """To what the process started as well."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def last_words(self) -> str:
        code = self.process.returncode if self.process else 0
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"


class Supervisor:
    def __init__(self, children: list[Child], say: Say) -> None:
        self.children = children
        self.say = say
        self.requests_to_stop = 0
        self.woken = threading.Event()

    def run(self, announce: Callable[[], bool]) -> int:
        """Serve until told to stop; `announce` is tried until it is true. The exit status."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._told_to_stop)
        adopt_orphans()
        for child in self.children:
            child.start()
        announced = False
        while not self.requests_to_stop:
            self.woken.wait(TICK)
            announced = announced or announce()
            if not all(child.alive() or self._revive(child) for child in self.children):
                self._stop()
                return 1
        self._stop()
        return 0

    def _told_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.requests_to_stop += 1
        self.woken.set()

    def _revive(self, child: Child) -> bool:
        """Start a dead child again after a moment; false when it dies again and again."""
        now = time.monotonic()
        if not child.start_at:
            child.deaths.append(now)
            if len(child.deaths) == DEATHS and now - child.deaths[0] < WITHIN:
                self.say(f"The {child.name} process {child.last_words()} {DEATHS} times in a row: stopping.")
                return False
            self.say(f"The {child.name} process {child.last_words()}; it is started again.")
            child.send_to_group(signal.SIGTERM)  # what it left behind finishes its request and frees the port
            child.start_at = now + 0.25 * 2 ** len(child.deaths)
        elif now >= child.start_at and (self._gone(child) or now >= child.start_at + STOP_WITHIN):
            child.send_to_group(signal.SIGKILL)
            child.start_at = 0.0
            child.start()
        return True

    def _gone(self, child: Child) -> bool:
        return child.process is None or group_is_gone(child.process.pid)

    def _stop(self) -> None:
        """Ask everybody to finish; those who cannot are ended, and so is everything at a second request."""
        self.say("Stopping: what is in flight is being finished.")
        for child in self.children:
            child.send(signal.SIGTERM)
        deadline = time.monotonic() + STOP_WITHIN
        while any(child.alive() for child in self.children):
            if self.requests_to_stop > 1 or time.monotonic() > deadline:
                break
            time.sleep(TICK)
        for child in self.children:
            if child.alive():
                self.say(f"The {child.name} process had not finished and was ended.")
            child.send_to_group(signal.SIGKILL)
            if child.process is not None:
                child.process.wait()
        self.say("Stopped.")
