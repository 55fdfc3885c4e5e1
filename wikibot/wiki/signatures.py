"""Signatures as MediaWiki expands them on saving: ``~~~`` name, ``~~~~`` name and time, ``~~~~~`` time."""

from __future__ import annotations

import re
from datetime import datetime

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

# What the server sets aside before it looks for tildes. An unclosed comment runs to the end, an
# unclosed tag is text.
_ASIDE_OR_TILDES = re.compile(
    r"(?P<aside><!--.*?(?:-->|\Z)|<(?P<tag>nowiki|pre)(?:\s[^<>]*)?(?:/>|(?<!/)>.*?</(?P=tag)\s*>))|(?P<tildes>~{3,5})",
    re.DOTALL | re.IGNORECASE,
)
_ACTIVE = re.compile(r"[\"&'<=>\[\]{|};]|^[ !#*:-]")


def timestamp(time: datetime) -> str:
    """A time as signatures show it: ``02:22, 5 January 2024 (UTC)``."""
    return f"{time:%H:%M}, {time.day} {_MONTHS[time.month - 1]} {time.year} (UTC)"


def _escaped(user: str) -> str:
    """A name as MediaWiki writes it into a signature. Source: ``wfEscapeWikiText``."""
    return _ACTIVE.sub(lambda found: f"&#{ord(found[0])};", user)


def expand(text: str, user: str, time: datetime) -> str:
    """``text`` with its tildes replaced by the signature of ``user``, outside comments, nowiki and pre."""
    user = _escaped(user)
    name = f"[[User:{user}|{user}]] ([[User talk:{user}|talk]])"
    signs = {3: name, 4: f"{name} {timestamp(time)}", 5: timestamp(time)}

    def sign(found: re.Match[str]) -> str:
        return found["aside"] if found["aside"] is not None else signs[len(found["tildes"])]

    return _ASIDE_OR_TILDES.sub(sign, text)
