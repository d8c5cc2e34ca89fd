"""Paper for the tables of a round: scoresheets, and the variations on their backs."""
