"""The program as gunicorn serves it, with the bare view of the bench beside its own addresses."""

import importlib

from django.conf import settings

settings.ROOT_URLCONF = "tests.bench.bare"
application = importlib.import_module("config.wsgi").application
