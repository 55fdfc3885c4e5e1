"""The board as a picture: cells, ways and a legend, and the same as an SVG file."""
