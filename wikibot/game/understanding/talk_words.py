"""The words by which talk is told from orders: frames around a sentence, and verbs in other senses.

Each list is read into sets of words in a row; ``a|b`` is either word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product

Words = tuple[str, ...]


class WordRows(frozenset[Words]):
    """Rows of words. ``heads``: the first words of them, for most lines have none of these."""

    @cached_property
    def heads(self) -> frozenset[str]:
        """The words with which a row may begin."""
        return frozenset(row[0] for row in self if row)


def listed(text: str) -> WordRows:
    """The rows of words in a list: between commas, each with its alternatives."""
    return WordRows(row for each in text.split(",") for row in _rows(each.split()))


def _rows(words: Iterable[str]) -> Iterator[Words]:
    return product(*(word.split("|") for word in words))


# -- what may stand before any of it ---------------------------------------------------------------

INTERJECTIONS = listed("""
    ok, okay, well, so, and, but, or, then, now, hm, hmm, oh, ah, hey, hi, hello, lol, haha, yes,
    yeah, no, sorry, thanks, thank you, btw, by the way, also, please, sure, right, actually,
    honestly, personally, anyway, just, really, still, wait, oops, fyi, ps, note, again, first,
    folks, guys, everyone, everybody, all, there, hi|hello|hey all|everyone|everybody|folks|there
""")

# -- questions -------------------------------------------------------------------------------------

_ONES = (
    "i|we|you|he|she|they|it|anyone|anybody|someone|somebody|everyone|everybody|there|that|this|the|"
    "my|a|people"
)
_AUXILIARIES = (
    "should|shall|would|could|can|may|might|do|does|did|is|are|am|was|were|will|has|had|won't|"
    "shouldn't|wouldn't|couldn't|can't|don't|doesn't|didn't|isn't|aren't"
)
ASKING = listed(f"{_AUXILIARIES} {_ONES}, have i|you|we|they|people")
WONDERING = listed("""
    what, why, how, when, where, who, whom, whose, which, what's, who's, where's, how's, when's, i
    wonder, wondering, i'm|im wondering, any idea|ideas, anyone know|knows, anybody know|knows, am
    i, remind me, not sure, i'm|im not sure, is it, would it
""")
JOINING = listed("""
    can|may|could|might i|we join|play|enter|participate|become, can|may|could|might i|we please
    join|play|enter|participate|become, can|may|could|might i|we still|also join|play,
    can|may|could|might i take part, can|may|could|might i be|get in, can|could i be a player,
    would|do|should you let|mind, is it possible to join|play, can|could you|somebody|someone add
    me, is there room|space, can|may|could a|any|some newbie|newcomer|beginner|stranger|noob,
    can|may|could new
""")

# -- sentences that say what is not so, or not yet -------------------------------------------------

NEGATIONS = frozenset((
    "don't", "dont", "not", "never", "won't", "wont", "wouldn't", "shouldn't", "couldn't",
    "cannot", "can't", "cant", "didn't", "doesn't", "haven't", "hasn't", "hadn't", "isn't",
    "aren't", "wasn't", "weren't", "ain't", "nobody", "noone", "neither", "nor", "mustn't",
    "needn't", "hardly",
))  # fmt: skip
NO_DENIALS = listed("""
    no longer, not only, why not, if not, don't mind if i do, can't wait to, not to forget, not
    bad, never mind, cannot wait to, can't resist, don't forget to, not a moment too soon
""")
DISLIKES = listed("i don't|dont want|need|like|trust")
NOWHERE = frozenset((
    "the", "this", "in", "a", "as", "?", "you", "us", "now", "later", "too", ",", "with",
))  # fmt: skip
NO_MEANT = frozenset((
    "to", "on", "for", "thanks", "thank", "vote", "way", "longer", "confidence", "problem", ",",
    "!", ".", "-", "–", "—", ":", "from", "against", "worries", "time", "need", "i'll", "i",
    "mercy",
))  # fmt: skip
CONDITIONS = listed("""
    if, unless, whenever, when, as soon as, as long as, provided, supposing, suppose, assuming, in
    case, until, once i|you|he|she|they|we|bob|it, imagine, say i, what if, only if, even if,
    wish i|you|he|she|they|we|it|there|for, if only
""")
POLITE_CONDITIONS = listed("""
    if i may, if possible, if that's ok|okay|fine|alright|allowed|possible|cool, if allowed, if
    you don't mind, if nobody|no-one|noone minds|objects|object, if it's ok|okay|fine|allowed, if
    you please, if you want, if you like, if permitted, if i can, if i could, if that is
    ok|okay|fine, if it is ok|okay|fine|possible, if i'm allowed|permitted, if needed, if
    necessary
""")
WOULD = listed("""
    i'd, i would, i could, i might, i may, i should, i ought, i was
    going|about|planning|thinking|trying|hoping, i wanted, i wish, i hope, i wished, i almost, i
    nearly, i considered, i thought, i thought about|of, i think about, i'm|im
    thinking|considering|wondering|tempted|hoping|waiting, i am
    thinking|considering|tempted|hoping|waiting, we should|could|might|need|must|ought, we'd, we
    all, thinking about|of, considering, maybe, perhaps, possibly, probably, hypothetically,
    theoretically, in theory, ideally, hopefully, supposedly, tempted to, planning to, hoping to,
    i used to, i had|have better, i'd better, i forgot to, i tried to, i failed to, i refuse to, i
    hate, i like, i love, i feel, i prefer, i remember, i saw, i see, i know, i guess we
""")
WOULD_LIKE = listed("""
    i'd like, i'd love, i'd rather, i'd prefer, i'd now like, i'd also like, i would like, i would
    love, i would rather, i would prefer, i would now|also like, i'd really|very like, i wish to,
    i may as, i might as, i would hereby, i'd hereby, i hope to, i like to, i love to, i prefer
    to, i'd be happy|glad, i would be happy|glad, i'd happily|gladly, i would happily|gladly, i'd
    still like, i'd just like, i'd really like|love, i would really like|love, i could use, i'd
    want, i'd wish, i would wish|want, i'd please, i'd dearly, i wished to, i wanted to
    join|play|be|become|take, i'd be up, i'd vote, i'd go, i'd choose|pick|take, i might as well,
    i like to
""")
UNSURE = listed("maybe, perhaps, possibly, probably, someday, some day, hypothetically")
TIMES = listed("""
    tomorrow, later, soon, eventually, yesterday, tonight, next|last|following
    phase|week|turn|time|month|round|cycle|year|season|monday|tuesday|wednesday|thursday|friday|saturday|sunday|night|day,
    at some point, in the future, another|next time, one day, some day, someday, some other time,
    in|for a while|week|month|minute|moment|bit|day, in an hour, in a few, in two|three
    hours|days|weeks|turns|phases, before|after|on|by the weekend, before|after|on|by|until|till
    monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|dinner|lunch|work|school|christmas|easter|then|that,
    after|before the|this|next phase|weekend|week|turn|round|season|holidays, sooner or, any
    minute|day, not|just yet, a bit later, long ago, ages ago, days|weeks|hours|turns ago, over
    the weekend, the other day, back then, earlier, this|in the evening|afternoon|morning
""")
OPEN = listed("up to, at least|most, about, roughly, approximately, more|less|fewer than")
REPEATED = listed("twice, thrice, and again, again and, over and over")
MANY = frozenset(("few", "several", "many", "multiple", "some", "couple", "more"))

# -- said to others, or of them --------------------------------------------------------------------

OTHERS = frozenset((
    "everyone", "everybody", "you", "he", "she", "they", "someone", "somebody", "anyone",
    "anybody", "people", "players", "folks", "guys", "others", "y'all", "yall", "nobody", "team",
))  # fmt: skip
OF_OTHERS = frozenset((
    "should", "could", "must", "can", "will", "would", "is", "was", "has", "had", "needs", "wants",
    "did", "does", "said", "says", "wrote", "asked", "told", "might", "shall", "ought", "never",
    "always", "just", "already", "also", "please", "said:", "won't", "didn't", "doesn't", "isn't",
    "can't",
))  # fmt: skip
CALLED = frozenset((
    "everybody", "everyone", "folks", "guys", "people", "players", "y'all", "team", "all",
    "friends", "gang", "peeps", "mates",
))  # fmt: skip
DID = frozenset((
    "moved", "rolled", "mined", "foraged", "used", "bought", "sold", "voted", "took", "got", "gave",
    "went", "played", "traded", "won", "lost", "left", "joined", "fished", "harvested", "planted",
    "built", "paid", "fought", "escaped", "landed", "ended", "started", "made", "ate", "drank",
    "proposed", "gambled", "stole", "attacked", "asked", "thought", "wanted", "tried", "explored",
    "moves", "rolls", "thinks", "knows", "likes", "loves", "hates", "plays", "goes", "owns", "wins",
))  # fmt: skip
FIRST_PERSON = frozenset((
    "i", "i'm", "im", "i'll", "ill", "i've", "i'd", "my", "me", "let's", "lets", "we", "we'll",
))  # fmt: skip
MODALS = frozenset((
    "should", "shall", "would", "could", "can", "may", "might", "do", "does", "did", "is", "are",
    "was", "were", "will", "has", "had", "have", "must", "let",
))  # fmt: skip
SPEAKERS = frozenset((
    "i", "i'm", "im", "i'll", "ill", "i've", "i'd", "let's", "lets",
))  # fmt: skip
YOURS = frozenset(product(
    ("end", "finish", "take", "make", "use", "cast", "move", "roll", "play", "start", "begin"),
    ("your",),
))  # fmt: skip
TO_ONESELF = frozenset((
    *FIRST_PERSON, "ok", "okay", "deal", "accepted", "yes", "yeah", "no", "sure", "fine", "thanks",
    "thank", "here", "your", "agreed", "done", "sorry", "as", "it's", "alright", "gladly", "enough",
    "application", "request", "approved", "denied", "rejected", "welcome", "in", "this", "that",
    "here's", "have", "well", "and", "so", "now",
))  # fmt: skip
FAREWELLS = frozenset((
    "bye", "goodbye", "leave", "leaving", "quit", "end", "done", "thanks", "hi", "hello", "hey",
    "farewell", "ping", "choose", "use", "trade", "give", "pick", "take", "send", "gift", "offer",
    "sorry", "join", "joining",
))  # fmt: skip

# -- quotations and jokes --------------------------------------------------------------------------

EXAMPLES = listed("""
    example, examples, for example, e.g, e.g., eg, for instance, quote, i quote, quoting, syntax,
    format, usage, like this, such as, compare, cf, template, sample, i.e, i.e., ie, todo,
    reminder, spoiler, the rules say, the rule says, the ruleset says, hint, tip, faq, joke, test,
    note to self
""")
JOKES = (
    "/s", "/sarcasm", "/sarc", "/jk", "/j", "jk", "just kidding", "kidding", "just joking", "not!",
    "lol jk", "(joke)", "(jk)", "(sarcasm)", "(s)", "only joking", "joking",
)  # fmt: skip

# -- verbs in another sense ------------------------------------------------------------------------

COPULAS = frozenset((
    "is", "was", "are", "were", "isn't", "wasn't", "aren't", "weren't", "seems", "sounds", "looks",
    "feels", "smells", "beats", "sucks", "rocks", "need", "needs",
    "hurts", "matters", "ended", "died", "would", "will",
))  # fmt: skip
STATED = frozenset((
    "move", "moves", "action", "actions", "vote", "votes", "answer", "choice", "roll", "rolls",
    "order", "turn", "pick", "ruling", "trade", "proposal", "decision", "next", "way", "path",
    "route", "target", "dice", "name", "task", "banishment", "time", "what", "guess", "result",
    "it", "all", "victim",
))  # fmt: skip
