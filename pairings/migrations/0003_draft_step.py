from django.db import migrations


class Migration(migrations.Migration):
    """Renames a class in the code. The table keeps its name, so the database doesn't change."""

    dependencies = [
        ("pairings", "0002_matches"),
    ]

    operations = [
        migrations.AlterModelTable(name="step", table="pairings_step"),
        migrations.RenameModel(old_name="Step", new_name="DraftStep"),
    ]
