"""Help of the pages that players, families, and coaches see. They are translated, so their words are messages."""

from django.utils.translation import gettext_lazy as _

from foundation.help.page_help import PageHelp, Pages

PAGES: Pages = {
    "public": PageHelp(
        _("Follow the tournament here. No account is needed."),
        (_("Find your table for the next round."), _("See results when the director releases them.")),
        keys=False,
    ),
    "find_table": PageHelp(
        _("Find out where a player sits in this round."),
        (_("Enter a name, team, school, or the number on the player’s card."),),
        keys=False,
    ),
    "public_standings": PageHelp(
        _("These are the results that the director has released."),
        (_("Choose a division, and players or teams."), _("Leave the page open. It updates automatically.")),
        keys=False,
    ),
    "team_page": PageHelp(
        _("Your team’s page shows where your players sit, their results, and your rank."),
        (
            _("See each player’s next table."),
            _("Choose a round’s points to see the scoresheet."),
            _("Ask the director to correct a name or to make a substitution."),
        ),
        also=("team_of_school", "team_ask"),
        keys=False,
    ),
    "team_sheet": PageHelp(
        _("This is one of your players’ scoresheets, as it was entered."),
        (
            _("Compare it with what your player remembers."),
            _("Talk to the director if something looks wrong."),
        ),
        keys=False,
    ),
    "practice": PageHelp(
        _("Practice here with the judges’ checker. Nothing you enter is saved."),
        (_("Choose your division."), _("Enter a Goal and a Solution, and see whether it’s correct.")),
        also=("practice_in", "practice_look"),
        keys=False,
    ),
}
