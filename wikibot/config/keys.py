"""What is known of a key of the settings file, kept with the field that holds its value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, field
from typing import Any, NamedTuple


class Key(NamedTuple):
    """What is known of a key besides its name and its default.

    ``read`` makes its value or raises ``ValueError`` with a reason, or without one; ``expected`` is
    what it then names. ``about`` says to an operator what the key is for, in Markdown. ``example``
    stands in the sample, "" where that shows the default in a comment. ``unset`` says what is taken
    where nothing is set and there is no default value. ``secret``: never shown.
    """

    read: Callable[[str], Any]
    expected: str
    about: str
    example: str = ""
    unset: str = ""
    secret: bool = False


def key(
    read: Callable[[str], Any], expected: str, about: str, default: Any = MISSING, **more: Any
) -> Any:
    """A field of a section: how the key is read, and what messages and docs say of it."""
    return field(default=default, metadata={"key": Key(read, expected, about, **more)})
