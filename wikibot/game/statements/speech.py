"""Exact statements about a state: forms with slots, understood and spoken in the same words.

A free text stands bare where that is understood right, and otherwise in double quotes, as in JSON.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Generic

from msgspec import Struct

from wikibot.game import names
from wikibot.game.actions import ActionId
from wikibot.game.page.cells import Vocabulary
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, parse_rolls
from wikibot.game.state import Change, Kind, S
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import format_time, integer, parse_time
from wikibot.wikitext.own_marks import IDENTITY
from wikibot.wikitext.regex import regex

_QUOTED = r'"(?:[^"\\]|\\.)*"'
LONGEST_REWORDED = 1_000  # characters of a statement that is read in people's words
_OF_A_THING = regex(r"(?P<noun>[a-z]+) \{(?:\w+:)?\w+\} has \{label:label\}: ")
SLOT = regex(r"\{(?:(?P<name>\w+):)?(?P<kind>\w+)\}")
_NUMBER = r"-?\d+"


class NoStatement(ValueError):
    """What has none of the forms.

    What it could read is looked for when that is said.
    """

    def __init__(self, hint: Callable[[], str]) -> None:
        super().__init__(hint)
        self.hint = hint

    def __str__(self) -> str:
        return self.hint()


class Exact(Struct, frozen=True):
    """A kind of slot whose values have a fixed form and are never quoted."""

    pattern: str
    read: Callable[[str], Any]


def _roll(text: str) -> Roll:
    try:
        (roll,) = parse_rolls(text)
    except Unclear as problem:
        raise ValueError(problem.text) from None
    return roll


EXACT: Mapping[str, Exact] = {
    "number": Exact(_NUMBER, integer),
    "numbers": Exact(
        rf"nothing|{_NUMBER}(?:, ?{_NUMBER})*",
        lambda text: tuple(map(integer, re.findall(r"-?\d+", text))),
    ),
    "time": Exact(r"\d{4}-\d\d-\d\d[T ][\d:]+Z?", parse_time),
    "line": Exact(IDENTITY, ActionId.parse),
    "roll": Exact(r"\d+d\d+ \([^()]*\) = \d+", _roll),
    "label": Exact(r'[^":]+?', str),
    "waiting": Exact("|".join(Kind), lambda text: Kind(text.casefold())),
}
Known = Mapping[str, Vocabulary]  # kind of free text -> names that it may stand for


class Form(Struct, Generic[S], frozen=True, dict=True):
    """One kind of statement. ``spoken``: what the bot says, slots as ``{kind}`` or ``{name:kind}``.

    ``apply`` makes it true: it takes the state and the values by slot. ``pattern``: a regular
    expression with the same slots, where more is understood than what is spoken. ``number``: of
    several that are spoken alike, of which the first is.
    """

    spoken: str
    apply: Callable[..., S]
    example: str
    pattern: str = ""
    number: int = 0

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return f"{self.spoken} {self.number}" if self.number else self.spoken

    @cached_property
    def slots(self) -> Mapping[str, str]:
        """Kind of each slot, by its name."""
        return {
            found["name"] or found["kind"]: found["kind"] for found in SLOT.finditer(self.spoken)
        }

    @cached_property
    def understood(self) -> str:
        """The regular expression, still with slots."""
        if self.pattern:
            return self.pattern
        slots = [found[0] for found in SLOT.finditer(self.spoken)] + [""]
        return "".join(
            re.escape(literal) + slot for literal, slot in zip(self._literals, slots, strict=True)
        )

    @cached_property
    def _literals(self) -> Sequence[str]:
        """What is spoken around the slots."""
        slot = SLOT.pattern.replace("(?P<name>", "(?:").replace("(?P<kind>", "(?:")
        return re.split(slot, self.spoken)

    @cached_property
    def telling(self) -> str:
        """Words, folded, that a statement of the form has: most have not, and need no pattern."""
        return "" if self.pattern else max(self._literals, key=len).casefold()


class Speech(Generic[S]):
    """The statements of one game. ``known``: the names that free texts may stand for in a state."""

    def __init__(self, forms: Sequence[Form[S]], known: Callable[[S], Known]) -> None:
        self.forms = {form.name: form for form in forms}
        self._find_known = known
        self._last: tuple[S, Known] | None = None  # most statements in a row are about one state

    def known(self, state: S) -> Known:
        """The names that free texts may stand for."""
        if self._last is None or self._last[0] is not state:
            self._last = (state, self._find_known(state))
        return self._last[1]

    def correct(self, state: S, statement: str) -> S:
        """Make one statement true, in its exact form or in people's words.

        Raises ``ValueError`` that says what is not understood.
        """
        try:
            return self._made_true(state, (statement.strip(),))
        except ValueError as error:
            failed = error
        if len(statement) > LONGEST_REWORDED:
            raise failed
        near = ""
        for reading in readings(statement, self._nouns):
            try:
                return self._made_true(state, reading)
            except NoStatement:
                continue
            except ValueError as error:  # it has a form, and what it names is not there
                near = near or str(error)
        raise ValueError("; ".join(dict.fromkeys(filter(None, (near, str(failed))))))

    @cached_property
    def _nouns(self) -> tuple[str, ...]:
        """What things of tables are called: ``town``, ``pot``."""
        found = map(_OF_A_THING.match, self.forms)
        return tuple(dict.fromkeys(each["noun"] for each in found if each))

    def _made_true(self, state: S, statements: Sequence[str]) -> S:
        for statement in statements:
            form, values = self.parse(state, statement)
            state = form.apply(state, **values)
        return state

    def parse(self, state: S, statement: str) -> tuple[Form[S], dict[str, Any]]:
        """The first form that a statement has, with its values.

        Players' names count first as they are, then folded.
        """
        known, failure = self.known(state), ""
        possible = self._possible(statement)
        for exactly in (True, False):
            for form in possible:
                try:
                    values = _values(form, statement, known, exactly)
                except ValueError as error:
                    failure = failure or str(error)
                    continue
                if values is not None:
                    return form, values
        raise ValueError(failure) if failure else NoStatement(lambda: self._hint(statement))

    def _possible(self, statement: str) -> Sequence[Form[S]]:
        """The forms whose words a statement has."""
        forms = self.forms.values()
        if not statement.isascii():  # other letters may be equal to these
            return tuple(forms)
        folded = statement.casefold()
        return [form for form in forms if form.telling in folded]

    def say(self, state: S, name: str, values: Mapping[str, Any]) -> str:
        """The statement in words: free texts bare where that reads back right, quoted otherwise."""
        form = self.forms[name]
        bare = _spoken(form, values, quoted=False)
        try:
            understood = self.parse(state, bare) == (form, values)
        except ValueError:
            understood = False
        return bare if understood and ";" not in bare else _spoken(form, values, quoted=True)

    def _hint(self, statement: str) -> str:
        examples = [form.example for form in self.forms.values()]
        close = difflib.get_close_matches(statement, examples, 3, 0.3) or examples[:3]
        return say("no statement that is understood; it could read: {}", "; ".join(close))


def _values(form: Form[Any], statement: str, known: Known, exactly: bool) -> dict[str, Any] | None:
    players = known["player"].names if exactly else ()
    found = _compiled(form.understood, players, exactly).fullmatch(statement)
    if not found:
        return None
    return {
        slot: _value(kind, found[slot], known)
        for slot, kind in form.slots.items()
        if found[slot] is not None
    }


@lru_cache(maxsize=512)
def _compiled(pattern: str, players: tuple[str, ...], exactly: bool) -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, players), key=len, reverse=True)

    def slot(found: re.Match[str]) -> str:
        name, kind = found["name"] or found["kind"], found["kind"]
        free = "|".join(longest_first) or "(?!)" if kind == "player" and exactly else '(?!").+?'
        own = EXACT[kind].pattern if kind in EXACT else f"{_QUOTED}|{free}"
        return rf"(?P<{name}>{own})"

    return re.compile(SLOT.sub(slot, pattern), re.IGNORECASE)


def _value(kind: str, text: str, known: Known) -> Any:
    if kind in EXACT:
        return EXACT[kind].read(text)
    quoted = re.fullmatch(_QUOTED, text)
    word = str(json.loads(text)) if quoted else text
    if kind == "player":
        players = known["player"].names
        found = word if word in players else None if quoted else names.find(word, players)
        if found is None:
            near = ", ".join(names.suggestions(word, players))
            raise ValueError(f"{word!r} is not a player" + (f"; nearest: {near}" if near else ""))
        return found
    return known[kind].canonical(word) if kind in known and not quoted else word


def _spoken(form: Form[Any], values: Mapping[str, Any], *, quoted: bool) -> str:
    def slot(found: re.Match[str]) -> str:
        free = found["kind"] not in EXACT
        return _word(values[found["name"] or found["kind"]], quoted=quoted and free)

    return SLOT.sub(slot, form.spoken)


def _word(value: Any, *, quoted: bool) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace(";", "\\u003b") if quoted else value
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return format_time(value) if isinstance(value, datetime) else str(value)


# -- What people write for a statement: ``Alice: Crystals 2``, ``set Alice's Poents to 4`` ---------
# Each wording is turned into exact statements, tried in their order; the bot itself never speaks
# so. Decision: a list (``Alice has 2 Fish, 1 Net``) is read as such only where each part has a
# number.

Reading = tuple[str, ...]  # exact statements that together say what was meant

_LONGEST_NAME = 4  # words, of what stands in front of a label without a sign between them
_PLACES = ("location", "position", "space", "place")
_LEAD = regex(r"(?:(?:that|please|set|change|make|put)\s+)+", re.IGNORECASE)
_NOW = regex(r"\s(?:now|only|just|actually|really)(?=\s|$)", re.IGNORECASE)
_HAS = regex(
    r"\s(?:(?:should|must|shall|will)\s+)?(?:has|have|had|owns?|holds?)(?:\s+got)?\s", re.IGNORECASE
)
_IS = regex(r"\s(?:should\s+be|must\s+be|is|are|stands?)\s", re.IGNORECASE)
_PLACED = regex(r"(?:at|in|on)\s+", re.IGNORECASE)
_SIGN = regex(r"\s*[:=]\s*|\s+(?:to|is|are|should\s+be)\s+", re.IGNORECASE)
_OWN = regex(r"['’]s?\s")
_OF = regex(r"\sof\s", re.IGNORECASE)
_THE = regex(r"the\s+", re.IGNORECASE)
_ARTICLE = regex(r"(?:(?:an?|the|of|type)\s+)+", re.IGNORECASE)
_AT = regex(r"\s(?:at|on)\s(?:space\s)?(?=-?\d)", re.IGNORECASE)
_AND = regex(r"\sand\s|,\s", re.IGNORECASE)
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_NUMBER_WORD = regex(rf"\b(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_LAST_NUMBER = regex(r"(?<=\D)-?\d+$")
_NUMBERED = regex(r"(?:-?\d+|no|an?)\s", re.IGNORECASE)
_PARTS = regex(r",(?:\s*and\s)?|\sand\s", re.IGNORECASE)
_WITHIN = regex(r"\s(?:in|for|with)\s", re.IGNORECASE)


def readings(statement: str, nouns: Sequence[str] = ()) -> Iterator[Reading]:
    """What a statement that has no exact form may say, the likeliest first.

    ``nouns``: what things are called that have names: ``town``, which people leave out.
    """
    text = _NOW.sub("", _LEAD.sub("", statement.strip(" ."), count=1))
    yield from _one(text)
    numbered = _NUMBER_WORD.sub(lambda found: str(_NUMBERS.index(found[0].casefold())), text)
    if numbered != text:
        yield from _one(numbered)
    parts = _AND.split(text)
    if len(parts) > 1:
        yield tuple(part.strip() for part in parts)
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
    # `Alice: 2 Fish`, `season: Winter`: what is said of the one thing before the sign.
    yield from _by_verb(f"{head} {value}")
    yield (f"{head} {value}",)
    yield (f"{head} is {_ARTICLE.sub('', value, count=1)}",)
    yield (f"the {_THE.sub('', head, count=1)} is {value}",)
    yield (f"the game has {_THE.sub('', head, count=1)}: {value}",)
    if head.casefold().strip("s") == "winner":
        yield (f"{value} wins",)
    yield from _having(head, value)
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


# == The statements that lead from one state to another, said one after the other ==================


class Tally(Struct, Generic[S]):
    """Statements that lead from one state to another, with the state that they lead to so far."""

    speech: Speech[S]
    state: S
    said: tuple[str, ...] = ()

    def add(self, name: str, /, **values: Any) -> None:
        """Say one statement and make it true."""
        self.said = (*self.said, self.speech.say(self.state, name, values))
        self.state = self.speech.forms[name].apply(self.state, **values)

    def change(self, change: Change) -> None:
        """Say what holds now in place of something else, and make it true."""
        self.add(change.now.form, **change.now.values)
