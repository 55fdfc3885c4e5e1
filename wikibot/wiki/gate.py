"""How several programs together are polite to one wiki: who may write now, and from when on.

Alone, a program needs neither: it sends one request after the other, and waits as it was asked to.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


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
