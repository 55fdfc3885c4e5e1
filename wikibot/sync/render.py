"""Rendering: what is to be on the pages, and what the next run has to remember of this one."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Verb, Verdict
from wikibot.game.composing import Offered, passed
from wikibot.game.engine.enactment import Wanted, patches_of, wanted
from wikibot.game.engine.kernel_verbs import SAME, with_kernel
from wikibot.game.engine.orders import called, read_log
from wikibot.game.game import Game
from wikibot.game.names import counted
from wikibot.game.picture import Picture
from wikibot.game.problems import failure
from wikibot.game.ruleset.implementations import FOR_PEOPLE, HELD, SentenceFinding
from wikibot.game.ruleset.readings import wording
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import AN_EVENT, Kind, Proposal, State, Step
from wikibot.game.statements.statements import InShort
from wikibot.stewards.notices import EDITS, told
from wikibot.storage.cursor import Cursor, Notice, run_in, tells_stop
from wikibot.sync.counted import Counted
from wikibot.sync.gamestate_page import LISTED, StatusLine, finished, says_stop
from wikibot.sync.loaded_game import NAMED, cannot_write, not_drawn, with_those_of_state
from wikibot.sync.pending_deliveries import Deliveries, Places, big_pages, outstanding
from wikibot.sync.play import Playthrough, next_cursor, public_key
from wikibot.sync.report import Report
from wikibot.sync.snapshot import Setup, Snapshot
from wikibot.wikitext import dialect
from wikibot.wikitext.escape import (
    answer_wikitext,
    inert,
    linkable,
    mention,
    shortened,
    show,
    speaks_leftward,
)
from wikibot.wikitext.lines import open_comment
from wikibot.wikitext.messages import at_most, current, later, local_time, retold, say
from wikibot.wikitext.numerals import format_time, period_name
from wikibot.wikitext.own_marks import VERDICTS, WAITS
from wikibot.wikitext.patches import PatchError, apply_patches
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_writer import UnsafeEdit

# == Pages that the bot keeps for players: "How to play, now", and what a form on the wiki reads ===
#
# Both say who is waited for and what may be written, and nothing that changes by itself, so that
# they are saved only when the game has changed. docs/gadget.md has the format of the form's page.
# Whether the wiki takes it as JSON or as wikitext, nothing in it does anything: all marks are
# escaped in its strings.

FORMAT = 1
MOST_BYTES = 200_000  # of each page of JSON
MODEL = "json"
_FORM = "form-"  # begins the names that catalogues have for texts of the form
ABOUT_FORM = later("The form for playing the games of this wiki: what you can do, with buttons.")
SAVES_FORM = later("the form for playing")  # in an edit summary
MAKES_ACTIONS = later("the page on which players write")  # likewise
HOW_TO_WRITE = later("Write under the heading below what you do, a line for each action, signed.")
HEADING = later("Actions")  # of these lines
TRIAL = later("a trial, made at {}")
_SIZES = ((500, 300), (100, 100), (30, 30), (10, 10), (3, 3))  # entries of a list, and players
_ACTIVE = regex(r"[<>&\[\]{}|~'=\x7f]|_(?=_)|:(?=//)")


class FormPage(Struct, frozen=True):
    """What the page is made of.

    ``pages``: titles by what they are. ``stopped``: why nothing is played now. ``stated``: players
    state their rolls. ``log``: its newest lines. ``box``: the public key to seal lines for.
    ``stewards``: their accounts, and groups of accounts.
    """

    game: Game[Any]
    state: State
    book: Rulebook
    bot: str
    pages: dict[str, str]
    stopped: str = ""
    stated: bool = False
    log: Sequence[str] = ()
    box: str = ""
    stewards: Sequence[str] = ()

    def text(self) -> str:
        """The page, cut to its size: first long lists, then players at the end of the table."""
        return marked_json("form-page", (self.content(*size) for size in _SIZES))

    def content(self, most: int, players: int) -> dict[str, Any]:
        """The page as a value, with at most so many entries in a list, and so many players."""
        offered = Offered(self.game, self.state, self.book, stated=self.stated, most=most)
        return {
            "format": FORMAT,
            "game": self.game.called(self.pages.get("gamestate", "")),
            "bot": self.bot,
            "pages": self.pages,
            "stopped": self.stopped,
            "box": self.box,
            "words": form_words(),
            "verdicts": {say(each): each for each in VERDICTS},
            **offered.json(players),
            "stewards": self.stewards,
            "for_stewards": list(passed(self.state)),
            "used": self._used(),
        }

    def _used(self) -> dict[str, list[str]]:
        """When actions were played lately, by the words with which their lines begin."""
        found: dict[str, list[str]] = {}
        for each in read_log("\n".join(self.log)):
            if isinstance(each, Action) and (words := each.text.split(None, 1)):
                found.setdefault(words[0].casefold(), []).append(format_time(each.time))
        verbs = self.game.verbs_in(self.state, self.book)
        known = {called(verb).split(" ", 1)[0].casefold() for verb in verbs}
        return {word: times[-_MOST_USES:] for word, times in found.items() if word in known}


_MOST_USES = 20  # of an action that are told


def form_words() -> dict[str, str]:
    """The form's own texts in the words in use, by the names that it has for them."""
    texts = current().texts.items()
    return {key.removeprefix(_FORM): text for key, text in texts if key.startswith(_FORM)}


def marked_json(name: str, contents: Iterable[Any]) -> str:
    """A value as JSON, in ASCII, a line for each entry, with no mark that wikitext knows.

    It is the first one that is not too long, or the last. ``name``: of its schema.
    """
    from wikibot import schemas  # 30 ms, which no sync without such a page needs

    text, model = "", schemas.PUBLISHED[name]
    for content in contents:
        text = schemas.json_text(model, content, indent=0, separators=(",", ":"))
        text = inert(text, _ACTIVE)
        if len(text) <= MOST_BYTES:
            break
    return text


# -- how to play, now ------------------------------------------------------------------------------

MOST = 50  # entries of a list
_OPEN = "open"


def help_page(game: Game[Any], state: State, book: Rulebook, actions: str, heading: str) -> str:
    """The page as wikitext. ``actions``: the title of the page on which players write."""
    leftward = speaks_leftward()
    with dialect.speaking(replace(dialect.current(), leftward=leftward)):
        page = "\n".join(_help_lines(game, state, book, actions, heading)) + "\n"
    turned = leftward != dialect.current().leftward
    return f'<div dir="{"rtl" if leftward else "ltr"}">\n{page}</div>\n' if turned else page


def _help_lines(
    game: Game[Any], state: State, book: Rulebook, actions: str, heading: str
) -> Iterator[str]:
    yield say(
        "Write one line a message on {}, in your own words or as below; the answer "
        "comes under it. <code>help</code> there tells what you can do yourself, and "
        "what waits for you.",
        f"[[{actions}#{heading}|{show(actions)}]]",
    )
    yield from _listed("Waiting", _waiting(state))
    yield from _listed("Open proposals", _proposals(state))
    # The verbs in force, by the sections of the ruleset, each with its form and an example.
    every = with_kernel(game.verbs_in(state, book), game.ledger)
    verbs = [
        each
        for each in every
        if not (each.stewards_only or each.about.endswith(SAME))
        and (not each.section or book.has(each.section))
    ]
    for section, group in groupby(_in_order(verbs), lambda each: each.section):
        yield f"\n=== {show(section or say('Always'))} ==="
        for verb in group:
            form, example = show(verb.form), show(verb.example)
            example = say(", such as <code>{}</code>", example) if example != form else ""
            yield f"* <code>{form}</code> {answer_wikitext(verb.told)}{example}"


def _listed(title: str, entries: Iterator[str]) -> Iterator[str]:
    found = list(entries)
    if not found:
        return
    yield f"\n=== {say(title)} ==="
    yield from (f"* {entry}" for entry in at_most(MOST, found))


def _waiting(state: State) -> Iterator[str]:
    for each in state.pending:
        if each.player != AN_EVENT and each.kind is not Kind.HELD:
            until = f", {say('until {}', format_time(each.until))}" if each.until else ""
            asks = f" ({retold(each.asks)})" if each.asks else ""
            line = f"`{' '.join(each.text.replace('`', ' ').split())[:100]}`{asks}{until}"
            yield f"{_named(state, each.player)}: {answer_wikitext(line)}"


def _proposals(state: State) -> Iterator[str]:
    for each in state.proposals:
        if each.status == _OPEN:
            votes = counted(len(each.votes), "vote")
            title = show(" ".join(each.title.split())[:100])
            vote = f"<code>vote {show(each.id)} for</code>"
            yield say(
                "{} of {}: {} ({}); {}", show(each.id), _named(state, each.proposer), title, votes,
                vote
            )  # fmt: skip


def _named(state: State, name: str) -> str:
    player = state.players.get(name)
    account = player.owner if player is not None else ""
    return mention(account, name) if account and linkable(account) else show(name)


# -- what may be done ------------------------------------------------------------------------------


def _in_order(verbs: Sequence[Verb]) -> list[Verb]:
    """The verbs of a section together, sections as they come first, those of every game last."""
    order = {section: number for number, section in
             enumerate(dict.fromkeys(each.section for each in verbs))}  # fmt: skip
    return sorted(verbs, key=lambda each: (not each.section, order[each.section]))


# == What a lens on the ruleset page shows: how each sentence is played, and those of proposals ====

Json = dict[str, Any]
_OPEN, _PROPOSED = "open", "What is voted on"  # a status; a heading for the text of a proposal
_MOST_PROPOSALS = 10
_MOST_PROPOSED = 12  # sentences of one
_LONGEST = 1500  # characters of a text
_LEAST_WORDS = 4  # by which a sentence is named, where it has as many
_QUOTES = frozenset('"“”„«»')


class Lens(Struct, frozen=True, dict=True):
    """What the page is made of. ``readings_by``: who may give a reading."""

    game: Game[Any]
    state: State
    book: Rulebook
    readings_by: str

    @cached_property
    def key(self) -> str:
        """What tells one such page from another, found without what sentences may mean."""
        played = self.game.readable(self.state, self.book, offering=False)
        said = (played, [(each.id, each.text) for each in self._proposals], self.readings_by)
        return hashlib.sha256(msgspec.msgpack.encode(said)).hexdigest()

    @property
    def _proposals(self) -> list[Proposal]:
        found = [each for each in self.state.proposals if each.status == _OPEN and each.text]
        return found[:_MOST_PROPOSALS]

    def content(self, most: int, *, whole: bool) -> Json:
        """The page as a value: so many sentences; ``whole``: with all that there is to say."""
        findings = self.game.readable(self.state, self.book)
        orders = _orders([(each.title or each.text) if each.takes else "" for each in findings])
        every = zip(findings, orders, strict=True)
        sentences = [_sentence(each, order, whole=whole) for each, order in every]
        known = {(each.text, each.says) for each in findings}
        is_coded = bool(self.book.implementations)
        proposals = [
            {"id": each.id, "sentences": list(self._proposed(each, known))}
            for each in self._proposals if whole and not is_coded
        ]  # fmt: skip
        return {
            "format": 1,
            "readings_by": self.readings_by,
            "sentences": sentences[:most],
            "proposals": proposals,
            "more": len(sentences) > most,
        }

    def _proposed(self, proposal: Proposal, known: set[tuple[str, str]]) -> Iterator[Json]:
        """The sentences of a proposal as they would be played; those that stay are left out."""
        try:
            patches = patches_of(proposal)
            text = apply_patches(self.book.text, patches) if patches else (
                f"{self.book.text.rstrip()}\n\n== {_PROPOSED} ==\n{proposal.text}\n"
            )  # fmt: skip
        except PatchError:
            return
        after = self.game.readable(self.state, self.book.reread(text))
        new = [each for each in after if (each.text, each.says) not in known]
        for each in new[:_MOST_PROPOSED]:
            yield _sentence(each, "", whole=True)


def _sentence(each: SentenceFinding, order: str, *, whole: bool) -> Json:
    row = each.row
    found: Json = {
        "text": shortened(each.title or each.text, _LONGEST),
        "section": each.section,
        "how": each.how,
        "unit": each.kind,
        "says": shortened(each.says, _LONGEST),
        "reads": list(each.reads) if each.played else [],
        "changes": list(each.changes) if each.played else [],
        "given": shortened(row.means if row else each.given, _LONGEST),
        "by": row.by if row else "",
        "unknown": shortened(each.unknown, _LONGEST),
        "why": "" if each.played else shortened(retold(each.why), _LONGEST),
        "verb": each.verb,
        "order": order,
    }
    if whole and not each.played:
        offers = [{"text": offer.text, "left_out": list(offer.left_out)} for offer in each.offers]
        found |= {"nearest": each.nearest, "wanting": each.wanting, "offers": offers,
                  "recognised": list(each.skeleton)}  # fmt: skip
    return {name: value for name, value in found.items() if value or name in _ALWAYS}


_ALWAYS = ("text", "section", "how")


def _orders(texts: Sequence[str]) -> Iterator[str]:
    """The beginning of the line that gives each sentence a reading; "" where no words tell it."""
    said = [wording(each) for each in texts]
    begun = Counter(part for each in said for part in _beginnings(each))
    for each in said:
        found = (part for part in _beginnings(each) if begun[part] == 1)
        part = next(found, "")
        words = " ".join(each.split(" ")[: part.count(" ") + 1])
        yield f'reading "{words}"' if part and not _QUOTES.intersection(words) else ""


def _beginnings(said: str) -> Iterator[str]:
    """The first words of a sentence, so many that they can tell it, and more."""
    words = said.casefold().split(" ")
    for count in range(min(_LEAST_WORDS, len(words)), len(words) + 1):
        yield " ".join(words[:count])


# == What edit summaries say: what happened in the game, and how lines were answered ===============
#
# A summary is read in histories, watchlists and feeds, by people and by other programs, and cannot
# be taken back. So nobody is linked, which would notify them once more, and of names and all other
# words of people only letters, digits and pictures are left. The run, by which the bot knows its
# own edits, is never what a name says it is.

LONGEST = 200  # characters of a whole summary
_LONGEST_WORD = 30
_SHOWN = ("L", "M", "N", "So")  # categories: letters and marks on them, digits, pictures
_HARMLESS = "'’-."
_MORE = " …"

Entry = tuple[str, ...]  # what is said of one player, or of the game


def happenings(before: State, after: State, steps: Iterable[Step]) -> tuple[Entry, ...]:
    """What happened in the game, by the steps that lead from one state to the other.

    So do proposals that were made or decided, and who has to answer by now.
    """
    words = InShort(tuple(dict.fromkeys((*before.players, *after.players))), harmless)
    known = {each.id: each.status for each in before.proposals}
    proposals = [each for each in after.proposals if known.get(each.id) != each.status]
    waited = {each.id for each in before.pending}
    new = (each for each in after.pending if each.id not in waited and each.kind is Kind.ACTION)
    asked = dict.fromkeys(each.player for each in new if each.player != AN_EVENT)
    return (
        *words.entries(steps),
        *((say("proposal {}: {}", harmless(p.id), harmless(say(p.status))),) for p in proposals),
        *((say("{} is asked", harmless(player)),) for player in asked),
    )


def fitting(entries: Sequence[Entry], room: int) -> str:
    """As much of the entries, from the first on, as so many characters hold; "" where none fits."""
    parts = [
        ("; " if first else ", ", part)
        for entry in entries
        for first, part in ((number == 0, part) for number, part in enumerate(entry))
    ]
    said = ""
    for number, (joint, part) in enumerate(parts):
        longer = said + joint + part if said else part
        if len(longer) + (len(_MORE) if number < len(parts) - 1 else 0) > room:
            said = said and said + _MORE
            break
        said = longer
    # No words may be taken for those by which the bot knows its own edits.
    return "" if run_in(said) or tells_stop(said) else said


def delivered(owed: Deliveries) -> str:
    """What is written on a page beside the gamestate: how many answers with which verdicts."""
    verdicts = Counter(each.verdict for each in owed.answers)
    if not verdicts:
        return say("log") if owed.batches else say("nothing played")
    words = (*Verdict, WAITS)
    counts = ", ".join(f"{verdicts[each]} {say(each)}" for each in words if verdicts[each])
    return f"{counted(len(owed.answers), 'answer')}: {counts}"


# -- words of people -------------------------------------------------------------------------------


def harmless(text: str) -> str:
    """People's words as one short line without markup or control characters."""
    composed = unicodedata.normalize("NFC", text[: 10 * _LONGEST_WORD])
    shown = "".join(
        each if each in _HARMLESS or unicodedata.category(each).startswith(_SHOWN) else " "
        for each in composed
    )
    words = " ".join(shown.split()).lstrip(_HARMLESS)
    if len(words) > _LONGEST_WORD:
        words = f"{words[: _LONGEST_WORD - 1].rstrip()}…"
    return words or "?"


# == Rendering: what is to be on the pages, and what the next run has to remember of this one ======


class Plan(Struct, frozen=True):
    """What is to be saved. ``gamestate`` is the page's new text, None where it stays as it is.

    ``marked``: its text where nothing is played and only the status line says something else.
    ``cursor`` is what the page then says, ``owed`` what the other pages lack then. ``ruleset``: the
    ruleset page with what stewards let the bot enact, None where it stays; ``enacts``: that, for
    the edit's summary. ``board``: as it is then, ``board_links``: where its cells lead. ``due``:
    when the next timed event is. ``blocked``: lines stay queued, so that nothing may be called
    settled; ``left``: how many of them the next portion begins with; ``cut``: they go by other
    rules. ``places``: where lines stand, by title, as far as that is known. ``in_play``: lines that
    wait or are watched, None where that is not known. ``help``: how to play now, "" where no page
    tells it; ``form``: what a form can offer, ``lens``: how each sentence is played, None likewise,
    ``state`` and ``book``: what that is told from. ``period``: the phase (the day in a game
    without), "" where nothing was played. ``happened``: what became of the game, for the summary.
    ``counted``: of the ruleset page and the readings page. ``unread``: what is for people by rules
    that are other ones than before, None where none changed. ``made``: a first gamestate page.
    """

    snapshot: Snapshot
    cursor: Cursor
    owed: Deliveries
    report: Report
    gamestate: str | None = None
    happened: tuple[Entry, ...] = ()
    marked: str | None = None
    ruleset: str | None = None
    enacts: str = ""
    board: Picture | None = None
    board_links: Mapping[str, str] = field(default_factory=dict)
    period: str = ""
    help: str = ""
    form: FormPage | None = None
    lens: Lens | None = None
    state: State | None = None
    book: Rulebook | None = None
    due: datetime | None = None
    blocked: bool = False
    left: int = 0
    cut: bool = False
    places: Mapping[str, Places] = field(default_factory=dict)
    in_play: frozenset[ActionId] | None = None
    counted: Counted = Counted()
    unread: Sequence[SentenceFinding] | None = None
    made: str = ""


def render_pages(setup: Setup, played: Playthrough, run: str, owed: Deliveries) -> Plan:
    """The pages after a playthrough in the run ``run``; nothing where nothing came of it.

    ``owed``: what earlier runs left to be delivered. Raises :class:`~wikibot.sync.report.Stuck`
    where no page can hold it.
    """
    loaded, page, settings, bot = played.loaded, played.page, setup.settings, setup.settings.bot
    snapshot, commands, book = loaded.snapshot, loaded.commands, loaded.commands.book
    cursor, fired, state = snapshot.cursor, played.played.fired_events, played.played.state
    notices = with_those_of_state(setup.game, loaded.notices, state, book)
    waiting = tuple(told(each, setup.game, book) for each in notices)
    at_length = tuple(  # with the difference, for places with more room
        f"{line}; {each.how}" if each.how and each.what not in EDITS else line
        for each, line in zip(notices, waiting, strict=True)
    )
    enactment = wanted(state, snapshot.rules) if state.proposals else Wanted(snapshot.rules)
    still_waiting = () if loaded.inbox.cut else waiting  # the next portion tells it
    problems = (*_problems(played, still_waiting), *enactment.problems)
    remarks = _of_pages(setup, snapshot)
    pages = snapshot.titles.actions, snapshot.titles.heading
    left = loaded.inbox.left + loaded.inbox.orders_left
    problems += tuple(f"{each}." for each in remarks)
    plan = Plan(
        snapshot,
        cursor,
        replace(owed, waiting=at_length, stops=()),
        Report(fired_events=fired, problems=problems, notes=played.notes),
        ruleset=enactment.text if enactment.text != snapshot.rules else None,
        enacts=say("enacted: {}", ", ".join(map(harmless, enactment.proposals))),
        due=played.due,
        blocked=commands.holds_back or bool(left),
        left=0 if commands.holds_back else left,
        cut=loaded.inbox.cut,
        places=loaded.inbox.places,
        in_play=_in_play(setup, played),
        counted=commands.counted,
        board=page.picture,
        board_links=page.links,
        period=period_name(state.phase if setup.game.has_phases else 0, state.now),
        help=help_page(setup.game, state, book, *pages) if bot.help_page else "",
        form=_form(setup, played) if bot.form_page else None,
        lens=Lens(setup.game, state, book, settings.game.readings_by) if bot.lens_page else None,
        state=state,
        book=book,
        unread=_unread(setup, played) if commands.moved and snapshot.readings else None,
    )
    changes = _ruleset_changes(setup, played)
    if not (changes or _is_news(played, notices)):
        return plan
    cursor = next_cursor(setup, played, run, owed, notices)
    status = StatusLine(
        cursor,
        played.played.state,
        snapshot.titles.stewards,
        snapshot.own,
        (
            *([changes] if changes else []),
            *([say("lines that are still to be played: {}", plan.left)] if plan.left else []),
            *_remarks(setup, snapshot),
            *_voted_on(setup.game, state, book, page.text),
            *(setup.mailbox.remarks(played.letters) if played.letters else ()),
        ),
        waiting,
        setup.game.whose_turn(state),
    )
    try:
        gamestate = finished(page.text, status)
    except UnsafeEdit as error:
        raise cannot_write(loaded, str(error)) from None
    outcomes, corrections = played.outcomes, loaded.corrections
    return replace(
        plan,
        happened=_happened(setup, played),
        cursor=cursor,
        owed=replace(Deliveries.of(cursor), waiting=at_length, stops=()),
        report=replace(plan.report, outcomes=outcomes, corrections=corrections),
        gamestate=gamestate,
    )


def _unread(setup: Setup, played: Playthrough) -> Sequence[SentenceFinding] | None:
    """What is for people, with what it may mean; a mistake in the program costs nothing else."""
    with suppress(Exception):
        every = setup.game.readable(played.played.state, played.loaded.commands.book)
        waits = (HELD, None)  # for people to say what it means
        return [e for e in every if e.takes and (e.how == FOR_PEOPLE or (e.how, e.row) == waits)]
    return None


def _happened(setup: Setup, played: Playthrough) -> tuple[Entry, ...]:
    """What became of the game; nothing where that cannot be told: lines are counted then."""
    before, after = played.loaded.state, played.played.state
    with suppress(Exception):  # a mistake in the program costs no line
        return happenings(before, after, setup.game.steps(before, after))
    return ()


def _form(setup: Setup, played: Playthrough) -> FormPage:
    snapshot, commands = played.loaded.snapshot, played.loaded.commands
    titles, paused, bot = snapshot.titles, commands.standing.paused, setup.settings.bot
    return FormPage(
        setup.game, played.played.state, commands.book, snapshot.poll.user,
        {
            "actions": titles.actions, "heading": titles.heading, "gamestate": titles.gamestate,
            "ruleset": titles.ruleset, "board": bot.board_page, "help": bot.help_page,
        },
        say("{} paused the game", paused) if paused else "", setup.preview.stated,
        box=public_key(setup, played),
        stewards=(*sorted(snapshot.accounts.trusted()), *setup.settings.stewards.groups),
    )  # fmt: skip


def _is_news(played: Playthrough, notices: tuple[Notice, ...]) -> bool:
    """Whether the gamestate page has to be saved."""
    loaded, cursor = played.loaded, played.loaded.snapshot.cursor
    edited = (
        loaded.snapshot.reverted
        or bool(loaded.snapshot.lost)
        or loaded.snapshot.tampered
        or bool(loaded.corrections or loaded.followed)
    )
    edited = edited or says_stop(loaded.text, loaded.snapshot.own)
    dice = played.dice
    differs = played.letters != cursor.letters or notices != cursor.notices
    differs = differs or bool(dice.before or dice.after) or dice.waits != cursor.waits
    differs = differs or loaded.inbox.cut or bool(loaded.commands.counted.changes)
    differs = differs or any(show(each) not in loaded.text for each in _hidden(loaded.snapshot))
    return edited or differs or bool(played.outcomes) or played.page.text != loaded.text


def _ruleset_changes(setup: Setup, played: Playthrough) -> str:
    """What the game has to say of a ruleset page that is new to it, without a full stop."""
    commands = played.loaded.commands
    if not commands.moved:
        return ""
    try:
        return setup.game.ruleset_changes(commands.was, commands.book, played.played.state)
    except Exception as error:  # noqa: BLE001  # the game is played all the same
        return failure("telling how the ruleset page changed", error)


def _in_play(setup: Setup, played: Playthrough) -> frozenset[ActionId] | None:
    """The lines that wait, for a roll or for anything else, and those that have to stay.

    None where lines are not archived.
    """
    if not setup.settings.game.archive:
        return None
    state, waits = played.played.state, played.dice.waits
    every = [each.id for each in (*state.pending, *setup.game.watched(state))]
    every += [id_ for each in waits for id_ in (each.waits, each.line)]
    return frozenset(ActionId(each.page, each.revision, each.index) for each in every)


def _remarks(setup: Setup, snapshot: Snapshot) -> Iterator[str]:
    """What the status line says until the next save.

    What is wrong with pages, and that people edited what only the bot may write.
    """
    yield from _of_pages(setup, snapshot)
    yield from not_drawn(snapshot)
    if snapshot.tampered and not snapshot.reverted:
        who = " or ".join(snapshot.editors[:NAMED]) or say("a hidden account")
        done = say("nothing in it was used, and it has been put right")
        yield say("{} edited the bot's hidden comment; {}", who, done)


def _voted_on(game: Game[Any], state: State, book: Rulebook, page: str) -> Iterator[str]:
    """Until when open proposals are voted on, where no table says it."""
    said = list[str]()
    with suppress(Exception):  # a mistake in the program costs no line
        every = ((each, game.voted_until(each, book)) for each in state.proposals)
        ends = ((each, local_time(until)) for each, until in every if until)
        said += [say("{} until {}", each.id, until) for each, until in ends
                 if each.status == _OPEN and until not in page]  # fmt: skip
    if said:
        yield say("Voted on: {}", "; ".join(said[:LISTED]))


def _of_pages(setup: Setup, snapshot: Snapshot) -> Iterator[str]:
    """What people should mend of the pages: full ones, hidden parts, words that they gave."""
    yield from big_pages(snapshot, archives=bool(setup.settings.game.archive))
    yield from _hidden(snapshot)
    yield from _lost_log(snapshot)
    yield from snapshot.faults


def _lost_log(snapshot: Snapshot) -> Iterator[str]:
    """That the log page is not there any more; one that was refused so far never was."""
    title, cursor = snapshot.titles.log, snapshot.cursor
    head = snapshot.head(title)
    if not title or cursor.log != title or not (head.missing or head.redirect):
        return
    is_written = cursor.log_base or title in snapshot.delivered
    if is_written or not outstanding(snapshot, cursor, title).batches:
        yield say(
            "{}: the page is gone, and with it what was played before. Have it restored, or moved "
            "back; new lines begin a new page",
            title,
        )


def _hidden(snapshot: Snapshot) -> Iterator[str]:
    """The pages of lines on which a comment that is never closed hides what is below it."""
    for each in snapshot.line_pages:
        number = open_comment(each.page.text or "") if each.page else 0
        if number:
            yield say(
                "{}: a comment begins in line {} and is never closed, so nothing below that is "
                "read. Close it, with `-->`",
                each.title,
                number,
            )


def _problems(played: Playthrough, waiting: Sequence[str]) -> Iterator[str]:
    snapshot, page = played.loaded.snapshot, played.loaded.snapshot.titles.gamestate
    for held in (each for each in played.outcomes if each.verdict is Verdict.HELD):
        yield f"held: {held.action.account}: {held.action.text!r}: {held.text}"
    yield from (each.text for each in played.played.fired_events if each.failed)
    yield from (f"{snapshot.titles.ruleset}: {each}" for each in waiting)
    who, count = played.loaded.commands.standing.paused, len(played.loaded.inbox.actions)
    if snapshot.reverted:
        said = (
            f"{who} took back an edit of the bot. It has paused; a steward goes on with `resume`."
        )
        yield f"{page}: {said}"
    elif who and count:
        yield f"{page}: {who} paused the game; {count} action(s) wait."
    yield from played.dice.problems
    if played.page.problem:
        yield played.page.problem
