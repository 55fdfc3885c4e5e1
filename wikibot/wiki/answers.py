"""The API's JSON (formatversion 2): whether it has the shape that was asked for, and our values.

The shapes are those of https://www.mediawiki.org/wiki/API:Revisions, API:Info, API:Userinfo,
API:Users, API:Siteinfo, API:Logevents, API:Edit and API:Login. Pure.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import unquote

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from wikibot.wiki.base import Block, Head, Poll, Revision, normalise
from wikibot.wiki.errors import Fault, WikiError, WrongSettings
from wikibot.wikitext.dialect import BUDDHIST, ENGLISH, Dialect
from wikibot.wikitext.regex import regex

Json = Mapping[str, Any]
_TITLE = "Correct the page title in the settings."

# -- shapes ----------------------------------------------------------------------------------------

_Number = Annotated[int, Meta(ge=0, le=2**53)]
_Time = Annotated[str, Meta(pattern=r"^(19[7-9]|[2-8]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]


class _Slot(Struct):
    content: str = ""
    texthidden: bool = False


class _Revision(Struct):
    revid: _Number
    timestamp: _Time
    parentid: _Number = 0
    user: str = ""
    userid: _Number = 0
    comment: str = ""
    sha1: str = ""
    anon: bool = False
    temp: bool = False
    userhidden: bool = False
    texthidden: bool = False
    commenthidden: bool = False
    slots: dict[str, _Slot] = {}

    def __post_init__(self) -> None:
        datetime.fromisoformat(self.timestamp)


class _Protection(Struct):
    type: str
    level: str


class _Image(Struct):
    sha1: str = ""
    user: str = ""


class _Page(Struct):
    title: str
    pageid: _Number = 0
    length: _Number = 0
    lastrevid: _Number = 0
    revisions: list[_Revision] = []
    protection: list[_Protection] = []
    imageinfo: list[_Image] = []
    invalidreason: str = ""


class _Renamed(Struct):
    from_: str = field(name="from")
    to: str


class _Interwiki(Struct):
    title: str


class _Userinfo(Struct):
    id: _Number
    name: str
    rights: list[str] = []
    groups: list[str] = []


class _User(Struct):
    name: str
    groups: list[str] = []


class _MoveParams(Struct):
    target_title: str | UnsetType = UNSET


class _LogEvent(Struct):
    timestamp: _Time
    user: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    params: _MoveParams | Annotated[list[Any], Meta(max_length=0)] = field(
        default_factory=_MoveParams
    )
    revid: _Number = 0


class _General(Struct):
    generator: Annotated[str, Meta(max_length=200)] = ""


class _Query(Struct):
    pages: list[_Page] = []
    normalized: list[_Renamed] = []
    interwiki: list[_Interwiki] = []
    userinfo: _Userinfo | UnsetType = UNSET
    tokens: dict[str, str] = {}
    users: list[_User] = []
    logevents: list[_LogEvent] = []
    general: _General = field(default_factory=_General)


class _Edit(Struct):
    result: str
    newrevid: _Number | UnsetType = UNSET
    oldrevid: _Number | UnsetType = UNSET
    nochange: bool = False

    def __post_init__(self) -> None:
        known = UNSET not in (self.newrevid, self.oldrevid) or self.nochange
        if self.result == "Success" and not known:
            raise ValueError("Success without its revisions")


class _Result(Struct):
    result: str


class _ApiError(Struct):
    code: str = ""
    data: dict[str, Any] | Annotated[list[Any], Meta(max_length=0)] = {}  # PHP's empty list is both


class _Answer(Struct):
    query: _Query | UnsetType = UNSET
    edit: _Edit | UnsetType = UNSET
    login: _Result | UnsetType = UNSET
    upload: _Result | UnsetType = UNSET
    error: _ApiError | UnsetType = UNSET
    errors: list[_ApiError] = []
    curtimestamp: _Time = "2000-01-01T00:00:00Z"
    go_on: dict[str, str | int] = field(name="continue", default_factory=dict)

    def __post_init__(self) -> None:
        datetime.fromisoformat(self.curtimestamp)


def check(answer: Json, asked: Mapping[str, str | int]) -> None:
    """Whether an answer has all that our code takes from one, of these types.

    ``asked``: the parameters of the request. Raises :class:`Fault`.
    """
    try:
        msgspec.json.encode(answer)  # where a text holds half a character
        found = msgspec.convert(answer, _Answer)
    except (ValueError, RecursionError) as error:
        why = " ".join(str(error).split())[:200]
        raise Fault(f"the wiki answered with something else ({why})", again=False) from None
    if found.error or found.errors or "continue" in asked:  # the first part has what comes once
        return
    if asked.get("action") != "query":
        missing = [str(asked.get("action"))] if asked.get("action") not in answer else []
    elif isinstance(found.query, UnsetType):  # another program's JSON: Api says so
        return
    else:
        meta = str(asked.get("meta", "")).replace("siteinfo", "general").split("|")
        missing = [part for part in (*meta, str(asked.get("list", ""))) if part]
        missing = [part for part in missing if part not in answer["query"]]
        token = f"{asked.get('type', 'csrf')}token"
        missing += [token] if "tokens" in meta and token not in found.query.tokens else []
        missing += ["curtimestamp"] if "curtimestamp" in {*asked} - {*answer} else []
    if missing:
        lacks = ", ".join(missing)
        raise Fault(f"the wiki answered without what was asked for ({lacks})", again=False)


# -- values ----------------------------------------------------------------------------------------


def revision(page: Json, rev: Json) -> Revision:
    """One revision. What is hidden stays ``None`` even where our rights would show it.

    The API marks every author without an account as ``anon``; imported names (``prefix>Name``) are
    not IP addresses.
    """
    slot = rev.get("slots", {}).get("main", {})
    user_hidden = bool(rev.get("userhidden"))
    text_hidden = bool(rev.get("texthidden") or slot.get("texthidden"))
    if slot and not text_hidden and "content" not in slot:
        why = f"the text of revision {rev['revid']} is missing on the server"
        raise WikiError(why, page=page.get("title", ""))
    user = None if user_hidden else rev.get("user")
    return Revision(
        page_id=page.get("pageid", 0),
        id=rev["revid"],
        parent_id=rev.get("parentid", 0),
        time=datetime.fromisoformat(rev["timestamp"]),
        user=user,
        user_id=0 if user_hidden else rev.get("userid", 0),
        anon=bool(rev.get("anon")) and ">" not in (user or ""),
        temp=bool(rev.get("temp")),
        user_hidden=user_hidden,
        text_hidden=text_hidden,
        comment=None if rev.get("commenthidden") else rev.get("comment"),
        sha1=rev.get("sha1"),
        text=str(slot["content"]) if slot and not text_hidden else None,
    )


def pages(query: Json, titles: Sequence[str]) -> dict[str, Json]:
    """The pages of an answer by the titles that were asked for, undoing the server's normalisation.

    Raises :class:`WrongSettings` for a title that no page can have.
    """
    renamed = {unquote(each["from"]) if each.get("fromencoded") else each["from"]: each["to"]
               for each in query.get("normalized", ())}  # fmt: skip
    found = {page["title"]: page for page in query.get("pages", ())}
    for entry in query.get("interwiki", ()):
        raise _impossible(entry["title"], "it leads to another wiki")
    for page in found.values():
        if page.get("invalid") or page.get("special"):
            why = page.get("invalidreason", "it is a special page").rstrip(".")
            raise _impossible(page["title"], why)
    return {title: _page(found, renamed, title) for title in titles}


def head(page: Json) -> Head:
    """A page with ``prop=revisions|info&inprop=protection``."""
    newest = next(iter(page.get("revisions", ())), None)
    needs = "create" if page.get("missing") else "edit"
    levels = (entry["level"] for entry in page.get("protection", ()) if entry["type"] == needs)
    return Head(
        title=page["title"], page_id=page.get("pageid", 0),
        revision=revision(page, newest) if newest else None, length=page.get("length", 0),
        redirect=bool(page.get("redirect")), protection=tuple(dict.fromkeys(levels)),
        model=str(page.get("contentmodel", "wikitext"))
    )  # fmt: skip


def newest(parts: Iterable[Json], titles: Sequence[str]) -> dict[str, int]:
    """The newest revisions by title, of a query with ``prop=info``; 0: no such page."""
    found: dict[str, int] = {}
    for part in parts:
        for title, page in pages(part["query"], titles).items():
            found[title] = int(page.get("lastrevid", found.get(title, 0)))
    return found


def poll(answers: Iterable[Json], titles: Sequence[str], stamp: str = "") -> Poll:
    """Heads, and the account's state as ``meta=userinfo`` gives it.

    ``stamp``: what the wiki makes of ``~~~~~``.
    """
    parts = list(answers)
    found: dict[str, Json] = {}
    for part in parts:
        for title, page in pages(part["query"], titles).items():
            found[title] = {**found.get(title, {}), **page}
    query = parts[0]["query"]
    user, dialect = query["userinfo"], None
    if "namespaces" in query:
        dialect = of_siteinfo(query, stamp)
    anonymous = bool(user.get("anon"))
    return Poll(
        now=datetime.fromisoformat(parts[0]["curtimestamp"]),
        user="" if anonymous else user["name"], user_id=0 if anonymous else user["id"],
        rights=tuple(user.get("rights", ())), groups=tuple(user.get("groups", ())),
        block=block(user) if "blockid" in user else None,
        heads={title: head(page) for title, page in found.items()}, dialect=dialect
    )  # fmt: skip


def block(told: Json) -> Block:
    """A block as userinfo or a ``blocked`` error gives it."""
    return Block(
        by=str(told.get("blockedby", "")), reason=str(told.get("blockreason", "")),
        partial=bool(told.get("blockpartial")), expiry=str(told.get("blockexpiry", ""))
    )  # fmt: skip


def _page(found: Mapping[str, Json], renamed: Mapping[str, str], title: str) -> Json:
    spelt = [renamed.get(each, each) for each in (title, title.strip())]
    for name in (*spelt, normalise(title)):
        if name in found:
            return found[name]
    remedy = "Check the title in the settings."
    raise WikiError("the wiki's answer leaves this page out", page=title, remedy=remedy)


def _impossible(title: str, why: str) -> WrongSettings:
    why = f"{title!r} cannot be a page here: {why}"
    return WrongSettings(why, code="invalidtitle", remedy=_TITLE)


# == A wiki's dialect, as its ``siteinfo`` tells it (API:Siteinfo, ``formatversion=2``) ============

_MONTHS = ("january", "february", "march", "april", "may_long", "june", "july", "august",
           "september", "october", "november", "december")  # fmt: skip
_CASES = (  # of a month's name: of a date, alone, short
    tuple(f"{name.removesuffix('_long')}-gen" for name in _MONTHS), _MONTHS,
    tuple(name[:3] for name in _MONTHS),
)  # fmt: skip
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ASKED = {
    "meta": "siteinfo|allmessages",
    "siprop": "general|namespaces|namespacealiases|specialpagealiases|magicwords|usergroups",
    # siteinfo does not say how numbers are written; a message about one does.
    "ammessages": "|".join(("parentheses", *sum(_CASES, ()), *_WEEKDAYS)),
    "amenableparser": "1", "amargs": "{{formatnum:1234567}}",
    "uselang": "content",
}  # fmt: skip

_LANGUAGE = regex(r"(?:uca-)?(?!uca)(?P<language>[a-z]{2,3})(?![a-z])")
_BY_THREES = regex(r"\d(?P<mark>\D)\d{3}(?P=mark)\d{3}")
_DIGITS = regex(r"\d")
_ZONE = regex(r"\s*\((?P<zone>[^()]+)\)\s*$")
_CLOCK = regex(r"(?<![\d.])(?P<hour>\d\d)(?P<mark>[:.]|h)(?P<minute>\d\d)(?!\.?\d)")
_YEAR = regex(r"(?<!\d)\d{4}(?!\d)")
_NUMBER = regex(r"(?<!\d)\d\d?(?!\d)")
_ACTIVE = regex(r"[\[\]{}<>|~'&\n]|__|//")  # what wikitext, or a format, reads
_UNDERSCORED = regex(r"(?:__|＿＿).+(?:__|＿＿)")


def of_siteinfo(found: Mapping[str, Any], stamp: str = "") -> Dialect:
    """The dialect that the ``query`` of an answer tells; what is malformed is English.

    ``stamp``: what the wiki makes of ``~~~~~``.
    """
    general = found.get("general")
    general = general if isinstance(general, dict) else {}
    listed = found.get("namespaces")
    namespaces = list(listed.values()) if isinstance(listed, dict) else []
    magic = found.get("magicwords")
    spaces: dict[int, list[str]] = {}
    for each in namespaces:
        if isinstance(each, dict) and isinstance(each.get("id"), int):
            names = (each.get("name"), each.get("canonical"))
            spaces[each["id"]] = [name for name in names if isinstance(name, str) and name]
    for each in _dicts(found.get("namespacealiases")):
        number, alias = each.get("id"), each.get("alias")
        if isinstance(number, int) and number in spaces and isinstance(alias, str):
            spaces[number].append(alias)
    messages = {_text(each.get("name")): _text(each.get("content"))
                for each in _dicts(found.get("allmessages"))}  # fmt: skip
    number, zone = messages.get("parentheses"), _text(general.get("timezone")) or "UTC"
    digits = _DIGITS.findall(number or "")
    date, months, weekdays = _date(stamp, messages, zone)
    told = (general.get("categorycollation"), general.get("lang"))
    tongues = [each["language"] for each in map(_LANGUAGE.match, map(_text, told)) if each]
    thousands = _BY_THREES.search(number or "")
    return Dialect(
        language=_text(general.get("lang")) or "en",
        spaces=tuple((number, tuple(names)) for number, names in sorted(spaces.items()) if names),
        contributions=_aliases(found.get("specialpagealiases"), "realname", "contributions"),
        redirects=_aliases(magic, "name", "redirect"),
        hidden=tuple(word for word in _aliases(magic, "name", "") if _UNDERSCORED.fullmatch(word)),
        sorting=_aliases(magic, "name", "defaultsort") + _aliases(magic, "name", "displaytitle"),
        pictures=_aliases(magic, "name", "img_"),
        any_case=tuple(
            sorted(each["id"] for each in namespaces
                   if isinstance(each, dict) and isinstance(each.get("id"), int)
                   and each.get("case") == "case-sensitive")
        ),
        groups=tuple(_text(each.get("name")) for each in _dicts(found.get("usergroups"))),
        zone=zone,
        order=(tongues[0] if tongues else ENGLISH.order),
        group=(thousands["mark"] if thousands else ENGLISH.group if number is None else ""),
        zero=chr(ord(digits[0]) - unicodedata.decimal(digits[0])) if digits else ENGLISH.zero,
        date=date,
        months=months,
        weekdays=weekdays,
        leftward=general.get("rtl") is True,
    )  # fmt: skip


def _date(
    stamp: str, messages: Mapping[str, str], zone: str
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The form of a signature's time, read off one, and its names of months and weekdays.

    "" and no names where it is of another calendar, or has parts that are not known. The number of
    the month comes first behind a year, else the day.
    """
    text = _DIGITS.sub(lambda digit: str(unicodedata.decimal(digit[0])), stamp.strip())
    end = _ZONE.search(text)
    said = text[: end.start()] if end else ""
    cases = [tuple(messages.get(key, "") for key in keys) for keys in (*_CASES, _WEEKDAYS)]
    *months, weekdays = [
        names if all(names) and not _ACTIVE.search("".join(names)) else () for names in cases
    ]
    known = ((len(each), names, each) for names in months for each in names if each in said)
    _, names, month = max(known, key=lambda one: one[0], default=(0, (), ""))
    if _ACTIVE.search(said) or end is None or not _CLOCK.search(said):
        return "", (), ()
    said = said.replace(month, "{month}", 1) if month else said
    said = _CLOCK.sub(r"{hour}\g<mark>{minute}", said, count=1)
    year = _YEAR.search(said)
    number = int(year[0]) if year else 0
    kind = "{year}" if number in _OURS else "{buddhist}" if number - BUDDHIST in _OURS else ""
    said = _YEAR.sub(kind, said, count=1)
    day = next((each for each in weekdays if f"({each})" in said), "")
    said = said.replace(f"({day})", "({weekday})") if day else said
    numbers = ("month", "day") if said.startswith(kind) else ("day", "month")
    order = ("day",) if month else numbers
    if not kind or len(_NUMBER.findall(said)) != len(order):
        return "", (), ()
    for part in order:
        said = _NUMBER.sub(f"{{{part}}}", said, count=1)
    zone = end["zone"] if zone == "UTC" and not _ACTIVE.search(end["zone"]) else "{zone}"
    return f"{said} ({zone})", names, weekdays if day else ()


_OURS = range(2000, 2400)  # years


def _aliases(listed: object, key: str, wanted: str) -> tuple[str, ...]:
    """The names of what is called so, or begins so."""
    return tuple(
        alias
        for each in _dicts(listed)
        if str(each.get(key)).lower().startswith(wanted) and isinstance(each.get("aliases"), list)
        for alias in each["aliases"]
        if isinstance(alias, str)
    )


def _dicts(listed: object) -> Sequence[Mapping[str, Any]]:
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
