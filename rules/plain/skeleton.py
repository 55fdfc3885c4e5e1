"""The skeleton of a sentence that is for people: what was recognised, and what is wanting.

Nothing is made of it and nothing is played by it: a person completes it. Decisions: a part begins
where somebody is named, where something is said to happen or how often, and at a condition; words
that are not known stand in no part, but for the one behind "may", which is a verb.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.plain.effects import DOING_SOMETHING
from rules.plain.grammar import known
from rules.plain.vocabulary import MOST_LETTERS, PlainVocabulary
from rules.plain.words.assembling import assembled, player_first
from rules.plain.words.lexemes import HOW_OFTEN, LOUD, PLAYER_KINDS, Lexeme, Words, kinds
from rules.plain.words.reading import read
from wikibot.wikitext.messages import say

_CONDITIONS = kinds("_IF _UNLESS _WHENEVER _WHEN ONLY _WHILE _WHO _WHOSE")
_TIMES = HOW_OFTEN | kinds("WEEKDAY CLOCK AT_START AT_END _AT_BEGIN _AT_END EACH_UNIT")
_MAY = kinds("_MAY _MAY_NOT")
_BEGINS = PLAYER_KINDS | DOING_SOMETHING | _CONDITIONS | _TIMES | kinds("ON DICE _BY")
_ENDS = kinds("_COLON _STOP _THEN _ALSO AND EITHER OR _OR")
_GLUE = kinds(
    "TO A THE OF IN ON AT _TO THAT IT IS _BY _FOR INTO EACH _APIECE THEIR ITS OF_THEIR AND"
)
_PREPOSITIONS = kinds("OF IN ON AT _TO TO INTO _FOR _BY")
_READ = kinds("CAN CANNOT")  # as "can" and "cannot"
_MOST = 8  # parts, and words that are not known


class Skeleton(Struct, frozen=True):
    """What was recognised, part by part; words that were not; and what is to be said."""

    parts: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    wanting: str = ""


def skeleton(text: str, vocabulary: PlainVocabulary) -> Skeleton:
    """The skeleton of a sentence; an empty one where it is too long to be looked at."""
    if len(text) > MOST_LETTERS:
        return Skeleton()
    said = player_first(read(text, known(), vocabulary))
    words = assembled(said)
    parts = tuple(_parts(text, words))
    verbs = {at + 1 for at, each in enumerate(words) if each.kind in _MAY}
    unknown = (
        each.text for at, each in enumerate(words) if each.kind == "WORD" and at not in verbs
    )
    others = tuple(dict.fromkeys(each for each in unknown if any(map(str.isalnum, each))))
    loud = next((each.text for each in words if each.text in LOUD - _READ), "")
    wanting = _wanting({each.kind for each in words})
    wanting = say("say in the register what {} means", loud) if loud else wanting
    return Skeleton(parts[:_MOST], others[:_MOST], wanting)


def _parts(text: str, words: Words) -> Iterator[str]:
    part: list[Lexeme] = []
    for at, each in enumerate(words):
        before = words[at - 1].kind if at else ""
        is_verb = each.kind == "WORD" and before in _MAY
        stays = before in _MAY or (before in PLAYER_KINDS and each.kind in _MAY)
        stays |= before == "_BY" or (before in _TIMES and each.kind in _TIMES)
        breaks = each.kind in _ENDS or (each.kind == "WORD" and not is_verb)
        if part and (breaks or (each.kind in _BEGINS and not stays)):
            yield from _shown(text, part)
            part = []
        if not breaks:
            part.append(each)
    yield from _shown(text, part)


def _shown(text: str, part: Words) -> Iterator[str]:
    while part and part[-1].kind in _GLUE:
        part = part[:-1]
    while part and part[0].kind in _PREPOSITIONS:
        part = part[1:]
    if any(each.kind not in _GLUE for each in part):
        yield " ".join(text[part[0].start : part[-1].end].split())


def _wanting(there: set[str]) -> str:
    """What a sentence with words of these kinds has still to say."""
    happens = there & (DOING_SOMETHING - _MAY)
    if there & _MAY and not happens:
        return say("say what happens: `...: they gain 1 Fish`")
    if happens and not there & (_MAY | _TIMES | kinds("_WHENEVER _WHEN")):
        return say("say when: `a player may ...:`, `Whenever ...,` or `At the end of each day,`")
    if happens and not there & PLAYER_KINDS:
        return say("say who: `a player may ...`, `each player ...`")
    return ""
