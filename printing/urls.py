"""URLs of the print pages."""

from django.urls import path

from printing import views

urlpatterns = [
    path("print/", views.print_page, name="print"),
    path("print/badges/", views.badges, name="print_badges"),
    path("print/coach-links/", views.coach_links, name="print_coach_links"),
    path("print/letterhead/", views.letterhead, name="letterhead"),
    path("print/letterhead/logo/", views.logo, name="logo"),
    path("print/letterhead/logo/set/", views.set_logo, name="logo_set"),
    path("print/letterhead/logo/remove/", views.remove_logo, name="logo_remove"),
    path("print/<slug:name>/", views.document, name="print_document"),
    path("print/<slug:name>/look/", views.preview, name="print_look"),
    path("protests/<int:protest_id>/form/", views.filed_protest, name="protest_form"),
]
