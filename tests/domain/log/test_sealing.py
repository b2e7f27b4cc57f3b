"""Blinded, chained entries: golden bytes, and borders that cannot be moved.

The golden values were computed apart from this code, from the scheme's own words.
"""

import struct
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.log.sealing import (
    GENESIS,
    Sealed,
    anchor,
    anchor_nonce,
    chain,
    commit_part,
    commit_words,
    leaf,
    lp,
    nonces,
    public_leaf,
    seal,
    u32,
    u64,
)

BLIND_KEY = bytes(range(32, 64))
COMBAT = "c-1"
LEAF = bytes.fromhex("3afe496cf755f3d2a2a41dc16c364ae40f4641de15e41dc236207c8af871b547")
CHAIN = bytes.fromhex("72856c5a9430c33cff8cfbc5aa1d48eb4496b53927d5bc620c50f848e42ed460")
ANCHOR = bytes.fromhex("1862b21a8c09b6f93e7f810fd7655fa4cb7221c39173f0fa533a8bf156c11c1c")


def test_numbers_are_big_endian_and_of_fixed_width() -> None:
    assert u32(258) == b"\x00\x00\x01\x02"
    assert u64(258) == b"\x00\x00\x00\x00\x00\x00\x01\x02"


@pytest.mark.parametrize(("write", "number"), [(u32, 2**32), (u64, 2**64), (u32, -1), (u64, -1)])
def test_a_number_that_does_not_fit_is_refused(write: Callable[[int], bytes], number: int) -> None:
    with pytest.raises(struct.error):
        write(number)


def test_a_text_is_prefixed_with_its_length_in_bytes() -> None:
    assert lp("näh") == b"\x00\x00\x00\x04n\xc3\xa4h"


@given(st.lists(st.text()), st.lists(st.text()))
def test_texts_in_a_row_never_run_together(some: list[str], others: list[str]) -> None:
    joined = b"".join(map(lp, some)) == b"".join(map(lp, others))
    assert joined == (some == others)


def test_the_nonces_are_the_golden_ones() -> None:
    body, command = nonces(BLIND_KEY, COMBAT, 7)
    assert body.hex() == "98b2276f53231fe34b71b32a03b617dd"
    assert command.hex() == "74e79e81c4bbeff9ee94681591603434"


def test_an_anchor_has_a_nonce_of_its_own() -> None:
    assert anchor_nonce(BLIND_KEY, COMBAT, 7).hex() == "d686503eb4d890c47ce3cca8983335a1"
    assert anchor_nonce(BLIND_KEY, COMBAT, 7) not in nonces(BLIND_KEY, COMBAT, 7)


def test_no_nonce_comes_twice() -> None:
    drawn = [
        nonce
        for combat in ("c-1", "c-2")
        for seq in range(100)
        for nonce in (*nonces(BLIND_KEY, combat, seq), anchor_nonce(BLIND_KEY, combat, seq))
    ]
    assert len(set(drawn)) == len(drawn)


def test_a_part_is_committed_as_the_golden_value() -> None:
    nonce, _ = nonces(BLIND_KEY, COMBAT, 7)
    expected = "c0fe4147d342d249abcba12ec402c1dc964865efe7a57d6bb49fb57a5f77e13b"
    assert commit_part(nonce, b"body").hex() == expected


def test_an_absent_command_is_committed_as_empty_bytes() -> None:
    _, nonce = nonces(BLIND_KEY, COMBAT, 7)
    expected = "b52ad753d09c9f58e2758d80d17d742b79ac5a7b28b512ac185675e4fbd2e889"
    assert commit_part(nonce, b"").hex() == expected


def test_words_are_committed_as_the_golden_value() -> None:
    expected = "264cff35e92f4324c0a2856bd4dce265caa3ef868d0266f26013ab4d320ce190"
    assert commit_words("p1", bytes(range(16)), b"Anna Berg") == expected


def test_sealing_gives_the_golden_leaf_and_chain() -> None:
    assert seal(BLIND_KEY, COMBAT, 7, b"body", b"command", GENESIS) == Sealed(LEAF, CHAIN)


def test_an_anchor_and_the_public_leaf_are_the_golden_ones() -> None:
    expected = "1a4d2846b9f68382c4f5427041943192bad6c5bcc7c900e5925b01f642fdf752"
    assert anchor(BLIND_KEY, COMBAT, 7, CHAIN) == ANCHOR
    assert public_leaf(5, ANCHOR, LEAF).hex() == expected


def test_body_and_command_cannot_be_swapped() -> None:
    parts = zip(nonces(BLIND_KEY, COMBAT, 7), (b"body", b"command"), strict=True)
    body, command = (commit_part(*part) for part in parts)
    assert leaf(body, command) != leaf(command, body)


def test_equal_values_look_different_in_every_entry() -> None:
    twenty = [seal(BLIND_KEY, COMBAT, seq, b"20", b"", GENESIS).leaf for seq in range(1, 50)]
    assert len(set(twenty)) == len(twenty)


def test_no_hash_of_one_kind_is_one_of_another() -> None:
    one, other = LEAF, CHAIN
    assert len({leaf(one, other), chain(one, other), public_leaf(0, one, other)}) == 3


@pytest.mark.parametrize("size", [0, 15, 17])
def test_the_border_between_nonce_and_bytes_is_fixed(size: int) -> None:
    with pytest.raises(ValueError, match=f"a nonce has 16 bytes, not {size}"):
        commit_part(bytes(size), b"body")


@pytest.mark.parametrize(("left", "right"), [(31, 33), (33, 31), (32, 0)])
def test_the_border_between_two_hashes_is_fixed(left: int, right: int) -> None:
    for join in (leaf, chain):
        with pytest.raises(ValueError, match="a hash has 32 bytes"):
            join(bytes(left), bytes(right))
