"""What words mean on one page: fields, tables, things, values, items and players by their names.

A vocabulary (:class:`PlainVocabulary`) is a value that a game makes from its gamestate page, and
that sentences add to: an item that a sentence grants need not be on the page yet. Names are found
in any case, in the singular or the plural, and come back in the page's own spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from rules.plain.words.lexemes import raw_words
from wikibot.game.names import plural_of, singular_of
from wikibot.game.understanding.spelling import PASTS
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.regex import regex


class KnownField(Struct, frozen=True):
    """A column of a table, or a value of the game.

    ``kind``: ``number``, ``items``, ``yes or no``, ``thing`` (a name in ``table``, which may be
    that of the players), ``things`` (several of them) or ``text``; "" where no cell says.
    ``parts``: other fields that hold yes or no, which count as yes where this one does.
    ``also``: another name of it. ``others``: what may stand there beside things of the table.
    """

    name: str
    kind: str = ""
    table: str = ""
    parts: tuple[str, ...] = ()
    also: str = ""
    others: tuple[str, ...] = ()

    def other(self, word: str) -> str:
        """The place without a row that a word names; "" for another word."""
        return next((each for each in self.others if stem(each) == stem(word)), "")

    @property
    def names_player(self) -> bool:
        """Whether it names one player: whose a thing is, who holds an office.

        One of text may name something else as well: an Item's Holder, Ann or the Inn.
        """
        return self.kind in ("thing", "text") and self.table == "Players"


HAND = ("secret",)  # the parts of a text that is a secret list of what players have


class KnownTable(Struct, frozen=True):
    """A table of things: its name as on the page, its columns but for the first, its rows.

    ``noun``: what one of its things is called, the header of the first column. ``numbered``: its
    things are called by whole numbers, of which ``things`` need not list any. ``goods``: players
    have so many of each of its things, in columns of those names.
    """

    name: str
    noun: str = ""
    fields: tuple[KnownField, ...] = ()
    things: tuple[str, ...] = ()
    numbered: bool = False
    goods: bool = False

    @property
    def owner(self) -> str:
        """The one column that names players, or is the Owner: whose things they are; "": none."""
        found = [each.name for each in self.fields if each.names_player]
        found = [each for each in found if each.casefold() == "owner"] or found
        return found[0] if len(found) == 1 else ""


class PlainVocabulary(Struct, frozen=True, dict=True):
    """All names of a page. ``fields``: of players. ``items``: that lists of items have had.

    ``texts``: words that fields of text may hold, such as types of spaces. ``roles``: the field and
    the word, of what players are by a field of text. ``terms``: the word, and the sentence that
    defines which players it means. ``types``: a table, its column of text, and a word of it.
    """

    fields: tuple[KnownField, ...] = ()
    tables: tuple[KnownTable, ...] = ()
    values: tuple[KnownField, ...] = ()
    items: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()  # of actions that sentences invent: the first word, and the whole
    deeds: tuple[str, ...] = ()  # what a coded game can have happen by its own rules
    bag: str = ""  # the table of all that lists of items may have
    roles: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    types: tuple[tuple[str, str, str], ...] = ()
    formulas: tuple[tuple[str, str], ...] = ()  # what is reckoned, with its table; "": of players
    called: tuple[str, ...] = ()  # what players are called beside "player", folded
    bonds: tuple[str, ...] = ()  # what two players have with each other: a Truce
    piles: tuple[tuple[str, str], ...] = ()  # values of the game, with the table of what is there
    moments: tuple[tuple[str, str], ...] = ()  # values of the game, with what they may be in turn

    def with_items(self, items: tuple[str, ...]) -> PlainVocabulary:
        """The same with more items, as far as they are not known under any name.

        A column of things may be called as an item is that players have: Stalls with Crates.
        """
        new = tuple(each for each in items if self._is_free(stem(each)))
        return replace(self, items=(*self.items, *new)) if new else self

    def _is_free(self, name: str) -> bool:
        own = (self._fields, self._values, self._tables, self._things, self._players, self._items)
        of_things = name in self._columns and not any(name in each for each in own)
        return name not in self.stems or (of_things and not self.role(name))

    def field(self, word: str) -> KnownField | None:
        """A field of players."""
        return self._fields.get(stem(word))

    def value(self, word: str) -> KnownField | None:
        """A value of the game."""
        return self._values.get(stem(word))

    def table(self, word: str) -> KnownTable | None:
        """A table by its name."""
        return self._tables.get(stem(word))

    def things(self, word: str) -> tuple[tuple[KnownTable, str], ...]:
        """The things of this name, each with its table."""
        return self._things.get(stem(word), ())

    def home(self, word: str) -> KnownTable | None:
        """A table by its name; for a thing the one it is in, where that says whose its things are.

        Not where players have so many of such things.
        """
        found = [(of, each) for of, each in self.things(word) if not self.standing(of.name)]
        if self.table(word) or len(found) != 1 or self.field(word) or stem(word) in self._items:
            return self.table(word)
        return found[0][0] if any(each.names_player for each in found[0][0].fields) else None

    def column(self, word: str) -> tuple[tuple[KnownTable, KnownField], ...]:
        """The columns of this name, each with its table."""
        return self._columns.get(stem(word), ())

    def player(self, word: str) -> str | None:
        """A player's name in its own spelling; players have no plural."""
        return self._players.get(fold(word))

    def stuff(self, word: str) -> str | None:
        """What players can have so many of: a field that may be a number, a thing or an item."""
        found = self.field(word)
        if found is not None:
            return found.name if found.kind in ("number", "", "text") else None
        things = self.things(word)
        return things[0][1] if things else self._items.get(stem(word))

    def spelt(self, word: str) -> str:
        """A name in the page's own spelling; as it is where the page does not have it."""
        return self.stems.get(stem(word), word)

    def verb(self, word: str) -> str | None:
        """The action that a word such as "fishes" names, as players write it."""
        return self._acts.get(fold(word))

    @cached_property
    def _acts(self) -> dict[str, str]:
        return {form: each for each in reversed(self.verbs) for form in (each, of_one(each))}

    @cached_property
    def whole_verbs(self) -> Mapping[str, Sequence[str]]:
        """The verbs of several words by how the first one may be spelled, each spelled so."""
        found: dict[str, list[str]] = {}
        for verb in sorted(self.verbs, key=len, reverse=True):  # call in sick, before call in
            for form in (verb, of_one(verb), *doing(verb), *done(verb)) if " " in verb else ():
                found.setdefault(form.split()[0], []).append(form)
        return found

    def verb_done(self, word: str) -> str:
        """The action that "dug" or "robbed" names; "" for another word."""
        return self._done.get(fold(word), "")

    @cached_property
    def _done(self) -> dict[str, str]:
        return {form: each for each in reversed((*self.verbs, "act")) for form in done(each)}

    def role(self, word: str) -> str:
        """The one field by which players are what a word says; "" where there is none."""
        if {fold(word), fold(singular_of(word))} & {*self.called}:
            return ""  # where all players are Villagers, it is not plain who is one by his Role
        found = {field for field, role in self.roles if stem(role) == stem(word)}
        for table, _ in self.things(word):
            found |= {each.name for each in self.fields if each.table == table.name}
        return found.pop() if len(found) == 1 and not self.field(word) else ""

    def type_of(self, word: str) -> KnownTable | None:
        """The one table of things that a word may be said of, which names nothing else."""
        found = {table for table, _, name in self.types if stem(name) == stem(word)}
        other = self.things(word) or self.value(word) or self.table(word) or self.player(word)
        return self.table(found.pop()) if len(found) == 1 and not other else None

    def office(self, word: str) -> tuple[str, str, str] | None:
        """A thing of a table that says of each only who it is, its name, and that column."""
        for table, name in self.things(word):
            if [each.names_player for each in table.fields] == [True]:
                return table.name, name, table.fields[0].name
        return None

    def typing(self, table: str, word: str) -> str:
        """The one column by which things of a table are what a word says; "" where there is none.

        A Type may be any of the texts that are known. A column that holds yes or no is that word.
        """
        said, home = stem(word), self.table(table)
        for each in home.fields if home else ():
            if each.kind == "yes or no" and stem(each.name) == said:
                return each.name
        of = {column for name, column, text in self.types if name == table and stem(text) == said}
        if not of and home and said in map(stem, self.texts):
            of = {each.name for each in home.fields if each.name == "Type"}
        return of.pop() if len(of) == 1 else ""

    def bond(self, word: str) -> str:
        """What two have with each other that has this name; "" for another word."""
        return next((each for each in self.bonds if stem(each) == stem(word)), "")

    def pile_of(self, word: str) -> str:
        """The table of what a pile of this name has; "" for another word."""
        return next((of for name, of in self.piles if stem(name) == stem(word)), "")

    def term(self, word: str) -> str:
        """The sentence that defines a term; "" for any other word."""
        return self._terms.get(stem(word), "")

    def standing(self, table: str) -> KnownField | None:
        """The one field of players that names things of a table: where they stand.

        Of several it is the one that is called like the table or its things, or else a place.
        """
        found = [each for each in self.fields if each.kind == "thing" and each.table == table]
        if len(found) != 1:
            home = self.table(table)
            called = {stem(table), stem(home.noun) if home else ""}
            named = [each for each in self.fields if stem(each.name) in called]
            found = named or [each for each in found if fold(each.name) in _PLACES]
        return found[0] if len(found) == 1 else None

    def elsewhere(self, word: str) -> tuple[str, str] | None:
        """Where players stand that has no row, and the field that says so."""
        found = [(each.name, each.other(word)) for each in self.fields if each.other(word)]
        return found[0] if len(found) == 1 and not self.things(word) else None

    def within(self, text: str) -> PlainVocabulary | None:
        """The same without the names that do not stand in a text.

        Items, things, players, roles, types, terms, numbers that sentences reckon, verbs and words
        for players; with the terms come the names in the sentences that define them. None: those
        are more than :data:`MOST_TERMS`. It takes time in proportion to the text, however many
        names there are.
        """
        found: set[tuple[str, int, int]] = set()
        texts, read = [text], {text}
        while texts:
            said = texts.pop()
            for words in (
                _words(said),
                *([_words(said, quotes=False)] if _QUOTES.search(said) else []),
            ):
                for length in self._lengths:
                    for at in range(len(words) - length + 1):
                        name = as_name(words[at : at + length])
                        found.update(self._places.get(stem(name), ()))
            more = {self.terms[at][1] for kind, _, at in found if kind == "terms"} - read
            read |= more
            if len(read) > MOST_TERMS + 1:
                return None
            texts += sorted(more)
        by_kind: dict[tuple[str, int], list[int]] = {}
        for kind, table, at in sorted(found):
            by_kind.setdefault((kind, table), []).append(at)
        cut = {
            kind: tuple([getattr(self, kind)[at] for at in by_kind.get((kind, 0), ())])
            for kind in _CUT
        }
        things = (
            tuple([table.things[at] for at in by_kind.get(("tables", number), ())])
            for number, table in enumerate(self.tables)
        )
        both = zip(self.tables, things, strict=True)
        tables = tuple(
            replace(each, things=new) if each.things and not each.goods else each
            for each, new in both
        )
        return replace(self, tables=tables, **cut)

    @cached_property
    def _places(self) -> dict[str, list[tuple[str, int, int]]]:
        """Where each name stands that a text may lack, by its stem: kind, table, place there."""
        every = [(each, ("items", 0, at)) for at, each in enumerate(self.items)]
        every += [(each, ("players", 0, at)) for at, each in enumerate(self.players)]
        every += [(role, ("roles", 0, at)) for at, (_, role) in enumerate(self.roles)]
        for at, (*_, type_) in enumerate(self.types):
            both = (type_, "living") if fold(type_) == "alive" else (type_,)
            every += [(each, ("types", 0, at)) for each in both]
        for at, (term, _) in enumerate(self.terms):
            names = (term, "living", "dead") if fold(term) == "alive" else (term,)
            every += [(each, ("terms", 0, at)) for each in names]
        for at, (_, name) in enumerate(self.formulas):
            every += [(e, ("formulas", 0, at)) for e in (name, *_COUNTED.get(fold(name), ()))]
        every += [(each, ("called", 0, at)) for at, each in enumerate(self.called)]
        for at, each in enumerate(self.verbs):
            forms = (each, of_one(each), *doing(each), *done(each))
            every += [(form.split()[0], ("verbs", 0, at)) for form in forms]
        for number, table in enumerate(self.tables):
            every += [(each, ("tables", number, at)) for at, each in enumerate(table.things)]
        found: dict[str, list[tuple[str, int, int]]] = {}
        for name, place in every:
            found.setdefault(stem(name), []).append(place)
        return found

    @cached_property
    def _lengths(self) -> Sequence[int]:
        return sorted({*map(_length, self._places)} - {0})

    def names(self) -> Iterator[str]:
        """Every name, for the lexer."""
        yield from (each.name for each in (*self.fields, *self.values))
        yield from (each.also for each in self.fields if each.also)
        yield from (other for each in self.fields for other in each.others)
        for table in self.tables:
            yield table.name
            yield table.noun or table.name
            yield from table.things
            yield from (each.name for each in table.fields)
        yield from self.items
        yield from self.players
        yield from (each.partition(" with ")[2] for each in self.deeds if " with " in each)
        yield from self.texts
        yield from (name for *_, name in (*self.roles, *self.types))
        yield from (term for term, _ in self.terms)
        yield from (name for _, name in self.formulas)
        yield from self.bonds

    @cached_property
    def times(self) -> dict[str, str]:
        """The value of the game that a time of it is told by: ``winter``: Season."""
        names = [each.name for each in self.values]
        common = [(name, word) for name in names for word in _TIMES.get(fold(name), ())]
        return {fold(word): name for name, word in (*common, *self.moments)}

    def is_moment(self, word: str) -> bool:
        """Whether a sentence gives a time of the game this name, and says how long it lasts."""
        return any(fold(word) == fold(name) for _, name in self.moments)

    def period(self, word: str) -> str:
        """The value of the game that is a time of its own, while it stays the same: ``Night: 7``.

        A word of the calendar is the calendar's, and a round is one of turns where there are such.
        """
        found = self.value(word)
        if found is None or found.kind not in ("number", "text", "thing", "") or self.pile_of(word):
            return ""
        others = self.is_moment(word) or found.names_player or fold(found.name) in _UNITS
        others |= found.name.islower()
        turns = fold(found.name) == "round" and self.value("Turn") is not None
        return "" if others or turns else found.name

    @cached_property
    def named_players(self) -> tuple[str, ...]:
        """The columns of tables that name players: the Owner of a thing."""
        every = [each for table in self.tables for each in table.fields]
        return tuple(dict.fromkeys(each.name for each in every if each.names_player))

    @cached_property
    def player_words(self) -> dict[str, str]:
        """``captain``: player, ``captains``: players; but for words that name something else."""
        called = (*self.called, "person")
        free = tuple(each for each in called if stem(each) not in self.stems)
        many = {plural_of(each): "players" for each in free} | {"persons": "players"}
        return dict.fromkeys(free, "player") | many

    @cached_property
    def stems(self) -> dict[str, str]:
        """Every name by its stem; ``Price`` is the column ``Price (Gold)``, too."""
        told = {stem(name): name for name in reversed(tuple(self.names()))}
        units = {e.name for table in self.tables for e in table.fields if e.name.endswith(")")}
        bare = {stem(name.partition(" (")[0]): name for name in sorted(units)}
        apart = {stem(re.sub(r"([()])", r" \1 ", name)): name for name in units}
        return {" ".join(said.split()): name for said, name in apart.items()} | bare | told

    @cached_property
    def long_names(self) -> re.Pattern[str]:
        """The names of several words, which a sentence may have in small letters."""
        names = sorted({each for each in self.names() if " " in each}, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, names)) or '(?!)'})\b", re.IGNORECASE)

    @cached_property
    def longest(self) -> int:
        """How many words and ``'s`` the longest name has."""
        return max(map(_length, self.stems), default=0)

    @cached_property
    def _fields(self) -> dict[str, KnownField]:
        also = {stem(each.also): each for each in self.fields if each.also}
        of = {stem(name): KnownField(name, "number") for of, name in self.formulas if not of}
        own = {stem(each.name): each for each in reversed(self.fields)}
        own = {e: at for e, at in own.items() if e not in of or fold(at.name) == fold(of[e].name)}
        return also | of | own

    @cached_property
    def _values(self) -> dict[str, KnownField]:
        return {stem(each.name): each for each in reversed(self.values)}

    @cached_property
    def _tables(self) -> dict[str, KnownTable]:
        by_noun = {stem(each.noun): each for each in reversed(self.tables)}
        return by_noun | {stem(each.name): each for each in reversed(self.tables)}

    @cached_property
    def _items(self) -> dict[str, str]:
        return {stem(each): each for each in reversed(self.items)}

    @cached_property
    def _terms(self) -> dict[str, str]:
        return {stem(term): text for term, text in reversed(self.terms)}

    @cached_property
    def _players(self) -> dict[str, str]:
        return {fold(each): each for each in reversed(self.players)}

    @cached_property
    def _things(self) -> dict[str, tuple[tuple[KnownTable, str], ...]]:
        found: dict[str, tuple[tuple[KnownTable, str], ...]] = {}
        for table in self.tables:
            for thing in table.things:
                found[stem(thing)] = (*found.get(stem(thing), ()), (table, thing))
        return found

    @cached_property
    def _columns(self) -> dict[str, tuple[tuple[KnownTable, KnownField], ...]]:
        found: dict[str, tuple[tuple[KnownTable, KnownField], ...]] = {}
        for table in self.tables:
            reckoned = (KnownField(n, "number") for of, n in self.formulas if of == table.name)
            for each in (*table.fields, *reckoned):  # of "Price (Gold)" the unit is left out, too
                for name in dict.fromkeys((stem(each.name), stem(each.name.partition(" (")[0]))):
                    found[name] = (*found.get(name, ()), (table, each))
        return found


_PLACES = ("location", "place", "position", "here", "at")  # what a column of those is called
_UNITS = frozenset({"day", "week", "month", "year", "hour", "minute", "phase", "turn", "game"})
_DAY_AND_NIGHT = ("Day", "Night", "Morning", "Evening", "Dawn", "Dusk")
_TIMES = {
    "season": ("Spring", "Summer", "Autumn", "Fall", "Winter"),
    **dict.fromkeys(("phase", "time", "time of day"), _DAY_AND_NIGHT),
}
MOST_TERMS = 12  # defined words that a sentence may need, with those in their definitions
MOST_LETTERS = 1500  # of a sentence that is read
_QUOTES = regex('["\u201c\u201d]')
_COUNTED = {"votes": ("elect", "elected", "elects")}  # what speaks of a number without its name
_CUT = ("items", "players", "roles", "types", "terms", "formulas", "called", "verbs")


def of_one(verb: str) -> str:
    """How a verb is spelled behind "a player": ``tries``, ``fishes``, ``beats drum``."""
    first, space, rest = verb.partition(" ")
    if first == "have":
        return f"has{space}{rest}"
    if re.search(r"[^aeiou]y$", first):
        return f"{first[:-1]}ies{space}{rest}"
    ends = "es" if first.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"
    return f"{first}{ends}{space}{rest}"


def doing(verb: str) -> tuple[str, ...]:
    """How a verb may be spelled with "-ing", however its stem ends."""
    first, space, rest = verb.partition(" ")
    ends = f"{first[:-1]}ing" if first.endswith("e") else f"{first}{first[-1:]}ing"
    return tuple(f"{e}{space}{rest}" for e in (f"{first}ing", ends, f"{first[:-2]}ying"))


_BEFORE = regex("(?:fore|mis|out|over|re|under|un|up|with)(?=[a-z]{2})")  # overthrow, rewrite


def done(verb: str) -> tuple[str, ...]:
    """How a verb may be spelled behind "has" and "cannot be"."""
    verb, space, rest = verb.partition(" ")
    before = "" if verb in PASTS else (_BEFORE.match(verb) or [""])[0]
    if own := PASTS.get(verb.removeprefix(before)):
        forms = [f"{before}{each}" for each in own]
    elif verb.endswith("e"):
        forms = [f"{verb}d"]
    elif re.search(r"[^aeiou]y$", verb):
        forms = [f"{verb[:-1]}ied"]
    else:
        short = re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb)
        doubled = f"{verb}{verb[-1:]}ed"
        forms = [doubled] if short else [f"{verb}ed", doubled]
    return tuple(f"{each}{space}{rest}" for each in forms)


def _words(text: str, *, quotes: bool = True) -> Sequence[str]:
    """The words of a text as its reader sees them; without quotes: those between quotes, too."""
    return [each.key for each in raw_words(text if quotes else _QUOTES.sub(" ", text))]


def as_name(words: Sequence[str]) -> str:
    """Words and ``'s`` as a name has them: ``Miller's Green``."""
    return " ".join(words).replace(" '", "'")


def _length(name: str) -> int:
    """How many words and ``'s`` a name has."""
    return len(name.split()) + name.count("'")


@lru_cache(maxsize=65536)
def stem(name: str) -> str:
    """A name folded and in the singular: what is compared, never shown."""
    return " of ".join(map(singular_of, fold(name).split(" of ")))


_NO_NOUNS = ("", "name", "id")


def noun_of(table: str, header: str) -> str:
    """What a thing of a table is called: by its first header, unless that says nothing."""
    return singular_of(table) if fold(header) in _NO_NOUNS else header
