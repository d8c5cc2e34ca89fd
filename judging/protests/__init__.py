"""Protests and appeals: a player objects in writing to a ruling; a panel that had no part in it decides."""
