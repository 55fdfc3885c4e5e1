"""Settings that a sync noted are those that it read."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikibot.config.settings import SettingsError, load
from wikibot.storage.local import LocalStorage, settings_in

EVERY = """\
[wiki]
api = https://wiki.example.org/w/api.php
user = Wikibot@sync
contact = ops@example.org
password_file = password
[game]
rules = cycle15
ruleset = Ruleset
gamestate = Gamestate
actions = Talk:Gamestate
log = Log/%Y-%m
archive_after = 21 days and 90 minutes
dice = beacon
actions_file = actions.txt
[stewards]
users = Steward, Ann
groups = sysop
[bot]
every = 90 s
maxlag = 7
language = de
words_file = words.json
board_file = Board.svg
[beacon]
relays = https://one.example https://two.example
[announce]
webhooks = https://chat.example/secret https://talk.example/secret
names = Ann: <@1>, Bo: <@2>
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings file whose game a sync settled."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "settings.ini").write_text(EVERY)
    settle(tmp_path / "settings.ini")
    return tmp_path / "settings.ini"


def settle(file: Path, change: str = "") -> None:
    """Read the settings, change the file, and note what a sync does that leaves nothing to do."""
    storage = LocalStorage(load(file))
    if change:
        file.write_text(change)
    with storage.journal() as journal:
        journal.note_poll(("", {}), {})


def test_every_type_comes_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times, paths, pairs; addresses of webhooks stay hidden. They are not read a second time."""
    written = load(file)
    monkeypatch.delattr("wikibot.storage.local.load")

    kept = settings_in(file)

    assert (written, repr(written)) == (kept, repr(kept))
    assert "secret" not in repr(kept)


def test_an_edit_counts_at_once(file: Path) -> None:
    """Also where it comes while a sync goes on, and one that is wrong."""
    settle(file, EVERY.replace("maxlag = 7", "maxlag = 8"))
    while_it_ran = settings_in(file).bot.maxlag
    file.write_text(EVERY.replace("maxlag = 7", "maxlag = 800"))

    assert while_it_ran == 8
    with pytest.raises(SettingsError, match="maxlag = 800"):
        settings_in(file)
