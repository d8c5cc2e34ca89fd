"""Settings of gunicorn (`gunicorn --config python:config.gunicorn_settings`); address and workers are arguments."""

import os
import socket

from gunicorn.arbiter import Arbiter

wsgi_app = "config.wsgi:application"
proc_name = "headtable"

# A few threads, so that a phone with bad reception that takes seconds to send its request doesn't block the others.
worker_class = "gthread"
threads = 4
keepalive = 5
preload_app = True  # import once instead of once per process, which halves the startup time
timeout = 60
graceful_timeout = 30  # for requests in flight when the server stops
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None
control_socket_disable = True

loglevel = "warning"
accesslog = None  # URLs can be sign-in links, which must not end up in files


def when_ready(server: Arbiter) -> None:
    """Let the kernel hold connections that browsers open in advance until a request arrives on them."""
    for listener in server.LISTENERS:
        if listener.sock.family in (socket.AF_INET, socket.AF_INET6):
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, graceful_timeout)
