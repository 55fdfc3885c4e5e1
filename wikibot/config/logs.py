"""Logging to standard error: plain lines, the details with ``--debug``, and no secret in either."""

from __future__ import annotations

import logging
import sys

from wikibot.wikitext.regex import regex

LOGGER = logging.getLogger("wikibot")
HIDDEN = "(hidden)"
WIKI = "wikibot.wiki"
# These print whole requests when asked for details; what went over the wire is in our own
# lines.
_TALKATIVE = ("urllib3", "requests", "mwclient", "requests_oauthlib")
# Control characters could move the cursor, colour what follows or retitle the window; the others
# turn text around.
_UNSAFE = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_hidden: list[str] = []


class _Formatter(logging.Formatter):
    """Takes secrets out of the finished line with its traceback; details name their package."""

    def format(self, record: logging.LogRecord) -> str:
        record.package = record.name if record.levelno < logging.INFO else LOGGER.name
        return redact(super().format(record))


def hide(secret: str) -> None:
    """Never log this text from now on."""
    if secret and secret not in _hidden:
        _hidden.append(secret)


def safe(text: str) -> str:
    """Text that a terminal shows and does not obey."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def redact(text: str) -> str:
    """The text with every secret that is known replaced, and nothing that steers a terminal."""
    for secret in _hidden:
        text = text.replace(secret, HIDDEN)
    return safe(text)


def set_up(*, debug: bool = False, dated: bool = False) -> None:
    """Log to standard error. ``dated``: with time and level, for a program that stays up."""
    handler = logging.StreamHandler(sys.stderr)
    form = f"{'%(asctime)s %(levelname)s ' if dated else ''}%(package)s: %(message)s"
    handler.setFormatter(_Formatter(form, "%Y-%m-%dT%H:%M:%S%z"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    # A person sees what is waited for; cron mails what needs a person.
    watched = dated or sys.stderr.isatty()
    LOGGER.setLevel(logging.DEBUG if debug else logging.INFO if watched else logging.WARNING)
    logging.getLogger(WIKI).setLevel(logging.NOTSET)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def debugging() -> bool:
    """Whether details were asked for."""
    return LOGGER.isEnabledFor(logging.DEBUG)
