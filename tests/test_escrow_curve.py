"""Keccak, addresses and signatures of our own beside published values, and beside the packages of the chain."""

from hashlib import sha256
from random import Random

import pytest

from escrow_duel import an_escrow
from oddchip.fair.errors import FairError
from oddchip.fair.escrow.curve import ORDER, address_of, sign, signer_of
from oddchip.fair.escrow.keccak import keccak256
from oddchip.fair.escrow.place import DEPLOYER, PLAY

# Of the Keccak team (the submission's 256-bit vectors), and addresses that everybody knows.
KECCAK = {
    b"": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    b"abc": "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    bytes.fromhex("cc"): "eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a",
}
ADDRESSES = {
    1: "7e5f4552091a69125d5dfcb7b8c2659029395bdf",
    2: "2b5ad5c4795c026514f8317c7a215e218dccd6cf",
    ORDER - 1: "80c0dbf239224071c59dd8970ab9d542e3414ab2",
}


@pytest.mark.parametrize("data, wanted", KECCAK.items())
def test_keccak_gives_the_published_values(data, wanted):
    assert keccak256(data).hex() == wanted


@pytest.mark.parametrize("key, wanted", ADDRESSES.items(), ids=["1", "2", "the order less 1"])
def test_known_keys_have_their_known_addresses(key, wanted):
    assert address_of(key.to_bytes(32)).hex() == wanted


def test_a_signature_is_the_one_that_rfc_6979_gives():
    """A vector that the makers of many wallets check: key 1, the SHA-256 of "Satoshi Nakamoto"."""
    signature = sign((1).to_bytes(32), sha256(b"Satoshi Nakamoto").digest())
    assert signature[:64].hex() == (
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
        "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5"
    )


def test_the_signer_is_found_and_one_changed_bit_is_somebody_else_or_nobody():
    rng = Random(1)
    for _ in range(5):
        key, digest = rng.randbytes(32), rng.randbytes(32)
        signature = sign(key, digest)
        assert signer_of(digest, signature) == address_of(key)
        at = rng.randrange(65 * 8)
        changed = bytearray(signature)
        changed[at // 8] ^= 1 << at % 8
        assert signer_of(digest, bytes(changed)) != address_of(key)
        assert signer_of(rng.randbytes(32), signature) != address_of(key)


@pytest.mark.parametrize("bad", [b"", bytes(65), bytes(64), b"\xff" * 65, bytes(64) + b"\x1b"])
def test_what_is_no_signature_was_signed_by_nobody(bad):
    assert signer_of(bytes(32), bad) is None


@pytest.mark.parametrize("key", [bytes(32), ORDER.to_bytes(32), bytes(31), bytes(33)])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(FairError, match="secret key"):
        address_of(key)


@pytest.mark.needs("chain")
def test_keys_and_signatures_are_those_of_the_chain_s_own_package():
    from eth_hash.auto import keccak
    from eth_keys import keys

    rng = Random(2)
    for size in (0, 1, 135, 136, 137, 300):
        data = rng.randbytes(size)
        assert keccak256(data) == keccak(data)
    for _ in range(20):
        key, digest = keys.PrivateKey(rng.randbytes(32)), rng.randbytes(32)
        signature = sign(key.to_bytes(), digest)
        assert address_of(key.to_bytes()) == key.public_key.to_canonical_address()
        theirs = key.sign_msg_hash(digest).to_bytes()
        assert signature == theirs[:64] + bytes([27 + theirs[64]])


@pytest.mark.needs("chain")
def test_the_contract_stands_where_its_deployer_s_first_transaction_puts_it():
    assert an_escrow("contract").where == PLAY
    import rlp

    assert keccak256(rlp.encode([DEPLOYER, 0]))[12:] == PLAY.contract
