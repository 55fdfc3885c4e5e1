"""Dice in any bot's shape, anywhere in a line, and the words that are left of it.

A roll is a die, what the bot says between, and as many faces as there are dice, maybe with their
total before or behind. The faces may also stand before the die (``a 3 on a d6``). Faces that name
no die (``rolled a 3 (1+2)``) are a roll without sides: the order that asks for dice gives it its
kind, where it fits (:mod:`wikibot.game.engine.standing_rolls`). What is not sure is not dice; a
total that is not the sum is refused. tests/game/engine/stated.txt shows the shapes.

Decisions: between double quotes there are no dice, and behind a verb that takes free text only
those at the end of the line. What can be read in the form of :mod:`wikibot.game.rolls` is read so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, parse_rolls, split_rolls
from wikibot.game.understanding.dice.faces import ROLLED, RollFound
from wikibot.game.understanding.dice.named import named_rolls, unnamed_rolls
from wikibot.game.understanding.dice.tokens import Tokens
from wikibot.game.understanding.dice.words import leads_to_dice, may_bring_only_dice, words_without
from wikibot.wikitext.regex import regex

_LONGEST = 5_000  # characters of words that are looked through; no order has more
_LEFT_OVER = regex(r"(?:\s+https?://\S++)?(?:\s+[-*/|#~]{1,3})?$")
_DASHES = ("--", "—", "–")


# A line as most are: a verb, numbers, rolls in the form of a log. What every line has that states
# dice, and every line that says no more than that; to be quick.
_AS_USUAL = regex(r"(([a-z]{1,40})(?: -?\d++)*+) -- ((?:\d++d\d++ \([\d, ]++\) = \d++(?:, |$))++)")
_MAY_STATE = regex(r"[dD][\d%]|[(\[{+=🎲🎰🎯—–]|--|roll|threw|result|dice", re.IGNORECASE)


def part_dice(line: str, *, free: bool = False) -> tuple[str, tuple[Roll, ...]]:
    """Part a line into its words and the dice stated in it; raises :class:`Unclear`.

    ``free``: the line's verb takes free text. A line of dice alone has no words.
    """
    as_usual = None if free else _AS_USUAL.fullmatch(line)
    if as_usual and _is_verb(as_usual[2]):
        with suppress(Unclear):
            return as_usual[1], parse_rolls(as_usual[3])
    if free or not _MAY_STATE.search(line):
        return split_rolls(line)
    wrong, words, rolls = _in_form(line)
    plain = not _MAY_STATE.search(words) and not may_bring_only_dice(words)
    if rolls and plain and not leads_to_dice(words):
        return _LEFT_OVER.sub("", words), rolls
    if len(words) > _LONGEST:
        if wrong:
            raise wrong
        return words, rolls
    tokens = Tokens(words)
    found = list(named_rolls(tokens))
    if not (found or rolls or tokens.has("die")):
        found = list(unnamed_rolls(tokens))
    if wrong and not found:
        raise wrong
    if not found and not rolls:
        return words, ()
    adjacent = bool(rolls) and not line[len(words) :].lstrip().startswith(_DASHES)
    left = words_without(tokens, _spans(tokens, found), dice_follow=adjacent)
    return left, (*(each.roll for each in found), *rolls)


@lru_cache(maxsize=256)
def _is_verb(word: str) -> bool:
    """Whether a word in front of numbers and dice may be of neither."""
    return not (_MAY_STATE.search(word) or may_bring_only_dice(word))


def _spans(tokens: Tokens, found: Sequence[RollFound]) -> list[tuple[int, int]]:
    """Where the rolls stand, and what a bot was asked for (``I roll 2d4 to move: ...``)."""
    spans = [(each.start, each.end) for each in found]
    taken = {at for start, end in spans for at in range(start, end)}
    asked = (at for at in tokens.places("die") if at not in taken)
    return sorted([*spans, *((at, at + 1) for at in asked if tokens.says(at - 1, ROLLED))])


def shown_rolls(line: str) -> Iterator[Roll]:
    """The named dice in a line that is not an order; what no dice can have shown is passed over."""
    return (each.roll for each in named_rolls(Tokens(line), strict=False))


def _in_form(line: str) -> tuple[Unclear | None, str, tuple[Roll, ...]]:
    """Words and rolls of a line that ends with dice in their form; or why it does not."""
    try:
        words, rolls = split_rolls(line)
    except Unclear as unclear:
        return unclear, line, ()
    return (None, line, ()) if words.endswith("=") else (None, words, rolls)  # 3 = 2d4 (1, 2)
