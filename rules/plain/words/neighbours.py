"""Words whose kind their neighbours tell: that, her, each, twice, a table's noun before a thing.

Nouns and remarks that say once more what a thing is add nothing, and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.combining import adjacent, as_one
from rules.plain.words.lexemes import DOING_SOMETHING, PLAYER_KINDS, Lexeme, kinds

_LONGEST = 6  # words of a remark, with its brackets


def remark(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> int:
    """How many words from a place on add nothing to the name before them."""
    if before is None or before.kind != "NAME":
        return 0
    if _is_noun_behind(before, words[at], vocabulary):
        return 1
    if words[at].text.casefold() == "type" and before.value in vocabulary.texts:
        return 1 if [each.kind for each in words[at + 1 : at + 2]] == ["NAME"] else 0
    return _in_brackets(words, at, before, vocabulary)


def _is_noun_behind(before: Lexeme, word: Lexeme, vocabulary: PlainVocabulary) -> bool:
    """Whether a noun says once more what a table's things are: a Relic item."""
    if word.kind != "NAME":
        return False
    narrow, wide = (vocabulary.table(str(each.value)) for each in (before, word))
    if narrow is None or wide is None or narrow == wide or not narrow.things:
        return False
    return {*narrow.things} <= {*wide.things}


def _in_brackets(
    words: Sequence[Lexeme], at: int, before: Lexeme, vocabulary: PlainVocabulary
) -> int:
    """``Ace (the Card)``: what is so."""
    end = next((n for n in range(at, min(at + _LONGEST, len(words))) if words[n].text == ")"), 0)
    said = [each for each in words[at + 1 : end] if each.kind != "THE"]
    if words[at].text != "(" or not said:
        return 0
    tables = [table.name for table, _ in vocabulary.things(str(before.value))]
    named = [vocabulary.table(str(each.value)) if each.kind == "NAME" else None for each in said]
    return end + 1 - at if all(each and each.name in tables for each in named) else 0


_NOUNS = frozenset({"NAME", "ONE_THING"})


def settled(words: Sequence[Lexeme], vocabulary: PlainVocabulary) -> list[Lexeme]:
    """Words whose kind depends on those beside them."""
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        word = words[at]
        after = words[at + 1] if at + 1 < len(words) else None
        before = found[-1] if found else None
        if (one := as_one(words, at, before, vocabulary)) is not None:
            found.append(one[0])
            at += one[1]
            continue
        if (more := adjacent(words, at, before, vocabulary)) is not None:
            found += more[0]
            at += more[1]
            continue
        if left_out := _adds_nothing(words, at, before, vocabulary):
            at += left_out
            continue
        said = _if_rolled(word, after) or _dies(word, vocabulary)
        found += said or [_settle(word, before, after)]
        at += 1
    return found


_AGAINST = kinds("MORE_THAN LESS_THAN AT_LEAST AT_MOST")


def _if_rolled(word: Lexeme, after: Lexeme | None) -> list[Lexeme] | None:
    """``if they roll more than ...`` as ``if the roll is more than ...``."""
    if word.kind != "_IF_ROLLED" or after is None or after.kind not in _AGAINST:
        return None
    said = (("_IF", "if"), ("THE_ROLL", "the roll"), ("IS", "is"))
    return [replace(word, kind=kind, text=text) for kind, text in said]


def _dies(word: Lexeme, vocabulary: PlainVocabulary) -> list[Lexeme] | None:
    """``dies`` as ``is no longer Alive``, where players have such a field."""
    alive = vocabulary.field("Alive")
    known = alive is not None and alive.kind == "yes or no"
    if not known or word.text.casefold() not in ("dies", "die") or alive is None:
        return None
    name = replace(word, kind="NAME", text=alive.name, value=alive.name)
    return [replace(word, kind="_NO_LONGER", text="is no longer"), name]


def without_brackets(words: Sequence[Lexeme]) -> list[Lexeme]:
    """Words whose brackets are a full stop: ``(This is not a move.)`` behind a sentence."""
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        after = [each.text for each in words[at + 2 : at + 4]]
        said = at + 1 < len(words) and words[at + 1].kind == "NOT_A_MOVE"
        if words[at].text == "(" and said and ")" in after and after[0] in (".", ")"):
            if found and found[-1].kind != "joint":
                found.append(replace(words[at], kind="joint", text=".", value="stop"))
            found.append(words[at + 1])
            at += 3 + after.index(")")
            if at < len(words) and words[at].kind != "joint":
                found.append(replace(words[at - 1], kind="joint", text=".", value="stop"))
            continue
        found.append(words[at])
        at += 1
    while found and found[-1].kind == "joint":
        found.pop()
    return found


def _is_noun_before(words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether a table's noun stands before one of its things: ``House Owl``."""
    two = words[at : at + 2]
    if [each.kind for each in two] != ["NAME", "NAME"] or (at and words[at - 1].kind in _BEFORE):
        return False
    table = vocabulary.table(str(two[0].value))
    named = str(two[1].value)
    return table is not None and any(of == table for of, _ in vocabulary.things(named))


_BEFORE = kinds("OF THEIR A ANY EACH ANOTHER A_RANDOM POSS NAME _SET THE_SAME")
_COUNTED = kinds("A NUMBER")  # behind "turn", which is something else before other words


def _adds_nothing(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> int:
    """How many words from a place on say nothing more: ``a`` before dice, a noun, a remark."""
    two = [each.kind for each in words[at : at + 2]]
    also = words[at].kind == "WORD" and words[at].text.casefold() == "also"
    if _is_in_the_same(words, at):
        return 2
    if (
        two == ["A", "DICE"]
        or (also and two[1:] and two[1] in DOING_SOMETHING)
        or _is_noun_before(words, at, vocabulary)
    ):
        return 1
    return remark(words, at, before, vocabulary)


def _is_in_the_same(words: Sequence[Lexeme], at: int) -> bool:
    """Whether ``who is`` stands before ``in the same Room``."""
    said = [each.kind for each in words[at : at + 6]]
    same = said[:2] == ["_WHO", "IS"] and said[2:3] in (["IN"], ["ON"], ["AT"])
    return same and said[3:5] == ["THE_SAME", "NAME"] and said[5:] != ["_AS"]


def _settle(word: Lexeme, before: Lexeme | None, after: Lexeme | None) -> Lexeme:
    """The word with the kind that its neighbours give it."""
    kind = _kind(word, before, after)
    return word if kind == word.kind else replace(word, kind=kind)


def _kind_of_that(before: Lexeme | None, after: Lexeme | None) -> str:
    if before and before.kind in PLAYER_KINDS:
        return "_WHO"
    if before and before.kind in _NOUNS:
        return "_THAT"
    return "THAT" if after and after.kind == "NAME" else "WORD"


def _kind_of_dash(word: Lexeme, before: Lexeme | None, after: Lexeme | None) -> str:
    if after is None or after.kind != "NUMBER":
        return "WORD"
    if before and before.kind == "NUMBER":
        return "_TO"
    apart = before is None or before.end < word.start
    return "MINUS" if apart and after.start == word.end else "WORD"


def _kind(word: Lexeme, before: Lexeme | None, after: Lexeme | None) -> str:
    text, kind = word.text.casefold(), word.kind
    if text == "that":
        kind = _kind_of_that(before, after)
    elif text in ("which", "who") and before and before.kind in _NOUNS:
        kind = "_THAT"
    elif text == "her" and not (after and after.kind == "NAME"):
        kind = "THEY"
    elif text == "each" and not (after and after.kind == "NAME"):
        kind = "_BOTH" if after and after.kind == "_ROLL" else "_APIECE"
    elif kind == "_DASH":
        kind = _kind_of_dash(word, before, after)
    elif kind == "OR_MORE" and text == "+" and not (before and before.kind == "NUMBER"):
        kind = "WORD"
    elif kind == "_COLON" and after and after.kind == "ON":
        kind = "_STOP"
    else:
        kind = _kind_by_verb(word, before, after)
    if before and before.kind in ("DID", "DID_NOT"):
        kind = "DEED"
    return kind


def _kind_by_verb(word: Lexeme, before: Lexeme | None, after: Lexeme | None) -> str:
    text, kind = word.text.casefold(), word.kind
    if kind == "_TO" and after and after.kind in DOING_SOMETHING:
        return "_TO_DO"
    ends = after is None or after.kind == "joint"
    if text == "nothing" and ends and before and (before.kind == "_COLON" or before.text == ","):
        return "NOTHING_HAPPENS"
    if kind == "AT" and after and after.kind == "NUMBER":
        return "_FOR"
    if text == "doubles" and before and before.kind == "ON":
        return "DOUBLES"
    if kind == "WORD" and text in ("turn", "turns") and after and after.kind in _COUNTED:
        return "_TURN"
    if kind == "_EITHER_OF" and before and before.kind in DOING_SOMETHING:
        return "ONE_OF"
    if text == "moved" and after and after.kind == "PERIOD":
        return "DID_MOVE"
    return kind
