"""Seals of texts: nobody else opens them, moves them elsewhere, or has them say something else."""

from __future__ import annotations

import pytest

from wikibot.dice.session import DrawerKeeper, KeyKeeper, SecretNotKept, seal_line
from wikibot.game.secrets import OPENED_MARK, SEAL, opened_record, read_opened

KEEPER, OTHER = KeyKeeper(b"k" * 32), KeyKeeper(b"o" * 32)
ANN = "Role of Ann"


def test_a_seal_is_opened_at_its_place() -> None:
    """Its hash is that of what it hides."""
    seal = KEEPER.seal(ANN, "Wolf", "a line")
    opening = KEEPER.open(seal, ANN)

    assert (opening.text, SEAL.fullmatch(seal)["hash"]) == ("Wolf", opening.hash)  # type: ignore[index]


def test_the_same_line_seals_alike() -> None:
    """So that what is played again after a crash is the same; another line's is another."""
    seals = [KEEPER.seal(ANN, "Wolf", each) for each in ("1", "1", "2")]

    assert seals[0] == seals[1] != seals[2]


def test_a_seal_does_not_tell_a_short_word_from_a_long_one() -> None:
    """Otherwise everybody would see who is a Villager."""
    words = ("", "Wolf", "Villager", "The most dreaded werewolf of them all")

    assert len({len(KEEPER.seal(ANN, each, "a line")) for each in words}) == 1


def test_a_seal_that_was_moved_or_is_of_another_key_does_not_open() -> None:
    """A player who copies another's seal into their own row learns nothing by it."""
    seal = KEEPER.seal(ANN, "Wolf", "a line")
    hashed = seal.replace(seal[1], "0" if seal[1] != "0" else "1", 1)
    tries = [(KEEPER, seal, "Role of Bob"), (OTHER, seal, ANN), (KEEPER, hashed, ANN)]
    for keeper, each, place in (*tries, (KEEPER, "Wolf", ANN)):
        with pytest.raises(ValueError, match="seal"):
            keeper.open(each, place)


def test_a_line_is_opened_for_the_account_that_it_names() -> None:
    """Who sends another's sealed line as their own has it refused, and is not told what it says."""
    line, opening = seal_line(KEEPER.box, "Ann", "look at Bob")

    assert (KEEPER.open_line(line, "ann"), opening.text) == ("look at Bob", "look at Bob")
    for keeper, account in ((KEEPER, "Bob"), (OTHER, "Ann")):
        with pytest.raises(ValueError, match="sealed"):
            keeper.open_line(line, account)


@pytest.mark.parametrize("cipher", ["A" * 400, "BA" * 200, "////" * 20, "A" * 41])
def test_nonsense_in_place_of_a_line_is_refused(cipher: str) -> None:
    """Whatever strangers write, it is no more than a line that cannot be opened."""
    with pytest.raises(ValueError, match="not sealed"):
        KEEPER.open_line(f"sealed: {'0' * 64}.{cipher}", "Ann")


def test_what_is_revealed_is_read_back_with_its_hash() -> None:
    """Anybody computes it from the line of the log."""
    opening = KEEPER.open(KEEPER.seal(ANN, 'a "Wolf"', "a line"), ANN)

    assert read_opened(opened_record(opening)) == (opening.hash, opening)
    assert read_opened(OPENED_MARK + "nonsense") is None


class Kept(dict[str, str]):
    """A drawer in memory."""

    place = "the drawer"

    def read(self, name: str) -> str | None:
        return self.get(name)

    def write(self, name: str, text: str) -> None:
        self[name] = text


def test_a_lost_key_is_asked_for_and_never_replaced() -> None:
    """Put back, it opens everything again."""
    drawer = Kept()
    first = DrawerKeeper(drawer, "State", "")  # type: ignore[arg-type]
    box, seal = first.box, first.seal(ANN, "Wolf", "a line")
    backup = dict(drawer)
    drawer.clear()
    with pytest.raises(SecretNotKept, match="Put `key"):
        _ = DrawerKeeper(drawer, "State", box).open(seal, ANN)  # type: ignore[arg-type]
    assert not drawer

    drawer.update(backup)
    assert DrawerKeeper(drawer, "State", box).open(seal, ANN).text == "Wolf"  # type: ignore[arg-type]


def test_the_order_of_a_deal_is_fair() -> None:
    """Each of three comes first about as often."""
    first = [KEEPER.order(str(each), 3)[0] for each in range(600)]

    assert all(150 < first.count(each) < 250 for each in range(3))
    assert all(sorted(KEEPER.order(str(each), 5)) == list(range(5)) for each in range(9))
