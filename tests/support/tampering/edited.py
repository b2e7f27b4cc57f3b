"""Random edits of an archive by somebody clumsy; each says where it has to be found."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Any, NamedTuple

from api.evidence.heads import canonical
from api.evidence.zip_archive import check_seals, pack_archive, read, unpack_archive
from domain.log.merkle import Tree

ENTRIES, HEAD, PROOFS = "entries.txt", "head.json", "proofs.json"
LOOKALIKE = str.maketrans("aeocpxyi", "\u0430\u0435\u043e\u0441\u0440\u0445\u0443\u0456")
"""Latin letters, and those of the Cyrillic alphabet that look the same."""
Files = dict[str, bytes]
_BEGINS = re.compile(rb"^(?=[1-9]\d* [+-][0-9a-f]{32})", re.MULTILINE)


class Edit(NamedTuple):
    """An archive after an edit, what was done, and where it may be found: any of these places."""

    data: bytes
    done: str
    found: Set[str]


class Bundle(NamedTuple):
    """An archive taken apart, and the heads of its feed that were noted while it was played."""

    files: Files
    entries: list[bytes]
    noted: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, data: bytes, noted: Sequence[Mapping[str, Any]] = ()) -> Bundle:
        """An archive that holds, taken apart."""
        files, flaws = unpack_archive(data)
        assert not flaws
        return cls(files, [e for e in _BEGINS.split(files[ENTRIES]) if e], noted)

    def with_entries(self, entries: Sequence[bytes]) -> bytes:
        """The archive with other entries and everything else as it was."""
        return pack_archive(self.files | {ENTRIES: b"".join(entries)})

    def with_file(self, name: str, data: bytes) -> bytes:
        """The archive with another file in the place of one that it has."""
        return pack_archive(self.files | {name: data})


def place(seq: int) -> Set[str]:
    """An entry, as the checks call it."""
    return frozenset({f"entry {seq}"})


# --- clumsy: nothing is mended -----------------------------------------------------------------


def delete(bundle: Bundle, chance: Random) -> Edit:
    """An entry is missing."""
    at = chance.randrange(len(bundle.entries))
    rest = [*bundle.entries[:at], *bundle.entries[at + 1 :]]
    last = at == len(rest)
    return Edit(bundle.with_entries(rest), f"delete {at + 1}", {HEAD} if last else place(at + 1))


def repeat(bundle: Bundle, chance: Random) -> Edit:
    """An entry comes twice."""
    at = chance.randrange(len(bundle.entries))
    twice = [*bundle.entries[: at + 1], *bundle.entries[at:]]
    return Edit(bundle.with_entries(twice), f"repeat {at + 1}", place(at + 2))


def swap(bundle: Bundle, chance: Random) -> Edit:
    """Two entries change places."""
    one, other = sorted(chance.sample(range(len(bundle.entries)), 2))
    entries = list(bundle.entries)
    entries[one], entries[other] = entries[other], entries[one]
    return Edit(bundle.with_entries(entries), f"swap {one + 1}, {other + 1}", place(one + 1))


def alter(bundle: Bundle, chance: Random) -> Edit:
    """A byte of an entry is another one."""
    at = chance.randrange(len(bundle.entries))
    entry = bytearray(bundle.entries[at])
    where = chance.randrange(len(entry))
    entry[where] ^= 1 << chance.randrange(7)
    entries = [*bundle.entries[:at], bytes(entry), *bundle.entries[at + 1 :]]
    # What the server alone says, on which opened entry one follows, may lead to the same state.
    line = bundle.entries[at].split(b"\n")[0]
    said_apart = line.count(b" ") == 5 and line.rindex(b" ") < where < len(line)
    found = {ENTRIES} if said_apart else place(at + 1)
    return Edit(bundle.with_entries(entries), f"alter {at + 1} at {where}", found)


def homoglyph(bundle: Bundle, chance: Random) -> Edit:
    """A letter in an entry is one that looks the same."""
    at = chance.choice([n for n, e in enumerate(bundle.entries) if b'"by":"p' in e])
    entry = bundle.entries[at].decode()
    places = [n for n, sign in enumerate(entry) if sign.translate(LOOKALIKE) != sign]
    where = chance.choice(places)
    other = entry[:where] + entry[where].translate(LOOKALIKE) + entry[where + 1 :]
    entries = [*bundle.entries[:at], other.encode(), *bundle.entries[at + 1 :]]
    return Edit(bundle.with_entries(entries), f"homoglyph in {at + 1}", place(at + 1))


def cut_entries(bundle: Bundle, chance: Random) -> Edit:
    """The last entries are missing."""
    left = chance.randrange(len(bundle.entries))
    return Edit(bundle.with_entries(bundle.entries[:left]), f"cut after {left}", frozenset({HEAD}))


def truncate(bundle: Bundle, chance: Random) -> Edit:
    """The file ends too early."""
    whole = pack_archive(bundle.files)
    size = chance.randrange(1, len(whole))
    return Edit(whole[:size], f"truncate to {size}", {ARCHIVE})


ARCHIVE = "the archive"


def bit(bundle: Bundle, chance: Random) -> Edit:
    """A bit anywhere in the file is another one."""
    whole = bytearray(pack_archive(bundle.files))
    at = chance.randrange(len(whole))
    whole[at] ^= 1 << chance.randrange(8)
    return Edit(bytes(whole), f"bit {at}", frozenset())


def appended(bundle: Bundle, chance: Random) -> Edit:
    """Something stands behind the archive."""
    return Edit(pack_archive(bundle.files) + bytes([chance.randrange(256)]), "append", {ARCHIVE})


def moved(bundle: Bundle, chance: Random) -> Edit:
    """Two files of the archive change places."""
    names = list(bundle.files)
    one, other = chance.sample(range(len(names)), 2)
    names[one], names[other] = names[other], names[one]
    files = {name: bundle.files[name] for name in names}
    return Edit(pack_archive(files), f"move {names[one]}", frozenset({ARCHIVE}))


def left_out(bundle: Bundle, chance: Random) -> Edit:
    """A file is not there."""
    name = chance.choice([name for name in bundle.files if name != "signature.json"])
    files = {n: d for n, d in bundle.files.items() if n != name}
    return Edit(pack_archive(files), f"leave out {name}", frozenset({ARCHIVE}))


# --- the files are written as they have to be ----------------------------------------------------


def stated(bundle: Bundle, chance: Random) -> Edit:
    """The head states something else."""
    head = json.loads(bundle.files[HEAD])
    name = chance.choice(["entries", "chain", "root", "public", "public_root", "node", "state"])
    old = head[name]
    head[name] = old + chance.choice([-1, 1]) if isinstance(old, int) else _other_hex(old, chance)
    return Edit(bundle.with_file(HEAD, canonical(head)), f"state {name}", frozenset({HEAD}))


def key_twice(bundle: Bundle, chance: Random) -> Edit:
    """A key comes twice in JSON: who reads the first is told another thing than who reads last."""
    name, key = chance.choice([(HEAD, "root"), (HEAD, "state"), (PROOFS, "inclusion")])
    data = bundle.files[name].rstrip()[:-1] + f',"{key}":[]}}\n'.encode()
    return Edit(bundle.with_file(name, data), f"{key} twice in {name}", {name})


def forged_path(bundle: Bundle, chance: Random) -> Edit:
    """A hash of a proof is another one, too many, or missing."""
    proofs = json.loads(bundle.files[PROOFS])
    kind = chance.choice([k for k in ("inclusion", "consistency") if _long(proofs[k])])
    proof = chance.choice(_long(proofs[kind]))
    at, path = chance.randrange(len(proof["path"])), proof["path"]
    match chance.randrange(4):
        case 0:
            path[at] = _other_hex(path[at], chance)
        case 1:
            path.insert(at, path[at])
        case 2:
            del path[at]
        case _:
            path[at] = path[at][:-2]
    seq = int(proof["entry" if kind == "inclusion" else "entries"])
    return Edit(bundle.with_file(PROOFS, canonical(proofs)), f"forge {kind} of {seq}", place(seq))


def one_leaf(bundle: Bundle, chance: Random) -> Edit:
    """The root is that of a tree of one leaf, which is that leaf, and the proof is empty."""
    head, proofs = json.loads(bundle.files[HEAD]), json.loads(bundle.files[PROOFS])
    log = read(bundle.files[ENTRIES])
    proof = chance.choice(proofs["inclusion"])
    leaves = check_seals(log).leaves
    head["root"], proof["path"] = leaves[proof["entry"] - 1].hex(), []
    files = bundle.files | {HEAD: canonical(head), PROOFS: canonical(proofs)}
    return Edit(pack_archive(files), f"one leaf, {proof['entry']}", frozenset({HEAD}))


def _long(proofs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [proof for proof in proofs if proof["path"]]


def _other_hex(old: str, chance: Random) -> str:
    at = chance.randrange(len(old))
    sign = chance.choice([sign for sign in "0123456789abcdef" if sign != old[at]])
    return old[:at] + sign + old[at + 1 :]


def without_proofs(bundle: Bundle, chance: Random) -> Edit:
    """Proofs are missing, doubled, or in another order; those that are here lead to the root."""
    proofs = json.loads(bundle.files[PROOFS])
    kind = chance.choice([kind for kind in ("inclusion", "consistency") if proofs[kind]])
    of, at = proofs[kind], chance.randrange(len(proofs[kind]))
    other: dict[int, list[Any]] = {
        0: [],
        1: [*of[:at], *of[at + 1 :]],
        2: [*of, of[at]],
        3: of[::-1] if of[1:] else [],
    }
    how = chance.randrange(4)
    data = bundle.with_file(PROOFS, canonical(proofs | {kind: other[how]}))
    return Edit(data, f"{kind} in way {how}", frozenset({PROOFS}))


def proven_besides(bundle: Bundle, chance: Random) -> Edit:
    """A proof that is right, of an entry of which none is due: it could single one out."""
    proofs, tree = json.loads(bundle.files[PROOFS]), Tree()
    for leaf in check_seals(read(bundle.files[ENTRIES])).leaves:
        tree.append(leaf)
    due = {proof["entry"] for proof in proofs["inclusion"]}
    seq = chance.choice([seq for seq in range(1, len(tree) + 1) if seq not in due])
    path = [each.hex() for each in tree.inclusion(seq - 1, len(tree))]
    proofs["inclusion"].append({"entry": seq, "path": path})
    proofs["inclusion"].sort(key=lambda proof: proof["entry"])
    return Edit(bundle.with_file(PROOFS, canonical(proofs)), f"prove {seq}", frozenset({PROOFS}))


def for_another(bundle: Bundle, chance: Random) -> Edit:
    """It says that it was made for others than it was; nobody signed it."""
    head = json.loads(bundle.files[HEAD])
    others = {"referee": ["s1", "public"], "public": ["referee"], "s1": ["referee", "public"]}
    head["for"] = chance.choice(others[head["for"]])
    return Edit(unsigned(bundle, {HEAD: canonical(head)}), f"for {head['for']}", frozenset({HEAD}))


def unsigned(bundle: Bundle, files: Files) -> bytes:
    """The archive with other files, and without a signature that would give them away."""
    return pack_archive({n: d for n, d in (bundle.files | files).items() if n != "signature.json"})


CLUMSY = (
    delete,
    repeat,
    swap,
    alter,
    homoglyph,
    cut_entries,
    truncate,
    bit,
    appended,
    moved,
    left_out,
    stated,
    key_twice,
    forged_path,
    one_leaf,
    without_proofs,
    proven_besides,
    for_another,
)
