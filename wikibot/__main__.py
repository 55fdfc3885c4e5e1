"""``python -m wikibot`` is the program ``wikibot``."""

from wikibot.cli import main

if __name__ == "__main__":
    main()
