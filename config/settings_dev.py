"""Settings of `bin/dev`: everything as in `config/settings.py`, with debug pages and the debug toolbar."""

from config.settings import *  # noqa: F403
from config.settings import CONTENT_SECURITY_POLICY, INSTALLED_APPS, MIDDLEWARE, STORAGES

DEBUG = True
INSTALLED_APPS = [*INSTALLED_APPS, "debug_toolbar"]
MIDDLEWARE = [*MIDDLEWARE[:3], "debug_toolbar.middleware.DebugToolbarMiddleware", *MIDDLEWARE[3:]]
INTERNAL_IPS = ["127.0.0.1", "::1"]
DEBUG_TOOLBAR_CONFIG = {"SHOW_COLLAPSED": True}
ROOT_URLCONF = "config.urls_dev"
# The toolbar sets a few inline styles.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": CONTENT_SECURITY_POLICY["DIRECTIVES"] | {"style-src": ["'self'", "'unsafe-inline'"]}
}
# Files are served from static/ as they are, so that a change shows at the next reload.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
