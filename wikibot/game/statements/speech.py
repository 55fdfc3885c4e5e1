"""Exact statements about a state: forms with slots, understood and spoken in the same words.

A free text stands bare where that is understood right, and otherwise in double quotes, as in JSON.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Generic

from msgspec import Struct

from wikibot.game import names
from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, parse_rolls
from wikibot.game.state import Kind, S
from wikibot.game.statements.rewordings import readings
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.replies import IDENTITY

_QUOTED = r'"(?:[^"\\]|\\.)*"'
LONGEST_REWORDED = 1_000  # characters of a statement that is read in people's words
_OF_A_THING = re.compile(r"(?P<noun>[a-z]+) \{(?:\w+:)?\w+\} has \{label:label\}: ")
SLOT = re.compile(r"\{(?:(?P<name>\w+):)?(?P<kind>\w+)\}")
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


def _numbers(text: str) -> tuple[int, ...]:
    return () if text.casefold() == "nothing" else tuple(map(integer, text.split(",")))


def _roll(text: str) -> Roll:
    try:
        (roll,) = parse_rolls(text)
    except Unclear as problem:
        raise ValueError(problem.text) from None
    return roll


EXACT: Mapping[str, Exact] = {
    "number": Exact(_NUMBER, integer),
    "numbers": Exact(rf"nothing|{_NUMBER}(?:, ?{_NUMBER})*", _numbers),
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
    expression with the same slots, where more is understood than what is spoken.
    """

    name: str
    spoken: str
    apply: Callable[..., S]
    example: str
    pattern: str = ""

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
                near = near or f"{error}; "
        raise ValueError(f"{near}{failed}")

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

    def bare(self, name: str, values: Mapping[str, Any]) -> str:
        """The statement with its free texts as they are, whether or not it reads back right."""
        return _spoken(self.forms[name], values, quoted=False)

    def _hint(self, statement: str) -> str:
        examples = [form.example for form in self.forms.values()]
        close = difflib.get_close_matches(statement, examples, 3, 0.3) or examples[:3]
        return f"no statement that is understood; it could read: {'; '.join(close)}"


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
        return _player(word, known["player"].names, exactly=bool(quoted))
    return known[kind].canonical(word) if kind in known and not quoted else word


def _player(word: str, players: tuple[str, ...], *, exactly: bool) -> str:
    found = word if word in players else None if exactly else names.find(word, players)
    if found is None:
        near = ", ".join(names.suggestions(word, players))
        raise ValueError(f"{word!r} is not a player" + (f"; nearest: {near}" if near else ""))
    return found


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
