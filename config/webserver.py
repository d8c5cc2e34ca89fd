"""How gunicorn serves the application (`gunicorn --config python:config.webserver`); address and size are arguments."""

import os
import socket

from gunicorn.arbiter import Arbiter

wsgi_app = "config.wsgi:application"
proc_name = "headtable"

# Few threads, so that a phone with bad reception that takes seconds to send its request does not hold up the rest.
worker_class = "gthread"
threads = 4
keepalive = 5
preload_app = True  # imported once, not once per process: half the time until it is up
timeout = 60
graceful_timeout = 30  # what is in flight at the stop may take that long
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None
control_socket_disable = True

loglevel = "warning"
accesslog = None  # sign-in links are addresses: they stay out of files


def when_ready(server: Arbiter) -> None:
    """Browsers open connections ahead of need: let the kernel keep each one until it asks for something."""
    for listener in server.LISTENERS:
        if listener.sock.family in (socket.AF_INET, socket.AF_INET6):
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, graceful_timeout)
