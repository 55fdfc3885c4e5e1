"""SIGKILL behind changes of what is played: of a sentence, a reading, the register or a column.

People of a village change it and play meanwhile; a stranger tries to. Each line must have been
played by what stood when it was saved, as a reckoning by the pages' histories alone says
(:func:`reckoned`), and nothing of the stranger's ever.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tests.campaign.arena import Arena
from tests.campaign.checks import check
from tests.campaign.history import TOKEN, Rev, answers, histories
from tests.campaign.kills import Kills
from tests.campaign.people import Written
from tests.campaign.report import Violation
from tests.mediawiki.client import ApiError
from tests.mediawiki.server import Server
from wikibot.game.ruleset.readings import GivenReading, written

MEMBERS, STRANGER = ("Alice", "Bob", "Carol"), "Mallory"
READINGS = "Rules/Readings"
BEGAN = 5  # Gold of each, and 3 of Fame where there is such a column
SONGS = ("A merry song is sung by whoever wants to.", "A glad song is sung by whoever wants to.")
RULES = f"""Rules of the village.

== Digging ==
A player may dig: they gain 1 Gold.

== Singing ==
{SONGS[0]}

== Sloth ==
A player rests.

== Pride ==
A player may boast: they gain 1 Fame.

== Sorrow ==
Old songs are sad ones.
"""
STATE = "== Players ==\n{|\n! Player !! Gold\n" + "".join(
    f"|-\n| {name} || {BEGAN}\n" for name in MEMBERS
) + "|}\n"  # fmt: skip
CHEAT = "\n== Cheating ==\nA player may cheat: they gain 90 Gold.\n"
WEEPS = GivenReading("Old songs are sad ones.", "A player may weep: they gain 90 Gold.", STRANGER)
NEVER = ("cheat", "weep")
_DIGS = re.compile(r"may dig: they gain (\d+) Gold")
_ROW = re.compile(
    r"^\| (?P<said>.+?) \|\| A player may sing: they gain (?P<gold>\d+) Gold", re.MULTILINE
)
_RESTS = re.compile(r"^\| rests \|\| may rest: they gain (\d+) Gold", re.MULTILINE)
_GIVES = re.compile(r'reading "song is sung": (?:A player may sing: they gain (\d+) Gold|none)')
_MEANS = re.compile(r'confirm register "rests": (?:may rest: they gain (\d+) Gold|none)')


class RuleArena(Arena):
    """A village whose rules change: each change ends a portion, so that it takes many syncs."""

    rules = "generic"
    settling = 60

    def texts(self) -> dict[str, str]:
        return {"Rules": RULES, "State": STATE, "Play": "Write below.\n\n== Actions =="}

    def change(self, who: str, title: str, become: Callable[[str], str]) -> None:
        """Save a page as it is to become; who meets another edit leaves it."""
        client = self.people.client(who)
        base = client.head(title)
        before = client.text(title) if base else ""
        text = become(before)
        if text == before:
            return
        try:
            client.edit(title, text, **({"baserevid": base} if base else {"createonly": True}))
        except ApiError as error:
            if error.code not in ("editconflict", "articleexists"):
                raise
        else:
            self.note(f"{who} changes {title}")

    def says(self, who: str, text: str) -> Written:
        """A line."""
        self.note(f"{who}: {text}")
        return self.people.write_as(who, text)

    def broken(self, secrets: list[str]) -> list[Violation]:
        titles = ("Rules", READINGS, "State", "Play")
        rules, readings, state, play = histories(self.people.client("Steward"), titles)
        found = check(self.people, secrets, replayed=False)
        return [*found, *misplayed(self.people.lines, rules, readings, state, play)]


# -- what people do --------------------------------------------------------------------------------


def _sentence(arena: RuleArena, rng: Random, who: str) -> None:
    what = rng.random()
    if what < 0.5:
        digs = f"may dig: they gain {rng.randint(1, 9)} Gold"
        arena.change(who, "Rules", lambda page: _DIGS.sub(digs, page))
    elif what < 0.85:
        old, new = rng.sample(SONGS, 2)
        arena.change(who, "Rules", lambda page: page.replace(old, new))
    else:
        add = rng.random() < 0.7

        def cheats(page: str) -> str:
            return page.replace(CHEAT, "") + (CHEAT if add else "")

        arena.change(STRANGER, "Rules", cheats)


def _reading(arena: RuleArena, rng: Random, who: str) -> None:
    sings, what = f"A player may sing: they gain {rng.randint(1, 9)} Gold.", rng.random()
    if what < 0.4:
        arena.says(who, f'reading "song is sung": {sings}')
    elif what < 0.5:
        arena.says(who, 'reading "song is sung": none')
    elif what < 0.8:
        row = GivenReading(rng.choice(SONGS), sings, who)
        arena.change(who, READINGS, lambda page: written(page, (row,)))
    elif what < 0.9:
        arena.says(STRANGER, 'reading "Old songs": A player may weep: they gain 90 Gold.')
    else:
        arena.change(STRANGER, READINGS, lambda page: written(page, (WEEPS,)))


def _register(arena: RuleArena, rng: Random, who: str) -> None:
    rests, what = f"may rest: they gain {rng.randint(1, 9)} Gold", rng.random()
    if what < 0.4:
        arena.says(who, f'confirm register "rests": {rests}')
    elif what < 0.55:
        arena.says(who, 'confirm register "rests": none')
    elif what < 0.85:
        word = GivenReading("rests", rests, table="register")
        arena.change(who, READINGS, lambda page: written(page, (word,)))
    else:
        arena.says(STRANGER, f'confirm register "rests": {rests}')


def _column(arena: RuleArena, rng: Random, who: str) -> None:
    """What some boast of, once it is there; then others."""

    def wider(page: str) -> str:
        name = "Fame" if "!! Fame" not in page else f"Rank {page.count('!!')}"
        page = re.sub(r"^! Player !!.*", rf"\g<0> !! {name}", page, count=1, flags=re.MULTILINE)
        rows = rf"^\| (?:{'|'.join(MEMBERS)}) \|\| \d.*"
        return re.sub(rows, r"\g<0> || 3", page, flags=re.MULTILINE)

    arena.change(who, "State", wider)


CHANGES = {"sentence": _sentence, "reading": _reading, "register": _register, "column": _column}


class RuleKills(Kills):
    """One round of kills behind changes of one kind, with others in between."""

    arena: RuleArena

    def __init__(self, server: Server, rng: Random, usual: float, kind: str) -> None:
        super().__init__(RuleArena(server, rng), rng, usual)
        self.change, self.counted = CHANGES[kind], f"kills with a {kind}"
        self.arena.ended(self.arena.bots[0].sync(), "what stands then counts")

    def work(self) -> None:
        rng = self.rng
        self.meanwhile(rng)
        self.change(self.arena, rng, rng.choice(MEMBERS))
        self.meanwhile(rng)
        if rng.random() < 0.3:
            rng.choice([*CHANGES.values()])(self.arena, rng, rng.choice(MEMBERS))
            self.meanwhile(rng)

    def meanwhile(self, rng: Random) -> None:
        said = rng.choice(("dig", "sing", "sing", "rest", "rest", "boast", *NEVER))
        self.arena.says(rng.choice(MEMBERS), said)


# -- what must have come of it ---------------------------------------------------------------------


def misplayed(
    lines: dict[str, Written],
    rules: Sequence[Rev],
    readings: Sequence[Rev],
    state: Sequence[Rev],
    play: Sequence[Rev],
) -> list[Violation]:
    """Lines that were played by what did not count, and what players have other than of theirs."""
    given = answers(play[-1].text)
    done = {token for token, said in given.items() if any(verdict == "done" for verdict, _ in said)}
    reckoning = reckoned(lines, rules, readings, play)
    wanted, gold = reckoning.done, reckoning.gold
    found = [
        Violation("rule nobody agreed to", f"{each.who}: {each.text} {given.get(token)}")
        for token, each in lines.items()
        if (token in done) != wanted.get(token, token in done)
    ]
    boasts = Counter(each.who for token, each in lines.items()
                     if token in done and "boast" in each.text)  # fmt: skip
    for name in MEMBERS:
        row = next(e for e in state[-1].text.splitlines() if e.startswith(f"| {name} ||"))
        cells = [each.strip() for each in row.split("||")]
        has, fame = int(cells[1]), int(cells[2]) if len(cells) > 2 else 0
        famous = 3 + boasts[name] if len(cells) > 2 else 0
        if (has, fame) != (BEGAN + gold[name], famous):
            what = f"{name} has {has} Gold and {fame} Fame, not {BEGAN + gold[name]} and {famous}"
            found.append(Violation("rule nobody agreed to", what))
    return found


class Reckoning:
    """What counts after each revision, and what comes of lines: which must be ``done``, by token,
    and the ``gold`` that they bring.
    """

    def __init__(self) -> None:
        self.done, self.gold = dict[str, bool](), Counter[str]()
        self.dug, self.song, self.rest = 1, SONGS[0], 0
        self.sung: dict[str, int] = {}  # what singing brings by the readings of both songs

    def rules(self, page: str) -> None:
        """A member saved the ruleset page."""
        self.dug = int(_DIGS.findall(page)[0])
        self.song = next(each for each in SONGS if each in page)

    def readings(self, before: str, page: str) -> None:
        """A member saved the readings page: the rows count that are other ones than before."""
        old, new = (
            {each["said"]: int(each["gold"]) for each in _ROW.finditer(text)}
            for text in (before, page)
        )
        self.sung |= {said: gold for said, gold in new.items() if gold != old.get(said)}
        was, rests = (_RESTS.findall(text) for text in (before, page))
        self.rest = int(rests[0]) if rests and rests != was else self.rest

    def line(self, token: str, who: str, text: str) -> None:
        """Somebody wrote a line."""
        gives, means = _GIVES.search(text), _MEANS.search(text)
        if "reading" in text or "register" in text:
            may = who in MEMBERS
            known = self.sung if gives else self.rest
            self.done[token] = may and bool((gives or means or [0, 0])[1] or known)
            if may and gives:
                if self.song not in self.sung:  # that of the words before takes these
                    self.sung.clear()
                self.sung.pop(self.song, None)
                self.sung |= {self.song: int(gives[1])} if gives[1] else {}
            elif may and means:
                self.rest = int(means[1] or 0)
            return
        verb = text.split()[1]
        brings = {"dig": self.dug, "sing": self.sung.get(self.song, 0), "rest": self.rest}
        if verb in (*brings, *NEVER):
            self.done[token] = brings.get(verb, 0) > 0
            self.gold[who] += brings.get(verb, 0)


def reckoned(
    lines: dict[str, Written], rules: Sequence[Rev], readings: Sequence[Rev], play: Sequence[Rev]
) -> Reckoning:
    """What must have come of all lines, each by what counted when it was saved."""
    found, before, known = Reckoning(), "", set[str]()
    every = [(rev, page) for page in (rules, readings, play) for rev in page]
    for rev, page in sorted(every, key=lambda each: each[0].id):
        is_members = rev.user in MEMBERS
        if page is rules and is_members:
            found.rules(rev.text)
        elif page is readings:
            if is_members:
                found.readings(before, rev.text)
            before = rev.text
        elif page is play and not rev.ours:
            new = [each for each in TOKEN.findall(rev.text) if each not in known]
            for token in dict.fromkeys(new):
                found.line(token, lines[token].who, lines[token].text)
            known.update(new)
    return found
