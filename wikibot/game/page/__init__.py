"""The gamestate page as values: tables, cells, lists and prose, read and written so that nothing else changes."""
