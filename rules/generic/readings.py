"""The sentences of the ruleset page as they are to be read: by their readings, or as written.

A sentence that has a reading is compiled from the plain sentences of that and never from its own
words; all others are read in the words that the register gives them. Where a row of the readings
page has a sentence that is nowhere on the ruleset page, and one there is nearly the same and has no
reading, its words changed: it waits until somebody confirms the reading or changes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.plain.sentences import RuleSentence, sentences
from wikibot.game.ruleset.implementations import AS_WRITTEN, BY_READING, BY_REGISTER, HELD
from wikibot.game.ruleset.readings import (
    AS_NOTHING,
    AS_PEOPLE,
    GivenReading,
    bound,
    in_parts,
    likest,
    wording,
)
from wikibot.sdk import Rulebook
from wikibot.wikitext.messages import say


class PlayedSentence(RuleSentence, frozen=True):
    """A sentence as it is to be read. ``page``: the words that it stands for, "" for its own.

    ``was``: what it was played as before its words changed.
    """

    page: str = ""
    how: str = AS_WRITTEN
    was: str = ""


class PageSentence(Struct, frozen=True):
    """A sentence of the page, or several with one reading, and what is read in its place.

    ``given``: its reading; of one that is held that of the words before. ``parts``: none where
    nothing is played by it. ``bound_to``: the words that a reading is bound to, "" for all.
    """

    text: str
    section: str
    parts: tuple[PlayedSentence, ...]
    how: str = AS_WRITTEN
    given: GivenReading | None = None
    bound_to: str = ""


def sentences_of(book: Rulebook) -> tuple[PlayedSentence, ...]:
    """The sentences that are read, as many as are told of, in order."""
    every, _ = book.derived(page_sentences)
    return tuple(part for each in every for part in each.parts)


def text_read(book: Rulebook) -> str:
    """The ruleset page as it is read: with the readings in place of what they are given to."""
    if not (book.readings.rows or book.readings.register):
        return book.text
    return "\n\n".join(each.text for each in sentences_of(book))


def page_sentences(book: Rulebook) -> tuple[Sequence[PageSentence], Sequence[GivenReading]]:
    """The sentences of the ruleset page, each as it is to be read, and readings of no sentence."""
    written, readings = sentences(book.text), book.readings
    if not (readings.rows or readings.register):
        return [_as_written(each, each.text) for each in written], ()
    wordings = [wording(each.text) for each in written]
    given = readings.by(_spoken)
    places = bound(given, wordings)
    parts = dict[int, Sequence[GivenReading | None]]()
    beginning = {each.partition(" ")[0] for each in given}
    for at, each in enumerate(wordings):
        if at not in places and each.partition(" ")[0] in beginning:
            of, rest = in_parts(given, each)
            parts |= {} if rest else {at: of}
    there = {id(row) for _, row in places.values()}
    there |= {id(row) for of in parts.values() for row in of}
    lost = [row for row in given.values() if row is not None and id(row) not in there]
    taken = {at for first, (end, _) in places.items() for at in range(first, end)}
    taken |= {*parts}
    free = [at for at, each in enumerate(written) if at not in taken and not each.why]
    rows = likest([_spoken(each) for each in lost], [wordings[at] for at in free])
    renewed = {free[place]: lost[number] for number, place in rows}
    waits = {id(row) for row in renewed.values()}
    every = []
    for at, sentence in enumerate(written):
        if at in places:
            end, row = places[at]
            every.append(_by_reading(written[at:end], row))
        elif at in parts:  # of rules that lean on each other, each with a reading of its own
            for number, row in enumerate(parts[at]):
                here = replace(sentence, text=_said(row)) if row else sentence
                here = replace(here, behind=here.behind or number > 0)
                every.append(_by_reading([here], row))
        elif at in renewed:
            row = renewed[at]
            every.append(_left(sentence.text, sentence.section, row.renewed, HELD, row))
        elif at not in taken:
            every.append(_as_written(sentence, readings.reworded(sentence.text)))
    return every, [row for row in lost if id(row) not in waits]


def _spoken(row: GivenReading) -> str:
    """What the sentence of a row says without its number, as sentences of the page are read."""
    return wording(_said(row)) or row.wording


def _said(row: GivenReading) -> str:
    return " ".join(each.text for each in sentences(row.sentence))


def _as_written(each: RuleSentence, reads: str) -> PageSentence:
    """A sentence that is read from its own words, as the register has them."""
    how = AS_WRITTEN if reads == each.text else BY_REGISTER
    page = "" if how is AS_WRITTEN else each.text
    part = PlayedSentence(reads, each.section, each.why, each.behind, page, how)
    return PageSentence(each.text, each.section, (part,), how)


def _by_reading(here: Sequence[RuleSentence], given: GivenReading | None) -> PageSentence:
    text, section = " ".join(each.text for each in here), here[0].section
    if why := next((each.why for each in here if each.why), ""):  # it is not in force, or not shown
        return _left(text, section, why, AS_WRITTEN, given)
    if given is None:
        return _left(text, section, say("the readings page gives it two readings that differ"))
    if given.kind == AS_PEOPLE:
        return _left(text, section, say("it is left to people"), BY_READING, given)
    found = () if given.kind == AS_NOTHING else sentences(given.means)
    if not found and given.kind != AS_NOTHING:
        return _left(text, section, say("its reading is empty"), BY_READING, given)
    parts = tuple(
        PlayedSentence(
            each.text, section, each.why, each.behind or here[0].behind, text, BY_READING
        )
        for each in found
    )
    return PageSentence(text, section, parts, BY_READING, given)


def _left(
    text: str, section: str, why: str, how: str = HELD, given: GivenReading | None = None
) -> PageSentence:
    """A sentence by which nothing is played."""
    was = given.means if given and how is HELD else ""
    part = PlayedSentence(text, section, why, page=text, how=how, was=was)
    return PageSentence(text, section, (part,), how, given)
