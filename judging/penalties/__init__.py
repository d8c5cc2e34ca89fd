"""Warnings, points taken, and sending a player out: by the reasons of the book, with the consents that it asks for."""
