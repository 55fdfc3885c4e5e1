"""One sync: poll, read, play, write. A module for each stage; :mod:`wikibot.sync.entry` is the first."""
