"""Gatherings and rituals as lines name them: by number, by ritual, or as the only open one.

Decision: a number that no gathering has is not taken for the one that is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.common.notation import read_once
from rules.cycle14.components import components
from rules.cycle14.rituals.types import BY_SECTION
from rules.cycle14.state import OPEN, Context, Gathering
from wikibot.game import names
from wikibot.game.names import number_of
from wikibot.sdk import Rulebook, Unclear, fold, integer
from wikibot.wikitext.messages import say

SECTION = "Rituals"
_BEFORE = r"(?:the )?ritual (?:that|of|to) "
_NUMBER = re.compile(
    r"(?<!\w)(?:G\s?|#|gathering\s+)(\d{1,9})(?=[\s.,:;!]|$)|^\s*(\d{1,9})[\s.!]*$", re.IGNORECASE
)
_FILLERS = ("to", "from", "my", "the", "gathering")


@read_once
def ritual_names(book: Rulebook) -> tuple[str, ...]:
    """The ritual types of the page, in its order."""
    units = (unit for unit in book.units.values() if unit.kind == "section" and len(unit.path) > 1)
    return tuple(book.known_as(unit.name) for unit in units if fold(unit.path[-2]) == fold(SECTION))


def short(title: str) -> str:
    """``Displaces the Obelisk`` for ``Ritual that Displaces the Obelisk``."""
    words = title.split()
    return " ".join(words[2:]) if words[:1] == ["Ritual"] and len(words) > 2 else title


def named_ritual(act: Context) -> tuple[str, str]:
    """The ritual that a line names, in full or without its first two words, or else the choice.

    Behind one that has a victim a player may be named: ``murder of Bob``; "" where none is.
    """
    titles = ritual_names(act.book)
    text = act.subject.removeprefix("of ").strip()
    if not text:
        return act.choose("the ritual", titles, question="which ritual"), ""
    by_short = {short(title): title for title in titles}
    for ritual, victim in _partings(text, act):
        found = act.find(ritual, titles) or by_short.get(act.find(ritual, tuple(by_short)) or "")
        if found and (not victim or (found in BY_SECTION and BY_SECTION[found].victim)):
            return found, victim
    return by_short[act.resolve(text, tuple(by_short), "ritual")], ""


def _partings(text: str, act: Context) -> Iterator[tuple[str, str]]:
    """The text whole, then every beginning of it behind which a player is named."""
    yield text, ""
    words = text.split()
    for at in range(1, len(words)):
        victim = act.find(" ".join(words[at:]).removeprefix("of "), tuple(act.state.players))
        if victim:
            yield " ".join(words[:at]), victim


def named_gathering(act: Context, text: str) -> tuple[Gathering, str]:
    """The gathering that a line names, or else the only open one; and the rest of the line."""
    running = [each for each in act.state.gatherings if each.status == OPEN]
    number = _NUMBER.search(text)
    if number:
        return _numbered(act, integer(number[1] or number[2])), text[: number.start()] + text[
            number.end() :
        ]
    named = [each for each in running if fold(short(each.ritual)) in fold(text)]
    if len(named) == 1:
        pattern = rf"(?:{_BEFORE})?{re.escape(short(named[0].ritual))}"
        return named[0], re.sub(pattern, " ", text, flags=re.IGNORECASE)
    if len(running) == 1:
        return running[0], text
    near = tuple(each.id for each in running) or say("none is open")
    raise Unclear("the line does not say which gathering", nearest=near)


def _numbered(act: Context, number: int) -> Gathering:
    found = [each for each in act.state.gatherings if number_of(each.id) == number]
    if not found:
        near = tuple(each.id for each in act.state.gatherings if each.status == OPEN) or say(
            "none is open"
        )
        raise Unclear("there is no gathering G{}", number, nearest=near)
    return found[0]


def bare(act: Context, text: str) -> str:
    """A list of components without the little words around it, but for those in names."""
    apart, in_full = names.set_aside(text, components(act.book).names)
    words = apart.replace(":", " ").split()
    return in_full(" ".join(word for word in words if word.casefold().strip(".!") not in _FILLERS))


def is_about_gathering(act: Context, text: str) -> bool:
    """Whether a line names a gathering, by its number or its ritual, or at least says the word."""
    named = any(fold(short(each.ritual)) in fold(text) for each in act.state.gatherings)
    return named or bool(_NUMBER.search(text)) or "gathering" in re.findall(r"\w+", text.casefold())
