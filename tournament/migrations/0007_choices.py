from datetime import date

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_school_members")]

    operations = [
        migrations.AlterModelOptions("division", {"ordering": ["event_id", "max_grade", "id"]}),
        migrations.AddField(
            "tournament",
            "public_names",
            models.CharField(
                choices=[("initial", "First name and last initial"), ("number", "Only a number")],
                default="initial",
                max_length=10,
            ),
        ),
        migrations.AddField(
            "tournament", "names_until", models.DateField(default=date(2099, 12, 31)), preserve_default=False
        ),
        migrations.AddField("tournament", "purged_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "event", "preset", models.CharField(max_length=40, default="custom"), preserve_default=False
        ),
        migrations.AddField("event", "rounds", models.PositiveSmallIntegerField(default=4), preserve_default=False),
        migrations.AddField("event", "minutes", models.PositiveSmallIntegerField(default=30), preserve_default=False),
        migrations.AlterField("event", "team_size", models.PositiveSmallIntegerField()),
        migrations.AddField(
            "event",
            "short_teams",
            models.CharField(
                max_length=10,
                choices=[("zero", "Missing players count zero"), ("scale", "Scaled up to a full team")],
                default="zero",
            ),
            preserve_default=False,
        ),
        migrations.AddField("event", "table_size", models.PositiveSmallIntegerField(default=3), preserve_default=False),
        migrations.AddField(
            "event",
            "seating",
            models.CharField(
                max_length=20,
                choices=[
                    ("preset", "Beforehand, all rounds at once"),
                    ("sections", "Sections of about nine teams"),
                    ("score_groups", "Score groups, near equals together"),
                    ("bump", "Bump: the winner up a table, the last one down"),
                    ("random", "By lot, each round"),
                    ("by_hand", "By hand"),
                ],
                default="preset",
            ),
            preserve_default=False,
        ),
        migrations.AddField("event", "schools_apart", models.BooleanField(default=False), preserve_default=False),
        migrations.AddField(
            "event",
            "entry",
            models.CharField(
                max_length=10,
                choices=[
                    ("totals", "Totals or match points only"),
                    ("shakes", "Points of each shake, with penalties"),
                    ("story", "What happened in each shake"),
                ],
                default="shakes",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "event",
            "verification",
            models.CharField(
                max_length=20,
                choices=[
                    ("none", "One person is enough"),
                    ("check", "A second person looks it over"),
                    ("rekey_totals", "A second person keys the totals, blind"),
                    ("rekey", "A second person keys everything, blind"),
                ],
                default="check",
            ),
            preserve_default=False,
        ),
        migrations.AddField("event", "tie_breaks", models.JSONField(default=list), preserve_default=False),
        migrations.AddField(
            "event", "attendance_bonus", models.PositiveSmallIntegerField(default=0), preserve_default=False
        ),
        migrations.AddField("event", "version", models.PositiveIntegerField(default=1)),
    ]
