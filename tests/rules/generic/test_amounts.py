"""Every kind of amount goes wherever an amount may stand, and comes there to what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from rules.generic.game import GAME
from tests.for_each import for_each, portion
from tests.rules.generic.pages import NOW, applied

PAGE = """\
== Players ==
{| class="wikitable"
! Player !! Tin !! Skill !! Luck !! Wool !! Items
|-
| Ann || 60 || 4 || 0 || 8 || 3 Bun
|-
| Bob || 9 || 1 || 0 || 0 ||
|}
== Sheds ==
{| class="wikitable"
! Shed !! Height !! Beams !! Keeper
|-
| Old || 7 || 2 || Ann
|-
| New || 5 || 3 ||
|}
== Values ==
Kitty: 30

Rate: 3

Salt Tax: 4
"""
AMOUNTS = {  # and what each comes to for Ann, who wagers 6 on Old
    "5": 5, "their Skill": 4, "that Shed's Height": 7, "its Height": 7, "the Rate": 3,
    "the stake": 6, "their Skill plus 2": 6, "the Kitty minus their Skill": 26,
    "2 times their Skill": 8, "their Skill times the Rate": 12, "three times the stake": 18,
    "the Kitty divided by 4, rounded up": 8, "the stake divided by 4, rounded down": 1,
    "half of the stake": 3, "half the Kitty": 15, "a third of that Shed's Height, rounded up": 3,
    "a quarter of the Kitty": 7, "two thirds of the Kitty": 20, "double their Skill": 8,
    "twice the stake": 12, "10% of the Kitty": 3, "the number of Sheds": 2,
    "the number of Sheds whose Height is at least 6": 1, "the total Height of all Sheds": 12,
    "the highest Height of all Sheds": 7, "the lowest Beams": 2,
    "the average Height of all Sheds": 6, "the smaller of the Rate and their Skill": 3,
    "the larger of the stake and 2": 6, "1 for each Shed they own": 1,
    "1 for every 2 of their Skill": 2, "the Rate for each of their Bun": 9,
    "their Skill plus twice the stake": 16, "the number of Beams of that Shed": 2,
    "5 times the Rate": 15, "the Rate times 5": 15, "5 times the Salt Tax": 20,
    "the Salt Tax times 2": 8, "the Salt Tax times the Rate": 12,
    "their Skill times the Salt Tax": 16, "the Salt Tax plus 2": 6,
    "half of the Salt Tax": 2, "the Salt Tax minus the Rate": 1,
    "the Salt Tax divided by 3, rounded up": 2, "50% of the Salt Tax": 2, "twice the Salt Tax": 8,
    "the larger of the Salt Tax and 2": 4, "the Salt Tax for each of their Bun": 12,
    "3 times the number of Sheds": 6, "2 times that Shed's Height": 14, "3 times its Beams": 6,
    "the stake times 2": 12, "2 times the total Beams of all Sheds": 10,
}  # fmt: skip
ACT = (
    "A player may wager any number of Tin, called the stake, on a Shed if their Tin is at least "
    "the stake: they lose the stake; "
)
PLACES: Mapping[
    str, Callable[[int], tuple[int, int, int]]
] = {  # and what Ann has then: her Tin and Luck, and the Kitty
    "they gain Luck equal to {}.": lambda n: (54, n, 30),
    "they gain as many Luck as {}.": lambda n: (54, n, 30),
    "they gain 40 Luck, up to a maximum of {}.": lambda n: (54, n, 30),
    "they gain 1 Luck for each of their Wool, but at most {}.": lambda n: (54, min(n, 8), 30),
    "they lose Tin equal to {}.": lambda n: (54 - n, 0, 30),
    "they pay Tin equal to {} to the Kitty.": lambda n: (54 - n, 0, 30 + n),
    "they give Tin equal to {} to Bob.": lambda n: (54 - n, 0, 30),
    "their Luck becomes {}.": lambda n: (54, n, 30),
    "they set their Luck to {}.": lambda n: (54, n, 30),
    "their Luck increases by {}.": lambda n: (54, n, 30),
    "the Kitty decreases by {}.": lambda n: (54, 0, 30 - n),
    "if their Wool is at least {}, they gain 1 Luck.": lambda n: (54, int(n <= 8), 30),
    "if their Wool is exactly {}, they gain 1 Luck.": lambda n: (54, int(n == 8), 30),
    "if they have at least as much Wool as {}, they gain 1 Luck.": lambda n: (54, int(n <= 8), 30),
    "if they have more Wool than {}, they gain 1 Luck.": lambda n: (54, int(n < 8), 30),
    "they roll 1d6 and add {}; they gain Luck equal to the roll.": lambda n: (54, n + 2, 30),
}
LINE = "01T10:00 Ann: wager 6 Tin on Old"


@for_each("place, amount", lambda: portion([*product(PLACES, AMOUNTS)], 4))
def test_an_amount_is_the_same_wherever_it_stands(place: str, amount: str) -> None:
    """It is understood, its paraphrase means the same, and it is played so."""
    rule = ACT + place.format(amount)
    assert told(told(rule)) == told(rule)

    line = LINE + " -- 1d6 (2) = 2" * ("1d6" in place)
    state = applied(rule, PAGE, line, until="01T11:00").state

    ann = state["players"][0]["fields"]
    assert (ann["Tin"], ann["Luck"], state["values"]["Kitty"]) == PLACES[place](AMOUNTS[amount])


def told(rule: str) -> str:
    """The paraphrase of a sentence that is played."""
    (found,) = GAME.sentences(PAGE, GAME.rulebook(rule), NOW, offering=False)
    assert found.played, (found.unknown, found.why)
    return found.says


GUILD = """\
== Players ==
{| class="wikitable"
! Player !! Tin !! Skill !! Rank
|-
| Ann || 10 || 4 || 1
|-
| Bob || 20 || 1 || 2
|-
| Cid || 30 || 4 || 3
|}

Rate: 3
"""
RANKED = {  # who gets it, by a rule of each day and by Ann's line about Bob
    "each player": ("Ann", "Bob", "Cid"), "each player who has at least 20 Tin": ("Bob", "Cid"),
    "Bob": ("Bob",), "the player with the most Rank": ("Cid",),
}  # fmt: skip
POINTED = {
    "they": ("Ann",), "each player": ("Ann", "Bob", "Cid"), "each other player": ("Bob", "Cid"),
    "that player": ("Bob",),
}  # fmt: skip
EITHER = (  # 5 where it is so, 2 otherwise
    "{0} {gain} 5 Tin if {1}, otherwise 2", "{0} {gain} 2 Tin, or 5 if {1}",
    "{0} {gain} 5 Tin if {1}, and 2 otherwise", "{0} {gain} 5 Tin if {1}, otherwise {gain} 2 Tin",
    "{0} {gain} 5 Tin if {1}; otherwise {0} {gain} 2 Tin",
    "{0} {gain} Tin equal to (5 if {1}, otherwise 2)", "{0} {gain} 2 Tin, and 3 Tin more if {1}",
    "{0} {gain} 2 Tin; if {1}, they gain 3 Tin more",
    "{their} Tin increases by 5 if {1}, otherwise by 2",
    "{their} Tin increases by 2, or by 5 if {1}", "the Tin of {0} increases by 2, or 5 if {1}",
)  # fmt: skip
OF_THEM = {
    "they have at least 3 Skill": {"Ann", "Cid"}, "their Skill is less than 3": {"Bob"},
    "the Rate is 3": {"Ann", "Bob", "Cid"}, "the Rate is at least 4": set(),
}  # fmt: skip


@for_each(
    "who, form, condition",
    lambda: portion([*product((*RANKED, *(f"once {e}" for e in POINTED)), EITHER, OF_THEM)], 4),
)
def test_who_gets_one_amount_or_another_is_whose_condition_it_is(
    who: str, form: str, condition: str
) -> None:
    """Or it is not played: where "they" may be another."""
    acts, names = who.startswith("once "), {**RANKED, **{f"once {e}": POINTED[e] for e in POINTED}}
    subject = who.removeprefix("once ")
    gain, their = ("gain", "their") if subject == "they" else ("gains", f"{subject}'s")
    clause = form.format(subject, condition, gain=gain, their=their)
    rule = f"A player may point at another player: {clause}." if acts else f"Each day, {clause}."
    (found,) = GAME.sentences(GUILD, GAME.rulebook(rule), NOW, offering=False)
    if not found.played:  # put back to its writer, as "they" may be Ann, too; but not these
        plain = form in EITHER[:4] and not (acts and "otherwise {gain}" in form)
        assert not plain or "others than which" in found.why, (rule, found.why)
        return

    line = f"01T10:00 Ann: {'point at Bob' if acts else 'help'}"
    state = applied(rule, GUILD, line, until="01T11:00" if acts else "02T01:00").state

    had = {"Ann": 10, "Bob": 20, "Cid": 30}
    so = OF_THEM[condition]
    assert {each["name"]: each["fields"]["Tin"] for each in state["players"]} == {
        name: many + (5 if name in so else 2) * (name in names[who]) for name, many in had.items()
    }
