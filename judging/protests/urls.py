"""URLs of protests and their appeals panels."""

from django.urls import path

from judging.protests import views

urlpatterns = [
    path("protests/", views.protests, name="protests"),
    path("protests/file/", views.file, name="protest_file"),
    path("protests/none/<int:sheet_id>/", views.confirm_no_protest, name="protest_none"),
    path("protests/<int:protest_id>/", views.protest, name="protest"),
    path("protests/<int:protest_id>/complete/", views.complete, name="protest_complete"),
    path("protests/<int:protest_id>/send-back/", views.send_back, name="protest_send_back"),
    path("protests/<int:protest_id>/accept/", views.accept, name="protest_accept"),
    path("protests/<int:protest_id>/dismiss/", views.dismiss, name="protest_dismiss"),
    path("protests/<int:protest_id>/withdraw/", views.withdraw, name="protest_withdraw"),
    path("protests/<int:protest_id>/papers/", views.attach, name="protest_attach"),
    path("protests/<int:protest_id>/papers/<int:document_id>/", views.document, name="protest_document"),
    path("protests/<int:protest_id>/papers/<int:document_id>/detach/", views.detach, name="protest_detach"),
    path("protests/<int:protest_id>/panel/", views.name_member, name="panel_name"),
    path("protests/<int:protest_id>/panel/<int:user_id>/release/", views.release_member, name="panel_release"),
    path("protests/<int:protest_id>/hear/", views.hear, name="protest_hear"),
    path("protests/<int:protest_id>/vote/", views.vote, name="protest_vote"),
    path("protests/<int:protest_id>/decide/", views.decide, name="protest_decide"),
    path("protests/<int:protest_id>/replay/", views.replay, name="protest_replay"),
]
