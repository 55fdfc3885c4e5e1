"""What ``wikibot rules check`` shows: each sentence, played and how, or for people and why."""

from __future__ import annotations

from collections.abc import Iterator

from rules.generic.compiled import compiled
from rules.generic.state import State
from rules.plain.forms import nearest
from rules.plain.memory import Parsed
from rules.plain.sentences import TOP, RuleSentence
from rules.plain.speech.touched import touched
from wikibot.game.ruleset.in_words import SentenceFinding
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
