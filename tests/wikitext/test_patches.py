"""Changes to a page in agreed words: read, carried out, refused, carried out again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.wikitext.patches import (
    Patch,
    PatchError,
    apply_patches,
    difference,
    is_done,
    read_patches,
)

PAGE = """Intro.

== Garbage ==

Fish swim. Ducks
swim, too.

=== Shards ===

Shards cut. Fish fear shards.

== Garbage heaps ==

They smell.
"""


@for_each(
    "said, before, after",
    [
        ("replace «Fish swim» with «Fish sleep» in Garbage", "Fish swim.", "Fish sleep."),
        ("Replace «Ducks swim» by «Ducks fly» in garbage.", "Ducks\nswim,", "Ducks fly,"),
        ("replace «They smell» with «They stink»", "They smell.", "They stink."),
        ("* delete « Fish fear shards.» from Shards", "cut. Fish fear shards.", "cut. "),
        ("delete «They smell.»", "heaps ==\n\nThey smell.\n", "heaps ==\n\n"),
        (
            "append «Crabs pinch.» to Garbage",
            "swim, too.\n\n===",
            "swim, too.\n\nCrabs pinch.\n\n===",
        ),
        ("add «* one ¶ * two» to Garbage heaps", "They smell.\n", "They smell.\n* one\n* two\n"),
        (
            "new section Crabs under Garbage: «They pinch.»",
            "shards.\n",
            "shards.\n\n=== Crabs ===\n\nThey pinch.\n",
        ),
        ("new section Crabs: «They pinch.»", "smell.\n", "smell.\n\n== Crabs ==\n\nThey pinch.\n"),
        (
            "delete section Garbage/Shards",
            "=== Shards ===\n\nShards cut. Fish fear shards.\n\n",
            "",
        ),
    ],
)
def test_a_change_in_agreed_words_is_carried_out(said: str, before: str, after: str) -> None:
    """Each form changes what it names and no other byte; asked again, nothing is left to do."""
    changed = apply_patches(PAGE, read_patches(f"Because we want to:\n{said}\nThat is all."))

    assert changed == PAGE.replace(before, after, 1)
    assert apply_patches(changed, read_patches(said), again=True) == changed


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("replace «Crabs swim» with «x» in Garbage", "not in section 'Garbage'"),
        ("replace «Fish» with «x»", "2 times in the page"),
        ("replace «Fish fear» with «x» in Garbage", "not in section 'Garbage'"),
        ("replace « » with «x» in Garbage", "nothing between the marks"),
        ("append «x» to Garbge", "no section of the title 'Garbge'; nearest: Garbage"),
        ("new section Shards under Garbage: «x»", "there is such a section already"),
        ("delete section Nowhere", "no section"),
    ],
)
def test_what_does_not_fit_the_page_is_refused(said: str, why: str) -> None:
    """A change whose old text or section is not there exactly once is not made;
    the error says which and why.
    """
    with pytest.raises(PatchError, match=why):
        apply_patches(PAGE, read_patches(said))


@pytest.mark.parametrize(
    "said", ["replace «a» in Garbage", "append «a»", "delete «a» «b»", "new section without text"]
)
def test_a_change_begun_in_no_known_form_is_an_error(said: str) -> None:
    """Half a change is never taken for prose."""
    with pytest.raises(PatchError, match="agreed forms"):
        read_patches(f"Words.\n{said}\nMore words.")


def test_prose_holds_no_changes() -> None:
    """Sentences that only talk about replacing are prose."""
    assert read_patches("We replace the old fish.\nAppend it if you like, I say: «yes».") == ()


def test_changes_are_made_one_after_the_other() -> None:
    """A later change may be about what an earlier one wrote."""
    said = "new section Crabs: «They pinch.»\nreplace «pinch» with «bite» in Crabs"

    assert apply_patches(PAGE, read_patches(said)).endswith("== Crabs ==\n\nThey bite.\n")


def test_a_difference_shows_the_change_and_little_else() -> None:
    """Of a long line only what is about the change is shown."""
    before = "x " * 100 + "fish" + " y" * 100 + "\nStays.\nOut."
    shown = difference(before, before.replace("fish", "a duck").replace("Out", "In.\nMore"))

    assert shown == ("… x x x x x fish → a duck y y y y y …", "- Out.", "+ In.", "+ More.")


WORDS = st.text("abc '[]|=", min_size=1, max_size=8).filter(str.strip)


@given(WORDS, WORDS)
def test_any_replacement_is_done_once(old: str, new: str) -> None:
    """Whatever the words:
    what was carried out is found done, and doing it again changes nothing.
    """
    patch = Patch("replace", "Garbage", old, new)
    try:
        once = apply_patches(PAGE.replace("Fish swim", f"X{old}X"), [patch])
    except PatchError:
        return

    assert not is_done(once, patch) or apply_patches(once, [patch], again=True) == once
    assert read_patches(str(patch)) in ((patch,), ()) or "¶" in str(patch)
