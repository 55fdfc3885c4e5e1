"""The gamestate page: tables and lines, sentences about a state, JSON, the drawing as text and as a picture."""
