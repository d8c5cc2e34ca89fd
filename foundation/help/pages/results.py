"""Help of the pages for scoresheets, standings, playoffs, and awards."""

from foundation.help.page_help import PageHelp, Pages

PAGES: Pages = {
    "sheets": PageHelp(
        "All scoresheets of the rounds in play are here. Each tile is a table and shows its state.",
        (
            "Enter the table numbers of the scoresheets you received. They’re your pile.",
            "Choose Next in my pile to enter them in order.",
            "Choose Verify next to review what someone else entered.",
        ),
        guide="scoresheets",
        also=("sheets_receive",),
    ),
    "sheet": PageHelp(
        "Enter one scoresheet here. The grid has the same rows and columns as the paper.",
        (
            "Type each score, then the totals as they’re written.",
            "If something looks wrong, compare with the paper. Fix it, or say why it’s correct.",
            "Save. What you type is also saved on this device, so nothing is lost if the network fails.",
        ),
        guide="scoresheets",
        also=("sheet_enter", "sheet_check", "sheet_rekey", "sheet_settle"),
    ),
    "sheet_history": PageHelp(
        "Every version of this scoresheet is kept here, with who entered it.",
        ("Choose two entries to compare them.", "A director or the head judge can restore an earlier version."),
        guide="scoresheets",
    ),
    "sheet_bulk": PageHelp(
        "Enter the totals of a whole round here, one row for each table.",
        (
            "Type the totals from the paper. Places and points appear automatically.",
            "Open a table’s own page if it has penalties or other details.",
            "Download the list to fill it in elsewhere.",
        ),
        guide="scoresheets",
    ),
    "sheet_piles": PageHelp(
        "These are the scorekeepers’ piles, in the order they entered them.",
        ("Find whose pile a scoresheet is in, and how far down.",),
        guide="scoresheets",
    ),
    "results_import": PageHelp(
        "Import scores from a spreadsheet instead of entering them. You’ll see a preview first.",
        (
            "Check the headings that the file needs.",
            "Choose the file. Then look at what will happen to each table.",
        ),
        guide="scoresheets",
    ),
    "round_results": PageHelp(
        "These are the results of one round: totals, places, and match points.",
        (
            "Choose Why to see the rule behind a number.",
            "See what changed since the round was closed.",
        ),
        guide="scoresheets",
    ),
    "points": PageHelp(
        "Check places and match points without entering a scoresheet. Nothing is saved.",
        ("Enter the players’ totals of one match.", "Choose Why to see the rule."),
        guide="scoresheets",
    ),
    # -- standings ----------------------------------------------------------------------------------------------------
    "standings": PageHelp(
        "Standings count every verified scoresheet. Only staff see them until you release them.",
        (
            "Choose a game, a division, and players or teams.",
            "See the standings as they were after an earlier round.",
            "Directors: set how many advance, and set up playoffs.",
        ),
        guide="release-results",
        also=("standings_cut", "playoffs_call", "standings_sweepstakes"),
    ),
    "standings_changes": PageHelp(
        "See who rose or fell, and which scoresheets caused it.",
        ("Choose since when.", "Open a scoresheet to see what was corrected."),
        guide="release-results",
    ),
    "charts": PageHelp(
        "Charts show points round by round, for players or teams.",
        ("Choose a division.", "Choose a name to see one player or team. Each chart has its numbers in a table."),
        guide="release-results",
    ),
    "release": PageHelp(
        "Decide what families and coaches see. Nothing is public until you release it here.",
        (
            "Show tables, and release results through a round.",
            "Freeze before the awards. Then public results stay as they are until you unfreeze them.",
            "Let people scan the QR code to open the public page.",
        ),
        guide="release-results",
        also=("release_set", "release_freeze", "release_thaw"),
    ),
    "ceremony": PageHelp(
        "Show the awards on a projector, from last place to first.",
        (
            "Choose a list and how many places to announce.",
            "Start the ceremony. Press Space or use a remote to reveal the next place.",
        ),
        guide="awards",
    ),
    "ceremony_list": PageHelp(
        "Read this list aloud at the awards. It says how many certificates you need.",
        ("Choose a list and the number of places.", "Print it for the announcer."),
        guide="awards",
    ),
}
