"""The guide for people who never programmed: what it says is played is played."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rules.plain.sentences import parse
from tests.rules.plain.page import PAGE, with_new_names

GUIDE = (Path(__file__).parents[3] / "docs/sentences.md").read_text(encoding="utf-8")
FORMS = GUIDE.partition("## The sentences that are played")[2].partition("\n## ")[0]
EXAMPLES = tuple(line.strip() for line in FORMS.splitlines() if line.startswith("    "))


def test_every_example_of_the_guide_is_played() -> None:
    """Who copies one has a rule that works."""
    words = replace(with_new_names(PAGE, EXAMPLES), verbs=("fish", "sail", "sell", "rob"))

    found = {text: parse(text, words) for text in EXAMPLES}

    assert [(text, each.why) for text, each in found.items() if not each.says] == []


def test_the_guide_has_examples() -> None:
    """They stand indented below the heading that the test looks for."""
    assert len(EXAMPLES) >= 40
