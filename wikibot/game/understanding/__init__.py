"""How a line becomes an order, in one place for all games and verbs.

A line that is not in the exact form of an order is taken apart in stages, each a function from
value to value:

0. ``dice``: dice in any bot's shape, anywhere in the line, are taken out of its words.
1. ``plain_line``: names as wikis write them (``[[User:Bob|Bob]]``, ``@Bob``), tokens, marks.
2. ``talk``: whether the line is talk, that is never played.
   ``vocabulary`` has the words, as data: those of courtesies, of talk, and for one another.
3. ``courtesies``: who speaks, politeness and reasons, from a closed list: ``I'd like to ...``.
4. ``phrases``, ``table``: the verbs, by the rules' own words and people's; ``spelling`` makes
   ``mining`` and ``mined`` of ``mine``, and mends one letter where one verb fits.
5. ``slots``: the things that the line is about, each of a kind that the game or the kernel lists;
   deeds (in ``phrases``) are said in any order of their words.
6. ``situation``: what is open and what waits for the player, so that ``4`` or ``accept`` is enough.
7. ``phrase_search``, ``covering``: the lines in exact form of which verb, things and courtesies
   account for each word; those that leave words over are shown, and never played.

The engine tries the readings and plays the one that can be played. Two that differ are never
decided between. How phrases are declared stands in :mod:`wikibot.game.understanding.phrases`.
"""
