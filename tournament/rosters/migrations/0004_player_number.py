from django.db import migrations, models


def number(apps, schema_editor):
    Player = apps.get_model("rosters", "Player")
    numbers = {}
    for player in Player.objects.order_by("tournament_id", "id").iterator():
        numbers[player.tournament_id] = numbers.get(player.tournament_id, 0) + 1
        Player.objects.filter(pk=player.pk).update(number=numbers[player.tournament_id])


class Migration(migrations.Migration):
    dependencies = [("rosters", "0003_upload_division")]

    operations = [
        migrations.AddField("player", "number", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.RunPython(number, migrations.RunPython.noop),
    ]
