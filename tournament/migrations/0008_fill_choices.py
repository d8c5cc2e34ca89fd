import json
from datetime import date

from django.db import migrations
from django.db.models import F, Max


def fill(apps, schema_editor):
    """Fill the new settings of existing events from their rule book and their planned rounds."""
    Tournament, Event = apps.get_model("tournament", "Tournament"), apps.get_model("tournament", "Event")
    Round = apps.get_model("rounds", "Round")
    for tournament in Tournament.objects.all():
        last = tournament.ends_on
        Tournament.objects.filter(pk=tournament.pk).update(names_until=date(last.year + (last.month > 7), 7, 31))
    for event in Event.objects.select_related("book"):
        tables = json.loads(event.book.text)
        planned = Round.objects.filter(division__event=event).aggregate(last=Max("number"))["last"]
        minutes = tables["limits"]["round"]["seconds"] // 60
        Event.objects.filter(pk=event.pk).update(
            table_size=tables["tables"]["preferred"],
            minutes=min(max(minutes, 5), 120),
            rounds=planned or F("rounds"),
        )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_choices"), ("rounds", "0001_initial")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
