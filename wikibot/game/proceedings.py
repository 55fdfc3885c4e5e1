"""What players settle among themselves: proposals, requests for justice, candidacies and trades."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, field

from wikibot.game.actions import ActionId


class Term(Struct, frozen=True):
    """Whom a proposal is about, and for how many hours."""

    who: str
    hours: int

    def __str__(self) -> str:
        return f"{self.who} for {self.hours} hours"


class Proposal(Struct, frozen=True, gc=False):
    """A proposal as the common rules see it.

    ``status``: open, holding, passed, failed, retracted, discarded; a steward's ``enact`` leads
    from passed to enacting and enacted, and ``held`` waits for a steward. ``submitted``: when its
    present round began; ``changed``: when it came to its class, or to its end. ``text``: the lines
    below the message, joined by :func:`~wikibot.game.page.line_bodies.on_one_line`. ``line`` and
    ``message``: the line on a wiki page that made it, watched while it is open. ``about``: whom
    it means, settled at submission.
    """

    id: str
    title: str
    cls: str
    proposer: str
    status: str
    submitted: datetime | None = None
    text: str = ""
    votes: Mapping[str, str] = field(default_factory=dict)
    changed: datetime | None = None
    line: ActionId | None = None
    message: str = ""
    about: Term | None = None


class Request(Struct, frozen=True, gc=False):
    """A request for justice and its ruling.

    ``status``: open, answered, contested, overturned, withdrawn. ``judge`` ruled at ``ruled``;
    ``poll``: when the vote of confidence that is under way began, with its ``votes``.
    """

    id: str
    asker: str = ""
    text: str = ""
    status: str = "open"
    submitted: datetime | None = None
    judge: str = ""
    ruling: str = ""
    ruled: datetime | None = None
    poll: datetime | None = None
    votes: Mapping[str, str] = field(default_factory=dict)


class Candidacy(Struct, frozen=True, gc=False):
    """A candidate for judge. ``id``: their table name; ``votes``: reactions to their message."""

    id: str
    since: datetime | None = None
    votes: Mapping[str, str] = field(default_factory=dict)
    line: ActionId | None = None
    message: str = ""


class Trade(Struct, frozen=True, gc=False):
    """An offer to ``partner``. ``status``: open, done, declined, cancelled, lapsed."""

    id: str
    proposer: str = ""
    partner: str = ""
    gives: Mapping[str, int] = field(default_factory=dict)
    takes: Mapping[str, int] = field(default_factory=dict)
    status: str = "open"
    since: datetime | None = None
    until: datetime | None = None
