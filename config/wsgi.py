"""The door for gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
gc.freeze()  # what is loaded by now stays: the collector need not look at it again with every page of standings
