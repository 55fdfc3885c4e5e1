"""Ruleset section Hiking: a walk around the Town finds a landmark, which the player names.

The dice say how far from the Town it lies, in tenths of a kilometre, and in which direction.
Decisions: names are compared without regard to case, and no landmark is called by what means
something else (``reserved``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from rules.common.sections import Section
from rules.cycle14.state import Context, Landmark, State
from rules.cycle14.tasks.task import perform
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.verbs import Questions, Shape, Verb, one_order
from wikibot.sdk import Implementation, PhraseSlot, Rulebook, fold, integer, plain, replace
from wikibot.wikitext.messages import say

SECTION = "Hiking"
LONGEST = 80
_ARTICLE = re.compile(r"(?:the|an?)\s+", re.IGNORECASE)
_LANDMARK = re.compile(
    r"""["“„«]?(?P<name>[^"“”„«»:,(]+?)["”“»]?\s*(?P<mark>:|,|\s[-–—]\s|\()\s*(?P<what>.+)"""
)
_DICE = re.compile(r"a d(?P<sides>\d+)(?:\s*/\s*(?P<by>\d+))?")


class Attributes(Struct, frozen=True):
    """The dice for distance and bearing; the distance is divided by ``by``."""

    distance: int
    by: int
    bearing: int


def attributes(book: Rulebook) -> Attributes:
    """The dice of the page."""
    found = list(_DICE.finditer(plain(book.unit(SECTION).text)))
    if len(found) < 2:  # one for the distance, one for the bearing
        raise Held(SECTION, "the dice for distance and bearing are not found in it")
    return Attributes(
        integer(found[0]["sides"]), integer(found[0]["by"] or "1"), integer(found[1]["sides"])
    )


def _hike(act: Context) -> None:
    name, colon, description = act.subject.removeprefix("to ").partition(":")
    name, description = plain(name).lstrip(" .,;!-–—"), plain(description)
    form, another = "`hike NAME: description`", say("Give it another name.")
    if not name or not colon or not description:
        raise Unclear("a landmark has a name and a description", nearest=form)
    if len(name) > LONGEST:
        raise Unclear("the name of a landmark has at most {} characters", LONGEST, nearest=form)
    if act.is_reserved(name):
        raise Refused("{!r} means something else in this game", name, rule=SECTION, remedy=another)
    if fold(name) in (fold(each.id) for each in act.state.landmarks):
        raise Refused("there is a landmark {!r} already", name, rule=SECTION, remedy=another)
    perform(act, SECTION, lambda act, _: _found(act, name, description))


def _found(act: Context, name: str, description: str) -> None:
    dice = act.book.derived(attributes)
    distance = sum(act.roll(1, dice.distance, "the distance from Town")) / dice.by
    bearing = sum(act.roll(1, dice.bearing, "the bearing from Town"))
    landmark = Landmark(name, description, distance, bearing, act.player)
    act.state = replace(act.state, landmarks=(*act.state.landmarks, landmark))
    act.say("{} finds {}, {:g} km from Town at {}°", act.player, name, distance, bearing)


HIKE = Verb("hike", "hike NAME: description",
            "hike Lone Oak: it hums -- 1d100 (57) = 57, 1d360 (90) = 90",
            "finds a landmark and gives you rest", _hike, Shape.TEXT,
            questions=Questions.BEHIND_COLON, means=one_order, phrases=(
                "hike|walk|wander (to|towards|up) {landmark}",
                "!hike (and) i find|found|discover|discovered {landmark}",
                "hike|walk|wander (and) (i) find|found|discover|discovered {landmark}",
                "go|perform|do|start (for) hiking|hike (to|towards) {landmark}",
            ), inputs=("hike {Name=name:40}: {Description=text:500}",))  # fmt: skip


class LandmarkSlot(Struct, frozen=True):
    """A landmark with its description: ``Mount Doom, a fiery mountain``."""

    def read(self, text: str) -> tuple[str, ...]:
        """The two as ``Mount Doom: a fiery mountain``."""
        found = _LANDMARK.fullmatch(plain(text).strip())
        name = _ARTICLE.sub("", found["name"].strip()) if found else ""
        if not found or (found["mark"] == "," and not name[:1].isupper()):
            return ()  # a comma may stand in any sentence
        what = found["what"].strip()
        closed = what.endswith(")") and "(" not in what
        return (f"{name}: {what[:-1] if closed else what}",)


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    return {"landmark": LandmarkSlot()}


RULES = Section(
    __name__, (Implementation(SECTION, reads=(attributes,), waits="`hike`"),), (HIKE,), slots=_slots
)
