"""A week of a nomic of its own that eight accounts play with the form and the lens alone, but for
five who join by a line, each page in the next look (both skins, both widths), and how its pages
look then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import cycle
from types import MappingProxyType

import pytest

from tests.mediawiki.browser import LOOKS, SKINS, Browser
from tests.mediawiki.gadget_game import ACTIONS, DATA, STATE, GadgetGame
from tests.mediawiki.test_gadget_looks import CONTRASTS
from tests.mediawiki.test_replay_page import INKS
from tests.mediawiki.versions import of_each_version
from tests.replies import as_read
from wikibot.wikitext.numerals import WEEK, week_start

RULES = """\
== Start ==

A new player starts on the Hill with 5 Gold.

== Work ==

Once per day, a player may dig: they roll 1d6, and gain 2 Gold on a 4 or more. Otherwise, they gain 1 Gold.

As a daily action, a player may move to a Place that their Place leads to.

A player may give another player any number of Gold.

A player who is on the Shore may buy a Boat by paying 8 Gold.

At the beginning of each day, each player who is on the Shore gains 1 Fish.

Whoever stands on the Hill at dusk is welcome to sing.

== Winning ==

A player who has at least 1 Boat wins the game.

== Deciding ==

Voting on a proposal lasts 24 hours. A proposal passes if more players vote for it than against it.

Players may trade with each other.
"""  # noqa: E501
PAGE = """\
== Board ==

== Players ==

{| class="wikitable"
! Player !! Gold !! Fish !! Place !! Items
|}

== Places ==

{| class="wikitable"
! Place !! Leads to
|-
| Hill || Shore, Mill
|-
| Shore || Hill
|-
| Mill || Hill
|}
"""
PEOPLE = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Ann", "Bea")
LENS, LOG, NOW, HELP = f"{STATE}/rules.json", f"{STATE}/Log", f"{STATE}/Standings", f"{STATE}/Help"
NETS = "append «A player who is on the Shore may weave by paying 1 Fish: they gain 1 Net.» to Work"
SINGING = "A player who is on the Hill may sing: they gain 1 Gold."
MORE = "replace «gain 2 Gold» with «gain 4 Gold» in Work"


class Week(GadgetGame):
    """The game, whose steward does not play. ``played``: which days were; ``edits``: how many there
    were in each sync that saved the gamestate, ``seen``: in all.
    """

    settings = MappingProxyType({
        "rules": "generic", "gamestate": STATE, "actions": ACTIONS, "log": LOG, "dice": "sealed",
        "form_page": DATA, "lens_page": LENS, "standings_page": NOW, "help_page": HELP,
        "groups": "sysop", "journal": "journal.sqlite", "deadline": "2 minutes",
    })  # fmt: skip
    played: tuple[Callable[[Week], None], ...] = ()
    edits: tuple[int, ...] = ()
    seen = 0
    looks = cycle(LOOKS)
    pages = MappingProxyType({"Rules": RULES, STATE: PAGE, ACTIONS: "== Actions ==\n"})

    def _edited(self) -> list[str]:
        """The titles of the bot's edits, the newest first."""
        answer = self.steward.api(
            action="query", list="recentchanges", rcuser="Wikibot", rctype="edit|new", rclimit=500
        )
        return [each["title"] for each in answer["query"]["recentchanges"]]

    def sync(self) -> str:
        """One sync; gives what it shows."""
        shown, edited = super().sync(), self._edited()
        titles = edited[: len(edited) - self.seen]
        self.edits += (len(titles),) if self.seen and STATE in titles else ()
        self.seen = len(edited)
        return shown

    def passes(self, **time: float) -> None:
        """Let time pass, and the bot look once more, when the pages that waited are saved."""
        self.server.pass_time(timedelta(**time))
        self.sync()

    def enacts(self) -> None:
        """Put what passed into the ruleset, and let the pages that waited be saved."""
        self.presses("Steward", "enact", sends=True)
        self.sync()  # with the ruleset page
        self.passes(minutes=20)
        self.passes(minutes=20)

    def at(self, name: str, title: str = STATE) -> Browser:
        """Open a page as somebody, with another look than the last one."""
        return self.see(name, title, next(self.looks))

    def does(self, name: str, action: str, **fields: str) -> None:
        """Choose an action, fill in its fields, and save the line."""
        page = self.at(name)
        page.choose("Action", action)
        for label, value in fields.items():
            handle = page.field(label)
            choose = page.choose if page.run(_HAS_LIST, handle) else page.write
            choose(label, value)
        self.save()

    def presses(self, name: str, button: str, *, sends: bool) -> None:
        """Answer what waits with a button, which sends the line or leaves that to be done."""
        page = self.at(name)
        page.press(button)
        if sends:
            page.wait_for(".wikibot-form-status", "Your line is saved")
        else:
            self.save()

    def play_until(self, last: Callable[[Week], None]) -> None:
        """Play the days up to one that were not played."""
        for day in DAYS[len(self.played) : DAYS.index(last) + 1]:
            self.passes(days=1, hours=2)
            day(self)
            self.played += (day,)

    def verdicts(self) -> list[str]:
        """The first words of all answers, in page order."""
        return re.findall(r"'''(\w+)'''", as_read(self.text(ACTIONS)))


_HAS_LIST = "return !!arguments[ 0 ].querySelector( '.oo-ui-dropdownWidget-handle' )"


@pytest.fixture(scope="module")
def game(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Week]:
    """Give the game, which its tests go on with day by day, from the same hour of a Sunday whenever
    they run: what a midnight or a Monday brings is saved and told before what waits.
    """
    folder = tmp_path_factory.mktemp("week")
    with of_each_version(lambda version: Week(version, browser, folder)) as games:
        game = games("1.43")
        game.server.travel(week_start(game.server.now()) + 2 * WEEK - timedelta(hours=18))
        yield game


def monday(game: Week) -> None:
    """Join, and work."""
    for name in PEOPLE[:3]:
        page = game.at(name)
        offered = page.in_sight(".wikibot-form-act .oo-ui-buttonElement-button")
        others = page.all(".wikibot-form-act textarea, .wikibot-form-act input")
        assert ("is not a player" in page.text(".wikibot-form-who"), offered) == (True, ["Join"])
        assert others == []
        page.press("Join")
        game.browser.wait_for(".wikibot-form-status", "Your line is saved")
    for name in PEOPLE[3:]:
        game.person(name).edit(ACTIONS, append="\n* join ~~~~")
    game.sync()
    for name in ("Bea", "Bob"):
        game.does(name, "dig")
    game.sync()


def tuesday(game: Week) -> None:
    """Walk over the board, give, say what a sentence means, propose, and vote."""
    page = game.at("Bob")
    page.choose("Action", "move")
    game.click_space("Shore")
    game.save()
    game.does("Carol", "give", Number="2", Player="Dave")
    game.sync()
    page = game.at("Alice", "Rules")
    page.click(page.first("button.wikibot-form-for-people"))
    page.first(".wikibot-form-panel textarea")
    page.write("What it means, in plain sentences", SINGING)
    page.press("Save the reading")
    page.wait_for(".wikibot-form-status", "Your line is saved")
    game.does("Erin", "propose", Title="Nets", Text=NETS)
    game.sync()  # with the readings page
    for name in ("Alice", "Bob", "Dave"):
        game.presses(name, "for", sends=True)
    game.sync()


def wednesday(game: Week) -> None:
    """Enact what passed; play the new rule, and the sentence that has a meaning now."""
    game.enacts()
    game.does("Bob", "weave")
    game.does("Frank", "sing")
    game.sync()


def thursday(game: Week) -> None:
    """Trade, and amend a rule."""
    page = game.at("Bob")
    page.choose("Action", "trade")
    page.write("Number", "1")
    page.choose("Item", "Net (1)")
    page.choose("Player", "Dave")
    page.write("Number", "2", 1)
    gold = page.run(_OPTION, "Gold")
    page.choose("Item", gold, 1)
    game.save()
    game.does("Dave", "propose", Title="Deeper", Text=MORE)
    game.sync()
    game.presses("Dave", "accept", sends=False)
    game.presses("Ann", "for", sends=True)
    game.sync()


def friday(game: Week) -> None:
    """Play by the rule that was amended."""
    game.enacts()
    game.does("Bea", "dig")
    game.sync()


def sunday(game: Week) -> None:
    """Win, while a vote goes on."""
    game.does("Frank", "propose", Title="Rest", Text=MORE)
    game.does("Bob", "buy")
    game.sync()
    game.passes(hours=1)


DAYS = (monday, tuesday, wednesday, thursday, friday, sunday)
_OPTION = """
var begins = arguments[ 0 ] + ' (';
var all = document.querySelectorAll( ".wikibot-form-act option" );
return Array.from( all ).map( function ( each ) {
    return each.text;
} ).filter( function ( each ) {
    return each.startsWith( begins );
} ).pop();
"""


@pytest.mark.parametrize("day", DAYS)
def test_a_week_by_clicking_alone(game: Week, day: Callable[[Week], None]) -> None:
    """Every line is played, and no sync with news makes more than three edits: rules and readings,
    too, are saved beside the gamestate and the answers, and the log waits.
    """
    game.play_until(day)

    assert set(game.verdicts()) == {"done"}
    assert 0 < max(game.edits) <= 3


def test_what_came_of_the_week(game: Week) -> None:
    """Rules came and changed, a sentence got its reading, somebody won, and no die was wrong."""
    game.play_until(DAYS[-1])
    verified = game.run("verify")

    assert "Bob won" in game.text(NOW)
    assert [each for each in ("weave", "gain 4 Gold") if each not in game.text("Rules")] == []
    assert "| Alice" in game.text("Rules/Readings")
    assert verified.exit_code == 0, verified.output


@pytest.mark.parametrize("skin", SKINS)
def test_its_pages_in_each_skin(game: Week, skin: str) -> None:
    """Each is opened once, and looked at in both widths, light and dark."""
    game.play_until(DAYS[-1])
    page = game.visit("Alice", ACTIONS, useskin=skin)
    can_be_read(page, ACTIONS)
    game.open("Rules", useskin=skin)
    can_be_read(page, "Rules")
    game.open(STATE, useskin=skin)
    can_be_read(page, STATE)
    shows_all_of_a_proposal(page)
    boards = shows_the_board(page, game.text(STATE))
    page.open(game.server.url, NOW, useskin=skin)
    can_be_read(page, NOW)
    tells_who_won(page, boards)


def can_be_read(page: Browser, title: str) -> None:
    """No text has less contrast than 4.5, the page is not wider than its window, and no table is
    cut off.
    """
    faint, wide = dict[str, float](), list[object]()
    for look in page.looks():
        where, found = f"{title}, {look}", page.run(_OF_THE_PAGE)
        faint |= {f"{words} ({where})": each for words, each in found if each < 4.5}
        wide += [(where, each) for each in page.run(_CUT_OFF)]

    assert (faint, wide) == ({}, [])


def shows_all_of_a_proposal(page: Browser) -> None:
    """On a phone, of a table of many columns each cell that is for people has a line, with its
    column's name; a wide window has the columns that say something. Times are as the wiki writes
    them, and what is remembered is folded.
    """
    for look in page.looks():
        cells = page.run(_CELLS)
        heads = " ".join(each.text for each in page.all(".wikibot-form-cards th"))

        assert page.all(".mw-collapsed td") == []
        assert "Started: 202" not in page.text("#mw-content-text")
        assert {each[1][-5:] for each in cells if each[0] == "Submitted"} == {"(UTC)"}
        assert {each[3] for each in cells} == {True}, look
        if look.startswith("1200"):
            assert heads == (
                "ID Title Class Proposer Status Voted on until Submitted Text Votes Changed "
                "Trade From Gives To For Status Since"
            )
        else:
            hidden = {each[0] for each in cells if each[2] == "none" and each[1]}
            assert (heads, cells[0]) == ("", ["ID", "P1", "block", True])
            assert (hidden <= {"Line", "Message"}, "Voted on until" in str(cells)) == (True, True)


def shows_the_board(page: Browser, text: str) -> list[dict[str, str]]:
    """Its cells stand as the text has them, from which a replay draws them; gives the colours of
    players in each look.
    """
    drawn = re.findall(r'data-space="(\w+)">\[\[[^\]]*\]\] ?(→?)', text)
    cells = [each.split() for each in page.in_sight("[data-space]")]

    assert len(cells) > 2
    assert [(each[0], "→" * ("→" in each)) for each in cells] == drawn
    return [page.run(INKS, "[data-space] span") for _ in page.looks()]


def tells_who_won(page: Browser, boards: list[dict[str, str]]) -> None:
    """How players stand, each in the colour that they have on the board, and what happened last."""
    (lead,), names, told = (
        page.in_sight(f"#mw-content-text {css}") for css in ("p > b", "td span", "li")
    )

    assert (lead, {*names}) == ("Bob won.", {*PEOPLE})
    assert (len(told) > 10, "Bob" in told[0], "voting on P3" in told[10]) == (True,) * 3
    for look, board in zip(page.looks(), boards, strict=True):
        chips = page.run(INKS, "td span")
        assert (len(board), board, look) == (
            len(PEOPLE), {name: chips[name] for name in board}, look
        )  # fmt: skip


_CELLS = """
return Array.from( document.querySelectorAll( '.wikibot-form-cards td' ) ).map( function ( each ) {
    return [ each.dataset.label, each.innerText.trim(), getComputedStyle( each ).display,
        each.getBoundingClientRect().right <= innerWidth ];
} );
"""
# All of the page but what DiscussionTools makes of signatures.
_OF_THE_PAGE = CONTRASTS.replace("closest( '.wiki", "closest( '#mw-content-text, .wiki").replace(
    "!node.data.trim()", "!node.data.trim() || element.matches( '[class^=ext-discussiontools]' )"
)
_CUT_OFF = """
function room( element ) {
    var over = getComputedStyle( element ).overflowX, above = element.parentElement;
    return over === 'auto' || over === 'scroll' || above && room( above );
}
var page = document.documentElement;
return ( page.scrollWidth > innerWidth ? [ 'the page' ] : [] ).concat(
    Array.from( document.querySelectorAll( '#mw-content-text table' ) ).filter( function ( each ) {
        return each.checkVisibility() && each.getBoundingClientRect().right > innerWidth &&
            !room( each );
    } ).map( function ( each ) { return each.innerText.slice( 0, 40 ); } ) );
"""
