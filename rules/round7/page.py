"""The Round 7 gamestate page: its cells, its schema, and its state in JSON.

Players, features, towns and the present turn are tables, known by their headers; the highest space
and the health of the Cop Car are lines. What a person's page does not show but the game needs
stands under the heading Records. Decisions: a page without the highest space has as many as its
features and players need, but at least the ten of a new game, for no rule says how many there are
at first; a remark tells people to correct that. Shops and banks that people list among the features
may stay there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from rules.common.sections import limit
from rules.round7 import naming, police
from rules.round7 import state as game
from rules.round7.board import LandingEffects, on_board
from rules.round7.possessions import OwnedNumbers, from_items, read_number_item, sort_out
from rules.round7.shop import known_items
from rules.round7.state import Ping, Place, Player, State, Town, Turn, read_ping
from wikibot.game.page import cells, gamestate, schema
from wikibot.game.page.cells import CellError, Integer, Maybe, Text, Time, YesNo, inline, nothing
from wikibot.game.page.gamestate import SECTION as RECORDS
from wikibot.game.page.sheet import Column, Sheet, Spec, Value, new_line, new_table, read_sheet
from wikibot.game.statements.speech import Form, Tally
from wikibot.game.statements.statements import common_json, fields_json, player_json
from wikibot.sdk import Reading, Rulebook, Statements, fold, people, plain, replace, with_player
from wikibot.wikitext.messages import say

# == Kinds of cells that only the page of Round 7 has: places, Numbers, times in a row =============

MOST = 10_000  # spaces, which are gone through one by one

A_SPACE = "the number of a space"
NUMBER = Integer(A_SPACE, words=("space",), most=MOST)
WHERE = "the number of a space, Jail or Gulag"
SPACE = Integer(WHERE, words=("space",), blank=game.FIRST, most=MOST)
POENTS = Integer("a number of poents", blank=0)
VP = Integer("a number of Victory Poents", blank=0)
TURNS = Integer("a number of turns", blank=0)


class Location(Struct, frozen=True):
    """Codec for where a player is: the number of a space, or Jail or Gulag."""

    def parse(self, text: str) -> Place:
        word = fold(re.sub(r"(?i)^(?:the|in)\s+", "", plain(text)))
        beside = next((each for each in (game.JAIL, game.GULAG) if fold(each) == word), None)
        return beside or SPACE.parse(text)

    def render(self, value: Place, old: str = "") -> str:
        return value if isinstance(value, str) else SPACE.render(value, old)


class NumbersCell(Struct, frozen=True):
    """Codec for Number items by their values: ``1, 3, 3, I.N. 2``."""

    fields = ("numbers", "immutable")

    def parse(self, text: str) -> dict[str, tuple[int, ...]]:
        words = [] if nothing(text) else [word.strip() for word in plain(text).split(",")]
        found = [read_number_item(word) for word in words if word]
        if None in found:
            raise CellError("a list of Numbers such as 1, 3, I.N. 2")
        kinds = zip(self.fields, (False, True), strict=True)
        return {
            name: tuple(sorted(each.value for each in found if each and each.fixed is fixed))
            for name, fixed in kinds
        }

    def render(self, value: Mapping[str, tuple[int, ...]], old: str = "") -> str:
        immutable = (f"I.N. {each}" for each in value["immutable"])
        return ", ".join([*map(str, value["numbers"]), *immutable])


class Times:
    """Codec for times in their order, a dash for one that is not known: ``2024-01-05, -``."""

    def parse(self, text: str) -> tuple[datetime | None, ...]:
        return () if nothing(text) else tuple(map(Time().parse, cells.exact(text).split(",")))

    def render(self, value: tuple[datetime | None, ...], old: str = "") -> str:
        return ", ".join(Time().render(each) or "-" for each in value)


# -- The features of the board on the page and in statements, as the page orders and spells them ---


class FeatureTable(schema.Listing, frozen=True):
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
    "features", "",
    Spec("Board", (
        Column("space", ("Space", "Tile"), NUMBER, required=True),
        Column("features", ("Features", "Feature"), cells.NameList(), required=True),
    ), key=("space",)),
    tuple,
)  # fmt: skip


class FeatureStatements:
    """Statements about features, and some that are understood only: about poents and pings."""

    label_forms = ()

    @property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        has = "space {id:number} has the feature {text}"
        lost = "space {id:number} has no longer the feature {text}"
        more, fewer = "{player} gains {number} poents", "{player} loses {number} poents"
        no_ping = "{player} has no player to ping"
        return (
            Form(has, _with, "space 4 has the feature Cop Car"),
            Form(lost, _without, "space 4 has no longer the feature Cop Car"),
            Form(more, _more, "Alice gains 5 poents", f"{more}?"),
            Form(fewer, lambda state, player, number: _more(state, player, -number),
                 "Alice loses 5 poents", f"{fewer}?"),
            Form(no_ping, lambda state, player: with_player(
                state, replace(state.players[player], pings=())), "Alice has no player to ping",
                 "{player} has (?:no player to ping|to ping nobody)"),
        )  # fmt: skip

    def tell(self, tally: Tally[Any], after: State) -> None:
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
        raise ValueError(say("space {} has no feature {!r}", str(id), text))
    return naming.without_feature(state, id, feature)


def _more(state: State, player: str, number: int) -> State:
    who = state.players[player]
    return with_player(state, replace(who, poents=who.poents + number))


# -- players ---------------------------------------------------------------------------------------


def _player(
    *, ping: Sequence[str] = (), ping_by: Sequence[datetime | None] = (), **values: Any
) -> Player:
    known = (*ping_by, *[None] * len(ping))
    pings = tuple(Ping(whom, by) for whom, by in zip(ping, known, strict=False))
    return sort_out(Player(pings=pings, **values))


PLAYERS_TABLE = schema.Players(
    _player,
    Spec("Players", (
        schema.NAME,
        Column("space", ("Space", "Location", "Tile"), Location(), required=True),
        Column("poents", ("Poents", "Poent"), POENTS, required=True),
        Column("vp", ("VP", "Victory Poents"), VP),
        Column("numbers", ("Numbers",), NumbersCell()),
        Column("bank", ("Bank account", "Bank", "Account"), POENTS),
    ), key=("name",)),
    people(
        Column("missed", ("Missed turns",), TURNS),
        Column("failures", ("Failed escapes",), TURNS),
        Column("ping", ("Has to ping",), cells.NameList()),
        Column("ping_by", ("Ping by",), Times()),
    ),
    (
        schema.Sentence("{player} is on [space ]{space:number}"),
        schema.Sentence("{player} is in [the ]{space:text=Jail}"),
        schema.Sentence(
            "{player} has {poents:number} poents", pattern="{player} has {poents:number} poents?",
        ),
        schema.Sentence(
            "{player} has {vp:number} Victory Poents",
            pattern="{player} has {vp:number} (?:Victory Poents?|VP)",
        ),
        schema.Sentence("{player} has the Numbers {numbers:numbers}"),
        schema.Sentence("{player} has the Immutable Numbers {immutable:numbers}"),
        schema.Sentence("{player} has {bank:number} poents in the bank"),
        schema.Sentence("{player} missed {missed:number} turns in a row"),
        schema.Sentence("{player} failed to escape on {failures:number} turns in a row"),
    ),
    (
        schema.Members(
            "pings",
            schema.Sentence("{player} has to ping {pings:text=Bob some day}"),
            schema.Sentence("{player} no longer has to ping {pings:text=Bob some day}"),
            read_ping,
        ),
    ),
    silent=("ping", "ping_by"),
)  # fmt: skip


def holdings(book: Rulebook) -> Spec:
    """What players own for which their table has no column, as a table of the records."""
    columns = (
        Column("owner", ("Owner",), Text(), required=True),
        Column("vp", ("Victory Poents",), VP, required=True),
        Column("bank", ("Bank account",), POENTS, required=True),
        Column("items", ("Items",), cells.ItemList(known_items(book)), required=True),
    )
    return Spec(RECORDS, columns, key=("owner",), caption="What players own beside their table")


# -- the turn --------------------------------------------------------------------------------------


class TurnTable(schema.Single, frozen=True):
    """The table of the present turn."""

    def read(self, sheet: Sheet) -> tuple[Turn, ...]:
        return tuple(each for each in super().read(sheet) if each.player and each.started)


def _begin(state: State, values: Mapping[str, Any]) -> Turn:
    """A turn of a player, from where they are."""
    player = state.players.get(values["player"])
    return Turn(**values, start=player.space if player else game.FIRST)


TURN = TurnTable(
    "turn", "the turn",
    Spec("Turn", (
        Column("player", ("Turn of", "Whose turn"), Text(), required=True),
        Column("started", ("Turn began", "Began"), Time(needed=True), required=True),
        Column("start", ("Began on space", "Began on"), Location()),
        Column("acted", ("Last message",), Time()),
        Column("roll", ("Movement roll",), Maybe(Integer("a number"))),
        Column("dice", ("Dice",), Text()),
        Column("tried", ("Rolled in Jail",), YesNo()),
        Column("frontier", ("Frontier reached",), Time()),
    )),
    Turn,
    sentences=(
        schema.Sentence("it is the turn of {player:text} since {started:time}", makes=True),
        schema.Sentence("the turn began on {start:number}"),
        schema.Sentence("the turn began in {start:text=Jail}"),
        schema.Sentence("the last message of the turn came at {acted:time}"),
        schema.Sentence("the turn has seen no message", {"acted": None}),
        schema.Sentence("the movement roll of the turn is {roll:number}"),
        schema.Sentence("the turn has no movement roll", {"roll": None}),
        schema.Sentence("the turn has its usual dice", {"dice": ""}),
        schema.Sentence("the turn is played with {dice:text=2d6}"),
        schema.Sentence("the roll in Jail was made", {"tried": True}),
        schema.Sentence("the roll in Jail was not made", {"tried": False}),
        schema.Sentence("new territory is to be explored since {frontier:time}"),
        schema.Sentence("no new territory is to be explored", {"frontier": None}),
    ),
    gone=schema.Sentence(
        "it is no player's turn", pattern="it is no player's turn|it is the turn of nobody",
    ),
    begin=_begin,
)  # fmt: skip

# -- towns -----------------------------------------------------------------------------------------


TOWNS = schema.Listing(
    "towns", "town",
    Spec("Towns", (
        Column("name", ("Town", "Town name"), Text(), required=True),
        Column("leader", ("Leader", "Town leader"), Text(), required=True),
        Column("members", ("Members",), cells.NameList()),
        Column("applicants", ("Applications",), cells.NameList()),
        Column("treasury", ("Treasury", "Treasury fund"), POENTS),
    ), key=("name",)),
    Town,
    sentences=(
        schema.Sentence("town {name:text} has no leader", {"leader": ""}, makes=True),
        schema.Sentence("town {name:text=Rome} is led by {leader:text=Alice}", makes=True),
        schema.Sentence("the treasury of town {name:text} holds {treasury:number}"),
    ),
    members=(
        schema.Members(
            "members",
            schema.Sentence("{members:text=Bob} is a member of town {name:text=Rome}"),
            schema.Sentence("{members:text=Bob} is no member of town {name:text=Rome}"),
        ),
        schema.Members(
            "applicants",
            schema.Sentence("{applicants:text=Bob} applies to town {name:text=Rome}"),
            schema.Sentence("{applicants:text=Bob} does not apply to town {name:text=Rome}"),
        ),
    ),
)  # fmt: skip

# -- the whole -------------------------------------------------------------------------------------

HIGHEST = Value(
    "highest", ("Highest space", "Primary spaces", "Spaces"),
    Integer(A_SPACE, least=game.FIRST, most=MOST), counted=True,
)  # fmt: skip
HEALTH = Value("cop_health", ("Cop Car health", "Health of the Cop Car", "Cop health"), Integer())
ITEMS = cells.Vocabulary(("Flute", "House", "2d6"), plurals=True)
SCHEMA = schema.Schema("round7", State, PLAYERS_TABLE, (TURN, FEATURES, TOWNS), (HIGHEST, HEALTH), (
    schema.Sentence("the highest space is {highest:number=12}"),
    schema.Sentence(
        "the health of the Cop Car is not known", {"cop_health": None},
        "the health of the Cop Car is not known|nobody knows the health of the Cop Car",
    ),
    schema.Sentence("the Cop Car has health {cop_health:number}"),
), offers=game.OFFERS, names=lambda _: {"item": ITEMS})  # fmt: skip


class Round7Statements(Statements[State]):
    """The statements of Round 7: Numbers that are given like any item are Numbers."""

    def correct(self, state: State, statement: str) -> State:
        state = super().correct(state, statement)
        players = {name: sort_out(_in_order(each)) for name, each in state.players.items()}
        return replace(state, players=players)


def _in_order(player: Player) -> Player:
    numbers, immutable = (tuple(sorted(each)) for each in (player.numbers, player.immutable))
    return replace(player, numbers=numbers, immutable=immutable)


STATEMENTS = Round7Statements(SCHEMA, FeatureStatements())


# == The Round 7 gamestate page, read into a state and written back cell by cell ===================

HOLDINGS = "holdings"
NOTHING: Mapping[str, Any] = {"vp": 0, "bank": 0, "items": {}}


class Page(gamestate.GamestatePage[State]):
    """The page of Round 7."""

    def items(self, book: Rulebook) -> cells.Vocabulary:
        return known_items(book)

    def tables(self, page: str, book: Rulebook) -> gamestate.Layout:
        found = super().tables(page, book)
        return {gamestate.PLAYERS: found[gamestate.PLAYERS], HOLDINGS: holdings(book), **found}

    # -- reading -----------------------------------------------------------------------------------

    def players(self, sheets: Mapping[str, Sheet], records: schema.Records) -> Mapping[str, Player]:
        """The players of their table; what it has no column for the records say."""
        held = {line.values["owner"]: line.values for line in sheets[HOLDINGS].lines}
        lines = (
            replace(line, values={**held.get(line.values["name"].name, {}), **line.values})
            for line in sheets[gamestate.PLAYERS].lines
        )
        whole = replace(sheets[gamestate.PLAYERS], lines=tuple(lines))
        return super().players({**sheets, gamestate.PLAYERS: whole}, records)

    def settled(self, state: State, said: gamestate.PageContents, book: Rulebook) -> State:
        if not said.sheets[FEATURES.field].tables and state.cop_health is None:
            state = replace(state, **first_board(book))
        places = (*state.features, *(each.space for each in state.players.values()))
        highest = max((game.SPACES, *(each for each in places if isinstance(each, int))))
        if said.values[HIGHEST.field].value is None:
            state = replace(state, highest=highest)
        return replace(state, features=naming.spelled(state.features, state.players))

    def canonical(self, state: State) -> State:
        """The state as a page can say it: Numbers ascending, features in order, no phases."""
        state = super().canonical(state)
        players = {name: _in_order(each) for name, each in state.players.items()}
        turn = replace(state.turn, over=False) if state.turn else None
        features = naming.spelled(state.features, players)
        return replace(state, phase=1, players=players, features=features, turn=turn)

    def remarks(self, state: State, said: gamestate.PageContents, book: Rulebook) -> Sequence[str]:
        return tuple(_remarks(state, said))

    # -- writing -----------------------------------------------------------------------------------

    def player_rows(
        self, state: State, sheet: Sheet, records: schema.Records
    ) -> list[dict[str, Any]]:
        rows = super().player_rows(_with_listed(state, sheet), sheet, records)
        own = (asdict(_numbers(player, sheet)[0]) for player in state.players.values())
        return [{**row, "numbers": numbers} for row, numbers in zip(rows, own, strict=True)]

    def written(
        self,
        page: str,
        book: Rulebook,
        before: State,
        state: State,
        said: Callable[[str], Reading[State]],
    ) -> str:
        text = super().written(page, book, before, state, said)
        layout = self.layout(text, book)
        # Rows of the records: what players own for which their table (`sheet`) has no column.
        sheet = read_sheet(text, layout[gamestate.PLAYERS])
        rows = []
        for player in _with_listed(state, sheet).players.values():
            items = schema.items_row(
                player.items, schema.line_of(sheet, player.name), sheet.fields
            )["items"]
            every = {"vp": player.vp, "bank": player.bank, "items": items}
            others = {name: held for name, held in every.items() if name not in sheet.fields}
            missing = {name: held for name, held in others.items() if held != NOTHING[name]}
            if missing:
                rows.append({"owner": player.name, **NOTHING, **missing})
        return gamestate.with_table(text, layout[HOLDINGS], rows)

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting page: no players, ten spaces, the Cop Car where it stands at first."""
        state = State(now, **first_board(book))
        layout = self.layout("", book)
        shown = ("name", "space", "poents", "vp", "numbers", "items", "bank")
        values = [new_line(HIGHEST, state.highest)]
        values += [new_line(HEALTH, state.cop_health)] if state.cop_health is not None else []
        features = FEATURES.rows_on(read_sheet("", FEATURES.spec), state)
        blocks = [
            f"{inline(title)} holds the state of the game.", f"== {TURN.spec.section} ==",
            new_table(TURN.spec), f"== {layout[gamestate.PLAYERS].section} ==",
            new_table(layout[gamestate.PLAYERS], (), shown), f"== {FEATURES.spec.section} ==",
            "\n".join(values), new_table(FEATURES.spec, features, ids="space-"),
        ]  # fmt: skip
        page = "\n\n".join(blocks) + "\n"
        towns = TOWNS.spec
        return (
            gamestate.append(page, towns.section, new_table(towns)) if book.has("Towns") else page
        )


def first_board(book: Rulebook) -> dict[str, Any]:
    """Features and health of the Cop Car in a new game."""
    space, health = limit(book, police.FIRST_SPACE), limit(book, police.FIRST_HEALTH)
    return {"features": {space: (naming.COP_CAR,)} if space else {}, "cop_health": health}


def _remarks(state: State, said: gamestate.PageContents) -> Iterator[str]:
    noted = said.values[HIGHEST.field]
    if noted.value is None and not noted.unreadable:
        why = say("the page does not name the highest space; {} is taken for it", state.highest)
        yield say("{}, correct it where it is wrong", why)
    for player in state.players.values():
        if isinstance(player.space, int) and not on_board(state, player.space):
            yield say("{} is on {}, which is not a space", player.name, player.space)
    for space, feature in naming.placed(state):
        if not on_board(state, space):
            yield say("{} is on {}, which is not a space", feature, space)
    if state.turn and state.turn.player not in state.players:
        yield say("it is the turn of {}, who is not a player", state.turn.player)


# -- Numbers that stand among the items, and what the players table has no column for --------------


def _numbers(player: Player, sheet: Sheet) -> tuple[OwnedNumbers, OwnedNumbers]:
    """The Numbers for their own column, and those for the items: unchanged ones stay in place."""
    have = OwnedNumbers(player.numbers, player.immutable)
    if "numbers" not in sheet.fields:
        return OwnedNumbers(), have
    held = schema.line_of(sheet, player.name)
    own, listed = OwnedNumbers(**held.get("numbers", {})), from_items(schema.items_of(held))[1]
    return (own, listed) if own + listed == have else (have, OwnedNumbers())


def _with_listed(state: State, sheet: Sheet) -> State:
    """The state with the Numbers that stand among the items of the page as such."""
    players = {
        name: replace(player, items={**player.items, **_numbers(player, sheet)[1].items})
        for name, player in state.players.items()
    }
    return replace(state, players=players)


PAGE = Page(SCHEMA, "Name, Space and Poents")


# == The state of Round 7 in JSON ==================================================================


def to_json(state: State, book: Rulebook, effects: LandingEffects) -> dict[str, Any]:
    """The common keys and those of the design for this game: of players, ``turn``, ``towns`` ...

    ``features``: by the number of the space, only where there are any, those by the number alone
    included.
    """
    spaces = dict.fromkeys((*range(game.FIRST, state.highest + 1), *state.features))
    features = {str(space): list(effects.on_space(state, book, space)) for space in spaces}
    return {
        **common_json("round7", state),
        **fields_json(state, "cop_health", highest_space="highest"),
        "players": [
            {**player_json(each),
             **fields_json(each, "poents", "vp", "space", account="bank",
                           immutable_numbers="immutable"),
             "numbers": [*each.numbers, *each.immutable]}
            for each in state.players.values()
        ],
        "turn": fields_json(state.turn, "player", "started") if state.turn else None,
        "features": {space: found for space, found in features.items() if found},
        "towns": [
            {**fields_json(each, "name", "members", "treasury", applications="applicants"),
             "leader": each.leader or None}
            for each in state.towns.values()
        ],
    }  # fmt: skip
