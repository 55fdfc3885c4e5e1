"""Posting news to webhooks: each message once, in order, and a dead webhook stops nothing.

What a webhook took is noted in the journal at once; the cursor keeps news until then. A message
whose answer was lost is posted again under the same ``Idempotency-Key``, which receivers that know
this header take once; so does a message whose note was lost with the journal. An address is a
password: messages name its host alone.

Sources: https://discord.com/developers/docs/resources/webhook#execute-webhook (``content`` of at
most 2,000 characters, ``allowed_mentions``), https://api.slack.com/messaging/webhooks and
https://matrix-org.github.io/matrix-hookshot/latest/setup/webhooks.html (``text``).

Letters to players: what one may know alone goes by the wiki's own mail, once.

A letter stands sealed in the cursor from the edit that saves what it tells of, until the edit after
it was sent. What was sent, and why something was not, is noted beside the key, in the private
drawer: a letter whose note was lost, or whose answer never came, is sent again. One that cannot be
sent is tried again by every later sync, and the status line says what its player has to do.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from wikibot.config import logs as log
from wikibot.config.settings import Settings
from wikibot.dice.session import DrawerKeeper, private_name
from wikibot.game.secrets import hash_of, letter_to
from wikibot.storage.cursor import News, SealedLetter
from wikibot.storage.local import Drawer, Journal
from wikibot.wiki.base import Wiki
from wikibot.wiki.errors import WikiError, retry_after
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import format_time, parse_time
from wikibot.wikitext.regex import regex

SECONDS = 5.0  # that one post may take
_LONGEST = 1900  # characters of one message
_FIRST_WAIT, _LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
_DISCORD = regex(r"(?:[\w-]+\.)*discord(?:app)?\.com", re.ASCII)
_SLACK = regex(r"(?:[\w-]+\.)*slack\.com", re.ASCII)
_MARKS = regex(r"([\\`*_~|>\[\]#@<])")
_DISCORD_USER = regex(r"<@!?(\d{1,20})>")


class Announced(Struct, frozen=True):
    """The last run whose news each webhook took, "" where none is known."""

    runs: tuple[str, ...] = ()

    def missing(self, news: Sequence[News]) -> tuple[News, ...]:
        """News that some webhook has not accepted yet, the oldest first."""
        places = {each.run: number for number, each in enumerate(news)}
        first = min((places.get(run, -1) + 1 for run in self.runs), default=len(news))
        return tuple(news[first:])


class WebhookState(Struct, frozen=True):
    """The state of one webhook. ``run``: the last whose news it took; ``until``: no try before.

    ``tries``: failed ones in a row.
    """

    run: str = ""
    until: datetime | None = None
    tries: int = 0


class Webhooks:
    """The webhooks of a game, with what the journal knows of them."""

    def __init__(
        self, settings: Settings, addresses: Sequence[str], journal: Journal,
        post: Callable[..., Any] | None = None
    ) -> None:  # fmt: skip
        self.addresses, self.journal = tuple(addresses), journal
        self.names = dict(settings.announce.names)
        self.page = settings.game.actions
        self._post = post
        for each in self.addresses:
            log.hide(each)

    @property
    def announced(self) -> Announced:
        """The last run that each webhook accepted."""
        return Announced(tuple(self._standing(each).run for each in self.addresses))

    def deliver(self, news: Sequence[News], now: datetime) -> tuple[str, ...]:
        """Post what each webhook lacks. Gives a sentence for each that does not take it."""
        notes = (self._catch_up(each, news, now) for each in self.addresses)
        return tuple(note for note in notes if note)

    def due(self, news: Sequence[News]) -> datetime | None:
        """When to retry; None where every webhook has accepted everything."""
        times = [
            self._standing(each).until
            for each in self.addresses
            if Announced((self._standing(each).run,)).missing(news)
        ]
        return min(filter(None, times), default=None)

    def _catch_up(self, address: str, news: Sequence[News], now: datetime) -> str:
        standing = self._standing(address)
        if standing.until is not None and now < standing.until:
            return ""
        for each in Announced((standing.run,)).missing(news):
            for number, message in enumerate(messages(each.lines, self.names, address)):
                wait = self._send(address, message, f"{each.run}-{number}")
                if wait is not None:
                    later = max(
                        min(_FIRST_WAIT * 2 ** min(standing.tries, 10), _LONGEST_WAIT), wait
                    )
                    until, host = now + later, urlsplit(address).hostname or "?"
                    self._note(address, WebhookState(standing.run, until, standing.tries + 1))
                    when = f"tried again at {format_time(until)}"
                    return f"the webhook at {host} does not take the news; {when}"
            standing = WebhookState(each.run)
            self._note(address, standing)
        return ""

    def _send(self, address: str, message: Mapping[str, Any], key: str) -> timedelta | None:
        """Post one message: None where it was accepted, else how long to wait before a retry."""
        import requests

        from wikibot.wiki.session import BoundedSession

        post = self._post or BoundedSession().post
        headers = {"Idempotency-Key": f"wikibot-{key}", "User-Agent": "wikibot"}
        try:
            answer = post(address, json=dict(message), headers=headers, timeout=SECONDS,
                          allow_redirects=False)  # fmt: skip
        except (requests.RequestException, ValueError):  # holds the address: not even logged
            return timedelta()
        if 200 <= answer.status_code < 300:
            return None
        return timedelta(seconds=min(retry_after(answer.headers.get("Retry-After")) or 0.0, 86400))

    def _standing(self, address: str) -> WebhookState:
        run, until, tries = self.journal.value(_name(address), tuple[str, str, int], ("", "", 0))
        try:
            return WebhookState(run, parse_time(until) if until else None, tries)
        except ValueError:
            return WebhookState()

    def _note(self, address: str, standing: WebhookState) -> None:
        until = format_time(standing.until) if standing.until else ""
        self.journal.set_notes({_name(address): json.dumps([standing.run, until, standing.tries])})
        self.journal.flush()  # what was posted must be known, however this run ends


def _name(address: str) -> str:
    """The name of a webhook in the journal, which does not reveal its address."""
    return f"webhook {hashlib.sha256(address.encode()).hexdigest()[:16]}"


# -- messages --------------------------------------------------------------------------------------


def messages(
    lines: Sequence[tuple[str, tuple[str, ...]]], names: Mapping[str, str], address: str
) -> list[dict[str, Any]]:
    """The bodies of the posts that some lines take, in the form that the receiver knows.

    What players wrote is escaped: it neither formats text nor mentions people.
    """
    host = (urlsplit(address).hostname or "").lower()
    parts: list[str] = []
    for text, called in lines:
        if _SLACK.fullmatch(host):
            said = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        else:
            said = _MARKS.sub(r"\\\1", text)
        line = " ".join([said, *(names[each] for each in called if each in names)])
        if parts and len(parts[-1]) + len(line) < _LONGEST:
            parts[-1] += f"\n{line}"
        else:
            parts.append(line)
    from wikibot import schemas  # 30 ms, which no sync without news needs

    posts: list[schemas.TextPost | schemas.DiscordPost]
    if _DISCORD.fullmatch(host):
        users = sorted(set(_DISCORD_USER.findall(" ".join(names.values()))))[:100]
        allowed = schemas.Mentions(parse=[], users=users)
        posts = [
            schemas.DiscordPost(content=part, username="wikibot", allowed_mentions=allowed)
            for part in parts
        ]
    else:
        posts = [schemas.TextPost(text=part, username="wikibot") for part in parts]
    return [each.model_dump() for each in posts]


# == What one player alone may know, by the wiki's mail ============================================

_SENT = "sent"
_NO_ADDRESS = later(
    "{} gives no e-mail address to this wiki, or takes no mail: set both in Special:Preferences"
)
# By MediaWiki's code of why a mail cannot be sent (ApiEmailUser):
_REMEDIES = {"noemail": _NO_ADDRESS, "nowikiemail": _NO_ADDRESS}
_NO_RIGHT = later(
    "the bot may not send mail (to {}): give its account a confirmed e-mail address, and its bot "
    "password the grant to send mail"
)


class Mailbox(Struct, frozen=True):
    """The letters of one game, as far as this machine knows of them. ``game``: its page."""

    drawer: Drawer
    game: str

    @property
    def name(self) -> str:
        """The name of the text with the notes."""
        return private_name("letters", self.game)

    def notes(self) -> Mapping[str, str]:
        """What became of letters, by their hashes: ``sent``, or the wiki's code."""
        lines = (self.drawer.read(self.name) or "").splitlines()
        return {hash_: what for hash_, _, what in (line.partition(" ") for line in lines) if what}

    def unsent(self, letters: Iterable[SealedLetter]) -> tuple[SealedLetter, ...]:
        """The letters that were not sent, as far as is known."""
        notes = self.notes()
        return tuple(each for each in letters if notes.get(hash_of(each.seal)) != _SENT)

    def remarks(self, letters: Iterable[SealedLetter]) -> Iterator[str]:
        """What the status line says of those that could not be sent."""
        notes = self.notes()
        whom = {(notes.get(hash_of(each.seal), _SENT), each.account) for each in letters}
        for code, account in sorted(whom):
            if code != _SENT:
                yield (
                    say("a letter to {} waits", account)
                    + ": "
                    + say(_REMEDIES.get(code, _NO_RIGHT), account)
                )

    def send(
        self, wiki: Wiki, letters: Sequence[SealedLetter], keeper: DrawerKeeper
    ) -> tuple[str, ...]:
        """Send what was not sent; gives a sentence for each that could not be."""
        known, problems = dict(self.notes()), []
        notes = {
            hash_of(each.seal): known[hash_of(each.seal)]
            for each in letters
            if hash_of(each.seal) in known
        }
        for each in letters:
            if notes.get(hash_of(each.seal)) == _SENT:
                continue
            text = keeper.open(each.seal, letter_to(each.player)).text
            try:
                wiki.mail(each.account, self.game, f"{text}\n")
                notes[hash_of(each.seal)] = _SENT
            except WikiError as error:
                notes[hash_of(each.seal)] = error.code or "unreachable"
                problems.append(f"a letter to {each.account} could not be sent: {error}")
            lines = "".join(f"{hash_} {what}\n" for hash_, what in notes.items())
            self.drawer.write(self.name, lines)
        return tuple(problems)
