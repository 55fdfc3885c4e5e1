"""The form on the wiki, in a real browser:
what players do with it, with the bot playing in between.

Each version brings its own widgets, API and skins: joining, a move on the board, an edit conflict
and a lost answer are tried on both. What the form composes is its own script, the same on both:
the newer one.
"""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.mediawiki.browser import LOOKS, PHONE, Browser, Look
from tests.mediawiki.gadget_game import ACTIONS, STATE, GadgetGame

_FRAMED = """
return Array.from( document.querySelectorAll( '.wikibot-form-cell' ) ).map( function ( each ) {
    return each.dataset.space;
} );
"""
_PICKED = """
return Array.from( document.querySelectorAll( '.wikibot-form-picked' ) ).map( function ( each ) {
    return [ each.dataset.space, each.dataset.step, each.getAttribute( 'aria-pressed' ),
        getComputedStyle( each, '::after' ).content ];
} );
"""


def _framed(page: Browser) -> list[str]:
    """The spaces of the board that can be clicked now."""
    found: list[str] = page.run(_FRAMED)
    return found


@pytest.mark.parametrize("table", ["1.43"], indirect=True)
def test_a_reader_joins(table: GadgetGame) -> None:
    """Who is not a player has one button, to become one;
    the line is their own, signed edit under the heading.
    """
    page = table.visit("Carol", ACTIONS)
    told = page.text(".wikibot-form-who")
    offered = [each.text for each in page.all(".wikibot-form-act .oo-ui-buttonElement-button")]
    others = page.all(".wikibot-form-act textarea, .wikibot-form-act input")
    page.press("Join")
    page.wait_for(".wikibot-form-status", "Your line is saved")
    newest = table.person("Carol").history(ACTIONS)[0]
    answer = table.answer()

    assert "Carol is not a player of this game." in told
    assert (offered, others) == (["Join"], [])
    assert (newest["user"], newest["comment"]) == ("Carol", "join")
    assert "== Actions ==\n* join [[User:Carol|Carol]] (" in table.text(ACTIONS)
    assert answer.startswith("done Carol")
    page.wait_for(".wikibot-form-who", "You are Carol")


@pytest.mark.parametrize("table", ["1.39"], indirect=True)
def test_a_move_by_clicking_and_the_answer_to_its_question(table: GadgetGame) -> None:
    """On a phone, and on the version on which no visit in each look does so:
    spaces are clicked on the board, dice pasted, and an option answers what is asked.
    """
    page = table.visit("Alice", STATE, PHONE)
    shows_the_way(table)
    page.write("Rolls", "2d4 (2, 3) = 5")
    line = page.written("Your line")
    table.save()
    asked = table.answer()
    question = page.wait_for(".wikibot-form-wait", "Which way")
    waiting = (page.run("return document.title")[:4], _framed(page))
    table.click_space("20")
    taken = page.written("Your line")
    table.save()
    answer = table.answer()

    assert waiting == ("(1) ", ["4", "20"])
    assert (line, taken) == ("move 1 2 3 -- 2d4 (2, 3) = 5", "choose 20")
    assert (asked.startswith("needs"), "For your line “move" in question) == (True, True)
    assert (answer.startswith("done"), "| Alice || 21 ||" in table.text(STATE)) == (True, True)
    page.wait_for(".wikibot-form-who", "space 21")
    assert page.all(".wikibot-form-wait") == []


def some_lines(table: GadgetGame) -> None:
    """Bob has moved, offered a trade and made a proposal, and Alice has not been here since."""
    lines = ("move 1 2 -- 2d4 (1, 1) = 2", "trade 1 Mauve to Alice for 1 Fish", "propose Blue fish")
    said = "".join(f"* {line} ~~~~\n" for line in lines)
    table.person("Bob").edit(
        ACTIONS, f"== Actions ==\n{said}*: Red fish are out.\n*: So are ducks.\n"
    )
    table.sync()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_visit_in_each_look(table_143: GadgetGame, look: Look) -> None:
    """What is to be seen of the form is, and can be used, in one page that stays open."""
    table_143.restore(some_lines)
    page = table_143.see("Alice", STATE, look)

    stands_on_top(page)
    offers_what_can_be_done(page)
    shows_the_way(table_143)
    is_answered(table_143)
    tells_talk_and_stays_in_place(table_143)
    has_one_button_for_a_reader(table_143.see("Carol", STATE, look))


def stands_on_top(page: Browser) -> None:
    """What waits, votes first, and what happened since, with links; none of it came late."""
    (title,), (vote, offer), (until, *_) = (
        page.in_sight(f".wikibot-form-{part}") for part in ("title", "wait", "until")
    )
    happened = page.in_sight(".wikibot-form-news-link")
    order = page.run(_TOPS, *(f".wikibot-form-{each}" for each in ("who", "wait", "news", "act")))
    page.press("The text of the proposal")
    text = page.in_sight(".wikibot-form-lines")

    assert title == "Play: Infinite Nomic, Cycle 15"
    assert [each for each in ("P1: Blue fish", "Bob: no votes yet") if each not in vote] == []
    assert (until[:6], "Bob gives 1 Mauve" in offer) == ("until ", True)
    assert [each.split()[:2] for each in happened] == [
        ["Bob:", "propose"], ["Bob:", "trade"], ["Bob:", "move"]
    ]  # fmt: skip
    assert len(page.all(".wikibot-form-news-link[href*='Special:Diff/']")) == 3
    assert (page.run("return document.title")[:4], sorted(order)) == ("(2) ", order)
    assert text == ["Red fish are out.\nSo are ducks."]
    assert page.script_gives(_SHIFTS) == []


def has_one_button_for_a_reader(page: Browser) -> None:
    """Who is no player is told so, and may become one; nothing else can be written."""
    (who,) = page.in_sight(".wikibot-form-who")
    buttons = page.in_sight(".wikibot-form-act .oo-ui-buttonElement-button")

    assert ("Carol is not a player of this game." in who, buttons) == (True, ["Join"])
    assert page.all(".wikibot-form-act textarea, .wikibot-form-act input") == []


def offers_what_can_be_done(page: Browser) -> None:
    """No class that is refused; of a trade mine and the partner's, each with their number."""
    page.choose("Action", "propose")
    (classes,) = page.run(_LISTS)
    page.choose("Action", "trade")
    page.choose("Player", "Bob")
    mine, _, theirs = page.run(_LISTS)

    assert classes == ["Choose", "Urgent", "Standard"]
    assert mine == ["Choose", "Crystal (4)", "Fish (2)", "Banana (1)"]
    assert theirs == ["Choose", "Crystal (7)", "Mauve (1)", "Time Bean Chili (1)"]


def shows_the_way(table: GadgetGame) -> None:
    """The spaces that can be reached, the way by steps, and the line beside the board."""
    page = table.browser
    page.choose("Action", "move")
    framed = [_framed(page)]
    for space in ("1", "2", "3", "20"):
        table.click_space(space)
        framed.append(_framed(page))
    page.press("Undo the last click")
    page.run("arguments[ 0 ].scrollIntoView( { block: 'center' } )", page.first("[data-space]"))
    (bar,) = page.in_sight(".wikibot-form-bar")

    assert framed == [["1"], ["2"], ["3"], ["4", "20"], ["21"]]
    assert page.run(_PICKED) == [[each, each, "true", f'"{each}"'] for each in ("1", "2", "3")]
    assert bar.startswith(
        "move 1 2 3\nIt would bring: 0 → 1 → 2 → 3; Alice gains 1 Crystal at 2 (now 5)\n"
        "Space 1: Blank → Space 2: Crystal → Space 3: Blank\n"
    )


def is_answered(table: GadgetGame) -> None:
    """The line and a vote of one click, within a second of the answers' being there: the form looks
    again that soon, and shows them after the first look that finds the page changed. A click on the
    board answers what is asked.
    """
    page = table.browser
    page.write("Rolls", "2d4 (2, 3) = 5")
    page.run(_WATCH, ACTIONS)
    table.save()
    page.press("for")
    page.wait(lambda: "* vote P1 for [[User:Alice" in table.text(ACTIONS))
    page.run("pauses.length = 0")
    table.sync()
    looks = page.wait(lambda: page.run(_TWICE_ANSWERED))
    pauses, there = page.run("return pauses"), looks[-1][0]
    answers = page.in_sight(".wikibot-form-answers .wikibot-form-answer")
    page.wait_for(".wikibot-form-wait", "Which way")
    asked, framed = page.in_sight(".wikibot-form-question"), _framed(page)
    table.click_space("20")

    assert True in [told for revision, told in looks if revision == there][:2]
    assert 0 < max(pauses) < 1000  # milliseconds
    assert [each.split("\n")[1].split()[0] for each in answers[:2]] == ["done", "needs"]
    assert ("Which way" in str(asked), framed) == (True, ["4", "20"])
    assert page.written("Your line") == "choose 20"


def tells_talk_and_stays_in_place(table: GadgetGame) -> None:
    """As soon as the bot has read a line that gets no answer. What it makes known meanwhile does
    not move what the pointer is on.
    """
    page = table.browser
    page.write("Your line", "Hello everybody,")
    table.save()
    page.point_at(page.first(".wikibot-form-act"))
    before = page.run(_TOPS, ".wikibot-form-act")
    table.person("Bob").edit(ACTIONS, append="\n* propose Green fish ~~~~\n*: They swim.")
    table.sync()
    page.wait_for(".wikibot-form-status", "took it for talk")
    page.wait_for(".wikibot-form-news", "Green fish")
    after = page.run(_TOPS, ".wikibot-form-act")

    assert abs(after[0] - before[0]) < 1  # pixel
    assert page.in_sight(".wikibot-form-answers .wikibot-form-answer-said")[0] == "taken for talk"


def test_a_line_is_written_with_keys_alone(table_143: GadgetGame) -> None:
    """Nothing needs a pointer:
    the list is opened, an action chosen, and the line saved with keys.
    """
    page = table_143.visit("Alice", ACTIONS)
    handle = page.field("Action").find_element(By.CSS_SELECTOR, "[role=combobox]")
    handle.send_keys("move", Keys.ENTER)
    page.wait(lambda: page.written("Your line") == "move")
    box = page.field("Your line").find_element(By.CSS_SELECTOR, "textarea")
    box.send_keys(" 1", Keys.ENTER)
    page.wait_for(".wikibot-form-status", "Your line is saved")

    assert "\n* move 1 [[User:Alice|" in table_143.text(ACTIONS)


@pytest.mark.parametrize("table", ["1.39"], indirect=True)
def test_another_saves_in_between(table: GadgetGame) -> None:
    """The page is read again: both lines are there, in the order in which they were saved."""
    page = table.visit("Alice", ACTIONS)
    page.write("Your line", "move 1")
    page.run(_HOLD_BACK)
    page.press("Save the line")
    page.wait(lambda: page.run("return window.held"))
    bobs = table.text(ACTIONS).replace("== Actions ==\n", "== Actions ==\n* move 2 ~~~~\n")
    table.person("Bob").edit(ACTIONS, bobs)
    page.run("goOn()")
    page.wait_for(".wikibot-form-status", "Your line is saved")

    bob, alice = (table.text(ACTIONS).find(words) for words in ("* move 2 [[", "* move 1 [["))
    assert 0 < bob < alice
    assert "\n\n== Chat ==\nHello." in table.text(ACTIONS)


def test_a_roll_that_is_missing(table_143: GadgetGame) -> None:
    """A question without options has fields of its own; faces become a roll as lines show it."""
    page = table_143.visit("Alice", ACTIONS)
    page.write("Your line", "move 1")
    table_143.save()
    table_143.answer()
    page.press("Answer")
    page.write("Rolls", "1, 1")
    line = page.written("Your line")
    table_143.save()
    answer = table_143.answer()

    assert ("2d4 (1, 1) = 2" in line, answer.startswith("done")) == (True, True)
    assert "| Alice || 2 ||" in table_143.text(STATE)


def test_the_answer_of_the_wiki_is_lost(table: GadgetGame) -> None:
    """A line that was saved all the same is found by its author and revision,
    and is not saved again.
    """
    page = table.visit("Alice", ACTIONS)
    page.write("Your line", "move 1")
    page.run(_LOSE)
    table.save()

    assert table.text(ACTIONS).count("* move 1 [[User:Alice|") == 1


_WATCH = """
var later = window.setTimeout, get = mw.Api.prototype.get, title = arguments[ 0 ];
window.pauses = [];
window.looks = [];
window.setTimeout = function ( what, pause ) {
    if ( String( what ).includes( 'lookNow' ) ) { pauses.push( pause ); }
    return later.apply( window, arguments );
};
mw.Api.prototype.get = function ( asked ) {
    return get.apply( this, arguments ).then( function ( answer ) {
        var page = asked.prop === 'info' && answer.query.pages.find( function ( each ) {
            return each.title === title;
        } ), said = document.querySelector( '.wikibot-form-status' ).innerText;
        if ( page ) { looks.push( [ page.lastrevid, said.includes( 'The bot answered' ) ] ); }
        return answer;
    } );
};
"""
_TWICE_ANSWERED = """
return looks.length && looks[ looks.length - 1 ][ 1 ] ? looks : null;
"""
# Where elements are in the window, from its top.
_TOPS = """
return Array.from( arguments ).map( function ( css ) {
    return document.querySelector( css ).getBoundingClientRect().top;
} );
"""
# What the lists of the action that is chosen have.
_LISTS = """
return Array.from( document.querySelectorAll( '.wikibot-form-slots select' ) ).map(
    function ( each ) {
        return Array.from( each.options ).map( function ( option ) { return option.text; } );
    }
);
"""
# The parts of the form that moved by themselves since the page was opened.
_SHIFTS = """
var done = arguments[ arguments.length - 1 ];
new PerformanceObserver( function ( list ) {
    done( list.getEntries().filter( function ( each ) {
        return !each.hadRecentInput;
    } ).flatMap( function ( each ) {
        return each.sources;
    } ).filter( function ( each ) {
        var node = each.node && each.node.parentElement || null;
        return node && node.closest( '.wikibot-form-box' );
    } ).map( function ( each ) { return each.node.className || each.node.data; } ) );
} ).observe( { type: 'layout-shift', buffered: true } );
setTimeout( done, 300, [] );
"""
_LOSE = """
var post = mw.Api.prototype.postWithToken;
mw.Api.prototype.postWithToken = function () {
    return post.apply( this, arguments ).then( function () {
        return $.Deferred().reject( 'http', {} );
    } );
};
"""
_HOLD_BACK = """
var post = mw.Api.prototype.postWithToken, go = $.Deferred();
window.goOn = go.resolve;
mw.Api.prototype.postWithToken = function () {
    var api = this, given = arguments;
    window.held = true;
    return go.then( function () { return post.apply( api, given ); } );
};
"""
