"""Django settings. A single laptop needs no configuration; larger installations use environment variables.

See docs/deploy.md.
"""

import importlib
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from tzlocal import get_localzone_name

from config.data_folder import BASE, data_folder, secret_key
from config.data_folder import LOCKS as LOCK_FILES


def _list(name: str, default: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


BASE_DIR = BASE
DATA = data_folder()
BACKUPS = DATA / "backups"
LOCKS = [DATA / name for name in LOCK_FILES]  # nothing runs if all of them can be acquired
GUIDE = BASE / "docs" / "guide"
RULEBOOKS = DATA / "rulebooks"  # a league's own editions (optional)
SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA)
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").rstrip("/")
BEHIND_HTTPS = PUBLIC_URL.startswith("https://")
DEBUG = False

_public_host = urlsplit(PUBLIC_URL).hostname
ALLOWED_HOSTS = _list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
if _public_host:
    ALLOWED_HOSTS.append(_public_host)
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

# -- apps and middleware ----------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "rest_framework",
    "foundation.apps.PeopleConfig",
    "foundation.apps.ActivityConfig",
    "foundation.apps.AccountsConfig",
    "foundation.apps.HelpConfig",
    "foundation.apps.JobsConfig",
    "foundation.apps.BackupsConfig",
    "foundation.apps.ArchivesConfig",
    "tournament.apps.TournamentConfig",
    "tournament.apps.RostersConfig",
    "tournament.apps.CheckinConfig",
    "tournament.apps.RoundsConfig",
    "tournament.apps.RoomsConfig",
    "tournament.apps.PrivacyConfig",
    "pairings",
    "scoring.apps.ScoringConfig",
    "scoring.apps.SeasonsConfig",
    "scoring.apps.CoachConfig",
    "judging.apps.JudgingConfig",
    "judging.apps.PenaltiesConfig",
    "judging.apps.LeagueCasesConfig",
    "judging.apps.ProtestsConfig",
    "judging.apps.CheckerConfig",
    "printing",
    "rehearsal",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "foundation.languages.LanguageMiddleware",
    "config.upload_limits.UploadLimitMiddleware",
    "config.errors.RefusalMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "foundation.people.middleware.ActorMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.navigation.navigation",
            ],
            "builtins": ["django.templatetags.i18n"],
        },
    }
]

# -- database and cache -----------------------------------------------------------------------------------------------

if DATABASE_URL:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA / "headtable.sqlite3")}}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # SQLite rejects a deferred transaction that reads and then writes if another one wrote in between. So every
    # transaction acquires the write lock when it begins, waiting if necessary.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    DATABASES["default"]["TEST"] = {"NAME": str(DATA / "test.sqlite3")}  # threads would share one in-memory database
else:
    # Connections stay open, so PostgreSQL prepares frequent queries once instead of planning them for every request.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        pool={"min_size": 1, "max_size": 8, "timeout": 5}, server_side_binding=True, prepare_threshold=5
    )
    # Check each connection before a request, so that no one notices a restart of the database server.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# `default` counts sign-in attempts, in a folder of its own so that other entries can't push them out. `notes` is for
# data that may be lost at any time. `limits` counts API requests; a file per count would cost more than most responses,
# so without Redis each web process counts for itself.
if REDIS_URL:
    _forgiving = {"BACKEND": "config.caches.ForgivingRedisCache", "LOCATION": REDIS_URL}
    _strict = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    CACHES = {"default": _strict, "notes": _forgiving, "limits": _forgiving}
else:
    _files: dict[str, Any] = {"BACKEND": "config.caches.ForgivingFileCache", "LOCATION": str(DATA / "cache")}
    _attempts = _files | {"LOCATION": str(DATA / "cache" / "tries"), "OPTIONS": {"MAX_ENTRIES": 20_000}}
    _memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "limits"}
    CACHES = {"default": _attempts, "notes": _files, "limits": _memory}

# -- Celery: the broker only wakes up a worker; the job row is the truth (foundation/jobs) ----------------------------

if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {"visibility_timeout": 60}
else:
    CELERY_BROKER_URL = "folder://"
    CELERY_BROKER_TRANSPORT = "config.broker:FolderTransport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"folder": str(DATA / "broker"), "max_wait": 0.25}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

# -- people -----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = ["foundation.people.sessions.Backend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "foundation.accounts.adapter.InvitedOnly"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,30/5m/key", "login": "30/m/ip", "reauthenticate": "10/m/user"}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_HTTPS else 0
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Headtable"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not BEHIND_HTTPS
USERSESSIONS_TRACK_ACTIVITY = False

SESSION_ENGINE = "foundation.people.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_HTTPS else None
SECURE_SSL_REDIRECT = BEHIND_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if BEHIND_HTTPS else 0
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # HSTS must not cover other hosts of the league's domain
SECURE_REFERRER_POLICY = "strict-origin"  # a page's URL can be a sign-in link, so not even our own server gets it
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_HTTPS else None  # browsers warn about it over http
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.views.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# -- API --------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "foundation.api.authentication.BearerToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["foundation.api.parsers.JsonBodyParser"],
    "DEFAULT_PAGINATION_CLASS": "foundation.api.pagination.Pages",
    "PAGE_SIZE": 100,
    "DEFAULT_THROTTLE_CLASSES": ["foundation.api.authentication.CallerThrottle"],
    "DEFAULT_THROTTLE_RATES": {"caller": "600/min", "wrong_token": "60/min"},
    "DEFAULT_SCHEMA_CLASS": "foundation.api.schema.ResourceSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "config.errors.api_exception_handler",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Headtable",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api",
    "COMPONENT_SPLIT_REQUEST": True,
    "SORT_OPERATIONS": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],
    "AUTHENTICATION_WHITELIST": ["foundation.api.authentication.BearerToken"],
}

# -- language, time, files, logging -----------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]  # of family pages, see foundation/languages.py
LOCALE_PATHS = [BASE / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = BEHIND_HTTPS
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = get_localzone_name()  # for pages outside a tournament: the laptop's time zone
STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.RedactingFormatter", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "errors": {
            "class": "config.logs.ForgivingFileHandler",
            "filename": DATA / "errors.log",
            "formatter": "line",
            "level": "ERROR",
            "delay": True,
        },
    },
    "root": {"handlers": ["console", "errors"], "level": "INFO"},
    "loggers": {
        "django.server": {"level": "WARNING"},
        "django.request": {"level": "CRITICAL"},  # config.views logs these, with a reference number
        "django.security": {"handlers": ["console"], "propagate": False},  # strangers must not fill the file
        "django.security.csrf": {"level": "CRITICAL"},  # config.views logs these, without the token of a link
        "fontTools": {"level": "WARNING"},
        "weasyprint": {"level": "WARNING"},  # logs a line for each page
        "pikepdf": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},  # logs URLs, including sign-in links
    },
}

Path(DATA).mkdir(parents=True, exist_ok=True)

# Tasks belong to this application. It is loaded here, because the checks before the start need no Celery.
importlib.import_module("config.celery")
