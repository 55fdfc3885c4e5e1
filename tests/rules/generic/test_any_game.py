"""Long games of any lines on the pages of six rounds:
nothing fails, and the log leads to the same page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bench import any_nomic
from rules.generic import compiled
from rules.generic.game import GAME
from rules.generic.owners import GAME as GAME_ITSELF
from rules.generic.owners import PLAYERS, Owner, State, fields, names
from rules.generic.page.statements import STATEMENTS
from rules.generic.play import plan, values
from tests.for_each import TIMES
from tests.rules.any_game import MONDAY, Sometimes, any_game, told, without_identities
from tests.rules.generic.pages import table
from tests.rules.rulesets import ROUNDS, RULES, all_scenarios
from tests.test_linear_pages import steps
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.orders import LINE_MARK, log_line, read_log
from wikibot.game.engine.standing_rolls import DrawnRoll, Recorded, RollRequest

NAMES = ("Ann", "Bob", "Cid")
LINES = 30 * min(TIMES, 2)
ODD = (
    "use", "buy", "give", "sell 9999999999 of it", "move to", "choose 1", "choose Bob",
    "choose yes",
    "offer 0 Coins", "trade 1 Gold to Bob for nothing", "accept T1", "propose: Anything", "👍 P1",
    "roll 2d6", "pick a random player", "leave", "join", "note Ann has 3 Gold: a gift", "help",
)  # fmt: skip


class Proven(Sometimes):
    """Dice that say what their faces were made from, as the bot's own do."""

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """Faces of each roll, with a proof."""
        drawn = super().faces(draw)
        return DrawnRoll(drawn.faces, "by chance") if drawn else None


def a_start(name: str) -> tuple[Any, Any]:
    """The rulebook of a round, and the state with which its scenario begins."""
    scenario = next(s for s in all_scenarios() if name == s.file and name == s.rules)
    book = GAME.rulebook(RULES[name].text)
    return book, GAME.read(scenario.begins, book, MONDAY).state


def a_line(random: Random, state: Any, book: Any) -> str:
    """A line of the page's own verbs, filled in at random, or an odd one."""
    if random.random() < 0.25:
        return random.choice(ODD)
    example = random.choice(GAME.verbs_in(state, book)).example
    things = [name for table in state.tables.values() for name in table.things] or ["it"]
    words = {"Bob": random.choice(NAMES), "3": str(random.randint(0, 6))}
    nouns = {name.upper(): random.choice(things) for name in state.tables}
    return " ".join({**words, **nouns}.get(word, word) for word in example.split())


@pytest.mark.parametrize("name", ROUNDS)
def test_any_game_replays_from_its_log(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played by the bot's own dice is played again from the log, to the same page.

    So it is where all sentences are looked at after an action: what is left out in play, as it does
    not concern the action, would have changed nothing.
    """
    random = Random(name)
    book, start = a_start(name)
    engine: Engine[Any] = Engine(GAME, book, Proven(random, 1))
    state, log = start, list[str]()
    for number, played in enumerate(
        any_game(random, engine, start, NAMES, lambda r, s, _: a_line(r, s, book), LINES, hours=6)
    ):
        state = played.state
        log += _logged(played)
        if number % 5 == 4:
            page = GAME.read(GAME.write(_page(name), book, state), book, state.now)
            assert () == page.unreadable

    monkeypatch.setattr(plan, "_step", lambda before, after: plan.CourseStep())
    lines = [entry for entry in read_log("\n".join(log)) if isinstance(entry, Action)]
    again = Engine(GAME, book, Recorded(log)).play(start, lines, until=state.now).state
    assert without_identities(state).players == without_identities(again).players
    assert state.tables == again.tables
    assert state.values == again.values


def _logged(played: Played[Any]) -> Iterator[str]:
    """The lines of a log that a step leaves."""
    for fired in played.fired_events:
        yield from fired.lines
    for outcome in played.outcomes:
        if outcome.counts:
            yield from (*outcome.proofs, f"{LINE_MARK}{outcome.action.id}", log_line(outcome))


def _page(name: str) -> str:
    return next(s for s in all_scenarios() if name == s.file and name == s.rules).begins


# What is looked at after an action: the sentences that it concerns, and no others.


LIMITS = """
A player may pour: they gain 1d4 Fish and 2 Gold.
A player may swap their Gold with another player.
A player may raise: Level increases by 1.
A player may rest: their Health increases by 1.
No player may have more than 7 Fish.
A player's Gold is at most 9.
A player's Gold is at most their Health.
Level is at most 5.
Whenever a player has 5 Fish or more, they lose 2 Fish and their Health increases by 1.
Whenever Level becomes 3, each player gains 1 Fish.
Whenever the Gold of another player is exactly 4, they lose 1 Gold.
A player who has more Gold than Fish and at least 6 Health wins the game.
A player who has at least 4 Fish wins if no other player has at least 2 Fish.
"""
PAGE = table(
    "Name | Gold | Health | Items", "Ann | 1 | 2 | 1 Fish", "Bob | 4 | 5 |", "Cid | | |"
) + ("\nLevel: 1\n")


def _line(random: Random, *_: object) -> str:
    """A line of the game's own verbs."""
    who, number = random.choice(NAMES), random.randint(0, 12)
    own = ("pour", "pour", f"swap Gold with {who}", "raise", "rest")
    return random.choice((*own, f"note {who} has {number} Fish: a gift"))


def _played() -> list[str]:
    """What is said of fifty lines of any kind, and the state after each."""
    random = Random("limits")
    book = GAME.rulebook(LIMITS)
    start = GAME.read(PAGE, book, MONDAY).state
    engine: Engine[Any] = Engine(GAME, book, Sometimes(random, 1))
    lines = any_game(random, engine, start, NAMES, _line, lines=50)
    return [f"{told(each)} {each.state}" for each in lines]


def test_a_game_is_the_same_as_where_all_sentences_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is left out after an action would have changed nothing: with limits, triggers and wins.

    Whole rounds: :func:`tests.rules.generic.test_any_game.test_any_game_replays_from_its_log`.
    """
    some = _played()
    monkeypatch.setattr(plan, "_step", lambda before, after: plan.CourseStep())
    every = _played()

    assert some == every
    assert "by the rule" in str(some)
    assert "wins the game" in str(some)


def _compared(watch: Any, before: State, after: State) -> dict[str, Any]:
    """The sentences by which a cell is read that two states do not have alike; whose cells."""
    found: dict[str, Any] = {}
    for owner in (GAME_ITSELF, *(Owner(of, name) for of in _TABLES for name in names(after, of))):
        was, now = (
            {
                **fields(each, owner),
                **(each.players[owner.name].items if owner.table == PLAYERS else {}),
            }
            for each in (before, after)
        )
        other = [name for name in {**was, **now} if was.get(name) != now.get(name)]
        words = frozenset[str]().union(*map(plan.spellings, other))
        for each, of, read in watch.sentences:
            if read.others & words:
                found[each.text] = None
            elif of == owner.table and read.own & words:
                about = found.setdefault(each.text, set())
                found[each.text] = None if about is None else about | {owner}
    return found


_TABLES = (PLAYERS, "Provinces", "Companies", "Harbours", "Cards")


def test_sentences_are_looked_at_that_read_a_cell_which_two_states_do_not_have_alike() -> None:
    """The same ones as where all cells of both are compared, however states follow each other.

    Of states between which there are others, those that any of these steps concerns.
    """
    book, state, lines = any_nomic.wide(76, 20, 120)
    engine: Engine[Any] = Engine(GAME, book)
    states = [state]
    for line in lines:
        states.append(engine.play(states[-1], [line]).state)
    random, of = Random(31), compiled.plan_of(state, book)
    jumps = [random.choice(states) for _ in range(60)]
    walk = [each for at, jump in enumerate(jumps) for each in (states[at], states[at + 1], jump)]
    compared = dict.fromkeys(of.watches, frozenset[str]())
    for before, after in pairwise(walk):
        of.at(before)
        for watch in of.watches:
            watch.forget()
            watch.due = {}
        of.at(after)
        for watch in of.watches:
            found = {told.text: about for told, about, _ in watch.asked()}
            compared[watch] |= found.keys()
            assert found == _compared(watch, before, after)
            watch.due = {}
    of.at(walk[0])
    for watch in of.watches:
        watch.due = {}
    for each in walk:
        of.at(each)

    assert compared == {w: {told.text for told, *_ in w.asked()} for w in of.watches}
    assert any(compared.values())


def _edited(random: Random, state: State) -> State:
    """A state in which a person changed something by hand."""
    who, land = (f"{kind}{random.choice('abcdefghi')}" for kind in ("P", "Land"))
    number = random.choice((0, 1, 5, 29, 31, 95, 901))
    said = (
        f"{who} gains {number + 1} {random.choice(('Gooda', 'Goodb', 'Lantern'))}",
        f"{who} has {number} {random.choice(('Gold', 'Points'))}",
        f"the Troops of {land} in Provinces is {number}",
        f"the Owner of {land} in Provinces is {random.choice((who, 'nobody'))}",
        f"the Rent of {land} in Provinces is {number}",
        f"the Worth of {who} is {number}",
    )
    edited: State = STATEMENTS.correct(state, random.choice(said))
    uses = tuple(each for each in edited.uses if random.random() < 0.9)
    return replace(edited, uses=uses, winners=edited.winners[: random.choice((0, 9))])


def test_a_line_is_played_as_by_a_page_that_is_read_anew() -> None:
    """Whatever was played before, and was kept of it: earlier states, and what people edited."""
    random = Random("kept")
    book, state, lines = any_nomic.wide(76, 20, 150)
    engine, states, said = Engine[Any](GAME, book), [state], ""
    for line in lines:
        begun = random.choice((states[-1], random.choice(states)))
        begun = random.choice((begun, _edited(random, begun)))
        kept = engine.play(begun, [line])
        anew = Engine[Any](GAME, GAME.rulebook(book.text)).play(begun, [line])

        assert (kept.state, kept.outcomes) == (anew.state, anew.outcomes)
        states.append(kept.state)
        said += "; ".join(each.text for each in kept.outcomes)
    assert "wins the game" in said
    assert "your Worth becomes" in said


def test_sentences_are_read_by_the_words_of_the_state_that_is_asked_about() -> None:
    """Whatever other states were looked at for what changed meanwhile."""
    book = GAME.rulebook(LIMITS)
    one, other = (
        GAME.read(PAGE.replace("Level", name), book, MONDAY).state for name in ("Level", "Rank")
    )
    played = [len(compiled.plan_of(each, GAME.rulebook(LIMITS)).sentences) for each in (one, other)]

    course, found = compiled.plan_of(one, book).course, []
    for seen, asked in ((other, one), (other, other), (one, other), (one, one), (other, one)):
        course.at(seen)
        found.append(len(compiled.plan_of(asked, book).sentences))

    assert found == [played[each is other] for each in (one, other, other, one, one)]
    assert played[0] > played[1]


@contextmanager
def _counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The conditions that are looked at meanwhile."""
    seen: list[str] = []
    for kind, make in dict(values._CONDITIONS).items():

        def counted(node: Any, make: Any = make) -> Any:
            holds = make(node)

            def looked_at(scene: Any) -> bool:
                seen.append(type(node).__name__)
                return bool(holds(scene))

            return looked_at

        monkeypatch.setitem(values._CONDITIONS, kind, counted)
    _forget()
    yield seen
    _forget()


def _forget() -> None:
    """Make anew what nodes mean."""
    for each in (values.condition, values.amount_of, values.several_of, values.one_of):
        each.cache_clear()


@pytest.mark.parametrize(("players", "more"), [(20, 120), (40, 0)], ids=["sentences", "players"])
def test_an_action_costs_the_same_with_more_that_it_does_not_concern(
    players: int, more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same conditions are looked at, however many other sentences or players there are."""
    with _counted(monkeypatch) as seen:
        looked = []
        for size in ((20, 0), (players, more)):
            book, state, lines = any_nomic.game(*size, count=20)
            engine: Engine[Any] = Engine(GAME, book)
            state = engine.play(state, lines[:1]).state
            seen.clear()
            dig = "dig -- 1d6 (5) = 5"
            engine.play(state, [replace(each, text=dig) for each in lines[1:11]])
            looked.append(list(seen))

    assert looked[0]
    assert len(looked[0]) == len(looked[1])


def _calls(game: any_nomic.Game) -> float:
    """How many calls a line of a game takes, of its last 100; no time counts.

    They have been played before, so that nothing is read anew.
    """
    book, state, lines = game
    engine: Engine[Any] = Engine(GAME, book)
    profile = Profile()
    for again in (False, True):
        begun = engine.play(state, lines[:20]).state
        if again:
            profile.enable()
        played = engine.play(begun, lines[20:])
        profile.disable()
        assert {"done"} == {each.verdict.value for each in played.outcomes}
    return sum(each.callcount for each in profile.getstats()) / len(played.outcomes)


def test_an_action_takes_few_calls() -> None:
    """Of a game of few sentences, and of one of 100 of all kinds with 200 things."""
    assert _calls(any_nomic.game(count=120)) <= 670
    assert _calls(any_nomic.wide(count=120)) <= 1140


def test_an_action_takes_no_more_calls_with_sentences_that_do_not_concern_it() -> None:
    """Of all kinds that a ruleset may have, about three goods or six."""
    few, many = (_calls(any_nomic.wide(sentences, 40, 120)) for sentences in (76, 106))

    assert many <= few * 1.05


LOOPS = """\
A player may bless: the Troops of each Province increase by 1.

A player may curse: the Troops of each Province become 0.

A player may tax: they gain 1 Gold for each Province they own.

Each Province with no Troops has no Owner.

A player's Worth is their Gold plus the total Rent of the Provinces they own.

No Province may have more than 60 Troops.
"""


def _played_at_once(engine: Engine[Any], state: State, line: str) -> Played[Any]:
    action = Action(ActionId(0, 0, 1), MONDAY, "P0", line, 1, by_name=True, trusted=True)
    return engine.play(state, [action])


@pytest.mark.parametrize("line", ["bless", "curse", "tax"])
def test_a_sentence_that_loops_over_things_is_linear_in_them(line: str) -> None:
    """Twice the things take twice the work: of what a player does, what follows, what is limited.

    What is the same for any number of things is left out.
    """
    book, counts = GAME.rulebook(LOOPS), list[int]()
    engine: Engine[Any] = Engine(GAME, book)
    for things in (200, 400, 800):
        rows = (f"|-\n| L{at} || P{at % 2} || 50 || 2\n" for at in range(things))
        page = (
            "{|\n! Player !! Gold !! Worth\n|-\n| P0 || 5 ||\n|-\n| P1 || 5 ||\n|}\n"
            f"{{|\n! Province !! Owner !! Troops !! Rent\n{''.join(rows)}|}}\n"
        )
        state = GAME.read(page, book, MONDAY).state
        work = partial(_played_at_once, engine, state)
        assert work(line).outcomes[0].verdict is Verdict.DONE  # read by then
        counts.append(steps(work, line))

    one, two, four = counts
    assert two > one
    assert four - two <= (two - one) * 2.05


def test_what_a_person_wrote_counts_from_the_next_action_on() -> None:
    """A number beyond a limit by which any excess is lost is cut, and one that wins has won.

    Whoever acts; what a prohibition alone forbids stays as it is written.
    """
    book = GAME.rulebook(LIMITS.replace("than 7 Fish.", "than 7 Fish; any excess is lost."))
    page = PAGE.replace("1 Fish", "30 Fish").replace("|| 5 ||", "|| 12 ||")
    state = GAME.read(page, book, MONDAY).state
    engine: Engine[Any] = Engine(GAME, book, Sometimes(Random(1), 1))

    played = next(any_game(Random(2), engine, state, ("Bob",), lambda *_: "rest", lines=1))

    assert {"Fish": 7} == dict(played.state.players["Ann"].items)
    assert "Ann" in played.state.winners


def test_moving_between_places_reads_no_sentence_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places with names are no roles: who stands where costs nothing of the ruleset's reading."""
    places = table("Place | Leads to", "Green | Mill", "Mill | Green")
    people = table("Name | Place | Guild", "Ann | Green | Masons", "Bob | Mill | Bakers")
    page = f"== Players ==\n{people}\n== Places ==\n{places}"
    book = GAME.rulebook("A player may move to a Place that their Place leads to.")
    state = GAME.read(page, book, MONDAY).state
    compiled.compiled(state, book)
    read: list[str] = []
    monkeypatch.setattr(compiled, "read_sentence", lambda text, *_: read.append(text))
    lines = [
        Action(ActionId(0, 0, at), MONDAY, who, f"move to {place}", at, by_name=True, trusted=True)
        for at, (who, place) in enumerate((("Ann", "Mill"), ("Bob", "Green"), ("Ann", "Green")), 1)
    ]

    found = Engine(GAME, book).play(state, lines)

    assert [each.verdict.value for each in found.outcomes] == ["done"] * 3
    assert read == []
