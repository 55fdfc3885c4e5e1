"""The commands, a module each: ``sync.py`` holds the click command ``sync``."""
