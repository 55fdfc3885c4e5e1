"""Lines taken apart into orders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from wikibot.game.actions import Shape, Verb
from wikibot.game.engine.orders import Order, Verbs, find_verb, nearest, parse_order, split_list
from wikibot.game.problems import Unclear


def _verb(name: str, shape: Shape) -> Verb:
    return Verb(name, name, name, "", lambda act: None, shape)


MOVE, USE = _verb("move", Shape.WORDS), _verb("use", Shape.SUBJECT)
JOIN, JOIN_AS, TAKE = (
    _verb("join", Shape.BARE),
    _verb("join as", Shape.TEXT),
    _verb("take garbage", Shape.BARE),
)
THUMB = _verb("👍", Shape.TEXT)
VERBS = Verbs((MOVE, USE, JOIN, JOIN_AS, TAKE, THUMB))
TRADE = Verb(
    "trade", "trade ITEM", "trade Fish", "", lambda act: None, Shape.TEXT, hints=("give", "put up")
)
UNDO = Verb("undo", "undo", "undo", "", lambda act: None, stewards_only=True)


@for_each(
    "line, verb, subject, answers",
    [
        ("move 1 2 3", MOVE, "", ("1", "2", "3")),
        ("Move: 1, 2, 3.", MOVE, "", ("1", "2", "3")),
        ("move 1 → 2 → -3", MOVE, "", ("1", "2", "-3")),
        ("move", MOVE, "", ()),
        ("use Fish", USE, "Fish", ()),
        ("use Machete: 5, 9, 400", USE, "Machete", ("5", "9", "400")),
        (
            'use Blank Card: "Sand, wet", It is heavy', USE, "Blank Card",
            ("Sand, wet", "It is heavy"),
        ),
        ("join", JOIN, "", ()),
        ("join as Dee: the second", JOIN_AS, "Dee: the second", ()),
        ("TAKE GARBAGE!", TAKE, "", ()),
        ("👍P3", THUMB, "P3", ()),
    ],
)  # fmt: skip
def test_lines_taken_apart(line: str, verb: Verb, subject: str, answers: tuple[str, ...]) -> None:
    """The longest verb wins; what follows it is read by the verb's shape."""
    assert parse_order(line, VERBS) == Order(verb, subject, answers)


@pytest.mark.parametrize(
    "line",
    ["I move 1 2", "i'd like to move 1 2", "I would like to move 1 2",
     "Ok, and then I'll move: 1, 2!",
     "🎉 I hereby move 1 → 2."],
)  # fmt: skip
def test_words_around_the_action(line: str) -> None:
    """People speak in sentences:
    what leads to the verb, and what is said for politeness, is passed over.
    """
    assert parse_order(line, VERBS) == Order(MOVE, "", ("1", "2"))


@pytest.mark.parametrize(
    "line", ["I do not move 1 2", "> move 1 2", '"move 1 2"', "who moves? I move 1", "we move 1"]
)
def test_what_is_no_action_of_ones_own(line: str) -> None:
    """A denial, a quotation or a remark is not taken for an action."""
    with pytest.raises(Unclear, match="I don't know that action"):
        parse_order(line, VERBS)


@pytest.mark.parametrize("line", ["move 1 2 -- rolled badly", "move 1 2 — 7 or 8"])
def test_what_stands_behind_dashes_is_no_answer(line: str) -> None:
    """What stands behind the dashes and is not a roll is named; it does not count as a space."""
    with pytest.raises(Unclear, match="is not a stated roll"):
        parse_order(line, VERBS)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("mvoe 1 2", "`move`"), ("take garbge", "`take garbage`"), ("", "`help` lists"),
        ("moved 1", "`move`"),
    ],
)  # fmt: skip
def test_no_verb_brings_the_nearest_form(line: str, hint: str) -> None:
    """A line that begins with no verb is answered with the nearest one."""
    with pytest.raises(Unclear, match=hint):
        parse_order(line, VERBS)


@pytest.mark.parametrize(
    ("line", "forms"),
    [
        ("I want to join", ("`join`",)), ("P3 👍", ("`👍`",)),
        ("give Bob a Fish to use", ("`trade ITEM`",)), ("put up a Fish", ("`trade ITEM`",)),
        ("undu", ("`undo`",)), ("undone, please use", ("`use`", "`undo`")),
    ],
)  # fmt: skip
def test_other_words_bring_the_form_too(line: str, forms: tuple[str, ...]) -> None:
    """What people say instead, and a verb further on in the line;
    what stewards alone may do comes last.
    """
    assert nearest(line, (UNDO, *VERBS, TRADE)) == forms


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(
            lambda x: x == x.strip()
        )
    )
)
def test_an_order_reads_back(answers: list[str]) -> None:
    """An unfinished order that was put on the page as text is the same when it is read again."""
    order = Order(USE, "Blank Card", tuple(answers))

    assert parse_order(str(order), VERBS) == order


@given(
    st.sampled_from(VERBS), st.text(st.sampled_from(" 'x-_:.\u200dM"), max_size=3), st.booleans()
)
def test_the_index_finds_what_looking_at_each_verb_finds(
    verb: Verb, rest: str, shout: bool
) -> None:
    """Looking verbs up by their first word changes nothing about which one a line is
    understood as.
    """
    line = (verb.name.upper() if shout else verb.name) + rest

    assert find_verb(line, VERBS) == find_verb(line, tuple(VERBS))


@given(st.text())
def test_any_list_can_be_split(text: str) -> None:
    """No text makes the splitting of a list fail or go on for ever."""
    assert all(isinstance(part, str) for part in split_list(text))


ODD = ("Thin Ice", "a,b", "x->y", "x → y", 'say "hi"', "-209", "2d4 (1, 1) = 2", "a\\b", "—")


@for_each("answer", ODD)
def test_an_answer_of_several_words_stays_one(answer: str) -> None:
    """What waits on a page comes back as it was,
    also for a verb whose answers stand between blanks.
    """
    verb = Verb("walk", "walk PLACE", "walk mill", "", lambda act: None, Shape.WORDS)
    order = Order(verb, "", ("1", answer, "2"))

    assert parse_order(str(order), [verb]) == order


def test_dice_alone_are_an_answer() -> None:
    """Whoever is asked for a roll may send just that."""
    choose = _verb("choose", Shape.TEXT)

    assert parse_order("2d4 (1, 3) = 4", [choose]) == parse_order("choose 2d4 (1, 3) = 4", [choose])
