"""``wikibot import``: an exported chat channel as a text action log."""

from __future__ import annotations

from typing import Any

import click

from wikibot.cli import options
from wikibot.config.values import mentions
from wikibot.game.game import Game
from wikibot.history.chat import ORDERS, NotAnExport, read_export

NAMES = options.Converted("pairs", mentions)
_FORMS = """\b
An export is DiscordChatExporter's JSON, or plain text with a message a line:
  [2024-01-05 10:22] Alice: I move 1, 2, 3
  [2024-01-05 10:22] DiceBot BOT: @Alice 2d4 (1, 2) = 3
"""


@options.command(
    "wikibot import chat.json --rules cycle15 --ruleset R.wiki --gamestate G.wiki -o L.txt",
    "wikibot import chat.txt --names 'ali_99: Alice, bobby: Bob' ... -o L.txt",
    "wikibot import chat.txt --dates dmy ...                                -o L.txt",
    "wikibot apply --rules cycle15 --ruleset R.wiki --gamestate G.wiki --log L.txt",
    more=_FORMS,
    name="import",
)
@click.argument("export", type=options.TEXT_FILE, metavar="FILE")
@options.game(required=True)
@options.text_file("--ruleset", "The ruleset page.", required=True)
@options.text_file("--gamestate", "The page that the game began with.", required=True)
@click.option("--names", type=NAMES, metavar="PAIRS", default="",
              help="Who is who: `name in the chat: name in the game` between commas.")  # fmt: skip
@click.option("--dates", type=click.Choice(ORDERS),
              help="What comes first in 3/4/2024, if the file does not tell.")  # fmt: skip
@options.out_file("Where the log goes; by default to standard output.", default="-")
@options.as_json
def import_(
    export: options.FileText,
    game: Game[Any],
    ruleset: str,
    gamestate: str,
    names: tuple[tuple[str, str], ...],
    dates: str | None,
    out: str,
    as_json: bool,
) -> int:
    """Turn an exported chat channel into a log that `apply` plays.

    Lines that the game understands are actions; what dice bots answered goes to the action that
    needs it. What is not sure is listed on standard error, and the exit code is then 1: look it
    over, and put right what is wrong in the log by hand.
    """
    from wikibot.cli.terminal import print_json, show_list
    from wikibot.dice.verification.evidence import start_in_files
    from wikibot.exits import ATTENTION, DONE, USAGE, ProgramError
    from wikibot.history.chat import import_chat
    from wikibot.storage.files import write_text

    options.must_not_be(out, export, ruleset, gamestate)
    try:
        messages = read_export(export, dates or "")
    except NotAnExport as error:
        raise ProgramError(f"{export.name}: {error}", USAGE) from None
    start = start_in_files(game, ruleset, gamestate)
    reading = game.read(gamestate, start.book(messages[0].time), messages[0].time)
    if reading.unreadable:
        show_list("The gamestate page cannot be read:", map(str, reading.unreadable), err=True)
        return ATTENTION
    found = import_chat(start, messages, dict(names))
    if as_json:
        doubts = [{"time": str(each).partition(" ")[0], "who": each.who, "text": each.text,
                   "why": each.why} for each in found.doubts]  # fmt: skip
        print_json("import", {"lines": found.lines, "unsure": doubts})
    else:
        write_text(out, "".join(f"{line}\n" for line in found.lines))
        show_list("Not sure, please look:", map(str, found.doubts), fg="yellow", err=True)
        count = f"{found.messages} messages, {len(found.lines)} actions"
        click.echo(f"{count}, {len(found.doubts)} not sure.", err=True)
    return ATTENTION if found.doubts else DONE
