"""A history costs what was changed in it, not its revisions times its lines."""

from __future__ import annotations

import tracemalloc
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.wiki.test_attribution import BOT, HEADING, revision
from wikibot.game.actions import ActionId, Watched
from wikibot.wiki import blame
from wikibot.wiki import history as histories
from wikibot.wiki.attribution import attribute
from wikibot.wiki.base import Revision
from wikibot.wiki.blame import touched
from wikibot.wiki.history import History
from wikibot.wiki.mediawiki import MediaWiki
from wikibot.wikitext import lines, own_marks

WHICH = ActionId(7, 1, 0)
LOOKS = (
    (lines, "_parts"), (lines, "could_be_action"), (lines, "could_be_action"),
    (histories, "read_line"), (histories, "key"), (histories, "_level"), (own_marks, "read_line"),
    (blame, "read_line"), (blame, "key"), (blame, "same"),
)  # fmt: skip


def _line(number: int) -> str:
    signed = "[[User:Alice|x]] ([[User talk:Alice|talk]]) 12:00, 5 January 2024 (UTC)"
    return f"* move {number} {number * 7} {signed}"


def growing(count: int) -> Iterator[Revision]:
    """A page to which each of so many revisions adds a line, every third with the bot's answer."""
    page = [HEADING, "<!-- write", "below -->", "{{box}}"]
    for number in range(1, count):
        page.append(_line(number))
        if number % 3 == 0:
            page.append(f"*: '''done''': moved <!-- 7.{number - 1}.0 -->")
        yield revision(number, BOT if number % 3 == 0 else "Alice", "\n".join(page))


def rolling(count: int) -> Iterator[Revision]:
    """A page of as many lines all the time, of which each revision takes one and adds one."""
    page = [HEADING, *map(_line, range(300))]
    for number in range(1, count):
        page = [HEADING, *page[2:], _line(300 + number)]
        yield revision(number, "Alice", "\n".join(page))


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often single lines were looked at."""
    found: Counter[str] = Counter()

    def counted(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **more: Any) -> Any:
            found[name] += 1
            return real(*words, **more)

        return call

    for module, name in LOOKS:
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    return found


def test_twice_the_lines_cost_twice_the_looks(looks: Counter[str]) -> None:
    """A bot that was off while a page grew looks at each new line a few times, and that is all."""
    counts = []
    for count in (200, 400):
        looks.clear()
        history = History.of(growing(count))
        assert attribute(history, cursor=1, bot=BOT).actions
        counts.append(looks.total())

    assert counts[1] < 2.2 * counts[0]
    assert counts[1] < 400 * 60


def test_twice_the_lines_take_twice_the_memory() -> None:
    """Of a long history no more is kept than what people wrote; its texts would be four times."""
    peaks = []
    for count in (200, 400):
        tracemalloc.start()
        attribute(History.of(growing(count)), cursor=1, bot=BOT)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[1] < 2.3 * peaks[0]


def test_a_history_says_what_was_put_in() -> None:
    """Texts that share their lines are the same to the letter, line breaks and blanks too."""
    texts = ["", "a", "a\n", "\na\r\nb", None, "a\nb\n\n", "a\nb\n\n", "x\na\nb\n c", "b"]
    made = [revision(number, "Alice", text) for number, text in enumerate(texts, start=1)]
    history = History.of(made)

    assert list(history) == made
    assert [history[-1], *history[2:4]] == [made[-1], *made[2:4]]
    assert list(history.where(lambda each: each.id > 5)) == made[5:]


@given(st.lists(st.lists(st.sampled_from(["", "a", "b", "ab", "a\r"]), max_size=7), max_size=9))
def test_any_history_says_what_was_put_in(pages: list[list[str]]) -> None:
    """Whatever was added, taken off or repeated; the lines are given without carriage returns."""
    texts = ["\n".join(page) for page in pages]
    history = History.of(revision(at, "Alice", text) for at, text in enumerate(texts, start=1))

    assert texts == [each.text for each in history]
    assert [text.replace("\r", "").split("\n") for text in texts] == list(history.lines())


def test_a_watched_line_is_looked_for_once_on_each_page(looks: Counter[str]) -> None:
    """However many lines are watched, what is on a page is read once."""
    history = History.of(rolling(60))
    counts = []
    for many in (10, 20):
        looks.clear()
        asked = [Watched(WHICH, "Alice", f"move {n} {n * 7}", "", "") for n in range(many)]
        touched(history, 1, asked)
        counts.append(looks["_parts"])

    assert counts[1] < 1.2 * counts[0]


class Part(dict[str, Any]):
    """A part of an answer; a dict of its own class can be watched."""


def test_an_answer_is_read_part_by_part() -> None:
    """Of a history that comes in many parts no more than two are in memory at a time."""
    parts: list[weakref.ref[Part]] = []
    alive: list[int] = []

    class Answering:
        cookies = ()

        def query(self, _: Any) -> Iterator[Part]:
            for number in range(1, 9):
                slots = {"main": {"content": f"text {number}"}}
                rev = {"revid": number, "parentid": number - 1, "slots": slots}
                rev |= {"timestamp": "2024-01-05T12:00:00Z", "user": "Alice"}
                page = {"pageid": 7, "title": "Play", "lastrevid": 8, "revisions": [rev]}
                part = Part(query={"pages": [page]})
                parts.append(weakref.ref(part))
                alive.append(sum(each() is not None for each in parts))
                yield part

    wiki = MediaWiki("https://wiki.example/api.php")
    wiki._account.api = Answering()  # type: ignore[assignment]

    history = wiki.history("Play", 0)

    assert [each.text for each in history] == [f"text {number}" for number in range(1, 9)]
    assert max(alive) <= 2


def test_answers_between_many_lines_are_found_without_difflib(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As it would take the square of their number."""
    monkeypatch.delattr(histories, "SequenceMatcher")
    old = [f"* use {number}" for number in range(2_000)]
    new = [line for number, each in enumerate(old) for line in (each, f"*: done {number}")]
    found = histories.differences(old, new)

    assert [each.new for each in found.edits(old, new)] == [*range(1, 4_000, 2)]
