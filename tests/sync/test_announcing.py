"""News go to webhooks:
each once and in order, whatever the webhook does, and no secret is shown.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sync.world import DIG, World, settings_of
from wikibot.config.settings import NoSecret, find_webhooks
from wikibot.config.values import mentions, webhooks
from wikibot.storage.cursor import News, read_cursor
from wikibot.sync import announcing as posting
from wikibot.sync.announcing import Announced, messages

SECRET = "s3cret-token"


class Chat:
    """A chat on this machine: takes messages, or answers with the ``statuses`` that are left.

    With a status of 0 it takes a message and the answer is lost; by its key it takes it once.
    """

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.statuses: list[tuple[int, str]] = []  # with a Retry-After
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                status, wait = chat.statuses.pop(0) if chat.statuses else (204, "")
                if status < 300 and self.headers["Idempotency-Key"] not in chat.keys:
                    chat.taken.append(body)
                    chat.keys.append(self.headers["Idempotency-Key"])
                if status:
                    self.send_response(status)
                    if wait:
                        self.send_header("Retry-After", wait)
                    self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hooks/{SECRET}"

    @property
    def text(self) -> str:
        return "\n".join(each["text"] for each in self.taken)


@pytest.fixture
def chat() -> Iterator[Chat]:
    """A chat that listens."""
    found = Chat()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def world(tmp_path: Path, chat: Chat, monkeypatch: pytest.MonkeyPatch) -> World:
    """A game with that webhook."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    found = World(tmp_path / "wiki")
    with_webhooks(found, chat.address)
    return found


def with_webhooks(world: World, *addresses: str, names: str = "") -> None:
    """The same game with these webhooks."""
    announce = {"webhooks": " ".join(addresses), "names": names}
    world.settings = settings_of(world.folder, bot={"stop_page": "Stop"}, announce=announce)


def test_what_a_sync_did_is_one_message(world: World, chat: Chat) -> None:
    """Who did what, with the faces that fell; what was refused is no news."""
    world.add("Ann", DIG)
    world.add("Ann", "* dance")
    world.sync()

    assert 1 == len(chat.taken)
    assert "Ann: found 4 (2d4 (1, 3) = 4)" in chat.text.replace("\\", "")
    assert "dance" not in chat.text


def test_nothing_new_is_no_message(world: World, chat: Chat) -> None:
    """However often it is looked."""
    world.add("Ann", DIG)
    for _ in range(4):
        world.sync()

    assert 1 == len(chat.taken)


@pytest.mark.parametrize("status", [429, 500, 503, 404, 302, 0], ids=str)
def test_a_message_that_is_not_taken_is_owed(world: World, chat: Chat, status: int) -> None:
    """The sync goes on; later it comes once, in its order, and nobody wrote anything in between."""
    chat.statuses = [(status, "")]
    world.add("Ann", DIG)
    report = world.sync()
    world.add("Bea", DIG)
    world.sync()
    world.now += timedelta(hours=2)
    world.sync()
    world.sync()

    assert any("does not take the news" in note for note in report.notes)
    assert SECRET not in " ".join(report.notes)
    assert ["Ann", "Bea"] == [each["text"].partition(":")[0] for each in chat.taken]
    assert 2 == len(set(chat.keys))


def test_a_webhook_is_left_alone_for_as_long_as_it_asks(world: World, chat: Chat) -> None:
    """Retry-After is heeded, and the sync knows when to come back."""
    chat.statuses = [(429, "1800"), (500, "")]
    world.add("Ann", DIG)
    world.sync()
    for _ in range(5):
        world.sync()
    assert [(500, "")] == chat.statuses

    world.now += timedelta(minutes=40)
    world.sync()
    assert ([], []) == (chat.statuses, chat.taken)


def test_a_dead_webhook_keeps_nothing_from_the_others(world: World, chat: Chat) -> None:
    """Nor the game from being played."""
    with_webhooks(world, "http://127.0.0.1:9/dead", chat.address)
    for _ in range(3):
        world.add("Ann", DIG)
        world.sync()

    assert 3 == len(chat.taken)
    assert "Ann: 12 stones" in world.text("State")


def test_a_run_that_dies_before_it_posts_is_made_up_for(
    world: World, chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is owed stands on the wiki, in the same edit as the state."""
    world.add("Ann", DIG)
    with monkeypatch.context() as patch:
        patch.setattr(posting.Webhooks, "deliver", _die)
        with pytest.raises(KeyboardInterrupt):
            world.sync()
    world.forget()
    world.sync()
    world.sync()

    assert 1 == len(chat.taken)


def _die(*_args: object) -> None:
    raise KeyboardInterrupt


def test_what_all_took_leaves_the_cursor(world: World) -> None:
    """So that the page does not grow."""
    for _ in range(3):
        world.add("Ann", DIG)
        world.sync()
    cursor = read_cursor(world.text("State"))

    assert cursor is not None
    assert 1 == len(cursor.news)


def test_a_dry_run_posts_nothing(world: World, chat: Chat) -> None:
    """Nor does it note anything as posted."""
    world.add("Ann", DIG)
    world.sync(dry_run=True)
    assert [] == chat.taken

    world.sync()
    assert 1 == len(chat.taken)


def test_who_has_to_answer_is_called(world: World, chat: Chat) -> None:
    """By the mention that the settings give; others are only named."""
    with_webhooks(world, chat.address, names="Bea: @bea:example.org")
    world.add("Bea", "* dig")
    world.sync()

    assert chat.text.endswith("@bea:example.org")


@given(st.text(), st.text())
def test_what_players_wrote_calls_nobody(text: str, name: str) -> None:
    """Neither everybody, nor a user by number, nor with marks that format."""
    lines = ((f"@everyone <@1> <!here> {text}", (name,)),)

    (first, *_) = messages(lines, {"Ann": "<@5>"}, "https://discord.com/api/webhooks/1/x")
    assert {"parse": [], "users": ["5"]} == first["allowed_mentions"]
    assert "\\@everyone" in first["content"]
    (first, *_) = messages(lines, {}, "https://hooks.slack.com/services/x")
    assert "<!here>" not in first["text"]


def test_long_news_come_in_several_messages() -> None:
    """None longer than a chat takes, and no line lost."""
    lines = tuple((f"line {number} {'x' * 300}", ()) for number in range(30))

    posts = messages(lines, {}, "https://discord.com/api/webhooks/1/x")

    assert all(len(post["content"]) <= 2000 for post in posts)
    assert 30 == sum(post["content"].count("line ") for post in posts)


def test_addresses_are_secrets(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """They may come from the environment, and no repr shows them."""
    assert SECRET not in repr(world.settings)
    monkeypatch.setenv("WIKIBOT_WEBHOOKS", "https://one.example/a https://two.example/b")
    assert ("https://one.example/a", "https://two.example/b") == find_webhooks(world.settings)

    monkeypatch.setenv("WIKIBOT_WEBHOOKS", "not an address")
    with pytest.raises(NoSecret, match="WIKIBOT_WEBHOOKS"):
        find_webhooks(world.settings)


def test_settings_of_webhooks() -> None:
    """Addresses and pairs as people write them; what is wrong is refused."""
    assert (("Ann", "<@1>"), ("Big Bob", "@b:x.org")) == mentions("Ann: <@1>, Big  Bob: @b:x.org")
    for wrong in ("ftp://x/y", "https://user:pass@host/x", "x"):
        with pytest.raises(ValueError):  # noqa: PT011  # the setting says what is expected
            webhooks(wrong)
    with pytest.raises(ValueError, match="pair"):
        mentions("Ann")


def test_a_webhook_that_was_away_gets_all_that_it_missed() -> None:
    """What one took and another did not is kept until that one took it, too."""
    news = tuple(News(run, (("x", ()),)) for run in "abc")

    assert ["b", "c"] == [each.run for each in Announced(("c", "a")).missing(news)]
    assert [] == list(Announced(("c", "c")).missing(news))
    assert 3 == len(Announced(("gone", "c")).missing(news))
