"""Templates: a form of a verb with its lists and fields, declared beside it or read off its form.

    inputs=("trade <{number} {items}>, ... to {other} for nothing", "end turn[, ping {other}]")

- ``{kind}`` is one of the things of a kind that the kernel or ``Game.slots`` lists, and
  ``{Label=kind}`` the same under a label. ``{Vote=for|against}`` is one of a few words.
- ``{number}`` is a whole number; ``{Title=text:200}`` free text, ``{Name=name:40}`` the same
  without marks that no name has; ``{Text=lines:20000}``, which stands last, the text below the
  line.
- ``[...]`` may be left out; ``<...>, ...`` stands once or more, with commas in between;
  ``<...>, ...distinct``: never twice the same.
- In a game where players state their rolls, these may stand behind the first template of a verb.
- A backslash in front of one of these marks is the mark itself.

A verb without templates has one that is read off its ``form``: what stands in capitals there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from wikibot.game.verbs import Verb
from wikibot.wikitext.dialect import upper_first
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import integer

# == The parts of a line that is composed: texts that stand as they are, lists, fields =============
#
# Each part gives the value that stands for it in JSON, as docs/gadget.md has it.

Json = Any
MOST_REPEATS = 9
SPACES = "space"  # the list of the spaces of a board


class Literal(Struct, frozen=True):
    """A text with its blanks, as it stands in the line."""

    text: str

    def json(self) -> Json:
        """The text."""
        return self.text


# Labels that no template names: they are the kinds of things, or what stands in capitals in a form.
LABELS = tuple(map(later, (
    "amount", "class", "component", "count", "gathering", "number", "ruling", "statement",
)))  # fmt: skip


def shown(label: str) -> str:
    """A label in the words in use."""
    plain = label.casefold()
    said = say(plain)
    return label if said == plain else upper_first(said)


class Pick(Struct, frozen=True):
    """One of a list.

    ``kind``: the name of the list; ``among``: the list itself, where it is always the same.
    """

    label: str
    kind: str = ""
    among: tuple[str, ...] = ()

    def json(self) -> Json:
        """The label and the list."""
        return {"label": shown(self.label), "list": list(self.among) or self.kind}


class NumberField(Struct, frozen=True):
    """A whole number of at least ``least``."""

    label: str
    least: int = 1

    def json(self) -> Json:
        """The label and the least number."""
        return {"label": shown(self.label), "number": {"min": self.least}}


class WordsField(Struct, frozen=True):
    """Free text of at most so many characters.

    ``lines``: it stands below the line, on several lines. ``without``: characters that may not be
    in it.
    """

    label: str
    most: int
    lines: bool = False
    without: str = ""

    def json(self) -> Json:
        """The label, the number of characters, and what may not be among them."""
        found = {"label": shown(self.label), "most" if self.lines else "text": self.most}
        return found | ({"without": self.without} if self.without else {})


class FacesField(Struct, frozen=True):
    """Rolls that players state: ``2d4, 1d6``."""

    dice: str

    def json(self) -> Json:
        """The label and the dice."""
        return {"label": shown("Rolls"), "dice": self.dice}


class Optional(Struct, frozen=True):
    """Parts that are left out where their first field is empty."""

    parts: tuple[Part, ...]

    def json(self) -> Json:
        """The parts."""
        return {"optional": [each.json() for each in self.parts]}


class Many(Struct, frozen=True):
    """Parts that stand once or more, with ``between`` in between.

    ``distinct``: never twice the same.
    """

    parts: tuple[Part, ...]
    between: str
    distinct: bool = False

    def json(self) -> Json:
        """The parts, and how often they may stand."""
        most = MOST_REPEATS * (1 if self.between.strip() else 2)
        parts = [each.json() for each in self.parts]
        found = {"many": parts, "between": self.between, "most": most}
        return found | ({"distinct": True} if self.distinct else {})


Part = Literal | Pick | NumberField | WordsField | FacesField | Optional | Many


class Composed(Struct, frozen=True):
    """A line as its parts; ``body``: the text below it, if it takes any.

    Where it picks from one list twice, what it picks is to differ.
    """

    parts: tuple[Part, ...]
    body: WordsField | None = None

    def json(self) -> Json:
        """The form as the page has it."""
        found: dict[str, Json] = {"parts": [each.json() for each in self.parts]}
        picked = [each.kind for each in self.parts if isinstance(each, Pick) and each.kind]
        found |= {"distinct": True} if len({*picked}) < len(picked) else {}
        return found | ({"body": self.body.json()} if self.body else {})

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to choose."""
        return not self.body and all(isinstance(each, Literal) for each in self.parts)

    @property
    def is_a_choice(self) -> bool:
        """Whether there is nothing to write: neither numbers nor words, which might be refused."""
        return all(isinstance(each, Literal | Pick) for each in self.parts)

    @property
    def can_be_filled(self) -> bool:
        """Whether nothing stands in it more than once."""
        return not any(isinstance(each, Many) for each in _each(self.parts))

    @property
    def numbers(self) -> int:
        """How many numbers it takes, where nothing else is to be filled in but who is meant."""
        every = [each for each in _each(self.parts) if not isinstance(each, Literal | Optional)]
        people = [each for each in every if isinstance(each, Pick) and each.kind in _PEOPLE]
        count = sum(isinstance(each, NumberField) for each in every)
        return count if count + len(people) == len(every) else 0

    @property
    def walks(self) -> bool:
        """Whether it takes a way over the board."""
        many = [each for each in _each(self.parts) if isinstance(each, Many)]
        return any(isinstance(part, Pick) and part.kind == SPACES for e in many for part in e.parts)

    def filled(self, value: str, number: int | None = None) -> str:
        """The line with a value for what it picks, and a number, or the least that may be written.

        Words are "x".
        """
        return _filled(self.parts, value, number).strip()

    def kinds(self) -> tuple[str, ...]:
        """The lists without which the line cannot be composed."""
        return tuple(_kinds(self.parts, (Many,)))

    def all_kinds(self) -> tuple[str, ...]:
        """The lists that the line may use, also in what may be left out."""
        return tuple(_kinds(self.parts, (Many, Optional)))


_PEOPLE = ("other", "player")


def _kinds(parts: Sequence[Part], groups: tuple[type, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Pick) and part.kind:
            yield part.kind
        elif isinstance(part, (Many, Optional)) and isinstance(part, groups):
            yield from _kinds(part.parts, groups)


def _each(parts: Sequence[Part]) -> Iterator[Part]:
    """Parts with those inside of them, but for those that are repeated."""
    for part in parts:
        yield part
        if isinstance(part, Optional):
            yield from _each(part.parts)


def _filled(parts: Sequence[Part], value: str, number: int | None) -> str:
    said = ""
    for part in parts:
        if isinstance(part, Optional):
            picks = any(isinstance(each, Pick) for each in _each(part.parts))
            said += _filled(part.parts, value, number) if picks else ""
        elif isinstance(part, Literal):
            said += part.text
        elif isinstance(part, Pick):
            said += value if part.kind else part.among[0]
        else:
            least = part.least if isinstance(part, NumberField) else None
            said += "x" if least is None else str(least if number is None else number)
    return said


# ==================================================================================================
# Templates: a form of a verb with its lists and fields, declared beside it or read off its
# form.

LONGEST_TEXT = 200
NOT_IN_NAMES = '|<>[]{}:;,#*=~"'
_MARKS = re.compile(r"\\(.)|\{([^{}]*)\}|([\[\]<])|>(\S*\s?)\.\.\.(distinct)?")
_CAPITALS = re.compile(
    r"(?P<many>(?P<each>[A-Z]{2,})(?P<between>,? )(?:(?P=each)(?P=between))?\.\.\.)"
    r"|(?P<name>\b(?:[A-Z]{2,}(?: [A-Z]{2,})*|N|[PJTG]\d)\b)"
)
_SPECIAL = re.compile(r"[\\{}<>]")
_ROLLS = " -- "
_STATED = Optional((Literal(_ROLLS), FacesField("")))  # the dice are each player's
_LABELS = {
    "other": "Player", "items": "Item", "belongings": "Item", "wares": "Item", "counted": "What",
    "components": "Component",
}  # fmt: skip
# What capitals in a form stand for, the first kind that the game lists:
_KINDS = {
    "PLAYER": ("other", "player"), "NAME": ("other", "player"), "ITEM": ("item", "own item"),
    "ITEMS": ("items",), "SPACE": ("space",), "SPACES": ("space",), "N": ("space",),
    "HERB": ("herb",), "POT": ("pot",), "RITUAL": ("ritual",), "TOWN": ("town",),
    "P3": ("proposal",), "J2": ("request",), "T4": ("trade",), "G1": ("gathering",),
}  # fmt: skip
_DISTINCT = ("POT", "PLAYER", "NAME")
_NUMBERS = ("AMOUNT", "NUMBER", "COUNT")


def escaped(text: str) -> str:
    """A text as it stands in a template."""
    return re.sub(r"([\\{}<>\[\]])", r"\\\1", text)


def composed(verb: Verb, kinds: Collection[str], *, stated: bool = False) -> tuple[Composed, ...]:
    """The lines of a verb, by its templates or else its form.

    ``kinds``: the lists that there are; a line that needs another cannot be composed. ``stated``:
    players state their rolls.
    """
    declared = verb.inputs if verb.inputs is not None else (_template(verb.form, kinds),)
    found = [read_template(each) for each in declared]
    if stated and _ROLLS in verb.example:
        found[:1] = [Composed((*each.parts, _STATED), each.body) for each in found[:1]]
    return tuple(each for each in found if all(kind in kinds for kind in each.kinds()))


def _template(form: str, kinds: Collection[str]) -> str:
    """A form with a list or a field for what stands in capitals."""

    def field(place: re.Match[str]) -> str:
        name = place["each"] or place["name"]
        kind = next((each for each in _KINDS.get(name, ()) if each in kinds), "")
        if name in _NUMBERS or not kind:
            kind = "number" if name in _NUMBERS else f"text:{LONGEST_TEXT}"
        label = "" if name in _KINDS else f"{name.capitalize()}="
        one = f"{{{label}{kind}}}"
        distinct = "distinct" if name in _DISTINCT else ""
        return f"<{one}>{place['between']}...{distinct}" if place["many"] else one

    bare = _SPECIAL.sub(r"\\\g<0>", form).replace(" [", "[ ")
    return _CAPITALS.sub(field, bare)


@lru_cache(maxsize=1024)
def read_template(template: str) -> Composed:
    """A template as its parts. Raises ``ValueError`` for one whose marks do not match."""
    tokens = _tokens(template)
    parts, end = _parts(tokens)
    if end:
        raise ValueError(f"{template!r} closes what it does not open")
    body = next((each for each in parts if isinstance(each, WordsField) and each.lines), None)
    return Composed(tuple(each for each in parts if each is not body), body)


def _tokens(template: str) -> Iterator[re.Match[str] | str]:
    at = 0
    for mark in _MARKS.finditer(template):
        if mark.start() > at:
            yield template[at : mark.start()]
        yield mark
        at = mark.end()
    if template[at:]:
        yield template[at:]


def _parts(tokens: Iterator[re.Match[str] | str]) -> tuple[list[Part], re.Match[str] | None]:
    """Parts up to the mark that ends them, which is None at the end of the template."""
    parts: list[Part] = []
    for token in tokens:
        if isinstance(token, str):
            _add_text(parts, token)
        elif token[1]:
            _add_text(parts, token[1])
        elif token[2] is not None:
            parts.append(_field(token[2]))
        elif token[0] in ("[", "<"):
            inner, end = _parts(tokens)
            if end is None or (end[0] == "]") != (token[0] == "["):
                raise ValueError(f"{token.string!r} does not close {token[0]!r}")
            group = tuple(inner)
            parts.append(Optional(group) if token[0] == "[" else Many(group, end[4], bool(end[5])))
        else:
            return parts, token
    return parts, None


def _add_text(parts: list[Part], text: str) -> None:
    last = parts[-1] if parts else None
    if isinstance(last, Literal):
        parts[-1] = Literal(last.text + text)
    else:
        parts.append(Literal(text))


def _field(said: str) -> Part:
    label, equals, what = said.rpartition("=")
    kind, _, most = what.partition(":")
    label = label if equals else _LABELS.get(what, kind.split()[-1].capitalize())
    if kind == "number":
        return NumberField(label)
    if kind in ("text", "lines", "name"):
        without = NOT_IN_NAMES if kind == "name" else ""
        return WordsField(label, integer(most) if most else LONGEST_TEXT, kind == "lines", without)
    if kind == "dice":
        return FacesField(most)
    return Pick(label, "", tuple(what.split("|"))) if "|" in what else Pick(label, what)
