"""Formats for dates and times: `9:30 AM`, `Oct 3`, `Oct 3, 2026`."""

TIME_FORMAT = "g:i A"
DATE_FORMAT = "M j, Y"
DATETIME_FORMAT = "M j, Y, g:i A"
MONTH_DAY_FORMAT = "M j"
