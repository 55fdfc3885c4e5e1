"""Whether a line is talk: a question, a denial, a condition, a plan, a quotation, and so on.

Talk is never played, and no die that it shows counts. It is told by the words that frame an order,
in the lists below; what else is said beside an order has no part in it, so that nothing covers the
line (:mod:`wikibot.game.understanding.covering`). Not looked at are the names of things, what
stands in double quotes, a reason, and the free text of an order: behind a colon, or behind a verb
that takes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise, product

from msgspec import Struct

from wikibot.game.understanding.vocabulary import PLEASE, word_set
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later
from wikibot.wikitext.numerals import CARDINALS
from wikibot.wikitext.regex import regex

LONGEST = 600  # characters of a line that are looked at
_MOST_TOKENS = 60
TOKEN = regex(r"\b[ei]\.[ge]\b\.?|[\w'’]+(?:-[\w'’]+)*|\.{2,}|--|[^\w\s]")
_QUOTED = regex(r'"[^"]*"|“[^”]*”|«[^»]*»')
_SAID_OF = regex(r"\s*(?:>|&gt;|»|[“«\"]|\|)")
_SHOWN = regex(  # struck out, or as code, but for dice, which bots put into code marks
    r"~~[^~]+~~|`(?=[^`]*[^\W\dd_])[^`]*+`|<code>(?=[^<]*[^\W\dd_])|</?(?:s|del|strike)>"
)
_HER = r"her(?= (?:with|from|by|for|to|out|off)\b|[.!,]|$)"
_THEM = regex(rf"\b(?:(?P<whose>your|thy|ur)|you|thee|him|{_HER})\b(?!['’])", re.IGNORECASE)
DOING = r"(?:[b-df-hj-np-tv-xz]{0,3}[aeiouy][a-z]{0,20}ing)"  # using, moving; not ping, bring
_OF_SELF = regex(
    rf"(?!.*\bme\b).*\b(?:I(?:'m|'ll)?|im|{DOING}|(?:for|to) you|you is)\b", re.IGNORECASE
)  # and asks for nothing
STATES = regex(  # what something is like: `Pot 2 is ripe`
    r"(?P<what>(?!I\b)[^\s,.;:!?]+(?: [^\s,.;:!?]+){0,4}?) (?:is|are|was|were|looks?|seems?|"
    r"smells?|tastes?|sounds?|feels?|needs?|shall|should|must|ha(?:s|ve|d) (?:been|had|it|to)|"
    r"would make)\b(?P<like> (?!(?:\w+ly )?\w+(?:ed|en|wn|ght)\b)(?!.* (?:at|by)\b)"
    r"[^,.;:!?\d'’]+)(?:$|[,.;!:])"
)
_BALLOT = regex(r"I vote \w+", re.IGNORECASE)
_IT = regex(rf"\b(?:it|them|him|{_HER})\b(?!['’])")
_ARE = regex(r"\byou(?:['’]re| are) (?=(?:hereby )?[a-z]+(?:ed|en|wn)\b)", re.IGNORECASE)
_CITING = regex(
    r"\b(?:pursuant to|according to|in accordance with|following|under|(?:as )?per|by|as)"
    r" (?:the )?(?:(?P<rule>rule|section|item) )?",
    re.IGNORECASE,
)
_AS_RULE, _MOST_TITLE, _STRONG = regex(r" (?:rule|section)$"), 6, len("under the ")
_TOPIC = 5  # words of a question that is only what an answer is about
_ASKING = regex(r"^\W*(?:can|may|could|should|shall|would) (?:i|we|you)\b", re.IGNORECASE)
_NO_DEED = word_set("too often always sometimes then need want love like have")
Words = Sequence[str]


class WordRows(frozenset[tuple[str, ...]]):
    """Rows of words. ``heads``: the first words of them, for most lines have none of these."""

    @cached_property
    def heads(self) -> frozenset[str]:
        """The words with which a row may begin."""
        return frozenset(row[0] for row in self if row)

    @cached_property
    def tails(self) -> frozenset[str]:
        """The words with which a row may end."""
        return frozenset(row[-1] for row in self if row)

    def length(self, words: Words, at: int = 0) -> int:
        """How many words the longest row has that stands there; 0: there is none."""
        if at >= len(words) or words[at] not in self.heads:
            return 0
        lengths = range(min(6, len(words) - at), 0, -1)
        return next((size for size in lengths if tuple(words[at : at + size]) in self), 0)


def listed(text: str) -> WordRows:
    """The rows of words in a list: between commas, each word with its alternatives."""
    rows = (product(*(word.split("|") for word in each.split())) for each in text.split(","))
    return WordRows(row for some in rows for row in some)


class LineOpening(Struct, frozen=True):
    """Who speaks, and what a line begins with.

    ``others``: names of the other players. ``names``: all that has a name in the game; words of a
    name say nothing else. ``free``: the line begins with a verb that takes free text.
    """

    others: Collection[str] = ()
    names: Collection[str] = ()
    free: bool = False


_NOBODY = LineOpening()
QUESTION, QUOTATION = later("a question"), later("a quotation")
SHOWN = later("what is struck out or in code marks")
DENIAL, SAID_TO_OTHERS = later("a denial"), later("what is said to others")
WOULD, CONDITION = later("what one would do"), later("a condition")
UNSURE, CHOICE = later("what is not decided yet"), later("a choice between two")
TIME, _EXAMPLE, _JOKE = later("what belongs to another time"), later("an example"), later("a joke")
REPETITION = later("a repetition")
ASKED = (QUESTION, SAID_TO_OTHERS, WOULD, CONDITION, UNSURE, CHOICE, REPETITION)
"""Talk that may show an interest in an order, so that the answer shows how it is written."""

# -- at the beginning, behind what may stand before any of it --------------------------------------

_INTERJECTIONS = listed("""
    ok, okay, well, so, and, but, or, then, now, hm, hmm, oh, ah, hey, hi, hello, lol, haha, yes,
    yeah, no, sorry, thanks, thank you, btw, by the way, also, please, sure, right, actually,
    honestly, personally, anyway, just, really, still, wait, oops, fyi, ps, note, again, first,
    poor, alas, ha, aw, ouch, damn,
    folks, guys, there, hi|hello|hey all|everyone|everybody|folks|there
""")
_ONES = (
    "i|we|you|he|she|they|it|anyone|anybody|someone|somebody|everyone|everybody|there|that|this|the|"
    "my|a|people"
)
PREDICATES = word_set("""
    is was isn't wasn't makes made feels felt costs cost seems sounds looks hurts works helps
    gives takes has had pays scares ranks requires sucks rocks kills turned can can't could may
    might will would won't always never usually
""")
_AUXILIARIES = (
    "should|shall|would|could|can|may|might|do|does|did|is|are|am|was|were|will|has|had|won't|"
    "shouldn't|wouldn't|couldn't|can't|don't|doesn't|didn't|isn't|aren't"
)
_ASKS = listed(f"""
    {_AUXILIARIES} {_ONES}, have i|you|we|they|people, what, why, how, when, where, who, whom,
    whose, which, what's, who's, where's, how's, when's, i wonder, wondering, i'm|im wondering,
    any idea|ideas, anyone|anybody know|knows, remind me, not sure, i'm|im not sure
""")
_NO_ASKS = listed("what a|an, what|whom i want|need|pick|choose|take|mean|meant")
_REQUESTS = listed("can|may|could|might i, can|may|could i please, can i have")
_WOULDS = listed("""
    i'd, i would, i could, i might, i may, i should, i ought, i was
    going|about|planning|thinking|trying|hoping, i wanted, i wish, i hope, i wished, i almost, i
    nearly, i considered, i thought, i think about, i'm|im
    thinking|considering|wondering|tempted|hoping|waiting|planning, i am
    thinking|considering|wondering|tempted|hoping|waiting|planning, i stopped, i plan|intend|aim to,
    we should|could|might|need|must|ought, we'd, we all, thinking about|of, considering, maybe,
    perhaps, possibly, probably, hypothetically, theoretically, in theory, ideally, hopefully,
    supposedly, that was, a is|was, tempted to, planning to, hoping to, i used to, i had|have
    better, i'd better, i forgot to, i tried to, i failed to, i refuse to, i hate, i like, i love,
    is such|so|too, i feel, i prefer, i remember, i saw, i see, i know, i guess we, unable to, too
    early|late|soon to, undo, i take back :
""")
_WOULD_LIKE = listed("""
    i should like|love, i'd like, i'd love, i'd rather, i'd prefer, i'd
    now|also|really|very|still|just like, i would like, i would love, i would rather, i would
    prefer, i would now|also|really like, i would very much like, i wish to, i may|might as, i would
    hereby, i'd hereby, i hope to, i like to, i love to, i prefer to, i'd|i would be happy|glad,
    i'd|i would happily|gladly, i'd really love, i would really love, i could use, i'd want, i'd
    wish, i would wish|want, i'd please, i'd dearly, i wished to, i wanted to
    join|play|be|become|take, i'd be up, i'd vote, i'd go, i'd choose|pick|take,
""")
_EXAMPLES = listed("""
    example, examples, for example, e.g, e.g., eg, for instance, quote, i quote, quoting, syntax,
    format, usage, like this, such as, compare, template, sample, i.e, i.e., ie, todo, reminder,
    spoiler, the rules|ruleset say|says, hint, tip, faq, joke, test, note to self
""")
_OTHERS = word_set("""
    everyone everybody you he she they someone somebody anyone anybody people players folks guys
    others y'all yall nobody team
""")
_OWN = word_set("""
    i i'm im i'll ill i've i'd my me let's lets we we'll ok okay deal accepted yes yeah no sure
    fine thanks thank here your agreed done sorry it's alright gladly in this that here's well
    and so now , ! as application request approved denied rejected welcome have enough
""")
"""What follows a name or ``everybody`` where the speaker goes on with what they do."""
_OF_OTHERS = word_set("""
    should could must can will would is was has had needs wants did does said says wrote asked
    told might shall ought never always already please won't didn't doesn't isn't can't made
    took got gave went won lost left fought bought sold ate drank you
""")
_CALLED = word_set("all you player players everyone next the other")
"""Words of whom something is said to, before a colon."""
_FAREWELLS = word_set("""
    bye goodbye leave leaving quit end done thanks hi hello hey farewell ping choose use trade
    give pick take send gift offer sorry join joining deal agreed sold
""")
_SPEAKERS = word_set("i i'm im i'll ill i've i'd let's lets")

_ROLLED = (
    r"(?:(?<!\w)(?:by|says) {0}\b(?!['’])|(?<!\w){0}(?:['’]s (?:roll|dice|die|throw|result|turn)"
    r"| (?:(?:has|had|just|only) )?(?:rolled|rolls|threw|throws|got|gets)\b))"
)

# -- anywhere before a colon or a reason -----------------------------------------------------------

_DENIALS = listed("""
    don't, dont, not, never, won't, wont, wouldn't, shouldn't, couldn't, cannot, can't, cant,
    didn't, doesn't, haven't, hasn't, hadn't, isn't, aren't, wasn't, weren't, ain't, nobody, noone,
    neither, nor, mustn't, needn't, hardly
""")
_NO_DENIALS = listed("""
    no longer, not only, why not, if not, don't mind if i do, can't|cannot wait to, not to forget,
    not bad, never mind, can't resist, don't forget to, not a moment too soon, i don't|dont
    want|need|like|trust
""")
_CONDITIONS = listed("""
    if, unless, whenever, when, as soon|long as, provided, supposing, suppose, assuming, in case,
    until, imagine, say i, i wish you|he|she|they|there
""")
_POLITE = listed("""
    if i may|can|could, if possible|allowed|permitted|needed|necessary, if that's|it's
    ok|okay|fine|alright|allowed|possible|cool, if that|it is ok|okay|fine|possible, if
    nobody|no-one|noone minds|objects|object, if you don't mind, if you please|want|like, if i'm
    allowed|permitted
""")
_UNSURES = listed("""
    maybe, perhaps, possibly, probably, someday, some day, hypothetically, kind|sort of, kinda,
    sorta, and so on|forth, & more, etc
""")
_TIMES = listed("""
    tomorrow, later, soon, eventually, yesterday, tonight, next|last|following
    phase|week|turn|time|month|round|cycle|year|season|monday|tuesday|wednesday|thursday|friday|saturday|sunday|night|day,
    at some point, in the future, another|next time, one|some day, some other time, in|for a
    while|week|month|minute|moment|bit|day, in an hour, in a few, in two|three
    hours|days|weeks|turns|phases, before|after|on|by the weekend, before|after|on|by|until|till
    monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|dinner|lunch|work|school|then,
    before|until|till that,
    after|before the|this|next phase|weekend|week|turn|round|season|holidays, any minute|day,
    not|just yet, a bit later, long|ages ago, days|weeks|hours|turns ago, over the weekend, the
    other day, back then, earlier, this|in the evening|afternoon|morning, shortly, by and by, in due
    course, i always|sometimes|often|mostly|seldom, always|sometimes|often i
""")
_HAPPENED = regex(  # `a Net was bought`, but not `I object to being murdered`
    r"\b(?:was|were|had been|got|(?<!to )(?<!of )being) (?:\w+ly )?(?!right)(?:\w+(?:ed|en|wn|ght)|"
    r"built|burnt|cut|drunk|dug|hit|lost|made|paid|sent|shot|sold|spent|spun|told|won)\b"
)
_TAKEN_BACK = listed("""
    never mind, nevermind, nvm, undo, wait, on second thought|thoughts, i take|took it|that|this
    back, take it|that|this back,
    scratch|strike|forget|cancel|scrap|belay|disregard|ignore|drop|void|delete|hold it|that|this,
    forget|ignore|disregard me
""")
_IS_VOID = listed("""
    nah, hold on, i don't|won't, i do not, i changed|change my mind, changed|change my mind,
    disregard, abort, stop, void, cancel, retract, withdraw, retracted, withdrawn, cancelled,
    canceled, on reflection, yeah right, my foot, wrong page|game|thread|line|place
""")
_TOPICS = word_set("the my our that this")  # `my offer to Bob, I take it back`
_FURTHER = 4  # words behind what takes a line back
_OPEN = listed("up to, at least|most|best, about, roughly, approximately, more|less|fewer than")
_AGAIN = listed("twice, thrice, and again, again and, over and over, per day|week|phase|turn|round")
_MANY = frozenset(("few", "several", "many", "multiple", "some", "couple", "more", *CARDINALS))
_CLAUSE_ENDS = (",", ".", "!", ";", "(", "–", "—", "--", "-", "...", "…")
REASONS = ("because", "since", "cause", "cos", "coz", "cuz", "bc")
_JOKES = (" /s", "/sarcasm", "/jk", " /j", " jk", " kidding", " joking", "(joke)", "(jk)",
          "(sarcasm)", "(s)", ", not!", "... not!", " nah", ", you say")  # fmt: skip
_NONE = WordRows()
_ANYWHERE = (_DENIALS, _CONDITIONS, _UNSURES, _TIMES, _OPEN, _AGAIN)


def talk(line: str, speech: LineOpening = _NOBODY) -> str:
    """What makes a line talk, for the answer: ``a question``; "" where it may be an order."""
    line = line[:LONGEST]
    if quotes(line):
        return QUOTATION
    text = fold(_QUOTED.sub(" it ", line))
    words = of_name(text)
    is_framed = not (_ALONE.isdisjoint(words) and _PAIRS.isdisjoint(pairwise(words)))
    begun = words[0] if words else ""
    is_order = begun[:1].isalnum() and not begun.endswith("ing")
    names = _opening(tuple(speech.others))
    is_called = begun in names or ("," in words and not names.isdisjoint(words))
    if is_order and not is_framed and not is_called:
        return ""  # as most orders
    why = _judged(text, speech)
    if why and speech.names:
        masked = _without_names(text, speech.names)
        why = _judged(masked, speech) if masked != text else why
    return why


def is_later(words: Words) -> bool:
    """Whether some words say another time than now."""
    return _stands(words, _TIMES)


def takes_back(words: Words) -> bool:
    """Whether words take back what stands before them: ``no wait, scratch that``, ``withdrawn``."""
    at, words = 0, [word for word in words if word not in (".", "!")]
    while at < len(words):
        size = _TAKEN_BACK.length(words, at)
        rest = words[at + size :]
        if _IS_VOID.length(words, at) == len(words[at:]) or (
            size and len(rest) <= _FURTHER and "," not in rest
        ):
            return True
        step = _INTERJECTIONS.length(words, at) or not words[at][0].isalnum()
        if not step:
            break
        at += step
    return False


def quotes(line: str) -> bool:
    """Whether a line begins as a quotation does."""
    return _SAID_OF.match(line) is not None


def shows(line: str) -> bool:
    """Whether a part of a line is struck out, or is code."""
    return _SHOWN.search(line) is not None


def without_question(line: str) -> str:
    """A line without question marks, and without ``can I`` and the like in front."""
    return _ASKING.sub("", line[:LONGEST]).replace("?", " ").strip()


def without_citation(line: str, is_title: Callable[[str], bool]) -> str:
    """A line without the rule that it cites: ``Under the rule Movement I move``."""
    for found in reversed([*_CITING.finditer(line[:LONGEST])]):  # each where it was found
        said = line[found.end() :].split(" ")[:_MOST_TITLE]
        for size in range(len(said), 0, -1):
            cited = " ".join(said[:size])
            title = _AS_RULE.sub("", cited.strip(' ,.:"“”'))
            is_rule = found["rule"] or len(found[0]) > _STRONG or title != cited.strip(" ,.:")
            if is_rule and title[:1].isupper() and is_title(title):
                before, behind = line[: found.start()], line[found.end() + len(cited) :]
                line = f"{before.rstrip(' ,')} {behind.lstrip(' ,')}".strip()
                break
    return line


def with_name_called(line: str, others: Collection[str]) -> str:
    """A line with a player's name for ``you`` and ``him``, where it names no other one.

    ``Cid, I kick you out`` becomes ``I kick Cid out``.
    """
    line = _ARE.sub("you is ", line)
    named = [each for each in others if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", line)]
    if len(named) != 1 or not (_THEM.search(line[:LONGEST]) and _OF_SELF.match(line[:LONGEST])):
        return line
    name = named[0]
    called = re.escape(name)
    called = rf"(?:^|(?<=[.!,;])\s)@?{called}(?: \w+){{0,2}},\s|,\s{called}(?=[.!]*$)"
    bare = re.sub(called, " ", line)
    return _THEM.sub(lambda said: f"{name}'s" if said["whose"] else name, bare).strip()


def with_subject(remark: str, deed: str, names: Collection[str]) -> tuple[str, str]:
    """What is done with what a remark tells of, by its name, and what that is like.

    ``Pot 2 is ripe`` and ``I harvest it`` make ``I harvest Pot 2``. A name may stand alone.
    """
    states = STATES.fullmatch(remark.strip())
    what, like = (states["what"], states["like"]) if states else (remark.strip(" ,.!:;"), "")
    if not (states or what in names) or not _NO_DEED.isdisjoint(deed.split()):
        return "", ""
    if _BALLOT.fullmatch(deed):
        return f"{deed} on {what}", like
    its = len(_IT.findall(deed))
    is_named = like and not its and f" {what} " in f"{deed} "
    return _IT.sub(lambda _: what, deed) if its == 1 else deed if is_named else "", like


def without_topic(line: str) -> str:
    """A line behind ``More fish?`` with the topic before it; "" where that asks something."""
    topic, _, behind = line[:LONGEST].rpartition("?")
    said = [of_name(fold(each)) for each in re.split(r"[?.!]+", topic) if each.strip()]
    asks = any(len(each) > _TOPIC or _ASKS.length(_behind_interjections(each)) for each in said)
    is_topic = said and not asks and re.search(r"\w", behind)
    return f"{topic.replace('?', ',').rstrip(', ')}, {behind.strip()}" if is_topic else ""


@lru_cache(maxsize=8192)
def of_name(name: str) -> tuple[str, ...]:
    """The words of a name, as lines have them."""
    return tuple(TOKEN.findall(fold(name)))


def _without_names(text: str, names: Iterable[str]) -> str:
    """A folded line in which names of more than one meaning stand for nothing."""
    for name in sorted({fold(name) for name in names}, key=lambda name: (-len(name), name)):
        if name and name in text and not _FRAMING.isdisjoint(of_name(name)):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "thing", text)
    return text


def _judged(text: str, speech: LineOpening) -> str:
    words: Words = of_name(text)[:_MOST_TOKENS]
    head = _until(words, (":",)) or words
    example = _EXAMPLES.length(words)
    is_led = tuple(words[example : example + 1]) in ((":",), (",",))
    if example and (example > 1 or "." in words[0] or is_led):
        return _EXAMPLE
    if text.rstrip(" .").endswith(_JOKES) and head == words:
        return _JOKE
    rest = _behind_interjections(head)
    if head != words and rest and _CALLED.issuperset(rest) and _SPEAKERS.isdisjoint(words):
        return SAID_TO_OTHERS
    if speech.free:  # all behind the verb may be its text, but for a name's
        return SAID_TO_OTHERS if head == words and _calls(words, speech.others) else ""
    return _of_frame(rest, _until(head, REASONS), speech, words)


def _of_frame(rest: Words, head: Words, speech: LineOpening, words: Words) -> str:
    """What frames the order that a line may hold."""
    is_request = _REQUESTS.length(rest) and not PLEASE.isdisjoint(head)
    asks = _ASKS.length(rest) and not _NO_ASKS.length(rest)
    if not is_request and (asks or not frozenset("?؟？").isdisjoint(head)):
        return QUESTION
    would = rest if len(words) == len(head) else _behind_interjections(words)  # with its colon
    if _WOULDS.length(would) and not _WOULD_LIKE.length(would):
        return WOULD
    subject = _until(head, _CLAUSE_ENDS) if rest[:1] and rest[0].endswith("ing") else ()
    if not PREDICATES.isdisjoint(subject):
        return WOULD  # `using Beer makes me sick`
    but = head[head.index("but") :] if "but" in head else ()
    if _stands((*_until(head, _CLAUSE_ENDS), *but), _DENIALS, _NO_DENIALS):
        return DENIAL
    ends = [at for at, word in enumerate(head) if word in _CLAUSE_ENDS]
    clauses = [head[at + 1 : end] for at, end in pairwise([-1, *ends, len(head)])]
    if _TOPICS.isdisjoint(rest[:1]) and any(map(takes_back, clauses[1:])):
        return DENIAL
    once = head.index("once") + 1 if "once" in head else len(head)
    if _stands(head, _CONDITIONS, _POLITE) or (
        head[once : once + 1] and head[once][0].isalpha() and head[once] not in ("more", "again")
    ):
        return CONDITION
    behind = [(*head[at + size :], ".")[0] for at, size in _places(head, _OPEN)]
    is_open = any(_is_count(word) or word in _CLAUSE_ENDS for word in behind)
    if is_open or _stands(head, _UNSURES):
        return UNSURE
    names = frozenset(word for each in speech.others for word in of_name(each))
    is_next = (each[1:] and each[-1] == "next" and names.isdisjoint(each) for each in clauses)
    has_happened = _HAPPENED.search(" ".join(head))
    if has_happened or _stands(head, _TIMES) or any(is_next):  # but not `I end my turn, Bob next`
        return TIME
    if _is_of_others(rest, speech.others, words) or _calls(head, speech.others):
        return SAID_TO_OTHERS
    sentence = _until(head, (".", ";"))
    if any(
        (joint == "or" and other != "nothing") or (joint == "/" and _is_said(one, other))
        for one, joint, other in zip(sentence, sentence[1:], (*sentence[2:], ""), strict=False)
    ):
        return CHOICE
    times = any(_is_count(one) and other == "times" for one, other in pairwise(head))
    return REPETITION if times or _stands((*head, ":", *words[-3:]), _AGAIN) else ""


def _behind_interjections(words: Words) -> Words:
    """A line without ``ok,`` and the like in front."""
    at = 0
    while at < len(words):
        is_mark = not words[at][0].isalnum() and words[at] not in ("?", "@")
        length = 1 if is_mark else _INTERJECTIONS.length(words, at)
        if not length:
            break
        at += length
    return words[at:]


def _until(words: Words, stops: Collection[str]) -> Words:
    return words[: next((at for at, word in enumerate(words) if word in stops), len(words))]


def _places(words: Words, rows: WordRows) -> Iterator[tuple[int, int]]:
    """Where some of these rows stand, with their lengths."""
    places = [at for at, word in enumerate(words) if word in rows.heads]
    return ((at, size) for at in places if (size := rows.length(words, at)))


def _stands(words: Words, rows: WordRows, but: WordRows = _NONE) -> bool:
    """Whether one of these rows stands there, and not as a part of an expression of ``but``."""
    if rows.heads.isdisjoint(words):
        return False
    return any(
        not any(but.length(words, start) > at - start for start in range(max(at - 2, 0), at + 1))
        for at, _ in _places(words, rows)
    )


def _is_count(word: str) -> bool:
    return word.isdecimal() or word in _MANY


def _is_said(one: str, other: str) -> bool:
    """Whether a slash parts two words, numbers or emoji: not ``1/2``, which may be a way."""
    both = all(word[:1].isalnum() or word > "\u2300" for word in (one, other))
    return both and one != "w" and not f"{one}{other}".isdecimal()


def is_rolled_by(line: str, others: Iterable[str]) -> bool:
    """Whether a line says that others rolled what it shows: ``2d4 (1, 2) = 3, Bob rolled that``."""
    told = fold(line[:LONGEST])
    there = [name for name in map(fold, others) if name and name in told]
    if not there:
        return False
    said = re.split(rf"\b(?:{'|'.join(REASONS)})\b", told, maxsplit=1)[0]
    return any(re.search(_ROLLED.format(re.escape(name)), said) for name in there)


def _is_of_others(rest: Words, others: Collection[str], words: Words) -> bool:
    """``Ben, kick Cid``, ``Bob should move``, ``Cleo: I move 1 2 3``, ``you can ...``."""
    if rest and rest[0] in _OTHERS:
        return len(rest) > 1 and rest[1] not in _OWN
    lets = rest[:1] == ("let",)
    rest = rest[1:] if lets or rest[:1] == ("@",) else rest
    first = (*words[:1], *rest[:1])
    for own in [own for own in map(of_name, others) if own and own[0] in first]:
        said = words[len(own) + 1 :] if words[: len(own) + 1] == (*own, ":") else ()
        if len(said) > 1 and said[0] != "your":
            return True
        behind = rest[len(own) :] if own and tuple(rest[: len(own)]) == own else ()
        if len(behind) > (not lets) or (behind and ":" in words):
            does, then = behind[0] in _OF_OTHERS or behind[0].endswith("ed"), " ".join(behind[1:2])
            is_done = behind[0] == "is" and then.endswith(("ed", "en"))
            is_given = behind[0] in ("can", "may") and then in ("have", "take", "keep")
            called = behind[0] == "," and then not in _OWN
            return lets or called or (does and not (is_done or is_given))
    return False


def _calls(words: Words, others: Collection[str]) -> bool:
    """Whether a line ends with whom it is said to: ``..., everybody``, ``..., Bob!``."""
    said = tuple(words)
    while said and said[-1] in ("!", "."):
        said = said[:-1]
    if not _SPEAKERS.isdisjoint(said):
        return False
    names = [of_name(each) for each in others] if "," in said else ()
    if not said or said[0] in _FAREWELLS:
        return False
    rows = (*names, *((each,) for each in (*_OTHERS, "all", "friends")))
    return any(said[-len(row) - 1 :] == (",", *row) for row in rows if row)


_ROWS = frozenset[tuple[str, ...]]().union(*_ANYWHERE, _ASKS, _EXAMPLES, _WOULDS)
OF_TALK = _OTHERS.union(
    "?؟？:",
    (row[0] for row in _ROWS if len(row) == 1),
    ("or", "/", "times", "no", "@", "your", "all", "once", "let", "friends", "jk", "kidding",
     "joking", "joke", "s", "j", "sarcasm", "nah", "next"),
)  # fmt: skip
"""Words that may by themselves make a line talk."""
_PAIRS = frozenset(row[:2] for row in _ROWS | _TAKEN_BACK | _IS_VOID if row[1:])
_ALONE = OF_TALK.union(
    ("but", "was", "were", "been", "got", "being"),
    *(row for row in _TAKEN_BACK | _IS_VOID if not row[1:]),
)
"""The same, with what turns an order, tells of the past or takes a line back."""
_FRAMING = OF_TALK.union(*(row[:2] for row in _ROWS | _TAKEN_BACK | _IS_VOID))
"""Words that may be of a frame."""


@lru_cache(maxsize=256)
def _opening(names: tuple[str, ...]) -> frozenset[str]:
    """The words with which these names begin, and those that may stand before one."""
    return _INTERJECTIONS.heads.union(*(of_name(each)[:1] for each in names))
