"""The board as a picture: an SVG file."""
