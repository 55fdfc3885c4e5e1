"""The campaign: kills, faults and writers against the bot as a process, each ended by one checker."""
