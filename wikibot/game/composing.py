"""Lines composed of choices and fields, for a form beside the page: what a player picks from.

A template is a form of a verb with its lists and fields, declared beside it or read off its form:

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

What a form can offer: the verbs in force with their lists, what each player may do, what waits.

All of it follows from the state, so that it changes only when the game does. A verb is offered in
forms that the game reads; what it asks beyond them comes back as a question with its options.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from msgspec import Struct

from wikibot.game.actions import Action, ActionId, Shape, Verb, unlisted
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.enactment import PASSED
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP, SAME, in_full, is_usable, with_kernel
from wikibot.game.engine.line_player import LinePlayer
from wikibot.game.engine.orders import BY_RULE, Order, called, first_word, parse_order, quoted
from wikibot.game.engine.standing_rolls import Unseen
from wikibot.game.game import Game
from wikibot.game.page.gamestate import on_lines
from wikibot.game.picture import Picture
from wikibot.game.problems import MissingRoll, Problem
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Pending, State
from wikibot.game.understanding.situation import common_slots
from wikibot.game.understanding.slots import Lists, Option, PhraseSlot, lists_of, options_of
from wikibot.wikitext.dialect import upper_first
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.numerals import format_time, integer
from wikibot.wikitext.regex import regex

# == The parts of a line that is composed: texts that stand as they are, lists, fields =============
#
# Each part gives the value that stands for it in JSON, as docs/gadget.md has it.

Json = Any  # an object
MOST_REPEATS = 9
SPACES = "space"  # the list of the spaces of a board


class Literal(Struct, frozen=True):
    """A text with its blanks, as it stands in the line."""

    text: str

    def json(self) -> Json:
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
        return {"label": shown(self.label), "list": list(self.among) or self.kind}


class NumberField(Struct, frozen=True):
    """A whole number of at least ``least``."""

    label: str
    least: int = 1

    def json(self) -> Json:
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
        return {"label": shown("Rolls"), "dice": self.dice}


class Optional(Struct, frozen=True):
    """Parts that are left out where their first field is empty."""

    parts: tuple[Part, ...]

    def json(self) -> Json:
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
_MARKS = regex(r"\\(.)|\{([^{}]*)\}|([\[\]<])|>(\S*\s?)\.\.\.(distinct)?")
_CAPITALS = regex(
    r"(?P<many>(?P<each>[A-Z]{2,})(?P<between>,? )(?:(?P=each)(?P=between))?\.\.\.)"
    r"|(?P<name>\b(?:[A-Z]{2,}(?: [A-Z]{2,})*|N|[PJTG]\d)\b)"
)
_SPECIAL = regex(r"[\\{}<>]")
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
    return tuple(e for e in found if all(kind in kinds for kind in _kinds(e.parts, (Many,))))


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


# -- templates -------------------------------------------------------------------------------------
# What a form can offer: the verbs in force with their lists, what each player may do, what waits.

MOST_WAITING = 20  # of one player
_MOST_TRIED = 60  # things of a list that are tried one by one
_MOST_SPACES = 400  # of a board whose ways are told
_LABEL = 80  # characters of what a space is called
_LAST = ("roll", "pick", "draw", "note", "leave", "help")  # what players seldom look for
_MOST_BRINGS = 60  # lines of a player whose outcome is told
_LONGEST_SAID = 160
_MOST_NUMBERS = 12  # of a player that are tried as bounds
_ONE_ROLL = regex(r"(\d{0,2})d(\d{1,3})")
_NUMBER = regex(r"(?<![\d.,-])[1-9][0-9]{0,8}(?![\d.])")
_NO_ONE = ActionId(0, 0, 0)


class Offered:
    """What can be composed in one state of a game. ``stated``: players state their rolls."""

    def __init__(
        self, game: Game[Any], state: State, book: Rulebook, *, stated: bool, most: int
    ) -> None:
        self.game, self.state, self.book, self.stated, self.most = game, state, book, stated, most
        self._lines = LinePlayer(game, book, Unseen())
        self._tried: dict[tuple[str, str], str | None] = {}  # by player and line
        every = with_kernel(game.verbs_in(state, book), game.ledger)
        self._listed = [verb for verb in _different(every) if _is_offered(verb, book)]
        self._own = {name: self._lists(name) for name in ("", *state.players)}
        first, *others = self._own.values()
        self._shared = {
            kind: options
            for kind, options in first.items()
            if all(each.get(kind) == options for each in others)
        }
        kinds = frozenset(kind for lists in self._own.values() for kind in lists)
        self._forms = {id(verb): composed(verb, kinds, stated=stated) for verb in self._listed}

    def json(self, most_players: int) -> Json:
        """``lists``, ``verbs``, ``players`` and ``others`` of the page; ``more``: it was cut."""
        forms = self._forms
        names = tuple(self.state.players)[:most_players]
        used = {kind for lines in forms.values() for line in lines for kind in line.all_kinds()}
        walks = any(line.walks for lines in forms.values() for line in lines)
        return {
            "turn": self.game.whose_turn(self.state),
            "ways": self._ways if walks else {},
            "lists": self._listing({k: v for k, v in self._shared.items() if k in used}),
            "verbs": list(_by_name(self._listed, forms)),
            "players": [self._player(name, used) for name in names],
            "others": {"can": self._can("")},
            "more": len(names) < len(self.state.players),
        }

    # -- lists -------------------------------------------------------------------------------------

    def _lists(self, player: str) -> Lists:
        slots = {
            **{kind: make() for kind, make in common_slots(self.state, player).items()},
            **self.game.slots(self.state, self.book, player),
        }
        me = self.state.players[player] if player else None
        have = [Option(each, f"{each} ({me.count(each)})") for each in me.owned] if me else []
        more = {"belongings": tuple(have), **self.game.lists(self.state, self.book, player)}
        return {**lists_of(slots, more), **self._spaces(slots)}

    def _spaces(self, slots: Mapping[str, PhraseSlot]) -> Lists:
        """The spaces of the board with what there is to say about each."""
        spaces = options_of(slots["space"]) if "space" in slots else None
        if not spaces:
            return {}
        said = self._cells
        return {"space": tuple(Option(e.value, said.get(e.value, "")[:_LABEL]) for e in spaces)}

    @cached_property
    def _picture(self) -> Picture:
        return self.game.picture(self.state, self.book) or Picture("", ())

    @cached_property
    def _cells(self) -> Mapping[str, str]:
        """What is said of each cell of the board, by its label."""
        return {cell.label: cell.title.partition(";")[0] for cell in self._picture.cells}

    @cached_property
    def _ways(self) -> Mapping[str, list[str]]:
        """Where one step leads from each space of the board, by what they are called."""
        labels = {cell.id: cell.label for cell in self._picture.cells}
        found: dict[str, list[str]] = {}
        for edge in self._picture.edges if len(labels) <= _MOST_SPACES else ():
            found.setdefault(labels[edge.start], []).append(labels[edge.end])
        return found

    def _listing(self, lists: Lists) -> Json:
        more, most = {"more": True}, self.most
        return {
            kind: [*(each.json() for each in some[:most]), *[more] * (len(some) > most)]
            for kind, some in sorted(lists.items())
        }

    # -- players -----------------------------------------------------------------------------------

    def _player(self, name: str, used: set[str]) -> Json:
        can = self._can(name)
        own = {
            kind: options
            for kind, options in self._own[name].items()
            if kind in used and kind not in self._shared
        }
        return {
            "name": name,
            "accounts": [self.state.players[name].owner],
            "about": self.game.standing(self.state, name),
            "can": can,
            "lists": self._listing(own),
            "waits": [each.json() for each in islice(self._waits(name, can), MOST_WAITING)],
            "dice": dict(self._dice(name)) if self.stated else {},
            "at": next((e.label for e in self._picture.cells if name in e.players), ""),
            "only": {verb: only for verb in can if (only := dict(self._only(name, verb)))},
            "brings": dict(islice(self._brings(name, can), _MOST_BRINGS)),
            "most": {verb: most for verb in can if (most := self._most(name, verb))},
        }

    def _can(self, name: str) -> list[str]:
        act = self._trial(name)
        can = {called(verb): verb.name for verb in self._listed if is_usable(act, verb)}
        return sorted(can, key=lambda each: _LAST.index(can[each]) if can[each] in _LAST else -1)

    def _dice(self, name: str) -> Iterator[tuple[str, str]]:
        """The dice that each verb needs now whose rolls stand behind the verb alone."""
        act = self._trial(name)
        for verb in self._listed:
            if " -- " in verb.example and is_usable(act, verb):
                missing = self._lines.missing(self.state, act.action, Order(verb), name)
                if isinstance(missing, MissingRoll) and (dice := dice_of(missing)):
                    yield called(verb), dice

    def _only(self, name: str, verb: str) -> Iterator[tuple[str, list[str]]]:
        """What a verb's one choice may be now, by its list, where that is not all of the list."""
        lists, act = self._own[name], self._trial(name)
        verbs = (each for each in self._listed if called(each) == verb)
        for line in (line for each in verbs for line in self._forms[id(each)]):
            picks = line.all_kinds()
            listed = lists.get(picks[0], ()) if len(picks) == 1 else ()
            many = any(isinstance(each, Many) for each in _each(line.parts))
            if many or not 0 < len(listed) <= _MOST_TRIED:
                continue
            fitting = [e.value for e in listed if self._is_open(act, line.filled(e.value), name)]
            if len(fitting) < len(listed) and (fitting or line.is_a_choice):
                yield picks[0], fitting

    def _most(self, name: str, verb: str) -> int:
        """The most that a verb's one number may be now; 0 where that is not found.

        Tried are the numbers that the player has of anything.
        """
        forms = [line for each in self._listed if called(each) == verb
                 for line in self._forms[id(each)]]  # fmt: skip
        if len(forms) != 1 or forms[0].numbers != 1:
            return 0
        others = self._own[name].get("other", ())
        who, act = (others[0].value if others else ""), self._trial(name)
        has = {integer(each) for each in _NUMBER.findall(self.game.standing(self.state, name))}
        for most in sorted(has, reverse=True)[:_MOST_NUMBERS]:
            fits, more = (forms[0].filled(who, number) for number in (most, most + 1))
            if self._is_open(act, fits, name) and not self._is_open(act, more, name):
                return most
        return 0

    def _brings(self, name: str, can: Collection[str]) -> Iterator[tuple[str, str]]:
        """What lines would do, as far as it is sure: those with at most one choice and no words.

        Of a way over the board, with dice that lead to its end.
        """
        act, verbs = self._trial(name), [each for each in self._listed if called(each) in can]
        for verb in (each for each in verbs if any(line.walks for line in self._forms[id(each)])):
            for way, roll in self._walks(name, verb) if self.stated else ():
                if said := self._would(act, f"{way} -- {roll}", name):
                    yield way, said[:_LONGEST_SAID]
        for verb in (each for each in verbs if each.name not in _LAST):
            for line in (each for each in self._forms[id(verb)] if each.is_a_choice):
                picks = line.all_kinds()
                listed = self._own[name].get(picks[0], ()) if picks else (Option(""),)
                if len(picks) > 1 or len(listed) > _MOST_TRIED:
                    continue
                for text in (line.filled(each.value) for each in listed):
                    if said := self._would(act, text, name):
                        yield text, said[:_LONGEST_SAID]

    def _walks(self, name: str, verb: Verb) -> Iterator[tuple[str, str]]:
        """The ways that a player can go now, the shortest first, each with a roll for it."""
        dice = _ONE_ROLL.fullmatch(dict(self._dice(name)).get(called(verb), ""))
        at = next((each.label for each in self._picture.cells if name in each.players), "")
        count, sides = (integer(dice[1] or "1"), integer(dice[2])) if dice else (0, 0)
        ways: list[tuple[str, ...]] = [(at,)]
        for steps in range(1, count * sides + 1):
            ways = [(*way, to) for way in ways for to in self._ways.get(way[-1], ())][:_MOST_TRIED]
            more = max(steps - count, 0)
            faces = [1 + min(sides - 1, max(more - each * (sides - 1), 0)) for each in range(count)]
            roll = f"{count}d{sides} ({', '.join(map(str, faces))}) = {steps}"
            for way in ways if steps >= count else ():
                yield " ".join((called(verb), *way[1:])), roll

    def _is_open(self, act: ActionContext[Any], text: str, name: str) -> bool:
        """Whether a line is not refused as the game stands; rolls and choices may be missing."""
        return self._would(act, text, name) is not None

    def _would(self, act: ActionContext[Any], text: str, name: str) -> str | None:
        """What a line would do as far as it is sure; None: it is refused."""
        key = name, text
        if key not in self._tried:
            self._tried[key] = ""
            with suppress(Problem):  # it is not written in this form
                verbs = self._lines.verbs(self.state)
                by = BY_RULE if first_word(text) in verbs.claimed else ""
                order = parse_order(f"{by}{text}", verbs)
                found = self._lines.would(self.state, act.action, order, name)
                self._tried[key] = found
        return self._tried[key]

    def _trial(self, name: str) -> ActionContext[Any]:
        account = self.state.players[name].owner if name else ""
        action = Action(_NO_ONE, self.state.now, account, "", by_name=bool(name))
        return self._lines.trial(self.state, action, Order(HELP), name)

    # -- what waits for a player: a question, with lines or a form that answer it ------------------
    # Proposals that the player has a say in come first, as their time runs out; then unfinished
    # actions, offers and held lines, trades, requests for justice.

    def _forms_of(self, verb: str) -> Sequence[Composed]:
        """The forms of a verb by its name, none where the form does not have it."""
        found = next((each for each in self._listed if each.name == verb), None)
        return self._forms[id(found)] if found else ()

    def _waits(self, name: str, can: Collection[str]) -> Iterator[Entry]:
        """What waits for a player, who can use these verbs now."""
        yield from self._votes(name) if "vote" in can else ()
        mine = [each for each in self.state.pending if each.player == name]
        actions = [each for each in mine if each.kind is Kind.ACTION]
        for pending in mine:
            if pending.kind is Kind.ACTION:
                yield self._action(pending, alone=len(actions) == 1)
            elif pending.kind is Kind.OFFER:
                yield self._offer(pending)
            else:
                yield _entry(pending, pending.text, say("a steward must rule on it"))
        yield from self._trades(name) if "accept" in can else ()
        yield from self._requests() if "judge answer" in can and self.state.judge == name else ()

    def _action(self, pending: Pending, *, alone: bool) -> Entry:
        """An unfinished action with the lines that answer it."""
        about = in_full(pending, self._lines.verbs(self.state))
        order = self._lines.waiting(self.state, pending)
        owner = self.state.players[pending.player].owner
        action = Action(pending.id, self.state.now, owner, pending.text, by_name=True)
        missing = (
            self._lines.missing(self.state, action, order, pending.player, pending)
            if order else None
        )  # fmt: skip
        if missing is None or order is None:
            return _entry(pending, about, retold(pending.asks))
        begins = f"{CHOOSE.name} " if alone or ":" in about else f"{CHOOSE.name} {about}: "
        one_word, form = order.verb.shape is Shape.WORDS, None
        if isinstance(missing, MissingRoll):
            dice = dice_of(missing)
            if not self.stated:  # it was begun when players stated their rolls
                return _entry(pending, about, missing.question, [(say("Roll"), about)])
            if dice:  # of several orders that wait, the one that is sent again
                form = Composed((Literal(begins if alone else f"{about} -- "), FacesField(dice)))
        elif len(missing.answers) > _OPTIONS or not missing.answers:
            form = Composed((Literal(begins), WordsField("Answer", _ANSWER)))
        lines = [
            (each, f"{begins}{quoted(each, one_word=one_word)}")
            for each in missing.answers[:_OPTIONS]
        ]
        return _entry(pending, about, missing.question, lines, form)

    def _offer(self, pending: Pending) -> Entry:
        verb = pending.offer.verb if pending.offer else ""
        line = next(iter(self._forms_of(verb)), None)
        lines = [(verb, verb)] if line and line.is_plain else []
        return _entry(pending, pending.text, retold(pending.asks), lines, None if lines else line)

    def _trades(self, name: str) -> Iterator[Entry]:
        for each in self.state.trades:
            if each.status == _OPEN and each.partner == name:
                sides = [[f"{n} {e}" for e, n in i.items()] for i in (each.gives, each.takes)]
                gives, takes = (", ".join(items) or say("nothing") for items in sides)
                line = say("{}: {} gives {} for {}", each.id, each.proposer, gives, takes)
                lines = [(verb, f"{verb} {each.id}") for verb in ("accept", "decline")]
                question = say("Do you accept {}?", each.id)
                yield Entry(each.id, "trade", line, question, lines, until=each.until)

    def _requests(self) -> Iterator[Entry]:
        for each in self.state.requests:
            if each.status == _OPEN:
                form = Composed(
                    (Literal(f"judge answer {each.id}: "), WordsField("Ruling", _RULING))
                )
                line, question = f"{each.id}: {each.text}", say("What is your ruling?")
                yield Entry(each.id, "request", line, question, form=form)

    def _votes(self, name: str) -> Iterator[Entry]:
        parts = [part for line in self._forms_of("vote") for part in line.parts]
        choices = [part.among for part in parts if isinstance(part, Pick) and part.among]
        said = choices[0] if choices else ("for", "against")
        for each in self.state.proposals:
            if each.status == _OPEN and name not in each.votes:
                line = f"{each.id}: {each.title}"
                lines = [(vote, f"vote {each.id} {vote}") for vote in said]
                question = say("How do you vote on {}?", line)
                counts = (f"{count} {word}" for word, count in Counter(each.votes.values()).items())
                stands = ", ".join(counts) or say("no votes yet")
                about = say("{} of {}: {}", each.cls, each.proposer, stands)
                until = self.game.voted_until(each, self.book)
                text = on_lines(each.text)[:_RULING]
                yield Entry(each.id, "vote", about, question, lines, until=until, text=text)


def _is_offered(verb: Verb, book: Rulebook) -> bool:
    """Whether a form has it at all: no other name of another verb, none of stewards, no mark."""
    if verb.stewards_only or verb.name in (CHOOSE.name, "note") or verb.available is unlisted:
        return verb.name == "note" and not verb.stewards_only and bool(verb.inputs)
    in_force = not verb.section or book.has(verb.section)
    words = any(char.isalnum() for char in verb.name)
    return in_force and words and not verb.about.endswith(SAME) and verb.inputs != ()


def _different(verbs: Sequence[Verb]) -> list[Verb]:
    """Verbs without those that are another name of one before."""
    found: dict[tuple[object, str, str], Verb] = {}
    for verb in verbs:
        found.setdefault((verb.play, verb.about, verb.form.removeprefix(verb.name)), verb)
    return list(found.values())


def _by_name(verbs: Sequence[Verb], forms: Mapping[int, tuple[Composed, ...]]) -> Iterator[Json]:
    """Each name once, with all its forms: several sentences may have the same verb."""
    names = dict.fromkeys(map(called, verbs))
    for name in names:
        same = [verb for verb in verbs if called(verb) == name]
        lines = [line.json() for verb in same for line in forms[id(verb)]]
        if lines:
            first = same[0]
            yield {"name": name, "group": first.section, "about": first.told, "forms": lines}


# -- entries -------------------------------------------------------------------------------------

_OPTIONS = 100  # of one question
_ANSWER = 200  # characters of a free answer
_RULING = 1000  # characters
_OPEN = "open"
_DICE = regex(r"\d{1,4}d\d{1,9}")


class Entry(Struct, frozen=True):
    """One thing that waits. ``line``: what it is; ``lines``: labels with the lines that answer it.

    ``form``: what composes an answer that is not one of these. ``text``: of a proposal.
    """

    id: str
    kind: str
    line: str
    question: str
    lines: Sequence[tuple[str, str]] = ()
    form: Composed | None = None
    until: datetime | None = None
    text: str = ""

    def json(self) -> Json:
        """The entry as docs/gadget.md has it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "line": self.line,
            "question": self.question,
            "options": [{"label": label, "line": line} for label, line in self.lines],
            "form": self.form.json() if self.form else None,
            "until": format_time(self.until) if self.until else "",
            "text": self.text,
        }


def passed(state: State) -> Iterator[Json]:
    """What a steward can have written into the ruleset page."""
    for each in islice((each for each in state.proposals if each.status == PASSED), MOST_WAITING):
        line, text = f"{each.id}: {each.title}", on_lines(each.text)[:_RULING]
        question, lines = say("Is {} enacted?", line), [("enact", f"enact {each.id}: yes")]
        yield Entry(each.id, "passed", "", question, lines, text=text).json()


def _entry(
    pending: Pending, line: str, question: str, lines: Sequence[tuple[str, str]] = (),
    form: Composed | None = None,
) -> Entry:  # fmt: skip
    kind, line = pending.kind.value, line.removeprefix(BY_RULE)
    return Entry(str(pending.id), kind, line, question, lines, form, pending.until)


def dice_of(missing: MissingRoll) -> str:
    """The dice that are asked for first; "" where the question names none."""
    found = _DICE.search(missing.asks)
    return found[0] if found else ""
