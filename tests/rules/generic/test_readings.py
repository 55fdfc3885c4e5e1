"""Readings: a sentence is played as people say what it means, and never by its own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.generic.game import GAME
from tests.nomics import ROOT, Nomic, readings_page
from tests.rules.generic.pages import table
from wikibot.apply import apply_log
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.ruleset.readings import read_readings
from wikibot.wikitext.numerals import parse_time

NOW = parse_time("2026-03-02T10:00:00Z")
PAGE = table("Player | Gold | Seeds | Plots", "Ann | 1 | 3 | 0", "Ben | 5 | 0 | 0") + table(
    "Thing | Effect", "Kite | makes you happy", heading="Things"
)
PLAYERS = ("Ann", "Ben")
PLANTING = "Farmers like to '''plant''', using 1 [[Seed]]."
READS = "A player may plant by paying 1 Seed: they gain 1 Plot."


def findings(ruleset: str, readings: str) -> Sequence[SentenceFinding]:
    """The sentences of a ruleset page."""
    return [each for each in all_findings(ruleset, readings) if each.section != "Things"]


def all_findings(ruleset: str, readings: str) -> Sequence[SentenceFinding]:
    """The same, with those of things."""
    book = GAME.rulebook(ruleset).with_readings(read_readings(readings))
    return GAME.sentences(PAGE, book, NOW)


def astray(ruleset: str, readings: str) -> list[tuple[str, str]]:
    """The words of the readings that do not hold, and those that stand there now."""
    book = GAME.rulebook(ruleset).with_readings(read_readings(readings))
    found = GAME.readings_astray(GAME.read(PAGE, book, NOW).state, book)
    return [(given.wording, now) for given, now in found]


def played(ruleset: str, readings: str, *lines: str) -> tuple[list[str], dict[str, Any]]:
    """The verdicts of some lines of Ann's, and her fields afterwards."""
    log = "\n".join(f"2026-03-02T10:0{at}:00Z Ann: {line}" for at, line in enumerate(lines))
    applied = apply_log(GAME, ruleset, PAGE, log, readings=readings)
    ann = next(each for each in applied.state["players"] if each["name"] == "Ann")
    return [each.verdict.value for each in applied.outcomes], ann["fields"]


def test_a_sentence_is_played_as_people_say_that_it_means() -> None:
    """Its own words play no part any more."""
    ruleset = "A player may dig: they gain 1 Gold.\n"
    given = readings_page(
        {"A player may dig: they gain 1 Gold.": "A player may dig: they gain 7 Gold."}
    )

    verdicts, ann = played(ruleset, given, "dig")

    assert (verdicts, ann["Gold"]) == (["done"], 8)
    (found,) = findings(ruleset, given)
    assert (found.how, found.says) == ("by reading", "A player may dig: the player gains 7 Gold.")


def test_the_words_of_the_page_stand_for_the_verb_of_its_reading() -> None:
    """``leave a Seed in the bowl`` is ``honour the well`` by its reading; `leave` is the bot's."""
    ruleset = "A player may leave a Seed in the old stone bowl for luck."
    reads = "A player may honour the well by paying 1 Seed: they gain 2 Gold."
    given, own = readings_page({ruleset: reads}), "I leave a Seed in the stone bowl."

    verdicts, ann = played(ruleset, given, own, "leave", "honour the well", "leave a Kite in it")

    assert verdicts == ["done", "needs", "done", "huh"]
    assert (ann["Seeds"], ann["Gold"]) == (1, 5)


def test_paying_says_nothing_of_what_for() -> None:
    """A rule whose own verb is to pay is played where its words say what is meant, and no more."""
    ruleset = "A player may pay 1 Gold for a good scrubbing."
    given = readings_page({ruleset: "A player may scrub by paying 1 Gold: they gain 1 Plot."})

    verdicts, ann = played(ruleset, given, "I pay up", "pay", "pay 2 Gold", "pay for a scrubbing")

    assert (verdicts[-1], ann["Gold"], ann["Plots"]) == ("done", 0, 1)
    assert {*verdicts[:-1]} == {"huh"}


def test_what_a_reading_allowed_is_answered_with_the_sentence_that_waits() -> None:
    """Whose words changed; it is no strange word meanwhile."""
    given = readings_page({"Digging finds 1 Gold.": "A player may dig: they gain 1 Gold."})
    log = "2026-03-02T10:00:00Z Ann: dig"
    (told,) = apply_log(GAME, "Digging finds 2 Gold.\n", PAGE, log, readings=given).outcomes

    assert told.verdict == "cant"
    assert 'it was given to other words: "Digging finds 1 Gold"' in told.text


@pytest.mark.parametrize(
    "written",
    [
        "Farmers like to plant, using 1 Seed.",
        "* Farmers  like to ''plant'', using 1 [[Plant/Seed|Seed]]",
        "Farmers like to plant,\nusing 1 Seed.",
        "'''203.''' Farmers like to plant, using 1 Seed.",
    ],
)
def test_only_what_is_said_is_compared(written: str) -> None:
    """Links, bold, blanks, list marks and a last full stop make no difference."""
    verdicts, ann = played(PLANTING, readings_page({written: READS}), "plant")

    assert (verdicts, ann["Seeds"], ann["Plots"]) == (["done"], 2, 1)


def test_a_reading_may_stand_for_several_sentences() -> None:
    """And be several sentences itself."""
    ruleset = "Ploughing is hard work. Nobody knows that better than Ann. Ben sings."
    given = readings_page(
        {
            "Ploughing is hard work. Nobody knows that better than Ann.": (
                "A player may plough: they gain 1 Plot. No player may have more than 1 Plot."
            )
        }
    )

    assert played(ruleset, given, "plough", "plough")[1]["Plots"] == 1
    assert [each.how for each in findings(ruleset, given)] == ["by reading", "for people"]


def test_the_same_reading_of_two_sentences_is_played_once_and_told_of() -> None:
    """Said twice in one reading it is played twice."""
    ruleset = "Ploughing is hard. A plough is heavy. Who ploughs, sings."
    plough, sing = (
        "A player may plough: they gain 1 Plot.",
        ("Whenever a player ploughs, they gain 1 Gold."),
    )
    rows = {"Ploughing is hard.": plough, "A plough is heavy.": sing}
    once = readings_page(rows | {"Who ploughs, sings.": sing})
    twice = readings_page(rows | {"A plough is heavy.": f"{sing} {sing}"})

    assert [played(ruleset, each, "plough")[1]["Gold"] for each in (once, twice)] == [2, 3]
    assert [each.why for each in findings(ruleset, once)] == [
        "", "", 'it is played once, as the same reading of "A plough is heavy."',
    ]  # fmt: skip


@pytest.mark.parametrize("second", ["It being spring, Ben sows.", "They dig.", "Also, all dig."])
def test_rules_that_lean_on_each_other_may_have_readings_of_their_own(second: str) -> None:
    """Each of them; where one has none, nothing is played by the other."""
    ruleset = f"1.1 Ploughing is hard work.\n1.2 {second}\n"
    first = {"1.1 Ploughing is hard work.": "A player may plough: they gain 1 Plot."}
    other = {f"1.2 {second}": "A player may dig: they gain 1 Gold."}

    both = findings(ruleset, readings_page(first | other))
    alone = findings(ruleset, readings_page(first))

    assert [(e.how, e.text) for e in both] == [
        ("by reading", "Ploughing is hard work."), ("by reading", second),
    ]  # fmt: skip
    assert [each.played for each in alone] == [False]


@pytest.mark.parametrize(
    ("other", "holds"),
    [
        ("On a 5 or 6, they gain 3 Gold.", True),
        ("Otherwise they moan and they whine.", False),
        ("On a 5 or 6, they gain 3 Gold. Otherwise they moan. They whine.", False),
    ],
)
def test_readings_of_neighbours_may_say_one_action_together(other: str, holds: bool) -> None:
    """As sentences of the page do; all is for people where a part of it is."""
    ruleset = "Ploughing is hard work. Ben loves to watch."
    first = "A player may plough: they roll 1d6 and gain 1 Plot."
    given = readings_page({"Ploughing is hard work.": first, "Ben loves to watch.": other})
    one = readings_page({ruleset: f"{first} Ploughing costs 1 Gold."})

    assert [each.played for each in findings(ruleset, given)] == [True, holds]
    assert played(ruleset, given, "plough -- 1d6 (5) = 5")[1]["Gold"] == (4 if holds else 1)
    assert played(ruleset, one, "plough -- 1d6 (5) = 5")[1]["Gold"] == 0


OFFICES = table("Post | Holder", "Cook | Ann", "Guard | vacant", heading="Posts")


@pytest.mark.parametrize(
    ("rule", "line", "verdicts"),
    [
        ("The Cook may feast: they gain 1 Gold.", "feast", ("done", "cant")),
        ("The Holder of Cook may feast: they gain 1 Gold.", "feast", ("done", "cant")),
        ("A player who is not the Cook may nap: they gain 1 Gold.", "nap", ("cant", "done")),
        ("A player may nap if they are the Cook: they gain 1 Gold.", "nap", ("done", "cant")),
        ("A player may claim a Post if its Holder is empty: they become its Holder.",
         "claim Cook", ("cant", "cant")),
        ("A player may nap: the Cook gains 1 Gold.", "nap", ("done", "done")),
        ("A player may vote for another player.", "vote for Ann", ("cant", "done")),
    ],
)  # fmt: skip
def test_an_office_is_a_thing_of_which_the_page_says_only_who_it_is(
    rule: str, line: str, verdicts: tuple[str, str]
) -> None:
    """The Cook, as whoever a column of that table names."""
    log = "".join(f"2026-03-02T10:0{at}:00Z {who}: {line}\n" for at, who in enumerate(PLAYERS))
    applied = apply_log(GAME, rule + "\n", PAGE + OFFICES, log)

    assert tuple(each.verdict.value for each in applied.outcomes) == verdicts


@pytest.mark.parametrize(
    ("condition", "goes"), [("that player has no Gold", "cant"), ("they have 1 Gold", "done")]
)
def test_what_holds_of_the_player_who_is_named(condition: str, goes: str) -> None:
    """That player is the one whom the line names, and they are who writes it."""
    rule = f"A player may bless another player only if {condition}: that player gains 1 Gold."
    log = "2026-03-02T10:00:00Z Ann: bless Ben\n"

    (told,) = apply_log(GAME, rule + "\n", PAGE, log).outcomes

    assert told.verdict == goes


def test_the_number_of_a_line_may_be_in_its_condition() -> None:
    """That many is what the line says."""
    rule = "A player may give any number of Gold to another player only if that many plus their"
    rule += " Plots is at most 3: their Plots increases by that many.\n"
    log = "".join(f"2026-03-02T10:0{at}:00Z Ben: give 2 Gold to Ann\n" for at in range(2))

    applied = apply_log(GAME, rule, PAGE, log)

    assert [each.verdict.value for each in applied.outcomes] == ["done", "cant"]


def test_votes_are_those_of_the_rules_whatever_a_column_is_called() -> None:
    """A column Vote says for whom each one is, and nothing is counted in it."""
    page = PAGE.replace("Plots", "Vote").replace("|| 0\n", "|| -\n")
    rule = "A player may vote for another player. At the end of each day, the player with the most"
    log = "2026-03-02T10:00:00Z Ann: vote for Ben\n"
    until = parse_time("2026-03-03T10:00:00Z")

    applied = apply_log(GAME, f"{rule} votes gains 1 Gold.\n", page, log, until)

    ben = next(each for each in applied.state["players"] if each["name"] == "Ben")
    assert ben["fields"]["Gold"] == 6


@pytest.mark.parametrize("word", ["Player", "Captain", "Crew member"])
def test_players_are_called_as_the_page_calls_them(word: str) -> None:
    """In all sentences, by one word or by two."""
    page = PAGE.replace("! Player", f"! {word}").replace("== Players ==", "== Company ==")
    ruleset = f"A {word} may dig: they gain 1 Gold. Each day, each {word} gains 1 Gold."
    ruleset += f" {word}s may trade with each other."

    told = GAME.sentences(page, GAME.rulebook(ruleset), NOW)

    assert [each.played for each in told if each.section != "Things"] == [True] * 3


@pytest.mark.parametrize("end", ["Mutiny!", "1.1. Mutiny!", "Mutiny: now."])
def test_a_reading_may_stand_for_short_sentences_with_a_longer_one(end: str) -> None:
    """Whatever ends them, and however their rules are numbered."""
    ruleset = f"* {end} Whoever has had enough goes."
    given = readings_page({f"{end} Whoever has had enough goes.": "nothing"})

    assert {each.how for each in findings(ruleset, given)} == {"by reading"}


def test_a_reading_that_is_not_understood_whole_is_for_people_whole() -> None:
    """So none of its sentences is played."""
    given = readings_page({PLANTING: f"{READS} Each player hums a merry tune."})

    (found,) = findings(PLANTING, given)

    assert (found.played, found.how) == (False, "for people")
    assert played(PLANTING, given, "plant")[1]["Plots"] == 0


@pytest.mark.parametrize(("means", "is_played"), [("nothing", True), ("people", False)])
def test_a_reading_may_leave_all_to_people_or_say_that_nothing_comes_of_it(
    means: str, is_played: bool
) -> None:
    """A sentence that means nothing forbids nothing, either."""
    ruleset = "A player may dig: they gain 1 Gold. Nobody may dig while it rains."
    given = readings_page({"Nobody may dig while it rains.": means})

    found = findings(ruleset, given)[1]

    assert (found.played, found.says) == (is_played, "nothing" if is_played else "")
    assert played(ruleset, given, "dig")[0] == ["done" if is_played else "held"]


def test_a_sentence_whose_words_changed_waits() -> None:
    """It is not played by its own words, either, though these are understood."""
    ruleset = "A player may dig with both hands: they gain 2 Gold.\n"
    old = "A player may dig with both hands: they gain 1 Gold."
    given = readings_page({old: "A player may dig: they gain 1 Gold."})

    (found,) = findings(ruleset, given)

    assert (found.how, found.played) == ("held", False)
    assert "they gain 1 Gold" in found.why
    assert played(ruleset, given, "dig")[1]["Gold"] == 1
    assert astray(ruleset, given) == [(old.rstrip("."), ruleset.strip())]


def test_a_reading_of_words_that_are_nowhere_does_nothing() -> None:
    """It is named."""
    given = readings_page({"Cows give milk.": "A player may dig: they gain 1 Gold."})

    assert [each.how for each in findings(PLANTING, given)] == ["for people"]
    assert astray(PLANTING, given) == [("Cows give milk", "")]


def test_of_two_readings_that_differ_neither_counts() -> None:
    """The sentence is held until one of them is gone."""
    given = readings_page({PLANTING: READS}) + readings_page({PLANTING: "nothing"})

    assert [each.how for each in findings(PLANTING, given)] == ["held"]


def test_a_reading_that_says_nothing_leaves_the_sentence_to_people() -> None:
    """Its words are those that it was given to, so it does not wait for others."""
    given = readings_page({PLANTING: ""})

    assert [(each.how, each.why) for each in findings(PLANTING, given)] == [
        ("for people", "its reading is empty")
    ]
    assert not astray(PLANTING, given)


def test_two_sentences_of_one_reading_are_one_rule() -> None:
    """Each may be given the whole of it."""
    ruleset = "Farmers plant. That takes a seed.\n\nPlanting is once a day."
    one = "Once per day, a player may plant by paying 1 Seed: they gain 1 Plot."
    given = readings_page(
        {"Farmers plant. That takes a seed.": one, "Planting is once a day.": one}
    )

    assert played(ruleset, given, "plant", "plant") == (
        ["done", "cant"],
        {"Gold": 1, "Seeds": 2, "Plots": 1},
    )


def test_what_a_thing_does_has_a_reading_as_well() -> None:
    """By the words of its cell."""
    given = readings_page({"makes you happy": "gain 2 Gold"})
    ruleset = "A player may have things.\n"

    assert not astray(ruleset, given)
    (kite,) = (each for each in all_findings(ruleset, given) if each.section == "Things")
    assert (kite.how, kite.says) == ("by reading", "The player gains 2 Gold; it is used up.")


def test_what_is_not_in_force_is_played_by_no_reading() -> None:
    """A heading may say so."""
    ruleset = f"== Repealed rules ==\n{PLANTING}\n"

    assert [each.played for each in findings(ruleset, readings_page({PLANTING: READS}))] == [False]


REGISTER = {"CAN": "may", "by announcement": "nothing", "e": "they", "DICE6": "1d6"}


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        (
            "A player CAN, by announcement, dig: e gain 1 Gold.",
            "A player may dig: the player gains 1 Gold.",
        ),
        (
            "A player CAN by announcement dig: they gain 1 Gold.",
            "A player may dig: the player gains 1 Gold.",
        ),
        (
            "A player CAN dig: e roll DICE6; on a 1, e lose 1 Gold.",
            "A player may dig: the player rolls 1d6; on a 1, the player loses 1 Gold.",
        ),
    ],
)
def test_a_register_is_read_before_the_sentences(sentence: str, says: str) -> None:
    """Each that it touches is shown with what is read."""
    (found,) = findings(sentence, readings_page({}, REGISTER))

    assert (found.how, found.says) == ("by the register", says)


def test_a_register_leaves_other_words_alone() -> None:
    """Whole words alone are meant, those in capitals only so."""
    (found,) = findings("A player can see the candle.", readings_page({}, REGISTER))

    assert found.how == "for people"
    assert not found.given


@pytest.mark.skipif(
    not ROOT.is_dir(), reason="rulesets of groups (../shared/nomics) are not beside the project"
)
@pytest.mark.parametrize(
    ("group", "as_written", "in_other_words"), [("greenfields", 17, 19), ("verity", 10, 18)]
)
def test_plays_of_a_group_come_out_by_its_readings(
    group: str, as_written: int, in_other_words: int
) -> None:
    """At least so many, with lines as people write them and as their readings have them."""
    nomic = Nomic(ROOT / group)

    left = [each for each in nomic.plays if nomic.comes_out(each).wrong]
    wrong = [each for each in left if nomic.comes_out(each, reworded=True).wrong]

    assert len(nomic.plays) - len(left) >= as_written
    assert len(nomic.plays) - len(wrong) >= in_other_words


@pytest.mark.skipif(
    not ROOT.is_dir(), reason="rulesets of groups (../shared/nomics) are not beside the project"
)
def test_mechanics_of_groups_can_be_said() -> None:
    """All but contracts that many sign, and players who are struck from the page."""
    farm, agora = Nomic(ROOT / "greenfields"), Nomic(ROOT / "verity")

    assert [*farm.mechanics.keys() - farm.said()] == []
    of_auctions = "High: 0\n\nLeader: nobody\n\nClock: 0\n"
    assert agora.mechanics.keys() - agora.said(of_auctions) == {"n1", "x2"}


def test_a_state_that_lasts_is_no_part_of_what_happens_at_a_time() -> None:
    """``While it is so, ...`` goes on with an action, and not with a moment."""
    of_time = "At 18:00 each day, each player gains 1 Gold."
    of_action = "A player may dig: they gain 1 Gold."
    lasting = "While they have 2 Plots, they lose 1 Seed."

    played = [
        [e.played for e in findings(f"{each} {lasting}", "")] for each in (of_time, of_action)
    ]

    assert played == [[True, False], [True, True]]


def test_a_first_page_has_the_columns_that_readings_need() -> None:
    """And none for words that readings leave out."""
    given = readings_page({"Farmers adore Turnips.": "A player may plant: they gain 1 Carrot."})
    book = GAME.rulebook("Farmers adore Turnips.\n").with_readings(read_readings(given))

    page = GAME.new_page(book, NOW, "State")

    assert "Carrot" in page
    assert "Turnips" not in page


def test_a_log_in_a_file_may_give_readings() -> None:
    """Lines behind it are played by it, those before are not; only players give one."""
    log = [
        "Ann: plant", f'Zoe: reading "Farmers like": {READS}',
        f'Ann: reading "Farmers like": {READS}', "Ann: plant",
    ]  # fmt: skip
    lines = "\n".join(f"2026-03-02T10:0{at}:00Z {line}" for at, line in enumerate(log))

    applied = apply_log(GAME, PLANTING, PAGE, lines)

    verdicts = [each.verdict.value for each in applied.outcomes]
    assert verdicts[1:] == ["cant", "done", "done"]
    assert verdicts[0] != "done"
    assert applied.state["players"][0]["fields"]["Plots"] == 1


def test_the_check_finds_what_no_line_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown as played has a line that is read as such, composed by the check."""
    ruleset = "A player may join the feast: they gain 1 Gold. A player may dig: they gain 1 Gold."
    assert all(each.played for each in findings(ruleset, ""))
    monkeypatch.setattr("rules.generic.play.actions.written", lambda *_: "overturn J2: no")

    assert [each.how for each in findings(ruleset, "")] == ["for people", "for people"]


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        ("A player may dig: they gain 1 Gold.", "A player may dig: they gain 1 Plot.", "dig"),
        ("A player may dig: they gain 1 Gold.",
         "A player who has a Seed may dig: they gain 1 Plot.", "dig"),
        ("A player with no Gold may dig: they gain 1 Gold.",
         "A player with at least 1 Gold may dig: they gain 1 Plot.", ""),
        ("A player may fix a Thing: they gain 1 Gold.",
         "A player may fix: they gain 1 Plot.", ""),
    ],
)  # fmt: skip
def test_the_check_names_two_actions_of_the_same_words(one: str, other: str, line: str) -> None:
    """Where a player may do both, the line asks which."""
    found = findings(f"{one}\n\n{other}\n", "")

    assert all(each.played for each in found)
    assert [f"`{line}` may also mean" in each.why for each in found] == [bool(line)] * 2
    if line:
        assert played(f"{one}\n\n{other}\n", "", line)[0] == ["needs"]


MILLS = table("Player | Gold", "Ann | 1", "Ben | 5") + table(
    "Mill | Keeper | Rent", "Old Mill | Ben | 2", "New Mill | nobody | 3", heading="Mills"
)


def test_nobody_in_a_column_of_names_is_no_name() -> None:
    """So it names players: things are whose they are, in the word that the column has for that."""
    ruleset = (
        "A player may claim a Mill that nobody keeps: its Keeper becomes that player. "
        "A player who keeps 2 Mills wins."
    )
    lines = [f"2026-03-02T10:0{at}:00Z Ben: claim {n} Mill" for at, n in enumerate(["Old", "New"])]
    applied = apply_log(GAME, ruleset, MILLS, "\n".join(lines))

    assert [each.verdict.value for each in applied.outcomes] == ["cant", "done"]
    assert applied.state["tables"]["Mills"][1]["fields"]["Keeper"] == "Ben"
    assert applied.state["winners"] == ["Ben"]


def test_what_a_reading_stands_for_tells_who_the_players_are() -> None:
    """Readings say "a player"; the group's own sentence below one says who that is."""
    page = table("Actor | Set", "Ann | Quay", heading="Actors") + table(
        "Set | Lines", "Quay | 3", heading="Sets"
    )
    given = readings_page({"An actor may bow.": "A player may bow: they win."})
    book = GAME.rulebook("An actor may bow.").with_readings(read_readings(given))
    unsaid = GAME.rulebook("A player may bow.")

    assert [*GAME.read(page, book, NOW).state.players] == ["Ann"]
    assert "Players are called" in str(GAME.read(page, unsaid, NOW).unreadable)
