"""People's words for the verbs of a page's own sentences: ``I walk to the Market`` for ``move``.

A verb is also said by words of the same meaning, where the page has no verb of that name; what
follows it may be things of its tables, amounts and players in any of the usual orders.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rules.generic import owners as fields
from rules.generic.owners import PLAYERS, FieldKind, State
from wikibot.game.understanding.slots.names import AmountsSlot
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook

_ALIKE = """
    move go walk travel head run step journey proceed wander sail advance
    buy purchase get acquire order gimme
    sell flog
    give pay hand send gift donate transfer pass
    fight attack hit strike punch battle
    challenge dare duel provoke fight
    rest sleep nap relax
    use drink eat play apply consume activate quaff cast wear
    build construct erect raise make
    craft make create assemble forge
    take grab collect get pick claim
    steal rob nick pilfer
    explore scout
    search look rummage scavenge
    gather collect pick harvest
    harvest reap gather pick
    hunt stalk
    mine dig quarry
    plant sow
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
    pay give spend
    work labour labor toil
    bid offer
    swap exchange trade
    deposit put store bank
    withdraw take
    visit enter
    enter visit join
"""
_LISTED = tuple(tuple(line.split()) for line in _ALIKE.strip().splitlines())
_TO_GO = ("move", "go", "walk", "travel", "sail", "journey")
_TO_GIVE = ("give", "pay", "send", "donate")
_GIFT = "for nothing"  # ends the order of a trade that is one
_ACTING = "do|perform|take|start|begin|go|have|try"


def phrases(word: str, taken: Collection[str], name: str) -> tuple[str, ...]:
    """The phrases of a verb of the page, in which its orders begin with ``name``.

    ``taken``: the other words that the page has for actions.
    """
    return tuple(_phrases(word, "|".join((word, *_others(word, taken))), name))


def _others(word: str, taken: Collection[str]) -> tuple[str, ...]:
    """Words that mean the same, and are no verbs of the page."""
    found = (other for row in _LISTED if row[0] == word for other in row[1:])
    return tuple(dict.fromkeys(other for other in found if other not in taken))


def _phrases(word: str, said: str, name: str) -> Iterator[str]:
    yield f"{said} => {name}"
    yield f"{_ACTING} (some|a|my) ={word}|={_gerund(word)} => {name}"
    yield f"{said} (up|on|at|to|in|with|against|for) {{thing}} => {name} {{thing}}"
    yield f"{said} (on|to|with|against|at) {{other}} => {name} {{other}}"
    yield f"{said} {{items}} => {name} {{items}}"
    yield f"{said} {{items}} (over) to|for|from|at|with {{other}} => {name} {{items}} {{other}}"
    yield f"{said} {{other}} {{items}} => {name} {{items}} {{other}}"
    yield f"{said} (on|to|from) {{other}} {{thing}} => {name} {{other}} {{thing}}"
    yield f"{{other}} (i) {said} you => {name} {{other}}"
    if word in _TO_GO:
        yield f"off|to (to) {{thing}} => {name} {{thing}}"
    if word in _TO_GIVE:
        yield f"{{items}} to|for {{other}} => {name} {{items}} {{other}}"
        yield f"here {{other}} (have|take) {{items}} => {name} {{items}} {{other}}"
        yield f"{{other}} gets|get|receives {{items}} (from me) => {name} {{items}} {{other}}"
        yield f"{{other}} can|may have|take|keep {{items}} => {name} {{items}} {{other}}"
    if said != name:
        yield f"{said} {{text}} => {name} {{text}}"


def _gerund(word: str) -> str:
    return (word.removesuffix("e") if not word.endswith("ee") else word) + "ing"


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What the phrases name: things of the tables, and amounts of what players have."""
    things = tuple(dict.fromkeys(name for t in state.tables.values() for name in t.things))
    counted = (e.name for e in fields.columns(state, PLAYERS) if e.kind is FieldKind.NUMBER)
    owned = (item for each in state.players.values() for item in each.items)
    nouns = tuple(table.noun for table in state.tables.values() if table.noun)
    counts = NamesSlot(tuple(dict.fromkeys((*counted, *owned, *things))))
    return {"thing": NamesSlot(things, ("space", "thing", *nouns)), "items": AmountsSlot(counts)}


def without(texts: Collection[str], words: frozenset[str]) -> tuple[str, ...]:
    """Phrases of other verbs, but for those that begin with a word of the page's own.

    Where players may give by a sentence of the page, no gift is a trade.
    """
    gives = not words.isdisjoint(_TO_GIVE)
    kept = (text for text in texts if not (gives and text.endswith(_GIFT)))
    return tuple(text for text in kept if words.isdisjoint(_first(text)))


def _first(text: str) -> frozenset[str]:
    return frozenset(text.lstrip("!").split(" ")[0].rstrip(":").split("|"))
