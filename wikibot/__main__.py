"""The program ``wikibot``: the short way to see that nothing is new, else the command line."""

import sys

from wikibot.sync.idle import nothing_new


def main() -> None:
    """Run the program."""
    if nothing_new(sys.argv[1:]):
        if not {"-q", "--quiet"} & {*sys.argv}:
            print("Nothing new.")  # noqa: T201  # click is not loaded
        return
    from wikibot.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
