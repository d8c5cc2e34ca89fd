"""Background jobs as rows in the database: the row is the truth, and the broker only wakes a worker."""
