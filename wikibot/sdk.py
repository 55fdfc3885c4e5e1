"""What a game in another package builds on: the public names of wikibot, in one place.

Everything here keeps its name and meaning until a version whose first number is another; everything
else in wikibot may change. ``docs/adding-a-game.md`` says what each is for.
"""

from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Event, Outcome, Shape, Verb, Verdict, under
from wikibot.game.engine.context import ActionContext
from wikibot.game.game import Demo, Game, Reading
from wikibot.game.names import counted
from wikibot.game.page.cells import Time, Vocabulary, inline
from wikibot.game.page.gamestate import GamestatePage, people
from wikibot.game.page.schema import (
    NAME,
    Entries,
    Listing,
    Members,
    Players,
    Schema,
    Sentence,
    Single,
    with_items,
)
from wikibot.game.page.sheet import Column, Spec, new_table
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.implementations import Bears, How, Implementation, index
from wikibot.game.ruleset.recognition import Binding, Pin, bundled_pins
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import Catalogue, Unit
from wikibot.game.state import Pending, Player, State, gain, with_player
from wikibot.game.statements.statements import Statements, common_json, fields_json, player_json
from wikibot.game.understanding.phrases import deed
from wikibot.game.understanding.slots import NamesSlot, PhraseSlot
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import (
    DAY,
    WEEK,
    day_start,
    format_time,
    integer,
    parse_time,
    week_start,
)
from wikibot.wikitext.plain import plain

__all__ = [
    "DAY", "NAME", "WEEK", "Action", "ActionContext", "ActionId", "Bears", "Binding", "Catalogue",
    "Column", "Demo", "Entries", "Event", "Game", "GamestatePage", "Held", "How", "Implementation",
    "Listing", "Members", "NamesSlot", "Outcome", "Pending", "PhraseSlot", "Pin", "Player",
    "Players", "Reading", "Refused", "Rulebook", "Schema", "Sentence", "Shape", "Single", "Spec",
    "State", "Statements", "Time", "Unclear", "Unit", "Verb", "Verdict", "Vocabulary",
    "bundled_pins", "common_json", "counted", "day_start", "deed", "fields_json", "fold",
    "format_time", "gain", "index", "inline", "integer", "new_table", "parse_time", "people",
    "plain", "player_json", "read_rulebook", "replace", "under", "week_start", "with_items",
    "with_player",
]  # fmt: skip
