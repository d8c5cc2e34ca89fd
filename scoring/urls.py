"""URLs of the scoring floor. `site_urls` are outside a tournament: public pages, coach links, and seasons."""

from django.urls import include, path

from scoring import views
from scoring.bulk import views as bulk
from scoring.charts import views as charts
from scoring.coach import views as coach
from scoring.entry import views as entry
from scoring.public_results import views as public_results
from scoring.seasons import views as seasons
from scoring.standings_pages import views as standings

site_urls = [  # coach pages first: they poll
    path("team/<slug:token>/", coach.team_page, name="team_page"),
    path("team/<slug:token>/live/", coach.team_page_live, name="team_page_live"),
    path("team/<slug:token>/<int:team_id>/", coach.team_of_school, name="team_of_school"),
    path("team/<slug:token>/<int:team_id>/live/", coach.team_of_school_live, name="team_of_school_live"),
    path("team/<slug:token>/<int:team_id>/ask/", coach.team_ask, name="team_ask"),
    path("team/<slug:token>/sheets/<int:sheet_id>/", coach.team_sheet, name="team_sheet"),
    path("p/<slug:slug>/standings/", public_results.public_standings, name="public_standings"),
    path("p/<slug:slug>/standings/wall/", public_results.projector_display, name="standings_wall"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.create, name="season_create"),
    path("seasons/<int:season_id>/", seasons.season, name="season"),
    path("seasons/<int:season_id>/edit/", seasons.edit, name="season_edit"),
    path("seasons/<int:season_id>/add/", seasons.add, name="season_add"),
    path("seasons/<int:season_id>/remove/<slug:source>/", seasons.remove, name="season_remove"),
]

SHEET_URLS = [
    path("", entry.sheet_page, name="sheet"),
    path("in/", entry.receive, name="sheet_receive"),
    path("preview/", entry.preview, name="sheet_preview"),
    path("enter/", entry.enter, name="sheet_enter"),
    path("check/", entry.check, name="sheet_check"),
    path("rekey/", entry.add_double_entry, name="sheet_rekey"),
    path("settle/", entry.resolve_double_entry, name="sheet_settle"),
    path("back/<int:number>/", entry.restore_entry, name="sheet_go_back"),
    path("flag/", entry.flag, name="sheet_flag"),
    path("clear/", entry.clear_problem, name="sheet_clear"),
    path("excuse/", entry.waive, name="sheet_excuse"),
    path("photos/", entry.attach, name="sheet_attach"),
    path("photos/<int:photo_id>/", entry.photo, name="sheet_photo"),
    path("photos/<int:photo_id>/remove/", entry.detach, name="sheet_detach"),
    path("history/", entry.history, name="sheet_history"),
]

urlpatterns = [  # most requested first
    path("sheets/<int:sheet_id>/", include(SHEET_URLS)),
    path("points/", views.points, name="points"),
    path("results/<int:round_id>/", views.round_results, name="round_results"),
    path("standings/", standings.standings, name="standings"),
    path("standings/changes/", standings.changes, name="standings_changes"),
    path("standings/charts/", charts.charts, name="charts"),
    path("standings/cut/", standings.set_cutoff, name="standings_cut"),
    path("standings/playoffs/", standings.call_playoffs, name="playoffs_call"),
    path("standings/playoffs/<int:round_id>/off/", standings.cancel_playoffs, name="playoffs_call_off"),
    path("standings/sweepstakes/", standings.set_sweepstakes, name="standings_sweepstakes"),
    path("release/", public_results.release_page, name="release"),
    path("release/freeze/", public_results.freeze, name="release_freeze"),
    path("release/thaw/", public_results.unfreeze, name="release_thaw"),
    path("release/<int:division_id>/", public_results.release, name="release_set"),
    path("ceremony/", public_results.ceremony, name="ceremony"),
    path("ceremony/list/", public_results.announcing_list, name="ceremony_list"),
    path("sheets/", views.board, name="sheets"),
    path("sheets/in/", views.receive, name="sheets_receive"),
    path("sheets/next/", views.next_in_pile, name="sheet_next"),
    path("sheets/piles/<int:round_id>/", views.piles, name="sheet_piles"),
    path("sheets/grid/<int:round_id>/", bulk.grid, name="sheet_bulk"),
    path("sheets/import/", bulk.import_results, name="results_import"),
    path("sheets/export/<int:round_id>/", bulk.export, name="sheet_export"),
    path("requests/", coach.requests, name="requests"),
    path("requests/<int:request_id>/", coach.answer_request, name="request_settle"),
]
