"""The program as gunicorn serves it, with the bare view of the bench beside its own addresses."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "tests.bench.bare"
application = get_wsgi_application()
