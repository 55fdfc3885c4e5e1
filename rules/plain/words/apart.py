"""Sentences that say several things, and those that name what comes one after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.plain.vocabulary import PlainVocabulary
from wikibot.wikitext.numerals import NUMBER_WORDS, integer

# -- one sentence that says two things: ``Neither Ann nor Bob may dig``, ``..., and nobody may ...``

_MAY = r"(?:may|can)"
_NEVER_BUT = r",? (?:and|but) (?:(?:can|may) )?never"
_PLACED = r"(?:in|at|on|by|during)"
_SCOPE = r"(?:if|while|when|as|in|at|on|during|by|unless|every|each)"  # may reach over both
_LONGEST = 400  # letters of such a text
_TWO = (  # a sentence, and the two that say the same
    (rf"neither (?P<a>[\w ]+?) nor (?P<b>[\w ]+?) {_MAY} (?P<c>.+)",
     "{a} may not {c}", "{b} may not {c}"),
    (rf"(?P<a>\w[\w ]*?) {_MAY} (?P<b>\w+)(?P<c>[^:.]*?){_NEVER_BUT} (?P<d>{_PLACED} .+)",
     "{a} may {b}{c}", "a player may not {b} {d}"),
    (rf"(?P<a>(?!{_SCOPE})\w.+?)[,;] ?(?:and |but )?(?P<b>(?:nobody|no one|no \w+) {_MAY} .+)",
     "{a}", "{b}"),
    (rf"(?P<a>(?!{_SCOPE})\w[^:;.]+?),? (?:and|but|while) (?P<b>(?:an? )?\w+ (?:{_MAY}|costs?) .+)",
     "{a}", "{b}"),
)  # fmt: skip
_TWO_READ = tuple((re.compile(said, re.IGNORECASE), means) for said, *means in _TWO)


_GIVES = re.compile(
    r"(?P<who>\w[\w ]*?) (?:may|can)(?: always)? give (?:any (?:number|amount) of )?"
    r"(?P<what>\w+(?:(?:, |,? (?:and|or) )\w+)*) to (?P<whom>[\w ]+)", re.IGNORECASE
)  # fmt: skip


def _given(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """``may give Gold, Ore or Goods to each other``: each of them, and of Goods each one."""
    said = _GIVES.fullmatch(text) if len(text) <= _LONGEST else None
    if said is None:
        return ()
    found: list[str] = []
    for each in re.split(r",? (?:and|or) |, ", said["what"]):
        table = vocabulary.table(each)
        found += table.things if table and table.goods else (each,)
    each_other = said["whom"].casefold() in ("each other", "one another")
    whom = "another player" if each_other else said["whom"]
    alone = found == [said["what"]] and whom == said["whom"]
    return () if alone else [f"{said['who']} may give {each} to {whom}" for each in found]


def of_each_good(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """``sell any number of a Good: ...`` said of each Good, which players have so many of."""
    for table in vocabulary.tables if len(text) <= _LONGEST else ():
        noun = re.escape(table.noun or table.name)
        some = re.compile(
            rf"\b(?:an?|any) {noun}\b(?: (?:that )?(?:they|you) (?:have|own)\b"
            r"| of (?:their|your) choice\b)?", re.IGNORECASE
        )  # fmt: skip
        if not table.goods or not some.search(text):
            continue
        again = re.compile(
            rf"(?:(?:(?<=many )|(?<=\d )|(?<=all ))of )?\b(?:that|the|this) {noun}(?!\w)",
            re.IGNORECASE,
        )
        its = re.compile(r"\bits (?:current )?(\w+)", re.IGNORECASE)
        return [
            its.sub(rf"the \1 of {thing}", again.sub(thing, some.sub(thing, text, count=1)))
            for thing in table.things
        ]
    return ()


_AT_FIRST = re.compile(
    r"(?:an? )?(?P<what>[\w ]+?)(?: from (?P<low>\d{1,9}) to (?P<high>\d{1,9}))?"
    r",(?: which is)? (?:(?P<first>\d{1,9})|(?:the )?(?P<held>\w[\w ]*?)) at first", re.IGNORECASE
)  # fmt: skip
_SO_MANY = re.compile(r"(?P<first>\d{1,9}) (?P<what>\w[\w ]*?) at first", re.IGNORECASE)
_OWNS = re.compile(
    r"(?:each|every|a|an) (?P<noun>\w+)(?: has |'s (?P<what>\w[\w ]*?) is (?=[^,]* at first\Z))",
    re.IGNORECASE,
)


def _at_first(text: str) -> Sequence[str]:
    """``Each player has Gold, 5 at first, and a Hull from 0 to 10, 5 at first``."""
    owner = _OWNS.match(text)
    if owner is None:
        return ()
    noun, rest = owner["noun"], text[owner.end() :]
    rest = f"{owner['what']}, {rest}" if owner["what"] else rest
    found: list[str] = []
    for each in re.split(r"(?<=at first),? (?:and )?", rest):
        if many := _SO_MANY.fullmatch(each):
            found.append(f"A new {noun} begins with {many['first']} {many['what']}")
            continue
        said = _AT_FIRST.fullmatch(each)
        if said is None:
            return ()
        what = said["what"]
        begins = f"A new {noun} begins with {said['first']} {what}"
        found.append(begins if said["first"] else f"A new {noun}'s {what} is {said['held']}")
        if said["low"]:
            found.append(f"A {noun}'s {what} is at least {said['low']}")
            found.append(f"A {noun}'s {what} is at most {said['high']}")
    return found


def apart(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """The sentences that say together what a text says; the text itself says more than one."""
    text = text.strip().rstrip(".")
    if goods := of_each_good(text, vocabulary):
        return goods
    if several := _given(text, vocabulary) or _at_first(text):
        return several
    if text.startswith("(1) "):  # as a paraphrase has them
        return re.split(r"\s*\(\d{1,2}\) ", text)[1:]
    for said, means in _TWO_READ if len(text) <= _LONGEST else ():
        if found := said.fullmatch(text):
            return [each.format(**found.groupdict()) for each in means]
    return ()


# -- times of the game: ``It is Day for 48 hours, then Night for 24 hours, and so on`` -------------

_CYCLE = re.compile(
    r"(?:it|(?:the )?(?:season|phase)) is (?P<parts>.+?),? and so on", re.IGNORECASE
)
_PART = re.compile(
    r"(?:and )?(?:then )?(?P<word>\w+) for (?P<many>\d{1,4}|[a-z]{1,6}) (?P<unit>hour|day|week)s?"
)
HOURS = {"hour": 1, "day": 24, "week": 168}
_MOST_PARTS = 12


def cycle_in(text: str) -> Sequence[tuple[str, int]]:
    """``It is Day for 48 hours, then Night for 24 hours, and so on``: the words with hours."""
    said = _CYCLE.fullmatch(text.strip().rstrip(".")) if len(text) <= _LONGEST else None
    parts = [_PART.fullmatch(each) for each in re.split(", ", said["parts"])] if said else []
    if not 1 < len(parts) <= _MOST_PARTS or not all(parts):
        return ()
    return tuple([(e["word"], _number(e["many"]) * HOURS[e["unit"]]) for e in parts if e])


def _number(text: str) -> int:
    """A number in digits or words; 0 for other words."""
    if text.isdecimal():
        return integer(text)
    return 1 if text in ("a", "an") else NUMBER_WORDS.get(text, 0)
