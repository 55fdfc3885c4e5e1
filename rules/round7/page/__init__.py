"""The gamestate page: tables and lines, sentences about a state, JSON, the board as text and as a picture."""
