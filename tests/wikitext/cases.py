"""Reads data files of cases: each begins with ``== what it shows``, and has ``field: value`` lines
and marked page lines.

A page line begins with a mark and a bar (``A| * move 1``, `` | chatter``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

_MARKED = re.compile(r"(?P<mark>[A-Za-z ])\|(?: (?P<text>.*))?")


@dataclass(frozen=True)
class Case:
    """One case: what it shows, its fields, and its page lines with their marks."""

    name: str
    fields: dict[str, str]
    page: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The page."""
        return "\n".join(text for _, text in self.page)


def read_cases(path: Path) -> list[Case]:
    """All cases of a file; lines that begin with ``#`` in column 1 are comments."""
    return [_case(*block) for block in read_blocks(path)]


def read_blocks(path: Path) -> list[tuple[str, list[str]]]:
    """What each case of a file shows, and its lines."""
    text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    blocks = [block.rstrip("\n").split("\n") for block in f"\n{text}".split("\n== ")[1:]]
    return [(name, lines) for name, *lines in blocks]


def case_params(path: Path) -> list[object]:
    """The cases as parameters of a test, named after them."""
    return [pytest.param(case, id=case.name) for case in read_cases(path)]


def _case(name: str, lines: Sequence[str]) -> Case:
    fields: dict[str, str] = {}
    page: list[tuple[str, str]] = []
    for line in lines:
        marked = _MARKED.fullmatch(line)
        if marked:
            page.append((marked["mark"], marked["text"] or ""))
        elif line.strip():
            field, _, value = line.partition(":")
            fields[field.strip()] = value.strip()
    return Case(name, fields, tuple(page))
