"""The session that is kept from run to run: its cookies, as one private text."""

from __future__ import annotations

import http.cookiejar
from io import StringIO

from wikibot.wiki.errors import WikiError
from wikibot.wiki.files import KeptText

_HEAD = "#LWP-Cookies-2.0\n"


class Jar(http.cookiejar.LWPCookieJar):
    """Cookies that can be read from a text, as ``load`` reads them from a file."""

    def read(self, text: str) -> None:
        """Add the cookies of a text. Raises ``LoadError``."""
        load = getattr(self, "_really_load")  # noqa: B009  # not known to the types of the library
        load(StringIO(text), "the session", ignore_discard=True, ignore_expires=False)


class Cookies:
    """The cookies of ``kept``, in ``jar``; without a place they last as long as the program."""

    def __init__(self, kept: KeptText | None) -> None:
        self.jar, self._place = Jar(), kept
        if kept is not None:
            try:
                self.jar.read(kept.read() or "")
            except (OSError, http.cookiejar.LoadError, ValueError):
                self.jar.clear()  # a missing or broken one only means one more login
        self._kept = self.jar.as_lwp_str(ignore_discard=True)

    def __bool__(self) -> bool:
        """Whether a session was kept."""
        return len(self.jar) > 0

    def clear(self) -> None:
        self.jar.clear()

    def keep(self) -> None:
        """Write changed cookies to their place, whole or not at all."""
        text = self.jar.as_lwp_str(ignore_discard=True)
        if self._place is None or text == self._kept:
            return
        try:
            self._place.write(_HEAD + text)
        except OSError as error:
            why = f"the session cannot be kept in {self._place.place}: {error.strerror}"
            raise WikiError(why, remedy="Make the state folder writable.") from None
        self._kept = text
