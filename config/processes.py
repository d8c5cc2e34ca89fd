"""Child processes that end with their parent: the kernel signals them when the parent dies (`PR_SET_PDEATHSIG`)."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
_libc = ctypes.CDLL(None)  # loaded here, because loading isn't safe between fork and exec


def request_signal_on_parent_death(number: signal.Signals) -> None:
    """Ask the kernel to send this process a signal when its parent dies for any reason."""
    if sys.platform == "linux":
        _libc.prctl(PR_SET_PDEATHSIG, int(number))


def adopt_orphans() -> None:
    """Become the parent of the orphans of a dead child, so that this process can wait for them."""
    if sys.platform == "linux":
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1)


def group_is_gone(group: int) -> bool:
    """Whether a process group has no processes left, after reaping our dead children."""
    try:
        while os.waitpid(-group, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def signal_on_parent_death(number: signal.Signals) -> Callable[[], None]:
    """A `preexec_fn` for a child that must not outlive this process."""
    parent = os.getpid()

    def in_child() -> None:
        request_signal_on_parent_death(number)
        if os.getppid() != parent:  # the parent died before the request
            os.kill(os.getpid(), number)

    return in_child
