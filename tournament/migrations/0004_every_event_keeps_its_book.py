import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_keep_books")]

    operations = [
        migrations.AlterField(
            "event",
            "book",
            models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="events", to="tournament.book"),
        ),
        migrations.AddConstraint(
            "event",
            models.CheckConstraint(condition=~models.Q(format=""), name="event_has_a_format"),
        ),
    ]
