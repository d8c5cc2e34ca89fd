"""URLs of accounts, staff, the log, the guide, backups, archives, and jobs.

Pages of one tournament are below `t/<slug>/`.
Every view has `@requires`, also those of allauth.
"""

from allauth.account import views as account_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as recovery_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as passkey_views
from django.urls import path

from foundation.accounts import views as accounts
from foundation.activity import views as activity
from foundation.api import views as api
from foundation.archives import views as archives
from foundation.backups import views as backups
from foundation.help import views as guide
from foundation.jobs import views as jobs
from foundation.languages import choose_language
from foundation.pages import requires

_entrance = requires("account.enter")
_security = requires("account.security")

site_urls = [
    path("language/", choose_language, name="language"),
    # accounts
    path("welcome/<slug:token>/", accounts.welcome, name="welcome"),
    path("join/<slug:token>/", accounts.join, name="join"),
    path("account/", accounts.account, name="account"),
    path("account/new-password/<str:token>/", accounts.new_password, name="new_password"),
    path("account/sign-in/", _entrance(account_views.login), name="account_login"),
    path("account/sign-in/code/", _entrance(mfa_views.authenticate), name="mfa_authenticate"),
    path("account/sign-in/passkey/", _entrance(passkey_views.login_webauthn), name="mfa_login_webauthn"),
    path("account/sign-out/", requires("account.leave")(account_views.logout), name="account_logout"),
    path("account/sessions/", accounts.sessions, name="usersessions_list"),
    path("account/sessions/<int:session_id>/end/", accounts.end_session, name="session_end"),
    path("account/password/", _security(account_views.password_change), name="account_change_password"),
    path("account/confirm/", _security(account_views.reauthenticate), name="account_reauthenticate"),
    path("account/confirm/code/", _security(mfa_views.reauthenticate), name="mfa_reauthenticate"),
    path(
        "account/confirm/passkey/",
        _security(passkey_views.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("account/security/", _security(mfa_views.index), name="mfa_index"),
    path("account/security/code/add/", _security(totp_views.activate_totp), name="mfa_activate_totp"),
    path("account/security/code/remove/", _security(totp_views.deactivate_totp), name="mfa_deactivate_totp"),
    path("account/security/passkeys/", _security(passkey_views.list_webauthn), name="mfa_list_webauthn"),
    path("account/security/passkeys/add/", _security(passkey_views.add_webauthn), name="mfa_add_webauthn"),
    path("account/security/passkeys/<int:pk>/", _security(passkey_views.edit_webauthn), name="mfa_edit_webauthn"),
    path(
        "account/security/passkeys/<int:pk>/remove/",
        _security(passkey_views.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    path("account/security/recovery/", _security(recovery_views.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "account/security/recovery/new/",
        _security(recovery_views.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/security/recovery/file/",
        _security(recovery_views.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    # the activity log
    path("log/", activity.log_page, name="log"),
    # the documentation of the API
    path("api/schema/", api.schema, name="api_schema"),
    path("api/docs/", api.docs, name="api_docs"),
    # the guide
    path("help/", guide.index, name="help"),
    path("help/<slug:page>/", guide.page, name="help_page"),
    path("help/images/<str:file>", guide.image, name="help_image"),
    # importing an archive
    path("import/", archives.unarchive, name="unarchive"),
]

urlpatterns = [
    # staff and API tokens
    path("staff/", accounts.staff, name="staff"),
    path("staff/badges/<int:invitation_id>/", accounts.badge, name="badge"),
    path("staff/badges/<int:invitation_id>/revoke/", accounts.revoke, name="invitation_revoke"),
    path("tokens/", accounts.tokens, name="api_tokens"),
    path("tokens/<int:token_id>/revoke/", accounts.revoke_token, name="api_token_revoke"),
    path("staff/<int:membership_id>/end/", accounts.end_membership, name="membership_end"),
    # backups
    path("backups/", backups.backups, name="backups"),
    path("backups/now/", backups.back_up, name="backup_now"),
    path("backups/<int:backup_id>/", backups.download, name="backup_download"),
    path("backups/<int:backup_id>/restore/", backups.restore, name="backup_restore"),
    # archives
    path("archive/", archives.archive, name="archive"),
    # jobs
    path("jobs/<uuid:job_id>/", jobs.job_page, name="job"),
    path("jobs/<uuid:job_id>/file/", jobs.job_file, name="job_file"),
    path("jobs/<uuid:job_id>/cancel/", jobs.cancel_job, name="job_cancel"),
    path("jobs/<uuid:job_id>/retry/", jobs.retry_job, name="job_retry"),
]
