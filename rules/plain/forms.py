"""The form that a sentence which is not understood comes nearest to."""

from __future__ import annotations

import re

from rules.plain.memory import Parsed

_FORMS = (
    (
        r"vot(?:e|es|ing)\b.*\b(?:last|hour|day)",
        "Voting on a proposal lasts 48 hours.",
    ),
    (
        r"proposals?\b.*\b(?:pass|adopt|enact|succeed)",
        "A proposal passes if it has more votes for than against and at least 3 votes for.",
    ),
    (
        r"proposals?\b",
        "A player may have up to 2 proposals at a time.",
    ),
    (
        r"\b(?:new players?|joins?)\b",
        "A new player begins with 5 Gold and is on Space 1.",
    ),
    (
        r"\b(?:wins?|winner|victory)\b",
        "A player who has at least 50 Gold wins the game.",
    ),
    (
        r"\b(?:no player may|may not have|cannot have|at most|maximum|limit|never more)\b",
        "No player may have more than 20 Gold.",
    ),
    (
        r"\b(?:whenever|each time|every time|as soon as|when)\b",
        "Whenever a player gains Fish, EFFECTS.",
    ),
    (
        (
            r"\b(?:at the (?:beginning|start|end)|every|each (?:day|week|phase)|daily|weekly)\b"
            r"(?!.*\bmay\b)"
        ),
        "At the end of each week, each player gains 1 Gold.",
    ),
    (
        r"\bmay\b.*\bbuy\b",
        "A player may buy a Net by paying 5 Gold.",
    ),
    (
        r"\bmay\b.*\bsell\b",
        "A player may sell any number of Fish for 2 Gold each.",
    ),
    (
        r"\bmay\b.*\b(?:give|send|donate)\b",
        "A player may give any number of Gold to another player.",
    ),
    (
        r"\bmay\b.*\b(?:move|go|travel|walk)\b",
        "A player may move to a Space that their Space leads to.",
    ),
    (
        r"\b(?:may|can|must)\b",
        "Once per day, a player who has a Net may VERB by paying 2 Gold: EFFECTS.",
    ),
    (
        r"\brolls?\b|\bdice?\b|\d[dD]\d",
        "they roll 1d6; on a 4 or more they gain 2 Fish, otherwise they lose 1 Net",
    ),
    (
        r"\b(?:gains?|gets?|loses?|pays?|receives?)\b",
        "At the end of each day, each player gains 1 Gold.",
    ),
)
_LONGEST = 1500  # letters of a sentence that are looked at


def nearest(text: str, parsed: Parsed) -> str:
    """A form in these words that is understood; "" where none is near."""
    if "two ways" in parsed.why:
        return "two sentences, or the name of who is meant in place of 'they'"
    low = " ".join(text[:_LONGEST].casefold().split())
    return next((form for pattern, form in _FORMS if re.search(pattern, low)), "")
