"""Whoever tampers with a log is found out, with the wiki at hand even if the bot itself did it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from tests.dice.days import Casino, Days
from tests.dice.fair import fair
from tests.dice.forgeries import FORGERIES, pages
from tests.dice.tampering import TAMPERINGS, Change, Forger
from tests.dice.test_verify import GAMESTATE
from wikibot.dice.evidence import Evidence, OwnEdit, Witness, from_files, from_wiki
from wikibot.dice.replay import CheckStatus
from wikibot.dice.verification import check_log
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.storage.log_page import hidden_parts

TOLD_BY = {
    "log": "the log", "game": "the game", "wiki": "the wiki",
    "edits": "the wiki, by the bot's edits", "nothing": "nothing",
}  # fmt: skip
PAGE = "the log page"


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    """A game without a fault."""
    return fair(tmp_path_factory.mktemp("fair"))


def forged(casino: Casino, change: Change | None) -> list[str]:
    """The log, changed by somebody who knows the secrets."""
    texts = [file.read_text() for file in casino.seals.iterdir() if not file.name.startswith("end")]
    found = [re.match(r"phase (\d+)\nsecret (\w+)", text) for text in texts]
    secrets = {int(each[1]): bytes.fromhex(each[2]) for each in found if each}
    elsewhere = casino.wiki.read(["Elsewhere"])["Elsewhere"]
    assert elsewhere is not None
    others = {"elsewhere": f"{elsewhere.page_id}.{elsewhere.id}.1"}
    forger = Forger(list(casino.log), secrets, others)
    if change is not None:
        change(forger)
    return forger.lines


def as_if_saved(witness: Witness, lines: list[str]) -> Witness:
    """The witness of a bot that saved the forged log itself, each line with those around it."""
    had = [frozenset(edit.cursor.lines) for edit in witness.edits]
    saved: list[list[str]] = [[] for _ in witness.edits]
    at = 0
    for line in lines:
        at = next((later for later in range(at, len(had)) if line in had[later]), at)
        saved[at].append(line)
    edits = [
        OwnEdit(edit.revision, replace(edit.cursor, lines=tuple(new)))
        for edit, new in zip(witness.edits, saved, strict=True)
    ]
    return structs.replace(witness, edits=edits, _noted={}, _ids={})


def found_by(casino: Casino, lines: list[str]) -> list[str]:
    """By what evidence it is found that something is wrong, the least first."""
    whole = from_wiki(lines, casino.settings, casino.wiki, casino.game)
    assert whole.witness is not None
    state = [each for each in whole.found if each.about != "the gamestate page"]
    evidence = {
        "log": Evidence(),
        "game": from_files(lines, casino.game, "No rules.\n", GAMESTATE),
        "wiki": structs.replace(
            whole, witness=as_if_saved(whole.witness, lines), found=tuple(state)
        ),
        "edits": whole,
    }
    found = {
        name: [c for c in check_log(lines, casino.settings.beacon, each) if not c.fine]
        for name, each in evidence.items()
    }
    return [name for name, each in found.items() if each] or ["nothing"]


def test_a_fair_game_is_fair(casino: Casino) -> None:
    """Lines of every kind, each proven from its page."""
    assert found_by(casino, forged(casino, None)) == ["nothing"]
    assert casino.verdicts() == ["ok", "ok", "ok", "not yet revealed"]


@pytest.mark.parametrize(
    ("way", "change"), [row[1:] for row in FORGERIES], ids=[row[0] for row in FORGERIES]
)
def test_a_forgery_is_found(casino: Casino, way: str, change: Change) -> None:
    """By the evidence that is said to find it, and by all that is more."""
    lines = forged(casino, change)
    ways = found_by(casino, lines)

    assert lines != list(casino.log)
    assert ways[0] == way
    assert "edits" in ways or ways == ["nothing"]


def test_accounts_are_their_numbers(casino: Casino) -> None:
    """One that was renamed is the same; one that a changed program takes for another is not."""
    lines = forged(casino, None)
    whole = from_wiki(lines, casino.settings, casino.wiki, casino.game)
    assert whole.witness is not None
    by_ann = [each for each in whole.witness.revisions.values() if each.user == "Ann"]

    def faults(user: str, number: int) -> list[str]:
        assert whole.witness is not None
        changed = {each.id: structs.replace(each, user=user, user_id=number) for each in by_ann}
        revisions = {**whole.witness.revisions, **changed}
        people = {("Ann", 7)}
        seen = structs.replace(whole.witness, revisions=revisions, _people=people, _ids={})
        checks = check_log(lines, casino.settings.beacon, structs.replace(whole, witness=seen))
        return [check.why for check in checks if not check.fine]

    assert (faults("Ann", 7), faults("Anna", 7)) == ([], [])
    assert faults("Ann", 9)[0] == faults("Ann", 0)[0] == f"revision {by_ann[0].id} is by Ann"


def test_edits_by_the_bots_account_are_named(tmp_path: Path) -> None:
    """The operator, logged in as the bot, changes a number between two syncs."""
    game = fair(tmp_path)
    number = re.search(r"\* Ann: (\d+) stones", game.text("State"))
    assert number is not None
    text = game.text("State").replace(number[0], f"* Ann: {int(number[1]) + 50} stones")
    revision = game.edit("Wikibot", "State", text)
    notes = game.sync().notes
    named = [check for check in game.checks() if not check.fine]

    assert any("Wikibot, the bot's account, edited it since the last sync" in n for n in notes)
    assert [f"saved revision {revision}, and no sync did" in each.why for each in named] == [True]


def test_what_is_hidden_is_not_confirmed(casino: Casino) -> None:
    """A revision whose author nobody may see proves nothing."""
    lines = forged(casino, None)
    whole = from_wiki(lines, casino.settings, casino.wiki, casino.game)
    assert whole.witness is not None
    hidden = {
        id_: structs.replace(each, user=None, user_hidden=True)
        for id_, each in whole.witness.revisions.items()
    }
    seen = structs.replace(whole.witness, revisions=hidden)
    checks = check_log(lines, casino.settings.beacon, structs.replace(whole, witness=seen))

    assert {str(check.status) for check in checks if not check.fine} == {"not confirmed"}


@pytest.mark.parametrize("dice", ["stated", "sealed"])
def test_a_state_that_the_log_does_not_lead_to_is_named(tmp_path: Path, dice: str) -> None:
    """A changed program saves more than was played, with a log that is right by itself."""

    class Generous(Days):
        def write(self, page: str, book: Rulebook, state: State) -> str:
            return super().write(page, book, state).replace("Bea: 5 ", "Bea: 50 ")

    casino = Casino(tmp_path / "wiki", dice)
    casino.play("Ann", "dig -- 2d4 (1, 3) = 4" if dice == "stated" else "dig")
    honest = [check for check in casino.checks() if not check.fine]
    casino.game = Generous()
    casino.play("Ann", "help")
    casino.game = Days()
    found = [check for check in casino.checks() if not check.fine]

    assert honest == []
    assert [(each.about, each.found) for each in found] == [
        ("the gamestate page", "Bea gains 45 Stone")
    ]


def test_where_readers_see_another_log_is_named(casino: Casino) -> None:
    """However it is hidden; a page as the bot writes it has nothing of that."""
    page = casino.text("Log")

    assert [*hidden_parts(page)] == []
    assert [name for name, text in pages(page).items() if not [*hidden_parts(text)]] == []


def test_every_kind_of_tampering_is_in_the_docs(casino: Casino) -> None:
    """With what tells of it; there are more than sixty."""
    docs = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
    table = docs.partition("| what was done | what tells of it |\n| --- | --- |\n")[2]
    rows = [line.strip("| ").split(" | ") for line in table.partition("\n\n")[0].splitlines()]
    kinds = [(name, TOLD_BY[way]) for name, way, _ in (*TAMPERINGS, *FORGERIES)]
    kinds += [(name, PAGE) for name in pages(casino.text("Log"))]

    assert len(kinds) > 60
    assert [tuple(row) for row in rows] == kinds


@pytest.mark.parametrize("text", ["<pre>\n</pre>", "#REDIRECT [[Log2]]"])
def test_an_emptied_log_is_altered(casino: Casino, text: str) -> None:
    """Also of a game with one sync, and it says who emptied the page."""
    casino.wiki.save_as("Mallory", casino.settings.game.log, text)
    evidence = from_wiki([], casino.settings, casino.wiki, casino.game)

    found = check_log([], casino.settings.beacon, evidence)

    assert any(each.status is CheckStatus.ALTERED for each in found)
    assert all("edited by Mallory" in each.why for each in found)
