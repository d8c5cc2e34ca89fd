"""The door for gunicorn."""

import gc
import importlib
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
importlib.import_module(settings.ROOT_URLCONF)  # every page, so that the first visitor need not wait for them
gc.collect()
gc.freeze()  # what is loaded by now stays: the collector need not look at it again with every page of standings
