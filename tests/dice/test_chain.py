"""The League of Entropy's chains, and real rounds of them."""

from __future__ import annotations

import sys

import pytest
from msgspec.structs import replace

from wikibot.dice.beacon import (
    DEFAULT,
    KNOWN,
    QUICKNET,
    BadChain,
    BeaconChain,
    can_check,
    check_round,
    is_signed,
)
from wikibot.dice.session import Round, read_record

QUICKNET_SIGNATURES = {
    42: "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce4"
    ""
    "30a91b811fbfaf763900bc998b5d686a",
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    ""
    "e342b73a8dd2bacbe47e4b6b63ed5e39",
}
RANDOMNESS = {
    42: "8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3",
    1000: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
}
SIGNATURE = (
    "92daf5745411a415b539caebda0b523fa20d4d12b28eb2fe427decdf5dcc976046a9c83b54f1db991fa191ffca8fcbdc"
    "07563036664f6ba47dcf00593559286f667574f6b0a2ba0be2683463b5bf3472e5696ac28b75d5b2223dbb98a56c96a3"
)
BEFORE = (
    "b01091c60b2b1a7c1f7a79610cd94e0c06e93bd305cf04229fe1571669257d16583a02e4038fdd755e6c39944b0116e3"
    "0256874eede733a79c5e72c787db3889a1678c4ea6423b467de56208c5bd8e10cc090b6e0429f7f33653086a089cc3f8"
)


def quicknet(number: int) -> Round:
    """A real round of quicknet."""
    time = QUICKNET.time_of(number)
    return Round(number, QUICKNET.hash, time, RANDOMNESS[number], QUICKNET_SIGNATURES[number])


def default() -> Round:
    """A real round of the oldest chain, from drand's own documentation."""
    number = 5347804
    randomness = "a87619810b1b41e70a01b8f903cf69977e026f80d9fd5e4c197c298a96c61cfe"
    return Round(number, DEFAULT.hash, DEFAULT.time_of(number), randomness, SIGNATURE, BEFORE)


ROUNDS = [(QUICKNET, quicknet(42)), (QUICKNET, quicknet(1000)), (DEFAULT, default())]


def test_known_chains_have_their_published_hashes() -> None:
    """The constants are the network's own.

    Their hash is the one by which everybody names the chain.
    """
    assert list(KNOWN) == [
        "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
    ]


@pytest.mark.parametrize(("chain", "found"), ROUNDS)
def test_real_rounds_are_accepted(chain: BeaconChain, found: Round) -> None:
    """Randomness and signature of rounds that came out are right."""
    check_round(chain, found)

    assert (can_check(chain), is_signed(chain, found)) == (True, True)


@pytest.mark.parametrize(("chain", "found"), ROUNDS[1:])
def test_forged_rounds_are_not(chain: BeaconChain, found: Round) -> None:
    """The signature of a round is none of the next.

    What is no point of the curve is not a signature.
    """
    broken = replace(found, signature="00" * (len(found.signature) // 2))

    assert not is_signed(chain, replace(found, number=found.number + 1))
    assert not is_signed(chain, broken)
    with pytest.raises(BadChain, match="not the hash of its signature"):
        check_round(chain, broken)


@pytest.mark.parametrize("found", [found for _, found in ROUNDS])
def test_a_round_reads_back(found: Round) -> None:
    """What the log says of a round is the whole round."""
    assert read_record(str(found)) == found


def test_checking_a_signature_leaves_the_stack_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library that checks it would let any nested text end the program without a word."""
    monkeypatch.delitem(sys.modules, "py_ecc", raising=False)

    assert is_signed(DEFAULT, default())
    assert sys.getrecursionlimit() < 10_000
