"""Lines taken apart into orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Outcome, Shape, Verb, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import Order, Verbs, find_verb, nearest, parse_order, split_list
from wikibot.game.problems import Unclear
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Player, State
from wikibot.wikitext.numerals import parse_time


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


# What ``help`` lists, and for whom.


NOW = parse_time("2024-01-05T00:00:00Z")
START = State(NOW, players={"Ann": Player("Ann")})
BOOK = Tiny().rulebook("")


def asks(who: str, text: str, *, steward: bool = False) -> Outcome:
    """The answer to one line."""
    line = Action(ActionId(1, 2, 0), NOW, who, text, trusted=steward)
    return Engine(Tiny(), BOOK).play(START, [line]).outcomes[0]


@pytest.mark.parametrize(
    ("who", "steward", "forms", "others"),
    [
        ("Ann", False, ("`dig`", "`help [VERB]`"), ("`correct`", "`undo`", "`choose")),
        ("Zed", False, ("`join`",), ("`dig`", "`correct`")),
        ("Zed", True, ("`join`", "`correct`", "`undo`"), ("`dig`",)),
    ],
)
def test_help_lists_what_the_asker_can_use(
    who: str, steward: bool, forms: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """Players' verbs for players, stewards' for stewards,
    and an answer only while something waits for one.
    """
    told = asks(who, "help", steward=steward).text

    assert [form in told for form in (*forms, *others)] == [True] * len(forms) + [False] * len(
        others
    )


def test_help_about_one_verb_has_an_example() -> None:
    """Whoever asks about a verb is shown a line that they could send."""
    assert asks("Zed", "help walk").text == "`walk PLACE PLACE` , such as `walk mill hill`"


def test_help_explains_the_orders_of_stewards_to_stewards() -> None:
    """Each with its form; a player who asks is told of no such thing."""
    told = asks("Zed", "help stewards", steward=True).text

    assert "`correct STATEMENT; ...` sets the state right" in told
    assert "`dig`" not in told
    assert str(asks("Ann", "help stewards").verdict) == "huh"


def test_help_about_no_verb_names_the_nearest() -> None:
    """A word that is not a verb is not passed over."""
    assert str(asks("Ann", "help wxlkr").verdict) == "huh"
    assert "Nearest: `walk PLACE PLACE`" in asks("Ann", "help wxlkr").text


def test_stewards_verbs_are_refused_to_others() -> None:
    """The answer says whose verb it is."""
    assert asks("Ann", "correct Ann gains 1 Stone").text.startswith(
        "`correct STATEMENT; ...` is for stewards"
    )


# Verbs that come from the ruleset page.


NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


def _verb_of_the_page(name: str) -> Verb:
    def play(act: ActionContext[State]) -> None:
        act.say(f"{act.player} did {name}")

    return Verb(name, name, name, f"the page lets you {name}", play)


def _read(book: Rulebook) -> Verbs:
    return Verbs(_verb_of_the_page(name) for name in re.findall(r"may (\w+)", book.text))


class FromPage(Tiny):
    """A game whose players may do what its ruleset page says that they may."""

    def verbs_in(self, state: State, book: Rulebook) -> Sequence[Verb]:
        del state
        return book.derived(_read)


def _answer(ruleset: str, line: str) -> Outcome:
    game = FromPage()
    state = State(NOON, players={"Ann": Player("Ann")})
    action = Action(ActionId(1, 1, 0), NOON, "Ann", line)
    return Engine(game, game.rulebook(ruleset)).play(state, [action]).outcomes[0]


def test_a_verb_of_the_page_is_played() -> None:
    """What the page lets players do is done."""
    outcome = _answer("A player may sing.", "sing")

    assert (Verdict.DONE, "Ann did sing") == (outcome.verdict, outcome.text)


def test_a_verb_is_gone_with_its_sentence() -> None:
    """Under another revision of the page its other verbs are in force."""
    outcome = _answer("A player may dance.", "sing")

    assert Verdict.HUH is outcome.verdict
    assert Verdict.DONE is _answer("A player may dance.", "dance").verdict


def test_help_lists_the_verbs_of_the_page() -> None:
    """Players see what the page of today lets them do."""
    listed = _answer("A player may dance.", "help").text

    assert "`dance` the page lets you dance" in listed
    assert "dig" not in listed
