"""Where people write: replies below a question, new topics, and actions in the wrong place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.replies import as_read
from tests.sync.world import World

SIGNED = "[[User:{0}|{0}]] ([[User talk:{0}|talk]]) 12:30, 5 January 2024 (UTC)"
HINT = "huh: nothing is played here. Write"


@pytest.fixture
def world(world: World) -> World:
    """A wiki that the bot has read once."""
    world.sync()
    return world


def answers(world: World) -> list[str]:
    """Level, verdict and text of each answer, in page order."""
    found = re.findall(
        r"^([*:#]+) '''(\w+)''': (.*?) <!--", as_read(world.text("Play")), re.MULTILINE
    )
    return [f"{marks} {verdict}: {text}" for marks, verdict, text in found]


def reply(world: World, user: str, below: str, text: str, marks: str = "*::") -> None:
    """A reply as DiscussionTools saves it: a level below what it replies to, and signed."""
    lines = world.text("Play").split("\n")
    at = max(n for n, line in enumerate(lines) if below in line)
    said = f"{marks} {text} {SIGNED.format(user)}" if "~" not in text else f"{marks} {text}"
    world.edit(user, "Play", "\n".join([*lines[: at + 1], said, *lines[at + 1 :]]))


@pytest.mark.parametrize("text", ["choose hill", "hill", "I'll take the hill", "Choose: hill"])
@pytest.mark.parametrize("marks", ["*::", ":::"])
def test_a_reply_below_a_question_answers_it(world: World, text: str, marks: str) -> None:
    """With `choose` or without, as long as it is by who was asked."""
    world.add("Ann", "* walk mill")
    world.sync()
    reply(world, "Ann", "'''needs'''", text, marks)
    world.sync()
    world.sync()

    assert answers(world)[1:] == [f"{marks}: done: walked to hill"]
    assert world.text("Log").count("choose") == 1


def test_dice_below_a_question_answer_it(world: World) -> None:
    """A roll that was missing, in any bot's shape."""
    world.add("Ann", "* dig")
    world.sync()
    reply(world, "Ann", "'''needs'''", "🎲 2d4 → 1, 3")
    world.sync()

    assert answers(world)[1] == "*::: done: found 4"


def test_a_question_below_an_answer_is_answered_below_it(world: World) -> None:
    """Each question may be replied to, down to the last one."""
    world.add("Ann", "* walk")
    world.sync()
    reply(world, "Ann", "'''needs'''", "mill")
    world.sync()
    reply(world, "Ann", "'''needs'''", "hill", "*::::")
    world.sync()

    assert answers(world)[-1] == "*::::: done: walked to hill"


def test_an_answer_that_does_not_fit_is_told_so(world: World) -> None:
    """The action waits on, for another reply."""
    world.add("Ann", "* walk mill")
    world.sync()
    reply(world, "Ann", "'''needs'''", "choose 9")
    world.sync()

    assert answers(world)[1].startswith("*::: huh: '9' does not answer")


@pytest.mark.parametrize(
    "text", ["thanks!", "which is nearer?", "I don't know yet", "if Bea goes, hill"]
)
def test_talk_below_a_question_stays_talk(world: World, text: str) -> None:
    """Nothing is answered, and the action waits on."""
    world.add("Ann", "* walk mill")
    world.sync()
    reply(world, "Ann", "'''needs'''", text)
    world.sync()

    assert len(answers(world)) == 1
    assert "# Ann" in world.text("State")


def test_a_reply_of_another_player_stays_talk(world: World) -> None:
    """Only who was asked answers; a signature of theirs below another's edit is not enough."""
    world.add("Ann", "* walk mill")
    world.sync()
    reply(world, "Bea", "'''needs'''", "choose hill")
    world.sync()
    forged = f"*:: choose hill {SIGNED.format('Ann')}"
    world.edit("Bea", "Play", world.text("Play") + forged + "\n")
    world.sync()

    assert len(answers(world)) == 1


def test_a_reply_that_another_account_changed_stays_talk(world: World) -> None:
    """What counts is what its author wrote."""
    world.add("Ann", "* walk mill")
    world.sync()
    reply(world, "Ann", "'''needs'''", "hmm")
    world.edit("Bea", "Play", world.text("Play").replace("hmm", "hill"))
    world.sync()

    assert len(answers(world)) == 1


def test_a_reply_below_a_forged_question_answers_nothing(world: World) -> None:
    """The question has to be the bot's own."""
    world.add("Ann", "* walk mill")
    world.sync()
    forged = (
        "*: '''needs''': where? <!-- 3.4.0 --> [[User:Wikibot|Wikibot]] 12:31, 5 January 2024 (UTC)"
    )
    world.edit(
        "Bea",
        "Play",
        "== Actions ==\n* dig\n" + forged + "\n" + world.text("Play").partition("\n")[2],
    )
    reply(world, "Ann", forged, "hill")
    world.sync()

    assert not any(each.startswith("*::: done") for each in answers(world))


def test_a_reply_below_an_edited_question_is_told(world: World) -> None:
    """It may answer what the bot did not ask; its player answers among the actions."""
    world.add("Ann", "* walk mill")
    world.sync()
    asked = world.text("Play")
    world.edit("Bea", "Play", asked.replace("'''needs''': ", "'''needs''': the hill? "))
    reply(world, "Ann", "'''needs'''", "choose hill")
    reply(world, "Cid", "'''needs'''", "choose hill")
    (told,) = world.sync().outcomes

    assert (told.verdict.value, told.player) == ("cant", "Ann")
    assert "not in the bot's words" in told.text

    world.add("Ann", "* choose hill")

    assert [each.verdict.value for each in world.sync().outcomes] == ["done"]


def test_a_reply_when_nothing_waits_any_more_is_talk(world: World) -> None:
    """Changed afterwards, it does not answer anything else."""
    world.add("Ann", "* walk mill")
    world.sync()
    reply(world, "Ann", "'''needs'''", "hill")
    world.sync()
    world.edit("Ann", "Play", world.text("Play").replace("*:: hill", "*:: mountain"))
    world.add("Ann", "* walk mill")
    world.sync()

    assert [each.partition(":: ")[0] for each in answers(world)].count("*") <= 1
    assert world.text("Log").count("choose") == 1


def test_of_two_questions_the_one_above_is_answered(world: World) -> None:
    """However many actions of a player wait."""
    world.add("Ann", "* walk mill")
    world.add("Ann", "* dig")
    world.sync()
    lines = world.text("Play").split("\n")
    at = next(n for n, line in enumerate(lines) if "'''needs'''" in line)
    world.edit("Ann", "Play", "\n".join([*lines[: at + 1], "*:: choose hill", *lines[at + 1 :]]))
    world.sync()

    assert "*::: done: walked to hill" in answers(world)
    assert replays(world)


def replays(world: World) -> bool:
    """Whether the log names what was answered, so that it says the same without the page."""
    return bool(re.search(r"Ann: choose .*hill", world.text("Log")))


@pytest.mark.parametrize("heading", ["== My move ==\n\n", "== Hello ==\n"])
def test_a_new_topic_that_begins_with_an_action_gets_a_hint_once(
    world: World, heading: str
) -> None:
    """It is not played, and its author is told where to write it."""
    world.add("Ann", f"\n{heading}I dig -- 2d4 (1, 3) = 4 {SIGNED.format('Ann')}")
    world.sync()
    world.sync()

    assert answers(world) == [f": {HINT} `! dig -- 2d4 (1, 3) = 4`, or write it among the actions"]
    assert "* Ann: 0 stones\n" in world.text("State")


def test_an_action_elsewhere_on_the_page_gets_a_hint(world: World) -> None:
    """Where it reads exactly as one, and would be played."""
    world.add("Bea", "\n== Talk ==\nHow is everybody?")
    world.add("Ann", f"dig -- 2d4 (1, 3) = 4 {SIGNED.format('Ann')}")
    world.sync()

    assert len(answers(world)) == 1
    assert answers(world)[0].startswith(f": {HINT} `! dig")


@pytest.mark.parametrize(
    "text",
    [
        "How is everybody?", "Should I dig?", "dig in!", "I'd dig if I could", "help", "lol",
        "walk nowhere",
    ],
)  # fmt: skip
def test_talk_elsewhere_on_the_page_is_left_alone(world: World, text: str) -> None:
    """In a topic of its own as well."""
    world.add("Ann", f"\n== Talk ==\n{text} {SIGNED.format('Ann')}")
    world.sync()

    assert answers(world) == []


def test_what_stood_there_before_the_bot_came_is_left_alone(tmp_path: Path) -> None:
    """A page that is read for the first time has years of talk on it."""
    world = World(tmp_path)
    world.add("Ann", f"\n== Talk ==\ndig -- 2d4 (1, 3) = 4 {SIGNED.format('Ann')}")
    world.sync()

    assert answers(world) == []
    world.close()


def test_a_lost_journal_answers_nothing_twice(world: World) -> None:
    """What was answered is read from the page."""
    world.add("Ann", "* walk mill")
    world.add("Bea", f"\n== Mine ==\ndig -- 2d4 (1, 3) = 4 {SIGNED.format('Bea')}")
    world.sync()
    reply(world, "Ann", "'''needs'''", "hill")
    world.sync()
    before = answers(world)
    world.forget()
    world.sync()
    world.add("Cat", "\nHello")
    world.sync()

    assert (len(before), answers(world)) == (3, before)


@pytest.mark.parametrize("where", ["below", "next"])
def test_yes_to_an_offer_is_that_line(world: World, where: str) -> None:
    """In a later sync, below the line that was not understood, or as the next one; once."""
    world.add("Ann", "* waalkk mill pond")
    world.sync()
    if where == "below":
        reply(world, "Ann", "'''huh'''", "yes")
    else:
        world.add("Ann", "* yes")
    world.sync()
    world.add("Ann", "* yes")
    world.sync()

    assert answers(world)[0].endswith("Did you mean `walk mill pond`?")
    assert answers(world)[1].endswith("done: walked to pond")
    assert answers(world)[2].startswith("*: huh")
    assert "Ann: walk mill pond" in world.text("Log")


TALK = (
    "Hello everybody,", "Kind regards,", "Ann", "~~~~", "Hi Bea!", "Why is it so late?",
    "What a game, isn't it?",
)  # fmt: skip


@pytest.mark.parametrize("text", TALK)
def test_talk_among_the_actions_gets_no_answer(world: World, text: str) -> None:
    """It is read once: what is an order around it alone is played and answered."""
    world.add("Bea", "* join")
    world.add("Ann", "* walk mill hill")
    world.add("Ann", f"* {text}")
    world.sync()
    world.add("Ann", "* walk hill")
    world.sync()

    assert [each.split(":")[1] for each in answers(world)] == [" done", " done", " done"]


def test_of_a_letter_the_action_alone_is_answered(world: World) -> None:
    """The greeting and the name are paragraphs of their own."""
    letter = "Dear bot,\n\nI walk mill hill\n\nBest wishes,\n\nAnn"
    world.edit("Ann", "Play", f"{world.text('Play')}\n{letter}\n")
    world.sync()

    assert answers(world) == [": done: walked to hill"]


def test_talk_that_comes_near_an_order_is_answered(world: World) -> None:
    """Its author may take it for one."""
    world.add("Ann", "* should I walk mill hill?")
    world.sync()

    assert answers(world) == ["*: huh: a question is not played. Did you mean `walk mill hill`?"]


def test_talk_that_is_made_an_order_is_played(world: World) -> None:
    """Nothing has come of it before."""
    world.add("Ann", "* Hello everybody,")
    world.sync()
    world.edit("Ann", "Play", world.text("Play").replace("Hello everybody,", "walk mill hill"))
    world.sync()

    assert answers(world) == ["*: done: walked to hill"]
