"""Account names have one spelling, and every place that names an account uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wikibot
from tests.for_each import for_each
from wikibot.config.values import accounts
from wikibot.game.page.schema import UserLink
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.lines import split_signature


@for_each(
    "written, name",
    [("rosewinsall", "Rosewinsall"), ("raven_of  The sea", "Raven of The sea"), (" 4st ", "4st"),
     ("ßoss", "ßoss"),
     ("e\u0301mile", "Émile"), ("\u200eAnn\u200e", "Ann"), ("Ann\u00a0Lee", "Ann Lee"),
     ("_ann_", "Ann"), ("", "")],
)  # fmt: skip
def test_a_name_is_spelled_as_mediawiki_does(written: str, name: str) -> None:
    """Blanks for underscores, composed letters,
    the first one a capital where it has a single one.
    """
    assert account_name(written) == name


@given(st.text(max_size=20))
def test_the_spelling_of_a_spelling_is_itself(text: str) -> None:
    """Nothing changes twice."""
    assert account_name(account_name(text)) == account_name(text)


@pytest.mark.parametrize("written", ["raven_of the sea", "Raven of the sea", "raven  of_the sea"])
def test_every_place_reads_the_same_account(written: str) -> None:
    """A name cell, a signature and the list of stewards."""
    assert UserLink().parse(f"[[User:{written}|Rav]]").account == "Raven of the sea"
    assert (
        split_signature(f"move -- [[User:{written}|Rav]] 10:00, 1 January 2024 (UTC)")[1].user
        == "Raven of the sea"
    )
    assert accounts(f"Ann, {written}") == ("Ann", "Raven of the sea")


def test_there_is_one_normaliser() -> None:
    """Whoever spells account names by hand will spell some of them otherwise."""
    spells = [
        path.name
        for path in Path(wikibot.__file__).parent.rglob("*.py")
        if re.search(r"\[:1\]\.upper\(\)", path.read_text(encoding="utf-8"))
    ]

    assert sorted(spells) == ["dialect.py"]
