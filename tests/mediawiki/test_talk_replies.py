"""The bot's replies as the server and its discussion tools see them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.mediawiki.server import Server
from tests.wikitext.action_lines import action_lines
from tests.wikitext.cases import Case, case_params
from wikibot.wikitext.escape import show
from wikibot.wikitext.lines import Signature, read_line, sections, signature, split_signature
from wikibot.wikitext.own_marks import insert_replies, replies_below, reply_text, verdict_below

PAGE = "Talk:Actions"
LINES = Path(__file__).parent.parent / "wikitext" / "lines.txt"


def _played(server: Server, *lines: tuple[str, str], verdict: str = "done") -> str:
    """The page after people wrote their lines and the bot answered them all."""
    server.client("Steward").edit(PAGE, "== Actions ==\n")
    for user, line in lines:
        server.client(user).edit(PAGE, append=f"\n{line} ~~~~")
    wikibot = server.client("Wikibot")
    before = wikibot.text(PAGE)
    replies = [(line.number, reply_text(verdict, show(line.text))) for line in action_lines(before)]
    wikibot.edit(PAGE, insert_replies(before, replies, signature("Wikibot", datetime.now(UTC))))
    return wikibot.text(PAGE)


def _comments(items: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Authors of replies by the author and level of the comment that they answer."""
    found: dict[str, list[str]] = {}
    for item in items:
        if item["type"] == "comment":
            found.setdefault(item["author"], []).extend(
                reply["author"] for reply in item["replies"]
            )
        for author, replies in _comments(item.get("replies", [])).items():
            found.setdefault(author, []).extend(replies)
    return found


def _threads(server: Server) -> dict[str, list[str]]:
    info = server.client("Bob").api(
        action="discussiontoolspageinfo", page=PAGE, prop="threaditemshtml"
    )
    return _comments(info["discussiontoolspageinfo"]["threaditemshtml"])


@pytest.mark.usefixtures("discussion_tools")
@pytest.mark.parametrize(
    ("alice", "bob"),
    [
        ("* move 1", "* join"),
        ("# move 1", "# join"),
        ("\nmove 1", "\njoin"),
        ("* move 1", "\njoin"),
    ],
    ids=["bullets", "numbers", "paragraphs", "mixed"],
)
def test_discussion_tools_show_replies_of_the_bot(
    mediawiki_143: Server, alice: str, bob: str
) -> None:
    """Each action is a comment by its player, and a question of the bot a reply to it."""
    _played(mediawiki_143, ("Alice", alice), ("Bob", bob), verdict="needs")

    assert _threads(mediawiki_143) == {"Alice": ["Wikibot"], "Bob": ["Wikibot"], "Wikibot": []}


@pytest.mark.usefixtures("discussion_tools")
@pytest.mark.parametrize("verdict", ["done", "cant", "huh", "held"])
@pytest.mark.parametrize(
    ("alice", "bob"),
    [("* move 1", "* join"), ("\nmove 1", "\njoin")],
    ids=["bullets", "paragraphs"],
)
def test_discussion_tools_pass_over_answers_that_ask_nothing(
    mediawiki_143: Server, alice: str, bob: str, verdict: str
) -> None:
    """Those who follow the page are notified of what people write, not of each answer to it."""
    _played(mediawiki_143, ("Alice", alice), ("Bob", bob), verdict=verdict)

    assert _threads(mediawiki_143) == {"Alice": [], "Bob": []}


def test_the_bot_knows_its_replies_again(mediawiki: Server) -> None:
    """As the server stored them, the replies are the bot's,
    with their verdicts, and no action is below another.
    """
    page = _played(mediawiki, ("Alice", "* move 1"), ("Bob", "# join"), ("Carol", "leave"))

    verdicts = [
        verdict_below(page.split("\n"), line.number, "Wikibot") for line in action_lines(page)
    ]

    assert (
        verdicts,
        [len(replies_below(page.split("\n"), line.number)) for line in action_lines(page)],
    ) == (["done"] * 3, [1] * 3)


SAID = ("move 1 2 -- 2d4 (1, 3) = 4", "ping [[User:Bob|Bob]]", "gift [[Fish]]")
TILDES = ("~~~~", " ~~~~", " --~~~~", " — ~~~~", " <small>~~~~</small>")


def test_signatures_of_the_server_come_off(mediawiki: Server) -> None:
    """What four tildes become is taken off again, whatever the action ends in."""
    alice = mediawiki.client("Alice")
    lines = [said + tildes for said in SAID for tildes in TILDES]
    alice.edit(PAGE, "\n".join(lines))

    found = [split_signature(line) for line in alice.text(PAGE).split("\n")]

    assert [line for line, _ in found] == [said for said in SAID for _ in TILDES]
    assert {(each.user, each.timestamp is None) for _, each in found} == {("Alice", False)}


@pytest.mark.parametrize(
    "nickname",
    [
        "'''[[User:Alice|A]]''' <sup>[[User talk:Alice|talk]]</sup>",
        (
            '<span style="color:#900">[[user:alice|Lady&nbsp;A]]</span> &bull; '
            "[[Special:Contributions/Alice|edits]]"
        ),
        "[[User:Alice|Alice in W.]]",
    ],
)
def test_signatures_of_their_own_making_come_off(mediawiki: Server, nickname: str) -> None:
    """People's own signatures are read like the server's own."""
    alice = mediawiki.client("Alice")
    alice.act("options", change="fancysig=1", optionname="nickname", optionvalue=nickname)
    alice.edit(PAGE, "take garbage -- ~~~~")

    found, signature = split_signature(alice.text(PAGE))

    assert (found, signature.user, signature.timestamp is None) == ("take garbage", "Alice", False)


def test_three_and_five_tildes(mediawiki: Server) -> None:
    """A name without a time and a time without a name come off as well."""
    alice = mediawiki.client("Alice")
    alice.edit(PAGE, "* join ~~~\n* leave ~~~~~")

    lines = [read_line(raw) for raw in alice.text(PAGE).split("\n")]

    assert [(line.text, line.signature.user, bool(line.signature.timestamp)) for line in lines] == [
        ("join", "Alice", False),
        ("leave", None, True),
    ]
    assert lines[0].signature == Signature("Alice")


HEADINGS = (
    "<!--\n== A ==\n-->\n== B ==", "<nowiki>\n== A ==\n</nowiki>\n== B ==",
    "<pre>\n== A ==\n</pre>\n== B ==",
    "{{Box|\n== A ==\n", "'''never closed\n== A ==", "[[never closed\n== A ==",
    "== ''A ==\n== B'' ==", "== A == more",
    " == A ==", "=== A ==", "== A ===", "======== A ========", "== A == <!-- b --> <!-- c -->",
    "==\n===\n=====",
    "== [[A|B]] ==\n=== C ===", "== A ==\t ", "<includeonly>\n== A ==\n</includeonly>\n== B ==",
    "<noinclude>\n== A ==\n</noinclude>", "== A <!-- b\nc -->==", "== A ==<!-- b\nc -->\n== D ==",
    "x\n== A ==\n{|\n== B ==\n|}", "<gallery>\n== A ==\n</gallery>", "<pre>\n== A ==",
    "== A {{x ==\n== B }} ==",
)  # fmt: skip


@pytest.mark.parametrize("page", HEADINGS)
def test_sections_are_those_of_the_server(mediawiki: Server, page: str) -> None:
    """Titles and levels are those that the server gives for the same page."""
    found = mediawiki.anonymous().api(
        action="parse", text=page, prop="sections", contentmodel="wikitext"
    )["parse"]

    theirs = [
        (int(each["level"]), " ".join(read_line(each["line"]).text.split()))
        for each in found["sections"]
    ]

    assert [(each.level, each.title) for each in sections(page)] == theirs


@pytest.mark.parametrize("case", case_params(LINES))
def test_action_lines_can_be_seen(mediawiki_143: Server, case: Case) -> None:
    """Whatever counts as an action in lines.txt is seen by readers of the page."""
    seen = mediawiki_143.client("Bob").html(
        case.text.replace("move", "[[move]]").replace("join", "[[join]]")
    )

    wanted = {
        word
        for mark, text in case.page
        for word in ("move", "join")
        if mark == "A" and word in text
    }
    assert all(f'title="{word.capitalize()} (page does not exist)"' in seen for word in wanted)
