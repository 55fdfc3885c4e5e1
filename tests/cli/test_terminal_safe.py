"""No control character of anybody's reaches a terminal: of a server, a page, a file of settings."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.conftest import SETTINGS
from tests.wiki.test_whole_answers import HEAD, lengthy, serving
from wikibot.cli import main
from wikibot.wiki.folder import FolderWiki

ODD = "\x1b[31m\x1b]0;owned\x07\x9b2J\x08\r\u202e\u2028\x7f"
UNSAFE = set(ODD) - set("[31m]0;owned2J")
RAW = ODD.encode()
ERROR = {"code": f"new{ODD}", "info": f"no {ODD}", "readonlyreason": ODD, "blockinfo": {
    "blockedby": ODD, "blockreason": ODD, "blockexpiry": ODD}}  # fmt: skip
ANSWERS = {
    "error": lengthy(json.dumps({"error": ERROR}).encode()),
    "errors": lengthy(json.dumps({"errors": [ERROR]}).encode()),
    "read-only": lengthy(json.dumps({"error": ERROR | {"code": "readonly"}}).encode()),
    "blocked": lengthy(json.dumps({"error": ERROR | {"code": "blocked"}}).encode()),
    "stumbled": lengthy(json.dumps({"error": {"code": f"internal_api_error_{ODD}"}}).encode()),
    "page": lengthy(b"<html>" + RAW), "shape": lengthy(json.dumps({"query": {ODD: 1}}).encode()),
    "key": lengthy(json.dumps({"query": {"pages": [{"title": 5, ODD: 1}]}}).encode()),
    "redirect": b"HTTP/1.1 302 x\r\nLocation: http://a\x1b[31m/\x9b\x07\r\n\r\n",
    "status": b"HTTP/1.1 404 \x1b[31m\x07\r\n\r\n", "no HTTP": b"\x1b[31m\x07\r\n\r\n",
    "head": HEAD + b"Retry-After: \x1b[31m\x07\r\nX\x1b: 1\r\n\r\n" + RAW,
}  # fmt: skip


@pytest.fixture
def shown(here: Path) -> Iterator[Callable[..., str]]:
    """What a terminal with colours is sent."""
    level, handlers = logging.getLogger().level, logging.getLogger().handlers[:]

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, list(words), color=False)
        assert result.exit_code != 70
        return result.stdout + result.stderr

    yield run
    logging.getLogger().handlers[:] = handlers
    logging.getLogger().setLevel(level)


def raw(text: str) -> set[str]:
    """What of a text would steer a terminal."""
    return UNSAFE & set(text)


@pytest.mark.parametrize("answer", ANSWERS)
def test_of_a_server(here: Path, shown: Callable[..., str], answer: str) -> None:
    """Whatever part of an answer it stands in, in messages, reports and details."""
    body = ANSWERS[answer]
    with serving(lambda: iter((body,))) as address:
        text = SETTINGS.replace("folder:wiki", address) + "[bot]\ndeadline = 1 second\n"
        (here / "settings.ini").write_text(text)
        for words in (
            ("--debug", "sync", "--dry-run"),
            ("show",),
            ("doctor",),
            ("doctor", "--json"),
        ):
            assert raw(shown(*words)) == set()


def test_of_pages(here: Path, wiki: FolderWiki, shown: Callable[..., str]) -> None:
    """In a name, a line, a heading, as tables and as JSON."""
    odd = ODD.replace("\r", "").replace("\u2028", "")
    wiki.save_as("Ann", "Play", f"== Actions ==\n* take {odd}\n* dance {odd}\n")
    text = wiki.read(["State"])["State"]
    wiki.save_as("Ann", "State", f"{text and text.text}\n* A{odd}b: 3 stones\n")
    wiki.save_as("Ann", "Rules", f"== R{odd} ==\n{odd}\n")

    plain = (("sync", "--dry-run"), ("sync", "--json"), ("show",), ("show", "--json"), ("doctor",))
    for words in (*plain, ("--debug", "sync"), ("verify",), ("steward", f"correct {odd}")):
        assert raw(shown(*words)) == set()


@pytest.mark.parametrize("key", ["ruleset", "log", "dice", "actions_file", f"k{ODD[:5]}"])
def test_of_settings(here: Path, shown: Callable[..., str], key: str) -> None:
    """The file of settings may be a copy of somebody's."""
    odd = ODD.replace("\r", "")
    (here / "settings.ini").write_text(SETTINGS.replace("rules =", f"{key} = a{odd}\nrules ="))

    for words in (("sync",), ("doctor",), ("--settings", f"x{odd}", "sync")):
        assert raw(shown(*words)) == set()
