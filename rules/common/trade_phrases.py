"""People's words for trades: offers and gifts, and what is answered to them."""

from __future__ import annotations

_GIFT, _PRICED = "trade {items} to {other} for nothing", "trade {items} to {other} for {items:2}"
OFFERS = (
    f"give|gift|send|donate|hand|pass|transfer|trade (over) {{items}} to {{other}} => {_GIFT}",
    f"give|gift|send|hand|pass|transfer|grant|pay {{other}} {{items}} => {_GIFT}",
    f"give|gift|send|hand|trade|offer {{items}} to {{other}} for free|nothing => {_GIFT}",
    f"give|offer {{other}} {{items}} for free|nothing => {_GIFT}",
    f"make {{other}} a gift|present of {{items}} => {_GIFT}",
    f"give|offer|pay|trade|sell|swap {{other}} {{items}} for|against|→ {{items:2}} => {_PRICED}",
    (
        f"give|offer|sell|swap|exchange|trade|barter {{items}} to|with {{other}} "
        f"(in) (exchange|return) for|against|→ {{items:2}} => {_PRICED}"
    ),
    f"trade|swap|exchange|deal with|w {{other}} {{items}} for|against|→ {{items:2}} => {_PRICED}",
    f"trade|swap|exchange {{items}} for {{items:2}} with|from|of {{other}} => {_PRICED}",
    f"trade|swap|exchange|give|offer {{items}} for {{other}} {{items:2}} => {_PRICED}",
    f"propose|offer a trade to|with|w {{other}} {{items}} for {{items:2}} => {_PRICED}",
    (
        "buy|purchase|get|take|acquire {items} from|of {other} for {items:2} "
        "=> trade {items:2} to {other} for {items}"
    ),
    f"send|give|hand|transfer|pass|gift {{other}} {{items}} as (a) gift|present => {_GIFT}",
    (
        f"send|give|hand|transfer|pass|gift {{items}} (over) to {{other}} as (a) gift|present "
        f"=> {_GIFT}"
    ),
    f"give|hand|pass|send|turn {{items}} over to {{other}} => {_GIFT}",
    f"here {{other}} (have|take) {{items}} => {_GIFT}",
    f"{{items}} for you {{other}} (as a gift|present) => {_GIFT}",
    f"gift|present for {{other}}: {{items}} => {_GIFT}",
    f"offer {{other}} {{items}} in return|exchange for {{items:2}} => {_PRICED}",
    f"give|trade|offer {{other}} {{items}} and|to get|receive|want {{items:2}} => {_PRICED}",
    (
        f"trade|swap|exchange offer|proposal|deal (to|for|with) {{other}} "
        f"{{items}} for {{items:2}} "
        f"=> {_PRICED}"
    ),
    (
        f"(trade) offer (to|for|with) {{other}} i give {{items}} you|and (you) give {{items:2}} "
        f"=> {_PRICED}"
    ),
    f"(hey) {{other}} wanna|want|let's (to) swap|trade {{items}} for {{items:2}} => {_PRICED}",
    f"swap|trade|exchange {{items}} against|for {{items:2}} with {{other}} => {_PRICED}",
    f"offer|trade|deal (to|for|with) {{other}} {{items}} for {{items:2}} => {_PRICED}",
    f"sell {{items}} to {{other}} for|at {{items:2}} => {_PRICED}",
    f"my {{items}} for {{other}} {{items:2}} => {_PRICED}",
    f"{{items}} to|for {{other}} => {_GIFT}",
    f"{{other}} can|may have|take|keep {{items}} => {_GIFT}",
    f"{{other}} gets|get|receives {{items}} from me => {_GIFT}",
    f"give|offer|trade|sell|swap you {{items}} for {{items:2}} {{other}} => {_PRICED}",
    f"{{other}} (i) give|offer|trade|sell|swap (you) {{items}} for {{items:2}} => {_PRICED}",
    f"{{other}} (i) give|send (you) {{items}} => {_GIFT}",
    f"{{items}} to {{other}} for|→ {{items:2}} => {_PRICED}",
)
CONSENTS = (
    "accept|take {trade}",
    "yes|ok|okay|yep|agree|agreed|deal|accepted|consent|done|✅|👍 (to|with|on|for) {trade}",
    "{trade} accepted|agreed|accept|yes|ok|deal|done|✅|👍",
    "deal|accepted => accept {trade!}",
    "it's (a) deal => accept {trade!}",
    "{trade} is (a) deal => accept {trade}",
    "approve|confirm|like|love {trade}",
    "say yes to {trade}",
    "shake (hands) on {trade}",
    "go|happy|fine|good|on (for|with) {trade}",
)
REFUSALS = (
    "refuse|reject|decline|no|nope|nah|deny|spurn|👎|❌ (to|on) {trade}",
    "turn down {trade}", "turn {trade} down => decline {trade}", "say no to {trade}",
    "pass on {trade}", "{trade} declined|refused|rejected|no|👎|❌|denied|off",
    "won't|wont|cannot|can't (do) {trade}",
    "no|nope deal|trade|thanks {trade}",
    "no deal => decline {trade!}",
)  # fmt: skip
WITHDRAWALS = (
    "cancel|withdraw|retract|revoke|rescind|recall|drop {own trade} => cancel {own trade}",
    "take|call|pull back|off {own trade} => cancel {own trade}",
    "take|call|pull {own trade} back|off (the table) => cancel {own trade}",
    "never mind {own trade} => cancel {own trade}",
    (
        "!undo|scrap|scratch|kill|forget|void|drop|pull|remove|delete|end|stop {own trade} "
        "=> cancel {own trade}"
    ),
    "close|abandon|nix|annul|nullify {own trade} => cancel {own trade}",
    "change|changed my mind (about|on) {own trade} => cancel {own trade}",
    "{own trade} cancelled|canceled|withdrawn|off => cancel {own trade}",
)
