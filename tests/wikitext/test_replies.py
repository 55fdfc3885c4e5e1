"""Replies under lines: read, and added."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.wikitext.action_lines import action_lines
from tests.wikitext.nasty import NASTY
from wikibot.game.actions import Verdict
from wikibot.wikitext.escape import answer_wikitext, linkable, names_in, show
from wikibot.wikitext.lines import split_signature
from wikibot.wikitext.own_marks import (
    VERDICTS,
    answered_identity,
    insert_replies,
    read_verdict,
    replace_waiting,
    replies_below,
    reply_text,
    says_waiting,
    verdict_below,
    waiting_text,
    without_place,
)
from wikibot.wikitext.plain import plain

BOT = "[[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 02:25, 5 January 2024 (UTC)"
PAGE_LINES = st.sampled_from(
    ["* join", "# leave", "take garbage", ": hm", "*: no", "*:: !choose 5", "", "== Actions ==",
     "{|", "| a", "|}",
     "<!-- a", "b -->", "<pre>", "</pre>", "{{x|", "}}", "text <!-- open", "; x", "----"]
)  # fmt: skip
SIGN = re.compile(r'<span style="background:(#\w{6});color:#fff[^"]*"> (.) </span> ')
END = "</span>"
QUIET = '<span class="mw-notalk">'


@for_each(
    "page, number, after",
    [
        ("* x\n* y", 0, "* x\n*: R ~~~~\n* y"),
        ("# x\n# y", 0, "# x\n#: R ~~~~\n# y"),
        ("; x", 0, "; x\n:: R ~~~~"),
        (": !x\n* y", 0, ": !x\n:: R ~~~~\n* y"),
        ("x\ny\nz", 1, "x\ny\n: R ~~~~\nz"),
        ("x", 0, "x\n: R ~~~~"),
        ("x\n", 0, "x\n: R ~~~~\n"),
        ("* x\n*: a\n*:: b\n** c\n* y", 0, "* x\n*: a\n*:: b\n** c\n*: R ~~~~\n* y"),
        ("* x\n*: a\n*:: !b\n*: c", 2, "* x\n*: a\n*:: !b\n*::: R ~~~~\n*: c"),
        ("x\n: a\n:: b\n* y", 0, "x\n: a\n:: b\n: R ~~~~\n* y"),
        ("* x\n*: a\n*:: !b", 0, "* x\n*: a\n*:: !b\n*: R ~~~~"),
        ("* x\n\n*: a", 0, "* x\n*: R ~~~~\n\n*: a"),
        ("* x\r\n* y\r\n", 0, "* x\r\n*: R ~~~~\r\n* y\r\n"),
        ("* x\r\n* y", 1, "* x\r\n* y\r\n*: R ~~~~"),
        ("* x <!-- a\nb --> c\n* y", 0, "* x <!-- a\nb --> c\n*: R ~~~~\n* y"),
        ("<!-- a -->* x\n* y", 0, "<!-- a -->* x\n*: R ~~~~\n* y"),
        ("* x <!-- a\n* y", 0, "* x <!-- a\n* y"),
        ("* x <!-- a", 0, "* x <!-- a"),
        ("* x\n*: a <!-- b\n* y", 0, "* x\n*: R ~~~~\n*: a <!-- b\n* y"),
        ("* x\r\n*: a <!-- b\r\n* y", 0, "* x\r\n*: R ~~~~\r\n*: a <!-- b\r\n* y"),
        ("* x <!-- a\nb --> {{c\n|d}} e\n* y", 0, "* x <!-- a\nb --> {{c\n|d}} e\n*: R ~~~~\n* y"),
    ],
)
def test_a_reply_stands_one_level_below_its_line(page: str, number: int, after: str) -> None:
    """It comes after the replies that are there,
    with the line's own marks and one more, and signed.
    """
    assert insert_replies(page, [(number, "R")]) == after


def test_an_answer_of_several_lines_is_one_reply() -> None:
    """Line breaks become breaks within the reply."""
    after = insert_replies("* x", [(0, reply_text("needs", "which?\n5\n6"))])

    assert unsigned(after) == "* x\n*: '''needs''': which?<br>5<br>6 ~~~~"


def test_several_replies_keep_their_order() -> None:
    """Two replies to one line stand as they were given;
    the order of the lines makes no difference.
    """
    assert insert_replies("* x\n* y", [(1, "C"), (0, "A"), (0, "B")]) == (
        "* x\n*: A ~~~~\n*: B ~~~~\n* y\n*: C ~~~~"
    )


def test_replies_to_nested_lines_do_not_cross() -> None:
    """Where a line and one below it are answered at once, each answer stands below its own line."""
    assert (
        insert_replies("* x\n*:: !y", [(0, "X"), (1, "Y")]) == "* x\n*:: !y\n*::: Y ~~~~\n*: X ~~~~"
    )


def test_a_line_that_is_not_there_is_an_error() -> None:
    """A wrong line number is never answered somewhere else."""
    with pytest.raises(IndexError, match="no line 2"):
        insert_replies("* x\n* y", [(2, "R")])


@given(st.lists(PAGE_LINES, min_size=1), st.data(), st.sampled_from(["\n", "\r\n"]))
def test_replies_change_no_other_character(
    raws: list[str], data: st.DataObject, line_break: str
) -> None:
    """Whatever the page looks like, taking the added lines away leaves it as it was."""
    page = line_break.join([*raws, ""])
    numbers = data.draw(st.lists(st.integers(0, len(raws) - 1), max_size=4))
    marked = [(number, f"reply {at}\u00a6") for at, number in enumerate(numbers)]

    after = insert_replies(page, marked)

    added = [raw for raw in after.split(line_break) if "\u00a6" in raw]
    left = line_break.join(raw for raw in after.split(line_break) if "\u00a6" not in raw)
    hidden = without_place(page, numbers)
    assert len(added) == sum(number not in hidden for number in numbers)
    assert left == page


@given(
    st.lists(
        PAGE_LINES.filter(lambda raw: "--" not in raw and "{" not in raw and "<" not in raw),
        min_size=1,
    )
)
def test_an_added_reply_is_found_under_its_line(raws: list[str]) -> None:
    """Every action line that was answered has its answer below it and is an action still;
    no answer is one.
    """
    page = "\n".join(raws)
    actions = action_lines(page)

    after = insert_replies(page, [(line.number, reply_text("done", line.raw)) for line in actions])

    assert [
        any(reply.verdict == "done" for reply in replies_below(after.split("\n"), line.number))
        for line in action_lines(after)
    ] == [True] * len(actions)


def test_verdicts_are_the_games() -> None:
    """Every verdict that a game can give is known again in a reply."""
    assert tuple(Verdict) == VERDICTS


def test_replies_tell_who_and_which_verdict() -> None:
    """A reply's account is whom its signature names, its verdict the bold word at its start."""
    page = (
        f"* move 1\n*: '''needs''': 3 or 5 {BOT}\n*:: !choose 5\n*: '''maybe''': not mine\n* "
        f"join\n*: '''done''' {BOT}"
    )

    below = replies_below(page.split("\n"), 0)

    assert [(each.number, each.line.text, each.account, each.verdict) for each in below] == [
        (1, "needs: 3 or 5", "Wikibot", "needs"),
        (2, "choose 5", None, None),
        (3, "maybe: not mine", None, None),
    ]


@pytest.mark.parametrize(
    ("replies", "verdict"),
    [
        (f"*: '''huh''': what? {BOT}", "huh"),
        (f"*: '''needs''': 3 or 5 {BOT}\n*: '''done''': moved {BOT}", "done"),
        ("*: '''done''': ha [[User:Mallory|M]] 02:25, 5 January 2024 (UTC)", None),
        ("*: '''done'''", None),
        (f"* '''done''' {BOT}", None),
        (f"*: well, '''done''' {BOT}", None),
    ],
    ids=["one", "the last counts", "another's", "unsigned", "not below", "not first"],
)
def test_the_last_verdict_of_the_bot_counts(replies: str, verdict: str | None) -> None:
    """Only the bot's own replies below a line answer it."""
    assert verdict_below(f"* move 1\n{replies}".split("\n"), 0, "wikibot") == verdict


def test_a_reply_does_not_close_a_tag_that_somebody_left_open() -> None:
    """Else all that people wrote in between would show as it is typed."""
    after = insert_replies(
        "<nowiki>\n* x [[y]]\n", [(1, reply_text("huh", "<nowiki>a&amp;b [x]</nowiki>"))]
    )

    assert (
        unsigned(after)
        == "<nowiki>\n* x [[y]]\n" + f"*: {QUIET}'''huh''': a&amp;b &#91;x&#93; ~~~~</span>\n"
    )


SIGNED = "[[User:Wikibot|Wikibot]] 12:00, 5 January 2024 (UTC)"
NOTE = f"*: {waiting_text('until it is mended', '1.2.0')} {SIGNED}"


def test_what_waits_has_no_answer_yet() -> None:
    """Whoever looks for a verdict or an identity finds none, so the line is played later."""
    assert (read_verdict(NOTE), answered_identity(NOTE), says_waiting(NOTE)) == (None, None, True)


def test_the_answer_takes_the_place_of_the_note() -> None:
    """Replies of people to the note stay below it."""
    page = f"* dig\n{NOTE}\n*:: I have mended it.\n* walk"
    text, left = replace_waiting(page, [(0, "'''done''': ok"), (3, "'''huh'''")], [NOTE], SIGNED)

    assert (
        unsigned(text)
        == f"* dig\n*: {QUIET}'''done''': ok {SIGNED}</span>\n*:: I have mended it.\n* walk"
    )
    assert left == [(3, "'''huh'''")]


def test_a_note_that_is_not_the_bots_stays() -> None:
    """People may have copied or changed it."""
    page = f"* dig\n{NOTE}"

    assert replace_waiting(page, [(0, "'''done'''")], [], SIGNED) == (page, [(0, "'''done'''")])


def unsigned(text: str) -> str:
    """A page without the signs of verdicts, signatures shown, as earlier versions wrote it."""
    return SIGN.sub("", text.replace('<span style="display:none">', "").replace(f"{2 * END}", END))


def test_each_verdict_has_a_sign_and_a_colour() -> None:
    """No two the same; and an answer reads the same without, as earlier versions wrote it."""
    pages = [
        insert_replies("* x", [(0, reply_text(each, "so", "7.2.0"))], BOT) for each in VERDICTS
    ]
    signs = [SIGN.findall(page) for page in pages]

    assert [len(each) for each in signs] == [1] * len(VERDICTS)
    assert len({colour for ((colour, _),) in signs}) == len(VERDICTS)
    assert len({sign for ((_, sign),) in signs}) == len(VERDICTS)
    for page in pages:
        (now, before) = (replies_below(each.split("\n"), 0)[0] for each in (page, unsigned(page)))
        assert (now.verdict, now.account) == (before.verdict, before.account)
        assert answered_identity(page.split("\n")[1]) == "7.2.0"


@pytest.mark.parametrize("verdict", ["done", "cant", "huh", "held"])
def test_an_answer_that_asks_nothing_is_no_comment(verdict: str) -> None:
    """Discussion tools pass over it; the bot knows it again all the same."""
    page = insert_replies("* x", [(0, reply_text(verdict, "so", "7.2.0"))], BOT)

    below = page.split("\n")[1]
    assert unsigned(below) == f"*: {QUIET}'''{verdict}''': so <!-- 7.2.0 --> {BOT}</span>"
    assert verdict_below(page.split("\n"), 0, "Wikibot") == verdict
    assert answered_identity(below) == "7.2.0"


def test_a_second_note_below_the_same_line_goes() -> None:
    """Where people changed the first and changed it back; the lines below keep their replies."""
    page = f"* dig\n{NOTE}\n{NOTE} \n* walk"
    text, left = replace_waiting(
        page, [(0, "'''needs''' it"), (3, "x")], [NOTE, f"{NOTE} "], SIGNED
    )

    assert (unsigned(text), left) == (f"* dig\n*: '''needs''' it {SIGNED}\n* walk", [(2, "x")])


# Answers as wikitext: readable as people write, and nothing that a player wrote does anything.


TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PEOPLE = {"Al": "Alice W", "Bob": "Bob", "O'Brien": "O'Brien", "Ann": "Ann"}
CODE = "<code><nowiki>{}</nowiki></code>"
OWN = re.compile(
    r"<nowiki>[^<>{}\[\]|~\n]*</nowiki>|<code>|</code>|''\d\d:\d\d, \d+ \w+ \d+'' \(UTC\)"
    r"|\[\[User:[^<>{}\[\]|~\n]*\|[^<>{}\[\]|~\n]*\]\]|<br>| +"
)


@pytest.mark.parametrize(
    ("text", "wikitext"),
    [
        ("found 4", "<nowiki>found 4</nowiki>"),
        (
            "`choose 4` or `choose 20`",
            f"{CODE.format('choose 4')}<nowiki> or </nowiki>{CODE.format('choose 20')}",
        ),
        (
            "by 2024-01-03T14:05:00Z",
            "<nowiki>by </nowiki>''14:05, 3 January 2024'' (UTC)",
        ),
        (
            "Al moves; Al's roll",
            "[[User:Alice W|Al]]<nowiki> moves; Al's roll</nowiki>",
        ),
        ("O'Brien wins", "[[User:O&#39;Brien|O&#39;Brien]]<nowiki> wins</nowiki>"),
        ("'Al' is not a space", "<nowiki>'Al' is not a space</nowiki>"),
        ("Alan and `accept Al`",
         "<nowiki>Alan and </nowiki><code><nowiki>accept Al</nowiki></code>"),
        ("2024-13-99T99:99:99Z", "<nowiki>2024-13-99T99:99:99Z</nowiki>"),
    ],
    ids=["plain", "forms", "time", "name", "apostrophe", "quoted", "within", "no time"],
)  # fmt: skip
def test_forms_times_and_names(text: str, wikitext: str) -> None:
    """Forms are code, times as the wiki writes them, people links where they stand first."""
    assert answer_wikitext(text, PEOPLE) == wikitext


@given(TEXT, st.sampled_from(NASTY), TEXT)
def test_nothing_in_an_answer_acts(before: str, nasty: str, after: str) -> None:
    """All that stands outside of the bot's own markup is in nowiki; whatever a player wrote."""
    wikitext = answer_wikitext(f"{before}{nasty}`{nasty}`{after} Bob", PEOPLE)

    assert OWN.sub("", wikitext) == ""


@given(TEXT)
def test_readers_read_the_same_words(text: str) -> None:
    """Besides backticks and times nothing is added or left out."""
    without = " ".join(text.replace("`", "").split())

    assert plain(answer_wikitext(without, PEOPLE)) == plain(show(without))


@given(TEXT, TEXT)
def test_an_answer_is_signed_by_the_bot_and_is_no_action(before: str, after: str) -> None:
    """Names and times in it are not taken for a signature, by us or by the wiki."""
    text = f"{before} `choose 4` by 2024-01-03T14:05:00Z Bob Al {after}"
    reply = reply_text("needs", answer_wikitext(text, PEOPLE), "1.2.3")
    signed = "[[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 12:00, 5 January 2024 (UTC)"
    page = insert_replies("== Actions ==\n* move", [(1, reply)], signed)
    said, signature = split_signature(page.split("\n")[-1])

    assert (signature.user, len(action_lines(page)), page.count("\n")) == ("Wikibot", 1, 2)
    assert not re.search(r"\d \w+ \d{4} \(UTC\)", said)


def test_stored_as_it_was_sent() -> None:
    """The text is in form NFC, so that the server changes nothing of it."""
    wikitext = answer_wikitext("e\u0301 `e\u0301`")

    assert wikitext == unicodedata.normalize("NFC", wikitext)


def test_names_that_an_answer_names() -> None:
    """In the order in which they stand there, each once, none that only looks so."""
    assert names_in("Bob gives Al 2; Bob, 'Ann' and `vote for O'Brien`", PEOPLE) == ["Bob", "Al"]


@for_each("account", ["", "A|B", "A]B", "{{A", "A#B", "A/B", "ann", "A__B", "~~~~", "A" * 90])
def test_no_link_to_what_is_no_account(account: str) -> None:
    """A table may say any name; only one that an account can have becomes a link."""
    assert not linkable(account)
