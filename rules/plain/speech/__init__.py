"""A meaning in one fixed form of words, which mean the same again when they are read."""
