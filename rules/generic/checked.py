"""What ``wikibot rules check`` shows: each sentence, played and how, or for people and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rules.generic.compiled import compiled
from rules.generic.state import State
from rules.plain import tree as t
from rules.plain.memory import Parsed
from rules.plain.sentences import TOP, RuleSentence
from rules.plain.vocabulary import plural
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.folding import upper_first


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


_FORMS = (
    (
        r"vot(?:e|es|ing)\b.*\b(?:last|hour|day)",
        "Voting on a proposal lasts 48 hours.",
    ),
    (
        r"proposals?\b.*\b(?:pass|adopt|enact|succeed)",
        "A proposal passes if it has more votes for than against and at least 3 votes for.",
    ),
    (
        r"proposals?\b",
        "A player may have up to 2 proposals at a time.",
    ),
    (
        r"\b(?:new players?|joins?)\b",
        "A new player begins with 5 Gold and is on Space 1.",
    ),
    (
        r"\b(?:wins?|winner|victory)\b",
        "A player who has at least 50 Gold wins the game.",
    ),
    (
        r"\b(?:no player may|may not have|cannot have|at most|maximum|limit|never more)\b",
        "No player may have more than 20 Gold.",
    ),
    (
        r"\b(?:whenever|each time|every time|as soon as|when)\b",
        "Whenever a player gains Fish, EFFECTS.",
    ),
    (
        (
            r"\b(?:at the (?:beginning|start|end)|every|each (?:day|week|phase)|daily|weekly)\b"
            r"(?!.*\bmay\b)"
        ),
        "At the end of each week, each player gains 1 Gold.",
    ),
    (
        r"\bmay\b.*\bbuy\b",
        "A player may buy a Net by paying 5 Gold.",
    ),
    (
        r"\bmay\b.*\bsell\b",
        "A player may sell any number of Fish for 2 Gold each.",
    ),
    (
        r"\bmay\b.*\b(?:give|send|donate)\b",
        "A player may give any number of Gold to another player.",
    ),
    (
        r"\bmay\b.*\b(?:move|go|travel|walk)\b",
        "A player may move to a Space that their Space leads to.",
    ),
    (
        r"\b(?:may|can|must)\b",
        "Once per day, a player who has a Net may VERB by paying 2 Gold: EFFECTS.",
    ),
    (
        r"\brolls?\b|\bdice?\b|\d[dD]\d",
        "they roll 1d6; on a 4 or more they gain 2 Fish, otherwise they lose 1 Net",
    ),
    (
        r"\b(?:gains?|gets?|loses?|pays?|receives?)\b",
        "At the end of each day, each player gains 1 Gold.",
    ),
)
_ACTING = re.compile(r"\b(?:an?|any|each|every|another) (?P<noun>[a-z]+) (?:may|can)\b")
_LONGEST = 1500  # letters of a sentence that are looked at


def nearest(text: str, parsed: Parsed) -> str:
    """A form in these words that is understood; "" where none is near."""
    if "two ways" in parsed.why:
        return "two sentences, or the name of who is meant in place of 'they'"
    low = " ".join(text[:_LONGEST].casefold().split())
    acting = _ACTING.search(low)
    if acting and acting[0].partition(" ")[2] in parsed.unknown.casefold():
        return f"Players are called {plural(upper_first(acting['noun']))}."
    return next((form for pattern, form in _FORMS if re.search(pattern, low)), "")
