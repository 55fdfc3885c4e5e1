"""The longest phrase or name at each place of a sentence.

Some words are taken as they stand, and a sentence may define a term of the page. Everything here
takes time in proportion to the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import PlainVocabulary, as_name, stem
from rules.plain.words.assembling import ARTICLES, whole_name
from rules.plain.words.lexemes import (
    CURRENCIES,
    LOUD,
    NOBODY,
    NTH,
    OFFICE,
    PLAYER_KINDS,
    RELATIVE,
    Lexeme,
    Phrases,
    RawWord,
    Said,
    Words,
    behind_may,
    bidding,
    kinds,
    kinds_at,
    place_of,
    raw_words,
    rewritten,
)
from rules.plain.words.neighbours import headed, joined, settled, without_brackets
from rules.plain.words.phrasings import election, in_usual_words
from rules.plain.words.wordings import usual
from wikibot.game.names import singular_of
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import MOST_DIGITS, NUMBER_WORDS, integer
from wikibot.wikitext.regex import regex

# -- Players by what they are: ``a Werewolf``, ``dead players``, ``a rich farmer`` -----------------
# A role is what a field of players may hold (``Role: Werewolf``, ``Rank: Knight``), a field that
# holds yes or no (``Alive``), or a term that a sentence of the page defines (``A player is rich if
# ...``). Before a word for players, or in its place where a player stands, it is read as a player
# ``whose Role is Werewolf``, ``who is Alive``, ``who is rich``.

_PLAYERS_ROLES = {
    "A": ("A_PLAYER", "a player"), "ANY": ("A_PLAYER", "a player"), "": ("A_PLAYER", "players"),
    "ANOTHER": ("ANOTHER_PLAYER", "another player"), "EACH": ("EACH_PLAYER", "each player"),
    "ALL": ("EACH_PLAYER", "all players"), "A_RANDOM": ("RANDOM_PLAYER", "a random player"),
}  # fmt: skip
_ALIVE = {"living": "IS", "alive": "IS", "dead": "IS_NOT"}  # of a field Alive
_BEFORE_PLAYERS = kinds(  # what may stand before "a Knight" where that is a player
    "joint _COLON ITEM WORD THERE_ARE_NO ALL _IF _WHENEVER _UNLESS _ONLY_IF ONLY EACH_UNIT "
    "PER_UNIT WEEKDAY ONCE TIMES OTHERWISE _FROM _TO _GIVE _PAY _TAKE _STEAL _SELECT "
    "CLOCK _GRANT"
)
_PAYING = kinds("_PAY _GIVE _GRANT")
_SAYS_MORE = RELATIVE | kinds("_WITH ON IN INTO AT")


def _player_at(words: Words, at: int, found: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """Players who are called by what they are, said at length."""
    if _may_be_had(words, at, vocabulary):
        return None
    role = (
        _office_at(words, at, vocabulary)
        or _own_thing_at(words, at, vocabulary)
        or _role_at(words, at, vocabulary)
    )
    if role is None:
        return None
    said, length = role
    more = words[at + length] if at + length < len(words) else None
    if more is not None and more.kind in _SAYS_MORE:
        said = [*said, replace(more, kind="joint", text="and", value="and")]
        if more.kind == "_WITH":
            return [*said, replace(more, kind="_HAVE", text="have")], length + 1
    return said, length


def _role_at(words: Words, at: int, vocabulary: PlainVocabulary) -> Said:
    """The words that a role at a place stands for, and how many words it has."""
    article = words[at].kind if words[at].kind in _PLAYERS_ROLES or words[at].kind == "THE" else ""
    start = at + bool(article)
    said = ["_GAIN"] if _acts(words, start + 1, vocabulary) else kinds_at(words, start + 1, 1)
    behind_are = [each.kind for each in words[max(at - _FAR, 0) : at]]
    before, last = behind_are[-5:], behind_are[-1] if at else ""
    counted = last == "THERE_ARE_NO" or (last in _COUNTS and "_THERE_ARE" in behind_are)
    named = before == ["_WHO", "IS", "THE", "NAME", "OF"]  # who is the Target of a Wolf
    of_whom = before[-3:] == ["THE", "NAME", "OF"] and said != ["POSS"]
    stands = _stands(words, at) or named or of_whom
    if start >= len(words) or not (stands or said == ["PLAYER_WORD"] or counted):
        return None
    if said == ["IS"] and words[start].kind == "TERM":
        return None  # the sentence that defines it
    is_what = _is_what(words[start], vocabulary)
    if is_what and start + 1 < len(words) and (more := _is_what(words[start + 1], vocabulary)):
        joint = replace(words[start + 1], kind="joint", text="and", value="and")
        is_what, start = [*is_what, joint, *more], start + 1  # a living Werewolf
        said = kinds_at(words, start + 1, 1)
    if not is_what:
        return None
    many = singular_of(words[start].text) != words[start].text
    if many and (others := _others_at(words, start + 1, words[start], vocabulary)):
        is_what, start = [*is_what, *others], start + len(others)
        said = kinds_at(words, start + 1, 1)
    one = said == ["PLAYER_WORD"] and article not in ("", "THE", "ALL")
    several = said == ["A_PLAYER"] and words[start + 1].low == "players" and article != "THE"
    if one or several:
        return _said(article, words[start], is_what), start + 2 - at
    theirs = words[start + 1 : start + 3]
    if article == "EACH" and not many and kinds_at(theirs, 0, 2) == ["POSS", "NAME"]:
        the, of = (
            replace(words[at], kind="THE", text="the"),
            replace(theirs[0], kind="OF", text="of"),
        )
        return [the, theirs[1], of, *_said(article, words[start], is_what)], start + 3 - at
    if said in (["NAME"], ["POSS"], ["PLAYER_WORD"], ["_COSTS"]):
        return None
    if article == "THE":
        first = all(each.kind in _LEADING for each in words[:at])
        alone = is_what[-1].kind == "NAME" and first and said in (["_MAY"], ["_MAY_NOT"])
        article = "ALL" if many else ("A" if alone else "")
        return (_said(article, words[start], is_what), start + 1 - at) if article else None
    if many != (article in ("", "ALL")) and article != "ANY" and last != "THERE_ARE_NO":
        return None
    does = {*said} & (DOING_SOMETHING | _SAYS_MORE)
    if not (article or counted or of_whom or does):
        return None  # "of Knights and Squires"
    return _said(article, words[start], is_what), start + 1 - at


_BEING = kinds(  # what columns are called that say what somebody is, not what they have
    "role class title rank guild team faction party house clan tribe race kind type job profession"
    " trade office status side alignment caste order species family state nation crew group calling"
)
_OF_THEM = kinds("THAT_PLAYER THAT ALIAS_WHO _CALLED")


def _may_be_had(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether ``may burn a Candle`` says what is done, and means no player whose Curio it is."""
    if kinds_at(words, at, 2) not in (["A", "NAME"], ["ANY", "NAME"]):
        return False
    column = vocabulary.role(str(words[at + 1].value))
    if not column or stem(column) in _BEING:
        return False
    may, behind = place_of(words[:at], "_MAY"), kinds_at(words, at, len(words))
    spoken = _OF_THEM & {*behind} or behind[2:3] == ["PLAYER_WORD"]
    return bool(may) and not spoken and not place_of(words[may:at], "_COLON", "_STOP")


def _others_at(words: Words, at: int, first: Lexeme, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """``and Squires`` behind Knights: ``or Squire``, where both are in one field of players."""
    joint, other = (*words[at : at + 2], first, first)[:2]
    role = vocabulary.role(str(first.value)) if first.kind == "NAME" else ""
    same = joint.low in ("and", "or") and other.kind == "NAME"
    if not (role and same and vocabulary.role(str(other.value)) == role):
        return []
    return [replace(joint, kind="joint", text="or", value="or"), other]


_LEADING = kinds("ONCE TIMES PER_UNIT EACH_UNIT ANY_TIME joint")  # "once per Night, "
_IS_WHOM = kinds("_BECOME IS IS_NOT")
_HOLDS = DOING_SOMETHING | kinds("_MAY _MAY_NOT _HAVE IS")


def _office_at(words: Words, at: int, vocabulary: PlainVocabulary) -> Said:
    """``the Mayor may``, where the page says who that is: a player who is the Mayor."""
    after = kinds_at(words, at + 1, 3)
    others = {*after[2:]} <= PLAYER_KINDS | {"EMPTY", "_NO_PLAYER"}
    others = others or words[at + 3].low in {"none", *NOBODY}
    if {*after[1:2]} & _IS_WHOM and others:
        return None  # it is said who has the office, and not of him
    holds = {*after[1:2]} & _HOLDS or _acts(words, at + 2, vocabulary)
    if words[at].kind != "THE" or after[:1] != ["NAME"] or not holds:
        return None
    name = str(words[at + 1].value)
    value = vocabulary.value(name)
    is_office = value.names_player if value else vocabulary.office(name) is not None
    if not is_office or not _stands(words, at):
        return None
    whenever = kinds_at(words, at - 1, 1) == ["_WHENEVER"] if at else False
    article = "A" if whenever or after[1] in ("_MAY", "_MAY_NOT") else "EACH"
    said = (("_WHO", "who"), ("IS", "is"), ("THE", "the"))
    is_what = [replace(words[at], kind=kind, text=text) for kind, text in said]
    first, *rest = _said(article, words[at], [*is_what, words[at + 1]])
    one = replace(first, text=OFFICE) if article == "EACH" else first
    return [one, *rest], 2


def _acts(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether whose action it is stands before a place: ``Whenever a Mage sails``."""
    whenever = words[0].kind == "_WHENEVER" and at < len(words)
    return whenever and vocabulary.verb(words[at].text) is not None


_COUNTS = kinds("AS_MANY MORE LESS _AS _THAN NUMBER")
_FAR = 12  # words behind "there are"


def _type_at(words: Words, at: int, _: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """``all Dirty Rooms``, ``a Shop``: each Room whose State is Dirty, a Space of type Shop."""
    article = words[at]
    counted = at > 0 and words[at - 1].kind in _OF_COUNTED
    bare = article.kind == "NAME" or article.low == "living"
    bare = bare and (counted or _stands(words, at))
    start = at + (not bare)
    two, typed = words[start : start + 2], [each.low for each in words[start + 1 : start + 2]]
    if of_type := typed == ["type"] and kinds_at(words, start + 2, 1) == ["NAME"]:
        two = [words[start], words[start + 2]]  # a Shop type Space
    is_article = bare or article.kind in (*_PLAYERS_ROLES, "THE", "THEIR")
    if not is_article or not two or (two[0].kind != "NAME" and two[0].low != "living"):
        return None
    said, noun, name = two[0], two[-1], str(two[0].value)
    if said.low == "living" and vocabulary.typing(str(noun.value), "alive"):
        said, name = said.named("alive"), "alive"
    if kinds_at(two, 1, 1) == ["NAME"]:
        table = vocabulary.table(str(noun.value)) if article.kind != "THE" else None
        column = vocabulary.typing(table.name, name) if table else ""
        if table and not column and any(each.name == "Type" for each in table.fields):
            known = vocabulary.stuff(name) or vocabulary.table(name) or vocabulary.things(name)
            column = "" if known else "Type"  # which may be any word of its own
        if column and stem(column) == stem(name):  # a Locked Room
            said = replace(said, kind="WORD", text="yes")
    else:
        table, two, noun = vocabulary.type_of(name), two[:1], said
        column = vocabulary.typing(table.name, name) if table and not vocabulary.stuff(name) else ""
    many = singular_of(noun.text) != noun.text
    theirs_is = article.kind == "THEIR"  # their Cow
    of_one = table and sum(each.names_player for each in table.fields) == 1 and not two[1:]
    fits = counted or many == (bare or article.kind == "ALL")
    if table is None or not column or not fits or (theirs_is and not of_one):
        return None
    end = start + len(two) + of_type
    theirs = words[end : end + 2]  # they keep
    theirs = theirs if kinds_at(theirs, 0, 2) in (["THEY", "_HAVE"], ["THEY", "WORD"]) else []
    end += len(theirs)
    theirs = [replace(article, kind="THEY_OWN", text="they own")] if theirs_is else theirs
    is_what = [noun.named(table.noun or table.name), *theirs, *_whose(said, column)]
    if counted:
        return is_what, end - start
    if many:
        article = replace(article, kind="EACH", text="each")
    elif article.kind in ("THE", "THEIR"):
        article = replace(article, kind="A", text="a")
    end += kinds_at(words, end, 1) == ["OF_CHOICE"]
    return [article, *is_what], end - at


_OF_COUNTED = kinds("_FOR_EACH THE_NUMBER_OF NO NUMBER")


def _defined_at(words: Words, at: int, found: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """``living Monsters``, of which a sentence says when they are alive: each that is so."""
    word, noun = words[at], words[at + 1] if at + 1 < len(words) else words[at]
    alive = word.low in _ALIVE and vocabulary.term("alive")
    if not (alive or word.kind == "TERM") or not noun.name or not vocabulary.table(noun.name):
        return None
    be = _ALIVE.get(word.low, "IS") if alive else "IS"
    that = replace(word, kind="_THAT", text="that"), replace(word, kind=be, text="is")
    each = []
    if singular_of(noun.text) != noun.text and kinds_at(found, len(found) - 1, 1) == ["ALL"]:
        each = [replace(found.pop(), kind="EACH", text="each")]
    elif singular_of(noun.text) != noun.text and _stands(words, at):
        each = [replace(word, kind="EACH", text="each")]
    term = replace(word, kind="TERM", value="alive" if alive else word.value)
    theirs = kinds_at(words, at + 2, 2) == ["THEY", "_HAVE"]
    own = [replace(word, kind="THEY_OWN", text="they own", value="")] if theirs else []
    return [*each, noun, *own, *that, term], 2 + 2 * theirs


def _own_thing_at(words: Words, at: int, vocabulary: PlainVocabulary) -> Said:
    """``their Pet``: a Pet they own, where Pets are a table with a column for whose they are."""
    two = words[at : at + 2]
    if kinds_at(two, 0, 2) != ["THEIR", "NAME"] or vocabulary.field(two[1].text):
        return None
    table = vocabulary.table(str(two[1].value))
    owned = [e for e in (table.fields if table else ()) if e.names_player]
    if len(owned) != 1 or singular_of(two[1].text) != two[1].text:
        return None
    stands = vocabulary.standing(table.name) if table else None
    if stands is not None:  # theirs is where they are, or may be what they own
        at_it = at > 0 and words[at - 1].kind in ("ON", "IN", "AT")
        return ([two[0], two[1].named(stands.name)], 2) if at_it else None
    article = replace(two[0], kind="A", text="a")
    return [article, two[1], replace(two[0], kind="THEY_OWN", text="they own")], 2


def _stands(words: Words, at: int) -> bool:
    """Whether a player may stand at a place."""
    pays = at > 1 and words[at - 1].kind == "_TO" and {e.kind for e in words[:at]} & _PAYING
    return at == 0 or bool(pays) or words[at - 1].kind in _BEFORE_PLAYERS


def _said(article: str, at: Lexeme, is_what: list[Lexeme]) -> list[Lexeme]:
    kind, text = _PLAYERS_ROLES[article]
    return [replace(at, kind=kind, text=text), *is_what]


def _is_what(word: Lexeme, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """What is said of a player by a word: ``whose Role is Werewolf``; nothing where it is none."""
    who, be = replace(word, kind="_WHO", text="who"), replace(word, kind="IS", text="is")
    if word.kind == "TERM":
        return [who, be, word]
    alive = vocabulary.field("Alive")
    text = word.low
    if alive is not None and alive.kind == "yes or no" and text in _ALIVE:
        be = replace(be, kind=_ALIVE[text])
        return [who, be, replace(word, kind="NAME", value=alive.name)]
    if word.kind != "NAME":
        return []
    name = str(word.value)
    if field := vocabulary.field(name):
        return [who, be, word] if field.kind == "yes or no" else []
    role = vocabulary.role(name)
    return _whose(word, role) if role else []


def _whose(word: Lexeme, role: str) -> list[Lexeme]:
    """``whose Role is Werewolf``."""
    whose, be = replace(word, kind="_WHOSE", text="whose"), replace(word, kind="IS", text="is")
    return [whose, word.named(role), be, word]


# -- The longest phrase or name at each place of a sentence ----------------------------------------

RESTS = {  # behind which phrase: the words before any of which such a text ends
    "_REMINDED_TO": ((",",), (".",), (";",), (":",), ("and",), ("or",), ("then",)),
    "_AMEND_RULE": (("and", "the", "text", "{"),),
    "_AND_THE_TEXT": (("}",),),
}
_CLOSED = "_AND_THE_TEXT"  # whose end is a sign that belongs to it
_LONGEST = 300  # words


def rest_of(
    text: str, raw: Sequence[RawWord], at: int, kind: str
) -> tuple[tuple[Lexeme, ...], int]:
    """The text from a place on as one word, none where it has no end; and the place after it."""
    end = at
    while end < min(len(raw), at + _LONGEST) and not _ends(raw, end, kind):
        end += 1
    closed = end < len(raw) and _ends(raw, end, kind)
    if end == at or (not closed and kind != "_REMINDED_TO"):
        return (), at
    said = " ".join(text[raw[at].start : raw[end - 1].end].split())
    return (Lexeme("REST", said, raw[at].start, raw[end - 1].end, said),), end + (kind == _CLOSED)


def _ends(raw: Sequence[RawWord], at: int, kind: str) -> bool:
    return any(
        tuple(each.key for each in raw[at : at + len(words)]) == words for words in RESTS[kind]
    )


_JOINTS = {",": "and", ";": "stop", ".": "stop", "and": "and", "or": "or", "then": "and"}
_MOST_WORDS_OF_A_NAME = 6


@lru_cache(maxsize=4096)
def read(text: str, known: Phrases, vocabulary: PlainVocabulary) -> tuple[Lexeme, ...]:
    """The words of a sentence, joints and all. A last full stop is left out.

    A sentence for people is asked about again: what it names, what of it was recognised.
    """
    raw = _usual(raw_words(text), vocabulary)
    while raw and raw[-1].text in ".;,":
        raw.pop()
    found: list[Lexeme] = []
    keys = tuple([each.key for each in raw])
    at = 0
    while at < len(raw):
        word, at = _word_at(raw, keys, at, known, vocabulary)
        found.append(word)
        if word.kind in RESTS:
            rest, at = rest_of(text, raw, at, word.kind)
            found += rest
    found = rewritten(without_brackets(found), vocabulary, _deed_at, _type_at, _defined_at)
    found = usual(found, known, vocabulary)
    found = rewritten(found, vocabulary, _player_at)
    return tuple(joined(headed(settled(found, vocabulary)), vocabulary))


def _deed_at(words: Words, at: int, _: list[Lexeme], vocabulary: PlainVocabulary) -> Said:
    """``rang the bell`` as one word, where an action of that whole name is allowed."""
    for verb in vocabulary.whole_verbs.get(words[at].low.split(" ")[0], ()):
        said, end = words[at].low, at + 1
        while said != verb and end < len(words) and verb.startswith(said):
            said += "" if words[end].low in ARTICLES else f" {words[end].low}"
            end += 1
        if said != verb or end == at + 1:
            continue
        if at != behind_may(words) or not place_of(words, "_COLON"):  # where it is not said of it
            return [replace(words[at], kind="WORD", text=verb, value="")], end - at
    if words[at].kind == "_ENTER" and vocabulary.verb(words[at].low) and at != behind_may(words):
        return [replace(words[at], kind="WORD")], 1  # which is an action of their own
    return None


class NamedFirst(NamedTuple):
    """What a sentence names that the page does not have.

    ``names``: with a capital letter, in the singular. ``verbs``: the first words of the actions
    that it allows, for "whenever a player fishes", and such a whole name.
    ``term``: the word that it defines. ``amount``: the noun of a number that it reckons, "" for
    players, with the name of that number.
    """

    text: str
    names: Sequence[str] = ()
    verbs: Sequence[str] = ()
    term: str = ""
    amount: tuple[str, str] = ("", "")


def named_first(text: str, known: Phrases, vocabulary: PlainVocabulary) -> NamedFirst:
    """What a sentence names that the page does not have, in its own words or in usual ones."""
    poll = election(text, vocabulary, whole=False)
    words = read(poll[0] if poll else text, known, vocabulary)
    if behind_may(words) is None and (usual := in_usual_words(text, vocabulary)) != text:
        words = read(usual, known, vocabulary)
    roles = {role for _, role in vocabulary.roles}
    names = (str(word.value) for word in words if word.kind == "NAME")
    new = (each for each in names if each in roles or stem(each) not in vocabulary.stems)
    start = behind_may(words)
    forbids = kinds_at(words, 0, 1) == ["_NO_PLAYER"]
    allowed = words[start : start + 1] if start is not None and not forbids else ()
    verbs = tuple(fold(each.text).split()[0] for each in allowed)
    verbs += (whole,) if verbs and (whole := whole_name(words, vocabulary)) else ()
    return NamedFirst(
        text,
        tuple(map(singular_of, new)),
        verbs or tuple(bidding(each) for each in words if each.kind == "BID_SECRETLY"),
        _term(words),
        _amount(words),
    )


_RECKONED = kinds(
    "_PLUS _LESS _TIMES_ _OVER THE_TOTAL THE_HIGHEST THE_NUMBER_OF HALF DOUBLE PERCENT _THE_AVERAGE"
    " THE_SMALLER _FOR_EACH _GIVEN"
)
_LIMITING = kinds("AT_LEAST AT_MOST MORE_THAN LESS_THAN EXACTLY")
_OWNERS = (["A_PLAYER"], ["EACH_PLAYER"], ["A", "NAME"], ["EACH", "NAME"])


def _amount(words: Words) -> tuple[str, str]:
    """What ``A player's Worth is their Gold plus their Ore`` reckons; "" where it is no such."""
    kinds_ = [each.kind for each in words]
    if kinds_[:3] == ["THE", "NAME", "OF"]:  # the Yield of a Mill is ...
        is_ = place_of(words, "IS")
        owned = replace(words[0], kind="POSS")
        return _amount([*words[3:is_], owned, words[1], *words[is_:]]) if is_ else ("", "")
    poss = kinds_.index("POSS") if "POSS" in kinds_[:4] else 0
    said = kinds_[poss + 1 : poss + 3] == ["NAME", "IS"] and _RECKONED & {*kinds_[poss + 3 :]}
    limits = {*kinds_[poss + 3 : poss + 4]} & _LIMITING
    if not poss or kinds_[:poss] not in _OWNERS or not said or limits:
        return "", ""
    noun = str(words[1].value) if poss == 2 else ""
    return noun, singular_of(str(words[poss + 1].value))


def _usual(raw: list[RawWord], vocabulary: PlainVocabulary) -> list[RawWord]:
    """The words with the page's own word for a player as "player", and "$5" as "5 $".

    What belongs to a name of several words stays: Head Cook, where players are cooks.
    """
    found = list[RawWord]()
    raw = _of_two(raw, vocabulary.player_words)
    keys = [each.key for each in raw]
    lengths = (_known_name(raw, keys, at, vocabulary)[1] for at in range(len(raw)))
    named = {at + n for at, length in enumerate(lengths) if length > 1 for n in range(length)}
    called = vocabulary.player_words | _agents(keys, vocabulary)
    others = _OTHERS if len(_SOME_OTHER & {*keys}) == 1 else frozenset[str]()
    others -= {keys[at + 2] for at in range(len(keys) - 2) if keys[at] == "called"}
    player, with_, number = (*keys[1:4], "", "", "")[:3]
    some_player = (player == "player" or called.get(player) == "player") and with_ == "with"
    some_player &= number.isdecimal() or number in NUMBER_WORDS  # the player with 3 Cups
    for at, (each, key) in enumerate(zip(raw, keys, strict=True)):
        if not found and key == "the" and some_player:
            found.append(replace(each, text="a"))
        elif key == "whoever" and keys[at + 1 : at + 3] != ["has", "the"]:
            found += (replace(each, text=text) for text in ("a", "player", "who"))
        elif key == "those" and not at and {*keys[1:3]} & _SAID_OF_THOSE:
            found += (
                replace(each, text=text)
                for text in ("all", "players")[: 1 + (keys[1] != "players")]
            )
        elif key in others and found and found[-1].key == "the":
            found[-1] = replace(found[-1], text="that")
            found.append(replace(each, text="player"))
        elif key in called and at not in named:
            if found and found[-1].key == "an":  # "an explorer" is "a player"
                found[-1] = replace(found[-1], text="a")
            found.append(replace(each, text=called[key]))
        elif each.group == "number" and found and found[-1].text in CURRENCIES:
            found.insert(-1, each)
        else:
            found.append(each)
    return found


def _of_two(raw: list[RawWord], called: Mapping[str, str]) -> list[RawWord]:
    """The words with two that mean a player as one: ``crew member``."""
    found = list[RawWord]()
    for each in raw:
        both = f"{found[-1].text} {each.text}" if found else ""
        is_one = both.casefold() in called
        found.append(replace(found.pop(), text=both, end=each.end) if is_one else each)
    return found


_SAID_OF_THOSE = frozenset({"with", "without", "who", "whose", "in", "on", "at"})
_OTHERS = frozenset({"defender", "victim"})  # whom a line names who attacks or robs another
_SOME_OTHER = frozenset({"another"})


def _agents(keys: Sequence[str], vocabulary: PlainVocabulary) -> dict[str, str]:
    """``the raider``: who may raid, where a sentence allows that and the page has no such name."""
    may = next((at for at, key in enumerate(keys) if key in ("may", "can")), len(keys))
    verb = next(iter(keys[may + 1 :]), "")
    if keys[:1] and keys[0] in ("whenever", "when") and keys[1:3] == ["a", "player"]:
        verb = keys[3].removesuffix("s") if keys[3:] else ""
    if len(verb) < 3 or not verb.isalpha():
        return {}
    named = (f"{verb}er", f"{verb}r" if verb.endswith("e") else f"{verb}{verb[-1]}er", f"{verb}or")
    said = (each for at, each in enumerate(keys) if each in named and keys[at - 1] == "the")
    return dict.fromkeys((each for each in said if stem(each) not in vocabulary.stems), "player")


# -- one word --------------------------------------------------------------------------------------


def _word_at(
    raw: Sequence[RawWord],
    keys: tuple[str, ...],
    at: int,
    known: Phrases,
    vocabulary: PlainVocabulary,
) -> tuple[Lexeme, int]:
    """The longest phrase or name at a place, and the place after it."""
    if raw[at].text in LOUD:
        return _spanning(raw, at, 1, "WORD", ""), at + 1
    phrase = _phrase(raw, keys, at, known, vocabulary)
    if phrase and phrase[0] in _OF_TIMES and raw[at + phrase[1] - 1].capital:
        # "each Day" is the game's own, where it has such
        unit = raw[at + phrase[1] - 1].text
        own = vocabulary.is_moment(unit)
        changes = keys[at] == "the" and keys[at + 2 : at + 3] and keys[at + 2] in _CHANGES
        own |= bool(changes and vocabulary.value(unit))
        phrase = (_THE_TIME.get(keys[at], "WORD"), 1) if own else phrase
    if period := _period_at(raw, keys, at, vocabulary):
        return period
    if phrase and phrase[0] in _OWN_NOUNS and phrase[1] == 2:
        noun = raw[at + 1].text
        column = raw[at + 1].capital and (vocabulary.column(noun) or vocabulary.field(noun))
        if column or vocabulary.value(noun):  # that is written down on the page
            phrase = known.longest(keys[: at + 1], at)
    if phrase and phrase[1] > 1 and keys[at] in ("is", "are"):
        said = raw[at + phrase[1] - 1]
        if said.capital and vocabulary.role(said.text):  # whose Cart is Broken
            phrase = known.longest(keys[: at + 1], at)
    name, length = _name(raw, keys, at, vocabulary)
    goes = known.longest(keys, at + length) if length and at + length < len(raw) else None
    named = _as_named(raw, at, length, name) or (goes is not None and goes[0] in _SAID_OF)
    does = phrase is not None and phrase[0] in _VERBS and at > 0 and keys[at].endswith("s")
    if does and length == 1 and (raw[at - 1].group == "number" or keys[at - 1] in _COUNTING):
        phrase = None  # 3 drops
    if length and not (phrase and (phrase[1] > length or (phrase[1] == length and not named))):
        other = vocabulary.field(name) or vocabulary.things(name) or vocabulary.table(name)
        kind = "PERSON" if vocabulary.player(name) and not other else "NAME"
        kind = "TERM" if vocabulary.term(name) else kind
        kind = "BOND" if vocabulary.bond(name) else kind
        return _spanning(raw, at, length, kind, name), at + length
    if phrase:
        return _spanning(raw, at, phrase[1], phrase[0], ""), at + phrase[1]
    return _spanning(raw, at, 1, *_single(raw[at])), at + 1


def _phrase(
    raw: Sequence[RawWord],
    keys: tuple[str, ...],
    at: int,
    known: Phrases,
    vocabulary: PlainVocabulary,
) -> tuple[str, int] | None:
    """The longest phrase at a place that ends before a name which goes on behind it."""
    phrase = known.longest(keys, at)
    for name in range(at + 1, at + phrase[1]) if phrase else ():
        if phrase and name + _known_name(raw, keys, name, vocabulary)[1] > at + phrase[1]:
            return known.longest(keys[:name], at)
    return phrase


def _period_at(
    raw: Sequence[RawWord], keys: tuple[str, ...], at: int, vocabulary: PlainVocabulary
) -> tuple[Lexeme, int] | None:
    """``once per Night``, ``at the start of every third Night``: of a line ``Night: 7``."""
    if keys[at] not in _TO_PERIOD:
        return None
    before = " ".join(keys[max(at - 3, 0) : at])
    for length in range(1, min(5, len(keys) - at)):
        said = " ".join(keys[at : at + length])
        label, size = _known_name(raw, keys, at + length, vocabulary)
        own, end = label and vocabulary.period(label), at + length + size
        if not own and label and not vocabulary.is_moment(label):
            continue
        if not label and vocabulary.is_moment(keys[at + length]):
            end += 1
        behind = keys[end] if end < len(keys) else "."
        if end == at + length:
            continue
        if _OFTEN_BEFORE.search(before) and _PER_OWN.fullmatch(said):
            text = " ".join(each.text for each in raw[at + length : end])
            word = _spanning(raw, at, end - at, "PER_UNIT", own)
            return replace(word, text=f"per {own or text}"), end
        is_edge = before.endswith(_EDGES) or (
            said.startswith(("e", "once")) and (not at or behind in _ENDING)
        )
        each = _EACH_OWN.fullmatch(said)
        is_edge &= said[0] != "o" or not {"may", "can"} & {*keys}
        if own and each and is_edge and behind not in _OF_VALUE:
            word = _spanning(raw, at, end - at, "EACH_UNIT", own)
            return replace(word, text=f"every {each['nth'] or 'new'} {own}"), end
    return None


_TO_PERIOD = kinds("once per a an each every any the one in during within over for on at")
_OF_VALUE = kinds("is becomes changes increases decreases has rises falls reaches in of with that")
_OFTEN_BEFORE = regex(r"\b(?:once|twice|thrice|times|one time|more often|than \d+ \w+)$")
_PER_OWN = regex(
    r"(?:(?:in|during|within|over|for|on|at) )?(?:per|an?|each|every|any|the same|one|any one"
    r"|(?:any|a|one|each|every) (?:given|single|new))"
)
_EDGES = tuple(f"{each} of" for each in ("start", "beginning", "end", "outset", "close", "dawn"))
_EACH_OWN = regex(
    r"(?:each|every|the|an?)(?: new| single)?"
    rf"|(?:once )?(?:each|every) (?P<nth>other|even|odd|{'|'.join(NTH)}|[2-9]|two|three|four"
    r"|five|six)"
)
_ENDING = (",", ".", ";")
_CHANGES = kinds("is becomes reaches increases decreases rises falls")  # of a value, no time
_OWN_NOUNS = kinds("WINNER LOSER THE_AUTHOR THE_ROLL")
_VERBS = DOING_SOMETHING | kinds("SINK_TO SINK_BELOW RISE_ABOVE")
_NO_NAMES = {"none", "nothing", *NOBODY, *_JOINTS, *NUMBER_WORDS}  # unless the page has them
_COUNTING = NUMBER_WORDS.keys() | {"no", "their", "your", "more", "fewer", "many", "all", "of"}
_SAID_OF = kinds("_BECOME IS IS_NOT _INCREASE _DECREASE _IS_DOUBLED _IS_HALVED _IS_TRIPLED")


def _as_named(raw: Sequence[RawWord], at: int, length: int, name: str) -> bool:
    """Whether words are spelled just like a name with a capital, within a sentence."""
    words = " ".join(each.text for each in raw[at : at + length])
    before, after = raw[at - 1 : at], raw[at + length : at + length + 1]
    within = any(e.group in ("word", "number", "poss") or e.text == "," for e in before)
    within = within or any(each.group == "poss" for each in after)
    return within and raw[at].capital and stem(words) == stem(name)


def _name(
    raw: Sequence[RawWord], keys: Sequence[str], at: int, vocabulary: PlainVocabulary
) -> tuple[str, int]:
    """The name at a place, known or with capitals, and how many words it has; "" and 0: none."""
    name, length = _known_name(raw, keys, at, vocabulary)
    before = raw[at - 1] if at else None  # where a sentence or an item begins, a capital is none
    begins = before is None or before.group == "bullet" or before.text in tuple(".:;!?")
    if raw[at].group != "word" or not raw[at].capital or begins:
        return name, length
    run = at + max(length, 1)
    goes_on = raw[at].key in NOBODY and any(each.capital for each in raw[run : run + 1])
    if not length and raw[at].key in _NO_NAMES and not goes_on:  # but "Vacant Lot" is one
        return "", 0
    if length and vocabulary.column(name):  # "of Kind Town": a field and a value
        return name, length
    while run < len(raw) and run - at < _MOST_WORDS_OF_A_NAME and raw[run].capital:
        if raw[run].group != "word" or _known_name(raw, keys, run, vocabulary)[1]:
            break
        run += 1
    if run - at == length:
        return name, length
    if length == 0 and run < len(raw) and raw[run].capital and raw[run].group == "word":
        run += _known_name(raw, keys, run, vocabulary)[1]
    return " ".join(each.text for each in raw[at:run]), run - at


def _known_name(
    raw: Sequence[RawWord], keys: Sequence[str], at: int, vocabulary: PlainVocabulary
) -> tuple[str, int]:
    for length in range(min(vocabulary.longest, len(raw) - at), 0, -1):
        words = as_name(keys[at : at + length])
        if raw[at].group not in ("word", "number", "other") or (
            length == 1 and raw[at].group != "word" and keys[at] not in CURRENCIES
        ):
            continue
        if (name := vocabulary.stems.get(stem(words))) is not None:
            return name, length
    return "", 0


def _spanning(raw: Sequence[RawWord], at: int, length: int, kind: str, value: str | int) -> Lexeme:
    last = raw[at + length - 1]
    text = " ".join(each.text for each in raw[at : at + length])
    return Lexeme(kind, text, raw[at].start, last.end, value)


_OF_TIMES = kinds("EACH_UNIT PER_UNIT")
_THE_TIME = {"the": "THE", "a": "A", "an": "A", "each": "EACH", "every": "EACH", "per": "_FOR_EACH"}
_SIGNS = {":": "_COLON", "+": "OR_MORE", "\u2013": "_DASH", "-": "_DASH"}


def _single(word: RawWord) -> tuple[str, str | int]:
    """A word by itself: a number, dice, a joint, or a word that is not known."""
    key = word.key
    if word.group == "number" and len(key) <= MOST_DIGITS:
        return "NUMBER", integer(key.replace(",", ""))
    if word.group == "bullet":
        return "ITEM", word.text
    if word.group == "quoted":
        return "QUOTED", word.text[1:-1]
    if word.group in ("dice", "clock", "poss"):
        return word.group.upper(), key
    if key in _JOINTS:
        return "joint", _JOINTS[key]
    if key in NUMBER_WORDS and key not in ("once", "twice", "thrice", "hundred", "thousand"):
        return "NUMBER", NUMBER_WORDS[key]
    return _SIGNS.get(key, "WORD"), word.text


_PLAYERS = ("A_PLAYER", "EACH_PLAYER", "THE_PLAYER_WITH")


def _term(words: Words) -> str:
    """The word that a sentence defines; "" where it defines none."""
    said = [each.kind for each in words]
    if "_MEANS" in said[1:4] and kinds_at(words, said.index("_MEANS") + 1, 1) == ["A_PLAYER"]:
        return _term_name(words[: said.index("_MEANS")])
    if said[:1] in (["A"], ["THE"]) and said[2:3] == ["IS"] and {*said[3:4]} & {*_PLAYERS}:
        return _term_name(words[1:2])
    if said[:1] == ["THE_PLAYER_WITH"] and said[-3:-1] == ["IS", "THE"]:
        return _term_name(words[-1:])
    things = said[:2] in (["A", "NAME"], ["EACH", "NAME"])
    if (said[:1] not in (["A_PLAYER"], ["EACH_PLAYER"]) and not things) or _ALLOWING & {*said}:
        return ""
    end = place_of(words, "_IF") or len(said)
    if end < (5 if end == len(said) else 3):
        return ""
    is_said = said[end - 2] == "IS" or said[end - 3 : end - 1] == ["IS", "_NAMED"]
    return _term_name(words[end - 1 : end]) if is_said else ""


_ALLOWING = frozenset({"_MAY", "_MAY_NOT", "_ONLY_IF"})


def _term_name(words: Words) -> str:
    """The words of a term as its name."""
    if any(each.kind not in ("WORD", "NAME", "A", "QUOTED") for each in words):
        return ""
    said = [str(each.value or each.text) for each in words if each.kind != "A"]
    return singular_of(" ".join(said))
