"""A sentence as the words that the grammar knows: the longest phrase or name at each place.

What a joint ("and", a comma, "or", "then") joins is told by the next verb behind it, so that the
grammar needs to look one word ahead only. Everything here takes time in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.plain.vocabulary import Vocabulary, singular, stem
from wikibot.wikitext.folding import fold
from wikibot.wikitext.numerals import MOST_DIGITS, NUMBER_WORDS, integer

_WORD = re.compile(
    r"(?P<dice>\d{0,4}[dD]\d{1,6}(?:[+\-\u2212]\d{1,6})?(?!\w))|(?P<clock>\d{1,2}:\d\d(?!\d))"
    r"|(?P<number>\d+(?:,\d{3})*(?![\w]))|(?P<quoted>\"[^\"\n]{1,80}\")"
    r"|(?P<poss>(?<=\w)'s(?!\w)|(?<=s)'(?=\s))|(?P<word>[^\W\d]\w*(?:['\-](?!s\b)\w+)*|\w+)"
    r"|(?P<bullet>\u2022|\n[*#]+)|(?P<other>\S)"
)
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "`": "'"})
_JOINTS = {",": "and", ";": "stop", ".": "stop", "and": "and", "or": "or", "then": "and"}
_MOST_WORDS_OF_A_NAME = 6
_CURRENCIES = "$£€¥"
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def kinds(names: str) -> frozenset[str]:
    """Kinds of words, or names of parts, from a text."""
    return frozenset(names.split())


class Word(Struct, frozen=True):
    """A word or phrase. ``kind``: of the grammar. ``value``: a name, a number. Places: offsets."""

    kind: str
    text: str
    start: int
    end: int
    value: str | int | tuple[int, ...] = ""


class _Raw(Struct, frozen=True):
    group: str
    text: str
    start: int
    end: int

    @property
    def key(self) -> str:
        return self.text.casefold()

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()


class Phrases(Struct, frozen=True):
    """The grammar's own words: phrases by their first word, the longest first."""

    by_first: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]

    def longest(self, keys: Sequence[str], at: int) -> tuple[str, int] | None:
        """The kind of the longest phrase that begins here, and how many words it has."""
        for words, kind in self.by_first.get(keys[at], ()):
            end = at + len(words)
            if tuple(keys[at:end]) == words and _may_end(kind, keys[end : end + 1]):
                return kind, len(words)
        return None


def _may_end(kind: str, after: Sequence[str]) -> bool:
    """Whether a phrase may end before a word: "or more than 5" is not "or more"."""
    if kind == "IF_SO":
        return list(after) == [","]
    return kind not in ("OR_MORE", "OR_LESS") or list(after) != ["than"]


def phrases(spellings: Mapping[str, Sequence[str]]) -> Phrases:
    """Phrases from the spellings of each kind of word."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for kind, texts in spellings.items():
        for text in texts:
            words = tuple(each.key for each in _raw(text))
            found.setdefault(words[0], []).append((words, kind))
    return Phrases(
        {first: tuple(sorted(all_, key=lambda e: -len(e[0]))) for first, all_ in found.items()}
    )


def _raw(text: str) -> list[_Raw]:
    """The text in its words and signs."""
    text = text.translate(_QUOTES)
    return [
        _Raw(found.lastgroup or "", found[0], found.start(), found.end())
        for found in _WORD.finditer(text)
    ]


def _usual(raw: list[_Raw], vocabulary: Vocabulary) -> list[_Raw]:
    """The words with the page's own word for a player as "player", and "$5" as "5 $"."""
    called, found = vocabulary.player_words, list[_Raw]()
    for at, each in enumerate(raw):
        behind = [other.key for other in raw[at + 1 : at + 3]]
        rest = [other.key for other in raw[at + 1 : at + 4]]
        if not found and each.key == "the" and _is_some_player(rest, called):
            found.append(replace(each, text="a"))
        elif each.key == "whoever" and behind != ["has", "the"]:
            found += (replace(each, text=text) for text in ("a", "player", "who"))
        elif each.key in called:
            found.append(replace(each, text=called[each.key]))
        elif each.group == "number" and found and found[-1].text in _CURRENCIES:
            found.insert(-1, each)
        else:
            found.append(each)
    return found


def _is_some_player(rest: Sequence[str], called: Mapping[str, str]) -> bool:
    """Whether ``the player with 3 Cups`` stands at the beginning, who is any such player."""
    player = rest[:1] == ["player"] or (rest and called.get(rest[0]) == "player")
    number = rest[2:] and (rest[2].isdecimal() or rest[2] in NUMBER_WORDS)
    return bool(player and rest[1:2] == ["with"] and number)


def read(text: str, known: Phrases, vocabulary: Vocabulary) -> list[Word]:
    """The words of a sentence, joints and all. A last full stop is left out."""
    raw = _usual(_raw(text), vocabulary)
    while raw and raw[-1].text in ".;,":
        raw.pop()
    found: list[Word] = []
    keys = [each.key for each in raw]
    at = 0
    while at < len(raw):
        word, at = _word_at(raw, keys, at, known, vocabulary)
        found.append(word)
    return _joined(_settled(_aside(found), vocabulary), vocabulary)


def new_names(text: str, known: Phrases, vocabulary: Vocabulary) -> Iterator[str]:
    """Names with a capital letter that the page does not have, in the singular."""
    for word in read(text, known, vocabulary):
        if word.kind == "NAME" and stem(str(word.value)) not in vocabulary.stems:
            yield singular(str(word.value))


# -- one word --------------------------------------------------------------------------------------


def _word_at(
    raw: Sequence[_Raw], keys: Sequence[str], at: int, known: Phrases, vocabulary: Vocabulary
) -> tuple[Word, int]:
    """The longest phrase or name at a place, and the place after it."""
    phrase = known.longest(keys, at)
    name, length = _name(raw, keys, at, vocabulary)
    first = raw[at]
    if phrase and (
        phrase[1] > length or (phrase[1] == length and not _as_named(raw, at, length, name))
    ):
        return _spanning(raw, at, phrase[1], phrase[0], ""), at + phrase[1]
    if length:
        kind = "PERSON" if vocabulary.player(name) and not _is_other(name, vocabulary) else "NAME"
        return _spanning(raw, at, length, kind, name), at + length
    if phrase:
        return _spanning(raw, at, phrase[1], phrase[0], ""), at + phrase[1]
    kind, value = _single(first)
    return _spanning(raw, at, 1, kind, value), at + 1


def _is_other(name: str, vocabulary: Vocabulary) -> bool:
    return bool(vocabulary.field(name) or vocabulary.things(name) or vocabulary.table(name))


def _as_named(raw: Sequence[_Raw], at: int, length: int, name: str) -> bool:
    """Whether words are spelled just like a name with a capital, within a sentence."""
    words = " ".join(each.text for each in raw[at : at + length])
    return (
        at > 0
        and raw[at].capital
        and raw[at - 1].group in ("word", "number", "poss")
        and stem(words) == stem(name)
    )


def _name(
    raw: Sequence[_Raw], keys: Sequence[str], at: int, vocabulary: Vocabulary
) -> tuple[str, int]:
    """The name at a place, known or with capitals, and how many words it has; "" and 0: none."""
    name, length = _known_name(raw, keys, at, vocabulary)
    if raw[at].group != "word" or not raw[at].capital or _begins(raw, at):
        return name, length
    run = at + max(length, 1)
    if not length and (raw[at].key in _JOINTS or raw[at].key in NUMBER_WORDS):
        return "", 0
    if length and vocabulary.column(name):  # "of Kind Town": a field and a value
        return name, length
    while run < len(raw) and run - at < _MOST_WORDS_OF_A_NAME and raw[run].capital:
        if raw[run].group != "word" or _known_name(raw, keys, run, vocabulary)[1]:
            break
        run += 1
    if run - at == length:
        return name, length
    if length == 0 and run < len(raw) and raw[run].capital and raw[run].group == "word":
        more = _known_name(raw, keys, run, vocabulary)[1]
        run += more
    words = " ".join(each.text for each in raw[at:run])
    return words, run - at


def _known_name(
    raw: Sequence[_Raw], keys: Sequence[str], at: int, vocabulary: Vocabulary
) -> tuple[str, int]:
    for length in range(min(vocabulary.longest, len(raw) - at), 0, -1):
        words = " ".join(keys[at : at + length])
        if raw[at].group not in ("word", "number", "other") or (
            length == 1 and raw[at].group != "word" and keys[at] not in _CURRENCIES
        ):
            continue
        if (name := vocabulary.stems.get(stem(words))) is not None:
            return name, length
    return "", 0


def _begins(raw: Sequence[_Raw], at: int) -> bool:
    """Whether a capital says nothing here: at the beginning of a sentence or an item."""
    return at == 0 or (
        raw[at - 1].group == "bullet" or raw[at - 1].text in (".", ":", ";", "!", "?")
    )


def _spanning(raw: Sequence[_Raw], at: int, length: int, kind: str, value: str | int) -> Word:
    last = raw[at + length - 1]
    text = " ".join(each.text for each in raw[at : at + length])
    return Word(kind, text, raw[at].start, last.end, value)


_SIGNS = {":": "_COLON", "+": "OR_MORE", "\u2013": "_DASH", "-": "_DASH"}


def _single(word: _Raw) -> tuple[str, str | int]:
    """A word by itself: a number, dice, a joint, or a word that is not known."""
    key = word.key
    if word.group == "number" and len(key) <= MOST_DIGITS:
        return "NUMBER", integer(key.replace(",", ""))
    if word.group == "bullet":
        return "ITEM", word.text
    if word.group in ("dice", "clock", "poss", "quoted"):
        return {"poss": "POSS"}.get(
            word.group, word.group.upper()
        ), key if word.group != "quoted" else word.text[1:-1]
    if key in _JOINTS:
        return "joint", _JOINTS[key]
    if key in NUMBER_WORDS and key not in ("once", "twice", "thrice", "hundred", "thousand"):
        return "NUMBER", NUMBER_WORDS[key]
    return _SIGNS.get(key, "WORD"), word.text


# -- words that their neighbours tell apart --------------------------------------------------------

_PLAYERS = kinds(
    "THEY THAT_PLAYER PERSON A_PLAYER ANOTHER_PLAYER EACH_PLAYER EACH_OTHER_PLAYER "
    "RANDOM_PLAYER ANOTHER_RANDOM_PLAYER THE_PLAYER_WITH THE_OTHER_PLAYER_WITH PLAYER_WORD "
    "OTHER_PLAYER_WORD"
)
_NOUNS = frozenset({"NAME", "ONE_THING"})


def _settled(words: Sequence[Word], vocabulary: Vocabulary) -> list[Word]:
    """Words whose kind depends on those beside them."""
    found: list[Word] = []
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


def _aside(words: Sequence[Word]) -> list[Word]:
    """Words whose brackets are a full stop: ``(This is not a move.)`` behind a sentence."""
    found: list[Word] = []
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


def _is_noun_before(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> bool:
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


def _owned(words: Sequence[Word], at: int) -> tuple[Word, int] | None:
    """``they own`` behind ``a Plot``, as one word."""
    if at < 2 or words[at - 1].kind != "NAME" or words[at - 2].kind not in _ONE:
        return None
    first = at + (words[at].text.casefold() in ("that", "which"))
    two = words[first : first + 2]
    if [each.kind for each in two] != ["THEY", "_HAVE"]:
        return None
    text = " ".join(each.text for each in words[at : first + 2])
    return Word("_THEY_OWN", text, words[at].start, two[1].end), first + 2 - at


def _link(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> tuple[Word, int] | None:
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
    return Word("LINK", word.text, word.start, end, word.value), 1 + to


def _times(words: Sequence[Word], at: int) -> tuple[Word, int] | None:
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
    return Word("TIMES", text, words[first].start, words[end - 1].end, count), end - first


def _settle(word: Word, before: Word | None, after: Word | None) -> Word:
    """The word with the kind that its neighbours give it."""
    kind = _kind(word, before, after)
    return word if kind == word.kind else replace(word, kind=kind)


def _kind_of_that(before: Word | None, after: Word | None) -> str:
    if before and before.kind in _PLAYERS:
        return "_WHO"
    if before and before.kind in _NOUNS:
        return "_THAT"
    return "THAT" if after and after.kind == "NAME" else "WORD"


def _kind(word: Word, before: Word | None, after: Word | None) -> str:
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


# -- joints ----------------------------------------------------------------------------------------

DOING_SOMETHING = kinds(
    "_GAIN _LOSE _PAY _GIVE _TAKE _SWAP _MOVE _SET _BECOME _INCREASE _DECREASE _ADD _SUBTRACT "
    "_HALVE _IS_DOUBLED _IS_HALVED _ROLL _DRAW _DESTROY _IS_DESTROYED _CREATE _WIN "
    "NOTHING_HAPPENS _MAY _MAY_NOT _BUY _SELL _BARTER DOUBLE _GRANT _SELECT _MOVE_DIRECTLY "
    "_SWAP_PLACES NOT_A_MOVE _ARE_GIVEN"
)
_OPENING = kinds("_ONLY_IF _IF _UNLESS OTHERWISE IF_SO _EITHER_OF")
_BEING = kinds("_BEGIN_WITH _BEGIN IS IS_NOT _HAVE _HAVE_NOT DID DID_NOT")
_RELATIVE = kinds("_WHO _WHOSE _THAT")
_SUBJECT = _PLAYERS | kinds("THEIR ITS THE THAT IT THE_ROLL _NO_PLAYER _NO_OTHER_PLAYER")


def _joined(words: Sequence[Word], vocabulary: Vocabulary) -> list[Word]:
    """Joints by what they join; several in a row are one."""
    found: list[Word] = []  # from the end
    at = len(words) - 1
    while at >= 0:
        if words[at].kind != "joint" or (at + 1 < len(words) and words[at + 1].kind == "ITEM"):
            if words[at].kind != "joint":
                found.append(words[at])
            at -= 1
            continue
        first = at
        while first > 0 and words[first - 1].kind == "joint":
            first -= 1
        group = words[first : at + 1]
        found.append(_joint(group, found[::-1] if len(found) < 40 else found[:-41:-1], vocabulary))
        at = first - 1
    return _without_commas(found[::-1])


_HOW_OFTEN = kinds("ONCE TIMES AS_ACTION ANY_TIME")
_AFTER = frozenset({"_IF", "_ONLY_IF", "_UNLESS"})
_ADDED = kinds("ROUNDED ONCE TIMES _BY_PAYING AS_ACTION")  # behind a comma of no weight
_BOUNDS = frozenset({"_THEN", "OR_DO", "_STOP", "ITEM", "_COLON"})


def _is_aside(words: Sequence[Word], at: int) -> bool:
    """Whether a comma is one of two around how often: ``may, once per day, fish``."""
    behind = words[at + 1].kind if at + 1 < len(words) else ""
    if at and words[at - 1].kind == "_MAY":
        return behind in _HOW_OFTEN
    before = [each.kind for each in words[max(at - 4, 0) : at]]
    return (
        before[-3:-2] == ["_MAY"]
        or before[-4:-2] == ["_MAY", ","]
        or (len(before) == 4 and before[0] == "_MAY" and before[2] in _HOW_OFTEN)
        or (len(before) > 1 and before[-2] == "_MAY" and before[-1] in _HOW_OFTEN)
    )


def _without_commas(words: Sequence[Word]) -> list[Word]:
    """The words without a comma before a condition that ends its clause: ``..., unless ...``."""
    found: list[Word] = []
    bound = ""  # the next bound behind a word, going backwards
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        behind = words[at + 1].kind if at + 1 < len(words) else ""
        comma = word.kind == "_THEN" and word.text == ","
        condition = at + 1 < len(words) and words[at + 1].kind in _AFTER
        if comma and condition and bound not in ("_THEN", "OR_DO"):
            continue
        if word.text == "," and (_is_aside(words, at) or behind in _ADDED):
            continue
        if word.kind in _BOUNDS:
            bound = word.kind
        found.append(word)
    return found[::-1]


_ALLOWED = (
    ("and",),
    ("or",),
    ("stop",),
    ("and", "and"),
    ("and", "or"),
    ("stop", "and"),
    ("and", "and", "and"),
)


def _joint(group: Sequence[Word], after: Sequence[Word], vocabulary: Vocabulary) -> Word:
    """One joint from one or several words, such as ``, and then``."""
    values = tuple(str(each.value) for each in group)
    text = " ".join(each.text for each in group)
    whole = replace(group[0], text=text, end=group[-1].end)
    if values not in _ALLOWED:
        return replace(whole, kind="WORD")
    what = _joins(after, vocabulary)
    if values[0] == "stop":
        kind = "_STOP"
    elif values[-1] == "or":
        kind = {"do": "OR_DO", "be": "OR", "thing": "EITHER"}[what]
    else:
        kind = {"do": "_THEN", "be": "_ALSO", "thing": "AND"}[what]
    if "then" in text.casefold() and kind in ("_ALSO", "AND"):
        kind = "WORD"
    return replace(whole, kind=kind, value=values[-1])


def _joins(after: Sequence[Word], vocabulary: Vocabulary) -> str:
    """``do``, ``be`` or ``thing``: what stands behind a joint."""
    if not after:
        return "thing"
    first = after[0]
    if first.kind in _OPENING or first.kind in DOING_SOMETHING or _is_result(after):
        return "do"
    if (
        first.kind in _RELATIVE
        or first.kind in _BEING
        or first.kind in ("ON", "IN", "AT", "WEEKDAY_IS")
    ):
        return "be"
    if [each.kind for each in after[:3]] == ["ALL", "NAME", "_OWNED_BY"]:
        return "do"
    if first.kind in ("THE", "EACH") and not _leads(after, vocabulary):
        return "thing"
    if (
        first.kind in _SUBJECT
        or first.kind == "EACH"
        or (
            first.kind == "NAME"
            and (_is_subject(first, vocabulary) or [e.kind for e in after[1:2]] == ["POSS"])
        )
    ):
        return _verb(after)
    return "thing"


def _leads(after: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether ``the NAME`` is a subject: a value of the game, or a field of an owner."""
    kinds_after = [each.kind for each in after[1:3]]
    if kinds_after[:1] == ["NAME"] and _is_subject(after[1], vocabulary):
        return True
    if kinds_after in (["NAME", "_GAIN"], ["NAME", "_LOSE"]):
        return True
    return kinds_after[1:] in (["POSS"], ["OF"], ["OF_THEIR"])


def _is_result(after: Sequence[Word]) -> bool:
    """Whether a result of a roll stands here: ``on a 4 or more``."""
    kinds = [each.kind for each in after[:3]]
    return kinds[:1] == ["ON"] and (
        kinds[1:2] in (["NUMBER"], ["EVEN"]) or kinds[1:3] in (["A", "NUMBER"], ["A", "EVEN"])
    )


def _is_subject(word: Word, vocabulary: Vocabulary) -> bool:
    name = str(word.value)
    return bool(vocabulary.value(name))


def _verb(after: Sequence[Word]) -> str:
    """What the first verb says that is not in a relative clause."""
    skip = 0
    for word in after:
        kind = word.kind
        if kind in _RELATIVE or (
            kind in ("_ALSO", "OR") and skip == 0 and any(w.kind in _RELATIVE for w in after)
        ):
            skip = 1
        elif kind in ("_ALSO", "OR", "_THEN", "OR_DO", "_STOP", "ITEM", "_COLON"):
            return "thing"
        elif kind in _BEING or kind in DOING_SOMETHING:
            if not skip or kind in DOING_SOMETHING:
                return "do" if kind in DOING_SOMETHING else "be"
            skip = 0
    return "thing"


def verbs_of(text: str, known: Phrases, vocabulary: Vocabulary) -> Iterator[str]:
    """The first words of the actions that a sentence allows, for "whenever a player fishes"."""
    words = read(text, known, vocabulary)
    start = next((at for at, word in enumerate(words) if word.kind == "_MAY"), None)
    if start is None:
        return
    for word in words[start + 1 :]:
        if word.kind not in ("ONCE", "TIMES", "PER_UNIT", "EACH_UNIT", "AS_ACTION", "ANY_TIME"):
            yield fold(word.text).split()[0]
            return


# -- actions that the game invents -----------------------------------------------------------------

_NO_DEED = kinds(  # words that say more than which action it is
    "not only except if unless when whenever while until till but other others than each"
    " every twice"
    " once thrice more less fewer most least do does has have had is are be may can must never"
    " with without using during after before for as like no nor neither any all both half double"
    " always again instead also too then times by if them they you it its that those"
    " these this who whose which what how many much least almost nearly about daily weekly"
)
_PLACED = kinds("in on at inside into onto upon to from near under over of")
_OF_WHICH = kinds("_WHOSE _THAT OF_TYPE _THEY_OWN _OWNED_BY LINK")
_MOST_WORDS_OF_A_DEED = 6
_ENDS_DOING = kinds(
    "_STOP _COLON _BY_PAYING ONCE TIMES AS_ACTION ANY_TIME _IF _ONLY_IF _UNLESS _THEN"
)
_COUNTING = kinds("A NUMBER DICE ANY_NUMBER_OF ANOTHER A_UNOWNED")


def invented(words: Sequence[Word]) -> list[Word] | None:
    """The words with those of the action as ``DOING``; None where there is no action.

    Kept among them are players, and so many of something.
    """
    start = next((at for at, word in enumerate(words) if word.kind == "_MAY"), None)
    not_to = next((at for at, word in enumerate(words) if word.kind == "_MAY_NOT"), None)
    if start is None and not_to is not None and not_to + 1 < len(words):
        start = not_to + 1  # one word, so that nothing more is said of the action
        return [*words[:start], replace(words[start], kind="DOING"), *words[start + 1 :]]
    if start is None:
        return _invented_event(words)
    start += 1
    while start < len(words) and words[start].kind in (
        "ONCE",
        "TIMES",
        "PER_UNIT",
        "EACH_UNIT",
        "AS_ACTION",
        "ANY_TIME",
    ):
        start += 1
    if start < len(words) and words[start].text == "(":
        return _bracketed(words, start)
    end = next((at for at in range(start, len(words)) if words[at].kind in _ENDS_DOING), len(words))
    if start < end and words[start].kind == "_PAY":
        to = next((at for at in range(start, end - 1) if words[at].kind in ("_TO", "_TO_DO")), None)
        if to is None or not _is_deed(words[to + 1 : end]):
            return None
        so = replace(words[to], kind="_TO_DO")
        return [*words[:to], so, *_doing(words, to + 1, end), *words[end:]]
    if start >= end:
        return None
    if not _is_deed(words[start:end]):
        return None
    return [*words[:start], *_doing(words, start, end), *words[end:]]


def _bracketed(words: Sequence[Word], start: int) -> list[Word] | None:
    """An action whose words stand in brackets, so that they are only its name."""
    end = next((at for at in range(start, len(words)) if words[at].text == ")"), 0)
    if end < start + 2:
        return None
    opened, closed = replace(words[start], kind="_OPEN"), replace(words[end], kind="_CLOSE")
    inner = _doing(words, start + 1, end)
    return [*words[:start], opened, *inner, closed, *words[end + 1 :]]


def _doing(words: Sequence[Word], start: int, end: int) -> list[Word]:
    """The words of an action: players and so many of something as they are, others as its name."""
    found, at = [replace(words[start], kind="DOING")], start + 1
    while at < end:
        word = words[at]
        after = words[at + 1].kind if at + 1 < end else ""
        if word.kind in _PLAYERS:
            found.append(word)
            if after in _RELATIVE or after in ("_WITH", "ON", "IN", "AT"):
                found += words[at + 1 : end]
                break
        elif word.kind in _COUNTING and after == "NAME":
            found += words[at : at + 2]
            at += 1
            if at + 1 < end and words[at + 1].kind in _OF_WHICH:
                found += words[at + 1 : end]
                break
        else:
            found.append(replace(word, kind="DOING"))
        at += 1
    return found


def _is_deed(words: Sequence[Word]) -> bool:
    """Whether the words of an action say nothing beside which one it is.

    What stands behind a player, such as "who has a Net", is read as it is.
    """
    told_apart = _PLAYERS | _OF_WHICH
    end = next((at for at, word in enumerate(words) if word.kind in told_apart), len(words))
    told = [word for word in words[:end] if word.kind not in _COUNTING]
    if end > 2 * _MOST_WORDS_OF_A_DEED or len(told) > _MOST_WORDS_OF_A_DEED:
        return False
    for at, word in enumerate(words):
        if at >= end and word.kind != "WORD":
            continue
        if word.kind not in _COUNTING and set(word.text.casefold().split()) & _NO_DEED:
            return False
        before = [each.text.casefold() for each in words[:at] if each.kind != "THE"]
        if word.kind == "NAME" and before and before[-1] in _PLACED:
            return False
        if word.kind in ("joint", "QUOTED", "CLOCK", "WEEKDAY", "POSS", "AND", "EITHER"):
            return False
    return True


def _invented_event(words: Sequence[Word]) -> list[Word] | None:
    """The same of ``Whenever a player fishes, ...``."""
    if len(words) < 4 or words[0].kind != "_WHENEVER" or words[1].kind not in _PLAYERS:
        return None
    end = next((at for at, word in enumerate(words) if word.kind == "_THEN"), 0)
    if end < 3:
        return None
    doing = [replace(word, kind="DOING") for word in words[2:end]]
    return [*words[:2], *doing, *words[end:]]


def read_dice(text: str) -> tuple[int, int, int]:
    """``2d6+1`` as count, sides and what is added."""
    count, _, rest = text.casefold().partition("d")
    count = count or "1"
    for sign in ("+", "-", "\u2212"):
        sides, found, plus = rest.partition(sign)
        if found:
            return integer(count), integer(sides), integer(plus) * (1 if sign == "+" else -1)
    return integer(count), integer(rest), 0
