"""What any nomic must remember beside the records of every game.

``USES`` counts what rules limit (once a day). ``KINDS`` says what a column holds where its cells do
not show it, as after its last item was lost; people can read and correct it like the rest.
"""

from __future__ import annotations

from rules.generic.state import Use
from wikibot.game.page.cells import Text
from wikibot.game.page.records import SECTION
from wikibot.sdk import Column, Listing, Sentence, Spec, Time

USES = Listing(
    "uses",
    "use",
    Spec(
        SECTION,
        (
            Column("player", ("Done by",), Text(), required=True),
            Column("what", ("What was done",), Text(), required=True),
            Column("time", ("Done at",), Time(needed=True), required=True),
        ),
        caption="What was done, where a rule limits how often",
    ),
    Use,
    sentences=(
        Sentence(
            "{player:text} did {what:text} at {time:time}",
            example="Alice did fish at 2024-01-05T02:22:00Z",
        ),
    ),
    drop=Sentence(
        "that {player:text} did {what:text} at {time:time} does not count",
        example="that Alice did fish at 2024-01-05T02:22:00Z does not count",
    ),
)
KINDS = Spec(
    SECTION,
    (
        Column("table", ("Table",), Text(), required=True),
        Column("field", ("Column or value",), Text(), required=True),
        Column("holds", ("Holds",), Text(), required=True),
    ),
    key=("table", "field"),
    caption="What columns and values hold",
)
