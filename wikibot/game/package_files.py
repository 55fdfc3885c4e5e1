"""Files that a game's package brings along, as much a part of the game as its code."""

from __future__ import annotations

from pkgutil import get_data


def packaged_text(package: str, name: str) -> str:
    """The text of a file in a package's folder; raises ``FileNotFoundError`` that names both."""
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{package} has no {name}")
    return data.decode("utf-8")
