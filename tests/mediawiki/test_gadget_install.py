"""The form is put on a real wiki:
for all as a gadget, or for one account, with every game of the wiki in it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.game.tiny import ACTIONS, GAMESTATE, install
from tests.mediawiki.server import Server
from tests.mediawiki.template import BOT, BOT_PASSWORD
from tests.settings import settle
from wikibot.cli import main
from wikibot.cli.commands import gadget
from wikibot.cli.commands.gadget import games_in

SCRIPT = "( function () {\n\tvar GAMES = []; // games\n\tgo( GAMES );\n}() );\n"
STYLE = ".wikibot-form { color: inherit; }\n"


@pytest.fixture
def call(mediawiki: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command for a game, as an account with these grants."""
    (tmp_path / "site").mkdir()
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WIKIBOT_PASSWORD", raising=False)
    monkeypatch.setattr(gadget, "read_file", lambda name: SCRIPT if name.endswith("js") else STYLE)

    def run(*words: str, user: str = "Wikibot@files", state: str = "State") -> Result:
        settle(
            tmp_path, BOT_PASSWORD, "stones", api=mediawiki.proxy.api, user=user, gamestate=state,
            actions=f"Talk:{state}", form_page=f"{state}/wikibot.json", journal="state/journal",
        )  # fmt: skip
        return CliRunner().invoke(main, list(words))

    return run


def test_an_administrator_installs_it_for_all(mediawiki: Server, call: Any) -> None:
    """Script, style sheet and description are saved once; a second game is added to the first."""
    mediawiki.account(BOT, groups=("interface-admin",))
    mediawiki.allow_uploads("basic,editpage,createeditmovepage,editinterface,editsiteconfig")
    done = call("gadget", "install", "--json")
    said = json.loads(done.stdout)
    client = mediawiki.client("Steward")

    assert done.exit_code == 0, done.output
    assert said["saved"] == [
        "MediaWiki:Gadget-wikibot.js", "MediaWiki:Gadget-wikibot.css", "MediaWiki:Gadget-wikibot",
    ]  # fmt: skip
    assert said["add_to"] == "MediaWiki:Gadgets-definition"
    assert client.text("MediaWiki:Gadget-wikibot.css") == STYLE.rstrip()
    (entry,) = games_in(client.text("MediaWiki:Gadget-wikibot.js"))
    assert (entry["data"], entry["bot"]) == ("State/wikibot.json", "Wikibot")

    assert json.loads(call("gadget", "install", "--json").stdout)["saved"] == []
    dry = json.loads(call("gadget", "install", "--json", "--dry-run", state="Other").stdout)
    assert dry["saved"] == ["MediaWiki:Gadget-wikibot.js"]
    call("gadget", "install", state="Other")
    games = games_in(client.text("MediaWiki:Gadget-wikibot.js"))
    assert [each["gamestate"] for each in games] == ["State", "Other"]


def test_the_definition_is_one_that_the_extension_reads(mediawiki: Server, call: Any) -> None:
    """With the printed lines on its page, the wiki offers the gadget and serves the script."""
    mediawiki.show_in_a_browser()
    mediawiki.account(BOT, groups=("interface-admin",))
    mediawiki.allow_uploads("basic,editpage,createeditmovepage,editinterface,editsiteconfig")
    said = json.loads(call("gadget", "install", "--json").stdout)
    mediawiki.account("Steward", groups=("interface-admin",))
    client = mediawiki.client("Steward")
    client.edit(said["add_to"], "\n".join(said["lines"]))
    gadgets = client.api(action="query", list="gadgets", gaprop="id|metadata")["query"]["gadgets"]

    assert [each["id"] for each in gadgets] == ["wikibot"]
    assert gadgets[0]["metadata"]["settings"]["default"]
    assert gadgets[0]["metadata"]["module"]["scripts"] == ["MediaWiki:Gadget-wikibot.js"]


def test_anyone_installs_it_for_themselves(mediawiki: Server, call: Any) -> None:
    """Without rights for the whole wiki the pages of the account are saved,
    and its common.js is to load them.
    """
    mediawiki.allow_uploads("basic,editpage,createeditmovepage,editmycssjs")
    done = call("gadget", "install", "--json")
    said = json.loads(done.stdout)

    assert done.exit_code == 0, done.output
    assert said["saved"] == ["User:Wikibot/wikibot.js", "User:Wikibot/wikibot.css"]
    assert said["add_to"] == "User:Wikibot/common.js"
    assert "title=User:Wikibot/wikibot.js&action=raw" in said["lines"][0]
    refused = call("gadget", "install", "--site")
    assert (refused.exit_code, "editsitejs" in refused.stderr) == (77, True)


def test_an_account_without_rights_is_told(mediawiki: Server, call: Any) -> None:
    """What is lacking, and that the files can be saved by hand."""
    mediawiki.allow_uploads("basic,editpage")
    done = call("gadget", "install")

    assert (done.exit_code, "--out DIR" in done.stderr) == (77, True)


def test_the_bot_is_the_one_that_keeps_the_page(mediawiki: Server, call: Any) -> None:
    """An administrator's own login installs the form for the bot, not for the administrator."""
    steward = mediawiki.client("Steward")
    for title, text in (("Rules", "No rules."), ("State", GAMESTATE), ("Talk:State", ACTIONS)):
        steward.edit(title, text)
    mediawiki.allow_uploads("basic,editpage,createeditmovepage,highvolume")
    assert call("sync").exit_code == 0
    mediawiki.account("Ann", bot_password=True)
    mediawiki.password_for("Ann", "basic,editpage,editmycssjs")
    said = call("gadget", "install", "--dry-run", "--json", user="Ann@files")

    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout)["bot"] == "Wikibot"
