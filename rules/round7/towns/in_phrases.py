"""Towns and what is done about them in people's words: who applies, who is led, who is kicked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.round7.state import State
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, deed

_FOUND = "claim|found|establish|start|create|settle"
_HERE = "field|area|space|town|place"
CLAIMING = (
    f"!{_FOUND} field|area|space|place|here (here) as|called|named {{text}}",
    f"!{_FOUND} ({_HERE}) (here) and call|name it {{text}}",
    f"!{_FOUND} town here|in|on (area|field|space) (called|named) {{text}}",
    f"!{_FOUND} town (here) called|named {{text}}",
    f"!{_FOUND} town of {{text}}",
    "!claim town {text}",
    "name|call town|field|area|space|place|it {text}",
    "!claim area|field|space (and) name|call (it) {text}",
)
_LEADS = "=> give leadership to {other}"
HANDING_OVER = (
    "{new leader}",
    f"give|hand|pass (over) (position) (of) leadership|leader (over) to {{other}} {_LEADS}",
    f"make|appoint|name|declare {{other}} (new) leader|head (of) ({{town}}) {_LEADS}",
    f"give|hand|pass {{town}} (over) to {{other}} {_LEADS} of {{town}}",
)
APPLYING = (
    "apply (for) (membership) (to|in|for|at|of|with) {town} => apply to {town}",
    "!join (town) (of) {town} => apply to {town}",
    "join|apply|become (to) (a) member of {town} => apply to {town}",
    (
        "become|be|request|seek (a|to) (become|be) citizen|member|resident|inhabitant|membership|"
        "citizenship (of|in) {town} => apply to {town}"
    ),
    "move|settle|live in|into|to {town} => apply to {town}",
)
APPROVING = (
    "approve|accept|admit (application) (of|from|by) {applicant}",
    (
        "approve|accept|admit|let|take {applicant} (application) (in|to|into|for|join|of) "
        "({town}) => approve {applicant}"
    ),
    "{applicant} may|can join {town} (approved|welcome) => approve {applicant}",
    "let|welcome|invite {applicant} in|into|to (my|our|the) (town) ({town}) => approve {applicant}",
    "{applicant} is|are in|approved|accepted|admitted (to|in|into) ({town}) => approve {applicant}",
    "{approved}",
)
DENYING = (
    "{denied}",
    "deny|reject|refuse|decline (application) (of|from|by) {applicant}",
    (
        "deny|reject|refuse|decline {applicant} (application|entry|membership) (to|into|for|in|of) "
        "({town}) => deny {applicant}"
    ),
)
KICKING = (
    "{kicked}",
    "kick|throw|remove|expel|banish|evict|boot {member} (out) (of|from) ({town}) => kick {member}",
    "kick|throw|boot out {member}",
)
LEAVING = (
    "leave|quit|exit (town) (of) {town}",
    "leave|quit|exit town",
    "leave|quit|end|resign|cancel|drop (my) (membership|citizenship) (in|of|from) {town}",
    "move|get|go out of {town}",
)
DONATING = (
    "give|pay {town} {number} (poents|poent) => donate {number} to {town}",
    "{number} poents|poent to|for|into {town} => donate {number} to {town}",
    (
        "donate|give|put|pay|add {number} (poents|poent) to|into|in (treasury) (of) {town} "
        "=> donate {number} to {town}"
    ),
)
TAKING = (
    "!move {number} (poents|poent) from {town} (to) (me|myself) => transfer {number} from {town}",
    (
        "transfer|take|withdraw|move|get {number} (poents|poent) (out) of|from (treasury) (of) "
        "{town} (to) (me|myself) => transfer {number} from {town}"
    ),
)
_TOWN = "town application request entry into joining join member out kicked from be"


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Towns, and the people about whom a player who leads one decides."""
    led = [town for town in state.towns.values() if town.leader == player]
    mine = [name for name, town in state.towns.items() if player in town.members]
    applicants = (each for town in led for each in town.applicants)
    members = (each for town in led for each in town.members if each != player)
    applicant = NamesSlot(tuple(dict.fromkeys(applicants)), ("player", "application", "request"))
    member = NamesSlot(tuple(dict.fromkeys(members)), ("player",))
    others = NamesSlot(tuple(name for name in state.players if name != player), ("player",))
    words = " ".join((_TOWN, *(f"{each.name} {each.name}'s" for each in led)))
    return {
        "town": NamesSlot(tuple(state.towns), ("town", "treasury", "fund", "of"), _alone(mine)),
        "applicant": applicant,
        "member": member,
        "approved": deed(
            "approve accept admit yes", may=f"{words} is i", never="not no", about=applicant
        ),
        "denied": deed(
            "deny reject refuse decline no", may=f"{words} is i entry", never="not", about=applicant
        ),
        "kicked": deed(
            "kick expel banish evict boot throw", may=f"{words} is i out", never="not", about=member
        ),
        "new leader": deed(
            "leader leadership",
            "give hand pass make appoint name new goes is",
            may=f"{words} over position is",
            never="not",
            about=others,
        ),
    }


def _alone(towns: Sequence[str]) -> Mapping[str, str]:
    """A player's only town goes by the word alone."""
    return dict.fromkeys(("town", "treasury", "our town"), towns[0]) if len(towns) == 1 else {}
