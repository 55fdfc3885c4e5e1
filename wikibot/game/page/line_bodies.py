"""The text below an action line, as one line and back: a pilcrow stands for a line break.

propose: More fish ¶ append «Fish are blue.» to Garbage
"""

from __future__ import annotations

import re

BREAK = "¶"
_PART = re.compile(r"(?:(?<!\s)\s++)?(?<!¶)¶(?!¶)\s*+")


def on_one_line(body: str) -> str:
    """Several lines as one, without blank ones at the ends; a pilcrow of the text is doubled."""
    lines = [" ".join(line.replace(BREAK, BREAK * 2).split()) for line in body.strip().split("\n")]
    return " ".join(f" {BREAK} ".join(lines).split())  # as a page shows it


def on_lines(text: str) -> str:
    """The inverse of :func:`on_one_line`, but for runs of blanks."""
    return "\n".join(part.replace(BREAK * 2, BREAK) for part in _PART.split(text))


def with_body(text: str, body: str) -> str:
    """An action's line with the text below it, as one line."""
    line = " ".join(text.replace(BREAK, BREAK * 2).split())
    return f"{line} {BREAK} {on_one_line(body)}" if body.strip() else line


def split_body(line: str) -> tuple[str, str]:
    """A line that :func:`with_body` wrote as the action's text and its body, of several lines."""
    text, _, body = on_lines(line).partition("\n")
    return text, body
