"""Registers the apps of this floor with Django, and their jobs and periodic tasks."""

from django.apps import AppConfig
from django.utils import translation

from foundation import hooks
from rulebooks import wording


class PeopleConfig(AppConfig):
    name = "foundation.people"

    def ready(self) -> None:
        from foundation.people.sessions import delete_expired_sessions

        hooks.periodic_tasks.register(delete_expired_sessions)
        wording.set_translator(translation.gettext, translation.ngettext)


class ActivityConfig(AppConfig):
    name = "foundation.activity"


class AccountsConfig(AppConfig):
    name = "foundation.accounts"

    def ready(self) -> None:
        from foundation.accounts import signals  # noqa: F401 -- importing connects the signals


class HelpConfig(AppConfig):
    name = "foundation.help"


class JobsConfig(AppConfig):
    name = "foundation.jobs"

    def ready(self) -> None:
        from foundation.jobs import worker  # noqa: F401 -- importing connects the signal


class BackupsConfig(AppConfig):
    name = "foundation.backups"

    def ready(self) -> None:
        from foundation.backups.tasks import JOB_KINDS, PERIODIC_TASKS

        hooks.job_kinds.register(*JOB_KINDS)
        hooks.periodic_tasks.register(*PERIODIC_TASKS)


class ArchivesConfig(AppConfig):
    name = "foundation.archives"

    def ready(self) -> None:
        from foundation.archives.tasks import JOB_KINDS

        hooks.job_kinds.register(*JOB_KINDS)
