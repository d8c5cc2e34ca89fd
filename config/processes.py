"""Processes that end together: a child asks the kernel to be told when the process that started it is gone."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
_libc = ctypes.CDLL(None)  # looked up here: between fork and exec, only the call itself is safe


def end_with_parent(by: signal.Signals) -> None:
    """Have this process sent `by` when its parent ends, however that ends."""
    if sys.platform == "linux":
        _libc.prctl(PR_SET_PDEATHSIG, int(by))


def adopt_orphans() -> None:
    """Become the parent of what a dead child leaves behind, so that it can be waited for."""
    if sys.platform == "linux":
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1)


def group_is_gone(group: int) -> bool:
    """Whether no process of a group is left, once the dead ones among our children are cleared away."""
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


def tied_to_this(by: signal.Signals) -> Callable[[], None]:
    """A `preexec_fn` for a child that must not outlive this process."""
    parent = os.getpid()

    def in_child() -> None:
        end_with_parent(by)
        if os.getppid() != parent:  # it ended before the kernel was asked
            os.kill(os.getpid(), by)

    return in_child
