"""A game played back: each step shows the game as it was, and the file can do no harm."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cycle15 import GAME
from rules.round7 import GAME as ROUND7
from wikibot.apply import apply_log
from wikibot.dice.evidence import start_in_files
from wikibot.dice.replay import NotPlayed
from wikibot.history.recording import (
    RecordedStep,
    by_phase,
    chart_svg,
    play_back,
    recording,
    replay_page,
)

BEGIN = datetime(2024, 1, 1, 12, tzinfo=UTC)
LOG = (
    "2024-01-01T10:00:00Z Ann: join", "2024-01-01T10:01:00Z Bob: join",
    "2024-01-02T10:00:00Z Ann: leave", "2024-01-09T10:00:00Z Bob: fly away",
)  # fmt: skip
EVIL = "</script><img src=x onerror=alert(1)>\u2028&"


def steps(game: Any = GAME, log: tuple[str, ...] = LOG) -> list[RecordedStep]:
    """A short game on the demo's pages."""
    pages = game.demo().pages
    book = game.rulebook(pages["Ruleset"])
    page = game.new_page(book, datetime(2024, 1, 1, tzinfo=UTC), "Gamestate")
    return list(play_back(start_in_files(game, pages["Ruleset"], page), log))


def rebuilt(recorded: Mapping[str, Any]) -> list[tuple[list[Any], dict[str, Any]]]:
    """What the viewer makes of a recording: rows of players and cells of the board, by step."""
    rows: list[Any] = []
    cells: dict[str, Any] = {}
    found = []
    for step in recorded["steps"]:
        rows = list(step["players"]) if "columns" in step else list(rows)
        for number, row in step.get("rows", {}).items():
            rows[int(number)] = row
        if "board" in step:
            cells = {cell[0]: cell for each in step["board"]["groups"] for cell in each["cells"]}
        cells = {**cells, **{cell[0]: cell for cell in step.get("cells", ())}}
        found.append((rows, cells))
    return found


@pytest.mark.parametrize("game", [GAME, ROUND7], ids=["cycle15", "round7"])
def test_what_changed_adds_up_to_what_is(game: Any) -> None:
    """A viewer that only adds changes shows at each step what the game was then."""
    played = steps(game)
    shown = rebuilt(json.loads(json.dumps(recording("A game", played))))

    for step, (rows, cells) in zip(played, shown, strict=True):
        assert [list(row) for row in step.players] == [list(row) for row in rows]
        assert step.picture is not None
        assert {cell.id: list(cell.players) for cell in step.picture.cells} == {
            name: cell[8] for name, cell in cells.items()
        }


def test_the_last_step_is_the_present_game() -> None:
    """What ``apply`` says of the players stands in the last row of tables."""
    pages = GAME.demo().pages
    book = GAME.rulebook(pages["Ruleset"])
    page = GAME.new_page(book, datetime(2024, 1, 1, tzinfo=UTC), "Gamestate")
    applied = apply_log(GAME, pages["Ruleset"], page, "\n".join(LOG))
    last = steps()[-1]

    where = last.columns.index("Location")
    assert [(each["name"], str(each["location"])) for each in applied.state["players"]] == [
        (row[0], row[where]) for row in last.players
    ]


def test_a_step_says_whose_line_it_was_and_what_came_of_it() -> None:
    """Also of lines that were not understood; the first step is the page that it began with."""
    first, *_, left, huh = steps()

    assert ("", "") == (first.who, first.line)
    assert ("Ann", "done") == (left.who, left.verdict)
    assert ("Bob", "fly away", "huh") == (huh.who, huh.line, huh.verdict)
    assert any("hase" in text for text in huh.told), "the phase that began in between"


def test_a_log_without_lines_is_refused() -> None:
    """Nothing can be shown of it."""
    with pytest.raises(NotPlayed):
        steps(log=("# a comment",))


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


def test_what_players_wrote_cannot_leave_its_place() -> None:
    """A name that ends the script element, or opens another one, is shown as text."""
    step = RecordedStep(BEGIN, 1, EVIL, EVIL, "done", (EVIL,), columns=("Name",),
                        players=((EVIL,),),
                numbers={EVIL: 1})  # fmt: skip
    chart = chart_svg(EVIL, *by_phase([step]))
    page = replay_page(recording(EVIL, [step]), chart)
    parser = _Elements()
    parser.feed(page)

    assert "img" not in parser.tags
    assert 2 == parser.tags.count("script")
    data = page.split('id="recording">')[1].split("</script>")[0]
    assert EVIL == json.loads(data)["steps"][0]["who"]


def test_nothing_but_the_viewer_may_run() -> None:
    """The policy names the very script and style that the file has, and no other source."""
    page = replay_page(recording("A game", steps()))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    style = page.partition("<style>")[2].partition("</style>")[0]

    assert policy
    for text in (script, style):
        made = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{made}'" in policy[1]
    assert policy[1].startswith("default-src 'none';")
    assert "http" not in re.sub(
        r"http-equiv|http://www\.w3\.org/2000/svg", "", page.partition("<script type=")[0]
    )


def test_numbers_by_phase_are_those_at_its_end() -> None:
    """A player who was not there yet has none."""
    played = [
        RecordedStep(BEGIN, 1, numbers={"Ann": 1}),
        RecordedStep(BEGIN, 1, numbers={"Ann": 4}),
        RecordedStep(BEGIN, 2, numbers={"Ann": 3, "Bob": 0}),
    ]

    assert (("1", "2"), {"Ann": [4, 3], "Bob": [None, 0]}) == by_phase(played)


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.lists(st.none() | st.integers(-(10**6), 10**6), min_size=3, max_size=3),
        max_size=30,
    ),
    st.text(max_size=20),
)
def test_any_chart_is_a_well_formed_picture(lines: dict[str, list[int | None]], title: str) -> None:
    """Whatever players are called, and whatever they have; everything stands inside the picture."""
    root = ET.fromstring(chart_svg(title, ("1", "2", "3"), lines))

    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    for each in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(each.attrib["x"]) <= width
        assert 0 <= float(each.attrib["y"]) <= height
