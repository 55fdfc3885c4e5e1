"""Codec for names in a players table: a user link ties a name to an account."""

from __future__ import annotations

import re

from msgspec import Struct

from wikibot.game.page.cells import CellError
from wikibot.game.page.markup import entity, inline, without_asides
from wikibot.wikitext.folding import account_name
from wikibot.wikitext.plain import decoded, plain


class Name(Struct, frozen=True):
    """Who a row is about. ``account``: what a user link says, "" where there is none."""

    name: str
    account: str = ""

    @property
    def key(self) -> str:
        """What tells the row from others, also when another account plays that player."""
        return self.name


_USER_LINK = re.compile(
    r"\[\[\s*+(?::\s*+)?user(?:[ _]talk)?\s*+:\s*+(?P<account>(?:&#?\w++;|[^\[\]|/#])++)"
    r"[^\[\]|]*+(?:\|[^\[\]]*)?\]\]",
    re.IGNORECASE,
)


class UserLink(Struct, frozen=True):
    """A player's name, perhaps a link that ties it to an account: ``[[User:Account|Name]]``."""

    expected: str = "a player's name"

    def parse(self, text: str) -> Name:
        link = _USER_LINK.search(without_asides(text))
        # A signature may hold more links, to the talk page: the first one is the name.
        name = plain(text[link.start() : link.end()]) if link else plain(text)
        if not name:
            raise CellError(self.expected)
        return Name(name, _account(link["account"]) if link else "")

    def render(self, value: Name, old: str = "") -> str:
        """An account that no link can hold is left out; see :func:`linkable`."""
        if not linkable(value.account):
            return inline(value.name)
        link = _USER_LINK.search(without_asides(old))
        new = _user_link(value)
        return old[: link.start()] + new + old[link.end() :] if link else new


_NO_TITLE = re.compile(r"[\[\]{}|#<>/]")


def linkable(account: str) -> bool:
    """Whether a user link can name this account: as MediaWiki writes it, and a valid title."""
    found = _USER_LINK.fullmatch(f"[[User:{inline(account)}|x]]") if account else None
    return (
        bool(found)
        and not _NO_TITLE.search(account)
        and account == _account(found["account"] if found else "")
    )


def _account(text: str) -> str:
    return account_name(decoded(text))


def _user_link(value: Name) -> str:
    label = re.sub(r"[\[\]]", lambda found: entity(found[0]), inline(value.name))
    return f"[[User:{inline(value.account)}|{label}]]"
