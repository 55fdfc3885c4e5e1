"""A game on a real wiki whose players use the form:
pages, the gadget as it is installed, the bot, and the browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from click.testing import CliRunner, Result

from tests.mediawiki.browser import DESKTOP, Browser
from tests.mediawiki.client import Client
from tests.mediawiki.server import Kept, Server
from tests.rules.rulesets import RULES
from tests.settings import settle
from wikibot.cli import main
from wikibot.cli.commands.gadget import DEFINITION, SCRIPT, STYLE
from wikibot.stewards.accept import write_overlay

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
# News come above the fields with the answers, and move them.
_AT_REST = """
return !document.querySelector( '.wikibot-form-act *' ) ||
    !!document.querySelector( '.wikibot-form-answers *' );
"""


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
        self.steward = self.server.client("Steward")
        pins = RULES["late"].pins(RULES["late"].text)
        write_overlay(folder / "settings.wordings.txt", pins)
        settle(
            folder, self.server.bot_password, api=self.server.api, user=self.server.bot_user,
            **self.settings,
        )  # fmt: skip
        self._write_pages()
        self.sync()
        self.visit("Alice", ACTIONS)  # the wiki compiles what it sends to browsers
        self.visit("Alice", STATE)
        self._fresh: Kept = self.server.keep()

    def _write_pages(self) -> None:
        for title, text in self.pages.items():
            self.steward.edit(title, text)
        self.run("gadget", "install", "--out", str(self.folder), "--bot", "Wikibot")
        for name in (SCRIPT, STYLE):
            self.steward.edit(f"MediaWiki:Gadget-{name}", (self.folder / name).read_text())
        self.steward.edit("MediaWiki:Gadgets-definition", DEFINITION)

    def stop(self) -> None:
        """End the wiki."""
        self.server.stop()

    def restore(self) -> None:
        """Make the wiki as it was before the first test, and forget what the bot kept."""
        self.server.restore(self._fresh)
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
        browser.log_in(self.server.url, self.server.cookies(name) if name else {})
        self.open(title, **params)
        return browser

    def open(self, title: str, **params: str) -> None:
        """Open another page, and wait for the form."""
        self.browser.open(self.server.url, title, **params)
        self.browser.wait(lambda: self.browser.all(_READY))
        self.browser.wait(lambda: self.browser.run(_AT_REST))

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
        self.browser.wait(self._looks)
        return self.browser.text(".wikibot-form-status .wikibot-form-answer-said")

    def _looks(self) -> bool:
        """Press the button where it is there: the form may have looked by itself."""
        for button in self.browser.all(".wikibot-form-status .oo-ui-buttonElement-button"):
            button.click()
        return "The bot answered" in self.browser.text(".wikibot-form-status")
