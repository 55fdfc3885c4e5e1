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
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from msgspec import Struct

from wikibot.game.calendar import in_calendar
from wikibot.wikitext.escape import json_depth
from wikibot.wikitext.folding import fold
from wikibot.wikitext.plain import tidy

MOST = 200_000  # messages that are read
LONGEST = 20_000  # characters of one
LONGEST_NAME = 100  # characters, as of a name in plain text
DEEPEST = 100  # brackets within brackets; an export has about ten
_PLAIN = re.compile(r"\[(?P<time>[^\]\n]{8,40})\]\s+(?P<name>[^\n]{1,100}?)(?::\s(?P<text>.*))?")
_DATE = re.compile(
    r"(?P<date>\d{4}([/.-])\d{1,2}\2\d{1,2}|\d{1,2}([/.-])\d{1,2}\3\d{4})[,\s]+"
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d))?(?:\s?(?P<half>[AaPp])\.?[Mm]\.?)?"
)
_LIKE_A_TIME = re.compile(r"\d{1,4}[/. -]\w{1,9}[/. -]\d{1,4}\W{1,3}\d{1,2}[:.]\d\d")
ORDERS = ("dmy", "mdy")  # of day, month and year in a date
_PINGED = re.compile(r"<@!?(\d{1,25})>")
_EMOJI = re.compile(r"<a?(:\w{1,40}:)\d{1,25}>")
_DELETED, _EDITED = re.compile(r"\(deleted\)\s*$"), re.compile(r"\(edited\)\s*$")
_NUMBERED = re.compile(r"\(\S*\)$")
_BOT = re.compile(r"\s*(?:\[?BOT\]?|\[?APP\]?)$")


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
        for person in (
            row["author"],
            *(row.get("mentions") or ()),
            *([command] if command else []),
        ):
            people.setdefault(_account(person), _name(person))
    shared = Counter(map(fold, people.values()))
    return {
        account: f"{name} ({account})" if shared[fold(name)] > 1 or _NUMBERED.search(name) else name
        for account, name in people.items()
    }


def _message(
    row: Mapping[str, Any], time: datetime, people: Mapping[str, str], authors: Mapping[str, str]
) -> Message:
    called = {_text(each["id"]): people[_account(each)] for each in row.get("mentions") or ()}
    embeds = [_embedded(each) for each in row.get("embeds") or ()]
    text = _text("\n".join(filter(None, [str(row.get("content") or ""), *embeds])))[:LONGEST]
    text = _PINGED.sub(lambda found: f"@{called.get(found[1], found[1])}", text)
    command = (row.get("interaction") or {}).get("user")
    answered = authors.get(str((row.get("reference") or {}).get("messageId")), "")
    return Message(
        time,
        people[_account(row["author"])],
        _EMOJI.sub(r"\1", text),
        bool(row["author"].get("isBot")),
        bool(_edited(row)),
        tuple(called.values()),
        people[_account(command)] if command else answered,
    )


def _account(person: Mapping[str, Any]) -> str:
    """The number of an account; where there is none, its name."""
    return tidy(_text(person.get("id") or person["name"]))[:LONGEST_NAME]


def _name(person: Mapping[str, Any]) -> str:
    return _one_name(str(person.get("nickname") or person["name"]))


def _one_name(name: str) -> str:
    """A name that can stand in a line of a log: it has no line breaks, and does not end there."""
    return tidy(_text(name).replace(":", " "))[:LONGEST_NAME].strip() or "?"


def _text(value: Any) -> str:
    """A text without halves of characters, which no file can hold."""
    return str(value).encode("utf-8", "replace").decode()


def _embedded(embed: Mapping[str, Any]) -> str:
    fields = (f"{each.get('name', '')}: {each.get('value', '')}" for each in embed["fields"] or ()
              ) if embed.get("fields") else ()  # fmt: skip
    parts = (str(embed.get("title") or ""), str(embed.get("description") or ""), *fields)
    return "\n".join(filter(None, parts))


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
    messages = (
        _written(time, head["name"].strip(), "\n".join(lines))
        for time, head, lines in zip(times, heads, texts[1:], strict=True)
    )
    return list(chain.from_iterable(messages))


def _written(time: datetime, name: str, text: str) -> Iterator[Message]:
    text = text.strip()[:LONGEST]
    if text and not _DELETED.search(text):
        is_bot, edited = bool(_BOT.search(name)), bool(_EDITED.search(text))
        text = _EDITED.sub("", text).strip()
        yield Message(time, _one_name(_BOT.sub("", name)), text, is_bot, edited)


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
        bad = {
            order: next(each for each in written if not _time(each, order)) for order in readings
        }
        told = (f"{each!r} is no date if they are {order}" for order, each in bad.items())
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
