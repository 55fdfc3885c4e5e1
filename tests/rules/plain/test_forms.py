"""The page of forms: it is made from the grammar, and shows all of it."""

from __future__ import annotations

from tests.forms import FILE, LAST, page, without_example

NOT_SAID = {"lower_wins", "that_stuff"}  # no sentence of them is played
MOST_WORDS = 4500


def test_the_page_of_forms_is_what_the_grammar_says() -> None:
    """After a change, ``make pins`` writes it anew."""
    assert page() == FILE.read_text(encoding="utf-8")


def test_every_form_has_an_example() -> None:
    """A new one needs a sentence beside this test, which is then also read back and varied."""
    assert set(without_example()) == NOT_SAID


def test_the_page_of_forms_is_short() -> None:
    """Who drafts readings reads all of it, but for the last section, of coded games."""
    read, _ = page().split(LAST)
    words = [each for each in read.split() if each not in ("-", "→")]

    assert len(words) <= MOST_WORDS
