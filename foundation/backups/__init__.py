"""Backups: copies of the whole database, made after every important step, and how to restore one."""
