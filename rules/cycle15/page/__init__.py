"""The gamestate page: its schema, sentences about a state, JSON, board as text and picture."""
