"""The board's picture on a real wiki: uploaded when it changed, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.board.pictures import NASTY, picture
from tests.mediawiki.bots import bot_of
from tests.mediawiki.server import Server
from tests.mediawiki.template import BOT_PASSWORD
from tests.rules.cycle15.full_board import svg
from wikibot.game.picture import board_svg
from wikibot.wiki.errors import EditRefused, WikiError
from wikibot.wiki.mediawiki import MediaWiki

FILE = "Board.svg"
GRANTS = "basic,highvolume,editpage,createeditmovepage,uploadfile,uploadeditmovefile"


def drawing(*players: str) -> bytes:
    """The picture's bytes."""
    return board_svg(picture(*players)).encode()


@pytest.fixture
def bot(mediawiki: Server, tmp_path: Path) -> MediaWiki:
    """The bot with the grants for files, on a wiki that takes SVG files."""
    mediawiki.configure(
        wgEnableUploads=True, wgFileExtensions=["png", "svg"], wgUploadDirectory=str(tmp_path),
        wgUseInstantCommons=False,
    )  # fmt: skip
    mediawiki.allow_uploads(GRANTS)
    wiki = bot_of(mediawiki, user="Wikibot@files", password=lambda: BOT_PASSWORD)
    wiki.poll(["Log"])
    mediawiki.proxy.mark()
    return wiki


def test_it_is_uploaded_once(mediawiki: Server, bot: MediaWiki) -> None:
    """A new picture costs one look and one upload, the same picture one look;
    names that try to run are taken, too.
    """
    first = bot.put_file(FILE, drawing("Ann", NASTY), "wikibot: run 7f3a9c")
    again = bot.put_file(FILE, drawing("Ann", NASTY), "wikibot: run 8a4b0d")

    assert (first, again) == (True, False)
    assert ["query", "upload", "query"] == [one.request.action for one in mediawiki.proxy.log]
    assert (
        mediawiki.client("Alice")
        .history(f"File:{FILE}")[0]["comment"]
        .startswith("wikibot: run 7f3a9c")
    )


def test_another_picture_takes_its_place(mediawiki: Server, bot: MediaWiki) -> None:
    """The file has a second version, by the bot's account."""
    bot.put_file(FILE, drawing("Ann"), "run 1")
    changed = bot.put_file(FILE, drawing("Bea"), "run 2")

    answer = mediawiki.client("Alice").api(
        action="query", titles=f"File:{FILE}", prop="imageinfo", iiprop="user|comment", iilimit=5
    )
    versions = [
        (info["user"], info["comment"]) for info in answer["query"]["pages"][0]["imageinfo"]
    ]
    assert (changed, versions) == (True, [("Wikibot", "run 2"), ("Wikibot", "run 1")])


def test_what_another_account_uploaded_is_not_written_over(
    mediawiki: Server, bot: MediaWiki
) -> None:
    """Only its own pictures are replaced; one with the same bytes needs no upload."""
    mediawiki.client("Alice")
    mediawiki.password_for("Alice", GRANTS)
    alice = bot_of(mediawiki, user="Alice@files", password=lambda: BOT_PASSWORD)
    alice.put_file(FILE, drawing("Cat"), "my cat")
    with pytest.raises(EditRefused, match=f"File:{FILE}: its newest version is by Alice"):
        bot.put_file(FILE, drawing("Ann"), "run 1")

    assert not bot.put_file(FILE, drawing("Cat"), "run 2")


def test_the_full_board_is_taken(bot: MediaWiki) -> None:
    """Nothing in the picture of a whole game is held against it:
    neither its arrows nor its titles nor its size.
    """
    assert bot.put_file(FILE, svg().encode(), "run 1")


def test_a_wiki_without_uploads_says_so(mediawiki: Server, bot: MediaWiki) -> None:
    """The error names the file; the sync turns it into a note."""
    mediawiki.configure(wgEnableUploads=False)

    with pytest.raises(WikiError, match=FILE):
        bot.put_file(FILE, drawing("Ann"), "run 1")
