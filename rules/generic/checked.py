"""What ``wikibot rules check`` shows: each sentence, played and how, or for people and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.generic.compiled import compiled
from rules.generic.state import State
from rules.plain import tree as t
from rules.plain.forms import nearest
from rules.plain.memory import Parsed
from rules.plain.sentences import TOP, RuleSentence
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.ruleset.rulebook import Rulebook


def checked(state: State, book: Rulebook) -> Iterator[SentenceFinding]:
    """Every sentence of the ruleset page in order, then the cells that say what things do."""
    found = compiled(state, book)
    for sentence, parsed in (*found.read, *found.cells):
        yield _finding(sentence, parsed)


def _finding(sentence: RuleSentence, parsed: Parsed) -> SentenceFinding:
    section = "" if sentence.section == TOP else sentence.section
    if parsed.rule is None:
        return SentenceFinding(
            sentence.text, section, False, unknown=parsed.unknown, why=parsed.why,
            nearest=nearest(sentence.text, parsed), readings=parsed.readings,
        )  # fmt: skip
    reads, changes = touched(parsed.rule)
    return SentenceFinding(sentence.text, section, True, parsed.says, reads, changes)


def touched(rule: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names that a rule reads, and names that it changes, each once, in the order of the words."""
    reads = tuple(dict.fromkeys(_reads(rule)))
    changes = tuple(dict.fromkeys(_changes(rule)))
    return reads, changes


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, t.Node):
        yield from (getattr(node, name) for name in node.__struct_fields__)


def _reads(node: Any) -> Iterator[str]:
    if isinstance(node, t.Put | t.Add):
        yield from _reads(node.place.owner)
        yield from _reads(node.value if isinstance(node, t.Put) else node.amount)
        return
    if isinstance(node, t.Place):
        yield node.name
    elif isinstance(node, t.ExtremePlayer) or (
        isinstance(node, t.Lose | t.Transfer) and (node.must or node.amount is None)
    ):
        yield node.what
    elif isinstance(node, t.ChosenThing | t.RandomThing | t.EachThing | t.NamedThing):
        yield node.table
    for part in _parts(node):
        yield from _reads(part)


def _changes(node: Any) -> Iterator[str]:
    if isinstance(node, t.Gain | t.Lose | t.Transfer):
        yield node.what
    elif isinstance(node, t.Swap | t.Move):
        yield node.field
    elif isinstance(node, t.Advance | t.Create):
        yield node.table
    elif isinstance(node, t.Put | t.Add | t.Include):
        yield node.place.name
    elif isinstance(node, t.Start | t.BecomeFor):
        yield node.name
    elif isinstance(node, t.Draw | t.Destroy):
        yield from _reads(node.thing)
    elif isinstance(node, t.Win | t.Winning):
        yield "winners"
    elif isinstance(node, t.Limit):
        yield node.name
    for part in _parts(node):
        yield from _changes(part)
