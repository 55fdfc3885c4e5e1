"""A tiny game: gardeners pick apples, bake, and mind the birds."""

from .game import GAME

__all__ = ["GAME"]
