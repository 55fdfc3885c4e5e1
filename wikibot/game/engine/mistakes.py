"""Mistakes of the program itself, contained: one line, event, cell or page fails, all else goes on.

Whatever contains an exception that no rule raised on purpose tells of it by :func:`failure`. The
core does no logging: the command line listens and logs the traceback for ``--debug``; tests listen
and raise it again, so that no mistake hides behind an answer to a player.

``KeyboardInterrupt``, ``SystemExit`` and the signal to stop are not mistakes: they are not of type
``Exception``.
"""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[str, Exception], None]
_MOST = 200  # characters of an exception's own words


def _nobody(doing: str, error: Exception) -> None:
    del doing, error


_listener: Listener = _nobody


def listen(listener: Listener | None = None, *, unless_heard: bool = False) -> None:
    """Tell every contained mistake to ``listener`` (default: to nobody) from now on; or only if nobody listens yet."""
    global _listener  # noqa: PLW0603  # one program has one place where mistakes are told
    if not unless_heard or _listener is _nobody:
        _listener = listener or _nobody


def failure(doing: str, error: Exception) -> str:
    """Tell the listener of a mistake; gives what is said of it to people, who have to make up for it."""
    _listener(doing, error)
    return f"the bot failed at `{doing}` ({described(error)}). A steward must rule on it; please report this as a bug"


def described(error: Exception) -> str:
    """An exception on one line of bounded length: what went wrong may have the input in its words."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return words if len(words) <= _MOST else words[:_MOST] + " ..."
