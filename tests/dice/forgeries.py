"""Ways to tamper with the log of a fair game (``fair.py``), beside those in ``tampering.py``."""

from __future__ import annotations

import re

from tests.dice.tampering import Change, Forger
from wikibot.dice.session import seal_of
from wikibot.storage.log_page import FirstPage

_RED, _CLIMB, _WALK = r"Z Ann: choose red", r"Z Ann: climb high", r"Z Bea: walk mill hill"
_TWO, _ONE = r"Z Sam: correct Bea gains 2", r"Z Sam: correct Ann gains 1"
_HAND, _OPERATOR = r"Z Bea: correct Ann gains 2", r"Z the operator: correct"


def _rolled_by(key: str) -> Change:
    """The roll of the reply, by another identity."""
    return lambda log: log.again(_RED, key=key)


def _fullwidth(log: Forger) -> None:
    log.sub(r"^# line 3\.47\.0", "# line 3.\N{FULLWIDTH DIGIT FOUR}7.0")


def _twice(log: Forger) -> None:
    """One line stands for two."""
    index = log.at(_WALK, 0)
    log.insert(index + 1, *log.lines[index - 1 : index + 1])


def _late_choice(log: Forger) -> None:
    """The roll of the bet by the number that an order left to others has."""
    key = "3.12.1000000"
    log.again(_RED, key=key)


def _after(index: int, *lines: str) -> Change:
    return lambda log: log.insert(index, *lines)


def _order(identity: str, line: str) -> Change:
    """A line that nobody wrote, above the operator's."""

    def change(log: Forger) -> None:
        mark = (f"# line {identity}",) if identity else ()
        log.insert(log.at(_OPERATOR) - 1, *mark, f"2024-01-05T12:24:00Z {line}")

    return change


def _cut(log: Forger) -> None:
    """All above the dig but what says where the dice come from, as if the game began there."""
    kept = [line for line in log.lines[2:5] if line.startswith(("# dice", "# seal"))]
    log.lines[: log.at(r"Z Bea: dig") - 1] = ["# played from 2024-01-05T12:13:00Z on", *kept]


def _cut_behind_the_first_page(log: Forger) -> None:
    del log.lines[5 : log.at(r"Z Bea: dig") - 1]


def _another_first_page(log: Forger) -> None:
    log.lines[1] = str(FirstPage.of(2, "Our game.\n"))


def _swapped(log: Forger) -> None:
    """The orders of two stewards' lines, each with its time."""
    one, two = log.at(_TWO), log.at(_ONE)
    for a, b in ((one - 1, two - 1), (one, two), (one + 1, two + 1)):
        log.lines[a], log.lines[b] = log.lines[b], log.lines[a]


def _early_secret(log: Forger) -> None:
    """The secret of the second day stands above its roll."""
    secret = log.secrets[2]
    line = f"# secret 2 sha256:{seal_of(secret)} {secret.hex()}"
    log.insert(log.at(r"climb sea") - 1, line)


def _upper(log: Forger) -> None:
    index = log.at("^# secret 1 ")
    log.lines[index] = log.lines[index][:-64] + log.lines[index][-64:].upper()


def _short_seal(log: Forger) -> None:
    log.sub(r"(by seal 1 \w{8})\w+", r"\1")


def _sum(log: Forger) -> None:
    log.sub(r"(Ann: climb high .*\)) = \d+", r"\1 = 7")


def _added_roll(log: Forger) -> None:
    """A roll where none was."""
    index = log.at(_WALK)
    key = log.lines[index - 1].removeprefix("# line ")
    roll, proof = log.proof(key, 1, "1d6", "luck")
    log.lines[index] += f" -- {roll}"
    log.insert(index + 1, proof)


def _said(log: Forger) -> None:
    log.sub(r"^# said: red", "# said: I take blue")


# fmt: off
FORGERIES: tuple[tuple[str, str, Change], ...] = (
    ("a reply that the revision does not have", "wiki", _rolled_by("3.16.6/reply")),
    ("a reply in place of a line", "wiki", lambda log: log.again(_CLIMB, key="3.8.0/reply")),
    ("a line in place of a reply", "wiki", _rolled_by("3.16.0")),
    ("another line of the same revision, in other words", "wiki", _rolled_by("3.16.1")),
    ("what follows from a changed line, with a roll", "log", _rolled_by("3.16.7/change")),
    ("what follows from a changed line, though none was", "wiki",
     lambda log: log.sub(r"^# line 3\.47\.0", "# line 3.47.0/change")),
    ("an order that was left to another player, as a line", "log", _rolled_by("3.12.0/choice")),
    ("the same, as older logs numbered it", "game", _late_choice),
    ("an identity with leading zeros", "log", _rolled_by("3.16.07/reply")),
    ("an identity with other digits", "log", _fullwidth),
    ("one identity above two lines", "log", _twice),
    ("a line of a page on which nobody plays", "wiki",
     lambda log: log.again(_CLIMB, key=log.others["elsewhere"])),
    ("a line of another account", "wiki", _order("3.44.0", "Ann: walk mill hill")),
    ("a line without an identity", "wiki", _order("", "Ann: walk mill hill")),
    ("an identity of the operator's above a player's line", "wiki",
     _order("0.0.2", "Ann: walk mill hill")),
    ("an identity of a file of actions, where there is none", "wiki",
     _order("0.1.5", "Ann: walk mill hill")),
    ("an order of the operator's at the command line", "edits",
     _order("0.0.2", "the operator: correct Bea gains 3 Stone")),
    ("a steward's order that no steward wrote", "wiki",
     _order("4.23.0", "Sam: correct Bea gains 3 Stone")),
    ("a steward's order in other words", "wiki",
     lambda log: log.sub(r"(Sam: correct Bea gains )2", r"\g<1>1")),
    ("a steward's order with more than was written", "wiki",
     lambda log: log.sub(r"(Sam: correct Bea gains 2 Stone)", r"\1; Ann gains 9 Stone")),
    ("a steward's order by who is not a steward", "wiki",
     _order("3.24.0", "Ann: correct Ann gains 9 Stone")),
    ("another line for `as`", "wiki", lambda log: log.sub("as Bea: walk mill hill",
                                                          "as Bea: walk mill pond")),
    ("a hand edit that nobody made", "wiki", _order("", "Bea: correct Bea gains 3 Stone")),
    ("a hand edit of more", "wiki",
     lambda log: log.sub(r"(Bea: correct Ann gains )2", r"\g<1>1")),
    ("a hand edit by another person", "wiki",
     lambda log: log.sub(_HAND, "Z Ann: correct Ann gains 2")),
    ("a name in letters that look alike", "game",
     lambda log: log.sub("Z Ann: climb", "Z \N{CYRILLIC CAPITAL LETTER A}nn: climb")),
    ("words that the page does not have", "wiki", _said),
    ("the first page exchanged", "game", _another_first_page),
    ("the first lines cut off", "edits", _cut),
    ("the first lines below the first page cut off", "edits", _cut_behind_the_first_page),
    ("two orders exchanged", "log", _swapped),
    ("a withdrawal that there was not", "edits",
     lambda log: log.insert(log.at(_OPERATOR) - 1, "# withdrawn 3.47.0 2024-01-05T12:23:00Z")),
    ("a line at a later time", "edits", lambda log: log.sub(r"T12:28:00Z Bea", "T12:29:00Z Bea")),
    ("a secret above a roll that is made with it", "log", _early_secret),
    ("a secret in capital letters", "edits", _upper),
    ("half a seal in a proof", "log", _short_seal),
    ("a sum that the faces do not make", "log", _sum),
    ("a roll where none is needed", "game", _added_roll),
    ("what a line came to, in a comment", "nothing",
     lambda log: log.sub("result: Bea gains 2", "result: Bea gains 20")),
    ("the newest lines cut off, before the next sync", "edits",
     lambda log: log.lines.__delitem__(slice(log.at("Ann: walk mill pond") - 1, None))),
)
# fmt: on


def pages(page: str) -> dict[str, str]:
    """Log pages on which readers see another log than the one that is read, by what was done."""
    decoy = page.partition("<pre>\n")[2].replace("Ann: climb high", "Ann: climb low")
    start, block = page[: page.index("<pre>")], page[page.index("<pre>") :]
    lines = decoy.partition("</pre>")[0]
    return {
        "the log in a comment": f"{start}<!--\n{block}-->\n<pre class=log>\n{decoy}",
        "the log in nowiki": f"{start}<nowiki>\n{block}</nowiki>\n<pre class=log>\n{decoy}",
        "the log in a template": f"{start}{{{{hide|\n{block}}}}}\n",
        "the log in markup with a style": f'<div style="display:none">\n{page}</div>\n',
        "the log in a table with a style": f'{{| style="display:none"\n|\n{page}|}}\n',
        "styles of the page's own": f'<templatestyles src="Hide.css" />\n{page}',
        "a second log beside it": f"{page}\n{re.sub('^', ' ', lines, flags=re.MULTILINE)}",
    }
