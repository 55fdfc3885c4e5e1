"""A chat as a text action log: which messages are actions, and whose the dice of a bot are.

The game itself tells: each line of a message is played, over the page that the game began with, and
what it understands is an action. A dice bot's answer belongs to the player whom it names, answers
or follows; it goes to an action of theirs that lacks dice. What is not sure is listed, never
guessed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.dice.verification.replay import Start
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.calendar import format_time
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.text_log import log_line
from wikibot.game.engine.verb_lookup import begun_with
from wikibot.game.problems import Problem
from wikibot.game.rolls import Roll
from wikibot.game.understanding.dice.parting import part_dice
from wikibot.history.chat import Message
from wikibot.wikitext.plain import tidy

NEAR = timedelta(minutes=30)  # between a player's action and dice for it
MOST_DICE = 20  # messages with dice that are tried for one action
_QUICK = timedelta(minutes=2)  # in which a bot answers a command that it does not name
_COMMAND = re.compile(r"\s*(?:[!/.$;&?]|\w+!)\s?(?:r|roll|dice|d)\b.*", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"\*\*|__|~~|\|\||`")


class Doubt(Struct, frozen=True):
    """A message that a person has to look at."""

    time: datetime
    who: str
    text: str
    why: str

    def __str__(self) -> str:
        text = tidy(self.text)
        return f"{format_time(self.time)} {self.who}: {text[:200]} -- {self.why}"


class Imported(Struct, frozen=True):
    """Lines of a log in order of time, and what is not sure. ``messages``: how many there were."""

    lines: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    messages: int


class _Thrown(Struct):
    """Dice that a bot rolled for a player, kept until an action uses them."""

    message: Message
    player: str
    rolls: tuple[Roll, ...]
    used: bool = False


def import_chat(
    start: Start, messages: Sequence[Message], names: Mapping[str, str] | None = None
) -> Imported:
    """Play a chat. ``names``: by name in the chat, in any case, the name in the game."""
    return _Importer(start, messages, names or {}).run()


class _Importer:
    def __init__(self, start: Start, messages: Sequence[Message], names: Mapping[str, str]) -> None:
        self.start, self.messages = start, messages
        self.names = {key.casefold(): name for key, name in names.items()}
        self.lines: list[str] = []
        self.doubts: list[Doubt] = []
        self._people = _People({self._name(each.author) for each in messages if not each.bot})
        self.thrown = list(self._all_thrown())
        self._thrown_for: dict[str, list[_Thrown]] = {}
        for thrown in self.thrown:
            self._thrown_for.setdefault(thrown.player, []).append(thrown)
        time = messages[0].time
        self.state: Any = start.game.read(start.page, start.book(time), start.since or time).state

    def run(self) -> Imported:
        number = 0
        for message in self.messages:
            if message.bot or _COMMAND.fullmatch(message.text):
                continue
            for line in _lines(message.text):
                number += 1
                self._play(message, line, number)
        for thrown in self.thrown:
            if not thrown.used:
                said, who = thrown.message.text, thrown.player or thrown.message.author
                why = "dice that no action of theirs near by needed"
                why = why if thrown.player else "dice of an unknown player"
                self.doubts.append(Doubt(thrown.message.time, who, said, why))
        doubts = tuple(sorted(self.doubts, key=lambda each: each.time))
        return Imported(tuple(self.lines), doubts, len(self.messages))

    def _name(self, chat_name: str) -> str:
        return self.names.get(chat_name.casefold(), chat_name)

    # -- lines -------------------------------------------------------------------------------------

    def _play(self, message: Message, line: str, number: int) -> None:
        player = self._name(message.author)
        time = max(message.time, self.state.now)
        action = Action(ActionId(0, 0, number), time, player, line, by_name=True)
        engine = Engine(self.start.game, self.start.book(time))
        after, outcome = self._played(engine, action)
        taken: list[_Thrown] = []
        if outcome.verdict is Verdict.NEEDS:
            for thrown in self._dice_for(player, message.time):
                more = [*taken, thrown]
                said = ", ".join(str(roll) for each in more for roll in each.rolls)
                better, got = self._played(engine, replace(action, text=f"{line} -- {said}"))
                if got.verdict not in (Verdict.DONE, Verdict.NEEDS):
                    continue
                after, outcome, taken = better, got, more
                if got.verdict is Verdict.DONE:
                    break
        if outcome.verdict is Verdict.HUH or not outcome.counts:
            self._note_talk(message, line, outcome)
            return
        for thrown in taken:
            thrown.used = True
        self.state = after
        self.lines.append(log_line(outcome))
        if outcome.verdict is Verdict.NEEDS:
            self.doubts.append(Doubt(message.time, player, line, f"waits: {outcome.text}"))
        elif message.edited:
            self.doubts.append(Doubt(message.time, player, line, "was edited later in the chat"))

    def _played(self, engine: Engine[Any], action: Action) -> tuple[Any, Outcome]:
        played = engine.play(self.state, [action])
        return played.state, played.outcomes[0]

    def _note_talk(self, message: Message, line: str, outcome: Outcome) -> None:
        """Record a line without effect as talk, unless it begins like an action."""
        verbs = self.start.game.verbs_in(self.state, self.start.book(message.time))
        if outcome.verdict is not Verdict.HUH:
            why = f"{outcome.verdict}: {outcome.text}"
        elif begun_with(line, verbs):
            why = "begins as an action does, and is not understood"
        else:
            return
        self.doubts.append(Doubt(message.time, self._name(message.author), line, why))

    # -- dice --------------------------------------------------------------------------------------

    def _all_thrown(self) -> Iterator[_Thrown]:
        for number, message in enumerate(self.messages):
            if message.bot and (rolls := _rolls(message.text)):
                yield _Thrown(message, self._thrower(number), rolls)

    def _thrower(self, number: int) -> str:
        """For whom a bot threw: whom it answers or calls, or who gave a command just before."""
        message = self.messages[number]
        if message.replies_to:
            return self._name(message.replies_to)
        if len(message.mentions) == 1:
            return self._name(message.mentions[0])
        for before in reversed(self.messages[max(0, number - 20) : number]):
            if message.time - before.time > _QUICK:
                break
            if not before.bot and _COMMAND.fullmatch(before.text):
                return self._name(before.author)
        named = self._people.in_text(message.text)
        return named.pop() if len(named) == 1 else ""

    def _dice_for(self, player: str, time: datetime) -> list[_Thrown]:
        """Dice of a player that are near enough, those before the line first, the oldest first."""
        mine = self._thrown_for.get(player, [])
        first = bisect_left(mine, time - NEAR, key=lambda each: each.message.time)
        last = bisect_right(mine, time + NEAR, key=lambda each: each.message.time)
        near = (each for each in islice(mine, first, last) if not each.used)
        return list(islice(near, MOST_DICE))


class _People:
    """Names that are looked for in texts, as whole words and in any case."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, set[str]] = {}
        self._shapes: dict[str, set[tuple[int, int]]] = {}  # by a name's first word
        for name in names:
            folded = name.casefold()
            self._names.setdefault(folded, set()).add(name)
            if word := _WORD.search(folded):
                self._shapes.setdefault(word[0], set()).add((word.start(), len(folded)))

    def in_text(self, text: str) -> set[str]:
        """The names that a text contains."""
        said, found = text.casefold(), set[str]()
        for word in _WORD.finditer(said):
            for before, length in self._shapes.get(word[0], ()):
                start, end = word.start() - before, word.start() - before + length
                whole = not (
                    _WORD.match(said[end : end + 1]) or _WORD.match(said[max(start - 1, 0) : start])
                )
                found |= self._names.get(said[start:end], set()) if start >= 0 and whole else set()
        return found


def _lines(text: str) -> Iterator[str]:
    """The lines of a message without the marks of the chat; quoted ones are not the author's."""
    for raw in text.splitlines():
        line = tidy(_MARKS.sub("", raw))
        if line and not raw.lstrip().startswith(">"):
            yield line


def _rolls(text: str) -> tuple[Roll, ...]:
    """The dice of a bot's message; nothing where they contradict themselves."""
    try:
        return part_dice(tidy(_MARKS.sub("", text.replace("\n", " "))))[1]
    except Problem:
        return ()
