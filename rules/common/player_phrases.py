"""People's words for becoming a player and for ceasing to be one."""

from __future__ import annotations

JOINING = (
    "join (in) (the|this) (game|cycle|round|nomic|fun|us|up) => join",
    "!may|can|could i join (in) (the|this) (game|cycle|round|nomic|you) => join",
    "!may|can|could i play (with you|too) => join",
    "become|be (a) (new) player => join", "become part of the game => join",
    "=play (too|along|the|this) (game|nomic) (with you) => join",
    "sign (me|myself) up (for the game) => join", "sign (me) up as {text} => join as {text}",
    "count|deal me in => join", "add me (to|as) (the|this|a) (game|players|list|player) => join",
    "!join as|under {tidied} => join as {tidied}",
    "!join my name is {text} => join as {text}",
    "!join (the|this) (game) called|named|as {tidied} => join as {tidied}",
    "enter|register (myself) (for|in) (the|this) (game|as|a) (player) => join",
    "i'm|im|i in => join",
    "want|wish|like in|to be in|part (of this|the game) => join",
    "put|write|list|get|register me in|down|up (as|for) (a|the) (player|game) => join",
    "!can|could|will|would (you|somebody|someone|anyone) (please) add me (to the game) => join",
    (
        "!can|may|could (a) newbie|newcomer|noob|rookie|beginner|stranger "
        "join|play (in|too|the game) "
        "=> join"
    ),
    "hop|jump|get|come in|aboard => join", "be|become part (of this|the game) => join",
    "new player (here) joining|join|signing|entering (in|up) => join",
    "make me a player => join",
    "take part (in the|this) (game) => join",
    "participate (in the|this) (game) => join", "opt in => join", "let me in => join",
    "join (the|this) game as {text} => join as {text}", ("play|enter|register as {text} "
    "=> join as {text}"), "join under (the) name (of) {text} => join as {text}",
)  # fmt: skip
LEAVING = (
    "!leave the|this game|cycle|round|nomic (now|forever|for good) => leave",
    "leave (the|this) (game|cycle|round|nomic) => leave",
    "quit|exit|abandon|forfeit (the|this) (game|cycle|round|nomic|playing) => leave",
    "drop|bow|opt out (of the|this) (game|cycle|round) => leave",
    "retire|withdraw|resign|depart|unregister from the|this game|cycle|round|nomic => leave",
    "retire => leave", "unregister => leave", "stop|cease playing (the|this) (game) => leave",
    "cease|stop to be a player => leave", "cease|stop being a player => leave",
    "no longer (want) (to) (be) a player => leave", "no longer play => leave",
    "remove me from the game => leave",
    "out of the|this game => leave",
    (
        "delete|unregister|drop|take|strike me (out|off) (from|of) the game|players|list|table "
        "=> leave"
    ),
    "quit|leave|stop playing (for good|now) => leave", "quit|leave for good => leave",
)  # fmt: skip
