"""The session that is kept from run to run: cookies in a file that only its owner can read."""

from __future__ import annotations

import http.cookiejar
from pathlib import Path

from wikibot.wiki.errors import WikiError
from wikibot.wiki.files import PRIVATE, replace_file


class Cookies:
    """The cookies of ``file``, in ``jar``; without a file they last as long as the program."""

    def __init__(self, file: Path | None) -> None:
        self.jar = http.cookiejar.LWPCookieJar()
        self._file = file
        if file is not None:
            try:
                self.jar.load(str(file), ignore_discard=True)
            except (OSError, http.cookiejar.LoadError, ValueError):
                self.jar.clear()  # a missing or broken file only means one more login
        self._kept = self.jar.as_lwp_str(ignore_discard=True)

    def __bool__(self) -> bool:
        """Whether a session was kept."""
        return len(self.jar) > 0

    def clear(self) -> None:
        """Forget the session, before a login."""
        self.jar.clear()

    def keep(self) -> None:
        """Write changed cookies to their file, atomically and for the owner alone."""
        text = self.jar.as_lwp_str(ignore_discard=True)
        if self._file is None or text == self._kept:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            replace_file(self._file, f"#LWP-Cookies-2.0\n{text}".encode(), PRIVATE)
        except OSError as error:
            why = f"the session cannot be kept in {self._file}: {error.strerror}"
            raise WikiError(why, remedy="Make the state folder writable.") from None
        self._kept = text
