"""An exported chat channel as messages: DiscordChatExporter's JSON, or plain text.

Plain text has a message a line, ``[2024-01-05 10:22] Alice: move 1 2 3``; lines without that belong
to the message above. The exporter's own plain text, with time and name on a separate line, is
read too. Times without a zone are UTC. Whether ``3/4/2024`` begins with the day or the month, all
dates of a file together tell, or whoever imports it. Marks of a deleted message are heeded: it
counts for nothing; of an edited one the export has the last wording. A message that is there twice
is read once.

People are told apart by their accounts, where the export has these: where two have the same name,
or one has a name that looks so, the number of the account stands behind it. Plain text has names
only.

Source: https://github.com/Tyrrrz/DiscordChatExporter (its JSON has ``messages`` with ``timestamp``,
``timestampEdited``, ``content``, ``author``, ``mentions``, ``reference``, ``embeds``).
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.dice.replay import Start
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import as_verbs, log_line
from wikibot.game.problems import Problem
from wikibot.game.rolls import Roll
from wikibot.game.understanding.dice import part_dice
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.escape import json_depth
from wikibot.wikitext.numerals import format_time, in_calendar
from wikibot.wikitext.plain import tidy
from wikibot.wikitext.regex import regex

MOST = 200_000  # messages that are read
LONGEST = 20_000  # characters of one
LONGEST_NAME = 100  # characters, as of a name in plain text
DEEPEST = 100  # brackets within brackets; an export has about ten
_PLAIN = regex(r"\[(?P<time>[^\]\n]{8,40})\]\s+(?P<name>[^\n]{1,100}?)(?::\s(?P<text>.*))?")
_DATE = regex(
    r"(?P<date>\d{4}([/.-])\d{1,2}\2\d{1,2}|\d{1,2}([/.-])\d{1,2}\3\d{4})[,\s]+"
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d))?(?:\s?(?P<half>[AaPp])\.?[Mm]\.?)?"
)
_LIKE_A_TIME = regex(r"\d{1,4}[/. -]\w{1,9}[/. -]\d{1,4}\W{1,3}\d{1,2}[:.]\d\d")
ORDERS = ("dmy", "mdy")  # of day, month and year in a date
_PINGED = regex(r"<@!?(\d{1,25})>")
_EMOJI = regex(r"<a?(:\w{1,40}:)\d{1,25}>")
_DELETED, _EDITED = regex(r"\(deleted\)\s*$"), regex(r"\(edited\)\s*$")
_NUMBERED = regex(r"\(\S*\)$")
_BOT = regex(r"\s*(?:\[?BOT\]?|\[?APP\]?)$")


class Message(Struct, frozen=True):
    """One message. Each person has a name of their own.

    ``author``: as the chat names them; ``mentions``: whom it calls by name; ``replies_to``: whose
    message or command it answers, "" where it is not said.
    """

    time: datetime
    author: str
    text: str
    bot: bool = False
    edited: bool = False
    mentions: tuple[str, ...] = ()
    replies_to: str = ""


class NotAnExport(ValueError):
    """The file is not an export that can be read; ``str`` says why."""


def read_export(text: str, dates: str = "") -> tuple[Message, ...]:
    """The messages of an export in order of time, without deleted ones.

    ``dates``: one of ``ORDERS``, or "" where the file itself is to tell. Raises
    :class:`NotAnExport`, also where it does not tell.
    """
    found = (_of_json if text.lstrip()[:1] == "{" else _of_text)(text, dates)
    if not found:
        form = "[2024-01-05 10:22] Alice: move 1 2 3"
        raise NotAnExport(f"there is no message in it; expected the exporter's JSON, or {form}")
    if len(found) > MOST:
        raise NotAnExport(f"it has {len(found)} messages, at most {MOST} are read")
    return tuple(sorted(found, key=lambda message: message.time))


# -- JSON ------------------------------------------------------------------------------------------


def _of_json(text: str, dates: str) -> list[Message]:
    if json_depth(text) > DEEPEST:
        raise NotAnExport("its JSON is nested too deeply")
    try:
        messages = json.loads(text)["messages"]
    except (ValueError, KeyError, TypeError) as error:
        what = "there are no `messages` in it"
        if isinstance(error, json.JSONDecodeError):
            what = f"it is cut off or damaged at line {error.lineno}"
        raise NotAnExport(f"its JSON is not that of an export: {what}") from None
    if not isinstance(messages, list):
        raise NotAnExport("its JSON is not that of an export: `messages` is no list")
    for number, row in enumerate(messages, start=1):
        if fault := _fault(row):
            raise NotAnExport(f"message {number} of its JSON is not that of an export: {fault}")
    names = _names(messages)
    rows = [row for row in _once(messages) if (not row.get("isDeleted")
            and row.get("content") != "") or row.get("embeds")]  # fmt: skip
    authors = {str(row["id"]): names[_account(row["author"])] for row in messages}
    times = _times([str(row["timestamp"]) for row in rows], dates)
    return [_message(row, time, names, authors) for row, time in zip(rows, times, strict=True)]


_LISTS = ("mentions", "embeds")
_OBJECTS = ("interaction", "reference")


def _fault(row: Any) -> str:
    """What a message lacks, or has in another form; "" where it can be read."""
    if not isinstance(row, dict):
        return "it is no object"
    if lacks := [key for key in ("id", "timestamp", "author") if not row.get(key)]:
        return f"it has no `{lacks[0]}`"
    if bad := [key for key in _LISTS if not isinstance(row.get(key) or [], list)]:
        return f"`{bad[0]}` is no list"
    objects = [(key, row.get(key) or {}) for key in _OBJECTS]
    objects += [(key, each) for key in _LISTS for each in row.get(key) or ()]
    if bad := [key for key, each in objects if not isinstance(each, dict)]:
        return f"`{bad[0]}` is no object"
    command = (row.get("interaction") or {}).get("user")
    mentions = row.get("mentions") or ()
    people = [("author", row["author"]), *(("mentions", each) for each in mentions)]
    people += [("interaction", command)] if command else []
    for key, each in people:
        known = isinstance(each, dict) and (each.get("name") or each.get("nickname"))
        if not known or not (each.get("name") or each.get("id")):
            return f"`{key}` has no `name`"
    if any("id" not in each for each in mentions):
        return "`mentions` has no `id`"
    for each in row.get("embeds") or ():
        fields = each.get("fields") or []
        if not (isinstance(fields, list) and all(isinstance(field, dict) for field in fields)):
            return "`fields` of `embeds` is no list of objects"
    if not any(_time(str(row["timestamp"]), order) for order in ORDERS):
        return f"{str(row['timestamp'])[:40]!r} is not a time such as 2024-01-05T10:22:00Z"
    return ""


def _once(messages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Each message once, as it was edited last; deleted if any copy of it is."""
    found: dict[str, Mapping[str, Any]] = {}
    for row in messages:
        known = found.setdefault(str(row["id"]), row)
        if known is not row and not known.get("isDeleted"):
            if row.get("isDeleted") or _edited(row) > _edited(known):
                found[str(row["id"])] = row
            elif row.get("content") != known.get("content"):
                found[str(row["id"])] = {**known, "timestampEdited": _edited(known) or "later"}
    return list(found.values())


def _edited(row: Mapping[str, Any]) -> str:
    return str(row.get("timestampEdited") or "")


def _names(messages: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """By account the name of each person that the messages speak of, no two alike."""
    people: dict[str, str] = {}
    for row in messages:
        command = (row.get("interaction") or {}).get("user")
        others = (*(row.get("mentions") or ()), *([command] if command else []))
        for person in (row["author"], *others):
            name = str(person.get("nickname") or person["name"])
            people.setdefault(_account(person), _one_name(name))
    shared = Counter(map(fold, people.values()))
    return {
        account: f"{name} ({account})" if shared[fold(name)] > 1 or _NUMBERED.search(name) else name
        for account, name in people.items()
    }


def _message(
    row: Mapping[str, Any], time: datetime, people: Mapping[str, str], authors: Mapping[str, str]
) -> Message:
    called = {_text(each["id"]): people[_account(each)] for each in row.get("mentions") or ()}
    embeds = list[str]()
    for each in row.get("embeds") or ():
        fields = [f"{f.get('name', '')}: {f.get('value', '')}" for f in each.get("fields") or ()]
        embeds += str(each.get("title") or ""), str(each.get("description") or ""), *fields
    text = _text("\n".join(filter(None, [str(row.get("content") or ""), *embeds])))[:LONGEST]
    text = _PINGED.sub(lambda found: f"@{called.get(found[1], found[1])}", text)
    command = (row.get("interaction") or {}).get("user")
    answered = authors.get(str((row.get("reference") or {}).get("messageId")), "")
    author, text = people[_account(row["author"])], _EMOJI.sub(r"\1", text)
    marks = (bool(row["author"].get("isBot")), bool(_edited(row)), tuple(called.values()))
    return Message(time, author, text, *marks, people[_account(command)] if command else answered)


def _account(person: Mapping[str, Any]) -> str:
    return tidy(_text(person.get("id") or person["name"]))[:LONGEST_NAME]


def _one_name(name: str) -> str:
    """A name that can stand in a line of a log: it has no line breaks, and does not end there."""
    return tidy(_text(name).replace(":", " "))[:LONGEST_NAME].strip() or "?"


def _text(value: Any) -> str:
    """A text without halves of characters, which no file can hold."""
    return str(value).encode("utf-8", "replace").decode()


# -- plain text ------------------------------------------------------------------------------------


def _of_text(text: str, dates: str) -> list[Message]:
    heads: list[re.Match[str]] = []
    texts: list[list[str]] = [[]]  # the first stands above all messages
    for number, line in enumerate(text.splitlines(), start=1):
        found = _PLAIN.fullmatch(line.strip())
        if found and any(_time(found["time"], order) for order in ORDERS):
            heads.append(found)
            texts.append([found["text"] or ""])
        elif found and _LIKE_A_TIME.search(found["time"]):
            why = "is not a time such as 2024-01-05 10:22; write it so, or take that line off"
            raise NotAnExport(f"line {number}: {found['time']!r} {why}")
        else:
            texts[-1].append(line)
    times = _times([head["time"] for head in heads], dates)
    messages = list[Message]()
    for time, head, lines in zip(times, heads, texts[1:], strict=True):
        name, said = head["name"].strip(), "\n".join(lines).strip()[:LONGEST]
        if said and not _DELETED.search(said):
            is_bot, edited = bool(_BOT.search(name)), bool(_EDITED.search(said))
            said = _EDITED.sub("", said).strip()
            messages.append(Message(time, _one_name(_BOT.sub("", name)), said, is_bot, edited))
    return messages


# -- times -----------------------------------------------------------------------------------------


def _times(written: Sequence[str], dates: str) -> Sequence[datetime]:
    """All times of an export, by the only order of dates in which all of them can be read.

    If both can, by the only one in which no message is older than the one before it.
    """
    readings = {
        order: [time for each in written if (time := _time(each, order))]
        for order in ([dates] if dates else ORDERS)
    }
    possible = [times for times in readings.values() if len(times) == len(written)]
    if not possible:
        bad = ((next(e for e in written if not _time(e, order)), order) for order in readings)
        told = (f"{each!r} is no date if they are {order}" for each, order in bad)
        raise NotAnExport(f"its dates go by no one order: {', '.join(told)}")
    if possible[0] != possible[-1]:
        possible = [times for times in possible if times == sorted(times)]
        if len(possible) != 1:
            each = next(each for each in written if len({_time(each, o) for o in ORDERS}) > 1)
            why = "may have the day or the month first, and nothing else in the file tells"
            raise NotAnExport(f"{each!r} {why}. Say which: `--dates dmy` or `--dates mdy`")
    return possible[0]


def _time(text: str, order: str) -> datetime | None:
    """A time in ISO 8601, as loosely as Python reads it, or a date in numbers; None if neither.

    ``order``: of dates with the year last. With dots the day comes first. Without a zone it is UTC.
    """
    found = _DATE.fullmatch(text.strip())
    try:
        if found is None:
            time = datetime.fromisoformat(text.strip())
        else:
            year, month, day = (int(part) for part in re.split(r"\D", found["date"]))
            if not found["date"][:4].isdecimal():
                year, day = day, year
                if order == "mdy" and "." not in found["date"]:
                    month, day = day, month
            hour = int(found["hour"])
            if found["half"]:
                hour = hour % 12 + 12 * (found["half"] in "Pp")
            minute, second = int(found["minute"]), int(found["second"] or 0)
            time = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        return in_calendar(time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except ValueError:
        return None


# == A chat as a text action log: which messages are actions, and whose the dice of a bot are ======
#
# The game itself tells: each line of a message is played, over the page that the game began with,
# and what it understands is an action. A dice bot's answer belongs to the player whom it names,
# answers or follows; it goes to an action of theirs that lacks dice. What is not sure is listed,
# never guessed.

NEAR = timedelta(minutes=30)  # between a player's action and dice for it
MOST_DICE = 20  # messages with dice that are tried for one action
_QUICK = timedelta(minutes=2)  # in which a bot answers a command that it does not name
_COMMAND = regex(r"\s*(?:[!/.$;&?]|\w+!)\s?(?:r|roll|dice|d)\b.*", re.IGNORECASE | re.DOTALL)
_WORD = regex(r"\w+")
_MARKS = regex(r"\*\*|__|~~|\|\||`|\ue000")
_STRUCK = regex(r"~~(?=\S)(.+?)~~", re.DOTALL)


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
        self.thrown: list[_Thrown] = []
        self._thrown_for: dict[str, list[_Thrown]] = {}
        for number, message in enumerate(messages):
            if message.bot and (rolls := _rolls(message.text)):
                self.thrown.append(_Thrown(message, self._thrower(number), rolls))
                self._thrown_for.setdefault(self.thrown[-1].player, []).append(self.thrown[-1])
        time = messages[0].time
        self.state: Any = start.game.read(start.page, start.book(time), start.since or time).state

    def run(self) -> Imported:
        number = 0
        for message in self.messages:
            if message.bot or _COMMAND.fullmatch(message.text):
                continue
            for line, is_struck in _lines(message.text):
                number += 1
                self._play(message, line, number, is_struck=is_struck)
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

    def _play(self, message: Message, line: str, number: int, *, is_struck: bool) -> None:
        player = self._name(message.author)
        time = max(message.time, self.state.now)
        action = Action(ActionId(0, 0, number), time, player, line, by_name=True)
        engine = Engine(self.start.game, self.start.book(time))
        after, outcome = self._played(engine, action)
        taken: list[_Thrown] = []
        if outcome.verdict is Verdict.NEEDS:
            # Dice of a player that are near enough, those before the line first, the oldest
            # first.
            mine = self._thrown_for.get(player, [])
            first = bisect_left(mine, message.time - NEAR, key=lambda each: each.message.time)
            last = bisect_right(mine, message.time + NEAR, key=lambda each: each.message.time)
            near = (each for each in islice(mine, first, last) if not each.used)
            for thrown in list(islice(near, MOST_DICE)):
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
        if is_struck:
            self.doubts.append(Doubt(message.time, player, line, "is struck out, or a part of it"))
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
        elif as_verbs(verbs).begun(line):
            why = "begins as an action does, and is not understood"
        else:
            return
        self.doubts.append(Doubt(message.time, self._name(message.author), line, why))

    # -- dice --------------------------------------------------------------------------------------

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
                beside = (said[end : end + 1], said[max(start - 1, 0) : start])
                whole = not any(map(_WORD.match, beside))
                found |= self._names.get(said[start:end], set()) if start >= 0 and whole else set()
        return found


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a message without the marks of the chat, and whether anything of one is struck.

    Quoted ones are not the author's.
    """
    text = _STRUCK.sub(lambda found: "\ue000" + found[1].replace("\n", "\n\ue000"), text)
    for raw in text.splitlines():
        line = tidy(_MARKS.sub("", raw))
        if line and not raw.lstrip("\ue000 ").startswith(">"):
            yield line, "\ue000" in raw


def _rolls(text: str) -> tuple[Roll, ...]:
    """The dice of a bot's message; nothing where they contradict themselves."""
    try:
        return part_dice(tidy(_MARKS.sub("", text.replace("\n", " "))))[1]
    except Problem:
        return ()
