"""Formats for dates, times, and numbers: `9:30 a.m.`, `3 de octubre`, `3 de octubre de 2026`, `12.5`."""

TIME_FORMAT = "g:i a"
DATE_FORMAT = r"j \d\e F \d\e Y"
DATETIME_FORMAT = r"j \d\e F \d\e Y, g:i a"
MONTH_DAY_FORMAT = r"j \d\e F"
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
