"""Ways to tamper with a log of sealed dice, by an operator who knows every secret and makes each
changed roll anew.

A row is a name, what it takes to find out, and the change: the ``log`` alone is enough, the
``game`` to play it again, the ``wiki``, whoever saved the log; or its ``edits``, which a program
that was changed would have made otherwise. ``nothing``: no check tells, and docs/dice.md says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from wikibot.dice.session import faces, seal_of
from wikibot.game.rolls import Roll

_PROOF = re.compile(r"# roll (\S+) by seal (\d+) (\w+): (\d+)d(\d+) .* for (.*?)(?: #(\d+))?")
_ROLL = r"\d+d\d+ \([\d, ]+\) = \d+"
OWN = bytes(range(32))  # a secret of the operator's


@dataclass
class Forger:
    """A log that somebody changes. ``secrets`` by phase, ``revisions`` of other pages by name."""

    lines: list[str]
    secrets: dict[int, bytes]
    others: dict[str, str] = field(default_factory=dict)

    def at(self, pattern: str, number: int = 0) -> int:
        """The index of a line that matches."""
        return [index for index, line in enumerate(self.lines) if re.search(pattern, line)][number]

    def sub(self, pattern: str, new: str, number: int = 0) -> None:
        """Change one line."""
        index = self.at(pattern, number)
        self.lines[index] = re.sub(pattern, new, self.lines[index], count=1)

    def swap(self, pattern: str, other: str, one: int = 0, two: int = 0) -> None:
        """Exchange two lines."""
        a, b = self.at(pattern, one), self.at(other, two)
        self.lines[a], self.lines[b] = self.lines[b], self.lines[a]

    def insert(self, index: int, *lines: str) -> None:
        """Add lines before a line."""
        self.lines[index:index] = lines

    def entry(self, pattern: str, number: int = 0) -> list[str]:
        """A line of the game with its mark and its proofs."""
        index = end = self.at(pattern, number)
        while end + 1 < len(self.lines) and self.lines[end + 1].startswith("# roll"):
            end += 1
        return self.lines[index - 1 : end + 1]

    def drop(self, pattern: str, number: int = 0) -> int:
        """Take a line of the game out, with its mark and its proofs; gives where it stood."""
        entry, index = self.entry(pattern, number), self.at(pattern, number) - 1
        del self.lines[index : index + len(entry)]
        return index

    def proof(
        self, key: str, phase: int, dice: str, label: str, index: int = 1, version: int = 2
    ) -> tuple[str, str]:
        """A roll as it follows from a secret, and the proof of it."""
        count, sides = map(int, dice.split("d"))
        secret = self.secrets[phase]
        roll = Roll(count, sides, faces(secret, key, label, index, count, sides, version))
        more = f" #{index}" if index > 1 else ""
        return str(
            roll
        ), f"# roll {key} by seal {phase} {seal_of(secret)[:16]}: {roll} for {label}{more}"

    def again(self, pattern: str, number: int = 0, **change: str | int) -> None:
        """Roll a line anew, with another key, phase, dice, label, index or version.

        Line and proof agree.
        """
        index = self.at(pattern, number)
        found = _PROOF.fullmatch(self.lines[index + 1])
        assert found
        key, phase, _, count, sides, label, nth = found.groups()
        values = {
            "key": key, "phase": int(phase), "dice": f"{count}d{sides}", "label": label,
            "index": int(nth or 1),
        }  # fmt: skip
        roll, self.lines[index + 1] = self.proof(**{**values, **change})  # type: ignore[arg-type]
        self.lines[index] = re.sub(_ROLL, roll, self.lines[index])
        if "key" in change:
            self.lines[index - 1] = f"# line {change['key']}"


Change = Callable[[Forger], object]
_CLIMB, _BET, _DIG, _BEA = (
    r"Z Ann: climb high", r"Z Ann: choose red", r"Z Ann: dig", r"Z Bea: climb high",
)  # fmt: skip


def _in_both(log: Forger) -> None:
    index = log.at(_CLIMB)
    for at in (index, index + 1):
        log.lines[at] = re.sub(r"\((\d+)\) = \1", "(7) = 7", log.lines[at])


def _in_line(log: Forger) -> None:
    index = log.at(_CLIMB)
    log.lines[index] = re.sub(r"\((\d+)\) = \1", "(7) = 7", log.lines[index])


def _as_stated(log: Forger) -> None:
    index = log.drop(_CLIMB)
    log.insert(index, "2024-01-05T12:05:00Z Ann: climb high -- 1d100000000 (7) = 7")


def _another_secret(log: Forger) -> None:
    log.sub(r"^(# secret 1 \S+ ).*", rf"\g<1>{OWN.hex()}")


def _exchanged_secrets(log: Forger) -> None:
    one, two = log.at("^# secret 1 "), log.at("^# secret 2 ")
    a, b = log.lines[one].split(), log.lines[two].split()
    log.lines[one], log.lines[two] = " ".join([*a[:4], b[4]]), " ".join([*b[:4], a[4]])


def _late_seal(log: Forger) -> None:
    seal = log.lines.pop(log.at("^# seal 1 "))
    log.insert(log.at("^# seal 3 "), seal)


def _own_seal(log: Forger, instead: str = "") -> None:
    """Another secret for the rolls from the line on."""
    log.insert(log.at(_BET) - 1, f"# seal 1 sha256:{seal_of(OWN)} at 2024-01-05T12:13:00Z{instead}")
    log.secrets = {**log.secrets, 1: OWN}
    log.again(_BET)


def _in_place(log: Forger) -> None:
    _own_seal(log, f" in place of sha256:{seal_of(log.secrets[1])}")


def _lost_twice(log: Forger) -> None:
    _in_place(log)
    old = seal_of(OWN)
    log.insert(
        log.at(_DIG) - 1,
        f"# seal 1 sha256:{'ab' * 32} at 2024-01-05T12:15:00Z in place of sha256:{old}",
    )


def _lost_then_found(log: Forger) -> None:
    seal = seal_of(log.secrets[1])
    log.insert(log.at("^# secret 1 "), f"# secret 1 sha256:{seal} lost")


def _one_for_two(log: Forger) -> None:
    seal = seal_of(log.secrets[1])
    log.sub(r"^(# seal 3 )sha256:\w+", rf"\g<1>sha256:{seal}")


def _backdated(log: Forger) -> None:
    log.sub(r"^(# seal 3 .* at )\S+", r"\g<1>2024-01-05T12:04:00Z")


def _repeat(log: Forger) -> None:
    """The better roll of two stands in both lines, without a proof in the second."""
    roll = re.search(_ROLL, log.lines[log.at(_CLIMB)])
    assert roll
    index = log.at(_CLIMB, 1)
    log.lines[index] = re.sub(_ROLL, roll[0], log.lines[index])
    del log.lines[index + 1]


def _retry_hides(log: Forger) -> None:
    log.insert(
        log.at(_DIG) - 1, "# line 3.26.7", "2024-01-05T12:14:00Z Sam: retry 3.18.0 -- 1d6 (6) = 6"
    )


def _retry_keys(log: Forger) -> None:
    """A roll by a line of one's choice: `retry` says which."""
    roll, proof = log.proof("3.18.0", 1, "1d100000000", "the race")
    index = log.drop(_BET)
    log.insert(index, "# line 3.22.0", f"2024-01-05T12:13:00Z Ann: retry 3.18.0 -- {roll}", proof)


def _stated_around(log: Forger) -> None:
    _as_stated(log)
    index = log.at(_CLIMB)
    log.insert(index + 1, "# dice sealed 2")
    log.insert(index, "# dice stated")


def _beacon_around(log: Forger) -> None:
    index = log.at(_CLIMB)
    log.insert(index + 2, "# dice sealed 2")
    log.insert(index - 1, "# dice beacon 2")


def _older_way(log: Forger) -> None:
    index = log.at(_DIG)
    log.again(_DIG, version=1)
    log.insert(index - 1, "# dice sealed")


def _no_source(log: Forger) -> None:
    del log.lines[log.at("^# dice sealed 2")]


def _two_of_three(log: Forger) -> None:
    """The first and the third of a label in one line."""
    key = "3.26.0"
    (one, first), (three, third) = (
        log.proof(key, 1, "2d4", "digging"),
        log.proof(key, 1, "2d4", "digging", 3),
    )
    index = log.drop(_DIG)
    log.insert(
        index, f"# line {key}", f"2024-01-05T12:15:00Z Ann: dig -- {one}, {three}", first, third
    )


def _more(log: Forger) -> None:
    """A roll that the game never asks for."""
    index = log.at(_DIG)
    roll, proof = log.proof("3.26.0", 1, "1d6", "luck")
    log.lines[index] += f", {roll}"
    log.insert(index + 2, proof)


def _twice(log: Forger) -> None:
    """A line that has rolled rolls once more, as the second of its label."""
    roll, proof = log.proof("3.26.0", 1, "2d4", "digging", 2)
    log.insert(log.at(_BEA) - 1, "# line 3.26.0", f"2024-01-05T12:16:00Z Ann: dig -- {roll}", proof)


def _storm(log: Forger) -> None:
    """An event that there was not."""
    _, proof = log.proof("2024-01-05T12:14:00Z@a@storm", 1, "3d100", "the wind")
    log.insert(log.at(_DIG) - 1, "# 2024-01-05T12:14:00Z a storm", proof)


def _wind_later(log: Forger) -> None:
    """An event's roll by a time of one's choice."""
    index = log.at("^# roll .* for the wind")
    log.lines[index] = log.proof("2024-01-06T00:00:01Z@new@day", 1, "3d100", "the wind")[1]


def _stands_by_another_line(log: Forger) -> None:
    """The roll of a bet, said to stand from a line that was about something else."""
    roll, proof = log.proof("3.14.0", 1, "1d100000000", "the race")
    index = log.drop(_BET)
    log.insert(index, "# line 3.22.0", "2024-01-05T12:13:00Z Ann: bet red")
    log.insert(
        index, "# line 3.14.0", f"2024-01-05T12:13:00Z Ann: a roll stands: bet -- {roll}", proof
    )


def _left_out(log: Forger) -> None:
    """A line that its author wrote, with its roll."""
    log.drop(_BEA)


def _other_words(log: Forger) -> None:
    log.sub(r"Z Bea: climb high", "Z Bea: climb low")


def _made_anew(log: Forger) -> None:
    """The whole first phase with another secret, which nobody saw before."""
    old, new = seal_of(log.secrets[1]), seal_of(OWN)
    log.secrets = {**log.secrets, 1: OWN}
    log.lines = [line.replace(old, new) for line in log.lines]
    log.sub(r"^(# secret 1 \S+ ).*", rf"\g<1>{OWN.hex()}")
    for index, line in enumerate(log.lines):
        found = _PROOF.fullmatch(line)
        if found and found[2] == "1":
            key, _, _, count, sides, label, nth = found.groups()
            before = re.findall(_ROLL, line)[0]
            roll, log.lines[index] = log.proof(key, 1, f"{count}d{sides}", label, int(nth or 1))
            log.lines[index - 1] = log.lines[index - 1].replace(before, roll)
            if (
                int(sides) > 10**6
            ):  # a roll that can be told from others, where it stands and is used later
                log.lines = [each.replace(before, roll) for each in log.lines]


# fmt: off
TAMPERINGS: tuple[tuple[str, str, Change], ...] = (
    ("another face in a line", "log", _in_line),
    ("another face in a proof", "log",
     lambda log: log.sub(r"(# roll .*)\((\d+)\) = \d+", r"\1(7) = 7")),
    ("another face in both", "log", _in_both),
    ("two lines exchanged", "log", lambda log: log.swap(_CLIMB, _CLIMB, 0, 1)),
    ("two identities exchanged", "log", lambda log: log.swap(r"^# line", r"^# line", 0, 1)),
    ("two proofs exchanged", "log", lambda log: log.swap(r"^# roll", r"^# roll", 0, 1)),
    ("a proof left out", "log", lambda log: log.lines.pop(log.at(r"^# roll"))),
    ("a proof that cannot be read", "log",
     lambda log: log.sub(r"^(# roll .*)1d100000000", r"\1a die")),
    ("an identity left out", "log", lambda log: log.lines.pop(log.at(_CLIMB) - 1)),
    ("a line passed off as stated", "log", _as_stated),
    ("a line with no `# dice` above it", "log", _no_source),
    ("another secret", "log", _another_secret),
    ("the secrets of two phases exchanged", "log", _exchanged_secrets),
    ("a seal below its rolls", "log", _late_seal),
    ("a seal with an earlier time than lines above it", "log", _backdated),
    ("a secret that never comes", "log", lambda log: log.lines.pop(log.at("^# secret 1 "))),
    ("a secret said to be lost", "log", lambda log: log.sub(r"^(# secret 1 \S+ ).*", r"\1lost")),
    ("a secret said to be lost, then published", "log", _lost_then_found),
    ("a second seal for a phase", "log", _own_seal),
    ("a second seal in place of one that is not lost", "log", _in_place),
    ("secrets lost twice", "log", _lost_twice),
    ("one secret for two phases", "log", _one_for_two),
    ("the seal of a phase that has not begun", "log", lambda log: log.again(_BET, phase=2)),
    ("the seal of a phase whose secret is out", "log", lambda log: log.again(_CLIMB, 1, phase=1)),
    ("the third roll of a label where the first was due", "log",
     lambda log: log.again(_DIG, index=3)),
    ("the first and third roll of a label", "log", _two_of_three),
    ("a roll by a line that has rolled", "log", _twice),
    ("an earlier roll repeated without a proof", "log", _repeat),
    ("a roll in a line that begins with `retry`", "log", _retry_hides),
    ("`# dice stated` around one line", "log", _stated_around),
    ("`# dice beacon` around one line", "log", _beacon_around),
    ("an older way to make faces", "log", _older_way),
    ("an unknown source of dice", "log", lambda log: log.sub("^# dice sealed 2", "# dice mine 2")),
    ("a roll for something else", "game", lambda log: log.again(_CLIMB, label="diving")),
    ("a roll of fewer dice", "game", lambda log: log.again(_DIG, dice="1d4")),
    ("a roll of dice with more sides", "game", lambda log: log.again(_DIG, dice="2d8")),
    ("a roll that the game does not ask for", "game", _more),
    ("a roll keyed by another line through `retry`", "game", _retry_keys),
    ("a roll that stands from a line about something else", "log", _stands_by_another_line),
    ("an event's roll left out", "game", lambda log: log.lines.pop(log.at("for the wind"))),
    ("an event's roll by another time", "game", _wind_later),
    ("an event that there was not", "game", _storm),
    ("a revision that does not exist", "wiki", lambda log: log.again(_DIG, key="3.99999.0")),
    ("a revision of another page", "wiki",
     lambda log: log.again(_DIG, key=log.others["other page"])),
    ("a line of somebody else that the log has", "log",
     lambda log: log.again(_DIG, key=log.others["Bea's"])),
    ("a line that the revision does not have", "wiki", lambda log: log.again(_DIG, key="3.26.4")),
    ("a line before it was written", "wiki",
     lambda log: log.sub(r"T12:13:00Z Ann", "T12:11:30Z Ann")),
    ("a phase made anew with another secret", "wiki", _made_anew),
    ("a line omitted together with its roll", "edits", _left_out),
    ("a line whose words differ", "wiki", _other_words),
)
# fmt: on
