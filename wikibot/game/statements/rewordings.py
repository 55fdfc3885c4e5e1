"""What people write for a statement: ``Alice: Crystals 2``, ``set Alice's Poents to 4``.

Each wording is turned into exact statements, tried in their order; the bot itself never speaks so.
Decision: a list (``Alice has 2 Fish, 1 Net``) is read as such only where each part has a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Reading = tuple[str, ...]  # exact statements that together say what was meant

_LONGEST_NAME = 4  # words, of what stands in front of a label without a sign between them
_PLACES = ("location", "position", "space", "place")
_LEAD = re.compile(r"(?:(?:that|please|set|change|make|put)\s+)+", re.IGNORECASE)
_NOW = re.compile(r"\s(?:now|only|just|actually|really)(?=\s|$)", re.IGNORECASE)
_HAS = re.compile(
    r"\s(?:(?:should|must|shall|will)\s+)?(?:has|have|had|owns?|holds?)(?:\s+got)?\s", re.IGNORECASE
)
_IS = re.compile(r"\s(?:should\s+be|must\s+be|is|are|stands?)\s", re.IGNORECASE)
_PLACED = re.compile(r"(?:at|in|on)\s+", re.IGNORECASE)
_SIGN = re.compile(r"\s*[:=]\s*|\s+(?:to|is|are|should\s+be)\s+", re.IGNORECASE)
_OWN = re.compile(r"['’]s?\s")
_OF = re.compile(r"\sof\s", re.IGNORECASE)
_THE = re.compile(r"the\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:(?:an?|the|of|type)\s+)+", re.IGNORECASE)
_AT = re.compile(r"\s(?:at|on)\s(?:space\s)?(?=-?\d)", re.IGNORECASE)
_AND = re.compile(r"\sand\s|,\s", re.IGNORECASE)
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_LAST_NUMBER = re.compile(r"(?<=\D)-?\d+$")
_NUMBERED = re.compile(r"(?:-?\d+|no|an?)\s", re.IGNORECASE)
_PARTS = re.compile(r",(?:\s*and\s)?|\sand\s", re.IGNORECASE)
_WITHIN = re.compile(r"\s(?:in|for|with)\s", re.IGNORECASE)


def readings(statement: str, nouns: Sequence[str] = ()) -> Iterator[Reading]:
    """What a statement that has no exact form may say, the likeliest first.

    ``nouns``: what things are called that have names: ``town``, which people leave out.
    """
    yield from _plain_readings(statement)
    for noun in nouns:
        yield from (tuple(f"{noun} {each}" for each in said) for said in _named(statement))


def _named(statement: str) -> Iterator[Reading]:
    """What is said by a label of a thing that is called by its name alone."""
    text = _LEAD.sub("", statement.strip(" ."), count=1)
    sign = _SIGN.search(text)
    head, value = (text[: sign.start()], text[sign.end() :]) if sign else (text, "")
    for pattern, turned in ((_OWN, False), (_OF, True)):
        parts = pattern.split(head, 1)
        if sign and len(parts) == 2:
            who, label = reversed(parts) if turned else parts
            yield (f"{who} has {_THE.sub('', label, count=1)}: {value}",)
    if has := _HAS.search(text):
        yield (f"{text[: has.start()]} has {text[has.end() :]}",)


def _plain_readings(statement: str) -> Iterator[Reading]:
    text = _NOW.sub("", _LEAD.sub("", statement.strip(" ."), count=1))
    yield from _one(text)
    numbered = _NUMBER_WORD.sub(lambda found: str(_NUMBERS.index(found[0].casefold())), text)
    if numbered != text:
        yield from _one(numbered)
    parts = _AND.split(text)
    if len(parts) > 1:
        yield tuple(part.strip() for part in parts)


def _one(text: str) -> Iterator[Reading]:
    """What may be said by one statement."""
    yield (text,)
    yield from _by_verb(text)
    sign = _SIGN.search(text)
    if not sign:
        return
    head, value = text[: sign.start()].strip(), text[sign.end() :].strip()
    for parts, turned in ((_OWN.split(head, 1), False), (_OF.split(head, 1), True)):
        if len(parts) == 2:
            who, label = reversed(parts) if turned else parts
            yield from _valued(who, _THE.sub("", label, count=1), value)
    yield from _of_the_whole(head, value)
    words = head.split()
    for count in range(len(words) - 1, max(0, len(words) - 1 - _LONGEST_NAME), -1):
        yield from _valued(" ".join(words[:count]), " ".join(words[count:]), value)


def _by_verb(text: str) -> Iterator[Reading]:
    """``Alice should have 2 Fish``, ``Alice is at 5``, ``Alice has won``."""
    if text.casefold().endswith(" has won"):
        yield (f"{text[: -len(' has won')]} wins",)
    if has := _HAS.search(text):
        yield from _having(text[: has.start()], text[has.end() :])
    elif (placed := _AT.search(text)) and not _IS.search(text):
        yield (f"{text[: placed.start()]} is on {text[placed.end() :]}",)
    if stands := _IS.search(text):
        who, where = text[: stands.start()], text[stands.end() :]
        yield (f"{who} is {where}",)
        if _PLACED.match(where):
            yield (f"{who} is on {_PLACED.sub('', where, count=1)}",)


def _of_the_whole(head: str, value: str) -> Iterator[Reading]:
    """``Alice: 2 Fish``, ``season: Winter``: what is said of the one thing before the sign."""
    yield from _by_verb(f"{head} {value}")
    yield (f"{head} {value}",)
    yield (f"{head} is {_ARTICLE.sub('', value, count=1)}",)
    yield (f"the {_THE.sub('', head, count=1)} is {value}",)
    yield (f"the game has {_THE.sub('', head, count=1)}: {value}",)
    if head.casefold().strip("s") == "winner":
        yield (f"{value} wins",)
    yield from _having(head, value)


def _valued(who: str, label: str, value: str) -> Iterator[Reading]:
    """A label of something, with its value."""
    if label.casefold() in _PLACES:
        yield (f"{who} is on {value}",)
    within = _WITHIN.search(label)
    if within:
        yield (f"{who} has {label[: within.start()]} {value} in {label[within.end() :]}",)
        return
    yield (f"{who} has {label}: {value}",)
    yield (f"{who} has the {label} {value}",)
    yield (f"the {who} has {label}: {value}",)
    yield (f"{who} has {value} {label}",)


def _having(who: str, what: str) -> Iterator[Reading]:
    """Items or a label with its value, whichever ``what`` is."""
    who, what = who.strip(), what.strip()
    within = _WITHIN.search(what)
    last = _LAST_NUMBER.search(what)
    if within:
        label, thing = what[: within.start()], what[within.end() :]
        first = label.partition(" ")
        if last:
            name, number = thing[: -len(last[0])].strip(" :="), last[0]
            yield (f"{who} has {label} {number} in {name}",)
        yield (f"{who} has {first[2]} {first[0]} in {thing}",)
    else:
        yield (f"{who} has {what}",)
        if last:
            name = what[: last.start()].strip(" :=×x")
            yield from _valued(who, name, last[0])
    yield (f"{who} owns {what}",)
    parts = _PARTS.split(what)
    counted = [_number_first(part.strip()) for part in parts]
    if len(parts) > 1 and all(counted):
        yield tuple(f"{who} has {part}" for part in counted)


def _number_first(part: str) -> str:
    """``Fish 2`` as ``2 Fish``; "" where there is no number."""
    if _NUMBERED.match(part):
        return part
    last = _LAST_NUMBER.search(part)
    return f"{last[0]} {part[: last.start()].strip(' :=×x')}" if last else ""
