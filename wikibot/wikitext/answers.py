"""An answer as wikitext: forms as code, times as the wiki writes them, names as links to people.

Answers are plain text everywhere else: in the log, the journal, the terminal. Only where one is put
on a page are its backticks, times and names turned into markup; what stands between quotation marks
is what a player wrote, and is shown as it is. All else does nothing on the page (``escape.show``).

Decision: a time is in italics, but for its zone. A time in one piece behind a link to an account is
a signature to what reads talk pages, and would end the comment there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from wikibot.wikitext.dialect import current
from wikibot.wikitext.escape import isolated, named, show
from wikibot.wikitext.folding import account_name
from wikibot.wikitext.messages import later, say

MONTHS = tuple(map(later, (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)))  # fmt: skip
_QUOTED = r"""(?<!\w)(?:'[^'\n]*'|"[^"\n]*"|«[^»\n]*»)(?!\w)"""
_CODE = r"`(?P<code>[^`\n]+)`"
_TIME = r"(?<![\w.-])(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)(?!\w)"
_NO_TITLE = re.compile(r"[\[\]{}|#<>/\x00-\x1f\x7f\ufffd]|~~~|__")
_LONGEST = 85  # characters of an account's name, of up to three bytes each
_ACTIVE = re.compile(r"[\"&'<=>\[\]{|};~]|__|^[ !#*:-]")  # in a link, as in signatures


def wiki_time(time: datetime) -> str:
    """``14:05, 3 January 2024``, as wikis in the language in use write it; in UTC."""
    time = time.astimezone(UTC)
    month = say(MONTHS[time.month - 1])
    return say("{}, {} {} {}", f"{time:%H:%M}", time.day, month, time.year)


def answer_wikitext(text: str, names: Mapping[str, str] | None = None) -> str:
    """The wikitext of an answer. ``names``: accounts of the people whom it concerns, by name.

    Each name is a link to the user page where it stands first, so that a notification reaches the
    person. The accounts have to be such that a link can name them.
    """
    return "".join(_parts(unicodedata.normalize("NFC", named(text)), dict(names or {})))


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters, that does not end within a form in backticks."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    cut = cut[: cut.rindex("`")] if cut.count("`") % 2 else cut
    return f"{cut.rstrip()}…"


def names_in(text: str, known: Mapping[str, str]) -> list[str]:
    """Those of some names that stand in an answer as links would, in order, each once."""
    there = {name: account for name, account in known.items() if name and name in text}
    found = (each.groupdict().get("name") for each in _pattern(there).finditer(text))
    return list(dict.fromkeys(name for name in found if name))


def linkable(account: str) -> bool:
    """Whether a link can name this account: as MediaWiki writes it, and a valid title."""
    fits = 0 < len(account) <= _LONGEST and not _NO_TITLE.search(account)
    return fits and account == account_name(account)


def mention(account: str, name: str = "") -> str:
    """A link to the user page of an account, which shows the name that the game has for it."""
    target, label = (_ACTIVE.sub(_entity, each) for each in (account, name or account))
    shown = isolated(name or account, leftward=current().leftward) != (name or account)
    return f"[[User:{target}|<bdi>{label}</bdi>]]" if shown else f"[[User:{target}|{label}]]"


def _entity(found: re.Match[str]) -> str:
    return "".join(f"&#{ord(char)};" for char in found[0])


def _parts(text: str, names: dict[str, str]) -> Iterator[str]:
    at = 0
    for found in _pattern(names).finditer(text):
        said = _said(found, names)
        if said:
            yield from _shown(text[at : found.start()])
            yield said
            at = found.end()
    yield from _shown(text[at:])


def _pattern(names: Mapping[str, str]) -> re.Pattern[str]:
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    name = rf"|(?<![\w@/])(?P<name>{known})(?!\w)" if known else ""
    return re.compile(f"{_QUOTED}|{_CODE}|{_TIME}{name}")


def _said(found: re.Match[str], names: dict[str, str]) -> str:
    """The markup of what was found; "" where it is shown as it is."""
    parts = found.groupdict()
    if parts["code"]:
        return f"<code>{show(parts['code'])}</code>"
    if parts["time"]:
        with suppress(ValueError):
            return f"''{wiki_time(datetime.fromisoformat(parts['time']))}'' (UTC)"
    account = names.pop(parts.get("name") or "", "")
    return mention(account, parts["name"]) if account else ""


def _shown(text: str) -> Iterator[str]:
    if text:
        yield show(text) if text.strip() else text
