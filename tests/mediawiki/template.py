"""Makes a fresh wiki of each version: installed, with accounts, and all of them logged in.
Kept from run to run.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import time
from pathlib import Path

from filelock import FileLock

from tests.mediawiki.client import Client
from tests.mediawiki.packages import cache, unpacked
from tests.mediawiki.php import Php
from wikibot.wiki.files import TextFile
from wikibot.wiki.mediawiki import MediaWiki

_OLD = 86400  # seconds; a fresh wiki of other settings is then no longer kept
PASSWORD = "correct horse battery"
"""The password of every account."""

BOT = "Wikibot"
BOT_APP = "sync"
BOT_PASSWORD = "0123456789abcdefghijklmnopqrstuv"
BOT_GRANTS = "basic,highvolume,editpage,createeditmovepage"

ADMIN = "Steward"
ACCOUNTS = {
    "Alice": (),
    "Bob": (),
    "Carol": (),
    "Dave": (),
    "Erin": (),
    "Frank": (),
    "Ann": (),
    "Bea": (),
    BOT: ("bot",),
    ADMIN: (),  # made by the installer: sysop, bureaucrat
}

EXTENSIONS = ["AbuseFilter", "ConfirmEdit", "TitleBlacklist"]

ON_TALK = {"1.39": [], "1.43": ["Echo", "Linter", "VisualEditor", "DiscussionTools"]}
"""DiscussionTools with what it does not load without; loaded by ``Server.with_discussion_tools``:
each costs time at every request.
"""

ON_SHOW = {"extensions": ["Gadgets"], "skins": ["Vector", "MinervaNeue"]}
"""What a browser needs besides; loaded by ``Server.show_in_a_browser``.

Its messages are compiled for all.
"""


def template(version: str) -> Path:
    """Give the folder of a fresh wiki: ``data``, ``messages``, ``sessions.json``, the bot's own
    ``cookies``, and ``compiled``, which all its servers write to; made the first time.
    """
    code = unpacked(version)
    home = cache() / f"wiki-{version}-{_recipe(code)}"
    with FileLock(cache() / f"wiki-{version}.lock"):
        if not home.exists():
            for old in cache().glob(f"wiki-{version}-*"):
                if old.stat().st_mtime < time.time() - _OLD:  # else another run may be copying it
                    shutil.rmtree(old, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=cache(), prefix="making-") as folder:
                draft = Path(folder, "wiki")
                _make(version, code, draft)
                draft.rename(home)
    return home


def _recipe(code: Path) -> str:
    """Give a short name that changes when a fresh wiki would come out differently."""
    parts = [
        Path(__file__),
        Path(__file__).with_name("php.py"),
        Path(__file__).with_name("LocalSettings.php"),
        code / "includes/Defines.php",
    ]
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:12]


def _make(version: str, code: Path, home: Path) -> None:
    for name in ("messages", "compiled"):
        (home / name).mkdir(parents=True)
    extensions = EXTENSIONS + ON_TALK[version]
    php = Php(code, home, extensions, home / "compiled")
    php.show(data=str(home / "data"))
    _install(php)
    php.show(extensions=extensions + ON_SHOW["extensions"], skins=ON_SHOW["skins"])
    php.script("rebuildLocalisationCache", "--lang=en")
    php.show(extensions=extensions, skins=[])
    php.script("update", "--quick")
    php.script("createAndPromote", "--force", ADMIN, PASSWORD)
    php.start()
    try:
        _populate(php)
    finally:
        php.stop()


def _install(php: Php) -> None:
    with (
        tempfile.TemporaryDirectory() as settings
    ):  # the installer's own LocalSettings.php is not wanted
        php.script(
            "install",
            "--dbtype=sqlite",
            "--dbname=wiki",
            f"--dbpath={php.home / 'data'}",
            "--server=http://127.0.0.1",
            "--scriptpath=",
            f"--pass={PASSWORD}",
            f"--confpath={settings}",
            "Test Wiki",
            ADMIN,
            settings=False,
        )


def _populate(php: Php) -> None:
    api = f"{php.url}/api.php"
    steward = Client(api, ADMIN, PASSWORD)
    steward.login()
    clients = {ADMIN: steward}
    for name, groups in ACCOUNTS.items():
        if name != ADMIN:
            clients[name] = add_account(api, steward, name, groups)
    php.script(
        "createBotPassword", f"--appid={BOT_APP}", f"--grants={BOT_GRANTS}", BOT, BOT_PASSWORD
    )
    sessions = {name: client.session() for name, client in clients.items()}
    (php.home / "sessions.json").write_text(json.dumps(sessions))
    kept, password = TextFile(php.home / "cookies"), BOT_PASSWORD
    MediaWiki(api, user=f"{BOT}@{BOT_APP}", password=lambda: password, cookies=kept).poll(["Rules"])


def add_account(api: str, steward: Client, name: str, groups: tuple[str, ...]) -> Client:
    """Make an account as people do, put it into groups, and log it in."""
    visitor = Client(api, None)
    token = visitor.api(action="query", meta="tokens", type="createaccount")["query"]["tokens"][
        "createaccounttoken"
    ]
    visitor.api(
        action="createaccount",
        username=name,
        password=PASSWORD,
        retype=PASSWORD,
        createtoken=token,
        createreturnurl="http://127.0.0.1/",
    )
    if groups:
        steward.groups(name, add=groups)
    client = Client(api, name, PASSWORD)
    client.login()
    return client
