"""A tree of hashes over all leaves (RFC 6962): one root for a whole log, short proofs of its parts.

The root of the first n leaves stands for all of them in their order. An inclusion proof shows that
one leaf is among them, a consistency proof that a shorter tree is the beginning of a longer one,
each with a logarithmic number of hashes. Leaves come hashed, with tags of their own
(`domain.log.sealing`: `00` the whole log, `04` the public feed); nodes have the tag `01`.
"""

from __future__ import annotations

from hashlib import sha256

NOTHING = sha256().digest()
"""The root of a tree without leaves."""


class Tree:
    """A tree that grows at its end. Whole subtrees are hashed once and kept, 64 bytes a leaf."""

    def __init__(self) -> None:
        self._levels: list[list[bytes]] = [[]]

    def __len__(self) -> int:
        return len(self._levels[0])

    def append(self, leaf: bytes) -> None:
        """Add a leaf; raises ValueError unless it has 32 bytes."""
        if len(leaf) != 32:
            raise ValueError(f"a leaf has 32 bytes, not {len(leaf)}")
        self._levels[0].append(leaf)
        level = 0
        while len(self._levels[level]) % 2 == 0:
            if level + 1 == len(self._levels):
                self._levels.append([])
            self._levels[level + 1].append(_node(*self._levels[level][-2:]))
            level += 1

    def root(self, size: int | None = None) -> bytes:
        """The root of the first `size` leaves, by default of all; raises ValueError for more."""
        size = len(self) if size is None else size
        self._must_have(size)
        return self._root(0, size) if size else NOTHING

    def inclusion(self, leaf: int, size: int) -> tuple[bytes, ...]:
        """What proves that leaf number `leaf` (from 0) is among the first `size`.

        The sibling hashes from the leaf up. Raises ValueError for leaves that are not there.
        """
        self._must_have(size)
        if not 0 <= leaf < size:
            raise ValueError(f"leaf {leaf} is not among {size}")
        return self._path(leaf, 0, size)

    def consistency(self, old: int, size: int) -> tuple[bytes, ...]:
        """What proves that the first `old` leaves are the beginning of the first `size`.

        Raises ValueError unless 0 < old <= size and so many leaves are there.
        """
        self._must_have(size)
        if not 0 < old <= size:
            raise ValueError(f"a tree of {old} leaves is no beginning of one of {size}")
        return self._grown(old, 0, size, whole=True)

    def _must_have(self, size: int) -> None:
        if not 0 <= size <= len(self):
            raise ValueError(f"there are {len(self)} leaves, not {size}")

    def _root(self, start: int, size: int) -> bytes:
        """The root over `size` leaves from `start` on, which is a multiple of a power of two."""
        level = size.bit_length() - 1
        if size == 1 << level:
            return self._levels[level][start >> level]
        left = 1 << level
        return _node(self._root(start, left), self._root(start + left, size - left))

    def _path(self, leaf: int, start: int, size: int) -> tuple[bytes, ...]:
        if size == 1:
            return ()
        left = _left_size(size)
        if leaf < left:
            return (*self._path(leaf, start, left), self._root(start + left, size - left))
        return (*self._path(leaf - left, start + left, size - left), self._root(start, left))

    def _grown(self, old: int, start: int, size: int, *, whole: bool) -> tuple[bytes, ...]:
        """RFC 6962, 2.1.2; `whole` while the old tree's own root need not be said."""
        if old == size:
            return () if whole else (self._root(start, size),)
        left = _left_size(size)
        if old <= left:
            right = self._root(start + left, size - left)
            return (*self._grown(old, start, left, whole=whole), right)
        beyond = self._grown(old - left, start + left, size - left, whole=False)
        return (*beyond, self._root(start, left))


def _left_size(size: int) -> int:
    """The leaves on the left: the greatest power of two below the size."""
    return 1 << ((size - 1).bit_length() - 1)


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
