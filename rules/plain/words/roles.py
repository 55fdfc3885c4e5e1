"""Players by what they are: ``a Werewolf``, ``dead players``, ``a rich farmer``.

A role is what a field of players may hold (``Role: Werewolf``, ``Rank: Knight``), a field that
holds yes or no (``Alive``), or a term that a sentence of the page defines (``A player is rich if
...``). Before a word for players, or in its place where a player stands, it is read as a player
``whose Role is Werewolf``, ``who is Alive``, ``who is rich``.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.vocabulary import PlainVocabulary, singular, stem
from rules.plain.words.lexemes import DOING_SOMETHING, RELATIVE, Lexeme, kinds

_PLAYERS = {
    "A": ("A_PLAYER", "a player"),
    "ANY": ("A_PLAYER", "a player"),
    "ANOTHER": ("ANOTHER_PLAYER", "another player"),
    "EACH": ("EACH_PLAYER", "each player"),
    "ALL": ("EACH_PLAYER", "all players"),
    "A_RANDOM": ("RANDOM_PLAYER", "a random player"),
    "": ("A_PLAYER", "players"),
}
_ALIVE = {"living": "IS", "alive": "IS", "dead": "IS_NOT"}  # of a field Alive
_BEFORE_PLAYERS = kinds(  # what may stand before "a Knight" where that is a player
    "joint _COLON ITEM WORD THERE_ARE_NO ALL _IF _WHENEVER _UNLESS _ONLY_IF ONLY EACH_UNIT "
    "PER_UNIT WEEKDAY ONCE TIMES AS_ACTION OTHERWISE _FROM _TAKE _STEAL _SELECT CLOCK _GRANT"
)
_SAYS_MORE = RELATIVE | kinds("_WITH ON IN INTO AT")


def with_roles(words: Sequence[Lexeme], vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words, with players who are called by what they are said at length."""
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        role = (
            _type_at(words, at, vocabulary)
            or _member_at(words, at, vocabulary)
            or _own_thing_at(words, at, vocabulary)
            or _role_at(words, at, vocabulary)
        )
        if role is None:
            found.append(words[at])
            at += 1
            continue
        found += role[0]
        at += role[1]
        more = words[at] if at < len(words) else None
        if more is not None and more.kind in _SAYS_MORE:
            found.append(replace(more, kind="joint", text="and", value="and"))
            if more.kind == "_WITH":
                found.append(replace(more, kind="_HAVE", text="have"))
                at += 1
    return found


def _role_at(
    words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary
) -> tuple[list[Lexeme], int] | None:
    """The words that a role at a place stands for, and how many words it has."""
    article = words[at].kind if words[at].kind in _PLAYERS or words[at].kind == "THE" else ""
    start = at + bool(article)
    said = [each.kind for each in words[start + 1 : start + 2]]
    if start >= len(words) or not (_stands(words, at) or said == ["PLAYER_WORD"]):
        return None
    if said == ["IS"] and words[start].kind == "TERM":
        return None  # the sentence that defines it
    is_what = _is_what(words[start], vocabulary)
    if is_what and start + 1 < len(words) and (more := _is_what(words[start + 1], vocabulary)):
        joint = replace(words[start + 1], kind="joint", text="and", value="and")
        is_what, start = [*is_what, joint, *more], start + 1  # a living Werewolf
        said = [each.kind for each in words[start + 1 : start + 2]]
    many = singular(words[start].text) != words[start].text
    if said == ["PLAYER_WORD"] and article not in ("", "THE", "ALL"):
        return (_said(article, words[start], is_what), start + 2 - at) if is_what else None
    if said == ["A_PLAYER"] and words[start + 1].text.casefold() == "players" and article != "THE":
        return (_said(article or "", words[start], is_what), start + 2 - at) if is_what else None
    if not is_what or said in (["NAME"], ["POSS"], ["PLAYER_WORD"], ["_COSTS"]):
        return None
    if article == "THE":
        alone = is_what[-1].kind == "NAME" and not at and said in (["_MAY"], ["_MAY_NOT"])
        article = "ALL" if many else ("A" if alone else "")
        return (_said(article, words[start], is_what), start + 1 - at) if article else None
    if many != (article in ("", "ALL")) and article != "ANY":
        return None
    counted = at > 0 and words[at - 1].kind == "THERE_ARE_NO"
    if not (article or counted) and not {*said} & (DOING_SOMETHING | _SAYS_MORE):
        return None  # "of Knights and Squires"
    return _said(article, words[start], is_what), start + 1 - at


def _type_at(
    words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary
) -> tuple[list[Lexeme], int] | None:
    """``a Shop``: a Space of type Shop."""
    two = words[at : at + 2]
    if [e.kind for e in two[1:]] != ["NAME"] or two[0].kind not in (*_PLAYERS, "THE"):
        return None
    table = vocabulary.type_of(str(two[1].value))
    after = [each.kind for each in words[at + 2 : at + 3]]
    if table is None or after == ["NAME"] or vocabulary.stuff(str(two[1].value)):
        return None
    name = table.noun or table.name
    noun = replace(two[1], kind="NAME", text=name, value=name)
    first = replace(two[0], kind="A", text="a") if two[0].kind == "THE" else two[0]
    return [first, noun, replace(two[1], kind="OF_TYPE", text="of type"), two[1]], 2


def _member_at(
    words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary
) -> tuple[list[Lexeme], int] | None:
    """``a player of the Green Party``: whose Party is Green."""
    said = [each.kind for each in words[at : at + 4]]
    if said[:3] != ["A_PLAYER", "OF", "THE"] and said[:3] != ["EACH_PLAYER", "OF", "THE"]:
        return None
    if said[3:] != ["NAME"] or not (role := vocabulary.role(str(words[at + 3].value))):
        return None
    noun = words[at + 4 : at + 5]
    is_noun = bool(noun) and stem(noun[0].text) == stem(role)
    return [words[at], *_whose(words[at + 3], role)], 4 + is_noun


def _own_thing_at(
    words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary
) -> tuple[list[Lexeme], int] | None:
    """``their Pet``: a Pet they own, where Pets are a table with a column for whose they are."""
    two = words[at : at + 2]
    if [each.kind for each in two] != ["THEIR", "NAME"] or vocabulary.field(two[1].text):
        return None
    table = vocabulary.table(str(two[1].value))
    owned = [e for e in (table.fields if table else ()) if e.table == "Players"]
    if len(owned) != 1 or singular(two[1].text) != two[1].text:
        return None
    article = replace(two[0], kind="A", text="a")
    return [article, two[1], replace(two[1], kind="THEY_OWN", text="they own")], 2


def _stands(words: Sequence[Lexeme], at: int) -> bool:
    """Whether a player may stand at a place."""
    return at == 0 or words[at - 1].kind in _BEFORE_PLAYERS


def _said(article: str, at: Lexeme, is_what: list[Lexeme]) -> list[Lexeme]:
    kind, text = _PLAYERS[article]
    return [replace(at, kind=kind, text=text), *is_what]


def _is_what(word: Lexeme, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """What is said of a player by a word: ``whose Role is Werewolf``; nothing where it is none."""
    who, be = replace(word, kind="_WHO", text="who"), replace(word, kind="IS", text="is")
    if word.kind == "TERM":
        return [who, be, word]
    alive = vocabulary.field("Alive")
    text = word.text.casefold()
    if alive is not None and alive.kind == "yes or no" and text in _ALIVE:
        be = replace(be, kind=_ALIVE[text])
        return [who, be, replace(word, kind="NAME", value=alive.name)]
    if word.kind != "NAME":
        return []
    name = str(word.value)
    field = vocabulary.field(name)
    if field is not None:
        return [who, be, word] if field.kind == "yes or no" else []
    role = vocabulary.role(name)
    if not role:
        return []
    return _whose(word, role)


def _whose(word: Lexeme, role: str) -> list[Lexeme]:
    """``whose Role is Werewolf``."""
    whose, be = replace(word, kind="_WHOSE", text="whose"), replace(word, kind="IS", text="is")
    return [whose, replace(word, kind="NAME", text=role, value=role), be, word]
