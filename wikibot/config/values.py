"""Keys of the settings file, and their values, each read from what is written there.

What reads a value raises ``ValueError``: with the reason, or without one where what is expected
says it all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from wikibot.wiki.base import FOLDER
from wikibot.wiki.errors import WikiError
from wikibot.wiki.titles import normalise, of_month
from wikibot.wikitext.folding import account_name

_UNITS = {
    "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "m": 60, "hour": 3600, "h": 3600,
    "day": 86400, "d": 86400,
}  # fmt: skip
_SPAN = re.compile(r"(\d{1,9})\s*([a-z]+)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def one_line(value: str) -> str:
    """A value that stands on one line."""
    if "\n" in value:
        why = "the value goes over several lines; an indented line belongs to the key above it"
        raise ValueError(why)
    if _CONTROL.search(value):
        raise ValueError("there is a control character in it")
    return value


def title(value: str) -> str:
    """The title of a page, which may be empty."""
    try:
        normalise(one_line(value))
    except WikiError as error:
        raise ValueError(error.message) from None
    return value


def monthly_title(value: str) -> str:
    """The title of a page, which may be empty, or of one page a month, with ``%Y`` and ``%m``."""
    title(of_month(value, datetime(2000, 1, 1, tzinfo=UTC)))
    if "%m" in value and "%Y" not in value:
        raise ValueError("%m without %Y names the same pages every year")
    return value


def names(value: str) -> tuple[str, ...]:
    """Names between commas or each on a line."""
    parts = re.split(r"[,\n]", value.replace("_", " "))
    return tuple(name for part in parts if (name := " ".join(part.split())))


def accounts(value: str) -> tuple[str, ...]:
    """Accounts between commas or each on a line, as MediaWiki writes them."""
    return tuple(name for part in re.split(r"[,\n]", value) if (name := account_name(part)))


def parse_span(text: str) -> timedelta:
    """Read ``5 minutes``, ``1 hour 30 min`` or ``90 s``; else raises ``ValueError``."""
    text = re.sub(r"\band\b|,", " ", text.casefold())
    parts = _SPAN.findall(text)
    units = [_UNITS.get(unit) or _UNITS.get(unit.removesuffix("s")) for _, unit in parts]
    if not parts or None in units or _SPAN.sub("", text).strip():
        raise ValueError
    seconds = (int(number) * (unit or 0) for (number, _), unit in zip(parts, units, strict=True))
    try:
        return timedelta(seconds=sum(seconds))
    except OverflowError:
        raise ValueError from None


def span(value: str) -> timedelta:
    """A span of time that a program may wait."""
    found = parse_span(value)
    if not timedelta(seconds=1) <= found <= timedelta(days=7):
        raise ValueError("it lies outside 1 second to 7 days")
    return found


def age(value: str) -> timedelta:
    """How old something on a page gets."""
    found = parse_span(value)
    if not timedelta(days=1) <= found <= timedelta(days=3650):
        raise ValueError("it lies outside 1 day to 3650 days")
    return found


def text(value: str) -> str:
    """Any text, but some."""
    if not one_line(value):
        raise ValueError
    return value


def address(value: str) -> str:
    """The address of a wiki, without name and password."""
    text(value)
    if value.startswith(FOLDER) and value != FOLDER:
        return value
    if re.search(r"://[^/]*@", value):
        raise ValueError("leave name and password out of the address")
    if not re.fullmatch(r"https?://[^/\s]+/(\S*/)?api\.php", value) or not _has_host(value):
        raise ValueError
    return value


def _has_host(address: str) -> bool:
    """Whether an address names a host, and a port if any, that there can be."""
    try:
        return bool(urlsplit(address).hostname) and urlsplit(address).port != 0
    except ValueError:
        return False


def board_file(value: str) -> str:
    """The name of an SVG file."""
    if not re.fullmatch(r"[^\s/\\:#<>\[\]{}|.][^/\\:#<>\[\]{}|\n]*\.svg", value):
        raise ValueError
    return title(f"File:{value}").removeprefix("File:")


def relays(value: str) -> tuple[str, ...]:
    """Addresses of relays, between commas or blanks."""
    relays = tuple(part for part in re.split(r"[,\s]+", value) if part)
    good = [re.fullmatch(r"https?://[^/\s@]+(/[^\s@]*)?", relay) for relay in relays]
    if not relays or not all(good) or not all(map(_has_host, relays)):
        raise ValueError
    return relays


class Hidden(str):
    """A text that is never shown as a whole: addresses of webhooks are passwords."""

    def __repr__(self) -> str:
        return "(hidden)"


def webhooks(value: str) -> tuple[Hidden, ...]:
    """Addresses of webhooks, between blanks, commas or line breaks."""
    found = tuple(Hidden(part) for part in re.split(r"[,\s]+", value) if part)
    good = [re.fullmatch(r"https?://[^/\s@]+/[^\s@]*", each) and _has_host(each) for each in found]
    if not found or not all(good):
        raise ValueError
    return found


def mentions(value: str) -> tuple[tuple[str, str], ...]:
    """Pairs ``Name: mention``, between commas or each on a line."""
    found = []
    for part in re.split(r"[,\n]", value):
        name, colon, mention = (each.strip() for each in part.partition(": "))
        if part.strip() and not (name and colon and mention):
            raise ValueError(f"{part.strip()!r} is not a pair")
        found += [(" ".join(name.split()), mention)] if part.strip() else []
    return tuple(found)


def one_of(*choices: str) -> Callable[[str], str]:
    """One of some words."""
    return matching("|".join(choices))


def matching(pattern: str) -> Callable[[str], str]:
    """A text that matches a pattern as a whole."""

    def read(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError
        return value

    return read


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A whole number within bounds."""

    def read(value: str) -> int:
        if not value.isdecimal() or not least <= int(value) <= most:
            raise ValueError
        return int(value)

    return read


def path(value: str) -> Path:
    """The path of a file."""
    return Path(text(value))


class Key(NamedTuple):
    """What is known of a key besides its name and its default.

    ``read`` makes its value or raises ``ValueError`` with a reason, or without one; ``expected`` is
    what it then names. ``about`` says to an operator what the key is for, in Markdown. ``example``
    stands in the sample, "" where that shows the default in a comment. ``unset`` says what is taken
    where nothing is set and there is no default value. ``secret``: never shown.
    """

    read: Callable[[str], Any]
    expected: str
    about: str
    example: str = ""
    unset: str = ""
    secret: bool = False


def key(
    read: Callable[[str], Any], expected: str, about: str, default: Any = MISSING, **more: Any
) -> Any:
    """A field of a section: how the key is read, and what messages and docs say of it."""
    return field(default=default, metadata={"key": Key(read, expected, about, **more)})
