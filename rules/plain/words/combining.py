"""Several words that mean one thing by what stands beside them: ``up to 3 times``, ``they own``.

Also words that say what the grammar has other words for: ``an adjacent Room``, ``build a Net``,
``if their roll is higher``.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.vocabulary import KnownTable, PlainVocabulary
from rules.plain.words.lexemes import HOW_OFTEN, Lexeme, kinds
from wikibot.wikitext.numerals import NUMBER_WORDS

_OUTCOMES: dict[tuple[str, ...], str] = {
    ("_IF", "THEY", "_WIN"): "IF_WON",
    ("_IF", "THEY", "_LOSE"): "IF_LOST",
}
_COMPARED = (
    ("_IF", "THE_ROLL", "IS"),
    ("_IF", "THEY", "POSS", "_ROLL", "IS"),
    ("_IF", "THEY", "_ROLL"),
    ("_IF_ROLLED",),
)
_MINE = ("their roll", "your roll")
_HIGHER = {"higher": "IF_WON", "lower": "IF_LOST"}
_BESIDE = frozenset({
    "adjacent", "neighbouring", "neighboring", "connected", "adjoining", "linked", "next",
})  # fmt: skip
_LINKS = ("leads to", "exits", "adjacent to", "neighbours", "neighbors", "connected to", "links")
_PLACES = kinds("THEIR ITS IT PERSON THAT_PLAYER NAME THE")
_ONE = kinds("A ANY ANOTHER EACH A_UNOWNED A_RANDOM")


def as_one(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> tuple[Lexeme, int] | None:
    """Several words from a place on that are one, and how many they are."""
    texts = [each.text.casefold() for each in words[at : at + 4]]
    if words[at].kind == "CLOCK" and texts[1:2] == ["utc"]:
        return words[at], 2
    if texts[:2] == ["it", "is"] and texts[3:] == ["time"] and words[at + 2].kind == "NAME":
        return replace(words[at + 2], kind="IS_TIME_OF"), 4
    if before and before.kind == "NUMBER" and _is_kind_of(words, at):
        return replace(words[at], kind="_KIND_OF"), 2
    return (
        _times(words, at)
        or _owned(words, at)
        or _link(words, at, vocabulary)
        or _built(words, at, before, vocabulary)
        or _to_others(words, at)
        or _outcome(words, at)
    )


def _outcome(words: Sequence[Lexeme], at: int) -> tuple[Lexeme, int] | None:
    """``if they win``, ``if their roll is higher``: of two players who roll, as one word."""
    if words[at].kind not in ("_IF", "_IF_ROLLED"):
        return None
    said = tuple(each.kind for each in words[at : at + 6])
    kind, length = _OUTCOMES.get(said[:3], ""), 3
    for shape in _COMPARED:
        rest = words[at + len(shape) : at + len(shape) + 1]
        theirs = shape[1:2] != ("THE_ROLL",) or words[at + 1].text.casefold() in _MINE
        if said[: len(shape)] == shape and theirs and rest and rest[0].text.casefold() in _HIGHER:
            kind, length = _HIGHER[rest[0].text.casefold()], len(shape) + 1
    if not kind or said[length : length + 1] not in ((), ("joint",)):
        return None
    text = " ".join(each.text for each in words[at : at + length])
    return Lexeme(kind, text, words[at].start, words[at + length - 1].end), length


def _built(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> tuple[Lexeme, int] | None:
    """``may build a Net`` as ``may buy a Net``, where a Net is something to have."""
    allowed = before is not None and before.kind in HOW_OFTEN | {"_MAY"}
    if words[at].kind != "_CREATE" or not allowed:
        return None
    two = words[at + 1 : at + 3]
    if [each.kind for each in two] not in (["A", "NAME"], ["NUMBER", "NAME"]):
        return None
    name = str(two[1].value)
    if vocabulary.table(name) or not vocabulary.stuff(name):
        return None
    return replace(words[at], kind="_BUY"), 1


def _to_others(words: Sequence[Lexeme], at: int) -> tuple[Lexeme, int] | None:
    """``give Gold to other players``: to one of them, as much as one likes."""
    before = [each.kind for each in words[max(at - 3, 0) : at]]
    if words[at].kind != "OTHER_PLAYER_WORD" or before != ["_GIVE", "NAME", "_TO"]:
        return None
    return replace(words[at], kind="ANOTHER_PLAYER"), 1


def adjacent(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> tuple[list[Lexeme], int] | None:
    """``an adjacent Room``, ``a Room next to their Room``: that their Room leads to.

    Decision: the page's column says what is adjacent, in one direction where only one row names
    the other.
    """
    word, after = words[at], words[at + 1 : at + 4]
    if word.text.casefold() == "between" and before is not None and before.kind == "_MOVE":
        beside = adjacent(words, at + 1, word, vocabulary) if len(words) > at + 1 else None
        to = [replace(word, kind="_TO", text="to"), replace(word, kind="A", text="a")]
        return ([*to, *beside[0]], beside[1] + 1) if beside else None
    if word.text.casefold() not in _BESIDE or word.kind != "WORD":
        return None
    if [each.kind for each in after[:1]] == ["NAME"]:
        noun, length = after[0], 2
    elif [each.kind for each in after] == ["_TO", "THEIR", "NAME"] and before is not None:
        noun, length = before, 4
    else:
        return None
    table = vocabulary.table(str(noun.value)) if noun.kind == "NAME" else None
    column = _links(table) if table else ""
    stands = vocabulary.standing(table.name) if table else None
    if not column or stands is None or (length == 4 and after[2].value != stands.name):
        return None
    said = [noun] if length == 2 else []
    said += [replace(word, kind="_THAT", text="that"), replace(word, kind="THEIR", text="their")]
    names = (stands.name, column)
    return [*said, *(replace(word, kind="NAME", text=n, value=n) for n in names)], length


def _links(table: KnownTable) -> str:
    """The one column of a table that says which of its things are beside a thing; "" for none."""
    sure = [
        each.name for each in table.fields if each.kind == "things" and each.table == table.name
    ]
    found = sure or [each.name for each in table.fields if each.name.casefold() in _LINKS]
    return found[0] if len(found) == 1 else ""


def _is_kind_of(words: Sequence[Lexeme], at: int) -> bool:
    """Whether ``type of`` stands there, behind a number."""
    after = words[at + 1 : at + 2]
    return words[at].text.casefold() in ("type", "kind") and [e.kind for e in after] == ["OF"]


def _counts_one(words: Sequence[Lexeme], at: int) -> bool:
    """Whether one of something stands there: ``a``, ``1``, ``1 type of``, ``a random Relic``."""
    while at > 0 and (words[at].kind in ("NAME", "OF") or words[at].text in ("kind", "type")):
        at -= 1
    return words[at].kind in _ONE or (words[at].kind == "NUMBER" and words[at].value == 1)


def _owned(words: Sequence[Lexeme], at: int) -> tuple[Lexeme, int] | None:
    """``they own`` behind ``a Plot``, as one word."""
    if at < 2 or words[at - 1].kind != "NAME" or not _counts_one(words, at - 2):
        return None
    first = at + (words[at].text.casefold() in ("that", "which"))
    two = words[first : first + 2]
    if [each.kind for each in two] not in (["THEY", "_HAVE"], ["THAT_PLAYER", "_HAVE"]):
        return None
    text = " ".join(each.text for each in words[at : first + 2])
    return Lexeme("THEY_OWN", text, words[at].start, two[1].end), first + 2 - at


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
