"""Words whose kind their neighbours tell: that, her, each, twice, a table's noun before a thing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import DOING_SOMETHING, PLAYER_KINDS, Lexeme, kinds
from wikibot.wikitext.numerals import NUMBER_WORDS

_NOUNS = frozenset({"NAME", "ONE_THING"})


def settled(words: Sequence[Lexeme], vocabulary: PlainVocabulary) -> list[Lexeme]:
    """Words whose kind depends on those beside them."""
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        word = words[at]
        after = words[at + 1] if at + 1 < len(words) else None
        before = found[-1] if found else None
        if (times := _times(words, at)) is not None:
            found.append(times[0])
            at += times[1]
            continue
        if word.kind == "CLOCK" and after and after.text.casefold() == "utc":
            found.append(word)
            at += 2
            continue
        if word.kind == "A" and after and after.kind == "DICE":
            at += 1
            continue
        if (joined := _owned(words, at) or _link(words, at, vocabulary)) is not None:
            found.append(joined[0])
            at += joined[1]
            continue
        if _is_noun_before(words, at, vocabulary):
            at += 1
            continue
        found.append(_settle(word, before, after))
        at += 1
    return found


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
_PLACES = kinds("THEIR ITS IT PERSON THAT_PLAYER NAME THE")
_ONE = kinds("A ANY ANOTHER EACH A_UNOWNED")


def _owned(words: Sequence[Lexeme], at: int) -> tuple[Lexeme, int] | None:
    """``they own`` behind ``a Plot``, as one word."""
    if at < 2 or words[at - 1].kind != "NAME" or words[at - 2].kind not in _ONE:
        return None
    first = at + (words[at].text.casefold() in ("that", "which"))
    two = words[first : first + 2]
    if [each.kind for each in two] != ["THEY", "_HAVE"]:
        return None
    text = " ".join(each.text for each in words[at : first + 2])
    return Lexeme("_THEY_OWN", text, words[at].start, two[1].end), first + 2 - at


def _link(
    words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary
) -> tuple[Lexeme, int] | None:
    """``adjacent to`` in ``a Room adjacent to their Room``: a column that names several things."""
    word = words[at]
    before = words[at - 1] if at else None
    if word.kind != "NAME" or before is None or before.kind != "NAME":
        return None
    table = vocabulary.table(str(before.value))
    columns = vocabulary.column(str(word.value))
    if not any(of == table and field.kind == "things" for of, field in columns):
        return None
    to = at + 1 < len(words) and words[at + 1].kind == "_TO"
    behind = words[at + 1 + to].kind if at + 1 + to < len(words) else ""
    said = to or str(word.value).casefold().endswith(" to")
    if at < 2 or words[at - 2].kind not in _ONE or behind not in _PLACES or not said:
        return None
    end = words[at + to].end
    return Lexeme("LINK", word.text, word.start, end, word.value), 1 + to


def _times(words: Sequence[Lexeme], at: int) -> tuple[Lexeme, int] | None:
    """``up to 3 times``, ``twice`` before a unit of time, as one word."""
    first = at
    if words[at].kind in ("_UP_TO", "AT_MOST"):
        at += 1
    if at >= len(words):
        return None
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    if word.kind == "NUMBER" and after and after.text.casefold() in ("times", "time"):
        count, end = word.value, at + 2
    elif (
        word.text.casefold() in ("twice", "thrice")
        and after
        and after.kind in ("PER_UNIT", "EACH_UNIT")
    ):
        count, end = NUMBER_WORDS[word.text.casefold()], at + 1
    else:
        return None
    text = " ".join(each.text for each in words[first:end])
    return Lexeme("TIMES", text, words[first].start, words[end - 1].end, count), end - first


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


def _kind(word: Lexeme, before: Lexeme | None, after: Lexeme | None) -> str:
    text, kind = word.text.casefold(), word.kind
    if text == "that":
        kind = _kind_of_that(before, after)
    elif text in ("which", "who") and before and before.kind in _NOUNS:
        kind = "_THAT"
    elif text == "her" and not (after and after.kind == "NAME"):
        kind = "THEY"
    elif text == "each" and not (after and after.kind == "NAME"):
        kind = "_APIECE"
    elif kind == "_DASH":
        numbers = before and after and before.kind == after.kind == "NUMBER"
        kind = "_TO" if numbers else "WORD"
    elif kind == "OR_MORE" and text == "+" and not (before and before.kind == "NUMBER"):
        kind = "WORD"
    elif kind == "_COLON" and after and after.kind == "ON":
        kind = "_STOP"
    elif kind == "_TO" and after and after.kind in DOING_SOMETHING:
        kind = "_TO_DO"
    if before and before.kind in ("DID", "DID_NOT"):
        kind = "DEED"
    return kind
