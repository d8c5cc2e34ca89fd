"""The REST API: authentication, rate limits, pagination, documentation, and the base class of all resources.

A resource is a class in an `api.py` that extends `Resource`; config/api.py lists them all. It names rows of the access
table like a page, calls verbs like a form, and decides nothing itself.
"""
