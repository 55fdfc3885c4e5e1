"""The commands: ``sync.py`` holds the click command ``sync``, a few modules hold several."""
