"""Long work as rows in the database: the row is the truth, the broker only wakes a worker."""
