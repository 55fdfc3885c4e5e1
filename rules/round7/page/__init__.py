"""The gamestate page: tables, sentences about a state, JSON, the board as text and picture."""
