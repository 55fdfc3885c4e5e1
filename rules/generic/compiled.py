"""The sentences of the ruleset page as the gamestate page's words make them mean: once for both.

A sentence is read again only where a word of the tables changed that it may have. Decision: words
of things that stand in a table (``Effect``, ``Cost``, ``When landed on``) are sentences, too, and
come after those of the ruleset page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from typing import Any, NamedTuple, TypeGuard

from msgspec import Struct

from rules.generic import owners
from rules.generic.bearing import borne
from rules.generic.owners import PLAYERS, Columns, Field, FieldKind, Player, State, Thing
from rules.generic.play.plan import (
    Course,
    SentencePlan,
    Told,
    circles,
    first_word,
    names_of,
    verb_of,
)
from rules.generic.play.plan import words_of as words_of_verb
from rules.generic.play.scene import one_of
from rules.generic.play.values import shown
from rules.generic.readings import PlayedSentence, sentences_of
from rules.plain import tree
from rules.plain.memory import Parsed, known
from rules.plain.sentences import TOP, RuleSentence, parse
from rules.plain.vocabulary import (
    HAND,
    MOST_LETTERS,
    MOST_TERMS,
    KnownField,
    KnownTable,
    PlainVocabulary,
    stem,
)
from rules.plain.words.assembling import deed_named, player_words
from rules.plain.words.lexemes import raw_words
from rules.plain.words.limits import ALLOWS
from rules.plain.words.phrasings import VOTING, cycle_in, election
from rules.plain.words.reading import NamedFirst, named_first
from wikibot.game.names import plural_of, singular_of
from wikibot.game.problems import failure
from wikibot.game.ruleset.implementations import AS_WRITTEN, BY_READING
from wikibot.game.ruleset.readings import NO_READINGS, Readings, wording
from wikibot.sdk import Rulebook, fold, plain, replace
from wikibot.wikitext.lines import sections
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import number_or_none
from wikibot.wikitext.plain import legible
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import Table, outer_tables

# == Things with words of their own: what the cells of a table say that its things do ==============
#
# A column ``Effect`` (or ``Description``) makes a thing something to ``use``; ``Cost`` or
# ``Price`` something to ``buy``; ``When landed on`` and ``When passed`` say what happens to
# players who stand on the table's things. Decisions: of ``Effect`` and ``Description`` the first
# that is understood counts; a cell that is not understood is for people, like a sentence. ``is
# not used up`` may stand anywhere in the words of a thing. A price in numbers alone is paid in
# the one thing that the header names, as in ``Price in Gold`` or ``Cost (Gold)``, or else in the
# players' only column of numbers. A table on the ruleset page tells what things do and is not
# part of the gamestate, so its things are items; where a table of the gamestate has a thing of
# the name, it is that one.

_MOST = 2000  # things of a page


def ruleset_tables(book: Rulebook) -> Sequence[owners.ThingTable]:
    """The tables of the ruleset page whose first column names things."""
    return tuple(each for each in _read(legible(book.text)[0]) if each.things)


def at_home(table: owners.ThingTable, state: State) -> Iterator[owners.ThingTable]:
    """The table by the names of the gamestate's tables, as far as these have its things."""
    homes: dict[str, dict[str, Thing]] = {}
    for thing in table.things.values():
        home = next((e.name for e in state.tables.values() if thing.name in e.things), table.name)
        homes.setdefault(home, {})[thing.name] = thing
    for name, things in homes.items():
        yield owners.ThingTable(name, table.noun, table.columns, things)


def _read(text: str) -> Iterator[owners.ThingTable]:
    left = _MOST
    for found in outer_tables(text):
        headers = tuple(" ".join(each.split()) for each in found.headers)
        if len(headers) < 2 or left <= 0:
            continue
        things = dict(_things_of(found, headers))
        left -= len(things)
        columns = Columns(Field(name, FieldKind.TEXT) for name in headers[1:] if name)
        above = [each.title for each in sections(text) if each.start < found.start < each.end]
        name = plain(found.caption) or (above[-1] if above else plural_of(headers[0]))
        yield owners.ThingTable(name, headers[0], columns, things)


def _things_of(found: Table, headers: Sequence[str]) -> Iterator[tuple[str, Thing]]:
    for row in range(len(found.body)):
        name = plain(found.value(row, 0))
        if not name:
            continue
        cells = {header: plain(found.value(row, at)) for at, header in enumerate(headers) if at}
        yield name, Thing(name, {key: _cell(text) for key, text in cells.items() if key and text})


def _cell(text: str) -> int | str:
    number = number_or_none(text) if text.isascii() and text.isdecimal() else None
    return text if number is None else number


def names(tables: Sequence[owners.ThingTable]) -> Iterator[str]:
    """The names of all things of some tables that have words of their own."""
    for table in tables:
        if any(fold(each.name) in (*_EFFECTS, "cost", "price") for each in table.columns):
            yield from table.things


Read = Callable[[str, PlainVocabulary, str, str], Parsed]  # text, words, start, table
_EFFECTS = ("effect", "effects", "description", "what it does", "when used", "use")
_LANDED = ("when landed on", "landing", "on landing", "landed on")
_PASSED = ("when passed", "passing", "on passing", "passed")
_SAYING = (*_EFFECTS, *_LANDED, *_PASSED)
_PRICES = regex(r"(?:cost|price)s?\b\s*(?:\(|in\b)?\s*(?P<what>[^)]*)\)?", re.IGNORECASE)
_BUYS = regex(r"\b(?:buys?|bought|purchased?|sale|sold)\b")
_KEPT = regex(
    r"(?:is|are)\s+not\s+used\s+up(?:\s+by\s+this|\s+when\s+used)?\s*[.;]?", re.IGNORECASE
)
_BEFORE_SUBJECT = regex(
    r"[.;,]?\s{0,9}(?:\band\b\s{0,9})?(?:\b(?:the|your|an?)\b\s{0,9})?\Z", re.IGNORECASE
)
_SUBJECTS = ("this item", "the item", "it", "this", "they")


def things_words(
    state: State,
    words: PlainVocabulary,
    read: Read,
    others: Sequence[owners.ThingTable] = (),
    told: Collection[str] = (),
) -> Iterator[tuple[RuleSentence, Parsed | None, Any]]:
    """What the cells of things say: their words, what is understood of them, and what is played.

    ``others``: tables that are not on the gamestate page, so that no cell holds a price. ``told``:
    columns of which the rules speak: what a price is paid in and what for, they say themselves.
    """
    homes = [(home, True) for table in others for home in at_home(table, state)]
    for table, fixed in (*homes, *((table, False) for table in state.tables.values())):
        for column in table.columns:
            header = fold(column.name)
            for thing in table.things.values() if header in _SAYING else ():
                held = thing.fields.get(column.name)
                if isinstance(held, str) and held.strip():
                    said = RuleSentence(f"{thing.name}: {held}", table.name)
                    yield said, *_meaning(header, table, thing, held, words, read)
        yield from _prices(state, table, words, read, told, fixed=fixed)


def cell_wordings(state: State, book: Rulebook) -> Collection[str]:
    """What the cells say that say what things do, by which readings know them."""
    tables = (*book.derived(ruleset_tables), *state.tables.values())
    return {
        wording(held.strip().rstrip("."))
        for table in tables if book.readings.rows
        for column in table.columns if fold(column.name) in _SAYING
        for thing in table.things.values()
        if isinstance(held := thing.fields.get(column.name), str)
    }  # fmt: skip


def _without_kept(name: str, held: str) -> tuple[str, bool]:
    """The words of a cell but for "it is not used up", and whether they say so.

    The thing may be called by its name there.
    """
    parts, end = [], 0
    for found in _KEPT.finditer(held):
        parts.append(_without_subject(held[end : found.start()], name))
        end = found.end()
    return "".join((*parts, held[end:])), end > 0


def _without_subject(text: str, name: str) -> str:
    bare = text.rstrip()
    low = bare[-len(name) - 30 :].lower()
    for said in (f"{name.lower()}s", name.lower(), *_SUBJECTS):
        if low.endswith(said) and not low[: -len(said)][-1:].isalnum() and bare != text:
            bare = bare[: -len(said)]
            break
    start = max(len(bare) - 30, 0)
    found = _BEFORE_SUBJECT.search(bare, start)
    return bare[: found.start()] if found else bare


def _priced(table: owners.ThingTable) -> Iterator[tuple[Thing, Field, Any, str]]:
    """The things of a table by the first column that says what they cost: its cell, and of what."""
    for column in table.columns:
        if found := _PRICES.fullmatch(column.name.strip()):
            for thing in table.things.values():
                yield thing, column, thing.fields.get(column.name), found["what"].strip()
            return


def _prices(
    state: State,
    table: owners.ThingTable,
    words: PlainVocabulary,
    read: Read,
    told: Collection[str],
    *,
    fixed: bool,
) -> Iterator[tuple[RuleSentence, Parsed | None, Any]]:
    """What the things of a table are bought for. ``fixed``: no cell of the gamestate holds it."""
    for thing, column, held, what in _priced(table):
        costs = _costs(state, held, what, words, read) if held else None
        if costs:
            if isinstance(held, int) and not fixed:
                at = tree.Place(tree.NamedThing(table.name, thing.name), column.name)
                costs = (replace(costs[0], amount=tree.HowMany(at)),)
            said = RuleSentence(f"{thing.name} is bought for its {column.name}", table.name)
            yield said, None, tree.Buy(table.name, thing.name, costs)
        unknown = shown(held) if held else "0"
        if not held:
            why = f"a {column.name} that is empty or 0 is none: nobody can buy it"
        elif not costs:
            why = f"it is not said in what that is paid: {unknown} of what?"
        else:
            why = f"the table {PLAYERS} has neither a column {thing.name!r} nor a list of items"
            unknown, why = thing.name, f"{why} to hold it"
        has_place = owners.counter(state, PLAYERS, thing.name) or owners.bag(state, PLAYERS)
        asks = not ((costs and has_place) or column.name in told)
        if asks and not (not held and column.is_open):
            said = RuleSentence(
                f"{thing.name} is bought for {shown(held) if held else 0}", table.name
            )
            yield said, Parsed(None, unknown, why), None


def _meaning(
    header: str,
    table: owners.ThingTable,
    thing: Thing,
    held: str,
    words: PlainVocabulary,
    read: Read,
) -> tuple[Parsed, Any]:
    """What a cell says, and as what it is played."""
    text, kept = _without_kept(thing.name, held) if header in _EFFECTS else (held, False)
    start = "body" if header in _EFFECTS else "landing"
    parsed = read(text.strip().rstrip("."), words, start, table.name)
    if not isinstance(parsed.rule, tuple | list):
        return parsed, None
    if header in _EFFECTS:
        used_up = "is not used up" if kept else "is used up"
        says = f"{parsed.says[:-1]}; it {used_up}." if parsed.says else ""
        means: Any = tree.Use(table.name, thing.name, tuple(parsed.rule), not kept)
        return replace(parsed, says=says), means
    kind = tree.Landing if header in _LANDED else tree.Passing
    return parsed, kind(table.name, thing.name, tuple(parsed.rule))


def _costs(
    state: State, held: Any, what: str, words: PlainVocabulary, read: Read
) -> tuple[Any, ...] | None:
    if isinstance(held, int) and not isinstance(held, bool):
        counted = [
            each.name for each in owners.columns(state, PLAYERS) if each.kind is FieldKind.NUMBER
        ]
        paid = words.stuff(what) if what else (counted[0] if len(counted) == 1 else None)
        return (tree.Lose(tree.Doer(), tree.Number(held), paid, must=True),) if paid else None
    text = ", ".join(f"{n} {item}" for item, n in held.items()) if hasattr(held, "items") else held
    if not isinstance(text, str):
        return None
    effects: Any = read(f"pay {text}".strip().rstrip("."), words, "body", "").rule
    paid_only = effects and all(isinstance(each, tree.Lose) for each in effects)
    return tuple(effects) if paid_only else None


# ==================================================================================================
# The sentences of the ruleset page as the gamestate page's words make them mean: once for both.

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

    read: tuple[tuple[PlayedSentence, Parsed], ...]
    plan: SentencePlan
    cells: tuple[tuple[RuleSentence, Parsed], ...] = ()


def plan_of(state: State, book: Rulebook) -> SentencePlan:
    """The sentences that are played, as the words of both pages are now."""
    return compiled(state, book).plan


def compiled(state: State, book: Rulebook) -> Compiled:
    """All sentences, played or for people, as the words of both pages are now."""
    memory = book.derived(_Memory)
    if memory.state is state:
        return memory.found
    memory.course.at(state)
    if memory.worded == memory.course.worded:
        memory.state = state
        return memory.found
    players, items = book.found_in(state.players, _of_players)
    key = (
        state.columns, state.labels, state.called, book.found_in(state.tables, _of_tables),
        players, _roles(state),
    )  # fmt: skip
    # What sentences name themselves may come into hands and out of them.
    strange = tuple(item for item in items if stem(item) not in memory.own)
    if memory.key != key or memory.strange != strange:
        own = _own_words(state, _texts(book))
        memory.found = _compile(state, book, own, memory.course)
        memory.own = frozenset(own.stems)
        strange = tuple(item for item in items if stem(item) not in memory.own)
        memory.key, memory.strange = key, strange
    memory.state, memory.worded = state, memory.course.worded
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
        self.course, self.worded = Course(), -1
        self.state: State | None = None
        self.key: Any = None
        self.strange: tuple[str, ...] = ()
        self.own: frozenset[str] = frozenset()
        self.found: Compiled  # there with the first state


def _of_tables(tables: Mapping[str, owners.ThingTable], _book: Rulebook) -> Any:
    """All of the tables that sentences may depend on: their names, and the words of things."""
    return tuple((each.name, each.noun, each.columns, _things(each)) for each in tables.values())


def _things(table: owners.ThingTable) -> Any:
    texts = [each.name for each in table.columns if each.name in table.columns.worded]
    held = (each.fields.get(name) for name in texts for each in table.things.values())
    cells = (tuple(cell.items()) if isinstance(cell, Mapping) else cell for cell in held)
    return (*table.things, *cells)


def _of_players(players: Mapping[str, Player], _book: Rulebook) -> Any:
    items = (item for player in players.values() for item in player.items)
    return tuple(players), tuple(sorted(set(items)))


def _roles(state: State) -> tuple[tuple[str, str], ...]:
    """What players are by their columns of text: names with a capital letter, in order."""
    texts = [each.name for each in state.columns if each.kind is FieldKind.TEXT and not each.others]
    held = {(name, each.fields.get(name)) for name in texts for each in state.players.values()}
    return tuple(sorted((name, text) for name, text in held if _is_role(text)))


def _is_role(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and text[:1].isupper() and len(text.split()) <= MOST_WORDS


def _compile(state: State, book: Rulebook, own: PlainVocabulary, course: Course) -> Compiled:
    page = book.derived(sentences_of)
    more = book.derived(ruleset_tables)
    words = known_words(own, state, book)
    reader, through = _BoundedReading(book.readings), book.derived(_read_through)
    read = tuple(
        (each, reader(each.text, words) if not each.why else Parsed(None, each.text, each.why))
        for each in page[:through]
    )
    read += tuple((each, Parsed(None, each.text[:80], TOO_MUCH)) for each in page[through:])
    rules = (rule for _, parsed in read for rule in rules_in(parsed.rule))
    actions = [rule for rule in rules if isinstance(rule, tree.Action)]
    told = _places(actions)
    # A sentence that says how they are bought for that column is the rule, and not the column.
    buying = _places([each for each in actions if first_word(each.verb) == "buy"])
    of_things = tuple(
        each
        for each in things_words(state, words, reader, more, told)
        if not (isinstance(each[2], tree.Buy) and buying & _places(each[2].costs))
    )
    sold = [means for *_, means in of_things if isinstance(means, tree.Buy)]
    joined = _joined(tuple(_without_dead(read, sold)), reader, words)
    priced, things_for_sale = _repriced(tuple(_without_dead(joined, sold, words)), of_things, words)
    read, of_things = _whole(priced), tuple(things_for_sale)
    things = tuple(Told(means, said.text, said.section) for said, _, means in of_things if means)
    cells = tuple(dict.fromkeys((said, parsed) for said, parsed, _ in of_things if parsed))
    plan = SentencePlan((*_told(read), *things), course)
    if endless := circles(plan, sure=True):
        texts = {each.text for each in endless}

        def marked(each: RuleSentence, parsed: Parsed) -> Parsed:
            return Parsed(None, each.text[:80], ENDLESS) if each.text in texts else parsed

        read = _whole(tuple((each, marked(each, parsed)) for each, parsed in read))
        cells = tuple((each, marked(each, parsed)) for each, parsed in cells)
        every = (*_told(read), *things)
        plan = SentencePlan((each for each in every if each not in endless), course)
    plan.bearing = borne(read, plan, state, words.player_words, cells)
    return Compiled(read, plan, cells)


def known_words(own: PlainVocabulary, state: State, book: Rulebook) -> PlainVocabulary:
    """All names: ``own`` ones of both pages, what players have, and the ruleset page's things."""
    return _with_held(own, state).with_items(tuple(names(book.derived(ruleset_tables))))


def words_of(state: State, book: Rulebook) -> PlainVocabulary:
    """All names by which sentences are read."""
    return known_words(_own_words(state, _texts(book)), state, book)


def _told(read: Iterable[tuple[PlayedSentence, Parsed]]) -> Iterator[Told]:
    """The sentences that are played; what is the reading of several is one rule."""
    given = dict[Any, str]()  # and of which it is
    for each, parsed in read:
        for rule in rules_in(parsed.rule):
            if each.how is BY_READING and given.setdefault(rule, each.page) != each.page:
                continue
            section = "" if each.section == TOP else each.section
            yield Told(rule, each.text, section, each.page)


def _joined(
    read: Sequence[tuple[PlayedSentence, Parsed]], reader: Read, words: PlainVocabulary
) -> Sequence[tuple[PlayedSentence, Parsed]]:
    """The sentences, where one that says nothing by itself says more of the action before it.

    Both are one rule then: ``A player may dig: they gain 2 Gold. The Pot decreases by 1.`` So is
    what names the only action of that verb, wherever it stands: ``Digging costs 1 Gold.``
    Readings are joined to readings, to that of another sentence only one of a single sentence.
    """
    found = list(read)
    parts = Counter(each.page for each, _ in read)
    allowing = _allowing(read)
    heads: list[int] = []  # of the paragraph: the last sentence, and the last that allows something
    texts = [each.text for each, _ in read]
    for at, (each, parsed) in enumerate(read):
        given = each.how is BY_READING
        if each.why or not each.behind or (read[at - 1][0].how is BY_READING) != given:
            heads = []
        is_loose = parsed.rule is None and not each.why
        alone = is_loose and (each.how is AS_WRITTEN or (given and parts[each.page] == 1))
        about = allowing.get(deed_named(each.text, allowing)) if alone else None
        about = about if about is not None and read[about][0].how is each.how else None
        near = [at for at in heads if parts[each.page] == 1 or read[at][0].page == each.page
                or not given] if is_loose else []  # fmt: skip
        lasts = _LASTING.match(each.text)  # and is no moment at which something else happens
        near = [at for at in near if not lasts or ALLOWS.search(texts[at])
                or isinstance(found[at][1].rule, tree.DefinesAmount)]  # fmt: skip
        for head in near if about is None or about in near else [*near, about]:
            whole = reader(f"{texts[head]} {each.text}", words, "sentence", "")
            again = about == head and not _MORE.search(each.text) and _gains_twice(whole.rule)
            if whole.rule is not None and not again:
                texts[head] += f" {each.text}"
                found[head] = found[head][0], whole
                which = "before it" if head < at else "that allows it"
                says = f"With the sentence {which}: {whole.says}"
                one = replace(each, page=read[head][0].page)  # played together, or not at all
                found[at] = one, replace(whole, rule=tree.Several(()), says=says)
                break
        else:
            costs = about is None or any(
                getattr(e, "costs", ()) for e in rules_in(read[about][1].rule)
            )
            if not costs and _LESS.search(each.text):
                why = "that costs nothing, so that it cannot cost less"
                found[at] = each, Parsed(None, each.text[:80], why)
            allows = [head for head in heads if ALLOWS.search(texts[head])][-1:]
            says_more = ALLOWS.search(each.text) or VOTING.search(each.text)
            is_head = not each.why and (parsed.rule is not None or bool(says_more))
            heads = list(dict.fromkeys([at, *allows])) if is_head else heads
    return found


_MOST_PRICES = 20  # under conditions, of one offer


def _repriced(
    read: Sequence[tuple[PlayedSentence, Parsed]], of_things: Sequence[Any], words: PlainVocabulary
) -> tuple[tuple[tuple[PlayedSentence, Parsed], ...], Sequence[Any]]:
    """The sentences, and what things are bought for.

    ``In Winter, a Net costs 3 Gold`` beside another price is that in Winter, and no second offer.
    """
    prices = [at for at, each in enumerate(read) if _is_price_then(*each)]
    if not prices:
        return tuple(read), of_things
    found: list[Any] = [*read]
    rules: list[Any] = [*(each.rule for _, each in read), *(means for *_, means in of_things)]
    offers, changes, but = dict[Any, list[int]](), Counter[int](), frozenset(prices)
    for at, rule in enumerate(rules):
        if at not in but and isinstance(rule, tree.Action | tree.Buy):
            offers.setdefault(_sold_by(rule), []).append(at)
    for at in prices:
        (each, parsed), price = read[at], rules[at]
        verb, of_thing = price.verb, stem(price.verb.parts[-1].what)
        of = (*offers.get(verb, ()), *offers.get(of_thing, ()))
        new = {n: _with_price(rules[n], price) for n in of}
        if None in new.values():
            found[at] = each, Parsed(None, each.text[:80], "it has another price in other things")
        elif any(changes[n] == _MOST_PRICES for n in new):
            why = f"it has {_MOST_PRICES} prices under conditions before this one"
            found[at] = each, Parsed(None, each.text[:80], why)
        elif new:
            says = f"In place of its other price: {parsed.says}"
            found[at] = each, replace(parsed, rule=tree.Several(()), says=says)
            changes.update(new.keys())
            for n, rule in new.items():
                rules[n] = rule
    for n in changes or ():
        if n < len(read):
            from rules.plain.speech import paraphrases  # few pages need it

            each, parsed = read[n]
            says = next(paraphrases(rules[n], words), parsed.says)
            told = f"{says[0].upper()}{says[1:]}"
            found[n] = each, replace(parsed, rule=rules[n], says=told)
    sold_for = zip(of_things, rules[len(read) :], strict=True)
    return tuple(found), [(*each[:2], means) for each, means in sold_for]


def _is_price_then(said: PlayedSentence, parsed: Parsed) -> bool:
    """Whether a sentence says what something costs under a condition."""
    rule = parsed.rule
    if not isinstance(rule, tree.Action) or rule.where is None or not rule.costs:
        return False
    of_thing = isinstance(rule.verb.parts[-1], tree.Stuff)
    return of_thing and bool(_COSTS.search(said.text)) and not ALLOWS.search(said.text)


_COSTS = regex(r"\bcosts?\b", re.IGNORECASE)


def _with_price(offer: Any, price: Any) -> Any:
    """An offer of the same with that price then; None where they are paid in other things."""
    (paid, *more), costs = price.costs, offer.costs
    if more or len(costs) != 1 or costs[0].what != paid.what:
        return None
    whole: Any = costs[0].amount
    one = whole.amount if isinstance(whole, tree.ForEach) else whole  # of each that is bought
    then = tree.Given(paid.amount, price.where, one)
    amount = replace(whole, amount=then) if one is not whole else then
    return replace(offer, costs=(replace(costs[0], amount=amount),))


def _sold_by(offer: Any) -> Any:
    """How an offer is found: by what it sells for so much each, or what one does for it."""
    if isinstance(offer, tree.Buy):
        return stem(offer.thing)
    part, costs = offer.verb.parts[-1], offer.costs
    each = isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen)
    each = each and len(costs) == 1 and isinstance(costs[0].amount, tree.ForEach)
    return stem(part.what) if each else offer.verb


_LESS = regex(r"\b(?:less|cheaper|half|free)\b", re.IGNORECASE)
_LASTING = regex(r"(?:while|as long as) ", re.IGNORECASE)
_MORE = regex(r"\b(?:more|extra|additional|another|further|also|bonus)\b", re.IGNORECASE)


def _gains_twice(rule: Any) -> bool:
    """Whether an action brings the same thing twice: ``Digging yields 1 Gold`` may say it again."""
    gains = (e for e in getattr(rule, "effects", ()) if isinstance(e, tree.Gain))
    return any(many > 1 for many in Counter((e.who, e.what) for e in gains).values())


def _allowing(read: Sequence[tuple[PlayedSentence, Parsed]]) -> Mapping[str, int]:
    """The verbs that one sentence alone allows, with its place."""
    found: dict[str, int] = {}
    for at, (each, parsed) in enumerate(read):
        verbs = [first_word(e.verb) for e in rules_in(parsed.rule) if isinstance(e, tree.Action)]
        if parsed.rule is None and (may := ALLOWS.search(each.text)):
            verbs.append(fold(may["verb"]))
        for verb in verbs if each.how in (AS_WRITTEN, BY_READING) and not each.why else ():
            found[verb] = -1 if found.get(verb, at) != at else at
    return {verb: at for verb, at in found.items() if at >= 0}


def _whole(
    read: Sequence[tuple[PlayedSentence, Parsed]],
) -> tuple[tuple[PlayedSentence, Parsed], ...]:
    """The sentences, where a reading of which a part is not played is for people whole."""
    broken: dict[str, Parsed] = {}
    for each, parsed in read:
        if each.how is BY_READING and parsed.rule is None:
            broken.setdefault(each.page, parsed)
    return tuple(
        (each, broken.get(each.page, parsed) if each.how is BY_READING and parsed.rule else parsed)
        for each, parsed in read
    )


def rules_in(rule: Any) -> tuple[Any, ...]:
    """What a sentence says, each by itself; nothing of one that is for people."""
    several = isinstance(rule, tree.Several)
    return rule.of if several else (rule,) if rule is not None else ()


def _places(of: Iterable[Any]) -> set[str]:
    return {e.name for each in of for e in tree.nodes(each) if isinstance(e, tree.Place)}


def bought(state: State, read: Iterable[tuple[PlayedSentence, Parsed]]) -> Iterator[str]:
    """The tables of which a sentence for people says how their things are bought."""
    for_people = [fold(said.text) for said, parsed in read if parsed.rule is None]
    texts = [each for each in for_people if _BUYS.search(each)]
    for table in state.tables.values():
        words = [*filter(None, map(fold, (table.word, table.name)))]
        if any(word in each for each in texts for word in words):
            yield table.name


def _without_dead(
    read: Sequence[tuple[PlayedSentence, Parsed]],
    sold: Sequence[tree.Buy],
    words: PlainVocabulary | None = None,
) -> Iterator[tuple[PlayedSentence, Parsed]]:
    """The sentences; those that restrict what no sentence allows are for people.

    ``words``: when all are joined; then also those that speak of what no action is done to, or of
    a roll that none has.
    """
    every = [rule for _, parsed in read for rule in rules_in(parsed.rule)]
    endless = _from_themselves([r for r in every if isinstance(r, tree.DefinesAmount)])
    verbs = (verb_of(rule) for rule in (*every, *sold))
    of = [verb for verb in verbs if verb is not None]
    allowed = {name for verb in of for name in names_of(verb)}
    acts = [rule for rule in every if isinstance(rule, tree.Action)]
    numbered = {(first_word(e), n.what) for e in of for n in e.parts if isinstance(n, tree.Stuff)}
    if any(rule.takes for rule in acts):
        numbered.add(("", "actions"))
    rolls = ((tree.has(rule, tree.Contest), rule) for rule in acts if tree.has(rule, tree.Dice))
    rolling = {name: of_two for of_two, rule in rolls for name in names_of(rule.verb)}
    timed = {rule.field for rule in every if isinstance(rule, tree.SecretChoice)}
    reaching = _reaching((*every, *sold), words) if words else {}
    for each, parsed in read:
        rules = rules_in(parsed.rule)
        limits = [rule for rule in rules if isinstance(rule, tree.Restricted)]
        verbs_ = (verb for rule in limits for verb in (rule.verb, *rule.others))
        dead = next((verb for verb in verbs_ if verb not in allowed), "")
        unsaid = (e.what for e in limits if e.what and (e.verb, e.what) not in numbered)
        dead = dead or next(unsaid, "")
        happens = [e.event for e in rules if isinstance(e, tree.Whenever)] if words else ()
        unrolled = [e.what for e in happens if e.rolled and rolling.get(e.what, True)]
        reckoned = {rule.name for rule in rules if isinstance(rule, tree.DefinesAmount)}
        ranked = (e for e in tree.nodes(rules) if isinstance(e, tree.ExtremePlayer))
        earlier = (str(e.what) for e in ranked if e.ties == tree.EARLIER)
        untimed = [what for what in earlier if what not in timed]
        of_none = (_missed(e, reaching, words) for e in tree.nodes(rules)) if words else ()
        missed = next(filter(None, of_none), None)
        if untimed:
            why = "it is not known when players came to have it: that is so of secret bids alone"
            yield each, Parsed(None, untimed[0], why)
        elif unrolled:
            of_two = unrolled[0] in rolling
            why = "it is not plain whose roll" if of_two else "nothing is rolled in that"
            yield each, Parsed(None, unrolled[0], why)
        elif dead:
            yield each, Parsed(None, dead, "it is not said what happens then")
        elif missed:
            why = f"no action to {missed[0]} names any {missed[1]}"
            yield each, Parsed(None, each.text[:80], why)
        elif reckoned & endless:
            yield each, Parsed(None, each.text[:80], "it is reckoned from itself")
        else:
            yield each, parsed


class _Reach(NamedTuple):
    """What an action may be done to: the tables of that, and words.

    ``named``: of what a line fills in; ``met``: also of what is chosen or drawn then; ``said``:
    also of what its own words name, and these words.
    """

    named: frozenset[str]
    met: frozenset[str]
    said: frozenset[str]


def _reaching(rules: Sequence[Any], words: PlainVocabulary) -> Mapping[str, Sequence[_Reach]]:
    """What actions may be done to, by what they are called."""
    found: dict[str, list[_Reach]] = {}
    for rule in rules:
        if (verb := verb_of(rule)) is not None:
            reach = _reach(rule, verb, words)
            for name in names_of(verb):
                found.setdefault(name, []).append(reach)
    return found


def _reach(rule: Any, verb: tree.Verb, words: PlainVocabulary) -> _Reach:
    text = words_of_verb(verb).split()
    runs = (" ".join(text[a : a + n]) for n in range(1, _LONGEST_NAME) for a in range(len(text)))
    said = {(of.name, thing) for run in runs for of, thing in words.things(run)}
    named, met = (
        frozenset(_table_of(e) for e in tree.nodes(of) if hasattr(e, "slot")) for of in (verb, rule)
    )
    players = {PLAYERS for each in verb.parts if isinstance(each, tree.NamedPlayer)}
    own = {*text, *chain.from_iterable(said), *met, *players}
    tables = filter(None, map(words.table, own))
    nouns = (each for of in tables for each in (of.name, of.noun))
    return _Reach(named, met, frozenset((*own, *map(one_of, (*own, *nouns)))))


_LONGEST_NAME = 6  # words


def _table_of(node: Any) -> str:
    """The table of a thing, or that of the players; "" where it is not said."""
    return PLAYERS if tree.is_player(node) else getattr(node, "table", "")


def _missed(
    node: Any, reaching: Mapping[str, Sequence[_Reach]], words: PlainVocabulary
) -> tuple[str, str] | None:
    """The verb of what a sentence speaks of, and what no action of that name is done to."""
    verbs: tuple[str, ...] = ()
    of = to = by = ""
    if isinstance(node, tree.Happens) and node.kind == "does":
        verbs, by, of = (node.what,), "said", node.of
        to = PLAYERS if node.whom else _table_of(node.thing)
    elif isinstance(node, tree.Forbidden):
        verbs, by, to = (node.verb, *node.others), "named", _table_of(node.target)
        of = "" if words.stuff(node.of) else node.of  # Pearls, which nobody may give anyway
    elif isinstance(node, tree.Restricted):
        verbs, by, to = (node.verb, *node.others), "met", node.to
    elif isinstance(node, tree.Did):
        verbs, by = (node.verb,), "met"
        to = PLAYERS if node.suffered else _table_of(node.of)
    acts = [each for verb in verbs for each in reaching.get(fold(verb), ())]
    if acts and to and not any(to in getattr(each, by) for each in acts):
        table = words.table(to)
        return verbs[0], table.noun or table.name if table else "player"
    things = words.things(of)
    homes = {one_of(of), *(table.name for table, _ in things)}
    homes |= {PLAYERS} if fold(of) in map(fold, words.players) else set()
    if acts and of and all(homes.isdisjoint(each.said) for each in acts):
        return verbs[0], things[0][1] if things else of
    return None


def _from_themselves(reckoned: Sequence[tree.DefinesAmount]) -> frozenset[str]:
    """The names of numbers that are reckoned from themselves, also by way of others."""
    names = {repr(each.name): each.name for each in reckoned}
    uses: dict[str, set[str]] = {name: set() for name in names.values()}
    users: dict[str, set[str]] = {name: set() for name in names.values()}
    for each in reckoned:
        for name in names.keys() & _NAMED.findall(repr(each.amount)):
            uses[each.name].add(names[name])
            users[names[name]].add(each.name)
    return _in_circles(uses) & _in_circles(users)


_NAMED = regex(r"""name=('[^']*'|"[^"]*")""")


def _in_circles(uses: Mapping[str, Collection[str]]) -> frozenset[str]:
    """Names that need one of a circle, and those of the circle."""
    order, free = TopologicalSorter(uses), set[str]()
    with suppress(CycleError):
        order.prepare()
    while ready := order.get_ready():
        free.update(ready)
        order.done(*ready)
    return frozenset(uses.keys() - free)


class _BoundedReading:
    """Reads the sentences of both pages, each once, up to the bounds; the rest is for people.

    What a thing does is read as people say that its words mean.

    The game goes on with what was understood, and ``wikibot rules check`` names what was not read.
    """

    def __init__(self, readings: Readings) -> None:
        self.readings = readings
        self.left = MOST_WORK
        self.known: dict[tuple[str, str, str], Parsed] = {}

    def __call__(
        self, text: str, words: PlainVocabulary, start: str = "sentence", table: str = ""
    ) -> Parsed:
        if start != "sentence" and self.readings != NO_READINGS:
            given = self.readings.by_wording.get(wording(text))
            if given is not None and given.kind:
                return Parsed(None, text[:80], say("its reading says so: {}", given.kind))
            text = plain(given.means).rstrip(".") if given else self.readings.reworded(text)
        key = (text, start, table)
        found = self.known.get(key)
        if found is None and self.left <= 0:
            return Parsed(None, text[:80], TOO_MUCH)
        if found is None:
            found = self.known[key] = read_sentence(text, words, start, table)
            self.left -= found.work
        return found


def voting_hours(book: Rulebook) -> int:
    """How long votes last, whatever the gamestate page says.

    Where a sentence begins with a word for players, that is one: ``Captains vote for 2 days``.
    """
    for text in (each for each in reversed(_texts(book)) if "vot" in each.casefold()):
        word = fold(text.partition(" ")[0])
        for called in ((), (singular_of(word),) if word.isalpha() else ()):
            rule = parse(text, PlainVocabulary(called=called)).rule
            if isinstance(rule, tree.VotingLasts):
                return rule.hours
    return HOURS


# -- words -----------------------------------------------------------------------------------------


def vocabulary(state: State, texts: Iterable[str]) -> PlainVocabulary:
    """All names of the gamestate page, and the items that sentences name first."""
    return _with_held(_own_words(state, tuple(texts)), state)


def _with_held(words: PlainVocabulary, state: State) -> PlainVocabulary:
    held = {item: None for player in state.players.values() for item in player.items}
    return words.with_items(tuple(held))


def _own_words(state: State, texts: tuple[str, ...]) -> PlainVocabulary:
    """The same without the items that players happen to have."""
    numbers = {stem(each.name) for each in state.columns if each.kind is FieldKind.NUMBER}
    tables = tuple(_words(each, numbers) for each in state.tables.values())
    called = tuple(dict.fromkeys((*state.called, *player_words(texts))))
    words = PlainVocabulary(
        tuple(_field(each) for at, each in enumerate(state.columns)
              if at or each.kind is not FieldKind.TEXT or fold(each.name) not in state.called),
        tables, tuple(map(_field, state.labels)), (), tuple(state.players), called=called,
        roles=_roles(state),
        types=tuple(sorted({
            (each.name, column, text)
            for each in tables for column in _texts_in(each)
            for thing in state.tables[each.name].things.values()
            if _is_role(text := thing.fields.get(column))
            or (isinstance(text, str) and text.isalpha())
        })),
    )  # fmt: skip
    words = _with_given(_with_currency(words, texts), texts)
    words = replace(words, moments=tuple(_moments(words, texts, state.values)))
    bonds = dict.fromkeys(each["name"] for text in texts for each in _BONDS.finditer(text))
    bound = tuple(each for each in bonds if stem(each) not in words.stems)  # no name of the page
    words = replace(words, bonds=bound, piles=tuple(_piles(words, texts)))
    named = [_named(text, words.within(text)) for text in texts]
    terms = {stem(each.term): (each.term, each.text) for each in reversed(named) if each.term}
    order = dict.fromkeys(stem(each.term) for each in named if each.term)
    words = replace(words, terms=tuple(terms[each] for each in order if each not in words.stems))
    elections = [each for each in texts if election(each, words, whole=False)]
    votes = not elections[1:] and any("vote" in each.verbs for each in named)
    polled = _polled(words, texts) if votes else ()
    words = replace(words, formulas=(*_formulas(words, named), *polled))
    if words.terms or words.formulas:  # what a sentence names first depends on those in it
        named = [_named(each.text, words.within(each.text)) for each in named]
    lists = (*state.columns, *(e for table in state.tables.values() for e in table.columns))
    if any(each.kind is FieldKind.ITEMS or each.is_open for each in lists):  # somewhere to be
        new = dict.fromkeys(name for each in named for name in each.names)
        words = words.with_items(tuple(new))
    verbs = dict.fromkeys(verb for each in named for verb in each.verbs)
    sold = any(True for each in state.tables.values() for _ in _priced(each))
    verbs |= dict.fromkeys(("buy",) if sold else ())
    return replace(words, verbs=(*verbs,))


def _moments(
    words: PlainVocabulary, texts: Iterable[str], values: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """The times of the game that a sentence gives one after the other, with their value.

    It is the one that says such a time by now, or the only one that can.
    """
    texts_of = [each.name for each in words.values if each.kind == "text"]
    now = {fold(held): name for name, held in values.items() if isinstance(held, str)}
    for parts in filter(None, map(cycle_in, texts)):
        times = [fold(word) for word, _ in parts]
        known = [words.times.get(each) or now.get(each) for each in times]
        alone = texts_of[0] if len(texts_of) == 1 else ""
        value = next((each for each in known if each), alone)
        yield from ((value, word) for word, _ in parts if value)


def _formulas(words: PlainVocabulary, named: Iterable[NamedFirst]) -> Iterator[tuple[str, str]]:
    """The numbers that sentences reckon, each with its table."""
    for noun, name in dict.fromkeys(each.amount for each in named if each.amount[1]):
        table = words.table(noun) if noun else None
        of = [field for each, field in words.column(name) if each == table]
        held = words.field(name) if not noun else of[0] if of else None
        if (table is not None or not noun) and (held is None or held.kind in ("", "number")):
            yield (table.name if table else "", held.name if held else name)


_BONDS = regex(r"\bthe two (?:players )?(?:then )?have an? (?P<name>[A-Z]\w*(?: [A-Z]\w*)?)")


_PILE = regex(
    r"\bthe (?P<name>\w+(?: \w+)?) is an? (?:\w+ )?(?:pile|deck|stack) of (?P<noun>\w+)",
    re.IGNORECASE,
)


_INTO = regex(r"\bthe (?P<name>\w+) is (?:re)?shuffled into\b", re.IGNORECASE)


def _piles(words: PlainVocabulary, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The values of the game that are piles by a sentence, and of what."""
    for found in filter(None, map(_PILE.match, texts)):
        value, table = words.value(found["name"]), words.table(found["noun"])
        if value is not None and table is not None:
            yield value.name, table.name
            others = (each["name"] for text in texts for each in _INTO.finditer(text))
            into = filter(None, map(words.value, others))
            yield from ((each.name, table.name) for each in into if each != value)


_POLL = regex(r"\bvote for (?:an?|any) (?P<noun>\w+)", re.IGNORECASE)
_GETS_VOTES = regex(
    r"\b(?:gain|lose|get|receive)s? (?!(?:the )?most\b)[\w ]{1,20}\bvotes?\b", re.IGNORECASE
)
VOTES = "votes"  # what is reckoned of those who are voted for


def _polled(words: PlainVocabulary, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What players vote for by the rules' own polls, each of which has votes then."""
    held = words.field(VOTES)
    is_own = held is not None and fold(held.name) == VOTES
    if not is_own and not any(map(_GETS_VOTES.search, texts)):  # a column Vote says for whom
        yield "", VOTES
    nouns = dict.fromkeys(each["noun"] for text in texts for each in _POLL.finditer(text))
    tables = filter(None, map(words.table, nouns))
    yield from ((each.name, VOTES) for each in tables)


@lru_cache(maxsize=4096)
def _named(text: str, words: PlainVocabulary | None) -> NamedFirst:
    """What a sentence names first: the same when a player joins, mostly."""
    return named_first(text, known(), words) if words else NamedFirst(text)


def _with_given(words: PlainVocabulary, texts: Sequence[str]) -> PlainVocabulary:
    """The same with what players and things may be by sentences, whatever the cells hold now.

    ``a Clean Room`` and ``becomes Clean`` name a word of the column that holds another word of the
    sentence; with a capital letter, else of the only column of text of the table that it speaks of.
    It takes time in proportion to the texts.
    """
    homes = {
        stem(each): table for table in words.tables for each in (table.noun, table.name) if each
    }
    held: dict[str, dict[tuple[str, str], None]] = {}  # the columns that hold a word
    every = (*(("", field, word) for field, word in words.roles), *words.types)
    new = list[tuple[str, str, str]]()
    for table, column, word in every:
        held.setdefault(stem(word), {})[table, column] = None
    for stems, given in filter(None, map(_given, texts)):
        for word, behind in given:
            home = homes.get(behind)
            if stem(word) in words.stems or stem(word) in held or (behind and home is None):
                continue
            of = dict.fromkeys(place for each in stems for place in held.get(each, ()))
            of = {each: None for each in of if home is None or each[0] == home.name}
            if not of and word[:1].isupper():
                tables = [home] if home else [homes[each] for each in stems if each in homes]
                of = {(table.name, name): None for table in tables for name in _texts_in(table)}
            if len(of) == 1:
                held[stem(word)] = of
                new.append((*next(iter(of)), word))
    roles = tuple((column, word) for table, column, word in new if not table)
    types = tuple(each for each in new if each[0])
    return replace(words, roles=(*words.roles, *roles), types=(*words.types, *types))


@lru_cache(maxsize=4096)
def _given(text: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]] | None:
    """The stems of a sentence's words, and those words that may say what something is.

    They are not the language's, and something becomes so, or they have a capital letter: with the
    word behind each, which has to be the noun of a table then.
    """
    raw = raw_words(text)
    stems = [stem(each.text) for each in raw]
    found: list[tuple[str, str]] = []
    for before, each, behind in zip(raw, raw[1:], (*stems[2:], ""), strict=False):
        becomes = _BECOMES.search(text[max(each.start - 20, 0) : each.start])
        is_one = each.group == "word" and before.text not in ".:;!?"
        if is_one and (becomes or each.capital) and not known().longest((each.key,), 0):
            found.append((each.text, "" if becomes else behind or "."))
    return (tuple(dict.fromkeys(stems)), tuple(found)) if found else None


_BECOMES = regex(r"\b(?:becomes?|turns?(?: into)?|(?:is|are) (?:then|now)) (?:an? )?\Z")


def _texts_in(table: KnownTable) -> Sequence[str]:
    """The columns that say what a table's things are."""
    return [e.name for e in table.fields if e.kind == "text" and fold(e.name) not in _SAYING]


MOST_GOODS = 12  # of a table, each of which a sentence may be about


def _words(table: owners.ThingTable, numbers: Collection[str]) -> KnownTable:
    things = tuple(table.things)
    goods = 0 < len(things) <= MOST_GOODS and all(stem(each) in numbers for each in things)
    return KnownTable(
        table.name, table.noun, tuple(map(_field, table.columns)), things, goods=goods
    )


_CASH = ("cash", "money", "funds", "balance", "purse", "wallet")
_CURRENCY = regex(r"(?i)\b\d+ (coin|crown|credit|dollar|ducat|euro|florin|franc|guilder|pound)s?\b")


def _with_currency(words: PlainVocabulary, texts: tuple[str, ...]) -> PlainVocabulary:
    """``50 florins`` are the players' Cash, where the page has one such column and no florins."""
    cash = [each for each in words.fields if fold(each.name) in _CASH]
    said = {fold(word) for text in texts for word in _CURRENCY.findall(text)} - {*words.stems}
    if len(cash) != 1 or len(said) != 1:
        return words
    fields = [replace(e, also=min(said)) if e in cash else e for e in words.fields]
    return replace(words, fields=tuple(fields))


def _field(field: Field) -> KnownField:
    parts, kind = HAND if owners.is_hand(field) else (), field.kind
    kind = FieldKind.THING if field.others else kind
    says = "" if field.is_open else str(kind)
    return KnownField(field.name, says, field.table, parts, others=field.others)


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
