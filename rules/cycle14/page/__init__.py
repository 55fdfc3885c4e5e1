"""The gamestate page: tables, sentences about a state, JSON, the drawing as text and picture."""
