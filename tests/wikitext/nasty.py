"""What a player may write to make the bot do something in its own name when it repeats it."""

from __future__ import annotations

NASTY = (
    "~~~~",
    "~~~~~ and ~~~",
    "{{subst:Trap}}",
    "{{Trap}}",
    "{{{1}}} {{!}} {{PAGENAME}}",
    "{{safesubst:#if:x|Trap}}",
    "[[Category:Trap]]",
    "[[File:Trap.png]] [[Trap]] [[Trap|]]",
    "ping [[User:Bob|Bob]] ~~~~",
    "</nowiki>{{Trap}}<nowiki>",
    "</ nowiki >{{Trap}}",
    "</NOWIKI\n>[[Category:Trap]]",
    "<nowiki/>{{Trap}}",
    "<!-- nobody sees the rest",
    "--> {{Trap}} <!--",
    "<!-- wikibot {} -->",
    "__NOTOC__ __NOINDEX__",
    "#REDIRECT [[Trap]]",
    "\n== Actions ==\n* leave",
    "\r\n* leave ~~~~",
    "a\n\n{|\n|}\n",
    "|-\n| x || y",
    "'''bold ''italics",
    (
        "https://trap.example/ [https://trap.example/ Trap] //trap.example mailto:a@trap.example "
        "ISBN 9780306406157"
    ),
    "&lt;nowiki&gt; &amp; &#123;&#123;Trap}} &#x7e;&#x7e;&#x7e;&#x7e;",
    "<ref>Trap</ref> <math>x</math> <script>alert(1)</script> <div>",
    "-{Trap}-",
    "\u202eleave\u202c \u2066x\u2069 \u200f",
    "\x00\x01\x7f\x85 \ufffe",
    "\u0338 combining \u0301",
    "e\u0301 \u212b ① ﬁ ソ",
    "⚡️ ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "* : # ; leave",
    " leading and trailing ",
    "'",
    "",
)
