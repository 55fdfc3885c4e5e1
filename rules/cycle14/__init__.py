"""Cycle 14: an obelisk comes nearer; tasks, rituals, herbs and curses."""
