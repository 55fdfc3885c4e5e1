"""Ruleset section Tasks: one module for each task. ``SECTIONS``: their titles, which experience goes by."""

SECTIONS = (
    "Mining", "Herbalism", "Alchemy", "Beating of the Infernal Heart", "Blood Acquisition", "Befriend a Grebe",
    "Instructing a Grebe", "Start a Gathering", "Foraging", "Pot Synthesis", "Hiking",
)  # fmt: skip
