"""What people do at once with the bot:
lines on the actions page, prose anywhere, hand edits of cells.
"""

from __future__ import annotations

import itertools
import re
import threading
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.mediawiki.client import ApiError, Client
from tests.mediawiki.server import Server

PLAYERS = ("Alice", "Bob", "Carol", "Dave", "Erin")
SIGNED = "~~~~"
_ROLLS = re.compile(r" -- \d+d\d+ \([\d, ]+\) = \d+")
_TRIES = 6
_BUSY = {"editconflict", "edit-already-exists", "articleexists"}
_ROW = r"^\|\s*(?:\[\[User:\w+\|)?{name}(?:\]\])?\s*\|\|[^|\n]*\|\|\s*(\d+)"


@dataclass(frozen=True)
class Written:
    """A line that somebody saved, by the token in it."""

    token: str
    who: str
    text: str
    page: str = "Play"


class People:
    """Everybody at one wiki.
    Each method saves at once; what was saved is remembered for the checker.
    """

    def __init__(self, server: Server, rng: Random, *, stated: bool = True) -> None:
        """``stated``: the lines state their dice; else the bot rolls them."""
        self.server, self.rng, self.stated = server, rng, stated
        self.lines: dict[str, Written] = {}
        self.hands: set[tuple[str, str]] = set()  # page and text that must stay
        self.corrections: dict[int, str] = {}  # revision of the gamestate: statement
        self._clients: dict[str, Client] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._saving = threading.Lock()

    def client(self, name: str) -> Client:
        """Somebody's client."""
        return self._clients.setdefault(name, self.server.client(name))

    def token(self) -> str:
        """A word that stands nowhere else."""
        with self._lock:
            return f"zz{next(self._numbers)}zz"

    def write(
        self, count: int = 1, who: str = "", kind: str = "", rng: Random | None = None
    ) -> list[Written]:
        """One edit of the actions page that adds so many lines of one player;
        ``rng`` where several write at once.
        """
        rng = rng or self.rng
        who = who or rng.choice(PLAYERS)
        texts = [(token, some_line(rng, who, token, kind)) for token in self._tokens(count)]
        written = [
            Written(token, who, text if self.stated else _ROLLS.sub("", text))
            for token, text in texts
        ]
        self._save(who, "Play", "append", "".join(f"\n{each.text}" for each in written))
        with self._lock:
            self.lines |= {each.token: each for each in written}
        return written

    def write_as(self, who: str, text: str) -> Written:
        """One line of anybody's;
        ``{token}`` in it is replaced, or else a token goes into a comment behind it.
        """
        token = self.token()
        said = text.replace("{token}", token) if "{token}" in text else f"{text} <!-- {token} -->"
        written = Written(token, who, f"* {said} {SIGNED}")
        self._save(who, "Play", "append", f"\n{written.text}")
        self.lines[token] = written
        return written

    def order(self, text: str) -> None:
        """A line of a steward on their own page."""
        token = self.token()
        written = Written(token, "Steward", f"* {text} <!-- {token} --> {SIGNED}", "Stewards")
        self._save("Steward", "Stewards", "append", f"\n{written.text}")
        self.lines[token] = written

    def text(self, title: str) -> str:
        """A page as it reads now."""
        return self.client("Steward").text(title)

    def head(self, title: str) -> int:
        """Its newest revision."""
        return self.client("Steward").head(title)

    def page_id(self, title: str) -> int:
        """Its number."""
        return int(self._page(title, "info")["pageid"])

    def links(self, title: str) -> list[str]:
        """The addresses that it links to."""
        return [str(link["url"]) for link in self._page(title, "extlinks").get("extlinks", ())]

    def _page(self, title: str, prop: str) -> dict[str, Any]:
        page: dict[str, Any] = self.client("Steward").api(action="query", titles=title, prop=prop)[
            "query"
        ]["pages"][0]
        return page

    def copy(self) -> People:
        """The same people with the same memory, which go on by themselves."""
        other = People(self.server, Random(self.rng.getstate()[1][0]), stated=self.stated)
        other.lines, other.hands, other.corrections = (
            dict(self.lines),
            set(self.hands),
            dict(self.corrections),
        )
        other._clients, other._numbers = self._clients, itertools.count(1000)
        return other

    def _save(self, who: str, title: str, where: str, text: str) -> None:
        """Add text to a page; a person who meets somebody else's edit just saves again."""
        for tries in range(_TRIES):
            try:
                with (
                    self._saving
                ):  # of two texts that are appended within a second MediaWiki may drop the first
                    self.client(who).edit(title, **{where: text})
                return
            except ApiError as error:
                if tries == _TRIES - 1 or error.code not in _BUSY:
                    raise
                time.sleep(0.2)

    def _tokens(self, count: int) -> list[str]:
        return [self.token() for _ in range(count)]

    def scribble(self, title: str, who: str = "") -> None:
        """Add prose at the end of a page or (on the actions page) at its top."""
        text = f"HAND {self.token()} was here.  "
        where = "prependtext" if title == "Play" else "append"
        around = f"{text}\n" if title == "Play" else f"\n{text}"
        self._save(who or self.rng.choice(PLAYERS), title, where, around)
        with self._lock:
            self.hands.add((title, text.rstrip()))

    def correct(self, name: str = "", by: int = 7) -> bool:
        """Change a player's crystals by hand. False: somebody was faster."""
        name, steward = name or self.rng.choice(PLAYERS), self.client("Steward")
        newest = steward.history("State")[0]
        found = re.search(_ROW.format(name=name), newest["content"], re.MULTILINE)
        if not found:
            return False
        text = (
            newest["content"][: found.start(1)]
            + str(int(found[1]) + by)
            + newest["content"][found.end(1) :]
        )
        try:
            revision = steward.edit("State", text, baserevid=newest["revid"], nocreate=True)
        except ApiError as error:
            if error.code != "editconflict":
                raise
            return False
        with self._lock:
            self.corrections[revision] = f"{name} gains {by} Crystal"
        return True


def some_line(rng: Random, who: str, token: str, kind: str = "") -> str:
    """A line of play with the token in it."""
    kind = kind or rng.choices(list(_LINES), _WEIGHTS)[0]
    return _LINES[kind](rng, who, token)


def _shatter(rng: Random, who: str, token: str) -> str:
    face = rng.randint(1, 10)
    return f"* shatter crystal -- 1d10 ({face}) = {face} <!-- {token} --> {SIGNED}"


def _roll(rng: Random, who: str, token: str) -> str:
    return f"* shatter crystal <!-- {token} --> {SIGNED}"


def _ask(rng: Random, who: str, token: str) -> str:
    return f"* judge request: Is {token} a bird? {SIGNED}"


def _propose(rng: Random, who: str, token: str) -> str:
    return f"* propose: Title {token} {SIGNED}\n*: The body of it.\n*: {{{{More}}}} of [[it]]."


def _trade(rng: Random, who: str, token: str) -> str:
    other = rng.choice([name for name in PLAYERS if name != who])
    return f"* trade 1 Shard to {other} <!-- {token} --> {SIGNED}"


def _accept(rng: Random, who: str, token: str) -> str:
    return (
        f"* {rng.choice(('accept', 'decline', 'cancel'))} T{rng.randint(1, 9)} <!-- {token} --> "
        f"{SIGNED}"
    )


def _move(rng: Random, who: str, token: str) -> str:
    one, two = rng.randint(1, 2), rng.randint(1, 2)
    return f"* move -- 2d4 ({one}, {two}) = {one + two} <!-- {token} --> {SIGNED}"


def _choose(rng: Random, who: str, token: str) -> str:
    return f"* choose {rng.choice((2, -1))} <!-- {token} --> {SIGNED}"


def _nonsense(rng: Random, who: str, token: str) -> str:
    return (
        f"* {rng.choice(('dance', '{{subst:X}}', '<b>bold', 'T1 accept', '[[a|b]] 5'))} {token} "
        f"{SIGNED}"
    )


def _help(rng: Random, who: str, token: str) -> str:
    return f"* help trade <!-- {token} --> {SIGNED}"


_LINES = {
    "shatter": _shatter, "ask": _ask, "propose": _propose, "trade": _trade, "accept": _accept,
    "move": _move,
    "choose": _choose, "nonsense": _nonsense, "help": _help, "roll": _roll,
}  # fmt: skip
_WEIGHTS = (8, 3, 2, 4, 3, 2, 1, 2, 1, 0)
