"""Two keys that name one page, as the wiki compares titles, are refused before any edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.for_each import portion
from tests.game.tiny import Tiny
from tests.sync.world import World
from wikibot.config.settings import Settings, SettingsError, from_sections
from wikibot.sync.run import sync
from wikibot.wiki.base import Edit, Poll, normalise
from wikibot.wiki.folder import FolderWiki

KEYS = (
    "game.ruleset", "game.gamestate", "game.actions", "game.log", "game.archive", "stewards.page",
    "bot.stop_page", "bot.help_page", "bot.form_page", "bot.lens_page", "bot.standings_page",
    "bot.board_page", "bot.board_file",
    "bot.chart_file",
)  # fmt: skip
WAYS = (
    ("Project:Kept page", "project:Kept_page"), ("Kept page", "\u200eKept  page\u200f"),
    ("Kept page", "Kept\u202e page"), ("Kept page", "\u202aKept page\u202c"),
    ("Kept page", ":Kept page "), ("Kept\u00e9", "Kepte\u0301"), ("Kept a", "Kept\u00a0a"),
    ("Talk:Kept", "talk : Kept"),
)  # fmt: skip


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A folder wiki with the tiny game on it."""
    world = World(tmp_path / "wiki")
    yield world
    world.close()


def sections(folder: Path, **titles: str) -> dict[str, dict[str, str]]:
    """The sections of settings with these titles; the four pages that are needed have others."""
    found: dict[str, dict[str, str]] = {
        "wiki": {"api": f"folder:{folder}"},
        "game": {"rules": "stones", "ruleset": "Rules", "gamestate": "State", "actions": "Play"},
    }
    for key, title in titles.items():
        section, _, name = key.partition(".")
        found.setdefault(section, {})[name] = title
    return found


def test_every_page_of_the_settings_is_known() -> None:
    """A key that names a page is compared, whatever its section."""
    titles = {key: f"File:{key}.svg" if key.endswith("_file") else f"P {key}" for key in KEYS}
    titles |= {key: f"{key}.svg" for key in KEYS if key.endswith("_file")}

    named = from_sections(sections(Path("wiki"), **titles)).pages

    assert set(KEYS) == {f"{section}.{key}" for section, key in named}


@pytest.mark.parametrize(("first", "second"), portion(combinations(KEYS, 2), 3))
def test_any_two_keys(first: str, second: str, tmp_path: Path) -> None:
    """Any two, in all ways of writing a title that are the same everywhere."""
    for ways in WAYS:
        if any(key.endswith("_file") for key in (first, second)):
            titles = {
                key: "Kept.svg" if key.endswith("_file") else "file:Kept.svg"
                for key in (first, second)
            }
        else:
            titles = dict(zip((first, second), ways, strict=True))
        with pytest.raises(SettingsError, match=r"is the page of .*, too"):
            from_sections(sections(tmp_path, **titles))


@pytest.mark.parametrize(
    ("log", "other", "one"),
    [
        ("Log %Y-%m", "Log 2024-01", True), ("Log %Y-%m", "Log %Y-01", True),
        ("Log %Y", "Log 2024", True), ("Log %Y%m", "Log 2024%Y", False),
        ("Log %Y%m", "Log 20%Y", True), ("Log %Y-%m", "Log %Y", False),
        ("Log %Y-%m", "Log abcd-01", False), ("Log", "Log %Y", False),
    ],
)  # fmt: skip
def test_pages_of_months(log: str, other: str, one: bool, tmp_path: Path) -> None:
    """Where a title stands for a page a month, all of them count."""
    titles = sections(tmp_path, **{"game.log": log, "game.archive": other})
    if one:
        with pytest.raises(SettingsError, match="is a page of log, too"):
            from_sections(titles)
    else:
        assert from_sections(titles).game.log == log


class Renaming(FolderWiki):
    """A wiki that writes ``Project:`` as its own name and takes ``Old:`` for it, as servers do."""

    written: list[str]

    def poll(self, titles: Sequence[str], *, introduce: bool = False) -> Poll:
        poll = super().poll(titles, introduce=introduce)
        heads = {
            asked: msgspec.structs.replace(
                head, title=f"Nomic:{normalise(asked).partition(':')[2]}"
                if normalise(asked).partition(":")[0] in ("Project", "Old") else head.title,
            )
            for asked, head in poll.heads.items()
        }  # fmt: skip
        return msgspec.structs.replace(poll, heads=heads)

    def save(self, edit: Edit) -> Any:
        vars(self).setdefault("written", []).append(edit.title)
        return super().save(edit)


def renamed(world: World, **titles: str) -> Settings:
    """The world's settings with other titles."""
    named = from_sections(sections(world.folder, **titles))
    return replace(world.settings, game=named.game, stewards=named.stewards, bot=named.bot)


@pytest.mark.parametrize("ways", [("Kept", "kept"), ("Talk:Kept", "Talk:kept")])
def test_titles_that_differ_in_their_first_letter(world: World, ways: tuple[str, str]) -> None:
    """They are two pages on a wiki without ``$wgCapitalLinks``: the settings alone do not tell."""
    world.add("Bea", "* take 2")
    settings = renamed(world, **dict(zip(("game.log", "bot.help_page"), ways, strict=True)))
    wiki = Renaming(world.folder, user="Wikibot", keyboard="Keyboard", clock=lambda: world.now)

    with pytest.raises(SettingsError, match="is the page of log, too"):
        sync(settings, Tiny(), wiki, world.journal)


@pytest.mark.parametrize(("first", "second"), [*combinations(KEYS[:10], 2)])
def test_as_the_wiki_returns_them(world: World, first: str, second: str) -> None:
    """What only the wiki knows to be one page stops the sync before its first edit."""
    world.add("Bea", "* take 2")
    wiki = Renaming(world.folder, user="Wikibot", keyboard="Keyboard", clock=lambda: world.now)
    wiki.written = []
    settings = renamed(world, **{first: "Project:Page", second: "Old:Page"})

    for _ in range(2):
        with pytest.raises(SettingsError, match=r"too \(Nomic:Page on the wiki\)") as caught:
            sync(settings, Tiny(), wiki, world.journal)

    assert (78, []) == (caught.value.exit_code, wiki.written)


def test_whenever_settings_change(world: World) -> None:
    """The comparison is made again for other settings, and costs a settled game nothing."""
    asked: list[Sequence[str]] = []

    class Counting(Renaming):
        def poll(self, titles: Sequence[str], *, introduce: bool = False) -> Poll:
            asked.append(titles)
            return super().poll(titles, introduce=introduce)

    wiki = Counting(world.folder, user="Wikibot", keyboard="Keyboard", clock=lambda: world.now)
    good = renamed(world, **{"game.log": "Project:Log", "game.archive": "Old:Archive %Y"})
    for _ in range(2):
        sync(good, Tiny(), wiki, world.journal)
    with pytest.raises(SettingsError, match="archive = Old:Log"):
        sync(renamed(world, **{"game.log": "Project:Log", "game.archive": "Old:Log"}), Tiny(), wiki,
             world.journal)  # fmt: skip

    assert [True, False, True] == [any("Old:" in title for title in titles) for titles in asked]
