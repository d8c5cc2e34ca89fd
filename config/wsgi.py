"""The WSGI application that gunicorn serves."""

import gc
import importlib
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
importlib.import_module(settings.ROOT_URLCONF)  # imports all views, so that the first visitor doesn't wait for them
gc.collect()
gc.freeze()  # exempts everything loaded so far from garbage collection
