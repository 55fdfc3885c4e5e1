"""Ruleset sections Herbalism and Greenhouse Botania: planting, watering and harvesting herbs.

Each time the task is one of the three, for as many pots as the player names, each at most once.
Planting costs what the encyclopaedia says; watering brings its reward, as long as the herb still
grows; a harvest empties the pot and brings its reward only from a herb that is fully grown. What
would take more of a component than the player has does not happen to that pot, nor does growth
beyond the last stage. Decisions: where nothing at all would come of a line it is refused, if that
is known before any dice; with dice, the task was performed. Pots are dealt with in the order in
which the line names them; a herb without a pot goes into the first empty one. Of two possible costs
or rewards the player chooses; where only one can be paid, it is that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.common.identities import put
from rules.common.notation import NumberAt
from rules.common.sections import Section
from rules.cycle14.components import components
from rules.cycle14.formulas import choose_amount, total
from rules.cycle14.possessions import grant, revoke
from rules.cycle14.state import Context, Pot
from rules.cycle14.tasks import encyclopaedia
from rules.cycle14.tasks.encyclopaedia import Reward, herb
from rules.cycle14.tasks.pots import GREENHOUSE, plantings, pots_named, slots
from rules.cycle14.tasks.task import perform
from wikibot.game.understanding.deeds import Deed
from wikibot.game.verbs import unlisted
from wikibot.sdk import How, Implementation, Refused, Rulebook, Shape, Unclear, Verb, deed, replace
from wikibot.wikitext.messages import say

SECTION = "Herbalism"
FIRST_POTS = NumberAt(GREENHOUSE, r"holds (\w+) pots")
Letters = Mapping[str, int]
# What is done to one pot with a herb; whether it happened.
PotDeed = Callable[[Context, Letters, Pot, str], bool]


def first_pots(book: Rulebook) -> tuple[Pot, ...]:
    """The pots at the beginning of the game."""
    if not book.has(GREENHOUSE):
        return ()
    return tuple(Pot(str(number)) for number in range(1, book.derived(FIRST_POTS) + 1))


# -- the three things to do ------------------------------------------------------------------------


def _task(act: Context, wanted: Sequence[tuple[Pot, str]], do: PotDeed) -> None:
    """Perform the task: ``do`` the same to each pot, with a herb."""
    act.book.require(GREENHOUSE)
    act.book.require(encyclopaedia.SECTION)

    def deed(act: Context, experience: int) -> None:
        letters = encyclopaedia.letters(act.state, act.book, experience)
        happened = [do(act, letters, pot, name) for pot, name in wanted]
        if not any(happened) and not act.rolled:
            raise Refused(
                act.text.rpartition("; ")[2] or say("nothing would come of it"), rule=GREENHOUSE
            )

    perform(act, SECTION, deed)


def _plant(act: Context, letters: Letters, pot: Pot, name: str) -> bool:
    roll = _roller(act, f"the cost of {name}")  # in whichever pot
    amounts = [total(each, letters, roll) for each in herb(act.book, name).cost]
    costs = [{item: max(count, 0) for item, count in each.items()} for each in amounts]
    possible = [
        cost for cost in costs if all(act.me.count(item) >= count for item, count in cost.items())
    ]
    if not possible and costs:
        price = " or ".join(map(components(act.book).amount, costs))
        act.say(
            "{} has too little for {}, which costs {}, so pot {} stays empty",
            act.player,
            name,
            price,
            pot.id,
        )
        return False
    asks, question = f"what you pay for {name}", f"what do you pay for {name}"
    cost = choose_amount(act, asks, possible, question) if possible else {}
    for item, count in cost.items():
        revoke(act, act.player, item, count)
    _set(act, Pot(pot.id, name))
    act.say("{} is planted in pot {}", name, pot.id)
    return True


def _is_grown(act: Context, pot: Pot) -> bool:
    return pot.stage >= herb(act.book, pot.herb).stages


def _to_water(act: Context) -> list[tuple[Pot, str]]:
    pots = pots_named(act, lambda pot: bool(pot.herb) and not _is_grown(act, pot))
    return [(pot, pot.herb) for pot in pots]


def _water(act: Context, letters: Letters, pot: Pot, name: str) -> bool:
    what = herb(act.book, name)
    if _is_grown(act, pot):
        act.say("the {} in pot {} is fully grown", name, pot.id)
        return False
    if not _rewarded(act, what.growing, letters, pot):
        return False
    _set(act, replace(pot, stage=pot.stage + 1))
    act.say("the {} in pot {} grows to stage {} of {}", name, pot.id, pot.stage + 1, what.stages)
    return True


def _to_harvest(act: Context) -> list[tuple[Pot, str]]:
    pots = pots_named(act, lambda pot: bool(pot.herb) and _is_grown(act, pot))
    return [(pot, pot.herb) for pot in pots]


def _take_out(act: Context, letters: Letters, pot: Pot, name: str) -> bool:
    grown = _is_grown(act, pot)
    if grown and not _rewarded(act, herb(act.book, name).harvest, letters, pot):
        return False
    _set(act, Pot(pot.id))
    not_grown = "" if grown else say(", not fully grown")
    act.say("the {} is taken out of pot {}{}", name, pot.id, not_grown)
    return True


# -- rewards ---------------------------------------------------------------------------------------


def _rewarded(act: Context, reward: Reward, letters: Letters, pot: Pot) -> bool:
    """Give a reward.

    False where it would take more than the player has, which undoes the whole for this pot.
    """
    if reward.own:
        _play_words(act, reward.own, pot)
        return True
    roll = _roller(act, f"the {pot.herb} in pot {pot.id}")
    if reward.gamble and reward.gamble.whole(letters, roll) in reward.losing:
        act.say("the {} brings nothing", pot.herb)
        return True
    if not reward.amounts:
        return True
    amounts = [total(each, letters, roll) for each in reward.amounts]
    question = f"what does the {pot.herb} bring"
    items = choose_amount(act, f"what the {pot.herb} brings", amounts, question)
    if any(act.me.count(item) + count < 0 for item, count in items.items() if count < 0):
        act.say("it would take more than {} has, so nothing happens to pot {}", act.player, pot.id)
        return False
    for item, count in items.items():
        grant(act, act.player, item, count)
        revoke(act, act.player, item, -count)
    return True


def _play_words(act: Context, column: str, pot: Pot) -> None:
    from rules.cycle14.curses import Cells
    from rules.own_words import play

    play(act, Cells(column), act.book.require(f"{encyclopaedia.SECTION}: {pot.herb}"))


def _set(act: Context, pot: Pot) -> None:
    act.state = replace(act.state, pots=put(act.state.pots, pot))


def _roller(act: Context, label: str) -> Callable[[int, int], int]:
    return lambda count, sides: sum(act.roll(count, sides, label))


# -- verbs -----------------------------------------------------------------------------------------


def _by_task(act: Context) -> None:
    """Answer a line that names the task and none of the three."""
    first = act.subject.partition(" ")[0]
    raise Unclear(
        "{!r} is nothing that the task is for", first, nearest="`propagate`, `hydrate` or `harvest`"
    )


BY_TASK = Verb("herbalism", "herbalism WHAT ...", "herbalism hydrate 1, 2",
               "one of these three, by the task's name", _by_task, Shape.SUBJECT,
               available=unlisted, undecided=True)  # fmt: skip


def _verbs(
    names: Sequence[str],
    other_names: Sequence[str],
    usual: Verb,
    wanted: Callable[[Context], list[tuple[Pot, str]]],
    do: PotDeed,
    phrases: tuple[str, ...],
    *deeds: Deed,
) -> tuple[Verb, ...]:
    """A verb under several ``names``, which ``help`` lists, and under all names behind the task's.

    ``wanted``: the pots that a line names, each with a herb, and what to ``do`` to each of them.
    ``phrases`` and ``deeds``: people's other words for it.
    """

    def means(act: Context) -> tuple[str, ...]:
        return tuple(pot.id if pot.herb else f"{pot.id} {name}" for pot, name in wanted(act))

    usual = replace(usual, play=lambda act: _task(act, wanted(act), do), means=means)
    listed = [
        replace(usual, name=name, form=f"{name} {usual.form}", example=f"{name} {usual.example}")
        for name in names
    ]
    listed[0] = replace(listed[0], phrases=phrases, deeds=deeds)
    by_task = replace(usual, form=BY_TASK.form, example=BY_TASK.example, available=unlisted)
    others = (replace(by_task, name=f"{BY_TASK.name} {each}") for each in (*names, *other_names))
    return (*listed, *others)


def _verb(form: str, example: str, about: str) -> Verb:
    return replace(
        BY_TASK, form=form, example=example, about=about, available=None, undecided=False
    )


_TO = "to through"  # which may stand between the ends of a row of pots
_DO = "perform|do|use|task herbalism (to|and|for)"
_PLANTING = (
    "!plant|propagate {spread} => plant {spread}",
    "plant|propagate|sow|grow|seed|put|place {plantings}",
    "pot {pot} plant|propagate|sow {herb}",
    f"{_DO} plant|propagate|planting|propagation {{plantings}}",
    "herbalism plant|propagate|planting|propagation|propagating {plantings}",
)
_WATERING = (
    "irrigate {text}",
    f"{_DO} hydrate|water|hydrating|watering|hydration {{text}}",
    "give water to {text}",
)
_HARVESTING = (
    "harvest|pick|reap|pluck|take {herb} from|of|in|out pot {pot} => harvest {pot}",
    f"{_DO} harvest|harvesting {{text}}",
)
VERBS = (
    *_verbs(("propagate", "plant"), ("propagating", "propagation", "planting"),
            _verb("[POT] HERB, ...", "1 Kraken Root, 2 Yaqqip", "plants herbs in empty pots"),
            plantings, _plant, _PLANTING,
            deed("plant propagate propagation sow", may="herbalism put", never=_TO,
                 about="plantings", order="plant")),
    *_verbs(("hydrate", "water"), ("hydrating", "hydration", "watering"),
            _verb("POT, ...", "1, 2", "waters herbs, which grow and bring their reward"),
            _to_water, _water, _WATERING,
            deed("water hydrate hydration irrigate", may="herbalism", never=_TO, about="pots")),
    BY_TASK,
    *_verbs(("harvest",), ("harvesting",),
            _verb("POT, ...", "1", "takes herbs out, fully grown ones with their reward"),
            _to_harvest, _take_out, _HARVESTING,
            deed("harvest pick reap pluck", may="herbalism out herb herbs", never=_TO,
                 about="certain pots")),
)  # fmt: skip
_WAITS = "planting, watering and harvesting"
RULES = Section(
    __name__,
    (
        Implementation(SECTION, waits=_WAITS),
        Implementation(GREENHOUSE, How.ASKS,
                       says="a number of pots; herbs are planted, watered once a pot, and "
                            "harvested", waits=_WAITS),
    ),
    VERBS, slots=slots,
)  # fmt: skip
