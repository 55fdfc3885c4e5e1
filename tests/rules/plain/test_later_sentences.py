"""What a later sentence says of an action: no word of it is lost where both are read as one."""

from __future__ import annotations

from collections.abc import Iterator

from rules.plain.sentences import parse
from rules.plain.vocabulary import doing as doing_
from rules.plain.vocabulary import of_one
from tests.for_each import for_each, portion
from tests.rules.plain.page import PAGE

ACTS = (
    "A player may dig: they gain 2 Gold.",
    "A player may deliver all their Fish: they lose all their Fish and gain 2 Gold.",
    "A player may bait another player: they roll 1d6; on a 4 or more, they gain 2 Gold.",
)
LATER = (
    "Whenever a player VERBS, they gain 1 Point.", "To VERB, they pay 1 Fish.",
    "When they VERB, they gain 1 Point.", "VERBING costs 1 Fish.", "This costs 1 Fish.",
    "Those who VERB gain 1 Point.", "A player may only VERB once per day.",
    "This may be done once per day.", "A player who has a Net gains 1 more.",
    "A player who has a Net adds 1 to the roll.", "VERBING costs 1 Fish more if Season is Winter.",
    "Only a player who has a Net may do so.", "Whenever a Mage VERBS, they add 1 to the roll.",
    "They pay 1 Fish for this.", "The Pot decreases by 1.",
)  # fmt: skip
MORE = (
    "at least 3 Fish", "another player", "in the Kitchen", "twice", "no Fish", "who has a Boat",
    "at night", "half", "except", "a Boat", "on Fridays", "never", "for the third time today",
)  # fmt: skip
FORMS = {
    "dig": ("digs", "digging"),
    "deliver": ("delivers", "delivering"),
    "bait": ("baits", "baiting"),
}


def _later(act: str) -> Iterator[str]:
    verb = act.split()[3].strip(":")
    one, doing = of_one(verb), doing_(verb)[verb == "dig"]
    for said in LATER:
        text = said.replace("VERBING", doing).replace("VERBS", one).replace("VERB", verb)
        yield text[0].upper() + text[1:]


def _cases() -> Iterator[tuple[str, str]]:
    yield from ((act, later) for act in ACTS for later in _later(act))


@for_each("act, later", _cases)
def test_no_word_of_a_later_sentence_is_lost(act: str, later: str) -> None:
    """With more words anywhere in it, both mean something else, or are for people."""
    plain, words = parse(f"{act} {later}", PAGE).rule, later.rstrip(".").split(" ")
    for more in portion(MORE, 3, later) if plain is not None else ():
        for at in range(1, len(words) + 1) if more not in act else ():
            text = " ".join((*words[:at], more, *words[at:]))
            found = parse(f"{act} {text}.", PAGE)
            assert found.rule is None or found.rule != plain, (text, found.says)
