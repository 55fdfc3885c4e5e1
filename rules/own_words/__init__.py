"""Things of a coded game that nobody programmed, played from their own words in plain sentences."""
