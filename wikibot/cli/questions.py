"""The questions of ``wikibot init``: each a key of the settings, with words for a person."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import click
from msgspec import Struct

from wikibot.wiki.base import FOLDER


class Question(Struct, frozen=True):
    """``about`` asks for the key; ``usual``: the answer that is proposed where nothing else is."""

    section: str
    key: str
    about: str
    usual: str = ""
    metavar: str = "TEXT"
    needed: bool = False

    @property
    def name(self) -> str:
        """Unlike any other's, also where two sections have the same key."""
        return {"page": "steward_page", "users": "stewards"}.get(self.key, self.key)

    @property
    def option(self) -> str:
        """Its option of the command line."""
        return f"--{self.name.replace('_', '-')}"

    def refusal(self, value: str) -> str:
        """Why a value, which may be "", cannot be taken; "" where it can."""
        from wikibot.config.settings import read_section

        _, faults = read_section(self.section, {self.key: value})
        return next((each.why for each in faults if each.key == self.key), "")


QUESTIONS = (
    Question("wiki", "api", "Address of the wiki (api.php, or any of its pages), or folder:PATH",
             metavar="URL", needed=True),
    Question("wiki", "contact", "An e-mail address or a page of yours, for the wiki's operators"),
    Question("wiki", "user", "The bot's account, as Special:BotPasswords names it: Account@botname",
             metavar="ACCOUNT"),
    Question("wiki", "password_file", "The file that will hold the bot password (not asked for)",
             "password", "FILE"),
    Question("game", "ruleset", "Title of the ruleset page", "Ruleset", "TITLE", needed=True),
    Question("game", "rules", "The game that is played", metavar="GAME", needed=True),
    Question("game", "gamestate", "Title of the gamestate page", "Gamestate", "TITLE", needed=True),
    Question("game", "actions", "Title of the page on which players write", metavar="TITLE",
             needed=True),
    Question("game", "heading", "The heading on it above the lines that are played",
             "Actions", "HEADING"),
    Question("game", "log", "Title of the log page (%Y-%m in it: a page a month; -: none)",
             metavar="TITLE"),
    Question("game", "dice", "Where dice come from: stated, sealed or beacon", "stated", "SOURCE"),
    Question("stewards", "users", "Accounts of stewards, between commas", metavar="ACCOUNTS"),
    Question("stewards", "page", "Title of the page on which stewards write orders (-: none)",
             "Project:Wikibot", "TITLE"),
)  # fmt: skip

Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def offered(question: Question) -> Completer | None:
    """What a shell may put in: installed games, pages of a folder wiki, sources of dice."""

    def games(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        from wikibot.config.games import installed

        return [name for name in installed() if name.startswith(begun)]

    def titles(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        api = ctx.params.get("api") or ""
        folder = Path(api.removeprefix(FOLDER))
        if not api.startswith(FOLDER) or not folder.is_dir():
            return []
        found = (unquote(each.stem) for each in sorted(folder.glob("*.wiki")))
        return [title for title in found if title.startswith(begun)]

    def sources(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        return [each for each in ("stated", "sealed", "beacon") if each.startswith(begun)]

    if question.metavar == "TITLE":
        return titles
    return {"rules": games, "dice": sources}.get(question.key)
