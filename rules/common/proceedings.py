"""What proposals, judges, trades and timed events have in common.

Identities such as ``P3`` and ``T12``: which one a line names, and the next one that is free.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from wikibot.game.engine.steward_verbs import CORRECT
from wikibot.game.names import number_of, suggestions
from wikibot.sdk import ActionContext, Unclear, format_time, integer, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == identities ====================================================================================


class Identified(Protocol):
    """Anything with an identity."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Identified)
TONES = regex("[\U0001f3fb-\U0001f3ff]")  # skin tones of emoji, which mean nothing
_ABOUT = regex(
    r"^(?:[\s:,.;!]|[–—-]++(?=\s)|(?:on|with|about)\b)++|(?<![\s:,.;!])[\s:,.;!]*+(?:\b(?:on|with|about))?+$",
    re.IGNORECASE,
)


def with_thing(state: Any, field: str, new: Identified) -> Any:
    """The state with a new value in the place of the thing with its identity in a field."""
    things = tuple([new if each.id == new.id else each for each in getattr(state, field)])
    return replace(state, **{field: things})


def next_id(letter: str, things: Sequence[Identified]) -> str:
    """An identity that none of some things has: ``P4`` after ``P3``."""
    return f"{letter}{max((number_of(each.id) for each in things), default=0) + 1}"


@lru_cache(maxsize=16)
def _folded(ids: tuple[str, ...]) -> Sequence[tuple[str, str]]:
    """The longest first, of equals the first in the list; each beside it without its case."""
    return [(id_, id_.casefold()) for id_ in sorted(ids, key=len, reverse=True)]


def locate(text: str, letter: str, ids: Sequence[str]) -> tuple[str, str, str] | None:
    """Which of ``ids`` a text names, what is before it and behind it; the first one in full.

    ``P3``, ``p3``, ``P 3``, ``#3`` and ``3`` are the same.
    """
    return _located(text, letter, tuple(ids))


@lru_cache(maxsize=8)  # who asks whether a line names any of them asks then which
def _located(text: str, letter: str, ids: tuple[str, ...]) -> tuple[str, str, str] | None:
    text = TONES.sub("", text).replace("\ufe0f", "").strip()
    low, found = text.casefold(), list[tuple[int, int, str]]()
    for id_ in [each for each, folded in _folded(ids) if folded in low]:
        spelt = re.search(rf"(?<![\w#]){re.escape(id_)}(?!\w)", text, re.IGNORECASE)
        if spelt and (spelt.start() == 0 or spelt.end() == len(text) or number_of(id_)):
            found.append((*spelt.span(), id_))
    number = rf"(?<![\w+−-])(?:{letter}\s?|#|no\.\s?|{letter}#)?(\d+)(?!\w)"
    bare = None if found else re.search(number, text, re.IGNORECASE)
    if bare:
        wanted = integer(bare[1])
        found += [(*bare.span(), each) for each in ids if number_of(each) == wanted]
    if not found:
        return None
    start, end, id_ = min(found, key=lambda each: each[0])
    return id_, text[:start].strip(), text[end:].strip()


def split_id(text: str, letter: str, ids: Sequence[str]) -> tuple[str | None, str]:
    """Which of ``ids`` a text names, and the rest of it: ``vote P3 for``, ``vote for P3``."""
    found = locate(text, letter, ids)
    if found is None:
        return None, TONES.sub("", text).replace("\ufe0f", "").strip()
    return found[0], " ".join(filter(None, (_ABOUT.sub("", part).strip() for part in found[1:])))


def thing_named(text: str, letter: str, things: Sequence[T], what: str) -> tuple[T, str]:
    """The thing that a text names, and the rest of the text; ``Unclear`` for none, or several."""
    ids = [each.id for each in things]
    found, rest = split_id(text, letter, ids)
    if found is None:
        raise no_such(text, ids, what)
    refuse_second(rest, letter, what)
    return things[ids.index(found)], rest


def vote_on(text: str, letter: str, things: Sequence[T], what: str) -> tuple[T, tuple[str, str]]:
    """The thing that a line votes on, and what stands before and behind; ``Unclear`` for none."""
    ids = [each.id for each in things]
    found = locate(text, letter, ids)
    if found is None:
        raise no_such(text, ids, what)
    return things[ids.index(found[0])], found[1:]


def no_such(text: str, ids: Sequence[str], what: str) -> Unclear:
    """What is said of a text that names none of ``ids``, each of which is a ``what``."""
    what, known = say(what), tuple(ids)
    near = suggestions(text, known) or known[:-6:-1] or (say("there is no {} yet", what),)
    why = say("{!r} names no {}", text, what) if text else say("no {} is named", what)
    return Unclear(why, nearest=near)


def refuse_second(rest: str, letter: str, what: str) -> None:
    """Refuse a line whose rest names another one."""
    if re.search(rf"\b{letter}\d+\b", rest, re.IGNORECASE):
        raise Unclear("the line names more than one {}", say(what), nearest="one to a line")


# == lines that make things =================================================================


def message(act: ActionContext[Any]) -> dict[str, Any]:
    """The fields ``line`` and ``message`` of what a line makes; empty for one of a text log."""
    if act.action.id.page == 0:
        return {"line": None, "message": ""}
    written = act.action.written_as or act.action.text
    return {"line": act.action.id, "message": " ".join(written.split())}


# == Timed events whose parts are played one by one, so that only a part that is held waits ========
#
# Decision: while a rule is held, no player loses anything for not having done in time what that
# rule is needed for. Their time begins anew; nothing of it waits for a steward.

BOT = "wikibot"  # whose corrections these are in a log


def happen(
    act: ActionContext[Any],
    name: str,
    unit: str,
    play: Callable[[], None],
    data: str = "",
    what: str = "",
) -> None:
    """Play one part of an event by a unit of the ruleset; while that is held, the part waits.

    ``what``: the part in words. Where the page does not have the unit, nothing is played.
    """
    if act.book.has(unit) or unit in act.book.moved_into:
        act.happen(name, lambda: _play(act, unit, play), data, what)


def instead(act: ActionContext[Any], usual: Callable[[], None], play: Callable[[], None]) -> None:
    """Play something in place of what is usual, because a rule is held.

    A log does not know what was held when: there the usual happens at this time, and is corrected.
    """
    expected = act.would(usual)
    play()
    said = () if expected is None else act.game.differences(expected, act.state)
    if said:
        act.proofs.append(f"{format_time(act.now)} {BOT}: {CORRECT.name} {'; '.join(said)}")


def _play(act: ActionContext[Any], unit: str, play: Callable[[], None]) -> None:
    act.book.require(unit)
    play()
