"""The stand-in of the farm's proofs answers as a real MediaWiki does."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.farm.standin import Site, Standin
from tests.mediawiki.client import Client
from tests.mediawiki.proxy import Exchange, Proxy
from tests.mediawiki.server import Server
from wikibot.wiki.base import Edit
from wikibot.wiki.errors import EditConflict
from wikibot.wiki.mediawiki import MediaWiki

WORDS = (
    "titles", "rvstart", "rvend", "rvstartid", "revids", "lestart", "leend", "rcstart",
    "rccontinue", "token", "lgtoken", "baserevid",
)  # fmt: skip


@pytest.fixture
def site() -> Iterator[Site]:
    """Give the stand-in of one wiki."""
    with Standin(1) as standin:
        yield standin.sites[0]


def walk(api: str, user: str, password: str, person: Client) -> list[Any]:
    """All that the bot asks of a wiki, and what came of it."""
    bot = MediaWiki(api, user=user, password=lambda: password, contact="tests")
    start = datetime.now(UTC)
    title, found = "Standin/Play", list[Any]()
    poll = bot.poll([title, "standin/Play", "Nowhere"], introduce=True)
    found += [poll.user, sorted(poll.heads), poll.dialect and poll.dialect.language]
    person.edit(title, "== Actions ==\n* one ~~~~\n\n", summary="begins")
    person.edit(title, append="\n* two ~~~~")
    poll = bot.poll([title])
    head = poll.heads[title].revision
    assert head is not None
    read = bot.read([title, "Nowhere"])
    found.append({each: bool(text) for each, text in read.items()})
    text = read[title].text if read[title] else ""  # type: ignore[union-attr]
    found.append((text or "").count("[[User:Ann|Ann]]"))
    found.append(bot.save(Edit(title, f"{text}\nthree", head.id, "why (run r)", "r")).changed)
    for edit in (
        Edit(title, f"{text}\nfour", head.id, "late (run s)", "s"),
        Edit(title, "made anew", None, "made (run t)", "t"),
        Edit("Standin/Gone", "text", 1, "gone (run u)", "u"),
    ):
        try:
            found.append(bot.save(edit).changed)
        except EditConflict as error:
            found.append(type(error).__name__)
    newest = bot.poll([title]).heads[title].revision
    assert newest is not None
    found.append(bot.save(Edit(title, f"{text}\nthree", newest.id, "again (run v)", "v")).changed)
    found.append(bot.save(Edit("Standin/New", "text", None, "new (run w)", "w")).changed)
    history = bot.history(title, 0)
    found.append([(each.user, each.comment, len(each.text or "")) for each in history])
    found.append(len(bot.history(title, history[1].id)))
    found.append([each.user for each in bot.changes(title, until=None, user="Wikibot")])
    found.append(len(bot.revisions([each.id for each in history])))
    found.append(bot.as_of(title, datetime.now(UTC) + timedelta(minutes=1)) is not None)
    found.append(bot.moves(start, datetime.now(UTC)))
    found.append(sorted(bot.groups(["Wikibot", "Steward"])["Wikibot"]))
    found.append([len(part) for _, part in bot.heads([f"Page {n}" for n in range(120)])])
    found.append(len(bot.recent_changes(None, ())[1]))
    recent = bot.recent_changes(start, {0})[1]
    found.append(sorted({(each.title, each.user) for _, each in recent}))
    return found


def shapes(log: list[Exchange]) -> dict[str, Any]:
    """What each kind of request was answered with: names and types, of lists all that occurs."""
    found: dict[str, Any] = {}
    for each in log:
        if each.response is None or "action" not in each.request.params:
            continue
        body = each.response.body
        if ("Content-Encoding", "gzip") in each.response.headers:
            body = zlib.decompress(body, zlib.MAX_WBITS | 16)
        asked = {name: "" if name in WORDS else value for name, value in
                 each.request.params.items() if name not in ("text", "md5", "summary")}  # fmt: skip
        with suppress(ValueError):
            kind = json.dumps(asked, sort_keys=True)
            found[kind] = merged(found.get(kind), shape(json.loads(body)))
    return found


def shape(value: Any) -> Any:
    """A JSON value with types in place of values; a list as one row that has all of theirs."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        row: Any = None
        for each in value:
            row = merged(row, shape(each))
        return [row]
    return type(value).__name__


def merged(one: Any, other: Any) -> Any:
    """What occurs in one or the other."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: merged(one.get(name), other.get(name)) for name in one | other}
    if isinstance(one, list) and isinstance(other, list):
        return [merged(one[0], other[0])]
    return other if one is None else one


def beyond(ours: Any, real: Any, where: str = "") -> Iterator[str]:
    """What the stand-in answers and the real wiki does not."""
    if isinstance(ours, dict) and isinstance(real, dict):
        for name in ours:
            if name not in real:
                yield f"{where}/{name}"
            else:
                yield from beyond(ours[name], real[name], f"{where}/{name}")
    elif isinstance(ours, list) and isinstance(real, list):
        yield from beyond(ours[0], real[0], f"{where}[]")
    elif ours is not None and ours != real:
        yield f"{where}: {ours} is {real}"


def test_it_answers_as_mediawiki_does(mediawiki_143: Server, site: Site) -> None:
    """The bot gets the same of both, in answers of the same names and types."""
    proxy = Proxy(site.api)
    real = walk(mediawiki_143.proxy.api, mediawiki_143.bot_user, mediawiki_143.bot_password,
                mediawiki_143.client("Ann"))  # fmt: skip
    ours = walk(f"{proxy.url}/w/api.php", site.bot_user, site.bot_password, site.client("Ann"))
    theirs, answered = shapes(mediawiki_143.proxy.log), shapes(proxy.log)
    proxy.stop()

    assert ours == real
    assert [] == [kind for kind in answered if kind not in theirs]
    assert [] == [f"{kind}: {each}" for kind, shown in answered.items()
                  for each in beyond(shown, theirs[kind])]  # fmt: skip
