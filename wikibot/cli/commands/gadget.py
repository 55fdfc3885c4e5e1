"""``wikibot gadget``: the form for playing, put on the wiki."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from wikibot.cli import options
from wikibot.cli.options import introduced, shipped, wiki_of
from wikibot.config.settings import Settings
from wikibot.exits import SETTINGS, USAGE, ProgramError
from wikibot.sync.reader import speak
from wikibot.sync.render import ABOUT_FORM, SAVES_FORM, form_words
from wikibot.wiki.base import Edit, Poll, Wiki, summary
from wikibot.wiki.errors import NotAllowed
from wikibot.wikitext.messages import ENGLISH, say, speaking
from wikibot.wikitext.regex import regex

# == The form for wikis as pages: where its script and style sheet go, for which games =============
#
# https://www.mediawiki.org/wiki/Extension:Gadgets and Manual:Interface/JavaScript name the pages.

SCRIPT, STYLE = "wikibot.js", "wikibot.css"
_AS_SET: Mapping[str, str] = {}
SITE_RIGHTS = ("editinterface", "editsitejs", "editsitecss")
USER_RIGHTS = ("editmyuserjs", "editmyusercss")
DEFINITION = (
    "* wikibot[ResourceLoader|type=general|default|targets=desktop,mobile"
    "|dependencies=mediawiki.api,mediawiki.util]|wikibot.js|wikibot.css"
)
_GAMES = regex(r"^(\s*var GAMES = )(\[.*\])(;.*)$", re.MULTILINE)
_MOST_GAMES = 100
_RUN = "gadget"


class Target(Struct, frozen=True):
    """Where the form goes. ``site``: for all who choose it, or for one account."""

    site: bool
    account: str = ""

    def title(self, file: str) -> str:
        return f"MediaWiki:Gadget-{file}" if self.site else f"User:{self.account}/{file}"

    def next_lines(self) -> tuple[str, tuple[str, ...]]:
        """The page that takes the form into use, and the lines to add to it."""
        if self.site:
            return "MediaWiki:Gadgets-definition", ("== Games ==", DEFINITION)
        load = "mw.loader.load( mw.config.get( 'wgScript' ) + '?title="
        return f"User:{self.account}/common.js", (
            f"{load}{_in_url(self.title(SCRIPT))}&action=raw&ctype=text/javascript' );",
            f"{load}{_in_url(self.title(STYLE))}&action=raw&ctype=text/css', 'text/css' );",
        )


def _in_url(title: str) -> str:
    from urllib.parse import quote

    return quote(title.replace(" ", "_"), safe="/:")


def game_entry(
    settings: Settings, account: str, written: Mapping[str, str] = _AS_SET
) -> Mapping[str, Any]:
    """What the script has to know of a game. ``written``: titles as the wiki writes them, by ours.

    Raises ``ProgramError`` where no page is kept for it.
    """
    if not settings.bot.form_page:
        why = "the form reads what there is to do from a page that the bot keeps, and none is set"
        raise ProgramError(
            f"{why}; set `form_page` under [bot], such as {settings.game.gamestate}/wikibot.json",
            SETTINGS,
        )
    bot, game, words = settings.bot, settings.game, form_words()
    shown = {"actions": game.actions, "gamestate": game.gamestate,
             "help": bot.help_page, "board": bot.board_page, "lens": bot.lens_page,
             "ruleset": game.ruleset}  # fmt: skip
    return {
        "data": bot.form_page,
        "bot": account,
        **{what: written.get(title, title) for what, title in shown.items()},
        **({"words": words} if words else {}),
    }


def read_file(name: str) -> str:
    """One of the form's files."""
    return shipped("gadget")[name].read_text(encoding="utf-8")


def games_in(script: str) -> Sequence[Mapping[str, Any]]:
    """The games that a script is for; none where its line cannot be read."""
    found = _GAMES.search(script)
    try:
        listed = json.loads(found[2]) if found else []
    except ValueError:
        return ()
    return [each for each in listed if isinstance(each, dict) and isinstance(each.get("data"), str)]


def with_games(script: str, games: Sequence[Mapping[str, Any]]) -> str:
    """The script for these games. Raises ``ProgramError`` where it has no line for them."""
    text = json.dumps([dict(each) for each in games], ensure_ascii=True).replace("<", "\\u003c")
    text = text.replace("~", "\\u007e")  # which a wiki signs
    made, count = _GAMES.subn(lambda line: line[1] + text + line[3], script, count=1)
    if not count:
        raise ProgramError(f"{SCRIPT} has no line `var GAMES = [];` for the games", USAGE)
    return made


def merged(
    before: Sequence[Mapping[str, Any]], own: Mapping[str, Any]
) -> Sequence[Mapping[str, Any]]:
    """The games of a wiki with one put in its place, or last."""
    others = [each["data"] for each in before]
    if own["data"] not in others:
        return [*before[: _MOST_GAMES - 1], own]
    return [own if each["data"] == own["data"] else each for each in before]


def bot_of(wiki: Wiki, title: str) -> str:
    """The account that keeps a page for the form, by the page itself; "" where that is not sure."""
    found = wiki.read([title])[title]
    try:
        content = json.loads((found.text or "") if found else "")
    except ValueError:
        return ""
    said = content.get("bot") if isinstance(content, dict) else None
    return said if found and isinstance(said, str) and said == found.user else ""


# -- on the wiki -----------------------------------------------------------------------------------


class GadgetPage(Struct, frozen=True):
    """A page as it is to be. ``base``: the revision that was read, None where there is none."""

    title: str
    text: str
    base: int | None = None
    before: str = ""

    @property
    def changes(self) -> bool:
        return self.text.rstrip() != self.before.rstrip() or self.base is None


def target_of(poll: Poll, *, site: bool | None) -> Target:
    """Where an account can put the form: for all where it may, unless ``site`` says it.

    Raises ``NotAllowed`` for an account that may not.
    """
    for_all = not _lacking(poll, SITE_RIGHTS) if site is None else site
    lacking = _lacking(poll, SITE_RIGHTS if for_all else USER_RIGHTS)
    if not poll.user:
        raise NotAllowed("the bot is not logged in", remedy="Set user and password.")
    if lacking:
        who = "an interface administrator" if for_all else "the account itself"
        remedy = (
            f"Log in as {who}, with a bot password that grants "
            + ("editing sitewide CSS and JavaScript" if for_all else "editing your user JavaScript")
            + "; or take the files with `--out DIR` and save them by hand."
        )
        raise NotAllowed(f"{poll.user} lacks {', '.join(lacking)}", remedy=remedy)
    return Target(for_all, poll.user)


def _lacking(poll: Poll, rights: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in rights if each not in poll.rights)


def planned_pages(
    wiki: Wiki, target: Target, settings: Settings, account: str
) -> tuple[GadgetPage, ...]:
    """The pages as they are to be: the script with this game and those that it has already."""
    titles = [target.title(SCRIPT), target.title(STYLE)]
    titles += ["MediaWiki:Gadget-wikibot"] if target.site else []
    there = wiki.read(titles)
    old = {title: (found.text or "") if found else "" for title, found in there.items()}
    heads = wiki.poll(tuple(dict.fromkeys(settings.pages.values()))).heads
    written = {asked: head.title for asked, head in heads.items()}
    games = merged(games_in(old[titles[0]]), game_entry(settings, account, written))
    texts = [with_games(read_file(SCRIPT), games), read_file(STYLE), say(ABOUT_FORM)]
    pages = []
    for title, text in zip(titles, texts, strict=False):
        found = there[title]
        if title == titles[-1] and target.site and found:
            continue  # a description that people changed stays
        pages.append(GadgetPage(title, text, found.id if found else None, old[title]))
    return tuple(pages)


# == ``wikibot gadget``: the form for playing, put on the wiki =====================================

_EPILOG = """\b
Examples:
  wikibot gadget install               for all who choose it, or else for the account alone
  wikibot gadget install --dry-run     which pages it would save
  wikibot gadget install --out files   the two files, to be saved by hand
"""


@click.group(epilog=_EPILOG)
def gadget() -> None:
    """Put the form for playing on the wiki: docs/gadget.md."""


@options.command(
    "wikibot gadget install --site    as a gadget, by an interface administrator",
    "wikibot gadget install --user    for the account that is logged in",
    group=gadget,
)
@click.option("--site/--user", default=None, help="As a gadget for all, or for this account.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Write the two files into this folder, and nothing to the wiki.")  # fmt: skip
@click.option("--bot", default="", metavar="ACCOUNT",
              help="The account of the bot, where another one is logged in.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Save nothing; say what would be.")
@click.option("--json", "as_json", is_flag=True, help="Say it as JSON.")
@options.with_settings
def install(
    settings: Settings, site: bool | None, out: Path | None, bot: str, dry_run: bool, as_json: bool
) -> None:
    """Save script and style sheet, and say which lines take them into use.

    A second game on the same wiki adds itself to the script; run it again after each update.
    """
    with speaking(ENGLISH):  # until the wiki's own words are known, and for the form alone
        if out:
            speak(settings, "")
            from wikibot.storage.local import write_text

            out.mkdir(parents=True, exist_ok=True)
            entry = game_entry(settings, bot or settings.wiki.user.partition("@")[0])
            write_text(str(out / SCRIPT), with_games(read_file(SCRIPT), [entry]))
            write_text(str(out / STYLE), read_file(STYLE))
            click.echo(f"wrote {out / SCRIPT} and {out / STYLE}")
            return
        wiki = introduced(wiki_of(settings))
        title = settings.bot.words_page
        words = wiki.read([title])[title] if title else None
        for fault in speak(settings, (words.text or "") if words else ""):
            click.echo(fault, err=True)
        target = target_of(wiki.poll([settings.game.actions]), site=site)
        bot = bot or bot_of(wiki, settings.bot.form_page) or target.account
        planned = planned_pages(wiki, target, settings, bot)
        saved = []
        for page in (each for each in planned if each.changes):
            saved.append(page.title)
            if dry_run:
                continue
            wiki.save(Edit(page.title, page.text, page.base, summary(say(SAVES_FORM), _RUN), _RUN))
            stored = wiki.read([page.title])[page.title]
            if stored is None or (stored.text or "").rstrip() != page.text.rstrip():
                why = "the wiki changed the text as it was saved"
                raise ProgramError(f"{page.title}: {why}", USAGE)
    title, lines = target.next_lines()
    unchanged = [each.title for each in planned if not each.changes]
    if as_json:
        from wikibot.cli.terminal import print_json

        done = {"saved": saved, "unchanged": unchanged, "dry_run": dry_run, "bot": bot,
                "add_to": title, "lines": list(lines)}  # fmt: skip
        print_json("gadget-install", done, indent=2)
        return
    for each in saved:
        click.echo(f"{'would save' if dry_run else 'saved'} {each}")
    for each in unchanged:
        click.echo(f"{each} is up to date")
    click.echo(f"for the bot {bot}; `--bot` names another")
    click.echo(f"Now add to {title}, unless it is there:")
    for line in lines:
        click.echo(f"  {line}")
