"""Runs web and worker on one machine: starts both, restarts one that dies, and lets both finish at the stop."""

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

from config.processes import adopt_orphans, group_is_gone, signal_on_parent_death

STOP_TIMEOUT = 40.0  # seconds; gunicorn gives a request 30
MAX_DEATHS, DEATH_WINDOW = 5, 30.0  # give up after this many deaths in this many seconds
TICK = 0.1

Say = Callable[[str], None]


@dataclass
class Child:
    """A child process in its own process group, so that Ctrl-C reaches only the supervisor."""

    name: str
    command: list[str]
    keeps_open: tuple[int, ...] = ()
    mute_stdout: bool = False  # errors still go to standard error
    process: subprocess.Popen[bytes] | None = None
    deaths: deque[float] = field(default_factory=lambda: deque(maxlen=MAX_DEATHS))
    start_at: float = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if self.mute_stdout else None,
            process_group=0,
            pass_fds=self.keeps_open,
            preexec_fn=signal_on_parent_death(signal.SIGTERM),
        )

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, number: signal.Signals) -> None:
        if self.process is not None and self.is_alive():
            self.process.send_signal(number)

    def send_to_group(self, number: signal.Signals) -> None:
        """Signal the process and everything that it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def exit_reason(self) -> str:
        code = self.process.returncode if self.process else 0
        return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"


class Supervisor:
    def __init__(self, children: list[Child], say: Say) -> None:
        self.children = children
        self.say = say
        self.requests_to_stop = 0
        self.woken = threading.Event()

    def run(self, announce: Callable[[], bool]) -> int:
        """Serve until told to stop, and return the exit status. Calls `announce` until it returns true."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_stop_signal)
        adopt_orphans()
        for child in self.children:
            child.start()
        announced = False
        while not self.requests_to_stop:
            self.woken.wait(TICK)
            announced = announced or announce()
            if not all(child.is_alive() or self._restart(child) for child in self.children):
                self._stop()
                return 1
        self._stop()
        return 0

    def _on_stop_signal(self, number: int, frame: FrameType | None) -> None:
        self.requests_to_stop += 1
        self.woken.set()

    def _restart(self, child: Child) -> bool:
        """Restart a dead child after a short delay. Returns false if it keeps dying."""
        now = time.monotonic()
        if not child.start_at:
            child.deaths.append(now)
            if len(child.deaths) == MAX_DEATHS and now - child.deaths[0] < DEATH_WINDOW:
                self.say(
                    f"The {child.name} process stopped {MAX_DEATHS} times in a row ({child.exit_reason()}). Giving up."
                )
                return False
            self.say(f"The {child.name} process stopped ({child.exit_reason()}). Restarting it.")
            child.send_to_group(signal.SIGTERM)  # its orphans finish their requests and free the port
            child.start_at = now + 0.25 * 2 ** len(child.deaths)
        elif now >= child.start_at and (self._is_gone(child) or now >= child.start_at + STOP_TIMEOUT):
            child.send_to_group(signal.SIGKILL)
            child.start_at = 0.0
            child.start()
        return True

    def _is_gone(self, child: Child) -> bool:
        return child.process is None or group_is_gone(child.process.pid)

    def _stop(self) -> None:
        """Ask all children to finish, and kill those that don't, or all of them at a second request to stop."""
        self.say("Stopping… Finishing work in progress.")
        for child in self.children:
            child.send(signal.SIGTERM)
        deadline = time.monotonic() + STOP_TIMEOUT
        while any(child.is_alive() for child in self.children):
            if self.requests_to_stop > 1 or time.monotonic() > deadline:
                break
            time.sleep(TICK)
        for child in self.children:
            if child.is_alive():
                self.say(f"The {child.name} process didn’t finish in time and was stopped.")
            child.send_to_group(signal.SIGKILL)
            if child.process is not None:
                child.process.wait()
        self.say("Stopped.")
