from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("rosters", "0002_change")]
    operations = []
