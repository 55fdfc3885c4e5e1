"""Finding what a name means: exactly, by alias, folded, by unique prefix; never by guess."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from wikibot.game.problems import Unclear, listing
from wikibot.wikitext.folding import fold

SUGGESTIONS = 5
_ARTICLE = re.compile(r"(?:my|our|an?|the|one)\s+(?=\S)", re.IGNORECASE)
_NO_ALIASES: Mapping[str, str] = {}


@lru_cache(maxsize=256)
def _folded(names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for name in names:
        key = fold(name)
        index[key] = (*index.get(key, ()), name)
    return index


def _beginning(wanted: str, index: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if wanted.lstrip("-").isdecimal():  # 2 is not short for 209
        return ()
    return tuple(name for key, group in index.items() if key.startswith(wanted) for name in group)


def find(text: str, names: Sequence[str], aliases: Mapping[str, str] = _NO_ALIASES) -> str | None:
    """The one name that ``text`` means, or None where there is none or more than one."""
    if text in names:
        return text
    if text in aliases:
        return aliases[text]
    index, wanted = _folded(tuple(names)), fold(text)
    if not wanted:
        return None
    same = index.get(wanted, ())
    if not same:
        by_alias = {aliases[alias]: None for alias in aliases if fold(alias) == wanted}
        same = tuple(by_alias) or _beginning(wanted, index)
    return same[0] if len(same) == 1 else None


def bare(text: str) -> str:
    """A name without what people put around it in a sentence, article, quotes and marks: ``my "Fish" 🎉``."""
    name = _ARTICLE.sub("", text.strip()).lstrip("\"“„'‘")
    last = next((at for at in range(len(name), 0, -1) if name[at - 1].isalnum() or name[at - 1] == ")"), 0)
    return name[:last] or name  # a name may be an emoji


def suggestions(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """At most five names that ``text`` may have meant: those that begin with it, then those that look like it."""
    wanted = fold(text)
    begin = [name for name in names if wanted and fold(name).startswith(wanted)]
    index = _folded(tuple(names))
    close = [n for key in difflib.get_close_matches(wanted, index, SUGGESTIONS, 0.55) for n in index[key]]
    return tuple(dict.fromkeys(begin + close))[:SUGGESTIONS]


def resolve(text: str, names: Sequence[str], what: str, aliases: Mapping[str, str] = _NO_ALIASES) -> str:
    """The name that ``text`` means; raises :class:`Unclear` with suggestions. ``what`` says what was looked for."""
    found = find(text, names, aliases)
    found = find(bare(text), names, aliases) if found is None else found
    if found is not None:
        return found
    if not names:
        raise Unclear(f"there is no {what} to name")
    if not text.strip():
        raise Unclear(f"no {what} is named", nearest=tuple(names[:SUGGESTIONS]))
    near = suggestions(text, names) or suggestions(bare(text), names)
    if not near:
        raise Unclear(f"{text!r} is not the name of one {what}. There are {listing(tuple(names))}")
    raise Unclear(f"{text!r} is not the name of one {what}", nearest=near)
