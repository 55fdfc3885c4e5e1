"""The sentences of the ruleset page as the gamestate page's words make them mean: once for both.

A sentence is read again only where a word of the tables changed that it may have. Decision: words
of things that stand in a table (``Effect``, ``Cost``, ``When landed on``) are sentences, too, and
come after those of the ruleset page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import is_
from typing import Any, TypeGuard

from msgspec import Struct

from rules.generic.owners import Field as StateField
from rules.generic.owners import FieldKind, Player, State
from rules.generic.owners import ThingTable as StateTable
from rules.generic.play.circles import circles
from rules.generic.play.plan import SentencePlan, Told
from rules.generic.things import cells_read, names, ruleset_tables, things_words
from rules.plain import tree
from rules.plain.grammar import known
from rules.plain.memory import Parsed
from rules.plain.parse import parse
from rules.plain.sentences import TOP, RuleSentence, sentences
from rules.plain.vocabulary import (
    MOST_LETTERS,
    MOST_TERMS,
    KnownField,
    KnownTable,
    PlainVocabulary,
    stem,
)
from rules.plain.words.assembling import player_words
from rules.plain.words.reading import NamedFirst, named_first
from wikibot.game.counting import singular_of
from wikibot.game.problems import failure
from wikibot.sdk import Rulebook, fold, replace

MOST_WORDS = 3  # of what a player is, such as Head Cook
MOST_SENTENCES = 2000  # of the ruleset page that are played
MOST_WORDS_READ = 60_000  # of that page
MOST_WORK = 90_000  # words of both pages that are looked at, each as often as that: some seconds
ENDLESS = "it would set itself off again and again, without end"
TOO_MUCH = "there is more on the pages than is read, and this stands behind what is"
HOURS = 48  # a vote lasts, where no sentence says it


class Compiled(Struct, frozen=True):
    """All sentences of a ruleset page, each with what it means, and those of things.

    ``cells``: what things do by the cells of their tables; a cell counts once.
    """

    read: tuple[tuple[RuleSentence, Parsed], ...]
    plan: SentencePlan
    cells: tuple[tuple[RuleSentence, Parsed], ...] = ()


def plan_of(state: State, book: Rulebook) -> SentencePlan:
    """The sentences that are played, as the words of both pages are now."""
    return compiled(state, book).plan


def compiled(state: State, book: Rulebook) -> Compiled:
    """All sentences, played or for people, as the words of both pages are now."""
    memory = book.derived(_Memory)
    if memory.state is state and memory.found is not None:
        return memory.found
    parts = (state.columns, state.labels, state.tables, state.players)
    if memory.found is not None and all(map(is_, memory.parts, parts)):
        memory.state = state
        return memory.found
    players, items = book.found_in(state.players, _of_players)
    key = (
        state.columns,
        state.labels,
        state.called,
        book.found_in(state.tables, _of_tables),
        players,
        _roles(state),
    )
    # What sentences name themselves may come into hands and out of them.
    strange = tuple(item for item in items if stem(item) not in memory.own)
    if memory.key != key or memory.strange != strange or memory.found is None:
        own = _own_words(state, _texts(book))
        memory.found = _compile(state, book, own)
        memory.own = frozenset(own.stems)
        strange = tuple(item for item in items if stem(item) not in memory.own)
        memory.key, memory.strange = key, strange
    memory.parts, memory.state = parts, state
    return memory.found


def _texts(book: Rulebook) -> tuple[str, ...]:
    """The sentences that may be played: a longer one is for people, and gives nothing a name."""
    every = book.derived(sentences_of)[: book.derived(_read_through)]
    return tuple(each.text for each in every if len(each.text) <= MOST_LETTERS)


def _read_through(book: Rulebook) -> int:
    """How many sentences of the ruleset page are read: those behind them are for people."""
    count = words = 0
    for each in book.derived(sentences_of)[:MOST_SENTENCES]:
        words += len(each.text.split())
        if words > MOST_WORDS_READ:
            break
        count += 1
    return count


class _Memory:
    """The last answer, for as long as no word of the gamestate page changes."""

    def __init__(self, book: Rulebook) -> None:
        self.state: State | None = None
        self.parts: tuple[Any, ...] = ()
        self.key: Any = None
        self.strange: tuple[str, ...] = ()
        self.own: frozenset[str] = frozenset()
        self.found: Compiled | None = None


def _of_tables(tables: Mapping[str, StateTable], _book: Rulebook) -> Any:
    """All of the tables that sentences may depend on: their names, and the words of things."""
    return tuple((each.name, each.noun, each.columns, _things(each)) for each in tables.values())


def _things(table: StateTable) -> Any:
    texts = [each.name for each in table.columns if each.kind is FieldKind.TEXT]
    texts += [each.name for each in table.columns if each.kind is FieldKind.ITEMS]
    return tuple(
        (thing.name, *(_text(thing.fields.get(name)) for name in texts))
        for thing in table.things.values()
    )


def _text(held: Any) -> Any:
    return tuple(held.items()) if isinstance(held, Mapping) else held


def _of_players(players: Mapping[str, Player], _book: Rulebook) -> Any:
    items = (item for player in players.values() for item in player.items)
    return tuple(players), tuple(sorted(set(items)))


def _roles(state: State) -> tuple[tuple[str, str], ...]:
    """What players are by their columns of text: names with a capital letter, in order."""
    texts = [each.name for each in state.columns if each.kind is FieldKind.TEXT]
    held = ((name, each.fields.get(name)) for name in texts for each in state.players.values())
    return tuple(sorted({(name, text) for name, text in held if _is_role(text)}))


def _is_role(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and text[:1].isupper() and len(text.split()) <= MOST_WORDS


def _compile(state: State, book: Rulebook, own: PlainVocabulary) -> Compiled:
    page = book.derived(sentences_of)
    more = book.derived(ruleset_tables)
    words = _with_held(own, state).with_items(tuple(names(more)))
    reader, through = _BoundedReading(), book.derived(_read_through)
    read = tuple(
        (each, reader(each.text, words) if not each.why else _unread(each))
        for each in page[:through]
    )
    read += tuple((each, Parsed(None, each.text[:80], TOO_MUCH)) for each in page[through:])
    told = [
        Told(parsed.rule, each.text, "" if each.section == TOP else each.section)
        for each, parsed in read
        if parsed.rule is not None
    ]
    told += things_words(state, words, reader, more)
    cells = tuple(dict.fromkeys(cells_read(state, words, reader, more)))
    plan = SentencePlan(told)
    if endless := circles(plan, sure=True):
        plan = SentencePlan(each for each in told if each not in endless)
        texts = {each.text for each in endless}
        read, cells = (
            tuple((e, Parsed(None, e.text[:80], ENDLESS) if e.text in texts else parsed)
                  for e, parsed in of)
            for of in (read, cells)
        )  # fmt: skip
    return Compiled(read, plan, cells)


class _BoundedReading:
    """Reads the sentences of both pages, each once, up to the bounds; the rest is for people.

    The game goes on with what was understood, and ``wikibot rules check`` names what was not read.
    """

    def __init__(self) -> None:
        self.left = MOST_WORK
        self.known: dict[tuple[str, str, str], Parsed] = {}

    def __call__(
        self, text: str, words: PlainVocabulary, start: str = "sentence", table: str = ""
    ) -> Parsed:
        key = (text, start, table)
        found = self.known.get(key)
        if found is None and self.left <= 0:
            return Parsed(None, text[:80], TOO_MUCH)
        if found is None:
            found = self.known[key] = read_sentence(text, words, start, table)
            self.left -= found.work
        return found


def _unread(sentence: RuleSentence) -> Parsed:
    return Parsed(None, sentence.text, sentence.why)


def sentences_of(book: Rulebook) -> tuple[RuleSentence, ...]:
    """The sentences of the ruleset page, as many as are told of."""
    return tuple(sentences(book.text))


def voting_hours(book: Rulebook) -> int:
    """How long votes last, whatever the gamestate page says.

    Where a sentence begins with a word for players, that is one: ``Captains vote for 2 days``.
    """
    texts = [text for text in _texts(book) if "vot" in text.casefold()]
    found = (_voting(text, called) for text in reversed(texts) for called in _first_words(text))
    return next((hours for hours in found if hours is not None), HOURS)


def _first_words(text: str) -> tuple[tuple[str, ...], ...]:
    word = fold(text.partition(" ")[0])
    return ((), (singular_of(word),)) if word.isalpha() else ((),)


def _voting(text: str, called: tuple[str, ...]) -> int | None:
    rule = parse(text, PlainVocabulary(called=called)).rule
    return rule.hours if isinstance(rule, tree.VotingLasts) else None


# -- words -----------------------------------------------------------------------------------------


def vocabulary(state: State, texts: Iterable[str]) -> PlainVocabulary:
    """All names of the gamestate page, and the items that sentences name first."""
    return _with_held(_own_words(state, tuple(texts)), state)


def _with_held(words: PlainVocabulary, state: State) -> PlainVocabulary:
    held = {item: None for player in state.players.values() for item in player.items}
    return words.with_items(tuple(held))


def _own_words(state: State, texts: tuple[str, ...]) -> PlainVocabulary:
    """The same without the items that players happen to have."""
    tables = tuple(_words(each) for each in state.tables.values())
    called = tuple(dict.fromkeys((*state.called, *player_words(texts))))
    words = PlainVocabulary(
        tuple(map(_field, state.columns)), tables, tuple(map(_field, state.labels)),
        (), tuple(state.players), called=called, roles=_roles(state),
        types=_types(state),
    )  # fmt: skip
    named = [_named(text, words.within(text)) for text in texts]
    terms = {stem(each.term): (each.term, each.text) for each in reversed(named) if each.term}
    order = dict.fromkeys(stem(each.term) for each in named if each.term)
    words = replace(words, terms=tuple(terms[each] for each in order if each not in words.stems))
    if words.terms:  # what a sentence names first depends on them where it has one
        named = [_named(each.text, words.within(each.text)) for each in named]
    lists = (*state.columns, *(e for table in state.tables.values() for e in table.columns))
    if any(each.kind is FieldKind.ITEMS or each.is_open for each in lists):  # somewhere to be
        new = dict.fromkeys(name for each in named for name in each.names)
        words = words.with_items(tuple(new))
    return replace(words, verbs=tuple(dict.fromkeys(verb for each in named for verb in each.verbs)))


@lru_cache(maxsize=4096)
def _named(text: str, words: PlainVocabulary | None) -> NamedFirst:
    """What a sentence names first: the same when a player joins, mostly."""
    return named_first(text, known(), words) if words else NamedFirst(text)


def _types(state: State) -> tuple[tuple[str, str], ...]:
    """What things are by a column Type."""
    found: dict[tuple[str, str], None] = {}
    for table in state.tables.values():
        column = next((e.name for e in table.columns if fold(e.name) == "type"), "")
        held = (thing.fields.get(column) for thing in table.things.values())
        found |= {(table.name, text): None for text in held if _is_role(text)}
    return tuple(found)


def _words(table: StateTable) -> KnownTable:
    return KnownTable(
        table.name, table.noun, tuple(map(_field, table.columns)), tuple(table.things)
    )


def _field(field: StateField) -> KnownField:
    return KnownField(field.name, "" if field.is_open else str(field.kind), field.table)


def read_sentence(
    text: str, words: PlainVocabulary, start: str = "sentence", table: str = ""
) -> Parsed:
    """What a sentence means. It is read again only where a name in it means something else.

    A mistake of the program costs that sentence: it is for people.
    """
    try:
        if len(text) > MOST_LETTERS:
            return Parsed(None, text[:80], f"it has more than {MOST_LETTERS} letters")
        cut = words.within(text)
        if cut is None:
            return Parsed(None, text[:80], f"it leans on more than {MOST_TERMS} defined words")
        return parse(text, cut, start, table)
    except Exception as error:  # noqa: BLE001  # the other sentences are played
        return Parsed(None, text[:80], failure("reading a sentence", error))
