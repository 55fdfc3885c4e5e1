"""Tables of a gamestate page about what players settle among themselves: proposals, requests, candidacies, trades."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from wikibot.game.actions import ActionId
from wikibot.game.page.cells import CellError, Text, Time, nothing
from wikibot.game.page.item_lists import ItemList
from wikibot.game.page.name_lists import Pairs
from wikibot.game.page.sheet import Column, Sheet, Spec
from wikibot.game.state import Candidacy, Proposal, Request, Trade
from wikibot.wikitext.plain import plain


class LineId:
    """Codec for the identity of an action: ``page.revision.index``."""

    def parse(self, text: str) -> ActionId:
        try:
            return ActionId.parse(plain(text))
        except ValueError:
            raise CellError("the identity of a line, such as 12.345.1") from None

    def render(self, value: ActionId, old: str = "") -> str:
        del old
        return str(value)


class MaybeLineId(LineId):
    """The same, or nothing."""

    def parse(self, text: str) -> Any:
        return None if nothing(text) else super().parse(text)

    def render(self, value: ActionId | None, old: str = "") -> str:
        return super().render(value, old) if value else ""


PROPOSALS = Spec(
    "Proposals",
    (
        Column("id", ("ID", "Number", "No."), Text(), required=True),
        Column("title", ("Title",), Text(), required=True),
        Column("cls", ("Class",), Text()),
        Column("proposer", ("Proposer",), Text(), required=True),
        Column("status", ("Status",), Text(), required=True),
        Column("submitted", ("Submitted",), Time()),
        Column("text", ("Text",), Text()),
        Column("votes", ("Votes",), Pairs()),
        Column("changed", ("Changed",), Time()),
        Column("line", ("Line",), MaybeLineId()),
        Column("message", ("Message",), Text()),
        Column("about", ("About",), Text()),
    ),
    key=("id",),
)
REQUESTS = Spec(
    "Requests for justice",
    (
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
    ),
    key=("id",),
)
CANDIDACIES = Spec(
    "Candidates for judge",
    (
        Column("id", ("Candidate",), Text(), required=True),
        Column("since", ("Since",), Time(), required=True),
        Column("votes", ("Votes",), Pairs()),
        Column("line", ("Line",), MaybeLineId()),
        Column("message", ("Message",), Text()),
    ),
    key=("id",),
)
TRADES = Spec(
    "Trades",
    (
        Column("id", ("Trade",), Text(), required=True),
        Column("proposer", ("From",), Text(), required=True),
        Column("gives", ("Gives",), ItemList(), required=True),
        Column("partner", ("To",), Text(), required=True),
        Column("takes", ("For",), ItemList(), required=True),
        Column("status", ("Status",), Text()),
        Column("since", ("Since",), Time()),
        Column("until", ("Until",), Time()),
    ),
    key=("id",),
)


@dataclass(frozen=True)
class Listed:
    """A list of a state that stands in a table of its own. ``noun``: what statements call one of them."""

    field: str
    noun: str
    spec: Spec
    make: Callable[..., Any]

    def read(self, sheet: Sheet) -> tuple[Any, ...]:
        """The things that a page's table tells of; rows that lack what none can be without are passed over."""
        needed = {"id"} | {column.field for column in self.spec.columns if column.required}
        return tuple(
            self.make(**line.values) for line in sheet.lines if needed <= line.values.keys()
        )

    def rows(self, things: tuple[Any, ...]) -> list[Mapping[str, Any]]:
        """Rows that say them."""
        return [
            {each.name: getattr(thing, each.name) for each in fields(thing)} for thing in things
        ]


LISTS = (
    Listed("proposals", "proposal", PROPOSALS, Proposal),
    Listed("requests", "request", REQUESTS, Request),
    Listed("candidacies", "candidacy of", CANDIDACIES, Candidacy),
    Listed("trades", "trade", TRADES, Trade),
)
