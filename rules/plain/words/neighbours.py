"""Words whose kind their neighbours tell: that, her, each, twice, a table's noun before a thing.

Nouns and remarks that say once more what a thing is add nothing, and are left out.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import KnownTable, PlainVocabulary
from rules.plain.words.lexemes import (
    HOW_OFTEN,
    PLAYER_KINDS,
    Lexeme,
    Said,
    Words,
    kinds,
    kinds_at,
    rewritten,
)
from wikibot.wikitext.numerals import NUMBER_WORDS

_LONGEST = 6  # words of a remark, with its brackets
_NOUNS = frozenset({"NAME", "ONE_THING"})


def settled(words: Words, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """Words whose kind depends on those beside them."""
    return rewritten(
        words, vocabulary, _as_one, _adjacent, _adds_nothing, _if_rolled, _dies, _settled
    )


def _adds_nothing(words: Words, at: int, found: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """What says nothing more: ``a`` before dice, a noun, a remark, ``who is`` in the same Room."""
    two, before = kinds_at(words, at, 2), found[-1] if found else None
    six = kinds_at(words, at, 6)
    same = six[:2] == ["_WHO", "IS"] and six[2:3] in (["IN"], ["ON"], ["AT"])
    if same and six[3:5] == ["THE_SAME", "NAME"] and six[5:] != ["_AS"]:
        return [], 2
    also = words[at].kind == "WORD" and words[at].low == "also" and {*two[1:]} & DOING_SOMETHING
    if two == ["A", "DICE"] or also or _is_noun_before(words, at, vocabulary):
        return [], 1
    if before is None or before.kind != "NAME":
        return None
    if _is_noun_behind(before, words[at], vocabulary):
        return [], 1
    if kinds_at(words, at, 3) in (["IN", "THEIR", "NAME"], ["_FROM", "THEIR", "NAME"]):
        field = vocabulary.field(str(words[at + 2].value))  # a Net in their Bag
        if field is not None and field.kind == "items" and vocabulary.stuff(str(before.value)):
            return [], 3
    length = _in_brackets(words, at, before, vocabulary)
    return ([], length) if length else None


def _is_noun_before(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether a table's noun stands before one of its things: ``House Owl``."""
    if kinds_at(words, at, 2) != ["NAME", "NAME"] or (at and words[at - 1].kind in _BEFORE):
        return False
    table = vocabulary.table(str(words[at].value))
    named = vocabulary.things(str(words[at + 1].value))
    return table is not None and any(of == table for of, _ in named)


_BEFORE = kinds("OF THEIR A ANY EACH ANOTHER A_RANDOM POSS NAME _SET THE_SAME")


def _is_noun_behind(before: Lexeme, word: Lexeme, vocabulary: PlainVocabulary) -> bool:
    """Whether a noun says once more what a table's things are: a Relic item."""
    if word.kind != "NAME":
        return False
    narrow, wide = (vocabulary.table(str(each.value)) for each in (before, word))
    if narrow is None or wide is None or narrow == wide or not narrow.things:
        return False
    return {*narrow.things} <= {*wide.things}


def _in_brackets(words: Words, at: int, before: Lexeme, vocabulary: PlainVocabulary) -> int:
    """How many words ``(the Card)`` has behind ``Ace``, which is one; 0 for other words."""
    end = next((n for n in range(at, min(at + _LONGEST, len(words))) if words[n].text == ")"), 0)
    said = [each for each in words[at + 1 : end] if each.kind != "THE"]
    if words[at].text != "(" or not said:
        return 0
    tables = [table.name for table, _ in vocabulary.things(str(before.value))]
    named = [vocabulary.table(str(each.value)) if each.kind == "NAME" else None for each in said]
    return end + 1 - at if all(each and each.name in tables for each in named) else 0


_AGAINST = kinds("MORE_THAN LESS_THAN AT_LEAST AT_MOST")


def _if_rolled(words: Words, at: int, *_: object) -> Said:
    """``if they roll more than ...`` as ``if the roll is more than ...``."""
    if words[at].kind != "_IF_ROLLED" or not {*kinds_at(words, at + 1, 1)} & _AGAINST:
        return None
    said = (("_IF", "if"), ("THE_ROLL", "the roll"), ("IS", "is"))
    return [replace(words[at], kind=kind, text=text) for kind, text in said], 1


def _dies(words: Words, at: int, _: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """``dies`` as ``is no longer Alive``, where players have such a field."""
    alive = vocabulary.field("Alive") if words[at].low in ("dies", "die") else None
    if alive is None or alive.kind != "yes or no":
        return None
    gone = replace(words[at], kind="_NO_LONGER", text="is no longer")
    return [gone, words[at].named(alive.name)], 1


def without_brackets(words: Words) -> list[Lexeme]:
    """Words whose brackets are a full stop: ``(This is not a move.)`` behind a sentence."""
    found = rewritten(words, None, _bracketed)
    while found and found[-1].kind == "joint":
        found.pop()
    return found


def _bracketed(words: Words, at: int, found: list[Lexeme], _: None) -> Said:
    after = [each.text for each in words[at + 2 : at + 4]]
    is_remark = words[at].text == "(" and kinds_at(words, at + 1, 1) == ["NOT_A_MOVE"]
    if not is_remark or ")" not in after or after[0] not in (".", ")"):
        return None
    stop = replace(words[at], kind="joint", text=".", value="stop")
    said = [stop, words[at + 1]] if found and found[-1].kind != "joint" else [words[at + 1]]
    end = at + 3 + after.index(")")
    if end < len(words) and words[end].kind != "joint":
        said.append(replace(words[end - 1], kind="joint", text=".", value="stop"))
    return said, end - at


_SAYING = kinds("IS IS_NOT WAS _BECOME _TO")
_WHERE = kinds("ON IN AT INTO MORE_THAN LESS_THAN AFTER")
_ENDS_VALUE = DOING_SOMETHING | kinds(
    "joint _COLON ITEM _IF _ONLY_IF _UNLESS OTHERWISE INSTEAD EACH_UNIT WEEKDAY _MAY _MAY_NOT"
)
_COUNTED = kinds("A NUMBER")  # behind "turn", which is something else before other words


def _settled(words: Words, at: int, found: list[Lexeme], _: object) -> Said:
    """The word with the kind that its neighbours give it."""
    before, after = found[-1] if found else None, words[at + 1] if at + 1 < len(words) else None
    if words[at].kind in _WHERE and kinds_at(found, len(found) - 2, 1) in (
        ["THEY"],
        ["THAT_PLAYER"],
    ):
        return None  # the Space they are on
    if words[at].low == "who" and before is not None and before.kind == "NAME":
        placed = [each.kind for each in found[-3:-1] if each.kind != "THE"][-1:]
        if {*placed} & {"ON", "IN", "AT", "A_DIFFERENT"}:  # a player in the Hall who ...
            return [replace(words[at], kind="_WHO")], 1
    kind = _kind(words[at], before, after)
    return None if kind == words[at].kind else ([replace(words[at], kind=kind)], 1)


def _kind(  # noqa: C901, PLR0912  # each word in its turn
    word: Lexeme, before: Lexeme | None, after: Lexeme | None
) -> str:
    text, kind, behind = word.low, word.kind, after.kind if after else ""
    of = before.kind if before else ""
    if of in ("DID", "DID_NOT"):
        return "DEED"
    if text == "that" and of == "_IF" and behind in ("IS", "IS_NOT"):
        return "THE_ROLL"
    if text == "that":
        that = "THAT" if behind in ("NAME", "PROPOSAL_PASSES") else "WORD"
        that = "_THAT" if of == "joint" and behind in ("IS", "IS_NOT") else that
        that = "_THAT" if of in _NOUNS | {"THEY_OWN"} else that
        return "_WHO" if of in PLAYER_KINDS - {"WHO_OF"} else that
    if text in ("which", "who") and of in _NOUNS:
        return "_THAT"
    if text == "her" and behind != "NAME":
        return "THEY"
    if text == "each" and behind != "NAME":
        return "_BOTH" if behind == "_ROLL" else "_APIECE"
    if text == "the total" and behind == "NAME":
        return "THE_TOTAL"
    if of in _SAYING and (behind in _ENDS_VALUE or not behind):
        if kind in ("_NO_PLAYER", "_DASH") or text == "none":
            return "EMPTY"
        if text in ("over", "past") and of in ("IS", "IS_NOT"):
            return "OVER"
        kind = "WORD" if kind in _WHERE else kind  # "is on", where it is not said on what
    if kind == "_DASH":
        if behind != "NUMBER" or of == "NUMBER":
            return "_TO" if behind == "NUMBER" else "WORD"
        apart = before is None or before.end < word.start
        return "MINUS" if apart and after and after.start == word.end else "WORD"
    if kind == "OR_MORE" and text == "+" and of != "NUMBER":
        return "WORD"
    if kind == "_COLON" and behind == "ON":
        return "_STOP"
    if kind == "_TO" and behind in DOING_SOMETHING:
        return "_TO_DO"
    if text == "nothing" and behind in ("", "joint") and before:
        return "NOTHING_HAPPENS" if of == "_COLON" or before.text == "," else kind
    if kind == "AT" and behind == "NUMBER":
        return "_FOR"
    if text == "doubles" and of == "ON":
        return "DOUBLES"
    if kind in ("WORD", "TURN") and text in ("turn", "turns") and behind in _COUNTED:
        return "_TURN"
    if kind == "_EITHER_OF" and of in DOING_SOMETHING:
        return "ONE_OF"
    return "DID_MOVE" if text == "moved" and behind == "PERIOD" else kind


# --------------------------------------------------------------------------------------------------
# Several words that mean one thing by what stands beside them: ``up to 3 times``, ``they own``
# Also words that say what the grammar has other words for: ``an adjacent Room``, ``build a Net``,
# ``if their roll is higher``.

_OUTCOMES: dict[tuple[str, ...], str] = {
    ("_IF", "THEY", "_WIN"): "IF_WON",
    ("_IF", "THEY", "_LOSE"): "IF_LOST",
}
_COMPARED = (
    ("_IF", "THE_ROLL", "IS"), ("_IF", "THEY", "POSS", "_ROLL", "IS"),
    ("_IF", "THAT_PLAYER", "POSS", "_ROLL", "IS"), ("_IF", "THEY", "_ROLL"), ("_IF_ROLLED",),
)  # fmt: skip
_MINE = ("their roll", "your roll")
_HIGHER = {"higher": "IF_WON", "lower": "IF_LOST"}
_BESIDE = frozenset({
    "adjacent", "neighbouring", "neighboring", "connected", "adjoining", "linked", "next",
})  # fmt: skip
_LINKS = ("leads to", "exits", "adjacent to", "neighbours", "neighbors", "connected to", "links")
_PLACES = kinds("THEIR ITS IT PERSON THAT_PLAYER NAME THE A ALIAS THAT")
_TIMES = kinds("CLOCK AT_MIDNIGHT AT_NOON")
_IN_ORDER = frozenset({"first", "last", "next", "previous"})
_ONE = kinds("A ANY ANOTHER EACH A_UNOWNED A_RANDOM")


def _as_one(words: Words, at: int, found: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """Several words from a place on that are one, and how many they are."""
    word, texts = words[at], [each.low for each in words[at : at + 4]]
    if word.kind in _TIMES and texts[1:2] == ["utc"]:
        return [word], 2
    if word.kind == "ENDS" and word.low == "is over" and found and found[-1].kind == "NAME":
        return [replace(word, kind="IS", text="is"), replace(word, kind="OVER", text="over")], 1
    if day := _day(words, at, found):
        return day
    if texts[:2] == ["it", "is"] and texts[3:] == ["time"] and words[at + 2].kind == "NAME":
        return [replace(words[at + 2], kind="IS_TIME_OF")], 4
    in_order = word.kind == "THE" and {*texts[1:2]} <= _IN_ORDER and texts[2:]
    if in_order and words[at + 2].kind == "NAME" and vocabulary.table(str(words[at + 2].value)):
        return [replace(word, kind="NEXT", text=f"the {texts[1]}")], 2
    is_kind = texts[0] in ("type", "kind") and kinds_at(words, at + 1, 1) == ["OF"]
    if found and found[-1].kind == "NUMBER" and is_kind:
        return [replace(word, kind="_KIND_OF")], 2
    if word.kind == "OTHER_PLAYER_WORD" and kinds_at(words, at - 3, 3) == ["_GIVE", "NAME", "_TO"]:
        return [replace(word, kind="ANOTHER_PLAYER")], 1  # one of them, as much as one likes
    one = (
        _times(words, at)
        or _owned(words, at, vocabulary)
        or _link(words, at, vocabulary)
        or _built(words, at, found, vocabulary)
        or _outcome(words, at)
    )
    return ([one[0]], one[1]) if one else None


_UNITS = {"day": 1, "week": 7}
_TODAY = ("today", "now")


def _day(words: Words, at: int, found: Words) -> Said:
    """``10 days after today``, ``today plus 2 weeks``, ``tomorrow``: a date as one word.

    ``10 days`` alone where it is added to a date, or counted from another.
    """
    word, said = words[at], [each.low for each in words[at : at + 4]]
    if said[0] in _OTHER_DAYS and found and found[-1].kind in _SAYING | {"AFTER"}:
        return [replace(word, kind="DATE", value=_OTHER_DAYS[said[0]])], 1
    adds = said[0] == "today" and said[1:2] in (["plus"], ["minus"])
    start = at + 2 * adds
    number, unit = (*words[start : start + 2], word, word)[:2]
    days = _UNITS.get(unit.low.rstrip("s"), 0) if number.kind == "NUMBER" else 0
    if not days or not isinstance(number.value, int) or number.value > _MOST_DAYS:
        return None
    days *= number.value
    if adds:
        return [replace(word, kind="DATE", value=days if said[1] == "plus" else -days)], 4
    compared = bool(found) and found[-1].kind in _COMPARING
    if said[2:4] and said[2] in ("after", "before", "from") and said[3] in _TODAY:
        if compared:  # "at most 3 days from now": the number is read by itself
            unit_ = replace(word, kind="DATE", value=days // max(number.value, 1))
            return ([word, unit_], 4) if said[2] != "before" else None
        return [replace(word, kind="DATE", value=-days if said[2] == "before" else days)], 4
    added = kinds_at(found, len(found) - 2, 2) in (["_INCREASE", "_BY"], ["_DECREASE", "_BY"])
    if added or (kinds_at(words, at + 2, 1) == ["AFTER"] and not compared):
        return [replace(word, kind="DAYS", value=days)], 2
    return None


_OTHER_DAYS = {"tomorrow": 1, "yesterday": -1}
_MOST_DAYS = 40_000  # after which there may be no date
_COMPARING = kinds("AT_LEAST AT_MOST MORE_THAN LESS_THAN EXACTLY")


def _outcome(words: Words, at: int) -> tuple[Lexeme, int] | None:
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
    words: Words, at: int, found: list[Lexeme], vocabulary: PlainVocabulary
) -> tuple[Lexeme, int] | None:
    """``may build a Net`` as ``may buy a Net``, where a Net is something to have."""
    allowed = bool(found) and found[-1].kind in HOW_OFTEN | {"_MAY"}
    two = kinds_at(words, at + 1, 2)
    if words[at].kind != "_CREATE" or not allowed or two[1:] != ["NAME"]:
        return None
    name = str(words[at + 2].value)
    if two[0] not in ("A", "NUMBER") or vocabulary.table(name) or not vocabulary.stuff(name):
        return None
    return replace(words[at], kind="_BUY"), 1


def _adjacent(words: Words, at: int, found: Words, vocabulary: PlainVocabulary) -> Said:
    """``an adjacent Room``, ``a Room next to their Room``: that their Room leads to.

    Decision: the page's column says what is adjacent, in one direction where only one row names
    the other.
    """
    word, after = words[at], words[at + 1 : at + 4]
    before = found[-1] if found else None
    if word.low == "between" and before is not None and before.kind == "_MOVE":
        beside = _adjacent(words, at + 1, [word], vocabulary) if len(words) > at + 1 else None
        to = [replace(word, kind="_TO", text="to"), replace(word, kind="A", text="a")]
        return ([*to, *beside[0]], beside[1] + 1) if beside else None
    if word.low not in _BESIDE or word.kind != "WORD":
        return None
    if kinds_at(after, 0, 1) == ["NAME"]:
        noun, length = after[0], 2
    elif kinds_at(after, 0, 1) == ["_TO"] and before is not None:
        noun, length = before, 4
    else:
        return None
    table = vocabulary.table(str(noun.value)) if noun.kind == "NAME" else None
    column = _links(table) if table else ""
    if column and length == 4 and kinds_at(after, 1, 2) != ["THEIR", "NAME"]:
        return [replace(word, kind="LINK", end=after[0].end, value=column)], 2
    stands = vocabulary.standing(table.name) if table else None
    if not column or stands is None or (length == 4 and after[2].value != stands.name):
        return None
    said = [noun] if length == 2 else []
    said += [replace(word, kind="_THAT", text="that"), replace(word, kind="THEIR", text="their")]
    return [*said, word.named(stands.name), word.named(column)], length


def _links(table: KnownTable) -> str:
    """The one column of a table that says which of its things are beside a thing; "" for none."""
    sure = [
        each.name for each in table.fields if each.kind == "things" and each.table == table.name
    ]
    found = sure or [each.name for each in table.fields if each.name.casefold() in _LINKS]
    return found[0] if len(found) == 1 else ""


def _counts_one(words: Words, at: int) -> bool:
    """Whether one of something stands there: ``a``, ``1``, ``1 type of``, ``a random Relic``."""
    while at > 0 and (words[at].kind in ("NAME", "OF") or words[at].text in ("kind", "type")):
        at -= 1
    return words[at].kind in _ONE or (words[at].kind == "NUMBER" and words[at].value == 1)


def _owned(words: Words, at: int, vocabulary: PlainVocabulary) -> tuple[Lexeme, int] | None:
    """``they own`` behind ``a Plot``, as one word."""
    if at < 2 or words[at - 1].kind != "NAME":
        return None
    several = words[at - 2].kind in ("THE", "ALL") and words[at - 3].kind == "OF"
    several = several or words[at - 2].kind == "THE_NUMBER_OF"
    several = several or kinds_at(words, at - 2, 5)[::4] == ["_FOR_EACH", "_WHOSE"]
    begins = at == 2 or words[at - 3].kind in ("joint", "_COLON")
    several = several or (begins and words[at - 2].kind == "_FOR_EACH")
    is_table = vocabulary.table(str(words[at - 1].value)) is not None
    if not (several and is_table) and not _counts_one(words, at - 2):
        return None
    first = at + (words[at].low in ("that", "which"))
    two = words[first : first + 2]
    if [each.kind for each in two] not in (["THEY", "_HAVE"], ["THAT_PLAYER", "_HAVE"]):
        return None
    text = " ".join(each.text for each in words[at : first + 2])
    return Lexeme("THEY_OWN", text, words[at].start, two[1].end), first + 2 - at


def _link(words: Words, at: int, vocabulary: PlainVocabulary) -> tuple[Lexeme, int] | None:
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
    return Lexeme("LINK", word.text, word.start, words[at + to].end, word.value), 1 + to


_MULTIPLIED = kinds(
    "THE THEIR ITS THE_TOTAL THE_HIGHEST THE_NUMBER_OF THAT_MANY THE_ROLL PERSON ALIAS_MANY"
)


def _times(words: Words, at: int) -> tuple[Lexeme, int] | None:
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
