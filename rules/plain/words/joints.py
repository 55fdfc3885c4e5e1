"""Joints by what they join: effects, conditions or things.

What "and", a comma, "or" or "then" joins is told by the next verb behind it, so that the grammar
needs to look one word ahead only.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import DOING_SOMETHING, PLAYER_KINDS, RELATIVE, Lexeme, kinds
from rules.plain.words.told import CONDITION_BEHIND, OPENING, told_so

_BEING = kinds("_BEGIN_WITH _BEGIN IS IS_NOT _HAVE _HAVE_NOT DID DID_NOT DID_MOVE WAS _ALREADY_HAS")
_SUBJECT = PLAYER_KINDS | kinds("THEIR ITS THE THAT IT THE_ROLL _NO_PLAYER _NO_OTHER_PLAYER")
_HOW_OFTEN = kinds("ONCE TIMES AS_ACTION ANY_TIME")
_ADDED = kinds(
    "_WITH_ALL_ABILITIES ROUNDED ONCE TIMES _BY_PAYING AS_ACTION"
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
    return _without_commas(told_so(found[::-1], vocabulary))


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
    if kinds_after[:1] == ["NAME"] and _is_subject(after[1], vocabulary):
        return True
    if kinds_after in (["NAME", "_GAIN"], ["NAME", "_LOSE"]):
        return True
    return kinds_after[1:] in (["POSS"], ["OF"], ["OF_THEIR"])


def _is_result(after: Sequence[Lexeme]) -> bool:
    """Whether a result of a roll stands here: ``on a 4 or more``."""
    kinds = [each.kind for each in after[:3]]
    return kinds[:1] == ["ON"] and (
        kinds[1:2] in (["NUMBER"], ["EVEN"]) or kinds[1:3] in (["A", "NUMBER"], ["A", "EVEN"])
    )


def _is_subject(word: Lexeme, vocabulary: PlainVocabulary) -> bool:
    name = str(word.value)
    return bool(vocabulary.value(name))


def _verb(after: Sequence[Lexeme]) -> str:
    """What the first verb says that is not in a relative clause."""
    skip = 0
    for word in after:
        kind = word.kind
        if kind in RELATIVE or (
            kind in ("_ALSO", "OR") and skip == 0 and any(w.kind in RELATIVE for w in after)
        ):
            skip = 1
        elif kind in ("_ALSO", "OR", "_THEN", "OR_DO", "_STOP", "ITEM", "_COLON"):
            return "thing"
        elif kind in _BEING or kind in DOING_SOMETHING:
            if not skip or kind in DOING_SOMETHING:
                return "do" if kind in DOING_SOMETHING else "be"
            skip = 0
    return "thing"
