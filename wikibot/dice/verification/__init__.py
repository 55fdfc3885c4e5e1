"""Checking the dice of a log: rolls are made again, seals and lines compared with the wiki."""
