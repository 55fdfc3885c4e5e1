"""What the actions page, the steward page and the log are owed after a gamestate was saved.

Answers go under their lines, log lines come in blocks. Whether something was delivered is read from
the pages themselves, from what the bot's own account saved there: an answer carries the identity of
its line, a block of the log its exact lines. So delivering twice changes nothing, whichever run
does it, how often and in which order; and what people wrote in the bot's name counts for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import ActionId, Verdict
from wikibot.stewards.notices import STOPS, put_notices
from wikibot.storage.cursor import LONGEST, Answer, Cursor
from wikibot.storage.log_page import append_log, block_of, log_lines
from wikibot.sync.report import at
from wikibot.sync.snapshot import LinePage, Snapshot
from wikibot.wiki.attribution import HistoryProblem, attribute
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import EditRefused
from wikibot.wiki.history import saved_by
from wikibot.wikitext import dialect, own_marks
from wikibot.wikitext.dialect import ENGLISH, current
from wikibot.wikitext.escape import answer_wikitext, mention, not_isolated, show
from wikibot.wikitext.lines import is_too_long, signature, table_intervals
from wikibot.wikitext.messages import every_language, say, speaking
from wikibot.wikitext.regex import regex

# == Pages that grow too big: noticed long before the wiki refuses them, each with what to do ======

LIMIT = 2048 * 1024  # bytes: MediaWiki's $wgMaxArticleSize where a wiki sets no other
FULL = 80  # percent from which on a page is reported
TOO_BIG = "contenttoobig"  # the API's code

_NO_ARCHIVE = "Set `archive` in settings.ini, so that answered lines leave it"
_ARCHIVE = "Set a shorter `archive_after` in settings.ini"
_LOG = "Put `%Y-%m` into `log` in settings.ini, for a page a month"
_OTHER_LOG = "Put another title into `log` in settings.ini; the log goes on there"
_BY_HAND = "Move what is settled on it to another page"


def big_pages(snapshot: Snapshot, *, archives: bool) -> Iterator[str]:
    """The pages that the bot writes and that are nearly full, each with the remedy.

    ``archives``: whether answered lines leave the actions page.
    """
    titles, limit = snapshot.titles, min(LIMIT, snapshot.limit or LIMIT)
    for title in filter(None, (titles.gamestate, titles.actions, titles.stewards, titles.log)):
        percent = 100 * snapshot.head(title).length // limit
        if percent >= FULL:
            remedy = remedy_for(snapshot, title, archives=archives)
            yield say("{} is {} % full. {}", title, percent, remedy)


def remedy_for(snapshot: Snapshot, title: str, *, archives: bool) -> str:
    """What a person does about a page that is too big, a sentence without a full stop."""
    titles = snapshot.titles
    if title == titles.actions:
        return _ARCHIVE if archives else _NO_ARCHIVE
    if title in (titles.log, titles.log_before):
        return _OTHER_LOG if titles.log_before else _LOG
    return _BY_HAND


# == Texts that the wiki refuses: a link to a listed site, words that an edit filter stops =========
#
# The gamestate's edit holds the answers and log lines of a whole batch. Where a filter or a
# blacklist refuses it, the lines that may be the reason are answered `held` without any of their
# text and are not played; the others are played and saved as always. Decisions: as the wiki does
# not say which line it means, first those with an address in them are left out, then one line
# after the other, then all of the batch. Nothing is lost: a line that is held stays on its page,
# and its author writes it in other words. A state that the wiki refuses without any new line is
# refused as before, and reported.

LEFT_OUT = (
    "the wiki refuses to save what this line says (a filter or a blacklist); "
    "write it in other words"
)
NOT_SHOWN = "the text of this answer is left out, as the wiki refuses to save it"
MOST = 12  # lines that are tried one by one
_ADDRESS = regex(r"//|[a-z]:\S|\w\.[a-z]{2}|@\w", re.IGNORECASE)
FILTERS = ("spamblacklist", "abusefilter-", "titleblacklist-", "spamprotection", "hookaborted")


class Trials:
    """Chooses sets of lines to leave out, one after the other, until the wiki accepts the rest."""

    def __init__(self, texts: Sequence[tuple[ActionId, str]]) -> None:
        addresses = frozenset(id_ for id_, text in texts if _ADDRESS.search(text))
        single = (frozenset({id_}) for id_, _ in texts[:MOST])
        every = frozenset(id_ for id_, _ in texts)
        self._sets = filter(None, dict.fromkeys((addresses, *single, every)))  # each tried once

    def without(self, error: EditRefused) -> frozenset[ActionId]:
        """The next lines to leave out.

        Raises the error where none is left, or where no text can be the reason: a captcha or the
        size of a page is no matter of what one line says.
        """
        found = next(self._sets, None) if error.code.startswith(FILTERS) else None
        if found is None:
            raise error
        return found


def shortened(
    answers: Iterable[Answer], which: Collection[ActionId] | None = None
) -> tuple[Answer, ...]:
    """The answers, those to ``which`` (None: all) with nothing but their verdicts."""
    return tuple(
        each._replace(text=NOT_SHOWN) if which is None or each.id in which else each
        for each in answers
    )


# == What the actions page, the steward page and the log are owed after a gamestate was saved ======

MOST_OPEN = 200  # tables; some thousand of them take MediaWiki minutes to save
PATIENCE = timedelta(days=1)  # how long the answer to a line that is gone waits for the line
Places = Mapping[ActionId, int]  # line numbers in the newest text of a page


class Deliveries(Struct, frozen=True):
    """What pages lack. ``batches``: blocks of log lines, the oldest first; ``log``: for which page.

    ``waiting``: the rules that wait, ``stops``: what stops the game, both for the steward page;
    None where its heading stays as it is.
    """

    answers: tuple[Answer, ...] = ()
    batches: tuple[tuple[str, ...], ...] = ()
    waiting: tuple[str, ...] | None = None
    log: str = ""
    stops: tuple[str, ...] | None = None

    def __bool__(self) -> bool:
        return bool(self.answers or self.batches) or (self.waiting, self.stops) != (None, None)

    @classmethod
    def of(cls, cursor: Cursor) -> Deliveries:
        """All that a cursor lists."""
        return cls(cursor.answers, cursor.batches, log=cursor.log)


# -- what is owed ----------------------------------------------------------------------------------


def pending_deliveries(snapshot: Snapshot) -> Deliveries:
    """The answers and log lines of earlier runs that are still missing on their pages."""
    every = Deliveries.of(snapshot.cursor)
    here = {snapshot.head(page.title).page_id for page in snapshot.line_pages}
    answers = [  # of pages that have other titles now, and may come back
        answer
        for answer in every.answers
        if answer.id.page not in here and not _given_up(snapshot, answer)
    ]
    batches: tuple[tuple[str, ...], ...] = ()
    for title in pages_with_deliveries(snapshot, every):
        if title not in snapshot.delivered:
            left = outstanding(snapshot, snapshot.cursor, title)
            answers += left.answers
            batches += left.batches
    return Deliveries(tuple(answers), batches, log=every.log)


def outstanding(snapshot: Snapshot, cursor: Cursor, title: str) -> Deliveries:
    """What one page still lacks of what a cursor lists, as the bot's own revisions of it show."""
    mine = for_page(snapshot, Deliveries.of(cursor), title)
    if title in snapshot.left_out:
        return mine
    at(title)
    if title == cursor.log:
        return Deliveries(batches=_unwritten(snapshot, cursor), log=title)
    page = next(page for page in snapshot.line_pages if page.title == title)
    bot = snapshot.poll.user
    forms = [(answer, _forms(answer, snapshot)) for answer in mine.answers]
    for revision in saved_by(page.history, bot) if mine.answers else ():
        text = revision.text or ""
        forms = [(a, said) for a, said in forms if not _stands_in(text, a, said, snapshot)]
        if not forms:
            break
    left = [answer for answer, _ in forms]
    places = places_on(snapshot, page, cursor) if left else {}
    shown = _shown(page.page.text or "", places, left) if page.page else {}
    return Deliveries(
        tuple(
            answer
            for answer in left
            if not _told_before(snapshot, page, answer, places.get(answer.id))
            and (answer.id in shown or not _given_up(snapshot, answer))
        )
    )


def for_page(snapshot: Snapshot, owed: Deliveries, title: str) -> Deliveries:
    """The part that belongs on one page."""
    if title == owed.log:
        return Deliveries(batches=owed.batches, log=title)
    page = snapshot.head(title).page_id
    answers = tuple(answer for answer in owed.answers if answer.id.page == page)
    if title == snapshot.titles.stewards and _lists_others(snapshot, owed):
        return Deliveries(answers, waiting=owed.waiting, stops=owed.stops)
    return Deliveries(answers)


def _lists_others(snapshot: Snapshot, owed: Deliveries) -> bool:
    """Whether the steward page is there and its headings list other things than wait."""
    page = snapshot.stewards.page
    if page is None or page.text is None or is_too_long(page.text):
        return False
    return _with_notices(page.text, owed) != page.text


def _with_notices(text: str, owed: Deliveries) -> str:
    """The steward page with its two headings."""
    text = text if owed.stops is None else put_notices(text, owed.stops, STOPS)
    return text if owed.waiting is None else put_notices(text, owed.waiting)


def pages_with_deliveries(snapshot: Snapshot, owed: Deliveries) -> tuple[str, ...]:
    """The titles of the pages that lack something, in the order in which they are written."""
    titles = [*(page.title for page in snapshot.line_pages), owed.log]
    return tuple(title for title in titles if title and for_page(snapshot, owed, title))


# -- what was delivered ----------------------------------------------------------------------------


def _shown(text: str, places: Places, answers: Iterable[Answer]) -> Places:
    """The places of lines below which their answers can stand."""
    found = {each.id: places[each.id] for each in answers if each.id in places}
    closed = is_too_long(text) or unwritable(text)
    hidden = set(found.values()) if closed else own_marks.without_place(text, found.values())
    return {id_: number for id_, number in found.items() if number not in hidden}


def unwritable(text: str) -> str:
    """Why a page is not written; "" where it is."""
    count = table_intervals(text)[1]
    if count <= MOST_OPEN:
        return ""
    why = say(
        "{} tables on it are opened and never closed, so the wiki would take minutes to", count
    )
    return say("{} save it. Nothing is written there until they are closed or taken off.", why)


def _told_before(snapshot: Snapshot, page: LinePage, answer: Answer, place: int | None) -> bool:
    """Whether a first version of the program, which noted no times, answered a line.

    Its replies name no line: one of that verdict stands below it, as the bot itself saved it.
    """
    if answer.owed or place is None or page.page is None:
        return False
    raws = (page.page.text or "").split("\n")
    said = {
        raws[each.number]
        for each in own_marks.replies_below(raws, place)
        if each.verdict == answer.verdict and not own_marks.answered_identity(raws[each.number])
    }
    saved = ((each.text or "").split("\n") for each in saved_by(page.history, snapshot.poll.user))
    return bool(said) and any(said.intersection(each) for each in saved)


def _forms(answer: Answer, snapshot: Snapshot) -> tuple[str, ...]:
    """How an answer stands on a page, in full or without its text, which the wiki refused."""
    short = shortened([answer])
    forms = [_reply(form, snapshot) for form in (answer, *short)]
    if answer.verdict != own_marks.WAITS:  # as an earlier version of the program wrote it
        ask, id_ = _asks_stewards(answer, snapshot), str(answer.id)
        forms.append(own_marks.reply_text(answer.verdict, show(answer.text, LONGEST) + ask, id_))
    return tuple(forms)


def _stands_in(text: str, answer: Answer, forms: Sequence[str], snapshot: Snapshot) -> bool:
    """Whether a page has an answer in one of its forms, in whichever language it was given.

    Its times may be those of an English wiki: earlier versions wrote no others.
    """
    if any(form in text for form in forms):
        return True
    if f" {answer.id} -->" not in text:
        return False
    text = not_isolated(text)
    wiki = current()
    for words, each in product(every_language(), (wiki, replace(ENGLISH, leftward=wiki.leftward))):
        with speaking(words), dialect.speaking(each):
            if any(not_isolated(form) in text for form in _forms(answer, snapshot)):
                return True
    return False


def _given_up(snapshot: Snapshot, answer: Answer) -> bool:
    """Whether a line has been gone for so long that it will not be put back."""
    return answer.owed is not None and snapshot.poll.now - answer.owed > PATIENCE


def _unwritten(snapshot: Snapshot, cursor: Cursor) -> tuple[tuple[str, ...], ...]:
    head, batches = snapshot.logs.get(cursor.log), cursor.batches
    if not batches or head is None or head.id == cursor.log_base:
        return batches
    lines = log_lines(head.text or "")
    left = [batch for batch in batches if not _stands(batch, lines)]
    left = _not_in(left, [head, *snapshot.log_since], snapshot.poll.user)
    if left:
        since = snapshot.past(cursor.log, cursor.log_base)
        left = _not_in(left, since, snapshot.poll.user)
    return tuple(left)


def _stands(batch: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether a log has these lines, one after the other."""
    starts = (number for number, line in enumerate(lines) if line == batch[0])
    return any(tuple(lines[start : start + len(batch)]) == tuple(batch) for start in starts)


def _not_in(
    batches: Iterable[tuple[str, ...]], revisions: Sequence[Revision], account: str
) -> list[tuple[str, ...]]:
    own = [f"\n{each.text}\n" for each in revisions if each.user == account and each.text]
    return [batch for batch in batches if not any(f"\n{block_of(batch)}\n" in each for each in own)]


# -- the pages with it -----------------------------------------------------------------------------


def page_before(snapshot: Snapshot, title: str) -> Revision | None:
    """The page as it was read."""
    lines = {each.title: each.page for each in snapshot.line_pages}
    return lines[title] if title in lines else snapshot.logs.get(title)


def page_after(
    snapshot: Snapshot, cursor: Cursor, owed: Deliveries, title: str, places: Places | None = None
) -> tuple[str, bool, str]:
    """The page with what it is owed added, and whether some of it has no place there.

    With it, what people have to do about that, if anything. ``places`` of lines, where they are
    known already for what this cursor owes the page.
    """
    page = page_before(snapshot, title)
    text = page.text if page is not None else None
    lines = next((each for each in snapshot.line_pages if each.title == title), None)
    if lines is not None and is_too_long(text or ""):
        return text or "", bool(owed), ""  # why has been told
    if why := unwritable(text or ""):
        return text or "", bool(owed), why
    if lines is None and owed.batches:
        return append_log(_new_log(snapshot) if text is None else text, owed.batches), False, ""
    if lines is None or text is None:
        return text or "", bool(owed.answers), ""
    places = places_on(snapshot, lines, cursor) if places is None else places
    shown = _shown(text, places, owed.answers)
    found = [(shown[each.id], _reply(each, snapshot)) for each in owed.answers if each.id in shown]
    if hidden := {places[each.id] + 1 for each in owed.answers if each.id in places} - {
        number + 1 for number in shown.values()
    }:
        why = say(
            "the answer to line {} has no place: a comment begins in that line and is "
            "never closed. Close it, and the answer comes.",
            min(hidden),
        )
    # An English signature is written out: what was saved is then known, and not read again.
    written = signature(snapshot.poll.user, snapshot.poll.now)
    signed, count = written if current().signs_in_english else own_marks.TILDES, len(found)
    if ours := _waiting_lines(text, lines, snapshot.poll.user):
        text, found = own_marks.replace_waiting(text, found, ours, signed)
    text = own_marks.insert_replies(text, found, signed) if found else text
    return _with_notices(text, owed), count < len(owed.answers), why


def _waiting_lines(text: str, page: LinePage, bot: str) -> frozenset[str]:
    """The lines of a page that say that others wait, and that the bot itself saved so."""
    there = {raw for raw in text.split("\n") if own_marks.says_waiting(raw)}
    if not there:
        return frozenset()
    saved = (revision.text or "" for revision in saved_by(page.history, bot))
    return frozenset(raw for each in saved for raw in there.intersection(each.split("\n")))


_OF_LOG = "The actions that counted, one a line, the oldest first, with the dice as they fell."
_LEADS = "Played from the starting gamestate they lead to the present one."
_FOLLOWS = (
    "They follow those of [[{}]]; all of them together, played from the starting gamestate, lead "
    "to the present one."
)


def _new_log(snapshot: Snapshot) -> str:
    """What stands on a new log page: of a log by month, where the lines before it are."""
    titles = snapshot.titles
    before = (snapshot.cursor.log, titles.log_before) if titles.log_before else ()
    there = (title for title in before if not snapshot.head(title).missing)
    before_it = next(there, "")
    return f"{say(_OF_LOG)} {say(_FOLLOWS, before_it) if before_it else say(_LEADS)}\n"


def places_on(snapshot: Snapshot, page: LinePage, cursor: Cursor) -> Places:
    """Line numbers by identity, as far back as answers are owed."""
    if not page.history:
        return {}
    since = cursor.mark_of(snapshot.head(page.title).page_id).since
    bot, heading = snapshot.poll.user, snapshot.titles.heading
    try:
        return attribute(page.history, cursor=since, bot=bot, heading=heading).places
    except HistoryProblem:
        return {}  # the next plan names what is wrong with the history


def _reply(answer: Answer, snapshot: Snapshot) -> str:
    """A reply as it stands on the page, but for its list marks and signature.

    The answer to a held line says where it is settled.
    """
    names = dict(answer.names)
    asked = names.pop("", "")
    said = answer_wikitext(answer.text, names) + (f" ({mention(asked)})" if asked else "")
    said += _asks_stewards(answer, snapshot)
    if answer.verdict == own_marks.WAITS:
        return own_marks.waiting_text(said, str(answer.id))
    return own_marks.reply_text(answer.verdict, said, str(answer.id))


def _asks_stewards(answer: Answer, snapshot: Snapshot) -> str:
    page = snapshot.titles.stewards
    return say(" (stewards: [[{}]])", page) if answer.verdict == Verdict.HELD and page else ""
