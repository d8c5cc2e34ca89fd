"""Calls: tables ask for a judge, judges visit them, rule, and give further opinions."""
