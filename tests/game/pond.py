"""A small ruleset in our own words, for tests of wordings:
a pond, a list of charms, a table of baits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.game.tiny import Tiny
from wikibot.game.ruleset.implementations import How, Implementation, index
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import Catalogue
from wikibot.stewards.accept import Origin, accept

PAGE = """\
Welcome to the pond.

== Anglers ==

An angler is somebody who told the pond that they are one.

== Fishing ==

Once a day an angler may cast a line by rolling 2d4. On 6 or more they gain 1 fish.

=== Rain ===

While it rains, every cast is rolled with 2 dice more. Rain ends on Sunday.

=== Frost ===

Nobody casts a line while the pond is frozen. It thaws in Phase II.

== Baits ==

Each row of this table is a bait. Using a bait destroys it.

{| class="wikitable"
! Name !! Description
|-
| Worm || The next cast is rolled twice.
|-
| Fly || The angler gains 3 fish.
|-
| Bread || Nothing happens, but the ducks are happy.
|}

== Charms ==

Charms are things that bring luck. These are charms:

* 🪙Penny
* 🍀 Clover
* Horseshoe

They cannot be traded.

== Tales ==

Each of these is a tale:

* Monster "Somebody saw it by night."
* Boot "An angler loses 1 fish to it."

== Prizes ==

== Trophies ==

An angler with 20 fish and at least five more than any other wins.
"""

CATALOGUES = (Catalogue("Baits", columns=("Description",)), Catalogue("Charms"), Catalogue("Tales"))
ORIGIN = Origin("2026-11-21", "pond", "")


def pins(
    page: str = PAGE, origin: Origin = ORIGIN, done: Mapping[str, Implementation] | None = None
) -> tuple[Binding, ...]:
    """Every unit of a page pinned as it is. ``done``: what is implemented, and reads numbers."""
    book = read_rulebook(page, CATALOGUES, (), done)
    return accept(book, book.units, (), origin)


def book(
    page: str = PAGE, *implementations: Implementation, accepted: tuple[Binding, ...] | None = None
) -> Rulebook:
    """A page against the pins of ``PAGE``.
    Without ``implementations`` every pinned wording counts as implemented.
    """
    done = index(implementations) if implementations else None
    return read_rulebook(page, CATALOGUES, pins(done=done) if accepted is None else accepted, done)


def edited(*changes: tuple[str, str]) -> str:
    """``PAGE`` with some texts replaced; each must stand there once."""
    page = PAGE
    for old, new in changes:
        assert page.count(old) == 1, old
        page = page.replace(old, new)
    return page


def standings(read: Rulebook) -> Mapping[str, str]:
    """What is not as it was: unit → standing."""
    names = (*map(read.known_as, read.units), *read.pins)
    return {
        name: read.standing(name).value
        for name in names
        if read.standing(name) not in ("same", "cosmetic")
    }


HOWS = {"(top)": How.FLAVOUR, "Trophies": How.RULED, "Fishing": How.ASKS}
VARIANTS = {"Frost": ("mild", "hard")}


def dice(book: Rulebook) -> list[str]:
    """The dice of a cast, as the page has them."""
    return re.findall(r"\b(\d+d\d+)", book.unit("Fishing").text)


IMPLEMENTATIONS = index(
    Implementation(
        name,
        HOWS.get(name, How.AUTOMATIC),
        (dice,) if name == "Fishing" else (),
        VARIANTS.get(name, ()),
    )
    for name in read_rulebook(PAGE, CATALOGUES).units
    if not name.startswith("Tales: ")
)


class Pond(Tiny):
    """The tiny game with this ruleset: all is implemented, except tales and what is new."""

    name = "pond"
    title = "The pond"

    def rulebook(self, ruleset: str, overlay: Sequence[Binding] = ()) -> Rulebook:
        return read_rulebook(
            ruleset, CATALOGUES, (*pins(done=IMPLEMENTATIONS), *overlay), IMPLEMENTATIONS
        )


GAME = Pond()
