"""The form on the wiki, in a real browser:
what players do with it, with the bot playing in between.

Each version brings its own widgets, API and skins: joining, a move on the board, an edit conflict
and a lost answer are tried on both. What the form composes is its own script, the same on both:
the newer one.
"""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.mediawiki.browser import PHONE, Browser
from tests.mediawiki.gadget_game import ACTIONS, STATE, GadgetGame

_FRAMED = """
return Array.from( document.querySelectorAll( '.wikibot-form-cell' ) ).map( function ( each ) {
    return each.dataset.space;
} );
"""
_PICKED = """
return Array.from( document.querySelectorAll( '.wikibot-form-picked' ) ).map( function ( each ) {
    return [ each.dataset.space, each.dataset.step, each.getAttribute( 'aria-pressed' ) ];
} );
"""


def _framed(page: Browser) -> list[str]:
    """The spaces of the board that can be clicked now."""
    found: list[str] = page.run(_FRAMED)
    return found


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


def test_a_move_by_clicking_and_the_answer_to_its_question(table: GadgetGame) -> None:
    """On a phone:
    spaces are clicked on the board, dice pasted, and an option answers what is asked.
    """
    page = table.visit("Alice", STATE, PHONE)
    page.choose("Action", "move")
    framed = [_framed(page)]
    for space in ("1", "2", "3", "20"):
        table.click_space(space)
        framed.append(_framed(page))
    page.press("Undo the last click")
    bar = page.text(".wikibot-form-bar")
    picked = page.run(_PICKED)
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

    assert framed == [["1"], ["2"], ["3"], ["4", "20"], ["21"]]
    assert picked == [["1", "1", "true"], ["2", "2", "true"], ["3", "3", "true"]]
    assert bar.startswith(
        "move 1 2 3\nIt would bring: 0 → 1 → 2 → 3; Alice gains 1 Crystal at 2 (now 5)\n"
        "Space 1: Blank → Space 2: Crystal → Space 3: Blank\n"
    )
    assert waiting == ("(1) ", ["4", "20"])
    assert (line, taken) == ("move 1 2 3 -- 2d4 (2, 3) = 5", "choose 20")
    assert (asked.startswith("needs"), "For your line “move" in question) == (True, True)
    assert (answer.startswith("done"), "| Alice || 21 ||" in table.text(STATE)) == (True, True)
    page.wait_for(".wikibot-form-who", "space 21")
    assert page.all(".wikibot-form-wait") == []


def test_a_proposal_and_a_vote_on_it(table_143: GadgetGame) -> None:
    """A proposal's text goes below its line;
    a vote on it stands on top with title, text and deadline, and is cast with one click.
    """
    page = table_143.visit("Bob", ACTIONS)
    page.choose("Action", "propose")
    page.write("Title", "Blue fish")
    page.write("Text", "Red fish are out.\n\nSo are ducks.")
    table_143.save()
    proposed = table_143.answer()
    page = table_143.visit("Alice", ACTIONS)
    news = page.wait_for(".wikibot-form-news", "Bob: propose")
    asked = page.text(".wikibot-form-wait")
    page.press("The text of the proposal")
    text = page.text(".wikibot-form-lines")
    page.press("for")
    page.wait_for(".wikibot-form-status", "Your line is saved")
    voted = table_143.answer()

    lines = table_143.text(ACTIONS).split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("* propose"))
    assert news.startswith("Since you were here")
    assert [
        word for word in ("Bob: no votes yet", "P1: Blue fish", "until ") if word not in asked
    ] == []
    assert text == "Red fish are out.\nSo are ducks."
    assert lines[at + 1 : at + 3] == ["*: Red fish are out.", "*: So are ducks."]
    assert (proposed.startswith("done"), voted.startswith("done")) == (True, True)
    assert [line for line in lines if line.startswith("* vote P1 for [[User:Alice")] != []


def test_a_trade_between_two_accounts(table_143: GadgetGame) -> None:
    """One account offers of what it has for what the other has,
    who finds the offer in the form and accepts it with a button.
    """
    page = table_143.visit("Alice", ACTIONS)
    page.choose("Action", "trade")
    page.write("Number", "2")
    page.choose("Item", "Fish (2)")
    page.press("Add another")
    page.write("Number", "1", 1)
    page.choose("Item", "Banana (1)", 1)
    page.choose("Player", "Bob")
    page.write("Number", "2", 2)
    page.choose("Item", "Mauve (1)", 2)
    page.press("Save the line")
    page.wait_for(".wikibot-form-status", "Number: a whole number from 1 to 1")
    page.write("Number", "1", 2)
    line = page.written("Your line")
    table_143.save()
    offered = table_143.answer()
    page = table_143.visit("Bob", STATE, PHONE)
    page.wait_for(".wikibot-form-wait", "Alice gives 2 Fish")
    page.press("accept")
    table_143.save()
    accepted = table_143.answer()

    assert line == "trade 2 Fish, 1 Banana to Bob for 1 Mauve"
    assert (offered.startswith("done"), accepted.startswith("done")) == (True, True)
    assert "| Alice || 0 || 4 || Mauve" in table_143.text(STATE)


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


def test_the_answer_appears_by_itself(table_143: GadgetGame) -> None:
    """Within a second of its being there: the form looks again that soon, and shows the answer
    after the first look that finds the page changed.
    """
    page = table_143.visit("Alice", ACTIONS)
    page.write("Your line", "move 1")
    page.run(_WATCH, ACTIONS)
    table_143.save()
    page.run("pauses.length = 0")
    table_143.sync()
    looks = page.wait(lambda: page.run(_TWICE_ANSWERED))
    there = looks[-1][0]

    assert [told for revision, told in looks if revision == there][:2] == [False, True]
    assert 0 < max(page.run("return pauses")) < 1000  # milliseconds


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
