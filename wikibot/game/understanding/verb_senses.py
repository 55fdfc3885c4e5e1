"""Words behind a verb that give it a sense which no game has: `draw a line`, `pass the salt`.

``END``: nothing may stand behind them.
"""

from __future__ import annotations

from wikibot.game.understanding.talk_words import listed

SENSES = {verb: listed(rows) for verb, rows in {
    "accept": """
        that, defeat|reality|responsibility|cookies|fate, this as, the
        challenge|consequences|facts|outcome|rules|truth|situation|inevitable|apology,
        my|your|his|her apology|apologies|fate|condolences, as, no substitutes""",
    "apply": "yourself, pressure, some common sense, common sense, the rules|rule, within",
    "approve": "of this|that|him|her|them|me|you|your|it",
    "banish": "me, the thought",
    "beam": "me up, of light",
    "beat": "it, me, that, him|her|them, around the, the crowd|heat|odds|rush",
    "befriend": "me|us|everyone|everybody",
    "bribe": "me, us",
    "build": "a community|wall|bridge|team|consensus, bridges|trust|consensus|walls",
    "buy": "that, me, into, time, you|us|him|her|them, low",
    "cancel": "culture, my subscription",
    "choose": "wisely|carefully|love|violence|life, your battles|words|poison, well",
    "claim": "need|needs|are|is, to be|have, that the|a|i|you|we|he|she|they",
    "combo": "of, breaker, deal|meal",
    "complete": "nonsense|idiot|rubbish|waste|surprise|disaster|mess|madness|chaos, and utter",
    "contribute": "ideas, to the discussion|wiki|fun|page|talk|conversation",
    "count": "me out, to ten, on me|us|it",
    "deal": "with it|that|this, breaker",
    "decline": "in, and fall",
    "deny": "that, everything, it all",
    "deposit": "slip",
    "disco": "inferno, music, fever",
    "donate": "to charity|wikipedia|wikimedia, blood to",
    "draw": "a line|conclusion, the line|curtain, conclusions, me, near, breath",
    "drink": "up, responsibly, water",
    "eat": "me, your, that, up, the rich, well, dirt, dust",
    "end": "of story|discussion|times|days|world, the world|discussion|debate, it all",
    "escape": "room|rooms|plan|velocity|key|hatch|goat, from reality, reality",
    "explore": "the possibilities|options|idea, all options, options, our|your",
    "fight": "me, club, fire, on, the good|power|system, like, back",
    "forge": "ahead, on, bonds|friendships|alliances, a path|bond|friendship|alliance, signatures",
    "gamble": "with my life, on that, responsibly",
    "give": """
        me, up on|already, us, a damn, him|her|them a|my|some break|hand|hug|regards, way, in,
        it a|up|time, peace""",
    "harvest": "moon, season, festival, time",
    "help": "is, yourself, yourselves, wanted, us, him|her|them, out",
    "hike": "prices, up the prices|price, taxes",
    "hold": "on, it, up, your, the line|door|phone, me, tight, that, hands",
    "instruct": "me|us|him|her",
    "join": """
        the club|dots|dark|queue|army|circus|discussion|fun|conversation, forces, hands, me,
        them""",
    "judge": "not, me, a book, for yourself, dredd, judy, him|her|them|us, by",
    "kick": "the habit|bucket|can|tires, it, back, ass, yourself, start, out the jams",
    "leave": """
        me, it, him|her|us|them, the
        discussion|message|comment|note|door|light|lights|page|rest|details, a
        message|comment|note|mark|reply, your, no, room|space for,
        nothing|something|everything|anything, aside, of absence, off, well enough, feedback""",
    "macgyver": "movie|show|episode|style, himself, theme",
    "mine": "too, as well, field, craft, shaft, own, alone",
    "move": """
        along, on END, right along,
        on ...|…|from|with|people|folks|guys|everyone|now|then|already|please,
        it, on to other|another|the|new|better|bigger|more|something|different|topics, over, out,
        away, aside, already, house, mountains,
        fast|faster|slow|slowly|quickly|closer, past, heaven, me, the
        needle|goalposts|topic|discussion|thread|section|page|deadline, in with, too, so,
        mysteriously, like jagger, your, things, this|that discussion|thread|page""",
    "object": "lesson|lessons, oriented, permanence, of",
    "observe": "how, that, what, silence, and learn, me",
    "oppose": "you, that|this, everything",
    "party": "pooper, on, hard",
    "pass": "the salt|ball|buck|time|torch|word, me, it on, away, by",
    "pick": "me, your battles|poison|fights, on, a fight",
    "ping": "me, pong, of death, them, us",
    "plant": "a kiss|tree|seed|idea|doubt|flag|evidence, the seeds|seed|idea, based, life",
    "play": "nice, it, fair, by the, dumb, music, on words",
    "propose": "we, that we|you|everyone|everybody|people|i, to her|him|you, a toast, marriage",
    "retract": "your claws, the claws",
    "roll": "call, with it, my|your|his|her eyes, over, the credits|drums, up, on, out, a joint",
    "run": """
        away, along, for it|president|office|cover|fun, out, in circles, time, it, over,
        forest, rabbit""",
    "shatter": "my|the dreams|silence|illusions|record, expectations",
    "sign": "here, of, off, language, me out",
    "spend": "less, more time, time, wisely",
    "start": """
        thinking, with, over, again, here, now, from scratch, small, a
        fight|discussion|fire|war|riot, gathering
        ideas|thoughts|feedback|suggestions|support|people, a party|game without""",
    "steamroll": "me, everyone|everybody, on",
    "store": "that, my hopes, credit, front, brand, bought, manager, hours",
    "support": "you, group|groups, our troops, the troops|idea|cause, me, of, ticket",
    "take": """
        care, it easy, that, a break|seat|bow|guess|number|hint|hike|chance|while|moment,
        your time|seat|pick, note|notes, turns, over, part in the discussion|talk, me,
        him|her|them, off, heart, for granted|example, cover, five""",
    "trade": "secret|secrets, winds|wind, school, union, deficit, routes, blows",
    "use": """
        of, your head|brain|imagination|words, it or, cases|case, me, the force, caution,
        common sense""",
    "vote": """
        early, we, often, for lunch, with your feet, of thanks, someone|somebody, wisely, well""",
    "water": "under, melon, cooler",
    "withdraw": "from the world|public, my|your objection|remark|comment",
}.items()}  # fmt: skip
