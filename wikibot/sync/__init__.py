"""One sync: poll, read, play, write. A module for each stage; ``entry`` is the first."""
