"""The form where something is in the way:
the wiki refuses, a page is broken or hostile.

What the wiki refuses is tried on both versions. What the form makes of the bot's page is its own
script, the same on both: the newer one.
"""

from __future__ import annotations

import json

from tests.mediawiki.browser import Browser
from tests.mediawiki.gadget_game import ACTIONS, DATA, GadgetGame

NASTY = (
    "<script>hacked = 1</script>",
    '"><img src=x><details open ontoggle="hacked = 1">',
    "[[Category:Caught]]{{Trap}}",
    "</nowiki><b>&lt;i&gt; ~~~~ '''bold''' __NOTOC__",
    "javascript:hacked=1",
)


def test_the_wiki_refuses(table: GadgetGame) -> None:
    """Each refusal is told in plain words, and the line is kept;
    once nothing is in the way, it is saved.
    """
    page = table.visit("Alice", ACTIONS)
    page.write("Your line", "move 1")
    steward, server = table.steward, table.server

    steward.block("Alice", reason="too eager")
    refused(page, "Your account may not edit at the moment: it is blocked.")
    steward.unblock("Alice")
    steward.protect(ACTIONS)
    refused(page, f"You may not edit “{ACTIONS}”: it is protected.")
    steward.protect(ACTIONS, "all")
    server.configure(wgReadOnly="Backup until noon")
    refused(page, "The wiki is read-only at the moment.", "Backup until noon")
    server.configure(
        wgReadOnly=False,
        wgCaptchaTriggers={"edit": True},
        wgGroupPermissions={"user": {"skipcaptcha": False}},
    )
    refused(page, "The wiki asks for a captcha")
    server.configure(wgCaptchaTriggers={"edit": False})
    server.add_filter('action == "edit" & added_lines irlike "move"')
    refused(page, "The wiki did not save your line:")
    server.sql("UPDATE abuse_filter SET af_enabled = 0")
    page.press("Save the line")
    page.wait_for(".wikibot-form-status", "Your line is saved")

    assert table.text(ACTIONS).count("* move 1 [[User:Alice|") == 1


def test_the_session_is_lost(table: GadgetGame) -> None:
    """Nothing is saved without the account for which the form was shown."""
    page = table.visit("Alice", ACTIONS)
    page.write("Your line", "move 1")
    table.server.end_sessions()

    refused(page, "You are no longer logged in as Alice.")
    assert "move 1" not in table.text(ACTIONS)


def refused(page: Browser, *words: str) -> None:
    """Try to save, and read that it was refused and that the line is still there."""
    page.press("Save the line")
    page.wait_for(".wikibot-form-status", *words)

    assert page.written("Your line") == "move 1"
    assert page.all(".wikibot-form-status .wikibot-form-by-hand") != []


def nasty_page() -> str:
    """The bot's page, with names that try to run wherever one can stand."""
    entries = [{"value": name, "label": name, "anchor": name} for name in NASTY]
    parts = [
        "use ", {"label": NASTY[0], "list": "item"}, " on ", {"label": "Space", "list": "space"},
    ]  # fmt: skip
    wait = {
        "id": NASTY[0], "line": NASTY[1], "question": NASTY[0], "until": NASTY[1],
        "options": [{"label": NASTY[1], "line": f"choose {NASTY[1]}"}],
    }  # fmt: skip
    player = {
        "name": NASTY[0], "accounts": ["Alice"], "about": NASTY[1], "can": ["use"], "waits": [wait],
        "lists": {"item": NASTY, "__proto__": NASTY, "constructor": NASTY},
    }  # fmt: skip
    return json.dumps({
        "format": 1, "game": NASTY[0], "stopped": NASTY[1], "turn": NASTY[0],
        "pages": {"actions": ACTIONS, "heading": "Actions"},
        "lists": {"space": entries}, "players": [player], "others": {"can": []},
        "verbs": [{"name": "use", "group": NASTY[1], "about": NASTY[0],
                   "forms": [{"parts": parts, "label": NASTY[1]}] * 2}],
    })  # fmt: skip


def test_names_that_try_to_run(table_143: GadgetGame) -> None:
    """Names of players, items and spaces are shown as text,
    and a line that holds them does nothing on the page.
    """
    table_143.steward.edit("Template:Trap", "[[Category:Caught]]caught")
    page = bots_page(table_143, nasty_page())
    page.choose("Action", "use")
    page.choose(NASTY[0], NASTY[3])
    page.choose("Space", NASTY[2])
    inside = page.run(
        "return document.querySelectorAll('.wikibot-form-box :is(script, img, b, iframe)').length"
    )
    said = page.text(".wikibot-form-box")
    table_143.save()
    saved = table_143.text(ACTIONS)
    table_143.sync()
    page.wait_for(".wikibot-form-answers", "huh")
    parsed = table_143.steward.api(action="parse", page=ACTIONS, prop="categories|templates|text")[
        "parse"
    ]

    assert (page.run("return window.hacked"), inside) == (None, 0)
    assert [name for name in (*NASTY[:2], "It is your turn.") if name not in said] == []
    assert ([each["category"] for each in parsed["categories"]], parsed["templates"]) == ([], [])
    assert ("<nowiki>&lt;/nowiki&gt;" in saved, "[[User:Alice|Alice]]" in saved) == (True, True)
    assert saved.count("(UTC)") == 1


BROKEN = {
    "not JSON": ("{", "cannot read"),
    "another thing": ('["format", 1]', "cannot read"),
    "another format": ('{"format": 2, "pages": {"actions": "X"}}', "cannot read"),
    "types mixed up": ('{"format": 1, "pages": {"actions": ["X"]}, "players": 7}', "cannot read"),
    "too large": (json.dumps({"format": 1, "x": "x" * 500_000}), "too large"),
}


def test_a_page_that_cannot_be_used(table_143: GadgetGame) -> None:
    """Whatever stands on the bot's page, the form says so in words,
    and the page itself is as ever.
    """
    told = {}
    for name, (text, words) in BROKEN.items():
        shown = bots_page(table_143, text).wait_for(".wikibot-form-status", "by hand")
        told[name] = words in shown
    page = bots_page(
        table_143, '{"format": 1, "pages": {"actions": "X"}, "players": [1, null, {}]}'
    )

    assert told == dict.fromkeys(BROKEN, True)
    assert "Alice is not a player" in page.wait_for(".wikibot-form-who", "Alice")


def bots_page(table: GadgetGame, text: str) -> Browser:
    """Save the bot's page in the bot's name, and open the form as Alice."""
    bot = table.person("Wikibot")
    bot.act("edit", title=DATA, text=text, contentmodel="text", contentformat="text/plain")
    return table.visit("Alice", ACTIONS)


def test_nobody_else_writes_what_the_form_offers(table_143: GadgetGame) -> None:
    """Of the bot's page counts what the bot itself saved."""
    for writer in ("Bob", "Steward"):
        forged = nasty_page().replace("<script>", f"Forged by {writer}")
        table_143.person(writer).act("edit", title=DATA, text=forged)
        page = table_143.visit("Alice", ACTIONS)

        assert "You are Alice" in page.wait_for(".wikibot-form-who", "Alice")
        assert "Forged" not in page.text(".wikibot-form-box")
