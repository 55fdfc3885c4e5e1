"""Many games by several workers: jobs by Procrastinate on PostgreSQL."""
