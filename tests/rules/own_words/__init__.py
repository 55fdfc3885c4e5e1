"""Things that nobody programmed, in the coded games, from their own words."""
