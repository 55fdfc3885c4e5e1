"""Exit codes (https://man.freebsd.org/cgi/man.cgi?sysexits), and the errors that carry one."""

from __future__ import annotations

DONE = 0  # nothing to do is done, too
ATTENTION = 1  # done, but a person is needed
USAGE = 64
SOFTWARE = 70  # a mistake in the program itself
TRY_LATER = 75
NOT_ALLOWED = 77
SETTINGS = 78
INTERRUPTED = 130  # Ctrl-C, as shells count it


class ProgramError(Exception):
    """Ends a command with one line on standard error: what happened and what to do next."""

    exit_code = ATTENTION

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        if exit_code is not None:
            self.exit_code = exit_code
