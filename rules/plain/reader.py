"""Reads a sentence that is in no memory: what it means, or which of its words are not understood.

The parser is lark's LALR(1): in time proportional to the sentence, and without two parses of the
same words. It gets the words that :mod:`rules.plain.words.reading` found. What English leaves open
(pronouns, what "for each" behind a list counts) is a fork in ``rules/plain/meaning``: all ways are
read, and where they differ the sentence is for people.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import lark
import msgspec
from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Reduce, Shift
from msgspec import Struct
from msgspec.structs import astuple, replace

from rules.plain import effects
from rules.plain import tree as t
from rules.plain.clauses import NOT_KNOWN, VERBS, Branch, Misfit
from rules.plain.meaning import Sentences
from rules.plain.meaning.conditions import deadline
from rules.plain.memory import Parsed, known
from rules.plain.speech import paraphrases
from rules.plain.vocabulary import MOST_LETTERS, PlainVocabulary
from rules.plain.words.assembling import assembled, invented, located, player_word
from rules.plain.words.budgets import HAVING, budget, column_of_actions, taking
from rules.plain.words.lexemes import HOW_OFTEN, PLAYER_KINDS, Lexeme, Words, behind_may, kinds
from rules.plain.words.phrasings import apart, cycle_in, in_usual_words, of_players
from rules.plain.words.reading import read
from rules.plain.words.wordings import called_as_form
from wikibot.game.names import singular_of
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.regex import regex

# == How lark is asked, here alone =================================================================

_OPTIONS: Any = {"parser": "lalr", "start": ["sentence", "body"], "maybe_placeholders": False}


class GrammarTables(Struct, frozen=True):
    """A parser between two runs. ``key``: of what grammar, by which lark; ``lark``: as it saves.

    ``rows``: what it saves of each state, which ``lark`` is without.
    """

    key: str
    lark: dict[str, Any] = {}
    rows: Sequence[msgspec.Raw] = ()


class _States(dict[int, dict[str, tuple[Any, Any]]]):
    """What lark asks of states; of thousands, each is unpacked when a sentence first gets there."""

    def __init__(self, rows: Sequence[msgspec.Raw], tokens: Any, rules: Any) -> None:
        self._rows, self._tokens, self._rules = rows, tokens, rules

    def __missing__(self, state: int) -> dict[str, tuple[Any, Any]]:
        found = self[state] = {
            self._tokens[token]: (Reduce, self._rules[to["@"]]) if reduces else (Shift, to)
            for token, (reduces, to) in msgspec.msgpack.decode(self._rows[state]).items()
        }
        return found


class _Words(Lexer):
    """Words as lark's tokens."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, words: Any) -> Iterator[Token]:  # type: ignore[override]
        for word in words:
            token = Token(word.kind, word.text)
            token.value = word
            yield token


LARK: Any = {**_OPTIONS, "lexer": _Words}


@cache
def parser() -> Lark:
    """The parser, from the tables of `make pins`; without them they are made now."""
    return parser_of(effects.text(), effects.tables())


def parser_of(rules: str, made: bytes = b"") -> Lark:
    """The parser of a grammar; it takes a list of words in place of a text.

    ``made``: the tables of it, made before, which saves most of the work. It is left aside
    where it is of another grammar or of another lark.
    """
    found = unpacked(made)
    if found.key != key_of(rules):
        return Lark(rules, **LARK)
    data: Any = found.lark["data"]
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = _Words
    kept = Lark.load(found.lark)  # as its file would hold it
    made_of = {each["@"]: rule for each, rule in zip(data["rules"], kept.rules, strict=True)}
    table: Any = kept.parser.parser.parser.parse_table
    table.states = _States(found.rows, data["parser"]["parser"]["tokens"], made_of)
    return kept


def unpacked(made: bytes) -> GrammarTables:
    """The tables of `make pins`; without a key where they are none."""
    with suppress(zlib.error, msgspec.MsgspecError):
        return msgspec.msgpack.decode(zlib.decompress(made), type=GrammarTables)
    return GrammarTables("")


def key_of(rules: str) -> str:
    """What tables of a grammar are told by."""
    made = f"{lark.__version__} {_OPTIONS} {GrammarTables.__struct_fields__} {rules}"
    return hashlib.sha256(made.encode()).hexdigest()


# == What a sentence means =========================================================================

MOST_WORDS = 120  # between blanks, of a sentence with the list below it
_MOST_READ = 4 * MOST_WORDS  # with all signs, and of what is said in other words
MOST_READINGS = 24
_STRANGE = (AttributeError, LookupError, TypeError, ValueError, StopIteration, RecursionError)
_NO_FORM = "there is no fixed form of words for this"
_OF_ANOTHER = "only who writes a line is asked, and the choice is another player's"
_NO_VERBS = HOW_OFTEN | {"_OPEN"}
_SLOTS = ("slot", "winner", "loser", "whom")  # fields of nodes that hold the number of a slot
_SHOWN = 5  # words that are named where a sentence is not understood


def parsed(text: str, vocabulary: PlainVocabulary, start: str, table: str) -> Parsed:
    """What a sentence means, said again in the fixed form where there is one meaning."""
    if (many := len(text.split())) > MOST_WORDS:
        why = f"it has {many} words, of which a sentence may have {MOST_WORDS}"
        return Parsed(None, _shortened(text), f"{why}: make two of it")
    found = understood(text, vocabulary, (start, table))
    if found.rule is None:
        said = [_said(each, vocabulary, (start, table)) for each in found.meanings]
        work = found.work + sum(each.work for each in said)
        readings = tuple(each.text for each in said if each.text)
        return Parsed(None, found.unknown, found.why, readings, work=work)
    says = _said(found.rule, vocabulary, (start, table))
    work = found.work + says.work
    if not says.text:
        asks = any(kind in repr(found.rule) for kind in ("May(", "OneOf("))
        if asks:
            return Parsed(None, text[:80], _OF_ANOTHER, work=work)
        unsaid = _unsaid(text, vocabulary, (start, table))
        return Parsed(None, unsaid.text, _NO_FORM, work=work + unsaid.work)
    return Parsed(found.rule, says=says.text, work=work)


_AN = regex(r"\b([aA]) (?=[AEIOaeio](?!ne\b|nce\b|u))")  # an Act
_PARTS = regex(r"[;:,] |[.] | (?:and|if|whose|who|that) ")
_MOST_PARTS = 12  # that are tried, so that it takes so many times what the sentence takes


def _unsaid(text: str, vocabulary: PlainVocabulary, start: tuple[str, str]) -> _Said:
    """The first part of a sentence with which no form says it; what comes before can be said."""
    cuts = [*(each.start() for each in _PARTS.finditer(text)), len(text)][-_MOST_PARTS:]
    begin = work = 0
    for start_of, end in pairwise(cuts):  # the part without which it can be said
        found = understood(text[:start_of] + text[end:], vocabulary, start)
        said = _said(found.rule, vocabulary, start) if found.rule is not None else None
        work += found.work + (said.work if said else 0)
        if said and said.text:
            return _Said(text[start_of:end].strip(" ,;:."), work)
    for end in cuts:
        found = understood(text[:end], vocabulary, start)
        said = _said(found.rule, vocabulary, start) if found.rule is not None else None
        work += found.work + (said.work if said else 0)
        if said and said.text:
            begin = end
        elif said:
            return _Said(text[begin:end].strip(" ,;:."), work)
    return _Said(text[begin:].strip(" ,;:."), work)


class _Said(NamedTuple):
    text: str
    work: int


def _said(rule: Any, vocabulary: PlainVocabulary, start: tuple[str, str]) -> _Said:
    """The first paraphrase that means just this; "" where none does."""
    if isinstance(rule, t.Several):
        parts = [_said(each, vocabulary, start) for each in rule.of]
        texts = (f"({at}) {each.text}" for at, each in enumerate(parts, start=1))
        work = sum(each.work for each in parts)
        return _Said(" ".join(texts) if all(each.text for each in parts) else "", work)
    work = 0
    for said in paraphrases(rule, vocabulary):
        text = said if '"' in said else _AN.sub(r"\1n ", said)
        found = understood(text, vocabulary, start)
        work += found.work
        if found.rule == rule:
            return _Said(text, work)
    return _Said("", work)


class Understood(Struct, frozen=True):
    """What the words mean, before it is said in other words.

    ``meanings``: where several. ``work``: how many words were looked at for it. ``left``: how many
    words stand behind what was understood.
    """

    rule: Any = None
    unknown: str = ""
    why: str = ""
    meanings: tuple[Any, ...] = ()
    work: int = 0
    left: int = 0


_HALF_DAY = regex(
    r"\b(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))? ?([ap])(?:m\b|[.]m[.](?=\W|$))"
    r"|\b(?:(?:at|on)(?: exactly| the stroke of)?|every|each) (?:high )?(noon|midnight)\b"
    r"(?! on the last)",
    re.IGNORECASE,
)  # fmt: skip


_ADDS = regex(r"\b(?:adds?|adding|plus|minus|subtract(?:s|ing)?)\b|d\d+ ?[-+]", re.IGNORECASE)
_DICE = regex(r"\b\d*d\d|\broll(?:s|ing)? [\w -]{1,20}\b(?:die|dice)\b", re.IGNORECASE)
_TOTAL = regex(r"\b(?:the|a) total\b(?! number| (?-i:[A-Z]))", re.IGNORECASE)
_SHOWN_BY = r"( (?:is|are|shows?|comes up|reads?)(?: as)?(?: exactly)?(?: an?)?(?= \w))"
_DIE = regex(rf"\bthe (?:die|dice)\b(?! roll)(?: itself)?{_SHOWN_BY}?", re.IGNORECASE)
_ROLL_ITSELF = regex(
    rf"\b(?:(?:the|their|your) roll{_SHOWN_BY}|(?<=equal to )(?:the|their|your) roll\b)",
    re.IGNORECASE,
)
_NATURAL = regex(
    r"\b(?:on|with) (?:an? )?(?:natural|roll of)(?: an?)? "
    r"(\w+(?: or (?:more|less|higher|lower))?),?(?=[ .;]|$)",
    re.IGNORECASE,
)
_OF_ALL = regex(r"\bon (?:an? )?(?:total of )?\d", re.IGNORECASE)


def _of_the_die(text: str) -> str:
    """``on a natural 6``, and ``the die shows a 6`` of a roll to which something is added.

    Where a sentence speaks of the total as well, the roll is the die. To what was rolled elsewhere
    something may be added there.
    """
    adds, total = _ADDS.search(text) or not _DICE.search(text), _TOTAL.search(text)

    def natural(said: re.Match[str]) -> str:
        of_roll = "roll of" in said[0].casefold() and not (adds and total)
        comma = "," if text[: said.start()].rstrip()[-1:] in ":;,." else ""
        return said[0] if of_roll else f"if the natural roll is {said[1]}{comma}"

    def itself(said: re.Match[str]) -> str:
        return "the natural roll is" if said[1] else "the natural roll"

    if adds:
        text = _DIE.sub(itself, text)
        text = _ROLL_ITSELF.sub(itself, text) if total else text
    said = _NATURAL.sub(natural, text)
    of_both = "otherwise" in text.casefold() and _OF_ALL.search(said)  # than which is not plain
    return text if of_both else said


_IN_ANY_CASE = regex(r"; (?:whatever comes up|in any case|either way),", re.IGNORECASE)


def _clock(said: re.Match[str]) -> str:
    """``6 pm`` as 18:00, ``at noon`` as at 12:00."""
    if noon := said[4]:
        return "at 12:00" if noon.casefold() == "noon" else "at 0:00"
    return f"{integer(said[1]) % 12 + 12 * (said[3] in 'pP')}:{said[2] or '00'}"


def understood(text: str, vocabulary: PlainVocabulary, start: tuple[str, str]) -> Understood:
    """What a sentence means, before it is said again. ``start``: with the table.

    Where it is not understood as it stands, it is read in the usual words for the same.
    """
    text = _of_the_die(_HALF_DAY.sub(_clock, _IN_ANY_CASE.sub(";", text)))
    if start[0] == "sentence" and "action" in text.casefold():
        times, unit = budget(of_players(text, vocabulary), vocabulary)
        column = column_of_actions(vocabulary)
        if times and column and HAVING.search(text):
            edge = f"At the beginning of each {unit}, each player's"
            edge = "At the start of a player's turn, their" if unit == "turn" else edge
            return understood(f"{edge} {column} becomes {times}.", vocabulary, start)
        if times and not column and (unit not in ("turn", "round") or vocabulary.value("Turn")):
            return Understood(t.Restricted("", t.Often(times, unit), "actions"), work=1)
        many, rest = taking(text)
        if rest != text:
            return _taking(many, understood(rest, vocabulary, start), vocabulary)
    first = _understood(text, vocabulary, start)
    if first.rule is not None or first.meanings or not first.work:
        return first
    usual = in_usual_words(text, vocabulary)
    second = _understood(usual, vocabulary, start) if usual != text else first
    is_told = second.rule is not None or second.meanings or second.unknown in text
    return second if is_told else first


def _understood(text: str, vocabulary: PlainVocabulary, start: tuple[str, str]) -> Understood:
    if len(text) > MOST_LETTERS:
        return Understood(None, _shortened(text), f"it has more than {MOST_LETTERS} letters")
    called = singular_of(player_word(text)) if start[0] == "sentence" else ""
    if called and fold(called) in vocabulary.player_words:
        return Understood(t.Defines(called))
    if start[0] == "sentence" and (parts := cycle_in(text)):
        return _cycle(parts, vocabulary, text)
    words = located(assembled(read(text, known(), vocabulary)), vocabulary)
    if len(words) > _MOST_READ:
        return Understood(None, _shortened(text), f"it has more than {_MOST_READ} words")
    if not words:
        return Understood(None, "", "it has no words")
    if name := called_as_form(words):
        why = f"'the {name}' is told by dice: call it something else"
        return Understood(None, f"called the {name}", why)
    first = _read(words, vocabulary, start, text)
    if first.rule is not None or first.meanings or start[0] != "sentence":
        return first
    doing = invented(words, vocabulary)
    second = _read(doing, vocabulary, start, text) if doing else first
    if second.rule is not None or second.meanings:
        return second
    nearer = first if first.left <= second.left else second
    return _several(text, vocabulary, start) or nearer


def _taking(many: int, found: Understood, vocabulary: PlainVocabulary) -> Understood:
    """The same, where what it allows takes so many actions."""
    rules = found.rule.of if isinstance(found.rule, t.Several) else (found.rule,)
    if not many or found.rule is None:
        return found
    if sum(isinstance(each, t.Action) for each in rules) != 1:
        return Understood(None, "action", "it is not plain what takes an action", work=found.work)
    column = column_of_actions(vocabulary)
    paid = (t.Lose(t.Doer(), t.Number(many), column, True),) if column else ()
    told = tuple(
        replace(each, takes=0 if column else many, costs=(*each.costs, *paid))
        if isinstance(each, t.Action) else each
        for each in rules
    )  # fmt: skip
    return replace(found, rule=t.Several(told) if told[1:] else told[0])


def _cycle(parts: Sequence[tuple[str, int]], vocabulary: PlainVocabulary, text: str) -> Understood:
    """Which value of the game it is that changes so."""
    values = {vocabulary.times.get(fold(word), "") for word, _ in parts}
    words = {fold(word) for word, _ in parts}
    if len(values) != 1 or "" in values or len(words) < len(parts) or not all(n for _, n in parts):
        return Understood(None, _shortened(text), "it is not plain which value of the game that is")
    return Understood(t.Cycle(values.pop(), tuple(parts)), work=len(parts))


def _several(text: str, vocabulary: PlainVocabulary, start: tuple[str, str]) -> Understood | None:
    """A text that says several things, each of which is understood: all of them, or none."""
    for halves in apart(text, vocabulary):
        found: list[Understood] = []
        rules: list[Any] = []
        for half in halves:
            found.append(understood(half, vocabulary, start))
            if (rule := found[-1].rule) is None:
                break
            rules += rule.of if isinstance(rule, t.Several) else (rule,)
        else:
            rule = t.Several(tuple(rules)) if rules[1:] else rules[0]
            return Understood(rule, work=sum(each.work for each in found))
    return None


def _shortened(text: str) -> str:
    return " ".join(text[:200].split()[:_SHOWN])


def _read(
    words: Words, vocabulary: PlainVocabulary, start: tuple[str, str], text: str
) -> Understood:
    try:
        words_in: Any = words
        rule = "sentence" if start[0] == "sentence" else "body"
        branch = _branch(parser().parse(words_in, start=rule))
    except UnexpectedInput as error:
        return _strange(words, error, text)
    work = len(words)
    found: dict[Any, None] = {}
    wrong: Misfit | None = None
    for script in _scripts(branch, words, vocabulary, start):
        work += len(words)
        if isinstance(script, Misfit):
            wrong = wrong or script
        else:
            found[in_order(script)] = None
    if len(found) == 1:
        return Understood(next(iter(found)), work=work)
    if found:
        return Understood(None, text[:80], "it can be read in two ways", tuple(found), work)
    return Understood(None, wrong.words if wrong else text[:80], str(wrong), work=work)


def _scripts(
    branch: Branch, words: Words, vocabulary: PlainVocabulary, start: tuple[str, str]
) -> Iterator[Any]:
    """The meaning in each way of reading, or why there is none."""
    waiting: list[tuple[int, ...]] = [()]
    start_of_verb = behind_may(words)
    named = (e.low.split()[0] for e in words[start_of_verb or 0 :] if e.kind not in _NO_VERBS)
    verb_word = "" if start_of_verb is None else next(named, "")
    for _ in range(MOST_READINGS):
        if not waiting:
            return
        script = waiting.pop()
        reading = Sentences(vocabulary, script)
        reading.define = lambda text: _definition(text, vocabulary)
        reading.verb_word = verb_word
        reading.other_word = next((b.low for a, b in pairwise(words) if a.kind == "_TO_DO"), "")
        try:
            meaning = _meaning(reading, branch, start)
            _check(meaning, {name for _, name in vocabulary.formulas})
            yield meaning
        except Misfit as misfit:
            yield misfit
        except _STRANGE:  # words in a way that no part foresaw: it costs this sentence only
            yield Misfit("these words do not fit together")
        for at in range(len(script), len(reading.taken)):
            before = tuple(way for way, _ in reading.taken[:at])
            waiting += [(*before, way) for way in range(1, reading.taken[at][1])]
    if waiting:
        yield Misfit("it can be read in too many ways", "")


_NOT_COUNTED = "nothing is counted before that"
_COUNTED = ("gains", "loses", "uses")  # events that give "that many"


def _check(meaning: Any, reckoned: set[str]) -> None:
    """Refuse "that many" of nothing counted before, and changes of what is ``reckoned``.

    An action tells of its number only where the words say of what: "whenever a player sells Fish".
    """
    event = meaning.event if isinstance(meaning, t.Whenever | t.Instead) else None
    counts = event and (event.kind in _COUNTED or (event.kind == "does" and event.of))
    is_action = isinstance(meaning, t.Action)
    for node in t.nodes((meaning.verb, meaning.costs, meaning.effects) if is_action else meaning):
        if isinstance(node, t.ThatMany) and not counts:
            of_deed = event and event.kind == "does"
            why = "say of what: 'Whenever a player sells Fish'" if of_deed else _NOT_COUNTED
            raise Misfit(why, "that many")
        if isinstance(node, t.Equal | t.Is | t.Compare) and len({*astuple(node)}) < len(
            node.__struct_fields__
        ):
            raise Misfit("it is compared with itself", "")
        counts = counts or node.counts
        if node.changed in reckoned:
            why = f"{node.changed} is reckoned from others, so that nothing changes it"
            raise Misfit(why, node.changed)


def _definition(text: str, vocabulary: PlainVocabulary) -> Branch:
    try:
        words: Any = read(text, known(), vocabulary)
        return _branch(parser().parse(words, start="sentence")).branches()[0]
    except UnexpectedInput:
        raise Misfit(NOT_KNOWN, text) from None


def _meaning(reading: Sentences, branch: Branch, start: tuple[str, str]) -> Any:
    if start[0] == "sentence":
        found = reading.mean(branch.branches()[0])
        if branch.has("EXCESS_LOST") and not isinstance(found, t.Limit):
            raise Misfit("it is not plain of what", branch.words()[0].text)
        if in_time := branch.branches("in_time"):
            hours: Any = in_time[0].words("WITHIN_HOURS")[0].value
            if not hasattr(found, "effects"):
                raise Misfit("it is not said what for", in_time[0].words()[0].text)
            late = reading.late(in_time[0].branches())
            first = found.effects[0]
            if isinstance(first, t.Offer) and first == found.effects[-1] and not late:
                hours, unit = deadline(in_time[0])
                return replace(found, effects=(replace(first, hours=hours, unit=unit),))
            body = t.Within(found.effects, hours, in_time[0].has("AFTER_RANDOM"), late)
            found = replace(found, effects=(body,))
        by_itself = isinstance(found, t.AtTime | t.Whenever | t.WheneverValue)
        if by_itself and "='votes'" in repr(found) and t.EndVotes() not in found.effects:
            found = replace(found, effects=(*found.effects, t.EndVotes()))  # that ends the poll
        return replace(found, forbids=False) if branch.has("EXCESS_LOST") else found
    reading.has_doer, reading.subject = True, t.Doer()
    reading.choosing = start[0] == "body"
    if start[1]:
        reading.it, reading.it_table = t.It(), start[1]
    return reading.body(branch)


def _branch(node: Any) -> Branch:
    """Lark's tree as ours, so that nothing else knows lark."""
    parts = tuple(
        _branch(each) if hasattr(each, "children") else each.value for each in node.children
    )
    return Branch(str(node.data), parts)


def _strange(words: Words, error: Any, text: str) -> Understood:
    """The first words that no form goes on with, what stands before them, and what could follow."""
    word, work = error.token.value, len(words)
    at = words.index(word) if isinstance(word, Lexeme) else work
    end = words[min(at + _SHOWN, work) - 1].end
    strange = " ".join(text[words[at].start : end].split()) if at < work else ""
    before = " ".join(text[words[max(at - _SHOWN, 0)].start : words[at - 1].end].split())
    may_follow = ", ".join(_may_follow(error))
    if not (at and may_follow):
        return Understood(None, strange, NOT_KNOWN, work=work, left=work - at)
    why = f'no form has these words behind "{before}", where there may stand: {may_follow}'
    why = (
        why if strange else f'it ends with "{before}", behind which there must stand: {may_follow}'
    )
    return Understood(None, strange, why, work=work, left=work - at)


_MOST_FOLLOWING = 24
_FOLLOWING = (
    (PLAYER_KINDS, "a player"), (frozenset(VERBS), "what happens"),
    ({"NUMBER", "DICE"}, "a number"),
    ({"NAME", "PERSON", "TERM"}, "a name"), ({"WORD", "QUOTED"}, "a word"), ({"DOING"}, "a verb"),
    (kinds("_THEN _ALSO _ALSO_IF AND"), "and"), (kinds("OR OR_IF EITHER OR_DO"), "or"),
    ({"_STOP"}, ";"), ({"_COLON"}, ":"), ({"POSS"}, "'s"), ({"$END"}, "the end"),
)  # fmt: skip


def _may_follow(error: Any) -> Iterator[str]:
    """What may stand where the parser did not go on, in words: as many as help."""
    state = error.interactive_parser.parser_state
    kinds_ = [kind for kind in state.parse_conf.states[state.position] if _goes_on(state, kind)]
    said = [told for of, told in _FOLLOWING if not of.isdisjoint(kinds_)]
    grouped = frozenset().union(*(of for of, _ in _FOLLOWING))
    spelled = (effects.spellings().get(each, ("",)) for each in kinds_ if each not in grouped)
    single = (min(each, key=len) for each in spelled)
    every = [*said, *sorted(filter(None, single))]
    yield from every if len(every) <= _MOST_FOLLOWING else [*every[:_MOST_FOLLOWING], "…"]


def _goes_on(state: Any, kind: str) -> bool:
    """Whether the parser takes a word of a kind where it stands."""
    stack, states = list(state.state_stack), state.parse_conf.states
    for _ in range(len(stack) + _MOST_READ):
        if (step := states[stack[-1]].get(kind)) is None:
            return False
        to = step[1]
        if not hasattr(to, "expansion"):
            return True
        del stack[len(stack) - len(to.expansion) :]
        stack.append(states[stack[-1]][to.origin.name][1])
    return False


def in_order(meaning: Any) -> Any:
    """A meaning with its slots counted anew, from 1 in the order of its parts."""
    return _counted(meaning, {})


def _counted(node: Any, slots: dict[int, int]) -> Any:
    if isinstance(node, tuple):
        return tuple([_counted(each, slots) for each in node])
    if not isinstance(node, t.Node):
        return node
    new = []
    for name in node.__struct_fields__:
        held = getattr(node, name)
        if name in _SLOTS and held:
            new.append(slots.setdefault(held, len(slots) + 1))
        else:
            new.append(_counted(held, slots))
    return type(node)(*new)
