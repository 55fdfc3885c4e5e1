"""Which page a sync looks at now. Pure stages say it, so that the watchdog can name the page that took too long."""

from __future__ import annotations

_present = [""]


def at(title: str) -> None:
    """Say which page is looked at from now on."""
    _present[0] = title


def current_page() -> str:
    """The title that was said last; "" before any was."""
    return _present[0]
