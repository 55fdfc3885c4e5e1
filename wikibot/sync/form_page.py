"""The page that a form on the wiki reads, as JSON: what can be written now, what waits for whom.

docs/gadget.md has the format. It says nothing that changes by itself. Whether the wiki takes the
page as JSON or as wikitext, nothing in it does anything: all marks are escaped in its strings.
"""

from __future__ import annotations

import json
import re
from typing import Any

from msgspec import Struct

from wikibot.game.composing.offered import Offered
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State

FORMAT = 1
MOST_BYTES = 200_000
MODEL = "json"
_SIZES = ((500, 300), (100, 100), (30, 30), (10, 10), (3, 3))  # entries of a list, and players
_ACTIVE = re.compile(r"[<>&\[\]{}|~'=\x7f]|_(?=_)|:(?=//)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class FormPage(Struct, frozen=True):
    """What the page is made of.

    ``pages``: titles by what they are. ``stopped``: why nothing is played now. ``stated``: players
    state their rolls.
    """

    game: Game[Any]
    state: State
    book: Rulebook
    bot: str
    pages: dict[str, str]
    stopped: str = ""
    stated: bool = False

    def text(self) -> str:
        """The page, cut to its size: first long lists, then players at the end of the table."""
        text = ""
        for most, players in _SIZES:
            text = form_text(self.content(most, players))
            if len(text) <= MOST_BYTES:
                break
        return text

    def content(self, most: int, players: int) -> dict[str, Any]:
        """The page as a value, with at most so many entries in a list, and so many players."""
        offered = Offered(self.game, self.state, self.book, stated=self.stated, most=most)
        return {
            "format": FORMAT,
            "game": self.game.title,
            "bot": self.bot,
            "pages": self.pages,
            "stopped": self.stopped,
            **offered.json(players),
        }


def form_text(content: Any) -> str:
    """A value as JSON, in ASCII, a line for each entry, with no mark that wikitext knows."""
    text = json.dumps(content, indent=0, separators=(",", ":"))
    return _STRING.sub(_without_marks, text)


def _without_marks(string: re.Match[str]) -> str:
    return _ACTIVE.sub(lambda mark: f"\\u{ord(mark[0]):04x}", string[0])
