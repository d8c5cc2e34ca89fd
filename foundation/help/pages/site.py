"""Help of the pages outside a tournament, and of staff, backups, archives, and the activity log."""

from foundation.help.page_help import PageHelp, Pages

_SIGNING_IN = "when-something-goes-wrong"

PAGES: Pages = {
    "home": PageHelp(
        "Your tournaments are listed here. Open one to work on it.",
        (
            "Create a tournament for your next event.",
            "Create a rehearsal to practice with made-up players.",
            "Import an archive to bring in a tournament from another computer.",
        ),
        guide="first-tournament",
    ),
    "rehearsal": PageHelp(
        "A rehearsal is a practice tournament with made-up schools and players.",
        (
            "Choose a game, a size, and how far Headtable plays it.",
            "Direct the rest yourself, or train your staff with it.",
            "Delete the rehearsal on its dashboard when you’re done.",
        ),
        guide="first-tournament",
    ),
    "unarchive": PageHelp(
        "An archive is one tournament in one file. Import it here to open that tournament on this computer.",
        (
            "Choose the archive file and import it. You become its director.",
            "Turn on its public page in Setup if people should see it.",
        ),
        guide="after-the-day",
    ),
    "seasons": PageHelp(
        "A season adds up points and attendance over several tournaments.",
        ("Open a season to see its totals.", "Create a season. Then add your tournaments to it."),
        guide="after-the-day",
        also=("season_create",),
    ),
    "season": PageHelp(
        "These are the totals of one season: players, teams, and schools.",
        (
            "Add or remove tournaments.",
            "Set how many results count, and how many tournaments a student needs to qualify.",
            "Download the totals for your league.",
        ),
        guide="after-the-day",
        also=("season_edit", "season_add", "season_remove"),
    ),
    "log": PageHelp(
        "The activity log shows who did what, and when. No one can change it.",
        ("Filter by person, time, or words.", "Show older lines, or download the log."),
        guide="after-the-day",
    ),
    "help": PageHelp(
        "This is the guide. It’s part of Headtable, so it works without internet.",
        ("Open a page, or search all of them.", "On any other page, choose Help to see what that page is for."),
    ),
    "help_page": PageHelp(
        "This is one page of the guide.",
        ("Go to the next page at the end of this one.", "Print the page to take it with you."),
    ),
    "api_docs": PageHelp(
        "This page shows programmers how their own programs can read and change a tournament.",
        ("Create a token on the Staff page, under API tokens.", "Download the OpenAPI document for your tools."),
    ),
    "style": PageHelp(
        "This page shows programmers every part that pages are made of.",
        ("Copy a part’s template code.", "Try it in light and dark, and on a phone."),
    ),
    # -- signing in ---------------------------------------------------------------------------------------------------
    "account_login": PageHelp(
        "Directors sign in here with an email and a password. Other staff scan their badge instead.",
        (
            "Staff: scan the QR code on your badge with your phone’s camera.",
            "Coaches: open the link from the director. You don’t need an account.",
            "Forgot your password? The person who runs Headtable can make a reset link.",
        ),
        guide=_SIGNING_IN,
    ),
    "account_logout": PageHelp(
        "Sign out of this device.",
        ("Confirm. To sign in again, scan your badge or enter your password.",),
        guide=_SIGNING_IN,
    ),
    "welcome": PageHelp(
        "Create the first account here. It’s for the person who runs Headtable, usually the director.",
        ("Enter your name, your email, and a password.", "Invite other directors later, on a tournament’s Staff page."),
        guide="first-tournament",
    ),
    "join": PageHelp(
        "A badge or an invitation brought you here. It gives you one role in one tournament.",
        (
            "Enter your first and last name. Then you’re signed in.",
            "Scan the same badge again to sign in on another phone.",
        ),
        guide="badges",
    ),
    "new_password": PageHelp(
        "Choose a new password here. The link works once.", ("Enter the password twice.",), guide=_SIGNING_IN
    ),
    "account": PageHelp(
        "Choose how you sign in here.",
        (
            "Change your password, or add two-step verification.",
            "See your devices, and sign out those you don’t recognize.",
        ),
        guide="reference",
    ),
    "usersessions_list": PageHelp(
        "These are the phones and computers where you’re signed in.",
        ("Sign out a device that you lost or don’t recognize.",),
        guide=_SIGNING_IN,
    ),
    "account_change_password": PageHelp(
        "Choose a new password here.", ("Enter your old password, then the new one twice.",), guide="reference"
    ),
    "mfa_index": PageHelp(
        "Two-step verification protects your account even if someone learns your password.",
        (
            "Add a passkey or an authenticator app.",
            "Print recovery codes. They let you in if you lose your phone.",
        ),
        guide="reference",
    ),
    "mfa_activate_totp": PageHelp(
        "Connect an authenticator app here. It shows a 6-digit code when you sign in.",
        ("Scan the QR code with the app.", "Enter the code that the app shows."),
        guide="reference",
    ),
    "mfa_deactivate_totp": PageHelp(
        "Turn off your authenticator app here.",
        ("Confirm, and sign in without a code from then on.",),
        guide="reference",
    ),
    "mfa_list_webauthn": PageHelp(
        "These are your passkeys. A passkey signs you in with a fingerprint, a face, or a security key.",
        ("Add a passkey for this device.", "Remove the passkey for a device you no longer have."),
        guide="reference",
    ),
    "mfa_add_webauthn": PageHelp(
        "Add a passkey for this device here.",
        ("Name the passkey. Then follow your browser’s instructions.",),
        guide="reference",
    ),
    "mfa_edit_webauthn": PageHelp("Rename a passkey here.", ("Enter a name you’ll recognize.",), guide="reference"),
    "mfa_remove_webauthn": PageHelp(
        "Remove a passkey here.", ("Confirm. That device can’t sign you in anymore.",), guide="reference"
    ),
    "mfa_view_recovery_codes": PageHelp(
        "Each of these codes signs you in once if you lose your phone.",
        ("Print or download the codes, and keep them away from your computer.",),
        guide="reference",
    ),
    "mfa_generate_recovery_codes": PageHelp(
        "Get new recovery codes here. Your old ones stop working.",
        ("Confirm. Then print the new codes.",),
        guide="reference",
    ),
    "mfa_authenticate": PageHelp(
        "Headtable asks for a second way to confirm that it’s you.",
        ("Enter the code from your authenticator app.", "Lost your phone? Enter a recovery code."),
        guide=_SIGNING_IN,
    ),
    "account_reauthenticate": PageHelp(
        "Headtable asks for your password again before you change how you sign in.",
        ("Enter your password.",),
        guide="reference",
        also=("mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    ),
    # -- staff, backups, jobs -----------------------------------------------------------------------------------------
    "staff": PageHelp(
        "Everyone who works at this tournament is listed here, with their badges.",
        (
            "Create a badge for each staff member, and print all badges at once.",
            "Revoke a lost badge. It stops working right away.",
            "Invite another director by link.",
        ),
        guide="badges",
    ),
    "badge": PageHelp(
        "This is one badge or link. It works until the date below it.",
        (
            "Let the person scan the QR code with a phone.",
            "Or copy the link and send it only to them.",
        ),
        guide="badges",
    ),
    "api_tokens": PageHelp(
        "A token lets a program, such as a results screen, read or change this tournament.",
        ("Create a token, and copy it right away. It’s shown once.", "Revoke a token that’s no longer needed."),
        guide="reference",
    ),
    "backups": PageHelp(
        "A backup is everything on this computer at one moment. Headtable makes them automatically.",
        (
            "Back up now before you try something risky.",
            "Restore a backup. First you’ll see what would be lost.",
            "Download a backup to keep a copy on another device.",
        ),
        guide="when-something-goes-wrong",
    ),
    "backup_restore": PageHelp(
        "Restoring returns every tournament on this computer to the moment of the backup.",
        (
            "Read the list of changes that will be lost.",
            "Confirm. A backup of the current data is made first, so you can undo the restore.",
        ),
        guide="when-something-goes-wrong",
    ),
    "archive": PageHelp(
        "An archive is this whole tournament in one file. You can import it on another computer.",
        (
            "Create an archive after the tournament, and keep it in a safe place.",
            "Download it within a day. Then Headtable deletes its copy.",
        ),
        guide="after-the-day",
    ),
    "job": PageHelp(
        "Longer tasks run in the background. This page shows the progress.",
        (
            "Wait here, or come back later. The task continues if you leave this page.",
            "Open the result when it’s ready, or try again if it failed.",
        ),
        guide="print-checklist",
    ),
}
