"""Whether the dice of the settings can be rolled: secrets there and private, relays in reach."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from wikibot.cli.checks.finding import CheckResult, ok, warning, wrong
from wikibot.config.settings import Settings
from wikibot.dice.session import BEACON, SEALED
from wikibot.exits import TRY_LATER
from wikibot.storage.cursor import DamagedCursor
from wikibot.storage.local import LocalStorage
from wikibot.storage.own_revision import cursor_on
from wikibot.wiki.base import Wiki
from wikibot.wiki.errors import WikiError

_OLD = timedelta(minutes=10)  # a round that every relay has by now


def examine(settings: Settings, wiki: Wiki) -> Iterator[CheckResult]:
    """What matters for the source of dice that is set."""
    source = settings.game.dice
    if source == SEALED:
        yield from _secrets(settings, wiki)
    elif source == BEACON:
        yield from _relays(settings)
    else:
        yield ok("dice", "players state what a dice bot rolled")


def _secrets(settings: Settings, wiki: Wiki) -> Iterator[CheckResult]:
    from wikibot.dice.seals import Vault

    folder = LocalStorage(settings).seals
    vault = Vault(folder, settings.game.gamestate)
    for path in folder.open_to_others():
        yield warning("secrets", f"others can read {path}", f"Run `chmod -R go= {folder.place}`.")
    lost = [str(phase) for phase, seal in _seals(settings, wiki) if vault.find(seal) is None]
    if lost:
        phases = ", ".join(lost)
        text = f"the secrets of the seals of phases {phases} are not in {folder.place}"
        remedy = "Put that folder back from a backup; else the next roll makes a new seal."
        yield warning("secrets", text, remedy)
    else:
        place = f"in {folder.place}" if folder.names() else "made with the first sync"
        yield ok("secrets", place)


def _seals(settings: Settings, wiki: Wiki) -> tuple[tuple[int, str], ...]:
    """The seals in force. What is wrong with the page is a finding of another check."""
    try:
        title = settings.game.gamestate
        cursor = cursor_on(wiki, title, wiki.read([title])[title])
    except (WikiError, DamagedCursor):
        return ()
    return cursor.seals if cursor else ()


def _relays(settings: Settings) -> Iterator[CheckResult]:
    from wikibot.dice.chain import BadChain, can_check
    from wikibot.dice.relays import AGREE, NoRound, Relays

    relays = Relays(settings.beacon.relays, settings.beacon.chain)
    remedy = "Look at the network, or set other `relays` under [beacon]; until then lines wait."
    try:
        chain = relays.chain()
    except NoRound as error:
        yield wrong("beacon", str(error), remedy, TRY_LATER)
        return
    number = chain.first_from(datetime.fromtimestamp(time.time(), UTC) - _OLD)
    working = 0
    for address in relays.addresses:
        try:
            relays.ask(chain, address, number)
            working += 1
        except (NoRound, BadChain) as error:
            others = "The others are asked instead, if there are enough."
            yield warning("relay", f"{address}: {error}", others)
    total = len(relays.addresses)
    text = f"{working} of {total} relays can be used"
    enough = working >= min(AGREE, total)
    yield ok("beacon", text) if enough else wrong("beacon", text, remedy, TRY_LATER)
    if not can_check(chain):
        remedy = "Run `pip install 'wikibot[beacon]'`."
        yield warning("beacon", "signatures of rounds are not checked", remedy)
