"""``A player who would lose Fish loses Gold instead`` as ``If a player would lose Fish, ...``."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.words.lexemes import Lexeme, kinds
from rules.plain.words.rows import Rewriter

_SAID_OF = kinds("_WHO _THAT joint")
_AMASSED = kinds("_GAIN _LOSE _PAY")


def instead(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """The words in the order of the grammar: who would do what, then what they do instead."""
    would = next((at for at, each in enumerate(words) if each.kind == "_WOULD"), 0)
    last = next((at for at, each in enumerate(words) if each.kind == "INSTEAD"), 0)
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
    has = next((at for at, each in enumerate(what) if each.kind == "_HAVE"), 0)
    if has > 1:  # who would lose Health and has a Net
        who += [*rewriter.made("who", word), *what[has:]]
        what = _without(what[:has])
    then = [*rewriter.made(", they", rest[second]), *_that_many(rest[second:], rewriter)]
    return [*rewriter.made("if", words[0]), *who, words[would], *what, *then, word]


_UNITS = {"hour": 1, "day": 24, "week": 168}


def deadlines(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """``within 3 days`` and ``for 7 days`` as words of their own; what is random behind that."""
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        three = words[at : at + 3]
        unit = _UNITS.get(three[-1].low.rstrip("s"), 0) if len(three) == 3 else 0
        many = three[1].value if unit and three[1].kind == "NUMBER" else 0
        said = words[at].low
        bound = said == "for" and bool(found) and found[-1].kind == "BOND"
        if isinstance(many, int) and many and (said == "within" or bound):
            kind = "FOR_HOURS" if bound else "WITHIN_HOURS"
            while not bound and found and found[-1].kind == "joint":
                found.pop()
            text = " ".join(each.text for each in three)
            found.append(replace(words[at], kind=kind, text=text, value=many * unit))
            at += 3
            continue
        does = len(three) == 3 and three[1].text == "to" and _does(three[2])
        if words[at].kind == "_SELECT" and does:  # chooses to gain 1 Gold or to lose 1 Fish
            at += 2
            continue
        if words[at].text == "to" and found and found[-1].text == "or" and does_at(words, at + 1):
            at += 1
            continue
        if words[at].kind == "_BOTH" and len(three) > 1 and three[1].kind != "_ROLL":
            found.append(replace(words[at], kind="THE_TWO", text="the two"))
            at += 1
            continue
        if pile := _pile(words, at, found, rewriter):
            found += pile
            if [each.kind for each in found[-5:]] == ["IT", "_MOVE", "_TO", "THE", "PILE"]:
                found[-5:-1] = rewriter.made("they lose it to the", found[-5])
            at += 1
            continue
        cards, length = _cards(words, at, found, rewriter)
        if length:
            found.append(cards)
            at += length
            continue
        texts = [each.low for each in words[at:]]
        rest = " ".join(each for each in texts if each not in (";", ",", "."))
        if rest in _AT_RANDOM and found and found[-1].kind == "WITHIN_HOURS":
            found.append(replace(words[at], kind="AFTER_RANDOM", text=rest))
            break
        found.append(words[at])
        at += 1
    return found


_AT_RANDOM = ("after that a random one", "after that random ones", "then a random one",
              "after that one at random", "otherwise a random one")  # fmt: skip


_TOWARDS = kinds("_FROM _TO INTO _SHUFFLE")


def _pile(
    words: Sequence[Lexeme], at: int, found: Sequence[Lexeme], rewriter: Rewriter
) -> list[Lexeme]:
    """``the Deck``, where it is a pile that is drawn from, or shuffled; also "into it"."""
    word, known = words[at], rewriter.vocabulary
    if word.kind == "IT" and found and found[-1].kind == "INTO":
        piles = [each for each in found if each.kind == "NAME" and known.pile_of(str(each.value))]
        the = rewriter.made("the", word)
        return [*the, replace(piles[0], kind="PILE")] if piles else []
    if word.kind != "NAME" or not known.pile_of(str(word.value)) or not found:
        return []
    behind = [each.kind for each in words[at + 1 : at + 4]]
    said = behind[:1] == ["_IS_SHUFFLED"] or behind == ["IS", "A", "PILE_OF"]
    towards = len(found) > 1 and found[-2].kind in _TOWARDS
    return [replace(word, kind="PILE")] if found[-1].kind == "THE" and (said or towards) else []


def _cards(
    words: Sequence[Lexeme], at: int, found: Sequence[Lexeme], rewriter: Rewriter
) -> tuple[Lexeme, int]:
    """``2 Cards of their choice``, ``Cards of their choice until they have 7``: behind a loss.

    The value: how many, and 1 where so many are left.
    """
    first = words[at]
    counted = first.kind in ("A", "NUMBER")
    noun = words[at + counted] if at + counted < len(words) else first
    of_table = noun.kind == "NAME" and rewriter.vocabulary.table(str(noun.value)) is not None
    if not (found and found[-1].kind == "_LOSE" and of_table) or counted is (noun is first):
        return first, 0
    end = at + counted + 1
    chosen = end < len(words) and words[end].kind == "OF_CHOICE"
    end += chosen
    texts = " ".join(each.low for each in words[end : end + 3])
    if not counted:
        number = words[end + 3] if len(words) > end + 3 else first
        if not chosen or texts != "until they have" or not isinstance(number.value, int):
            return first, 0
        value = (number.value, 1)
        return replace(noun, kind="CHOSEN_CARDS", text=str(noun.value), value=value), end + 4 - at
    many = first.value if isinstance(first.value, int) else 1
    return replace(noun, kind="CHOSEN_CARDS", text=str(noun.value), value=(many, 0)), end - at


def does_at(words: Sequence[Lexeme], at: int) -> bool:
    """Whether such a word stands at a place."""
    return at < len(words) and _does(words[at])


def _does(word: Lexeme) -> bool:
    """Whether a word says that something happens."""
    return word.kind in DOING_SOMETHING or word.low in ("dies", "die")


def _without(words: Sequence[Lexeme]) -> list[Lexeme]:
    """The words without "who" and "and" at their end."""
    found = list(words)
    while found and found[-1].kind in _SAID_OF:
        found.pop()
    return found


def _that_many(words: Sequence[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """``they lose Gold``: that much of it."""
    found: list[Lexeme] = []
    comma = next((at for at, each in enumerate(words) if each.kind == "joint"), 0)
    for at, word in enumerate(words):
        if at > comma and word.kind == "NAME" and words[at - 1].kind in _AMASSED:
            found += rewriter.made("that many", word)
        found.append(word)
    return found
