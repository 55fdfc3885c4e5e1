"""What a wiki is to the bot: heads to poll, texts and histories to read, one safe way to save.

Two classes implement :class:`Wiki`: ``wikibot.wiki.mediawiki.MediaWiki`` and
``wikibot.wiki.folder.FolderWiki``. All times are aware UTC datetimes with a resolution of one
second, as MediaWiki gives them.

Edits and uploads as the API takes them, and its answers as ours. Pure.

https://www.mediawiki.org/wiki/API:Edit, API:Upload and API:Imageinfo.

Page titles in MediaWiki's normal form, and as file names.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, Protocol
from urllib.parse import quote

from msgspec import Struct, field

from wikibot.wiki.errors import EditRefused, Refusal, WrongSettings
from wikibot.wikitext.dialect import Dialect, current, fold, key, namespaces, upper_first
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import Span, SpanKind, asides
from wikibot.wikitext.regex import regex

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

    @property
    def newest(self) -> dict[str, int]:
        """The newest revision of each title; 0 where there is no such page."""
        heads = self.heads.items()
        return {title: head.revision.id if head.revision else 0 for title, head in heads}


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


MEANWHILE: list[Callable[[], object]] = []
"""What is done while the next answer of a server is waited for, once; what fails is passed over."""


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


# == Edits and uploads as the API takes them, and its answers as ours ==============================

_TRANSFORMED = regex(r"~~~|\{\{\s*(?:safe)?subst:|\[\[\s*\||\|\s*\]\]|<includeonly", re.IGNORECASE)
_TRIMMED = " \t\n\r\0\x0b"  # what PHP's rtrim takes off


def parameters(edit: Edit, *, bot: bool) -> dict[str, str | int]:
    """The POST of an edit, without account and token.

    ``baserevid`` alone guards an update: with ``basetimestamp`` the server lets us overwrite
    ourselves.
    """
    text = unicodedata.normalize("NFC", edit.text)  # as the server does before it checks md5
    model = {"contentmodel": edit.model} if edit.model and edit.base is None else {}
    flags = {"bot": bot, "minor": edit.minor, "notminor": not edit.minor}
    return {
        "action": "edit",
        "title": edit.title,
        "text": text,
        "md5": hashlib.md5(encoded(text, edit.title), usedforsecurity=False).hexdigest(),
        "summary": edit.summary,
        **({"createonly": 1} if edit.base is None else {"nocreate": 1, "baserevid": edit.base}),
        **{name: 1 for name, on in flags.items() if on},
        **model,
    }


def encoded(text: str, title: str) -> bytes:
    """A text in UTF-8. Raises :class:`EditRefused` where it cannot be encoded."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise EditRefused(f"the text holds a lone surrogate at {error.start}", page=title) from None


def stored(text: str) -> str | None:
    """What MediaWiki makes of a text: NFC, line feeds, no white space at the end.

    From ``TextContent::normalizeLineEndings``. None where the pre-save transform may change more:
    signatures, ``{{subst:}}``, links whose label is left to the server.
    """
    if _TRANSFORMED.search(text):
        return None
    composed = unicodedata.normalize("NFC", text)
    return composed.replace("\r\n", "\n").replace("\r", "\n").rstrip(_TRIMMED)


def saved(answer: Mapping[str, Any]) -> Saved | None:
    """What the server says of an edit; ``None`` when it changed nothing.

    Raises :class:`Refusal` for a captcha or an extension that said no inside a well-formed answer.
    """
    edit = answer.get("edit", {})
    if edit.get("result") != "Success":
        code = "captcha" if "captcha" in edit else edit.get("code") or edit.get("result")
        raise Refusal(str(code or "unknown"), str(edit.get("info", "")), edit)
    if edit.get("nochange"):
        return None
    return Saved(revision=edit["newrevid"], parent=edit["oldrevid"])


def find(revisions: Iterable[Revision], edit: Edit, account: str) -> Saved | None:
    """The edit among revisions: by our account, after the base, with the run id in its summary."""
    for revision in revisions:
        ours = revision.user == account and edit.run in (revision.comment or "")
        if ours and revision.id > (edit.base or 0):
            return Saved(revision.id, revision.parent_id)
    return None


# -- files -----------------------------------------------------------------------------------------


def others_file(query: Mapping[str, Any], data: bytes, account: str) -> str | None:
    """Who uploaded the newest version of a file, another account; "" for ours or no file.

    None where the wiki's file has these bytes. Files of a shared repository do not count.
    """
    wanted = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    local = (each for each in query.get("pages", ()) if each.get("imagerepository") == "local")
    for info in (info for page in local for info in page.get("imageinfo", ())):
        if info.get("sha1") == wanted:
            return None
        if info.get("user") != account:
            return info.get("user") or "a hidden account"
    return ""


# -- exclusion -------------------------------------------------------------------------------------
# ``{{bots}}`` and ``{{nobots}}``: whether a page asks this bot to stay away.
#
# The form is that of https://en.wikipedia.org/wiki/Template:Bots: ``{{nobots}}``,
# ``{{bots|deny=all}}``, ``{{bots|deny=A, B}}``, ``{{bots|allow=none}}``, ``{{bots|allow=A, B}}``.
#
# Templates are found as MediaWiki's preprocessor finds them (``wikitext/preprocessor.py``), in
# one pass over the page. mwparserfromhell, which this is mostly done with, takes the square of
# the page's length for what is left open.

_NAMES = ("bots", "nobots")
_MENTIONED = regex("bots", re.IGNORECASE)
_LONGEST = 60  # characters of the beginning of a template that are looked at for its name
_MOST = 5000  # characters of its parameters
_FIRST = 50  # templates of these names; no page needs more


def denies(text: str, account: str) -> bool:
    """Whether the wikitext forbids ``account`` to edit the page, outside comments and nowiki."""
    if not _MENTIONED.search(text):
        return False
    return any(
        _is_denied(name, params, fold(account)) for name, params in islice(_templates(text), _FIRST)
    )


def _templates(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The templates of one of the names, anywhere on the page, with their named parameters."""
    for span in asides(text):
        if span.kind is SpanKind.TEMPLATE and _name(text, span) in _NAMES:
            inside = plain(text[span.start + 2 : min(span.end - 2, span.start + _MOST)])
            name, *params = inside.split("|")
            pairs = [param.partition("=") for param in params]
            said = {fold(key): value for key, equals, value in pairs if equals}
            positional = {
                str(number): value
                for number, (value, equals, _) in enumerate(pairs, 1)
                if not equals
            }
            yield fold(name), {**positional, **said}


def _name(text: str, span: Span) -> str:
    start = text[span.start + 2 : min(span.end - 2, span.start + _LONGEST)]
    return fold(start.partition("|")[0]) if "bots" in start.casefold() else ""


def _is_denied(name: str, params: dict[str, str], account: str) -> bool:
    if name == "nobots":
        return not params
    deny, allow = _listed(params.get("deny", "")), _listed(params.get("allow", ""))
    if "all" in deny or account in deny:
        return True
    return "none" in allow or (bool(allow) and "all" not in allow and account not in allow)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split(",") if (name := fold(part)))


# == Page titles in MediaWiki's normal form, and as file names =====================================

SUFFIX = ".wiki"

_ILLEGAL = regex(r"[#<>\[\]{}|\x00-\x1f\x7f\ufffd]|~{3}|(?:^|/)\.{1,2}(?:/|$)")
_UNSEEN = regex("[\u200e\u200f\u202a-\u202e]")  # marks of direction, which MediaWiki takes off
_MAX_BYTES = 255  # of a title, and of a file name on most systems
# beside letters, digits and _.-; never one that a file system or shell glob minds
_SAFE = " !$&'()+,;=@~^`"
# Names that Windows keeps for devices, whatever their suffix.
_DEVICE = regex(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


def normalise(title: str) -> str:
    """A title as MediaWiki stores it: NFC, blanks for underscores, upper-case first letter.

    Raises :class:`WrongSettings` for a title that no page can have.
    """
    return _normal(title, current())


@lru_cache(maxsize=1024)
def _normal(title: str, words: Dialect) -> str:
    name = unicodedata.normalize("NFC", _UNSEEN.sub("", title))
    name = re.sub(r"[\s_\u180e]+", " ", name).strip(" :")
    namespace, colon, rest = name.partition(":")
    rest = rest.strip()
    number, known = namespaces(words).get(key(namespace), (0, "")) if colon and rest else (0, "")
    bare = rest if known else name
    if number not in words.any_case:
        bare = unicodedata.normalize("NFC", upper_first(bare, dotted=words.dotted))
    name = f"{known}:{bare}" if known else bare
    if number < 0 or not name or _ILLEGAL.search(name) or len(name.encode()) > _MAX_BYTES:
        why, remedy = "cannot be the title of a page", "Correct the page title in the settings."
        raise WrongSettings(f"{title!r} {why}", code="invalidtitle", remedy=remedy)
    return name


def of_month(title: str, time: datetime) -> str:
    """A title of the settings in which ``%Y`` and ``%m`` stand for the year and month of a time."""
    return title.replace("%Y", f"{time:%Y}").replace("%m", f"{time:%m}")


def goes_by_month(title: str) -> bool:
    """Whether a title of the settings stands for more than one page."""
    return "%Y" in title


def of_months(title: str, first: datetime, last: datetime) -> tuple[str, ...]:
    """The pages of a title of the settings from one time to another, oldest first, each once."""
    return tuple(dict.fromkeys(of_month(title, time) for time in _months(first, last)))


def page_before(title: str, time: datetime) -> str:
    """The page before that of a time; "" where all times have the same one."""
    pages = of_months(title, time - timedelta(days=366), time)
    return pages[-2] if len(pages) > 1 else ""


def is_of_month(page: str, title: str) -> bool:
    """Whether a page is one of a title's of the settings, in some month."""
    return may_be_one(normalise(page), normalise(title))


def may_be_one(title: str, other: str) -> bool:
    """Whether two normal titles of the settings are of one page, whatever the months."""
    first, second = (
        each.replace("%Y", "\0\0\0\0").replace("%m", "\0\0") for each in (title, other)
    )
    return len(first) == len(second) and all(
        one == two or ("\0" in (one, two) and (one + two).strip("\0").isdecimal())
        for one, two in zip(first, second, strict=True)
    )


def _months(first: datetime, last: datetime) -> Iterator[datetime]:
    """A time in each month from one time to another."""
    time, end = first.replace(day=1), last.replace(day=1)
    while time < end:
        yield time
        time = (time + timedelta(days=31)).replace(day=1)
    yield last


def to_file_name(title: str) -> str:
    """The file name of a page: ``A/B`` is ``A%2FB.wiki``. No path separator, no dot in front.

    Raises :class:`WrongSettings` when the name would be too long for a file system.
    """
    name = "".join(
        char if char > "\x7f" and char.isprintable() else quote(char, safe=_SAFE)
        for char in normalise(title)
    )
    if name.startswith(".") or _DEVICE.match(name):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len((name + SUFFIX).encode()) > _MAX_BYTES:
        why, remedy = "the title is too long for a file name", "Choose a shorter title."
        raise WrongSettings(why, page=title, remedy=remedy)
    return name + SUFFIX
