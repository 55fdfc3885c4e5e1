"""``A player who would lose Fish loses Gold instead`` as ``If a player would lose Fish, ...``."""

from __future__ import annotations

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.words.lexemes import Lexeme, Said, Words, kinds, kinds_at, place_of
from rules.plain.words.rows import Rewriter

_SAID_OF = kinds("_WHO _THAT joint")
_AMASSED = kinds("_GAIN _LOSE _PAY")


def instead(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """The words in the order of the grammar: who would do what, then what they do instead."""
    would, last = place_of(words, "_WOULD"), place_of(words, "INSTEAD")
    if not would or last < would + 2:
        return words
    word, rest = words[last], [*words[:last], *words[last + 1 :]]
    while rest[-1].kind == "joint":
        rest.pop()
    if words[0].kind in ("_IF", "_WHENEVER"):
        said = [*rewriter.made("if", words[0]), *rest[1:]]
        return [*said[: would + 1], *_that_many(said[would + 1 :], rewriter), word]
    second = next((at for at in range(would + 2, len(rest)) if _does(rest[at])), 0)
    if not second:
        return words
    who, what = _without(rest[:would]), rest[would + 1 : second]
    if (has := place_of(what, "_HAVE")) > 1:  # who would lose Health and has a Net
        who += [*rewriter.made("who", word), *what[has:]]
        what = _without(what[:has])
    then = [*rewriter.made(", they", rest[second]), *_that_many(rest[second:], rewriter)]
    return [*rewriter.made("if", words[0]), *who, words[would], *what, *then, word]


_UNITS = {"hour": 1, "day": 24, "week": 168}


def deadline(words: Words, at: int, found: list[Lexeme], rewriter: Rewriter) -> Said:
    """``within 3 days`` and ``for 7 days`` as words of their own; what is random behind that."""
    word, three = words[at], words[at : at + 3]
    unit = _UNITS.get(three[-1].low.rstrip("s"), 0) if len(three) == 3 else 0
    many = three[1].value if unit and three[1].kind == "NUMBER" else 0
    bound = word.low == "for" and bool(found) and found[-1].kind == "BOND"
    if isinstance(many, int) and many and (word.low == "within" or bound):
        while not bound and found and found[-1].kind == "joint":
            found.pop()
        text, kind = " ".join(each.text for each in three), "FOR" if bound else "WITHIN"
        return [replace(word, kind=f"{kind}_HOURS", text=text, value=many * unit)], 3
    if word.kind == "_SELECT" and len(three) == 3 and three[1].text == "to" and _does(three[2]):
        return [], 2  # chooses to gain 1 Gold or to lose 1 Fish
    does = len(three) > 1 and _does(three[1])
    if word.text == "to" and found and found[-1].text == "or" and does:
        return [], 1
    if word.kind == "_BOTH" and len(three) > 1 and three[1].kind != "_ROLL":
        return [replace(word, kind="THE_TWO", text="the two")], 1
    if pile := _pile(words, at, found, rewriter):
        if kinds_at([*found[-4:], *pile], 0, 5) == ["IT", "_MOVE", "_TO", "THE", "PILE"]:
            found[-4:] = rewriter.made("they lose it to the", found[-4])
        return pile, 1
    if found and found[-1].kind == "WITHIN_HOURS":
        rest = " ".join(each.low for each in words[at:] if each.text not in (";", ",", "."))
        if rest in _AT_RANDOM:
            return [replace(word, kind="AFTER_RANDOM", text=rest)], len(words) - at
    return _cards(words, at, found, rewriter)


_AT_RANDOM = ("after that a random one", "after that random ones", "then a random one",
              "after that one at random", "otherwise a random one")  # fmt: skip


_TOWARDS = kinds("_FROM _TO INTO _SHUFFLE")


def _pile(words: Words, at: int, found: Words, rewriter: Rewriter) -> list[Lexeme]:
    """``the Deck``, where it is a pile that is drawn from, or shuffled; also "into it"."""
    word, pile_of = words[at], rewriter.vocabulary.pile_of
    if word.kind == "IT" and found and found[-1].kind == "INTO":
        piles = [each for each in found if each.kind == "NAME" and pile_of(str(each.value))]
        return [*rewriter.made("the", word), replace(piles[0], kind="PILE")] if piles else []
    if word.kind != "NAME" or not pile_of(str(word.value)) or not found:
        return []
    behind = kinds_at(words, at + 1, 3)
    said = behind[:1] == ["_IS_SHUFFLED"] or behind == ["IS", "A", "PILE_OF"]
    towards = len(found) > 1 and found[-2].kind in _TOWARDS
    return [replace(word, kind="PILE")] if found[-1].kind == "THE" and (said or towards) else []


def _cards(words: Words, at: int, found: Words, rewriter: Rewriter) -> Said:
    """``2 Cards of their choice``, ``Cards of their choice until they have 7``: behind a loss.

    The value: how many, and 1 where so many are left.
    """
    if not found or found[-1].kind != "_LOSE":
        return None
    counted = words[at].kind in ("A", "NUMBER")
    noun, end = words[at + counted] if at + counted < len(words) else words[at], at + counted + 1
    is_table = rewriter.vocabulary.table(str(noun.value)) is not None
    if noun.kind != "NAME" or not is_table:
        return None
    chosen = kinds_at(words, end, 1) == ["OF_CHOICE"]
    end += chosen
    many = words[at].value if isinstance(words[at].value, int) else 1
    value = many, 0
    if not counted:
        until = " ".join(each.low for each in words[end : end + 3]) == "until they have"
        number = words[end + 3].value if until and len(words) > end + 3 else ""
        if not chosen or not isinstance(number, int):
            return None
        value, end = (number, 1), end + 4
    return [replace(noun, kind="CHOSEN_CARDS", text=str(noun.value), value=value)], end - at


def _does(word: Lexeme) -> bool:
    """Whether a word says that something happens."""
    return word.kind in DOING_SOMETHING or word.low in ("dies", "die")


def _without(words: Words) -> list[Lexeme]:
    """The words without "who" and "and" at their end."""
    found = list(words)
    while found and found[-1].kind in _SAID_OF:
        found.pop()
    return found


def _that_many(words: Words, rewriter: Rewriter) -> list[Lexeme]:
    """``they lose Gold``: that much of it."""
    found: list[Lexeme] = []
    comma = next((at for at, each in enumerate(words) if each.kind == "joint"), 0)
    for at, word in enumerate(words):
        if at > comma and word.kind == "NAME" and words[at - 1].kind in _AMASSED:
            found += rewriter.made("that many", word)
        found.append(word)
    return found
