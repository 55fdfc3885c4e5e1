"""Games of a farm that share an account on a wiki share its session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mediawiki.proxy import Request, Response, call_of
from tests.mediawiki.server import Server
from tests.postgres.farms import Farm
from tests.settings import settings
from wikibot.storage.postgres.farm import add_game
from wikibot.sync.run import wiki_of
from wikibot.wiki.errors import NotAllowed


@pytest.fixture
def farm(
    database: str, tmp_path: Path, mediawiki_143: Server, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Farm]:
    """Three games on one wiki; the third was added with another password."""
    farm = Farm(database, tmp_path)
    for name, password in (("one", True), ("two", True), ("three", False)):
        secret = mediawiki_143.bot_password if password else "wrong"
        monkeypatch.setenv("WIKIBOT_PASSWORD", secret)
        file = tmp_path / f"{name}.ini"
        api, user = mediawiki_143.proxy.api, mediawiki_143.bot_user
        values = {"gamestate": f"State {name}", "log": "Log", "journal": f"{name}/journal"}
        file.write_text(settings("stones", api=api, user=user, **values))
        add_game(farm.store(), file)
    monkeypatch.delenv("WIKIBOT_PASSWORD")
    yield farm
    farm.close()


def poll(farm: Farm, name: str) -> str:
    """Who we are to the wiki, as a process that syncs the game sees it."""
    storage = farm.store().storage(name)
    return wiki_of(storage.settings, storage).poll(["Play"]).user


def test_one_login_serves_all_games_of_an_account(farm: Farm, mediawiki_143: Server) -> None:
    """A thousand games log in once, and again when the wiki has forgotten them;
    a wrong password gets nothing of it.
    """
    logins: list[Request] = []

    def count(request: Request, _response: Response) -> None:
        logins.append(request)

    mediawiki_143.proxy.after(count, call_of("login"), times=99)
    users = [poll(farm, name) for name in ("one", "two", "one")]
    first = len(logins)
    mediawiki_143.end_sessions()
    users += [poll(farm, name) for name in ("two", "one")]

    assert (users, first, len(logins)) == (["Wikibot"] * 5, 1, 2)
    with pytest.raises(NotAllowed):
        poll(farm, "three")
