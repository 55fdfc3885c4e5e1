"""Page titles in MediaWiki's normal form, and as file names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import quote

from wikibot.wiki.errors import WrongSettings
from wikibot.wikitext.dialect import Dialect, current, key, namespaces, upper_first

SUFFIX = ".wiki"

_ILLEGAL = re.compile(r"[#<>\[\]{}|\x00-\x1f\x7f\ufffd]|~{3}|(?:^|/)\.{1,2}(?:/|$)")
_UNSEEN = re.compile("[\u200e\u200f\u202a-\u202e]")  # marks of direction, which MediaWiki takes off
_MAX_BYTES = 255  # of a title, and of a file name on most systems
# beside letters, digits and _.-; never one that a file system or shell glob minds
_SAFE = " !$&'()+,;=@~^`"
# Names that Windows keeps for devices, whatever their suffix.
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


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
