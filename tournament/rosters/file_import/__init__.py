"""Roster import: a file that a coach sent becomes the roster of an event.

1. Upload: `forms.UploadForm` reads the file into worksheets (`tournament/spreadsheets.py`), and `actions.upload` stores
   them with the columns that `columns.recognize_columns` found.
2. Parse: `parser.parse_rows` turns the worksheets into rows, each with its problems.
3. Plan: `plan.plan_import` compares the rows with the roster and says what happens to each. `preview` sums that up and
   asks about words that could mean several things.
4. Apply: `actions.import_upload` queues a job, `tasks.import_roster` runs it, and `apply.apply_plan` writes the plan.

Steps 2 and 3 are pure and run again for each view of the preview (`queries.import_plan_of`), so they always fit the
roster.
"""
