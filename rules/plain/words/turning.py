"""Sentences turned so that the player stands first: ``To fish, a player must have a Net``.

That is ``Only players who have a Net may fish``, and ``A Net can be bought for 5 Gold`` is ``A
player may buy a Net for 5 Gold``.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.words.lexemes import Lexeme, kinds

_COMMAS = kinds("_THEN _ALSO AND")
_BOUNDS = kinds("_STOP _COLON ITEM")
_EXCESS = ("any excess is lost", "any surplus is lost", "the excess is lost", "the surplus is lost")
_MOST_WORDS_OF_A_VERB = 4
_DONE = {"bought": ("_BUY", "buy"), "purchased": ("_BUY", "buy"), "sold": ("_SELL", "sell")}


def player_first(words: Sequence[Lexeme]) -> Sequence[Lexeme]:
    """The words in the order that the grammar has for them."""
    words = _without_excess(words)
    return _needing(words) or _passive(words) or words


def _without_excess(words: Sequence[Lexeme]) -> Sequence[Lexeme]:
    """A limit with ``any excess is lost`` as one word: it cuts then, whatever else it says."""
    last = " ".join(each.text.casefold() for each in words[-4:])
    said = {each.kind for each in words[:-4]}
    if last not in _EXCESS or not said & {"_MAY_NOT", "_NO_PLAYER", "AT_MOST"}:
        return words
    kept = list(words[:-4])
    while kept and (kept[-1].kind in _COMMAS or kept[-1].kind == "_STOP"):
        kept.pop()
    return [*kept, replace(words[-4], kind="EXCESS_LOST", text=last)]


def _needing(words: Sequence[Lexeme]) -> list[Lexeme]:
    """``To fish, a player must have a Net``: who has one may, and no other player."""
    if not words or words[0].text.casefold() != "to":
        return []
    comma = next((at for at, word in enumerate(words) if word.kind in _COMMAS), 0)
    verb, rest = words[1:comma], words[comma + 1 :]
    told = [each.kind for each in rest[:3]]
    if not 0 < len(verb) <= _MOST_WORDS_OF_A_VERB or told[:2] not in (
        ["A_PLAYER", "_MUST"],
        ["EACH_PLAYER", "_MUST"],
    ):
        return []
    if told[2:] not in (["_HAVE"], ["IS"]) or any(each.kind in _BOUNDS for each in rest):
        return []
    first = words[0]
    return [
        replace(first, kind="ONLY", text="only"),
        replace(rest[0], kind="A_PLAYER", text="players"),
        replace(rest[1], kind="_WHO", text="who"),
        *rest[2:],
        replace(first, kind="_MAY", text="may"),
        *verb,
    ]


def _passive(words: Sequence[Lexeme]) -> list[Lexeme]:
    """``Nets can be bought for 5 Gold each``: by players."""
    start = 1 if words and words[0].kind in ("A", "ANY", "EACH") else 0
    four = words[start : start + 4]
    if [each.kind for each in four[:3]] != ["NAME", "_MAY", "IS"] or len(four) < 4:
        return []
    verb = _DONE.get(four[3].text.casefold())
    if verb is None or four[2].text.casefold() != "be":
        return []
    name, may, rest = four[0], four[1], words[start + 4 :]
    price = next((at for at, word in enumerate(rest) if word.kind == "_FOR"), 0)
    where: list[Lexeme] = []
    if price and rest[0].kind in ("IN", "ON", "AT"):  # in the Hall, a player may buy ...
        where, rest = [*rest[:price], replace(four[2], kind="_THEN", text=",")], rest[price:]
    said = [*where, replace(name, kind="A_PLAYER", text="a player"), may]
    said.append(replace(four[3], kind=verb[0], text=verb[1]))
    if start or not rest or rest[-1].kind != "_APIECE":
        said.append(replace(name, kind="A", text="a"))
    return [*said, name, *rest]
