"""Pages and files that the bot alone keeps beside the gamestate: the board, a chart.

Each is saved when it has changed, at most once in a quarter of an hour and not in a sync with other
edits, and never over what people saved there: where the newest revision of such a page is another
account's, the bot leaves it alone and says so. What fails here stops nothing, and the next sync
makes up for it.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import datetime
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.engine.orders import LINE_MARK
from wikibot.game.game import Game
from wikibot.game.page.board import board_wikitext
from wikibot.game.picture import inks_of
from wikibot.game.problems import failure
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, State
from wikibot.storage.cursor import NAME
from wikibot.storage.log_page import RESULT_MARK, log_lines
from wikibot.sync.pending_deliveries import LIMIT
from wikibot.sync.render import MODEL, Lens, Plan, marked_json
from wikibot.sync.report import PageChange, TimeUp, Watchdog, at
from wikibot.sync.snapshot import Setup
from wikibot.sync.writing import Writer, contained, lacking_rights, played_lines, waits
from wikibot.wiki.base import Head, Saved
from wikibot.wiki.errors import EditConflict, EditRefused, NotAllowed, WikiError
from wikibot.wikitext.escape import answer_wikitext, comment_json, comments_named, shortened, show
from wikibot.wikitext.messages import local_digits, localized, retold, say
from wikibot.wikitext.numerals import format_time, parse_time
from wikibot.wikitext.regex import regex

# -- Who leads and since when, what happened last, what comes next: as a page, and as one file -----
# Nothing in it depends on the time at which it is looked at, so that it is saved only when
# something happened.

MOST_EVENTS = 10
_MOST_DEADLINES = 10
_SHOWN = 240  # characters of an event
_OPEN = "open"
_CHANGED = regex(r"\[-([^\[\]{}]*)-\] ?\{\+([^\[\]{}]*)\+\}")  # words of a rule, in the log
_LINE = regex(r"(?P<at>\d{4}-\d\d-\d\dT[\d:]{5,8}Z) (?P<who>\S[^:]*): (?P<said>.*)")
_BY_ITSELF = regex(r"# (?P<at>\d{4}-\d\d-\d\dT[\d:]{5,8}Z) (?P<said>.*)")


class Standing(Struct, frozen=True):
    """A player. ``number``: how much they have of what decides the game; None: nothing does."""

    name: str
    number: int | None
    about: str


class Lead(Struct, frozen=True):
    """Who has most of what decides the game, and since when; None: since it began, or unknown."""

    names: tuple[str, ...]
    since: datetime | None = None


class Happening(Struct, frozen=True):
    """What happened, or will, at a time."""

    time: datetime
    text: str


class Standings(Struct, frozen=True):
    """How a game stands. ``counts``: what decides it, "" where nothing does."""

    title: str
    counts: str
    players: tuple[Standing, ...]
    lead: Lead
    winners: tuple[str, ...]
    events: tuple[Happening, ...]
    deadlines: tuple[Happening, ...]
    inks: Mapping[str, str]


def standings(
    game: Game[Any], state: State, book: Rulebook, title: str, log: Sequence[str], lead: Lead
) -> Standings:
    """How a game stands; ``log``: its newest lines."""
    number = game.deciding(state, book)
    every = [
        Standing(name, number.of(player) if number else None, game.standing(state, name))
        for name, player in state.players.items()
    ]
    every.sort(key=lambda each: -(each.number or 0))
    return Standings(
        title, number.name if number else "", tuple(every), lead, tuple(state.winners),
        tuple(_events(log))[-MOST_EVENTS:][::-1],
        tuple(sorted(_deadlines(game, state, book), key=lambda each: each.time))[:_MOST_DEADLINES],
        inks_of(state.players),
    )  # fmt: skip


def leaders(numbers: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Who has most; nobody where all have the same."""
    found = dict(numbers)
    most = max(found.values(), default=0)
    names = tuple(name for name, number in found.items() if number == most)
    return names if len(names) < len(found) or len(found) == 1 else ()


def lead_of(numbers: Iterable[tuple[datetime, Mapping[str, int]]]) -> Lead:
    """Who leads at the end, and since when, by what each player had at some times."""
    lead = Lead(())
    for time, each in numbers:
        names = leaders(each.items())
        lead = lead if names == lead.names else Lead(names, time)
    return lead


def _events(log: Sequence[str]) -> Iterator[Happening]:
    """What lines did, in the words of their answers, and what happened by itself."""
    waits: Happening | None = None
    for line in log:
        if waits and line.startswith(RESULT_MARK):
            who, _, said = waits.text.partition(" ¶")[0].partition(": ")
            result = line.removeprefix(RESULT_MARK)
            waits = Happening(waits.time, f"{who} (`{shortened(said, _SHOWN // 3)}`): {result}")
            continue
        found = _LINE.fullmatch(line) or _BY_ITSELF.fullmatch(line)
        if found is None:
            continue
        if waits:
            yield waits
        said = f"{found['who']}: {found['said']}" if line[:1] != "#" else found["said"]
        waits = Happening(parse_time(found["at"]), said)
    if waits:
        yield waits


def _deadlines(game: Game[Any], state: State, book: Rulebook) -> Iterator[Happening]:
    for each in state.proposals:
        if each.status == _OPEN and (until := game.voted_until(each, book)):
            yield Happening(until, say("voting on {} ends", f"{each.id}: {each.title}"))
    for waiting in state.pending:
        if waiting.until and waiting.kind is not Kind.HELD and waiting.player in state.players:
            asks = retold(waiting.asks) or waiting.text
            yield Happening(waiting.until, say("{} has to answer: {}", waiting.player, asks))
    if ends := game.deadline(state, book):
        what = say("phase {} ends", state.phase) if game.has_phases else \
            say("what is begun now has to be finished")  # fmt: skip
        yield Happening(ends, what)


# -- in words --------------------------------------------------------------------------------------


def _leading(found: Standings) -> str:
    if found.winners:
        return say("{} won", ", ".join(found.winners))
    if not found.lead.names:
        return say("Nobody leads") if found.counts else ""
    names, most = ", ".join(found.lead.names), max(each.number or 0 for each in found.players)
    said = say("{} leads with {}", names, f"{most} {found.counts}") if len(found.lead.names) == 1 \
        else say("{} lead with {} each", names, f"{most} {found.counts}")  # fmt: skip
    since = found.lead.since
    return say("{}, since {}", said, format_time(since)) if since else said


def _headers(found: Standings) -> list[str]:
    return [say("Player"), *([found.counts] if found.counts else []), say("How they stand")]


def _rows(found: Standings) -> Iterator[tuple[str, Sequence[str]]]:
    """The colour of each player, and the cells."""
    for place, each in enumerate(found.players, start=1):
        number = [local_digits(str(each.number))] if found.counts else []
        about = localized(shortened(each.about, _SHOWN))
        yield found.inks[each.name], (local_digits(str(place)), each.name, *number, about)


_CHIP = "color:#fff;border-radius:8px;padding:0 6px;background:"


def as_wikitext(found: Standings) -> str:
    """The page."""
    lines = [f"'''{answer_wikitext(_leading(found))}.'''" if _leading(found) else ""]
    lines += ['{| class="wikitable"', "! # !! " + " !! ".join(map(show, _headers(found)))]
    for ink, (place, name, *number, about) in _rows(found):
        chip = f'<span style="{_CHIP}{ink}">{show(name)}</span>'
        lines += ["|-", "| " + " || ".join((place, chip, *number, show(about)))]
    lines.append("|}")
    for title, told in _parts(found):
        lines += ["", f"== {title} =="]
        lines += [f"* {answer_wikitext(time)}: {answer_wikitext(text)}" for time, text in told]
    return "\n".join(lines).lstrip() + "\n"


def _parts(found: Standings) -> Iterator[tuple[str, Sequence[tuple[str, str]]]]:
    for title, happenings in (
        (say("What happened last"), found.events), (say("What comes next"), found.deadlines)
    ):  # fmt: skip
        if happenings:
            said = ((each.time, _CHANGED.sub(r"\1 → \2", each.text)) for each in happenings)
            yield title, [(format_time(time), shortened(text, _SHOWN)) for time, text in said]


_STYLE = """\
body { max-width: 60em; margin: 1em auto; padding: 0 1em; font: 16px/1.5 sans-serif;
  color: #202122; background: #fff; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3em .6em; border: 1px solid #a2a9b1; text-align: start; vertical-align: top; }
.lead { font-size: 1.25em; font-weight: bold; }
.player { padding: 0 .5em; border-radius: 8px; color: #fff; }
time { color: #54595d; }
svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #eaecf0; background: #101418; }
  time { color: #a2a9b1; }
}
"""


def _told(text: str) -> str:
    """A text as HTML: times and numbers as people write them, lines as code."""
    return "".join(
        f"<code>{escape(part)}</code>" if place % 2 else escape(localized(part))
        for place, part in enumerate(re.split("`([^`]*)`", text))
    )


_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def as_html(found: Standings, chart: str = "") -> str:
    """One file that needs no network. ``chart``: an SVG picture, "" for none."""

    def row(ink: str, place: str, name: str, *rest: str) -> str:
        chip = f'<span class="player" style="background:{ink}"><bdi>{escape(name)}</bdi></span>'
        cells = (place, chip, *(f"<bdi>{escape(each)}</bdi>" for each in rest))
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

    def listed(title: str, told: Sequence[tuple[str, str]]) -> str:
        items = "".join(f"<li><time>{_told(time)}</time> <bdi>{_told(text)}</bdi></li>\n"
                        for time, text in told)  # fmt: skip
        return f"<h2>{escape(title)}</h2>\n<ul>\n{items}</ul>"

    rows = "\n".join(row(ink, *cells) for ink, cells in _rows(found))
    heads = "".join(f"<th>{escape(each)}</th>" for each in ("#", *_headers(found)))
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f"<title>{escape(found.title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(found.title)}</h1>", f'<p class="lead">{_told(_leading(found))}</p>',
        f"<table><tr>{heads}</tr>\n{rows}\n</table>", chart,
        *(listed(title, happenings) for title, happenings in _parts(found)), "</body></html>\n",
    ]  # fmt: skip
    return "\n".join(filter(None, parts))


# -- Pages and files that the bot alone keeps beside the gamestate: the board, a chart -------------

if TYPE_CHECKING:
    from wikibot.history.recording import RecordedStep

_ABOUT = (
    "The bot writes this page anew whenever it changes. To have something else here,"
    " save it: the bot then leaves the page alone."
)


class PinnedPage(Struct, frozen=True):
    """The wanted text of a page. ``model``: its content model, where it is not wikitext.

    One with a model is for the form alone: it is written again over what people save there, once
    the bot has saved it. ``key``: what tells its text from another one, which is made only where
    that differs.
    """

    title: str
    text: Callable[[], str]
    key: str
    model: str = ""

    @classmethod
    def of(cls, title: str, text: str, model: str = "") -> PinnedPage:
        """Of a text that is known."""
        return cls(title, lambda: text, hashlib.sha256(text.encode()).hexdigest(), model)


def pinned_pages(plan: Plan, setup: Setup, writer: Writer) -> Iterator[PinnedPage]:
    """The wanted text of each page for people after a sync, where it is known."""
    bot = setup.settings.bot
    if bot.board_page and plan.board is not None:
        links, gamestate = plan.board_links, plan.snapshot.titles.gamestate
        drawn = board_wikitext(plan.board, links, gamestate)
        yield PinnedPage.of(bot.board_page, _head() + drawn)
    if bot.help_page and plan.help:
        yield PinnedPage.of(bot.help_page, _head() + plan.help)
    if bot.standings_page and plan.state is not None and plan.book is not None:
        game, log = setup.game, recent_log(plan)
        lead = _lead(writer, setup, plan.state, plan.book)
        title = game.called(plan.snapshot.titles.gamestate)
        found = standings(game, plan.state, plan.book, title, log, lead)
        yield PinnedPage.of(bot.standings_page, f"{_head()}\n{as_wikitext(found)}")


def _form_pages(plan: Plan, setup: Setup) -> Iterator[PinnedPage]:
    """The same of what the form reads."""
    bot = setup.settings.bot
    if plan.form:
        form = replace(plan.form, log=recent_log(plan))
        yield PinnedPage.of(bot.form_page, form.text(), MODEL)
    if plan.lens:
        yield PinnedPage(bot.lens_page, partial(lens_text, plan.lens), plan.lens.key, MODEL)


Form = tuple[Sequence[PinnedPage], Set[str]]


def form_pages(writer: Writer, plan: Plan, setup: Setup, watchdog: Watchdog) -> tuple[Plan, Form]:
    """What the form reads, and the plan whose gamestate says what is new of it.

    The pages themselves wait, and what players need at once rides along: the parts that differ from
    what was saved last, in a hidden comment. Last, the titles of those that wait so.
    """
    pages, news = list[PinnedPage](), dict[str, tuple[int, Any]]()
    text = plan.gamestate or ""
    for start, end in reversed(comments_named(text, NEWS)):
        text = text[:start] + text[end:].removeprefix("\n")
    cursors = comments_named(text, NAME)
    with contained(writer, watchdog, "drawing what the form reads"):
        pages += _form_pages(plan, setup)
        for page in pages if cursors else ():
            base = _revision(plan.snapshot.head(page.title))
            revision, _, saved = (writer.journal.note(f"text {page.title}") or "").partition(" ")
            known = writer.journal.note(f"kept {page.title}") == f"{base} {page.key}"
            if revision == str(base) and not known:
                differs = differences(json.loads(saved), json.loads(page.text()))
                news[page.title] = base, list(differs)
    said = comment_json(NEWS, news) + "\n" if news else ""
    if not cursors or len(said) > min(_MOST_NEWS, LIMIT // 2 - len(text)):
        return plan, (pages, frozenset())
    at = cursors[0][0]
    return replace(plan, gamestate=text[:at] + said + text[at:]), (pages, news.keys())


NEWS = "wikibot-form"  # begins the comment
_MOST_NEWS = 50_000  # characters of it
_DEPTH = 3  # the fields of a player


def differences(old: Any, new: Any, path: Sequence[Any] = ()) -> Iterator[tuple[Any, Any]]:
    """Where two values of JSON differ, as keys and numbers, and what is there then."""
    kinds, keys = {type(old), type(new)}, list[Any]()
    if kinds == {dict} and old.keys() == new.keys():
        keys = list(new)
    elif kinds == {list} and len(old) == len(new):
        keys = list(range(len(new)))
    if old != new and (not keys or len(path) == _DEPTH):
        yield path, new
    elif old != new:
        for key in keys:
            yield from differences(old[key], new[key], (*path, key))


def _lead(writer: Writer, setup: Setup, state: State, book: Rulebook) -> Lead:
    """Who leads and since when: as noted while the same lead; found in the log without a note."""
    from wikibot.dice.replay import NotPlayed

    number = setup.game.deciding(state, book)
    if number is None:
        return Lead(())
    names = leaders((name, number.of(each)) for name, each in state.players.items())
    noted, _, since = (writer.journal.note("lead") or "").rpartition("\n")
    if since and noted == "\n".join(names):
        return Lead(names, parse_time(since))
    lead = Lead(names, state.now)
    if not since and setup.settings.game.log:
        with suppress(NotPlayed, WikiError):
            before = lead_of((each.time, each.numbers) for each in _steps(writer, setup))
            lead = before if before.names == names else lead
    if lead.since:
        writer.journal.set_notes({"lead": "\n".join((*names, format_time(lead.since)))})
    return lead


def recent_log(plan: Plan) -> Sequence[str]:
    """The newest lines of the log, those that this sync adds to it included."""
    page = plan.snapshot.logs.get(plan.snapshot.titles.log)
    lines, new = log_lines((page.text or "") if page else "")[-_NEWEST:], plan.cursor.lines
    first = next((each for each in new if each.startswith(LINE_MARK)), "")
    return lines if first in lines else (*lines, *new)


_NEWEST = 3000  # lines of the log
_SIZES = ((5000, True), (5000, False), (500, False), (100, False), (0, False))


def lens_text(lens: Lens) -> str:
    """The page of a lens, cut to its size: without details, then without its last sentences."""
    return marked_json("lens-page", (lens.content(most, whole=whole) for most, whole in _SIZES))


def _head() -> str:
    return f"<noinclude>{say(_ABOUT)}\n</noinclude>"


def save_pinned_pages(
    writer: Writer, plan: Plan, setup: Setup, watchdog: Watchdog, form: Form
) -> Mapping[str, int]:
    """Save those that have changed. Gives the heads that these pages then have.

    ``form``: as of :func:`form_pages`. Beside edits of the game itself none is saved that is there
    already, nor any more often than once in a quarter of an hour.
    """
    heads: dict[str, int] = {}
    pages, told = list(form[0]), form[1]
    with contained(writer, watchdog, "drawing the pages beside the gamestate"):
        pages += pinned_pages(plan, setup, writer)
    for page in pages:
        if writer.stop():
            break
        urgent = bool(writer.busy and page.model) and page.title not in told
        if (saved := _keep(writer, plan, page, urgent=urgent)) is not None:
            heads[page.title] = saved
    return heads


def _keep(writer: Writer, plan: Plan, page: PinnedPage, *, urgent: bool) -> int | None:
    """One page: the head that it has then, None where it stays as it is."""
    head, bot = plan.snapshot.head(page.title), plan.snapshot.poll.user
    name = f"kept {page.title}"
    if writer.journal.note(name) == f"{_revision(head)} {page.key}":
        return None
    own = head.revision is None or head.revision.user == bot
    if not own and not (page.model and _was_ours(writer, page.title, bot)):
        who = (head.revision and head.revision.user) or "a hidden account"
        writer.notes.append(f"{page.title} was saved by {who}, so the bot leaves it alone")
        return None
    saved_at = head.revision.time if own and head.revision and not urgent else None
    if saved_at and waits(writer, saved_at, plan.snapshot.poll.now):
        return None
    if lacking := ", ".join(lacking_rights(plan.snapshot.poll, head)):
        writer.notes.append(f"{page.title} is protected ({lacking}), so it is not kept")
        return None
    writer.progress(f"writing {page.title}")
    try:
        saved, text = _saved(writer, page, _revision(head), say("kept up to date"))
    except EditConflict as conflict:
        writer.progress(f"{conflict}; the next sync looks again")
        return None
    except WikiError as error:
        writer.notes.append(f"{page.title}: {error}")
        return None
    writer.journal.set_notes({name: f"{saved.revision} {page.key}"})
    if page.model:
        writer.journal.set_notes({f"text {page.title}": f"{saved.revision} {text}"})
    return saved.revision


def _was_ours(writer: Writer, title: str, bot: str) -> bool:
    """Whether the bot has saved a page before."""
    try:
        return bool(writer.wiki.changes(title, until=None, user=bot, limit=1))
    except WikiError:
        return False


def _saved(writer: Writer, page: PinnedPage, base: int, what: str) -> tuple[Saved, str]:
    """Save a page; where the wiki does not let us choose its content model, without one."""
    text, run = page.text(), secrets.token_hex(4)
    change = PageChange(page.title, "", text)
    try:
        return writer.save(change, base, run, what, model=page.model), text
    except (EditRefused, NotAllowed):
        if base or not page.model:
            raise
    return writer.save(change, base, run, what), text


def keep_chart(writer: Writer, plan: Plan, setup: Setup, watchdog: Watchdog) -> None:
    """Draw the chart anew when a phase has begun since it was drawn; a failure stops nothing.

    The numbers of earlier phases are read from the log, which is played again.
    """
    name = setup.settings.bot.chart_file
    if not plan.period or writer.stop():
        return
    known = writer.journal.note("chart") or ""
    if known == f"{name} {plan.period}":
        return
    if known and writer.busy:  # beside edits of the game itself nothing else is saved
        writer.due.append(plan.snapshot.poll.now)
        return
    from wikibot.dice.replay import NotPlayed
    from wikibot.history.recording import game_chart

    writer.progress(f"drawing {name}")
    try:
        with watchdog.stage():
            at(name)
            steps = _steps(writer, setup)
            drawn = game_chart(steps, has_phases=setup.game.has_phases).encode()
        if not drawn:
            return
        with writer.stop.writing():
            summary = writer.summary(secrets.token_hex(4), played_lines(plan))
            writer.wiki.put_file(name, drawn, summary)
        writer.journal.set_notes({"chart": f"{name} {plan.period}"})
    except (WikiError, OSError, NotPlayed) as error:
        writer.notes.append(f"{name} could not be drawn: {error}")
    except TimeUp:
        writer.problems.append(watchdog.report())
    except Exception as error:  # noqa: BLE001  # a mistake in drawing stops nothing, either
        writer.problems.append(failure(f"drawing {name}", error))


def _steps(writer: Writer, setup: Setup) -> list[RecordedStep]:
    """The game played back from its log."""
    from wikibot.dice.evidence import start_of_game
    from wikibot.history.recording import play_back
    from wikibot.storage.log_page import joined_lines, read_logs

    lines = joined_lines(read_logs(setup.settings, writer.wiki).values())
    start = start_of_game(lines, setup.settings, writer.wiki, setup.game, setup.operator)
    return list(play_back(start, lines))


def _revision(head: Head) -> int:
    return head.revision.id if head.revision else 0
