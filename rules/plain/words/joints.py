"""Joints by what they join: effects, conditions or things.

What "and", a comma, "or" or "then" joins depends on the next verb behind it, so that the grammar
needs to look one word ahead only.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import (
    HOW_OFTEN,
    PLAYER_KINDS,
    RELATIVE,
    Lexeme,
    Said,
    Words,
    kinds,
    kinds_at,
    place_of,
    rewritten,
)

_BEING = kinds(
    "_BEGIN_WITH _BEGIN _STAND IS IS_NOT _HAVE _HAVE_NOT DID DID_NOT DID_MOVE WAS WAS_NOT VOTED "
    "_ALREADY_HAS _THERE_IS _THERE_ARE"
)
_SUBJECT = PLAYER_KINDS | kinds(
    "ALIAS_MANY THEIR ITS THE THAT IT NEXT THE_ROLL _NO_PLAYER _NO_OTHER_PLAYER THERE_ARE_NO"
)
_HOW_OFTEN = kinds("ONCE TIMES AS_ACTION ANY_TIME")
_ADDED = kinds(
    "_PLUS _LESS _ADDING _MINUS _TIMES_ _OVER ONLY _CAPPED BUT_AT_LEAST BUT_AT_MOST "
    "_WITH_ALL_ABILITIES ROUNDED ONCE TIMES _BY_PAYING AS_ACTION"
)  # behind a comma of no weight
_LISTED = kinds("ITS NAME AND")
_BOUNDS = frozenset({"_THEN", "OR_DO", "_STOP", "ITEM", "_COLON"})


def joined(words: Words, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """Joints by what they join; several in a row are one."""
    found: list[Lexeme] = []  # from the end
    at = len(words) - 1
    while at >= 0:
        end = at + 1
        if words[at].kind != "joint":
            found.append(words[at])
        elif kinds_at(words, end, 1) != ["ITEM"]:
            while at > 0 and words[at - 1].kind == "joint":
                at -= 1
            behind = found[::-1] if len(found) < 40 else found[:-41:-1]
            found.append(_joint(words[at:end], behind, vocabulary))
        at -= 1
    words = _without_commas(_with_comma(told_so(found[::-1], vocabulary)))
    return _capped_early(_of_each(_with_first_condition(rewritten(words, None, _added))))


def _capped_early(words: list[Lexeme]) -> list[Lexeme]:
    """``gains 2 Mana each day, up to a maximum of 20``: the maximum right behind what is gained."""
    kinds_ = [each.kind for each in words]
    at = place_of(words, "_GAIN") + 3
    is_capped = kinds_[-2:] == ["_CAPPED", "NUMBER"] and kinds_.count("_GAIN") == 1
    amount = kinds_[at - 3 : at] == ["_GAIN", "NUMBER", "NAME"]
    if not is_capped or not amount or kinds_[at : at + 1] in ([], ["AND"]):
        return words
    return [*words[:at], *words[-2:], *words[at:-2]]


_OFTEN = HOW_OFTEN | {"AND"}
_CHANGING = kinds("_INCREASE _DECREASE _BECOME _IS_DOUBLED _IS_HALVED")
_MOMENTS = kinds("EACH_UNIT WEEKDAY AT_MIDNIGHT AT_NOON CLOCK")


def _of_each(words: list[Lexeme]) -> list[Lexeme]:
    """``A Pet's Hunger increases by 1 every day``: each one's."""
    kinds_ = [each.kind for each in words]
    changing = len(words) > 5 and words[4].kind in _CHANGING and kinds_[-1] in _MOMENTS
    if changing and kinds_[:4] == ["A", "NAME", "POSS", "NAME"]:
        return [replace(words[0], kind="EACH", text="each"), *words[1:]]
    return words


_MINE = kinds("THEIR THE ITS NUMBER THE_NUMBER_OF THE_TOTAL HALF DOUBLE")
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


def _added(words: Words, at: int, found: list[Lexeme], _: None) -> Said:
    """``roll 2d6 and add their Strength``: what is added to the roll, where nothing else is."""
    adds = kinds_at(words, at, 2) in (["_THEN", "_ADD"], ["_THEN", "_SUBTRACT"])
    rolls = next((e.kind for e in reversed(found) if e.kind in _BOUNDS | {"DICE"}), "") == "DICE"
    if adds and rolls and not _is_told_to(words[at + 2 :]):
        return [], 1
    if words[at].kind in ("_ADD", "_SUBTRACT") and rolls:
        return [replace(words[at], kind="_ADDING" if words[at].kind == "_ADD" else "_MINUS")], 1
    return None


def _is_told_to(words: Words) -> bool:
    """Whether it is said to what something is added: ``their Strength to the Pot``."""
    said = kinds_at(words, 0, place_of(words, *_BOUNDS) or len(words))
    return bool({*said} & {"_TO", "_FROM"}) or not words or words[0].kind not in _MINE


def _with_first_condition(words: list[Lexeme]) -> list[Lexeme]:
    """``While on Earth, a player may ...``: a condition before who may do something."""
    start = 1 + place_of(words, "_THEN") if kinds_at(words, 0, 1)[0:1] != ["_IF"] else 0
    if {*kinds_at(words, 0, max(start - 1, 0))} - _OFTEN or kinds_at(words, start, 1) != ["_IF"]:
        return words
    end = place_of(words, *_BOUNDS, start=start) or len(words)
    allows = kinds_at(words, end, 2) in (["_THEN", "A_PLAYER"], ["_THEN", "EACH_PLAYER"])
    if allows and words[start].low != "provided" and place_of(words, "_MAY", start=end):
        return [*words[:start], replace(words[start], kind="_GIVEN"), *words[start + 1 :]]
    return words


def _is_aside(words: Words, at: int) -> bool:
    """Whether a comma is one of two around how often: ``may, once per day, fish``."""
    before = kinds_at(words, at - 4, 4) if at > 3 else kinds_at(words, 0, at)
    if before[-1:] == ["_MAY"]:
        return {*kinds_at(words, at + 1, 1)} <= _HOW_OFTEN and at + 1 < len(words)
    often = before[-2:-1] == ["_MAY"] and before[-1] in _HOW_OFTEN
    four = len(before) == 4 and before[0] == "_MAY" and before[2] in _HOW_OFTEN
    listed = before[-1:] == kinds_at(words, at + 1, 1) == ["NAME"]  # trade Fish, Gold and Rum
    three = before[-3:-2] == ["_MAY"] and not listed
    return three or before[-4:-2] == ["_MAY", ","] or often or four


def _without_commas(words: Words) -> list[Lexeme]:
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
        is_added = behind in _ADDED and not _ends_sum(words, at)
        if word.text == "," and (_is_aside(words, at) or is_added):
            continue
        if word.kind in _BOUNDS:
            bound = word.kind
        found.append(word)
    return found[::-1]


def _ends_sum(words: Words, at: int) -> bool:
    """Whether a comma parts a sum from what is done with it: ``A minus B, divided by 2``."""
    before = [each.kind for each in words[max(at - _FAR, 0) : at]]
    return kinds_at(words, at + 1, 1)[0] in ("_OVER", "_TIMES_") and (
        "_PLUS" in before or "_LESS" in before
    )


_ALLOWED = (
    ("and",), ("or",), ("stop",), ("and", "and"), ("and", "or"), ("stop", "and"),
    ("and", "and", "and"),
)  # fmt: skip


def _joint(group: Words, after: Words, vocabulary: PlainVocabulary) -> Lexeme:
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


def _joins(after: Words, vocabulary: PlainVocabulary) -> str:
    """``do``, ``be`` or ``thing``: what stands behind a joint."""
    four, kind = kinds_at(after, 0, 4), after[0].kind if after else ""
    if kind in OPENING | DOING_SOMETHING | {"_CHOICES_REVEALED"} or _is_result(four):
        return "do"
    if kind in RELATIVE | _BEING or kind in ("ON", "IN", "INTO", "AT", "NOW", "NOT_NOW"):
        return "be"
    if four[1:2] == ["PART_OF"]:
        return "be"
    of_chance = kind == "_FOR" and four[1:2] in (["A_RANDOM"], ["THE_THING_WITH"])
    done = kind in ("A_RANDOM", "EACH", "NAME", "THE", "THAT", "NUMBER") and _is_done(after)
    if of_chance or done or four[:3] == ["ALL", "NAME", "_OWNED_BY"]:
        return "do"
    if (kind in ("THE", "EACH") and not _leads(after, vocabulary)) or _is_list(after):
        return "thing"
    owns = "POSS" in four[1 : 2 + (four[1:2] == ["NUMBER"])]  # the Mill's Rent, Space 5's Rent
    name = kind == "NAME" and (owns or _is_subject(after[0], vocabulary))
    return _verb(after) if kind in _SUBJECT or kind == "EACH" or name else "thing"


_DONE = kinds("_IS_DESTROYED _IS_SHARED _IS_SHARED_IN")


def _is_done(after: Words) -> bool:
    """Whether something is done with what stands here: ``a random Hut is destroyed``."""
    return next((each.kind for each in after if each.kind in _BOUNDS | _DONE), "") in _DONE


def _is_list(after: Words) -> bool:
    """Whether the last of several places stand here: ``its Exits and Neighbours become ...``."""
    end = next((at for at, each in enumerate(after) if each.kind not in _LISTED), 0)
    joints = [each.kind for each in after[:end] if each.kind in ("AND", "ITS")]
    return joints[:2] == ["ITS", "AND"] and after[end].kind == "_BECOME"


def _leads(after: Words, vocabulary: PlainVocabulary) -> bool:
    """Whether ``the NAME`` is a subject: a value of the game, or a field of an owner."""
    said = kinds_at(after, 1, 2)
    if said[:1] in (["TERM"], ["PILE"]) or said in (["NAME", "_GAIN"], ["NAME", "_LOSE"]):
        return True
    is_value = said[:1] == ["NAME"] and _is_subject(after[1], vocabulary)
    return is_value or said[1:] in (["POSS"], ["OF"], ["OF_THEIR"])


def _is_result(said: Sequence[str]) -> bool:
    """Whether a result of a roll stands here: ``on a 4 or more``."""
    of = said[2:3] if said[1:2] == ["A"] else said[1:2]
    doubles = said[1:2] == ["DOUBLES"]
    return said[:1] == ["ON"] and (of in (["NUMBER"], ["EVEN"]) or doubles)


def _is_subject(word: Lexeme, vocabulary: PlainVocabulary) -> bool:
    return bool(vocabulary.value(str(word.value)))


def _verb(after: Words) -> str:
    """What the first verb says that is not in a relative clause."""
    skip = False
    relative = any(each.kind in RELATIVE for each in after)
    for at, word in enumerate(after):
        kind = word.kind
        if kind in RELATIVE or (kind in ("_ALSO", "OR") and not skip and relative):
            skip = True
        elif kind in ("_ALSO", "OR") or kind in _BOUNDS:
            return "thing"
        elif kind == "IS" and kinds_at(after, at + 1, 2) == ["WORD", "_COLON"]:
            return "do"  # "they are caught: ..."
        elif kind in DOING_SOMETHING or (kind in ("_MAY", "_MAY_NOT") and not skip):
            return "do"
        elif kind in _BEING:
            if not skip:
                return "be"
            skip = False
    return "thing"


# -- ``You are Tired`` as what happens, and not as one more condition ------------------------------

OPENING = kinds(
    "_ONLY_IF _IF _UNLESS OTHERWISE IF_SO _EITHER_OF _IF_ROLLED _ON_TIE _ON_ROLL IF_WON IF_LOST "
    "_FOR_EACH HOURS_LATER"
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


def _is_told(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
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
