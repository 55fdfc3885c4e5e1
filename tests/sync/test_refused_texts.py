"""A text that the wiki refuses costs its own line, not the state nor another line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sync.world import DIG, World
from wikibot.wiki.base import Edit, Saved
from wikibot.wiki.errors import EditRefused


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world whose wiki refuses some words in what the bot saves."""
    world = World(tmp_path)
    bad = ("trap.example", "balderdash")

    def adds(edit: Edit) -> bool:
        before = world.text(edit.title)
        return any(edit.text.count(word) > before.count(word) for word in bad)

    refuse(world, monkeypatch, adds)
    return world


def refuse(
    world: World, monkeypatch: pytest.MonkeyPatch, whether: Callable[[Edit], bool]
) -> list[str]:
    """Have the wiki refuse some edits; gives the texts of those that it refused."""
    save, refused = world.wiki.save, list[str]()

    def refusing(edit: Edit) -> Saved:
        if whether(edit):
            refused.append(edit.text)
            raise EditRefused(
                "an edit filter said no", code="abusefilter-disallowed", page=edit.title
            )
        return save(edit)

    monkeypatch.setattr(world.wiki, "save", refusing)
    return refused


@pytest.mark.parametrize(
    "bad", ["look at https://trap.example/", "balderdash", "dig trap.example/x", "trap.example"]
)
def test_one_line_is_held_and_the_others_play(world: World, bad: str) -> None:
    """The author is told without the words; nothing is answered, played or asked twice."""
    for user, line in (("Ann", DIG), ("Bea", f"* {bad}"), ("Ann", "* dig -- 2d4 (2, 2) = 4")):
        world.add(user, line)
    report = world.sync()

    verdicts = {(o.action.account, o.verdict.value) for o in report.outcomes}
    assert verdicts == {("Ann", "done"), ("Bea", "held")}
    assert "* Ann: 8 stones" in world.text("State")
    assert world.text("Play").count("the wiki refuses to save what this line says") == 1
    assert (report.exit_code, world.sync(force=True).outcomes) == (1, ())


def test_a_state_that_is_refused_without_any_line_is_told(world: World) -> None:
    """What is on the page already is nothing that leaving lines out could mend."""
    world.edit("Sam", "State", world.text("State").replace("* Bea: 5", "* Bea: 6"))
    save = world.wiki.save
    world.wiki.save = lambda edit: (_ for _ in ()).throw(EditRefused("no", code="captcha"))  # type: ignore[method-assign]
    world.add("Ann", DIG)

    with pytest.raises(EditRefused, match="no"):
        world.sync()
    world.wiki.save = save  # type: ignore[method-assign]
    assert [outcome.verdict.value for outcome in world.sync().outcomes] == ["done"]


def test_an_answer_that_is_refused_is_given_without_its_text(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gamestate was saved: the verdict stands under the line, and that is reported.

    Others keep their texts.
    """
    refuse(world, monkeypatch, lambda edit: edit.title == "Play" and "found 4" in edit.text)
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.add("Ann", DIG)
    report = world.sync()

    assert "found 2" in world.text("Play")
    assert "'''done''': <nowiki>the text of this answer is left out" in world.text("Play")
    assert (
        report.exit_code,
        "1 answer there is written without its text" in report.problems[0],
    ) == (1, True)
    assert world.sync(force=True).exit_code == 0
    assert world.text("Play").count("'''done'''") == 2
    world.forget()
    world.add("Bea", "* dgi")
    world.sync()
    assert world.text("Play").count("'''done'''") == 2


def test_no_text_is_sent_twice_in_vain(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One answer that is refused with its text and without is two edits.

    The refusal is raised.
    """
    tried = refuse(world, monkeypatch, lambda edit: edit.title == "Play")
    world.add("Ann", DIG)
    with pytest.raises(EditRefused, match="said no"):
        world.sync()

    assert len(tried) == len(set(tried)) == 2
