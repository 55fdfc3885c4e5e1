"""The storage of many games: one PostgreSQL database that all workers of a farm share."""
