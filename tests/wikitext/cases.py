"""Reads data files of cases: blocks between lines of dashes, each of ``field: value`` lines and
marked page lines.

A page line begins with a mark and a bar (``A| * move 1``, `` | chatter``). A case must have a
``name`` and a ``label``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

_BETWEEN = re.compile(r"^-{3,}\n", re.MULTILINE)
_MARKED = re.compile(r"(?P<mark>[A-Za-z ])\|(?: (?P<text>.*))?")


@dataclass(frozen=True)
class Case:
    """One case: its fields, and its page lines with their marks."""

    name: str
    label: str
    fields: dict[str, str]
    page: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The page."""
        return "\n".join(text for _, text in self.page)


def read_cases(path: Path) -> list[Case]:
    """All cases of a file; lines that begin with ``#`` in column 1 are comments."""
    text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [_case(block) for block in _BETWEEN.split(text) if block.strip()]


def case_params(path: Path) -> list[object]:
    """The cases as parameters of a test, named after them."""
    return [pytest.param(case, id=case.name) for case in read_cases(path)]


def _case(block: str) -> Case:
    fields: dict[str, str] = {}
    page: list[tuple[str, str]] = []
    for line in block.split("\n"):
        marked = _MARKED.fullmatch(line)
        if marked:
            page.append((marked["mark"], marked["text"] or ""))
        elif line.strip():
            name, _, value = line.partition(":")
            fields[name.strip()] = value.strip()
    return Case(fields.pop("name"), fields.pop("label"), fields, tuple(page))
