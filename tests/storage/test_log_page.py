"""The log page: lines in, the same lines out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine.orders import Malformed, log_line, read_line
from wikibot.game.page.cells import seen
from wikibot.storage.log_page import append_log, hidden_parts, log_lines, with_edit_mark
from wikibot.wikitext.dialect import Dialect, speaking
from wikibot.wikitext.plain import tidy

LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).filter(
    str.strip
)
LINES = st.lists(LINE, max_size=4)


@given(LINES, LINES)
def test_log_lines_read_back(first: list[str], second: list[str]) -> None:
    """Lines that two syncs appended are read back in order, whatever players wrote in them."""
    page = append_log(append_log("The actions that counted.\n", [first]), [second])

    assert tuple(filter(None, log_lines(page))) == (*first, *second)


@given(LINES)
def test_nothing_of_a_line_leaves_its_block(lines: list[str]) -> None:
    """What players wrote cannot close the block that keeps it from being wikitext."""
    assert append_log("The actions that counted.\n", [lines]).count("</pre>") == 1


@pytest.mark.parametrize(
    ("page", "result"),
    [
        ("", "<pre>\nnew\n</pre>\n"),
        ("About this log.", "About this log.\n<pre>\nnew\n</pre>\n"),
        ("<pre>\nold\n</pre>", "<pre>\nold\nnew\n</pre>"),
        ("<pre>\nold</pre>\n", "<pre>\nold\nnew\n</pre>\n"),
        ("<pre>\nold\n</pre>\nA remark.", "<pre>\nold\n</pre>\nA remark.\n<pre>\nnew\n</pre>\n"),
    ],
)
def test_where_lines_go(page: str, result: str) -> None:
    """New lines go to the end of the block that ends the page.

    A remark below it begins a new one.
    """
    assert append_log(page, [["new"]]) == result


def test_a_log_runs_from_left_to_right_on_any_page() -> None:
    """Its lines are English; both ways to begin a block are read."""
    with speaking(Dialect(leftward=True)):
        page = append_log(append_log("<pre>\nold\n</pre>\nA remark.\n", [["new"]]), [["newer"]])

    assert page.endswith('A remark.\n<pre dir="ltr">\nnew\nnewer\n</pre>\n')
    assert tuple(filter(None, log_lines(page))) == ("old", "new", "newer")
    assert [*hidden_parts(page)] == []


def test_lines_keep_their_places() -> None:
    """An answer that names a line of a log page names it as an editor counts."""
    assert log_lines("About.\n<pre>\n# a\nb &lt;c>\n</pre>\n== More ==\n") == (
        "",
        "",
        "# a",
        "b <c>",
        "",
        "",
    )


def test_a_plain_text_is_a_log_too() -> None:
    """A log that was never on a wiki has no block, and all its lines count."""
    assert log_lines("# a comment\n2024-01-05T02:22:00Z Alice: join\n") == (
        "# a comment",
        "2024-01-05T02:22:00Z Alice: join",
    )


@given(st.text(), st.text(min_size=1))
def test_what_cannot_be_seen_is_read_from_a_log_as_from_a_page(title: str, name: str) -> None:
    """A name with U+200B or the like is the same in log, state and gamestate page."""
    line = read_line(
        f"2024-01-05T02:22:00Z {tidy(name) or 'Ann'}\u200b: propose: \u2060{title}\u200b\u00ad", 1
    )
    if isinstance(line, Malformed) or line.body:
        return
    again = read_line(log_line(Outcome(line, Verdict.DONE, "", line.account)), 1)

    assert isinstance(again, Action)
    assert (again.account, again.text) == (line.account, line.text)
    assert (seen(line.account), seen(line.text)) == (line.account, line.text)


def test_each_edit_of_the_log_touches_one_line() -> None:
    """A hidden comment, set at the top by the first edit and replaced by the next."""
    first = with_edit_mark(append_log("The actions that counted.\n", [["a"]]), "0" * 8)
    moved = f"By hand.\n{first}"
    second = with_edit_mark(append_log(moved, [["b"]]), "1" * 8)

    assert first.startswith("<!-- wikibot log, edit 00000000 -->\n")
    assert second.startswith("By hand.\n<!-- wikibot log, edit 11111111 -->\n")
    assert [line for line in log_lines(second) if line] == ["a", "b"]
