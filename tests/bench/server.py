"""The WSGI application with the bare view of the benchmark added to its URLs."""

import importlib

from django.conf import settings

settings.ROOT_URLCONF = "tests.bench.bare_view"
application = importlib.import_module("config.wsgi").application
