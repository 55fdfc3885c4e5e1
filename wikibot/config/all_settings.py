"""All settings one by one, for whatever lists them: the sample, the docs, messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from wikibot.config.sections import SECTIONS
from wikibot.config.values import Key


class Setting(NamedTuple):
    """One key of one section. ``default`` is MISSING where it must be set."""

    section: str
    name: str
    default: Any
    key: Key

    @property
    def shown_default(self) -> str:
        """The default as it would be written, "" where there is none to write."""
        if self.default is MISSING or self.default in ("", (), None, Path()):
            return ""
        if isinstance(self.default, timedelta):
            days, rest = divmod(self.default, timedelta(days=1))
            return f"{self.default // timedelta(minutes=1)} minutes" if rest else f"{days} days"
        return (
            ", ".join(map(str, self.default))
            if isinstance(self.default, tuple)
            else str(self.default)
        )


def all_settings() -> Iterator[Setting]:
    """Every setting, section by section."""
    for section, model in SECTIONS.items():
        for each in fields(model):
            yield Setting(section, each.name, each.default, each.metadata["key"])


def known_keys() -> tuple[tuple[str, str], ...]:
    """Section and name of every key."""
    return tuple((each.section, each.name) for each in all_settings())
