"""The gamestate page of any nomic: its tables and values, read and written cell by cell."""
