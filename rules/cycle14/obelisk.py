"""Ruleset sections The Obelisk and Grebes: an observation brings it nearer.

When it is observed it first gains 🩸 for its cuts and its 🐦. Then a die with as many sides as it
has cuts, one less in winter, says how far it moves; an odd result also brings it a 🐦, up to the
limit. All players gain ⚡.
Decisions: a die with one side shows 1, which is odd; a banished player may look, too; 🐦 above the
limit are gone whatever brought them.
"""

from __future__ import annotations

from rules.common.notation import NumberAt
from rules.common.sections import CLOCK, Section, by_rule, in_play, limit
from rules.cycle14.components import BLOOD, GREBES, RESOLVE
from rules.cycle14.possessions import OBELISK, grant, owned, put
from rules.cycle14.seasons import WINTER, during
from rules.cycle14.state import Context, Obelisk, State
from wikibot.game.problems import NotNow
from wikibot.sdk import Bears, Implementation, Rulebook, Verb, counted, deed, replace, week_start

SECTION, BIRDS = "The Obelisk", "Grebes"
FIRST_DISTANCE = NumberAt(SECTION, r"(\w+) kilometers? away")
LEAST = NumberAt(SECTION, r"minimum of (\w+)")
RESOLVED = NumberAt(SECTION, r"gains (\w+)\s*⚡")
WINTER_LESS = NumberAt(SECTION, r"lesser by (\w+)")
SUMMONED = NumberAt(BIRDS, r"gaining (\w+)\s*🐦")
MOST_BIRDS = NumberAt(BIRDS, r"more than (\w+)\s*🐦")


def first(book: Rulebook) -> Obelisk:
    """The Obelisk at the beginning of the game."""
    return Obelisk(distance=book.derived(FIRST_DISTANCE)) if book.has(SECTION) else Obelisk()


def move(act: Context, closer: int) -> None:
    """Move the Obelisk so many kilometres closer to the Gates; below 0: away from them."""
    distance = max(act.state.obelisk.distance - closer, 0)
    act.state = replace(act.state, obelisk=replace(act.state.obelisk, distance=distance))
    act.say("the Obelisk is {} km from the Gates", distance)


def cut(act: Context, more: int) -> None:
    """Give it so many more cuts; never less than none."""
    cuts = max(act.state.obelisk.cuts + more, 0)
    act.state = replace(act.state, obelisk=replace(act.state.obelisk, cuts=cuts))
    act.say("the Obelisk has {}", counted(cuts, "cut"))


def sides(state: State, book: Rulebook) -> int:
    """The sides of the die that says how far it moves."""
    less = book.derived(WINTER_LESS) if during(state, WINTER) else 0
    return max(state.obelisk.cuts - less, book.derived(LEAST))


def limit_birds(act: Context) -> None:
    """Let 🐦 above the limit vanish."""
    most = limit(act.book, MOST_BIRDS)
    over = 0 if most is None else owned(act.state, OBELISK, GREBES) - most
    if over > 0:
        act.state = put(act.state, OBELISK, GREBES, -over)
        act.say("{}🐦 of the Obelisk cease to exist", over)


def _observe(act: Context) -> None:
    seen = act.state.observed
    if seen is not None and week_start(seen) == week_start(act.now):
        raise NotNow(
            "the Obelisk has been observed this week",
            rule=SECTION,
            remedy="A player may on Monday.",
        )
    obelisk = act.state.obelisk
    act.state = replace(act.state, observed=act.now)
    grant(act, OBELISK, BLOOD, obelisk.cuts + obelisk.items.get(GREBES, 0))
    (face,) = act.roll(1, sides(act.state, act.book), "the Obelisk's way")
    move(act, face)
    for name in act.state.players:
        grant(act, name, RESOLVE, act.book.derived(RESOLVED))
    if face % 2 and in_play(act.book, BIRDS):
        grant(act, OBELISK, GREBES, act.book.derived(SUMMONED))


OBSERVE = Verb("observe", "observe", "observe -- 1d3 (2) = 2",
               "looks at the Obelisk, once a week by one player", _observe,
               fillers=("the", "obelisk"), needs=(CLOCK,),
               deeds=(
                   deed("observe observation", may="obelisk stone big 👁️ 👀"),
                   deed("watch view check inspect examine study look gaze glance", "obelisk",
                        may="at"),
               ))  # fmt: skip
RULES = Section(
    __name__,
    (
        Implementation(SECTION, says="once a week a player observes it: it comes nearer by a roll, "
                            "all players gain ⚡, it gains 🩸"),
        Implementation(BIRDS, bears=Bears(changes=("grebes",)),
                       says="an odd roll at an observation brings the Obelisk a 🐦, up to a limit"),
    ),
    by_rule(SECTION, OBSERVE), prepare=limit_birds, after_action=limit_birds,
)  # fmt: skip
