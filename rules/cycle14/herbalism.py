"""Ruleset sections Herbalism and Greenhouse Botania: planting, watering and harvesting herbs.

Each time the task is one of the three, for as many pots as the player names, each at most once.
Planting costs what the encyclopaedia says; watering brings its reward, as long as the herb still
grows; a harvest empties the pot and brings its reward only from a herb that is fully grown. What
would take more of a component than the player has does not happen to that pot, nor does growth
beyond the last stage. Decisions: where nothing at all would come of a line it is refused, if that
is known before any dice; with dice, the task was performed. Pots are dealt with in the order in
which the line names them; a herb without a pot goes into the first empty one. Of two possible costs
or rewards the player chooses; where only one can be paid, it is that.

Ruleset section Horticultural Encyclopaedia: what each herb costs and brings.

All of it is read from the table's own formulas. N is the experience in herbalism, changed by the
list below the table. A cost below nothing is nothing; a reward below nothing takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from rules.common.proceedings import with_thing
from rules.common.sections import NumberAt, Section, cell, list_of, of_unit
from rules.cycle14.components import components, grant, revoke
from rules.cycle14.formulas import Amounts, Formula, amounts, choose_amount, read_formula, total
from rules.cycle14.obelisk import Condition, read_condition
from rules.cycle14.state import Context, Pot, State
from rules.cycle14.tasks import perform
from wikibot.game import names
from wikibot.game.actions import Shape, Verb, unlisted
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.implementations import How, Implementation, InWords
from wikibot.game.understanding.phrases import Deed, deed
from wikibot.game.understanding.plain_line import key_of
from wikibot.sdk import Catalogue, NamesSlot, PhraseSlot, Rulebook, Unit, fold, integer, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import CARDINALS, TWO_NUMBERS
from wikibot.wikitext.regex import regex

# -- Ruleset section Horticultural Encyclopaedia: what each herb costs and brings ------------------

ENCYCLOPAEDIA = "Horticultural Encyclopaedia"
COST, STAGES = "Resource Cost", "Stages of Growth"
GROWING, HARVEST = "Reward at each growth stage", "Reward upon harvesting"
CATALOGUE = Catalogue(ENCYCLOPAEDIA, columns=(COST, STAGES, GROWING, HARVEST))
NAMES = (
    "Feather Fluff", "Kraken Root", "Yaqqip", "Porcupine Tree", "Trungleweed", "Beetwood",
    "Ponzi Plant", "Baneberries", "Darkvine",
)  # fmt: skip
_GAMBLE = regex(
    r"Roll (?P<dice>[^;,.]+?)[;,.] if the result is "
    r"(?P<losing>\d+(?:(?:\s*,\s*|\s*or\s*|\s*,\s*or\s*)\d+)*),? "
    r"(?:the )?reward is nothing[;,.]? otherwise,? (?P<amounts>.+)"
)
_ASIDE = regex(r"\([^()]*choice[^()]*\)", re.IGNORECASE)
_CHANGE = regex(
    r"N is (?P<way>increased|raised|decreased|lowered) by (?P<by>\d+)"
    r"(?:,? to (?:a minimum of|no less than) (?P<least>\d+))?"
)


class Reward(Struct, frozen=True):
    """What a growth stage or the harvest brings; nothing where a ``gamble`` is in ``losing``.

    ``own``: the column whose words say it in sentences, for a row that is played from its words.
    """

    amounts: Amounts = ()
    gamble: Formula | None = None
    losing: tuple[int, ...] = ()
    own: str = ""


class Herb(Struct, frozen=True):
    """One row of the table."""

    name: str
    cost: Amounts
    stages: int
    growing: Reward
    harvest: Reward


class NumberChange(Struct, frozen=True):
    """One line of the list below the table: when N changes, by how much, not below ``least``."""

    condition: Condition
    by: int
    least: int | None


def herb_names(book: Rulebook) -> tuple[str, ...]:
    """The herbs in the order of the table."""
    return tuple(unit.title for unit in book.members(ENCYCLOPAEDIA))


def herb(book: Rulebook, name: str) -> Herb:
    """A herb of the page.

    Raises ``Held`` where its row is not settled, or a formula of it cannot be read.
    """
    return book.derived(herb_of(book.require(f"{ENCYCLOPAEDIA}: {name}").name))


@of_unit
def herb_of(book: Rulebook, name: str) -> Herb:
    """The herb of one row."""
    unit = book.unit(name)
    try:
        return Herb(
            unit.title, amounts(book, unit.name, cell(unit, COST)), integer(cell(unit, STAGES)),
            _reward(unit, GROWING, book), _reward(unit, HARVEST, book),
        )  # fmt: skip
    except ValueError as error:
        raise Held(name, str(error)) from None


def _reward(unit: Unit, column: str, book: Rulebook) -> Reward:
    text = _ASIDE.sub("", cell(unit, column)).strip()
    found = _GAMBLE.fullmatch(text)
    if not found and unit.title not in NAMES and _sentence(unit, column, book):
        return Reward(own=column)
    if not found:
        return Reward(amounts(book, unit.name, text))
    losing = tuple(map(integer, re.findall(r"\d+", found["losing"])))
    return Reward(amounts(book, unit.name, found["amounts"]), read_formula(found["dice"]), losing)


def _sentence(unit: Unit, column: str, book: Rulebook) -> str:
    """What a cell means that is a plain sentence; "" for a formula."""
    from rules.cycle14.gatherings import cells_of

    if re.match(r"[\d\W]*[A-Za-z]{3,} ", cell(unit, column)) is None:
        return ""
    return cells_of(column).read(book, unit)[1].says


def in_words(book: Rulebook, unit: Unit) -> InWords:
    """What the row of an herb without code says, if all of it is read."""
    try:
        found = herb_of(unit.name)(book)
    except Held:
        return InWords("", cell(unit, HARVEST))

    def brings(reward: Reward, column: str) -> str:
        if reward.own:
            return _sentence(unit, column, book).rstrip(".")
        return cell(unit, column) or "nothing"

    growing, harvest = brings(found.growing, GROWING), brings(found.harvest, HARVEST)
    return InWords(
        f"Planting costs {cell(unit, COST) or 'nothing'}; it grows {found.stages} times; each time "
        f"brings: {growing}; the harvest brings: {harvest}."
    )


# -- experience as it counts here ------------------------------------------------------------------


def changes(book: Rulebook) -> tuple[NumberChange, ...]:
    """What changes N: the lines of the list below the table."""
    found = []
    for line in book.derived(list_of(ENCYCLOPAEDIA)):
        change = _CHANGE.search(line)
        if not change:
            raise Held(ENCYCLOPAEDIA, "{!r} is not a change of N that is read", line)
        sign = 1 if change["way"] in ("increased", "raised") else -1
        least = integer(change["least"]) if change["least"] else None
        when = read_condition(line[: change.start()] + line[change.end() :], ENCYCLOPAEDIA)
        found.append(NumberChange(when, sign * integer(change["by"]), least))
    return tuple(found)


def letters(state: State, book: Rulebook, experience: int) -> Mapping[str, int]:
    """The value of N for a player with so much experience, now."""
    for change in book.derived(changes):
        if change.condition.holds(state):
            changed = experience + change.by
            experience = (
                changed if change.least is None else max(changed, min(change.least, experience))
            )
    return {"N": experience}


_SAYS = (
    "a pot can hold it, for the cost, as long and with the rewards that the cells of its row give"
)
ON_ENCYCLOPAEDIA = Section(
    __name__,
    (
        Implementation(ENCYCLOPAEDIA, reads=(changes,), waits="planting, watering and harvesting"),
        *(
            Implementation(
                unit, reads=(herb_of(unit),), says=_SAYS, waits=f"what is done with pots of {name}"
            )
            for name in NAMES
            for unit in (f"{ENCYCLOPAEDIA}: {name}",)
        ),
    ),
)


# == Pots and herbs as lines name them: ``1 Kraken Root, Yaqqip`` to plant, ``1, 2`` to water ======
#
# In people's words: ``a Kraken Root in both empty pots``, ``water the first``. Decision: a line
# with a word or a number that is neither is not understood.

GREENHOUSE = "Greenhouse Botania"
_SEPARATOR = regex(r"\s*(?:[,;&]|\band\b)\s*", re.IGNORECASE)
_SEPARATOR_OF_POTS = regex(r"\s*(?:[,;&]|\band\b)\s*|(?<=\d)\s+(?=\d)", re.IGNORECASE)
_NUMBER = regex(r"(?:\bpots?\s*)?#?(?<!\w)(\d+)(?!\w)", re.IGNORECASE)
_HOW_MANY = regex(r"(?<!pot )\b\d+ pots\b", re.IGNORECASE)
_FILLERS = regex(r"\b(?:in|into|to|with|the|a|an|pots?|herbs?)\b|[=:()]", re.IGNORECASE)
_LONGEST = 4  # words of a name
_POTS_GLUE = frozenset(("and", "pot", "pots", "number", "no", "the", "in", "of"))
_EVERYTHING = frozenset(
    ("all", "both", "everything", "every", "each", "plants", "herbs", "flowers")
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_PLANT_GLUE = frozenset((
    "in", "into", "to", "with", "the", "a", "an", "and", "pot", "pots", "herb", "herbs", "number",
    "no", "of", "one", "empty",
))  # fmt: skip
_EVERY = ("both", "all", "each", "every")
_TIMES = ("×", "*")
_SEGMENTS = regex(r"[,;&+]|\band\b", re.IGNORECASE)
_MOST_SEGMENTS = 40


def _pot(act: Context, number: str) -> Pot:
    found = next((pot for pot in act.state.pots if pot.id == number), None)
    if found is None:
        raise Unclear("there is no pot {}", number, nearest=tuple(pot.id for pot in act.state.pots))
    return found


def _parts(act: Context, separator: re.Pattern[str]) -> list[str]:
    """The parts of a line between separators; names of herbs stay whole."""
    text, in_full = names.set_aside(act.subject, herb_names(act.book))
    return [in_full(part) for part in separator.split(text) if part]


def _taken_apart(act: Context, part: str) -> tuple[str, str]:
    """The number of a pot and the words beside it, "" for what there is not."""
    text, in_full = names.set_aside(part, herb_names(act.book))
    numbers = _NUMBER.findall(text)
    if _HOW_MANY.search(text) and not act.action.is_logged:
        raise Unclear("{!r} may be one pot or several", part, nearest="their numbers: `1, 2`")
    if re.search(r"\d[.]\d", text):
        raise Unclear("there is no pot {}", text, nearest=tuple(pot.id for pot in act.state.pots))
    if len(numbers) > 1:
        raise Unclear("{!r} names more than one pot", part, nearest="a comma between pots")
    return "".join(numbers), in_full(" ".join(_FILLERS.sub(" ", _NUMBER.sub(" ", text)).split()))


def plantings(act: Context) -> list[tuple[Pot, str]]:
    """Which herb goes where."""
    known, found = herb_names(act.book), list[tuple[Pot, str]]()
    parts = _parts(act, _SEPARATOR) or [""]
    for part in parts:
        number, words = _taken_apart(act, part)
        if not words and len(parts) > 1:
            raise Unclear("{!r} names no herb", part, nearest="one herb for each pot")
        if words:
            name = act.resolve(words, known, "herb")
        else:
            name = act.choose("the herb", known, question="which herb")
        taken = [pot.id for pot, _ in found]
        free = [each for each in act.state.pots if not each.herb and each.id not in taken]
        if not number and not free:
            remedy = "Harvest one, or synthesise another pot."
            raise Refused("no pot is empty", rule=GREENHOUSE, remedy=remedy)
        pot = _pot(act, number) if number else free[0]
        if pot.id in taken:
            raise Unclear("pot {} is named twice", pot.id, nearest="one herb for each pot")
        if pot.herb:
            why = say("there is {} in pot {}", pot.herb, pot.id)
            raise Refused(why, rule=GREENHOUSE, remedy="Harvest it, or name another pot.")
        found.append((pot, name))
    return found


def _planted(act: Context, fits: Callable[[Pot], bool]) -> list[tuple[Pot, str]]:
    """The pots that a line names, by number or by herb, each with its herb.

    ``all`` are those that ``fits``.
    """
    if act.subject.strip().casefold() in ("all", "all pots", "everything"):
        pots = [(pot, pot.herb) for pot in act.state.pots if pot.herb and fits(pot)]
        if not pots:
            raise Refused("there is no pot to do that with", rule=GREENHOUSE)
        return pots
    found: list[Pot] = []
    for part in _parts(act, _SEPARATOR_OF_POTS):
        pot = _named(act, part, found)
        if pot in found:
            raise Unclear("pot {} is named twice", pot.id, nearest="each pot once")
        if not pot.herb:
            raise Refused("pot {} is empty", pot.id, rule=GREENHOUSE)
        found.append(pot)
    if not found:
        raise Unclear(
            "no pot is named", nearest=tuple(pot.id for pot in act.state.pots if pot.herb)
        )
    return [(pot, pot.herb) for pot in found]


def _named(act: Context, part: str, before: Sequence[Pot]) -> Pot:
    number, words = _taken_apart(act, part)
    name = act.resolve(words, herb_names(act.book), "herb") if words or not number else ""
    if number:
        pot = _pot(act, number)
        if name and pot.herb != name:
            there = pot.herb or say("nothing")
            why = say("in pot {} there is {}, not {}", pot.id, there, name)
            raise Unclear(why, nearest=say("pot {}", pot.id))
        return pot
    having = [pot for pot in act.state.pots if pot.herb == name and pot not in before]
    if not having:
        raise Refused("there is no {} in any pot", name, rule=GREENHOUSE)
    if len(having) > 1:
        raise Unclear("there is {} in several pots", name, nearest=tuple(pot.id for pot in having))
    return having[0]


# -- as people name them ---------------------------------------------------------------------------


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Herbs, pots, and the two together."""
    pots = tuple(pot.id for pot in state.pots)
    empty = tuple(pot.id for pot in state.pots if not pot.herb)
    herbs = NamesSlot(herb_names(book), ("herb",))
    return {
        "herb": herbs, "pot": NamesSlot(pots, ("pot", "number", "no")), "pots": Pots(pots),
        "certain pots": Pots(pots, every=False), "plantings": Plantings(herbs, pots, empty),
        "spread": Plantings(herbs, pots, empty, spread=True),
    }  # fmt: skip


class Plantings(Struct, frozen=True):
    """Herbs with the pots that they go into: ``Kraken Root in 3 and 4``, ``two Yaqqip``.

    A number in digits is a pot, one in words is how many. Not read are ``2 Yaqqips``, which may be
    either, ``Yaqqips`` without a number, and ``1 Kraken Root, 2``: 2 of what? ``empty``: the pots
    that ``all empty pots`` are. ``spread``: one herb in several pots.
    """

    herbs: NamesSlot
    pots: tuple[str, ...]
    empty: tuple[str, ...]
    spread: bool = False

    def read(self, text: str) -> tuple[str, ...]:
        """The herbs as ``3 Kraken Root, 4 Yaqqip``."""
        found: list[tuple[str, list[str], bool]] = []  # a herb, its pots; "" for any; a plural
        waiting: list[str] = []  # pots before their herb
        goes_on = "pot" in fold(text)  # whether pots may follow those before them
        for segment in _SEGMENTS.split(text)[:_MOST_SEGMENTS]:
            read = self._segment(segment.split())
            if read is None or not (read[0] or goes_on or segment.isspace() or not segment):
                return ()
            herb, pots, is_plural, is_behind = read
            if herb:
                found.append((herb, waiting + pots, is_plural))
                waiting, goes_on = [], is_behind
            else:
                (found[-1][1] if found else waiting).extend(pots)
        is_spread = len(found) == 1 and len(found[0][1]) > 1
        if waiting or not found or (self.spread and not is_spread) or TWO_NUMBERS.search(text):
            return ()
        for _, pots, is_plural in found:
            if ("" in pots and any(pots)) or (is_plural and len(pots) < 2):
                return ()
        pairs = ((pot, herb) for herb, pots, _ in found for pot in pots or [""])
        return (", ".join(f"{pot} {herb}".strip() for pot, herb in pairs),)

    def _segment(self, words: Sequence[str]) -> tuple[str, list[str], bool, bool] | None:
        """The herb ("" for none) and the pots between two separators; None for anything else.

        Whether the herb stands in the plural, and whether its pot stands behind it.
        """
        herb, pots, at, is_plural, is_behind = "", list[str](), 0, False, False
        while at < len(words):
            key = key_of(words[at])
            length, named = self._herb(words, at)
            if key in self.pots and not pots:
                is_behind = bool(herb)
                pots.append(key)
            elif CARDINALS.get(key, 0) > 1 and not (herb or pots):
                pots += [""] * min(CARDINALS[key], _MOST_SEGMENTS)
            elif key in _EVERY and "empty" in map(fold, words[at:]):
                pots += self.empty
            elif named and not herb:
                herb, is_plural = named, key_of(words[at + length - 1])[-1:] == "s" != named[-1:]
            elif named or key in _TIMES or (key not in _PLANT_GLUE and any(map(str.isalnum, key))):
                return None
            at += length
        return herb, pots, is_plural, is_behind

    def _herb(self, words: Sequence[str], at: int) -> tuple[int, str]:
        first = key_of(words[at])
        if first not in _PLANT_GLUE and any(map(str.isalpha, first)):
            for length in range(min(_LONGEST, len(words) - at), 0, -1):
                found = self.herbs.read(" ".join(words[at : at + length]))
                if len(found) == 1:
                    return length, found[0]
        return 1, ""


class Pots(Struct, frozen=True):
    """Pots by their numbers. ``every``: whether all of them may be meant, too.

    A number in words is one beside ``pot`` only: ``pot one``, but not ``two`` or ``two pots``.
    """

    pots: tuple[str, ...]
    every: bool = True

    def read(self, text: str) -> tuple[str, ...]:
        """The pots as ``1, 2``; ``all`` where every pot is meant."""
        keys = [key_of(word) for word in text.replace(",", " ").split()]
        are_named = not {"pot", "pots"}.isdisjoint(keys) and keys[-1] != "pots"
        known = {key: self._pot(key, are_named) for key in keys if any(map(str.isalnum, key))}
        found = [known[key] for key in keys if known.get(key)]
        others = [key for key, pot in known.items() if not pot]
        if found and _POTS_GLUE.issuperset(others) and keys[1:] != ["pots"]:
            return (", ".join(found),)
        is_all = self.every and not found and not _EVERYTHING.isdisjoint(others)
        return ("all",) if is_all and (_EVERYTHING | _POTS_GLUE).issuperset(others) else ()

    def _pot(self, key: str, are_named: bool) -> str:
        number = _ORDINALS.index(key) + 1 if key in _ORDINALS else 0
        number = CARDINALS.get(key, 0) if are_named and not number else number
        return key if key in self.pots else str(number) if str(number) in self.pots else ""


# == Ruleset sections Herbalism and Greenhouse Botania: planting, watering and harvesting herbs ====

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
    act.book.require(ENCYCLOPAEDIA)

    def deed(act: Context, experience: int) -> None:
        known = letters(act.state, act.book, experience)
        happened = [do(act, known, pot, name) for pot, name in wanted]
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
        why = later("{} has too little for {}, which costs {}, so pot {} stays empty")
        act.say(why, act.player, name, price, pot.id)
        return False
    asks, question = f"what you pay for {name}", f"what do you pay for {name}"
    cost = choose_amount(act, asks, possible, question) if possible else {}
    for item, count in cost.items():
        revoke(act, act.player, item, count)
    act.state = with_thing(act.state, "pots", Pot(pot.id, name))
    act.say("{} is planted in pot {}", name, pot.id)
    return True


def _is_grown(act: Context, pot: Pot) -> bool:
    return pot.stage >= herb(act.book, pot.herb).stages


def _water(act: Context, letters: Letters, pot: Pot, name: str) -> bool:
    what = herb(act.book, name)
    if _is_grown(act, pot):
        act.say("the {} in pot {} is fully grown", name, pot.id)
        return False
    if not _rewarded(act, what.growing, letters, pot):
        return False
    act.state = with_thing(act.state, "pots", replace(pot, stage=pot.stage + 1))
    act.say("the {} in pot {} grows to stage {} of {}", name, pot.id, pot.stage + 1, what.stages)
    return True


def _take_out(act: Context, letters: Letters, pot: Pot, name: str) -> bool:
    grown = _is_grown(act, pot)
    if grown and not _rewarded(act, herb(act.book, name).harvest, letters, pot):
        return False
    act.state = with_thing(act.state, "pots", Pot(pot.id))
    not_grown = "" if grown else say(", not fully grown")
    act.say("the {} is taken out of pot {}{}", name, pot.id, not_grown)
    return True


# -- rewards ---------------------------------------------------------------------------------------


def _rewarded(act: Context, reward: Reward, letters: Letters, pot: Pot) -> bool:
    """Give a reward.

    False where it would take more than the player has, which undoes the whole for this pot.
    """
    if reward.own:
        from rules.cycle14.gatherings import cells_of

        cells_of(reward.own).play(act, act.book.require(f"{ENCYCLOPAEDIA}: {pot.herb}"))
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
    "plant|propagate|sow|grow|seed|put|place {plantings}", "pot {pot} plant|propagate|sow {herb}",
    ("=in|=into pot {pot} goes|go|comes|come|plant|put|sow|grow|propagate|place {herb} "
     "=> plant {pot} {herb}"),
    "{herb} goes|go|comes|come|planted (is|gets) in|into|to pot {pot} => plant {pot} {herb}",
    "{herb} into pot {pot} => plant {pot} {herb}", "pot {pot} gets {herb} => plant {pot} {herb}",
    f"{_DO} plant|propagate|planting|propagation {{plantings}}",
    "herbalism plant|propagate|planting|propagation|propagating {plantings}",
)  # fmt: skip
_WATERING = (
    "irrigate {text}", f"{_DO} hydrate|water|hydrating|watering|hydration {{text}}",
    "give water to {text}", "(splash|drop|bit|little) (of) water for|on|to|into {text}",
)  # fmt: skip
_HARVESTING = (f"{_DO} harvest|harvesting {{text}}",)
VERBS = (
    *_verbs(("propagate", "plant"), ("propagating", "propagation", "planting"),
            _verb("[POT] HERB, ...", "1 Kraken Root, 2 Yaqqip", "plants herbs in empty pots"),
            plantings, _plant, _PLANTING,
            deed("plant propagate propagation sow", may="herbalism put", never=_TO,
                 about="plantings", order="plant")),
    *_verbs(("hydrate", "water"), ("hydrating", "hydration", "watering"),
            _verb("POT, ...", "1, 2", "waters herbs, which grow and bring their reward"),
            lambda act: _planted(act, lambda pot: not _is_grown(act, pot)), _water, _WATERING,
            deed("water hydrate hydration irrigate", may="herbalism", never=_TO, about="pots")),
    BY_TASK,
    *_verbs(("harvest",), ("harvesting",),
            _verb("POT, ...", "1", "takes herbs out, fully grown ones with their reward"),
            lambda act: _planted(act, lambda pot: _is_grown(act, pot)), _take_out, _HARVESTING,
            deed("harvest pick reap pluck pull uproot", never=_TO,
                 may="herbalism out up herb herbs",
                 about="certain pots")),
)  # fmt: skip
_WAITS = later("planting, watering and harvesting")
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
