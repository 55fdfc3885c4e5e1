"""A game comes into a farm with all that was kept of it,
and leaves it so that it can be played alone.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.postgres.farms import Farm
from tests.postgres.games import OTHERS, Table
from tests.postgres.test_secrets import HOOK, PASSWORD, text_of
from wikibot.config.settings import find_password, find_webhooks, load, with_values
from wikibot.exits import ProgramError
from wikibot.storage.local import Busy, LocalStorage
from wikibot.storage.postgres.farm import NoSuchFarmGame, add_game, default_name, remove_game


def test_a_game_goes_into_a_farm_and_out_again(tmp_path: Path, site: Path, farm: Farm) -> None:
    """It is played alone, by the farm, and alone again:
    each line once, with the same sealed dice.
    """
    game = Table(tmp_path, site, None)
    game.sync()
    game.write()
    game.sync()
    alone = game.sync()
    store = farm.store()
    add_game(store, game.file, "one")
    refused = game.sync()
    game.farm = farm
    first = game.sync()
    game.write()
    game.sync()
    game.farm = None
    game.file = remove_game(store, "one", tmp_path / "out") or game.file
    back = game.sync()
    game.write(OTHERS)
    game.sync()

    assert (alone[0], first, back[0]) == (0, (0, "idle\n"), 0)
    assert (refused[0], "this game is kept by a farm, as 'one'" in refused[1]) == (78, True)
    assert (len(game.rolls), game.played_once, len(game.seals), game.lost) == (6, True, 2, [])
    with pytest.raises(NoSuchFarmGame):
        store.settings("one")


def test_the_journal_comes_along(tmp_path: Path, farm: Farm) -> None:
    """Texts, notes and the audit trail, there and back to the byte."""
    file = Farm.file(tmp_path, "one")
    before = LocalStorage(load(file))
    with before.journal() as journal:
        journal.keep("Play", 5, "text \N{SNOWMAN}", "run")
        journal.set_notes({"worked out": "x" * 50_000})
        journal.flush()
        rows = journal.dump()
    add_game(farm.store(), file, "one")
    there = farm.store().storage("one")
    with there.journal() as journal:
        moved = journal.dump()
    out = remove_game(farm.store(), "one", tmp_path / "out") or tmp_path
    with LocalStorage(load(out)).journal() as journal:
        back = journal.dump()

    assert rows == moved == back


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of a game with secrets from the environment,
    accepted wordings and a session.
    """
    monkeypatch.setenv("WIKIBOT_PASSWORD", PASSWORD)
    monkeypatch.setenv("WIKIBOT_WEBHOOKS", HOOK)
    file = tmp_path / "here" / "settings.ini"
    file.parent.mkdir()
    file.write_text(text_of("state"))
    storage = LocalStorage(load(file))
    storage.wordings.write("# none yet\n")
    storage.cookies.write("cookies")
    storage.seals.write("name", "secret")
    return file


def test_an_exported_game_needs_nothing_else(
    own: Path, tmp_path: Path, farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Password and webhooks, which came from the environment, stand beside it in private files."""
    name = add_game(farm.store(), own)
    for variable in ("WIKIBOT_PASSWORD", "WIKIBOT_WEBHOOKS"):
        monkeypatch.delenv(variable)
    file = remove_game(farm.store(), name, tmp_path / "out") or own
    settings = load(file)
    storage = LocalStorage(settings)
    files = [each for each in (tmp_path / "out").rglob("*") if each.is_file()]

    assert name == "here"
    assert find_password(settings).value.get_secret_value() == PASSWORD
    assert find_webhooks(settings) == (HOOK,)
    assert (storage.wordings.read(), storage.cookies.read()) == ("# none yet\n", "cookies")
    assert storage.seals.read("name") == "secret"
    secret = {"settings.ini", "password", "cookies", "name", "journal.sqlite"}
    assert {each.name for each in files if each.stat().st_mode & 0o077} & secret == set()
    assert settings.bot.journal.is_relative_to(tmp_path / "out")


def test_settings_are_replaced_and_the_rest_stays(own: Path, farm: Farm) -> None:
    """A new version of the file counts, and is seen by its number; journal and dice stay."""
    store = farm.store()
    add_game(store, own, "one")
    with store.storage("one").journal() as journal:
        journal.set_notes({"a": "b"})
    own.write_text(own.read_text() + "maxlag = 7\n")
    add_game(store, own, "one", replace=True)
    storage = store.storage("one")
    with storage.journal() as journal:
        note = journal.note("a")

    assert (store.settings("one").bot.maxlag, note) == (7, "b")
    assert (storage.seals.read("name"), storage.wordings.read()) == ("secret", "# none yet\n")
    assert [game.version for game in store.games()] == [2]


def test_another_page_has_another_journal(own: Path, farm: Farm) -> None:
    """Revisions of another gamestate page, or of another wiki, mean nothing for it."""
    store = farm.store()
    add_game(store, own, "one")
    with store.storage("one").journal() as journal:
        journal.set_notes({"a": "b"})
    own.write_text(own.read_text().replace("gamestate = State", "gamestate = Other"))
    add_game(store, own, "one", replace=True)
    with store.storage("one").journal() as journal:
        assert journal.note("a") is None


def test_a_game_is_kept_once(own: Path, farm: Farm, tmp_path: Path) -> None:
    """Neither its name nor the game itself under another name; nothing is written by a try."""
    store = farm.store()
    add_game(store, own, "one")
    with pytest.raises(ProgramError, match="has a game 'one' already; give another --name"):
        add_game(store, own, "one")
    with pytest.raises(ProgramError, match="has this game already, as 'one'"):
        add_game(store, own, "two")
    own.write_text(own.read_text().replace("gamestate = State", "gamestate = state"))
    with pytest.raises(ProgramError, match="has this game already, as 'one'"):
        add_game(store, own, "two")
    with pytest.raises(ProgramError, match="cannot be the name of a game"):
        add_game(store, own, "a b")

    assert [game.name for game in store.games()] == ["one"]


def test_a_game_that_is_synced_is_neither_added_nor_removed(own: Path, farm: Farm) -> None:
    """In between, its secrets could change."""
    store = farm.store()
    with LocalStorage(load(own)).locked(), pytest.raises(Busy):
        add_game(store, own, "one")
    add_game(store, own, "one")
    with farm.store().storage("one").locked(), pytest.raises(Busy):
        remove_game(store, "one")

    assert [game.name for game in store.games()] == ["one"]


def test_secrets_of_dice_are_not_removed_by_the_way(own: Path, farm: Farm) -> None:
    """They are nowhere else; who wants that says so."""
    store = farm.store()
    add_game(store, own, "one")
    with pytest.raises(ProgramError, match="are kept nowhere else"):
        remove_game(store, "one")
    left = [game.name for game in store.games()]
    remove_game(store, "one", forget=True)

    assert (left, [*store.games()]) == (["one"], [])


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("settings.wordings.txt", b"\xff", "settings.wordings.txt cannot be read"),
        ("settings.wordings.txt", b"Fish\n", "settings.wordings.txt cannot be read"),
        ("state/journal.sqlite", b"no database " * 99, "is not a journal of wikibot"),
        ("state/cookies", b"\xff", ""),
        ("state/seals/name", b"\xff", ""),
    ],
    ids=["no text", "no wordings", "journal", "cookies", "seal"],
)
def test_files_that_cannot_be_read(
    own: Path, farm: Farm, name: str, content: bytes, said: str
) -> None:
    """What only costs a few requests is left behind; what an operator has to mend is named."""
    (own.parent / name).write_bytes(content)
    if said:
        with pytest.raises(ProgramError, match=said):
            add_game(farm.store(), own, "one")
    else:
        add_game(farm.store(), own, "one")

    assert [game.name for game in farm.store().games()] == ([] if said else ["one"])


def test_what_is_there_is_not_overwritten(own: Path, farm: Farm) -> None:
    """A game is written into a new folder, and stays in the farm where it cannot be."""
    store = farm.store()
    add_game(store, own, "one")
    with pytest.raises(ProgramError, match="is not empty; name a new folder"):
        remove_game(store, "one", own.parent)

    assert [game.name for game in store.games()] == ["one"]


@pytest.mark.parametrize(
    ("path", "name"),
    [("fish/settings.ini", "fish"), ("a/fish.ini", "fish"), ("My games/settings.ini", "My-games"),
     ("a/...ini", "game")],
)  # fmt: skip
def test_the_name_of_a_game_is_that_of_its_file(tmp_path: Path, path: str, name: str) -> None:
    """Or of the folder of a file that is named as all are."""
    assert default_name(tmp_path / path) == name


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        (
            "[bot]\n# why\nlock = x\nevery = 1 hour\n",
            {("bot", "lock"): ""},
            "[bot]\n# why\nevery = 1 hour\n",
        ),
        ("[wiki]\nuser=a\n", {("wiki", "user"): "b"}, "[wiki]\nuser = b\n"),
        ("[a]\nx = 1\n[b]\nx = 2\n", {("b", "x"): "3"}, "[a]\nx = 1\n[b]\nx = 3\n"),
        ("[a]\nx = 1\n  2\n\ny = 3\n", {("a", "x"): "9"}, "[a]\nx = 9\n\ny = 3\n"),
        ("[a]", {("b", "x"): "1"}, "[a]\n\n[b]\nx = 1\n"),
        ("[a]", {("a", "x"): "1"}, "[a]\nx = 1\n"),
        ("[a]\nX = 1\n", {("a", "x"): "2"}, "[a]\nx = 2\n"),
    ],
    ids=["removed", "set", "by section", "of several lines", "new section", "new key", "capitals"],
)
def test_other_bytes_of_a_settings_file_stay(
    text: str, values: dict[tuple[str, str], str], expected: str
) -> None:
    """Comments and order are the operator's."""
    assert with_values(text, values) == expected
