"""The gamestate page as values: tables, cells, lists and prose; nothing else of it changes."""
