"""The program ``wikibot``: the short way to see that nothing is new, else the command line."""

import gc
import sys

from wikibot.storage.settled import nothing_new


def main() -> None:
    """Run the program."""
    asked: dict[str, object] = {}
    if nothing_new(sys.argv[1:], asked):
        if not {"-q", "--quiet"} & {*sys.argv}:
            print("Nothing new.")  # noqa: T201  # click is not loaded
        return
    gc.set_threshold(100_000)  # what is loaded stays: to look through it takes 70 ms
    from wikibot.cli import main as command_line

    if asked:
        from wikibot.wiki.api import KNOWN

        KNOWN.update(asked)
    try:
        command_line()
    finally:
        gc.freeze()  # nothing is looked through for what could be freed: all ends with the process


if __name__ == "__main__":
    main()
