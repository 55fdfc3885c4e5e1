"""A wiki's dialect, as its ``siteinfo`` tells it, and as it is kept.

Source: https://www.mediawiki.org/wiki/API:Siteinfo, with ``formatversion=2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from wikibot.wikitext.dialect import ENGLISH, Dialect

ASKED = {
    "meta": "siteinfo|allmessages",
    "siprop": "general|namespaces|namespacealiases|specialpagealiases|magicwords|usergroups",
    # siteinfo does not say how numbers are written; a message about one does.
    "ammessages": "parentheses", "amenableparser": "1", "amargs": "{{formatnum:1234567}}",
    "uselang": "content",
}  # fmt: skip

_LANGUAGE = re.compile(r"(?:uca-)?(?!uca)(?P<language>[a-z]{2,3})(?![a-z])")
_BY_THREES = re.compile(r"\d(?P<mark>\D)\d{3}(?P=mark)\d{3}")
_UNDERSCORED = re.compile(r"(?:__|＿＿).+(?:__|＿＿)")


def of_siteinfo(found: Mapping[str, Any]) -> Dialect:
    """The dialect that the ``query`` of an answer tells; what is malformed is English."""
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
        zone=_text(general.get("timezone")) or "UTC",
        order=_order(general),
        group=_group(found.get("allmessages")),
        leftward=general.get("rtl") is True,
    )  # fmt: skip


def _order(general: Mapping[str, Any]) -> str:
    """The language of the wiki's category collation, such as ``uca-sv-u-kn``; else its own."""
    told = (general.get("categorycollation"), general.get("lang"))
    found = [each["language"] for each in map(_LANGUAGE.match, map(_text, told)) if each]
    return found[0] if found else ENGLISH.order


def _group(messages: object) -> str:
    """What stands between thousands, by a message with a number; "" where that is not by threes."""
    texts = [_text(each.get("content")) for each in _dicts(messages)]
    found = _BY_THREES.search(texts[0]) if texts else None
    return found["mark"] if found else "" if texts else ENGLISH.group


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
