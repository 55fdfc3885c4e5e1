"""Tests on a PostgreSQL that they start."""
