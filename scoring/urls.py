"""Addresses of the scoring pages."""

from django.urls import include, path

from scoring import rounds, views
from scoring.bulk import views as bulk
from scoring.charts import views as charts
from scoring.public_results import views as public_results
from scoring.sheets import boards, photos
from scoring.sheets import views as sheets
from scoring.standings_pages import views as standings

site_urls = [
    path("p/<slug:slug>/standings/", public_results.public_standings, name="public_standings"),
    path("p/<slug:slug>/standings/wall/", public_results.projector_display, name="standings_wall"),
]

OF_ONE_SHEET = [
    path("", sheets.sheet_page, name="sheet"),
    path("in/", boards.receive_one, name="sheet_receive"),
    path("preview/", sheets.preview, name="sheet_preview"),
    path("enter/", sheets.enter, name="sheet_enter"),
    path("check/", sheets.check, name="sheet_check"),
    path("rekey/", sheets.rekey, name="sheet_rekey"),
    path("settle/", sheets.settle, name="sheet_settle"),
    path("back/<int:number>/", sheets.go_back, name="sheet_go_back"),
    path("flag/", sheets.flag, name="sheet_flag"),
    path("clear/", sheets.clear, name="sheet_clear"),
    path("excuse/", sheets.excuse, name="sheet_excuse"),
    path("photos/", photos.attach, name="sheet_attach"),
    path("photos/<int:photo_id>/", photos.photo, name="sheet_photo"),
    path("photos/<int:photo_id>/remove/", photos.detach, name="sheet_detach"),
    path("history/", sheets.history, name="sheet_history"),
]

urlpatterns = [  # first what is asked for most
    path("sheets/<int:sheet_id>/", include(OF_ONE_SHEET)),
    path("points/", views.points, name="points"),
    path("results/<int:round_id>/", rounds.results, name="round_results"),
    path("standings/", standings.standings, name="standings"),
    path("standings/changes/", standings.changes, name="standings_changes"),
    path("standings/charts/", charts.charts, name="charts"),
    path("standings/cut/", standings.set_cutoff, name="standings_cut"),
    path("standings/playoffs/", standings.call_playoffs, name="playoffs_call"),
    path("standings/playoffs/<int:round_id>/off/", standings.cancel_playoffs, name="playoffs_call_off"),
    path("standings/sweepstakes/", standings.set_sweepstakes, name="standings_sweepstakes"),
    path("release/", public_results.release_page, name="release"),
    path("release/freeze/", public_results.freeze, name="release_freeze"),
    path("release/thaw/", public_results.thaw, name="release_thaw"),
    path("release/<int:division_id>/", public_results.release, name="release_set"),
    path("ceremony/", public_results.ceremony, name="ceremony"),
    path("ceremony/list/", public_results.announcing_list, name="ceremony_list"),
    path("sheets/", boards.board, name="sheets"),
    path("sheets/in/", boards.receive, name="sheets_receive"),
    path("sheets/next/", boards.next_in_pile, name="sheet_next"),
    path("sheets/piles/<int:round_id>/", boards.piles, name="sheet_piles"),
    path("sheets/grid/<int:round_id>/", bulk.grid, name="sheet_bulk"),
    path("sheets/import/", bulk.import_results, name="results_import"),
    path("sheets/export/<int:round_id>/", bulk.export, name="sheet_export"),
]
