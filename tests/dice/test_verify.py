"""Whoever changes a log of sealed dice afterwards is found out."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.dice.days import Casino, Days
from tests.dice.fair import fair
from tests.dice.forgeries import FORGERIES, pages
from tests.dice.tampering import TAMPERINGS, Change, Forger
from tests.dice.test_sealed import Stormy
from wikibot.cli import main
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
GAMESTATE = "Our game.\n\n== Stones ==\n* Ann: 0 stones\n* Bea: 5 stones\n\nThat is all.\n"


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    """Two days of rolls of every kind, revealed."""
    casino = Casino(tmp_path_factory.mktemp("casino") / "wiki", "sealed")
    casino.game = Stormy()
    casino.sync()
    for _ in range(2):
        for line in ("climb high", "climb sea", "climb low", "bet", "choose red", "dig"):
            casino.play("Ann", line)
        casino.play("Bea", "climb high")
        casino.play("Bea", "walk mill hill")
        casino.next_day()
        casino.sync()
    casino.edit("Ann", "Elsewhere", "* dig\n")
    return casino


def forged(casino: Casino, change: Change | None) -> list[str]:
    """The log, changed by somebody who knows the secrets."""
    texts = [file.read_text() for file in casino.seals.iterdir() if not file.name.startswith("end")]
    found = [re.match(r"phase (\d+)\nsecret (\w+)", text) for text in texts]
    secrets = {int(each[1]): bytes.fromhex(each[2]) for each in found if each}
    elsewhere = casino.wiki.read(["Elsewhere"])["Elsewhere"]
    assert elsewhere is not None
    others = {
        "other page": f"3.{elsewhere.id}.0",
        "elsewhere": f"{elsewhere.page_id}.{elsewhere.id}.1",
    }
    forger = Forger(list(casino.log), secrets, others)
    others["Bea's"] = forger.entry(r"Z Bea: walk")[0].removeprefix("# line ")
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
    return structs.replace(witness, edits=edits, _ids={})


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


def test_an_untouched_log_is_right(casino: Casino) -> None:
    """Every roll of both days is made again, by whatever is at hand."""
    assert found_by(casino, forged(casino, None)) == ["nothing"]
    assert casino.verdicts() == ["ok"] * 12


@pytest.mark.parametrize(
    ("way", "change"),
    [(way, change) for _, way, change in TAMPERINGS],
    ids=[t[0] for t in TAMPERINGS],
)
def test_tampering_is_found(casino: Casino, way: str, change: Change) -> None:
    """Whatever was changed, the evidence that is said to find it does.

    What has more evidence does as well.
    """
    ways = found_by(casino, forged(casino, change))

    assert ways[0] == way
    assert ways == ["log", "game", "wiki", "edits"][4 - len(ways) :]


def test_a_wrong_roll_is_shown_with_what_it_should_be(casino: Casino) -> None:
    """Line of the log, expected and found."""
    both = next(change for name, _, change in TAMPERINGS if name == "another face in both")
    checks = check_log(forged(casino, both), casino.settings.beacon)
    (wrong,) = [check for check in checks if not check.fine]
    index = next(index for index, line in enumerate(casino.log) if line.startswith("# roll"))

    assert (wrong.line, wrong.found) == (index + 1, "1d100000000 (7) = 7")
    assert wrong.expected in casino.log[index]


def run(*words: str) -> tuple[int, str]:
    """Exit code and output of the program."""
    result = CliRunner().invoke(main, ["verify", *words])
    return result.exit_code, result.output


def test_the_program_checks_a_page_or_plain_lines(casino: Casino, tmp_path: Path) -> None:
    """A copy of the log page, or of its lines, is enough.

    Nobody need look, so the exit code is 0.
    """
    (tmp_path / "page.txt").write_text(casino.text("Log"), encoding="utf-8")
    (tmp_path / "lines.txt").write_text("\n".join(casino.log), encoding="utf-8")
    found = [run("--log", str(tmp_path / name)) for name in ("page.txt", "lines.txt")]

    assert [(code, text.splitlines()[-1]) for code, text in found] == [
        (0, "12 checked (12 ok).")
    ] * 2


def test_the_program_checks_a_log_in_parts(casino: Casino, tmp_path: Path) -> None:
    """As the pages of a log by month are; either alone lacks seals or secrets."""
    lines = list(casino.log)
    half = next(at for at, line in enumerate(lines) if line.startswith("# secret 1 "))
    for name, part in (("1.txt", lines[:half]), ("2.txt", lines[half:])):
        (tmp_path / name).write_text("\n".join(part) + "\n", encoding="utf-8")
    both = [word for name in ("1.txt", "2.txt") for word in ("--log", str(tmp_path / name))]

    assert (0, 1) == (run(*both)[0], run(*both[2:])[0])


def test_the_program_says_that_something_is_wrong(casino: Casino, tmp_path: Path) -> None:
    """Exit code 1; as JSON for other programs."""
    file = tmp_path / "log.txt"
    file.write_text("\n".join(casino.log).replace(") = ", ") = 1", 2), encoding="utf-8")
    code, text = run("--log", str(file), "--json")

    assert (code, [check["status"] for check in json.loads(text)].count("wrong")) == (1, 1)


def test_a_log_without_dice_is_fine(tmp_path: Path) -> None:
    """Nothing to check is not a fault; neither are rolls that players stated."""
    file = tmp_path / "log.txt"
    file.write_text("2024-01-05T12:00:00Z Ann: dig -- 2d4 (1, 3) = 4\nnonsense\n", encoding="utf-8")

    assert run("--log", str(file))[0] == 0


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_log_is_too_spoiled_to_be_checked(casino: Casino, data: st.DataObject) -> None:
    """Lines doubled, dropped, cut, moved and mixed.

    Verify comes to an end, and says where a person should look.
    """
    lines = list(casino.log)
    for _ in range(data.draw(st.integers(1, 6))):
        at, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        cut = data.draw(st.integers(0, len(lines[at])))
        junk = data.draw(
            st.sampled_from(["", "9" * 5000, "\x00", "-1", "²", " of ", "x" * 300, "@", "3.6.0"])
        )
        lines[at] = (
            lines[at][:cut] + junk + lines[other][data.draw(st.integers(0, len(lines[other]))) :]
        )
        lines.insert(other, lines[at]) if data.draw(st.booleans()) else None
    evidence = from_files(lines, casino.game, "No rules.\n", GAMESTATE)
    checks = check_log(lines, casino.settings.beacon, evidence, offline=True)

    assert all(0 <= check.line <= len(lines) for check in checks)


# Whoever tampers with a log is found out, with the wiki at hand even if the bot itself did it.


@pytest.fixture(scope="module")
def fair_game(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    """A game with a line of every kind, without a fault."""
    return fair(tmp_path_factory.mktemp("fair"))


def test_a_fair_game_is_fair(fair_game: Casino) -> None:
    """Lines of every kind, each proven from its page."""
    assert found_by(fair_game, forged(fair_game, None)) == ["nothing"]
    assert fair_game.verdicts() == ["ok", "ok", "ok", "not yet revealed"]


@pytest.mark.parametrize(
    ("way", "change"), [row[1:] for row in FORGERIES], ids=[row[0] for row in FORGERIES]
)
def test_a_forgery_is_found(fair_game: Casino, way: str, change: Change) -> None:
    """By the evidence that is said to find it, and by all that is more."""
    lines = forged(fair_game, change)
    ways = found_by(fair_game, lines)

    assert lines != list(fair_game.log)
    assert ways[0] == way
    assert "edits" in ways or ways == ["nothing"]


def test_accounts_are_their_numbers(fair_game: Casino) -> None:
    """One that was renamed is the same; one that a changed program takes for another is not."""
    lines = forged(fair_game, None)
    whole = from_wiki(lines, fair_game.settings, fair_game.wiki, fair_game.game)
    assert whole.witness is not None
    by_ann = [each for each in whole.witness.revisions.values() if each.user == "Ann"]

    def faults(user: str, number: int) -> list[str]:
        assert whole.witness is not None
        changed = {each.id: structs.replace(each, user=user, user_id=number) for each in by_ann}
        revisions = {**whole.witness.revisions, **changed}
        edits = [
            OwnEdit(each.revision, replace(each.cursor, people=(("Ann", 7),)))
            for each in whole.witness.edits
        ]
        seen = structs.replace(whole.witness, revisions=revisions, edits=edits, _ids={})
        checks = check_log(lines, fair_game.settings.beacon, structs.replace(whole, witness=seen))
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


def test_what_is_hidden_is_not_confirmed(fair_game: Casino) -> None:
    """A revision whose author nobody may see proves nothing."""
    lines = forged(fair_game, None)
    whole = from_wiki(lines, fair_game.settings, fair_game.wiki, fair_game.game)
    assert whole.witness is not None
    hidden = {
        id_: structs.replace(each, user=None, user_hidden=True)
        for id_, each in whole.witness.revisions.items()
    }
    seen = structs.replace(whole.witness, revisions=hidden)
    checks = check_log(lines, fair_game.settings.beacon, structs.replace(whole, witness=seen))

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


def test_where_readers_see_another_log_is_named(fair_game: Casino) -> None:
    """However it is hidden; a page as the bot writes it has nothing of that."""
    page = fair_game.text("Log")

    assert [*hidden_parts(page)] == []
    assert [name for name, text in pages(page).items() if not [*hidden_parts(text)]] == []


def test_every_kind_of_tampering_is_in_the_docs(fair_game: Casino) -> None:
    """With what tells of it; there are more than sixty."""
    docs = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
    table = docs.partition("| what was done | what tells of it |\n| --- | --- |\n")[2]
    rows = [line.strip("| ").split(" | ") for line in table.partition("\n\n")[0].splitlines()]
    kinds = [(name, TOLD_BY[way]) for name, way, _ in (*TAMPERINGS, *FORGERIES)]
    kinds += [(name, PAGE) for name in pages(fair_game.text("Log"))]

    assert len(kinds) > 60
    assert [tuple(row) for row in rows] == kinds


@pytest.mark.parametrize("text", ["<pre>\n</pre>", "#REDIRECT [[Log2]]"])
def test_an_emptied_log_is_altered(fair_game: Casino, text: str) -> None:
    """Also of a game with one sync, and it says who emptied the page."""
    fair_game.wiki.save_as("Mallory", fair_game.settings.game.log, text)
    evidence = from_wiki([], fair_game.settings, fair_game.wiki, fair_game.game)

    found = check_log([], fair_game.settings.beacon, evidence)

    assert any(each.status is CheckStatus.ALTERED for each in found)
    assert all("edited by Mallory" in each.why for each in found)
