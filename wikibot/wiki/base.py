"""What a wiki is to the bot: heads to poll, texts and histories to read, one safe way to save.

Two classes implement :class:`Wiki`: ``wikibot.wiki.mediawiki.MediaWiki`` and
``wikibot.wiki.folder.FolderWiki``. All times are aware UTC datetimes with a resolution of one
second, as MediaWiki gives them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from msgspec import Struct, field

from wikibot.wikitext.dialect import Dialect

FOLDER = "folder:"  # begins the address of a wiki that is a folder of files
PARENT_UNKNOWN = -1  # of a revision of which only the text is known; 0 is that of a first one


class Revision(Struct, frozen=True):
    """One revision of a page. In ``user``, ``comment``, ``text`` None: hidden or not asked for."""

    page_id: int
    id: int
    parent_id: int  # 0: this revision made the page
    time: datetime
    user: str | None
    user_id: int = 0
    anon: bool = False  # an IP address or a bare name of an old import, not ``prefix>Name``
    temp: bool = False  # a temporary account
    user_hidden: bool = False
    text_hidden: bool = False
    comment: str | None = None
    sha1: str | None = None  # hexadecimal, of the text as stored; heads of a poll may lack it
    text: str | None = None  # of whatever content model, as it is stored


class PageMove(Struct, frozen=True):
    """An entry of the wiki's log of page moves. ``source``, ``target``, ``user`` None: hidden.

    ``revision``: the one that the moved page got by it; 0 where the wiki does not say.
    """

    time: datetime
    user: str | None
    source: str | None  # titles
    target: str | None
    revision: int = 0


class Head(Struct, frozen=True):
    """The present of one page title. A missing page has ``page_id`` 0 and no revision."""

    title: str
    page_id: int = 0
    revision: Revision | None = None  # without text
    length: int = 0  # bytes
    redirect: bool = False
    protection: tuple[str, ...] = ()  # groups or rights that an edit needs, e.g. ("sysop",)
    model: str = "wikitext"  # the content model of the page as it is now

    @property
    def missing(self) -> bool:
        return self.revision is None


class Block(Struct, frozen=True):
    """A block of the bot's account. A partial one stops some pages; the server decides which."""

    by: str
    reason: str
    partial: bool
    expiry: str


class Poll(Struct, frozen=True):
    """The answer to one small GET: the heads of the asked pages and who we are.

    ``now`` is the server's time.
    """

    now: datetime
    user: str  # the account that edits, "" when not logged in
    user_id: int = 0
    rights: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    block: Block | None = None
    heads: Mapping[str, Head] = field(default_factory=dict)  # by title, as asked
    dialect: Dialect | None = None  # what the wiki says of itself, where it was asked


class Edit(Struct, frozen=True):
    """One page to save. ``base`` is the revision that was read; ``None`` only creates the page."""

    title: str
    text: str
    base: int | None
    summary: str  # as :func:`summary` makes it
    run: str  # the run id itself
    minor: bool = False
    model: str = ""  # the content model of a page that is made; "": as its title has it


MAX_SUMMARY = 500  # characters, https://www.mediawiki.org/wiki/Help:Edit_summary


def summary(what: str, run: str, name: str = "run") -> str:
    """An edit summary of the bot's, within the server's limit.

    The run's id, by which a lost answer is found again, is where readers do not see it: in the
    target of a link to the page itself.
    """
    text = f"[[#{name} {run}|wikibot]]: {what}"
    return text if len(text) <= MAX_SUMMARY else f"{text[: MAX_SUMMARY - 1]}…"


class Saved(Struct, frozen=True):
    """What became of an edit. ``parent`` is the revision that the saved text was laid over.

    ``parent != edit.base`` means that the server silently merged our text with another edit.
    ``changed`` is false when the page already read so (no revision was made; ``revision`` is then
    the present one).
    """

    revision: int
    parent: int
    changed: bool = True


class Wiki(Protocol):
    """All that a sync asks of a wiki. Every method may raise errors of ``wikibot.wiki.errors``."""

    @property
    def account(self) -> str:
        """The account that saves, "" where nothing can be saved."""

    def poll(self, titles: Sequence[str], *, introduce: bool = False) -> Poll:
        """One GET of few bytes: heads of all titles, and the account's state.

        ``introduce``: the wiki tells its dialect, too, which takes some 40 kB.
        """

    def poll_request(self, titles: Sequence[str]) -> tuple[str, Mapping[str, str]] | None:
        """Address and headers of the GET of a poll, to be repeated; None where it is none."""

    def read(self, titles: Sequence[str]) -> Mapping[str, Revision | None]:
        """The newest revision of each title with its text, in one GET; ``None`` if missing."""

    def revisions(self, ids: Sequence[int]) -> Mapping[int, Revision]:
        """Revisions by id with their text, in one GET, without those that are gone."""

    def history(self, title: str, since: int) -> Sequence[Revision]:
        """All revisions of a page with texts from ``since`` (included; 0: the first) on, as saved.

        Where ``since`` is not a revision of the page (any more), the whole history comes: its first
        id then differs. Of a long one texts are put together when they are asked for
        (:class:`wikibot.wiki.history.History`).
        """

    def as_of(self, title: str, time: datetime, *, after: bool = False) -> Revision | None:
        """The newest revision of a page up to a time, or (``after``) the first from then on."""

    def changes(
        self, title: str, *, until: Revision | None, since: Revision | None = None, user: str = "",
        limit: int = 50, texts: bool = False,
    ) -> Sequence[Revision]:  # fmt: skip
        """The newest revisions of a page, newest first, of one ``user`` or of all, in one GET.

        None is newer than the revision ``until`` nor older than ``since``, both of this page (None:
        no bound).
        """

    def moves(self, since: datetime, until: datetime) -> Sequence[PageMove]:
        """All moves of pages in some time, oldest first."""

    def groups(self, users: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The user groups of some accounts, in one GET, without accounts that do not exist."""

    def stored(self, text: str) -> str | None:
        """How the wiki stores a text; None where only a look at the page tells (signatures)."""

    def put_file(self, name: str, data: bytes, summary: str) -> bool:
        """Put a file where the wiki keeps files; False where it has these bytes already."""

    def mail(self, account: str, subject: str, text: str) -> None:
        """Send an account a mail. Raises a :class:`WikiError` whose ``code`` says why it cannot."""

    def save(self, edit: Edit) -> Saved:
        """Save one page or raise; never overwrites, never posts twice (promise 2 of the design)."""
