"""The shortest sync: one GET by the standard library, compared with what the last run noted.

Most runs find nothing new, and loading the program takes longer than asking the wiki. So a run that
leaves everything settled leaves a note as well: the request that it polled with, the heads that it
left, when something is due next, and a stamp of each file: settings, journal, file of actions, and
the pages of a folder wiki, of which no request is made. The next ``wikibot sync`` looks at the
files, repeats that request and compares. Where anything is otherwise (another option, a file that
changed, an answer that is not plain), the ordinary sync decides, as if there were no note: it saves
time, and never decides anything by itself.

The note stands beside the journals of all games, readable for its owner alone: it holds the cookies
of the session. Nothing else of wikibot may be imported here, nor what takes long to load.
"""

from __future__ import annotations

import json
import os
import time
import zlib

TYPE_CHECKING = False  # as in typing, which takes as long to load as the rest of this module
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any


def leave_note(settings: str, files: Sequence[str], note: Mapping[str, Any]) -> None:
    """Note how the next sync may see that nothing is new.

    ``settings`` is the path of the settings file. ``files`` are those of which any change counts,
    beside the ones that ``note`` has the stamps of: what
    :attr:`wikibot.storage.local.Journal.polled` says, and whatever else is to be found as it is.
    Where the note cannot be written, the next sync only takes longer.
    """
    try:
        stamps = {os.path.abspath(each): stamp_of(each) for each in (settings, *files)}
        path = _note_of(settings)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        written = f"{path}.{os.getpid()}"
        with open(
            os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            json.dump({**note, "files": {**note["files"], **stamps}}, file)
        os.replace(written, path)
    except OSError:
        return


def read_note(settings: str, *files: str) -> dict[str, Any] | None:
    """The note of these settings, if nothing has changed since: ``files``, else all that it names.

    The settings are always among them.
    """
    try:
        with open(_note_of(settings), encoding="utf-8") as file:
            note: dict[str, Any] = json.load(file)
        stamps: dict[str, str] = note["files"]
        looked_at = map(os.path.abspath, (settings, *(files or stamps)))
        same = all(stamp_of(path) == stamps[path] for path in looked_at)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return note if same else None


def _note_of(settings: str) -> str:
    """Where the note of these settings stands; a name that two files share only costs time."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return f"{home}/wikibot/settled/{zlib.crc32(os.path.abspath(settings).encode()):08x}.json"


def stamp_of(path: str | Path) -> str:
    """What the file system tells of a file, by which every change of it is seen; "" for none."""
    try:
        found = os.stat(path)
    except OSError:
        return ""
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"


TYPE_CHECKING = False  # as in typing, which takes as long to load as the rest of this module
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from http.client import HTTPConnection
    from typing import Any

_SECONDS = 3.0  # a slower answer is waited for in the ordinary way, which says so
_MOST = 1_000_000  # bytes of an answer; a poll has a few thousand
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")
_ODD = (
    OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, ArithmeticError
)  # fmt: skip


def nothing_new(arguments: Sequence[str], asked: dict[str, Any] | None = None) -> bool:
    """Whether this call of ``wikibot`` is a plain sync that one GET shows to have nothing to do.

    What the wiki answered is put into ``asked``, by its address, so that no one has to ask again.
    """
    settings = _settings_of(arguments)
    note = read_note(settings) if settings else None
    if note is None:
        return False
    try:
        if not note["request"]:  # all there is was compared
            return _before(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), note["due"])
        if any(os.environ.get(name) for each in _PROXIES for name in (each, each.upper())):
            return False
        answer = _answer(note)
        settled = _is_settled(note, answer)
        if asked is not None and not {"error", "errors", "continue"} & {*answer}:
            asked[note["request"][0]] = answer
    except _ODD:
        return False
    return settled


def _settings_of(arguments: Sequence[str]) -> str:
    """The settings of a plain ``sync``, or "" for any other call."""
    given, rest = "", []
    words = iter(arguments)
    for word in words:
        if word == "--settings":
            given = next(words, "")
        elif word.startswith("--settings="):
            given = word.partition("=")[2]
        elif word not in ("-q", "--quiet"):
            rest.append(word)
    if rest != ["sync"]:
        return ""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    usual = ("settings.ini", f"{home}/wikibot/settings.ini")
    return next((each for each in ((given,) if given else usual) if os.path.exists(each)), "")


def _answer(note: Mapping[str, Any]) -> Any:
    """The wiki's answer to the noted request."""
    from http.client import HTTPConnection, HTTPException, HTTPSConnection

    from wikibot.wiki.whole_answers import WholeAnswer

    address, headers = note["request"]
    scheme, _, rest = address.partition("://")
    host, _, path = rest.partition("/")
    kind = HTTPSConnection if scheme == "https" else HTTPConnection
    connection: HTTPConnection | None = None
    try:
        connection = kind(host, timeout=_SECONDS)
        connection.response_class = WholeAnswer
        connection.request("GET", f"/{path}", headers=headers)
        with connection.getresponse() as response:
            body = response.read(_MOST)
        if response.status != 200:
            raise ValueError("not a plain answer")
        if response.getheader("Content-Encoding") == "gzip":
            body = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, _MOST)
        return json.loads(body)
    except (HTTPException, zlib.error, *_ODD) as error:
        raise ValueError("not a plain answer") from error
    finally:
        if connection:
            connection.close()


def _is_settled(note: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    """Whether an answer shows the heads of the note, before anything is due."""
    if "error" in answer or "errors" in answer or "continue" in answer:
        return False
    query = answer["query"]
    names = {
        each["from"]: each["to"]
        for each in query.get("normalized", ())
        if not each.get("fromencoded")
    }
    newest = {
        page["title"]: int(page["revisions"][0]["revid"]) if page.get("revisions") else 0
        for page in query["pages"]
    }
    heads = {title: newest[names.get(title, title)] for title in note["heads"]}
    return heads == note["heads"] and _before(answer["curtimestamp"], note["due"])


def _before(now: str, due: str) -> bool:
    """Whether nothing is due yet; both times are written alike, to the second and in UTC."""
    return not due or (len(now) == len(due) and now < due)
