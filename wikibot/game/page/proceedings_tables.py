"""Tables of proceedings: proposals, requests for justice, candidacies, trades."""

from __future__ import annotations

import re
from typing import Any

from wikibot.game.actions import ActionId
from wikibot.game.page.cells import CellError, LongText, Text, Time, nothing
from wikibot.game.page.item_lists import ItemList
from wikibot.game.page.listings import Listing, Sentence
from wikibot.game.page.lists import Pairs
from wikibot.game.page.sheet import Column, Spec
from wikibot.game.proceedings import Candidacy, Proposal, Request, Term, Trade
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain

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


PROPOSALS = Spec(
    "Proposals",
    (
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
