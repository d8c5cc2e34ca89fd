"""URLs of the judging floor. `site_urls` are outside a tournament: coaches come by their link."""

from django.urls import path

from judging import views
from judging.calls.views import board, visit
from judging.checker import views as checker
from judging.league_cases import views as league_cases
from judging.penalties import views as penalties
from judging.protests import views as protests

site_urls = [
    path("team/<slug:token>/practice/", checker.choose_division, name="practice"),
    path("team/<slug:token>/practice/<int:division_id>/", checker.practice, name="practice_in"),
    path("team/<slug:token>/practice/<int:division_id>/look/", checker.preview_in_practice, name="practice_look"),
]

CALL_URLS = [
    path("judging/", board.board, name="calls"),
    path("judging/ask/", board.ask, name="call_ask"),
    path("judging/begin/", board.begin, name="call_begin"),
    path("judging/table/", board.choose_table, name="call_pick"),
    path("at/<int:round_id>/<int:number>/", board.table_card, name="at_table"),
    path("judging/<int:call_id>/", visit.call, name="call"),
    path("judging/<int:call_id>/another/", visit.ask_for_another, name="opinion_ask"),
    path("judging/<int:call_id>/compare/", visit.compare, name="opinion_compare"),
    path("judging/<int:call_id>/cancel/", visit.cancel, name="call_cancel"),
    path("judging/<int:call_id>/about/", visit.set_subject, name="call_about"),
    path("judging/<int:call_id>/away/", visit.player_left, name="call_away"),
    path("judging/<int:call_id>/back/", visit.player_back, name="call_back"),
    path("judging/<int:call_id>/like/", visit.similar_cases, name="call_like"),
    path("judging/<int:call_id>/time/", visit.added_time, name="call_time"),
    path("judging/<int:call_id>/end/", visit.end, name="call_end"),
    path("judging/cases/", views.cases, name="cases"),
    path("judging/reference/", views.reference, name="judges_reference"),
    path("judges/", views.conflicts, name="conflicts"),
    path("judges/conflicts/<int:conflict_id>/withdraw/", views.withdraw, name="conflict_withdraw"),
]

PENALTY_URLS = [
    path("penalties/", penalties.penalties, name="penalties"),
    path("penalties/at/<int:sheet_id>/<int:seat>/", penalties.give, name="penalty_give"),
    path("penalties/<int:penalty_id>/consent/", penalties.consent, name="penalty_consent"),
    path("penalties/<int:penalty_id>/back/", penalties.withdraw, name="penalty_take_back"),
]

LEAGUE_CASE_URLS = [
    path("judging/cases/add/", league_cases.add, name="own_case_add"),
    path("judging/cases/<int:case_id>/", league_cases.edit, name="own_case_edit"),
    path("judging/cases/<int:case_id>/retire/", league_cases.retire, name="own_case_retire"),
]

PROTEST_URLS = [
    path("protests/", protests.protests, name="protests"),
    path("protests/file/", protests.file, name="protest_file"),
    path("protests/none/<int:sheet_id>/", protests.confirm_no_protest, name="protest_none"),
    path("protests/<int:protest_id>/", protests.protest, name="protest"),
    path("protests/<int:protest_id>/complete/", protests.complete, name="protest_complete"),
    path("protests/<int:protest_id>/send-back/", protests.send_back, name="protest_send_back"),
    path("protests/<int:protest_id>/accept/", protests.accept, name="protest_accept"),
    path("protests/<int:protest_id>/dismiss/", protests.dismiss, name="protest_dismiss"),
    path("protests/<int:protest_id>/withdraw/", protests.withdraw, name="protest_withdraw"),
    path("protests/<int:protest_id>/papers/", protests.attach, name="protest_attach"),
    path("protests/<int:protest_id>/papers/<int:document_id>/", protests.document, name="protest_document"),
    path("protests/<int:protest_id>/papers/<int:document_id>/detach/", protests.detach, name="protest_detach"),
    path("protests/<int:protest_id>/panel/", protests.name_member, name="panel_name"),
    path("protests/<int:protest_id>/panel/<int:user_id>/release/", protests.release_member, name="panel_release"),
    path("protests/<int:protest_id>/hear/", protests.hear, name="protest_hear"),
    path("protests/<int:protest_id>/vote/", protests.vote, name="protest_vote"),
    path("protests/<int:protest_id>/decide/", protests.decide, name="protest_decide"),
    path("protests/<int:protest_id>/replay/", protests.replay, name="protest_replay"),
]

CHECKER_URLS = [
    path("judging/<int:call_id>/check/", checker.check_at_table, name="check"),
    path("judging/<int:call_id>/check/open/", checker.open_checker, name="check_open"),
    path("judging/<int:call_id>/check/look/", checker.preview_at_table, name="check_look"),
    path("protests/<int:protest_id>/check/", checker.check_for_panel, name="protest_check"),
    path("protests/<int:protest_id>/check/look/", checker.preview_for_panel, name="protest_look"),
    path("judging/checks/<int:check_id>/", checker.answer, name="check_answer"),
    path("judging/practice/", checker.allow_practice, name="practice_allow"),
]

urlpatterns = [*CALL_URLS, *PENALTY_URLS, *LEAGUE_CASE_URLS, *PROTEST_URLS, *CHECKER_URLS]
