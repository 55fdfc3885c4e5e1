"""A week of werewolf, and one of cards, on a real wiki whose accounts try to peek."""

from __future__ import annotations

import json
import re
import socketserver
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.template import BOT_GRANTS
from tests.mediawiki.test_rules_by import Village
from wikibot.config.games import load_game
from wikibot.dice.session import DrawerKeeper, seal_line
from wikibot.storage.cursor import Cursor, read_cursor
from wikibot.storage.local import Folder

GAME = load_game("generic")
RECIPES = files("rules.generic") / "recipes"
NAMES = {"Ann": "Alice", "Cat": "Carol", "Dan": "Mallory", "Eve": "Steward", "Bob": "Bob"}
PLAYERS = ("Alice", "Bob", "Carol", "Mallory", "Steward")
ADDRESSES = (
    "UPDATE user SET user_email = lower(user_name) || '@example.org', "
    "user_email_authenticated = '20240101000000' WHERE user_name = ?"
)


class Post(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it is given."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Delivery)
        self.letters: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def to(self, name: str) -> str:
        """All letters to an account, as plain text."""
        mine = (
            each
            for each in self.letters
            if f"{name.lower()}@example.org" in each.partition("DATA")[0]
        )
        return "\n".join(re.sub(r"=\r?\n", "", each) for each in mine)


class Delivery(socketserver.StreamRequestHandler):
    """SMTP (RFC 5321), as much as MediaWiki speaks of it."""

    server: Post

    def handle(self) -> None:
        said = ""
        self.wfile.write(b"220 post\r\n")
        for line in self.rfile:
            command = line[:4].upper()
            if command == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            if command == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                said += "DATA\n"
                for part in self.rfile:
                    if part == b".\r\n":
                        break
                    said += part.decode()
                self.server.letters.append(said)
                said = ""
            else:
                said += line.decode()
            self.wfile.write(b"250 ok\r\n")


@pytest.fixture
def post() -> Iterator[Post]:
    """A mail server."""
    with Post() as found:
        yield found
        found.shutdown()


class Secrets(Village):
    """A recipe with secrets, played by accounts of the wiki."""

    def __init__(
        self, server: Server, folder: Path, post: Post, recipe: str, start: datetime
    ) -> None:
        smtp = {"host": "127.0.0.1", "port": post.server_address[1], "auth": False}
        server.configure(wgEnableEmail=True, wgEnableUserEmail=True, wgSMTP=smtp)
        grants = json.dumps([*BOT_GRANTS.split(","), "sendemail"])
        server.sql("UPDATE bot_passwords SET bp_grants = ?", grants)
        server.account("Mallory")
        for each in (*PLAYERS[:-1], "Wikibot"):
            server.sql(ADDRESSES, each)
        state = (RECIPES / recipe / "Gamestate.wiki").read_text(encoding="utf-8")
        for old, new in NAMES.items():
            for before in ("| ", ": ", "''' "):  # in a cell, as a value, behind a bold label
                state = re.sub(rf"{re.escape(before)}{old}(?=[ \n])", f"{before}{new}", state)
        rules = (RECIPES / recipe / "Ruleset.wiki").read_text(encoding="utf-8")
        server.travel(start)
        pages = {"Rules": rules, "State": state, "Play": "== Actions ==", "Orders": "Below."}
        super().__init__(server, folder, pages)

    @property
    def cursor(self) -> Cursor:
        found = read_cursor(self.steward.text("State"))
        assert found is not None
        return found

    def seals(self, name: str, line: str) -> str:
        """Save a sealed line; gives it."""
        sealed = seal_line(self.cursor.box, name, line)[0]
        self.says(name, sealed)
        return sealed

    def pass_hours(self, hours: int) -> None:
        self.server.pass_time(timedelta(hours=hours))
        self.sync()

    def phase(self, name: str) -> None:
        """Let time go by until it is Day, or Night."""
        while f"'''Phase:''' {name}" not in self.steward.text("State"):
            self.pass_hours(6)

    def cells(self, column: str) -> dict[str, str]:
        """What stands in a column, by opening the seals, as the operator can."""
        book, text = GAME.rulebook(self.steward.text("Rules")), self.steward.text("State")
        state = GAME.read(text, book, self.server.now()).state
        keeper = DrawerKeeper(Folder(self.folder / "seals"), "State", self.cursor.box)
        held = {name: str(each.fields.get(column, "")) for name, each in state.players.items()}
        return {
            name: keeper.open(each, f"{column} of {name}").text if each.startswith("🔒") else each
            for name, each in held.items()
        }


def test_a_week_of_werewolf(mediawiki_143: Server, tmp_path: Path, post: Post) -> None:
    """Roles come by mail, nights are played by sealed lines, and who peeks sees seals."""
    monday = datetime(2030, 1, 7, 12, tzinfo=UTC)
    game = Secrets(mediawiki_143, tmp_path, post, "werewolf", monday)
    game.phase("Day")
    for _ in range(2):  # what is dealt at a full hour is dealt after the second one at the latest
        game.pass_hours(1)
    roles = game.cells("Role")
    assert sorted(roles.values()) == ["Seer", "Villager", "Villager", "Villager", "Wolf"]
    for name in PLAYERS[:-1]:
        assert post.to(name).count(f"your Role is {roles[name]}") == 1

    # Steward has no address: that is told, and mended.
    game.pass_hours(2)
    assert "a letter to Steward waits" in game.steward.text("State")
    assert not post.to("Steward")
    mediawiki_143.sql(ADDRESSES, "Steward")
    game.pass_hours(2)
    game.pass_hours(2)
    assert post.to("Steward").count("your Role is") == 1
    assert "a letter to" not in game.steward.text("State")
    assert game.cursor.letters == ()

    # Mallory peeks: another's seal in an own cell, another's line under an own name, the wiki's
    # own views of the page.
    game.phase("Night")
    wolf = next(name for name, role in roles.items() if role == "Wolf")
    victim = next(name for name in PLAYERS if name not in (wolf, "Mallory"))
    line = game.seals(wolf, f"mark {victim}")
    game.says("Mallory", line) if wolf != "Mallory" else None
    for name in PLAYERS:
        if name != wolf:
            game.seals(name, f"mark {'Mallory' if name != 'Mallory' else victim}")
    game.sync()
    peek = game.server.client("Mallory")
    seen = [each["content"] for each in peek.history("State")]
    seen += [each["content"] for each in peek.history("Log")]
    seen += [peek.text("Play"), peek.html(peek.text("State"))]
    for text in seen:
        assert not re.search(
            r"\bmark (?:Alice|Bob|Carol|Mallory|Steward)|your Role|🔒(?:Wolf|Seer)", text
        )
    if wolf != "Mallory":
        assert "sealed for another game, or by another account" in peek.text("Play")
        assert f"mark {victim}" not in post.to("Mallory").replace("=20", "") or victim != "Mallory"

    game.phase("Day")
    state = game.steward.text("State")
    assert f"| {victim} || {roles[victim]} || no" in state
    assert state.count("wikibot-seal") >= 4
    opened = [each for each in game.steward.text("Log").splitlines() if "# opened" in each]
    assert len(opened) == 1
    assert f'["Role of {victim}", "{roles[victim]}"]'.replace('"', "") in opened[0].replace(
        '"', ""
    ).replace("&quot;", "")

    # The village finds the Wolf.
    for name in PLAYERS:
        if name not in (wolf, victim):
            game.says(name, f"vote for {wolf}")
    game.sync()
    game.phase("Night")
    state = game.steward.text("State")
    saved = wolf == "Mallory"  # who has a Cross
    assert (f"| {wolf} || Wolf || no" in state) == (not saved)


def test_a_week_of_cards(mediawiki_143: Server, tmp_path: Path, post: Post) -> None:
    """Hands come by mail; who peeks, or puts another's seal into an own cell, learns nothing."""
    sunday = datetime(2030, 1, 6, 22, tzinfo=UTC)
    game = Secrets(mediawiki_143, tmp_path, post, "draft", sunday)
    names, cards = ("Alice", "Bob", "Carol"), r"\b(?:Ace|King|Queen|Jack)\b"
    game.pass_hours(3)
    game.pass_hours(1)
    first = game.cells("Hand")
    for name in names:
        assert len(first[name].split(", ")) == 2
        assert post.to(name).count(f"your Hand is {first[name]}") == 1
        assert post.to(name).count("your Hand is") == 1

    # Two days of drawing: what others see has no card, in no revision, answer, summary or HTML.
    for _ in range(2):
        for name in names[:2]:
            game.says(name, "draw a Card from the Deck")
        game.pass_hours(24)
    peek, hands = game.server.client("Carol"), game.cells("Hand")
    assert [len(hands[name].split(", ")) for name in names] == [4, 4, 2]
    told = [each["content"] for each in peek.history("Log")]
    saved = [each for title in ("State", "Play", "Log") for each in peek.history(title)]
    told += [each.get("comment", "") for each in saved if each["user"] == "Wikibot"]
    told += [peek.text("Play"), *re.findall(r"\|-\n\| (?:Alice|Bob) .*", peek.text("State"))]
    told += [peek.html(each) for each in told[-2:]]
    assert not any(re.search(cards, each) for each in told)
    assert re.search(rf"^Deck: .*{cards}", peek.text("State"), re.MULTILINE) is None

    # Carol puts Alice's seal into her own row: nothing of hers is played, and she learns nothing.
    state = peek.text("State")
    seals = re.findall(r'<span class="wikibot-seal"[^>]*>[^<]*</span>', state)
    row = {name: re.search(rf"\| {name} .*", state)[0] for name in names}  # type: ignore[index]
    of = {name: next(each for each in seals if each in row[name]) for name in names}
    swapped = state.replace(row["Carol"], row["Carol"].replace(of["Carol"], of["Alice"]))
    letters = post.to("Carol")
    peek.edit("State", swapped)
    game.says("Carol", "draw")
    game.pass_hours(1)
    assert "was not made for it" in peek.text("Play")
    assert post.to("Carol") == letters
    peek.edit("State", peek.text("State").replace(
        re.search(r"\| Carol .*", peek.text("State"))[0], row["Carol"]  # type: ignore[index]
    ))  # fmt: skip
    game.pass_hours(24)
    game.says("Carol", "draw")
    game.pass_hours(1)
    assert f"your Hand is {game.cells('Hand')['Carol']}" in post.to("Carol")

    # What is shown is proven by what was sealed, and not shown before all of it is chosen.
    game.says("Alice", "show off")
    game.pass_hours(1)
    assert "# opened" not in game.steward.text("Log")
    game.says("Alice", f"choose {', '.join(game.cells('Hand')['Alice'].split(', ')[:2])}")
    game.pass_hours(1)
    opened = [each for each in game.steward.text("Log").splitlines() if "# opened" in each]
    assert len(opened) == 1
    assert "Hand of Alice" in opened[0]
