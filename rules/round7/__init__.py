"""Round 7: a race along numbered spaces, with poents, snakes and ladders."""
