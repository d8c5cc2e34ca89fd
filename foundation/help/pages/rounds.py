"""Help of the pages for check-in, table assignments, rounds, and the clock."""

from foundation.help.page_help import PageHelp, Pages

PAGES: Pages = {
    "checkin": PageHelp(
        "Check players in when they arrive. Only players who aren’t absent or withdrawn get a seat.",
        (
            "Find a team by school, team, or name. Then choose Mark team here.",
            "Mark single players as here, late, absent, or withdrawn.",
            "Choose Substitute to let an alternate play in someone’s spot.",
        ),
        guide="check-in",
    ),
    "checkin_missing": PageHelp(
        "These players haven’t checked in yet.",
        ("Read the list aloud, or call the coaches.", "Mark players on the Check-in page when you hear about them."),
        guide="check-in",
    ),
    "seating": PageHelp(
        "This page shows who sits where, in all published tables.",
        (
            "Search for a player or a team.",
            "Sort the list by name, team, or table.",
            "Choose Why this seat? to see how Headtable decided.",
        ),
        guide="assign-tables",
    ),
    "draw": PageHelp(
        "Assign the tables of one round here. Players and coaches see them when you publish.",
        (
            "Choose Assign tables. Headtable says how good the assignment is.",
            "Swap two players: choose one, then the other. Lock seats that must stay.",
            "Publish the tables. If someone leaves later, fix them with the fewest moves.",
        ),
        guide="assign-tables",
        also=(
            "draw_make",
            "draw_swap",
            "draw_lock",
            "draw_undo",
            "draw_improve",
            "draw_publish",
            "draw_revise",
            "draw_repair",
            "draw_discard",
        ),
    ),
    "tables_plan": PageHelp(
        "Plan how many tables and game sets you need before you know who’s coming.",
        ("Enter the players you expect in each division.", "Compare with the game sets you have."),
        guide="assign-tables",
    ),
    "rounds": PageHelp(
        "All rounds of all divisions are listed here, with their state.",
        (
            "Open a round to assign its tables, start its clock, or close it.",
            "Open the room clock, and show it on a projector.",
        ),
        guide="round-clock",
    ),
    "round": PageHelp(
        "Run one round here: from assigning tables to closing the round.",
        (
            "Start the clock when everyone is seated. Read the announcer’s script at the times shown.",
            "Add time for a table if a judge says so.",
            "Collect the scoresheets, and close the round when all of them are verified.",
        ),
        guide="round-clock",
        also=("round_extra_time",),
    ),
}
