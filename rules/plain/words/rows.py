"""Wordings that say what the grammar has one form for: each a row, with the words that it means.

A row is ``PATTERN => WORDS``. In a pattern capitals are kinds of words (those of the grammar, or of
:data:`_SORTS`), small letters are words as they stand, ``a|b`` is either, ``?`` may be missing,
``^`` is the beginning of a sentence, ``>a|b`` what has to follow, if anything does. ``$2`` is the
second part of the pattern again, and ``$2=KIND`` as a word of that kind; of a time of the game
``$2n`` is its name, and ``$2v`` that of the value that tells it, ``$2u`` each such; ``$2t`` is the
table of a place, ``$2f`` the field of who stands there, ``$2l`` the column of what is beside it,
``$2c`` the one table that has a column; ``$2d`` is the verb of what was done; ``#2`` is its number
in digits, and ``DICE=`` are those of the third part. ``<a~b>`` makes two rows of one. A row says
all that its words say, so that none of them is dropped. Behind the rows stand what happens instead,
deadlines, and piles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from rules.plain.clauses import PLAYERS
from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import KnownField, PlainVocabulary, done, of_one
from rules.plain.words.lexemes import (
    HOURS,
    PLAYER_KINDS,
    Lexeme,
    Phrases,
    Said,
    Words,
    kinds,
    kinds_at,
    place_of,
    raw_words,
    rewritten,
    rows_in,
)
from wikibot.wikitext.numerals import NUMBER_WORDS, integer
from wikibot.wikitext.regex import regex

_SOME = "A_PLAYER|ANOTHER_PLAYER|EACH_PLAYER|EACH_OTHER_PLAYER|RANDOM_PLAYER|ANOTHER_RANDOM_PLAYER"
_PLAYERS = "|".join(sorted(PLAYER_KINDS))
_LINKED_TO = "ITS|IT|PERSON|THAT_PLAYER|NAME|THE|A|ALIAS|THAT|ANY|EACH|ANOTHER"
ROWS = f"""
    # How many.
    <from|_FROM~between> NUMBER <_TO~and> NUMBER NAME => $2 to $4 $5
    A|ANY|any whole? number from|_FROM NUMBER _TO NUMBER => $5 to $7
    <a|an amount|number OF~the_amount_of|the_number_of> NAME _EQUAL_TO => $<4~2> equal to
    THEIR number OF NAME => $1 $4
    _GAIN|_LOSE|_PAY HALF OF? THAT_PLAYER POSS NAME => $1 $6 equal to half of $4 $5 $6
    AS_MANY NAME _AS THAT_PLAYER|THEY|PERSON _HAVE >JOINT => $1 $2 as $4 $5 $2
    _MAY|_COLON|THEY|joint DOUBLE THEIR NAME COMMA? BUT_AT_MOST NUMBER => $1 $3 $4 becomes $2 $3 $4 $6 $7
    THEIR|ITS|THE NAME _INCREASE|_DECREASE NUMBER >JOINT => $1 $2 $3 by $4
    THE NAME OF A SOME_ROW => $1 $2 $3 $5
    ^ A_PLAYER|EACH_PLAYER POSS NAME _PLUS|_LESS THEIR? NAME <IS AT_MOST~> => for each player , their $4 $5 their $7 <may not be more than~>
    ^ <_NO_PLAYER _MAY~A_PLAYER _MAY_NOT> _HAVE MORE_THAN NUMBER NAME and|_PLUS NAME IN? together|total|combined|altogether => for each player , their $7 plus their $9 may not be more than $6
    THE_PLAYER_WITH NAME COMMA _TIES_BY THE_MOST? NAME COMMA? => $1 $2 $4 $5 $6
    THE NAME OF one TABLE OF_CHOICE? >DOES => $1 $2 $3 a $5 of their choice
    THE_NUMBER_OF A_PLAYER => $1 player
    THE_NUMBER_OF times => $1 time
    THE_NUMBER_OF THEIR NAME => $1 of their $3
    THE_NUMBER_OF ITS NAME => $2 $3
    THE_NUMBER_OF THE? NAMES OF => the $3 of
    AT_LEAST|AT_MOST|MORE_THAN|LESS_THAN|EXACTLY two|NUMBER OTHER_PLAYER_WORD IS IN|ON|AT THE_SAME NAME >JOINT => $1 #2 other players $4 $5 $6 $7 as they
    AT_LEAST|AT_MOST|MORE_THAN|LESS_THAN|EXACTLY <two OTHER_PLAYER_WORD~NUMBER PLAYER_WORD> => $1 #2 <other~> players
    two <TABLE THEY _HAVE~OTHER_PLAYER_WORD> => <a $2 $3 $4~another player> called the first and another <$2 $3 $4~player> called the second
    THE number|amount TOLD => that many
    THEIR present NAME => $1 $3
    any|ANY OF_THEIR STUFF => any number of $3
    _LOSE|_PAY|_GIVE ALL COMMA? but|except NUMBER OF_THEIR NAME => $1 $7 equal to their $7 minus $5 but at least 0
    A|one DICE => $2
    A|NUMBER <SIDED?~NUMBER _DASH sided> die|dice => #1d#2
    throw|throws|toss|tosses|cast|casts A|NUMBER SIDED? die|dice => roll #2d#3
    and|, and? keep|keeps|keeping|take|taking|use|using <BEST~WORST> => keeping the <best~worst>
    A_RANDOM amount|number OF NAME COMMA? _FROM|between 1 _TO|and NUMBER => 1d#9 $4
    _THERE_IS|_HAVE|_WITH A NUMBER <PERCENT~IN NUMBER> chance that|_THAT|_TO|OF? COMMA? => roll 1d<100~#5> ; on a $3 or less ,
    ON <A? NUMBER OR_MORE|OR_LESS?~EVEN> OF|ON|_WITH A? DICE COMMA? => roll $<7~5> ; on <a $3 $4~$2> ,
    _FOR_EACH die|dice|roll|result that|which|_THAT? shows|showing|OF A? => for each
    NUMBER|OR_MORE|OR_LESS _COLON NUMBER|DICE STUFF >JOINT => $1 : they gain $3 $4
    _COLON|and|,|; <+~_DASH> NUMBER|DICE STUFF => $1 they <gain~lose> $3 $4
    _MAY_NOT _VOTES_FOR => $1 vote
    _NO_PLAYER _MAY _VOTES_FOR => $1 $2 vote
    ROUNDED COMMA _FROM => $1 $3
    OF what IT NAME => $1 its $4
    THEY|THAT_PLAYER|joint|_COLON _GAIN|_TAKE IT >JOINT => $1 $2 1 of $3
    _GRANT THEY|THAT_PLAYER|PERSON|EACH_PLAYER|ANOTHER_PLAYER IT => $1 $2 1 of it
    _GAIN|_LOSE|_PAY|_BY_PAYING ITS NAME >JOINT => $1 1 of $2 $3
    NAME COMMA? but they? >DOES => $1 and $4
    _GAIN|_LOSE|_PAY NUMBER|DICE NAME COMMA? <_PLUS~_LESS|LESS> => $1 $3 equal to $2 <plus~minus>
    AS_MANY NAME _AS _THERE_ARE NAME >JOINT => $2 equal to the number of all $5
    _IF THEY <_WIN~_LOSE> >JOINT => <$1=IF_WON~$1=IF_LOST>
    _IF their_roll|your_roll IS <higher~lower> >JOINT => <$1=IF_WON~$1=IF_LOST>
    _IF THEY <POSS _ROLL IS~_ROLL> higher >JOINT => $1=IF_WON
    _IF THEY <POSS _ROLL IS~_ROLL> lower >JOINT => $1=IF_LOST
    _IF THAT_PLAYER POSS _ROLL IS <higher~lower> COMMA >SURE => <$1=IF_LOST~$1=IF_WON> $7
    _IF_ROLLED MORE_THAN|LESS_THAN|AT_LEAST|AT_MOST => if the roll is $2
    NUMBER NAME COMMA _SHARED => $1 $2 shared
    BUT_AT_MOST|BUT_AT_LEAST NUMBER COMMA _TO|_FROM => $1 $2 $4
    _GAIN NUMBER NAME COMMA? _UP_TO NUMBER NAME= => $1 $2 $3 up to a maximum of $6
    joint and? EXCESS_LOST => $3
    COUNT _BECOME NUMBER STUFF >JOINT|_IF|_UNLESS => $1 $2 $3

    # Who.
    _HAVE|_WITH neither A|ANY? NAME nor A|ANY? NAME => $1 no $4 and no $7
    _HAVE|_WITH|IS|IS_NOT|_STAND _EITHER_OF|both => $1
    and|or carrying|holding|owning|possessing|having => $1 have
    and that THEY => $1 $3
    A_PLAYER COMMA? picked|chosen|selected|drawn <at|by random|chance|lot~randomly> COMMA? => a random player
    <_THERE_IS ~>_NO_OTHER_PLAYER IS? IN|ON|AT THEIR STOOD_ON => $<2~1> is $<4~3> their $<6~5>f
    _THERE_IS|_THERE_ARE _NO_PLAYER >_WHO|_WHOSE|_WITH => there are no players
    _THERE_IS|_THERE_ARE _NO_PLAYER|_NO_OTHER_PLAYER => $2 is
    _IF|_ONLY_IF|_UNLESS|joint A_PLAYER|ANOTHER_PLAYER _HAVE that LIVED => $1 there is $2 whose $5f is that $5
    LIVED which|that? _NO_PLAYER|A_PLAYER _HAVE >JOINT|_BY_PAYING => $1 with $3
    _NO_OTHER_PLAYER|ANOTHER_PLAYER|OTHER_PLAYER_WORD IS IN|ON|AT THE_SAME NAME >JOINT => $1 $2 $3 $4 $5 as they
    NO NAME AT ALL => $1 $2
    happens|happen _TO be => is
    _INCLUDE|_INCLUDE_NOT A SOME_ROW => $1 $3
    IS|IS_NOT where THEY IS => $1 at their $2f
    THE_SAME NAME _AS THEY IS => $1 $2 $3 $4
    _HAVE THE STOOD_ON THEY IS|_STAND IN|ON|AT => $1 a $3 that is their $3f
    NAME _BELONG_TO THEY => $1 's owner is $3
    _IF COMMA and _ONLY_IF COMMA => only if
    each|EACH|all|ALL <OF ITS|THEIR|THE NAMES~NAMES OF> => each player in <$3 $4~the $2 of>
    <_IS_SHARED~_IS_SHARED_IN NAME AMONG> ITS|THEIR|THE NAMES => <$1~$1 $2 $3> each player in <$2 $3~$4 $5>
    ALL THEIR NAME _IS_SHARED => their $3 $4
    THEY _ROLL DICE COMMA? and? THAT_PLAYER _ROLL DICE= => both $2 $3
    <, _AS~_AS> THEY _SELECT|like|want|wish|please|prefer >JOINT =>
    _PAY|_BY_PAYING NUMBER NAME _TO THE WORD >JOINT|_IF|_UNLESS|ITEM => $1 $2 $3
    _FOR_EACH <OF ITS|THEIR NAMES~NAMES OF> => $1 player in <$3 $4~the $2 of>
    IS|IS_NOT A NAMES OF|OF_THEIR => $1 among the $3 $4
    <_BECOME~_NO_LONGER> A NAMES OF|OF_THEIR => is <added to~removed from> the $3 $4
    without A|ANY|THE? NAME => with no $3
    without <A_PLAYER~ANOTHER_PLAYER> => with no <player~other player>
    where|on_which|in_which|at_which <_THERE_IS _NO_PLAYER|_NO_OTHER_PLAYER~_NO_PLAYER|_NO_OTHER_PLAYER IS|_STAND> => with $<3~2>
    A_PLAYER|ANOTHER_PLAYER OF|_WITH A <lower|smaller~higher|greater|larger> NAME _THAN? THEY? => $1 who have <fewer~more> $5 than they
    _THAN THEY|THAT_PLAYER do|does|_HAVE => $1 $2
    THE_PLAYERS_WITH NAME each => $1 $2
    EACH_PLAYER except for|_FOR? those|anyone|A_PLAYER <_WITH A|ANY~IN|ON|AT> => $1 <with no~who is not $5>
    EACH_PLAYER except for|_FOR? those|anyone|A_PLAYER _WHO <IS~_HAVE> => $1 who <is not~does not have>
    NAME|_HAVE|{_SOME} <other _THAN~COMMA? except|but for|_FOR?> => $1 that is not
    one OF_THEIR <TABLE~STUFF> => <a $3 they own~1 $3>
    THE NAME OF THE <best|strongest~worst|weakest> TABLE => the <highest~lowest> $2 of the $6
    TABLE KEPT_BY => $1 whose $2 is
    NO <living|alive~dead> PLAYER_WORD => no player who is <~not> alive
    EACH_PLAYER _WHO _HAVE <MORE~LESS> NAME _THAN EACH_OTHER_PLAYER => the player with the <most~fewest> $5
    _HAVE <MORE~LESS> NAME _THAN EACH_OTHER_PLAYER => $1 the <most~fewest> $3
    THEY|_WHO IS the_player_with_the_<most~fewest> NAME => $1 have the <most~fewest> $4
    A|ANY TABLE THEIR NAME NAME => $1 $2 that $3 $4 $5
    _IF|_ONLY_IF|_UNLESS NO TABLE IS|_HAVE => $1 there is no $3 that $4
    _IF|_ONLY_IF|_UNLESS|_WHENEVER ALL|EACH TABLE <IS~_HAVE> => $1 there is no $3 that <is not~does not have>
    _IF|_ONLY_IF|_UNLESS AT_LEAST|AT_MOST|MORE_THAN|LESS_THAN|EXACTLY NUMBER TABLE IS|_HAVE => \
        $1 there are $2 $3 $4 that $5
    _IF|_ONLY_IF|_UNLESS _THERE_IS <A~NO> ROLE IN|ON|AT => $1 <a~there are no> $4 <is~who is> $5

    IS THE NAME OF >AT_LEAST|AT_MOST|MORE_THAN|LESS_THAN|EXACTLY|NUMBER|NO|MORE|LESS|AS_MANY => $3=IS_THE_OF
    also >DOES =>

    # What becomes of things.
    _MAY CONVERTS NUMBER|DICE|A NAME COMMA? and? NUMBER|DICE|A? NAME? COMMA? and? NUMBER|DICE|A? NAME? COMMA? <INTO~_FOR> => \
        $1 <$2=_CONVERT~$2=_BARTER> $3 $4 $5 $6 $7 $8 $9 $10 $11 $12 $14
    _MAY|ONCE|PER_UNIT|EACH_UNIT|ANY_TIME _CREATE A|NUMBER STUFF => $1 $2=_BUY $3 $4
    MORTAL => is no longer alive
    _COLON that TABLE IS_NOT NAME => $1 $2 $3 is no longer $5
    EACH|ALL|A|A_RANDOM|ANY unowned|unclaimed NAME => $1 $3 that nobody owns
    <HALF~ALL> EACH_PLAYER POSS NAME <ROUNDED?~> GONE => each player loses <half of~all> their $4 <$5~>
    <EACH_PLAYER POSS NAME~ALL STUFF> GONE => each player loses all their $<3~2>
    <HALF~ALL> THEIR NAME <ROUNDED?~> GONE => they lose <half of~all> their $3 <$4~>
    HALF THEIR NAME _MOVE|go _TO THE NAME => they pay half of their $3 to the $7
    ^ A TABLE POSS NAME _INCREASE|_DECREASE _BY NUMBER EACH_UNIT|WEEKDAY => each $3 $4 $5 $6 $7 $8 $9
    EACH|ALL THEIRS >CHANGES => each player 's $2
    EACH|ALL COLUMN <COMPARED NUMBER~> >CHANGES => the $2 of each $2c <whose $2 is $3 $4~>
    EACH TABLE POSS NAME <COMPARED NUMBER~> >CHANGES => the $4 of each $2 <whose $4 is $5 $6~>
    ALL TABLE _BECOME|_GAIN|_LOSE|_INCREASE|_DECREASE|_MOVE => each $2 $3
    ALL TABLE THEY _HAVE >DOES => each $2 $3 $4
    ALL TABLE COMMA? but|except THE? NAME => each $2 that is not $5 $6
    <HALF~ALL> THE? NAME ON|OF|IN|AT EACH|ALL NAME COMMA? ROUNDED? COMMA? GONE => the $3 of each $6 <is halved $8~becomes 0>
    HALF THE NAME ROUNDED? GONE => the $3 decreases by half of the $3 $4
    ^ FIELD _INCREASE|_DECREASE => each player 's $2 $3
    _MOVE _FROM THEIR NAME _TO => $1 to
    _MOVE _EITHER_OF? _TO THE? PLACE or _TO? THE? PLACE => $1 to a $5t that is $5 or $9
    _MOVE _TO? wherever|anywhere|where THEY like|want|choose|wish|please|prefer => $1 to a $1t
    TABLE NAME|next|adjacent|connected|neighbouring|linked _TO? theirs|THEIR >JOINT|_BY_PAYING => $1 $2 $3 their $1f
    BESIDE NEAR => $2 that their $2f $2l
    _MOVE between BESIDE NEAR => $1 to a $4 that their $4f $4l
    NEAR BESIDE|next _TO THEIR PLACED => $1 that their $5 $1l
    LINKED BESIDE|next _TO >{_LINKED_TO} => $1 $1l=LINK
    A|ANY|ANOTHER TABLE IN|ON|AT|OF|_WITH THE_SAME GROUPED => $1 $2 whose $5 is their $2f 's $5
    A|ANY|EACH TABLE IN|ON|AT THE_SAME <STOOD_ON~NAME> >JOINT|_BY_PAYING => $1 $2 $3 their <$5f~$5>
    IN|ON|AT THE_SAME STOOD_ON => $1 $2 $3f
    <_TO THE TABLE where|wherever~_TO where|wherever> THEY IS => to their $<3~1>f
    where THEY IS => their $1f
    <_TO THE TABLE where|wherever~_TO where|wherever> ONE IS >JOINT|_IF => to $<5~3> 's $<3~1>f
    <_TO THE TABLE where|wherever~_TO where|wherever> THE NAME IS >JOINT|_IF => to the $<6~4> 's $<3~1>f
    <_TO THE TABLE where|wherever~_TO where|wherever> SOMEWHERE IS >JOINT|_IF => to $<5~3> 's $<5~3>f
    _TO THE_SAME TABLE _AS ONE >JOINT|_IF => to $5 's $3f
    _WHENEVER A|THE NAME <turns|_TURN NUMBER years? old?~_BECOME NUMBER years|year old> >COMMA => $1 $2 $3 's age reaches $5
    _WHENEVER A NAME _WHOSE NAME IS NAME <turns|_TURN NUMBER years? old?~_BECOME NUMBER years|year old> >COMMA => \
        $1 the age of a $3 $4 $5 $6 $7 reaches $9
    _WHENEVER A TABLE _BECOME => $1 $2 $3 is
    _WHENEVER A_PLAYER|PERSON _BECOME A|THE? NAME >JOINT => $1 $2 is $4 $5
    changes|turns|alters|switches|rotates >COMMA => has changed
    NAME <_INCREASE~_DECREASE> >COMMA => $1 has <increased~decreased>
    listed|named|shown|found IN|ON|LESS_THAN|among => in
    _FOR NUMBER NAME COMMA? <paid|payable~which goes|go> _TO => by paying $2 $3 to
    A_PLAYER changes|change|switches|switch THEIR NAME >COMMA => $1 's $4 has changed
    ^ ON A|ANY|EACH|THE change OF|IN THE? NAME >COMMA => whenever the $7 has changed
    _WHENEVER A|THE NAME <changes hands~_GAIN A_NEW|ANOTHER|A owner> >COMMA => $1 $2 $3 's owner has changed
    ITS|THE new NAME => $1 $3
    TABLE _WITH NO NAME IN|ON|AT => $1 which have no $4 $5
    ^ _IF A_PLAYER|PERSON _GAIN|_LOSE|_MOVE|_ENTER|_LEAVE|_JOIN|_USE|_LAND|_PASS => whenever $3 $4
    THE COUNT RISE_ABOVE|SINK_BELOW|SINK_TO|_REACH NUMBER STUFF >JOINT => $1 $2 $3 $4
    HELD <OF A? NAME~> _INCREASE|_DECREASE _BY NUMBER STUFF >JOINT|BUT_AT_MOST|BUT_AT_LEAST => $1 $2 $3 $4 <$5 $6 $7~>
    aged NUMBER <or older~OR_MORE> => whose age is at least $2
    THEY _WITH THE <oldest~youngest> TABLE => the owner of the $5 with the <highest~lowest> age
    <older~younger> _THAN NUMBER years? old? => whose age is <more~less> than $3
    _WHENEVER _A_NEW_PLAYER _JOIN => $1 a player joins
    _MAY _ENTER THE? PLACE => $1 move to $3 $4

    # When.
    AT END_OF_TODAY => at the end of each day
    _SELECT to _EITHER_OF? >DOES =>
    {_PLAYERS}|_MUST _EITHER_OF => $1
    WAS|WAS_NOT DONE => $1 $2d=BE_DONE
    ^ <A TABLE~TABLE> _MAY_NOT be DONE => a player may not <$6d=WORD a $3~$5d=WORD a $2>
    _MAY_NOT be DONE => $1 $3d=BE_DONE
    every|each morning|evening|afternoon|night AT CLOCK => each day $3 $4
    AT CLOCK every|each morning|evening|afternoon|night => $1 $2 each day
    has|have|_HAVE passed|expired => is over
    <only|but_only~except> in|during|by|at the|a|an? MOMENT >JOINT|_IF|_UNLESS => <only if~unless> $4v is $4n
    in|during|by|at the|a|an? MOMENT >JOINT|_IF|_UNLESS|THEY => if $3v is $3n
    IT IS|IS_NOT|_BECOME MOMENT => $3v $2 $3n
    _WHENEVER|_IF MOMENT <begins|starts|falls|comes~ends|is_over> => whenever $2v <becomes~is not> $2n
    _WHENEVER|_IF A|A_NEW|THE|EACH|each|every new|next? PERIODIC <begins|starts|opens|comes|arrives|_BEGIN~ends|closes|is_over|OVER> COMMA? => at the <beginning~end> of $4u ,
    ^ AT_<BEGINNING~END> each|every|the|a MOMENT => whenever $4v <becomes~is not> $4n
    <only~> on|in|during THEIR TURN => <only~> if Turn is the player
    IT IS THEIR TURN => Turn is the player
    IT IS_NOT THEIR TURN => Turn is not the player
    ^ <THE NAME IS THE_PLAYER_WITH NAME~THE_PLAYER_WITH NAME IS NAME> => <$5 $6~$2 $3> is the <$3~$5>
    _TAKE_TURNS A_PLAYER|players => $1

    # Who may, and what only.
    ^ IN|ON|AT THE? PLACE COMMA? _NO_PLAYER _MAY => a player who is $2 $3 $4 may not
    THE COUNT _HAVE|_INCLUDE AT_LEAST|AT_MOST|MORE_THAN|LESS_THAN|EXACTLY NUMBER NAME => $1 $2 is $4 $5
    _MAY_NOT EXCEED => $1 be more than
    _WHOSE|THEIR NAME EXCEED|RISE_ABOVE THE NAME POSS >HOLDS => $1 $2 is more than $4 $5 $6 $2
    <THEY~_WHO> IS IN|ON|AT THE_SAME NAME _AS THE NAME => <their~whose> $5 is the $8 's $5
    A_PLAYER|ANOTHER_PLAYER|EACH_PLAYER IN|ON|AT THE_SAME NAME _AS THE NAME => $1 whose $4 is the $7 's $4
"""  # noqa: E501

_OWN_NAMES = {
    "alive": "Alive",
    "turn": "Turn",
    "owner": "Owner",
    "age": "Age",
}  # of columns and values, in these rows
_CONVERTING = ("turn", "convert", "trade in", "exchange", "process", "combine", "swap")
_BESIDE = frozenset({
    "adjacent", "neighbouring", "neighboring", "connected", "adjoining", "linked",
})  # fmt: skip
_LINKS = ("leads to", "exits", "adjacent to", "neighbours", "neighbors", "connected to", "links")
_TOLD = frozenset((
    "sold", "bought", "given", "paid", "lost", "gained", "spent", "moved", "sent", "discarded",
    "chosen", "taken", "stolen", "received", "offered", "used",
))  # fmt: skip
_PARTICIPLES = frozenset((
    "destroyed", "lost", "removed", "discarded", "gone", "spilled", "spoiled", "wasted",
    "forfeited", "burned", "burnt", "scrapped", "confiscated", "forgiven",
))  # fmt: skip


class Rewriter:
    """The words of one sentence while rows are applied to them."""

    def __init__(self, known: Phrases, vocabulary: PlainVocabulary) -> None:
        self.known, self.vocabulary = known, vocabulary

    def made(self, text: str, like: Lexeme) -> list[Lexeme]:
        """Words of the grammar, at the place of another word."""
        found: list[Lexeme] = []
        raw = raw_words(text)
        keys = tuple(each.key for each in raw)
        at = 0
        while at < len(raw):
            kind, length = self.known.longest(keys, at) or ("WORD", 1)
            said, value = " ".join(keys[at : at + length]), ""
            if said in _PLAIN_SIGNS:
                kind, value = _PLAIN_SIGNS[said]
            elif raw[at].group == "dice":
                kind, value = "DICE", said
            elif said.isdecimal():
                kind = "NUMBER"
            elif said in _OWN_NAMES:
                kind, value = "NAME", _OWN_NAMES[said]
            number: object = integer(said) if kind == "NUMBER" else value
            found.append(replace(like, kind=kind, text=said, value=number))
            at += length
        return found

    def fits(self, token: str, words: Words, at: int) -> int:
        """How many words from a place on fit one part of a pattern; 0 for none."""
        word = words[at]
        for each in token.split("|"):
            if each in _SORTS:
                if length := _SORTS[each](self, words, at):
                    return length
            elif each in (word.kind, word.low.replace(" ", "_")):
                return 1
        return 0

    def time_of(self, text: str) -> str:
        """The value of the game that may be a time of this name: ``Season`` of Winter."""
        return self.vocabulary.times.get(text.casefold(), "")

    def keeper(self, of: str, said: str) -> str:
        """The column of a table, or of that of a thing, that says who does so with its things.

        ``Keeper`` or ``Kept by`` of keeps, and of kept.
        """
        home = self.vocabulary.home(of)
        columns = [e.name for e in home.fields if e.names_player] if home and said[2:] else []
        return next((each for each in columns if _does_so(said.casefold(), each.casefold())), "")

    def standing(self, of: Lexeme) -> tuple[str, str]:
        """The table of a place, or of all where players stand, and their field; "" of several."""
        known, things = self.vocabulary, self.vocabulary.things(of.name)
        own = known.table(of.name) if of.name else None
        every = [table for table, _ in things] or ([own] if own else known.tables)
        found = [(e.name, field.name) for e in every if (field := known.standing(e.name))]
        return found[0] if len(found) == 1 else ("", "")

    def links(self, of: Lexeme) -> str:
        """The one column of a table that says which of its things are beside a thing; "": none.

        Decision: the page's column says what is adjacent, in one direction where only one row
        names the other.
        """
        table = self.vocabulary.table(of.name)
        fields = table.fields if table else ()
        sure = [e.name for e in fields if table and (e.kind, e.table) == ("things", table.name)]
        found = sure or [each.name for each in fields if each.name.casefold() in _LINKS]
        return found[0] if len(found) == 1 else ""

    def kept_at(self, of: Lexeme) -> str:
        """The column that says where a thing is, among the places of players; "" of others."""
        fields = [e for table, _ in self.vocabulary.things(of.name) for e in table.fields]
        places = [e.name for e in fields if e.kind == "thing" and self.vocabulary.standing(e.table)]
        return places[0] if len(places) == 1 else ""

    def fields_of(self, name: str, *, theirs: bool) -> Iterator[KnownField]:
        """The columns of things, or of players, that have this name."""
        own = self.vocabulary.field(name)
        if theirs:
            yield from [own] if own and name else []
        else:
            yield from (field for _, field in self.vocabulary.column(name))

    def names_players(self, word: Lexeme, before: Lexeme) -> bool:
        """Whether a name is that of a column, or of a value, whose cells name players."""
        fields = self.fields_of(word.name, theirs=before.kind == "THEIR")
        return any(each.names_player for each in fields)

    def is_stuff(self, words: Words, at: int) -> bool:
        """What players can have so many of, and no thing of a table."""
        name = words[at].name
        return bool(name and self.vocabulary.stuff(name) and not self.vocabulary.table(name))

    def is_table(self, words: Words, at: int) -> bool:
        """What things of a table are called."""
        return bool(words[at].name and self.vocabulary.table(words[at].name))

    def lists_players(self, words: Words, at: int) -> bool:
        """A column whose cells may name several players."""
        name = words[at].name
        every = [e for theirs in (True, False) for e in self.fields_of(name, theirs=theirs)]
        return bool(name) and any((e.kind, e.table) == ("things", PLAYERS) for e in every)

    def is_gone(self, words: Words, at: int) -> int:
        """``is destroyed``, ``are lost``."""
        two = [each.low for each in words[at : at + 2]]
        lost = len(two) == 2 and two[0] in ("is", "are") and two[1] in _PARTICIPLES
        return 1 if words[at].kind == "_IS_DESTROYED" else 2 * lost


def _does_so(verb: str, column: str) -> bool:
    """Whether ``keep``, ``keeps`` or ``kept`` is what a Keeper does, or who is in ``kept by``."""
    if column.endswith(" by"):
        bases = (verb, verb.removesuffix("s"), verb.removesuffix("es"))
        return column[:-3] in (verb, *(form for base in bases for form in done(base)))
    stems = [column[:-n] for n in (1, 2, 3) if column.endswith(("er", "or"))]
    stems += [f"{each[:-1]}y" for each in stems if each.endswith("i")]  # a Carrier
    return any(verb in (each, of_one(each), *done(each)) for each in stems)


_ONE_PLAYER = kinds(
    "PERSON ANOTHER_PLAYER A_PLAYER THAT_PLAYER RANDOM_PLAYER ANOTHER_RANDOM_PLAYER"
)
_COMPARED = kinds("MORE_THAN LESS_THAN AT_LEAST AT_MOST EXACTLY")
_CHANGES = kinds("_BECOME _INCREASE _DECREASE _IS_DOUBLED _IS_HALVED _IS_TRIPLED")
_SORTS: Mapping[str, Callable[[Rewriter, Words, int], bool | int]] = {  # how many words, if any
    "STUFF": Rewriter.is_stuff, "TABLE": Rewriter.is_table, "NAMES": Rewriter.lists_players,
    "GONE": Rewriter.is_gone,
    "DOES": lambda _, words, at: words[at].kind in DOING_SOMETHING,
    "SIDED": lambda _, words, at: words[at].low.removesuffix("-sided") in NUMBER_WORDS,
    "BEST": lambda _, words, at: _kept(words, at, "highe[rs]t?|better|best|larger|largest"),
    "WORST": lambda _, words, at: _kept(words, at, "lowe[rs]t?|worse|worst|smaller|smallest"),
    "ROLE": lambda self, words, at: bool(self.vocabulary.role(words[at].name)),
    "FIELD": lambda self, words, at: (  # a number that each player has
        any(e.kind in ("number", "") for e in self.fields_of(words[at].name, theirs=True))
    ),
    "COUNT": lambda self, words, at: (  # a value of the game that is a number
        (value := self.vocabulary.value(words[at].name)) is not None
        and value.kind == "number"
        and not self.is_table(words, at)
    ),
    "COLUMN": lambda self, words, at: (  # of the things of one table, and of no others
        [self.vocabulary.field(words[at].name), words[at].kind] == [None, "NAME"]
        and [e.kind in ("number", "") for e in self.fields_of(words[at].name, theirs=False)]
        == [True]
    ),
    "HELD": lambda self, words, at: (  # a number of the game, or of things alone
        self.fits("COUNT", words, at)
        or (bool(self.vocabulary.column(words[at].name)) and not self.fits("FIELD", words, at))
    ),
    "THEIRS": lambda self, words, at: (  # a number that each player has, and no thing
        bool(self.fits("FIELD", words, at)) and not self.vocabulary.column(words[at].name)
    ),
    "COMPARED": lambda _, words, at: words[at].kind in _COMPARED,
    "CHANGES": lambda _, words, at: words[at].kind in _CHANGES,
    "KEPT_BY": lambda self, words, at: (  # a column that says by whom something is done
        words[at].name.casefold().endswith(" by") and bool(self.vocabulary.column(words[at].name))
    ),
    "PLACE": lambda self, words, at: any(  # where players stand
        self.vocabulary.standing(of.name) for of, _ in self.vocabulary.things(words[at].name)
    ),
    "LIVED": lambda self, words, at: (  # a table of which players have one thing each
        self.is_table(words, at) and self.standing(words[at])[1] != ""
    ),
    "STOOD_ON": lambda self, words, at: (  # a table of places, by another name than players have
        bool(self.fits("LIVED", words, at)) and self.vocabulary.field(words[at].name) is None
    ),
    "SOME_ROW": lambda self, words, at: (
        bool(self.vocabulary.things(words[at].name)) and not self.is_table(words, at)
    ),
    "ONE": lambda _, words, at: words[at].kind in _ONE_PLAYER,
    "GROUPED": lambda self, words, at: (  # by a column of the table of places that is named before
        at > 2 and self.standing(words[at - 3])[1] != ""
        and any(
            of.name == self.standing(words[at - 3])[0]
            for of, _ in self.vocabulary.column(words[at].name)
        )
    ),
    "SOMEWHERE": lambda self, words, at: bool(self.kept_at(words[at])),
    "MOMENT": lambda self, words, at: bool(self.time_of(words[at].text)),
    "PERIODIC": lambda self, words, at: bool(self.vocabulary.period(words[at].name)),
    "BESIDE": lambda _, words, at: words[at].kind == "WORD" and words[at].low in _BESIDE,
    "LINKED": lambda self, words, at: self.is_table(words, at) and self.links(words[at]) != "",
    "NEAR": lambda self, words, at: (
        bool(self.fits("LINKED", words, at)) and self.standing(words[at])[1] != ""
    ),
    "PLACED": lambda self, words, at: (  # the field of who stands there, of the table before
        words[at].name == self.standing(words[at - 4])[1]
    ),
    "DONE": lambda self, words, at: bool(self.vocabulary.verb_done(words[at].low)),
    "END_OF_TODAY": lambda _, words, at: (
        words[at].low == "0:00" and any(each.low == "today" for each in words)
    ),
    "SURE": lambda _, words, at: words[at].low != "they",  # who may be either of two
    "TOLD": lambda _, words, at: words[at].low in _TOLD,
    "CONVERTS": lambda _, words, at: (  # and not what a thing lets its user do
        words[0].kind != "THEY"
        and (words[at].low in _CONVERTING or words[at].kind in ("_BARTER", "_SWAP", "_CONVERT"))
    ),
    "MORTAL": lambda self, words, at: (  # where players have such a field
        words[at].low in ("dies", "die")
        and (alive := self.vocabulary.field("Alive")) is not None
        and alive.kind == "yes or no"
    ),
    "JOINT": lambda _, words, at: words[at].kind in ("joint", "_COLON"),
    "HOLDS": lambda _, words, at: words[at].kind in ("_MAY", "_COLON", "_IF", "joint"),
    "COMMA": lambda _, words, at: words[at].text == ",",
}  # fmt: skip


def _kept(words: Words, at: int, which: str) -> int:
    """How many words ``the higher one``, ``the best die`` has: the one of the dice that counts."""
    said = rf"the (?:{which})(?: (?:one|die|roll|result|number))?"
    lows = [" ".join(each.low for each in words[at : at + n]) for n in range(4)]
    return next((n for n in (3, 2, 1) if re.fullmatch(said, lows[n])), 0)


_PLAIN_SIGNS = {
    ",": ("joint", "and"), "and": ("joint", "and"), ":": ("_COLON", ""), "'s": ("POSS", ""),
    ".": ("joint", "stop"), ";": ("joint", "stop"), "or": ("joint", "or"),
}  # fmt: skip


Row = tuple[tuple[str, ...], str]


@cache
def _rows() -> Mapping[str, Sequence[Row]]:
    """The rows by what the first word of their pattern has to be: its kind, or its text."""
    found: dict[str, list[Row]] = {}
    for line in rows_in(ROWS):
        said, _, means = line.partition(" =>")
        pattern = tuple(said.split())
        first = next(each for each in pattern if each != "^")
        for each in first.split("|"):
            either = (_FIRST.get(each, each), _FIRST.get(each, each.replace("_", " ")))
            for key in dict.fromkeys(either):
                found.setdefault(key, []).append((pattern, means.strip()))
    return {key: tuple(dict.fromkeys(rows)) for key, rows in found.items()}


# the kind of such words
_FIRST = dict.fromkeys(
    ("STUFF", "FIELD", "COUNT", "TABLE", "COLUMN", "HELD", "LIVED", "NEAR", "LINKED"), "NAME"
)
_FIRST |= {"MORTAL": "WORD", "BESIDE": "WORD"}


def _is_around(words: Words, at: int) -> bool:
    """Whether a bracket, or a comma, stands beside how something is rounded."""
    beside = words[at + 1 : at + 3] if words[at].text != ")" else words[max(at - 1, 0) : at]
    opens = words[at].text in ("(", ")") or (words[at].text == "," and beside[:1])
    if words[at].text == ",":
        if kinds_at(words, at - 1, 3)[::2] == ["ROUNDED", "_TO"]:
            return True
        return [each.text for each in beside[:1]] == ["("] and beside[-1].kind == "ROUNDED"
    return bool(opens and beside and beside[0].kind == "ROUNDED")


def _matched(
    rewriter: Rewriter, pattern: Sequence[str], words: Words, at: int
) -> list[tuple[int, int]] | None:
    """The places of the parts of a pattern; None where it does not stand here."""
    spans: list[tuple[int, int]] = []
    for part in pattern:
        if part == "^":
            if at and words[at - 1].text not in (".", ";") and words[at - 1].kind != "ITEM":
                return None
            spans.append((at, at))
            continue
        if part[0] == ">":
            if at < len(words) and not rewriter.fits(part[1:], words, at):
                return None
            continue
        length = rewriter.fits(part.rstrip("?="), words, at) if at < len(words) else 0
        if length and part[-1] == "=" and words[at].value != words[spans[2][0]].value:
            return None  # the same as the third part
        if not length and not part.endswith("?"):
            return None
        spans.append((at, at + length))
        at += length
    return spans


def _written(
    rewriter: Rewriter, means: str, words: Words, spans: Sequence[tuple[int, int]]
) -> Iterable[Lexeme]:
    first = words[next(start for start, end in spans if end > start)]

    def number(part: re.Match[str]) -> str:
        start, end = spans[integer(part[1]) - 1]
        one, low = words[start], words[start].low.removesuffix("-sided") if end > start else "six"
        return str(one.value if one.kind == "NUMBER" else NUMBER_WORDS.get(low, 1))

    for each in re.split(r"(\$\d+[unvtfcld]?(?:=[A-Z_]+)?)", re.sub(r"#(\d+)", number, means)):
        if not each.startswith("$"):
            yield from rewriter.made(each, first)
            continue
        part, _, kind = each.partition("=")
        start, end = spans[integer(part.strip("$unvtfcld")) - 1]
        for word in words[start:end]:
            said = _named(rewriter, part[-1], word)
            text = str(said.value) if kind == "WORD" else said.text
            yield replace(said, kind=kind or said.kind, text=text)


def _named(rewriter: Rewriter, which: str, of: Lexeme) -> Lexeme:
    """The word that a letter behind the number of a part stands for."""
    known = rewriter.vocabulary
    if which == "u":
        own = known.period(of.name)
        return replace(of, kind="EACH_UNIT", text=f"every new {own}", value=own)
    if which == "n":
        return replace(of, kind="NAME", value=of.text)
    if which.isdecimal():
        return of
    if which == "d":
        return replace(of, value=known.verb_done(of.low))
    if which in "tf":
        return of.named(rewriter.kept_at(of) or rewriter.standing(of)[which == "f"])
    named = {
        "c": lambda: known.column(of.name)[0][0].name,
        "v": lambda: rewriter.time_of(of.text),
        "l": lambda: rewriter.links(of),
    }
    return of.named(named[which]())


def with_rows(words: Words, rewriter: Rewriter) -> list[Lexeme]:
    """The words with all rows applied, each word once, in time proportional to them."""
    words = [word for at, word in enumerate(words) if not _is_around(words, at)]
    return rewritten(words, rewriter, _row_at)


def _row_at(words: Words, at: int, _: Words, rewriter: Rewriter) -> Said:
    rows, text = _rows(), words[at].low
    for pattern, means in (*rows.get(words[at].kind, ()), *rows.get(text, ())):
        spans = _matched(rewriter, pattern, words, at)
        if spans is not None and spans[-1][1] > at:
            return list(_written(rewriter, means, words, spans)), spans[-1][1] - at
    return None


# -- ``A player who would lose Fish loses Gold instead`` as ``If a player would lose Fish, ...``


_SAID_OF = kinds("_WHO _THAT joint")
_AMASSED = kinds("_GAIN _LOSE _PAY")


def instead(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """The words in the order of the grammar: who would do what, then what they do instead."""
    would, last = place_of(words, "_WOULD"), place_of(words, "INSTEAD")
    if not would or last < would + 2:
        return words
    word, rest = words[last], [*words[:last], *words[last + 1 :]]
    while rest[-1].kind == "joint":
        rest.pop()
    if words[0].kind in ("_IF", "_WHENEVER"):
        said = [*rewriter.made("if", words[0]), *rest[1:]]
        return [*said[: would + 1], *_that_many(said[would + 1 :], rewriter), word]
    second = next((at for at in range(would + 2, len(rest)) if _does(rest[at])), 0)
    if not second:
        return words
    who, what = _without(rest[:would]), rest[would + 1 : second]
    has = place_of(what, "_HAVE")
    if has > 1 and any(each.low == "or" for each in what[:has]):
        return words
    if has > 1:  # who would lose Health and has a Net
        who += [*rewriter.made("who", word), *what[has:]]
        what = _without(what[:has])
    then = [*rewriter.made(", they", rest[second]), *_that_many(rest[second:], rewriter)]
    return [*rewriter.made("if", words[0]), *who, words[would], *what, *then, word]


def deadline(words: Words, at: int, found: list[Lexeme], rewriter: Rewriter) -> Said:
    """``within 3 days`` and ``for 7 days`` as words of their own; what is random behind that.

    An offer may stand until the end of a day, too: ``by the end of the week``, ``that day``.
    """
    word, three = words[at], words[at : at + 3]
    accepts = kinds_at(found, len(found) - 1, 1) == ["_ACCEPT"]
    offered = accepts or (word.low in ("by", "before") and place_of(found, "_OFFER"))
    for end in range(min(at + 6, len(words)), at, -1) if offered else ():
        if until := _UNTIL.fullmatch(" ".join(each.low for each in words[at:end])):
            unit = until["unit"] or until["of"] or "day"
            text = f"by the end of the {unit}"
            return [replace(word, kind="WITHIN_HOURS", text=text, value=unit)], end - at
    unit = HOURS.get(three[-1].low.rstrip("s"), 0) if len(three) == 3 else 0
    many = three[1].value if unit and three[1].kind == "NUMBER" else 0
    bound = word.low == "for" and bool(found) and found[-1].kind == "BOND"
    if isinstance(many, int) and many and (word.low == "within" or bound):
        while not bound and found and found[-1].kind == "joint":
            found.pop()
        text, kind = " ".join(each.text for each in three), "FOR" if bound else "WITHIN"
        return [replace(word, kind=f"{kind}_HOURS", text=text, value=many * unit)], 3
    if word.kind == "_BOTH" and len(three) > 1 and three[1].kind != "_ROLL":
        return [replace(word, kind="THE_TWO", text="the two")], 1
    if pile := _pile(words, at, found, rewriter):
        if kinds_at([*found[-4:], *pile], 0, 5) == ["IT", "_MOVE", "_TO", "THE", "PILE"]:
            found[-4:] = rewriter.made("they lose it to the", found[-4])
        return pile, 1
    if found and found[-1].kind == "WITHIN_HOURS":
        rest = " ".join(each.low for each in words[at:] if each.text not in (";", ",", "."))
        if rest in _AT_RANDOM:
            return [replace(word, kind="AFTER_RANDOM", text=rest)], len(words) - at
        joint = word.kind == "joint"
        behind = [each.low for each in words[at + joint : at + joint + 3]]
        after = [["after", "that"], ["otherwise"]]
        if said := next((len(each) for each in after if behind[: len(each)] == each), 0):
            length = joint + said + (behind[said:] == [","])
            return [replace(word, kind="AFTER_THAT", text="after that")], length
    return _cards(words, at, found, rewriter)


def hours_later(words: Words, at: int, _: list[Lexeme], __: Rewriter) -> Said:
    """``6 hours later``, ``after 2 days`` as one word."""
    three, word = words[at : at + 3], words[at]
    said = [each for each in three if each.low not in ("later", "after")]
    counted_from = three[-1:] and three[-1].low == "after" and kinds_at(words, at + 3, 1)
    if counted_from and counted_from != ["joint"]:
        return None  # 3 days after its Since
    if len(said) != 2 or len(three) != 3 or said[0].kind != "NUMBER" or three[1] not in said:
        return None
    many, unit = said[0].value, HOURS.get(said[1].low.rstrip("s"), 0)
    text, hours = " ".join(each.text for each in three), many * unit if isinstance(many, int) else 0
    return ([replace(word, kind="HOURS_LATER", text=text, value=hours)], 3) if hours else None


_UNTIL = regex(
    r"(?:on |in |during )?(?:that|this|the same|that same|that very) (?P<unit>day|week|month)|today"
    r"|(?:by|before|until) the (?:end|close) of (?:the|that|this|the same) (?P<of>day|week|month)"
)
_AT_RANDOM = ("after that a random one", "after that random ones", "then a random one",
              "after that one at random", "otherwise a random one")  # fmt: skip


_TOWARDS = kinds("_FROM _TO INTO _SHUFFLE")


def _pile(words: Words, at: int, found: Words, rewriter: Rewriter) -> list[Lexeme]:
    """``the Deck``, where it is a pile that is drawn from, or shuffled; also "into it"."""
    word, pile_of = words[at], rewriter.vocabulary.pile_of
    if word.kind == "IT" and found and found[-1].kind == "INTO":
        piles = [each for each in found if each.kind == "NAME" and pile_of(str(each.value))]
        return [*rewriter.made("the", word), replace(piles[0], kind="PILE")] if piles else []
    if word.kind != "NAME" or not pile_of(str(word.value)) or not found:
        return []
    behind = kinds_at(words, at + 1, 3)
    said = behind[:1] == ["_IS_SHUFFLED"] or behind == ["IS", "A", "PILE_OF"]
    towards = len(found) > 1 and found[-2].kind in _TOWARDS
    return [replace(word, kind="PILE")] if found[-1].kind == "THE" and (said or towards) else []


def _cards(words: Words, at: int, found: Words, rewriter: Rewriter) -> Said:
    """``2 Cards of their choice``, ``Cards of their choice until they have 7``: behind a loss.

    The value: how many, and 1 where so many are left.
    """
    if not found or found[-1].kind != "_LOSE":
        return None
    counted = words[at].kind in ("A", "NUMBER")
    noun, end = words[at + counted] if at + counted < len(words) else words[at], at + counted + 1
    is_table = rewriter.vocabulary.table(str(noun.value)) is not None
    if noun.kind != "NAME" or not is_table:
        return None
    chosen = kinds_at(words, end, 1) == ["OF_CHOICE"]
    end += chosen
    many = words[at].value if isinstance(words[at].value, int) else 1
    value = many, 0
    if not counted:
        until = " ".join(each.low for each in words[end : end + 3]) == "until they have"
        number = words[end + 3].value if until and len(words) > end + 3 else ""
        if not chosen or not isinstance(number, int):
            return None
        value, end = (number, 1), end + 4
    return [replace(noun, kind="CHOSEN_CARDS", text=str(noun.value), value=value)], end - at


def _does(word: Lexeme) -> bool:
    """Whether a word says that something happens."""
    return word.kind in DOING_SOMETHING


def _without(words: Words) -> list[Lexeme]:
    """The words without "who" and "and" at their end."""
    found = list(words)
    while found and found[-1].kind in _SAID_OF:
        found.pop()
    return found


def _that_many(words: Words, rewriter: Rewriter) -> list[Lexeme]:
    """``they lose Gold``: that much of it."""
    found: list[Lexeme] = []
    comma = next((at for at, each in enumerate(words) if each.kind == "joint"), 0)
    for at, word in enumerate(words):
        after = words[at + 1].kind if at + 1 < len(words) else ""
        amassed = word.kind == "NAME" and words[at - 1].kind in _AMASSED
        if at > comma and amassed and after != "_EQUAL_TO":
            found += rewriter.made("that many", word)
        found.append(word)
    return found
