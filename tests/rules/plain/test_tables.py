"""The parser's tables are made with the package, not in each run:
they take longer than 300 sentences.
"""

from __future__ import annotations

import lark
import pytest

from rules.plain import effects, reader
from rules.plain.clauses import VERBS
from rules.plain.words.lexemes import Lexeme
from tests.grammar_tables import TABLES, tables

SMALL = 'sentence: SAY\nbody: SAY SAY\nSAY: "say"\n'
SAY = Lexeme("SAY", "say", 0, 3)


@pytest.fixture
def analyses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars that lark analyses meanwhile."""
    found: list[str] = []
    begin = lark.Lark.__init__

    def noted(self: lark.Lark, grammar: str, **options: object) -> None:
        found.append(grammar)
        begin(self, grammar, **options)

    monkeypatch.setattr(lark.Lark, "__init__", noted)
    return found


def test_a_verb_is_of_one_kind() -> None:
    """Of two kinds, that of the module which happens to be imported first would count."""
    kinds: dict[str, list[str]] = {}
    for kind, verbs in VERBS.items():
        for verb in verbs:
            kinds.setdefault(verb, []).append(kind)

    assert [verb for verb, of in kinds.items() if len(of) > 1] == []


def test_the_tables_are_those_of_the_grammar(analyses: list[str]) -> None:
    """After a change of the grammar:
    python -m tests.grammar_tables (or make pins), then commit them.
    """
    found = reader.parser_of(effects.text(), TABLES.read_bytes())

    assert [] == analyses, "stale: run python -m tests.grammar_tables"
    assert "sentence" in found.options.start


def test_a_program_that_starts_makes_no_tables(analyses: list[str]) -> None:
    """It reads its first sentence with those that came along."""
    found = reader.parser.__wrapped__()

    assert [] == analyses
    assert "sentence" in found.options.start


def test_kept_tables_read_the_same(analyses: list[str]) -> None:
    """And what is no sentence is none."""
    made = tables(SMALL)
    found = reader.parser_of(SMALL, made)

    assert "sentence" == found.parse([SAY], start="sentence").data
    assert 2 == len(found.parse([SAY, SAY], start="body").children)
    with pytest.raises(lark.exceptions.UnexpectedInput):
        found.parse([SAY, SAY], start="sentence")
    assert 1 == len(analyses)


STALE = {
    "missing": b"",
    "no_data": b"pickled?",
    "cut": tables(SMALL)[:-9],
    "of_another_grammar": tables(SMALL.replace('"say"', '"sing"')),
}


@pytest.mark.parametrize("made", STALE.values(), ids=STALE)
def test_tables_of_anything_else_are_left_aside(made: bytes, analyses: list[str]) -> None:
    """A grammar that was changed is never read by tables of the former one."""
    found = reader.parser_of(SMALL, made)

    assert "sentence" == found.parse([SAY], start="sentence").data
    assert [SMALL] == analyses


def test_tables_of_another_lark_are_left_aside(
    analyses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may keep them in another way."""
    made = tables(SMALL)
    monkeypatch.setattr(lark, "__version__", "0.0")
    reader.parser_of(SMALL, made)

    assert 2 == len(analyses)
