"""Page titles in MediaWiki's normal form, and as file names."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

from wikibot.wiki.errors import WrongSettings
from wikibot.wikitext.folding import upper_first

SUFFIX = ".wiki"

# The namespaces that every MediaWiki has, in its own spelling
# (https://www.mediawiki.org/wiki/Help:Namespaces).
_NAMESPACES = {
    name.casefold(): name
    for base in ("", "User", "Project", "File", "MediaWiki", "Template", "Help", "Category")
    for name in ((base, f"{base} talk") if base else ("Talk",))
}
_ILLEGAL = re.compile(r"[#<>\[\]{}|\x00-\x1f\x7f\ufffd]|~{3}|(?:^|/)\.{1,2}(?:/|$)")
_MAX_BYTES = 255  # of a title, and of a file name on most systems
# beside letters, digits and _.-; never one that a file system or shell glob minds
_SAFE = " !$&'()+,;=@~^`"
# Names that Windows keeps for devices, whatever their suffix.
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


def normalise(title: str) -> str:
    """A title as MediaWiki stores it: NFC, blanks for underscores, upper-case first letter.

    Raises :class:`WrongSettings` for a title that no page can have.
    """
    name = re.sub(r"[\s_]+", " ", unicodedata.normalize("NFC", title)).strip(" :")
    namespace, colon, rest = name.partition(":")
    known, rest = _NAMESPACES.get(namespace.strip().casefold()), rest.strip()
    name = f"{known}:{upper_first(rest)}" if colon and known and rest else upper_first(name)
    if not name or _ILLEGAL.search(name) or len(name.encode()) > _MAX_BYTES:
        why, remedy = "cannot be the title of a page", "Correct the page title in the settings."
        raise WrongSettings(f"{title!r} {why}", code="invalidtitle", remedy=remedy)
    return name


def user_name(name: str) -> str:
    """An account name in MediaWiki's form: ``john_doe`` is ``John doe``."""
    return upper_first(re.sub(r"[\s_]+", " ", unicodedata.normalize("NFC", name)).strip())


def to_file_name(title: str) -> str:
    """The file name of a page: ``A/B`` is ``A%2FB.wiki``. No path separator, no dot in front.

    Raises :class:`WrongSettings` when the name would be too long for a file system.
    """
    name = "".join(
        char if char > "\x7f" and char.isprintable() else quote(char, safe=_SAFE)
        for char in normalise(title)
    )
    if name.startswith(".") or _DEVICE.match(name):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len((name + SUFFIX).encode()) > _MAX_BYTES:
        why, remedy = "the title is too long for a file name", "Choose a shorter title."
        raise WrongSettings(why, page=title, remedy=remedy)
    return name + SUFFIX
