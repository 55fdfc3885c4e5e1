"""Dice that the bot rolls, from sealed secrets or a public beacon, and how anyone checks them."""
