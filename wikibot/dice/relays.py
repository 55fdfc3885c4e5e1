"""drand over HTTP: rounds of one chain from several relays, which have to agree.

Source: https://docs.drand.love/developer/http-api (v1: ``/CHAIN/info`` and
``/CHAIN/public/ROUND``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wikibot.dice.chain import (
    KNOWN,
    BadChain,
    BeaconChain,
    can_check,
    chain_from_info,
    check_round,
    is_signed,
)
from wikibot.dice.records import Round

AGREE = 2  # relays that have to say the same
_SECONDS = 5


class NoRound(Exception):
    """A round (or what a chain is) cannot be had now; ``str`` says why."""


class Relays:
    """Some relays of one chain. Their answers are kept; those that failed are not asked again."""

    def __init__(self, addresses: Sequence[str], chain: str) -> None:
        self.addresses, self.chain_hash = tuple(addresses), chain
        self._chain = KNOWN.get(chain)
        self._rounds: dict[int, Round] = {}
        self._down: dict[str, str] = {}

    def chain(self) -> BeaconChain:
        """The chain's facts, checked by its hash. Raises :class:`NoRound`."""
        for address in self.addresses if self._chain is None else ():
            try:
                self._chain = chain_from_info(self._get(address, "info"), self.chain_hash)
                break
            except (NoRound, BadChain) as error:
                self._down.setdefault(address, str(error))
        if self._chain is None:
            raise NoRound(
                f"no relay of the beacon tells what chain {self.chain_hash} is ({self.faults})"
            )
        return self._chain

    def round(self, number: int) -> Round:
        """A round that is out, checked, and told alike by two relays. Raises :class:`NoRound`."""
        if number not in self._rounds:
            self._rounds[number] = self._agreed(number)
        return self._rounds[number]

    @property
    def faults(self) -> str:
        """The faults of each relay."""
        return "; ".join(f"{address}: {why}" for address, why in self._down.items())

    def _agreed(self, number: int) -> Round:
        chain, told = self.chain(), list[Round]()
        for address in self.addresses:
            if address in self._down:
                continue
            try:
                told.append(self.ask(chain, address, number))
            except (NoRound, BadChain) as error:
                self._down[address] = str(error)
                continue
            if told[-1] != told[0]:
                raise NoRound(
                    f"the relays of the beacon contradict each other about round {number}"
                )
            if len(told) >= min(AGREE, len(self.addresses)):
                return told[0]
        raise NoRound(
            f"round {number} of the beacon cannot be had from {AGREE} relays yet ({self.faults})"
        )

    def ask(self, chain: BeaconChain, address: str, number: int) -> Round:
        """The checked answer of one relay. Raises :class:`NoRound` or :class:`BadChain`."""
        data = self._get(address, f"public/{number}")
        try:
            found = Round(
                int(data["round"]), chain.hash, chain.time_of(number), str(data["randomness"]),
                str(data["signature"]), str(data.get("previous_signature") or ""),
            )  # fmt: skip
            bytes.fromhex(found.randomness + found.signature + found.previous)
            if found.number != number:
                raise BadChain(f"it gives round {found.number} for round {number}")
            check_round(chain, found)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            why = str(error) if isinstance(error, BadChain) else type(error).__name__
            raise BadChain(f"its answer cannot be used ({why})") from None
        if can_check(chain) and not is_signed(chain, found):
            raise BadChain(f"the network did not sign what it gives for round {number}")
        return found

    def _get(self, address: str, path: str) -> Any:
        import requests

        from wikibot.wiki.session import BoundedSession

        try:
            with BoundedSession() as session:
                url = f"{address.rstrip('/')}/{self.chain_hash}/{path}"
                answer = session.get(url, timeout=_SECONDS)
            if answer.status_code != requests.codes.ok:
                raise NoRound(f"HTTP {answer.status_code}")
            return answer.json()
        except (requests.RequestException, ValueError) as error:
            raise NoRound(type(error).__name__) from None
