"""Random edits of a bundle: those of somebody clumsy, and those of somebody who mends all hashes.

Each edit says where the verifier has to find it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence, Set
from random import Random
from typing import Any, NamedTuple

from api.evidence.bundling import _listed
from api.evidence.verifier.archive import packed, unpacked
from api.evidence.verifier.dice import Dice, Salts
from api.evidence.verifier.entries import read, sealed
from api.evidence.verifier.report import canonical
from domain.events import DieLabel
from domain.tree import Tree

ENTRIES, HEAD, PROOFS = "entries.txt", "head.json", "proofs.json"
LOOKALIKE = str.maketrans("aeocpxyi", "\u0430\u0435\u043e\u0441\u0440\u0445\u0443\u0456")
"""Latin letters, and those of the Cyrillic alphabet that look the same."""
Files = dict[str, bytes]
_NUMBER = re.compile(rb'("balance":|"faces":\[)(\d+)')
_BEGINS = re.compile(rb"^(?=[1-9]\d* [+-][0-9a-f]{32})", re.MULTILINE)


class Edit(NamedTuple):
    """A bundle after an edit, what was done, and where it may be found: any of these places."""

    data: bytes
    done: str
    found: Set[str]


class Bundle(NamedTuple):
    """A bundle taken apart, and the heads of its feed that were noted while it was played."""

    files: Files
    entries: list[bytes]
    noted: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, data: bytes, noted: Sequence[Mapping[str, Any]] = ()) -> Bundle:
        """A bundle that holds, taken apart."""
        files, flaws = unpacked(data)
        assert not flaws
        return cls(files, [e for e in _BEGINS.split(files[ENTRIES]) if e], noted)

    def with_entries(self, entries: Sequence[bytes]) -> bytes:
        """The bundle with other entries and everything else as it was."""
        return packed(self.files | {ENTRIES: b"".join(entries)})

    def with_file(self, name: str, data: bytes, *, listed: bool = True) -> bytes:
        """The bundle with another file, which the manifest lists if it is to be mended."""
        files = self.files | {name: data}
        return mended(files) if listed else packed(files)


def mended(files: Files) -> bytes:
    """The archive of these files, all in its manifest."""
    return packed(_listed({name: d for name, d in files.items() if name != "manifest.json"}))


def place(seq: int) -> Set[str]:
    """An entry, as the verifier calls it."""
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
    whole = packed(bundle.files)
    size = chance.randrange(1, len(whole))
    files, flaws = unpacked(whole[:size])
    assert flaws
    return Edit(whole[:size], f"truncate to {size}", {list(files)[-1] if files else "", ARCHIVE})


ARCHIVE = "the archive"


def bit(bundle: Bundle, chance: Random) -> Edit:
    """A bit anywhere in the file is another one."""
    whole = bytearray(packed(bundle.files))
    at = chance.randrange(len(whole))
    whole[at] ^= 1 << chance.randrange(8)
    return Edit(bytes(whole), f"bit {at}", frozenset())


def appended(bundle: Bundle, chance: Random) -> Edit:
    """Something stands behind the archive."""
    return Edit(packed(bundle.files) + bytes([chance.randrange(256)]), "append", {ARCHIVE})


def moved(bundle: Bundle, chance: Random) -> Edit:
    """Two files of the archive change places."""
    names = list(bundle.files)
    one, other = chance.sample(range(len(names)), 2)
    names[one], names[other] = names[other], names[one]
    files = {name: bundle.files[name] for name in names}
    return Edit(packed(files), f"move {names[one]}", frozenset({"manifest.json"}))


def source(bundle: Bundle, chance: Random) -> Edit:
    """A line of the program that verifies is missing."""
    name = chance.choice([name for name in bundle.files if name.endswith(".py")])
    lines = bundle.files[name].splitlines(keepends=True)
    at = chance.randrange(len(lines))
    data = b"".join(lines[:at] + lines[at + 1 :])
    return Edit(bundle.with_file(name, data, listed=False), f"source {name}", frozenset({name}))


def left_out(bundle: Bundle, chance: Random) -> Edit:
    """A file is not there."""
    name = chance.choice(list(bundle.files)[1:])
    files = {n: d for n, d in bundle.files.items() if n != name}
    return Edit(packed(files), f"leave out {name}", frozenset({"manifest.json"}))


# --- the manifest is mended --------------------------------------------------------------------


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
    leaves = sealed(log).leaves
    head["root"], proof["path"] = leaves[proof["entry"] - 1].hex(), []
    files = bundle.files | {HEAD: canonical(head), PROOFS: canonical(proofs)}
    return Edit(mended(files), f"one leaf, {proof['entry']}", frozenset({HEAD}))


def _long(proofs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [proof for proof in proofs if proof["path"]]


def _other_hex(old: str, chance: Random) -> str:
    at = chance.randrange(len(old))
    sign = chance.choice([sign for sign in "0123456789abcdef" if sign != old[at]])
    return old[:at] + sign + old[at + 1 :]


# --- cunning: everything is sealed, chained and proven anew ------------------------------------


def resealed(bundle: Bundle, entries: Sequence[bytes]) -> bytes:
    """A bundle of other entries in which all hashes fit: what a forger without the keys can do."""
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
    """The rest of the bundle, made to fit; the state is recomputed as far as it can be."""
    head, size = json.loads(bundle.files[HEAD]), len(tree)
    head |= {
        "entries": size, "chain": chain.hex(), "root": tree.root().hex(), "public": len(feed),
        "public_root": feed.root().hex(), "node": min(head["node"], size),
    }  # fmt: skip
    path = [each.hex() for each in tree.inclusion(0, size)]
    proofs = {"inclusion": [{"entry": 1, "path": path}], "consistency": []}
    files = bundle.files | {
        ENTRIES: b"".join(entries), HEAD: canonical(head), PROOFS: canonical(proofs),
    }  # fmt: skip
    files.pop("signature.json", None)
    return mended(files)


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


# --- cunning, with the cards of a deck whose key is known --------------------------------------


def _drawn(bundle: Bundle) -> list[int]:
    """Where the service drew a card."""
    return [n for n, e in enumerate(bundle.entries)
            if b"combat.card-drawn/1" in e and b'"provenance":"service"' in e]  # fmt: skip


def _card(entry: bytes) -> bytes:
    found = re.search(rb'"card":"([^"]*)"', entry)
    assert found
    return found[1]


def forged(bundle: Bundle, entries: Mapping[int, bytes], done: str) -> Edit:
    """A bundle with other entries in some places; it is found at the first of them."""
    new = [entries.get(n, entry) for n, entry in enumerate(bundle.entries)]
    return Edit(resealed(bundle, new), done, place(min(entries) + 1))


def forged_card(bundle: Bundle, chance: Random) -> Edit:
    """A card is another one, which nobody drew before."""
    at = chance.choice(_drawn(bundle))
    gone = {_card(bundle.entries[n]).decode() for n in _drawn(bundle)}
    [(_, deck)] = json.loads(bundle.files[HEAD])["decks"]
    other = chance.choice([card for card in deck if card not in gone]).encode()
    entry = bundle.entries[at].replace(_card(bundle.entries[at]), other)
    return forged(bundle, {at: entry}, f"forge the card of {at + 1}")


def forged_copy(bundle: Bundle, chance: Random) -> Edit:
    """A card is a copy of it that is not in the deck."""
    at = chance.choice(_drawn(bundle))
    entry = re.sub(rb'("card":"[^"]*",)', rb'\1"copy_no":1,', bundle.entries[at])
    return forged(bundle, {at: entry}, f"copy the card of {at + 1}")


def forged_shuffle(bundle: Bundle, chance: Random) -> Edit:
    """A card is said to be drawn after another shuffle."""
    at = chance.choice(_drawn(bundle))
    entry = bundle.entries[at].replace(b'"provenance"', b'"shuffle":%d,"provenance"'
                                       % chance.randrange(1, 9))  # fmt: skip
    edit = forged(bundle, {at: entry}, f"shuffle before {at + 1}")
    # The same card may come first of another shuffle too; then the next one gives it away.
    return edit._replace(found=edit.found | place(at + 2))


def exchanged_cards(bundle: Bundle, chance: Random) -> Edit:
    """Two cards that followed one another came the other way round."""
    drawn = _drawn(bundle)
    at = chance.choice([n for n in drawn if n + 1 in drawn])
    one, other = _card(bundle.entries[at]), _card(bundle.entries[at + 1])
    pair = {at: bundle.entries[at].replace(one, other),
            at + 1: bundle.entries[at + 1].replace(other, one)}  # fmt: skip
    return forged(bundle, pair, f"exchange the cards of {at + 1} and {at + 2}")


# --- cunning, with dice whose key is known and that fell anew by consent -----------------------


def _agreements(bundle: Bundle) -> list[tuple[int, int, int]]:
    """Each request for fresh dice, where it was agreed to, and the first that fell by it."""
    asked = [n for n, e in enumerate(bundle.entries) if b'"about":"fresh-dice","slots"' in e]
    return [
        (n, _next(bundle, n, b'"how":"agreed"'), _next(bundle, n, b'"fresh":1')) for n in asked
    ]  # fmt: skip


def _next(bundle: Bundle, after: int, said: bytes) -> int:
    return next(n for n in range(after, len(bundle.entries)) if said in bundle.entries[n])


def not_agreed(bundle: Bundle, chance: Random) -> Edit:
    """Somebody has not agreed to fresh dice, or another one did."""
    asked, agreed, _ = chance.choice(_agreements(bundle))
    at = chance.choice([n for n in range(asked, agreed) if b'"agree"' in bundle.entries[n]])
    old, new = chance.choice([(b'"agree"', b'"refuse"'), (b'"who":"', b'"who":"not-')])
    edit = forged(bundle, {at: bundle.entries[at].replace(old, new)}, f"unsay {at + 1}")
    return edit._replace(found=place(agreed + 1))


def not_asked(bundle: Bundle, chance: Random) -> Edit:
    """Somebody was not asked for his leave."""
    asked, *_ = chance.choice(_agreements(bundle))
    who = chance.choice([b"p2", b"referee"])
    slot = b'{"id":"%s","who":"%s"}' % (who, who)
    entry = re.sub(b"," + slot + b"|" + slot + b",", b"", bundle.entries[asked])
    return forged(bundle, {asked: entry}, f"leave {who.decode()} unasked in {asked + 1}")


def without_leave(bundle: Bundle, chance: Random) -> Edit:
    """What fell anew fell without anybody's leave."""
    _, agreed, fell = chance.choice(_agreements(bundle))
    entry = bundle.entries[agreed].replace(b'"how":"agreed"', b'"how":"expired"')
    edit = forged(bundle, {agreed: entry}, f"no leave for {fell + 1}")
    return edit._replace(found=place(fell + 1))


def relabelled(bundle: Bundle, chance: Random) -> Edit:
    """Dice are those of a label that somebody chose: what he likes best of what he can reach."""
    fell = [n for n, e in enumerate(bundle.entries) if b"combat.dice-rolled/1" in e]
    at = chance.choice([n for n in fell if b'"provenance":"service"' in bundle.entries[n]])
    name, meta, event, *rest = bundle.entries[at].split(b"\n")[1:]
    rolled = json.loads(event)
    label = rolled["label"]
    field, value = chance.choice(
        [("era", 2), ("sort", "attempt"), ("kind", 1), ("origin", 3), ("r", 5), ("fresh", 2),
         ("reroll", 1), ("round", 1), ("roller", 3), ("key", "hidden")]
    )  # fmt: skip
    (rolled if field == "key" else label)[field] = value
    combat = json.loads(bundle.files[HEAD])["combat"]
    key = json.loads(bundle.files["reveal.json"])[rolled.get("key", "open")]
    dice, entropy = Dice(bytes.fromhex(key), combat), Salts(combat).entropy(0)
    faces = dice.faces(DieLabel(**label), entropy, rolled["sides"], len(rolled["faces"]))
    rolled |= {"faces": faces, "kept": faces, "total": sum(faces), "label": label}
    said = json.dumps(rolled, separators=(",", ":")).encode()
    first = bundle.entries[at].split(b"\n")[0]
    entry = b"\n".join([first, name, meta, said, *rest])
    return forged(bundle, {at: entry}, f"{field} {value} for the dice of {at + 1}")


CLUMSY: Sequence[Callable[[Bundle, Random], Edit]] = (
    delete, repeat, swap, alter, homoglyph, cut_entries, truncate, bit, appended, moved, source,
    left_out, stated, key_twice, forged_path, one_leaf,
)  # fmt: skip
CUNNING = (cunning_alter, cunning_delete, cunning_swap, cunning_cut)
DEALT = (forged_card, forged_copy, forged_shuffle, exchanged_cards)
"""Edits of cards, for a bundle of a game that has some."""

AFRESH = (not_agreed, not_asked, without_leave, relabelled)
"""Edits of dice and cards that fell anew, for a bundle that has some."""

KINDS = (*CLUMSY, *CUNNING, *DEALT, *AFRESH)


def one_for(kind: object, bundles: Sequence[Bundle], chance: Random) -> Bundle:
    """One of the bundles that can be edited in this way."""
    return chance.choice([of for of in bundles if (kind in DEALT) == (_sort(of) == "dealt")
                          and (kind in AFRESH) == (_sort(of) == "afresh")])  # fmt: skip


def _sort(bundle: Bundle) -> str:
    if any(b'"fresh":1' in entry for entry in bundle.entries):
        return "afresh"
    return "dealt" if _drawn(bundle) else "fought"
