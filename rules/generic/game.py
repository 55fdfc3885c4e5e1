"""Any nomic as a game: what its pages say is what is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain, combinations, islice, product, starmap
from typing import Any

from rules.common.game_on_pages import GameOnPages
from rules.generic import ledger, proceedings
from rules.generic import verbs as words
from rules.generic.bearing import touched
from rules.generic.compiled import (
    ENDLESS,
    Compiled,
    bought,
    cell_wordings,
    compiled,
    plan_of,
    rules_in,
    words_of,
)
from rules.generic.owners import PLAYERS, Context, FieldKind, Player, State, columns, rows
from rules.generic.page import page
from rules.generic.page.new_page import new_page
from rules.generic.page.page import PAGE, picture
from rules.generic.page.statements import STATEMENTS
from rules.generic.play import actions
from rules.generic.play.actions import refuse_forbidden
from rules.generic.play.changes import within_limits
from rules.generic.play.plan import begin_memory, circles, first_word, verb_of
from rules.generic.play.questions import ask_for_choices
from rules.generic.play.triggers import Chain, deal, declare_winners
from rules.generic.play.values import whose_turn
from rules.generic.readings import PageSentence, PlayedSentence, page_sentences
from rules.generic.verbs import verbs_of
from rules.plain import memory
from rules.plain import tree as t
from rules.plain.memory import Parsed
from rules.plain.sentences import TOP, RuleSentence
from wikibot.game.engine.kernel_verbs import with_kernel
from wikibot.game.engine.orders import BY_RULE, Verbs, find_verb
from wikibot.game.game import LEDGER_PLAYERS, RULES_BY_PLAYERS, MainNumber
from wikibot.game.names import plural_of, singular_of
from wikibot.game.ruleset.implementations import (
    AS_WRITTEN,
    BY_READING,
    BY_REGISTER,
    FOR_PEOPLE,
    HELD,
    ReadingOffer,
    SentenceFinding,
)
from wikibot.game.ruleset.readings import (
    ALIKE,
    AS_NOTHING,
    COMPARED,
    GivenReading,
    likeness,
    wording,
)
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.understanding.slots import Lists, Option
from wikibot.sdk import Binding, PhraseSlot, Pin, Rulebook, Unit, counted, read_rulebook, replace
from wikibot.wikitext.dialect import fold, upper_first
from wikibot.wikitext.escape import shortened
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# ==================================================================================================
# The ruleset page of any nomic: nothing is pinned, and what is understood is played as it
# stands.
#
# The sections that other games have pinned wordings for (Players, Proposals, Trading) are in
# force whether the page has them or not, with usual numbers where it says nothing; Judges only
# where it has that section.

ALWAYS = ("Players", "Proposals", "Trading")


@dataclass(frozen=True)
class PlainRulebook(Rulebook):
    """A ruleset page in plain words."""

    def has(self, name: str) -> bool:
        """Whether the page has a section, or the game has it anyway."""
        return self.on_page(name) or name in ALWAYS

    def unit(self, name: str) -> Unit:
        """The section on the page; an empty one where the game has it anyway."""
        if name in ALWAYS and not self.on_page(name):
            return Unit(name, "section", (name,), "", 0, 1, title=name)
        return super().unit(name)

    def judge(self, name: str) -> tuple[WordingStatus, Pin | None]:
        """Each section is played as it stands."""
        return (WordingStatus.SAME if self.has(name) else WordingStatus.GONE), None


# == Any nomic as a game: what its pages say is what is played =====================================


class Generic(GameOnPages[State]):
    """The game, wired together out of its parts."""

    name = "generic"
    title = "any nomic, by its own sentences"
    has_phases, by_sentences = False, True
    sections = (proceedings.RULES, *proceedings.SECTIONS, ledger.RULES)
    ledger = LEDGER_PLAYERS
    rules_by = RULES_BY_PLAYERS
    package = __package__
    recipe_names = ("auction", "draft", "exchange", "parliament", "war", "werewolf")
    catalogues = ()
    on_page: Any = PAGE
    in_words: Any = STATEMENTS
    to_json = staticmethod(page.to_json)
    next_event = staticmethod(proceedings.next_event)
    handle_event = staticmethod(proceedings.pass_time)
    bears_on_time = staticmethod(proceedings.bears_on_time)
    picture = staticmethod(picture)
    remember, recall = staticmethod(memory.remember), staticmethod(memory.recall)
    whose_turn, standing = staticmethod(whose_turn), staticmethod(page.standing)

    def pins(self) -> tuple[Binding, ...]:
        return ()

    def rulebook(self, ruleset: str, overlay: Sequence[Binding] = ()) -> Rulebook:
        return read_rulebook(ruleset, kind=PlainRulebook)

    def called(self, gamestate: str) -> str:
        return gamestate  # each group's game is another

    def keeps_secrets(self, state: State, book: Rulebook) -> bool:
        return bool(plan_of(state, book).secret)

    def deciding(self, state: State, book: Rulebook) -> MainNumber | None:
        """What players have to have so much of to win."""
        rules = (parsed.rule for _, parsed in compiled(state, book).read)
        for rule in chain.from_iterable(map(rules_in, rules)):
            where = rule.where if isinstance(rule, t.Winning) else None
            if isinstance(where, t.Compare) and isinstance(where.left, t.HowMany):
                name = where.left.place.name
                return MainNumber(name, partial(count_of, name))
        return None

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return new_page(book, now, title, self.sentences)

    def readable(
        self, state: State, book: Rulebook, *, offering: bool = True
    ) -> Sequence[SentenceFinding]:
        return tuple(checked(state, book, offering=offering))

    def readings_astray(self, state: State, book: Rulebook) -> Sequence[tuple[GivenReading, str]]:
        (every, lost), cells = book.derived(page_sentences), cell_wordings(state, book)
        held = (each for each in every if each.how is HELD)
        changed = [(each.given, each.text) for each in held if each.given]
        return (*changed, *((each, "") for each in lost if each.wording not in cells))

    def verbs_in(self, state: State, book: Rulebook) -> Verbs:
        return book.found_in(compiled(state, book), self._verbs)

    def _verbs(self, found: Compiled, _book: Rulebook) -> Verbs:
        return verbs_of(found, self.verbs)

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        things = (table.things for table in state.tables.values())
        return _same_names((*super().names(state, book), *chain.from_iterable(things)))

    def lists(self, state: State, book: Rulebook, player: str) -> Lists:
        for_people = book.derived(_ForPeople).lists(state, book)
        return {**super().lists(state, book, player), **page.lists(state, player), **for_people}

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        yield "game"
        yield from (field.name for field in (*state.columns, *state.labels))
        for table in state.tables.values():
            yield from (table.name, table.noun, *table.things)

    def slots(self, state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
        return {**super().slots(state, book, player), **words.slots(state, book, player)}

    def ruleset_changes(
        self, before: Callable[[], Rulebook] | None, after: Rulebook, state: State
    ) -> str:
        return changes(before, after, state)

    def proposed(self, before: Rulebook, after: Rulebook, state: State) -> str:
        said = changes(lambda: before, after, state)
        return "; ".join((said, *would_be(before, after, state))) if said else ""

    def proposed_text(self, text: str, book: Rulebook, state: State) -> str:
        after = book.reread(f"{book.text.rstrip()}\n\n== {_PROPOSED} ==\n{text}\n")
        found = [each for each in checked(state, after) if each.section == _PROPOSED]
        played = any(each.played for each in found)  # what is no rule is not told of
        return "; ".join(would_be(book, after, state)) if played else ""

    def counted(self, state: State) -> Iterable[tuple[str, Mapping[str, int]]]:
        yield from super().counted(state)
        for table in (PLAYERS, *state.tables):
            for name, row in rows(state, table).items():
                whose = name if table == PLAYERS else f"{name} in {table}"
                lists = (held for held in row.fields.values() if isinstance(held, Mapping))
                yield from ((whose, held) for held in lists)

    def lacking(self, before: State, after: State, book: Rulebook) -> str:
        """Numbers of a column count things, unless one is below zero there."""
        if found := super().lacking(before, after, book):
            return found
        for table in (PLAYERS, *after.tables):
            had = _numbers(before, table) if table in (PLAYERS, *before.tables) else {}
            for (column, whose), number in _numbers(after, table).items():
                may_be_below = any(n < 0 for (name, _), n in had.items() if name == column)
                if number < 0 and not may_be_below:
                    return say("{} would have {} {}", whose, number, column)
        return ""

    def after_correction(self, act: Context) -> None:
        within_limits(act, plan_of(act.state, act.book), cuts=False)

    def prepare(self, act: Context) -> None:
        plan = plan_of(act.state, act.book)
        within_limits(act, plan)
        plan.at(act.state)
        if plan.standing.asked():  # people may have changed the page
            Chain(act, plan).keep()
        begin_memory(act, plan)
        if act.order is not None and act.player:
            word = act.order.verb.name.partition(" ")[0]
            both = word in self.verbs_in(act.state, act.book).claimed  # a sentence means the page's
            refuse_forbidden(act, plan, "" if both else word)

    def after_action(self, act: Context) -> None:
        ledger.check_note(act)
        plan = plan_of(act.state, act.book)
        if act.state.trades is not act.before.trades:
            proceedings.traded(act, plan)
        if act.state.proposals is not act.before.proposals:
            proceedings.decided(act, plan)
        deal(act, plan)
        ask_for_choices(act, plan)
        within_limits(act, plan)
        declare_winners(act, plan)


@lru_cache(maxsize=16)
def _same_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same object for the same names, while others change."""
    return names


def count_of(word: str, player: Player) -> int:
    """How much a player has of something: a field of numbers, or items."""
    held = player.fields.get(word)
    return held if isinstance(held, int) else player.items.get(word, 0)


GAME = Generic()


class _ForPeople:
    """What a form offers of the sentences that are for people, as long as none changes."""

    def __init__(self, book: Rulebook) -> None:
        self.of: Compiled | None = None
        self.found: Lists = {}

    def lists(self, state: State, book: Rulebook) -> Lists:
        """By kind: ``unread`` are their first words, ``offer`` what they may mean."""
        if self.of is not (now := compiled(state, book)):
            every = [e for e in checked(state, book, offering=True) if e.how == FOR_PEOPLE]
            found = [
                (re.split(r'["“”„:]', each.text, maxsplit=1)[0][:_MOST_BEGUN].strip(), each)
                for each in every[:_MOST_UNREAD]
            ]
            unread = (Option(words, _short(each.text)) for words, each in found)
            may_mean = (
                Option(f'"{words}": {offer.text}', f"{words}… → {offer.text}")
                for words, each in found
                for offer in each.offers
            )
            self.of, self.found = now, {"unread": tuple(unread), "offer": tuple(may_mean)}
        return self.found


_MOST_UNREAD, _MOST_BEGUN = 30, 150  # sentences in a form; letters of each that tell it


# -- What the status line and an answer say of a ruleset page that changed: how it is played now ---
# Decisions: a sentence of the new page is *changed* where its section had one of nearly the same
# words that is gone; others that are played are *new*. Sentences that were for people and are
# still the same are not told of again.

_short = partial(shortened, longest=60)
_MOST_HIDING = 5  # templates that are named
_NEAR = 15  # sentences of a section, before and behind, that one may stand for


def _numbers(state: State, table: str) -> dict[tuple[str, str], int]:
    """What the owners of a table have in its columns of numbers, by column and owner."""
    names = [each.name for each in columns(state, table) if each.kind is FieldKind.NUMBER]
    return {
        (name, whose): number
        for name in names
        for whose, row in rows(state, table).items()
        if isinstance(number := row.fields.get(name), int)
    }


def changes(before: Callable[[], Rulebook] | None, after: Rulebook, state: State) -> str:
    """How many sentences are played anew, changed, gone, or for people; "" where none are.

    ``before`` None: the page is new to the game.
    """
    now = compiled(state, after).read
    if before is None:
        count = sum(parsed.rule is not None for _, parsed in now)
        rest = len(now) - count
        played_now, for_people = (say("{} is" if n == 1 else "{} are", n) for n in (count, rest))
        every = counted(len(now), "sentence")
        said = say("Of {}, {} played and {} for people", every, played_now, for_people)
        return said + _not_shown([sentence for sentence, _ in now])
    was = [each for each, _ in compiled(state, before()).read]
    then, present = set(was), {sentence for sentence, _ in now}
    gone = [each for each in was if each not in present]
    new = [(each, parsed) for each, parsed in now if each not in then]
    if not (new or gone):
        return ""
    played = [each for each, parsed in new if parsed.rule is not None]
    people = [each for each, parsed in new if parsed.rule is None]
    successors = _successors([each for each, _ in new], gone)
    changed = [each for each in played if each in successors]
    lost = len(gone) - len(successors)
    parts = [
        _part(len(played) - len(changed), say("played anew")),
        _part(len(changed), say("played as changed")),
        _part(len(people), say("for people"), people),
        _part(max(lost, 0), say("gone")),
    ]
    said = ", ".join(filter(None, parts)) or say("nothing is played by it")
    return say("The ruleset page changed: {}", said) + _not_shown([each for each, _ in new])


_PROPOSED = "What is voted on"  # a heading for the text of a proposal
_MOST_PROPOSED = 6  # sentences that an answer tells of


def would_be(before: Rulebook, after: Rulebook, state: State) -> Iterator[str]:
    """How each sentence would be played that is read otherwise than now, and which are gone."""
    was = {(each.text, each.says) for each in checked(state, before)}
    now = [each for each in checked(state, after) if (each.text, each.says) not in was]
    for each in now[:_MOST_PROPOSED]:
        if each.played:
            yield say('"{}" would be played as: {}', _short(each.text), each.says)
        else:
            yield say('"{}" would be for people: {}', _short(each.text), each.why)
    if len(now) > _MOST_PROPOSED:
        yield say("and {} more", len(now) - _MOST_PROPOSED)


def _not_shown(sentences: Iterable[RuleSentence]) -> str:
    """The templates that hide text, each with its section, for the end of a sentence."""
    hiding = [
        name if each.section == TOP else f"{name} ({each.section})"
        for each in sentences
        for name in each.templates
    ]
    more = len(hiding) - _MOST_HIDING
    listed = ", ".join(dict.fromkeys(hiding[:_MOST_HIDING]))
    others = f" {say('and {} more', more)}" if more > 0 else ""
    return say("; what {}{} shows is not read", listed, others) if hiding else ""


def _successors(new: Sequence[RuleSentence], gone: Sequence[RuleSentence]) -> set[RuleSentence]:
    """The sentences that stand for one of nearly the same words that is gone, about where it stood.

    A page may be rewritten as a whole: each is compared with a few others alone.
    """
    found: set[RuleSentence] = set()
    for section in dict.fromkeys(each.section for each in new):
        ours, theirs = (
            [
                (each, each.text.split(None, COMPARED)[:COMPARED])
                for each in of
                if each.section == section
            ]
            for of in (new, gone)
        )
        for at, (each, said) in enumerate(ours):
            near = theirs[max(at - _NEAR, 0) : at + _NEAR]
            if any(likeness(said, others) >= ALIKE for _, others in near):
                found.add(each)
    return found


def _part(count: int, how: str, shown: Sequence[RuleSentence] = ()) -> str:
    if not count:
        return ""
    said = say("{} is {}" if count == 1 else "{} are {}", counted(count, "sentence"), how)
    return f"{said} ({_short(shown[0].text)})" if shown else said


# -- What ``wikibot rules check`` shows: each sentence, played and how, or for people and why ------


def checked(state: State, book: Rulebook, *, offering: bool = False) -> Iterator[SentenceFinding]:
    """Every sentence of the ruleset page in order, then the cells that say what things do.

    ``offering``: with what those may mean that are not understood.
    """
    found, (every_sentence, _) = compiled(state, book), book.derived(page_sentences)
    borne = _borne(found)
    again = {each.text for each in circles(found.plan, sure=False)}
    held = say("it may set itself off again; a line that comes to no end is held")
    read, words = iter(found.read), words_of(state, book)
    every = with_kernel(verbs_of(found, GAME.verbs), GAME.ledger)
    dead = {each.text: line for each, line in _dead(found, state, every)}
    alike, first = _alike(found, state), dict[Any, str]()
    of_page = chain(words.fields, words.values, *(table.fields for table in words.tables))
    taken = [e.name for e in of_page if fold(singular_of(e.name)) in _WORDS_OF_FORMS]
    rules = chain.from_iterable(rules_in(parsed.rule) for _, parsed in found.read)
    allowed = dict.fromkeys(first_word(verb) for verb in map(verb_of, rules) if verb is not None)
    known = replace(words, verbs=tuple(allowed))  # what is offered speaks of no other action
    for each in every_sentence:
        parts = tuple(islice(read, len(each.parts)))
        waits = next((held for part, _ in parts if part.text in again), "")
        waits = waits or next((borne[part] for part, _ in parts if part in borne), "")
        waits = waits or next((alike[part] for part, _ in parts if part in alike), "")
        for rule in chain.from_iterable(rules_in(parsed.rule) for _, parsed in parts):
            if each.given and first.setdefault(rule, each.text) != each.text:
                waits = waits or say(_ONE_RULE, _short(first[rule]))
        finding = _finding(each, [parsed for _, parsed in parts], waits)
        if lines := [dead[part.text] for part, _ in parts if part.text in dead]:
            why = say("no line reaches it: `{}` is read otherwise", lines[0])
            finding = replace(finding, played=False, how=FOR_PEOPLE, says="", why=why)
        if finding.how == FOR_PEOPLE and not any(part.why for part, _ in parts):
            text = " ".join(part.text for part, _ in parts)
            from rules.plain.offers import skeleton  # with the parser: only where it is asked for

            bones, wanting = skeleton(text, words)
            may_mean = _offers(text, known) if offering and not each.given else ()
            finding = replace(finding, skeleton=bones, wanting=wanting, offers=may_mean)
            if own := next((e for e in taken if re.search(rf"\b{re.escape(e)}\b", text)), ""):
                finding = replace(finding, why=f"{finding.why}{say(_TAKEN, own)}")
        yield finding
    told = tuple(bought(state, found.read))
    for cell, parsed in found.cells:
        if cell.section in told and " is bought for " in cell.text:
            continue  # the sentence is asked about
        said = cell.text.partition(": ")[2]  # a reading is bound to the cell
        given = book.readings.by_wording.get(wording(said))
        part, how = PlayedSentence(cell.text, cell.section), BY_READING if given else AS_WRITTEN
        one = PageSentence(cell.text, cell.section, (part,), how, given, said)
        finding = _finding(one, [parsed], held if cell.text in again else "")
        offered = offering and parsed.rule is None
        may_mean = _offers(one.bound_to, known, cell.section) if offered else ()
        yield replace(finding, offers=may_mean)


_ONE_RULE = 'it is played once, as the same reading of "{}"'
_WAITS = "; each {} waits for a person, until the reading `nothing` says that this bears on nothing"
_TAKEN = "; `{}` is a word of the forms as well: if that is why, give it another name on the page"
_WORDS_OF_FORMS = {"round", "roll", "die", "dice", "result", "total", "proposal", "vote", "month"}


def _borne(found: Compiled) -> Mapping[RuleSentence, str]:
    """What waits for a person by each of the sentences that bear on something."""
    waiting: dict[RuleSentence, str] = {}
    for what, sentences in found.plan.bearing.items():
        word, text = (what, "") if isinstance(what, str) else (what.word, what.text)
        said = say(_WAITS, f"`{word}`" if word else f'"{_short(text)}"')
        for each in sentences:
            waiting.setdefault(each.sentence, said)
    return waiting


def _dead(found: Compiled, state: State, verbs: Verbs) -> Iterator[tuple[PlayedSentence, str]]:
    """The sentences that allow what no line is read as, each with the line composed for it."""
    for sentence, parsed in found.read:
        for verb in filter(None, map(verb_of, rules_in(parsed.rule))):
            line = actions.written(verb, state)
            read = (find_verb(f"{begins}{line}", verbs) for begins in ("", BY_RULE))
            if not any(order and order[0].is_explained for order in read):
                yield sentence, line


def _alike(found: Compiled, state: State) -> Mapping[RuleSentence, str]:
    """The sentences that allow what another one allows in the same words, and what comes of it."""
    said = dict[Any, list[tuple[RuleSentence, Any]]]()
    for sentence, parsed in found.read:
        for rule in rules_in(parsed.rule):
            if isinstance(rule, t.Action):
                words = (getattr(e, "table", "") or repr(e) for e in rule.verb.parts)
                said.setdefault(tuple(words), []).append((sentence, rule))
    told: dict[RuleSentence, str] = {}
    for every in said.values():
        for (one, rule), (other, second) in combinations(every[:_MOST_ALIKE], 2):
            of_each = ((e, *e.verb.parts) for e in (rule, second))
            wheres = (tuple(getattr(e, "where", None) for e in of) for of in of_each)
            if one != other and not any(starmap(_excluding, zip(*wheres, strict=True))):
                named = any(isinstance(e, t.NamedThing) for e in second.verb.parts)
                line = actions.written((second if named else rule).verb, state)
                for each, of in ((one, other), (other, one)):
                    told.setdefault(each, say(_ASKS, line, _short(of.text)))
    return told


_ASKS = (
    '`{}` may also mean "{}"; where a player may do both, each such line is asked which: say it '
    "with another verb, or more behind the verb"
)
_MOST_ALIKE = 12  # sentences of one verb


def _excluding(one: Any, other: Any) -> bool:
    """Whether two conditions hardly ever hold together, as far as their parts tell."""
    pairs = [*product(t.parts_of_both(one), t.parts_of_both(other))]
    alike = [(a, b) for a, b in pairs if type(a) is type(b) and a != b]
    return any(t.negated(a) == b for a, b in pairs) or any(
        (isinstance(a, t.Equal) and a.one == b.one)
        or (isinstance(a, t.Compare) and a.left == b.left and (a.op[0] != b.op[0] or a.op == "="))
        for a, b in alike
    )


def _offers(*asked: Any) -> tuple[ReadingOffer, ...]:
    from rules.plain.offers import offers

    return offers(*asked)


def _finding(each: PageSentence, parsed: Sequence[Parsed], waits: str) -> SentenceFinding:
    section, text = "" if each.section == TOP else each.section, each.text
    given = each.given.means if each.given else ""
    how, reads_as = each.how, [part.text for part in each.parts if part.page]
    wrong, *others = dict.fromkeys(each for each in parsed if each.rule is None) or (None,)
    if wrong is not None:
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        unread = any(part.why for part in each.parts)
        meant = (part.text for part in each.parts if wrong.unknown and wrong.unknown in part.text)
        near = "" if unread else nearest(next(meant, text), wrong)
        how = how if each.how is HELD else FOR_PEOPLE
        more = "".join(f'; "{of.unknown}": {of.why}' for of in others)
        return SentenceFinding(
            shown, section, False, unknown=wrong.unknown, why=f"{wrong.why}{more}{waits}",
            nearest=near, readings=wrong.readings, how=how, given=given, row=each.given,
            wording=each.bound_to,
        )  # fmt: skip
    says = " ".join(each.says for each in parsed) or say(AS_NOTHING)
    reads, changes = touched(tuple(each.rule for each in parsed))
    given = given or (" ".join(reads_as) if each.how is BY_REGISTER else "")
    rules = chain.from_iterable(rules_in(each.rule) for each in parsed)
    verbs = (first_word(verb) for verb in map(verb_of, rules) if verb is not None)
    return SentenceFinding(
        text, section, True, says, reads, changes, why=waits, how=how, given=given,
        row=each.given, wording=each.bound_to, verb=next(verbs, ""),
    )  # fmt: skip


_NEAREST = r"""
    vot(?:e|es|ing)\b.*\b(?:last|hour|day) => Voting on a proposal lasts 48 hours.
    proposals?\b.*\b(?:pass|adopt|enact|succeed) => A proposal passes if it has more votes for than against and at least 3 votes for.
    proposals?\b => A player may have up to 2 proposals at a time.
    \b(?:new players?|joins?)\b => A new player begins with 5 Gold and is on Space 1.
    \b(?:wins?|winner|victory)\b => A player who has at least 50 Gold wins the game.
    \b(?:no player may|may not have|cannot have|maximum|limit|never more)\b => No player may have more than {n} {x}.
    \b(?:may not|never|cannot|must not) (?:exceed|be|go|rise|fall)|^(?!.*\b(?:if|may|who|whose)\b)[^:,]*\bis at (?:most|least)\b => A player's {x} may not exceed {n}. The {x} of a THING is at most {n}.
    \b(?:loses?|pays?|gains?) no \w+ (?:to|from|by|when)\b|\b(?:less|fewer|more|extra) (?:each time|whenever|when|because)\b|\b(?:exempt|immune|spared)\b => in the reading of the sentence that it alters: if ..., EFFECTS; otherwise EFFECTS
    \b(?:whenever|each time|every time|as soon as|when)\b => Whenever a player gains {n} {x}, if ..., EFFECTS. Whenever a player VERBS a THING, EFFECTS.
    \b(?:at the (?:beginning|start|end)|every|each (?:day|week|phase)|daily|weekly)\b(?!.*\bmay\b) => At 18:00 each day, if ..., each player gains {n} {x}. At the end of each week, for each THING: EFFECTS.
    \binstead of\b.*\b(?:may|can)\b => Once per day, instead of fishing, a player may rest: EFFECTS.
    \bbid|\bauction|\bhours? (?:later|pass|after|have) => A player may VERB: EFFECTS; 6 hours later, EFFECTS.
    \b\d\d?:\d\d\b.*\b(?:may|can)\b|\b(?:may|can)\b.*\b\d\d?:\d\d\b => From 22:00 to 06:00, a player may VERB: EFFECTS.
    \b(?:accept|agree|consent)s?\b => A player may VERB another player: if that player accepts, EFFECTS.
    \b(?:duel|contest|higher|both roll|each roll)\b => A player may VERB another player: both roll 1d6; the winner gains 2 Points.
    \badd(?:s|ing)?\b|\btotal\b => they roll 1d6 and add 1 if they have a Net; on a total of 5 or more they gain 2 Fish
    \b(?:other than|except|but not)\b.*\bmay|may\b.*\b(?:other than|except) => A player may VERB a Room that is not the Kitchen: EFFECTS.
    \bmay\b.*\bbuy\b => A player may buy a Net by paying 5 Gold.
    \bmay\b.*\bsell\b => A player may sell any number of Fish for 2 Gold each.
    \bmay\b.*\b(?:give|send|donate)\b => A player may give any number of Gold to another player.
    \bmay\b.*\b(?:move|go|travel|walk)\b => A player may move to a Space that their Space leads to.
    \b(?:may|can|must)\b => [Once per day,] a player [who ...] may VERB [N X] [a THING [whose ...]] [by paying N X] [if ...]: EFFECTS.
    \brolls?\b|\bdice?\b|\d[dD]\d => they roll 1d6; on a 4 or more they gain 2 Fish, otherwise they lose 1 Net
    \b(?:gains?|gets?|loses?|pays?|receives?)\b => At the end of each day, each player gains {n} {x}.
"""  # noqa: E501
_FORMS = tuple(line.split(" => ") for line in map(str.strip, _NEAREST.strip().splitlines()))
_ACTING = regex(r"\b(?:an?|any|each|every|another) (?P<noun>[a-z]+) (?:may|can)\b")
_OWN_NAME = regex(r"(?<=[a-z,] )[A-Z]\w{1,30}")  # not at the beginning of a sentence
_OWN_NUMBER = regex(r"(?<![\w:])\d{1,6}(?![\w:])")
_LONGEST = 1500  # letters of a sentence that are looked at


def nearest(text: str, parsed: Parsed) -> str:
    """A form in these words that is understood; "" where none is near."""
    if parsed.why == ENDLESS:
        return ""
    if "two ways" in parsed.why:
        return say("two sentences, or the name of who is meant in place of 'they'")
    low = " ".join(text[:_LONGEST].casefold().split())
    acting = _ACTING.search(low)
    if acting and acting[0].partition(" ")[2] in parsed.unknown.casefold():
        return f"Players are called {plural_of(upper_first(acting['noun']))}."
    near = next((form for pattern, form in _FORMS if re.search(pattern, low)), "")
    named, number = _OWN_NAME.search(text[:_LONGEST]), _OWN_NUMBER.search(low)
    near = near.replace("{x}", named[0] if named else "X")
    return near.replace("{n}", number[0] if number else "N")
