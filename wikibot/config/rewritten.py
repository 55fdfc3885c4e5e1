"""A settings file with some values set, every other byte as its author wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SECTION = re.compile(r"\[([^\]]+)\]")


def with_values(text: str, values: Mapping[tuple[str, str], str]) -> str:
    """The text of a settings file with the values of some keys, by section and key; "" removes one.

    A key stands behind the head of its section then; a section that is not there comes last.
    """
    kept: list[str] = []
    section, dropping = "", False
    for line in text.splitlines(keepends=True):
        head = _SECTION.match(line)
        if head:
            section = head[1]
        elif line[:1].isspace() and line.strip():
            if dropping:  # the value goes on
                continue
        else:
            key = line.partition("=")[0].strip().lower()
            dropping = "=" in line and (section, key) in values
            if dropping:
                continue
        kept.append(line)
    return _added("".join(kept), values)


def _added(text: str, values: Mapping[tuple[str, str], str]) -> str:
    for (section, key), value in values.items():
        line, head = (
            f"{key} = {value}\n",
            re.compile(rf"^\[{re.escape(section)}\].*\n?", re.MULTILINE),
        )
        found = head.search(text)
        if not value:
            continue
        if found is None:
            text = f"{text.rstrip()}\n\n[{section}]\n{line}"
        else:
            before, after = text[: found.end()], text[found.end() :]
            text = f"{before}{'' if before.endswith(chr(10)) else chr(10)}{line}{after}"
    return text
