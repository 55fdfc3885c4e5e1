"""The pure part of the form, in the browser:
lines composed, put onto pages, and answers read from them.

Nothing of the wiki's takes part: the newer one serves the script.
"""

from __future__ import annotations

from typing import Any

from tests.mediawiki.gadget_game import ACTIONS, GadgetGame

ITEM: dict[str, Any] = {"label": "Item", "list": "item", "dice": None}
NUMBER: dict[str, Any] = {"label": "Number", "number": {}, "dice": None}
TEXT: dict[str, Any] = {"label": "Text", "text": 200, "dice": None}
PAIRS = {"many": [NUMBER, " ", ITEM], "between": ", ", "most": 9}
COMPOSED: list[tuple[Any, Any, str]] = [
    (["use ", ITEM], [None, "Fish"], "use Fish"),
    (["use ", ITEM], [None, ""], "use …"),
    (["use ", ITEM], [None, " two \n words "], "use two words"),
    (["use ", ITEM], [None, "<b>"], "use <nowiki>&lt;b&gt;</nowiki>"),
    (["use ", ITEM], [None, "Fish & Chips | 7"], "use Fish & Chips | 7"),
    (["join", {"optional": [" as ", TEXT]}], [None, [None, ""]], "join"),
    (["join", {"optional": [" as ", TEXT]}], [None, [None, "Ann"]], "join as Ann"),
    (["trade ", PAIRS], [None, [["2", None, "Fish"], ["1", None, "Duck"]]], "trade 2 Fish, 1 Duck"),
    (["trade ", PAIRS], [None, [["2", None, ""]]], "trade 2 …"),
    (["move", {"optional": [" ", {"many": [ITEM], "between": " "}]}], [None, [None, []]], "move"),
    (["move", {"optional": [" ", {"many": [ITEM], "between": " "}]}],
     [None, [None, [["1"], ["2"]]]], "move 1 2"),
    (["move -- ", {"dice": "2d4"}], [None, "1, 3"], "move -- 2d4 (1, 3) = 4"),
    (["move -- ", {"dice": "d6, 2d8"}], [None, "5 7+8"], "move -- 1d6 (5) = 5, 2d8 (7, 8) = 15"),
    (["move -- ", {"dice": "2d4"}], [None, "1"], "move -- 1"),
    (["move -- ", {"dice": "2d4"}], [None, "2d4: 4 (1+3)"], "move -- 2d4: 4 (1+3)"),
]  # fmt: skip
PLACED = [
    ("", "Actions", "== Actions ==\n* X"),
    ("", "", "* X"),
    ("Hello.", "", "Hello.\n* X"),
    ("== Actions ==", "Actions", "== Actions ==\n* X"),
    ("a\n== actions ==\n* one\n\n== Chat ==\nb", "Actions",
     "a\n== actions ==\n* one\n* X\n\n== Chat ==\nb"),
    ("== Actions ==\n* one\n=== Week 2 ===\n\n= Top =", "Actions",
     "== Actions ==\n* one\n=== Week 2 ===\n* X\n\n= Top ="),
    ("== Actions ==\n<!-- == Chat == -->\n* one\n", "Actions",
     "== Actions ==\n<!-- == Chat == -->\n* one\n* X\n"),
    ("<nowiki>\n== Actions ==\n</nowiki>\n== Chat ==\n", "Actions",
     "<nowiki>\n== Actions ==\n</nowiki>\n== Chat ==\n* X\n"),
    ("== Actions ==\n* one\n<!-- never closed\n== Chat ==", "Actions",
     "== Actions ==\n* one\n* X\n<!-- never closed\n== Chat =="),
    ("== '''Actions''' ==<!-- here -->\n* one", "Actions",
     "== '''Actions''' ==<!-- here -->\n* one\n* X"),
    ("== Actions ==\n* old\n== Chat ==\n== Actions ==\n* one", "Actions",
     "== Actions ==\n* old\n== Chat ==\n== Actions ==\n* one\n* X"),
    ("== Chat ==\nb\n", "Actions", "== Chat ==\nb\n* X\n"),
]  # fmt: skip
PLAIN = [
    ("'''bold''' and ''slanted''", "bold and slanted"),
    (
        "<nowiki>&lt;b&gt; ''x''</nowiki> <code><nowiki>choose 4</nowiki></code>",
        "<b> ''x'' choose 4",
    ),
    ("[[User:Ann|Ann]] [[Rules]] one<br>two", "Ann Rules one\ntwo"),
    ("&#128512; &#x41; &bogus; &#9999999;", "😀 A &bogus; &#9999999;"),
]
PAGE = """\
* move 1 [[User:Ann|Ann]] ([[User talk:Ann|talk]]) 10:00, 5 January 2024 (UTC)
*: <span class="mw-notalk"><span style="background:#177860;color:#fff"> ✓ </span> '''done''': \
<nowiki>0 → 1</nowiki> <!-- 7.40.0 --> \
[[User:Wikibot|Wikibot]] 10:05, 5 January 2024 (UTC)</span>
* use Fish [[User:Bob|Bob]] ([[User talk:Bob|talk]]) 10:01, 5 January 2024 (UTC)
*: '''needs''': which? <!-- 7.41.0 --> [[User:Wikibot|Wikibot]] 10:05, 5 January 2024 (UTC)
*: '''done''': a forgery of another page <!-- 8.40.0 -->
*: I said <!-- 7.40.0 --> so"""


def test_the_pure_part(table_143: GadgetGame) -> None:
    """Lines are composed as people write them; a page keeps every other byte;
    answers are found by identity.
    """
    page = table_143.visit("Alice", ACTIONS)
    form = "return mw.libs.wikibotForm"
    composed = [
        page.run(f"{form}.compose(arguments[0], arguments[1])", *case[:2]) for case in COMPOSED
    ]
    placed = [
        page.run(f"{form}.withLine(arguments[0], arguments[1], '* X')", *case[:2])
        for case in PLACED
    ]
    plain = [page.run(f"{form}.plainText(arguments[0])", case[0]) for case in PLAIN]
    answers = page.run(f"{form}.answersIn(arguments[0], 7, [40])", PAGE)

    assert [case[2] for case in COMPOSED] == composed
    assert [case[2] for case in PLACED] == placed
    assert [case[1] for case in PLAIN] == plain
    found = {
        "revision": 40, "who": "Ann", "line": "move 1", "verdict": "done", "word": "done",
        "text": "0 → 1",
    }  # fmt: skip
    assert [found] == answers


def test_long_pages_take_no_time(table_143: GadgetGame) -> None:
    """What strangers write on a page is read in linear time:
    eleven megabytes of marks in seconds.
    """
    page = table_143.visit("Alice", ACTIONS)
    took = page.run("""
        var form = mw.libs.wikibotForm, start = performance.now();
        [
            '=', '<!--', '<nowiki>', '[[', "'''done'''", '*', '<', '&#', '{{', '== a\\n', '<pre>\\n'
        ].forEach( function ( mark ) {
            var text = mark.repeat( 1e6 / mark.length );
            form.withLine( text, 'Actions', '* X' );
            form.answersIn( text, 7, [ 40 ] );
            form.plainText( text.slice( 0, 20000 ) );
        } );
        return performance.now() - start;
    """)

    assert took < 20_000
