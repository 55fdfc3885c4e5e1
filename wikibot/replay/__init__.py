"""A game's history: played back from its log, step by step, for people to look at."""
