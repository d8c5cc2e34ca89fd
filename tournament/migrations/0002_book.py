import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the table for copies of rule books, which events will refer to."""

    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Book",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("edition", models.CharField(max_length=60)),
                ("text", models.TextField()),
                ("kept_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.AddField("event", "format", models.CharField(max_length=40, default=""), preserve_default=False),
        migrations.AddField(
            "event", "no_goal", models.CharField(blank=True, max_length=40, default=""), preserve_default=False
        ),
        migrations.AddField(
            "event",
            "book",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="events", to="tournament.book"
            ),
        ),
    ]
