"""Kinds of cells that only the page of Cycle 15 has: ways, status effects, what a move brought."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules.cycle15.belongings.effect import Effect, read_effect
from wikibot.game.page.cells import CellError
from wikibot.game.page.lists import NameList
from wikibot.sdk import integer, plain


class Path:
    """Codec for spaces in their order: ``1 2 3``."""

    def parse(self, text: str) -> tuple[int, ...]:
        words = re.sub(r"[{},→]", " ", plain(text)).split()
        if not all(re.fullmatch(r"-?\d+", word) for word in words):
            raise CellError("a list of spaces such as 1 2 3")
        return tuple(map(integer, words))

    def render(self, value: Sequence[int], old: str = "") -> str:
        return " ".join(map(str, value))


class Effects:
    """Codec for the effects on a player: ``train, fractal image at 5``."""

    def parse(self, text: str) -> tuple[Effect, ...]:
        return tuple(map(read_effect, NameList().parse(text)))

    def render(self, value: Sequence[Effect], old: str = "") -> str:
        return NameList().render(tuple(map(str, value)), old)


class MoveRecordCell:
    """Codec for the terms of a move and what it brought, in words; see ``moves.move_record``."""

    fields = ("regular", "added", "along", "offers", "brought")
    _TERMS: Mapping[str, bool] = {"the move of the phase": True, "a further move": False}
    _ADDED = re.compile(r"added (\d+)")
    _ALONG, _OFFER = "brought along ", "offer "

    def parse(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = {"regular": None, "added": 0}
        along, offers, brought = list[str](), list[str](), list[str]()
        for entry in NameList().parse(text):
            if entry in self._TERMS:
                found["regular"] = self._TERMS[entry]
            elif added := self._ADDED.fullmatch(entry):
                found["added"] = integer(added[1])
            elif entry.startswith(self._ALONG):
                along.append(entry.removeprefix(self._ALONG))
            elif entry.startswith(self._OFFER):
                offers.append(entry.removeprefix(self._OFFER))
            else:
                brought.append(entry)
        return {**found, "along": tuple(along), "offers": tuple(offers), "brought": tuple(brought)}

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        regular = value.get("regular")
        entries = [terms for terms, which in self._TERMS.items() if which is regular]
        entries += [f"added {value['added']}"] if value.get("added") else []
        entries += [f"{self._ALONG}{each}" for each in value.get("along", ())]
        entries += [f"{self._OFFER}{each}" for each in value.get("offers", ())]
        return NameList().render((*entries, *value.get("brought", ())), old)
