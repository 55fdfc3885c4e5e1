"""A wiki's dialect, as its ``siteinfo`` tells it, and as it is kept.

Source: https://www.mediawiki.org/wiki/API:Siteinfo, with ``formatversion=2``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from wikibot.wikitext.dialect import BUDDHIST, ENGLISH, Dialect
from wikibot.wikitext.regex import regex

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
