from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_team_size_and_names")]
    operations = []
