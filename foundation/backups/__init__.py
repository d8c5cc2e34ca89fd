"""Copies of the whole database, made after each step of the day that nobody wants to type again; and the way back."""
