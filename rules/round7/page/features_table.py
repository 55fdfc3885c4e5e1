"""The features of the board on the page and in statements, as the page orders and spells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.round7.board import naming
from rules.round7.page.cells import NUMBER
from rules.round7.state import State
from wikibot.game.page.lists import NameList
from wikibot.game.page.sheet import Sheet
from wikibot.game.statements.speech import Form
from wikibot.game.statements.tally import Tally
from wikibot.sdk import Column, Listing, Spec, replace, with_player


class FeatureTable(Listing, frozen=True):
    """The table of features: a row for each space with any, as the page orders and spells them."""

    def things(self, state: State) -> tuple[Any, ...]:
        return tuple(state.features.items())

    def with_things(self, state: State, things: Iterable[tuple[int, tuple[str, ...]]]) -> State:
        return replace(state, features=dict(things))

    def read(self, sheet: Sheet) -> tuple[tuple[int, tuple[str, ...]], ...]:
        return tuple(
            (line.values["space"], line.values.get("features", ())) for line in sheet.lines
        )

    def rows_on(self, sheet: Sheet, state: State) -> list[dict[str, Any]]:
        held = dict(self.read(sheet))
        order = dict.fromkeys(
            (*(space for space in held if space in state.features), *state.features)
        )
        return [
            {"space": space, "features": _as_held(state, space, held.get(space, ()))}
            for space in order
        ]


def _as_held(state: State, space: int, held: Iterable[str]) -> tuple[str, ...]:
    """Features in the order and the spelling in which the page has them, new ones last."""
    left, kept = list(state.features[space]), []
    for each in held:
        feature = naming.read(each, state.players)
        if feature in left:
            left.remove(feature)
            kept.append(each)
    return (*kept, *left)


FEATURES = FeatureTable(
    "features",
    "",
    Spec(
        "Board",
        (
            Column("space", ("Space", "Tile"), NUMBER, required=True),
            Column("features", ("Features", "Feature"), NameList(), required=True),
        ),
        key=("space",),
    ),
    tuple,
)


class FeatureStatements:
    """Statements about features, and some that are understood only: about poents and pings."""

    label_forms = ()

    @property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        """The statements."""
        has = "space {id:number} has the feature {text}"
        lost = "space {id:number} has no longer the feature {text}"
        more, fewer = "{player} gains {number} poents", "{player} loses {number} poents"
        no_ping = "{player} has no player to ping"
        return (
            Form(has, has, _with, "space 4 has the feature Cop Car"),
            Form(lost, lost, _without, "space 4 has no longer the feature Cop Car"),
            Form(more, more, _more, "Alice gains 5 poents", f"{more}?"),
            Form(fewer, fewer, _fewer, "Alice loses 5 poents", f"{fewer}?"),
            Form(no_ping, no_ping, _no_ping, "Alice has no player to ping",
                 "{player} has (?:no player to ping|to ping nobody)"),
        )  # fmt: skip

    def tell(self, tally: Tally[Any], after: State) -> None:
        """Say which features came and went."""
        has, lost = (form.spoken for form in self.sentence_forms[:2])
        for space in dict.fromkeys((*tally.state.features, *after.features)):
            old, new = (list(each.features.get(space, ())) for each in (tally.state, after))
            for feature in _less(old, new):
                tally.add(lost, id=space, text=feature)
            for feature in _less(new, old):
                tally.add(has, id=space, text=feature)


def _less(some: list[str], others: list[str]) -> list[str]:
    """What one list has more often than the other, as often as that."""
    rest = list(others)
    return [each for each in some if each not in rest or rest.remove(each)]  # type: ignore[func-returns-value]


def _with(state: State, id: int, text: str) -> State:  # noqa: A002
    return naming.with_feature(state, id, naming.read(text, state.players))


def _without(state: State, id: int, text: str) -> State:  # noqa: A002
    feature = naming.read(text, state.players)
    if feature not in state.features.get(id, ()):
        raise ValueError(f"space {id} has no feature {text!r}")
    return naming.without_feature(state, id, feature)


def _more(state: State, player: str, number: int) -> State:
    who = state.players[player]
    return with_player(state, replace(who, poents=who.poents + number))


def _fewer(state: State, player: str, number: int) -> State:
    return _more(state, player, -number)


def _no_ping(state: State, player: str) -> State:
    return with_player(state, replace(state.players[player], pings=()))
