"""Watched lines: who took one away or changed it, whatever else happened to the page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.for_each import for_each
from wikibot.game.actions import ActionId, Watched
from wikibot.wiki.base import Revision
from wikibot.wiki.blame import touched, touched_actions

NOON = datetime(2024, 1, 5, 12, tzinfo=UTC)
LINE = Watched(
    ActionId(7, 1, 0), "Ann", "propose: More fish", "append «x» to Garbage", "retract P1"
)
MESSAGE = (
    "* propose: More fish [[User:Ann|Ann]] 12:00, 5 January 2024 (UTC)\n*: append «x» to Garbage\n"
)
REPLIED = (
    MESSAGE + "*: '''done''': P1 [[User:Wikibot|Wikibot]] 12:01, 5 January 2024 (UTC)\n* 👍 P1\n"
)
EDITED = MESSAGE.replace("More fish", "More big fish")


def history(*revisions: tuple[str, str | None]) -> list[Revision]:
    """Revisions 1, 2, ... of page 7, each by somebody and with a text (None.

    Hidden), a minute apart.
    """
    return [
        Revision(page_id=7, id=n, parent_id=n - 1, time=NOON + timedelta(minutes=n), user=user,
                 text=text,
                 text_hidden=text is None)
        for n, (user, text) in enumerate(revisions, 1)
    ]  # fmt: skip


def told(*revisions: tuple[str, str | None]) -> list[str]:
    """Who did what in which revision, for a page read through its first revision."""
    found = touched(history(*revisions), 1, [LINE])
    return [
        f"{'edited' if each.edited else 'removed'} by {each.by or '-'} in {each.revision}"
        for each in found
    ]


@for_each(
    "label, later, expected",
    [
        ("it stands", [("Bob", REPLIED)], []),
        ("taken away", [("Bob", REPLIED), ("Ann", "")], ["removed by Ann in 3"]),
        ("changed", [("Ann", EDITED)], ["edited by Ann in 2"]),
        ("text below changed", [("Ann", MESSAGE.replace("«x»", "«y»"))], ["edited by Ann in 2"]),
        (
            "text below taken away",
            [("Ann", MESSAGE.split("\n", maxsplit=1)[0])],
            ["edited by Ann in 2"],
        ),
        ("by somebody else", [("Bob", "")], ["removed by Bob in 2"]),
        ("put back", [("Ann", ""), ("Bob", MESSAGE)], []),
        (
            "put back and taken away again",
            [("Ann", ""), ("Bob", MESSAGE), ("Ann", "")],
            ["removed by Ann in 4"],
        ),
        ("first of two counts", [("Bob", ""), ("Ann", "nothing")], ["removed by Bob in 2"]),
        ("moved and re-indented", [("Bob", "== Old ==\n*" + MESSAGE.replace("*:", "**:"))], []),
        ("hidden between", [("Ann", None), ("Bob", "")], ["removed by - in 3"]),
        ("more below it", [("Ann", MESSAGE + "*: and please vote\n")], []),
    ],
)
def test_who_touched_a_watched_line(
    label: str, later: list[tuple[str, str | None]], expected: list[str]
) -> None:
    """It is found by what the page says at its newest revision, and was said last."""
    del label

    assert told(("Ann", MESSAGE), *later) == expected


def test_a_line_whose_text_stands_elsewhere_is_watched_alone() -> None:
    """What approves a proposal as it is need not say its text again."""
    line = Watched(ActionId(7, 1, 0), "Ann", "approve P1", "append «x» to Garbage", "retract P1")
    found = touched(history(("Ann", MESSAGE + "* approve P1\n"), ("Ann", MESSAGE)), 1, [line])
    stands = touched(
        history(("Ann", MESSAGE + "* approve P1\n"), ("Bob", "* approve P1\n")), 1, [line]
    )

    assert [(each.by, each.edited) for each in found] == [("Ann", False)]
    assert stands == ()


def test_a_line_that_was_gone_before_is_not_found_again() -> None:
    """What was remarked upon at one sync is not at the next."""
    assert touched(history(("Ann", MESSAGE), ("Bob", "")), 2, [LINE]) == ()


def test_only_the_author_takes_a_line_back() -> None:
    """The author's touch is an order of theirs at that time; anybody else's is none."""
    own = touched_actions(touched(history(("Ann", MESSAGE), ("Ann", "")), 1, [LINE]))
    other = touched_actions(touched(history(("Ann", MESSAGE), ("Bob", "")), 1, [LINE]))

    assert [(a.account, a.text, a.time, a.id.revision) for a in own] == [
        ("Ann", "retract P1", NOON + timedelta(minutes=2), 2)
    ]
    assert other == ()
