import hashlib
import json

from django.db import migrations

from rulebooks.catalog import printed_catalog


def keep(apps, schema_editor):
    """Give existing events, which stored only the name of a printed edition, a copy of its text."""
    Book, Event = apps.get_model("tournament", "Book"), apps.get_model("tournament", "Event")
    for edition_id in Event.objects.filter(book=None).order_by().values_list("edition", flat=True).distinct():
        text = json.dumps(printed_catalog().tables[edition_id], ensure_ascii=False)
        digest = hashlib.sha256(text.encode()).hexdigest()
        book, _ = Book.objects.get_or_create(digest=digest, defaults={"edition": edition_id, "text": text})
        edition = printed_catalog().get(edition_id)
        Event.objects.filter(book=None, edition=edition_id).update(
            book=book, format=edition.formats[0].id, no_goal=edition.shakes.default_procedure("no_goal")
        )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_book")]

    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
