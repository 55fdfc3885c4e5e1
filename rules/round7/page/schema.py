"""The state of Round 7 described once: its page and its statements follow from this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from rules.round7.board import naming
from rules.round7.items.numbers import sort_out
from rules.round7.items.shop import known_items
from rules.round7.page.cells import (
    A_SPACE,
    MOST,
    NUMBER,
    POENTS,
    TURNS,
    VP,
    Location,
    NumbersCell,
    Times,
)
from rules.round7.state import FIRST, OFFERS, Ping, Player, State, Town, Turn, read_ping
from wikibot.game.page.cells import Integer, Maybe, Text, Time, YesNo
from wikibot.game.page.item_lists import ItemList
from wikibot.game.page.listings import Listing, Members, Sentence, Single
from wikibot.game.page.lists import NameList
from wikibot.game.page.player_rows import NAME
from wikibot.game.page.prose import Value
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.game.page.records import people
from wikibot.game.page.schema import Players, Schema
from wikibot.game.page.sheet import Column, Sheet, Spec
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.statements.speech import Form
from wikibot.game.statements.statements import Statements
from wikibot.game.statements.tally import Tally
from wikibot.sdk import with_player
from wikibot.wikitext.messages import say

# -- The features of the board on the page and in statements, as the page orders and spells them ---


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
        raise ValueError(say("space {} has no feature {!r}", id, text))
    return naming.without_feature(state, id, feature)


def _more(state: State, player: str, number: int) -> State:
    who = state.players[player]
    return with_player(state, replace(who, poents=who.poents + number))


def _fewer(state: State, player: str, number: int) -> State:
    return _more(state, player, -number)


def _no_ping(state: State, player: str) -> State:
    return with_player(state, replace(state.players[player], pings=()))


# -- players ---------------------------------------------------------------------------------------


def _player(
    *, ping: Sequence[str] = (), ping_by: Sequence[datetime | None] = (), **values: Any
) -> Player:
    known = (*ping_by, *[None] * len(ping))
    pings = tuple(Ping(whom, by) for whom, by in zip(ping, known, strict=False))
    return sort_out(Player(pings=pings, **values))


PLAYERS = Players(
    _player,
    Spec(
        "Players",
        (
            NAME,
            Column("space", ("Space", "Location", "Tile"), Location(), required=True),
            Column("poents", ("Poents", "Poent"), POENTS, required=True),
            Column("vp", ("VP", "Victory Poents"), VP),
            Column("numbers", ("Numbers",), NumbersCell()),
            Column("bank", ("Bank account", "Bank", "Account"), POENTS),
        ),
        key=("name",),
    ),
    people(
        Column("missed", ("Missed turns",), TURNS),
        Column("failures", ("Failed escapes",), TURNS),
        Column("ping", ("Has to ping",), NameList()),
        Column("ping_by", ("Ping by",), Times()),
    ),
    (
        Sentence(
            "{player} is on {space:number}", pattern="{player} is on (?:space )?{space:number}"
        ),
        Sentence(
            "{player} is in {space:text}",
            pattern="{player} is in (?:the )?{space:text}",
            example="Alice is in Jail",
        ),
        Sentence(
            "{player} has {poents:number} poents", pattern="{player} has {poents:number} poents?"
        ),
        Sentence(
            "{player} has {vp:number} Victory Poents",
            pattern="{player} has {vp:number} (?:Victory Poents?|VP)",
        ),
        Sentence("{player} has the Numbers {numbers:numbers}"),
        Sentence("{player} has the Immutable Numbers {immutable:numbers}"),
        Sentence("{player} has {bank:number} poents in the bank"),
        Sentence("{player} missed {missed:number} turns in a row"),
        Sentence("{player} failed to escape on {failures:number} turns in a row"),
    ),
    (
        Members(
            "pings",
            Sentence("{player} has to ping {pings:text}", example="Alice has to ping Bob some day"),
            Sentence(
                "{player} no longer has to ping {pings:text}",
                example="Alice no longer has to ping Bob some day",
            ),
            read_ping,
        ),
    ),
    silent=("ping", "ping_by"),
)


def holdings(book: Rulebook) -> Spec:
    """What players own for which their table has no column, as a table of the records."""
    columns = (
        Column("owner", ("Owner",), Text(), required=True),
        Column("vp", ("Victory Poents",), VP, required=True),
        Column("bank", ("Bank account",), POENTS, required=True),
        Column("items", ("Items",), ItemList(known_items(book)), required=True),
    )
    return Spec(RECORDS, columns, key=("owner",), caption="What players own beside their table")


# -- the turn --------------------------------------------------------------------------------------


class TurnTable(Single, frozen=True):
    """The table of the present turn."""

    def read(self, sheet: Sheet) -> tuple[Turn, ...]:
        return tuple(each for each in super().read(sheet) if each.player and each.started)


def _begin(state: State, values: Mapping[str, Any]) -> Turn:
    """A turn of a player, from where they are."""
    player = state.players.get(values["player"])
    return Turn(**values, start=player.space if player else FIRST)


TURN = TurnTable(
    "turn",
    "the turn",
    Spec(
        "Turn",
        (
            Column("player", ("Turn of", "Whose turn"), Text(), required=True),
            Column("started", ("Turn began", "Began"), Time(needed=True), required=True),
            Column("start", ("Began on space", "Began on"), Location()),
            Column("acted", ("Last message",), Time()),
            Column("roll", ("Movement roll",), Maybe(Integer("a number"))),
            Column("dice", ("Dice",), Text()),
            Column("tried", ("Rolled in Jail",), YesNo()),
            Column("frontier", ("Frontier reached",), Time()),
        ),
    ),
    Turn,
    sentences=(
        Sentence("it is the turn of {player:text} since {started:time}", makes=True),
        Sentence("the turn began on {start:number}"),
        Sentence("the turn began in {start:text}", example="the turn began in Jail"),
        Sentence("the last message of the turn came at {acted:time}"),
        Sentence("the turn has seen no message", {"acted": None}),
        Sentence("the movement roll of the turn is {roll:number}"),
        Sentence("the turn has no movement roll", {"roll": None}),
        Sentence("the turn has its usual dice", {"dice": ""}),
        Sentence("the turn is played with {dice:text}", example="the turn is played with 2d6"),
        Sentence("the roll in Jail was made", {"tried": True}),
        Sentence("the roll in Jail was not made", {"tried": False}),
        Sentence("new territory is to be explored since {frontier:time}"),
        Sentence("no new territory is to be explored", {"frontier": None}),
    ),
    gone=Sentence(
        "it is no player's turn", pattern="it is no player's turn|it is the turn of nobody"
    ),
    begin=_begin,
)

# -- towns -----------------------------------------------------------------------------------------


TOWNS = Listing(
    "towns",
    "town",
    Spec(
        "Towns",
        (
            Column("name", ("Town", "Town name"), Text(), required=True),
            Column("leader", ("Leader", "Town leader"), Text(), required=True),
            Column("members", ("Members",), NameList()),
            Column("applicants", ("Applications",), NameList()),
            Column("treasury", ("Treasury", "Treasury fund"), POENTS),
        ),
        key=("name",),
    ),
    Town,
    sentences=(
        Sentence("town {name:text} has no leader", {"leader": ""}, makes=True),
        Sentence(
            "town {name:text} is led by {leader:text}",
            example="town Rome is led by Alice",
            makes=True,
        ),
        Sentence("the treasury of town {name:text} holds {treasury:number}"),
    ),
    members=(
        Members(
            "members",
            Sentence(
                "{members:text} is a member of town {name:text}",
                example="Bob is a member of town Rome",
            ),
            Sentence(
                "{members:text} is no member of town {name:text}",
                example="Bob is no member of town Rome",
            ),
        ),
        Members(
            "applicants",
            Sentence(
                "{applicants:text} applies to town {name:text}", example="Bob applies to town Rome"
            ),
            Sentence(
                "{applicants:text} does not apply to town {name:text}",
                example="Bob does not apply to town Rome",
            ),
        ),
    ),
)

# -- the whole -------------------------------------------------------------------------------------

HIGHEST = Value(
    "highest",
    ("Highest space", "Primary spaces", "Spaces"),
    Integer(A_SPACE, least=FIRST, most=MOST),
    counted=True,
)
HEALTH = Value("cop_health", ("Cop Car health", "Health of the Cop Car", "Cop health"), Integer())
ITEMS = Vocabulary(("Flute", "House", "2d6"), plurals=True)
SCHEMA = Schema(
    "round7",
    State,
    PLAYERS,
    (TURN, FEATURES, TOWNS),
    (HIGHEST, HEALTH),
    (
        Sentence("the highest space is {highest:number}", example="the highest space is 12"),
        Sentence(
            "the health of the Cop Car is not known",
            {"cop_health": None},
            "the health of the Cop Car is not known|nobody knows the health of the Cop Car",
        ),
        Sentence("the Cop Car has health {cop_health:number}"),
    ),
    offers=OFFERS,
    names=lambda _: {"item": ITEMS},
)


class Round7Statements(Statements[State]):
    """The statements of Round 7: Numbers that are given like any item are Numbers."""

    def correct(self, state: State, statement: str) -> State:
        state = super().correct(state, statement)
        return replace(
            state, players={name: _in_order(each) for name, each in state.players.items()}
        )


def _in_order(player: Player) -> Player:
    numbers, immutable = (tuple(sorted(each)) for each in (player.numbers, player.immutable))
    return sort_out(replace(player, numbers=numbers, immutable=immutable))


STATEMENTS = Round7Statements(SCHEMA, FeatureStatements())
