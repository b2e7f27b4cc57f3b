"""Edits of an archive by somebody cunning: everything is sealed, chained and proven anew.

That is what a forger can do who has none of the keys; heads that were noted before give him away.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Any

from api.evidence.archive_checks import due
from api.evidence.checks.flaws import Flaw
from api.evidence.heads import canonical
from api.evidence.zip_archive import pack_archive, read
from domain.log.merkle import Tree
from tests.support.tampering.edited import ENTRIES, HEAD, PROOFS, Bundle, Edit, place

_NUMBER = re.compile(rb'("balance":|"faces":\[)(\d+)')


def resealed(bundle: Bundle, entries: Sequence[bytes]) -> bytes:
    """An archive of other entries in which all hashes fit, as a forger without the keys can do."""
    tree, feed, chains, written = Tree(), Tree(), [bytes(32)], []
    for entry in entries:
        line, _, rest = entry.partition(b"\n")
        seq, body, command, anchor, _, *under = line.split(b" ")
        first, rest = _commitment(body, rest)
        second, _ = _commitment(command, rest)
        leaf = hashlib.sha256(b"\0" + first + second).digest()
        if anchor != b"-":
            nonce = bytes.fromhex(anchor[1:33].decode())
            opened = hashlib.sha256(b"\3" + nonce + chains[-1]).digest()
            anchor = anchor[:33] + opened[:4].hex().encode()
            number = (len(feed) + 1).to_bytes(8, "big")
            feed.append(hashlib.sha256(b"\4" + number + opened + leaf).digest())
        tree.append(leaf)
        chains.append(hashlib.sha256(b"\2" + chains[-1] + leaf).digest())
        said = [seq, body, command, anchor, chains[-1].hex().encode(), *under]
        written.append(b" ".join(said) + b"\n" + entry.partition(b"\n")[2])
    return _restated(bundle, written, tree, feed, chains[-1])


def _commitment(said: bytes, rest: bytes) -> tuple[bytes, bytes]:
    """The commitment of a part, and what follows its lines."""
    if said[:1] == b"-":
        return bytes.fromhex(said[1:].decode()), rest
    lines = rest.split(b"\n", 3) if said[:1] == b"+" else []
    data, rest = (b"\n".join(lines[:3]), lines[3]) if lines else (b"", rest)
    return hashlib.sha256(b"\x10" + bytes.fromhex(said[1:].decode()) + data).digest(), rest


def _restated(bundle: Bundle, entries: list[bytes], tree: Tree, feed: Tree, chain: bytes) -> bytes:
    """The rest of the archive, made to fit; the state is recomputed as far as it can be."""
    head, size = json.loads(bundle.files[HEAD]), len(tree)
    head |= {
        "entries": size,
        "chain": chain.hex(),
        "root": tree.root().hex(),
        "public": len(feed),
        "public_root": feed.root().hex(),
        "node": min(head["node"], size),
    }
    files = bundle.files | {
        ENTRIES: b"".join(entries),
        HEAD: canonical(head),
        PROOFS: canonical(_proofs(tree, b"".join(entries))),
    }
    files.pop("signature.json", None)
    return pack_archive(files)


def _proofs(tree: Tree, entries: bytes) -> dict[str, Any]:
    """All proofs that are due, as far as the entries can be read."""
    size = len(tree)
    try:
        shown, rounds = due(read(entries).bodies)
    except Flaw:
        shown, rounds = [], []
    alone = ((seq, tree.inclusion(seq - 1, size)) for seq in shown)
    begun = ((seq, tree.root(seq).hex(), tree.consistency(seq, size)) for seq in rounds)
    return {
        "inclusion": [{"entry": n, "path": [x.hex() for x in path]} for n, path in alone],
        "consistency": [
            {"entries": n, "root": root, "path": [x.hex() for x in path]} for n, root, path in begun
        ],
    }


def numbered(entries: Sequence[bytes]) -> list[bytes]:
    """Entries that are counted from 1, in their bodies as well."""
    found = []
    for seq, entry in enumerate(entries, 1):
        _, _, rest = entry.partition(b" ")
        found.append(b"%d " % seq + re.sub(rb'"seq":\d+', b'"seq":%d' % seq, rest, count=1))
    return found


def noted_after(bundle: Bundle, seq: int) -> Set[str]:
    """The first noted head that an edit of this entry has changed."""
    number = read(bundle.files[ENTRIES]).numbers[seq - 1]
    later = [head["public"] for head in bundle.noted if head["public"] > number]
    return frozenset({f"public entry {min(later)}"} if later else ())


def cunning_alter(bundle: Bundle, chance: Random) -> Edit:
    """A number in an entry is another one, and everything is sealed anew."""
    at = chance.choice([n for n, entry in enumerate(bundle.entries) if _NUMBER.search(entry)])
    entry = _NUMBER.sub(lambda m: m[1] + b"%d" % (int(m[2]) + 1), bundle.entries[at], count=1)
    data = resealed(bundle, [*bundle.entries[:at], entry, *bundle.entries[at + 1 :]])
    return Edit(data, f"cunning alter {at + 1}", noted_after(bundle, at + 1))


def cunning_delete(bundle: Bundle, chance: Random) -> Edit:
    """An entry is missing, and all later ones are numbered and sealed anew."""
    at = chance.randrange(1, len(bundle.entries) - 1)
    rest = [*bundle.entries[:at], *bundle.entries[at + 1 :]]
    found = noted_after(bundle, at + 1)
    return Edit(resealed(bundle, numbered(rest)), f"cunning delete {at + 1}", found)


def cunning_swap(bundle: Bundle, chance: Random) -> Edit:
    """Two entries that follow one another change places, all sealed anew."""
    at = chance.randrange(1, len(bundle.entries) - 1)
    entries = list(bundle.entries)
    entries[at - 1], entries[at] = entries[at], entries[at - 1]
    found = noted_after(bundle, at)
    return Edit(resealed(bundle, numbered(entries)), f"cunning swap {at}", found)


def cunning_cut(bundle: Bundle, chance: Random) -> Edit:
    """The last entries are missing, and the head fits."""
    public = [head["public"] for head in bundle.noted]
    numbers = read(bundle.files[ENTRIES]).numbers
    left = chance.choice([n for n in range(1, len(bundle.entries)) if numbers[n] < max(public)])
    found = noted_after(bundle, left + 1)
    return Edit(resealed(bundle, bundle.entries[:left]), f"cunning cut after {left}", found)


def forged(bundle: Bundle, entries: Mapping[int, bytes], done: str) -> Edit:
    """An archive with other entries in some places; it is found at the first of them."""
    new = [entries.get(n, entry) for n, entry in enumerate(bundle.entries)]
    return Edit(resealed(bundle, new), done, place(min(entries) + 1))


CUNNING = (cunning_alter, cunning_delete, cunning_swap, cunning_cut)
