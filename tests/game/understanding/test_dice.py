"""Dice in any bot's shape, anywhere in a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.fuzz.steps import Steps
from wikibot.game.problems import Unclear
from wikibot.game.rolls import UNNAMED, Roll
from wikibot.game.understanding.dice import part_dice, shown_rolls

Shape = Callable[[str, Sequence[int]], str]


def _list(faces: Sequence[int], joint: str = ", ") -> str:
    return joint.join(map(str, faces))


SHAPES: dict[str, Shape] = {
    "canonical": lambda die, faces: f"{die} ({_list(faces)}) = {sum(faces)}",
    "without total": lambda die, faces: f"{die} ({_list(faces)})",
    "total first": lambda die, faces: f"{die}: {sum(faces)} [{_list(faces)}]",
    "total first, a sum": lambda die, faces: f"{die} = {sum(faces)} ({_list(faces, ' + ')})",
    "Avrae": lambda die, faces: f"Result: {die} ({_list(faces)}) Total: `{sum(faces)}`",
    "Dice Maiden": lambda die, faces: (
        f"Request: `[{die}]` Roll: `[{_list(faces)}]` Result: `{sum(faces)}`"
    ),
    "arrow": lambda die, faces: f"🎲 {die} → {_list(faces)}",
    "colon": lambda die, faces: f"{die}: {_list(faces)}",
    "asked first": lambda die, faces: f"!roll {die}: {die} [{_list(faces)}] = {sum(faces)}",
    "braces": lambda die, faces: f"{die} {{{_list(faces)}}}",
    "glued": lambda die, faces: f"{die}({_list(faces, ',')})={sum(faces)}",
    "equals": lambda die, faces: f"{die}={_list(faces, '+')}={sum(faces)}",
    "sentence": lambda die, faces: f"rolled {die} and got {_list(faces, ' and ')}",
}
PLACES = {
    "two dashes": "move 1 2 -- {}", "nothing": "move 1 2 {}", "comma": "move 1 2, {}",
    "dash": "move 1 2 - {}", "long dash": "move 1 2 – {}", "full stop": "move 1 2. {}.",
    "brackets": "move 1 2 ({})", "square brackets": "move 1 2 [{}]", "code": "move 1 2 `{}`",
    "in front": "{} move 1 2", "in front with a comma": "{}, move 1 2", "middle": "move {} to 1 2",
    "exclamation": "move 1 2! {}!",
}  # fmt: skip
LINES = {
    "arrow to the way": ("2d4 (1, 2) = 3 → 1, 2, 3", "1, 2, 3", "2d4 (1, 2) = 3"),
    "a sentence before": ("I roll 2d4 (1, 2) = 3 and move to 3", "move to 3", "2d4 (1, 2) = 3"),
    "for what": ("I roll 1d6 to move: 1d6 (3) = 3", "move", "1d6 (3) = 3"),
    "a movement roll": ("movement roll: 1d6 (3) = 3", "movement", "1d6 (3) = 3"),
    "whom, behind": ("use Fish -- 1d6 (2) = 2 on Bob", "use Fish on Bob", "1d6 (2) = 2"),
    "behind a colon": ("use Ray: 1d6 (2) = 2, Bob", "use Ray: Bob", "1d6 (2) = 2"),
    "a further sentence": ("mine 1d6 (2). Nice", "mine. Nice", "1d6 (2) = 2"),
    "a further action": ("mine -- 1d6 (2) = 2; use Mauve", "mine; use Mauve", "1d6 (2) = 2"),
    "to roll": ("roll -- 1d6 (5) = 5", "roll", "1d6 (5) = 5"),
    "dice before and behind": ("1d4 (2) dig -- 1d6 (5) = 5", "dig", "1d4 (2) = 2, 1d6 (5) = 5"),
    "dice alone": ("I rolled 2d4: 1, 2", "", "2d4 (1, 2) = 3"),
    "dice alone, late": ("sorry, forgot the dice: 2d4 (1, 2) = 3", "", "2d4 (1, 2) = 3"),
    "dice alone, here": ("here's my roll -- 2d4 (1, 2) = 3", "", "2d4 (1, 2) = 3"),
    "dice alone in brackets": ("(2d4 (1, 2) = 3)", "", "2d4 (1, 2) = 3"),
    "faces alone": ("rolled a 3", "", "[3] = 3"),
    "an item": ("use 2d6", "use 2d6", ""),
    "an item with a word": ("use the 2d6 item", "use the 2d6 item", ""),
    "a price": ("buy 2d6 for 3 poents", "buy 2d6 for 3 poents", ""),
    "a trade": ("trade 1 2d6 to Ben for 3 poents", "trade 1 2d6 to Ben for 3 poents", ""),
    "spaces": ("move 1, 2, 3", "move 1, 2, 3", ""),
    "pots": ("plant 3: Root, 4: Fluff", "plant 3: Root, 4: Fluff", ""),
    "in quotes": ('use Card: "roll 2d4 (1, 2) a day"', 'use Card: "roll 2d4 (1, 2) a day"', ""),
    "two slashes": ("move 1 2 // 2d4 = 1+2 = 3", "move 1 2", "2d4 (1, 2) = 3"),
    "a hash": ("move 1 2 #dice 2d4 1,2", "move 1 2", "2d4 (1, 2) = 3"),
    "my dice": ("move 1 2, my dice were 1 and 2", "move 1 2", "[1, 2] = 3"),
    "a roll of": ("move 1 2 with a roll of 3 (1+2)", "move 1 2", "[1, 2] = 3"),
    "a total and its die": ("move 1 2 -- rolled 3 (2d4: 1, 2)", "move 1 2", "2d4 (1, 2) = 3"),
    "got": ("move 1 2 -- rolled 2d4, got 3 (1, 2)", "move 1 2", "2d4 (1, 2) = 3"),
    "for a total": ("move 1 2 -- You rolled [1, 2] for 3", "move 1 2", "[1, 2] = 3"),
    "die by die": ("move 1 2 -- d4 1 d4 2", "move 1 2", "1d4 (1) = 1, 1d4 (2) = 2"),
    "random.org": ("move 1 2 -- random.org: 1 2", "move 1 2", "[1, 2] = 3"),
    "a link before": ("move 1 2 https://x.org/5 2d4 (1, 2) = 3", "move 1 2", "2d4 (1, 2) = 3"),
    "a link that shows": (
        "move 1 2 2d4 (1, 2) = 3 [https://x.org/5 my proof]", "move 1 2", "2d4 (1, 2) = 3 https://x.org/5",
    ),
    "whose die": ("fight -- officer: 1d6 (1), me: 1d6 (6)", "fight", "1d6 (1) = 1, 1d6 (6) = 6"),
    "to the bot": ("@Wikibot 2d4 (1, 2)", "", "2d4 (1, 2) = 3"),
    "a number of dice": ("I roll 3 dice", "I roll 3 dice", ""),
    "not clear which": ("take garbage 21 (1d98)", "take garbage 21 (1d98)", ""),
    "too many numbers": ("mine 1d6: 3, 4, 5", "mine 1d6: 3, 4, 5", ""),
    "spaces with a total": ("move 1 2 3 = 6", "move 1 2 3 = 6", ""),
    "a sum of things": ("store 3 Fish + 1 Duck", "store 3 Fish + 1 Duck", ""),
}  # fmt: skip


@given(
    st.sampled_from(sorted(SHAPES)),
    st.sampled_from(sorted(PLACES)),
    st.integers(2, 100).flatmap(
        lambda sides: st.tuples(
            st.just(sides), st.lists(st.integers(1, sides), min_size=1, max_size=5)
        )
    ),
)
def test_every_shape_is_read_in_every_place(
    shape: str, place: str, dice: tuple[int, list[int]]
) -> None:
    """Whatever the bot prints and wherever it is pasted: the same roll, and no word too many."""
    sides, faces = dice
    line = PLACES[place].format(SHAPES[shape](f"{len(faces)}d{sides}", faces))

    words, rolls = part_dice(line)

    assert words in ("move 1 2", "move to 1 2")
    assert rolls == (Roll(len(faces), sides, tuple(faces)),)


@for_each("line, words, rolls", LINES.values())
def test_words_and_dice_are_told_apart(line: str, words: str, rolls: str) -> None:
    """The words are what is left without dice; what is not sure is not dice."""
    said, found = part_dice(line)

    assert (said, ", ".join(map(str, found))) == (words, rolls)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=5), st.integers(-1, 3).filter(bool))
def test_a_wrong_total_is_refused_wherever_it_stands(faces: list[int], off: int) -> None:
    """Before or behind the faces, with a die or without."""
    total, listed = sum(faces) + off, _list(faces)
    for stated in (f"{len(faces)}d4 ({listed}) = {total}", f"{len(faces)}d4: {total} [{listed}]",
                   f"[{listed}] = {total}", f"rolled a {total} ({_list(faces, '+')})"):  # fmt: skip
        with pytest.raises(Unclear):
            part_dice(f"move 1 2 {stated}")


def test_faces_without_a_die_have_no_sides_yet() -> None:
    """The order that needs dice says which they are."""
    assert part_dice("move (1+2)=3")[1] == (Roll(2, UNNAMED, (1, 2)),)


@given(st.text("move 123d6()[]=:+-→,. rolled", max_size=60))
def test_words_that_are_left_hold_no_dice(line: str) -> None:
    """Read again with its dice behind it, as the log has it, a line says the same."""
    try:
        words, rolls = part_dice(line)
    except Unclear:
        return
    if not rolls or not words:
        return
    with suppress(Unclear):
        again = part_dice(f"{words} -- {', '.join(map(str, rolls))}")
        assert [roll for roll in again[1] if roll in rolls] == list(rolls)


def test_impossible_dice_of_a_line_that_is_no_order_are_passed_over() -> None:
    """The others count."""
    text = "dgi -- 2d4: 4 [1, 3], oh dear, 1d4 (9) and 🎲 1d6 → 5!"

    assert list(map(str, shown_rolls(text))) == ["2d4 (1, 3) = 4", "1d6 (5) = 5"]


@pytest.mark.parametrize(
    "again",
    ["1d6: ", "2d4 1 ", "(1 ", "((1, 2) ", "1 + ", "rolled ", "rolled 1, ", "3 (", "roll a 3 on ",
     "🎲 1 → ", "[1] ", "-- 1 ", '"', '\\"', "@a ", "= 1 ", "9999d6 "],
)  # fmt: skip
def test_twice_the_line_takes_twice_the_time(again: str) -> None:
    """Whatever is repeated in it."""
    steps = []
    for times in (400, 800):
        count = Steps(20_000_000)
        with count.counting(), suppress(Unclear):
            part_dice(f"move {again * times}x")
        steps.append(count.count)

    assert steps[1] <= 2.5 * steps[0] + 200
