"""A scoresheet for each table that was published before there were scoresheets."""

from django.db import migrations


def make_sheets(apps, schema_editor):
    Table, Sheet = apps.get_model("pairings", "Table"), apps.get_model("scoring", "Sheet")
    tables = Table.objects.filter(draw__state="published", sheet__isnull=True).select_related("draw")
    Sheet.objects.bulk_create(
        Sheet(tournament_id=table.draw.tournament_id, round_id=table.draw.round_id, table=table) for table in tables
    )


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]
    operations = [migrations.RunPython(make_sheets, migrations.RunPython.noop)]
