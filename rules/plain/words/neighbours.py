"""Words whose kind their neighbours tell: that, her, each, twice, a table's noun before a thing.

Nouns and remarks that say once more what a thing is add nothing, and are left out. Behind these
stand joints by what they join: effects, conditions or things. What "and", a comma, "or" or "then"
joins depends on the next verb behind it, so that the grammar needs to look one word ahead only.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import (
    PLAYER_KINDS,
    RELATIVE,
    Lexeme,
    Said,
    Words,
    kinds,
    kinds_at,
    place_of,
    rewritten,
)
from wikibot.wikitext.numerals import NUMBER_WORDS

_LONGEST = 6  # words of a remark, with its brackets


def settled(words: Words, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """Words whose kind depends on those beside them."""
    return rewritten(words, vocabulary, _as_one, _adds_nothing, _settled)


def _adds_nothing(words: Words, at: int, found: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """What says nothing more: ``a`` before dice, a noun, a remark, ``who is`` in the same Room."""
    two, before = kinds_at(words, at, 2), found[-1] if found else None
    six = kinds_at(words, at, 6)
    same = six[:2] == ["_WHO", "IS"] and six[2:3] in (["IN"], ["ON"], ["AT"])
    if same and six[3:5] == ["THE_SAME", "NAME"] and six[5:] != ["_AS"]:
        return [], 2
    before_thing = two == ["NAME", "NAME"] and not (at and words[at - 1].kind in _BEFORE)
    is_named = two == ["NAME", "_NAMED"] and kinds_at(words, at + 2, 1) == ["NAME"]
    home = vocabulary.table(words[at].name) if is_named else None  # a House named Owl
    made = kinds_at(found, len(found) - 2, 2) == ["_CREATE", "A"]
    if home and not made and any(of == home for of, _ in vocabulary.things(words[at + 2].name)):
        the = found.pop() if kinds_at(found, len(found) - 1, 1) == ["A"] else words[at]
        return [replace(the, kind="THE", text="the")], 2
    noun = vocabulary.table(words[at].name) if before_thing else None  # House Owl
    if noun and any(of == noun for of, _ in vocabulary.things(words[at + 1].name)):
        return [], 1
    if before is None or before.kind != "NAME":
        return None
    narrow, wide = (vocabulary.table(e.name) if e.name else None for e in (before, words[at]))
    is_noun = narrow and wide and narrow != wide and narrow.things  # a Relic item
    if narrow and wide and is_noun and {*narrow.things} <= {*wide.things}:
        return [], 1
    if kinds_at(words, at, 3) in (["IN", "THEIR", "NAME"], ["_FROM", "THEIR", "NAME"]):
        field = vocabulary.field(str(words[at + 2].value))  # a Net in their Bag
        if field is not None and field.kind == "items" and vocabulary.stuff(str(before.value)):
            return [], 3
    end = next((n for n in range(at, min(at + _LONGEST, len(words))) if words[n].text == ")"), 0)
    said = [each for each in words[at + 1 : end] if each.kind != "THE"]  # Ace (the Card)
    tables = [table.name for table, _ in vocabulary.things(str(before.value))]
    named = [vocabulary.table(each.name) if each.name else None for each in said]
    is_same = words[at].text == "(" and said and all(e and e.name in tables for e in named)
    return ([], end + 1 - at) if is_same else None


_BEFORE = kinds("OF THEIR A ANY EACH ANOTHER A_RANDOM POSS NAME _SET THE_SAME")


def without_brackets(words: Words) -> list[Lexeme]:
    """Words whose brackets are a full stop: ``(This is not a move.)`` behind a sentence."""
    found = rewritten(_with_amounts(words), None, _bracketed)
    while found and found[-1].kind == "joint":
        found.pop()
    return found


_IN_AMOUNT = {"(": "_OPEN", "_IF": "_GIVEN", "OTHERWISE": "_ELSE", ")": "_CLOSE"}


def _with_amounts(words: Words) -> list[Lexeme]:
    """The words, in which ``(2 if it is Friday, otherwise 3)`` is an amount."""
    found, opened = list(words), 0
    for at, word in enumerate(words):
        if word.text == "(":
            opened = at
        elif word.text == ")" and {"_IF", "OTHERWISE"} <= {e.kind for e in words[opened:at]}:
            for each in range(opened, at + 1):
                kind = words[each].text if each in (opened, at) else words[each].kind
                found[each] = replace(words[each], kind=_IN_AMOUNT.get(kind, kind))
            comma = place_of(found, "_ELSE", start=opened) - 1
            if found[comma].text == ",":
                found[comma] = replace(found[comma], kind="")
    return [each for each in found if each.kind]


def _bracketed(words: Words, at: int, found: list[Lexeme], _: None) -> Said:
    after = [each.text for each in words[at + 2 : at + 4]]
    is_remark = words[at].text == "(" and kinds_at(words, at + 1, 1) == ["NOT_A_MOVE"]
    if not is_remark or ")" not in after or after[0] not in (".", ")"):
        return None
    stop = replace(words[at], kind="joint", text=".", value="stop")
    said = [stop, words[at + 1]] if found and found[-1].kind != "joint" else [words[at + 1]]
    end = at + 3 + after.index(")")
    if end < len(words) and words[end].kind != "joint":
        said.append(replace(words[end - 1], kind="joint", text=".", value="stop"))
    return said, end - at


_SAYING = kinds("IS IS_NOT WAS _BECOME _TO")
_WHERE = kinds("ON IN AT INTO MORE_THAN LESS_THAN AFTER")
_ENDS_VALUE = DOING_SOMETHING - kinds("DOUBLE") | kinds(
    "joint _COLON ITEM _IF _ONLY_IF _UNLESS OTHERWISE INSTEAD EACH_UNIT WEEKDAY _MAY _MAY_NOT"
    " _BY_PAYING _THIS_COSTS _FOR _TO_DO ONCE TIMES PER_UNIT ANY_TIME IS _HAVE"
)
_SO_MUCH = kinds("NUMBER HALF ALL ANY_NUMBER_OF _UP_TO DICE")  # which is passed to somebody
_COUNTED = kinds("A NUMBER")  # behind "turn", which is something else before other words


def _settled(words: Words, at: int, found: list[Lexeme], _: object) -> Said:
    """The word with the kind that its neighbours give it."""
    before, after = found[-1] if found else None, words[at + 1] if at + 1 < len(words) else None
    of_player = {*kinds_at(found, len(found) - 2, 1)} & {"THEY", "THAT_PLAYER"}
    if words[at].kind in _WHERE and of_player:
        return None  # the Space they are on
    if words[at].low == "who" and before is not None and before.kind == "NAME":
        placed = [each.kind for each in found[-3:-1] if each.kind != "THE"][-1:]
        if {*placed} & {"ON", "IN", "AT", "A_DIFFERENT", "THE_PLAYER_WITH"}:  # in the Hall who
            return [replace(words[at], kind="_WHO")], 1
    kind = _kind(words[at], before, after)
    return None if kind == words[at].kind else ([replace(words[at], kind=kind)], 1)


def _kind(  # noqa: C901, PLR0912  # each word in its turn
    word: Lexeme, before: Lexeme | None, after: Lexeme | None
) -> str:
    text, kind, behind = word.low, word.kind, after.kind if after else ""
    of = before.kind if before else ""
    if of in ("DID", "DID_NOT"):
        return "DEED"
    if text == "that" and of == "_IF" and behind in ("IS", "IS_NOT"):
        return "THE_ROLL"
    if text == "that":
        that = "THAT" if behind in ("NAME", "PROPOSAL_PASSES") else "WORD"
        that = "_THAT" if of == "joint" and behind in ("IS", "IS_NOT") else that
        that = "_THAT" if of in ("NAME", "THEY_OWN") else that
        return "_WHO" if of in PLAYER_KINDS - {"WHO_OF"} else that
    if text in ("which", "who") and of == "NAME":
        return "_THAT"
    if text == "her" and behind != "NAME":
        return "THEY"
    if text == "each" and behind != "NAME":
        return "_BOTH" if behind == "_ROLL" else "_APIECE"
    if text == "the total" and behind == "NAME":
        return "THE_TOTAL"
    if of in _SAYING and (behind in _ENDS_VALUE or not behind):
        if kind in ("_NO_PLAYER", "_DASH") or text == "none":
            return "EMPTY"
        if text in ("over", "past") and of in ("IS", "IS_NOT"):
            return "OVER"
        kind = "WORD" if kind in _WHERE else kind  # "is on", where it is not said on what
    if kind == "_DASH":
        if behind != "NUMBER" or of == "NUMBER":
            return "_TO" if behind == "NUMBER" else "WORD"
        apart = before is None or before.end < word.start
        return "MINUS" if apart and after and after.start == word.end else "WORD"
    if kind == "OR_MORE" and text == "+" and of != "NUMBER":
        return "WORD"
    if kind == "_COLON" and behind == "ON":
        return "_STOP"
    if kind == "_TO" and behind in DOING_SOMETHING:
        return "_TO_DO"
    if kind == "_PASS" and behind in _SO_MUCH:
        return "_GIVE"
    if text == "nothing" and behind in ("", "joint") and before:
        return "NOTHING_HAPPENS" if of == "_COLON" or before.text == "," else kind
    if kind == "AT" and behind == "NUMBER":
        return "_FOR"
    if text == "doubles" and of == "ON":
        return "DOUBLES"
    if kind in ("WORD", "TURN") and text in ("turn", "turns") and behind in _COUNTED:
        return "_TURN"
    if kind == "_EITHER_OF" and of in DOING_SOMETHING:
        return "ONE_OF"
    return "DID_MOVE" if text == "moved" and behind == "PERIOD" else kind


# --------------------------------------------------------------------------------------------------
# Several words that mean one thing by what stands beside them: ``up to 3 times``, ``they own``
# Also words that say what the grammar has other words for: ``an adjacent Room``.

_PLACES = kinds("THEIR ITS IT PERSON THAT_PLAYER NAME THE A ALIAS THAT")
_IN_ORDER = frozenset({"first", "last", "next", "previous"})
_ONE = kinds("A ANY ANOTHER EACH A_UNOWNED A_RANDOM")


def _as_one(words: Words, at: int, found: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """Several words from a place on that are one, and how many they are."""
    word, texts = words[at], [each.low for each in words[at : at + 4]]
    if word.kind == "CLOCK" and texts[1:2] == ["utc"]:
        return [word], 2
    if word.kind == "ENDS" and word.low == "is over" and found and found[-1].kind == "NAME":
        return [replace(word, kind="IS", text="is"), replace(word, kind="OVER", text="over")], 1
    if word.kind == "_ONLY_ONE_PLAYER" and found[1:]:  # and not: if only one player is left
        said = (("EXACTLY", "exactly", ""), ("NUMBER", "1", 1), ("A_PLAYER", "players", ""))
        return [replace(word, kind=kind, text=text, value=one) for kind, text, one in said], 1
    if day := _day(words, at, found):
        return day
    if texts[:2] == ["it", "is"] and texts[3:] == ["time"] and words[at + 2].kind == "NAME":
        return [replace(words[at + 2], kind="IS_TIME_OF")], 4
    in_order = word.kind == "THE" and {*texts[1:2]} <= _IN_ORDER and texts[2:]
    if in_order and words[at + 2].kind == "NAME" and vocabulary.table(str(words[at + 2].value)):
        return [replace(word, kind="NEXT", text=f"the {texts[1]}")], 2
    is_kind = texts[0] in ("type", "kind") and kinds_at(words, at + 1, 1) == ["OF"]
    if found and found[-1].kind == "NUMBER" and is_kind:
        return [replace(word, kind="_KIND_OF")], 2
    if word.kind == "OTHER_PLAYER_WORD" and kinds_at(words, at - 3, 3) == ["_GIVE", "NAME", "_TO"]:
        return [replace(word, kind="ANOTHER_PLAYER")], 1  # one of them, as much as one likes
    if word.kind in _WHERES and (places := _places(words, at, vocabulary)):
        return places
    one = _times(words, at) or _owned(words, at, vocabulary) or _link(words, at, vocabulary)
    return ([one[0]], one[1]) if one else None


def _places(words: Words, at: int, vocabulary: PlainVocabulary) -> Said:
    """``in the Attic, the Cellar or in the Hall``: in one of several things of a table."""
    said, end, before = [words[at]], at + 1, ""
    tables = {each.name for each in vocabulary.tables}
    while True:
        end += kinds_at(words, end, 1) == ["THE"]
        named = vocabulary.things(words[end].name) if kinds_at(words, end, 1) == ["NAME"] else ()
        tables &= {each.name for each, _ in named}
        if not tables:
            return None
        said, end = [*said, words[end]], end + 1
        joint = end
        while kinds_at(words, joint, 1) == ["joint"]:
            joint += 1
        last = words[joint - 1]
        if joint == end or last.value not in ("and", "or") or before == "or":
            break
        said.append(replace(last, kind="EITHER"))
        before, end = str(last.value), joint + (kinds_at(words, joint, 1) == [words[at].kind])
    return (said, end - at) if before == "or" else None


_UNITS = {"day": 1, "week": 7}
_TODAY = ("today", "now")


def _day(words: Words, at: int, found: Words) -> Said:
    """``10 days after today``, ``today plus 2 weeks``, ``tomorrow``: a date as one word.

    ``10 days`` alone where it is added to a date, or counted from another.
    """
    word, said = words[at], [each.low for each in words[at : at + 4]]
    if said[0] in _OTHER_DAYS and found and found[-1].kind in _SAYING | {"AFTER"}:
        return [replace(word, kind="DATE", value=_OTHER_DAYS[said[0]])], 1
    adds = said[0] == "today" and said[1:2] in (["plus"], ["minus"])
    start = at + 2 * adds
    number, unit = (*words[start : start + 2], word, word)[:2]
    days = _UNITS.get(unit.low.rstrip("s"), 0) if number.kind == "NUMBER" else 0
    if not days or not isinstance(number.value, int) or number.value > _MOST_DAYS:
        return None
    days *= number.value
    if adds:
        return [replace(word, kind="DATE", value=days if said[1] == "plus" else -days)], 4
    compared = bool(found) and found[-1].kind in _COMPARING
    if said[3:] and said[2] in ("after", "before", "from") and said[3] in _TODAY:
        if compared:  # "at most 3 days from now": the number is read by itself
            unit_ = replace(word, kind="DATE", value=days // max(number.value, 1))
            return ([word, unit_], 4) if said[2] != "before" else None
        return [replace(word, kind="DATE", value=-days if said[2] == "before" else days)], 4
    added = kinds_at(found, len(found) - 2, 2) in (["_INCREASE", "_BY"], ["_DECREASE", "_BY"])
    if added or (kinds_at(words, at + 2, 1) == ["AFTER"] and not compared):
        return [replace(word, kind="DAYS", value=days)], 2
    return None


_OTHER_DAYS = {"tomorrow": 1, "yesterday": -1}
_MOST_DAYS = 40_000  # after which there may be no date
_COMPARING = kinds("AT_LEAST AT_MOST MORE_THAN LESS_THAN EXACTLY")


def _owned(words: Words, at: int, vocabulary: PlainVocabulary) -> tuple[Lexeme, int] | None:
    """``they own`` behind ``a Plot``, as one word."""
    if at < 2 or words[at - 1].kind != "NAME":
        return None
    several = words[at - 2].kind in ("THE", "ALL") and words[at - 3].kind == "OF"
    several = several or words[at - 2].kind == "THE_NUMBER_OF"
    several = several or kinds_at(words, at - 2, 5)[::4] == ["_FOR_EACH", "_WHOSE"]
    begins = at == 2 or words[at - 3].kind in ("joint", "_COLON")
    several = several or (begins and words[at - 2].kind == "_FOR_EACH")
    is_table = vocabulary.table(str(words[at - 1].value)) is not None
    one = at - 2  # of "a", "1", "1 type of", "a random Relic"
    while one > 0 and (words[one].kind in ("NAME", "OF") or words[one].text in ("kind", "type")):
        one -= 1
    counted = words[one].kind in _ONE or (words[one].kind, words[one].value) == ("NUMBER", 1)
    if not (several and is_table) and not counted:
        return None
    first = at + (words[at].low in ("that", "which"))
    two = words[first : first + 2]
    if [each.kind for each in two] not in (["THEY", "_HAVE"], ["THAT_PLAYER", "_HAVE"]):
        return None
    text = " ".join(each.text for each in two)
    return Lexeme("THEY_OWN", text, words[at].start, two[1].end), first + 2 - at


def _link(words: Words, at: int, vocabulary: PlainVocabulary) -> tuple[Lexeme, int] | None:
    """``adjacent to`` in ``a Room adjacent to their Room``: a column that names several things."""
    word = words[at]
    before = words[at - 1] if at else None
    if word.kind != "NAME" or before is None or before.kind != "NAME":
        return None
    table = vocabulary.table(str(before.value))
    columns = vocabulary.column(str(word.value))
    if not any(of == table and field.kind == "things" for of, field in columns):
        return None
    to = at + 1 < len(words) and words[at + 1].kind == "_TO"
    behind = words[at + 1 + to].kind if at + 1 + to < len(words) else ""
    said = to or str(word.value).casefold().endswith(" to")
    if at < 2 or words[at - 2].kind not in _ONE or behind not in _PLACES or not said:
        return None
    return Lexeme("LINK", word.text, word.start, words[at + to].end, word.value), 1 + to


_MULTIPLIED = kinds(
    "THE THEIR ITS THE_TOTAL THE_HIGHEST THE_NUMBER_OF THAT_MANY THE_ROLL PERSON ALIAS_MANY NAME "
    "THE_SMALLER _THE_AVERAGE HALF TIMES_DONE"
)


_PER = kinds("PER_UNIT EACH_UNIT EACH_ROUND")


def _times(words: Words, at: int) -> tuple[Lexeme, int] | None:
    """``up to 3 times``, ``twice`` before a unit of time, as one word."""
    first = at
    more = words[at].kind == "MORE_THAN"
    if more or words[at].kind in ("_UP_TO", "AT_MOST"):
        at += 1
    if at >= len(words):
        return None
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    of = [each.kind for each in words[at + 2 : at + 4] if each.low != "that"]
    if word.kind == "NUMBER" and {*of[:1], *kinds_at(words, at + 1, 1)} & _MULTIPLIED:
        return None
    if word.kind == "NUMBER" and after and after.low in ("times", "time"):
        count, end = word.value, at + 2
    elif word.low in ("twice", "thrice", "once")[: 2 + more] and after and after.kind in _PER:
        count, end = NUMBER_WORDS[word.low], at + 1
    else:
        return None
    text = " ".join(each.text for each in words[first:end])
    if more and (end >= len(words) or words[end].kind not in _PER):
        return None
    kind = "MORE_TIMES" if more else "TIMES"
    return Lexeme(kind, text, words[first].start, words[end - 1].end, count), end - first


# -- joints by what they join ----------------------------------------------------------------------

_BEING = kinds(
    "_BEGIN_WITH _BEGIN _STAND IS IS_NOT _HAVE _HAVE_NOT DID DID_NOT DID_MOVE WAS WAS_NOT VOTED "
    "_ALREADY_HAS _THERE_IS _THERE_ARE _INCLUDE _INCLUDE_NOT"
)
_OF_NOUNS = RELATIVE | _BEING - kinds("_THERE_IS _THERE_ARE") | kinds("ON IN AT OF LINK UNOWNED")
_SO = RELATIVE | _BEING | kinds("ON IN INTO AT NOW NOT_NOW WON NOBODY_WON")
_SUBJECT = PLAYER_KINDS | kinds(
    "ALIAS_MANY THEIR ITS THE THAT IT NEXT THE_ROLL _NO_PLAYER _NO_OTHER_PLAYER THERE_ARE_NO "
    "THE_TOTAL THE_NUMBER_OF THE_HIGHEST _THE_AVERAGE THE_SMALLER HALF"
)
_HOW_OFTEN = kinds("ONCE TIMES ANY_TIME")
_ADDED = kinds(
    "_PLUS _LESS _ADDING _MINUS _TIMES_ _OVER ONLY UP_TO_MOST BUT_AT_LEAST BUT_AT_MOST "
    "_WITH_ALL_ABILITIES ROUNDED ONCE TIMES _BY_PAYING _THIS_COSTS"
)  # behind a comma of no weight
_LISTED = kinds("ITS NAME AND")
_BOUNDS = frozenset({"_THEN", "OR_DO", "_STOP", "ITEM", "_COLON"})


def joined(words: Words, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """Joints by what they join; several in a row are one."""
    found: list[Lexeme] = []  # from the end
    pairs = [at for at, each in enumerate(words) if each.kind == "THE_SMALLER"]
    inner = {next((n for n in range(at, len(words)) if words[n].low == "and"), 0) for at in pairs}
    at = len(words) - 1
    while at >= 0:
        end = at + 1
        if words[at].kind != "joint":
            found.append(words[at])
        elif kinds_at(words, end, 1) != ["ITEM"]:
            if at in inner:  # the smaller of the Pot and their Gold
                found.append(replace(words[at], kind="AND"))
                at -= 1
                continue
            while at > 0 and words[at - 1].kind == "joint":
                at -= 1
            behind = found[::-1] if len(found) < 40 else found[:-41:-1]
            joint = _joint(words[at:end], behind, vocabulary)
            found.append(replace(joint, kind="EITHER") if _among(words, at, joint) else joint)
        at -= 1
    words = _apart(_without_commas(told_so(found[::-1], vocabulary)))
    return rewritten(words, None, _added)


def _among(words: Words, at: int, joint: Lexeme) -> bool:
    """Whether it joins the numbers of ``is 1, 2 or 3:``, which are no results of a die."""
    before = [e.kind for e in words[max(at - _FAR, 0) : at] if e.kind != "joint" and e.low != "or"]
    while before[-1:] == ["NUMBER"]:
        before.pop()
    number = at > 0 and words[at - 1].kind == "NUMBER"
    return joint.kind == "OR_DO" and number and before[-1:] in (["IS"], ["IS_NOT"])


def _apart(words: list[Lexeme]) -> list[Lexeme]:
    """The words with joints of their own where a condition follows what is said of a noun.

    ``if there are 2 players who have a Net and Season is Winter``: no more is said of the players.
    """
    relative = opened = False
    for at, word in enumerate(words):
        if word.kind in CONDITION_BEHIND or word.kind == "_WHENEVER":
            opened, relative = True, False
        elif word.kind in _BOUNDS:
            opened = relative = False
        elif word.kind in RELATIVE:
            relative = opened
        elif relative and word.kind in ("_ALSO", "OR") and words[at + 1].kind not in _OF_NOUNS:
            words[at], relative = replace(word, kind=f"{word.kind}_IF"), False
    return words


def _added(words: Words, at: int, found: list[Lexeme], _: None) -> Said:
    """``roll 2d6 and add their Strength``: what is added to the roll, where nothing else is."""
    adds = kinds_at(words, at, 2) in (["_THEN", "_ADD"], ["_THEN", "_SUBTRACT"])
    rolls = next((e.kind for e in reversed(found) if e.kind in _BOUNDS | {"DICE"}), "") == "DICE"
    added = words[at + 2 : place_of(words, *_BOUNDS, start=at + 2) or len(words)]
    to_place = any(each.kind in ("_TO", "_FROM") for each in added)  # their Strength to the Pot
    if adds and rolls and not to_place and added:
        return [], 1
    if words[at].kind in ("_ADD", "_SUBTRACT") and rolls:
        return [replace(words[at], kind="_ADDING" if words[at].kind == "_ADD" else "_MINUS")], 1
    return None


_SLOTS = {  # of an action, in the order in which they stand behind it
    "_BY_PAYING": 0, "_FOR": 0, "ONCE": 1, "TIMES": 1, "ANY_TIME": 1,
    "_IF": 2, "_ONLY_IF": 2, "_UNLESS": 2,
}  # fmt: skip
_DOERS = kinds("A_PLAYER EACH_PLAYER PERSON THE_PLAYER_WITH")
_GOES_ON = PLAYER_KINDS | kinds("joint NUMBER DICE A NAME IS IS_NOT _HAVE THEIR THE ITS NO")
_WHERES = kinds("IN ON AT")


def headed(words: list[Lexeme]) -> list[Lexeme]:
    """What an action costs, how often and if what is so, behind it, wherever that is said.

    ``Once a day, unless Season is Winter, a player may, by paying 1 Gold, dig``.
    """
    may = place_of(words, "_MAY")
    ends = (at for at, e in enumerate(words) if e.kind in _BOUNDS or e.value == "stop")
    end = next(ends, len(words))
    if not 0 < may < end - 1 or "_WHENEVER" in kinds_at(words, 0, may):
        return words
    who = may
    while who and not (words[who].kind in _DOERS and words[who - 1].value == "and"):
        who -= 1
    begin = may + 1 + (words[may + 1].value == "and")
    aside = any(each in _SLOTS for each in kinds_at(words, begin, 1))
    front, behind = _in_slots(words[:who], aside=True), _in_slots(words[may + 1 : end], aside=aside)
    lead = words[:who]
    ranks = [_SLOTS.get(each[0].kind) for each in front]
    if ranks[:1] != [1] or any(each is not None for each in ranks[1:]):
        places = [each for each in front if each[0].kind not in _SLOTS]
        lead = [e for each in places for e in (*each, words[who - 1])]
        behind += [each for each in front if each not in places]
    deed = [each for each in behind if each[0].kind not in _SLOTS]
    slots = [each for each in behind if each[0].kind in _SLOTS]
    in_order = sorted(slots, key=lambda each: _SLOTS[each[0].kind])
    same = len(lead) == who and not aside and in_order == slots
    ors = any(each.value == "or" for each in lead) or any(e[-1].value == "or" for e in behind)
    odd = any(each[0].kind not in _SLOTS.keys() | _WHERES for each in front)
    if same or ors or odd or len(deed) != 1 or (not who and words[0].kind in _SLOTS):
        return words
    told = [e for each in (*deed, *in_order) for e in each]
    return [*lead, *words[who : may + 1], *told, *words[end:]]


def _in_slots(words: Words, *, aside: bool) -> list[list[Lexeme]]:
    """The words from each slot to the next; ``aside``: what stands between commas by itself."""
    found: list[list[Lexeme]] = [[]]
    for at, word in enumerate(words):
        comma = not at or words[at - 1].value == "and"
        opens = word.kind in _SLOTS and (word.kind != "_FOR" or comma)
        ends = aside and comma and bool(found[-1]) and found[-1][0].kind in _SLOTS
        if opens or (ends and word.kind not in _GOES_ON):
            found.append([])
        found[-1].append(word)
    for each in found:
        while each and each[-1].value == "and":
            each.pop()
    return [each for each in found if each]


def _is_aside(words: Words, at: int) -> bool:
    """Whether a comma is one of two around how often: ``may, once per day, fish``."""
    before = kinds_at(words, at - 4, 4) if at > 3 else kinds_at(words, 0, at)
    if before[-1:] == ["_MAY"]:
        return {*kinds_at(words, at + 1, 1)} <= _HOW_OFTEN and at + 1 < len(words)
    often = before[-2:-1] == ["_MAY"] and before[-1] in _HOW_OFTEN
    four = len(before) == 4 and before[0] == "_MAY" and before[2] in _HOW_OFTEN
    listed = before[-1:] == kinds_at(words, at + 1, 1) == ["NAME"]  # trade Fish, Gold and Rum
    three = before[-3:-2] == ["_MAY"] and not listed
    return three or before[-4:-2] == ["_MAY", ","] or often or four


def _without_commas(words: Words) -> list[Lexeme]:
    """The words without a comma before a condition that ends its clause: ``..., unless ...``."""
    found: list[Lexeme] = []
    bound = ""  # the next bound behind a word, going backwards
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        behind = words[at + 1].kind if at + 1 < len(words) else ""
        comma = word.kind == "_THEN" and word.text == ","
        condition = at + 1 < len(words) and words[at + 1].kind in CONDITION_BEHIND
        if comma and condition and bound not in ("_THEN", "OR_DO"):
            continue
        before = {each.kind for each in words[max(at - _FAR, 0) : at]}
        ends_sum = behind in ("_OVER", "_TIMES_") and before & {"_PLUS", "_LESS"}  # A minus B, ...
        is_added = behind in _ADDED and not ends_sum
        if word.text == "," and (_is_aside(words, at) or is_added):
            continue
        if word.kind in _BOUNDS:
            bound = word.kind
        found.append(word)
    return found[::-1]


_ALLOWED = (
    ("and",), ("or",), ("stop",), ("and", "and"), ("and", "or"), ("stop", "and"),
    ("and", "and", "and"),
)  # fmt: skip


def _joint(group: Words, after: Words, vocabulary: PlainVocabulary) -> Lexeme:
    """One joint from one or several words, such as ``, and then``."""
    values = tuple(str(each.value) for each in group)
    text = " ".join(each.text for each in group)
    whole = replace(group[0], text=text, end=group[-1].end)
    if values not in _ALLOWED:
        return replace(whole, kind="WORD")
    what = _joins(after, vocabulary)
    if values[0] == "stop":
        kind = "_STOP"
    elif values[-1] == "or":
        kind = {"do": "OR_DO", "be": "OR", "thing": "EITHER"}[what]
    else:
        kind = {"do": "_THEN", "be": "_ALSO", "thing": "AND"}[what]
    if "then" in text.casefold() and kind in ("_ALSO", "AND"):
        kind = "WORD"
    return replace(whole, kind=kind, value=values[-1])


def _joins(after: Words, vocabulary: PlainVocabulary) -> str:
    """``do``, ``be`` or ``thing``: what stands behind a joint."""
    four, kind = kinds_at(after, 0, 4), after[0].kind if after else ""
    of = four[2:3] if four[1:2] == ["A"] else four[1:2]
    result = kind == "ON" and (of in (["NUMBER"], ["EVEN"]) or four[1:2] == ["DOUBLES"])
    colon = four.index("_COLON") if "_COLON" in four else 0  # 3-5: they gain 1 Gold
    result |= four[:colon] in _RESULTS
    if kind in OPENING | DOING_SOMETHING | {"_CHOICES_REVEALED"} or result:
        return "do"
    if kind in _SO or four[1:2] == ["PART_OF"] or four[1:3] == ["NUMBER", "A_PLAYER"]:
        return "be"
    of_chance = kind == "_FOR" and four[1:2] in (["A_RANDOM"], ["THE_THING_WITH"])
    next_verb = next((each.kind for each in after if each.kind in _BOUNDS | _DONE), "")
    done = kind in _SOMETHING and next_verb in _DONE  # a random Hut is destroyed
    if of_chance or done or four[:3] in _MORE_DONE:
        return "do"
    end = next((at for at, each in enumerate(after) if each.kind not in _LISTED), 0)
    listed = [each.kind for each in after[:end] if each.kind in ("AND", "ITS")]
    listed = listed[:2] if after[end:] and after[end].kind == "_BECOME" else []
    if (kind in ("THE", "EACH") and not _leads(after, vocabulary)) or listed == ["ITS", "AND"]:
        return "thing"  # its Exits and Neighbours become ...
    owns = "POSS" in four[1 : 2 + (four[1:2] == ["NUMBER"])]  # the Mill's Rent, Space 5's Rent
    name = kind == "NAME" and (owns or _is_subject(after[0], vocabulary))
    return _verb(after) if kind in _SUBJECT or kind == "EACH" or name else "thing"


_RESULTS = (["NUMBER"], ["NUMBER", "OR_MORE"], ["NUMBER", "OR_LESS"], ["NUMBER", "_TO", "NUMBER"])
_MORE_DONE = (["ALL", "NAME", "_OWNED_BY"], ["A", "NAME", "APPEARS"])
_DONE = kinds("_IS_DESTROYED _IS_SHARED _IS_SHARED_IN")
_SOMETHING = kinds("A_RANDOM EACH NAME THE THAT NUMBER")


def _leads(after: Words, vocabulary: PlainVocabulary) -> bool:
    """Whether ``the NAME`` is a subject: a value of the game, or a field of an owner."""
    said = kinds_at(after, 1, 2)
    if said[:1] in (["TERM"], ["PILE"]) or said in (["NAME", "_GAIN"], ["NAME", "_LOSE"]):
        return True
    is_value = said[:1] == ["NAME"] and _is_subject(after[1], vocabulary)
    return is_value or said[1:] in (["POSS"], ["OF"], ["OF_THEIR"])


def _is_subject(word: Lexeme, vocabulary: PlainVocabulary) -> bool:
    return bool(vocabulary.value(str(word.value)))


def _verb(after: Words) -> str:
    """What the first verb says that is not in a relative clause."""
    skip = False
    relative = any(each.kind in RELATIVE for each in after)
    for at, word in enumerate(after):
        kind = word.kind
        if kind in RELATIVE or (kind in ("_ALSO", "OR") and not skip and relative):
            skip = True
        elif kind in ("_ALSO", "OR") or kind in _BOUNDS:
            return "thing"
        elif kind == "IS" and kinds_at(after, at + 1, 2) == ["WORD", "_COLON"]:
            return "do"  # "they are caught: ..."
        elif kind in DOING_SOMETHING or (kind in ("_MAY", "_MAY_NOT") and not skip):
            return "do"
        elif kind in _BEING:
            if not skip:
                return "be"
            skip = False
    return "thing"


# -- ``You are Tired`` as what happens, and not as one more condition ------------------------------

OPENING = kinds(
    "_ONLY_IF _IF _UNLESS OTHERWISE IF_SO _EITHER_OF _IF_ROLLED _ON_TIE _ON_ROLL IF_WON IF_LOST "
    "_FOR_EACH HOURS_LATER"
)
CONDITION_BEHIND = kinds("_IF _ONLY_IF _UNLESS")  # a condition may stand behind its clause
_PART_BEGINS = kinds("_STOP ITEM _THEN _COLON OR_DO")
_PART_ENDS = kinds("_STOP ITEM OR_DO _THEN")
_IS = kinds("IS IS_NOT")
_FAR = 20  # words behind a joint that are looked at


def told_so(words: list[Lexeme], vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words with joints of effects before such clauses."""
    opened = settled = False
    for at, word in enumerate(words):
        if word.kind in OPENING and (at == 0 or words[at - 1].kind in _PART_BEGINS):
            opened = True
        elif word.kind in CONDITION_BEHIND:
            settled = True
        if word.kind in _PART_ENDS:
            opened = settled = False
        settled = settled or word.kind in RELATIVE or word.kind == "_A_NEW_PLAYER"
        if word.kind != "_ALSO" or settled or (opened and not word.text.startswith(",")):
            continue
        if _is_told(words, at + 1, vocabulary):
            words[at], opened = replace(word, kind="_THEN"), False
    return words


def _is_told(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether ``[you] are Tired`` stands there and ends a part: no condition goes on behind it."""
    if words[at].kind in PLAYER_KINDS:
        verbs = [n for n in range(at, min(at + _FAR, len(words))) if words[n].kind in _IS]
        at = verbs[-1] if verbs else at
    if words[at].kind not in _IS or at + 1 == len(words) or words[at + 1].kind != "NAME":
        return False
    field = vocabulary.field(str(words[at + 1].value))
    if field is None or field.kind != "yes or no":
        return False
    return not any(each.kind == "_THEN" for each in words[at + 2 :][:_FAR])
