"""URLs of tournaments, their setup, rosters, check-in, rounds, rooms, and student names.

Pages of one tournament are below `t/<slug>/`.
"""

from django.urls import path

from tournament import views
from tournament.privacy import views as privacy
from tournament.rooms import views as rooms
from tournament.rosters import views as rosters
from tournament.rosters.checkin import views as checkin
from tournament.rounds import views as rounds
from tournament.setup import views as setup

site_urls = [
    # the start page
    path("", views.home, name="home"),
    path("style/", views.style, name="style"),
    path("p/<slug:slug>/", views.public, name="public"),
    # creating a tournament
    path("new/", setup.create, name="tournament_create"),
    path("new/like/<slug:source>/", setup.copy, name="tournament_copy"),
]

urlpatterns = [
    # the tournament
    path("", views.board, name="tournament"),
    path("start/", views.start, name="tournament_start"),
    path("finish/", views.finish, name="tournament_finish"),
    path("reopen/", views.reopen, name="tournament_reopen"),
    path("teams/", views.teams, name="teams"),
    path("teams/<int:team_id>/link/", views.make_coach_link, name="coach_link"),
    path("schools/<int:school_id>/link/", views.make_school_link, name="school_link"),
    # setup
    path("edit/", setup.edit, name="tournament_edit"),
    path("games/", setup.games, name="games"),
    path("games/<int:event_id>/", setup.event_setup, name="event_setup"),
    path("games/<int:event_id>/remove/", setup.remove_event, name="event_remove"),
    path("games/<int:event_id>/book/", setup.book, name="book"),
    path("games/<int:event_id>/book/renew/", setup.renew_book, name="book_renew"),
    # rooms
    path("rooms/", rooms.rooms, name="rooms"),
    # student names
    path("names/", privacy.privacy, name="privacy"),
    path("names/remove/", privacy.remove, name="privacy_remove"),
    # rosters
    path("roster/", rosters.roster, name="roster"),
    path("roster/import/", rosters.upload, name="roster_upload"),
    path("roster/import/<int:upload_id>/", rosters.preview, name="roster_preview"),
    path("roster/import/<int:upload_id>/columns/", rosters.set_columns, name="roster_columns"),
    path("roster/import/<int:upload_id>/division/", rosters.set_default_division, name="roster_division"),
    path("roster/import/<int:upload_id>/meaning/", rosters.set_word_meaning, name="roster_meaning"),
    path("roster/import/<int:upload_id>/go/", rosters.import_upload, name="roster_import"),
    path("roster/<int:event_id>/<int:division_id>/", rosters.grid, name="roster_grid"),
    path("roster/<int:event_id>/<int:division_id>/add/", rosters.add, name="roster_add"),
    path("roster/<int:event_id>/<int:division_id>/undo/", rosters.undo, name="roster_undo"),
    path("roster/<int:event_id>/place/<int:place_id>/", rosters.edit, name="roster_edit"),
    path("roster/<int:event_id>/place/<int:place_id>/remove/", rosters.remove, name="roster_remove"),
    path("roster/<int:event_id>/export/", rosters.export, name="roster_export"),
    path("roster/<int:event_id>/sample/", rosters.sample, name="roster_sample"),
    # check-in
    path("checkin/", checkin.checkin, name="checkin"),
    path("checkin/<int:event_id>/changes/", checkin.changes, name="checkin_changes"),
    path("checkin/<int:event_id>/missing/", checkin.missing, name="checkin_missing"),
    path("checkin/<int:event_id>/place/<int:place_id>/", checkin.mark, name="checkin_mark"),
    path("checkin/<int:event_id>/team/<int:entry_id>/", checkin.mark_team, name="checkin_team"),
    path("checkin/<int:event_id>/set/<int:entry_id>/", checkin.game_set, name="checkin_set"),
    path("checkin/<int:event_id>/place/<int:place_id>/for/", checkin.substitute, name="checkin_substitute"),
    path("checkin/<int:event_id>/place/<int:place_id>/back/", checkin.undo_substitution, name="checkin_take_back"),
    # rounds and the projector clock
    path("rounds/", rounds.rounds, name="rounds"),
    path("rounds/<int:round_id>/", rounds.round_page, name="round"),
    path("rounds/<int:round_id>/extra/", rounds.extra_time, name="round_extra_time"),
    path("rounds/<int:round_id>/publish/", rounds.publish, name="round_publish"),
    path("rounds/<int:round_id>/unpublish/", rounds.unpublish, name="round_unpublish"),
    path("rounds/<int:round_id>/start/", rounds.start, name="round_start"),
    path("rounds/<int:round_id>/pause/", rounds.pause, name="round_pause"),
    path("rounds/<int:round_id>/go-on/", rounds.resume, name="round_go_on"),
    path("rounds/<int:round_id>/collect/", rounds.collect, name="round_collect"),
    path("rounds/<int:round_id>/complete/", rounds.close, name="round_complete"),
    path("rounds/<int:round_id>/reopen/", rounds.reopen, name="round_reopen"),
    path("clock/", rounds.clock, name="clock"),
]
