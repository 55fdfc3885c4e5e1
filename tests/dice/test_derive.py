"""Faces from a key: the same for ever, each as likely as any other, none dependent on another."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.dice.session import faces, seal_of

KEY = bytes(range(32))
# The value that a chi-square of so many degrees of freedom exceeds once in a thousand times.
LIMITS = {1: 10.83, 3: 16.27, 5: 20.52, 6: 22.46, 9: 27.88, 19: 43.82, 97: 143.9}


@pytest.mark.parametrize("sides", [2, 4, 6, 7, 10, 20, 98])
def test_faces_are_uniform(sides: int) -> None:
    """Twenty thousand fixed lines give every face about equally often."""
    count = 20_000
    seen = Counter(faces(KEY, f"1.{line}.0", "digging", 1, 1, sides)[0] for line in range(count))
    share = count / sides
    chi_square = sum((seen[face] - share) ** 2 / share for face in range(1, sides + 1))

    assert sorted(seen) == list(range(1, sides + 1))
    assert chi_square < LIMITS[sides - 1]


def test_dice_of_one_roll_are_independent() -> None:
    """Every pair of faces of two dice is about equally likely."""
    seen = Counter(faces(KEY, f"1.{line}.0", "digging", 1, 2, 4) for line in range(16_000))
    chi_square = sum((number - 1000) ** 2 / 1000 for number in seen.values())

    assert (len(seen), chi_square < 37.7) == (16, True)  # fifteen degrees of freedom


@given(
    st.binary(min_size=1, max_size=40), st.text(max_size=20), st.text(max_size=20),
    st.integers(1, 10**9),
)  # fmt: skip
def test_faces_lie_on_the_die_and_are_always_the_same(
    key: bytes, line: str, label: str, sides: int
) -> None:
    """Any key, line, label and die gives faces from 1 to its sides, and gives them again."""
    made = faces(key, line, label, 1, 3, sides)

    assert made == faces(key, line, label, 1, 3, sides)
    assert all(1 <= face <= sides for face in made)


def test_a_roll_depends_on_all_of_its_key_and_on_nothing_else() -> None:
    """Another key, line, label, index, number of dice or of sides is another roll."""
    roll = faces(KEY, "1.2.0", "digging", 1, 3, 10**9)
    others = [
        faces(b"other", "1.2.0", "digging", 1, 3, 10**9),
        faces(KEY, "1.2.1", "digging", 1, 3, 10**9),
        faces(KEY, "1.2.0", "diving", 1, 3, 10**9),
        faces(KEY, "1.2.0", "digging", 2, 3, 10**9),
        faces(KEY, "1.2.0", "digging", 1, 5, 10**9)[:3],
        faces(KEY, "1.2.0", "digging", 1, 3, 10**8),
    ]

    assert len({roll, *others}) == 7


def test_older_logs_are_derived_as_they_were() -> None:
    """By version 1 neither the number of dice nor that of sides bears on a face.

    No other version is known.
    """
    old = faces(KEY, "1.2.0", "digging", 1, 3, 10**9, 1)

    assert faces(KEY, "1.2.0", "digging", 1, 5, 10**9, 1)[:3] == old
    with pytest.raises(ValueError, match="version 3"):
        faces(KEY, "1.2.0", "digging", 1, 3, 10**9, 3)


def test_anyone_can_derive_them_from_the_description() -> None:
    """The recipe in docs/dice.md, followed by hand, gives the same face."""
    message = '["wikibot dice 2","17.1234.0","movement",1,2,6,2,0]'
    number = int.from_bytes(hmac.new(KEY, message.encode(), hashlib.sha256).digest()[:8], "big")

    assert json.loads(message)[0] == "wikibot dice 2"
    assert faces(KEY, "17.1234.0", "movement", 1, 2, 6)[1] == number % 6 + 1


def test_numbers_that_favour_low_faces_are_passed_over() -> None:
    """On a die whose sides are just over half of all numbers,
    a first attempt fails nearly every other time.
    """
    sides = 2**63 + 1
    first = [
        int.from_bytes(
            hmac.digest(
                KEY, f'["wikibot dice 2","1.{n}.0","x",1,1,{sides},1,0]'.encode(), "sha256"
            )[:8],
            "big",
        )
        for n in range(200)
    ]
    made = [faces(KEY, f"1.{n}.0", "x", 1, 1, sides)[0] for n in range(200)]

    kept = [number % sides + 1 == face for number, face in zip(first, made, strict=True)]
    assert 60 < sum(kept) < 140


def test_a_seal_is_the_hash_of_its_secret() -> None:
    """Any tool can check it."""
    assert seal_of(KEY) == hashlib.sha256(KEY).hexdigest()
