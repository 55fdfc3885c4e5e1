"""Why an action is not (yet) done: problems that rules raise, and mistakes of the program.

Problem
├── Refused    cant: the rule that forbids it, and what would make it legal
│   └── NotNow  the same of any order of its kind: it cannot be rolled for now
├── Unclear    huh: where it was not understood, and the nearest form
│   └── Noted  the same of a line that the rules let count as an unclear one
├── Missing    needs: a roll or a choice
└── Held       held: a person must rule

The engine turns problems into verdicts. A mistake is any other exception; it is contained: one
line, event, cell or page fails, all else goes on. The code that contains it calls :func:`failure`.
The core does no logging: the command line listens and logs the traceback for ``--debug``; tests
listen and raise it again, so that no mistake hides behind an answer to a player.
``KeyboardInterrupt``, ``SystemExit`` and the signal to stop are not of type ``Exception``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from wikibot.game.actions import Verdict
from wikibot.wikitext.dialect import upper_first
from wikibot.wikitext.messages import retold, say

LISTED = 12  # how many options an answer names before it says how many more there are
_MOST = 200  # characters of an exception's own words
_FORMS = 4  # options that a question names with the whole line for each
_ROOM = 120  # characters of these lines


def listing(options: Sequence[str], most: int = LISTED) -> str:
    """``a, b, c`` for an answer; long lists are cut and say how much is missing."""
    shown = ", ".join(options[:most])
    return shown if len(options) <= most else say("{} and {} more", shown, len(options) - most)


class Problem(Exception):
    """Base of all: carries the verdict and the text of the answer.

    A problem is raised with a message and the values for its holes.
    """

    verdict: Verdict

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def told(self, cites: Callable[[str], bool]) -> str:
        """The text of the answer on a page that has some rules: no other is cited."""
        return self.text


class Refused(Problem):
    """A rule forbids it. ``rule``: title of its section; ``remedy``: what would make it legal."""

    verdict = Verdict.CANT

    def __init__(self, why: str, *values: object, rule: str = "", remedy: str = "") -> None:
        why, by = say(why, *values), say(" (rule {})", rule) if rule else ""
        then = f". {say(remedy)}" if remedy else "."
        super().__init__(f"{why}{by}{then}")
        self.rule, self._without = rule, f"{why}{then}"

    def told(self, cites: Callable[[str], bool]) -> str:
        return self.text if cites(self.rule) else self._without


class NotNow(Refused):
    """Not on this turn, or not again in this phase: a roll that the line shows is for nothing."""


class Unclear(Problem):
    """Not understood. ``why`` quotes the part in question; ``nearest``: a form that would be."""

    verdict = Verdict.HUH

    def __init__(self, why: str, *values: object, nearest: Sequence[str] | str = "") -> None:
        hint = say(nearest) if isinstance(nearest, str) else listing(nearest)
        why = say(why, *values)
        super().__init__(say("{}. Nearest: {}", why, hint) if hint else f"{why}.")


class Noted(Unclear):
    """Not understood; ``note`` gives the state in which the line counts as an unclear one."""

    def __init__(
        self, why: str, note: Callable[[Any], Any], *, nearest: Sequence[str] | str = ""
    ) -> None:
        super().__init__(why, nearest=nearest)
        self.note = note


class Missing(Problem):
    """A roll or a choice is missing. ``asks`` says it in words, ``question`` asks for it.

    Both are in English, as the state keeps what is asked; they are retold where they are shown.
    ``form``: the line that answers it; or ``how`` says in what other way it will be answered.
    ``answers``: what it may be answered with, whether the question lists it or not.
    """

    verdict = Verdict.NEEDS

    def __init__(
        self, asks: str, options: Sequence[str] = (), *, form: str = "choose ...", how: str = "",
        question: str = "", answers: Sequence[str] = ()
    ) -> None:  # fmt: skip
        super().__init__(f"{asks}: {listing(options)}" if options else asks)
        self.asks, self.form, self.how = self.text, form, how
        self.options, self.question = tuple(options), f"{upper_first(retold(question or asks))}?"
        self.answers = tuple(options or answers)

    def asked(self, spelled: Callable[[str], str] = str) -> str:
        """The question with the lines that answer it: ``Which way? `choose 4` or `choose 20```.

        ``spelled``: how an option is written in such a line.
        """
        forms = [f"`{self.form.replace('...', spelled(each))}`" for each in self.options]
        if not forms or len(forms) > _FORMS or sum(map(len, forms)) > _ROOM:
            listed = f": {listing(self.options)}" if forms else ""
            return f"{self.question} `{self.form}`{listed}"
        joint = say(" or ")
        return f"{self.question} {joint.join(filter(None, (', '.join(forms[:-1]), forms[-1])))}"


class MissingRoll(Missing):
    """A roll is missing, and no choice."""

    def __init__(self, asks: str, *, form: str = "choose ...", how: str = "") -> None:
        super().__init__(asks, form=form, how=how, question=f"what comes of {asks}")


class Held(Problem):
    """It is not settled how this unit of the ruleset is played. ``unit`` is its name."""

    verdict = Verdict.HELD

    def __init__(self, unit: str, why: str, *values: object) -> None:
        why = say(why, *values)
        super().__init__(
            say("{}: {}. A steward must rule on it; everything else plays on", unit, why)
        )
        self.unit, self.why = unit, why


# -- of a page ------------------------------------------------------------------------------------


class Unreadable(Struct, frozen=True):
    """A cell (or line) that cannot be read; the page is left alone until a person mends it."""

    section: str
    row: str  # the row's own name, e.g. the player, or its number
    column: str
    value: str
    expected: str

    def __str__(self) -> str:
        if not self.row and not self.value:  # what should be there is not
            return f"{say('section {!r}', self.section)}: {retold(self.expected)}"
        where = say("section {!r}, row {!r}, column {!r}", self.section, self.row, self.column)
        return say("{}: {!r} is not {}", where, self.value, retold(self.expected))

    def until(self, page: str) -> str:
        """Until when lines wait for it, behind ``until``."""
        if not self.row and not self.value:
            expected = retold(self.expected)
            return say("section {!r} on {} can be read: {}", self.section, page, expected)
        where = say(
            "cell {!r} of {!r} (section {!r}) on {}", self.column, self.row, self.section, page
        )
        return say("{} can be read: {!r} is not {}", where, self.value, retold(self.expected))


# -- mistakes of the program -----------------------------------------------------------------------

Listener = Callable[[str, Exception], None]
_listener: Listener | None = None


def listen(listener: Listener | None = None, *, unless_heard: bool = False) -> None:
    """Report contained mistakes to ``listener`` from now on, or only if there is none yet."""
    global _listener  # noqa: PLW0603  # one program has one place where mistakes are reported
    if not unless_heard or _listener is None:
        _listener = listener


def failure(doing: str, error: Exception) -> str:
    """Report a mistake; gives the text for people, who have to put it right."""
    if _listener:
        _listener(doing, error)
    what = say("the bot failed at `{}` ({})", doing, described(error))
    return say("{}. A steward must rule on it; please report this as a bug", what)


def described(error: Exception) -> str:
    """An exception on one line of bounded length: its words may hold the input."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return words if len(words) <= _MOST else words[:_MOST] + " ..."
