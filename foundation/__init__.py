"""What every floor above needs: verbs and the log, people and access, jobs, backups, archives, the API base."""
