"""The bot's note on the gamestate page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.game.actions import Action, ActionId, IdentityPart, Outcome, Verdict
from wikibot.game.engine.orders import Malformed, log_line, read_line
from wikibot.game.page.cells import seen
from wikibot.game.ruleset.recognition import Pin
from wikibot.storage.cursor import (
    LONGEST,
    Answer,
    Cursor,
    DamagedCursor,
    Mark,
    NewerCursor,
    News,
    Notice,
    QueueMark,
    Wait,
    comment_of,
    cursor_of,
    read_cursor,
    write_cursor,
)
from wikibot.storage.log_page import append_log, hidden_parts, log_lines, with_edit_mark
from wikibot.wiki.base import Revision
from wikibot.wikitext.dialect import Dialect, speaking
from wikibot.wikitext.escape import show
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.plain import LENGTH, tidy

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NUMBER = st.integers(0, 10**9)
TIMES = st.one_of(
    st.none(), st.sampled_from(["2024-01-05T02:22:00Z", "2031-12-31T23:59:59Z"]).map(parse_time)
)
ANSWERS = st.builds(
    Answer,
    st.builds(ActionId, NUMBER, NUMBER, st.integers(0, 9_999), st.sampled_from(IdentityPart)),
    st.sampled_from(["done", "huh"]),
    TEXT,
    TIMES,
)
LINES = st.lists(TEXT, max_size=3).map(tuple)
MARKS = st.builds(Mark, NUMBER, NUMBER, NUMBER)
PRINTS = st.text("0123456789abcdef", min_size=LENGTH, max_size=LENGTH)
UNITS = TEXT.map(lambda text: " ".join(text.split())).filter(bool)
PINS = st.builds(
    Pin, UNITS, st.just(""), PRINTS, PRINTS, PRINTS, st.just("accepted by Sam"),
    st.just("2024-01-05"),
)  # fmt: skip
CURSORS = st.builds(
    Cursor, MARKS, MARKS, TIMES, NUMBER, NUMBER,
    st.text("0123456789abcdef", min_size=8, max_size=8), TEXT, TEXT,
    st.lists(PINS, max_size=2).map(tuple), st.lists(ANSWERS, max_size=3).map(tuple), LINES,
    st.lists(LINES, max_size=2).map(tuple), st.lists(MARKS, max_size=3).map(tuple),
)  # fmt: skip
PAGE = "== Players ==\n{|\n! Name\n|-\n| Alice\n|}\n"


@given(CURSORS)
def test_a_cursor_reads_back(cursor: Cursor) -> None:
    """Whatever players wrote, the cursor that holds the answers to it is read back the same."""
    assert read_cursor(write_cursor(PAGE, cursor)) == cursor


@given(CURSORS, CURSORS)
def test_a_cursor_is_replaced_in_place(old: Cursor, new: Cursor) -> None:
    """A second cursor stands where the first one stood, and nothing else on the page moves."""
    assert write_cursor(write_cursor(PAGE, old), new) == write_cursor(PAGE, new)


FIRST = (
    '<!-- wikibot {"version": 1, "actions": {"page": 1, "through": 2, "since": 3}, "stewards": '
    '{"page": 0, "through": 0, "since": 0}, "synced": "2024\\u002d01\\u002d05T02:22:00Z", '
    '"base": 7, "log_base": 8, "run": "0123abcd", "paused": "Sam", "closed": "", "accepted": "", '
    '"answers": [["3.4.0", "done", "fish"], '
    '["3.10001.0", "huh", "what?", "2024\\u002d01\\u002d05T02:22:00Z"]], '
    '"lines": ["x"]'
)
LATER = (
    ', "owed": [["y", "z"]], "dice": "sealed", "seals": [[1, "' + "a" * 64 + '"]], "waits": '
    '[["3.4.0", "3.5.1", "2024\\u002d01\\u002d05T02:22:00Z"]], "ruleset": 12, "notices": '
    '[["Anglers", "gone"]], "log": "Log/2024", "news": [["0123abcd", [["fish", ["Ann"]]]]], '
    '"last": "3.4.0", "queue": [1, 2, "ab", "2024"], "people": [["Ann", 7]], '
    '"others": [{"page": 9, "through": 1}]'
)


def test_a_cursor_of_an_older_program_is_read() -> None:
    """A game goes on where it was, whichever version of the bot saved its page last."""
    then = parse_time("2024-01-05T02:22:00Z")
    line = ActionId(3, 4, 0)
    answers = (Answer(line, "done", "fish"), Answer(ActionId(3, 10001, 0), "huh", "what?", then))
    first = Cursor(
        Mark(1, 2, 3), Mark(), then, 7, 8, "0123abcd", "Sam", "", (), answers, ("x",)
    )  # fmt: skip
    later = replace(
        first,
        late=(("y", "z"),),
        others=(Mark(9, 1),),
        dice="sealed",
        seals=((1, "a" * 64),),
        waits=(Wait(line, ActionId(3, 5, 1), then),),
        ruleset=12,
        notices=(Notice("Anglers", "gone"),),
        log="Log/2024",
        news=(News("0123abcd", (("fish", ("Ann",)),)),),
        last=line,
        queue=QueueMark(1, 2, "ab", "2024"),
        people=(("Ann", 7),),
    )

    assert read_cursor(FIRST + "} -->") == first
    assert read_cursor(FIRST + LATER + "} -->") == later
    assert write_cursor("", first) == FIRST + "} -->"


def test_a_cursor_of_a_newer_program_ends_the_command() -> None:
    """Beside a newer program an older one must not play; the exit code is that of settings."""
    page = write_cursor(PAGE, Cursor()).replace('"version": 1', '"version": 2')

    with pytest.raises(NewerCursor, match="version 2, and this program knows 1") as found:
        read_cursor(page)
    assert found.value.exit_code == 78


def test_a_page_without_a_cursor_has_none() -> None:
    """A page that the bot has never saved has no cursor, which is not a fault."""
    assert read_cursor(PAGE) is None


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- wikibot {} -->",
        "<!-- wikibot {oops -->",
        '<!-- wikibot {"version": 99} -->',
        write_cursor("", Cursor()).replace('"accepted": ""', '"accepted": "Anglers"'),
    ],
)
def test_a_damaged_cursor_says_so(comment: str) -> None:
    """A cursor that cannot be read is a fault that is named, not a game that starts anew."""
    with pytest.raises(DamagedCursor, match="hidden comment"):
        read_cursor(PAGE + comment)


def test_a_long_answer_is_kept_as_it_is_shown() -> None:
    """The page grows by no more of it than the reply holds."""
    action = Action(ActionId(1, 2, 0), parse_time("2024-01-05T02:22:00Z"), "Ann", "help")
    answers = [Answer.of(Outcome(action, Verdict.DONE, text)) for text in ("fish", "fish " * 1000)]

    assert [answers[0].text, len(answers[1].text)] == ["fish", LONGEST]
    assert show(answers[1].text, LONGEST) == show("fish " * 1000, LONGEST)


def test_a_damaged_cursor_can_be_replaced() -> None:
    """Once the cursor is known from the page's history, it takes the damaged one's place."""
    cursor = Cursor(Mark(7, 9), run="0123abcd")

    assert read_cursor(write_cursor(PAGE + "<!-- wikibot {oops -->", cursor)) == cursor


def own(text: str, summary: str | None) -> Revision:
    """A revision of the bot's account."""
    return Revision(
        1, 9, 8, parse_time("2024-01-05T02:22:00Z"), "Wikibot", comment=summary, text=text
    )


@given(CURSORS, CURSORS)
def test_only_the_comment_of_the_revisions_own_run_is_the_bots(
    mine: Cursor, forged: Cursor
) -> None:
    """Whatever stands around it, as no one can know a run before the bot has saved it."""
    mine, forged = replace(mine, run="0123abcd"), replace(forged, run="deadbeef")
    comments = [write_cursor("", cursor) for cursor in (forged, mine, forged)]
    page = "<!-- \n<nowiki>" + "\n".join(comments) + "\n<pre>"

    assert cursor_of(own(page, "wikibot: sync, run 0123abcd")) == mine


@pytest.mark.parametrize("summary", ["tidying up", "", "run 0123ab"])
def test_a_hand_edit_by_the_bots_account_has_no_cursor(summary: str) -> None:
    """Its summary names no run."""
    assert comment_of(own(write_cursor(PAGE, Cursor(run="0123abcd")), summary)) is None


@for_each(
    "old, new",
    [
        ('"base": 0', '"base": 1e999'),
        ('"base": 0', '"base": -1'),
        ('"base": 0', '"base": true'),
        ('"base": 0', '"base": ' + "9" * 400),
        ('"base": 0', '"base": ' + "9" * 5000),
        ('"synced": null', '"synced": "9999-12-31T23:59:59Z"'),
        ('"synced": null', '"synced": 1'),
        ('"lines": []', '"lines": {}'),
        ('"lines": []', '"lines": [[]]'),
        ('"answers": []', '"answers": [["1.2", "done", ""]]'),
        ('"answers": []', '"answers": [[]]'),
        ('"run": ""', '"run": "x"'),
        ('"run": ""', '"run": "0123abcd\\n"'),
        ('"base": 0', '"base": 1.0'),
        ('"base": 0', '"base": "1"'),
        ('"accepted": ""', '"accepted": 1'),
        ('"actions": {"page": 0', '"actions": {"page": -1'),
        ('"paused": ""', '"paused": "' + "x" * 10_001 + '"'),
        ('"version": 1', '"version": "2"'),
        ('"version": 1', '"version": 0'),
        ('"version": 1', '"version": true'),
        ('"actions": {', '"actions": [], "x": {'),
        ('"lines": []', '"lines": ' + "[" * 100_000 + "]" * 100_000),
        ('"lines": []', '"lines": ["\\ud800"]'),
    ],
)
def test_what_the_bot_cannot_have_written_is_damage(old: str, new: str) -> None:
    """Numbers and times are bounded, and every field has its type.

    Nothing ends in another error.
    """
    page = write_cursor(PAGE, Cursor())
    assert old in page

    with pytest.raises(DamagedCursor, match="cannot be read"):
        read_cursor(page.replace(old, new, 1))


def test_comments_that_people_added_go_with_the_next_save() -> None:
    """The page has one comment again, where the first one stood."""
    forged = "<!-- wikibot {} -->"
    page = f"{forged}\ntext\n{forged}\n<nowiki>{forged}</nowiki>\n"
    comment = write_cursor("", Cursor(run="0123abcd"))

    assert (
        write_cursor(page, Cursor(run="0123abcd"))
        == f"{comment}\ntext\n\n<nowiki>{forged}</nowiki>\n"
    )


# The log page: lines in, the same lines out.


LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).filter(
    str.strip
)
LOG_LINES = st.lists(LINE, max_size=4)


@given(LOG_LINES, LOG_LINES)
def test_log_lines_read_back(first: list[str], second: list[str]) -> None:
    """Lines that two syncs appended are read back in order, whatever players wrote in them."""
    page = append_log(append_log("The actions that counted.\n", [first]), [second])

    assert tuple(filter(None, log_lines(page))) == (*first, *second)


@given(LOG_LINES)
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
