"""Things without code in a coded game, played from their own words in plain sentences."""
