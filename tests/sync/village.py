"""A recipe's game (by default werewolf) on a folder wiki, with a clock and a key of its own."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

from rules.generic.game import GAME
from tests.sync.world import World, settings_of
from wikibot.dice.session import DrawerKeeper, seal_line
from wikibot.storage.cursor import Cursor, read_cursor
from wikibot.storage.local import Folder, Journal
from wikibot.sync.report import Report
from wikibot.wiki.folder import MAIL

RECIPES = files("rules.generic") / "recipes"
PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
TITLES = ("State", "Play", "Log", "Form", "Help", "Lens")


class Village(World):
    """A game in a folder, dealt by a key."""

    game = GAME

    def __init__(self, folder: Path, key: bytes, recipe: str = "werewolf") -> None:
        self.pages = folder / "wiki"
        self.pages.mkdir(parents=True)
        journal = folder / "state" / "journal.db"
        pinned = {"form_page": "Form", "help_page": "Help", "lens_page": "Lens"}
        bot = {**pinned, "journal": str(journal)}
        game = {"rules": "generic"}
        settings = settings_of(self.pages, folder / "settings.ini", game=game, bot=bot)
        super().__init__(self.pages, settings, {})
        self.drawer = Folder(folder / "state" / "seals")
        self.key = DrawerKeeper(self.drawer, "State", "").name
        self.drawer.write(self.key, key.hex())
        self.journal = Journal(journal)
        self.now = datetime(2024, 1, 1, 12, tzinfo=UTC)
        for title, name in (("Rules", "Ruleset"), ("State", "Gamestate")):
            text = (RECIPES / recipe / f"{name}.wiki").read_text(encoding="utf-8")
            self.edit("Sam", title, text)
        self.edit("Sam", "Play", "== Actions ==\n")
        self.sync()

    @property
    def cursor(self) -> Cursor:
        """What the bot noted on the page."""
        found = read_cursor(self.text("State"))
        assert found is not None
        return found

    @property
    def keeper(self) -> DrawerKeeper:
        """Who opens all seals, as the operator can."""
        return DrawerKeeper(self.drawer, "State", self.cursor.box)

    def say(self, who: str, line: str) -> None:
        """Add a line to the actions."""
        self.edit(who, "Play", self.text("Play") + f"* {line}\n")

    def sealed(self, who: str, line: str) -> None:
        """Add a sealed line."""
        self.say(who, seal_line(self.cursor.box, who, line)[0])

    def until(self, day: int, hour: int) -> Report:
        """Let time go by, and sync."""
        self.now = datetime(2024, 1, day, hour, tzinfo=UTC)
        return self.sync()

    def role(self, who: str) -> str:
        """What a player is, by opening the seal."""
        state = GAME.read(self.text("State"), GAME.rulebook(self.text("Rules")), self.now).state
        held = str(state.players[who].fields["Role"])
        return self.keeper.open(held, f"Role of {who}").text if held[0] == "🔒" else held

    def hand(self, who: str) -> list[str]:
        """What a player has in a hand that is sealed."""
        state = GAME.read(self.text("State"), GAME.rulebook(self.text("Rules")), self.now).state
        held = str(state.players[who].fields.get("Hand", ""))
        opened = self.keeper.open(held, f"Hand of {who}").text if held[:1] == "🔒" else held
        return opened.split(", ") if opened else []

    def who(self, role: str) -> str:
        """The first player of a role."""
        return next(each for each in PLAYERS if self.role(each) == role)

    def mail(self, who: str) -> str:
        """All mail of a player."""
        files = self.pages.glob(f"{MAIL}/{who}*")
        return "".join(each.read_text(encoding="utf-8") for each in files)

    def public(self, *titles: str) -> str:
        """All revisions of these pages (default: all), which anybody can read."""
        every = (self.wiki.history(each, 0) for each in titles or TITLES if self.text(each))
        return "\n".join(each.text or "" for history in every for each in history)
