"""Names of features such as ``Ann's House 1`` and ``Snake 2U``, and where features are.

The players stand here, too: by name or account, by mention, user link or ping template.
:func:`read` turns what people write into the name that the game goes by, whatever its capitals
(``cop car``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from rules.round7.state import Context, State
from wikibot.sdk import fold, integer, plain, replace
from wikibot.wikitext.regex import regex

# == naming ========================================================================================

COP_CAR, SHOP, BANK, HOUSE, FIELD = "Cop Car", "Shop", "Bank", "House", "Unclaimed Field"
SNAKE, LADDER, TOWN = "Snake", "Ladder", "town"
_HOUSE = regex(r"(?P<owner>.+?)(?:'|’)s? House (?P<power>\d{1,9})", re.IGNORECASE)
_PAIRED = regex(r"(?P<type>Snake|Ladder) (?P<pair>\d{1,9}) ?(?P<end>[LU])", re.IGNORECASE)
_TOWN = regex(r"(?P<name>.+) town", re.IGNORECASE)
_SPELLINGS = {fold(name): name for name in (COP_CAR, SHOP, BANK, FIELD)} | {"field": FIELD}


class House(Struct, frozen=True):
    """A house with its owner and its power."""

    owner: str
    power: int

    def __str__(self) -> str:
        return f"{self.owner}'s House {self.power}"


class Paired(Struct, frozen=True):
    """One end of a pair of snakes or ladders. ``end``: L for the lower one, U for the upper."""

    type: str
    pair: int
    end: str

    def __str__(self) -> str:
        return f"{self.type} {self.pair}{self.end}"


def house(feature: str) -> House | None:
    """The house that a feature is."""
    found = _HOUSE.fullmatch(feature)
    return House(found["owner"], integer(found["power"])) if found else None


def paired(feature: str) -> Paired | None:
    """The snake or ladder that a feature is."""
    found = _PAIRED.fullmatch(feature)
    if not found:
        return None
    return Paired(found["type"].capitalize(), integer(found["pair"]), found["end"].upper())


def town(feature: str) -> str | None:
    """The name of the town that a feature is."""
    found = None if house(feature) else _TOWN.fullmatch(feature)
    return found["name"] if found else None


def town_feature(name: str) -> str:
    """The feature of a town of this name."""
    return f"{name} town"


def read(feature: str, players: Iterable[str] = ()) -> str:
    """A feature as the game spells it, if it knows it. ``players`` may own houses."""
    own, end, name = house(feature), paired(feature), town(feature)
    if own:
        same = [each for each in players if fold(each) == fold(own.owner)]
        return str(House(same[0] if len(same) == 1 else own.owner, own.power))
    return _SPELLINGS.get(fold(feature)) or (
        str(end) if end else town_feature(name) if name else feature
    )


def kind(feature: str) -> str:
    """The name of a feature's type, by which features are put in order."""
    end = paired(feature)
    return HOUSE if house(feature) else end.type if end else feature


def type_of(feature: str) -> str:
    """The type that a feature is drawn and applied as: all towns are of one."""
    return TOWN if town(feature) else kind(feature)


# -- where features are ----------------------------------------------------------------------------


def placed(state: State) -> Iterator[tuple[int, str]]:
    """Every feature with its space."""
    for space in sorted(state.features):
        for feature in state.features[space]:
            yield space, feature


def where(state: State, feature: str) -> int | None:
    """The space that a feature is on."""
    return next((space for space, each in placed(state) if each == feature), None)


def with_feature(state: State, space: int, feature: str) -> State:
    """The state with one more feature on a space."""
    features = tuple(sorted((*state.features.get(space, ()), feature)))
    return replace(state, features=tidy({**state.features, space: features}))


def without_feature(state: State, space: int, feature: str) -> State:
    """The state with one feature less."""
    left = list(state.features.get(space, ()))
    left.remove(feature)
    return replace(state, features=tidy({**state.features, space: tuple(left)}))


def tidy(features: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """Features by space, in order, those of one in alphabetical order; no space without any."""
    return {space: tuple(sorted(features[space])) for space in sorted(features) if features[space]}


def spelled(
    features: Mapping[int, Iterable[str]], players: Iterable[str]
) -> dict[int, tuple[str, ...]]:
    """The same of features as people wrote them."""
    return tidy(
        {
            space: tuple(read(each, players) for each in found if each)
            for space, found in features.items()
        }
    )


# == people ========================================================================================

# with which a ping begins on a wiki
MARK = r"@|\[\[\s*user\b|\{\{\s*(?:ping|re|reply to|u|user)\s*\|"
_TEMPLATE = regex(
    r"\{\{\s*(?:ping|re|reply to|u|user)\s*\|\s*(?P<name>[^{}|]+)[^{}]*\}\}", re.IGNORECASE
)
_AROUND = regex(r"^[\s@.:,]*(?:user(?: talk)?:\s*)?|[\s.!:,]+$", re.IGNORECASE)


def spoken(text: str) -> str:
    """A text in which people are names, not links, templates or mentions."""
    return plain(_TEMPLATE.sub(lambda found: found["name"], text))


def bare(text: str) -> str:
    """The name in a text that names one person and says nothing else."""
    return _AROUND.sub("", spoken(text).strip())


def player_named(act: Context, text: str) -> str:
    """The player that a text names; raises ``Unclear`` with suggestions."""
    return find_player(act, text) or act.resolve(
        bare(text), tuple(act.state.players), "player", _accounts(act)
    )


def find_player(act: Context, text: str) -> str | None:
    """The same, or None where it names none or more than one. An exact name counts first."""
    known, accounts = tuple(act.state.players), _accounts(act)
    return act.find(spoken(text).strip(), known, accounts) or act.find(bare(text), known, accounts)


def _accounts(act: Context) -> dict[str, str]:
    return {player.owner: name for name, player in act.state.players.items()}
