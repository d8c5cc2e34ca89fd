"""Accounts, staff, badges and API tokens: the verbs and pages that let people in."""
