"""Courtesies: what people put around an order without meaning anything by it.

Whole phrases at fixed places, in the closed lists below, which docs/players-details.md prints: what
is not listed stays, so that a line is never read by half. They are before an order (also a
greeting with a name, and a reason that ends with a comma), behind it (also a reason, to the end),
or a sentence beside it. A name alone is no courtesy: ``Ben, end your turn`` is said to Ben; but
``Ben, I end my turn`` is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from wikibot.game.understanding.plain_line import Token, is_adverb, is_decoration
from wikibot.game.understanding.talk import OF_TALK, WordRows
from wikibot.wikitext.dialect import fold

GREETINGS = """
    hi | hello | hey | heya | hiya | greetings | good morning | good evening | good afternoon | dear
    | thanks | thank you | sorry | ok | okay | bye | goodbye | cheers | no thanks | yes | referee |
    officer | dear referee | ooh yes
"""
BEFORE = """
    alright | right | well | and | so | then | now | also | next | first | second | finally | lastly
    | meanwhile | anyway | please | pls | plz | hi all | hello all | hi everyone | hello everyone |
    hey everyone | hey all | hi folks | hello folks | hello there | hi there | hey there | good
    morning all | good evening all | dear all | dear friends | yay | cool | great | nice | sure |
    yes please | oh | ah | hmm | hm | bye all | bye everyone | no thank you | for my turn | on my
    turn | this phase | this week | this turn | today | my action | here's | here is | as judge | as
    the judge | my order | action | order | here goes | here i go | here we go | time to | with that
    | edit | update | as my move | as a move | for my move | my turn | it's my turn | it is my turn
    | its my turn | ugh | phew | wow | btw | by the way | fyi | fine | yeah | yep | yes yes | ok ok
    | oops | whoops | omg | lol | haha | hehe | muahaha | yum | yum yum | hooray | hurray | woohoo |
    woot | ha | hey bot | dear bot | bot | very well | so be it | without further ado | as always |
    as usual | once again | at last | at long last | enough talk | let's do this | let's do it |
    showtime | oi | yo | aha | voila | as leader | as the leader | kindly | ooh | yep yep | without
    delay | for the record | in its place | in its stead | hang on | hold on | hear ye | here's my
    move | here is my move | my move | alright then | right then | ok so | ok then | ok now | well
    then | one thing first | first things first | first of all | before i forget | while i'm here |
    while i am here | while i'm at it | to begin with | for starters | in that case | as promised |
    as agreed | as requested | after much thought | after careful consideration | tada | behold |
    attention | attention everyone | announcement | declaration | decision time | moment of truth |
    wish me luck | fingers crossed | what the heck | why not | yolo | tbh | imo | personally |
    honestly | ladies and gentlemen | my friends | friends | folks | team | dear fellow players |
    fellow players | with great pleasure | with pleasure | with regret | with a heavy heart | with
    much joy | as my last act | off we go | ok ok ok | as the sole judge | as sole judge | as your
    judge | pursuant to the rules | per the rules | as the rules allow | after that | afterwards |
    plus | last but not least | as announced | no more waiting | there we go | welp | whelp | sooo |
    aaand
"""
SPEAKING = """
    i | i'm | im | i am | i'll | ill | i will | i shall | i'd like to | i'd like | i would like | i
    want | i would like to | id like to | i want to | i wanna | i wish to | i would love to | i'd
    love to | i would very much like to | i'm going to | i am going to | i'm gonna | im gonna | i
    gonna | i've decided to | i have decided to | i decide to | i have | i've | i get to | i need to
    | i have to | i must | i mean to | i choose to | i choose | choose | i opt to | i elect to | i
    try to | i attempt to | i'm trying to | i'm here to | i just | i'm just | i'm now | i am now |
    i'm also | i'll just | i would now like to | let me | lemme | let's | lets | let us | we | we'll
    | me | gonna | going to | wanna | want to | wish to | would like to | like to | decide to |
    about to | as my action | ready to | happy to | glad to | it's time to | it is time to | hereby
    | just | simply | gladly | quickly | officially | formally | again | go ahead and | proceed to |
    try to | attempt to | i should like to | i formally | i hereby declare that i | i declare that i
    | we hereby | set forth my intent to | declare my intent to | declare my intention to | state my
    intent to | i'm off to | off to | time for me to | it is my turn to | i think i'll | i guess
    i'll | think i'll | guess i'll | allow me to | permit me to | i'm happy to | i am happy to | i
    am pleased to | i'm pleased to | i'm proud to | i have the honour to | just gonna | imma | ima |
    finna | do | do hereby | be it known that i | let it be known that i | know that i | herewith |
    i herewith | i do | i'd be happy to | use this chance to | take this chance to | beg to | i beg
    to | dare to
"""
BEHIND = """
    please | pls | plz | thanks | thank you | thx | ty | cheers | now | today | then | if i may | ok
    | okay | this phase | this week | this turn | for now | as well | too | immediately | at once |
    right now | again please | thanks all | everyone | folks | thank you all | many thanks | very
    much | thanks a lot | first | finally | here | instead | my friends | i think that's it | lol |
    haha | yay | woo | woohoo | gg | obviously | of course | i guess that's it | for this phase |
    for the phase | for this week | for this turn | for today | good luck all | see you | bye | if
    possible | if that's ok | if that's okay | if nobody minds | if you don't mind | if allowed |
    sorry | sorry all | sorry everyone | sorry folks | farewell | farewell all | good luck everyone
    | hehe | muahaha | mwahaha | kthx | kthxbye | pew | pew pew | yum | yum yum | nom nom | nom nom
    nom | woot | hooray | hurray | mate | my friend | dude | guys | people | bot | dear bot | thanks
    bot | with pleasure | as always | as usual | once again | at last | wish me luck | here goes |
    here we go | in the end | after all | all the way | forever | officially | gladly | referee |
    officer | comrades | effective immediately | as of now | no strings attached | baby | for me |
    from me | from my side | on my part | by me | if you please | and thank you | plz and thanks |
    pls and thanks | please and thank you | please and thanks | and that's that | and that is that |
    that's all | that is all | end of story | final answer | no takebacks | no regrets | as agreed |
    as promised | as discussed | as requested | as ever | enjoy | goodbye | goodbye all | bye all |
    bye everyone | so long | see ya | phew | whee | whoosh | boom | tada | with a flourish | with a
    smile | with a grin | with a sigh | with a heavy heart | with great pleasure | with pride | with
    gusto | with regret | right away | straight away | once and for all | for good | no hard
    feelings | no offence | no offense | i suppose | i guess | as planned | woop | whoop | let's go
    | off i go | off we go | and be done with it | and call it a day | at long last | without
    regrets | without delay | all mine | all in | fingers crossed | why not | yolo
"""
BESIDE = """
    cool | great | nice | it was fun | it's been fun | that's all | that is all | that's it | not
    bad | have fun | have a nice day | good luck | good game | good night | nice one | well played |
    sounds good | looks good | fair enough | why not | let's go | here we go | wish me luck |
    fingers crossed | thanks everyone | thank you everyone | thanks for the game | bye all | bye
    everyone | see you later | gg all | too bad | oh well | no hard feelings | my bad | better late
    than never | nothing personal | no offense | no offence | sorry my friend | sorry mate | sorry
    about that | my pleasure | you're welcome | hope that's ok | hope that's okay | sorry for being
    late | sorry for the delay | sorry for the wait | take that | in your face | wow | yes please |
    come on | forgot | cya | lol | haha | hehe | it was an honour | it was an honor | it was me |
    sorry everyone | i want in | hear ye | hang on | off i go | off we go | thanks for the games |
    thanks for having me | thanks for playing | thank you for the game
"""
REASONING = """
    so that | so as to | in order to | for the sake of | thanks to | it is | it's | its | this is |
    that is | that's | she is | he is | they are | she's | he's | they're | you are | you're | there
    is | there's | she looks | he looks | she look | he look | it was | they look | you look | she
    needs | he needs | she deserves | he deserves | they deserve | i am | i'm | i have | i've got |
    i need | i want | i love | i like | i hope | we need | we have
"""
_REASONS = frozenset(("because", "since", "cause", "cos", "coz", "cuz", "bc"))
_WHO = frozenset(("i", "it", "we", "he", "she", "they", "you", "there", "nobody", "that"))
_NO_REASON = frozenset(
    (
        "if",
        "unless",
        "until",
        "or",
        "maybe",
        "perhaps",
        "but",
        "not",
        "tomorrow",
        "?",
        "when",
    )
)
_NO_COMMENT = _NO_REASON | frozenset((
    "said", "says", "say", "told", "wrote", "writes", "asked", "joke", "joking", "kidding",
    "example", "test", "wrong", "mistake", "cancel", "undo", "wait", "nah", "nope", "no", "never",
    "nothing", "quote", "sarcasm", "later", "next", "instead", "rather", "sure",
))  # fmt: skip
_SELF = frozenset(("i", "i'm", "im", "i'll", "i've", "i'd"))
_OWN = _SELF | {"my", "here", "here's"}
_MOST = 12
_THANKS = frozenset(("thanks", "thank", "you", "sorry", "bye", "goodbye", "hi", "cheers"))


def _listed(text: str) -> WordRows:
    return WordRows(tuple(phrase.split()) for phrase in text.split("|"))


_GREETINGS, _BEHIND, _BESIDE, _REASONING = map(_listed, (GREETINGS, BEHIND, BESIDE, REASONING))
_LEADS = _GREETINGS | _listed(BEFORE) | _listed(SPEAKING)
COURTESIES = _LEADS | _BEHIND | _BESIDE
"""What may be a clause of its own and says nothing."""
TAKING_BACK = _NO_COMMENT | OF_TALK | frozenset((
    "pending", "subject", "contingent", "depending", "barring", "tentatively", "provisionally",
    "psych", "forget", "ignore", "scratch", "void", "plan", "plans", "draft", "option",
    "question", "rule", "rules", "according", "imagine", "pretend", "whenever", "wherever",
    "whoever", "whatever", "someday", "almost", "nearly", "failed", "forgot", "hope", "wish",
    "he's", "she's", "they're", "you're", "him", "her", "them", "his", "their", "title", "titled",
    "called", "named", "name", "wanted", "used", "ago", "unsure", "dunno", "yet", "still",
    "already", "before", "after", "both", "neither", "either", "each", "every", "except",
    "dream", "dreams", "tale", "tales", "story", "stories", "rumour", "rumor", "fact", "foot",
    "trick", "idea", "tempting", "tempted", "dangerous", "thought", "quoth", "chapter", "sailed",
    "right", "classic", "sounds", "words", "page", "rather", "silly", "boring", "impossible",
    "unlikely", "crazy", "terrible", "maybe", "concept", "january", "february", "march", "april",
    "june", "july", "august", "september", "october", "november", "december",
))  # fmt: skip
"""Words of a clause that may take back what stands beside it, or add to it."""
_LONGEST = max(map(len, _BEHIND | _BESIDE))
_MAY_REASON = _REASONING.heads | _REASONS | {"as"}
_LAST = _BEHIND.tails | _BESIDE.tails


@lru_cache(maxsize=64)
def _rows(names: tuple[str, ...]) -> WordRows:
    return WordRows(tuple(fold(name).split()) for name in names if name.strip())


@lru_cache(maxsize=64)
def _leads(names: tuple[str, ...]) -> WordRows:
    return WordRows(_LEADS | _rows(names))


def starts(words: Sequence[Token], own: Iterable[str], others: Iterable[str]) -> Sequence[int]:
    """Where an order may begin: behind each courtesy at the beginning, the first place being 0.

    ``own``: names of who wrote the line, who may speak of themselves: ``Dave joins``. All places
    are given, since what looks like a courtesy may be the verb: ``order``, ``first``.
    """
    keys = [word.key for word in words]
    leads, theirs = _leads(tuple(own)), _rows(tuple(others))
    found, greeted = [0], False
    while len(found) < _MOST and (at := found[-1]) < len(words):
        length = leads.length(keys, at)
        if not length and (called := theirs.length(keys, at)):
            length = called if greeted or not _OWN.isdisjoint(keys[at + called :][:1]) else 0
        if not length and (is_decoration(words[at]) or is_adverb(keys[at])):
            length = 1
        if not length:
            break
        greeted = tuple(keys[at : at + length]) in _GREETINGS
        found.append(at + length)
    for at in _behind_first(words, keys):
        if at not in found:
            found += [at + each for each in starts(words[at:], own, others)]
    return [at for at in found if at < len(words)] or [0]


def _behind_first(words: Sequence[Token], keys: Sequence[str]) -> Iterator[int]:
    """Where an order may begin behind a reason, or a sentence that says nothing."""
    for at in [at for at, word in enumerate(words, 1) if word.ends_clause][:4]:
        is_reason = keys[at : at + 1] == ["so"] or keys[0] in (*_REASONS, "as")
        if tuple(keys[:at]) in _BESIDE or (is_reason and _NO_REASON.isdisjoint(keys[:at])):
            yield at


def ends(words: Sequence[Token], others: Iterable[str]) -> Sequence[int]:
    """Where an order may end: before each courtesy at the end; the last place first."""
    keys, names, size = [word.key for word in words], _rows(tuple(others)), len(words)
    found = _before_last(words, keys, size, names)
    for at in [at for at in range(size - 1, 0, -1) if keys[at] in _MAY_REASON]:
        behind, apart = keys[at + 1 :], words[at - 1].ends_clause
        is_reason = bool(behind) and (
            keys[at] in _REASONS or (keys[at] == "as" and apart and behind[0] in _WHO)
        )
        apart = words[at - 1].text.endswith((",", "–", "—", "-")) or words[at].text.startswith("(")
        comments = apart and _REASONING.length(keys, at) and _NO_COMMENT.isdisjoint(behind)
        if comments or (is_reason and _NO_REASON.isdisjoint(behind)):
            found += [each for each in _before_last(words, keys, at, names) if each not in found]
    return found


def _before_last(
    words: Sequence[Token], keys: Sequence[str], end: int, names: WordRows
) -> list[int]:
    """The place ``end`` and those before the courtesies in front of it."""
    found = [end]
    while len(found) < _MOST and (at := found[-1]):
        length = 0
        while at - length > 1 and is_decoration(words[at - length - 1]):
            length += 1  # all of a row of them, or none: one may be a thing
        length = length or _ending(words, keys[:at], names)
        if not length:
            break
        found.append(at - length)
    return found


def _ending(words: Sequence[Token], keys: Sequence[str], names: WordRows) -> int:
    """How many of the words with these keys the longest courtesy at their end has."""
    if is_adverb(keys[-1]) and len(keys) > 1:
        return 1
    if not (_LAST | names.tails).intersection(keys[-1:]):
        return 0
    for length in range(min(_LONGEST, len(keys) - 1), 0, -1):
        at = len(keys) - length
        row, before = tuple(keys[at:]), words[at - 1]
        is_apart = before.ends_clause or is_decoration(before)
        speaks = is_apart and not _SELF.isdisjoint(keys[:at])
        is_called = row in names and (before.key in _THANKS or speaks)
        if row in _BEHIND or (is_apart and row in _BESIDE) or is_called:
            return length
    return 0
