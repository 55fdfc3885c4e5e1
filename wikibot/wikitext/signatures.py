"""Signatures: taken off the end of a line, read for their account, and as MediaWiki writes them.

Decisions where the end of a line can be read in two ways:

- ``--`` also parts stated dice from an action, so a dash is only taken off together with a
  signature behind it.
- A link to a user at the end is what the action is about, not a signature (``ping [[User:Bob]]``),
  unless a timestamp
  follows it, a dash stands before it, or a link to the talk page or contributions of the same user
  follows it.
- All links of one signature belong to one account; a link to another account before them belongs to
  the action.
- MediaWiki writes names into signatures with entities (``O&#39;Brien``); they are decoded here,
  once.
- A name without a link is taken off only between a dash and a timestamp; it is a nickname and names
  no account.
- Every language writes its timestamps in its own way. One is known by its parts, in any order: at
  the end of the line, before a time zone in brackets, a time of day, a year, a day, and a month by
  word or number. The shortest end of the line that has all of them is the timestamp.
- Namespaces are known by the wiki's own names (:mod:`wikibot.wikitext.dialect`). Two links before a
  timestamp to pages of one name in different namespaces are a signature in any language.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from functools import lru_cache

from msgspec import Struct

from wikibot.wikitext import dialect
from wikibot.wikitext.dialect import SPECIAL, USER, USER_TALK, Dialect, account_name
from wikibot.wikitext.messages import MONTHS
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import decoded
from wikibot.wikitext.preprocessor import Elements

# What ``~~~~~`` leaves, in any language: the time zone, and what may stand before it.
_ZONE = re.compile(
    r"\( ?(?:\[\[|<[^<>]{0,30}>)?(?:[A-Z]{1,6}|[^\W\d_a-zA-Z][^()\[\]{}<>|\d]{0,30}"
    r"|(?:UTC|GMT)?[+−-]\d{1,2}(?::?\d\d)?)(?:\]\]|</[^<>]{0,30}>)?\)$"
)
_ISO = re.compile(r"(?<!\d)\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$")
_PART = re.compile(
    r"(?P<time>\d{1,2}(?:[:.]\d{2}){1,2}(?!\d)|\d{1,2}h\d{2}min)|(?P<year>\d{4})(?!\d)"
    r"|(?P<number>\d{1,2})(?!\d)|(?P<word>[^\W\d_][^\s\d,.()\[\]{}<>|،、]*)"
    r"|(?P<between>[\s,.،、၊/\u200e\u200f\u202f-]+|[(（][^()（），,]{1,40}[)）])|(?P<other>.)",
    re.DOTALL,
)
_ONLY_WORDS = re.compile(r"[)）]?(?:\s+[^\W\d_][^\s\d()\[\]{}<>|]*){1,3}\s*")
_STAMP_WINDOW = 80  # characters
_MOST_WORDS = 6  # in a timestamp: ``18:38, ngày 23 tháng 11 năm 2026`` has three
_TILDES = re.compile(r"(?<!~)~{3,5}$")
_UNSIGNED = re.compile(
    r"\{\{\s*+(?:subst:\s*+)?(?P<named>(?:preceding[ _])?(?:unsigned|xsign|undated))?[^{}|]*+"
    r"(?P<args>\|[^{}]*)?\}\}$",
    re.IGNORECASE,
)
_TAG = r"(?:small|span|font|b|i|u|em|strong|sup|sub|big|code|tt|kbd|bdi|div|s)"
_DASH = r"(?:-{2,}|—|–|―|&[mn]dash;)"
_NOTHING = r"&nbsp;|&(?:lrm|rlm);|[\u061c\u200e\u200f\u2066-\u2069]"  # that is seen
_CLOSER = re.compile(rf"(?:</{_TAG}\s*>|<!--(?:(?!-->).)*-->|''+|{_NOTHING})$", re.IGNORECASE)
_OPENER = re.compile(rf"(?:<{_TAG}\b[^<>]*>|''+|{_NOTHING})$", re.IGNORECASE)
_BY = r"preceding (?:\[\[[^\[\]]*\]\]|unsigned) comment (?:was )?added by"
_LEAD = re.compile(
    rf"(?:<{_TAG}\b[^<>]*>|''+|{_NOTHING}|{_DASH}|(?<=\s)[-~•·(]+|(?<!\w){_BY})$", re.IGNORECASE
)
_ENDS_IN_DASH = re.compile(rf"{_DASH}$", re.IGNORECASE)
_NICKNAME = re.compile(rf"{_DASH}\s*+[^\W\d_][^\d(),:;=\[\]{{}}<>|-]{{0,39}}$", re.IGNORECASE)
_WINDOW = (
    1000  # characters at the end of a line that are looked at; MediaWiki allows signatures of 255
)
_TOKEN = re.compile(
    r"(?P<link>\[\[[^\[\]]*\]\])|(?P<glue><!--(?:(?!-->).)*-->|</?[a-zA-Z][^<>]*>|&#?\w+;)|(?P<char>.)",
    re.DOTALL,
)
_ANY_SPACE = re.compile(r"\[\[:?(?P<space>[^\[\]|:#/]+):(?P<name>[^|\]/#]+)")


@lru_cache(maxsize=64)
def _account(words: Dialect) -> re.Pattern[str]:
    """A link to an account's page, talk page or contributions."""
    contributions = dialect.one_of(("Contributions", "Contribs", *words.contributions))
    return re.compile(
        rf"\[\[[\s:]*(?:(?P<page>{dialect.any_of(words, USER)})"
        rf"|{dialect.any_of(words, USER_TALK)}|(?P<special>{dialect.any_of(words, SPECIAL)}))"
        rf"\s*:\s*(?(special)(?:{contributions})/)(?P<name>[^|\]/#]+)",
        re.IGNORECASE,
    )


class Signature(Struct, frozen=True):
    """What a signature says: an account's name and the time as it stands; None: not there."""

    user: str | None = None
    timestamp: str | None = None


UNSIGNED = Signature()
_CLOCK = re.compile(r"(\d{1,2})(?:[:.]|h)(\d{2})")


def is_older(signature: Signature, saved: datetime) -> bool:
    """Whether a signature was not made when its line was saved, as far as its clock tells.

    Wikis write the time of day in their own zones, which differ by quarters of an hour.
    """
    stamp = signature.timestamp or ""
    clock = _CLOCK.search(stamp)
    if clock is None:
        return False
    utc = "(UTC)" in stamp
    whole = 24 * 60 if utc else 15
    past = (saved.hour * 60 + saved.minute - integer(clock[1]) * 60 - integer(clock[2])) % whole
    return 1 < past < whole - 1 or (utc and f"{saved.year}" not in stamp)


def split_signature(text: str) -> tuple[str, Signature]:
    """Part a line's wikitext into what was said and its signature, or ``UNSIGNED``."""
    head, end = text[:-_WINDOW], _strip(text[-_WINDOW:], _CLOSER)
    if tildes := _TILDES.search(end, max(len(end) - 6, 0)):
        return head + _strip(end[: tildes.start()], _LEAD), UNSIGNED
    if found := _template(end) or _links(end):
        return head + found[0], found[1]
    return text.rstrip(), UNSIGNED


def part_of_signature(name: str) -> str:
    """What of a signature stands in a plain text that is to be a name, "" where nothing does.

    A day with a time, or an account or its talk page as links name them; a time alone is none.
    """
    return _part_of_signature(name, dialect.current()) if not name.isalnum() else ""


@lru_cache(maxsize=8192)
def _part_of_signature(name: str, words: Dialect) -> str:
    accounts = rf"(?<!\w)(?:{dialect.any_of(words, USER, USER_TALK)})\s*:\s*\S[^\]|]*"
    if found := re.search(accounts, name, re.IGNORECASE):
        return found[0].strip()
    name = name[:_WINDOW]
    for part in _PART.finditer(name):
        if not (part["time"] or part["year"] or part["number"]):
            continue
        if (at := _time_before(name, part.end())) is not None:
            return name[at:].strip()
    return ""


def _strip(text: str, piece: re.Pattern[str]) -> str:
    """The text without any blanks and pieces at its end."""
    text = text.rstrip()
    while found := piece.search(text, max(len(text) - 300, 0)):
        text = text[: found.start()].rstrip()
    return text


def _stamp_in(text: str) -> int | None:
    """Where the timestamp at the end of a text begins."""
    zone = _ZONE.search(text, max(len(text) - 70, 0))
    if zone is None:
        return None
    return _time_before(text, len(text[: zone.start()].rstrip()))


def _time_before(text: str, end: int) -> int | None:
    """Where the day and time begin that end there."""
    start = max(end - _STAMP_WINDOW, 0)
    if iso := _ISO.search(text, start, end):
        return iso.start()
    has: Counter[str] = Counter()
    for part in reversed(list(_PART.finditer(text, start, end))):
        kind = part.lastgroup or ""
        has[kind] += 1
        if has["other"] or max(has["time"], has["year"]) > 1 or has["number"] > 2:
            return None
        whole = has["time"] and has["year"] and has["number"]
        if whole and kind != "between" and (has["word"] or has["number"] > 1):
            is_cut = part.start() == start > 0 and text[start - 1].isalnum()
            return None if is_cut or has["word"] > _MOST_WORDS else part.start()
    return None


def _template(text: str) -> tuple[str, Signature] | None:
    """``{{unsigned|Name|time}}`` in its many spellings; the arguments come in either order."""
    if not text.endswith("}}") or not (found := _UNSIGNED.search(text)):
        return None
    args = [arg.rpartition("=")[2].strip() for arg in (found["args"] or "").split("|")[1:]]
    stamps = [arg for arg in args if _stamp_in(arg) is not None]
    if not stamps and not found["named"]:
        return None
    names = [decoded(arg) for arg in args if arg and arg not in stamps]
    signature = Signature(account_name(names[0]) if names else None, stamps[0] if stamps else None)
    return _strip(text[: found.start()], _LEAD), signature


def _links(text: str) -> tuple[str, Signature] | None:
    """A signature made of links, a timestamp, or both."""
    at = _stamp_in(text)
    links = text.rfind("]]", 0, at)
    # Where a signature of two links ends, even words that a language puts first are its time's.
    if at is not None and links >= 0 and _ONLY_WORDS.fullmatch(text, links + 2, at):
        whole = _cluster(text[: links + 2], stamped=True)
        at = links + 2 if whole and whole.sure else at
    stamp = None if at is None else text[at:].lstrip(" )）\u200e\u200f")
    text = text if at is None else text[:at].rstrip(" \u200e\u200f")
    cluster = _cluster(text, stamped=stamp is not None) if "[[" in text else None
    if cluster and (
        stamp or cluster.sure or _ENDS_IN_DASH.search(_strip(text[: cluster.start], _OPENER))
    ):
        return _strip(text[: cluster.start], _LEAD), Signature(cluster.user, stamp)
    if stamp is None:
        return None
    text = _strip(text, _CLOSER)
    nickname = _NICKNAME.search(text, max(len(text) - 60, 0))
    return _strip(text[: nickname.start()] if nickname else text, _LEAD), Signature(None, stamp)


def _target(link: str) -> str:
    """A link up to its label, as MediaWiki reads the title: with entities decoded."""
    return decoded(link.partition("|")[0])


class _Cluster(Struct, frozen=True):
    """Links to one account at the end of a text. ``sure``: a user link and another behind it."""

    start: int
    user: str
    sure: bool


def _cluster(text: str, *, stamped: bool) -> _Cluster | None:
    """The links to one account at the end of a text, with only punctuation between them."""
    known = _account(dialect.current())
    user, start, talk, named, spaces = "", len(text), False, False, set[str]()
    for token in reversed(list(_TOKEN.finditer(text))):
        if token["char"]:
            if token["char"].isalnum() or (named and token["char"] != "'"):
                break
            continue
        if not token["link"]:
            continue
        target = _target(token[0])
        account = known.match(target)
        other = None if account or not stamped else _ANY_SPACE.match(target)
        found = account or other
        if not found:
            break
        name = account_name(found["name"])
        if user and name != user:
            break
        user, start = name, token.start()
        if account:
            talk, named = talk or not account["page"], named or bool(account["page"])
        elif other:
            spaces.add(dialect.key(other["space"]))
    known_account = talk or named or len(spaces) > 1
    return _Cluster(start, user, talk and named) if user and known_account else None


# -- as MediaWiki expands them ---------------------------------------------------------------------


# What the server sets aside before it looks for tildes. An unclosed comment runs to the end, an
# unclosed tag is text.
_ASIDE_OR_TILDES = re.compile(r"<(?=!--|nowiki|pre)|(?P<tildes>~{3,5})", re.IGNORECASE)
# What is escaped of a name. Source: ``wfEscapeWikiText``.
_ACTIVE = re.compile(r"[\"&'<=>\[\]{|};]|^[ !#*:-]")


def expand(text: str, user: str, time: datetime) -> str:
    """``text`` with its tildes replaced by the user's signature, but in comments, nowiki and pre.

    A time reads ``02:22, 5 January 2024 (UTC)``.
    """
    name, stamp = _name(user), _stamp(time)
    signs = {3: name, 4: f"{name} {stamp}", 5: stamp}

    elements, out, done, at = Elements(text), list[str](), 0, 0
    while found := _ASIDE_OR_TILDES.search(text, at):
        if found["tildes"]:
            out += [text[done : found.start()], signs[len(found["tildes"])]]
            at = done = found.end()
        else:
            _, at = elements.at(found.start())
    return "".join([*out, text[done:]])


def signature(user: str, time: datetime) -> str:
    """What ``~~~~`` becomes on an English wiki, for an account with no signature of its making."""
    return f"{_name(user)} {_stamp(time)}"


def _name(user: str) -> str:
    user = _ACTIVE.sub(lambda found: f"&#{ord(found[0])};", user)
    return f"[[User:{user}|{user}]] ([[User talk:{user}|talk]])"


def _stamp(time: datetime) -> str:
    time = time.astimezone(UTC)
    return f"{time:%H:%M}, {time.day} {MONTHS[time.month - 1]} {time.year} (UTC)"
