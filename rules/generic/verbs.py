"""The verbs of the page's own sentences, in front of those that every nomic has.

Decisions: where a sentence has a verb that every nomic has (``vote``, ``help``), a line is the
sentence's as far as its words fit it, and otherwise means what it means everywhere. The verb alone
is the sentence's, but for ``help`` where the sentence names something behind it. With a verb by
which people come, go, ask, answer, decide or rule, orders are told apart by their names, ``by rule
help`` and ``bot help`` (:mod:`wikibot.game.engine.trials`). What is bought for a price that cannot
be read is answered with what the check says of the price.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from rules.generic import owners as fields
from rules.generic.bearing import require
from rules.generic.compiled import Compiled, compiled, plan_of
from rules.generic.owners import PLAYERS, Context, FieldKind, State
from rules.generic.play import actions
from rules.generic.play.plan import SentencePlan, Told, said_verb_of
from rules.plain import tree
from rules.plain.memory import Parsed
from rules.plain.sentences import TOP, RuleSentence
from wikibot.game.actions import unlisted
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP, NOTE
from wikibot.game.engine.orders import BY_RULE, Verbs
from wikibot.game.engine.steward_verbs import STEWARD_VERBS
from wikibot.game.names import plural_of
from wikibot.game.problems import Problem
from wikibot.game.understanding.situation import TRADE
from wikibot.game.understanding.slots import AmountsSlot, IdentifiedThing, Things
from wikibot.sdk import NamesSlot, PhraseSlot, Refused, Rulebook, Shape, Verb, fold, replace
from wikibot.wikitext.escape import in_a_line
from wikibot.wikitext.messages import later, retold
from wikibot.wikitext.numerals import CARDINALS
from wikibot.wikitext.regex import regex

# ==================================================================================================
# People's words for the verbs of a page's own sentences: ``I walk to the Market`` for ``move``.
#
# A verb is also said by words of the same meaning, where the page has no verb of that name (beside
# the things that it is about also by those of other games: ``understanding.vocabulary``); what
# follows it may be things of its tables, amounts and players in any of the usual orders.

_ALIKE = """
    move go walk travel head run step journey proceed wander sail advance
    buy purchase get acquire order gimme
    give pay hand send gift donate transfer pass
    fight attack hit strike punch battle
    challenge dare duel provoke fight
    rest sleep nap relax
    use drink eat play apply consume activate quaff cast wear
    build construct erect raise make
    craft make create assemble forge
    explore scout
    search look rummage scavenge
    gather collect pick harvest
    hunt stalk
    mine dig quarry
    train practise practice exercise
    heal cure mend
    pray worship
    gamble bet wager
    roll throw
    draw take pull
    discard drop toss
    attack hit strike fight assault
    invade attack conquer
    open unlock
    work labour labor toil
    bid offer
    visit enter
    enter visit join
"""
_LISTED = tuple(tuple(line.split()) for line in _ALIKE.strip().splitlines())
_TO_GO = ("move", "go", "walk", "travel", "sail", "journey")
_TO_GIVE = ("give", "pay", "send", "donate")
_GIVING = frozenset((*_TO_GIVE, "gift", "present", "hand", "pass", "transfer", "grant"))
_GIFT = "for nothing"  # ends the order of a trade that is one
_ACTING = "do|perform|take|start|begin|go|have|try"


def phrases(
    word: str, taken: Collection[str], name: str, text: str, *, goes: bool
) -> Iterator[str]:
    """The phrases of a verb of the page, in which its orders begin with ``name``.

    ``taken``: the other words that the page has for actions; ``goes``: it moves who does it.
    ``text``: its sentences that are about nothing else, for ``pay 2 Fish to cook``.
    """
    alike = (other for row in _LISTED if row[0] == word for other in row[1:])
    said = "|".join(dict.fromkeys((word, *(other for other in alike if other not in taken))))
    for count, thing in dict.fromkeys(_COUNTED.findall(_MONEY.sub(r"\2 \1", text[:_LOOKED_AT]))):
        numbers = "|".join((count, *(w for w, number in CARDINALS.items() if str(number) == count)))
        things = f"{fold(thing)}|{fold(plural_of(thing))}"
        yield f"pay|spend|use|lose|give ({numbers}) (of) {things} to {said} => {name}"
    yield f"{said} => {name}"
    yield f"{said} {{text}} => {name} {{text}}"
    stem = word if word.endswith("ee") else word.removesuffix("e")
    yield f"{_ACTING} (some|a|my) ={word}|={stem}ing => {name}"
    yield f"{said} (up|on|at|to|in|with|against|for) {{thing}} => {name} {{thing}}"
    yield f"{said} (on|to|with|against|at) {{other}} => {name} {{other}}"
    yield f"{said} {{items}} => {name} {{items}}"
    yield f"{said} {{items}} (over) to|for|from|at|with {{other}} => {name} {{items}} {{other}}"
    yield f"{said} {{other}} {{items}} => {name} {{items}} {{other}}"
    if goes:
        yield f"off|to (to) {{thing}} => {name} {{thing}}"
        yield f"set ={word} to|for|towards {{thing}} => {name} {{thing}}"
    if word in _TO_GIVE:
        yield f"{{gift}} => {name} {{gift}}"
        yield f"?{said}|to|for {{items}} {{other}} => {name} {{items}} {{other}}"


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What the phrases name: things of the tables, and amounts of what players have."""
    things = tuple(dict.fromkeys(name for t in state.tables.values() for name in t.things))
    counted = (e.name for e in fields.columns(state, PLAYERS) if e.kind is FieldKind.NUMBER)
    owned = (item for each in state.players.values() for item in each.items)
    nouns = tuple(table.noun for table in state.tables.values() if table.noun)
    told = chain.from_iterable(plan_of(state, book).actions.values())
    stuff = (part.what for e in told for part in e.verb.parts if isinstance(part, tree.Stuff))
    counts = NamesSlot(tuple(dict.fromkeys((*counted, *owned, *things, *stuff))))
    found: dict[str, PhraseSlot] = {
        "thing": NamesSlot(things, ("space", "thing", *nouns)),
        "items": AmountsSlot(counts),
    }
    asked = [each for each in state.questions if each.proposer and each.player == player]
    if asked and not state.trades:
        offers = tuple(IdentifiedThing(each.id, (), (each.proposer,)) for each in asked)
        found["trade"] = Things(offers, TRADE, "Q", ())
    return found


def without(texts: Collection[str], words: frozenset[str]) -> tuple[str, ...]:
    """Phrases of other verbs, but for those that begin with a word of the page's own.

    Where players may give by a sentence of the page, no gift is a trade.
    """
    gives = not words.isdisjoint(_GIVING)
    kept = (text for text in texts if not (gives and text.endswith(_GIFT)))
    first = ((text, text.lstrip("!").split(" ")[0].rstrip(":").split("|")) for text in kept)
    return tuple(text for text, either in first if words.isdisjoint(either))


# == The verbs of the page's own sentences, in front of those that every nomic has =================

_BUY, _BOUGHT = "buy", " is bought for "  # as of what prices say
_TRADE = "trade"
_LOOKED_AT = 1000  # letters of a sentence
_COUNTED = regex(r"\b(\d{1,3}) ([A-Z][^\W\d_]+|[$£€¥])")
_MONEY = regex(r"([$£€¥])(\d{1,3})")  # $5 as 5 $
_short = partial(in_a_line, longest=160)  # a sentence in the list of verbs
_BOTS = frozenset(("join", "leave", "propose", "retract", CHOOSE.name, HELP.name, NOTE.name))
_OF_STEWARDS = frozenset(order.name for order in STEWARD_VERBS)
Play = Callable[[Context], None]


def verbs_of(found: Compiled, always: Sequence[Verb]) -> Verbs:
    """All verbs of a game: those of its sentences, and those that there are always.

    A verb of a sentence that is for people is answered with that sentence.
    """
    others = {verb.name: verb for verb in always if verb.name not in _BOTS}
    own: list[Verb] = []
    words = frozenset(found.plan.actions)
    taken = {*others, *words, *_BOTS}
    for_people = dict[str, Verb]()
    for sentence, parsed in found.read:
        texts = (sentence.was or sentence.text, sentence.page) if parsed.rule is None else ()
        for word in filter(None, map(said_verb_of, texts)):
            if word not in taken:
                for_people.setdefault(word, _for_people(word, sentence, parsed))
    for word, sentences in found.plan.actions.items():
        longer = [verb.name for verb in always if verb.name.startswith(f"{word} ")]
        is_longer = any(each in told.text.casefold() for each in longer for told in sentences)
        is_bots = word in _BOTS or word in _OF_STEWARDS or is_longer  # stand down
        name = f"{BY_RULE}{word}" if is_bots else word
        goes = any(tree.has(told.means, tree.Move) for told in sentences)
        bare = " ".join(each.text for each in sentences if actions.form(each.verb) == word)
        known = {*words, *for_people}
        said = tuple(phrases(word, known, name, bare, goes=goes or word in _TO_GO))
        every = _verbs(word, name, sentences, others.get(word), said)
        is_own = any(told.word == word for told in sentences)  # and not only the group's word
        own += every if is_own else (replace(each, available=unlisted) for each in every)
    own += for_people.values()
    only = frozenset(verb.name for verb in own)  # the bot has none of these
    always = tuple(replace(each, phrases=without(each.phrases, only)) for each in always)
    always = tuple(
        replace(each, play=partial(_unless_borne_on, each, found.plan))
        if each.name in found.plan.bearing else each for each in always
    )  # fmt: skip
    offers = [
        w for w, of in found.plan.actions.items() if any(tree.has(e.means, tree.Offer) for e in of)
    ]
    if offers and not found.plan.of(tree.MayTrade):  # those are all the trades that there are
        always = tuple(
            replace(each, play=partial(_trade, each, offers)) if each.name == _TRADE else each
            for each in always
        )
    if _BUY not in {*taken, *for_people} and any(_BOUGHT in each.text for each, _ in found.cells):
        own.append(Verb(_BUY, f"{_BUY} ...", _BUY, "is for people", partial(_play, _BUY, None),
                        Shape.SUBJECT, available=unlisted))  # fmt: skip
    return Verbs((*own, *always))


def _unless_borne_on(verb: Verb, plan: SentencePlan, act: Context) -> None:
    """Play a line with a verb of the bot, unless a person must rule on it; a log's was played."""
    if not act.action.told:
        require(plan, verb.name)
    verb.play(act)


def _trade(verb: Verb, offers: Sequence[str], act: Context) -> None:
    """Play a trade as an offer by a sentence of the page, where it is one."""
    plan = plan_of(act.state, act.book)
    own = next((word for word in offers if actions.fits(act, plan, word)), "")
    if own:
        actions.play(act, plan, own)
    else:
        verb.play(act)


def _for_people(word: str, sentence: RuleSentence, parsed: Parsed) -> Verb:
    """A verb that the page has in a sentence that is for people."""

    def refuse(_act: Context) -> None:
        why = f" ({retold(parsed.why)}: {parsed.unknown!r})" if parsed.unknown else ""
        raise Refused(
            'the bot does not play "{}"{}',
            _short(sentence.text),
            why,
            rule="" if sentence.section == TOP else sentence.section,
            remedy="It is for people: `note STATEMENT: REASON` says what comes of it.",
        )

    name, form = f"{BY_RULE}{word}" if word in _OF_STEWARDS else word, f"{word} ..."
    return Verb(name, form, word, "is for people", refuse, Shape.TEXT, available=unlisted,
                is_explained=True)  # fmt: skip


def _verbs(
    word: str, name: str, sentences: Sequence[Told], other: Verb | None, said: tuple[str, ...]
) -> Iterator[Verb]:  # fmt: skip
    """A verb for each sentence that begins with a word, and one for all things; played alike.

    ``name``: what their orders begin with; ``said``: people's phrases for them.
    """
    play = partial(_play, word, other)
    things = [each for each in sentences if isinstance(each.means, tree.Use | tree.Buy)]
    tables = tuple(dict.fromkeys(each.means.table for each in things))
    others = [each for each in sentences if not isinstance(each.means, tree.Use | tree.Buy)]
    for of in filter(None, (*([each] for each in others), things)):
        told = of[0]
        many = len(of) > 1
        form = f"{word} {'|'.join(tables).upper()}" if many else actions.form(told.verb)
        base = replace(other, section="") if other else Verb(name, form, form, "", play)
        yield replace(
            base,
            form=form,
            inputs=tuple(actions.composed(each.verb) for each in of),
            example=actions.example(told.verb),
            about=later("by the words of {}").format(", ".join(tables)) if many else _about(told),
            play=play,
            shape=other.shape if other else Shape.SUBJECT,
            available=partial(_available, of),
            means=None if other else partial(_means, word),
            rolls_apart=True,
            is_explained=True,
            claims=partial(_claims, word),
            hints=base.hints if name == word else (word,),
            phrases=(*said, *(other.phrases if other else ())),
        )


def _claims(word: str, act: Context, *, whole: bool = False) -> bool:
    """Whether the words of a line are those of the page's sentences."""
    plan, is_alone = plan_of(act.state, act.book), not act.subject.strip(" .!,")
    if is_alone and not any(told.word == word for told in plan.actions[word]):
        return False  # `leave` alone is the bot's, where the page says `leave a coin in the hat`
    return actions.fits(act, plan, word, whole=whole or (is_alone and word == HELP.name))


def _means(word: str, act: Context) -> tuple[str, ...]:
    return actions.means(act, plan_of(act.state, act.book), word)


def _about(told: Told) -> str:
    short = _short(told.text)
    rule = later("by the rule {}").format(told.section) if told.section else later("by the rule")
    return f"{rule}: {short}"


def _play(word: str, other: Verb | None, act: Context) -> None:
    """Play a line that begins with a word of the page's own; ``other``: what else it may mean."""
    plan = plan_of(act.state, act.book)
    unfit = word == _BUY and not actions.fits(act, plan, word)  # perhaps for want of a price
    for sentence, parsed in compiled(act.state, act.book).cells if unfit else ():
        thing = sentence.text.partition(_BOUGHT)[0]
        if parsed.rule is None and _BOUGHT in sentence.text and act.find(act.subject, (thing,)):
            raise Refused(f"{sentence.text}: {parsed.why}", rule=sentence.section)
    if other is not None and not actions.fits(act, plan, word):
        other.play(act)
    else:
        actions.play(act, plan, word)


def _available(sentences: Sequence[Told], act: Context) -> bool:
    plan = plan_of(act.state, act.book)
    try:
        return any(actions.may(act, plan, each) for each in sentences)
    except Problem:
        return False
