"""The base of the games here: a game names its sections, its page and its statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from rules.common.players import schedule
from rules.common.proposals import Proposals
from rules.common.sections import Section, has_any, implementations, with_deeds_named
from wikibot.game.actions import Watched
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.engine.orders import Verbs
from wikibot.game.game import Demo, Game, Reading
from wikibot.game.page.gamestate import GamestatePage, with_deadlines
from wikibot.game.problems import Refused, listing
from wikibot.game.ruleset.implementations import Bears, How, Implementation, InWords
from wikibot.game.ruleset.recognition import Binding, bundled_pins, packaged_text
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import Catalogue, Unit
from wikibot.game.state import Proposal, S, Step
from wikibot.game.understanding.slots import Lists
from wikibot.sdk import Action, ActionContext, PhraseSlot, Statements, Verb, integer, replace
from wikibot.wikitext.lines import part_of_signature
from wikibot.wikitext.messages import say

bundled = cache(bundled_pins)


class GameOnPages(Game[S]):
    """A game that is put together out of its ``sections``, its page and its statements.

    ``package`` holds its pins and its demo.
    """

    package: str
    sections: tuple[Section, ...]
    catalogues: tuple[Catalogue, ...]
    rulesets: Sequence[Sequence[str]] = ()  # sources of pins that may stand together
    on_page: GamestatePage[S]
    in_words: Statements[S]
    in_lists = False
    ends_by = ""  # the section by which the game ends
    _kept_words: bytes | None = b""  # what an earlier run has read of words; None: this one reads

    def __init__(self) -> None:
        verbs = [with_deeds_named(verb) for each in self.sections for verb in each.verbs]
        self.verbs = Verbs(verb for verb, _ in verbs)
        self._deeds = {name: deed for _, named in verbs for name, deed in named.items()}
        self.implementations = implementations(self.sections)
        self._prepares = tuple(each.prepare for each in self.sections if each.prepare)
        follows = ((each.after_action, each.changed) for each in self.sections)
        self._follows = tuple((follow, changed) for follow, changed in follows if follow)
        self.by_message = tuple(each.messages for each in self.sections if each.messages)
        self._proposals = [each for each in self.by_message if isinstance(each, Proposals)]

    def prepare(self, act: ActionContext[S]) -> None:
        for prepare in self._prepares:
            prepare(act)

    def after_action(self, act: ActionContext[S]) -> None:
        for follow, name in self._follows:
            if not name or getattr(act.state, name) is not getattr(act.before, name):
                follow(act)

    def over(self, state: S, verb: Verb, player: str, line: str) -> str:
        """How the game ended, in words; "" while it goes on, or for what may still be played."""
        return ""

    def authorize(self, state: S, verb: Verb, player: str, action: Action) -> None:
        how = self.over(state, verb, player, action.order)
        kernel = (each.name for each in KERNEL_VERBS)
        if how and verb.name not in kernel:  # an answer is admitted as the order that it completes
            raise Refused(how, rule=self.ends_by)
        super().authorize(state, verb, player, action)

    def slots(self, state: S, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
        found: dict[str, PhraseSlot] = {}
        for section in self.sections:
            found |= section.slots(state, book, player)
        return found | {name: deed.among(found) for name, deed in self._deeds.items()}

    def lists(self, state: S, book: Rulebook, player: str) -> Lists:
        found = (section.lists(state, book, player) for section in self.sections)
        return {kind: listed for lists in found for kind, listed in lists.items()}

    def voted_until(self, proposal: Proposal, book: Rulebook) -> datetime | None:
        return next((each.end(proposal, book) for each in self._proposals), None)

    def pins(self) -> tuple[Binding, ...]:
        """The wordings that the implementation was written for."""
        return bundled(self.package)

    def rulebook(self, ruleset: str, overlay: Sequence[Binding] = ()) -> Rulebook:
        pins = (*self.pins(), *overlay)
        return read_rulebook(
            ruleset, self.catalogues, pins, self.implementations, self.rulesets, self.read_words,
            self.takes_readings,
        )  # fmt: skip

    def world_of(self, unit: Unit) -> Any:
        """The world in which a unit is played from its own words; None: not from its words.

        Imported there, since few runs need it.
        """

    def takes_readings(self, unit: Unit) -> bool:
        """Whether a unit is played by what people say that its words mean."""
        return self.world_of(unit) is not None

    def read_words(self, book: Rulebook, unit: Unit) -> InWords | None:
        """What the words of a unit mean that no code plays."""
        world = self.world_of(unit)
        if world is None:
            return None
        self.recall_words()
        found: InWords = world.read(book, unit)[1]
        return found

    def play_words(self, act: ActionContext[S], name: str, *about: Any) -> None:
        """Carry out the words of a unit; ``about``: as of ``rules.own_words.World.play``."""
        unit = act.book.unit(name)
        self.world_of(unit).play(act, unit, *about)

    def recall_words(self) -> None:
        """Restore, once a run, what an earlier run worked out of words."""
        if self._kept_words is not None:
            from rules.plain.memory import recall

            recall(self._kept_words)
            self._kept_words = None

    def remember(self) -> bytes:
        if self._kept_words is not None:
            return b""
        from rules.plain.memory import remember

        return remember()

    def recall(self, kept: bytes) -> None:
        self._kept_words = kept

    def read(self, page: str, book: Rulebook, now: datetime) -> Reading[S]:
        reading = self.on_page.read(page, book, now)
        odd = [name for name in self.names(reading.state, book) if part_of_signature(name)]
        if not odd:
            return reading
        remark = say("a name reads as a part of a signature, and may be one: {}", listing(odd))
        return replace(reading, remarks=(*reading.remarks, remark))

    def write(self, page: str, book: Rulebook, state: S) -> str:
        ends = {each.id: self.voted_until(each, book) for each in state.proposals}
        return with_deadlines(self.on_page.write(page, book, state), ends)

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return self.on_page.new_page(book, now, title)

    def deadline(self, state: S, book: Rulebook) -> datetime | None:
        return schedule(book).end(state.now)

    def looks_back(self, book: Rulebook) -> timedelta:
        return book.derived(self._furthest)

    def _furthest(self, book: Rulebook) -> timedelta:
        return max(each.looks_back(book) for each in self.sections)

    def reopened(self, state: S, book: Rulebook) -> S:
        for proposals in self._proposals:
            state = proposals.reopened(state, book)
        return state

    def watched(self, state: S) -> Sequence[Watched]:
        there = (each for each in self.by_message if has_any(state, each))
        return tuple(each for messages in there for each in messages.watched(state))

    def differences(self, before: S, after: S) -> tuple[str, ...]:
        return self.in_words.differences(before, after)

    def steps(self, before: S, after: S) -> tuple[Step, ...]:
        return self.in_words.steps(before, after)

    def correct(self, state: S, statement: str) -> S:
        return self.in_words.correct(state, statement)

    def demo(self) -> Demo:
        return bundled_demo(self.package)

    recipe_names: Sequence[str] = ()

    def recipes(self) -> Mapping[str, Mapping[str, str]]:
        return {
            name: {
                each: packaged_text(self.package, f"recipes/{name}/{each}.wiki") for each in _PAGES
            }
            for name in self.recipe_names
        }


_PAGES = ("Ruleset", "Gamestate")


def bundled_demo(package: str) -> Demo:
    """The demo in a game's package: two pages, and lines that wait to be played."""
    pages = {each: packaged_text(package, f"demo/{each}.wiki") for each in _PAGES}
    # Lines `ACCOUNT | minutes before now | line`; comments begin with `#`.
    text = packaged_text(package, "demo/Actions.txt")
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    rows = (map(str.strip, line.split("|", 2)) for line in lines)
    return Demo(pages, tuple((account, integer(minutes), line) for account, minutes, line in rows))


# ==================================================================================================
# What the cycles say about actions and dice in general: played by the kernel or left to people.

CHANNELS = "which channel is for what; the bot hears one page, keeps the tables"
ROLLS = Bears(rolls=True)
# What the kernel does for every game.
KERNEL = (
    Implementation(
        "Random Choices",
        people="whether a roll was discarded for a better one; the bot keeps its own",
        says="what was rolled stands; no line gets another roll for the same",
        bears=ROLLS,
    ),
    Implementation(
        "Dice Rolls",
        says="the dice of a roll are added up, or those counted that reach a target",
        bears=ROLLS,
    ),
)
# What there is to say about rules in general: nothing to play, and nothing that play depends on.
RULES = Section(
    implements=(
        Implementation(
            "Rules", How.FLAVOUR, says="nothing is played by it",
            people="who joins agrees to abide by the rules; how they are ordered",
        ),
        Implementation("Actions", How.FLAVOUR, says="nothing is played by it", people=CHANNELS),
        *KERNEL,
        Implementation(
            "Progressive Actions",
            How.ASKS,
            says="an action is carried out when its last selection is made, in the phase in which "
            "it began",
            bears=Bears(verbs=("move",)),
        ),
        Implementation(
            "Items",
            says="players own items; they are created when gained and destroyed when lost",
            bears=Bears(changes=("items",)),
        ),
    )
)  # fmt: skip
