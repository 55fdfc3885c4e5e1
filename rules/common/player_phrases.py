"""People's words for becoming a player and for ceasing to be one."""

from __future__ import annotations

JOINING = (
    "join (in) (the|this) (game|cycle|round|nomic|fun|us|up)",
    "!may|can|could i join (in) (the|this) (game|cycle|round|nomic|you)",
    "!may|can|could i play (with you|too)",
    "become|be (a) (new) player", "become part of the game",
    "=play (too|along|the|this) (game|nomic) (with you)",
    "sign (me|myself) up (for the game)", "sign (me) up as {text} => join as {text}",
    "count|deal me in", "add me (to|as) (the|this|a) (game|players|list|player)",
    "!join as|under {tidied} => join as {tidied}",
    "!join my name is {text} => join as {text}",
    "!join (the|this) (game) called|named|as {tidied} => join as {tidied}",
    "enter|register (myself) (for|in) (the|this) (game|as|a) (player)",
    "i'm|im|i in",
    "want|wish|like in|to be in|part (of this|the game)",
    "put|write|list|get|register me in|down|up (as|for) (a|the) (player|game)",
    "!can|could|will|would (you|somebody|someone|anyone) (please) add me (to the game)",
    "!can|may|could (a) newbie|newcomer|noob|rookie|beginner|stranger join|play (in|too|the game)",
    "hop|jump|get|come in|aboard", "be|become part (of this|the game)",
    "new player (here) joining|join|signing|entering (in|up)",
    "make me a player",
    "take part (in the|this) (game)",
    "participate (in the|this) (game)", "opt in", "let me in",
    "join (the|this) game as {text} => join as {text}",
    "play|enter|register as {text} => join as {text}",
    "join under (the) name (of) {text} => join as {text}",
)  # fmt: skip
LEAVING = (
    "!leave the|this game|cycle|round|nomic (now|forever|for good)",
    "leave (the|this) (game|cycle|round|nomic)",
    "quit|exit|abandon|forfeit (the|this) (game|cycle|round|nomic|playing)",
    "drop|bow|opt out (of the|this) (game|cycle|round)",
    "retire|withdraw|resign|depart|unregister from the|this game|cycle|round|nomic",
    "retire", "unregister", "stop|cease playing (the|this) (game)",
    "cease|stop to be a player", "cease|stop being a player",
    "no longer (want) (to) (be) a player", "no longer play",
    "remove me from the game",
    "out of the|this game",
    "delete|unregister|drop|take|strike me (out|off) (from|of) the game|players|list|table",
    "quit|leave|stop playing (for good|now)", "quit|leave for good",
)  # fmt: skip
