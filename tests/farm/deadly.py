"""A game with a line at which its process dies, as the system kills one for its memory."""

from __future__ import annotations

import os
import signal

from tests.game.tiny import Tiny
from wikibot.game.actions import Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import State


def _die(act: ActionContext[State]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Deadly(Tiny):
    """Stones, and `die`."""

    name = "deadly"
    verbs = (*Tiny.verbs, Verb("die", "die", "die", "", _die))


GAME = Deadly()
