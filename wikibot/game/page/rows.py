"""Rows of tables that many games have: players, proposals, requests, candidacies, trades."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec import Struct

from wikibot.game.actions import ActionId
from wikibot.game.page.cells import (
    CellError,
    Integer,
    LongText,
    Text,
    Time,
    Vocabulary,
    entity,
    inline,
    nothing,
    without_asides,
)
from wikibot.game.page.lists import ItemList, Pairs
from wikibot.game.page.schema import Listing, Players, Sentence
from wikibot.game.page.sheet import Column, Sheet, Spec
from wikibot.game.state import Candidacy, Player, Proposal, Request, State, Term, Trade
from wikibot.wikitext.dialect import USER, USER_TALK, Dialect, account_name, any_of, current, fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import decoded, plain
from wikibot.wikitext.table_writer import UnsafeEdit

# == Rows of a players table in any game: names that may be user links, items in list and columns ==

Records = Mapping[str, Mapping[str, Any]]  # what the records say of those who play, by name


class Name(Struct, frozen=True):
    """Who a row is about. ``account``: what a user link says, "" where there is none."""

    name: str
    account: str = ""

    @property
    def key(self) -> str:
        """What tells the row from others, also when another account plays that player."""
        return self.name


@lru_cache(maxsize=64)
def _user_links(words: Dialect) -> re.Pattern[str]:
    """A link to an account's page or talk page."""
    space = any_of(words, USER, USER_TALK)
    return re.compile(
        rf"\[\[\s*+(?::\s*+)?(?:{space})\s*+:\s*+(?P<account>(?:&#?\w++;|[^\[\]|/#])++)"
        r"[^\[\]|]*+(?:\|[^\[\]]*)?\]\]",
        re.IGNORECASE,
    )


class UserLink(Struct, frozen=True):
    """A player's name, perhaps a link that ties it to an account: ``[[User:Account|Name]]``."""

    expected: str = "a player's name"

    def parse(self, text: str) -> Name:
        link = _user_links(current()).search(without_asides(text))
        # A signature may hold more links, to the talk page: the first one is the name.
        name = plain(text[link.start() : link.end()]) if link else plain(text)
        if not name:
            raise CellError(self.expected)
        return Name(name, _account(link["account"]) if link else "")

    def render(self, value: Name, old: str = "") -> str:
        """An account that no link can hold is left out; see :func:`linkable`."""
        if not linkable(value.account):
            return inline(value.name)
        link = _user_links(current()).search(without_asides(old))
        label = re.sub(r"[\[\]]", lambda found: entity(found[0]), inline(value.name))
        new = f"[[User:{inline(value.account)}|{label}]]"
        return old[: link.start()] + new + old[link.end() :] if link else new


_NO_TITLE = re.compile(r"[\[\]{}|#<>/]")


def linkable(account: str) -> bool:
    """Whether a user link can name this account: as MediaWiki writes it, and a valid title."""
    found = _user_links(current()).fullmatch(f"[[User:{inline(account)}|x]]") if account else None
    return (
        bool(found)
        and not _NO_TITLE.search(account)
        and account == _account(found["account"] if found else "")
    )


def _account(text: str) -> str:
    return account_name(decoded(text))


# -- names -----------------------------------------------------------------------------------------


NAME = Column("name", ("Name", "Player"), UserLink(), required=True)
_OWN = "item "  # begins the field of a column that counts one item alone


def with_items(text: str, spec: Spec, known: Vocabulary) -> Spec:
    """The spec with a list of items, and a column for each header that is an item's name."""
    return _with_items(tuple([table.headers for table in spec.tables(text)]), spec, known)


@lru_cache(maxsize=32)
def _with_items(tables: tuple[tuple[str, ...], ...], spec: Spec, known: Vocabulary) -> Spec:
    """The same kind for the same headers, so that rows that were read are known again."""
    taken = {fold(header) for column in spec.columns for header in column.headers}
    headers: dict[str, str] = {}
    for header in chain.from_iterable(tables):
        item = known.find(header)
        if item and fold(header) not in taken:
            headers.setdefault(item, header)
    own = (
        Column(_OWN + item, (header,), Integer(f"a number of {header}", blank=0))
        for item, header in headers.items()
    )
    listed = Column("items", ("Items", "Inventory", "Item"), ItemList(known))
    return Spec(spec.section, (*spec.columns, *own, listed), spec.key)


def items_of(values: Mapping[str, Any]) -> dict[str, int]:
    """All items of a row, those that have their own column first."""
    total: Counter[str] = Counter()
    for name, value in values.items():
        if name.startswith(_OWN):
            total[name.removeprefix(_OWN)] += value
    for item, count in values.get("items", {}).items():
        total[item] += count
    return {item: count for item, count in total.items() if count}


def items_row(
    items: Mapping[str, int], held: Mapping[str, Any], fields: Collection[str]
) -> dict[str, Any]:
    """What the cells about items shall say.

    ``held``: what they say now (nothing: a new row). ``fields``: the columns that there are. An
    item that stands in both places stays so while its number does; when it changes, its own column
    takes it all.
    """
    before, listed = items_of(held), dict(held.get("items", {}))
    row: dict[str, Any] = {}
    for name in fields:
        item = name.removeprefix(_OWN)
        if name.startswith(_OWN) and (not held or before.get(item, 0) != items.get(item, 0)):
            row[name] = items.get(item, 0)
            listed.pop(item, None)
    own = {name.removeprefix(_OWN) for name in fields if name.startswith(_OWN)}
    row["items"] = {item: count for item, count in listed.items() if item in own}
    row["items"] |= {item: count for item, count in items.items() if item not in own}
    return row


def name_cell(player: Player, held: Name | None, recorded: str) -> Name:
    """What a name cell shall say. ``held``: what it says; ``recorded``: the account on record."""
    account = player.account
    if held and held.account and not account:  # a link to the account of the same name may stay one
        return Name(player.name, player.name if linkable(player.name) else "")
    if (held and not held.account and recorded == account) or not linkable(account):
        return Name(player.name)
    return Name(player.name, account)


def account_row(player: Player, cell: Name, recorded: str) -> dict[str, Any]:
    """What the records shall say of an account: nothing new where the name cell is a link."""
    if cell.account or (recorded == player.name and not player.account):
        return {}
    return {"account": player.account}


def line_of(sheet: Sheet, name: str) -> Mapping[str, Any]:
    """What a players table says now in the row of a player."""
    return next((line.values for line in sheet.lines if line.values["name"].name == name), {})


# -- rows about players ----------------------------------------------------------------------------


def player_rows(state: State, sheet: Sheet, records: Records, who: Players) -> list[dict[str, Any]]:
    """Rows of the players table, in the order of the state."""
    rows = []
    for player in state.players.values():
        held = line_of(sheet, player.name)
        name = name_cell(player, held.get("name"), _recorded(records, player.name))
        more = who.row(player, who.spec)
        rows.append({"name": name, **more, **items_row(player.items, held, sheet.fields)})
    return rows


def people_rows(state: State, sheet: Sheet, records: Records, who: Players) -> list[dict[str, Any]]:
    """Rows of the records about those who play. ``sheet``: the players table as it will be.

    Raises ``UnsafeEdit`` for a player whose row would not be read as theirs.
    """
    rows = []
    for player in state.players.values():
        row = line_of(sheet, player.name)
        if not row:
            raise UnsafeEdit(
                say(
                    "no row of the players table would read {!r}; mend that row by hand",
                    player.name,
                )
            )
        account = account_row(player, row["name"], _recorded(records, player.name))
        more = who.row(player, who.records)
        rows.append(
            {"player": player.name, "joined": player.joined, "left": None, **account, **more}
        )
    return rows


def _recorded(records: Records, name: str) -> str:
    """The account that the records name for a player."""
    return str(records.get(name, {}).get("account", ""))


# == Tables of proceedings: proposals, requests for justice, candidacies, trades ===================

_TERM = re.compile(r"(?P<who>.+) for (?P<hours>\d{1,9}) hours")


class LineId:
    """Codec for the identity of an action: ``page.revision.index``."""

    def parse(self, text: str) -> ActionId:
        try:
            return ActionId.parse(plain(text))
        except ValueError:
            raise CellError("the identity of a line, such as 12.345.1") from None

    def render(self, value: ActionId, old: str = "") -> str:
        return str(value)


class MaybeLineId(LineId):
    """The same, or nothing."""

    def parse(self, text: str) -> Any:
        return None if nothing(text) else super().parse(text)

    def render(self, value: ActionId | None, old: str = "") -> str:
        return super().render(value, old) if value else ""


class TermCell:
    """Codec for whom a proposal is about: ``Bob for 72 hours``; other words say nothing."""

    def parse(self, text: str) -> Term | None:
        found = _TERM.fullmatch(plain(text).strip())
        return Term(found["who"], integer(found["hours"])) if found else None

    def render(self, value: Term | None, old: str = "") -> str:
        return Text().render(str(value), old) if value else ""


PROPOSALS = Spec("Proposals", (
    Column("id", ("ID", "Number", "No."), Text(), required=True),
    Column("title", ("Title",), Text(), required=True),
    Column("cls", ("Class",), Text()),
    Column("proposer", ("Proposer",), Text(), required=True),
    Column("status", ("Status",), Text(), required=True),
    Column("submitted", ("Submitted",), Time()),
    Column("text", ("Text",), LongText()),
    Column("votes", ("Votes",), Pairs()),
    Column("changed", ("Changed",), Time()),
    Column("line", ("Line",), MaybeLineId()),
    Column("message", ("Message",), Text()),
    Column("about", ("About",), TermCell(), optional=True),
), key=("id",))  # fmt: skip
REQUESTS = Spec("Requests for justice", (
    Column("id", ("Request",), Text(), required=True),
    Column("asker", ("Asked by",), Text(), required=True),
    Column("text", ("Question or statement", "Question", "Statement"), Text(), required=True),
    Column("status", ("Status",), Text(), required=True),
    Column("submitted", ("Submitted",), Time()),
    Column("judge", ("Ruled by", "Judge"), Text()),
    Column("ruling", ("Ruling",), Text()),
    Column("ruled", ("Ruled at",), Time()),
    Column("poll", ("Confidence voted on since",), Time()),
    Column("votes", ("Votes",), Pairs()),
), key=("id",))  # fmt: skip
CANDIDACIES = Spec("Candidates for judge", (
    Column("id", ("Candidate",), Text(), required=True),
    Column("since", ("Since",), Time(), required=True),
    Column("votes", ("Votes",), Pairs()),
    Column("line", ("Line",), MaybeLineId()),
    Column("message", ("Message",), Text()),
), key=("id",))  # fmt: skip
TRADES = Spec("Trades", (
    Column("id", ("Trade",), Text(), required=True),
    Column("proposer", ("From",), Text(), required=True),
    Column("gives", ("Gives",), ItemList(), required=True),
    Column("partner", ("To",), Text(), required=True),
    Column("takes", ("For",), ItemList(), required=True),
    Column("status", ("Status",), Text()),
    Column("since", ("Since",), Time()),
    Column("until", ("Until",), Time()),
), key=("id",))  # fmt: skip


LISTS = (
    Listing(
        "proposals",
        "proposal",
        PROPOSALS,
        Proposal,
        sentences=(
            Sentence(
                "proposal {id:text} of class {cls:text} by {proposer:text}"
                " is {status:text}: {title:text}",
                example="proposal 7 of class Standard by Alice is open: More fish",
                makes=True,
            ),
            Sentence(
                "proposal {id:text} was submitted at {submitted:time}",
                example="proposal 7 was submitted at 2024-01-05T02:22:00Z",
            ),
            Sentence(
                "proposal {id:text} reads {text:text}", example="proposal 7 reads Fish are blue."
            ),
            Sentence("proposal {id:text} is {status:text}", example="proposal 7 is passed"),
        ),
    ),
    Listing("requests", "request", REQUESTS, Request),
    Listing("candidacies", "candidacy of", CANDIDACIES, Candidacy),
    Listing("trades", "trade", TRADES, Trade),
)
