"""The REST API's own parts: who asks, how often, page by page, and the base that every floor's resources stand on.

A resource is a class in some `api.py` that extends `Resource`; config/api.py lists them all. Like a page it names rows
of the access table, like a form it calls verbs, and it decides nothing.
"""
