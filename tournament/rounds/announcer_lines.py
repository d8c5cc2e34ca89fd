"""The announcer’s lines of the bundled rule books, listed for translation. A test compares them with the editions."""

from django.utils.translation import gettext_noop as _

LINES = (
    _(
        "The round begins now. The last player on the table scoresheet is the scorekeeper. Scorekeepers, check "
        "the names, and cross out the boxes of anyone who’s absent. The player to the scorekeeper’s left sets the"
        " first Goal."
    ),
    _(
        "Cleanup. Don’t move any more cubes. If there’s a challenge, finish it as usual. If there’s no challenge "
        "but a Goal is set, turn the timer. Everyone may then write an Equation that follows the mat and uses any"
        " cubes left in Resources. A correct Equation scores 1."
    ),
    _(
        "Add up your scores. Check your row and initial it. Scorekeepers, initial the number of games played and "
        "raise your hand. Please stay seated until you’re told to move."
    ),
    _(
        "The round begins now. Each player rolls a red cube to see who sets the first Goal. Then start your first"
        " shake."
    ),
    _("Judges, from now on, note how long you’re at a table. That table gets the time back."),
    _("Time’s up. Don’t start any more shakes. You have 5 minutes to finish the one you’re playing."),
    _(
        "Stop. Don’t move any more cubes or make a challenge. If no one has challenged and there are cubes left, "
        "everyone has 2 minutes to write an Equation. You may use any cubes left in Resources. A correct Equation"
        " scores 4. Anything else scores 2. If you have no Goal, the shake is voided."
    ),
    _(
        "Writing time is over. Check the Equations, add up your scores, and sign the scoresheet. The winner, or "
        "one of the tied winners, turns it in."
    ),
    _(
        "The round begins now. Each player rolls a digit cube to see who sets the first Goal. Then start your "
        "first shake."
    ),
    _(
        "Stop. Don’t move any more cubes. If no one has challenged and there are cubes left, everyone has 2 "
        "minutes to write a Solution, or 3 minutes with Two Solutions. You may use any cubes left in Resources. A"
        " correct Solution scores 4. Anything else scores 2. If you have no Goal, the shake is voided."
    ),
    _(
        "Writing time is over. With Two Solutions, you have 1 more minute. Check the Solutions, add up your "
        "scores, and sign the scoresheet. The winner, or one of the tied winners, turns it in."
    ),
    _(
        "Stop. Don’t move any more cubes. If no one has challenged and there are cubes left, everyone has 2 "
        "minutes to write an Equation. You may use any cubes left in Resources. A correct Equation scores 4. "
        "Anything else scores 2. If you have no Goal, the shake is voided."
    ),
)
