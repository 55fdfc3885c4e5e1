"""What is shown of a sentence that is for people: what it may mean, and what was recognised of it.

A sentence is put into other words by the table of :mod:`rules.plain.words.phrasings`; what is
understood then and leaves out nothing silently is an offer. Offers are never played. Decisions: no
offer is better than a wrong one, so one is dropped

- in which an amount changes direction, or has one that the sentence does not say;
- in which a number, a noun, a negation or a condition is missing that the sentence has, or added;
- that speaks of an action which no sentence of the page allows.

Left out, and shown so, are words of a closed list and a part between commas or brackets that names
nothing, counts nothing and sets no condition.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules.plain import tree as t
from rules.plain.effects import DOING_SOMETHING
from rules.plain.memory import known
from rules.plain.reader import parsed
from rules.plain.sentences import sentences
from rules.plain.vocabulary import MOST_LETTERS as MOST_READ
from rules.plain.vocabulary import PlainVocabulary, stem
from rules.plain.words.assembling import assembled
from rules.plain.words.lexemes import HOW_OFTEN, LOUD, PLAYER_KINDS, Lexeme, Words, kinds, raw_words
from rules.plain.words.phrasings import MOST_LETTERS, Wording, money_of, of_players, rows, tidied
from rules.plain.words.reading import named_first, read
from wikibot.game.ruleset.implementations import ReadingOffer
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import NUMBER_WORDS
from wikibot.wikitext.regex import regex

_MOST_TRIED = 24  # wordings of one sentence
MOST_OFFERED = 3


# -- what a sentence may be put into ---------------------------------------------------------------


_ASIDE = regex(r" ?\([^()]{1,120}\)|,[^,.:;()]{1,120}(?=[,.:;]|$)")


def _wordings(text: str, vocabulary: PlainVocabulary) -> list[Wording]:
    """The text in other words, those first that leave out and change least."""
    found, money = [Wording(of_players(text, vocabulary))], money_of(vocabulary)
    for row in rows():
        new = [each for each in (old.put(row, money) for old in found) if each]
        found = new if row.sure and new and len(new) == len(found) else [*new, *found]
        found = found[:_MOST_TRIED]
    for aside in _ASIDE.findall(text)[:_MOST_ASIDES]:
        said = aside.strip(" ,()")
        found += [
            Wording(each.text.replace(aside, "", 1), (*each.left_out, said), each.steps + 1)
            for each in found[: _MOST_TRIED // 2]
            if aside in each.text
        ]
    every = {tidied(each.text): each for each in reversed(found)}
    ways = (each._replace(text=said) for said, each in every.items())
    return sorted(ways, key=lambda each: (sum(map(len, each.left_out)), each.steps))[:_MOST_TRIED]


_MOST_ASIDES = 3


# -- which of them are offered ---------------------------------------------------------------------


def offers(text: str, vocabulary: PlainVocabulary, table: str = "") -> tuple[ReadingOffer, ...]:
    """What a sentence that is not understood may mean, at most three, the nearest first.

    ``table``: of the thing whose words they are.
    """
    text = " ".join(text.split())
    if len(text) > MOST_LETTERS:
        return ()
    found: dict[str, ReadingOffer] = {}
    for each in _wordings(text, vocabulary):
        says = _honest(text, each, vocabulary, table)
        if says and (each.steps or table):
            found.setdefault(says, ReadingOffer(says, each.left_out))
        if len(found) == MOST_OFFERED:
            break
    return tuple(found.values())


def _honest(text: str, way: Wording, vocabulary: PlainVocabulary, table: str) -> str:
    """The paraphrase of a wording; "" where it is not understood whole, or may mislead."""
    for left in way.left_out:  # no name, number or condition
        kinds_ = {each.kind for each in read(left, known(), vocabulary)}
        keys = {each.key for each in raw_words(left)}
        if kinds_ & (_NAMING | PLAYER_KINDS) or keys & (_MATTERING | NUMBER_WORDS.keys()):
            return ""
    said = [each.text for each in sentences(way.text)] if not table else [way.text]
    names = (name for each in said for name in named_first(each, known(), vocabulary).names)
    vocabulary = vocabulary.with_items(tuple(dict.fromkeys(names)))
    start = "body" if table else "sentence"
    means = [parsed(each, vocabulary, start, table) for each in said]
    if not means or any(each.rule is None or _is_vague(each.rule, vocabulary) for each in means):
        return ""
    says = " ".join(each.says for each in means)
    lost = _nouns(way.text, vocabulary) - _nouns(_BRACKETS.sub("", says), vocabulary)
    before, after = _ways(text, vocabulary), _ways(says, vocabulary)
    turned = any((noun, -way) in before and (noun, way) not in before for noun, way in after)
    return "" if lost or turned else says


_BRACKETS = regex(r"\([^()]*\)")  # the words of an action, which are neither read nor changed
_MATTERING = kinds(
    "no not never nobody none neither nor cannot without except but only unless if when whenever"
    " while until till before after during once twice thrice each every all both half double"
    " most fewest least more fewer less up other another same random must may can shall first last"
    " daily weekly monthly hourly again instead also times then otherwise than secret secretly"
    " shared divided split together total equally evenly rounded apiece alone among between per"
)


_NAMING = kinds("NAME NUMBER DICE CLOCK TIMES TERM PERSON PERIOD WEEKDAY EACH_UNIT PER_UNIT")


def _nouns(text: str, vocabulary: PlainVocabulary) -> frozenset[str]:
    words = read(text, known(), vocabulary)
    return frozenset(stem(str(each.value)) for each in words if each.kind == "NAME")


_MORE = kinds("_GAIN _INCREASE _ADD _GRANT _DRAW")
_FEWER = kinds("_LOSE _PAY _DECREASE _SUBTRACT _BY_PAYING _STEAL _TAKE _HALVE")
_MORE_SAID = kinds("grows yields grants brings adds plus bonus reward rewarded paid")
_FEWER_SAID = kinds("costs cost price fee fine fined charged sacrifice deducted removed minus")


def _ways(text: str, vocabulary: PlainVocabulary) -> frozenset[tuple[str, int]]:
    """Which way the amounts of nouns go, by the last word before them that says so."""
    found: set[tuple[str, int]] = set()
    now = 0
    for each in read(text, known(), vocabulary):
        low = each.low
        if each.kind in _MORE or low in _MORE_SAID:
            now = 1
        elif each.kind in _FEWER or low in _FEWER_SAID:
            now = -1
        elif each.kind == "NAME" and now:
            found.add((stem(str(each.value)), now))
        elif each.kind in ("_COLON", "_STOP") or low in (".", ";", ":"):
            now = 0
    return frozenset(found)


_MOST_WORDS = 3  # of an action's name


def _is_vague(rule: Any, vocabulary: PlainVocabulary) -> bool:
    """Whether an action that it speaks of is not there, or has half a sentence for its name."""
    for node in t.nodes(rule):
        verb = node.verb if isinstance(node, t.Forbidden | t.Restricted) else ""
        if isinstance(node, t.Happens) and node.kind == "does":
            verb = str(node.what)
        if verb and vocabulary.verb(verb) is None:
            return True
        if isinstance(node, t.Verb) and sum(isinstance(e, str) for e in node.parts) > _MOST_WORDS:
            return True
    return False


# -- the skeleton of a sentence: what was recognised, and what is wanting --------------------------
#
# Nothing is made of it and nothing is played by it: a person completes it. Decisions: a part begins
# where somebody is named, where something is said to happen or how often, and at a condition; words
# that are not known stand in no part, but for the one behind "may", which is a verb.


_CONDITIONS = kinds("_IF _UNLESS _WHENEVER _WHEN ONLY _WHILE _WHO _WHOSE")
_TIMES = HOW_OFTEN | kinds("NOW WEEKDAY CLOCK AT_START AT_END _AT_BEGIN _AT_END EACH_UNIT")
_MAY = kinds("_MAY _MAY_NOT")
_COUNTS = kinds("NUMBER A NAME")
_BEGINS = PLAYER_KINDS | DOING_SOMETHING | _CONDITIONS | _TIMES | kinds("ON DICE _BY")
_ENDS = kinds("_COLON _STOP _THEN _ALSO AND EITHER OR _OR")
_GLUE = kinds(
    "TO A THE OF IN ON AT _TO THAT IT IS _BY _FOR INTO EACH _APIECE THEIR ITS OF_THEIR AND"
)
_PREPOSITIONS = kinds("OF IN ON AT _TO TO INTO _FOR _BY")
_READ = kinds("CAN CANNOT")  # as "can" and "cannot"
_TELLING = _BEGINS - _CONDITIONS - kinds("ON _BY") | _NAMING | _MAY
_MOST = 20  # parts


def skeleton(text: str, vocabulary: PlainVocabulary) -> tuple[tuple[str, ...], str]:
    """What was recognised of a sentence, part by part, and what it has still to say.

    Nothing of one that is too long to be looked at.
    """
    if len(text) > MOST_READ:
        return (), ""
    cut = vocabulary.within(text) or vocabulary  # as it was read in when nothing was understood
    words, read_on = list[Lexeme](), 0
    for each in assembled(read(text, known(), cut)):
        # not what stands for words that are there already
        if each.start >= read_on or each.kind == "NOW":
            words, read_on = [*words, each], each.end
    loud = next((each.text for each in words if each.text in LOUD - _READ), "")
    wanting = _wanting({each.kind for each in words})
    wanting = say("say in the register what {} means", loud) if loud else wanting
    return tuple(islice(_parts(text, words), _MOST)), wanting


def _parts(text: str, words: Words) -> Iterator[str]:
    part: list[Lexeme] = []
    for at, each in enumerate(words):
        before = words[at - 1].kind if at else ""
        is_verb = each.kind == "WORD" and before in _MAY
        breaks = each.kind in _ENDS or (each.kind == "WORD" and not is_verb)
        if part and (breaks or _is_apart(before, each.kind)):
            yield from _shown(text, part)
            part = []
        if not breaks:
            part.append(each)
    yield from _shown(text, part)


def _is_apart(before: str, kind: str) -> bool:
    """Whether a part ends between words of two kinds."""
    if before in _TIMES and kind not in _TIMES | kinds("AT ON"):
        return True
    if (before in PLAYER_KINDS and kind in _COUNTS) or (before == "NUMBER" and kind == "THE"):
        return True
    stays = before in _MAY | _CONDITIONS | kinds("_BY")
    stays |= before in PLAYER_KINDS and kind in _MAY
    return kind in _BEGINS and not stays and not (before in _TIMES | kinds("AT") and kind in _TIMES)


def _shown(text: str, part: Words) -> Iterator[str]:
    while part and part[-1].kind in _GLUE:
        part = part[:-1]
    while part and part[0].kind in _PREPOSITIONS:
        part = part[1:]
    if any(each.kind in _TELLING for each in part):
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
