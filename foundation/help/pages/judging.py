"""Help of the pages for judges: calls, visits, the casebook, penalties, protests, and the checker."""

from foundation.help.page_help import PageHelp, Pages

PAGES: Pages = {
    "calls": PageHelp(
        "Tables waiting for a judge are listed here, longest wait first.",
        (
            "Start a visit when you get to a table.",
            "Look up a case in the casebook.",
            "Approve penalties that are waiting for a second judge.",
        ),
        guide="judging",
        also=("call_ask", "call_begin", "practice_allow"),
    ),
    "call_pick": PageHelp(
        "Start a visit by table number, or call a judge for a table.",
        ("Enter the number on the table.", "If two divisions share the number, choose the division."),
        guide="judging",
    ),
    "at_table": PageHelp(
        "This is one table during a round. The QR code on its scoresheet opens this page.",
        (
            "Judges: start your visit.",
            "Everyone else on the staff: call a judge, or open the scoresheet.",
        ),
        guide="judging",
    ),
    "call": PageHelp(
        "This is your visit at a table. The next judge can’t see it until they’ve ruled.",
        (
            "Hear the players. Choose what it’s about to see similar cases.",
            "Save your ruling. If a player wants a second opinion, let the next judge scan the QR code.",
            "Add the time that the table lost. Then end the visit.",
        ),
        guide="judging",
        also=("opinion_ask", "opinion_compare", "call_about", "call_away", "call_back", "call_end"),
    ),
    "cases": PageHelp(
        "The casebook has the situations of the judges’ manual in our own words, and your league’s own cases.",
        (
            "Search by what happened, such as “ran out of time”, or by a case number.",
            "Add a case that your league decided.",
        ),
        guide="judging",
    ),
    "own_case_add": PageHelp(
        "Add a case that your league decided. Judges find it next to the manual’s cases.",
        ("Describe what happened and what was ruled.", "Leave out names. The case stays after this tournament."),
        guide="judging",
    ),
    "own_case_edit": PageHelp(
        "Change or retire a case that your league added.",
        ("Correct the text.", "Retire a case that no longer applies. Rulings that cite it stay the same."),
        guide="judging",
    ),
    "judges_reference": PageHelp(
        "What a judge may and may not tell players, on one page.",
        ("Read it before your first visit.", "Check it at the table if you aren’t sure."),
        guide="judge-card",
    ),
    "conflicts": PageHelp(
        "Judges shouldn’t judge players from their own school. Headtable warns them at such a table.",
        ("Add a school where you coach or have a child.", "Withdraw a conflict that no longer applies."),
        guide="judging",
    ),
    "penalties": PageHelp(
        "Every warning and penalty of this tournament is listed here.",
        (
            "Approve or reject a penalty that’s waiting for you.",
            "Withdraw a penalty, with a reason.",
        ),
        guide="judging",
        also=("penalty_consent", "penalty_take_back"),
    ),
    "penalty_give": PageHelp(
        "Give a player a warning or a penalty. The rule book sets what each reason costs.",
        (
            "Choose the reason. You’ll see the player’s earlier warnings.",
            "Confirm. Some penalties count only when a second judge approves.",
        ),
        guide="judging",
    ),
    # -- protests -----------------------------------------------------------------------------------------------------
    "protests": PageHelp(
        "Protests are listed here, along with players who haven’t initialed their scoresheet.",
        (
            "File a protest for a player.",
            "Open a protest to see what it’s waiting for.",
            "After the deadline, confirm that no one filed a protest.",
        ),
        guide="protests",
    ),
    "protest_file": PageHelp(
        "File a player’s written protest here. The page says whether this ruling can be protested, and until when.",
        (
            "Choose the table and the player.",
            "Copy what the player wrote: the ruling, and why it’s wrong.",
        ),
        guide="protests",
    ),
    "protest": PageHelp(
        "This is one protest, from the form to the decision.",
        (
            "Check the form. Accept it, or return it as incomplete.",
            "Name the panel. Members can’t have judged at this table.",
            "Panel members: hear the protest, vote, and preview the decision.",
        ),
        guide="protests",
        also=(
            "protest_complete",
            "protest_send_back",
            "protest_accept",
            "protest_dismiss",
            "protest_withdraw",
            "protest_attach",
            "panel_name",
            "protest_hear",
            "protest_vote",
            "protest_replay",
        ),
    ),
    "protest_decide": PageHelp(
        "See what a decision would change before the panel makes it.",
        (
            "Choose the outcome, and enter the points it leads to.",
            "Preview the decision. You’ll see which ranks change.",
            "Decide the protest, with the rule and the reason.",
        ),
        guide="protests",
    ),
    # -- checker ------------------------------------------------------------------------------------------------------
    "check": PageHelp(
        "The checker says whether a Solution is correct. Open it only after every player has taken a stand.",
        (
            "Enter the Goal and the Solution with the keypad or a keyboard.",
            "Choose the variations of this shake. They stay for your next check.",
            "Read the formula below the fields. It must be what the player wrote.",
        ),
        guide="judging",
        also=("check_open",),
    ),
    "protest_check": PageHelp(
        "The panel checks a Solution here. The answer is kept with the protest.",
        (
            "Enter the Goal and the Solution as the player wrote them.",
            "Choose the variations of that shake.",
        ),
        guide="protests",
    ),
    "check_answer": PageHelp(
        "This is what the checker found, with the rule.",
        (
            "Compare the interpretations with what the player wrote.",
            "Use the answer in your ruling.",
        ),
        guide="judging",
    ),
}
