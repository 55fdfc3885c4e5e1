"""Words whose kind their neighbours tell: that, her, each, twice, a table's noun before a thing.

Nouns and remarks that say once more what a thing is add nothing, and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import KnownTable, PlainVocabulary
from rules.plain.words.lexemes import HOW_OFTEN, PLAYER_KINDS, Lexeme, kinds
from wikibot.wikitext.numerals import NUMBER_WORDS

_LONGEST = 6  # words of a remark, with its brackets


def remark(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> int:
    """How many words from a place on add nothing to the name before them."""
    if before is None or before.kind != "NAME":
        return 0
    if _is_noun_behind(before, words[at], vocabulary):
        return 1
    if words[at].low == "type" and before.value in vocabulary.texts:
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
    if not known or word.low not in ("dies", "die") or alive is None:
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
    also = words[at].kind == "WORD" and words[at].low == "also"
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
    return "THAT" if after and after.kind in ("NAME", "PROPOSAL_PASSES") else "WORD"


def _kind_of_dash(word: Lexeme, before: Lexeme | None, after: Lexeme | None) -> str:
    if after is None or after.kind != "NUMBER":
        return "WORD"
    if before and before.kind == "NUMBER":
        return "_TO"
    apart = before is None or before.end < word.start
    return "MINUS" if apart and after.start == word.end else "WORD"


def _kind(word: Lexeme, before: Lexeme | None, after: Lexeme | None) -> str:
    text, kind = word.low, word.kind
    if text == "that":
        kind = _kind_of_that(before, after)
    elif text in ("which", "who") and before and before.kind in _NOUNS:
        kind = "_THAT"
    elif text == "her" and not (after and after.kind == "NAME"):
        kind = "THEY"
    elif text == "each" and not (after and after.kind == "NAME"):
        kind = "_BOTH" if after and after.kind == "_ROLL" else "_APIECE"
    elif text == "the total" and after and after.kind == "NAME":
        kind = "THE_TOTAL"
    elif kind == "_NO_PLAYER" and before and before.kind in ("_BECOME", "IS", "_TO"):
        kind = "EMPTY"
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
    text, kind = word.low, word.kind
    if kind == "_TO" and after and after.kind in DOING_SOMETHING:
        return "_TO_DO"
    ends = after is None or after.kind == "joint"
    if text == "nothing" and ends and before and (before.kind == "_COLON" or before.text == ","):
        return "NOTHING_HAPPENS"
    if kind == "AT" and after and after.kind == "NUMBER":
        return "_FOR"
    if text == "doubles" and before and before.kind == "ON":
        return "DOUBLES"
    if kind in ("WORD", "TURN") and text in ("turn", "turns") and after and after.kind in _COUNTED:
        return "_TURN"
    if kind == "_EITHER_OF" and before and before.kind in DOING_SOMETHING:
        return "ONE_OF"
    if text == "moved" and after and after.kind == "PERIOD":
        return "DID_MOVE"
    return kind


# --------------------------------------------------------------------------------------------------
# Several words that mean one thing by what stands beside them: ``up to 3 times``, ``they own``
# Also words that say what the grammar has other words for: ``an adjacent Room``, ``build a Net``,
# ``if their roll is higher``.

_OUTCOMES: dict[tuple[str, ...], str] = {
    ("_IF", "THEY", "_WIN"): "IF_WON",
    ("_IF", "THEY", "_LOSE"): "IF_LOST",
}
_COMPARED = (
    ("_IF", "THE_ROLL", "IS"),
    ("_IF", "THEY", "POSS", "_ROLL", "IS"),
    ("_IF", "THAT_PLAYER", "POSS", "_ROLL", "IS"),
    ("_IF", "THEY", "_ROLL"),
    ("_IF_ROLLED",),
)
_MINE = ("their roll", "your roll")
_HIGHER = {"higher": "IF_WON", "lower": "IF_LOST"}
_BESIDE = frozenset({
    "adjacent", "neighbouring", "neighboring", "connected", "adjoining", "linked", "next",
})  # fmt: skip
_LINKS = ("leads to", "exits", "adjacent to", "neighbours", "neighbors", "connected to", "links")
_PLACES = kinds("THEIR ITS IT PERSON THAT_PLAYER NAME THE A ALIAS THAT")
_ONE = kinds("A ANY ANOTHER EACH A_UNOWNED A_RANDOM")


def as_one(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> tuple[Lexeme, int] | None:
    """Several words from a place on that are one, and how many they are."""
    texts = [each.low for each in words[at : at + 4]]
    if words[at].kind == "CLOCK" and texts[1:2] == ["utc"]:
        return words[at], 2
    if texts[:2] == ["it", "is"] and texts[3:] == ["time"] and words[at + 2].kind == "NAME":
        return replace(words[at + 2], kind="IS_TIME_OF"), 4
    is_kind = texts[0] in ("type", "kind") and [e.kind for e in words[at + 1 : at + 2]] == ["OF"]
    if before and before.kind == "NUMBER" and is_kind:
        return replace(words[at], kind="_KIND_OF"), 2
    return (
        _times(words, at)
        or _owned(words, at, vocabulary)
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
        fits = said[: len(shape)] == shape and bool(rest)
        theirs = shape[1:2] != ("THE_ROLL",) or (fits and words[at + 1].low in _MINE)
        if fits and theirs and rest[0].low in _HIGHER:
            kind, length = _HIGHER[rest[0].low], len(shape) + 1
            if shape[1:2] == ("THAT_PLAYER",):
                kind = "IF_LOST" if kind == "IF_WON" else "IF_WON"
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
    if word.low == "between" and before is not None and before.kind == "_MOVE":
        beside = adjacent(words, at + 1, word, vocabulary) if len(words) > at + 1 else None
        to = [replace(word, kind="_TO", text="to"), replace(word, kind="A", text="a")]
        return ([*to, *beside[0]], beside[1] + 1) if beside else None
    if word.low not in _BESIDE or word.kind != "WORD":
        return None
    if [each.kind for each in after[:1]] == ["NAME"]:
        noun, length = after[0], 2
    elif after[:1] and after[0].kind == "_TO" and before is not None:
        noun, length = before, 4
    else:
        return None
    table = vocabulary.table(str(noun.value)) if noun.kind == "NAME" else None
    column = _links(table) if table else ""
    if column and length == 4 and [each.kind for each in after[1:]] != ["THEIR", "NAME"]:
        return [replace(word, kind="LINK", end=after[0].end, value=column)], 2
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


def _counts_one(words: Sequence[Lexeme], at: int) -> bool:
    """Whether one of something stands there: ``a``, ``1``, ``1 type of``, ``a random Relic``."""
    while at > 0 and (words[at].kind in ("NAME", "OF") or words[at].text in ("kind", "type")):
        at -= 1
    return words[at].kind in _ONE or (words[at].kind == "NUMBER" and words[at].value == 1)


def _owned(
    words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary
) -> tuple[Lexeme, int] | None:
    """``they own`` behind ``a Plot``, as one word."""
    if at < 2 or words[at - 1].kind != "NAME":
        return None
    several = words[at - 2].kind in ("THE", "ALL") and words[at - 3].kind == "OF"
    several = several or words[at - 2].kind == "THE_NUMBER_OF"
    is_table = vocabulary.table(str(words[at - 1].value)) is not None
    if not (several and is_table) and not _counts_one(words, at - 2):
        return None
    first = at + (words[at].low in ("that", "which"))
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


_MULTIPLIED = kinds("THE THEIR ITS THE_TOTAL THE_HIGHEST THE_NUMBER_OF THAT_MANY THE_ROLL PERSON")


def _times(words: Sequence[Lexeme], at: int) -> tuple[Lexeme, int] | None:
    """``up to 3 times``, ``twice`` before a unit of time, as one word."""
    first = at
    if words[at].kind in ("_UP_TO", "AT_MOST"):
        at += 1
    if at >= len(words):
        return None
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    behind = words[at + 2].kind if at + 2 < len(words) else ""
    if word.kind == "NUMBER" and behind in _MULTIPLIED:
        return None
    if word.kind == "NUMBER" and after and after.low in ("times", "time"):
        count, end = word.value, at + 2
    elif word.low in ("twice", "thrice") and after and after.kind in ("PER_UNIT", "EACH_UNIT"):
        count, end = NUMBER_WORDS[word.low], at + 1
    else:
        return None
    text = " ".join(each.text for each in words[first:end])
    return Lexeme("TIMES", text, words[first].start, words[end - 1].end, count), end - first
