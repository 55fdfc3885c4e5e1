"""How the form looks: at both widths, in every skin, light and dark, in other words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.mediawiki import browser
from tests.mediawiki.gadget_game import ACTIONS, STATE, GadgetGame
from tests.mediawiki.versions import taking_turns

# Of every text in the form, in the bar below and on the board's spaces: its words, and the contrast
# of its colour to what is painted behind it (WCAG 2).
CONTRASTS = """
function rgb( color ) {
    var n = color.match( /[\\d.]+/g ).map( Number );
    return n.length < 4 ? n.concat( 1 ) : n;
}
function over( top, below ) {
    return [ 0, 1, 2 ].map( function ( i ) {
        return top[ i ] * top[ 3 ] + below[ i ] * ( 1 - top[ 3 ] );
    } ).concat( 1 );
}
function behind( element ) {
    var own = rgb( getComputedStyle( element ).backgroundColor );
    if ( own[ 3 ] === 1 ) { return own; }
    var parent = element.parentElement;
    return over( own, parent ? behind( parent ) : [ 255, 255, 255, 1 ] );
}
function light( color ) {
    var part = color.slice( 0, 3 ).map( function ( c ) {
        c /= 255;
        return c <= 0.04045 ? c / 12.92 : Math.pow( ( c + 0.055 ) / 1.055, 2.4 );
    } );
    return 0.2126 * part[ 0 ] + 0.7152 * part[ 1 ] + 0.0722 * part[ 2 ];
}
var walker = document.createTreeWalker( document.body, NodeFilter.SHOW_TEXT ),
    found = [],
    node;
while ( ( node = walker.nextNode() ) ) {
    if ( !node.parentElement.closest( '.wikibot-form-box, .wikibot-form-bar, .wikibot-space, ' +
        '.wikibot-form-panel, .wikibot-form-badge' ) ) {
        continue;
    }
    var element = node.parentElement;
    if ( !node.data.trim() || !element.checkVisibility() || element.closest( 'option' ) ) {
        continue;
    }
    var ground = behind( element ), ink = over( rgb( getComputedStyle( element ).color ), ground ),
        lights = [ light( ground ), light( ink ) ].sort();
    found.push( [ node.data, ( lights[ 1 ] + 0.05 ) / ( lights[ 0 ] + 0.05 ) ] );
}
return found;
"""
TOO_WIDE = """
var box = document.querySelector( '.wikibot-form-box' ).getBoundingClientRect();
return [ box.right > innerWidth || document.documentElement.scrollWidth > innerWidth ].concat(
    Array.from( document.querySelectorAll( '.wikibot-form-box *' ) ).filter( function ( each ) {
        return each.checkVisibility() && !each.closest( '.oo-ui-dropdownWidget-handle' ) &&
            each.getBoundingClientRect().right > box.right + 1;
    } ).map( function ( each ) { return each.className; } ) );
"""
SKINS = (*browser.SKINS, "vector")
BUTTONS = ".wikibot-form-box .oo-ui-buttonElement-button"


@pytest.mark.parametrize(("version", "skin"), taking_turns(SKINS))
def test_all_of_it_can_be_read(
    gadget_games: Callable[[str], GadgetGame], version: str, skin: str
) -> None:
    """At both widths, light and dark, no text has less contrast than WCAG AA asks for,
    nor has a button that the pointer is on, and nothing sticks out.
    """
    table = gadget_games(version)
    full(table, skin)
    page = table.browser
    faint: dict[str, float] = {}
    for look in page.looks():
        buttons = page.all(BUTTONS) if look.startswith("1200") else []
        for button in (None, *buttons):
            page.point_at(button)
            found = page.run(CONTRASTS)
            assert len(found) > 15
            where = f"{look}{', pointed at' if button else ''}"
            faint |= {f"{words.strip()} ({where})": each for words, each in found if each < 4.5}
        assert (page.run(TOO_WIDE), len(buttons) > 2) == ([False], look.startswith("1200"))

    assert (version, faint) == (version, {})


def asked_and_told(table: GadgetGame) -> None:
    """Alice is asked which way she goes, and other lines of hers have answers."""
    lines = ("move 1 2 3 -- 2d4 (2, 3) = 5", "juggle the crockery", "use Fish")
    said = "\n".join(f"* {line} ~~~~" for line in lines)
    table.person("Alice").edit(ACTIONS, f"== Actions ==\n{said}")
    table.sync()


def full(table: GadgetGame, skin: str) -> None:
    """The form with something in every part of it: a question, fields, an error, an answer."""
    table.restore(asked_and_told)
    page = table.visit("Alice", STATE, useskin=skin)
    page.wait_for(".wikibot-form-answers", "huh")
    page.choose("Action", "trade")
    page.press("Save the line")
    page.wait_for(".wikibot-form-status", "Please fill in: Number, Item, Player")
    page.choose("Action", "move")
    table.click_space("1")
    page.first(".wikibot-form-bar")


def asked(table: GadgetGame) -> None:
    """Alice is asked which way she goes."""
    table.person("Alice").edit(ACTIONS, "== Actions ==\n* move 1 2 3 -- 2d4 (2, 3) = 5 ~~~~")
    table.sync()


@pytest.mark.parametrize("skin", browser.SKINS)
def test_without_an_account(table_143: GadgetGame, skin: str) -> None:
    """A reader sees who plays and what the game waits for, and a way to log in;
    there is nothing to save.
    """
    table_143.restore(asked)
    page = table_143.visit("", STATE, useskin=skin)
    link = page.button("Log in to play").get_attribute("href") or ""
    (who,), (waits,) = (page.in_sight(f".wikibot-form-{part}") for part in ("who", "waits"))

    assert who.splitlines()[0] == "You are not logged in. Log in to play"
    assert ("Players (2)" in who, "Alice: Which way" in waits) == (True, True)
    assert page.all(".wikibot-form-act *") == []
    assert ("Special:UserLogin" in link, "returnto=Game" in link) == (True, True)


@pytest.mark.parametrize("skin", browser.SKINS)
def test_a_roll_of_older_dice(table_143: GadgetGame, skin: str) -> None:
    """A roll that the player had to state once has a button, since the bot rolls."""
    table_143.restore(asked_for_a_roll)
    page = table_143.visit("Alice", STATE, useskin=skin)
    waits = page.in_sight(".wikibot-form-wait")
    buttons = page.in_sight(".wikibot-form-wait .oo-ui-buttonElement-button")

    assert (len(waits), buttons[0]) == (1, "Roll")
    assert page.run("return document.title")[:4] == "(1) "


def asked_for_a_roll(table: GadgetGame) -> None:
    """Alice moved while players stated their rolls; now the bot rolls."""
    table.server.wait_for_noon()  # her line lapses when a week ends
    table.person("Alice").edit(ACTIONS, "== Actions ==\n* move 1 ~~~~")
    table.sync()
    file = table.folder / "settings.ini"
    before = file.read_text(encoding="utf-8")
    sealed = before.replace("dice = stated", f"dice = sealed\nlog = {STATE}/Log")
    file.write_text(sealed, encoding="utf-8")
    try:
        table.sync()
        table.server.pass_time(timedelta(minutes=16))
        table.sync()
    finally:
        file.write_text(before, encoding="utf-8")


# Of each answer: its word, its sign and colour, all that it says.
_ANSWERS = """
return Array.from( document.querySelectorAll( '#mw-content-text dd' ) ).map( function ( each ) {
    var sign = each.querySelector( 'span[style*="background"]' );
    return sign && [ each.querySelector( 'b' ).innerText, sign.innerText.trim(),
        getComputedStyle( sign ).backgroundColor, each.innerText ];
} ).filter( Boolean );
"""


@pytest.mark.parametrize("skin", browser.SKINS)
def test_answers_on_the_page(table_143: GadgetGame, skin: str) -> None:
    """Each is one line with its word and a sign, no two verdicts alike, in the words of the form;
    help is a list. Talk has none, and a letter one for the action in it.
    """
    table_143.restore(answered)
    page = table_143.visit("Alice", ACTIONS, useskin=skin)
    answers, words = page.run(_ANSWERS), page.in_sight("#mw-content-text dd b")
    verdicts = {word: (sign, colour) for word, sign, colour, _ in answers}
    signed = [word for word, *_, said in answers if "Wikibot" in said or "UTC)Reply" in said]
    of_form = page.in_sight(".wikibot-form-answers .wikibot-form-verdict")

    assert words == ["cant", "done", "needs", "huh", "done"]
    assert of_form == ["done", "huh", "needs"]  # Alice's own, the newest first
    assert [len({*column}) for column in zip(*verdicts.values(), strict=True)] == [4, 4]
    assert signed == ["needs"]  # for others to reply to
    assert answers[-1][-1].count("\n• ") == 3


def answered(table: GadgetGame) -> None:
    """Lines of all kinds have their answers."""
    lines = ("use Banana", "move 1 2 -- 2d4 (1, 1) = 2", "Hello everybody,")
    said = "".join(f"* {line} ~~~~\n" for line in lines)
    table.person("Bob").edit(ACTIONS, f"== Actions ==\n{said}")
    letter = "\nDear bot,\n\nI move 1 2 3 -- 2d4 (2, 3) = 5\n\nBest wishes,\n\nAlice ~~~~\n\n"
    said = "* juggle the crockery ~~~~\n* help ~~~~\n"
    table.person("Alice").edit(ACTIONS, append=letter + said)
    table.sync()


def test_the_wiki_has_words_of_its_own(table: GadgetGame) -> None:
    """A page of the MediaWiki namespace takes the place of a text;
    markup in it is shown, not run.
    """
    table.steward.edit("MediaWiki:Wikibot-form-save", "Absenden <b>&amp;</b> {{Trap}}")
    page = table.visit("Alice", ACTIONS)

    assert page.button("Absenden <b>&amp;</b> {{Trap}}")
