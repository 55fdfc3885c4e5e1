"""``wikibot init``: write a settings file by asking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from wikibot.cli import options
from wikibot.cli.questions import QUESTIONS, offered
from wikibot.exits import DONE

_AFTERWARDS = """\
The password is never asked for and never written into the file: Special:BotPasswords of the wiki
makes one, and it belongs into a file of mode 600 that `password_file` names.
"""


def _options(function: options.Function) -> options.Function:
    for each in reversed(QUESTIONS):
        function = click.option(
            each.option, each.name, metavar=each.metavar, help=f"{each.about}.",
            shell_complete=offered(each),
        )(function)  # fmt: skip
    return function


@options.command(
    "wikibot init                                         asks, with a proposal for each",
    "wikibot init --api https://wiki.example.org/w/api.php",
    "wikibot init --yes --api wiki.example.org --rules cycle15 --user Wikibot@sync",
    more=_AFTERWARDS,
)
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              default=Path("settings.ini"), show_default=True,
              help="Where to write it; must not exist yet.")  # fmt: skip
@click.option("-y", "--yes", is_flag=True, help="Ask nothing: what is not given is as proposed.")
@click.option("--no-check", is_flag=True, help="Ask the wiki nothing, either.")
@_options
def init(out: Path, yes: bool, no_check: bool, **given: Any) -> int:
    """Write a settings file by asking.

    The wiki's API is looked at, and so is the ruleset page, to see which game it is of.
    """
    from wikibot.cli.asking import Asking, write_settings

    if out.exists():
        why = f"{out} is there already; move it away, or name another file with --out."
        raise click.UsageError(why)
    asking = Asking({name: value for name, value in given.items() if value is not None}, yes=yes)
    try:
        answers = asking.all(check=not no_check)
    except click.Abort:
        raise click.ClickException("nothing was written") from None
    write_settings(out, answers, asking.notes)
    return DONE
