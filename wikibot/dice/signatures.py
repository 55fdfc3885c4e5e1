"""The signature of a beacon's round, checked with the library ``py_ecc`` (extra ``beacon``).

Schemes: https://docs.drand.love/docs/cryptography/; curves and hashing to them: RFC 9380 and its
BLS draft.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wikibot.dice.chain import CHAINED, G1_SCHEME, UNCHAINED, BeaconChain
from wikibot.dice.records import Round

_ON_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_ON_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"


def can_check(chain: BeaconChain) -> bool:
    """Whether the library is installed and knows the chain's scheme."""
    known = chain.scheme in (G1_SCHEME, CHAINED, UNCHAINED)
    return known and importlib.util.find_spec("py_ecc") is not None


def is_signed(chain: BeaconChain, found: Round) -> bool:
    """Whether the network signed this round, in a quarter of a second; first :func:`can_check`."""
    with _recursion_limit_kept():
        try:
            return _on_g1(chain, found) if chain.scheme == G1_SCHEME else _on_g2(chain, found)
        except (ValueError, AssertionError, IndexError):
            return False  # no point of the curve at all


@contextmanager
def _recursion_limit_kept() -> Iterator[None]:
    """Undo what ``py_ecc`` does when it is loaded.

    It lets the whole program recurse 100,000 calls deep. Readers of JSON that are written in C run
    out of stack before that, and the program ends without a word.
    """
    before = sys.getrecursionlimit()
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _on_g1(chain: BeaconChain, found: Round) -> bool:
    from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.optimized_bls12_381 import G2, neg

    message: Any = hash_to_G1(chain.message(found), _ON_G1, hashlib.sha256)
    signature: Any = pubkey_to_G1(bytes.fromhex(found.signature))
    key: Any = signature_to_G2(bytes.fromhex(chain.public_key))
    return _cancel((G2, neg(signature)), (key, message))


def _on_g2(chain: BeaconChain, found: Round) -> bool:
    from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2
    from py_ecc.bls.hash_to_curve import hash_to_G2
    from py_ecc.optimized_bls12_381 import G1, neg

    message: Any = hash_to_G2(chain.message(found), _ON_G2, hashlib.sha256)
    signature: Any = signature_to_G2(bytes.fromhex(found.signature))
    key: Any = pubkey_to_G1(bytes.fromhex(chain.public_key))
    return _cancel((signature, neg(G1)), (message, key))


def _cancel(*pairs: tuple[Any, Any]) -> bool:
    """Whether the product of the pairings is one."""
    from py_ecc.optimized_bls12_381 import FQ12, final_exponentiate, pairing

    product: Any = FQ12.one()
    for on_g2, on_g1 in pairs:
        product = product * pairing(on_g2, on_g1, final_exponentiate=False)
    return bool(final_exponentiate(product) == FQ12.one())
