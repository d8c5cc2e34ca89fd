"""Paper for the tables: scoresheets, variation sheets, player scoresheets of the Cup, and charts."""
