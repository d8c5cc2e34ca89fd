"""The WSGI application that gunicorn serves."""

import importlib
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.processes import loading_code

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

with loading_code():
    application = get_wsgi_application()
    importlib.import_module(settings.ROOT_URLCONF)  # imports all views, so that the first visitor doesn't wait for them
