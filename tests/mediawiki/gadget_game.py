"""A game on a real wiki whose players use the form:
pages, the gadget as it is installed, the bot, and the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from click.testing import CliRunner, Result

from tests.mediawiki.browser import DESKTOP, Browser, Look
from tests.mediawiki.client import Client
from tests.mediawiki.server import Kept, Server
from tests.rules.rulesets import RULES
from tests.settings import settle
from wikibot.cli import main
from wikibot.cli.commands.gadget import DEFINITION, SCRIPT, STYLE
from wikibot.storage.local import write_overlay

ACTIONS, STATE, DATA = "Talk:Game", "Game", "Game/wikibot.json"
SETTINGS = MappingProxyType({
    "rules": "cycle15", "gamestate": STATE, "actions": ACTIONS, "dice": "stated",
    "form_page": DATA, "journal": "journal.sqlite", "deadline": "2 minutes",
})  # fmt: skip
BOARD = """\
It is currently '''Phase III'''.

== Board ==

== Players ==

{| class="wikitable"
! Name !! Location (Space Identifier) !! Crystals !! Items
|-
| Alice || 0 || 4 || 2 Fish, Banana
|-
| Bob || 0 || 6 || Mauve
|}

== Spaces ==

{| class="wikitable"
! Space !! Space Type !! Set of Successors !! Notes
|-
| 0 || Blank || {1} ||
|-
| 1 || Blank || {2} ||
|-
| 2 || Crystal || {3} ||
|-
| 3 || Blank || {4, 20} ||
|-
| 4 || Blank || {5} ||
|-
| 5 || Blank || {0} ||
|-
| 20 || Blank || {21} ||
|-
| 21 || Crystal || {5} ||
|}
"""


_READY = ".wikibot-form-who *, .wikibot-form-status *, .wikibot-form-lens *"
NIGHT = {"logged_in": True, "logged_out": True, "beta": True}


class GadgetGame:
    """One wiki with one game. ``restore`` makes it as new; what the wiki has compiled stays."""

    settings = SETTINGS
    pages: Mapping[str, str] = MappingProxyType({
        "Rules": RULES["late"].text,
        STATE: BOARD,
        ACTIONS: "Talk about the game.\n\n== Actions ==\n\n== Chat ==\nHello.\n",
    })  # fmt: skip

    def __init__(self, version: str, browser: Browser, folder: Path) -> None:
        self.server, self.browser, self.folder = Server(version, workers=6), browser, folder
        self.server.show_in_a_browser()
        night = {"wgVectorNightMode": NIGHT, "wgMinervaNightMode": {"base": True, **NIGHT}}
        self.server.configure(**night, wgVectorResponsive=True)
        self.steward = self.server.client("Steward")
        pins = RULES["late"].pins(RULES["late"].text)
        write_overlay(folder / "settings.wordings.txt", pins)
        settle(
            folder, self.server.bot_password, api=self.server.api, user=self.server.bot_user,
            **self.settings,
        )  # fmt: skip
        self._write_pages()
        self.sync()
        self._kept: dict[object, Kept] = {None: self.server.keep()}

    def _write_pages(self) -> None:
        for title, text in self.pages.items():
            self.steward.edit(title, text)
        self.run("gadget", "install", "--out", str(self.folder), "--bot", "Wikibot")
        for name in (SCRIPT, STYLE):
            self.steward.edit(f"MediaWiki:Gadget-{name}", (self.folder / name).read_text())
        self.steward.edit("MediaWiki:Gadgets-definition", DEFINITION)

    def restore(self, make: Callable[[GadgetGame], None] | None = None) -> None:
        """Make the wiki as it was before the first test, or as ``make`` makes it then, which is
        called once; and forget what the bot kept.
        """
        if make and make not in self._kept:
            self.restore()
            make(self)
            self._kept[make] = self.server.keep()
        self.server.restore(self._kept[make])
        self.steward = self.server.client("Steward")
        for file in self.folder.glob("journal*"):
            file.unlink()

    # -- the bot ---------------------------------------------------------------------------------

    def run(self, *arguments: str) -> Result:
        """Run a command of the program."""
        settings = str(self.folder / "settings.ini")
        return CliRunner().invoke(
            main, ["--settings", settings, *arguments], catch_exceptions=False
        )

    def sync(self) -> str:
        """One sync; gives what it shows."""
        result = self.run("sync")
        assert result.exit_code in (0, 1), result.output
        return result.output

    # -- people ----------------------------------------------------------------------------------

    def visit(
        self, name: str, title: str, size: tuple[int, int] = DESKTOP, **params: str
    ) -> Browser:
        """Open a page as somebody, "" for a reader without an account, and wait for the form."""
        browser = self.browser
        browser.size(size)
        browser.prefer("light")
        browser.log_in(self.server.url, self.server.cookies(name) if name else {})
        self.open(title, **params)
        return browser

    def see(self, name: str, title: str, look: Look) -> Browser:
        """The same in a look."""
        return self.visit(name, title, look.size, useskin=look.skin)

    def open(self, title: str, **params: str) -> None:
        """Open another page, and wait for the form."""
        self.browser.open(self.server.url, title, **params)
        self.browser.wait(lambda: self.browser.all(_READY))

    def person(self, name: str) -> Client:
        """A person without the form."""
        return self.server.client(name)

    def text(self, title: str) -> str:
        """A page as it reads now."""
        return self.steward.text(title)

    def click_space(self, space: str) -> None:
        """Click a space on the board."""
        css = f'[data-space="{space}"]'
        self.browser.click(self.browser.first(css))

    def save(self) -> None:
        """Press the button, and wait until the line is saved."""
        self.browser.press("Save the line")
        self.browser.wait_for(".wikibot-form-status", "Your line is saved")

    def answer(self) -> str:
        """Let the bot answer, and read the answer in the form."""
        self.sync()
        self.browser.wait_for(".wikibot-form-status", "The bot answered")
        return self.browser.text(".wikibot-form-status .wikibot-form-answer-said")
