"""Types of settings: what pydantic is to make of what is written in the settings file.

What reads a value raises ``ValueError``: with the reason, or without one where what is expected
says it all. pydantic is loaded where a file is read, not here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from urllib.parse import urlsplit

from wikibot.wiki.base import FOLDER, normalise, of_month
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.regex import regex

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

_UNITS = {
    "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "m": 60, "hour": 3600, "h": 3600,
    "day": 86400, "d": 86400,
}  # fmt: skip
_SPAN = regex(r"(\d{1,9})\s*([a-z]+)")
_CONTROL = regex(r"[\x00-\x08\x0b-\x1f\x7f]")
_NO_ACCOUNT = regex(  # what no name may have, addresses of people without an account
    r"[#<>\[\]{}|/]|^\d+(?:\.\d+){3}$|^[\da-f]*(?::[\da-f]*){2,7}$", re.IGNORECASE
)


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


def heading(value: str) -> str:
    """A heading without its markup."""
    if re.fullmatch(r"\s*=.*=\s*", one_line(value)):
        raise ValueError("leave out the = around it")
    return value


def monthly_title(value: str) -> str:
    """The title of a page, which may be empty, or of one page a month, with ``%Y`` and ``%m``."""
    title(of_month(value, datetime(2000, 1, 1, tzinfo=UTC)))
    if "%m" in value and "%Y" not in value:
        raise ValueError("%m without %Y names the same pages every year")
    return value


def names(value: str) -> tuple[str, ...]:
    """Names between commas or each on a line."""
    parts = re.split(r"[,\n]", value)
    return tuple(name for part in parts if (name := " ".join(part.split())))


def account(value: str) -> str:
    """An account, which ``@`` may part from the name of a bot password."""
    name = account_name(one_line(value).partition("@")[0])
    if _NO_ACCOUNT.search(name):
        raise ValueError(f"{name!r} cannot be the name of an account")
    return value


def accounts(value: str) -> tuple[str, ...]:
    """Accounts between commas or each on a line, as MediaWiki writes them."""
    parts = re.split(r"[,\n]", value)
    return tuple(name for part in parts if (name := account_name(account(part))))


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


def between(least: str, most: str) -> Callable[[str], timedelta]:
    """What reads a span of time that is no shorter than one and no longer than the other."""

    def read(value: str) -> timedelta:
        found = parse_span(value)
        if not parse_span(least) <= found <= parse_span(most):
            raise ValueError(f"it lies outside {least} to {most}")
        return found

    return read


def address(value: str) -> str:
    """The address of a wiki, without name and password."""
    one_line(value)
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


def feed(value: str) -> str:
    """What tells of edits."""
    from wikibot.wiki.feed import NONE, RECENT_CHANGES, STREAMS, udp_parts

    if value.startswith(STREAMS):
        if not _has_host(value):
            raise ValueError
    elif value not in (RECENT_CHANGES, NONE):
        udp_parts(value)
    return value


def relays(value: str) -> tuple[str, ...]:
    """Addresses of relays, between commas or blanks."""
    return _addresses(value, r"https?://[^/\s@]+(/[^\s@]*)?")


def _addresses(value: str, form: str) -> tuple[str, ...]:
    found = tuple(part for part in re.split(r"[,\s]+", value) if part)
    if not found or not all(re.fullmatch(form, each) and _has_host(each) for each in found):
        raise ValueError
    return found


class Hidden(str):
    """A text that is never shown as a whole: addresses of webhooks are passwords."""

    def __repr__(self) -> str:
        return "(hidden)"

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.is_instance_schema(cls)


def webhooks(value: str) -> tuple[Hidden, ...]:
    """Addresses of webhooks, between blanks, commas or line breaks."""
    return tuple(map(Hidden, _addresses(value, r"https?://[^/\s@]+/[^\s@]*")))


def mentions(value: str) -> tuple[tuple[str, str], ...]:
    """Pairs ``Name: mention``, between commas or each on a line."""
    found = []
    for part in re.split(r"[,\n]", value):
        name, colon, mention = (each.strip() for each in part.partition(": "))
        if part.strip() and not (name and colon and mention):
            raise ValueError(f"{part.strip()!r} is not a pair")
        found += [(" ".join(name.split()), mention)] if part.strip() else []
    return tuple(found)


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """What reads values of a type from outside."""
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


# -- types -----------------------------------------------------------------------------------------


class Written(NamedTuple):
    """Makes a value of what a file says; what the program makes itself is not read again."""

    read: Callable[[str], Any]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.with_info_before_validator_function(
            lambda value, info: self.read(value) if info.context == WRITTEN else value,
            handler(source),
        )


class Within(dict[str, Any]):
    """Bounds of a value, by pydantic's names: ``ge``, ``le``, ``pattern``."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return {**handler(source), **self}


WRITTEN = "as written in a file"
IS_TITLE = "the title of a page"
Line = Annotated[str, Written(one_line)]
Heading = Annotated[str, Written(heading)]
Account = Annotated[str, Written(account)]
Address = Annotated[str, Written(address)]
File = Annotated[Path, Written(one_line)]
Title = Annotated[str, Written(title), IS_TITLE]
MonthlyTitle = Annotated[str, Written(monthly_title), IS_TITLE]
BoardFile = Annotated[str, Written(board_file), IS_TITLE]
Span = Annotated[timedelta, Written(between("1 second", "7 days"))]  # that a program may wait
Age = Annotated[timedelta, Written(between("1 day", "3650 days"))]  # of what is on a page
Names = Annotated[tuple[str, ...], Written(names)]
Accounts = Annotated[tuple[str, ...], Written(accounts)]
Feed = Annotated[str, Written(feed)]
Relays = Annotated[tuple[str, ...], Written(relays)]
Webhooks = Annotated[tuple[Hidden, ...], Written(webhooks)]
Mentions = Annotated[tuple[tuple[str, str], ...], Written(mentions)]


def key(
    about: str, default: Any = MISSING, *, expected: str = "", example: str = "", unset: str = "",
    secret: bool = False,
) -> Any:  # fmt: skip
    """A field of a section, with what messages and docs say of it.

    ``about`` says to an operator what the key is for, in Markdown. ``expected``: what messages say
    that it should be, where its type and ``about`` do not tell. ``example`` stands in the sample,
    "" where that shows the default in a comment. ``unset`` says what is taken where nothing is set
    and there is no default value. ``secret``: never shown.
    """
    told = {"expected": expected, "about": about, "example": example, "unset": unset}
    return field(default=default, repr=not secret, metadata=told)
