"""The tree of RFC 6962: known roots, and every proof held to a verifier that was written apart."""

from __future__ import annotations

from hashlib import sha256

import pytest

from api.evidence.checks.merkle_proofs import consistent, is_included, root
from domain.log.merkle import NOTHING, Tree

KNOWN = {
    "": "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "00": "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "10": "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "2021": "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "3031": "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "40414243": "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "5051525354555657": "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "606162636465666768696a6b6c6d6e6f": (
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    ),
}
"""The leaves that implementations of Certificate Transparency share, and the root after each."""


def leaf(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def tree(size: int) -> tuple[Tree, list[bytes]]:
    leaves = [leaf(bytes([number])) for number in range(size)]
    grown = Tree()
    for each in leaves:
        grown.append(each)
    return grown, leaves


def test_the_roots_are_those_that_everybody_knows():
    grown, leaves = Tree(), list[bytes]()
    for data, expected in KNOWN.items():
        leaves.append(leaf(bytes.fromhex(data)))
        grown.append(leaves[-1])
        assert grown.root().hex() == root(leaves).hex() == expected
    assert Tree().root() == root([]) == NOTHING == sha256().digest()


def test_every_leaf_is_shown_to_be_in_every_tree_that_has_it():
    grown, leaves = tree(40)
    for size in range(1, 41):
        assert grown.root(size) == root(leaves[:size])
        for index in range(size):
            path = grown.inclusion(index, size)
            assert is_included(leaves[index], index, size, path, grown.root(size))


def test_every_tree_is_shown_to_be_the_beginning_of_every_later_one():
    grown, _ = tree(40)
    for size in range(1, 41):
        for old in range(1, size + 1):
            path = grown.consistency(old, size)
            assert consistent(old, size, grown.root(old), grown.root(size), path)


def test_a_forged_proof_of_inclusion_is_none():
    grown, leaves = tree(21)
    path, whole = grown.inclusion(5, 21), grown.root()
    assert is_included(leaves[5], 5, 21, path, whole)
    other = bytes(32)
    forged = [
        (leaves[6], 5, 21, path, whole),
        (leaves[5], 4, 21, path, whole),
        (leaves[5], 21, 21, path, whole),
        (leaves[5], -1, 21, path, whole),
        (leaves[5], 5, 5, path, whole),
        (leaves[5], 5, 64, path, whole),
        (leaves[5], 5, 21, path[:-1], whole),
        (leaves[5], 5, 21, (*path, other), whole),
        (leaves[5], 5, 21, (other, *path[1:]), whole),
        (leaves[5], 5, 21, path[::-1], whole),
        (leaves[5], 5, 21, (path[0][:-1], *path[1:]), whole),
        (leaves[5], 5, 21, path, other),
        (leaves[5], 0, 1, (), whole),  # a tree of one leaf, whose root would be that leaf
    ]
    assert not any(is_included(*each) for each in forged)


def test_a_node_is_never_taken_for_a_leaf():
    """Two leaves in one: leaves and nodes have tags of their own."""
    _, leaves = tree(4)
    pair = sha256(b"\x01" + leaves[0] + leaves[1]).digest()
    other = sha256(b"\x01" + leaves[2] + leaves[3]).digest()
    assert not is_included(leaf(leaves[0] + leaves[1]), 0, 2, [other], root(leaves))
    assert is_included(pair, 0, 2, [other], root(leaves)), "which is why a proof names the size"
    assert not is_included(pair, 0, 4, [other], root(leaves))


def test_a_forged_proof_of_consistency_is_none():
    grown, _ = tree(21)
    first, second, path = grown.root(6), grown.root(21), grown.consistency(6, 21)
    assert consistent(6, 21, first, second, path)
    other = bytes(32)
    forged = [
        (6, 21, other, second, path),
        (6, 21, first, other, path),
        (7, 21, first, second, path),
        (6, 22, first, second, path[:-1]),
        (6, 21, first, second, ()),
        (0, 21, first, second, path),
        (21, 6, first, second, path),
        (6, 6, first, second, ()),
        (6, 6, first, first, path),
        (6, 21, first, second, (*path, other)),
        (6, 21, first, second, (other, *path[1:])),
        (6, 21, first[:-1], second, path),
        (8, 21, first, second, path),
        (1, 21, first, first, ()),
        (1, 1, first, second, ()),
    ]
    assert not any(consistent(*each) for each in forged)


@pytest.mark.parametrize(
    "asked",
    [
        lambda t: t.root(6),
        lambda t: t.root(-1),
        lambda t: t.inclusion(5, 5),
        lambda t: t.inclusion(0, 6),
        lambda t: t.inclusion(-1, 5),
        lambda t: t.consistency(0, 5),
        lambda t: t.consistency(4, 3),
        lambda t: t.consistency(1, 6),
        lambda t: t.append(b"short"),
    ],
)
def test_what_is_not_there_is_refused(asked):
    with pytest.raises(ValueError, match=r"leaves|leaf"):
        asked(tree(5)[0])
