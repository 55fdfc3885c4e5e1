"""Text below an action, on one line and back."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.orders import log_line, read_log
from wikibot.game.page.cells import inline, seen
from wikibot.game.page.gamestate import on_lines, on_one_line, split_body, with_body
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.plain import plain

LINES = st.lists(
    st.text("ab¶ «»", max_size=6).map(lambda line: " ".join(line.split())), min_size=1, max_size=4
)


@given(LINES)
@example(["¶", "", "¶¶ x"])
def test_lines_come_back_from_one_line(lines: list[str]) -> None:
    """Also through a cell of a page, and with pilcrows of their own."""
    body = "\n".join(lines).strip()

    assert on_lines(on_one_line(body)) == body
    assert on_lines(plain(inline(on_one_line(body)))) == body
    assert seen(on_one_line(body)) == on_one_line(body)


@given(st.text("ab¶ ", max_size=6).filter(lambda text: "a" in text), LINES)
def test_an_action_and_its_body_come_back(text: str, lines: list[str]) -> None:
    """The line that a log holds is the action and the text below it."""
    said, body = " ".join(text.split()), "\n".join(lines).strip()

    assert split_body(with_body(said, body)) == (said, body)


def test_a_log_holds_the_text_below_an_action() -> None:
    """A log line written from an action with a body plays the same action again."""
    action = Action(
        ActionId(0, 0, 1), parse_time("2024-01-05T02:22:00Z"), "Ann", "propose: X", 1, True, True,
        "a\nb ¶",
    )  # fmt: skip
    line = log_line(Outcome(action, Verdict.DONE, "done", "Ann"))

    assert line == "2024-01-05T02:22:00Z Ann: propose: X ¶ a ¶ b ¶¶"
    assert read_log(line) == (action,)
