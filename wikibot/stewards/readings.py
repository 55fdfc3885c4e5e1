"""Lines that give readings: ``reading "the first words ...": PLAIN SENTENCES``; and words meaning.

They stand on the actions page, where players write them, or on the steward page. The words need
only be enough to tell the sentence. Alone they show what there is; ``none`` takes a reading away,
``confirm`` has one hold again whose sentence has other words now. A reading that is not understood
whole is not given: the answer says why. What comes of a line is a row of the readings page.

``register "WORDS": MEANING`` says what words mean in all sentences that have no reading. The answer
shows each sentence that is read otherwise then, and it counts once ``confirm`` stands before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine.orders import LONGEST_READING, READING
from wikibot.game.game import Game
from wikibot.game.ruleset.implementations import FOR_PEOPLE, HELD, SentenceFinding
from wikibot.game.ruleset.readings import AS_NOTHING, ROW, WORD, GivenReading, shown_text, wording
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.escape import shortened
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.regex import regex

_LOGGED = regex(
    r"# (?P<at>\S+Z) reading (?P<what>added|changed|taken away) by (?P<who>.+?): "
    r'(?:"(?P<said>.*)" is played as: (?P<means>.*)|(?P<words>.*) means (?P<mean>.*))'
)
_WAITS = later("{}. What you save on the readings page waits there until a steward accepts it")
NONE, CONFIRM = ("none", "remove", "take away"), ("confirm", "confirmed", "keep", "yes")
_MOST_NAMED, _MOST_TOLD = 4, 40
_LONGEST_WORDS = 100  # letters of words of the register, and of what they mean
_SHOWN = 200
_DIGITS = 4  # of what may be the number of an offer


def given_in(lines: Sequence[str]) -> list[tuple[datetime, GivenReading]]:
    """The readings that lines gave, as a log has them, each with when it counted from."""
    found = [each for each in map(_LOGGED.fullmatch, lines) if each]
    return [
        (parse_time(each["at"]), GivenReading(said, means, each["who"], table=table))
        for each in found
        if " in revision " not in each["who"]
        for said, table in ((each["said"], ROW) if each["said"] else (each["words"], WORD),)
        for means in ("" if each["what"] == "taken away" else each["means"] or each["mean"],)
    ]


class SentenceReader:
    """What can have a reading, and what would come of one. ``page``: the gamestate page."""

    def __init__(self, game: Game[Any], book: Rulebook, page: str, now: datetime) -> None:
        self.game, self.book, self.page, self.now = game, book, page, now

    def findings(self, book: Rulebook) -> Sequence[SentenceFinding]:
        every = self.game.sentences(self.page, book, self.now, offering=True)
        return [each for each in every if each.takes]

    def rows_in(self, orders: Sequence[Action]) -> Iterator[GivenReading]:
        """The rows that lines give if they are understood, for a page that is still to be made."""
        findings = self.findings(self.book)
        for each in orders:
            line = GivenByLine(self.game, self.book, self.page, self.now, each)
            for at in _meant(line.words, [f.text for f in findings])[: line.table == ROW]:
                yield GivenReading(findings[at].bound_to, offered(findings[at], line.means))

    def with_reading(
        self, finding: SentenceFinding, means: str, by: str, before: Sequence[SentenceFinding]
    ) -> tuple[GivenReading | None, str]:
        """The row by which a sentence gets another reading, and how it is played then.

        None where the reading is not understood whole. ``before``: the findings without it.
        """
        old = finding.row.wording if finding.row else ""
        change = GivenReading(finding.bound_to, means, by, old)
        after = self.findings(self.book.with_rows(change))
        now = next((each for each in after if each.text == finding.text), finding)
        if means and not now.played and now.row and not now.row.kind:
            return None, say("not taken over: {}", shown(now))
        others = _others(before, after, finding.text)
        said = say("from now on: {}", shown(now))
        said += say("; it also changes how these are read: {}", others) if others else ""
        return change, said


class GivenByLine(SentenceReader):
    """One such line, by what counts when it is carried out. ``page``: the gamestate page."""

    def __init__(
        self, game: Game[Any], book: Rulebook, page: str, now: datetime, order: Action
    ) -> None:
        super().__init__(game, book, page, now)
        self.order = order
        found = READING.match(order.text)
        self.words = (found["quoted"] or found["name"] or "").strip(" .…") if found else ""
        self.means = (found["means"] or "").strip() if found else ""
        self.asks = found is None or found["means"] is None
        is_word = found is not None and found["what"].casefold() == WORD
        self.table, self.sure = (WORD if is_word else ROW), bool(found and found["sure"])

    def carried_out(self, objection: str) -> tuple[Outcome, GivenReading | None]:
        """The answer, and the row that comes of it. ``objection``: why it may not be given."""
        if objection and not self.asks:
            return self._answer(Verdict.CANT, say(_WAITS, retold(objection)))
        findings = self.findings(self.book)
        if self.table == WORD:
            return self._registered(findings)
        meant = _meant(self.words, [each.text for each in findings])
        if len(meant) > 1:
            named = "; ".join(f'"{_short(findings[at].text)}"' for at in meant[:_MOST_NAMED])
            others = len(meant) - _MOST_NAMED
            more = f" {say('and {} more', others)}" if others > 0 else ""
            said = say("these words begin several sentences: {}{}", named, more)
            return self._answer(Verdict.HUH, said)
        if not meant:
            return self._of_none()
        finding = findings[meant[0]]
        if self.asks:
            return self._answer(Verdict.DONE, shown(finding))
        said = self.means.rstrip(".").casefold()
        if said in NONE:
            if finding.row is None:
                return self._answer(Verdict.CANT, say('"{}" has no reading', _short(finding.text)))
            means = ""
        elif said in CONFIRM:
            if finding.row is None or finding.how != HELD:
                return self._answer(Verdict.CANT, say("nothing of it waits: {}", shown(finding)))
            means = finding.row.means
        elif not (means := offered(finding, self.means)):
            return self._answer(Verdict.HUH, say("there is no such offer: {}", shown(finding)))
        if len(self.means) > LONGEST_READING:
            return self._answer(
                Verdict.HUH, say("a reading has no more than {} letters", LONGEST_READING)
            )
        change, said = self.with_reading(finding, means, self.order.account, findings)
        return self._answer(Verdict.DONE if change else Verdict.HUH, said, change)

    def _registered(self, before: Sequence[SentenceFinding]) -> tuple[Outcome, GivenReading | None]:
        """Words with a meaning; until it is confirmed, what would be read otherwise by it."""
        now = dict(self.book.readings.register).get(self.words)
        means = now or (AS_NOTHING if now is not None else "")
        if self.asks:
            known = say('"{}" means: {}', self.words, means) if means else _no_word(self.words)
            return self._answer(Verdict.DONE, known)
        means = "" if self.means.rstrip(".").casefold() in NONE else self.means
        if (not means and now is None) or max(len(means), len(self.words)) > _LONGEST_WORDS:
            return self._answer(Verdict.CANT, _no_word(self.words))
        change = GivenReading(self.words, means, self.order.account, table=WORD)
        after = self.findings(self.book.with_rows(change))
        others = _others(before, after, "", _MOST_TOLD) or say("none")
        if self.sure:
            said = say('from now on "{}" means: {}', self.words, means or say("none"))
            return self._answer(Verdict.DONE, said, change)
        said = say("read otherwise by it: {}; `confirm` before your line has it count", others)
        return self._answer(Verdict.NEEDS, said)

    def _of_none(self) -> tuple[Outcome, GivenReading | None]:
        """Words that begin no sentence; a row of the readings page perhaps."""
        state = self.game.read(self.page, self.book, self.now).state
        astray = [given for given, _ in self.game.readings_astray(state, self.book)]
        meant = _meant(self.words, [each.wording for each in astray])
        if len(meant) != 1:
            said = say('no sentence of the ruleset begins with "{}"', _short(self.words))
            return self._answer(Verdict.HUH, said)
        given = astray[meant[0]]
        gone = say('"{}" is nowhere on the ruleset page, so its reading does nothing',
                   _short(given.wording))  # fmt: skip
        if self.means.rstrip(".").casefold() not in NONE:
            return self._answer(Verdict.DONE if self.asks else Verdict.CANT, gone)
        change = GivenReading(given.sentence, "", self.order.account)
        return self._answer(Verdict.DONE, say("{}: taken away", gone), change)

    def _answer(
        self, verdict: Verdict, text: str, change: GivenReading | None = None
    ) -> tuple[Outcome, GivenReading | None]:
        return Outcome(self.order, verdict, text, self.order.account, logged=""), change


def offered(finding: SentenceFinding, means: str) -> str:
    """What somebody wrote as a reading, or the offer of that number; "" where there is none."""
    said = means.strip().rstrip(".")
    if not (said.isascii() and said.isdecimal() and len(said) < _DIGITS):
        return means
    place = int(said) - 1
    return finding.offers[place].text if 0 <= place < len(finding.offers) else ""


def shown(finding: SentenceFinding) -> str:
    """How a sentence is played, in words."""
    text = _short(finding.text)
    given = _short(finding.row.means) if finding.row and not finding.row.kind else ""
    if finding.how == HELD:
        return say('"{}" is held: {}', text, finding.why) + (
            say("; the reading was: {}; `reading ...: confirm` has it hold again", given)
            if given else ""
        )  # fmt: skip
    if finding.played:
        said = say('"{}" is played as: {}', text, finding.says)
        return said + (say(" (the reading: {})", given) if given else "")
    why = finding.why.strip("; ") or say("it is not understood")
    unknown = say(', from "{}" on', finding.unknown) if finding.unknown else ""
    said = say('"{}" is for people: {}{}', text, why, unknown)
    said += say("; recognised: {}", _bones(finding)) if finding.skeleton else ""
    ways = list[str]()
    for number, each in enumerate(finding.offers, start=1):
        without = say(" (without: {})", "; ".join(each.left_out)) if each.left_out else ""
        ways.append(f"{number}. {each.text}{without}")
    take = say("; it may mean: {} Take one by `reading ...: 1`", " ".join(ways))
    return said + (take if ways else "")


def _bones(finding: SentenceFinding) -> str:
    return " · ".join((*finding.skeleton, *filter(None, (finding.wanting,))))


def _no_word(words: str) -> str:
    return say('"{}" is not in the register', _short(words))


def _others(
    before: Sequence[SentenceFinding],
    after: Sequence[SentenceFinding],
    but: str,
    most: int = _MOST_NAMED,
) -> str:
    """The other sentences that are read otherwise, each with how."""
    was = {each.text: (each.played, each.says) for each in before}
    found = [
        f'"{_short(each.text)}": {each.says or FOR_PEOPLE}'
        for each in after
        if each.text != but and was.get(each.text) != (each.played, each.says)
    ]
    more = (say("and {} more", len(found) - most),) if len(found) > most else ()
    return "; ".join((*found[:most], *more))


def _meant(words: str, texts: Sequence[str]) -> list[int]:
    """The places of the sentences that some words may mean: whole, their beginning, or a part."""
    wanted = wording(words).casefold()
    said = [wording(each).casefold() for each in texts]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [at for at, each in enumerate(said) if wanted and fits(each, wanted)]
        if found:
            return found
    return []


def _short(text: str) -> str:
    return shortened(" ".join(text.split()), _SHOWN)


# -- what is for people, and what it may mean ------------------------------------------------------

_BEGIN, _END = "<!-- wikibot: for people -->", "<!-- /wikibot -->"
_HEADERS = (later("For people"), later("What was recognised"), later("It may mean"))
_MOST_UNREAD = 60


def telling_unread(page: str, findings: Sequence[SentenceFinding]) -> str:
    """A readings page with a table that the bot keeps on it, of the sentences for people."""
    start = page.find(_BEGIN)
    end = page.find(_END, start) + len(_END) if start >= 0 else 0
    whole = end > len(_END)
    before, behind = (page[:start], page[end:]) if whole else (f"{page.rstrip()}\n\n", "\n")
    rows = "".join(
        f"|-\n| {shown_text(each.bound_to)} || {shown_text(_bones(each)) or '-'} || "
        f"{_offered(each)}\n"
        for each in findings[:_MOST_UNREAD]
    )
    if not rows:
        return f"{before.rstrip()}{behind}".rstrip() + "\n" if whole else page
    headers = " !! ".join(map(say, _HEADERS))
    table = f'{{| class="wikitable"\n! {headers}\n{rows}|}}'
    return f"{before}{_BEGIN}\n{table}\n{_END}{behind}"


def _offered(finding: SentenceFinding) -> str:
    """The offers with their numbers, and struck what they leave out."""
    found = list[str]()
    for number, each in enumerate(finding.offers, start=1):
        struck = "".join(f" <s>{shown_text(gone)}</s>" for gone in each.left_out)
        found.append(f"{number}. {shown_text(each.text)}{struck}")
    return "<br>".join(found) or "-"
