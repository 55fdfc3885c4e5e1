"""Exact sentences about a state: understood, spoken, and told from two states."""
