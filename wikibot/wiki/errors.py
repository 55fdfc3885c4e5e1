"""What can go wrong with a wiki, each with the exit code that it leads to.

WikiError                 something the wiki did not do; says what to do next
├── TryLater              75: unreachable, read-only, maxlag, rate limit, deadline
├── NotAllowed            77: login, rights, protection, block
├── WrongSettings         78: not the address of an API, no such folder, an impossible title
├── PageUnreadable        1: the page is not wikitext (another content model, not UTF-8)
├── EditConflict          another account saved first: read again, plan again
│   ├── PageAppeared      a page to be created is already there
│   └── PageVanished      a page to be changed is gone
└── EditRefused           1: a filter, captcha, blacklist or size limit said no to this text
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any


class WikiError(Exception):
    """Base of a wiki's errors. ``code`` is the server's, ``remedy`` what a person does next."""

    exit_code = 75

    def __init__(self, message: str, *, code: str = "", page: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.page = page
        self.remedy = remedy

    def __str__(self) -> str:
        """One line: page, what happened, the server's code, what to do."""
        where = f"{self.page}: " if self.page else ""
        code = f" [{self.code}]" if self.code else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{where}{self.message}{code}.{remedy}"


class TryLater(WikiError):
    """The wiki cannot answer now; the next run will do."""


class NotAllowed(WikiError):
    """The account may not do this: login, rights, protection or a block."""

    exit_code = 77


class WrongSettings(WikiError):
    """The settings lead nowhere: no API at this address, no such folder, an impossible title."""

    exit_code = 78


class PageUnreadable(WikiError):
    """A page is there, but it is not wikitext; a person must look at it."""

    exit_code = 1


class EditConflict(WikiError):
    """Another account saved first; nothing was written."""


class PageAppeared(EditConflict):
    """A page that was to be created exists already."""


class PageVanished(EditConflict):
    """A page that was to be changed was deleted or moved."""


class EditRefused(WikiError):
    """The wiki refuses this very text: filter, captcha, blacklist, size."""

    exit_code = 1


# == What goes wrong between us and the API, as codes: no answer, or an answer that says no ========

# Refused before anything was done, and worth another try
# (https://www.mediawiki.org/wiki/Manual:Maxlag_parameter).
_WAIT_CODES = {"maxlag": 5.0, "ratelimited": 10.0}
_SERVER_FAULT = "internal_api_error"


class Fault(Exception):
    """A request without a usable answer.

    ``sent`` is false when the server surely did nothing; ``again`` when another try may help;
    ``wait`` is how many seconds the server asked for.
    """

    def __init__(
        self, message: str, *, sent: bool = True, again: bool = True, wait: float | None = None
    ) -> None:
        super().__init__(message)
        self.sent = sent
        self.again = again
        self.wait = wait


class Refusal(Exception):
    """An error that the API reports: its code, its English text, and the rest of what it said."""

    sent = False  # the server did nothing

    def __init__(
        self, code: str, info: str = "", data: Mapping[str, Any] | None = None,
        wait: float | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"{code}: {info}")
        self.code = code
        self.info = info
        self.data = data or {}
        self.again = code in _WAIT_CODES
        self.wait = wait if wait is not None else _WAIT_CODES.get(code)


def from_error(answer: Mapping[str, Any], wait: float | None) -> Fault | Refusal:
    """The error of an answer, in the old form or in that of ``errorformat``.

    ``wait``: the seconds of its Retry-After. An exception inside the server leaves open how far it
    came, so it is a fault and not a refusal.
    """
    error = dict(answer.get("error") or next(iter(answer.get("errors", ())), {}))
    error |= error.pop("data", {})
    code, info = str(error.get("code", "")), str(error.get("info", error.get("text", "")))
    if code.startswith(_SERVER_FAULT):
        return Fault(f"the server stumbled ({code})", wait=wait)
    return Refusal(code, info, error, wait)


def retry_after(value: str | None) -> float | None:
    """A Retry-After header in seconds: a number, or an HTTP date (RFC 9110, 10.2.3).

    ``None`` when it is unreadable.
    """
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
