"""More edits of an archive: what is smuggled in by the archive and by JSON, and what is disguised.

Nothing of it may be taken, nor break whoever reads it, nor be obeyed by a terminal.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from random import Random
from typing import Any

from api.evidence.heads import canonical
from api.evidence.zip_archive import pack_archive
from tests.support.tampering.edited import (
    ARCHIVE,
    CLUMSY,
    ENTRIES,
    HEAD,
    PROOFS,
    Bundle,
    Edit,
    place,
)
from tests.support.tampering.edited_chance import AFRESH, DEALT
from tests.support.tampering.edited_eras import MOVED
from tests.support.tampering.edited_sealed import CUNNING, forged, noted_after, numbered, resealed

# --- what the archive, its files and JSON could smuggle in --------------------------------------


def extra_file(bundle: Bundle, chance: Random) -> Edit:
    """A file too many: a program, or one that lies outside of where it is unpacked."""
    names = [
        "json.py",
        "hashlib.py",
        "data/../struct.py",
        "../../evil.py",
        "/etc/passwd",
        "a\\b.py",
        "domain/.bashrc",
        "entries.txt/x.py",
        "data/\x1b[2Jargparse.py",
    ]
    name = chance.choice(names)
    files = bundle.files | {name: b"print('VERIFIED')\n"}
    printable = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return Edit(pack_archive(files), f"add {name!r}", {printable})


def two_of_a_name(bundle: Bundle, chance: Random) -> Edit:
    """Two files have one name: who reads the first is told another thing than another."""
    name = chance.choice([ENTRIES, HEAD, PROOFS])
    one, other = pack_archive({name: b"print('VERIFIED')\n"}), pack_archive(bundle.files)
    at = one.index(b"PK\1\2")
    return Edit(one[:at] + other, f"{name} twice", {ARCHIVE})


def squeezed(bundle: Bundle, chance: Random) -> Edit:
    """An archive that was packed in another way: compressed, with comments, links, directories."""
    memory, kind = io.BytesIO(), chance.randrange(4)
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED if kind == 0 else 0) as archive:
        for name, data in bundle.files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 if kind == 1 else 0o100644) << 16
            archive.writestr(info, data, archive.compression)
        if kind == 2:
            archive.comment = b"VERIFIED"
        if kind == 3:
            archive.writestr("bomb.txt", bytes(1 << 22), zipfile.ZIP_DEFLATED)
    return Edit(memory.getvalue(), f"pack it in way {kind}", {ARCHIVE})


def before_it(bundle: Bundle, chance: Random) -> Edit:
    """Something stands before the archive, as before one that unpacks itself."""
    before = chance.choice([b"#!/bin/sh\n", b"PK", bytes(30)])
    return Edit(before + pack_archive(bundle.files), "prepend", {ARCHIVE})


def as_another_number(bundle: Bundle, chance: Random) -> Edit:
    """A number of the head is written as another kind of value that is equal to it."""
    head = json.loads(bundle.files[HEAD])
    name = chance.choice(["entries", "public", "node", "fold"])
    head[name] = chance.choice([float(head[name]), str(head[name]), [head[name]], None])
    data = canonical(head)
    return Edit(bundle.with_file(HEAD, data), f"{name} as {head[name]!r}", {HEAD})


def in_other_signs(bundle: Bundle, chance: Random) -> Edit:
    """JSON says the same in other signs: escaped, spaced, NaN, deep, or with a key inside twice."""
    name = chance.choice([HEAD, PROOFS])
    said = bundle.files[name]
    key = {HEAD: b'"combat"', PROOFS: b'"inclusion"'}[name]
    forms = [
        said.replace(key, b'"\\u%04x' % key[1] + key[2:], 1),
        said.replace(b":", b": ", 1),
        said.replace(b"{", b'{"a":NaN,', 1),
        b"[" * 100_000,
        b"\xef\xbb\xbf" + said,
        said.replace(b'":"', b'":"\\/', 1),
        said + b"\n",
        b"\xff",
        b"",
        b"[]\n",
        b"null\n",
    ]
    data = chance.choice(forms)
    files = bundle.files | {name: data}
    return Edit(pack_archive(files), f"{name} in other signs", {name})


def nested_twice(bundle: Bundle, chance: Random) -> Edit:
    """A proof inside has a key twice, or one that belongs to no proof."""
    said = bundle.files[PROOFS]
    more = chance.choice(
        [b'"entry":1,"entry":', b'"also":0,"entry":', b'"entry":true,"_":', b'"entry":1.0,"_":']
    )
    return Edit(bundle.with_file(PROOFS, said.replace(b'"entry":', more, 1)), "nest", {PROOFS})


def states_more(bundle: Bundle, chance: Random) -> Edit:
    """The head says what nobody checks, or is for another than it was made for."""
    head = json.loads(bundle.files[HEAD])
    who = "s9\x1b[1A" if head["for"] == "referee" else "referee"
    more = chance.choice([{"winner": "ana"}, {"for": who}, {"combat": "c-\u202e1"}])
    return Edit(bundle.with_file(HEAD, canonical(head | more)), f"state {more}", {HEAD})


def other_key(bundle: Bundle, chance: Random) -> Edit:
    """A key is that of another combat, of another domain, of none, or written otherwise."""
    keys = json.loads(bundle.files["reveal.json"])
    strange = Random(chance.random()).randbytes(32).hex()
    if "open" in keys:
        changes: list[dict[str, Any]] = [
            {"open": strange},
            {"open": keys["hidden"]},
            {"blind": strange},
            {"open": keys["open"].upper()},
            {"open": keys["open"] + " "},
            {"open": 7},
        ]
        change = chance.choice(changes)
    else:
        change = chance.choice([{"open": strange}, {"deck:9": strange}, {"open": [strange]}])
    data = bundle.with_file("reveal.json", canonical(keys | change))
    return Edit(data, f"key {change}", {"entry 1", "reveal.json"})


def other_signature(bundle: Bundle, chance: Random) -> Edit:
    """The head is signed in another way: in capitals, with more beside it, by nobody, by a list."""
    name = "signature.json"
    said = json.loads(bundle.files[name])
    changes: list[dict[str, Any]] = [
        {"key": said["key"].upper()},
        {"signature": f" {said['signature']}"},
        {"by": "the Pope"},
        {"key": 1},
        {"signature": None},
        {"key": said["signature"]},
    ]
    change = chance.choice(changes)
    data = chance.choice([canonical(said | change), b"[" * 100_000, b"[]\n", b"\xff"])
    return Edit(bundle.with_file(name, data), f"sign {change}", {name})


# --- cunning, once more: what a body or a command says of itself --------------------------------


def _meta(bundle: Bundle, at: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(bundle.entries[at].split(b"\n")[2])
    return found


def widened(bundle: Bundle, chance: Random) -> Edit:
    """An entry is for more, or for fewer, than it was for."""
    opened = [n for n, e in enumerate(bundle.entries) if b" +" in e.split(b"\n")[0][:12]]
    at = chance.choice([n for n in opened if n])
    entry = bundle.entries[at]
    secret = re.search(rb',"audience":\[[^\]]*\]', entry)
    new = (
        entry.replace(secret[0], b"", 1)
        if secret
        else entry.replace(b',"at":', b',"audience":["referee"],"at":', 1)
    )
    return forged(bundle, {at: new}, f"another audience for {at + 1}")


def renumbered(bundle: Bundle, chance: Random) -> Edit:
    """Two entries have each other's public numbers."""
    opened = [n for n, e in enumerate(bundle.entries) if b'"number":' in e]
    one, other = sorted(chance.sample(opened, 2))
    numbers = [b'"number":%d' % _meta(bundle, n)["number"] for n in (one, other)]
    pair = {
        one: bundle.entries[one].replace(numbers[0], numbers[1], 1),
        other: bundle.entries[other].replace(numbers[1], numbers[0], 1),
    }
    if numbers[0] == numbers[1]:
        return renumbered(bundle, chance)
    return forged(bundle, pair, f"numbers of {one + 1}, {other + 1}")


def other_person(bundle: Bundle, chance: Random) -> Edit:
    """What one said is another's: two people have changed places, everywhere."""
    at = chance.choice([n for n, e in enumerate(bundle.entries) if b'"by":"p0"' in e])
    entry = bundle.entries[at].replace(b'"by":"p0"', b'"by":"p1"', 1)
    edit = forged(bundle, {at: entry}, f"by another in {at + 1}")
    return edit._replace(found=noted_after(bundle, at + 1))


def other_command(bundle: Bundle, chance: Random) -> Edit:
    """Two steps have each other's commands; nothing else tells how they came about."""
    said = [n for n, entry in enumerate(bundle.entries) if entry.count(b"\n") == 7]
    if len(said) < 2:  # to the public none is opened
        return other_person(bundle, chance)
    one, other = sorted(chance.sample(said, 2))
    first, second = (bundle.entries[n].split(b"\n") for n in (one, other))
    pair = {
        one: b"\n".join([*first[:4], *second[4:]]),
        other: b"\n".join([*second[:4], *first[4:]]),
    }
    edit = forged(bundle, pair, f"commands of {one + 1} and {other + 1}")
    return edit._replace(found=noted_after(bundle, one + 1))


def from_elsewhere(bundle: Bundle, chance: Random) -> Edit:
    """What was done in another place is put in, and all entries are counted anew."""
    at = chance.choice([n for n, e in enumerate(bundle.entries) if b'"parent":' in e and n > 1])
    to = chance.randrange(at, len(bundle.entries))
    entries = [*bundle.entries[:to], bundle.entries[at], *bundle.entries[to:]]
    found = noted_after(bundle, to + 1) | place(to + 1) | place(to + 2)
    return Edit(resealed(bundle, numbered(entries)), f"{at + 1} also at {to + 1}", found)


def as_a_float(bundle: Bundle, chance: Random) -> Edit:
    """A number in a body is equal to what it was, and no whole number; or a word is escaped."""
    at = chance.choice([n for n, e in enumerate(bundle.entries) if b'"at":' in e])
    entry, meta = bundle.entries[at], _meta(bundle, at)
    old = b'"at":%d' % meta["at"]
    forms = [
        old + b".0",
        old.replace(b":", b":0"),
        old[:-1] + b"e0",
        b'"\\u0061t"' + old[4:],
        old + b"," + old,
        old.replace(b":", b": "),
        b'"at":true',
    ]
    new = chance.choice(forms)
    edit = forged(bundle, {at: entry.replace(old, new, 1)}, f"{new!r} in {at + 1}")
    return edit._replace(found=edit.found | noted_after(bundle, at + 1))


def deeper(bundle: Bundle, chance: Random) -> Edit:
    """An entry so deep, or a number so long, that reading it could break whoever reads it."""
    at = chance.choice([n for n, e in enumerate(bundle.entries) if b'"at":' in e])
    entry, meta = bundle.entries[at], _meta(bundle, at)
    old = b'"at":%d' % meta["at"]
    forms = [
        b'"at":' + b"[" * 100_000,
        b'"at":' + b"9" * 5000,
        b'"at":-1e999',
        b'"at":"\xff"',
        b'"at":"\\ud800"',
    ]
    new = chance.choice(forms)
    return forged(bundle, {at: entry.replace(old, new, 1)}, f"too deep in {at + 1}")


SMUGGLED = (
    extra_file,
    two_of_a_name,
    squeezed,
    before_it,
    as_another_number,
    in_other_signs,
    nested_twice,
    states_more,
    other_key,
    other_signature,
)
DISGUISED = (widened, renumbered, other_person, other_command, from_elsewhere, as_a_float, deeper)

KINDS = (*CLUMSY, *CUNNING, *DEALT, *AFRESH, *MOVED, *SMUGGLED, *DISGUISED)
"""All kinds of edits that are tried."""
