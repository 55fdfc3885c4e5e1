"""A week of Cycle 15 on a real server by people who never read how lines are written.

They write on a talk page, reply with DiscussionTools, paste what dice bots print, and edit the
gamestate page by hand, once so that it cannot be read. The week begins on the Monday after the
test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.test_discussion_tools import reply as reply_below
from tests.mediawiki.weeks import Asked, Weeks, read_steps
from tests.replies import as_read
from tests.rules.rulesets import RULES
from wikibot.game.scenarios import PlayLine
from wikibot.wikitext.own_marks import VERDICTS

pytestmark = pytest.mark.usefixtures("discussion_tools")

_ANSWER = re.compile(
    r"(?:<span class=\"mw-notalk\">)?(?:<span style=[^>]*>[^<]*</span> )?"
    rf"'''(?P<verdict>{'|'.join(VERDICTS)})''':? ?(?P<text>.*?) ?"
    r"\[\[User:Wikibot"
)
_WAITS = re.compile(r"'''waits'''(.*)")
_REPLY = re.compile(r"to (?P<author>\w+): (?P<text>.*)")


class OwnWords(Weeks):
    """A line ``to Wikibot: TEXT`` is a reply to its last comment."""

    actions = "Talk:Play"

    def _write(self, step: PlayLine) -> None:
        if reply := _REPLY.fullmatch(step.text):
            reply_below(self.person(step.who), self.actions, reply["author"], reply["text"])
        else:
            super()._write(step)

    def told(self) -> list[str]:
        """All answers of the bot, in page order."""
        found = _ANSWER.finditer(as_read(self.steward.text(self.actions)))
        return [f"{each['verdict']}: {each['text']}" for each in found]


def _by_sync(steps: tuple[Asked, ...]) -> Iterator[list[Asked]]:
    """The steps up to each sync, with it."""
    some: list[Asked] = []
    for each in steps:
        some.append(each)
        if not each.step.who:
            yield some
            some = []


def _without(all_: list[str], some: list[str]) -> list[str]:
    rest = list(all_)
    for each in some:
        rest.remove(each)
    return rest


def _fits(answer: str, asked: Asked) -> bool:
    wanted = asked.answer
    return wanted is not None and (
        answer.startswith(f"{wanted.verdict}:") and wanted.words in answer
    )


def test_a_week_in_peoples_own_words(mediawiki_143: Server, tmp_path: Path) -> None:
    """Each line is answered once and as expected;
    a cell that cannot be read is told, and nothing lost.
    """
    weeks = OwnWords(mediawiki_143, tmp_path, RULES["late"])
    said: list[str] = []
    open_: list[Asked] = []
    unexpected, told = list[str](), list[str]()
    for number, some in enumerate(_by_sync(read_steps("cycle15_in_own_words"))):
        (weeks.go_on if number else weeks.play)(some)
        before, said = said, weeks.told()
        told += _WAITS.findall(as_read(weeks.steward.text(weeks.actions)))
        new = _without(said, before)
        open_ += [each for each in some if each.answer]
        for answer in new:
            asked = next((each for each in open_ if _fits(answer, each)), None)
            if asked:
                open_.remove(asked)
            else:
                unexpected.append(answer)

    assert (unexpected, [(each.step.who, each.step.text) for each in open_]) == ([], [])
    assert len(told) == 1  # for one sync, and gone when the cell was mended
    assert "'thirteen' is not" in told[0]
    state, _ = weeks.replayed()
    assert state == json.loads(weeks.wikibot("show", "--json", codes=(0, 1)))
