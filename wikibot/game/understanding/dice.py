"""Dice in any bot's shape, anywhere in a line, and the words that are left of it.

A roll is a die, what the bot says between, and as many faces as there are dice, maybe with their
total before or behind. The faces may also stand before the die (``a 3 on a d6``). Faces that name
no die (``rolled a 3 (1+2)``) are a roll without sides: the order that asks for dice gives it its
kind, where it fits (:mod:`wikibot.game.engine.standing_rolls`). What is not sure is not dice; a
total that is not the sum is refused. tests/game/engine/stated.txt shows the shapes.

Decisions: between double quotes there are no dice, and behind a verb that takes free text only
those at the end of the line. What can be read in the form of :mod:`wikibot.game.rolls` is read so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.problems import Unclear
from wikibot.game.rolls import FORM, UNNAMED, Roll, checked, parse_rolls, split_rolls
from wikibot.game.understanding.vocabulary import word_set
from wikibot.wikitext.numerals import CARDINALS, TooManyDigits, integer
from wikibot.wikitext.regex import regex

# == The tokens of a line, as far as dice are read from them. One pass, linear in the line =========

_TOKEN = regex(
    r"(?P<quoted>\"(?:[^\"\\]++|\\.)*+\")"
    r"|(?P<escaped>\\.)"
    r"|(?P<link>https?://[^\s\])]++)"
    r"|(?P<die>(?<![\w.])\d{0,4}[dD](?:\d{1,9}|%)(?:'?s)?(?![\w%]))"
    r"|(?P<number>\d++(?!\w)|[⚀-⚅])"
    r"|(?P<word>random\.org|[\w'’]++)"
    r"|(?P<arrow>[→⟶⇒➜➡⟹»…]️?|->|=>|>>|\.{2,})"
    r"|(?P<dash>--|[—–-])"
    r"|(?P<open>[(\[{])"
    r"|(?P<close>[)\]}])"
    r"|(?P<blank>[\s`*_~\ufe0f\u20e3]++|</?(?:code|tt|kbd|b|i|small)>)"
    r"|(?P<other>\S)",
    re.IGNORECASE,
)


_PIPS = "⚀⚁⚂⚃⚄⚅"


class DiceToken(Struct, frozen=True):
    """A piece of a line: its ``kind`` (a group of the pattern), text in lower case, and place."""

    kind: str
    text: str
    start: int
    end: int


_END = DiceToken("end", "", 0, 0)


class Tokens:
    """The tokens of one line without blanks and code marks."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.all = [
            DiceToken(str(found.lastgroup), found[0].casefold(), *found.span())
            for found in _TOKEN.finditer(line)
            if found.lastgroup != "blank"
        ]
        self._size = len(self.all)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.all)

    def __getitem__(self, at: int) -> DiceToken:
        """The token there; one of kind ``end`` beyond the line."""
        return self.all[at] if 0 <= at < self._size else _END

    def is_a(self, at: int, *kinds: str) -> bool:
        """Whether a token of one of these kinds stands there."""
        return self[at].kind in kinds

    def says(self, at: int, words: Collection[str]) -> bool:
        """Whether one of these stands there."""
        return self[at].text in words

    def skip(self, at: int, words: Collection[str], most: int = 1) -> int:
        """The place behind at most so many of these."""
        end = at + most
        while at < end and self[at].text in words:
            at += 1
        return at

    def number(self, at: int) -> int:
        """The number there; raises ``Unclear`` where it has too many digits."""
        if self[at].text in _PIPS:
            return _PIPS.index(self[at].text) + 1
        try:
            return integer(self[at].text)
        except TooManyDigits as error:
            raise Unclear(str(error), nearest=FORM) from None

    def places(self, *kinds: str) -> Iterator[int]:
        """Where tokens of these kinds stand."""
        return (at for at, token in enumerate(self.all) if token.kind in kinds)


# == Faces as any bot writes them: in brackets, in a row, with their total and a link ==============


ROLLED = word_set("rolled rolls roll rolling threw thrown dice 🎲")
JOINS = word_set(", + and & / |")
ARTICLES = word_set("a an the my")
SUMS = word_set("total sum result totalling totaling altogether")
BEHIND_BARE = {"", *word_set(
    "and so then to which = ! . , ; : ? for thanks please ) ] on with -- — – - → -> => that in from"
)}  # fmt: skip
_NO_DIE = (0, UNNAMED)
_LABEL = 8  # words at most of what a link shows


class RollFound(Struct, frozen=True):
    """A roll in a line: its first token, and the one behind its last."""

    start: int
    end: int
    roll: Roll


class FacesFound(Struct, frozen=True):
    """Faces, and the place behind them. ``summed``: with plus signs between them."""

    faces: tuple[int, ...]
    end: int
    summed: bool = False


def checked_roll(
    tokens: Tokens, start: int, faces: FacesFound, total: int | None, die: tuple[int, int] = _NO_DIE
) -> RollFound:
    """The roll with what follows it: its total and where it was rolled. ``die``: count, sides."""
    roll = Roll(die[0] or len(faces.faces), die[1], faces.faces)
    behind, end = _total(tokens, faces.end, sum(faces.faces), bare=not faces.summed)
    total = behind if total is None else total
    link, end = _link(tokens, end)
    is_told = tokens.is_a(start - 1, "open") and tokens.says(start - 3, ROLLED)
    if is_told and tokens[start - 2].text == str(sum(roll.faces)):
        start -= 2  # rolled 3 (2d4: 1, 2)
    if tokens.says(start - 1, ("=",)) and tokens[start - 2].text == str(sum(roll.faces)):
        start -= 2  # 3 = 2d4 (1, 2)
    said = tokens.line[tokens[start].start : tokens[end - 1].end]
    checked(roll, total, said)
    return RollFound(start, end, replace(roll, link=link))


def total_first(tokens: Tokens, at: int) -> tuple[int | None, FacesFound | None]:
    """``3 [1, 2]``, ``3 = (1 + 2)``, ``3: 1, 2``: a total with its faces behind."""
    if not tokens.is_a(at, "number"):
        return None, None
    behind = tokens.skip(at + 1, (":", "="))
    row = row_of_faces(tokens, behind)
    is_row = behind > at + 1 and len(row.faces) > 1 and sum(row.faces) == tokens.number(at)
    faces = row if is_row else faces_in_brackets(tokens, behind)
    return (tokens.number(at), faces) if faces else (None, None)


def any_faces(tokens: Tokens, at: int, *, spelled: bool = False) -> tuple[int | None, FacesFound]:
    """Faces in any shape, maybe none, and the total that stands before them."""
    total, faces = total_first(tokens, at)
    bare = faces or faces_in_brackets(tokens, at)
    return total, bare or row_of_faces(tokens, at, spelled=spelled)


def faces_in_brackets(tokens: Tokens, at: int, count: int = 0) -> FacesFound | None:
    """Faces between two brackets, perhaps none, or each of ``count`` in separate brackets.

    None where no brackets stand.
    """
    found, end = list[FacesFound](), at
    while not found or sum(len(each.faces) for each in found) < count:
        row = row_of_faces(tokens, end + 1)
        if not (tokens.is_a(end, "open") and tokens.is_a(row.end, "close")):
            break
        found.append(replace(row, end=row.end + 1))
        end = tokens.skip(row.end + 1, JOINS)
    faces = tuple(face for each in found for face in each.faces)
    return replace(found[-1], faces=faces) if found else None


def row_of_faces(tokens: Tokens, at: int, most: int = 0, *, spelled: bool = False) -> FacesFound:
    """Numbers with what may stand between faces, at most so many; maybe none.

    ``spelled``: also in words.
    """
    faces: list[int] = []
    end, summed = at, False
    while not most or len(faces) < most:
        said = CARDINALS.get(tokens[at].text) if spelled else None
        if said is None and not tokens.is_a(at, "number"):
            break
        faces.append(said or tokens.number(at))
        end = at + 1
        summed = summed or tokens.says(end, ("+",))
        at = tokens.skip(tokens.skip(end, JOINS, 2), ARTICLES)
    return FacesFound(tuple(faces), end, summed)


# -- what follows faces ----------------------------------------------------------------------------


def _total(tokens: Tokens, at: int, total: int, *, bare: bool) -> tuple[int | None, int]:
    """The total behind faces, and the place behind it."""
    mark = tokens.skip(at, (",", ";", "|"))
    is_word = tokens.says(mark, SUMS)
    mark = tokens.skip(mark, (*SUMS, "of", "is", "a", ":", "for"), 4) if is_word else at
    if is_word:
        mark = tokens.skip(mark, ("=",))
    elif tokens.says(mark, ("=",)) or tokens.is_a(mark, "arrow"):
        mark += 1
    elif tokens[tokens.skip(at, (",",)) + 1].text == str(total) and tokens.says(
        tokens.skip(at, (",",)), ("for", "so", "making", "makes")
    ):
        return total, tokens.skip(at, (",",)) + 2
    else:  # (total 3), (3)
        inside = at + 1 + tokens.says(at + 1, SUMS)
        is_boxed = tokens.is_a(at, "open") and tokens.is_a(inside + 1, "close")
        is_boxed = is_boxed and (bare or inside > at + 1)
        is_it = is_boxed and tokens.is_a(inside, "number") and tokens.number(inside) == total
        return (total, inside + 2) if is_it else (None, at)
    if not tokens.is_a(mark, "number"):
        return None, at
    again = row_of_faces(tokens, mark)
    if again.summed and sum(again.faces) == total:  # = 1 + 2 = 3
        goes_on = tokens.says(again.end, ("=",))
        return _total(tokens, again.end, total, bare=False) if goes_on else (total, again.end)
    number = tokens.number(mark)
    if tokens.is_a(at, "arrow") and (number != total or len(again.faces) > 1):
        return None, at  # what follows the dice
    return number, mark + 1


def _link(tokens: Tokens, at: int) -> tuple[str, int]:
    """Where the dice were rolled, and the place behind that."""
    boxed = tokens.is_a(at, "open")
    if not tokens.is_a(at + boxed, "link"):
        return "", at
    link, end = tokens[at + boxed], at + boxed + 1
    close = next((each for each in range(end, end + _LABEL) if tokens.is_a(each, "close")), end - 1)
    return tokens.line[link.start : link.end], close + 1 if boxed else end


# == Rolls of named dice, and faces that name none =================================================

STATES = word_set("""
    rolled rolls roll rolling result results gave gives giving got gets is was were are came up
    shows showed showing shown yields yielded landed total details faces face dice value values
    says said saying show come : = → -> =>
""")
"""What says that faces follow."""
LINKS = ARTICLES | word_set("and i you it they with of on me | for have has")
"""What may stand between that and the dice."""
_MOST_SAID = 6
_ON = word_set("on with from using of")


def named_rolls(tokens: Tokens, *, strict: bool = True) -> Iterator[RollFound]:
    """Rolls of named dice from left to right; ``strict``: impossible ones raise ``Unclear``."""
    behind = 0
    for at in tokens.places("die"):
        if at < behind:
            continue
        try:
            found = _die(tokens, at) or _faces_before(tokens, at, behind)
        except Unclear:
            if strict:
                raise
            continue
        if found:
            behind = found.end
            yield found


def _kind(tokens: Tokens, at: int) -> tuple[int, int]:
    """How many dice with how many sides a token names."""
    count, _, sides = tokens[at].text.rstrip("'s").partition("d")
    said = CARDINALS.get(tokens[at - 1].text, 0)  # five d98: 1, 2, 3, 4, 5
    number = integer(count) if count else max(1, said)
    return number, 100 if sides == "%" else integer(sides)


def _die(tokens: Tokens, at: int) -> RollFound | None:
    count, sides = _kind(tokens, at)
    start, at = at, at + 1
    if count > 1 and CARDINALS.get(tokens[start - 1].text) == count:
        start -= 1
    if tokens.is_a(start - 1, "open") and tokens.is_a(at, "close"):
        start, at = start - 1, at + 1
    at, is_strong = _said(tokens, at, rolled=tokens.says(start - 1, ROLLED))
    if tokens[start].text.startswith("d") and tokens[start].text.endswith("s") and is_strong:
        count = max(1, len(row_of_faces(tokens, at).faces))  # the d2s are 1 2 2
    total, faces = total_first(tokens, at)
    faces = faces or faces_in_brackets(tokens, at, count)
    faces = faces or _bare(tokens, at, count, is_strong=is_strong)
    if not faces:
        return None
    return checked_roll(tokens, start, faces, total, (count, sides))


def _said(tokens: Tokens, at: int, *, rolled: bool) -> tuple[int, bool]:
    """Where the faces of a die begin, and whether what stands before says that they are some.

    Words that say what the die is for may stand between: ``d98 for the garbage: 56``.
    """
    is_strong, end = rolled, at
    if tokens.is_a(at, "open"):
        return at, rolled
    for here in range(at, at + _MOST_SAID):
        states = tokens.says(here, STATES) or tokens.is_a(here, "arrow")
        if not (states or tokens.is_a(here, "word", "dash") or tokens.says(here, (*LINKS, ","))):
            break
        is_strong = is_strong or states
        if states or (end == here and (tokens.says(here, LINKS) or tokens.is_a(here, "dash"))):
            end = here + 1
    return tokens.skip(end, LINKS, 2), is_strong


def _bare(tokens: Tokens, at: int, count: int, *, is_strong: bool) -> FacesFound | None:
    """As many faces as there are dice, without brackets; not where further numbers follow them."""
    faces = row_of_faces(tokens, at, count)
    if len(faces.faces) != count:
        return None
    more = tokens.skip(faces.end, ("+", ",", "/", "|"))
    if tokens.is_a(more, "number"):
        return None
    more_dice = tokens.is_a(faces.end + tokens.is_a(faces.end, "open"), "die")
    return faces if is_strong or more_dice or tokens.says(faces.end, BEHIND_BARE) else None


def _faces_before(tokens: Tokens, at: int, behind: int) -> RollFound | None:
    """``a 3 on a d6``: faces that are followed by their die."""
    count, sides = _kind(tokens, at)
    last = at - 1
    last -= tokens.says(last, ARTICLES)
    boxed = tokens.is_a(last, "open") and tokens.is_a(at + 1, "close")
    if not (boxed or tokens.says(last, _ON)):
        return None
    is_all = at + 1 + boxed == len(tokens)  # a four and a two on my 2d4
    first, numbers = last, JOINS | {"a", "an", *(CARDINALS if is_all else ())}
    while (
        first > behind
        and at - first < 4 * count + 4
        and (tokens.is_a(first - 1, "number") or tokens.says(first - 1, numbers))
    ):
        first -= 1
    first = tokens.skip(first, (*JOINS, *ARTICLES), last - first)
    faces = row_of_faces(tokens, first, spelled=is_all and first < 2)
    is_rolled = tokens.says(
        first - 1, (*STATES, *ROLLED, *ARTICLES, "number", "#", "", "me")
    ) or tokens.is_a(first - 1, "dash", "arrow")
    apart = boxed and tokens.says(first - 1, (";", ",", ".", "!", "by"))  # observed; 4 (1d4)
    if faces.end != last or len(faces.faces) != count or not (is_rolled or apart):
        return None
    first -= tokens.says(first - 1, ("number", "#"))
    return checked_roll(tokens, first, replace(faces, end=at + 1 + boxed), None, (count, sides))


# -- faces without a die ---------------------------------------------------------------------------


_PAST = word_set("rolled threw thrown")  # what makes the number behind it a face in any place
_NOW = word_set("roll rolls rolling result results 🎲 dice die random.org google")
_BEFORE_NOW = {"", *word_set(
    "i my her his their the a we have just and then movement escape dice , : . ( [ ; @ -- — – -"
)}  # fmt: skip


def unnamed_rolls(tokens: Tokens) -> Iterator[RollFound]:
    """Faces without a die, where something says that they are some."""
    at = 0
    while at < len(tokens):
        end = at
        while tokens.is_a(end, "number") and tokens.says(end + 1, ("+",)):
            end += 2
        sum_end = end + (end > at and tokens.is_a(end, "number"))
        found = _with_total(tokens, at, sum_end) or _behind_label(tokens, at) or _at_end(tokens, at)
        if found:
            yield found
        at = found.end if found else max(sum_end, at + 1)


def _with_total(tokens: Tokens, at: int, sum_end: int) -> RollFound | None:
    """``[1, 2] = 3``, ``(1 + 2)``, ``1 + 2 = 3``."""
    faces = faces_in_brackets(tokens, at)
    if sum_end > at and tokens.says(sum_end, ("=",)):
        faces = row_of_faces(tokens, at)
    if not faces or not faces.faces:
        return None
    is_sum = tokens.says(faces.end, ("=",)) and tokens.is_a(faces.end + 1, "number")
    is_list = tokens.says(at, ("[",)) and len(faces.faces) > 1  # [2, 5, 4, 6, 1]
    if not (is_sum or is_list or (faces.summed and tokens.is_a(at, "open"))):
        return None
    return checked_roll(tokens, at, faces, None)


def _behind_label(tokens: Tokens, at: int) -> RollFound | None:
    """``rolled a 3 (1+2)``, ``I rolled a 1 and a 2``, ``roll: 3``, ``🎲 3``."""
    now = tokens.says(at, _NOW) and (
        tokens.says(at - 1, (*_BEFORE_NOW, *CARDINALS)) or tokens.is_a(at - 1, "number")
    )
    if not (now or tokens.says(at, _PAST)):
        return None
    spelled, label = tokens.says(at, (*_PAST, "dice", "die")), at
    called = 2 * (tokens.says(at + 1, (",",)) and tokens.says(at + 3, (":",)))  # , referee:
    at = tokens.skip(at + 1 + called, STATES | LINKS, 5)
    total, faces = any_faces(tokens, at, spelled=spelled)
    sums = tokens.is_a(faces.end, "open") and tokens.says(faces.end + 1, SUMS)
    if not faces.faces or not (sums or tokens.says(faces.end, BEHIND_BARE)):
        return None
    if CARDINALS.get(tokens[label - 1].text) == len(faces.faces):
        at = label - 1  # five dice: 1, 2, 3, 4, 5
    return checked_roll(tokens, at, faces, total)


def _at_end(tokens: Tokens, at: int) -> RollFound | None:
    """``-- 3``, ``-- [1, 2]``: nothing else behind two dashes."""
    if not tokens.is_a(at, "dash") or tokens.says(at, ("-",)) or tokens[at + 1].kind == "end":
        return None
    if tokens[at].end == tokens[at + 1].start:
        return None
    total, faces = any_faces(tokens, at + 1)
    if not faces.faces or tokens[tokens.skip(faces.end, (".", "!"))].kind != "end":
        return None
    return checked_roll(tokens, at + 1, faces, total)


# == The words of a line without its dice: no label, echo or mark of a dice bot is left ============

_LABELS = (
    _PAST
    | _NOW
    | word_set("throw coin request 🎰 🎯 r reason details detail officer distance direction angle")
)
_TELLING = word_set("says say shows show showed spoken attached")
_LEADING_TO = LINKS | word_set("""
    were are i've i’ve my using by got is was just here's here’s heres here gives gave : = , ! / ( [
    { → -> => >>
""") - {"for", "it", "they"}
"""Words and marks that may stand between a label and its dice."""
_LINKS = word_set("with using by a an and my the have got just i")
_ONLY = word_set("""
    sorry forgot forgotten forgetting oops whoops are go these those missing add adding oh ah right
    ok okay yes it it's it’s that this for from above late there bot says said link to now were them
    came comes come up your faces number numbers as asked needed edit had in then so do did i'd i'll
    finally still hmm well and needs wanted course obviously please thanks thx attached
""")
"""Further words of a line that brings dice and nothing else."""
NOISE = _LABELS | _LEADING_TO | _ONLY
_ALONE = (["roll"], ["i", "roll"], ["rolling"])  # says to roll: dice behind a dash are for that
_JOINTS = word_set(", ; . : ! → ⟶ ⇒ -> => >> » | -- — – - / #")
_SO = word_set("and so then to therefore hence thus")
_INVERTED = frozenset((had, who) for had in ("had", "did", "do") for who in ("i", "it", "they"))
"""Words that ask or suppose what follows: ``had I rolled 2d4 (1, 2)``."""
_MOST = 12  # tokens before dice that may lead to them
_NAME = 2  # words at most of the name of who rolled
Span = tuple[int, int]


def words_without(tokens: Tokens, spans: Sequence[Span], *, dice_follow: bool) -> str:
    """The words outside these spans of tokens; ``dice_follow``: dice stood behind the line, too."""
    edges = [0, *(edge for span in spans for edge in span), len(tokens)]
    pieces = list(zip(edges[::2], edges[1::2], strict=True))
    words, left = "", 0
    for at, (start, end) in enumerate(pieces):
        if 0 < at < len(pieces) - 1 and all(tokens.says(each, NOISE) for each in range(start, end)):
            continue  # 1d6 (1), me 1d6 (6)
        begin, passed = start, _JOINTS | (frozenset() if words else _SO)
        while at and begin < end and (tokens.is_a(begin, "close") or tokens.says(begin, passed)):
            begin += 1
        until = _until(tokens, begin, end) if dice_follow or at < len(pieces) - 1 else end
        if begin < until:
            joint = _joint(tokens, left, start, begin) if words else ""
            words += joint + tokens.line[tokens[begin].start : tokens[until - 1].end]
        if begin < until or not words:
            left = until
    return "" if _brings_only_dice(words) else words


def _until(tokens: Tokens, start: int, end: int) -> int:
    """Where a piece before dice ends: before the words that lead to them."""
    at, least, labelled = end, max(start, end - _MOST), False
    while at > least and not tokens.is_a(at - 1, "dash"):
        is_label = tokens.says(at - 1, _LABELS) or tokens.is_a(at - 1, "link")
        is_label = is_label or tokens[at - 1].text.endswith("bot")
        echoes = tokens.says(at - 2, _LABELS | {"!", "/", "["})  # `!roll 2d4`, `roll 2d4`
        label = is_label or (tokens.is_a(at - 1, "die") and echoes)
        has = tokens.says(at - 2, ("has", "have"))
        what = at - 2 - has
        if tokens.says(at - 1, _TELLING) and (
            tokens.says(what, _LABELS) or tokens.is_a(what, "die")
        ):
            at, labelled = what, True
            continue
        if not (label or tokens.says(at - 1, _LEADING_TO)):
            if not (labelled and tokens[at - 2].text in ("@", "#")):  # @Alice, # 7
                break
            at -= 1
        labelled = labelled or label
        at -= 1
    if not labelled:
        at, links = end, _LINKS | _JOINTS
        while at > start and (tokens.says(at - 1, links) or tokens.is_a(at - 1, "open")):
            if tokens.is_a(at - 1, "dash"):
                break
            at -= 1
    elif any(tokens.is_a(at - back, "dash") for back in range(1, _NAME + 2)):
        at = next(at - back for back in range(1, _NAME + 2) if tokens.is_a(at - back, "dash"))
    if start < at < end and (tokens[at - 1].text, tokens[at].text) in _INVERTED:
        return end
    while at > start and (tokens.is_a(at - 1, "open") or tokens.says(at - 1, _JOINTS)):
        at -= 1
    return max(at, start)


def _joint(tokens: Tokens, left: int, start: int, begin: int) -> str:
    """What stands between two pieces in place of the dice."""
    before = [token.text for token in tokens.all[left:start]]
    behind = [token.text for token in tokens.all[start:begin]]
    for mark in ";.!":
        if mark in behind:
            return f"{mark} "
    if before[:1] == [":"]:
        return ": "
    if any(token.kind == "dash" for token in tokens.all[start:begin]):
        return " -- "
    return ", " if "," in behind else " "


def _brings_only_dice(words: str) -> bool:
    """Whether no word is left that says what the dice are for."""
    every = Tokens(words)
    said = [
        token.text
        for at, token in enumerate(every.all)
        if token.kind != "other" and not every.says(at - 1, ("@",))
    ]
    asks = tuple(said[:2]) in _INVERTED
    return said not in _ALONE and len(said) <= _MOST and NOISE.issuperset(said) and not asks


# == Dice in any shape, anywhere in a line, and the words that are left of it ======================

_LONGEST = 5_000  # characters of words that are looked through; no order has more
_DASHES = ("--", "—", "–")


# A line as most are: a verb, numbers, rolls in the form of a log. What every line has that states
# dice, and every line that says no more than that; to be quick.
_AS_USUAL = regex(r"(([a-z]{1,40})(?: -?\d++)*+) -- ((?:\d++d\d++ \([\d, ]++\) = \d++(?:, |$))++)")
_MAY_STATE = regex(r"[dD][\d%]|[(\[{+=🎲🎰🎯—–]|--|roll|threw|result|dice", re.IGNORECASE)


def part_dice(line: str, *, free: bool = False) -> tuple[str, tuple[Roll, ...]]:
    """Part a line into its words and the dice stated in it; raises :class:`Unclear`.

    ``free``: the line's verb takes free text. A line of dice alone has no words.
    """
    as_usual = None if free else _AS_USUAL.fullmatch(line)
    if as_usual:
        with suppress(Unclear):
            return as_usual[1], parse_rolls(as_usual[3])
    if free or not _MAY_STATE.search(line):
        return split_rolls(line)
    wrong, words, rolls = _in_form(line)
    if len(words) > _LONGEST:
        if wrong:
            raise wrong
        return words, rolls
    tokens = Tokens(words)
    found = list(named_rolls(tokens))
    if not (found or rolls) and next(tokens.places("die"), None) is None:
        found = list(unnamed_rolls(tokens))
    if wrong and not found:
        raise wrong
    if not found and not rolls:
        return words, ()
    adjacent = bool(rolls) and not line[len(words) :].lstrip().startswith(_DASHES)
    left = words_without(tokens, _spans(tokens, found), dice_follow=adjacent)
    return left, (*(each.roll for each in found), *rolls)


def _spans(tokens: Tokens, found: Sequence[RollFound]) -> list[tuple[int, int]]:
    """Where the rolls stand, and what a bot was asked for (``I roll 2d4 to move: ...``)."""
    spans = [(each.start, each.end) for each in found]
    taken = {at for start, end in spans for at in range(start, end)}
    asked = (at for at in tokens.places("die") if at not in taken)
    return sorted([*spans, *((at, at + 1) for at in asked if tokens.says(at - 1, ROLLED))])


def shown_rolls(line: str) -> Iterator[Roll]:
    """The named dice in a line that is not an order; what no dice can have shown is passed over."""
    return (each.roll for each in named_rolls(Tokens(line), strict=False))


def _in_form(line: str) -> tuple[Unclear | None, str, tuple[Roll, ...]]:
    """Words and rolls of a line that ends with dice in their form; or why it does not."""
    try:
        words, rolls = split_rolls(line)
    except Unclear as unclear:
        return unclear, line, ()
    return (None, line, ()) if words.endswith("=") else (None, words, rolls)  # 3 = 2d4 (1, 2)
