"""Whose turn it is, and moving on it."""
