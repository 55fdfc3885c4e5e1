"""Ruleset section Tasks: performing one, tasks as values, herbs and the pots that they grow in."""
