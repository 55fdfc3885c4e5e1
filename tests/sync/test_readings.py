"""Readings that people give by a line or by hand: from when on they count, and where they stand."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.for_each import TIMES, portion
from tests.sync.group import RULES, Group
from tests.sync.world import Deadly, Killed
from wikibot.game.ruleset.readings import GivenReading, read_readings, written
from wikibot.storage.local import Journal
from wikibot.sync.counted import MOST_GIVEN

PAGE = "Rules/Readings"
SONG = "A merry song is sung by whoever wants to."
GIVES = 'reading "A merry song": A player may sing: they gain 3 Gold.'
SINGS = "A player may sing: they gain 3 Gold."
TABLE = '{| class="wikitable"\n! Sentence !! Is played as !! Given by\n|}\n'


@pytest.fixture
def group(tmp_path: Path) -> Iterator[Group]:
    """A group with a sentence that nobody but people understands."""
    found = Group(tmp_path)
    found.edit("Sam", "Rules", f"{RULES}\n== Singing ==\n{SONG}\n")
    found.sync()
    yield found
    found.journal.close()


def rows(group: Group) -> list[tuple[str, str, str]]:
    """What the readings page says."""
    page = read_readings(group.text(PAGE))
    return [(each.sentence, each.means, each.by) for each in page.rows]


def row(group: Group, user: str, sentence: str, means: str) -> int:
    """Save a row by hand."""
    page = group.text(PAGE) or TABLE
    return group.edit(user, PAGE, page.replace("|}", f"|-\n| {sentence} || {means} || {user}\n|}}"))


def test_a_line_gives_a_reading(group: Group) -> None:
    """Lines behind it are played by it, those before are not; its row names who gave it."""
    group.says("Bob", "sing")
    group.says("Ann", GIVES)
    group.says("Bob", "sing")
    edits = [each.title for each in group.sync().changes]
    later = [each.title for each in group.sync().changes]

    before = ["State", "Play"]  # of the line that the reading is not for
    assert (edits, later) == ([*before, "State", "Rules/Readings", "Play"], ["Log"])
    assert group.gold("Bob") == 8
    assert rows(group) == [(SONG, SINGS, "Ann")]
    assert "from now on" in group.text("Play")
    assert "the player gains 3 Gold" in group.text("Play")
    saved = group.wiki.history(PAGE, 0)
    assert len(saved) == 1
    assert "reading by Ann" in (saved[-1].comment or "")
    assert 'reading added by Ann: "A merry song is sung by whoever wants to"' in group.text("Log")


def test_all_comes_once_wherever_the_program_is_killed(tmp_path: Path) -> None:
    """Before or after any of its edits, with or without what it keeps beside the wiki."""
    luck = random.Random(30)
    for at, after in portion(product(range(1, 9), (False, True)), 3):
        group = Group(tmp_path / f"{at}{after}")
        group.edit("Sam", "Rules", f"{RULES}\n== Singing ==\n{SONG}\n")
        group.sync()
        group.says("Bob", "sing")
        group.says("Ann", GIVES)
        group.says("Bob", "sing")
        group.says("Ann", 'reading "A merry song": A player may sing: they gain 1 Gold.')
        group.says("Bob", "sing")
        try:
            group.sync(wiki=Deadly(group, at, after=after))
        except Killed:
            if luck.random() < 0.5:
                group.journal.close()
                group.journal = Journal(":memory:")
        group.sync()
        group.sync()

        assert group.gold("Bob") == 9
        assert [each[1] for each in rows(group)] == ["A player may sing: they gain 1 Gold."]
        assert group.text("Play").count("from now on") == 2
        group.journal.close()


def test_lines_of_one_second_are_played_in_their_order(group: Group) -> None:
    """Before and after the readings between them, in portions of their own; also once more when
    the first was saved, and not answered.
    """
    other = GIVES.replace("3 Gold", "1 Gold")
    said = [("Bob", "sing"), ("Ann", GIVES), ("Bob", "sing"), ("Ann", other), ("Bob", "sing")]
    for user, line in said:
        text = f"{group.text('Play').rstrip()}\n* {line}\n"
        group.wiki.save_as(user, "Play", text, group.now)
    with pytest.raises(Killed):
        group.sync(wiki=Deadly(group, 1, after=True))
    while group.sync().left:
        pass

    assert group.gold("Bob") == 5 + 3 + 1
    assert group.text("Play").count("from now on") == 2


def test_lines_of_one_edit_are_played_in_their_order(group: Group) -> None:
    """Who joins in front of a reading may give it; what stands before it is not played by it."""
    lines = ("* sing", "* join", f"* {GIVES}", "* sing", f"* {GIVES.replace('3 Gold', '1 Gold')}")
    group.edit("Cid", "Play", "\n".join((group.text("Play").rstrip(), *lines, "* sing\n")))
    while group.sync().left:
        pass

    assert group.gold("Cid") == 0 + 3 + 1
    assert group.text("Play").count("from now on") == 2
    assert [each[1:] for each in rows(group)] == [("A player may sing: they gain 1 Gold.", "Cid")]


@pytest.mark.parametrize("first", ["merry", "very merry"])
def test_what_a_line_took_away_stays_so_when_somebody_saves_the_row_beside_it(
    group: Group, first: str
) -> None:
    """The bot had not come to take it off the page."""
    other = {"merry": "very merry", "very merry": "merry"}[first]
    if first == "very merry":
        group.rule("Sam", "A merry song", "A very merry song")
    row(group, "Ann", SONG.replace("merry", first), "A player may sing: they gain 9 Gold.")
    group.rule("Sam", f"A {first} song", f"A {other} song")
    group.says("Ann", 'reading "song is sung": A player may sing: they gain 1 Gold.')
    with pytest.raises(Killed):
        group.sync(wiki=Deadly(group, 1, after=True))
    row(group, "Bob", SONG.replace("merry", other), "A player may sing: they gain 2 Gold.")
    with pytest.raises(Killed):
        group.sync(wiki=Deadly(group, 1, after=True))
    group.rule("Sam", f"A {other} song", f"A {first} song")
    group.says("Bob", "sing")
    group.sync()
    group.sync()

    assert group.gold("Bob") == 5
    assert [each[1] for each in rows(group)] == ["A player may sing: they gain 2 Gold."]


def test_a_row_that_a_player_saves_counts_at_once(group: Group) -> None:
    """Like an edit of the rules, and told like one."""
    row(group, "Ann", SONG, SINGS)
    group.says("Bob", "sing")
    group.sync()
    group.sync()  # with the log

    assert group.gold("Bob") == 8
    assert "reading added by Ann in revision" in group.text("Log")


def test_a_row_that_a_stranger_saves_waits(group: Group) -> None:
    """It is told, and counts when a steward accepts it; rows of others count meanwhile."""
    revision = row(group, "Mallory", SONG, "A player may sing: they gain 90 Gold.")
    row(group, "Ann", "Rules of the village.", "nothing")
    group.says("Bob", "sing")
    report = group.sync()

    assert group.gold("Bob") == 5
    told = " ".join(report.problems)
    for each in (f"revision {revision} by Mallory", "Mallory is not a player", "gain 90 Gold"):
        assert each in told
        assert each in group.text("State")
    group.says("Sam", f"accept revision {revision}", "Orders")
    group.says("Bob", "sing")
    group.sync()

    assert group.gold("Bob") == 95
    assert "does not count" not in group.text("State")


def test_a_line_of_a_stranger_gives_nothing(group: Group) -> None:
    """Nor takes anything away."""
    group.says("Mallory", GIVES)
    group.sync()

    assert rows(group) == []
    assert "Mallory is not a player" in group.text("Play")


def test_stewards_alone_may_where_the_settings_say_so(tmp_path: Path) -> None:
    """By a line of either page."""
    group = Group(tmp_path, readings_by="stewards")
    group.edit("Sam", "Rules", f"{RULES}\n== Singing ==\n{SONG}\n")
    group.says("Ann", GIVES)
    group.sync()
    assert rows(group) == []
    group.says("Sam", GIVES, "Orders")
    group.sync()

    assert rows(group) == [(SONG, SINGS, "Sam")]
    assert "from now on" in group.text("Orders")
    group.journal.close()


def test_what_a_person_saves_after_a_line_stays(group: Group) -> None:
    """The newer one of two counts, also where the bot had not come to write the older one."""
    group.says("Ann", GIVES)
    row(group, "Bob", SONG, "A player may sing: they gain 1 Gold.")
    group.says("Bob", "sing")
    group.sync()
    group.sync()

    assert group.gold("Bob") == 6
    assert [each[1:] for each in rows(group)] == [("A player may sing: they gain 1 Gold.", "Bob")]


def test_other_rows_and_words_of_the_page_stay(group: Group) -> None:
    """Only the row is written, and below all what is for people."""
    before = f"Our readings. <!-- ours -->\n{TABLE}Some words.\n"
    group.edit("Ann", PAGE, before)
    group.says("Ann", GIVES)
    group.sync()

    after = before.replace("|}", f"|-\n| {SONG} || {SINGS} || Ann\n|}}")
    assert group.text(PAGE).startswith(after)


def test_a_reading_that_is_not_understood_is_not_given(group: Group) -> None:
    """The answer says from which words on."""
    group.says("Ann", 'reading "A merry song": A player may sing: everybody feels better.')
    group.sync()

    assert rows(group) == []
    assert "everybody feels better" in group.text("Play")


def test_an_offer_is_taken_by_its_number(group: Group) -> None:
    """Nothing of it is played before; a number of none changes nothing."""
    juggling = "A player MAY juggle: they gain 3 Gold."
    group.edit("Ann", "Rules", f"{group.text('Rules')}\n{juggling}\n")
    group.says("Bob", 'reading "A player MAY juggle"')
    group.says("Bob", "juggle")
    group.says("Bob", 'reading "A player MAY juggle": 2')
    group.sync()
    assert "it may mean: 1. A player may juggle: the player gains 3 Gold." in group.text("Play")
    assert "there is no such offer" in group.text("Play")
    assert group.gold("Bob") == 5
    group.says("Bob", 'reading "A player MAY juggle": 1')
    group.says("Bob", "juggle")
    group.sync()

    assert group.gold("Bob") == 8
    assert [each[1] for each in rows(group)] == ["A player may juggle: the player gains 3 Gold."]


def test_readings_are_shown_and_taken_away(group: Group) -> None:
    """By the first words, or any that are enough to tell the sentence."""
    group.says("Ann", GIVES)
    group.sync()
    group.says("Bob", 'reading "by whoever"')
    group.sync()
    assert "the reading: A player may sing" in group.text("Play")
    group.says("Bob", 'reading "A merry song": none')
    group.says("Bob", "sing")
    group.sync()

    assert rows(group) == []
    assert group.gold("Bob") == 5


def test_words_that_begin_several_sentences_give_nothing(group: Group) -> None:
    """The answer names them."""
    group.says("Ann", 'reading "A player may": nothing')
    group.sync()

    assert rows(group) == []
    assert "begin several sentences" in group.text("Play")


def test_a_sentence_whose_words_changed_waits_until_its_reading_is_confirmed(group: Group) -> None:
    """Both wordings stand on the status line meanwhile."""
    group.says("Ann", GIVES)
    group.sync()
    group.rule("Ann", "A merry song is sung", "A very merry song is sung")
    group.says("Bob", "sing")
    group.sync()
    assert group.gold("Bob") == 5
    for words in ("has other words now", "A merry song is sung by", "A very merry song is sung by"):
        assert words in group.text("State")
    group.says("Bob", 'reading "A very merry": confirm')
    group.says("Bob", "sing")
    group.sync()

    assert group.gold("Bob") == 8
    assert [each[0] for each in rows(group)] == [SONG.replace("merry", "very merry")]
    assert "has other words now" not in group.text("State")


def test_the_answer_to_a_proposal_says_how_its_text_would_be_played(group: Group) -> None:
    """Each sentence in its paraphrase, or that it would be for people; talk is passed over."""
    text = "A player may pray: they gain 1 Gold. Prayers are heard by all."
    group.edit("Ann", "Play", f"{group.text('Play')}* propose: Prayers\n*: {text}\n")
    group.sync()
    assert "would be played as: A player may pray: the player gains 1 Gold" in group.text("Play")
    assert 'Prayers are heard by all." would be for people' in group.text("Play")
    group.edit("Bob", "Play", f"{group.text('Play')}* propose: Picnic\n*: Let us have one.\n")
    group.sync()

    assert group.text("Play").count("would be") == 2


def changed(group: Group, luck: random.Random) -> None:
    """Somebody's line, rule, reading by a line or by hand, word of the register, or column."""
    gold, who = luck.randint(1, 9), luck.choice(("Ann", "Bob"))
    song = (
        "A merry song is sung" if "A merry song" in group.text("Rules") else "A glad song is sung"
    )
    what = luck.randrange(8)
    if what == 0:
        group.says(who, f'reading "song is sung": A player may sing: they gain {gold} Gold.')
    elif what == 1:
        given = GivenReading(
            f"{song} by whoever wants to.", f"A player may sing: they gain {gold} Gold.", who
        )
        group.edit(luck.choice((who, "Mallory")), PAGE, written(group.text(PAGE), (given,)))
    elif what == 2:
        other = "A glad song is sung" if "merry" in song else "A merry song is sung"
        group.rule(who, song, other)
    elif what == 3:
        words = f"{{|\n! Words !! Mean\n|-\n| rests || may rest: they gain {gold} Gold\n|}}\n"
        others = re.sub(r"\{\|\n! Words[^}]*\}\n", "", group.text(PAGE))
        group.edit(who, PAGE, others + words)
    elif what == 4:
        group.says(who, 'reading "song is sung": none')
    elif what == 5:
        page = group.text("State")
        new = f"Fame{page.count('Fame')}"
        page = page.replace("! Player", f"! Player !! {new}")
        group.edit(who, "State", re.sub(r"\| (Ann|Bob) \|\|", r"| \1 || 3 ||", page))
    else:
        group.says(who, luck.choice(("sing", "rest", "dig")))


@pytest.mark.parametrize("seed", range(TIMES))
def test_whenever_it_is_killed_each_line_is_played_by_what_stood_when_it_was_saved(
    tmp_path: Path, seed: int
) -> None:
    """The end is that of a game which was synced once, behind all that people did."""
    rules = f"{RULES}\n== Singing ==\n{SONG}\n\n== Sloth ==\nA player rests.\n"
    once, killed = Group(tmp_path / "once"), Group(tmp_path / "killed")
    for group in (once, killed):
        group.edit("Sam", "Rules", rules)
        group.sync()
    for step in range(12):
        for group in (once, killed):
            group.now = once.now
            changed(group, random.Random(f"{seed} {step}"))
        luck = random.Random(f"kill {seed} {step}")
        with contextlib.suppress(Killed):
            killed.sync(wiki=Deadly(killed, luck.randint(1, 5), after=luck.random() < 0.5))
        if luck.random() < 0.5:
            killed.journal.close()
            killed.journal = Journal(":memory:")
    for group in (killed, once):
        group.sync()
        group.sync()

    assert [killed.gold(each) for each in ("Ann", "Bob")] == [
        once.gold(each) for each in ("Ann", "Bob")
    ]
    for group in (once, killed):
        group.journal.close()


def test_many_lines_that_give_readings_are_carried_out_in_portions(group: Group) -> None:
    """All of them, each once, the last one counts."""
    lines = "".join(
        f'* reading "A merry song": A player may sing: they gain {at} Gold.\n'
        for at in range(1, MOST_GIVEN + 4)
    )
    group.edit("Ann", "Play", group.text("Play") + lines)
    group.sync()

    assert group.text("Play").count("from now on") == MOST_GIVEN + 3
    assert [each[1] for each in rows(group)] == [
        f"A player may sing: they gain {MOST_GIVEN + 3} Gold."
    ]


def test_the_readings_page_shows_what_is_for_people_and_what_it_may_mean(group: Group) -> None:
    """Below the rows, once there is such a page; people's words on it stay."""
    row(group, "Ann", "Rules of the village.", "nothing")
    group.edit(
        "Sam", "Rules", f"{RULES}\n== Singing ==\n{SONG}\n\nA player MAY sing: they gain 2 Gold.\n"
    )
    group.sync()

    page = group.text(PAGE)
    assert SONG in page
    assert "1. A player may sing: the player gains 2 Gold." in page
    assert page.count("For people") == 1
    group.says("Ann", 'reading "A player MAY sing": 1')
    group.sync()
    group.sync()

    page = group.text(PAGE)
    assert "1. A player may sing" not in page
    assert page.count("For people") == 1
    assert len(read_readings(page).rows) == 2


def test_words_of_the_register_are_given_by_a_line_and_confirmed(group: Group) -> None:
    """The answer shows each sentence that is read otherwise by it; nothing counts before."""
    group.edit("Sam", "Rules", f"{RULES}\n== Singing ==\nA player MAY sing: they gain 2 Gold.\n")
    group.says("Ann", 'register "MAY": may')
    group.says("Bob", "sing")
    group.sync()

    assert group.gold("Bob") == 5
    assert "A player may sing: the player gains 2 Gold" in group.text("Play")
    assert not group.text(PAGE)
    group.says("Ann", 'confirm register "MAY": may')
    group.says("Bob", "sing")
    group.sync()

    assert group.gold("Bob") == 7
    assert read_readings(group.text(PAGE)).register == (("MAY", "may"),)
    group.says("Ann", 'confirm register "MAY": none')
    group.says("Bob", "sing")
    group.sync()

    assert group.gold("Bob") == 7
    assert read_readings(group.text(PAGE)).register == ()
