"""How the form looks: at both widths, in every skin, light and dark, in other words."""

from __future__ import annotations

import pytest

from tests.mediawiki.browser import DESKTOP, PHONE
from tests.mediawiki.gadget_game import ACTIONS, STATE, GadgetGame

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
SKINS = ("vector-2022", "vector", "minerva")
NIGHT = {"logged_in": True, "logged_out": True, "beta": True}
BUTTONS = ".wikibot-form-box .oo-ui-buttonElement-button"


@pytest.mark.parametrize("skin", SKINS)
def test_all_of_it_can_be_read(table: GadgetGame, skin: str) -> None:
    """At both widths, light and dark, no text has less contrast than WCAG AA asks for,
    nor has a button that the pointer is on, and nothing sticks out.
    """
    full(table, skin)
    page, version = table.browser, table.server.version
    faint: dict[str, float] = {}
    for size in (PHONE, DESKTOP):
        page.size(size)
        for scheme in ("light", "dark"):
            page.prefer(scheme)
            buttons = page.all(BUTTONS) if size == DESKTOP else []
            assert size == PHONE or len(buttons) > 2
            for button in (None, *buttons):
                page.point_at(button)
                found = page.run(CONTRASTS)
                assert len(found) > 15
                where = f"{scheme}, {size[0]}{', pointed at' if button else ''}"
                faint |= {
                    f"{words.strip()} ({where})": ratio for words, ratio in found if ratio < 4.5
                }
            assert page.run(TOO_WIDE) == [False]

    page.prefer("light")
    assert (version, faint) == (version, {})


def full(table: GadgetGame, skin: str) -> None:
    """The form with something in every part of it: a question, fields, an error, an answer."""
    table.server.configure(wgVectorNightMode=NIGHT, wgMinervaNightMode={"base": True, **NIGHT})
    table.person("Alice").edit(ACTIONS, "== Actions ==\n* move 1 2 3 -- 2d4 (2, 3) = 5 ~~~~")
    table.person("Alice").edit(ACTIONS, append="\n* juggle the crockery ~~~~\n* use Fish ~~~~")
    table.sync()
    page = table.visit("Alice", STATE, useskin=skin)
    night = "document.documentElement.className += ' skin-theme-clientpref-os'"
    page.run(f"document.documentElement.className.match(/clientpref-os/) || ({night})")
    page.wait_for(".wikibot-form-answers", "huh")
    page.choose("Action", "trade")
    page.press("Save the line")
    page.wait_for(".wikibot-form-status", "Please fill in: Number, Item, Player")
    page.choose("Action", "move")
    table.click_space("1")
    page.first(".wikibot-form-bar")


def test_the_wiki_has_words_of_its_own(table: GadgetGame) -> None:
    """A page of the MediaWiki namespace takes the place of a text;
    markup in it is shown, not run.
    """
    table.steward.edit("MediaWiki:Wikibot-form-save", "Absenden <b>&amp;</b> {{Trap}}")
    page = table.visit("Alice", ACTIONS)

    assert page.button("Absenden <b>&amp;</b> {{Trap}}")
