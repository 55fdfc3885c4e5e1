"""What a sentence means: frozen nodes, equal where two sentences mean the same.

A node is made of others, of numbers, and of names in the page's own spelling. Nothing here says how
it is played; :mod:`rules.plain.speech` says each in words.

**Who is meant.** An effect's ``who`` is the :class:`Doer` (the player whose action or event the
sentence is about: "they", "you") or :class:`Them` (the player of the nearest :class:`ForPlayers` or
of the nearest ``where`` around it). In a sentence that no player set off ("At the end of each day,
..."), there is no doer. In a ``where`` of a thing, the thing itself is :class:`It`.

**Slots.** Every player, thing and number that is chosen or drawn at random has a ``slot``, counted
from 1 in the order of the words. Where the same slot occurs again, it is the same player, thing or
number: it is chosen once, and :class:`Same` refers to it. Slots in the verb of an action are what
the player writes behind the verb; whatever is missing there is asked for.
"""

from rules.plain.tree.effects import *  # noqa: F403 - every node
from rules.plain.tree.rules import *  # noqa: F403 - every node
from rules.plain.tree.terms import *  # noqa: F403 - every node
