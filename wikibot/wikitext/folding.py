"""Folding: when two spellings of a name count as the same (case, spaces, emoji marks, compatibility forms)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Marks that change how a character looks but not which name it is: variation selectors, joiners,
# soft hyphen, BOM.
_MARKS = re.compile("[\ufe0e\ufe0f\u200b-\u200d\u2060\u00ad\ufeff\u200e\u200f]")
_SPACE = re.compile(r"[\s_]+")
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "`": "'"})


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """The form under which names are compared; never shown and never written back."""
    text = _MARKS.sub("", unicodedata.normalize("NFKC", text)).translate(_QUOTES)
    return _SPACE.sub(" ", text).strip().casefold()
