"""Joints by what they join: effects, conditions or things.

What "and", a comma, "or" or "then" joins depends on the next verb behind it, so that the grammar
needs to look one word ahead only.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import PLAYER_KINDS, RELATIVE, Lexeme, kinds

_BEING = kinds(
    "_BEGIN_WITH _BEGIN _STAND IS IS_NOT _HAVE _HAVE_NOT DID DID_NOT DID_MOVE WAS VOTED "
    "_ALREADY_HAS"
)
_SUBJECT = PLAYER_KINDS | kinds(
    "ALIAS_MANY THEIR ITS THE THAT IT THE_ROLL _NO_PLAYER _NO_OTHER_PLAYER THERE_ARE_NO"
)
_HOW_OFTEN = kinds("ONCE TIMES AS_ACTION ANY_TIME")
_ADDED = kinds(
    "ONLY _CAPPED _WITH_ALL_ABILITIES ROUNDED ONCE TIMES _BY_PAYING AS_ACTION"
)  # behind a comma of no weight
_LISTED = kinds("ITS NAME AND")
_BOUNDS = frozenset({"_THEN", "OR_DO", "_STOP", "ITEM", "_COLON"})


def joined(words: Sequence[Lexeme], vocabulary: PlainVocabulary) -> list[Lexeme]:
    """Joints by what they join; several in a row are one."""
    found: list[Lexeme] = []  # from the end
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
    words = _added(_without_commas(_with_comma(told_so(found[::-1], vocabulary))))
    return _capped_early(_of_each(_with_first_condition(words)))


def _capped_early(words: list[Lexeme]) -> list[Lexeme]:
    """``gains 2 Mana each day, up to a maximum of 20``: the maximum right behind what is gained."""
    kinds_ = [each.kind for each in words]
    gains = [at for at, kind in enumerate(kinds_) if kind == "_GAIN"]
    if kinds_[-2:] != ["_CAPPED", "NUMBER"] or len(gains) != 1:
        return words
    at = gains[0] + 3
    if kinds_[gains[0] + 1 : at] != ["NUMBER", "NAME"] or kinds_[at : at + 1] in ([], ["AND"]):
        return words
    return [*words[:at], *words[-2:], *words[at:-2]]


_CHANGING = kinds("_INCREASE _DECREASE _BECOME _IS_DOUBLED _IS_HALVED")
_MOMENTS = kinds("EACH_UNIT WEEKDAY AT_MIDNIGHT AT_NOON CLOCK")


def _of_each(words: list[Lexeme]) -> list[Lexeme]:
    """``A Pet's Hunger increases by 1 every day``: each one's."""
    kinds_ = [each.kind for each in words]
    changing = len(words) > 5 and words[4].kind in _CHANGING and kinds_[-1] in _MOMENTS
    if changing and kinds_[:4] == ["A", "NAME", "POSS", "NAME"]:
        return [replace(words[0], kind="EACH", text="each"), *words[1:]]
    return words


_MINE = kinds("THEIR THE ITS")
_SPEAKERS = kinds("THEY THAT_PLAYER EACH_PLAYER EACH_OTHER_PLAYER")


def _with_comma(words: list[Lexeme]) -> list[Lexeme]:
    """``When a player has 10 Fish they gain 1 Gold``: with the comma that is wanting."""
    end = next((at for at, word in enumerate(words) if word.kind in _BOUNDS), len(words))
    if not words or words[0].kind not in ("_WHENEVER", "_IF") or end < len(words):
        return words
    for at in range(3, len(words) - 1):
        speaks = words[at].kind in _SPEAKERS and words[at + 1].kind in DOING_SOMETHING
        if speaks and words[at - 1].kind in ("NAME", "NUMBER", "OR_MORE", "OR_LESS"):
            comma = replace(words[at], kind="_THEN", text=",", value="and")
            return [*words[:at], comma, *words[at:]]
    return words


def _added(words: Sequence[Lexeme]) -> list[Lexeme]:
    """``roll 2d6 and add their Strength``: what is added to the roll, where nothing else is."""
    found: list[Lexeme] = []
    for at, word in enumerate(words):
        two = [each.kind for each in words[at : at + 2]]
        adds = two in (["_THEN", "_ADD"], ["_THEN", "_SUBTRACT"]) and at > 0
        if adds and words[at - 1].kind == "DICE" and not _is_told_to(words[at + 2 :]):
            continue
        if word.kind in ("_ADD", "_SUBTRACT") and found and found[-1].kind == "DICE":
            found.append(replace(word, kind="_PLUS" if word.kind == "_ADD" else "_MINUS"))
        else:
            found.append(word)
    return found


def _is_told_to(words: Sequence[Lexeme]) -> bool:
    """Whether it is said to what something is added: ``their Strength to the Pot``."""
    end = next((at for at, word in enumerate(words) if word.kind in _BOUNDS), len(words))
    said = {each.kind for each in words[:end]}
    return bool(said & {"_TO", "_FROM"}) or not words or words[0].kind not in _MINE


def _with_first_condition(words: list[Lexeme]) -> list[Lexeme]:
    """``While on Earth, a player may ...``: a condition before who may do something."""
    if not words or words[0].kind != "_IF" or words[0].low == "provided":
        return words
    end = next((at for at, word in enumerate(words) if word.kind in _BOUNDS), len(words))
    after = [each.kind for each in words[end : end + 3]]
    if after[:2] in (["_THEN", "A_PLAYER"], ["_THEN", "EACH_PLAYER"]) and "_MAY" in [
        e.kind for e in words[end:]
    ]:
        return [replace(words[0], kind="_GIVEN"), *words[1:]]
    return words


def _is_aside(words: Sequence[Lexeme], at: int) -> bool:
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


def _without_commas(words: Sequence[Lexeme]) -> list[Lexeme]:
    """The words without a comma before a condition that ends its clause: ``..., unless ...``."""
    found: list[Lexeme] = []
    bound = ""  # the next bound behind a word, going backwards
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        behind = words[at + 1].kind if at + 1 < len(words) else ""
        comma = word.kind == "_THEN" and word.text == ","
        condition = at + 1 < len(words) and words[at + 1].kind in CONDITION_BEHIND
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


def _joint(group: Sequence[Lexeme], after: Sequence[Lexeme], vocabulary: PlainVocabulary) -> Lexeme:
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


def _joins(after: Sequence[Lexeme], vocabulary: PlainVocabulary) -> str:
    """``do``, ``be`` or ``thing``: what stands behind a joint."""
    if not after:
        return "thing"
    first = after[0]
    if first.kind in OPENING or first.kind in DOING_SOMETHING or _is_result(after):
        return "do"
    if (
        first.kind in RELATIVE
        or first.kind in _BEING
        or first.kind in ("ON", "IN", "INTO", "AT", "WEEKDAY_IS")
    ):
        return "be"
    if [each.kind for each in after[:3]] == ["ALL", "NAME", "_OWNED_BY"]:
        return "do"
    if first.kind == "_FOR" and after[1:] and after[1].kind in ("A_RANDOM", "THE_THING_WITH"):
        return "do"
    if first.kind in ("A_RANDOM", "EACH", "NAME", "THE", "THAT") and _is_destroyed(after):
        return "do"
    if first.kind in ("THE", "EACH") and not _leads(after, vocabulary):
        return "thing"
    if _is_list(after):
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


def _is_destroyed(after: Sequence[Lexeme]) -> bool:
    """Whether what stands here is destroyed: ``a random Hut is destroyed``."""
    for word in after:
        if word.kind in _BOUNDS:
            return False
        if word.kind == "_IS_DESTROYED":
            return True
    return False


def _is_list(after: Sequence[Lexeme]) -> bool:
    """Whether the last of several places stand here: ``its Exits and Neighbours become ...``."""
    end = next((at for at, each in enumerate(after) if each.kind not in _LISTED), 0)
    joints = [each.kind for each in after[:end] if each.kind in ("AND", "ITS")]
    return joints[:2] == ["ITS", "AND"] and after[end].kind == "_BECOME"


def _leads(after: Sequence[Lexeme], vocabulary: PlainVocabulary) -> bool:
    """Whether ``the NAME`` is a subject: a value of the game, or a field of an owner."""
    kinds_after = [each.kind for each in after[1:3]]
    if kinds_after[:1] in (["TERM"], ["PILE"]):
        return True
    if kinds_after[:1] == ["NAME"] and _is_subject(after[1], vocabulary):
        return True
    if kinds_after in (["NAME", "_GAIN"], ["NAME", "_LOSE"]):
        return True
    return kinds_after[1:] in (["POSS"], ["OF"], ["OF_THEIR"])


def _is_result(after: Sequence[Lexeme]) -> bool:
    """Whether a result of a roll stands here: ``on a 4 or more``."""
    kinds = [each.kind for each in after[:3]]
    return kinds[:1] == ["ON"] and (
        kinds[1:2] in (["NUMBER"], ["EVEN"], ["DOUBLES"])
        or kinds[1:3] in (["A", "NUMBER"], ["A", "EVEN"])
    )


def _is_subject(word: Lexeme, vocabulary: PlainVocabulary) -> bool:
    name = str(word.value)
    return bool(vocabulary.value(name))


def _verb(after: Sequence[Lexeme]) -> str:
    """What the first verb says that is not in a relative clause."""
    skip = 0
    for at, word in enumerate(after):
        kind = word.kind
        if kind in RELATIVE or (
            kind in ("_ALSO", "OR") and skip == 0 and any(w.kind in RELATIVE for w in after)
        ):
            skip = 1
        elif kind in ("_ALSO", "OR", "_THEN", "OR_DO", "_STOP", "ITEM", "_COLON"):
            return "thing"
        elif kind == "IS" and [e.kind for e in after[at + 1 : at + 3]] == ["WORD", "_COLON"]:
            return "do"  # "they are caught: ..."
        elif kind in _BEING or kind in DOING_SOMETHING:
            if not skip or kind in DOING_SOMETHING:
                return "do" if kind in DOING_SOMETHING else "be"
            skip = 0
    return "thing"


# -- ``You are Tired`` as what happens, and not as one more condition ------------------------------

OPENING = kinds(
    "_ONLY_IF _IF _UNLESS OTHERWISE IF_SO _EITHER_OF _IF_ROLLED _ON_TIE _ON_ROLL IF_WON IF_LOST "
    "_FOR_EACH"
)
CONDITION_BEHIND = kinds("_IF _ONLY_IF _UNLESS")  # a condition may stand behind its clause
_PART_BEGINS = kinds("_STOP ITEM _THEN _COLON OR_DO")
_PART_ENDS = kinds("_STOP ITEM OR_DO _THEN")
_IS = kinds("IS IS_NOT")
_FAR = 20  # words behind a joint that are looked at


def told_so(words: list[Lexeme], vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words with joints of effects before such clauses."""
    opened = settled = False
    for at, word in enumerate(words):
        if word.kind in OPENING and (at == 0 or words[at - 1].kind in _PART_BEGINS):
            opened = True
        elif word.kind in CONDITION_BEHIND:
            settled = True
        if word.kind in _PART_ENDS:
            opened = settled = False
        settled = settled or word.kind in RELATIVE or word.kind == "_A_NEW_PLAYER"
        if word.kind != "_ALSO" or settled or (opened and not word.text.startswith(",")):
            continue
        if _is_told(words, at + 1, vocabulary):
            words[at], opened = replace(word, kind="_THEN"), False
    return words


def _is_told(words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether ``[you] are Tired`` stands there and ends a part: no condition goes on behind it."""
    if words[at].kind in PLAYER_KINDS:
        verbs = [n for n in range(at, min(at + _FAR, len(words))) if words[n].kind in _IS]
        at = verbs[-1] if verbs else at
    if words[at].kind not in _IS or at + 1 == len(words) or words[at + 1].kind != "NAME":
        return False
    field = vocabulary.field(str(words[at + 1].value))
    if field is None or field.kind != "yes or no":
        return False
    return not any(each.kind == "_THEN" for each in words[at + 2 :][:_FAR])
