"""Towns as features, where landing opens the chance to apply; and names for new ones."""

from __future__ import annotations

import re

from rules.common.sections import in_play
from rules.round7.board import naming
from rules.round7.board.features import FeatureType, Landing
from rules.round7.board.naming import FIELD, TOWN, town_feature
from rules.round7.state import Context, Town
from wikibot.game.state import Offer, offers
from wikibot.sdk import Refused, Unclear, fold, plain

SECTION = "Towns"
APPLY_TO = "apply to"
LONGEST_NAME = 60
_IMPOSSIBLE = re.compile(r"\[\[|\]\]|\{\{|\}\}|[|<>\n,;:]")
_POLITE = re.compile(r"(?:(?<!\s)\s++)?(?:,\s*+)?(?:please|for \d+ poents?)$", re.IGNORECASE)
_SPOT = (
    r"(?:(?:an?|the|this|my|that)\s+)?(?:unclaimed\s+)?(?:town|field|area|space)"
    r"(?:\s+(?:here|in this area|on this (?:field|space)))?"
)
_CALLED_SO = re.compile(
    rf"(?:{_SPOT}|here)?[\s,;]*(?:and\s+|to\s+)?"
    r"(?:(?:name|call|naming|calling)\s+(?:it|this|the town)\s+|(?:called|named|as|of)\s+|:\s*)"
    r"(?P<name>.+)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^(?:the\s+)?town\s+(?:of\s+)?|\s+town$", re.IGNORECASE)
_QUOTED = re.compile(r"""["“'(](?P<name>[^"“”()]+)["”')]""")
_NO_NAME = re.compile(  # small words that are said about a claim, and are seldom part of a name
    r"\b(?:it|this|that|here|name|named|call|called|poents?|field|town|area|space|by|paying)\b|^\W*\d|^(?:an?|the)$"
)


def _land(landing: Landing, _space: int, feature: str) -> None:
    """Let a player who lands on a town of others apply."""
    act, who = landing.act, landing.who
    town = next((each for each in act.state.towns.values() if is_feature_of(each, feature)), None)
    if town and in_play(act.book, SECTION) and who not in (*town.members, *town.applicants):
        offer = Offer(APPLY_TO, town.name)
        if offer not in [each.offer for each in offers(act.state, who)]:
            act.offer(who, offer, f"`{offer}` to become a member, until your turn ends", None)
            act.say(f"{who} may `{offer}`")


def is_feature_of(town: Town, feature: str) -> bool:
    """Whether a feature is this town, however people wrote either."""
    return fold(feature) in (fold(town_feature(town.name)), fold(town.name))


def new_name(act: Context) -> str:
    """The name that a line gives the town: what it says that it is called, or all of it."""
    text = " ".join(plain(act.subject).split()).strip(" .!")
    said = _POLITE.sub("", text)
    called = _CALLED_SO.fullmatch(said)
    name = (called["name"] if called else said).strip(" .!")
    quoted = _QUOTED.fullmatch(_NAMED.sub("", name))
    name = (quoted["name"] if quoted else _NAMED.sub("", name)).strip(" ()")
    unfit = len(name) > LONGEST_NAME or _IMPOSSIBLE.search(name) or naming.house(town_feature(name))
    if not name or unfit or act.is_reserved(name) or (not quoted and _NO_NAME.search(name)):
        raise Unclear(
            f"{text!r} does not plainly name a town",
            nearest=("`claim Rome`", '`claim "The Field of Rome"`'),
        )
    if any(fold(each) == fold(name) for each in act.state.towns):
        raise Refused(f"there is a town {name} already", rule=SECTION)
    return name


FEATURES = (FeatureType(TOWN, "t", "purple", 4, _land), FeatureType(FIELD, "f", "lime", 8))
