"""The campaign:
kills, faults, writers, attacks and fuzz against the bot as a process, each ended by one checker.
"""
