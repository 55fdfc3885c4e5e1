"""Patience: how long a run may take in all, and when a failed request is tried again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, TypeVar

from wikibot.wiki.faults import Fault, Refusal

if TYPE_CHECKING:
    from tenacity import RetryCallState

LOGGER = logging.getLogger(__package__)
T = TypeVar("T")

_TRIES = 6
_FIRST_SECONDS = 1.0
_MAX_SECONDS = 60.0


class Patience:
    """An overall deadline, and capped exponential backoff with jitter inside it."""

    def __init__(
        self, seconds: float, clock: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        self._seconds, self._clock, self._sleep = seconds, clock, sleep
        self.restart()

    def restart(self) -> None:
        """The deadline counts from now."""
        self._end = self._clock() + self._seconds

    def left(self) -> float:
        """Seconds until the deadline."""
        return self._end - self._clock()

    def pause(self, tries: int, asked: float | None = None) -> bool:
        """Wait after try number ``tries``, at least as long as asked.

        False, at once, when the deadline comes first.
        """
        seconds = max(asked or 0.0, min(_MAX_SECONDS, _FIRST_SECONDS * 2.0 ** (tries - 1)))
        if seconds > self.left():
            return False
        self._sleep(seconds)
        return True

    def _tell(self, what: object, seconds: float, tries: int) -> None:
        """Log what is tried again and when; the first attempt at a level shown by default."""
        if tries == 1:
            again = "%s; trying again in %.0f s, at most %d times, for up to %.0f s"
            LOGGER.warning(again, what, seconds, _TRIES - 1, max(seconds, self.left()))
        else:
            LOGGER.info("%s; trying again in %.0f s", what, seconds)

    def retry(self, call: Callable[[], T], *, unsent_only: bool = False) -> T:
        """Call until it succeeds, waiting out what says ``again``; raises the last problem.

        With ``unsent_only`` nothing is repeated that the server may have done already.
        """

        def again(error: BaseException) -> bool:
            if not isinstance(error, Fault | Refusal) or not error.again:
                return False
            return not (unsent_only and error.sent)

        try:
            return call()
        except (Fault, Refusal) as error:
            if not again(error):
                raise
            failed: list[Exception] = [error]

        import tenacity  # here: 40 ms that a run without trouble need not pay

        def attempt() -> T:
            if failed:
                raise failed.pop()
            return call()

        backoff = tenacity.wait_exponential_jitter(initial=_FIRST_SECONDS, max=_MAX_SECONDS)

        def wait(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            seconds = max(float(getattr(error, "wait", None) or 0.0), backoff(state))
            if seconds <= self.left():
                self._tell(getattr(error, "code", error), seconds, state.attempt_number)
            return seconds

        return tenacity.Retrying(
            sleep=self._sleep,
            retry=tenacity.retry_if_exception(again),
            wait=wait,
            stop=lambda state: state.attempt_number >= _TRIES or state.upcoming_sleep > self.left(),
            reraise=True,
        )(attempt)


# -- several programs ------------------------------------------------------------------------------


class Gate(Protocol):
    """One wiki's. Errors are those of where it is kept."""

    def wait(self) -> float:
        """The seconds for which the wiki asked all of us to send nothing; 0.0: go on."""

    def told(self, seconds: float) -> None:
        """The wiki asked for so many seconds, from now on (Retry-After, maxlag, a rate limit)."""

    def writing(self) -> AbstractContextManager[None]:
        """Be the only one who changes anything on the wiki, once the others are done."""


class OpenGate:
    """The gate of a program that is alone."""

    def wait(self) -> float:
        """Seconds to wait on behalf of other processes: none."""
        return 0.0

    def told(self, seconds: float) -> None:
        """There is no other program to tell."""

    def writing(self) -> AbstractContextManager[None]:
        """There is no other program to wait for."""
        return nullcontext()
