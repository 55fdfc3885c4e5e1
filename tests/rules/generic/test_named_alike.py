"""Actions of a page's own that are called as verbs of the bot's are, or as a common remark is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.generic.game import GAME, checked
from rules.generic.owners import State
from tests.for_each import for_each, portion
from tests.rules.any_game import MONDAY
from tests.rules.generic.pages import table
from wikibot.apply import apply_log
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.composing import Offered
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import with_kernel
from wikibot.game.engine.orders import read_log
from wikibot.game.engine.steward_verbs import ORDERS
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Pending
from wikibot.storage.log_page import log_entries
from wikibot.sync.render import help_page

PAGE = "\n".join(
    (
        "== Players ==",
        table("Name | Gold | Fame | Items", "Ann | 5 | 0 | 3 Rope", "Ben | 5 | 0 |"),
        "== Stones ==",
        table("Stone | Worth", "Opal | 1", "Ruby | 2"),
    )
)
CODED = [verb for game in ("cycle15", "cycle14", "round7") for verb in load_game(game).verbs]
BUILT_IN = with_kernel(GAME.verbs, GAME.ledger)
NAMES = [e.name for e in (*BUILT_IN, *ORDERS, *CODED) if e.name.replace(" ", "").isalpha()]
OWN_GAME = frozenset(each.name for each in BUILT_IN)
OF_STEWARDS = frozenset(each.name for each in ORDERS)
NO_VERBS = ("as", "for")  # which no sentence can have as one
# What a sentence has behind "may VERB", and a line behind VERB:
ACTIONS = (
    (": they gain 7 Fame", ""),
    (" up: they gain 7 Fame", "up"),
    (" the stone wall: they gain 7 Fame", "the stone wall"),
    (" a Stone: they gain 7 Fame", "Opal"),
    (" a Stone to another player: they gain 7 Fame", "Opal to Ben"),
    (" another player: they gain 7 Fame", "Ben"),
    (" any number of Gold: they lose that many Gold and gain 7 Fame", "3 Gold"),
)
ALL = """\
A player may help another player: that player gains 1 Fame.

A player may leave the cave: they gain 2 Fame.

Any player may propose a toast: each player gains 1 Gold.

A player may join a Stone: they gain 3 Fame.

A player may choose a Stone: they gain 4 Fame.

A player may note a Stone: they gain 5 Fame.

A player may retract a Stone: they gain 6 Fame.

A player may ponder: they choose a player; they gain 1 Gold.

A player may gaze: they choose a Stone; they gain 1 Gold.

A player may bet: they roll 1d6 and gain that much Gold.
"""
OWN = ("help", "leave", "propose", "join", "choose", "note", "retract")


def started(rules: str, page: str = PAGE) -> tuple[State, Rulebook]:
    """A game at its beginning, and its rulebook."""
    book = GAME.rulebook(rules)
    return GAME.read(page, book, MONDAY).state, book


def played(
    start: tuple[State, Rulebook], *lines: str, trusted: bool = False
) -> tuple[State, Sequence[Outcome]]:
    """Lines ``PLAYER: LINE`` of a wiki, played; the log of them, played again, leads to the same.

    So does the log without the identities of its lines, but for these.
    """
    state, book = start
    said = [each.partition(": ") for each in lines]
    actions = [
        Action(ActionId(1, number, 0), MONDAY, name, text, trusted=trusted)
        for number, (name, _, text) in enumerate(said, start=1)
    ]
    done = Engine(GAME, book).play(state, actions)
    log = log_entries((), (), MONDAY, (), done.outcomes)
    bare = [each for each in log if not each.startswith("#")]
    assert GAME.differences(done.state, logged(start, *log)) == ()
    assert done.state.players == logged(start, *bare).players
    return done.state, done.outcomes


def logged(start: tuple[State, Rulebook], *log: str) -> State:
    """What lines of a log lead to."""
    state, book = start
    actions = [each for each in read_log("\n".join(log)) if isinstance(each, Action)]
    return Engine(GAME, book).play(state, actions).state


def fame(state: State, name: str = "Ann") -> object:
    """What a player has of it."""
    return state.players[name].fields.get("Fame", 0)


@for_each("name", portion(dict.fromkeys(NAMES), 6))
def test_an_action_may_have_the_name_of_any_verb(name: str) -> None:
    """Whatever follows it: what the check says is played, a line reaches, a steward's, too."""
    for says, line in ACTIONS if name in OWN_GAME else ACTIONS[::3]:
        rules = f"A player may {name}{says}."
        start = started(rules)
        (sentence,) = checked(*start)
        assert sentence.played or " " in name or name in NO_VERBS, rules
        if not sentence.played or (name, line[:4]) == ("draw", "Opal"):  # which draws any
            continue
        for trusted in (False, True) if name in OF_STEWARDS else (False,):
            state, (outcome,) = played(start, f"Ann: {name} {line}".strip(), trusted=trusted)
            assert (outcome.verdict, fame(state)) == ("done", 7), (rules, line, outcome.text)


@for_each("name", sorted(OWN_GAME.intersection(NAMES)))
def test_things_may_have_the_name_of_any_verb(name: str) -> None:
    """They are used, bought, looked at and chosen like any other."""
    thing = name.title()
    page = PAGE + "\n".join(
        (
            "\n== Goods ==",
            table("Good | Effect | Price (Gold)", f"{thing} | gain 7 Fame | 2", "Rope | |"),
        )
    )
    rules = "A player may inspect a Good: they gain 7 Fame."
    start = started(rules, page.replace("3 Rope", f"3 {thing}"))
    asking = started("A player may ponder: they choose a Good; they gain 7 Fame.", page)

    for line in (f"use {thing}", f"inspect {thing}", f"inspect the {thing}"):
        assert fame(played(start, f"Ann: {line}")[0]) == 7, line
    assert played(start, f"Ann: buy {thing}")[0].players["Ann"].fields["Gold"] == 3
    assert fame(played(asking, "Ann: ponder", f"Ann: choose {thing}")[0]) == 7


REMARKS = {
    "build": ("a wall", "bridges", "trust"), "move": ("house", "mountains", "along", "past"),
    "take": ("care", "a break", "notes", "cover"), "leave": ("a mark", "aside", "off"),
    "draw": ("a line", "near", "breath"), "hold": ("on", "the line", "tight"),
    "trade": ("secrets", "blows"), "join": ("forces", "hands", "the club"),
    "give": ("way", "in", "time"), "pass": ("the salt", "by", "away"),
    "use": ("caution", "the force"), "end": ("times", "it all"), "run": ("away", "in circles"),
}  # fmt: skip


@for_each("verb", REMARKS)
def test_an_action_may_be_called_what_else_is_a_remark(verb: str) -> None:
    """``build a wall``, ``move house``: its form is played where a sentence has it."""
    for rest in REMARKS[verb]:
        line = f"{verb} {rest}"
        start = started(f"A player may {line}: they gain 7 Fame.")
        (sentence,) = checked(*start)
        (own, *_) = GAME.verbs_in(*start)
        if sentence.played and {*line.split()} - {*own.form.split()} <= {"a", "the"}:
            assert fame(played(start, f"Ann: {line}")[0]) == 7, line


@for_each(
    "lines, verdict, text",
    [
        (["Ann: help Ben"], "done", "Ben gains 1 Fame"),
        (["Ann: I would like to help Ben"], "done", "Ben gains 1 Fame"),
        (["Ann: let me help Ben please"], "done", "Ben gains 1 Fame"),
        (["Ann: hepl Ben"], "done", "Ben gains 1 Fame"),
        (["Ann: by rule help Ben"], "done", "Ben gains 1 Fame"),
        (["Ann: help"], "done", "`bot help [VERB]` explains one of these"),
        (["Ann: help"], "done", "`help PLAYER` by the rule"),
        (["Ann: help all"], "done", "`bot leave` you stop being a player"),
        (["Ann: bot help"], "done", "`leave cave` by the rule"),
        (["Ann: help leave"], "done", "you stop being a player; everything you own is destroyed"),
        (["Ann: help leave"], "done", "`leave cave` by the rule: A player may leave the cave"),
        (["Ann: help Bne"], "huh", "By a rule: `help PLAYER`."),
        (["Ann: leave"], "done", "gains 2 Fame"),
        (["Ann: leave the cave!"], "done", "gains 2 Fame"),
        (["Ann: leave the game"], "needs", "do you mean it"),
        (["Ann: I quit the game"], "needs", "do you mean it"),
        (["Ann: bot leave"], "needs", "do you mean it"),
        (["Ann: Bot leave", "Ann: leave"], "done", "gains 2 Fame"),
        (["Ann: Bot leave", "Ann: bot leave"], "done", "Ann leaves"),
        (["Ann: let me leave"], "huh", "Did you mean (1) `by rule leave`, (2) `bot leave`?"),
        (["Ann: let me leave", "Ann: 2"], "needs", "do you mean it"),
        (["Cid: join"], "done", "Cid joins"),
        (["Cid: join as Dan"], "done", "Dan joins"),
        (["Cid: join Opal"], "huh", "'Opal' does not say under which name"),
        (["Cid: leave the cave"], "cant", "Cid is not a player"),
        (["Ann: join Opal"], "done", "gains 3 Fame"),
        (["Ann: join Granite"], "cant", "By a rule: `join STONE`."),
        (["Ann: propose a toast"], "done", "Ben gains 1 Gold"),
        (["Ann: propose: A toast"], "done", "P1 (A toast): Standard proposal"),
        (["Ann: bot propose: A toast", "Ann: retract P1"], "done", "is retracted"),
        (["Ann: note Opal"], "done", "gains 5 Fame"),
        (["Ann: note Ben gains 2 Fame: he sang"], "done", "Ben gains 2 Fame"),
        (["Ann: retract Ruby"], "done", "gains 6 Fame"),
        (["Ann: retract", "Ann: Ruby"], "done", "gains 6 Fame"),
        (["Ann: choose Opal"], "done", "gains 4 Fame"),
        (["Ann: choose"], "needs", "Which Stone"),
        (["Ann: choose", "Ann: choose Ruby"], "done", "gains 4 Fame"),
        (["Ann: gaze", "Ann: choose Opal"], "done", "gains 1 Gold"),
        (["Ann: gaze", "Ann: choose gaze: Opal"], "done", "gains 1 Gold"),
        (["Ann: gaze", "Ann: choose Opal", "Ann: choose Opal"], "done", "gains 4 Fame"),
        (["Ann: gaze", "Ann: by rule choose Opal"], "done", "gains 4 Fame"),
        (["Ann: gaze", "Ann: by rule choose", "Ann: choose Opal"], "huh", "several actions"),
        (["Ann: ponder", "Ann: choose Opal"], "done", "gains 4 Fame"),
        (["Ann: ponder", "Ann: choose Ben"], "done", "gains 1 Gold"),
        (["Ann: ponder", "Ann: choose Granite"], "huh", "does not answer"),
        (["Ann: bet", "Ann: choose Opal"], "done", "gains 4 Fame"),
        (["Ann: bet", "Ann: choose -- 1d6 (3) = 3"], "done", "gains 3 Gold"),
    ],
)
def test_whose_verb_a_line_begins_with(lines: Sequence[str], verdict: str, text: str) -> None:
    """The page's as far as the words fit it, and else the bot's; either can be said in full."""
    _, outcomes = played(started(ALL), *lines)

    assert (outcomes[-1].verdict, text in outcomes[-1].text) == (verdict, True), outcomes[-1].text


def test_the_log_says_in_full_whose_a_verb_is() -> None:
    """So that it plays the same again, whatever sentences come and go."""
    lines = ("Ann: leave", "Ann: leave the game", "Ann: no", "Ann: note Ben gains 1 Gold: so be it")
    _, outcomes = played(started(ALL), *lines)
    log = log_entries((), (), MONDAY, (), outcomes)
    said = [each.partition("Ann: ")[2] for each in log if not each.startswith("#")]

    expected = [
        "by rule leave", "bot leave", "bot choose no", "bot note Ben gains 1 Gold: so be it",
    ]  # fmt: skip
    assert said == expected
    _, (for_her,) = played(started(ALL), "Ben: as Ann: leave the cave", trusted=True)
    assert log_entries((), (), MONDAY, (), [for_her])[:3] == (
        "# said: as Ann: leave the cave",
        "# line 1.1.0",
        "2024-01-01T00:00:00Z Ben: as Ann: by rule leave the cave",
    )
    assert "Ann" not in logged(started(""), "# line 1.1.0", "2024-01-01T00:00:00Z Ann: bot leave",
                               "2024-01-01T00:00:00Z Ann: bot choose yes").players  # fmt: skip


def test_a_log_from_before_such_sentences_were_played() -> None:
    """There a verb alone is the bot's: nobody could mean anything else by it."""
    times = ("# line 1.{0}.0", "2024-01-01T00:00:0{0}Z {1}")
    lines = ("Ann: leave", "Ann: choose yes", "Cid: join", "Cid: propose: More", "Cid: retract P1")
    log = [each.format(at, line) for at, line in enumerate(lines, 1) for each in times]
    state = logged(started(ALL), *log)

    assert [*state.players] == ["Ben", "Cid"]
    assert [each.status for each in state.proposals] == ["retracted"]


def test_a_line_that_waits_from_before_is_answered_as_it_was_asked() -> None:
    """Ann was asked whether she wants to leave the game when only the bot had such a verb."""
    before, _ = played(started(""), "Ann: leave")
    _, book = started(ALL)
    answer = Action(ActionId(1, 9, 0), MONDAY, "Ann", "yes")
    after = Engine(GAME, book).play(before, [answer]).state

    assert [*after.players] == ["Ben"]


def test_an_action_that_waits_from_before_has_the_name_of_an_order() -> None:
    """Such actions were played before, and wait under their own name alone."""
    state, book = started("A player may correct a Stone: they gain 1 Fame.")
    asks = "which Stone, to correct Stone"
    waits = Pending(ActionId(1, 1, 0), "Ann", Kind.ACTION, "correct", asks, MONDAY)
    answer = Action(ActionId(1, 9, 0), MONDAY, "Ann", "Opal")

    assert fame(Engine(GAME, book).play(replace(state, pending=(waits,)), [answer]).state) == 1


def test_orders_of_stewards_stay_theirs() -> None:
    """Also beside sentences of that name, whether these are played or for people."""
    rules = (
        "A player may correct a Stone: they gain 1 Fame.",
        "A player may retry: they gain 1 Gold.",
        "A player may alias their way out.",
    )
    start = started("\n\n".join(rules))
    lines = ("Ben: correct Opal", "Ben: correct Ann has 9 Gold", "Ben: as Ann: correct Ruby")
    state, outcomes = played(start, *lines, "Ben: alias Ann = Eve", trusted=True)
    _, (others,) = played(start, "Ben: correct Ann has 9 Gold")
    _, (_, again, nobody) = played(
        start, "Ben: retry", "Ben: bot retry 417", "Ben: as", trusted=True
    )

    assert [each.verdict for each in outcomes] == ["done"] * 4
    assert (fame(state), fame(state, "Ben")) == (1, 1)
    assert (state.players["Ann"].fields["Gold"], state.players["Ann"].owner) == (9, "Eve")
    assert (others.verdict, "does not say what to correct" in others.text) == ("huh", True)
    assert "nothing waits under '417'" in again.text
    assert "as PLAYER: ACTION" in nobody.text


def test_a_line_whose_result_the_page_cannot_hold_waits_as_it_was_understood() -> None:
    """So that a steward who has it played again has the same played."""
    state, book = started(ALL)
    line = Action(ActionId(1, 1, 0), MONDAY, "Ann", "leave the cave")
    full = Engine(GAME, book).play(state, [line], None, lambda after: "x" if fame(after) else "")
    number = full.outcomes[0].text.partition("`ruling ")[2][:3]
    order = Action(ActionId(1, 2, 0), MONDAY, "Ben", f"retry {number}", trusted=True)

    assert [each.text for each in full.state.pending] == ["by rule leave the cave"]
    assert fame(Engine(GAME, book).play(full.state, [order]).state) == 2


def test_what_forbids_such_an_action_does_not_forbid_the_bots() -> None:
    """Nobody has to stay in the game because they have to stay in the cave."""
    start = started(f"{ALL}\nA player who has at least 3 Gold may not leave.")
    _, (forbidden, asked) = played(start, "Ann: leave the cave", "Ann: bot leave")

    assert (forbidden.verdict, asked.verdict) == ("cant", "needs")


def test_help_alone_is_the_pages_where_its_action_is_help_alone() -> None:
    """Then the bot tells by which word its own can be had."""
    start = started("A player may help: they gain 7 Fame.")
    state, (helped, told, unknown) = played(start, "Ann: help", "Ann: bot help", "Ann: xyzzy")

    assert (fame(state), helped.verdict) == (7, "done")
    assert told.text.endswith("`bot help [VERB]` explains one of these, `bot help all` all")
    assert "`bot help` lists what you can do now" in unknown.text


def test_the_form_and_the_page_for_players_have_both() -> None:
    """Each under what its lines begin with."""
    state, book = started(ALL)
    shown = Offered(GAME, state, book, stated=True, most=20).json(9)
    begins = {each["name"]: each["forms"][0]["parts"][0] for each in shown["verbs"]}

    assert [begins[name].split()[0] for name in OWN] == [*OWN]
    assert all(begins[f"bot {name}"].startswith(f"bot {name}") for name in OWN if name != "choose")
    assert {"help", "leave", "bot leave", "bot note"} <= {*shown["players"][0]["can"]}
    assert shown["others"]["can"] == ["bot join", "bot help"]
    told = help_page(GAME, state, book, "Talk:Game", "Actions")
    assert "<nowiki>bot leave</nowiki>" in told
    assert "<nowiki>leave cave</nowiki>" in told


def test_a_verb_of_the_group_is_that_of_its_reading() -> None:
    """Any words are a title, so that a proposal to the rules needs its colon there."""
    said = "Any baker may propose a new Price from 1 to 9, and that it is."
    means = "A baker may print 1 to 9 Tags, called the tag: the Price becomes the tag."
    rows = "{|\n! Sentence !! Is played as !! Given by\n|-\n" + f"| {said} || {means} || Ann\n|}}\n"
    page = table("Baker | Tags", "Ann | 0") + "\nPrice: 2\n"
    lines = ("I propose a price of 5.", "I propose a feast.", "propose: A feast")
    log = "\n".join(f"2026-11-02T1{at}:00:00Z Ann: {line}" for at, line in enumerate(lines))
    first, second, third = apply_log(GAME, said, page, log, readings=rows).outcomes

    assert "Price becomes 5" in first.text
    assert second.verdict == "huh"
    assert "P1 (A feast)" in third.text
