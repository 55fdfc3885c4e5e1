"""Using an item as people say it: ``Swap places with Bob using my Mysterious Ontological Hole``.

A line says the use of an item where it names one of the player's, and has beside it none but words
for using things, words of the item's own description, and the things that the item is about, in the
order in which they are named. Decision: an item alone is not used, nor one that is named beside a
word of any other kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from rules.cycle15.belongings.garbage import items_in_play, rows
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.state import State
from wikibot.game.understanding.deeds import GLUE
from wikibot.game.understanding.options import Lists, options
from wikibot.game.understanding.plain_line import ARTICLES, key_of, trimmed
from wikibot.game.understanding.slots.things import Mentions
from wikibot.game.understanding.spelling import forms
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, Unit, fold, plain
from wikibot.wikitext.numerals import CARDINALS

_MANY = ("all", "both", "every", "each", "several", "any", "some", "half", "more")
_LONGEST = 8  # words of a name
_MOST = 30  # words of a line
_STEM = 4  # letters by which a word is known for one of the description
_NUMBER = re.compile(r"-?\d{1,6}")
USES = """
    use play activate apply eat drink wear fire shoot blow swing throw spend consume cast hit pop
    open light trigger employ utilise utilize deploy chug sniff press push fry grill cook bake peel
    brandish flip tap wind slam stomp shake squeeze read unwrap whip operate crank rev blast ring
    sound sip gulp devour munch bite taste wave wield swing hurl toss launch equip don ride drive
    unleash release invoke engage
"""  # words for using things
_EFFECT_WORDS = """
    turn select choose pick send swap switch exchange change target aim point make give add
    name call become create fetch move take build connect lead
"""


def _own_forms(words: str) -> frozenset[str]:
    """Verbs in all forms but the third person: that is said of others, and of things."""
    spelled = (forms(verb) for verb in words.split())
    return frozenset(form for each in spelled for form in (*each[:1], *each[2:]))


_USING = _own_forms(f"{USES} put zap host have spin tickle smash step turn")
_USED = _USING | _own_forms(_EFFECT_WORDS)
_SMALL_WORDS = """
    on at against into onto over off up back item player space spaces places place type number me
    i i'm im it so new around target one of away down
     one 1 again his her its their it's → - – now get gets getting gain off
    path route way him them that which via through between random also too another 's of course and
"""
_PLACED = frozenset(("in", "inside", "into", "within", "about", "like", "near", "behind", "under"))
_SMALL = frozenset(_SMALL_WORDS.split())
_SAYS_NOTHING = GLUE | _SMALL


class ItemUse(Struct, frozen=True):
    """``own``: items of the player; ``things``: what they may be about.

    ``stems``: the stems of the words of each item's description.
    """

    own: NamesSlot
    things: tuple[NamesSlot, ...]
    stems: Mapping[str, frozenset[str]]

    def read(self, text: str) -> tuple[str, ...]:
        """The uses that a text may say, each as ``Death Ray: Bob``."""
        words = text.split()[:_MOST]
        found = dict.fromkeys(
            use
            for start, end, item in self._items(words)
            for use in self._use(words, start, end, item)
        )
        return tuple(found)

    def _items(self, words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """The items of the player that a line names; those in full are meant before short ones."""
        named = list(self._named(words, self.own.exact, _LONGEST))
        yield from named or self._named(words, self._short, 2)

    def _short(self, text: str) -> str:
        """The one item that a short name is for, which is no word for using things."""
        words = [key_of(word) for word in text.split()]
        if not words or len(words[0]) < _STEM or words[0] in _USED or _is_small(words):
            return ""
        if any(names.exact(text) for names in self.things):
            return ""  # the name of something else
        parts = _by_last_words(self.own.names).get(tuple(words), ())
        found = parts or self.own.read(text)
        return found[0] if len(found) == 1 else ""

    def _named(
        self, words: Sequence[str], name_of: object, longest: int
    ) -> Iterator[tuple[int, int, str]]:
        at = 0
        while at < len(words):
            for end in range(min(at + longest, len(words)), at, -1):
                name = name_of(trimmed(" ".join(words[at:end])))  # type: ignore[operator]
                if name:
                    yield at, end, name
                    at = end - 1
                    break
            at += 1

    def _use(self, words: Sequence[str], start: int, end: int, item: str) -> Iterator[str]:
        """The use of an item that stands from word ``start`` to ``end`` of a line."""
        if _is_inside(words[:start]) or (start and _counts(words[start - 1])):
            return
        before = words[: start - 1] if start and words[start - 1] == "1" else words[:start]
        rest = [*before, *words[end:]]
        about = self._about(rest, item)
        keys = frozenset(map(key_of, rest))
        told_by = self.stems.get(item, frozenset())
        is_used = not keys.isdisjoint(_USING) or any(key[:_STEM] in told_by for key in keys & _USED)
        if about is None or item in about or not (about or is_used):
            return
        told = [each for each in about if key_of(each) not in self.stems.get(item, ())]
        for named in (about, told):
            if named or is_used:  # an item beside another is not used by that alone
                yield f"{item}: {', '.join(named)}" if named else item
        if len(about) > 1 and all(map(str.isdecimal, about)):
            yield f"{item}: {' '.join(about)}"  # a way
        if len(about) == 3:
            yield f"{item}: {about[0]}, {about[2]}, {about[1]}"  # from one to another by a third

    def _about(self, words: Sequence[str], item: str) -> list[str] | None:
        """The things that words name, in order; None where a word is of no known kind."""
        found, at = list[str](), 0
        while at < len(words):
            length, name = self._thing(words, at)
            if length == 0:
                if not self._says_nothing(words[at], item):
                    return None
                length = 1
            found += [name] if name else []
            at += length
        return found

    def _thing(self, words: Sequence[str], at: int) -> tuple[int, str]:
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            text = trimmed(" ".join(words[at : at + length])).removesuffix("'s")
            name = next(filter(None, (names.exact(text) for names in self.things)), "")
            if name and key_of(words[at]) not in _SMALL:
                return length, name
        number = trimmed(words[at])
        return (1, number) if _NUMBER.fullmatch(number) else (0, "")

    def _says_nothing(self, word: str, item: str) -> bool:
        key = key_of(word)
        is_told = len(key) >= _STEM and key[:_STEM] in self.stems.get(item, ())
        return _is_small([key]) or key in _USED or is_told


def _is_inside(words: Sequence[str]) -> bool:
    """Whether what follows some words is where something is, and is not used itself."""
    keys = [key for key in map(key_of, words) if key not in ARTICLES]
    return bool(keys) and keys[-1] in _PLACED


def _counts(word: str) -> bool:
    """Whether a word says how many there are of what follows: other than one."""
    key = key_of(word)
    is_number = any(map(str.isdecimal, key)) or CARDINALS.get(key, 1) != 1
    return key != "1" and (is_number or key in _MANY)


def _is_small(keys: Sequence[str]) -> bool:
    return all(key in _SAYS_NOTHING or not any(map(str.isalnum, key)) for key in keys)


@lru_cache(maxsize=64)
def _by_last_words(names: tuple[str, ...]) -> Mapping[tuple[str, ...], Sequence[str]]:
    """The names that end in some words, by these words."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        words = fold(name).replace("-", " ").split()
        for at in range(len(words)):
            found.setdefault(tuple(words[at:]), []).append(name)
    return found


def stems(state: State, book: Rulebook) -> Mapping[str, frozenset[str]]:
    """The stems of the words of each item's description on the ruleset page."""
    return book.found_in(rows(state, book), _stems)


def _stems(units: Sequence[Unit], _book: Rulebook) -> Mapping[str, frozenset[str]]:
    words = {unit.title: plain(unit.text).split() for unit in units}
    return {item: frozenset(key_of(word)[:_STEM] for word in said) for item, said in words.items()}


_ON_THE_WAY = """
    to then and via through over past along from on onto into at the space spaces way go land
    landing ending end
"""
# Between the details of an item, words that say what it does anyway:
_BESIDE_DETAILS = """
    with for of by in a an my his her their it its item player players type places place swap
    swapping new path switch exchange move moves moving send sending get getting gain gaining
    target targeting against off so take taking choose choosing pick picking copy copying use using
    turn turning make making add adding give giving hit hitting zap shoot put that this
"""
_WAY = frozenset(_ON_THE_WAY.split())
_DETAILS = _WAY | frozenset(_BESIDE_DETAILS.split())
_COMBINING = frozenset(("and", "with", "plus", "my", "a"))


class Way(Struct, frozen=True):
    """Two spaces or more in a row."""

    path: Mentions

    def read(self, text: str) -> tuple[str, ...]:
        """The spaces between blanks."""
        return tuple(each for each in self.path.read(text) if " " in each)


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What the phrases of this game name."""
    have = state.players[player].owned if player in state.players else ()
    in_play, all_types = items_in_play(state, book).names, tuple(known_types(book).names)
    known = stems(state, book)
    usable = tuple(item for item in have if item in known)
    owned = NamesSlot(have, ("item",), {}, (*in_play, *all_types, *state.players), single=True)
    items = NamesSlot(tuple(dict.fromkeys((*have, *in_play))), ("item",), single=True)
    spaces = NamesSlot(tuple(map(str, state.spaces)), ("space", "no", "number"))
    types = NamesSlot(all_types, ("space", "type"))
    players = NamesSlot(tuple(state.players), ("player",))
    path = Mentions((spaces,), _WAY, joint=" ")
    return {
        "item": owned, "any item": items, "space": spaces, "type": types, "path": path,
        "shown way": Way(path),
        "combined": Mentions((items,), _COMBINING),
        "item use": ItemUse(NamesSlot(usable, single=True), (players, spaces, types, items), known),
        "details": Mentions((players, spaces, types, items), _DETAILS, numbers=True),
    }  # fmt: skip


def lists(state: State, book: Rulebook, player: str) -> Lists:
    """The items that a player has and can use."""
    owned = state.players[player].owned if player else ()
    return {"item": options(item for item in owned if item in stems(state, book))}
