"""Account names as MediaWiki writes them: the one spelling under which accounts are compared, wherever they are named.

NFC, blanks for underscores and for any other space, none of them doubled or at an end, the first
letter a capital (unless its capital is more than one letter, as of ``ß``), no marks of direction; a
colon or a namespace in front is for links, not part of a name.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_DIRECTION = re.compile("[\u200e\u200f\u202a-\u202e]")
_SPACE = re.compile(r"[\s_\u180e]+")


@lru_cache(maxsize=8192)
def account_name(name: str) -> str:
    """An account's name in MediaWiki's own spelling."""
    bare = _DIRECTION.sub("", unicodedata.normalize("NFC", name))
    return upper_first(_SPACE.sub(" ", bare).strip())


def upper_first(text: str) -> str:
    """A text with its first letter as a capital, where that is one letter, too."""
    first = text[:1].upper()
    return (first if len(first) == 1 else text[:1]) + text[1:]
