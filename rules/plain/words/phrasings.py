"""Other wordings: each with the form of the language that says the same, or that it may stand for.

A row that says the same belongs to the language: a sentence that is not understood as it stands is
read in these words (:func:`in_usual_words`). A row that may say something else makes an offer
(:mod:`rules.plain.offers`), which is played only when people take it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rules.plain.vocabulary import PlainVocabulary, doing, done, of_one
from rules.plain.words.bounds import bounded
from rules.plain.words.dealings import elected
from rules.plain.words.lexemes import HOURS, NTH, kinds, rows_in
from rules.plain.words.limits import ALLOWS, limited
from rules.plain.words.wordings import verb_in
from wikibot.game.names import singular_of
from wikibot.wikitext.dialect import upper_first
from wikibot.wikitext.numerals import NUMBER_WORDS, integer, number_or_none
from wikibot.wikitext.regex import regex

# PATTERN => FORM: says the same. PATTERN ?> FORM: may say it. Behind #: an example, a test. A row
# with <this~that> is two, one with the words before each ~ and one with those behind it.
# MONEY in a form is what makes players rich, where the page has one such column.
# Patterns are regular expressions, in which WHO is a player, N how many, T a thing, V an action,
# PERIOD a time, and X anything up to the next stop or colon. A form that is empty leaves them out.
ROWS = r"""
# trades
\b(accepts?|agrees?) before the (day|week|month) (?:ends|is over|is out)(?=,|$) => {0} by the end of the {1} # A player may court another player: if that player accepts before the day is over, the two gain 1 Gold.
^(WHO may [^.;]{5,160}?)(: if (?:that player|they) (?:accepts?|agrees?)|)((?:, [^.;]{3,120})?)[;,] (?:and )?(?:if (?:(?:they|that player) (?:do|does) not accept|it is not accepted)(?: it)? )?<(?:by the end of (?:the|that)|that|the same) (day|week|month),? (?:the offer|it) (?:is (?:gone|off|void|over)|lapses|expires)~(?:the offer|it) (?:is (?:gone|off|void|over)|lapses|expires) at the end of (?:the|that) (day|week|month)> => {0}{1} by the end of the {3}{2} # A player may offer any number of Fish for any number of Gold to another player; <if they do not accept that day, the offer is gone~the offer lapses at the end of the week>.
^(WHO may offer [^.;:]{5,160}?)[;,] (?:and )?<if (?:(?:they|that player) (?:do|does) not accept|it is not accepted)(?: it)? within (NUM (?:hours?|days?)),? (?:the offer|it) (?:is (?:gone|off|void|over)|lapses|expires)~(?:the offer|it) (?:is (?:gone|off|void|over)|lapses|expires) after (NUM (?:hours?|days?))> => {0} within {1} # A player may offer any number of Fish for any number of Gold to another player; <if they do not accept within 2 days, the offer is gone~the offer lapses after 2 days>.
^<((?!no )[^.:;]+?) (?:may|can|are allowed to)(?: freely| always)? (?:be (?:traded|swapped|exchanged|bartered)|change hands)(?: freely)? (?:between|among|by)~(?:trading|swapping|exchanging|bartering)( (?!is )[^.:;]+?)?? is (?:allowed|permitted|possible|free) (?:between|among)> ((?:any two |all two |two |both |any |all |the )?players\b[^.:;,]{0,80}?)(?=[.,;]|$| (?:if|when|whenever|while|as long as|so long as|provided)\b) => {1} may trade< ~>{0} # <Fish may change hands between~Trading Fish is allowed among> players in the same Room.
^(?:any )?(?:two |both )(players\b[^:;.,]{0,60} may )(?:freely )?(?:trade|swap|exchange|barter)(?= ) => {0}trade # Two players in the same Room may swap Fish and Gold.
^(players\b[^:;.]{0,60} may )(?:freely (?:trade|swap|exchange|barter)|swap|exchange|barter)(?= ) => {0}trade # Players in the same Room may barter Fish and Gold.
^(players\b[^:;.]{0,80}? may trade\b[^:;.]{0,60}?),? (?:freely|at any time|(?:as|however|whenever|if) (?:they )?(?:both )?(?:of them )?(?:like|please|wish|want|see fit|agree)(?: on the talk page)?|on (?:any|whatever) terms(?: (?:that )?(?:they )?(?:both )?(?:can )?agree(?: on| to)?)?)(?=,|$) => {0} # Players in the same Room may trade Fish on whatever terms they agree on.
^(players\b[^:;.]{0,80}? may trade) (?:anything|everything)(?: they (?:own|have))?(?=,|$| with| if) => {0} # Players may trade everything they own.
^(players\b[^:;.]{0,80}? may trade [^:;.]{2,80}?),? but (?:never|not) ((?-i:[A-Z])[^:;.,]{1,40})$ => (1) {0}. (2) {1} may not be traded. # Players may trade Fish and Wood, but never Gold.
^(T(?: and T2)?) changes? hands only(?= (?:on|if|while|during|in|at) ) => players may trade {0} only # Fish change hands only on Saturdays.
# bounds, and what becomes of an excess
^(?:(?:any|all) )?(?:excess )?T (?:(?:(?:that )?(?:a player|anyone|you|someone) (?:has|have|would (?:gain|get|have))|gained) )?(?:over|above|beyond|in excess of) NUM <goes (?:straight )?(?:in)?to (the T2)(?: instead)?~(?:is|are) (?:lost|wasted|forfeited)>$ => <whenever a player has more than NUM T, they pay T equal to their T minus NUM to {0}~a player's T is at most NUM> # Any Gold a player has over 30 <goes into the Pot~is lost>.
^(?:if|when|whenever|should) (?:someone|anyone|a player) (?:has|have) (?:over|more than) NUM T,? (?:<(?:what is too much|the (?:surplus|excess|rest|extra)(?: ones?)?) goes? (?:straight )?(?:in)?to|(?:they|that player) (?:(?:must|have to|has to) )?(?:give|pay|put|hand over|hands over|pays|gives|puts) (?:what(?:'s| is)|everything|anything|all|any|the) (?:above|over|beyond|excess|surplus|extra|rest)(?: (?:that|NUM))? (?:in)?to) (the [A-Za-z ]{3,40})~what is too much|the (?:surplus|excess|rest|extra)(?: ones?)?) (?:rots?|go(?:es)? off|(?:rots? and )?(?:is|are|gets?) (?:lost|wasted|spoilt))>$ => <whenever a player has more than NUM T, they pay T equal to their T minus NUM to {0}~a player's T is at most NUM> # If someone has more than 30 Fish, the rest <goes into the Pot~rots>.
^(?:while|if|when) ([^.:;,]{3,80}), ([^.:;,]{3,80} (?:is|has|have) at (?:most|least) [^.:;,]{1,40})$ => {1} if {0} # While Season is Winter, a player's Gold is at most 20.
^([^.:;,]{3,80}?) at most NUM((?: (?-i:[A-Z])[a-z]+)?),? (?:or|but) (?:only )?(?:at most )?NUM2 (?:if|while|when) ([^.:;,]{3,80})$ => (1) {0} at most NUM{1} unless {2}. (2) {0} at most NUM2{1} if {2}. # A player may hold at most 10 Fish, or at most 5 if they have no Net.
^(at the end of each \w+), (?:an?|any|each|every) player (?:with|who has) more than NUM T (?:throws|loses|discards|drops) (?:the (?:extra|spare|surplus)(?: ones)?(?: (?:back|away))?|down to NUM)$ => {0}, each player who has more than NUM T sets their T to NUM # At the end of each month, a player with more than 5 Points drops down to 5.
^any T (?:that )?a player has (?:above|over|beyond) NUM (?:rots?|(?:is|are) (?:lost|wasted)|goes off|spoils?)(?: away)? (at the end of each \w+)$ => {0}, each player who has more than NUM T sets their T to NUM # Any Fish a player has beyond seven rots away at the end of each week.
^(?:only )?NUM T (?:per|for each) (?:player|person)$ => a player may not have more than NUM T # One Net per player.
^the (?:most|maximum) T (?:that )?(?:a player|you|anyone) (?:may|can) (?:have|hold|own|carry) is NUM,? (?:or|but) NUM2 (?:if (?:they|you) are|for) an? ((?-i:[A-Z])[a-z]+)$ => a {0} may have up to NUM2 T; any other player, NUM # The most Gold a player may have is 10, or 15 if they are a King.

# of who wins or loses an action
^([^.]*\bmay V [^:]*:.*[.;]) (the (?:winner|loser)) of (?:an?|the) V(?= ) => {0} {1} # A player may dare another player: both roll 1d6; the higher roll wins. The loser of a dare loses 1 Health.
^([^.]*\bmay V [^:]*:.*[.;]) (?:when|whenever|if) (?:an?|the) V (?:is|ends in) (?:an? )?(?:tied?|drawn?)(?=,) => {0} on a tie # A player may dare another player: both roll 1d6; the higher roll wins. If a dare is tied, both lose 1 Health.
^([^.]*\bmay V [^:]*:.*[.;]) (?:when|whenever|if) an? player <wins~loses> (?:an?|the) V, they(?! .*\bthe(?:y|ir)\b) => {0} the <winner~loser> # A player may dare another player: both roll 1d6; the higher roll wins. Whenever a player <wins~loses> a dare, they <gain~lose> 1 Point.
^([^.]*\bmay V [^:]*:.*[.;]) (?:when|whenever|if) (?:an?|the) V is (?:won|lost), (?=the (?:winner|loser) ) => {0} # A player may dare another player: both roll 1d6; the higher roll wins. When a dare is won, the winner gains 1 Gold.

# short forms, and what English leaves out
^((?:every|each|all|any)(?:one|body)?(?: players?)?) (?:bar|save|save for|barring|excluding|excepting|with the exception of|apart from)(?= (?:the |an? )?\w) => {0} except # Everybody bar the Warden gains 1 Gold at the end of each week.
^(.*?\b(?:each player|every player|everyone|everybody|all players)) (?!except\b)([^.:;]{3,80}?),? except (?:for )?((?:those|anyone|players|the|(?-i:[A-Z])\w*)\b[^.:;,]{0,60})$ => {0} except {2} {1} # At the end of each week, each player loses 1 Gold, except those with a Net.
^(?:every|each) (?:last |single )?one of the(?= \w+s ) => all # Every last one of the Kings gains 1 Gold at the end of each week.
^((?-i:[A-Z])\w+s) (?:and (\w+s) alike|as well as (\w+s))(?= ) => {0} and {1}{2} # Kings as well as Barons gain 1 Gold at the end of each week.
^(.{1,60}?),? and (?:nobody else|no one else|\1 alone|only \1),?(?= ) => {0} # Alice and nobody else may dig: they gain 1 Gold.
\bmay <set~change> the (T) to (?:an?|any)(?: whole)? number (?:from|between) (N) (?:to|and) (N2)$ => may set {1} to {2} {0}, called the figure: the {0} becomes the figure # A player may <set~change> the Pot to a number from 0 to 4.
^if an? player ((?:has|is|owns|holds|did|does) [^.:;,]{2,60}), (?:they|that player) (V[^.:;,]{2,60}) (at the (?:end|start|beginning) of (?:each|every) PERIOD)$ => {2}, each player who {0} {1} # If a player has no Fish, they gain 1 Fish at the end of each week.
\b(players?) having\b => {0} who have # Any player having fewer than 3 Points gains 1 Gold at the end of each week.
(?:^only )?\b((?:an?|any|each|every)(?: other)? player|players|everyone|all players)(?= (?:not|alone) (?:in|at|on) ) => {0} who is # Any player not in the Kitchen gains 1 Gold at the end of each week.
^(?:folks|those of us|those players|people)(?= (?:who|with|whose|in|at|on|without) ) => players # Those of us with no Fish gain 1 Gold at the end of each week.
(^|, )(?:of|among) (?:all )?(?:the )?players ((?:who|with|in|at|on)[^,.:;]{3,60}), the (?:one|player) with (the (?:most|fewest|least) T) => {0}the player with {2} {1} # Each week, of all players in the Kitchen, the one with the most Gold gains 1 Point.
^owners of (an? (?:(?-i:[A-Z])\w+))(?= (?:may|gain|lose|pay|get|receive)) => players who own {0} # Owners of a Net may dig: they gain 1 Gold.
\b(who|whoever) is (T) at (?:the|that) (?:time|moment)(?= ) => {0} is {1} # Whoever is Warden at the time gains 1 Gold at the end of each week.
\b(in|at|on) the same T as ((?-i:[A-Z])[a-z]+)(?= ) => {0} the T of {1} # Each player in the same Room as Ogre gains 1 Gold at the end of each week.
\b(?:still|strictly) (?=(?:have|has|got|at least|more|fewer|less|own)\b)|(?<=have )(?:still (?:got )?|strictly )|\bstill(?= (?:have|has)\b) => # A player may dig if they have still at least 3 Fish: they gain 1 Gold.
\b(?:have not|haven't|hasn't|has not) got(?: an?y?)?(?= [a-z]) => have no # A player may dig if they haven't got a Net: they gain 1 Gold.
\beither (?=they |their ) => # A player may dig if either they have a Net or they have a Fish: they gain 1 Gold.
\b(?:have not|haven't|has not|hasn't) moved (?:yet |at all )?(?:today|that day) => did not move today # A player may dig if they haven't moved that day: they gain 1 Gold.
^having ([^.:;]{3,60}), (?:an?|any) player may(?= ) => a player who has {0} may # Having a Net, a player may dig: they gain 1 Gold.
\b(the T) (?:has|holds|contains) (\d+)(?: T2)? (or (?:more|less|fewer))\b => {0} is {1} {2} # If the Pot holds 5 Gold or more, a player may dig: they gain 1 Gold.
(?:\bthere(?:'s| is) )?\b(?:an?other|any other) player (?:is )?(in|at|on) (the T) with them\b => another player is {0} {1} and they are {0} {1} # A player may dig if there's another player in the Kitchen with them: they gain 1 Gold.
(may [^.:;,]{2,40}),? but only with (an?|N) (T) and only (in|at|on) (the T2)(?=:|$) => {0} only if they have {1} {2} and are {3} {4} # A player may dig, but only with a Net and only in the Kitchen: they gain 1 Gold.
^((?:if|when|whenever) (?:an?|any) player(?:'s T)?) ever(?= \w+s\b) => {0} # If a player ever runs out of Fish, they lose 1 Point.
^((?:if|when|whenever|once|each time|every time) (?:an?|any) player) (?:spends|loses|uses(?: up)?|pays|gives away|parts with|eats|sells) (?:their|his|her|the) (?:very )?last (T)(?=,) => {0} has no {1} # Whenever a player gives away their last Fish, they lose 1 Point.
^((?:if|when|whenever|each time|every time) (?:an?|any) player loses) (?:their|his|her) (T)(?=,) => {0} a {1} # Whenever a player loses their Net, they lose 1 Point.
\b(?:that|which) (?:another player|someone else|somebody else|another) owns\b => owned by another player # Whenever a player enters a Space that someone else owns, they pay 1 Gold to its Owner.
^((?:if|when|whenever|each time|every time) [^:]{3,90}, (?:they|you) (?:pays?|gives?)) (?:that|the|its) owner (N T)\b => {0} {1} to its owner # Whenever a player enters a Space owned by someone else, they pay that Owner 1 Gold.
^((?:if|when|whenever|each time|every time|in the event that) (?:an?|any) player) (?:changes|switches) (?:their |his |her )?(T)(?=,) => {0}'s {1} changes # Whenever a player switches Rank, they lose 1 Point.
^(?:(?:immediately|right|straight|directly) )?(?:(?:up)?on|after|when) becoming ([^.:;,]{2,60}), (?:an?|any|the) player(?= ) => whenever a player becomes {0}, they # Upon becoming a King, a player gains 2 Gold.
^(?:(?:immediately|right|straight|directly|just) )?(?:up)?(?:on|after) (buy|sell)ing ([^.:;,]{2,40}), (?:an?|the|that) (?:player|\1er)(?= ) => whenever a player {0}s {1}, they # Immediately after selling a Net, the seller gains 1 Point.
\b(N T)( at the (?:end|beginning|start) of (?:each|every) PERIOD) (for (?:each|every) [^.:;,]{3,60})$ => {0} {2}{1} # Alice gains 1 Gold at the end of each week for each player in the Kitchen.
^(.{0,60}\b(?:of|in|at|on) (the T) (?:gains?|loses?|gets?|receives?|pays?) N T2\b[^:]{0,40}?) for (?:each|every)( other)? player there\b => {0} for each{2} player at {1} # At the end of each week, each player in the Kitchen gains 1 Gold for each player there.
\bleaves ([^.:;,]{3,40}) for (?:any|another|some)(?: other)? T(?=,) => leaves {0} # If a player leaves the Kitchen for any other Room, they pay 1 Gold.
\b(?:(N T) (?:goes|is paid|flows|drops|falls|is put) (?:in)?to (the T2))(?= at|[.;]|$) => {1} increases by {0} # At the end of each week, 2 Gold goes into the Pot.
\b(puts?) (N T) in (the T2)(?=[.;,]|$| at) => {0} {1} into {2} # Whenever a player gains a Net, they put 1 Gold in the Pot.
^((?:when|whenever|as soon as|the moment|each time|every time|if) the T) (?:runs (?:dry|out)|is emptied|empties|is empty)(?: \(hits (?:0|zero)\))?, => {0} reaches 0, # When the Pot runs dry, each player loses 1 Point.
^(?:when|whenever|each time|every time|as soon as) (?:(?:an?|the) )?(\w{3,6}day) (?:begins|starts|dawns|comes|arrives)(?: a?round| by)?, => every {0}, # When Friday comes, each player gains 1 Gold.
^throughout (?:the )?((?-i:[A-Z])\w+), (?:once )?((?:each|every) PERIOD), => {1}, if it is {0}, # Throughout Winter, once each day, each player loses 1 Gold.
^(?:on|during) (?:any|each|every|a) day (?:when |that |on which |in which |where )?(the T is [^.:;,]{2,30}), => at the beginning of each day, if {0}, # On any day the Season is Winter, each player gains 1 Gold.
^(?:except on|(?:on )?(?:every|each|any) day (?:but|except|other than)(?: on)?) (?:an? )?(\w{3,6}day)s?, ([^:]{3,60} may [^:]{2,60})(?=:|$) => {1} if it is not {0} # On every day but Sunday, a player may dig: they gain 1 Gold.
(\w),? (?:but (?:never|not) on|on (?:every|each|any) day (?:but|except|other than)) (?:an? )?(\w{3,6}day)s?(?=[:,]|$) => {0} if it is not {1} # A player may dig, but not on Sundays: they gain 1 Gold.
\bon (\w{3,6}days) (?:only|alone)(?=[:,]|$) => only on {0} # A player may dig on Sundays only: they gain 1 Gold.
\b((?:gain|get|receive|earn|lose|pay)s? N T) \((N2(?: T2)?) ((?:if|in|on|at) [^().;:]{3,60})\)(?=[.;]|$) => {0}, or {1} {2} # At the end of each week, each player gains 1 Gold (2 in the Kitchen).
,? (?:before (?:anyone|anybody|anything else|any player)(?: else)? (?:acts|happens|moves)|before anything else|after everything else(?: has (?:been resolved|happened))?)(?=,) => # Every Monday, before anyone acts, each player gains 1 Gold.
^(?:as the last thing(?: that happens)?|in the (?:final|last) step(?: of)?) (?:of )?(each|every) PERIOD\b => at the end of each PERIOD # As the last thing that happens each day, each King gains 1 Gold.
\bevery (?:single )?(?:night at|midnight at)(?= (?:0:00|midnight|00:00)) => each day at # Every single night at midnight, each player with no Fish loses 1 Gold.
,? (?:tops|and that's it|at (?:the )?(?:very )?most|max|maximum|and no more)(?=[,:]) => # Three times a week, tops, a player may dig: they gain 1 Gold.
^any ?time (?:they|you|a player) (?:like|likes|want|wants|wish|wishes|please|pleases), => at any time, # Any time they like, a player may dig: they gain 1 Gold.
(: (?:they|you) [^:]{3,80}) each time$ => {0} # A player may dig as often as they like: they gain 1 Gold each time.
,? but(?= (?:only|just|at most) (?:once|twice|\w+ times)\b) => # A player may dig, but only twice in the whole game: they gain 1 Gold.
^once (?:a|each|every|per) year,? (on \d+ (?-i:[A-Z])\w+), => {0}, # Once a year, on 25 December, each player gains 1 Gold.
,? by T,(?= (?:gain|lose|pay|get|receive|move)) => # The poorest player, by Gold, gains 1 Fish at the end of each week.
(?<=\w) (?:too|as well)(?=[:,.;]|$) => # A player may dig if another player is in the Kitchen too: they gain 1 Gold.
,? (?:for (?:whatever|any) reason|however (?:that|this|it) (?:happens|happened|comes about)|no matter (?:how|why))\b => # Whenever a player's Gold falls to 0 for whatever reason, they gain 1 Fish.
^(.*\bjoins\b.*)\b(?:each|every|all) existing players? => {0}each other player # Whenever a new player joins, every existing player gains 1 Gold.
^come (\w{3,6}day), => every {0}, # Come Friday, each player gains 1 Gold.
^(?:come|on the first day of) ((?-i:[A-Z])\w+), => at the beginning of {0}, # Come Winter, each player loses 1 Gold.
\b(?:did nothing|took no actions?)(?= (?:today|this|yesterday|last)\b) => did not act # Each player who took no action this week loses 1 Gold at the end of the week.
\b(?:(?:rolls|comes) (?:a?round|again)|sets in)(?=,|$) => begins # Whenever Winter comes round, each player loses 1 Gold.
\bon an? (\w{3,6}day)(?=[:,.;]|$| (?:if|when|while|unless)\b) => on {0}s # A player may dig on a Sunday: they gain 1 Gold.
^should (an?|any|some) player('s T)? <(?!be )(V)(?=[ ,])~be(?= )> => whenever {0} player{1} <{2}s~is> # Should a <player's Gold fall to 0~player be elected Warden>, they lose 1 Point.
^(?:up)?on (?:the occasion of )?((?:an?|any|the) [^.:;,]{2,40}?)(?:'s)? (?!being|evening|morning|spring)VING(?= |,) => whenever {0} VINGs # Upon a player's Gold falling to 0, they lose 1 Point.
^(?:up)?on ((?:an?|any|the) [^.:;,]{2,40}?) being(?= ) => whenever {0} is # On a player's Gold being reduced to 0, they lose 1 Point.
^((?:whenever|when|each time|every time|any time) an? player) ([^.:;,]{3,60}?) (?:while|when) (?:(?:they are|being) )?((?:in|on|at) [^.:;,]{2,40}), => {0} who is {2} {1}, # Whenever a player gains a Net while in the Kitchen, they gain 1 Point.
\b(there|it|that|who|he|she|they|you)'(?:s|re)\b(?! (?:own|got|been|had)\b) => {0} is # If there's no Beast in the Kitchen, a player may dig: they gain 1 Gold.
\b(they|you|we|who|whoever)(?:'ve(?: got)?|'s got| ha(?:ve|s) got)\b => {0} have # A player who's got 3 Fish wins.
(?:^|(?<=: ))((?:if|when(?:ever)?|while|unless|as long as|as soon as|once|each time|every time) [^.:;,]{5,80}?)(?<! and)(?<! or)(?<! that)(?<! who)(?<! than) (they|you|that player|nobody|no one|a player|each(?: other)? player|everyone)(?= (?:may|can|cannot|can't|wins?|loses?|gains?|gets?|receives?|pays?|takes?|moves?|goe?s?|rolls?|dies?|become|becomes)\b) => {0}, {1} # If there is no Beast in the Kitchen a player may dig: they gain 1 Gold.
\b(anyone|anybody|players?) (?:holding|carrying|owning|with) ((?:an?|N) T) and (?:standing|being|staying|located) (in|at|on) (T2)(?= ) => {0} who has {1} and is {2} {3} # Anybody holding a Net and standing in the Kitchen may dig: they gain 1 Gold.
\bwho is both ((?:in|at|on) T) and (an? T2)(?= ) => who is {0} and is {1} # A player who is both in the Kitchen and a King may dig: they gain 1 Gold.
^(?:the player with|whoever has) (the (?:most|fewest|least) T) \((?:or )?(?:all(?: of them)?|everyone)[ ,]{1,2}(?:if|when) (?:(?:it is|it's|there is|there's) a tie|they tie|several tie|tied)\)(?= ) => each player with {0} # Whoever has the fewest Points (all of them, if it's a tie) gains 1 Gold at the end of each week.
^((?:at the end of each PERIOD, )?the player with the (?:most|fewest|least) [^;]{5,80}); if (?:there is|there's|it is|it's) a tie, (?:all (?:of )?(?:those|the players) (?:who are )?tied|all of them|each of them) (?:do|lose|gain|get|pay)(?: it| so)?$ => {0}; in a tie, all of them # The player with the most Gold loses 3 Gold at the end of each week; if there's a tie, all those tied lose it.
\b((?:their|your|the) T) is (?:somewhere )?between (\d+) and (\d+)(?: inclusive)?\b => {0} is at least {1} and {0} is at most {2} # A player may dig if their Energy is somewhere between 2 and 7: they gain 1 Gold.
# who may
\bas (?:a|their) <daily~weekly> action\b,? => once per <day~week>, # As a <daily~weekly> action, a player may dig: they gain 1 Gold.
\bevery player\b => each player # In Winter every player loses 1 Gold a day.
^(?:only(?! one)|(?:nobody|no one|no player) (?:but|except(?: for)?|other than)) ((?:an? |the |player |players )?[a-z]+(?: [^.:;,]{2,50})?) may ([^.:;]{2,60}:) => {0} may {1} # Only players with at least 3 Fish can boast: they gain 1 Point.
\bmay only (V(?: [^.:;,]{1,40}?)??)<(?= (?:once|twice|\w+ times)\b)~(?= (?:if|when|while|in|on|at|during|by) )> => may {0}<~ only> # A player may only <dig twice a day: they gain 1 Gold~fish in the Kitchen: they gain 1 Gold>.
\bcalendar (?=PERIOD\b) => # A player may dig once per calendar day: they gain 1 Gold.
\b(?:(?:only|just) )?(?:the once|(?:one|a) (?:single )?time)\b => once # A player may dig just the once per day: they gain 1 Gold.
\b(once|twice|thrice|\w+ times) <daily~(week|month|hour)ly>\b => {0} per <day~{1}> # A player may, thrice <daily~weekly>, dig: they gain 1 Gold.
\bat any time,? (?=as (?:often|many times|much) as ) => # A player may dig at any time, as often as they like: they gain 1 Gold.
^(?:no|not) more (?:often )?than (?=once (?:every|per|in) \w+ (?:hours|days|weeks)\b) => # No more often than once per 48 hours, a player may dig: they gain 1 Gold.
\b(?:(?:no|not) more (?:often )?than )?once (?:in|within|per) (?:any|an?|each|every) (\d+)-(hour|day|week) (?:stretch|period|window|span)\b => once every {0} {1}s # Not more often than once in any 48-hour stretch, a player may dig: they gain 1 Gold.
\b(?:(?:(?:no|not) more (?:often )?than|at (?:the )?most|only|just) )?((?:once|twice|thrice|\w+ times),?) (?:(?:(?:with)?in|during|per|each|every|an?|any) (?:(?:the|any|one|each|every|an?|single|given|same|whole) ){0,3}PERIOD)(?:,? (?:and (?:not|no) more(?: often)?|at (?:the )?most|only))?(?=[:;,.]|$| may ) => {0} per PERIOD # A player may dig no more often than twice in any one week: they gain 1 Gold.
\b(?:(?:only|just) )?(once|twice|\w+ times),? (?:in total|altogether|overall|(?:in|during) (?:the|a) (?:whole |entire )?game|(?:per|for each) player)(?=[:,]|$) => {0} per game # A player may dig three times in total: they gain 1 Gold.
\b(\w{3,6}day (?:and|to|until|through) \w{3,6}day),? inclusive\b => {0} # Between Monday and Thursday, inclusive, a player may dig: they gain 1 Gold.
\bin ((?-i:[A-Z])\w+),? and (?:only in \1|in \1 (?:only|alone))(?=[:,.;]|$) => only in {0} # A player may dig in Winter, and in Winter alone: they gain 1 Gold.
^(at the (?:end|beginning|start) of) (?:any|each|every|an?) PERIOD (?:on|in) which ([^.:;,]{3,60}), => {0} each PERIOD, if {1}, # At the end of any day on which Season is Winter, each player loses 1 Gold.
^(?:twice|two times) (?:an?|per|each|every) week,? (?=on \w{3,6}days? and (?:on )?\w{3,6}days?\b) => # Twice a week, on Tuesdays and Fridays, each player gains 1 Gold.
\b(?:only|just) once(?=:|$) => once per game # A player may dig just once: they gain 1 Gold.
^once (?:every|per|with?in|in) (N (?:hours|days|weeks)),? (WHO may (V)\b[^.:;]*)(?=:|$) => {1} if they did not {2} within the last {0} # Once every 3 days, a player may dig: they gain 1 Gold.
^(WHO may (?!offer )(V)\b[^.:;]*?),? (?:(?:at most |no more than |but only |only )?once )?(?:every|per|within|in) (N (?:hours|days|weeks|periods))(?=:|$) => {0} if they did not {1} within the last {2} # A player may dig once every 48 hours: they gain 1 Gold.
,? ?\b(?:by announcement|publicly|by public message|in a public message|by posting so|on the talk page|by saying so)\b,? => # A player may by announcement dig: they gain 1 Gold.
(\w), (?:spending|using|paying|using up) (N T(?: and N2 T2)?),? to(?= (?:gain|get|receive|regain|increase|raise|lower|create)\b) => {0} by paying {1} to # A player may copy, spending 1 Gold and 1 Wood, to gain 1 Point.
\bmay sell ((?:an?|any|another|any other) player(?: [^.:;,]{2,30}?)?) (N T) for(?= N2 T2) => may sell {1} to {0} for # A player may sell another player 1 Fish for 4 Gold if that player agrees.
\bmay <buy~sell> (N T) <from~to> (an?(?:other|y)? player(?: [^.:;,]{2,40}?)?) for (N2 T2),? (?:if|when|provided(?: that)?) (?:that player|the other(?: player)?|they|both(?: of them)?|the <seller~buyer>) (?:agrees?|accepts?|consents?)$ => may <buy~sell> {0} <from~to> {1}: if that player accepts, <the player pays {2} to that player and that player gives {0} to the player~that player pays {2} to the player and the player gives {0} to that player> # A player may <buy 1 Fish from~sell 1 Fish to> another player for 2 Gold if that player agrees.
\b<CAN\b(?! NOT)~(?:CANNOT|CAN NOT)\b> => may<~ not> # <A player CAN dig: they gain 1 Gold~Players with no Health CANNOT fish>.
\b<MAY\b(?! NOT)~(?:MAY NOT|SHALL NOT|MUST NOT)\b> ?> may<~ not> # <A player MAY dig: they gain 1 Gold~Players with no Health MUST NOT fish>.

# in other pronouns, and with more words than are needed
\b<(?:e|xe|ze|s/he|he or she|he/she)\b(?= )~(?:eir|xir|zir|his or her|his/her)\b(?: own)?> => <they~their> # <A player may dig: e gain~At the end of each week, each player loses half of eir> <1 ~>Gold.
\b(?:any|some) (?:(?:positive|chosen|arbitrary|desired|whole|integer) )+(?:number|amount) of => any number of # A player may give any positive number of Gold to another player.
\b(any (?:number|amount) of T|N T) (?:which |that )?(?:they|the player) (?:have|has|own|owns|hold|holds|possess|possesses) to => {0} to # A player may give any number of Gold they own to another player.
\bin (?:their|his|her|eir)(?: own)? (?:possession|inventory|bag|hand|stock|purse)\b => # A player may dig: they gain a Net in their possession.
\b((?:has|have|carry|carries|hold|holds|with) (?:(?:an?|at least|more than|exactly|N) )?T) (?:on (?:them|him|her)(?:sel(?:f|ves))?|(?:in|to) (?:hand|their name)|on their person)(?=[:,.]|$| (?:and|or|may|if|gains?|loses?)\b) => {0} # If a player has a Net on them, they may dig: they gain 1 Gold.
\b((?:have not|haven't|has not|hasn't|did not|didn't) [a-z]+) (?:yet|so far|already)(?= (?:today|this)\b) => {0} # A player may fish if they have not fished yet today: they gain 1 Gold.
\b(?:is|are) (?:all )?(?:alone|the only (?:one|player)|on (?:their|his|her) own) (in|on|at) (?:their|his|her|the same) T\b => is not {0} the same T as another player # A player who is alone in their Room may dig: they gain 1 Gold.
\bshares? (?:an?|the|their) T with <no other~another> player\b => is <not ~>on the same T as another player # A player who shares a Room with <no other~another> player may dig: they gain 1 Gold.
,? thereby(?= (?:gaining|losing)\b) => , # A player may dig thereby gaining 3 Gold.
\bN (?:units? of|additional|extra|bonus|further) T => N T # A player may dig: they gain 2 units of Wood.
\b(?:(?:goes|go|falls?|drops?|rises?) (?:back|up|down)|returns?|reverts?|jumps?|goes|(?:is|are) (?:refilled|restored|replenished|topped|brought|raised|lowered|cut|reduced|lifted|put)(?: (?:back|up|down)){0,2}) to(?= (?:\d|zero\b)) => becomes # Every Monday, the Pot is put back up to 5.
\b(?:(?:decrease|shrink|fall|drop|decline)s?|is (?:reduced|cut|lowered)) (?:by|in) (?:a )?half\b => is halved # Every Monday, the Pot shrinks by half.
^(every day|every week|every month|every (?:mon|tues|wednes|thurs|fri|satur|sun)day|at the (?:beginning|end) of each PERIOD),? (?:a|one) d(\d+) is rolled for each T: => {0}, for each T, roll 1d{1}: # Every Friday one d8 is rolled for each Room: on a 2, its Guard increases by 1.

# what rules say to "you", and of what there is
^(?!.*\b(?:may|can)\b)(.{0,140}?),? ?(?:every|each) day,? (?:except|but)(?: not)?(?: for)?(?: on)? (\w{3,6}day)s?(?:,? (.+))?$ => at the beginning of each day, unless it is {1}, {0}{2} # Every day but Sunday, each player loses 1 Gold.
^once (?:an?|per|each|every) PERIOD,?(?= (?:each|every|all|the) (?!.*\bmay )) => each PERIOD, # Once a week each player loses 1 Gold.
\bat [a-z]+ \((?:at )?(\d{1,2}:\d\d)(?: UTC)?\) => at {0} # Every Sunday, at dusk (19:00 UTC), each player loses 1 Gold.
^([^.:;,]{1,80}) may borrow (any number of|up to N) T(?: from (?:the )?bank)?,? which is (?:written down|recorded|noted|added|entered) (?:as|to|in|under) their T2$ => {0} may borrow {1} T: they gain that many T and that many T2 # A player may borrow up to 20 Gold from the bank, which is written down as their Points.
\((?:it )?(?:costs?|price|for):? (N T(?: and N2 T2)?)\)(?=[:,]| and|$) => by paying {0} # A player may dig (cost: 2 Gold): they roll 1d6; on a 6 they gain 1 Fish.
^(?!(?:having|taking) )VING( (?:an?|the) [a-z]+)?: (?:use|pay|spend|use up|eat|drink) (N T(?: and N2 T2)?)(?: to|(?:;|,)? and(?: you| they)?|[;,](?: you| they)?)(?= ) => a player may VING{0} by paying {1}: they # Digging the garden: spend 2 Gold and you gain 1 Fish.
^nothing may be (\w+)ed (in|during|on|at|while|if|when) => {0}ing is forbidden {1} # Nothing can be fished in Winter.

# costs, reasons and labels beside what is done
^(?:[\w-]+ is )?(?:on |every )?(\w{3,6}day)s?,? (?:at )?(\d+:\d\d)(?: utc)?(?:,? (?:is|are|means) [\w-]+)?: => every {0} at {1}, # Saturday, 12:00 UTC, is payday: each player gains 1 Gold.
\b(?:on|every|each) (\w{3,6}day)s?(?: (?:evening|morning|night|afternoon)s?)?,? at (\d+:\d\d)(?: UTC)? => at {1} every {0} # On Wednesday evenings at 18:00 UTC, each player loses 1 Gold.
\b(the T of [^,.:;]{2,40}?) (is set to|becomes|is) (\d+),? and that of ([^,.:;]{2,40}?) (?:to |becomes )?(\d+)$ => {0} {1} {2}, and the T of {3} {1} {4} # Every Sunday, the Energy of each Mage becomes 3, and that of each Thief 5.
\ball ([^,.:;]{2,40}?) (?:turn|become) (\w[\w ]{1,30}?) and (the T (?:receives|gains|gets|loses) N T2) for each of them$ => for each {0}, it becomes {1} and {2} # Every Friday, all Oil Slick Spaces turn Shop and the Pot gains 2 Gold for each of them.
\b(?:is|are) (?:(?:put down|entered|recorded|written down) as|made|appointed|named|elected|chosen as) (?:the )?T(?=[.,;]| and |$) => become the T # Whenever a player has 50 Gold, they are entered as Warden.
\bthe T (?:(?:moves|passes|goes)(?: on)? to|becomes) the next (?:player|name|row)(?:(?: down)?(?: in| on) the(?: [A-Za-z]+)? (?:table|list)| down)?(?:,? and from the last(?: \w+)? to the first)?$ => the T becomes the next player # Every day at 12:00, the Warden passes to the next player in the table.
(?<=[a-z] )turns?(?= (?-i:[A-Z])\w*(?:[.,;]| and |$)) => become # Every Friday, all Dirty Rooms turn Clean.

# conditions and times in front, what is needed, what is gone
^((?:at the (?:beginning|start|end) of each|every|each) [^.:;,]{3,30}), if (?:an?|any) player ((?:has|is|owns|holds) [^.:;,]{2,60}), (?:they|that player) V(?= ) => {0}, each player who {1} Vs # At the end of each day, if a player has at least 10 Gold, they lose half of their Gold.
\b(who has|with) (more than \d+|over \d+|at least \d+) T (loses|pays) (half|\d+%) of (?:it|that)\b => {0} {1} T {2} {3} of their T # Every Sunday, each player with more than 20 Gold loses 10% of it.
\b(N T) (?:from|out of) the T2 (?:goes|go|is paid|are paid|is given|are given) to (the player (?:with|who) [^.:;,]{2,50}|the (?-i:[A-Z])\w+)(?=$|[,;]) => {1} gains {0} from the T2 # Every Friday, 4 Gold from the Pot go to the player with the fewest Points.
^(?:victory (?:goes|belongs|is awarded|falls) to|the (?:game|match|year) is won by) ((?:the first|the player|an?|whoever) [^.:;]{5,140})$ => {0} wins # The game is won by the first player with 100 Gold.
^(?:the first|whoever is (?:the )?first)(?: of us| one| person)?(?= (?:to|who|with) ) => the first player # The first of us to have 50 Gold wins.
\bthe first player to (?:collect|gather|own|get|hit|accumulate|amass|hold|obtain|earn|possess)(?= ) => the first player to have # The first player to amass 100 Gold wins.
(?<=[a-z] )(?:rots?|goes? (?:bad|off)|spoils?|vanish(?:es)?|disappears?|perish(?:es)?|decays?|evaporates?|(?:is|are) (?:thrown (?:out|away)|taken away|wiped out|used up))(?=[.,;]|$| \(| and | at | every | each ) => are lost # At the end of each week, half of each player's Fish rot.
\bare lost( (?:at|every|each) [^.:;,]{3,30})? and are lost(?=[.,;]|$) => are lost{0} # Half of the Food of each Room goes bad every Friday and is thrown away.
^the T of an? T2 may V it,? (?:whereupon|upon which|after which|and then|and) it (?:becomes|is) (vacant|empty|unowned|unclaimed|free)(?: again)?$ => a player may V a T2 whose T is the player: its T becomes empty # The Owner of a Space may abandon it, whereupon it becomes unowned.

# what rules say to "you" of each player
^<(?:when|while|if|as long as) ([^,.:;]{3,60}), (each player [^.:;,]{3,60}?)~in (?:the )?([A-Za-z]+),? (each player .*?)> (?:per|an?|each|every) PERIOD<~([;,].*)?>$ => each PERIOD, if <~it is >{0}, {1}<~{2}> # <When Season is~In> Winter, each player gains 1 Gold per day.
\b(has|have|do|does)n't\b => {0} not # At the end of each day, each player who hasn't fished today loses 1 Gold.
^(?:after|once|upon)(?= (?:an?|any|each) player(?:'s T)? [a-z]+s\b) => whenever # After a player sells Fish, they gain 1 Point.
^(every time|each time|whenever|when|if) an? (?:rule )?proposal (?:(?:(?:written|made|put forward) )?(?:of|by|from) (?:an?|any|each) player|(?:that )?you (?:wrote|made|put forward))(?= (?:passes|fails|is|gets)\b) => {0} a player's proposal # Every time a proposal of a player passes, that player gains 3 Points.
^new players? (?:gets?|receives?|gains?) ([^.:;]{3,60}?)(?: when (?:they|he|she) joins?)?$ => whenever a player joins, they gain {0} # New players get 5 Gold when they join.
^((?:in|during|on|at) (?:the )?T) (you|nobody|no one|players?|a player|no player)(?= (?:may|can)) => {0}, {1} # In Winter nobody can fish.
^((?:if|when|while|as long as) (?!you\b|they\b)(?:there|it|the|no|your|T) (?![^,]*\bplayer)[^.:;,]{3,80}|(?:in|on|during) [^.:;,]{3,30}), you(?= (?:may|can|can't|cannot)\b) => {0}, a player # If there is no Beast in your Room, you can dig: you gain 1 Gold.
\b((?:on|every|each) \w{3,6}days?) mornings?(?=,|$) => {0} # Every Monday morning, each player gains 1 Gold.
\b(?:first thing )?(?:every|each) morning(?=$|,? (?:WHO|you)\b) => every day # A random player gets 1 Fish each morning.
^your T(?= (?:may|can|cannot|is|must|never)\b) => a player's T # Your Health can never be more than 5.
^<without (?:an? |any )?T,? ~>(?:(?:you|a player|players) (?:may not|can't|cannot)|(?:nobody|no one|no player) may) ([^.:;,]{2,30})<~ without (?:an? |any )?T>$ => a player who has no T may not {0} # <Without a Net you can't fish~You can't fish without a Net>.
^(?:an?|each|every) T (?:(?:may|can) ?not|can't|(?:may|can) never|never) (?:ever )?(?:have|has|hold|holds|contain|contains|carry|carries|keep|keeps) (more|fewer) than NUM T2(?= if |$) => the T2 of a T may not be {0} than NUM # A Room never holds more than 5 Guard.
^no T's T2 may(?= [a-z]) => the T2 of a T may not # No Room's Guard may exceed 5.
\bat the (end|start|beginning) of (spring|summer|autumn|fall|winter)\b => at the {0} of each {1} # At the end of winter, each player loses 1 Health.

\b(?:that|which) (?:is|are) (?=(?:right )?(?:next|adjacent|connected|linked) to ) => # A player may move to a Space that is adjacent to their Space.
^(?:an?|any) player (in|at|on) (the T) may (V) it(?= once| by|:) => a player {0} {1} may {2} # A player in the Kitchen may search it once per day by rolling 1d6: on a 6, they gain 1 Net.
\b(paying|spending|handing over|giving up|using(?: up)?) (?:the|all the|as many|whatever) (T) (?:that |which |as )?(?:it|that T2|the T2) (?:asks for|needs|requires|wants|calls for|demands|lists) => {0} {1} equal to its {1} # A player may help a Room by handing over the Energy it asks for: they gain 1 Point.
# what one does with things, as a name and its effect
\bturn N (?:of (?:your|their) )?(\w+) (\w+?)s? into an? (\w+) one\b => pay N {0} {1} and gain 1 {2} {1} # Watering: use 1 Gold to turn one of your dry plots into a wet one.

# what may be done to whom, and what is taken of how much
\b(?:they|you) (?:takes?|steals?) (half|all)(?: of)? that player's T(?=[.,;]|$) => that player gives {0} their T to them # A player may rob another player: they take half of that player's Gold.
^(?:(?:an?|any) )?players? may not be V (?:if|while|when) <they (have|own|hold|are) ([^.:;,]+)~((?:on|in|at) [^.:;,]+)>$ => a player who <{0} {1}~is {0}> cannot be V # A player may not be robbed <if they have a Net~while on Space 5>.
^([a-z]{2,20}ing) may (?:only be done|be done only) ((?:in|on|at|by|during|if|while|between|from) [^.:;]+)$ => {0} is only allowed {1} # Fishing may only be done on Space 5.
^VING <X is (?:always )?(?:fine|allowed|okay|permitted|possible|free)$~is only (?:possible|allowed|permitted)> => a player may VING <X~only> # <Giving Gold to another player is always fine~Fishing is only possible in the Kitchen>.
\b(who is|they are|(?:the |their )?T is) neither ((?:an? |the )?[A-Za-z]+) nor ((?:an? |the )?[A-Za-z]+) => {0} not {1} and {0} not {2} # A player who is neither Alice nor the Warden may fish, gaining 1 Gold.
# what it costs
^<((?:if|while|unless|in|on|during|between|from) [^.:;]{3,60}?), ~>(?!\w+ing costs)(?:an? )?T costs (N T2(?: and N3 T3)?)<~ ((?:if|while|unless|in|on|during|between|from) [^.:;,]{3,60})>$ => {<0~1>}, a player may buy a T for {<1~0>} # <On Sundays, a Net costs 1 Gold~A Net costs 1 Gold and 1 Fish in Winter>.
^(?:an? )?T (?:is|are) (\d+) T2$ ?> T costs {0} T2 # Nets are 12 Gold.
(?<!for )(?<!against )\ban? (?:fee|charge|stipend|salary|wage|income|allowance|dividend|prize|bounty|subsidy|pension|grant|handout|ration|supply|sum|windfall|gift) of N T => N T # Every Monday, each player receives a stipend of 2 Gold.
^WHO may pay (N T) to (create|mint|print) (N2 T2)$ => WHO may {1} {2} by paying {0} # A player may pay a fee of 20 Gold to create a Net in their own possession.

# what happens
^(?:an?|any) player who has not (?:previously|yet|already|ever|before) done so may => once per game, a player may # A player who has not previously done so may claim a gift, gaining 10 Gold.
^if an? player (ha[^.:;,]{3,60}), they may win; upon a win, => a player who {0} may win: they win, # If a player has 100 or more Gold, they can win; upon a win, each player gains 5 Gold.
<^on the last day of (?:the )?(\w+),?~\bat (?:the )?(day|week|month)'s end> => at the end of each {0}<,~> # <On the last day of Winter~At week's end>, each player gains 1 Gold.
\bon the first(?: day)? of (?:the|each|every) (month|week)\b => at the beginning of each {0} # Each player pays 1 Gold on the first of the month.
\b(each player) (?:loses|eats|pays|consumes) (N T)([^;,.:]{0,30})[;,] (?:and )?(?:whoever|anyone who|those who) (?:has|have) (?:no T|none|not enough)(?: left)? (?:loses?|pays?) (N2 T2)(?: instead)?$ => {0} who has no T loses {3}, and each player who has at least 1 T loses {1} {2} # At the end of each day, each player loses 1 Fish; whoever has none loses 1 Health.
# what it costs, behind if and in front
( may [^.:;,]{2,60}?),? (?:only )?(?:if|provided(?: that)?|as long as|so long as|on condition that) (?:they|you) PAYING(?= N T| half | all ) => {0} by paying # A player may dig if they hand over 2 Gold: they gain 1 Fish.
(\bby paying N T),? and PAYING(?= N2 T2) => {0} and # A player may dig by paying 2 Gold and burn 1 Wood: they gain 1 Fish.
( may V N T),? (?:for|in (?:return|exchange) for)(?= N2 T2[^.:;]*: (?:they|you) (?:gain|get|receive) (?:1|one|an?|that) T[.]?$) => {0} by paying # A player may build a Net for 3 Gold: they gain 1 Net.
( may (?:buy|purchase) any (?:number|amount) of T (?:for|at) N T2) (?:each|apiece): (?:they|you) (?:gain|get|receive) (?:that many|that much|as many) T$ => {0} each # A player may buy any number of Fish at 2 Gold apiece: they gain that many Fish.
^(.{1,60}? may [^.:;]{2,60}? (?:for|by paying|at (?:a|the) (?:cost|expense) of)) (?:N T),? (?:or|but)(?: (?:just|only))?(?: of)? (N2)(?: T)? (?:if|when|for those who are) ([^.:;,]{3,60})(:[^.;]*)?$ => (1) {0} {1} T if {2}{3}. (2) {0} N T unless {2}{3}. # A player may dig by paying 3 Gold, or 2 if they have a Net: they gain 1 Fish.
(\w),? (?:which|but (?:it|this|that|doing so)) (?:sets? (?:them|you) back|takes?|uses?(?: up)?|eats?(?: up)?|costs?)(?: them| you| up)? (N T(?: and N2 T2)?)(?: out of (?:them|you))?(?=[:.;]|$) => {0} by paying {1} # A player may dig, but it sets them back 2 Gold and 1 Fish: they gain 1 Point.
\bevery (?:last |single )?(?:bit|scrap|piece|drop|ounce) of (?:their |your )?T(?: (?:they|you) (?:have|own))?(?: left)? => all their T # A player may dig by spending every last bit of Strength they have: they gain 1 Point.
^(?:a|any) player may ([^.:;,]{2,40}? by (?:paying|spending|using|giving up|losing)) all (?:of )?their T,? \(?(?:(?:a )?minimum(?: of)?|at least) (\d+|NUM)(?: T)?\)?(?=:) => a player who has at least {1} T may {0} all their T # A player may dig by giving up all their Fish (at least 3): they gain 1 Point.
\bmay (?:spend|pay|use(?: up)?|discard|give up|burn|sacrifice) (N T(?: and N2 T2)?) to (?!gain|get|win|move|go|roll|take)(V)(?=:) => may {1} by paying {0} # A player may discard 1 Net to fish: they gain 2 Fish.
[;,] (?:and )?(?:this|which|it|doing so) costs?(?: them| you)? nothing(?: at all)?(?=:)|,? (?:free of charge|for free|at no cost|for nothing),?(?= [a-z]|:) => # A player may dig, which costs them nothing: they gain 1 Fish.
(?<!to )(?<!may )(?<!can )\b<(?:(?:pocket|bag|score|net|take home|amass|accumulate|procure|harvest|reap|catch|win|gather|fetch|secure|land|snag|claim|enjoy)(?:e?s)?(?: themselves| yourself)?|(?:scoop|turn|dig)s? up|(?:haul|rake|bring|cash)s? in|comes? by|gets? to keep|(?:leave|return|come|walk|go|make|get)s?(?: (?:away|back|out|off|home))? with)(?= N T| that many T2| T3 equal to)~(?:(?:sacrifice|surrender|shed|waste|burn|relinquish|relinquishe|expend|stake|drop)s?|(?:fork|hand)s? over|(?:give|cough|put)s? up|(?:fork|shell|lay)s? out|(?:chip|throw)s? in|throws? away|put(?:s? down)|parts? with|gets? rid of|(?:has|have) to (?:pay|give up)|suffers? a loss of)(?= N T(?! to\b| in\b| into\b))> => <gain~lose> # A player may dig: they <come home with 2~cough up 1> Gold.
\b(pays?|gives?) (them|that player|another player|each other player|the T of (?:their|that|the) T2) (N T3)(?=[.,;]| and |$) => {0} {2} to {1} # A player may beg: each other player pays them 1 Gold.
\b((?:get|gain|receive)s? N T) (?:back\b|(?:in return|for free|free of charge|at no cost)(?=[.,;]|$)) => {0} # A player may bargain: they lose 2 Gold and get a Net in return.
\bN T (?:is|are) (?:added|put) (?:in)?to the T2(?=[.,;]| and |$) => T2 increases by N # Whenever a player joins, 5 Gold is added to the Pot.
(?<=[:,\d] )(?:it|the [a-z]+) costs (?:them|you|the player) (N T)(?=[.,;]|$) => they lose {0} # Whenever a player moves to Space 5, it costs them 2 Gold.
^(?!.*\b(?:may|can)\b)(.*\b(?:loses?|pays?) N T),? or (?:all (?:of )?(?:it|them|their T2|(?:that )?they have)|(?:whatever|everything|what) they have|as (?:many|much) as they have)(?: left)?(?:,? if (?:it's|it is|that's|that is|they have) (?:less|fewer|not enough)(?: than N)?)?(?=[.;]|$) => {0} # Every Monday, each player loses 2 Gold, or all they have if it's less.
\bN T (?:is|are|shall be|will be<~|go|goes|come|comes|fall|falls>) <(?:deducted|subtracted|removed|taken|taken away|docked) from~(?:given |paid |awarded |granted |handed |handed out |distributed |credited |due )?to> WHO(?=[.,;]|$) => WHO <loses~gains> N T # At the end of each day, 1 Gold is <deducted from~given to> each player.
(?<=[:,;] )(N T)<~,? and (N2 T2)> (?:(?:is|are|becomes?|shall be|will be|is now)(?: all)? (?:theirs|yours|their (?:reward|wages?|pay|prize))|for (?:them|you))(?=[.,;]|$) => they gain {0}<~ and {1}> # A player may dig: 2 Gold <is theirs~and 1 Fish are their reward>.
(?<=[:,;] )(?:that|this|doing so|(?:and )?which) <(?:gets|earns|nets|gives|brings|grants|yields|wins|gains|pays|awards|hands)~(?:costs|sets)> (?:them|you|the player|that player)(?: back)?(?= N T) => they <gain~lose> # A player may dig: that <earns~costs> them 2 Gold.
\b(?:<(?:goes|go) (?:up|higher)|(?:climb|swell|soar|surge|expand|advance)s?|is (?:incremented|raised|boosted|upped)~(?:dwindle|sink|decline|diminish|diminishe|plunge|slip|melt)s?|is (?:decremented|lowered|cut|diminished|lessened)>) by => <increases~decreases> by # Whenever a player sells Fish, the Pot <swells~dwindles> by 1.
\b(?:is|are) (?:reset to zero|zeroed|wiped out|emptied|set back to zero)(?: to (?:0|zero)(?: T)?)? => becomes 0 # Every Monday, the Pot is zeroed.
\b(is|are) (?:shared|divided|split) equally (?:among|between) ([^.:;,]{3,60}) (?:in|as) T(?=$|,? rounded) => {0} shared equally in T among {1} # Every Monday, the Pot is shared equally among all players in Gold.
# all and half of what the game has
\b(gain|get|receive|take|win|claim|draw|scoop|pocket|collect|are paid|help themselves to)(s?) <(?:all|all of|the whole|everything)~(?:half|half of)> (?:the )?(T)(?: that is| there is)? (?:in|from|out of) the (T2)(?=[.,;]|$|,? round) => gain{1} {2} equal to <~half of >the {3} from the {3} # A player may dig: they get <all~half> the Gold in the Pot.
(?<=[:,;] )<(?:all(?: of)?|the whole)~half(?: of)?> (?:the )?(T)(?: that is| there is)? (?:in|from|out of) the (T2) (?:becomes? theirs|is theirs|are theirs|goes to them|go to them)(?=[.,;]|$) => they gain {0} equal to <~half of >the {1} from the {1} # A player may dig: <all~half> the Gold in the Pot becomes theirs.
# with what else, or how much less
(?<=[:;,] )(?:from (?:now|then) on,? )?((?-i:[A-Z])\w+(?: \d+)?|it) (?:(?:(?:now )?belongs to|is now owned by) (?:them|you)|becomes theirs)(?=[.,;]|$) => they become the Owner of {0} # A player may sing: Space 5 now belongs to them.
\b(N T) (from|off|to) ([^.:;,]{2,60}?) (?:who|that) (?:<(?:has|have) (?:one|some|any)~(?:has|have) (?:(?:not|no)(?: got)? (?:one|any)|none)>)(?=[.,;:]|$) => {0} {1} {2} who has <at least 1~no> T # A player may give 1 Net to another player who has <one~none>.
(?<=[:,;] )(they|you) and (?=[^.:;,]{2,99} (?:each|apiece|both|move|go)\b)(an(?:other)? player(?: [^.:;,]{2,40}?)?|one other player(?: of (?:their|your) choice)?|(?:the|their|its|each|every|all|an?|one) [^.:;,]{2,40}?|(?-i:[A-Z])\w+) (?:both |each |also )?(gain|get|receive|lose|move|go)(?: together)? ((?:N T2|to the T3)(?: from the T4)?)(?: each| apiece| too| both| together)?(?=[.,;]|$) => {0} {2} {3}, and {1} {2}s {3} # A player may sing: they and the Warden each gain 1 Gold.
,? \(?(?:possibly themsel(?:f|ves)|(?:with )?no (?:consent|permission|agreement) (?:is )?(?:needed|required|necessary)|linked or not|no questions asked|whether (?:they|that player) (?:likes?|agrees?|wants?)(?: to)?(?: it)? or not)\)?(?:,(?= (?:loses?|gains?|gets?|moves?) )|(?=[.,;:]|$| (?:loses?|gains?|gets?|moves?) )) => # A player may rob another player: they take 2 Gold from that player, no consent needed.
\b(for (?:each|every)|per) player (?:in (?:the game|play|all)|there is|alive)(?=[.,;]|$| and ) => {0} player # A player may dig: they gain 1 Gold for every player in the game.
<\bhalf a dozen~\ba dozen(?: of)?>(?= T) => <6~12> # A player may dig: they find <half a dozen~a dozen> Fish.
\b(gain|get|take|receive|win)s? <everything (?:that is )?(?:in|from)~half(?: of)?(?: what is in)?> the T(,? rounded (?:up|down))?(?=[.,;]|$| and ) => gain MONEY equal to <~half of >the T{1} from the T # A player may dig: they get <everything in~half of> the Pot.
\b(N T),? plus N2(?: T)? more(?= for (?:each|every) ) => {0} plus N2 # A player may dig: they gain 1 Gold, plus 1 more for each Net they have.
(\bfor (?:each|every) [^.:;,]{2,40}),? \(?(?:up to|to a maximum of|but (?:at most|no more than)|at most) N (?:dice|d\d+)\)? => {0} but at most N # A player may dig: they roll 1d6 for each Net they have, up to five dice, and gain that many Gold.
(?:if|when|whenever|each time|every time) (?:an?|the|any|their) (?:[a-z]+ )?(?:die|dice|roll)(?: result)? (?:shows|comes up(?: as)?|lands on|turns up|reads) (RES)(?: before any (?:bonus|modifier))?, => on {0}, # A player may dig: they roll 1d6 and gain that many Gold. If a dig die shows a 6, they also gain 1 Net.
\b(?:with|who (?:has|have)) the same T as (?:them|they|the player|you)(?: (?:do|have))? => whose T is their T # A player may dig: each player with the same Partner as them gains 1 Gold.
\b(they|you) (?:gain|get|receive) enough T to (?:(?:bring|get|put|lift) (?:them|you|it)(?: back)?(?: up)? to|have|reach) N(?: T)? => if {0} have fewer than N T, their T becomes N # A player may beg: they get enough Gold to bring them up to 3.
\bthe T of (all|all the|the) (T2(?: [^.:;,]{3,40}?)?) (?:add up|sum|amount|come) to(?= (?:at (?:least|most)|more|less|fewer|exactly) ) => the total T of {0} {1} is # Every Friday, if the Prices of all Spaces add up to at least 9, the Pot increases by 1.
\bby (?:as much|the same(?: (?:amount|number))?|that (?:much|amount)|the total(?: amount)?)(?=[.,;]|$) => by that many # A player may dig: they lose all their Fish, and the Pot increases by as much.
\b(a|another) player(?: of (?:their|your) choice)?,? (?:but )?(?:not|other than) (?:themsel(?:f|ves)|you|yourself),? => another player # A player may sing: a player of their choice, but not themselves, gains 1 Gold.
\b(for (?:each|every)|per) (N T)( they (?:have|own)| of theirs)?,? \(?round(?:ing|ed)? down\)?(?=[.,;]|$) => {0} {1}{2} # A player may dig: they gain 1 Gold for each 3 Fish they have, rounded down.
(?<=\w )(T) (?:(?:that|which) (?:is|are) theirs|of theirs|(?:(?:that|which) )?belong(?:s|ing)? to (?:them|you)|of which (?:they|you) are the owner|whose owner (?:they|you) are)(?=[ .,;:]|$) => {0} they own # A player may dig: they gain 1 Gold for each Space of which they are the Owner.
<((?:each|every|per) (?:\w+ )?T )(?:that|which) ~((?:each|every|per) (?:\w+ )?T |as )(?:that |which )?>(they|you)<~ (?:already|currently|now|presently|still)>(?= (?:have|own|hold)\b) => {0}{1} # A player may dig: they gain 1 Gold for each Net <that~> they <~already >have.
\b(the T) (?:where|(?:in|at|on) which) (they|you) (?:are|stand|live|find themselves)(?: (?:standing|located|now))? => {0} {1} are at # A player may dig: they gain Gold equal to the Food of the Room where they stand.
\b(?:(?:their|the|a) (?:pick|choice) of|one of the following:|to (?:pick|choose)(?: between)?)(?: either)?(?= N T) => # A player may dig: they get their pick of 2 Gold or 1 Fish.
(\bor N T),? \(?(?:whichever (?:they|you) (?:like|want|prefer|choose|wish)|(?:as|at) (?:they|you|their) (?:please|prefer|like|choose|option|choice|wish)|(?:at )?their (?:own )?(?:choice|option|discretion|pick))\)?(?=[.,;:]|$) => {0} # A player may dig: they gain 2 Gold or 1 Fish, whichever they like.
(\b(?:(?:each|every) player|everyone|everybody|all (?:the )?players)(?: [^.:;,]{2,40}?)?),? \(?(?:including )?(?:themselves|themself|them|you)(?: included| too)?\)?,?(?= (?:gain|get|lose|receive|move|pay|roll)s?\b) => {0} # A player may dig: every player, themselves included, gains 1 Gold.
# more if, less if
(\b(gain|get|receive|find|earn|pick up|collect|lose|pay)s? N T),? (?:plus|and|with) (?:an? |one )?(?:another |extra |further )*(N2)?(?: T)?(?: more| extra| further)* (?:if|when|where) ([^.:;,]{3,80}) => {0}, and if {3} they {1} {2} T # A player may dig: they gain 2 Gold, plus 1 more if they have a Net.
(\b(?:gain|get|receive|find|earn|pick up|collect|catch|take|recover|regain|harvest|lose|pay)s? N T),? (?:or|but|though)(?: (?:only|just|even))? (N2)(?: T)?(?: instead)? <in ((?-i:[A-Z])\w+)~(at|on) (the T2)>(?=[.;]|$) => {0}, or {1} if <it is~they are> {2}<~ {3}> # A player may dig: they gain 1 Gold, or just 2 <in Winter~at the Kitchen>.
\b(N T) in ((?-i:[A-Z])\w+),? (?:and|but|or)(?: (?:only|just))? (N2)(?: T)? (?:otherwise|(?:in|during) (?:any other|every other|all other|the other) (?:seasons?|times?|phases?)|at (?:other times|any other time))(?=[.;]|$) => {0} if it is {1}, otherwise {2} # A player may dig: they gain 2 Gold in Winter and only 1 otherwise.
(\bif [^.:;,]{3,80}),? (?:and|or|but|else|otherwise|or else)(?: they (?:gain|get|find|receive))?(?: only| just)? (N)(?: T)? (?:otherwise|if not|if (?:they|it) (?:don't|do not|doesn't|does not|aren't|are not|isn't))(?=[.;]|$) => {0}, otherwise {1} # A player may dig: they gain 2 Gold if they have a Net, but only 1 if not.
\b(otherwise|else)(?: they (?:gain|get|find|receive))? (?:only|just)(?= N(?: T)?(?=[.;]|$)) => otherwise # A player may dig: they gain 2 Gold if they have a Net, else only 1.

# what is rolled, and what a roll brings; ROLLED: behind a roll alone
\bmay (flip|toss|throw) a coin[:;,] => may {0} a coin: they roll 1d2; # A player may toss a coin: heads, they gain 1 Gold; tails, they lose 1 Gold.
(?<!may )(?<!can )\b(?:flip|toss|throw)(?:s|es)? a coin => roll 1d2 # A player may dig: they flip a coin; on heads, they gain 1 Gold.
(?:\b(?:on|for|if it is|if it's|if) |(?<=[:;,] ))<heads~tails>\b[,:]? => on a <1~2> # A player may dig: they roll 1d2; on <heads~tails>, they gain 1 Gold.
(?<=[:,;] )(?:there is no effect|no effect|(?:it|this|that) (?:does nothing|has no effect)) => nothing happens # A player may dig: they roll 1d6; on a 6 they gain 1 Gold, on a 1: no effect.
ROLLED (\bon (?:an? )?(?:\d+|NUM)) exactly(?=,? ) => {0} # A player may dig: they roll 1d6; on a 6 exactly, they gain 1 Gold.
ROLLED ANEW(?:anything(?: that is)?|any (?:roll|result)(?: of)?|an? (?:total|roll|result|sum) of) (?=(?:\d+|NUM)\b) => # A player may dig: they roll 1d20; anything 15 or more gets them a Net.
ROLLED ANEW(RES) (?:makes?|turns?|sets?) ((?:the|their) T)(?: to)?(?= (?-i:[A-Z])) => on {0} {1} becomes # A player may dig: they roll 1d6; 1 to 3 makes the Season Winter.
ROLLED (\bon RES,? ((?:the|their) T) becomes \w+),? (?:and )?(?:on )?(RES2)(?: makes it| turns it|:|,)?(?= (?-i:[A-Z])\w+$) => {0}, on {2} {1} becomes # A player may dig: they roll 1d6; on an even roll the Season becomes Winter, on an odd roll Summer.
ROLLED that (?:much|many) (T),? \(?(?:but )?(?:not|no|never) less than (\d+|zero)\)?(?=[.,;]|$) => {0} equal to the roll but at least {1} # A player may dig: they roll 1d6 and subtract 2; they gain that much Gold (no less than 0).
ROLLED \b(that (?:much|many) T) back\b => {0} # A player may dig: they roll 1d4 and get that much Strength back.
ROLLED \b(for (?:each|every)|per) (\d+|NUM) (?:(?:that )?(?:comes? up|is (?:rolled|shown))|(?:they )?rolled|they roll) => {0} {1} # A player may dig: they roll 3d6 and gain 1 Gold for each 6 that comes up.
ROLLED \bequal to half (?:of )?(?:it|that|the result|what they rolled)(?=[.,;]|$) => equal to half of the roll # A player may dig: they roll 1d10 and gain Gold equal to half of it, rounded down.
ROLLED \bfrom the lower(?: (?:one|roller))?(?=[.,;]|$) => from the loser # A player may duel another player: both roll 1d6, and the higher roller takes 1 Gold from the lower.
ROLLED ,? with nothing happening (?:on a tie|if they tie) => ; on a tie nothing happens # A player may duel another player: both roll 1d6, and the winner takes 1 Gold from the loser, with nothing happening on a tie.
\b(gives?|pays?) the other(?: one| player)? (N T)(?=[.,;]|$) => {0} {1} to the other # A player may duel another player: both roll 1d6, and the loser gives the other one 1 Gold.
\b(an? (?:[\w-]+ )?die|(?:two|three|\d) dice) \((?:an? |\d)?(d\d+)\) => {0} # A player may dig: they roll a die (d6); on a 6, they gain 1 Gold.
\bwith (?:an? )?(?:chance|odds|probability|likelihood) of ([^.:;,]{2,20}?),?(?= (?:they|the player|that player)\b) => with a {0} chance # A player may dig: with a probability of one in three they gain 1 Gold.
ROLLED \b(?:if|when|should|where|once) (?:it|that|this|they|you|the (?:die|dice|result|roll|number|total|sum|outcome|score)) (?:is|are|be|comes?|turns?|shows?|lands?|reads?|equals?|totals?|gets?|scores?|rolls?|adds?)(?: (?:up|out|to|on|as|exactly))* (RES)(?=FOLLOW) => on {0} # A player may dig: they roll 1d6; if it comes to 4 or more they gain 1 Gold.
ROLLED \b(?:(?:with|upon|for|in (?:the )?(?:case|event) of)(?: an?| any)?(?: (?:total|roll|result|score|sum) of)?|on any(?: (?:roll|result) of)?) (RES)(?=FOLLOW) => on {0} # A player may dig: they roll 1d6; with a total of 5 or more they gain 1 Gold.
ROLLED \b(?:if|when|should) (?:it|that|they|you|the (?:die|dice|result|roll|number|total|sum|score)) (?:<(?:(?:is|are|be|comes?(?: to| out| up)?|turns? out|totals?|scores?|rolls?) )?(?:more|higher|greater|over|above)(?: than)?|exceeds?|beats?|tops?~(?:(?:is|are|be|comes?(?: to| out| up)?|turns? out|totals?|scores?|rolls?) )?(?:fewer|less|lower|under|below)(?: than)?>)(?= (?:\d|their |the )) => if the roll is <more~less> than # A player may dig: they roll 1d6; if it <beats~totals less than> their Strength they gain 1 Gold.
ROLLED \b(?:if|when|should) (?:it|that|the (?:die|dice|result|roll|number|total|sum|score)) (?:doesn't|does not|fails to) (?:beat|exceed|top)(?= (?:\d|their |the )) => if the roll is at most # A player may dig: they roll 1d6; if it doesn't beat their Strength they gain 1 Gold.
ROLLED \b(?:unless (?:it|they|you|the (?:roll|result|die)) (?:is|be|comes? up|shows?|rolls?|gets?)|on (?:anything|any (?:number|result|roll)) (?:but|other than|except)|if (?:it|the (?:roll|result|die)) (?:is not|isn't))(?: an?)? (\d+|NUM),?(?= (?:they|you|gain|lose|get|move)) => if the roll is not {0}, # A player may dig: they roll 1d6; unless it's a 1, they gain 1 Gold.
ROLLED \b(?:if|when|should) (?:it|that|the (?:roll|result|number|total|die)) (?:is|be|comes? up|turns? out) (even|odd)(?=FOLLOW) => on an {0} roll # A player may dig: they roll 1d6; if it's even they gain 1 Gold.
ROLLED (?:\b(?:if|when|should) (?:both|the two|both dice|the(?: two)? dice|they) (?:come up the same|are the same|match|show the same(?: number)?|are equal)|\bon a double|\b(?:if|when|should) (?:they|you) (?:roll|throw|get) (?:a )?doubles?)(?=FOLLOW) => on doubles # A player may dig: they roll 2d6; if both dice show the same number, they gain 1 Gold.
ROLLED ANEW(RES) <(?:gains?|earns?|gets?|nets?|gives?|wins?|brings?|pays?|grants?|is worth)~(?:costs?|loses?)>(?: them| you| the player)?(?= N T) => on {0} they <gain~lose> # A player may dig: they roll 1d6, and a 5 or better <nets~costs> them 3 Gold.
ROLLED ANEW(RES)(?:,? (?:means?(?: that)?|and)|[,:]?)(?= (?:they|nothing)\b) => on {0} # A player may dig: they roll 1d6; 1-2 means they lose 1 Gold, 5-6 they gain 1 Gold.
ROLLED (\b(?:on RES|otherwise)[,:]?) (?:(?:they|you) (?:get|gain|receive|win) )?nothing(?! happens)(?=[.,;]|$) => {0} nothing happens # A player may dig: they roll 1d6; on 1 to 3 nothing, on a 6 they gain 1 Gold.
ROLLED ANEW(?:anything|any other (?:roll|result|number)|everything)(?: else)? (?:costs?|loses?)(?: them| you| the player)?(?= N T) => otherwise they lose # A player may dig: they roll 1d6; on a 6 they gain 2 Gold, anything else costs them 1 Gold.
ROLLED ,? (?:but|while|whereas|though)(?= (?:on RES|otherwise)\b) => , # A player may dig: they roll 1d6; on a 6 they gain 2 Gold, but on a 1 they lose 1 Gold.

# where somebody goes
\b(?:(?:come|leave|head|rush)s?(?: over| off| back| out)?|(?:run|set)s? off) (?:to|for)(?= (?:the (?-i:[A-Z])|their |any |where |wherever )) => move to # A player may sing: each player in the Hall has to leave for the Kitchen.
,? (?:and |but )?(?:if (?:they (?:are|is) )?|from )(?:anywhere|somewhere) else,?(?= (?:they|you|nothing)\b) => , otherwise # A player may sail: if they are at the Hall, they move to the Kitchen, and if they are anywhere else they move to the Hall.
\b(?:that|which|who) (?:has|have) ((?-i:[A-Z])\w+) as (?:its|their) T => whose T is {0} # A player may dig: each player who has Alice as their Partner gains 1 Gold.
(?<=[:,;] )(?:an?|any|one) (T(?: (?:they|you) own| of (?:their|your) choice| (?:in|on|at) (?:their|the same) T2)?) MOVES(?= ) => they select a {0}; it moves to # A player may whistle: a Beast moves to the Kitchen.
\b(?:end|wind|land)s? up (?:at|in|on)(?= ) => move to # A player may climb: roll 1d6; on a 1, they end up in a random Room.
\b(an?|any|one) (T) (?:(?:picked|chosen|selected|drawn) )?at random(?=[.,;:]|$| and ) => a random {1} # A player may sail: they move to a Space picked at random.
\b(?:any|an?|whichever|whatever) (T) (?:of (?:their|your) choosing|(?:they|you) (?:like|want|choose|please|wish|prefer))(?=[.,;:]|$) => any {0} # A player may sail: they move to whichever Space they like.
\bthe (?:<(?:biggest|largest|greatest)~(?:smallest)> (T),? (?:by|going by|judged by|measured by|in terms of)|(T3) (?:with|of|having)(?: the)? <(?:biggest|largest|greatest)~(?:smallest|least)>) (T2) => the {0}{1} with the <highest~lowest> {2} # A player may sail: they move to the Space with the <biggest~smallest> Price.
\b(they|you) and (an(?:other)? player(?: [^.:;,]{2,40}?)?) (?:each )?(?:swap|trade|exchange|switch|change) (places|(?:their )?T)(?: with each other)?(?=[.,;]|$) => {0} swap {2} with {1} # A player may sail: they and another player exchange Strengths.
(?<=[:;,] )(?:they|you)(?: also)? SEND ((?:an?|another|any|every|each|all|one other)(?: other| random)? (?:player|T)(?: [^.:;,]{2,40}?)?|(?-i:[A-Z])\w+) (?:in)?to(?= [^.:;,]{3,50}[.]?$) => {0} moves to # A player may sail: they send another player to Space 5.

# what is set, and what is no more
\b(?:shall|will) be(?= [a-z]{2,20}ed by\b) => is # A player may toil: their Health shall be reduced by two.
((?:equal to|double|is doubled|becomes)\b[^.:;,]{0,60}?),? \(?(?:up )?to (?:a maximum of|at most|no more than)(?= \d+\b) => {0}, but at most # A player may rest: double their Strength, to a maximum of 10.
\bby (N) (?:year|point|unit|level|step|notche?)s?(?=[.,;]|$) => by {0} # A player may rest: their Strength rises by one point.
\b(?:they|you) (?:are|is|end up|wind up) left with (N) (T)(?: and (N2) (T2))?(?=[.,;]|$) => their {1} becomes {0}, and their {3} becomes {2} # A player may toil: they are left with 1 Gold and 2 Strength.
(?<=[:;,] )(?:all (?:of )?)?their T (?:(?:turns?|changes?) into|becomes?|(?:is|are) (?:turned|converted) into) (?:the same (?:amount|number) of|as (?:many|much)|an equal (?:amount|number) of|that (?:many|much))(?= T2(?:[.,;]|$)) => they lose all their T and gain that many # A player may sell up: all of their Fish turns into the same amount of Gold.
\b(their|its) (T) (?:becomes|changes to(?: match)?|is set to) (?:that|the one) of(?= ) => {0} {1} becomes the {1} of # A player may copy: their Partner becomes that of another player.
\b(sets?) (their|its|the) (T) (?:equal to|the same as)(?= (?:their|its|the|half|twice|double) ) => {0} {1} {2} to # A player may even out: they set their Fish equal to their Gold.
(?<=[:;,] )(?:they |you )?adds? (N T) to (?:their|your) (?:items|inventory|bag|pack|goods|belongings|possessions)(?=[.,;]|$) => they gain {0} # A player may craft: add 1 Net to their Bag.
\b(their|its|the) (T) (?:shall|will) be(?! [a-z]{2,20}ed\b)(?= ) => {0} {1} becomes # A player may sing: their Strength shall be 5.
\b(they|you)(?: (?:no longer (?:has|have)|(?:(?:has|have) no|do not have|don't have)(?= T3 (?:any ?more|any longer|from now on|now|at all))|cease to have|stop having))(?: an?| any| their)? T(?: any ?more| any longer| from now on| now| at all)? => their T becomes empty # A player may retire: they no longer have a Partner.
\b(it|that T|the T4) (?:no longer has|has no(?= T3 (?:any ?more|any longer|from now on|now))|ceases to have|stops having)(?: an?| any| its)? (T2)(?: any ?more| any longer| from now on| now)?(?=[.,;]|$) => its {1} becomes empty # A player may free a Beast: that Beast no longer has a Room.
\b(increases?|decreases?|rises?|falls?|goes? up|goes? down|drops?|grows?) by (N),? and ((?:their|its|the) T) by (N2) => {0} by {1}, and {2} {0} by {3} # A player may toil: their Health falls by 2 and their Strength by 1.
\b(?:<(?:gets?|becomes?|grows?) (?:bigger|larger|higher|greater|stronger)|(?:jump|improve|mount)s?|moves? up|(?:is|are) (?:bumped up|augmented|enlarged|lifted|jacked up|topped up|pushed up)~(?:gets?|becomes?) (?:smaller|lower|weaker)|comes? down|dips?|worsens?|(?:is|are) (?:docked|brought down|knocked down|trimmed|cut down|pushed down|set back|slashed)>) by => <increases~decreases> by # A player may toil: their Strength <is bumped up~comes down> by 1.
\b(becomes?|(?:is|are) (?:re)?set to) (\d+),? (?:whatever (?:it|they) (?:was|were)(?: before)?|no matter what (?:it|they) (?:was|were)(?: before)?) => {0} {1} # A player may rest: their Energy becomes 5, whatever it was.
(\bby N(?: T)?),? (?:but )?(?:to|down to|up to|to not) <(?:a minimum of|at least|no less than|no lower than)~(?:a maximum of|at most|no more than|no higher than)> (\d+)|,?(?: (?:but|though))? \(?(?:(?:not|never)(?: (?:to|to go|going|dropping|falling|rising))?|(?:it|they) (?:can't|cannot|may not|can never|may never|never) (?:go|be|get|rise|fall|drop|sink)s?) <(?:below|under|less than)~(?:above|over|more than)> (\d+|zero)\)? => {0}, but not <below~above> {1}{2} # A player may toil: their Strength <falls~rises> by 1, to <a minimum of 1~at most 9>.
(?<=[:;,] )(?:it|this|that|they|you) (?:takes?|knocks?|shaves?) (N) off ((?:their|the|its|everybody else's|each other player's) T) => {1} decreases by {0} # A player may toil: it takes 1 off their Strength.
\b(?:takes? over as|is the new|are the new|becomes? the new|takes? office as|replaces? the) (T)(?: in place of whoever was)?(?=[.,;]|$) => becomes the {0} # A player may run: they are the new Warden.
\bthe <(?:richest|wealthiest)~poorest> (other )?player => the {0}player with the <most~fewest> MONEY # At the end of each week, the <richest~poorest> player gains 1 Point.

^(.{0,40}?)\b(?:every|each) (T)'s (T2 [^.:;,]{3,60}?),? and (its T3 (?:(?! and | then )[^.:;]){3,80})$ => {0}for each {1}, its {2} and {3} # Every Monday, each Room's Food becomes 9 and its Guard decreases by 1, never below 1.
((?:^|(?<=[.;] ))(?:the |their |its |that )?T),? (?:then|also|in turn|thereupon|at once)(?= (?:drop|fall|sink|rise|increase|decrease|become|return|reset|go|gain|lose|is|are|move|swap|pay|get)(?:e?s)?\b) => {0} # Whenever the Pot reaches 9, each player gains 1 Gold; the Pot then decreases by 2.

\b(?:a|another|one) (?:new |further |fresh )?(?!player)(T) (?:is (?:added|created|placed)|appears|arrives|turns up|comes along|shows up)((?: (?:in|on|at|to) [^.:;,]{2,30}?)?) with (T2) (\d+)<~,? and (T3) (\d+)>(?=[.;,]|$) => a {0} appears{1} with {3} {2}<~ and {5} {4}> # Every Monday, a new Room is added with Guard 2<~ and Food 3>.

# what is given, taken and traded
\b(may|they|must) (?:let|allow) ((?:an?|another|any|each) [^.:;,]{2,30}?) (?:to )?have (N T)(?: of their T2)? => {0} give {1} {2} # A player may let another player have 1 Fish.
\b(?:(?:transfer|hand over|sign over|pass|convey|give(?: away| up)?) (?:the )?(?:ownership|title|deed|possession) (?:of|to)|sign over|convey)(?= (?:an?|one|any) ) => give # A player may transfer ownership of a Space they own to another player.
\b(may V(?: over| on| away| another player)?) (?:as many as|as much as|no more than|not more than|at most) (N T)(?= to |$|,) => {0} up to {1} # A player may give as many as 3 Fish to another player.
\bmay (swap|trade|exchange|barter) (N T) for (N2 T2) with (an?(?:other|y)? (?:other |consenting |willing )?player[^.:;,]*?),?(?: (?:who|that) (?:agrees?|accepts?|consents?|says yes|is willing)(?: to (?:it|this|that))?| (?:if|provided(?: that)?|as long as|when) (?:they|that player|the other(?: player)?|both(?: of them)?) (?:agrees?|accepts?|consents?|says? yes)| with (?:their|that player's) (?:consent|agreement))$ => may {0} with {3}: if that player accepts, the player gives {1} to that player and that player gives {2} to the player # A player may swap 2 Fish for 1 Gold with another player who agrees.
\b(TAKING N T) off(?: of)?(?= (?:an?|another|the|that|them|him|somebody|someone)\b) => {0} from # A player may rob another player: they take 2 Gold off that player.

^(.{1,60} may (?:claim|assume|occupy|take over|seize|settle|annex|adopt|tame|buy|purchase|acquire|hire|recruit)) (?:an?|any|one) (?:vacant|unowned|unclaimed|unoccupied) ([a-z]+)< (?:for|by paying) ([^.:;,]+)~>$ => {0} an unowned {1}< by paying {2}~>: they gain it # A player may annex a vacant Space< for 3 Gold~>.
^(.{1,60} may (?:claim|assume|occupy|take over|seize|settle|annex|adopt|tame|buy|purchase|acquire|hire|recruit)) (?:an?|any|one) ([a-z]+) (?:without an?|with no|that has no) ([a-z]+)< (?:for|by paying) ([^.:;,]+)~>$ => {0} a {1} with no {2}< by paying {3}~>: they gain it # A player may annex a Space with no Owner< for 3 Gold~>.
^(.{1,60} may (?:give|transfer|hand(?: over)?|gift|donate|pass)) (?:(?:an?|any|one)(?= \w+ (?:they|you) )|one of (?:their|your)|their|your) ([a-z]+)(?: (?:they|you) (?:own|have|hold|keep|carry|bear))? (to an?(?:other)? player[^.:;]*)$ => {0} a {1} they own {2}: that player gains it # A player may hand one of their Spaces to another player.
# when
^(?:whoever|(?:an?|any) player who|any(?:one|body) who) ((?:[a-z]+s (?:to|into|onto)|enters) (?:the )?T(?: (?:in|during|with|without) [^.:;,]{2,60}?)+)(?= (?:rolls?|gains?|gets?|loses?|pays?|moves?|dies|wins)\b) => whenever a player {0}, they # Whoever moves to the Kitchen in Winter loses 1 Gold.
^((?:when|whenever) an? player [^.:;,]{3,60}?) (?:in|during) ((?-i:[A-Z])[a-z]+)( with(?:out)? [^.:;,]{2,30})?, they\b => {0}{2}, if it is {1}, they # Whenever a player moves to the Kitchen in Winter, they lose 1 Gold.
^((?:when|whenever) an? player) ((?:[a-z]+s (?:to|into|onto)|enters) (?:the )?T) (with(?:out)? [^.:;,]{2,60}), => {0} {2} {1}, # Whenever a player moves to the Kitchen with 3 Fish, they lose 1 Gold.
^upon joining, WHO(?= [a-z]) ?> whenever a player joins, they # Upon joining, a player gains 5 Gold.
\b(?:when(?:ever)?|as soon as|once|each time|every time) (?:a|the|each|every) <PERIOD (?:ends|is over|comes to an end|draws to (?:a|its) close|closes)~(?:new |next )?PERIOD (?:begins|starts|opens|dawns|arrives)>(?:,|$) => at the <end~beginning> of each PERIOD, # As soon as the week <is over~begins>, each player gains 1 Gold.
(?:\bon an? <(?:daily|day-to-day)~(week|month|hour)ly> basis|^<daily~(week|month|hour)ly>(?=,? WHO)|(?<=\w )<daily~(week|month|hour)ly>$) => every <day~{0}{1}{2}> # Each player gains 1 Gold <daily~monthly>.


^((?:when|whenever|as soon as|each time|every time|if|if ever)) (?:an?|the) (?:new|different) (T) (?:takes (?:office|over)|comes in(?:to office)?|is (?:elected|chosen|appointed|named))(?=,) => {0} a player becomes the {1} # When a new Warden takes office, the Pot increases by 1.
^((?:when|whenever|each time|every time|if)) (?:someone|somebody|anyone|a player) new joins(?: the game)?(?=,) => {0} a player joins # When someone new joins the game, they gain 5 Gold.
\b(the T) (?:changes|switches|turns) from (\w+) to (?:anything|something) else(?=,) => {0} is not {1} # Whenever the Season changes from Winter to anything else, each player gains 1 Gold.
\b(?:has|have) (?:their|his|her) (T) <(?:cut|reduced|lowered|docked)~(?:raised|increased|boosted|lifted)> by (N)(?=[.;,]|$) => <loses~gains> {1} {0} # A player may curse another player: that player has their Points <cut~raised> by 2.
(?<=become the )(T),? (?:in place of|instead of|replacing|ousting) (?:whoever was|the (?:old|previous|current|present) (?:one|T)|whoever (?:held|had) it)(?: before)?(?=[.;,]|$) => {0} # A player may run: they become the Warden in place of whoever was.

# which players
\b(?:currently |who is currently )?(?:standing|hanging (?:around|about)|located|situated|residing|staying|found|docked|stationed|camped|camping|parked|seated|sitting|living|waiting) (?:on|at|in)(?= (?:the same )?T) => who is on # A player standing on Space 5 may dig: they gain 1 Fish.
^((?!(?:if|when|whenever|at|on|during) )(?:(?! (?:may|can|must) )[^.:;,]){8,140}?) (at the (?:end|start|beginning) of (?:each|every) PERIOD|(?:each|every) (?:PERIOD2|\w{3,6}day))((?: unless| if) [^.:;,]{3,60})?$ => {1}, {0}{2} # Each player loses 1 Gold and gains 1 Fish at the end of each day.
# under which condition
( may [^.:;,]*?),? (?:except|but not|anywhere (?:but|except)|only not) ((?:in|on|at) [^.:;,]{2,40})(?=:|$) => {0} unless they are {1} # A player may dig except in the Kitchen: they gain 1 Gold.
\bthere (?:is|are) (?:still )?<((?:more than|over|at most|no more than|fewer than|less than|exactly) \d+|at least \d+) T~(\d+) T (or (?:more|less|fewer))> (?:still |left )?in the (T2)\b => <{1} is {0}~{2} is {0} {1}> # If there <are more than 20 Gold left~is still 20 Gold or more> in the Pot, a player may dig: they gain 1 Gold.

# limits
^if(?= [^.:;,]{1,40} proposal (?:passes|fails|is (?:passed|decided|adopted|accepted|rejected))\b) => whenever # If a proposal is rejected, its author loses 1 Point.
^if an? player ((?:has|is|owns|holds|did|does|whose) [^.:;]{2,60}?) (at the (?:beginning|end) of (?:a|the|each|every) PERIOD),? (?:they|that player) V(?= ) => {1}, each player who {0} Vs # If a player has at least 10 Gold at the end of a week, they lose 3 Gold.

# beginning and winning
^(?:you (?:start|begin)(?: out| off)?(?: the game)?|(?:if|when|whenever) (?:you|a new player|somebody|someone|anyone) (?:wants?|joins?|would like|wishes)(?: to (?:play|join))?[^.:;,]{0,30}[:,] (?:you|they) (?:starts?|begins?)|(?:new players|newcomers|a newcomer|each newcomer|every newcomer|new arrivals|fresh players|a new player) (?:start(?:s)? (?:out|off)|begins? (?:out|off)|come|comes|arrive|arrives|join|joins|enter|enters)(?: the game)?) with => a new player begins with # If you want to play just say so: you start with 10 Gold.
^(?:upon|on|when|after) joining(?: the game)?, WHO (?:gets?|gains?|receives?|is given|are given|has|have) ?> a new player begins with # Upon joining, a player receives 5 Gold.
^((?:the first|an?|any) player [^.:;]{5,140}?),? (?:wins? (?:the (?:game|match|year) )?and )?(?:wins the (?:game|match|year)|(?:is|becomes?|is declared|is listed as|goes (?:down|up)(?: on this page)? as) (?:the )?winner|takes the crown)$ => {0} wins # The first player to have 100 Gold is declared the winner.
\b(who (?:is|has)(?: not|n't)? [^.:;,]{2,40}) at (?:that|the) (?:very )?(?:moment|time)(?=$| wins) => {0} # The first player who has 50 Gold at that moment wins.
^the game (?:ends|is over|is won) (?:when|once|as soon as) (?:a|any|one|some) player (?:has|reaches|collects|gets|owns) N T$ ?> a player who has at least N T wins # The game is won when a player collects 100 Gold.
# what becomes of one's own words for doing so
\bif they does so\b => if they do so # A player may destroy 4 Fish; if e does so, e gains 1 Gold.
^WHO may (expunge|remove|erase|clear|wipe away|shed|cure|cancel) N (?:of their )?T by paying (N2 T2)$ => WHO may {0} N T by paying {1}: they lose N T # A player may expunge one of their Fish by paying a Net.
\bits T (falls|drops|sinks|decreases) by N(, and |, | and |; )on (N2(?: or N3)?) it (?:rises|goes up|climbs|increases) by => its T {0} by N{1}on {2} its T increases by # Every Monday, for each Room, roll 1d6: on 1 its Food falls by 1, on 6 it rises by 1.
^(?:an? |each |one )?T costs? N T2 to (build|buy|hire|make|acquire|recruit|train|construct|purchase|craft|brew|forge|bake)$ => a player may {0} a T by paying N T2 # A Boat costs 3 Wood to build.
^VING: (N T(?: and N2 T2)?) (?:make|become|give|yield)s? (N3 T3)$ => a player may VING by paying {0}: they gain {1} # Baking: 2 Fish and 1 Gold make 1 Net.
\bmay neither (V[^.:;]*?) nor (V2) => may not {0} or {1} # A player may neither fish nor vote while they have 5 Points.
(by (?:paying|spending|discarding|losing|giving up|using(?: up)?) N T(?: and N2 T2)?) to(?= (?:gain|get|lose|increase|decrease|raise|lower|reduce|move|set|roll|draw|take|steal|double|halve)\b) => {0}: they # A player may train by paying 3 Gold to gain 1 Point.
^([^.:;]* may [^.:;,]*),? (?:whereby|whereupon|thereupon|upon which)(?= ) => {0}: # A player may study, whereby their Strength increases by 1.
^VING( (?!is)[^.:;,]{2,30}?)??(?: is|:) (?:not (?:allowed|permitted|possible)|forbidden|impossible|prohibited|banned)((?: (?:if|when|while|unless|in|during|on|at) X)?)$ => a player may not VING{0}{1} # Fishing is impossible in Winter.
^<VING may not be done~(?:there is )?no VING> ((?:in|on|at|during|if|while|when) X)$ => a player may not VING {0} # <Fishing may not be done on Sundays~No fishing in Winter>.
^to (V[^.:;,]{0,40}), (?:an?|any|each|every) player (?:must|has to|shall) <(?:have|own|hold)~be> ([^.:;]+)$ => only players who <have~are> {1} may {0} # To fish, a player must <have a Net~be on Space 5>.
( may (?:buy|sell) (?:any number of|up to N) T)( for N2 T2 each),? called (the \w+),? => {0}, called {2}, {1} # A player may buy any number of Fish for 2 Gold each, called the catch, if the Pot is at least the catch: the Pot decreases by the catch.
( may buy any number of T)(?: from| out of) (the T2)( for N2 T3 each)$ => {0}{2} if {1} is at least that many: {1} decreases by that many # A player may buy any number of Fish from the Pot for 2 Gold each.
^T may be <(?:bought|purchased)~sold>(?: ((?:in|on|at) [^.:;,]{2,40}?))? for (N2 T2) (?:each|apiece)$ => {0}, a player may <buy~sell> T for {1} each # Fish can be <bought~sold> for 2 Gold each.
^(?:an? )?T may be <(?:bought|purchased)~sold>(?: ((?:in|on|at) [^.:;,]{2,40}?))? for (N2 T2)$ => {0}, a player may <buy~sell> a T for {1} # Nets can be <bought~sold> at Space 5 for 4 Gold.
^(N T) (?:may|can) be (?:exchanged|converted|cashed in|redeemed|swapped|turned in|traded in) (?:for|into) (N2 T2)$ ?> a player may trade {0} for {1} # 3 Fish may be cashed in for 1 Net.
^<(?:WHO|new players?) (?:starts?|begins?) with an? T of~(?:(?:a|each) (?:new )?player's )?T (?:starts?|begins?)(?: out)? (?:at|with)> (\d+)$ => a new player begins with {0} T # <Players start with a Health of 5~A player's Health starts at 5>.


# in the words of things
^the (?:target|victim|chosen target)(?= (?:loses|gains|gets|moves)) ?> select another player; they # of a thing: The target loses 3 Health.

# trades, votes
^(?:an?|each|every) (T) (?:can never|may never|may not|cannot|can't|never) (?:hold|have|take|contain|seat|house|accommodate)s?(?= more players than) => no {0} may hold # A Room can never seat more players than its Guard.
\bthe ((?-i:[A-Z])\w+|owner) of an? (T)(?= (?:gains?|loses?|gets?|receives?|pays?)\b) => the {0} of each {1} # The Owner of a Space gains 1 Gold at the end of each week.
^(WHO[^.:;,]*?|the (?-i:[A-Z])[\w' -]*?) (?:has|have|gets?|casts?) (two|three|\d+) votes(?:,? instead of (?:one|1|a single one))?$ => {0}'s vote counts {1} times # A player with 5 Gold has two votes instead of one.
^(the first player (?:to|who) [^.:;,]+ and) (?:to )?(?:own|hold|possess|carry|have) ((?:at least|an?|\d+)\b.+)$ => {0} {1} # The first player to have 10 Gold and own at least one Net wins.
^the first player (?:to|who) (?:have|has|reach|reaches|own|owns|hold|holds|get|gets|gather|collect) ([^.:;,]+?) (?:while|whilst|when) (?:(?:they are|they're|being|standing|they stand|who is) )?(in|at|on) (T) (wins?)\b => the first player who has {0} and is {1} {2} {3} # The first player to have 10 Gold while standing in the Kitchen wins.
^((?:if|when|whenever|as soon as|once) [^:;]{3,80}?),? (?:the game (?:is over|ends|is finished)),?(?: and|:|;)? (?=(?:the player|whoever|a player)\b.* wins?\b) => {0}, # When the Pot is at least 90 the game ends, and the player with the most Gold wins.
\b(the player with the (?:most|fewest) T) (wins)\b(?: the game)?[,;.] (?:if (?:that|this|it) is a tie|in (?:case of )?a tie|on a tie|if (?:two|several|some) (?:players )?(?:are )?tied?),? (?:the (?:one|tied player|player)(?: of them)?|whoever)(?: of them)? (?:with|has|who has) (?:the )?<(?:more|most)~(?:fewer|fewest)> (T2)(?: left)?(?: wins)?$ => {0} with ties broken by<~ the fewest> {2} {1} # When the Pot reaches 200, the player with the most Gold wins. If that is a tie, the tied player with <more~fewer> Fish wins.

# an amount under a condition
^((?:(?:an?|each|every) T's T2|the T3 of (?:an?|each|every) T4) is) ((?:(?!\b(?:plus|minus)\b)[^.:;])+?) if ([^.:;]+?)(?:,? (?:or|and|but) ([^.:;,]+?) otherwise|[,;] (?:and |but )?otherwise ([^.:;,]+))$ => {0} ({1} if {2}, otherwise {3}{4}) # A player's votes is 3 if they have a Net, otherwise 2.
^((?:(?:an?|each|every) T's T2|the T3 of (?:an?|each|every) T4) is) ((?:(?!\b(?:plus|minus)\b)[^.:;])+?), or ([^.:;,]+?) if ([^.:;]+)$ => {0} ({2} if {3}, otherwise {1}) # A player's votes is 2, or 3 if they have a Net.
^((?:(?:an?|each|every) T's T2|the T3 of (?:an?|each|every) T4) is [^.:;]+?),? (plus|minus) ([^.:;,]+?) if ([^.:;]+)$ => {0} {1} ({2} if {3}, otherwise 0) # A player's votes is their Gold plus 1 if they have a Net.
^((?:(?:an?|each|every) T's T2|the T3 of (?:an?|each|every) T4) is [^.:;]+)[.;] (?:while|if|when) (?:an? player|they) ([^.:;,]+), (?:their|its|(?:an?|each) T5's) (?:T2|T3) (?:is|counts?) (N) <(?:less|lower|fewer)~(?:more|higher)>$ => {0} <minus~plus> ({2} if they {1}, otherwise 0) # A player's votes is their Gold. While they have a Net, their votes <counts 1 less~is 1 higher>.
^((?:(?:an?|each|every) T's T2|the T3 of (?:an?|each|every) T4) is [^.:;]+)[.;] (?:their|its|(?:an?|each) T5's) (?:T2|T3) (?:is|counts?) (N) <(?:less|lower|fewer)~(?:more|higher)> if ([^.:;]+)$ => {0} <minus~plus> ({1} if {2}, otherwise 0) # A player's votes is their Gold. Their votes <is 1 less~counts 1 more> if they have a Net.

# what is done by one who does something
^(?:(?:an?|any|each|every) player who|whoever) (enters|moves|lands|leaves|joins|passes|gains|loses|uses|drops|stops|steps)(| [^.:;,]{1,60}?)(?: also)? ((?:gains?|loses?|pays?|gets?|receives?|becomes?|takes?|gives?|steals?|rolls?|draws?|discards?|dies|wins?|moves?|enters?|must|ha(?:s|ve) to)\b) => whenever a player {0}{1}, they {2} # A player who enters a Room pays 1 Gold.
^(?:an?|any|each|every) player whose (T (?:reach(?:es)?|(?:fall|drop|sink|rise|hit)s?|goe?s?) [^.:;,]{1,40}?) ((?:gains?|loses?|pays?|gets?|receives?|becomes?|takes?|gives?|steals?|rolls?|draws?|discards?|dies|wins?|moves?|enters?|must|ha(?:s|ve) to)\b) => whenever a player's {0}, they {1} # A player whose Energy reaches 9 loses 1 Gold.

# what is said of players one after the other
\b(players?|every(?:one|body)|nobody|no one) (?:who (?:is|are|stands?) )?((?:in|on|at) (?:the )?T(?: \d+)?) with ((?:(?:no|any|NUM or (?:more|less|fewer)|N) )?T2(?:,? (?:and|or) (?:no|any|N2) T3)*)< who~>(?= ) => {0} who is {1} and has {2}< and~> # Each player in the Kitchen with a Net <who is a Mage gains~gains> 1 Gold each day.
\b(players?|every(?:one|body)|nobody|no one) with ((?:(?:no|any|NUM or (?:more|less|fewer)|N) )?T2(?:,? (?:and|or) (?:no|any|N2) T3)*) who(?= ) => {0} who has {1} and # Each player with a Net who is a Mage gains 1 Gold each day.

# amounts with what they are of
\b(gains?|gets?|receives?|loses?|pays?|for|by paying) the (T) of each (\w+)((?: [^.:;,]{2,60}?)?) in (T2)(,? rounded (?:up|down))?(?=[.:;,]|$| (?:to|if|from|for each|each|and)\b) => {0} {4} equal to the sum of the {1} of the {2}s{3}{5} # A player may dig: they gain the Price of each Space they own in Gold.
\b(gains?|gets?|receives?) (((?:half of |all of |N percent of )?)the (?!(?:roll|sum|total|result)\b)(T))(,? rounded (?:up|down))? in (T2)(,? rounded (?:up|down))?(?=[.:;,]|$| (?:if|and)\b) => {0} {5} equal to {1}{4}{6} from the {3} # A player may dig: they gain half of the Pot in Gold, rounded up.
\b(gains?|gets?|receives?|loses?|pays?|for|by paying) ((?:the roll|the (?!sum )(?:number|smaller|average|total|highest|lowest)\b|(?:the|their|its|that|half|twice|double|N times|\d+ ?(?:%|percent) of)\b)[^.:;,]{2,60}?(,? rounded (?:up|down))?),? in (T)(,? rounded (?:up|down))?(?=[.:;,]|$| (?:to|if|from|for each|each|and)\b) => {0} {3} equal to {1}{4} # A player may dig: they gain their Strength in Gold.

# what is sent somewhere
^([^.:;]{1,80}? may(?:,? [a-z]+ (?:per|a|each) [a-z]+,?)?) (SEND) (?:an?|any|one) (T)( [^.:;,]{1,40}?)?(?: from (?:its|their) \w+)? to ((?:an?|any|another|any other) (T2)[^.:;]{0,60})$ => {0} {1} a {2}{3} to {4}: it moves to that {5} # A player may send a Beast to another Room.
^([^.:;]{1,80}? may(?:,? [a-z]+ (?:per|a|each) [a-z]+,?)?) (SEND) (?:an?|any|one) (T)( [^.:;,]{1,40}?)?(?: from (?:its|their) \w+)? to ((?:the|their|its) [^.:;]{2,40})$ => {0} {1} a {2}{3}: it moves to {4} # A player may send a Beast to the Kitchen.

# what becomes of ties
^(.*?\b(?:the player (?:with|who has)|whoever has) (?:the )?(?:most|fewest|least|highest|lowest) T\b[^;]*?)[,;.]? \(?(?:(?:or )?nobody TIE|TIE2,? (?:nobody(?: (?:is )?\w+(?: it)?)?|nothing changes)|a tie leaves (?:it|the \w+) (?:without (?:one|a \w+)|empty|vacant))\)?$ => {0} # At the end of each week, the player with the most Gold gains 1 Energy, nobody if there is a tie.
^(.*?)\b(?:the player (?:with|who has)|whoever has) (?:the )?((?:most|fewest|least|highest|lowest) T\b[^;]*?)[,;.]? \(?(?:(?:all|each) of them TIE|TIE2,? (?:they all|(?:all|each) (?:of them|tied players|who tie))(?: do| does| count)?|if several(?: \w+)? tie,? they all do)\)?$ => {0}the players with the {1} # At the end of each week, the player with the most Gold gains 1 Energy; in a tie, all of them.
^(.*?\b(?:the player (?:with|who has)|whoever has) (?:the )?(?:most|fewest|least|highest|lowest) T)\b([^;]*?)[,;.]? \(?ties go to the (?:earlie(?:r|st)|first) \w+\)?$ => {0} with ties going to the earlier{1} # At the end of each week, the player with the most Gold gains 1 Energy; ties go to the earlier one.
^(.*?\b(?:the player (?:with|who has)|whoever has) (?:the )?(?:most|fewest|least|highest|lowest) T)\b([^;]*?)[,;.]? \(?ties are broken by ((?:the )?(?:(?:most|fewest|least|highest|lowest) )?T2)\)?$ => {0} with ties broken by {2}{1} # At the end of each week, the player with the most Gold gains 1 Energy; ties are broken by Points.

# what is left out
(?<=: )from (?:now|then|that (?:moment|point|time)) on(?:wards?)?,? ((?:their|its|the) T)(?: (?:is|shall be|will be)(?! (?:doubled|halved|reset|added|removed)))(?= ) => {0} becomes # A player may sing: from now on, their Strength is 5.
(\bmay (?:give|pay|hand|send|donate|pass) [^.:;]{2,80}?),? (?:if|as long as|so long as|provided(?: that)?) they (?:have|can afford|own) (?:enough|that (?:much|many))(?: T| of (?:it|them|those))?(?: for (?:it|that|all|everyone|everybody|each(?: of them)?))?(?=$|:) => {0} # A player may give 1 Fish to another player, provided that they have enough.
\b(becomes?) ((?-i:[A-Z])\w+) of(?= ) => {0} the {1} of # A player may sing: they become Owner of each Space.
( by (?:paying|spending|giving|handing)) (its (?:T)|the (?:T2)(?: of (?:the T3|their T4))?|another player|each other player|(?-i:[A-Z])\w+) (N5 T5)(?=[:,;]| and |$) => {0} {2} to {1} # A player may sing by paying the Warden 1 Gold: they gain 1 Point.
\b(paying|spending|losing|giving up) either(?= N T or ) => {0} # A player may sing by paying either 1 Gold or 2 Fish: they gain 1 Point.
( by (?:paying|spending|using|giving up)) (N) (T),? plus (N2) T(?= for (?:each|every)) => {0} {2} equal to {1} plus {3} # A player may sing by paying 2 Gold plus 1 Gold for each Net they have: they gain 1 Point.
( by (?:paying|spending|using|giving up) N T),? plus(?= N2 T2(?! for| equal)) => {0} and # A player may sing by paying 2 Gold plus 1 Fish: they gain 1 Point.
\b(for each|for every|per) (?:point|year|unit|bit|level) of (T)(?= (?:they|you) have\b) => {0} {1} # A player may sing: they gain 1 Gold for each point of Strength they have.
\b(N) (T) (?:for each|for every|per) (?:point|year|unit|bit|level) of(?= (?:its|their) T2) => {1} equal to {0} times # A player may sing by paying 1 Gold for each point of their Strength: they gain 1 Point.
\b(?:immediately|instantly|automatically|simply|hereby|duly|promptly|forthwith|at once|straight away|thereupon|accordingly|consequently|subsequently|freely|happily) => # A player may dig: they immediately gain 1 Gold.
\b(?:from the bank|to the bank|from the treasury|from the supply|from the common pool|out of nowhere) ?> # Every Monday, each player gains 1 Gold from the bank.
,? \b(?:because|out of|for) (?:(?:the|their|your|[a-z]+ing) )?[a-z' ]{3,50}(?=$|[.,;]) ?> # Every Monday, each player loses 1 Gold out of shame.
\b(?:in|of) the game\b ?> # Every Monday, each player in the game gains 1 Gold.
\b(?:as a reward|as a penalty|as a bonus|as a prize|as punishment|for their trouble|as compensation|as a salary|as wages|as income|as a fine) ?> # Every Monday, each player gains 1 Gold as income.
^VING (?:gives|grants|yields|brings|earns) N T$ ?> whenever a player VINGs, they gain N T # Fishing yields 1 Gold.
^(?:each|every|an?) T (?:gives|yields|produces|pays|earns|brings|generates)(?: its owner| the owner)? N T2 (?:per|each|every|a) PERIOD$ ?> each PERIOD, each player gains N T2 for each T they own # Each Space earns its owner 2 Gold per day.
(?:^|,? )(?:as a free action|without (?:spending|using(?: up)?|taking) (?:an|any) actions?|at no action cost|for free, without an action)\b,? => # A player may dig as a free action: they gain 1 Gold.
"""  # noqa: E501

_PERIOD = r"(?:day|week|month|hour|phase|turn|round|night|year|season|period)"
_ONE_OF = (
    r"(?:(?:an?|any|each|every|another|all|the|no|that)(?: other| new)? players?|players|everyone"
    r"|everybody|anyone|nobody|they|them|you|he|she)"
)
_WORDS = "|".join(each for each in NUMBER_WORDS if "-" not in each)
_HOW_MANY = (
    rf"(?:(?:at least |at most |up to |exactly |more than )?(?:\d*d\d+|\d+|(?:{_WORDS})\b|an?\b)"
    r"|all (?:of )?their|half (?:of )?their|any number of)"
)
_THING = r"[A-Za-z][\w'-]*(?: (?-i:[A-Z])[\w'-]*)*"
_NUMBER = rf"(?:\d+|(?:{_WORDS})\b)"
_SLOTS = {
    "PERIOD": _PERIOD, "WHO": _ONE_OF, "N": _HOW_MANY, "T": _THING, "V": r"[a-z]{2,20}",
    "SEND": "(?:move|send|banish|summon|exile|call|drive|chase|push|pull|drag|transport|ship|bring"
    "|take|carry|lead|throw|relocate)",
    "MONEY": r"\w+", "VING": r"[A-Za-z]{3,20}ing", "X": r"[^.:;,]{1,80}",
    "RES": (  # of a roll
        rf"(?:(?:an? |any )?(?:natural )?{_NUMBER}(?:(?: to |-){_NUMBER}| or (?:more|higher|better"
        r"|above|over|greater|less|lower|below|under|fewer)"
        rf"|(?:, {_NUMBER}){{0,4}},? or {_NUMBER})?"
        r"|(?:an? )?(?:even|odd) (?:number|result|roll|one|score)|doubles)"
    ),
    "FOLLOW": r"(?:,| (?:they|you|he|she|the|that|each|every|nothing|gain|lose|get|move|roll)\b)",
    "PAYING": (
        r"(?:pay|spend|hand over|give up|part with|chip in|throw in|put in|put up|cough up"
        r"|fork over|sacrifice|use up|burn|discard|surrender|expend|consume|forfeit|contribute)"
    ),
    "TIE": (
        r"(?:(?:on|in|if (?:there|it)(?: is|'s)|in case of|in the event of) a tie|(?:if|when)"
        r" (?:\w+ tie|(?:(?:they|several|players|some) are )?tied))"
    ),
    "NUM": _NUMBER, "ANEW": "(?:(?<=[:;,] )|(?<= and )|(?<= but )|(?<=while ))",
    "TAKING": "(?:take|steal|nick|pinch|swipe|snatch|grab|pick|demand)s?",
    "MOVES": "(?:moves?|goe?s?|comes?|walks?|runs?|wanders?|is moved|is sent|is taken)"
    "(?: over| off)? to",
}  # fmt: skip
_THIRD = regex(r"\b(VING|V)s\b")  # a verb behind "a player"
MOST_LETTERS = 400  # of a sentence that is looked at
_SLOT = regex(
    r"(?:(?<![A-Za-z\\])|(?<=\\b))(PERIOD|MONEY|FOLLOW|PAYING|TAKING|MOVES|ANEW|TIE|WHO|SEND|VING|RES|NUM|N|T|V|X)(\d?)(?![A-Z])"
)


class OtherWording(NamedTuple):
    """A row of the table. ``sure``: it says the same; ``is_gone``: its words are left out.

    ``needs``: letters without which it fits nowhere.
    """

    pattern: re.Pattern[str]
    form: str
    sure: bool
    example: str
    needs: str = ""
    of_roll: bool = False  # of what stands behind a roll alone

    @property
    def is_gone(self) -> bool:
        return not self.form

    def said(self, found: re.Match[str], money: str) -> str:
        """What stands in the place of words that it fits."""
        slots = {name: each or "" for name, each in found.groupdict().items()} | {"MONEY": money}
        slots |= {name: verb_in(each) for name, each in slots.items() if name.startswith("VING")}
        named = found.re.groupindex.values()
        free = [each or "" for at, each in enumerate(found.groups(), 1) if at not in named]
        form = _THIRD.sub(lambda slot: of_one(slots[slot[1]]), self.form)
        return _SLOT.sub(lambda slot: slots[slot[0]], form).format(*free)


@cache
def rows() -> tuple[OtherWording, ...]:
    """The table."""
    return tuple(map(_row, rows_in(ROWS)))


def _row(line: str) -> OtherWording:
    row, _, example = line.rpartition(" # ")
    said = re.fullmatch(r"(.*?) (=|\?)> ?(.*)", row)
    if said is None:
        raise ValueError(f"not a row: {line}")
    seen: set[str] = set()

    def slot(found: re.Match[str]) -> str:
        name, again = found[0], found[0] in seen
        seen.add(name)
        return rf"(?P={name})" if again else f"(?P<{name}>{_SLOTS[found[1]]})"

    of_roll, pattern_ = said[1].startswith(_ROLLED_ROW), said[1].removeprefix(_ROLLED_ROW)
    flags = re.NOFLAG if re.search("CAN|MAY|MUST", said[1]) else re.IGNORECASE
    either = re.sub("(?<![ac-zA-Z])may(?= )", "(?:may|can)", pattern_)
    if "WHO" not in said[3] and not re.search(r"\((\?=)?WHO", either):  # who it is gets lost
        either = either.replace("WHO", r"(?!no |nobody|that |another |\w+ other )WHO")
    pattern = regex(_SLOT.sub(slot, either), flags)
    bare, before = re.sub(r"\\.|\[[^\]]*\]", "_", either), ""
    while bare != before:
        bare, before = re.sub(r"\([^()]*\)[?*+]?", "_", bare), bare
    words = [] if {*bare} & {*"|("} else re.findall(r"[a-z]{2,}(?![?*+{])", bare)
    needs = max(words, key=len, default="")  # the longest that stands in no group
    return OtherWording(pattern, said[3].strip(), said[2] == "=", example.strip(), needs, of_roll)


_ROLLED_ROW = "ROLLED "
_ROLL = regex(
    r"\brolls? (?:an? |one |two |three )?(?:[\w-]+ )?(?:die|dice|\d{0,3}d\d+)", re.IGNORECASE
)


class Wording(NamedTuple):
    """A text that says what a sentence says, or may say. ``steps``: how many rows it took."""

    text: str
    left_out: tuple[str, ...] = ()
    steps: int = 0

    def put(self, row: OtherWording, money: str) -> Wording | None:
        """The text with a row applied wherever its words stand; None where they do not.

        ``money``: what the form calls MONEY; "" where the page has no such.
        """
        if row.needs not in self.text.casefold() or ("MONEY" in row.form and not money):
            return None
        gone: list[str] = []

        def said(found: re.Match[str]) -> str:
            gone.append(found[0].strip(" ,"))
            return row.said(found, money)

        text, start = self.text.rstrip(". "), 0
        if row.of_roll:
            rolled = _ROLL.search(text)
            start = rolled.end() if rolled else len(text)
        text = text[:start] + row.pattern.sub(said, text[start:])
        if not gone:
            return None
        text = _MOVED.sub(lambda word: word[0].lower(), text)
        is_silent = row.is_gone and not row.sure
        return Wording(
            text, (*self.left_out, *gone) if is_silent else self.left_out, self.steps + 1
        )


_MOVED = regex(
    "(?<=, )(?:The|An?|Each|Every|Any|All|Any(?:one|body)|Every(?:one|body)|Who(?:|ever))(?= )"
)  # from the beginning of a sentence
_AN_PLAYER = regex(r"\b([aA])n player\b")
_MONEY = kinds(
    "gold money coins cash dollars credits silver pounds euros tips crowns guineas ducats pence"
)


def money_of(vocabulary: PlainVocabulary) -> str:
    """What makes players rich; "" where there is not just one such."""
    named = [each.name for each in vocabulary.fields if each.name.casefold() in _MONEY]
    return named[0] if len(named) == 1 else ""


@lru_cache(maxsize=4096)
def in_usual_words(text: str, vocabulary: PlainVocabulary) -> str:
    """The text in the words that the language has for the same."""
    if len(text) > MOST_LETTERS:
        return text
    said, period = in_periods(text, vocabulary)
    usual = _in_usual_words(said, vocabulary)
    return text if usual == said else with_period(usual, period)


def in_periods(text: str, vocabulary: PlainVocabulary) -> tuple[str, str]:
    """The text with "period" for the time of the group's own that it speaks of; which that is."""
    found = (vocabulary.period(singular_of(each[2])) for each in _OWN_TIME.finditer(text))
    period = next(filter(None, found), "")
    if not period or "period" in text.casefold():
        return text, ""

    def said(each: re.Match[str]) -> str:
        is_it = singular_of(each[2]) == period
        return f"{each[1]} period{'s' * (each[2] != period)}" if is_it else each[0]

    return _OWN_TIME.sub(said, text), period


def with_period(text: str, period: str) -> str:
    """The text with its own name for such a time again."""
    return re.sub(r"\bperiod(?=s?\b)", lambda _: period, text) if period else text


_OWN_TIME = regex(
    r"\b((?i:per|an?|each|every|any|one|this|that|last|next|following|previous|same|single|given|new"
    r"|two|three|four|five|six|\d{1,2}|(?:start|beginning|end|rest|outset|close) of the"
    r"|(?:when|once|until|as soon as) the)) ([A-Z]\w{1,30})\b(?! (?:is|becomes)\b)"
)


def _in_usual_words(text: str, vocabulary: PlainVocabulary) -> str:
    found, money = Wording(of_players(text, vocabulary)), money_of(vocabulary)
    low, said = found.text.casefold(), found.text.rstrip(". ")
    for row in rows():
        if row.sure and row.needs in low and row.pattern.search(said):
            found = found.put(row, money) or found
            low, said = found.text.casefold(), found.text.rstrip(". ")
    claimed = _of_results(_of_price(_in_turn(found.text), vocabulary))
    return tidied(claimed) if found.steps or claimed != found.text else text


@lru_cache(maxsize=4096)
def of_players(text: str, vocabulary: PlainVocabulary) -> str:
    """The text with the page's own word for players as "player"."""
    called = vocabulary.player_words
    either = "|".join(map(re.escape, called)) or r"(?!)"
    said = re.sub(rf"(?i)\b(?:{either})\b", lambda each: called[each[0].casefold()], text)
    said = " ".join(said.split())
    said = vocabulary.long_names.sub(lambda name: name[0].title(), said)
    return _AN_PLAYER.sub(r"\1 player", said)


def election(text: str, vocabulary: PlainVocabulary, *, whole: bool = True) -> Sequence[str]:
    """The sentences that say what one of an election does; none of another one."""
    if len(text) > _LONGEST_APART or not VOTING.search(text):
        return ()
    return elected(of_players(text, vocabulary).strip().rstrip("."), whole=whole)


VOTING = regex(r"\b(?:votes?|elects?|elected)\b", re.IGNORECASE)


_ITS_PRICE = regex(
    r"\b(?:for|at|by (?:paying|spending)|paying) (?P<part>half (?:of )?|twice |double )?"
    r"(?:its|the|their)(?: listed)? (?P<column>[A-Za-z]+)(?: in (?P<unit>[A-Za-z]+))?"
    r"(?P<of> of (?-i:[A-Z])[\w'-]+)?(?P<each> each)?(?P<round>,? rounded (?:up|down))?"
    r"(?=[.:;,]|$| (?:to|if|once|twice|per|and|into)\b)", re.IGNORECASE
)  # fmt: skip


def _of_price(text: str, vocabulary: PlainVocabulary) -> str:
    """``for its Price in Gold``, ``at half its Price``: so much of what the column is in."""

    def paid(said: re.Match[str]) -> str:
        columns = [each.name for _, each in vocabulary.column(said["column"])]
        units = {re.sub(r".*[( ]in |.*[(]|[)]", "", each) for each in columns}
        unit = said["unit"] or (units.pop() if len(units) == 1 else "")
        if not columns or vocabulary.stuff(unit) is None:
            return said[0]
        price = f"the {said['column']}{said['of']}" if said["of"] else f"its {said['column']}"
        equal = f"{unit} equal to {said['part'] or ''}{price}{said['round'] or ''}"
        is_price = said["each"] or " sell " in text
        return f"for {equal}{said['each'] or ''}" if is_price else f"by paying {equal}"

    return _ITS_PRICE.sub(paid, text)


_NEXT = regex(
    r"(?P<what>\b(?:[Tt]he|their) [A-Z]\w+) (?:moves|goes|advances|passes|turns|changes|becomes)"
    r"(?: on)?(?: to)? the next(?: one)?,? \(?(?:in (?:the|this) order )?"
    r"(?P<order>[A-Z]\w+(?:, [A-Z]\w+){1,11}),?(?: and)?(?: then)?(?: back to| again)?"
    r" (?P<first>[A-Z]\w+)(?: again)?\)?(?=[.]?\Z)"
)  # fmt: skip


def _in_turn(text: str) -> str:
    """``the Mood becomes the next one (Calm, Grim, and again Calm)``: each by what it was."""

    def each_by_each(said: re.Match[str]) -> str:
        words = said["order"].split(", ")
        if said["first"] != words[0]:
            return said[0]
        turns = zip(words, [*words[1:], words[0]], strict=True)
        what = said["what"]
        return ", otherwise ".join(f"if {what} is {e}, {what} becomes {to}" for e, to in turns)

    return _NEXT.sub(each_by_each, text)


_EACH_RESULT = regex(
    r"(?P<front>.*\broll[^.:;]{1,30}?(?:[,;:]| and)) (?P<verb>(?:they )?(?:move|go|gain|get|lose)"
    r"|the [A-Z]\w+ becomes) (?P<listed>[^.:;]{3,120} on (?:an? )?[\w -]{1,12}(?:,| or| and)"
    r"[^.:;]{3,120})"
)
_ITEM = regex(
    r"(?:,? (?:and|or) |, )?(?:to )?(?P<what>(?:the )?[\w' ]{1,30}?) on (?P<on>(?:an? )?\d"
    r"[^,.:;]{0,14}?)(?=,| and (?:the|\d|to|[A-Z])| or (?:the|to|[A-Z]|\d+ [A-Z])|\Z)"
)


def _of_results(text: str) -> str:
    """``move to the Mill on a 1, the Inn on a 2``: on a 1, they move to the Mill, on a 2, ..."""
    said = _EACH_RESULT.fullmatch(text.rstrip(". "))
    if said is None:
        return text
    verb, rest, found = said["verb"].removeprefix("they "), said["listed"], list[tuple[str, str]]()
    to = " to" if verb in ("move", "go") else ""
    while each := _ITEM.match(rest):
        found.append((each["what"], each["on"]))
        rest = rest[each.end() :]
    unit = found[0][0].partition(" ")[2] if found else ""
    if rest or len(found) < 2 or bool(to) != said["listed"].startswith("to "):
        return text
    who = "" if verb.startswith("the ") else "they "
    whats = [f"{what} {unit}" if what.isdecimal() else what for what, _ in found]
    told = (f"on {on}, {who}{verb}{to} {e}" for e, (_, on) in zip(whats, found, strict=True))
    return f"{said['front'].removesuffix(' and').rstrip(',;:')}; {', '.join(told)}"


def tidied(text: str) -> str:
    """A text without the signs that rows leave behind."""
    text = re.sub(r" +([,.;:])", r"\1", " ".join(text.split()))
    text = re.sub(r",(?:\s*,)+", ",", text)
    text = _MOVED.sub(lambda word: word[0].lower(), text)
    text = re.sub(r"(\b(?:may|may not)), (?=\w+[:, ])", r"\1 ", text).strip(" ,;")
    return f"{upper_first(text)}." if not text.endswith(".") else upper_first(text)


# == Sentences that say several things, and those that name what comes one after the other ========


# -- one sentence that says two things: ``Neither Ann nor Bob may dig``, ``..., and nobody may ...``

_MAY, _MAY_NOT = r"(?:may|can)", "(?:may not|can't|cannot)"
_TIME = r"(?:day|week|month|hour|phase|turn|round|night|morning|year|season|\w+day|time)s?\b"
_SCOPE = (  # may reach over both
    rf"(?:(?:if|while|when\w*|as|in|at|on|during|by|unless|from|after|once|twice|until|up to)\b"
    rf"|(?:every|each|the) (?:\w+ )?{_TIME})"
)
_LONGEST_APART = 400  # letters of such a text
_WHOLE = (  # neither when nor how often, which might be meant of the next one as well
    r"[a-z]+(?: (?!(?:in|at|on|by|during|or|and|if|unless|only|more|while|when|until|except|per"
    r"|each|every|once|twice|for)\b)[\w']+)+"
)
_POLL = (
    rf"(?P<w>\w+),? (?P<a>.+ {_MAY} vote for (?:an?|another|any)(?: living)? (?P<n>\w+)[^;.,]*)[;,]"
    r" (?:and )?(?:at the end of|when) (?:the |that )?(?:day|poll|(?P=w))(?: ends| is over)?,?"
    r" (?:the one|whoever|the (?P=n)) (?:with|who has|has|that has) the most votes (?P<d>.+)"
)
_EACH, _OWN = "(?:per|an?|each|every)", "(?:day|week|month|hour|phase|turn|round)"
_ONE_MAY = (
    rf"(?:(?:once )?{_EACH} (?P<p>{_OWN}),? )?(?:only |just )?(?:one|a single)"
    rf" (?P<a>[\w ]{{1,60}}?)(?: {_EACH} (?P<q>{_OWN}))?(?:, whoever (?:comes|is|does it) first,)?"
    rf" {_MAY} (?P<b>\w+)(?P<c>[^:.;]{{0,80}}?)(?: (?:only )?once)?(?: {_EACH} (?P<r>{_OWN}))?"
    r"(?P<d>(?: if [^:.;]{1,99})?:.+)"
)
_EVENT = r"(?:when(?:ever)?|(?:each|every) time) (?=[^.:;]{3,150} or )[^,.:;]{1,80}"
_OR, _NAMED = "(?:, (?:or )?| or )", r"(?:the|an?) [\w' ]{1,40}?"
_DOES = r"\w+(?: (?:an?|the|another) \w+)?"
_TWO = (  # a sentence, and the two that say the same
    (_ONE_MAY, "a {a} may {b}{c}{d}",
     "all players together may not {b} more than once per {p}{q}{r}"),
    *((rf"(?P<w>{_EVENT}{first} )(?P<a>{one}){_OR}(?P<b>(?:{one}{_OR}){{0,4}}{last}), (?P<c>.+)",
       "{w}{a}, {c}", "{w}{b}, {c}")
      for first, one, last in (("", _NAMED, _NAMED), ("?", _DOES, r"\w+"))),
    (rf"(?:each|every|on) (?=\w+day\b){_POLL}",
     "{a} if it is {w}", "at the end of each {w}, the {n} with the most votes {d}"),
    (rf"once \w+ (?P<unit>\w+), instead of (?P<ing>\w+), (?P<a>[^,:]+) {_MAY} (?P<b>\w+)(?P<c>.+)",
     "once per {unit}, {a} may {b}{c}", "a player who did {ing} this {unit} may not {b}",
     "a player who did {b} this {unit} may not {ing}"),
    (rf"(?P<w>(?:{_SCOPE}[^,.:;]+, )?)neither (?P<a>[\w ]+?) nor (?P<b>[\w ]+?) {_MAY} (?P<c>.+)",
     "{w}{a} may not {c}", "{w}{b} may not {c}"),
    (rf"(?P<a>[^,.:;]+?) (?P<b>(?:every|each|on) {_TIME}),? and (?P<c>(?:when|e\w+ time) .+)",
     "{a} {b}", "{a} {c}"),
    (rf"(?P<a>(?:{_SCOPE}[^,.:;]+, )?[^,.:;]+? {_MAY_NOT}) (?P<b>{_WHOLE}) or (?P<c>{_WHOLE})",
     "{a} {b}", "{a} {c}"),
)  # fmt: skip
_TWO_READ = tuple((regex(said, re.IGNORECASE), means) for said, *means in _TWO)
_CUT = regex(r"[,;] (?:and |but |while |however, )?| (?:and|but|while) ")
_LAW = regex(
    r"(?P<who>(?!they|them|you|it|its|that|those|these|this|then)(?:(?!their)[\w'-]+ ){0,7}?)"
    r"(?P<rule>(?:may|can|cannot|can't|costs?|wins?|never|is|are|has|have|gains?|loses?|pays?|changes?)\b.+)",
    re.IGNORECASE,
)
_ALLOWED = regex(r"(?P<who>[^:;.,]{1,60}?) (?:may|can|cannot|can't)\b", re.IGNORECASE)
_NEVER = regex(r"may (?:not|never)|can't|cannot|can never", re.IGNORECASE)
_UNIT = regex(r"\b\d+ ([A-Za-z]+)")
_BARE = regex(r"\b(?:for|costs?|paying|gains?|loses?|(?:have|hold|own|keep) more than) \d+\Z")
_MOST_CUTS = 3


_GIVES = regex(
    r"(?i)(?P<who>\w[\w ]*? (?:may|can)(?: always)? (?:give|hand|pass|send)) "
    r"(?:any (?:number|amount) of )?(?P<what>\w+(?:(?:, |,? (?:and|or) )\w+)*) to (?P<whom>[\w ]+)"
)


def _given(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """``may give Gold, Ore or Goods to each other``: each of them, and of Goods each one."""
    said = _GIVES.fullmatch(text) if len(text) <= _LONGEST_APART else None
    if said is None:
        return ()
    found: list[str] = []
    for each in re.split(r",? (?:and|or) |, ", said["what"]):
        table = vocabulary.table(each)
        found += table.things if table and table.goods else (each,)
    whom = "another player" if _EACH_OTHER.fullmatch(said["whom"]) else said["whom"]
    alone = found == [said["what"]] and whom == said["whom"]
    return () if alone else [f"{said['who']} {each} to {whom}" for each in found]


_EACH_OTHER = regex("each other|one another", re.IGNORECASE)


def of_each_good(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """``sell any number of a Good: ...`` said of each Good, which players have so many of."""
    text = _of_price(text, vocabulary) if len(text) <= _LONGEST_APART else ""
    for table in vocabulary.tables if text else ():
        noun = re.escape(table.noun or table.name)
        some = re.compile(
            r"(?i)(?P<of>(?<=number )of |(?<=\d )of |)\b(?:(?:shares?|units?|pieces?) of )?"
            rf"(?:an?|any(?: one)?) {noun}\b"
            r"(?: (?:that )?(?:they|you) (?:have|own)\b| of (?:their|your) choice\b)?"
        )  # fmt: skip
        if not table.goods or not some.search(text):
            continue
        again = re.compile(
            rf"(?:(?:(?<=many )|(?<=\d )|(?<=all ))of )?\b(?:that|the|this) {noun}(?!\w)"
            r"|\b(?:(?<=many )|(?<=\d ))of it\b",
            re.IGNORECASE,
        )
        columns = "|".join(re.escape(each.name.split(" ")[0]) for each in table.fields) or "(?!)"
        its = re.compile(rf"\bits (?:current )?({columns})\b", re.IGNORECASE)
        lead, of, rest = some.split(text, maxsplit=1)
        if not of and lead.endswith(" buy "):
            return ()  # one that the line names
        if of:
            lead += "of " * lead.endswith("number ")
        elif re.search(r" may (?:[a-z]+ ){1,3}$", lead):
            lead += "1 "
        return [
            its.sub(rf"the \1 of {thing}", f"{lead}{thing}{again.sub(thing, rest)}")
            for thing in table.things
        ]
    return ()


_AT_FIRST = regex(
    r"(?:an? )?(?P<what>[\w ]+?)(?: from (?P<low>\d{1,9}) to (?P<high>\d{1,9}))?"
    r",(?: which is)? (?:(?P<first>\d{1,9})|(?:the )?(?P<held>\w[\w ]*?)) at first", re.IGNORECASE
)  # fmt: skip
_SO_MANY = regex(r"(?P<first>\d{1,9}) (?P<what>\w[\w ]*?) at first", re.IGNORECASE)
_OWNS = regex(
    r"(?:each|every|a|an) (?P<noun>\w+)(?: has |'s (?P<what>\w[\w ]*?) is (?=[^,]* at first\Z))",
    re.IGNORECASE,
)


def _at_first(text: str) -> Sequence[str]:
    """``Each player has Gold, 5 at first, and a Hull from 0 to 10, 5 at first``."""
    owner = _OWNS.match(text)
    if owner is None:
        return ()
    noun, rest = owner["noun"], text[owner.end() :]
    rest = f"{owner['what']}, {rest}" if owner["what"] else rest
    found: list[str] = []
    for each in re.split(r"(?<=at first),? (?:and )?", rest):
        if many := _SO_MANY.fullmatch(each):
            found.append(f"A new {noun} begins with {many['first']} {many['what']}")
            continue
        said = _AT_FIRST.fullmatch(each)
        if said is None:
            return ()
        what = said["what"]
        begins = f"A new {noun} begins with {said['first']} {what}"
        found.append(begins if said["first"] else f"A new {noun}'s {what} is {said['held']}")
        if said["low"]:
            found.append(f"A {noun}'s {what} is at least {said['low']}")
            found.append(f"A {noun}'s {what} is at most {said['high']}")
    return found


_MOMENT = (
    r"(?:\w{3,6}days?\b|(?:\d{1,2}:\d\d|noon|midnight)(?: UTC)?"
    r"|the \d{1,2}(?:st|nd|rd|th)|the [a-z]{4,6} \w{3,6}day\b)"
)
_AT_EACH = regex(
    r"(?<!between )(?<!from )\b(?P<at>on|every|each|at) "
    rf"(?P<some>{_MOMENT}(?:, (?:at )?{_MOMENT})*),? and (?:(?P=at) )?(?P<last>{_MOMENT})"
    r"(?P<day> (?:each|every) day| (?:of|in) (?:each|every|the) month)?", re.IGNORECASE
)  # fmt: skip


_EVERY_HOURS = regex(r"\bevery (\w+) hours\b", re.IGNORECASE)


def _at_each(text: str) -> Sequence[str]:
    """``At 06:00 and 18:00 each day, ...``, ``on Mondays and Thursdays``: at each of them.

    Every 12 hours: from midnight on, where a day is so many times as long.
    """
    if re.search(r"\b(?:may|can)\b", text):
        return ()
    said, hours = _AT_EACH.search(text), _EVERY_HOURS.search(text)
    if hours:
        n = number_or_none(hours[1]) or 0
        clocks = [f"at {hour:02d}:00 each day" for hour in range(0, 24, n)] if 1 < n < 24 else []
        return [_EVERY_HOURS.sub(each, text) for each in clocks] if not 24 % max(n, 1) else ()
    if said is None:
        return ()
    times = [*re.split(", (?:at )?", said["some"]), said["last"]]
    before, behind = text[: said.start()], text[said.end() :]
    return [f"{before}{said['at']} {each}{said['day'] or ''}{behind}" for each in times]


_ONE = r"(?:(?:an?|any|the) )?(?-i:[A-Z])[\w'-]{0,30}"
_DEED = rf"[a-z]{{2,20}}(?: for)?(?: {_ONE})?"
_BANS = regex(
    r"(?P<who>[^.:;]{1,150}? (?:may not|cannot|can't)"
    r"|(?:nobody|no (?:player|(?-i:[A-Z])\w+))[^.:;,]{0,100}? may)"
    rf" (?P<list>{_DEED}(?:(?:, (?:{_ONE}|{_DEED})){{0,9}},? or (?:{_ONE}|{_DEED}))?)"
    r"(?P<rest>(?: (?:if|unless|to) [^.:;]{2,150})?)", re.IGNORECASE
)  # fmt: skip


def _banned(text: str) -> Sequence[str]:
    """``may not build a Hut, sell Fish or Ore``: none of them; ``to each other``: to another."""
    said = _BANS.fullmatch(text)
    if said is None:
        return ()
    listed = re.split(r",? or |, ", said["list"])
    verb, found, rest = "", [], _EACH_OTHER.sub("another player", said["rest"])
    for each in listed:
        verb = verb if re.match(rf"{_ONE}$", each) else each.split(" ")[0]
        found.append(each if each.startswith(verb) else f"{verb} {each}")
    apart = rest.startswith(" to ") or not found[1:]  # sell Fish or move to the Kitchen
    if rest == said["rest"] and apart and found[-1] == listed[-1]:
        return ()
    return [f"{said['who']} {each}{rest}" for each in found]


def apart(text: str, vocabulary: PlainVocabulary) -> Iterator[Sequence[str]]:
    """The sentences that say together what a text says, in each way that it may be cut."""
    said, period = in_periods(text.strip().rstrip("."), vocabulary)
    for each in _apart(said, vocabulary):
        yield [with_period(one, period) for one in each]


def _apart(text: str, vocabulary: PlainVocabulary) -> Iterator[Sequence[str]]:
    several = of_each_good(text, vocabulary) or _given(text, vocabulary)
    if each := _banned(text):
        yield each
    if several := several or _at_first(text) or _at_each(text):
        yield several
    elif text.startswith("(1) "):  # as a paraphrase has them
        yield re.split(r"\s*\(\d{1,2}\) ", text)[1:]
    elif several := election(text, vocabulary):
        yield several
    elif (laws := _bound(of_players(text, vocabulary), vocabulary)) and text not in laws:
        yield laws
    elif len(text) <= _LONGEST_APART:
        for said, means in _TWO_READ:
            if found := said.fullmatch(text):
                said_of = found.groupdict("")
                said_of["ing"] = verb_in(said_of.get("ing", ""))
                yield [e.format(**said_of) for e in means]
                return
        if law := _with_law(text):
            yield law
        yield from halves(text)


def _bound(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """How often something may be done that another sentence allows; how much there may be."""
    for word in re.findall(r"\b(?!do\b)[a-z]{2,20}", text.casefold()):
        known = (word, verb_in(word), vocabulary.verb_done(word), singular_of(word))
        for verb in dict.fromkeys(filter(None, map(vocabulary.verb, filter(None, known)))):
            wholes = (e for e in vocabulary.verbs if e.startswith(f"{verb} "))
            said = {*re.findall(r"[\w'-]+", text.casefold())}
            whole = next((e for e in wholes if {*e.split()[1:]} <= said), verb)
            if laws := limited(text, f"a player may {whole}"):
                return [re.sub(rf"(?<=not |did ){verb}\b", whole, each) for each in laws]
    return bounded(text)


_BUT_ONLY = regex(r", but (?=only |no more |not more |at most |never )", re.IGNORECASE)
_NTH_TIME = regex(  # "If they do this twice in one week, ...", "The fourth time in a day, ..."
    r"(?i)(?:(?:if|when(?:ever)?|once|as soon as|each time) (?:they|you|an? player|any player"
    r"|someone|anyone)"
    r"(?:'ve| have| has)? (?:(?:done|did|do|does) (?:this|it|so|that)|(?P<verb>[a-z]+)) (?P<n>twice"
    rf"|\w+ times)|(?:(?:on|for) )?the (?P<nth>{'|'.join(NTH)}) time) (?:in|on|within|during)"
    r" (?:the same|one|an?|any one|a single) (?P<unit>day|week|month|hour|phase),? (?P<rest>.+)"
)
_DONE_SO = regex(
    r"(?i)\b(do|doing) (?:so|this|that|it)\b|\b(?:this|that|it) may( only)? (?:be done|happen)\b"
)


def _with_law(text: str) -> Sequence[str]:
    """``A player may dig: ... Nobody may do so twice in a row``: the action, and its law."""
    act, _, law = _BUT_ONLY.sub(". ", text).rpartition(". ")
    allowed = ALLOWS.search(act)
    if laws := limited(law, act):
        return (act, *laws)
    if allowed and (again := _NTH_TIME.fullmatch(law)):
        verb, of = allowed["verb"].casefold(), again.groupdict()
        many = number_or_none((of["n"] or "").removesuffix(" times")) or 0
        nth = of["nth"] or next((name for name, n in NTH.items() if n == many), "")
        same = of["verb"] is None or of["verb"].casefold() in (verb, of_one(verb), *done(verb))
        unit = "today" if of["unit"] == "day" else f"this {of['unit']}"
        given = {*re.findall(r"\b[A-Z]\w+", act.split(":")[-1])}
        more = re.search(r"\b(?:extra|also|more|another|additional|loses?|pays?)\b", of["rest"])
        is_more = not of["nth"] or more or given.isdisjoint(re.findall(r"\w+", of["rest"]))
        if nth and same and is_more:  # and not what they get then in place of it
            return act, f"Whenever a player {of_one(verb)} for the {nth} time {unit}, {of['rest']}"
    if allowed is None or ":" in law:
        return ()
    verb = allowed["verb"]
    deed = re.split("[.:;,]", act[allowed.start("verb") :])[0]  # whatever it is done to
    does = {"do": deed, "doing": deed.replace(verb, doing(verb)[0], 1)}
    law = re.sub(r"^(?:But |However, |Then )?[Tt]hey (?=may|can|must|have to)", "A player ", law)
    law = re.sub(r"\bcan\b", "may", law)
    law = _DONE_SO.sub(lambda e: does.get(e[1], f"a player may{e[2] or ''} {deed}"), law)
    about = {verb, *doing(verb)} & {*law.casefold().split()}
    return (act, law) if about else ()


def halves(text: str) -> Iterator[Sequence[str]]:
    """Two laws that a text says one after the other, of which neither leans on the other."""
    if re.match(_SCOPE, text, re.IGNORECASE):
        return
    cuts = 0
    for joint in _CUT.finditer(text):
        one, law = text[: joint.start()], _LAW.fullmatch(text, joint.end())
        if law is None or cuts == _MOST_CUTS:
            continue
        who, units = law["who"].strip(), {*_UNIT.findall(one)}
        forbids = _NEVER.match(law["rule"]) or who.casefold().startswith(("no ", "nobody"))
        if not who and (allowed := _ALLOWED.match(one)):
            who = allowed["who"]
        if who and (forbids or ":" not in one):
            cuts += 1
            unit = f" {units.pop()}" if _BARE.search(text) and len(units) == 1 else ""
            yield one, f"{who} {law['rule']}{unit}"


# -- times of the game: ``It is Day for 48 hours, then Night for 24 hours, and so on`` -------------

_CYCLE = regex(r"(?:it|(?:the )?(?:season|phase)) is (?P<parts>.+?),? and so on", re.IGNORECASE)
_PART = regex(
    r"(?:and )?(?:then )?(?P<word>\w+) for (?P<many>\d{1,4}|[a-z]{1,6}) (?P<unit>hour|day|week)s?"
)
_MOST_PARTS = 12


def cycle_in(text: str) -> Sequence[tuple[str, int]]:
    """``It is Day for 48 hours, then Night for 24 hours, and so on``: the words with hours."""
    said = _CYCLE.fullmatch(text.strip().rstrip(".")) if len(text) <= _LONGEST_APART else None
    parts = [_PART.fullmatch(each) for each in re.split(", ", said["parts"])] if said else []
    if not 1 < len(parts) <= _MOST_PARTS or not all(parts):
        return ()
    counts = {"a": 1, "an": 1, **NUMBER_WORDS}
    told = [(e["word"], e["many"], HOURS[e["unit"]]) for e in parts if e]
    return tuple(
        [
            (word, hours * (integer(n) if n.isdecimal() else counts.get(n, 0)))
            for word, n, hours in told
        ]
    )
