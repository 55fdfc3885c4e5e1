"""The form of the hidden comment, with a bound on every number and time in it.

A page that anybody may edit is no place for a number of 400 digits or a year 9999; what does not
fit is a damaged comment, never an exception of another kind.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from wikibot.game.calendar import parse_time
from wikibot.wikitext.replies import IDENTITY

_LARGEST = 2**53 - 1  # what every reader of JSON keeps exactly; MediaWiki's own ids end far before
_EARLIEST, _LATEST = datetime(2001, 1, 1, tzinfo=UTC), datetime(2999, 1, 1, tzinfo=UTC)
_ID = re.compile(IDENTITY)


def _time(text: str) -> str:
    if not _EARLIEST <= parse_time(text) <= _LATEST:
        raise ValueError("a time that no wiki can have")
    return text


def _identity(text: str) -> str:
    if not _ID.fullmatch(text):
        raise ValueError("not the identity of an action")
    return text


Number = Annotated[int, Field(strict=True, ge=0, le=_LARGEST)]
Time = Annotated[str, Field(max_length=40), AfterValidator(_time)]
Identity = Annotated[str, Field(max_length=60), AfterValidator(_identity)]
Name = Annotated[str, Field(max_length=10_000)]
Text = Annotated[str, Field(max_length=2**21)]  # no page is longer
Seal = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_Answer = tuple[Identity, Name, Text] | tuple[Identity, Name, Text, Time]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True)


class MarkForm(_Form):
    """How far a page of lines was read."""

    page: Number
    through: Number
    since: Number


class CursorForm(_Form):
    """The comment's JSON, version 1."""

    actions: MarkForm
    stewards: MarkForm
    others: tuple[MarkForm, ...] = Field(default=(), max_length=1000)
    synced: Time | None
    base: Number
    log_base: Number
    run: Annotated[str, Field(pattern=r"^[0-9a-f]{0,32}$")]
    paused: Name
    closed: Name
    accepted: str
    answers: tuple[_Answer, ...]
    lines: tuple[Text, ...]
    owed: tuple[tuple[Text, ...], ...] = ()
    dice: Name = ""
    seals: tuple[tuple[Number, Seal], ...] = Field(default=(), max_length=1000)
    waits: tuple[tuple[Identity, Identity, Time], ...] = ()
    ruleset: Number = 0
    notices: tuple[tuple[Name, Name, Name, Name, Name], ...] = Field(default=(), max_length=10_000)


def validated(data: Any, version: int) -> CursorForm:
    """Check what JSON gave. Raises ``ValueError`` that says in a few words what is wrong."""
    if not isinstance(data, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004  # whoever reads a comment asks for one kind of error
    if data.get("version") != version:
        raise ValueError(f"it is of another version than {version}, which this program knows")
    try:
        return CursorForm.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ValueError(f"{where}: {first['msg']}") from None
