"""What the parts of a parsed sentence mean: a function for each name behind ``->``."""
