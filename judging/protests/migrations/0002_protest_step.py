from django.db import migrations


class Migration(migrations.Migration):
    """Renames a class in the code. The table keeps its name, so the database doesn't change."""

    dependencies = [
        ("protests", "0001_initial"),
    ]

    operations = [
        migrations.AlterModelTable(name="step", table="protests_step"),
        migrations.RenameModel(old_name="Step", new_name="ProtestStep"),
    ]
