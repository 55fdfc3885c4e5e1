"""Whose line is it: a page's history followed line by line, and what may be played."""
