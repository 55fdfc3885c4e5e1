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
"""

from __future__ import annotations

import re
from datetime import datetime

from msgspec import Struct

from wikibot.wikitext.answers import wiki_time
from wikibot.wikitext.folding import account_name
from wikibot.wikitext.plain import decoded

# What ``~~~~~`` leaves, in the four date formats that MediaWiki offers.
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?"
_MONTH = r"[^\W\d_]{3,12}\.?"
_STAMP = re.compile(
    rf"(?<!\d)(?:{_TIME}, (?:\d{{1,2}} {_MONTH} \d{{4}}|{_MONTH} \d{{1,2}}, \d{{4}}|"
    rf"\d{{4}} {_MONTH} \d{{1,2}})"
    rf"|\d{{4}}-\d\d-\d\dT{_TIME}) \([A-Z]{{2,5}}\)$"
)
_TILDES = re.compile(r"(?<!~)~{3,5}$")
_UNSIGNED = re.compile(
    r"\{\{\s*+(?:subst:\s*+)?(?:preceding[ _])?(?:unsigned|xsign|undated)[^{}|]*"
    r"(?P<args>\|[^{}]*)?\}\}$",
    re.IGNORECASE,
)
_TAG = r"(?:small|span|font|b|i|u|em|strong|sup|sub|big|code|tt|kbd|bdi|div|s)"
_DASH = r"(?:-{2,}|—|–|―|&[mn]dash;)"
_CLOSER = re.compile(rf"(?:</{_TAG}\s*>|<!--(?:(?!-->).)*-->|''+|&nbsp;)$", re.IGNORECASE)
_OPENER = re.compile(rf"(?:<{_TAG}\b[^<>]*>|''+|&nbsp;)$", re.IGNORECASE)
_BY = r"preceding (?:\[\[[^\[\]]*\]\]|unsigned) comment (?:was )?added by"
_LEAD = re.compile(
    rf"(?:<{_TAG}\b[^<>]*>|''+|&nbsp;|{_DASH}|(?<=\s)[-~•·(]+|(?<!\w){_BY})$", re.IGNORECASE
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
_ACCOUNT = re.compile(
    r"\[\[[\s:]*(?:(?P<space>user(?P<talk>[ _]+talk)?)|(?P<special>special))\s*:\s*"
    r"(?(special)contrib(?:ution)?s/)(?P<name>[^|\]/#]+)",
    re.IGNORECASE,
)


class Signature(Struct, frozen=True):
    """What a signature says: an account's name and the time as it stands; None: not there."""

    user: str | None = None
    timestamp: str | None = None


UNSIGNED = Signature()


def split_signature(text: str) -> tuple[str, Signature]:
    """Part a line's wikitext into what was said and its signature, or ``UNSIGNED``."""
    head, end = text[:-_WINDOW], _strip(text[-_WINDOW:], _CLOSER)
    for read in (_template, _tildes, _links):
        found = read(end)
        if found:
            return head + found[0], found[1]
    return text.rstrip(), UNSIGNED


def _strip(text: str, piece: re.Pattern[str]) -> str:
    """The text without any blanks and pieces at its end."""
    text = text.rstrip()
    while found := piece.search(text, max(len(text) - 300, 0)):
        text = text[: found.start()].rstrip()
    return text


def _template(text: str) -> tuple[str, Signature] | None:
    """``{{unsigned|Name|time}}`` in its many spellings; the arguments come in either order."""
    if not text.endswith("}}") or not (found := _UNSIGNED.search(text)):
        return None
    args = [arg.rpartition("=")[2].strip() for arg in (found["args"] or "").split("|")[1:]]
    stamps = [arg for arg in args if _STAMP.search(arg)]
    names = [decoded(arg) for arg in args if arg and arg not in stamps]
    signature = Signature(account_name(names[0]) if names else None, stamps[0] if stamps else None)
    return _strip(text[: found.start()], _LEAD), signature


def _tildes(text: str) -> tuple[str, Signature] | None:
    found = _TILDES.search(text, max(len(text) - 6, 0))
    return (_strip(text[: found.start()], _LEAD), UNSIGNED) if found else None


def _links(text: str) -> tuple[str, Signature] | None:
    """A signature made of links, a timestamp, or both."""
    found = _STAMP.search(text, max(len(text) - 60, 0))
    stamp = found[0] if found else None
    text = text[: found.start()] if found else text
    cluster = _cluster(text) if "[[" in text else None
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


def _cluster(text: str) -> _Cluster | None:
    """The links to one account at the end of a text, with only punctuation between them."""
    user, start, talk, named = "", len(text), False, False
    for token in reversed(list(_TOKEN.finditer(text))):
        if token["char"]:
            if token["char"].isalnum() or (named and token["char"] != "'"):
                break
            continue
        account = _ACCOUNT.match(_target(token[0])) if token["link"] else None
        if token["link"] and not account:
            break
        if account:
            name = account_name(account["name"])
            if user and name != user:
                break
            user, start = name, token.start()
            page = bool(account["space"] and not account["talk"])
            talk, named = talk or not page, named or page
    return _Cluster(start, user, talk and named) if user else None


# -- as MediaWiki expands them ---------------------------------------------------------------------


# What the server sets aside before it looks for tildes. An unclosed comment runs to the end, an
# unclosed tag is text.
_ASIDE_OR_TILDES = re.compile(
    r"(?P<aside><!--.*?(?:-->|\Z)|<(?P<tag>nowiki|pre)(?:\s[^<>]*)?(?:/>|(?<!/)>.*?</(?P=tag)\s*>))"
    r"|(?P<tildes>~{3,5})",
    re.DOTALL | re.IGNORECASE,
)
# What is escaped of a name. Source: ``wfEscapeWikiText``.
_ACTIVE = re.compile(r"[\"&'<=>\[\]{|};]|^[ !#*:-]")


def expand(text: str, user: str, time: datetime) -> str:
    """``text`` with its tildes replaced by the user's signature, but in comments, nowiki and pre.

    A time reads ``02:22, 5 January 2024 (UTC)``.
    """
    name, stamp = _name(user), _stamp(time)
    signs = {3: name, 4: f"{name} {stamp}", 5: stamp}

    def sign(found: re.Match[str]) -> str:
        return found["aside"] if found["aside"] is not None else signs[len(found["tildes"])]

    return _ASIDE_OR_TILDES.sub(sign, text)


def signature(user: str, time: datetime) -> str:
    """What ``~~~~`` becomes on an English wiki, for an account with no signature of its making."""
    return f"{_name(user)} {_stamp(time)}"


def _name(user: str) -> str:
    user = _ACTIVE.sub(lambda found: f"&#{ord(found[0])};", user)
    return f"[[User:{user}|{user}]] ([[User talk:{user}|talk]])"


def _stamp(time: datetime) -> str:
    return f"{wiki_time(time)} (UTC)"
