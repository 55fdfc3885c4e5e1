"""Signatures as MediaWiki expands them: ``~~~`` name, ``~~~~`` name and time, ``~~~~~`` time.

The bot writes its own out: what it saved is then known to the letter, and need not be read again.
"""

from __future__ import annotations

import re
from datetime import datetime

from wikibot.wikitext.answers import wiki_time

# What the server sets aside before it looks for tildes. An unclosed comment runs to the end, an
# unclosed tag is text.
_ASIDE_OR_TILDES = re.compile(
    r"(?P<aside><!--.*?(?:-->|\Z)|<(?P<tag>nowiki|pre)(?:\s[^<>]*)?(?:/>|(?<!/)>.*?</(?P=tag)\s*>))"
    r"|(?P<tildes>~{3,5})",
    re.DOTALL | re.IGNORECASE,
)
# What is escaped of a name. Source: ``wfEscapeWikiText``.
_ACTIVE = re.compile(r"[\"&'<=>\[\]{|};]|^[ !#*:-]")


def expand(text: str, user: str, time: datetime) -> str:
    """``text`` with its tildes replaced by the user's signature, but in comments, nowiki and pre.

    A time reads ``02:22, 5 January 2024 (UTC)``.
    """
    name, stamp = _name(user), _stamp(time)
    signs = {3: name, 4: f"{name} {stamp}", 5: stamp}

    def sign(found: re.Match[str]) -> str:
        return found["aside"] if found["aside"] is not None else signs[len(found["tildes"])]

    return _ASIDE_OR_TILDES.sub(sign, text)


def signature(user: str, time: datetime) -> str:
    """What ``~~~~`` becomes on an English wiki, for an account with no signature of its making."""
    return f"{_name(user)} {_stamp(time)}"


def _name(user: str) -> str:
    user = _ACTIVE.sub(lambda found: f"&#{ord(found[0])};", user)
    return f"[[User:{user}|{user}]] ([[User talk:{user}|talk]])"


def _stamp(time: datetime) -> str:
    return f"{wiki_time(time)} (UTC)"
