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
