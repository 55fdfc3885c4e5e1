"""Whose line is it: a page's history followed line by line, new lines and who may have them played."""
