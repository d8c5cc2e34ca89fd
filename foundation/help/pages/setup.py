"""Help of the pages for the weeks before a tournament: setup, rosters, coach links, and printing."""

from foundation.help.page_help import PageHelp, Pages

PAGES: Pages = {
    "tournament_create": PageHelp(
        "Create a tournament here. A format comes with the settings that leagues use.",
        (
            "Choose the format that is closest to yours. You can change any setting later.",
            "Or copy an earlier tournament with its games, settings, and rooms.",
            "Enter the name and dates, and choose your games.",
        ),
        guide="setup",
    ),
    "tournament_copy": PageHelp(
        "Create a tournament like an earlier one.",
        ("Enter the new name and dates.", "Then check the settings in Setup."),
        guide="setup",
    ),
    "tournament": PageHelp(
        "The dashboard shows where each division is, and what to do next.",
        (
            "Follow the To do list from the top. The blue button at the top is the next step.",
            "Choose a number to see exactly those players or tables.",
            "Start the tournament when people arrive, and finish it after the awards.",
        ),
        guide="index",
    ),
    "tournament_edit": PageHelp(
        "Setup starts with the name, the dates, and the venue.",
        ("Enter the days and the venue.", "Save and continue. The next page has the games."),
        guide="setup",
    ),
    "games": PageHelp(
        "These are the games of this tournament. Each has its own rule book and settings.",
        (
            "Open Settings to change rounds, minutes, and how players are seated.",
            "Open Rule book to see where a number comes from.",
            "Add a game before the tournament starts.",
        ),
        guide="setup",
    ),
    "event_setup": PageHelp(
        "These settings decide how one game runs. Each one says where its value comes from.",
        (
            "Change what your league does differently.",
            "Read the notes beside a setting. They warn you if two settings don’t go together.",
            "Save and continue. Published tables don’t change.",
        ),
        guide="setup",
    ),
    "book": PageHelp(
        "This is what the rule book of this game says, as Headtable uses it.",
        (
            "Look up a number and its source.",
            "Switch to an updated rule book before the tournament starts.",
        ),
        guide="reference",
    ),
    "rooms": PageHelp(
        "Tell Headtable which tables are in which room. Scoresheets, lists, and phones show the room.",
        (
            "Enter the first and last table of each room.",
            "Skip this page if everyone plays in one room.",
        ),
        guide="setup",
    ),
    "privacy": PageHelp(
        "This page decides how the public sees student names, and how long Headtable keeps them.",
        (
            "Choose what public pages show: names, initials, or numbers.",
            "Choose the day when names are removed automatically.",
            "After the tournament, you can remove the names right away.",
        ),
        guide="student-names",
    ),
    # -- rosters ------------------------------------------------------------------------------------------------------
    "roster": PageHelp(
        "The roster lists every team and player, by division.",
        (
            "Import the files that coaches send you.",
            "Choose Edit beside a division to change names or add a player.",
            "Download the roster to send it back to a coach.",
        ),
        guide="import-roster",
    ),
    "roster_upload": PageHelp(
        "Import players from a spreadsheet. You’ll see a preview before anything changes.",
        (
            "Download the sample file, and fill it in.",
            "Choose your file, or copy cells from a spreadsheet and paste them.",
            "Import a corrected file later. Players keep their numbers and results.",
        ),
        guide="import-roster",
    ),
    "roster_preview": PageHelp(
        "This preview shows what the import will do with each line of your file. Nothing has changed yet.",
        (
            "Answer the questions, if there are any.",
            "Match the columns if Headtable didn’t recognize them.",
            "Fix problems in your file and upload it again. Then import it.",
        ),
        guide="import-roster",
        also=("roster_columns", "roster_division", "roster_meaning", "roster_import"),
    ),
    "roster_grid": PageHelp(
        "Edit the players of one division here, as in a spreadsheet. Each row saves when you leave it.",
        (
            "Correct a name, a team, or a grade.",
            "Add a player at the end of the page, or remove one.",
            "Undo your last change with the button at the top.",
        ),
        guide="import-roster",
        also=("roster_add", "roster_undo", "roster_remove"),
    ),
    "teams": PageHelp(
        "All teams are listed here, with a private link for each coach.",
        (
            "Create a link for a team, or one for all teams of a school.",
            "Show a link to the coach, or print all of them on the Print page.",
            "Add a team that isn’t in the roster file.",
        ),
        guide="coach-links",
    ),
    "requests": PageHelp(
        "Coaches request name corrections and substitutions on their team page. Their requests are listed here.",
        (
            "Make the change on the roster or at check-in.",
            "Answer the coach, and mark the request as done. Or decline it.",
        ),
        guide="coach-links",
        also=("request_settle",),
    ),
    # -- printing -----------------------------------------------------------------------------------------------------
    "print": PageHelp(
        "Everything on paper is made here: scoresheets, lists, cards, and certificates.",
        (
            "Choose a document, and make a PDF of it.",
            "Print badges for staff and links for coaches.",
            "Open a PDF again. Headtable says if it’s out of date.",
        ),
        guide="print-checklist",
        also=("print_badges", "print_coach_links"),
    ),
    "print_document": PageHelp(
        "Make one kind of document here.",
        (
            "Choose the rounds, divisions, or tables.",
            "Look at one page first. Then make the PDF and print it.",
        ),
        guide="print-checklist",
        also=("print_look",),
    ),
    "letterhead": PageHelp(
        "Your league’s logo and the names of the people who sign certificates go here.",
        ("Upload a logo.", "Enter who signs certificates."),
        guide="print-checklist",
        also=("logo_set",),
    ),
}
