"""Archives changed at random: bytes, files, values of JSON, and entries under seals that fit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from api.evidence.archive_checks import check_archive
from api.evidence.heads import canonical
from api.evidence.zip_archive import pack_archive, unpack_archive
from tests.support.tampering.edited import ENTRIES, HEAD, PROOFS, Bundle
from tests.support.tampering.edited_sealed import numbered, resealed

NUMBERS = (0, -1, 1, 2, 7, 255, 2**31, 2**63, 2**64, 10**18, -(10**18), 10**400, 0.5, -0.0, 1e308)
WORDS = (
    "",
    " ",
    "0",
    "-",
    "p1",
    "ana",
    "referee",
    "open@2",
    "\ud800",
    "\x00",
    "\u202e",
    "\U0001f409",
)
LONG: tuple[Any, ...] = (
    "x" * 100_000,
    "9" * 5_000,
    [0] * 1_000,
    [[[[[[[[]]]]]]]],
    float("nan"),
    float("inf"),
)
NESTED: tuple[Any, ...] = (
    [],
    {},
    [[]],
    {"": None},
    {"who": {"who": {}}},
    None,
    True,
    False,
    "combat.rewound/1",
)
STRANGE: tuple[Any, ...] = (*NUMBERS, *WORDS, *LONG, *NESTED)
"""Values where others are expected."""

Mutation = Callable[[Bundle, Random], bytes]


def raw(bundle: Bundle, chance: Random) -> bytes:
    """Bytes of the archive are others, are gone, or come twice; nothing is mended."""
    return _scrambled(pack_archive(bundle.files), chance)


def odd_archive(bundle: Bundle, chance: Random) -> bytes:
    """A file too many of an odd name, or many thousand files before or behind the archive."""
    name = "".join(
        chance.choice("\xff\u202ea/.\x1b") for _ in range(chance.choice((1, 300, 20_000)))
    )
    data = pack_archive({HEAD: b"", name: chance.randbytes(3)})
    local = data[: data.index(b"PK\1\2")]
    times = chance.choice((1, 2, 70_000)) if len(name) == 1 else 1
    whole = pack_archive(bundle.files)
    return chance.choice((local * times + whole, whole + local * times, local * times))


def one_file(bundle: Bundle, chance: Random) -> bytes:
    """A file is scrambled, and the archive fits it."""
    name = chance.choice([*bundle.files])
    files = bundle.files | {name: _scrambled(bundle.files[name], chance)}
    return pack_archive(files)


def one_value(bundle: Bundle, chance: Random) -> bytes:
    """A value of a file of JSON is a strange one, written as an archive writes it."""
    name = chance.choice([n for n in bundle.files if n.endswith(".json")])
    value = json.dumps(
        _strange(json.loads(bundle.files[name]), chance), sort_keys=True, separators=(",", ":")
    )
    files = bundle.files | {name: value.encode() + b"\n"}
    return pack_archive(files)


def one_entry(bundle: Bundle, chance: Random) -> bytes:
    """Values of some entries are strange ones, and everything is sealed anew."""
    entries = list(bundle.entries)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(entries))
        entries[at] = _strange_line(entries[at], chance)
    return resealed(bundle, entries)


def one_roll(bundle: Bundle, chance: Random) -> bytes:
    """A roll has so many sides, dice or counted throws that to go through them never ends."""
    entries = list(bundle.entries)
    rolls = [n for n, entry in enumerate(entries) if b"\ncombat.dice-rolled/" in entry]
    at = chance.choice(rolls or [0])
    huge = b"%d" % chance.choice((2**64 - 1, 2**64, 2**64 + 1, 10**30, 10**400, -1, 0))
    name = chance.choice((b"sides", b"r", b"reroll", b"fresh", b"round", b"origin", b"era"))
    entries[at] = re.sub(b'"%s":\\d+' % name, b'"%s":%s' % (name, huge), entries[at])
    if chance.random() < 0.2:
        faces = b",".join([b"1"] * 20_000)
        entries[at] = re.sub(rb'"(faces|kept)":\[[^]]*', rb'"\1":[' + faces, entries[at])
    return resealed(bundle, entries)


def other_entries(bundle: Bundle, chance: Random) -> bytes:
    """Entries change places, are gone or come twice, and everything is numbered and sealed anew."""
    entries = list(bundle.entries)
    for _ in range(chance.choice((1, 2, 8))):
        at = chance.randrange(len(entries))
        entry = entries[at] if chance.random() < 0.5 else entries.pop(at)
        entries.insert(chance.randrange(len(entries) + 1), entry)
    return resealed(bundle, numbered(entries))


def another_release(bundle: Bundle, chance: Random) -> bytes:
    """Strange entries in an archive that says that another release folded its state."""
    files = Bundle.of(one_entry(bundle, chance)).files
    head = json.loads(files[HEAD]) | {"fold": chance.choice((0, 1, 3, 10**9))}
    return pack_archive(files | {HEAD: canonical(head)})


MUTATIONS: tuple[Mutation, ...] = (
    raw,
    odd_archive,
    one_file,
    one_value,
    one_entry,
    another_release,
    one_roll,
    other_entries,
)


def signer_of(bundle: Bundle) -> str:
    """The key that signed the archive's head before anything was changed."""
    return str(json.loads(bundle.files["signature.json"])["key"])


def held(bundle: Bundle, data: bytes) -> bool:
    """Check a mutant alone, and against heads and signer; whether it was found not to hold.

    Keys may be left out: that is no forged history, and the report says how many dice were checked.
    """
    check_archive(data)
    found = check_archive(data, bundle.noted, signer_of(bundle))
    json.dumps(found.head)
    assert all(flaw.where and flaw.why for flaw in found.flaws)
    kept = unpack_archive(data)[0]
    same = all(kept.get(name) == bundle.files[name] for name in (ENTRIES, HEAD, PROOFS))
    assert found.flaws or (same and kept["signature.json"] == bundle.files["signature.json"])
    return bool(found.flaws)


def mutants(bundles: list[Bundle], seeds: range) -> Iterator[tuple[int, Bundle, bytes]]:
    """An archive for each seed that is another than the one that it was made of."""
    for seed in seeds:
        chance = Random(seed)
        bundle, mutate = chance.choice(bundles), MUTATIONS[seed % len(MUTATIONS)]
        if (data := mutate(bundle, chance)) != pack_archive(bundle.files):
            yield seed, bundle, data


def _scrambled(data: bytes, chance: Random) -> bytes:
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        at, length = chance.randrange(len(found) + 1), chance.choice((1, 1, 4, 200))
        match chance.randrange(5):
            case 0:
                found[at : at + length] = chance.randbytes(length)
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = found[chance.randrange(len(found) + 1) :][:length]
            case 3:
                found[at : at + 1] = bytes([found[at % len(found)] ^ 1 << chance.randrange(8)])
            case _:
                del found[at if chance.random() < 0.2 else len(found) :]
        found = found or bytearray(b"\0")
    return bytes(found)


def _strange_line(entry: bytes, chance: Random) -> bytes:
    """An entry of which one line of JSON has a strange value, or is no JSON any more."""
    lines = entry.split(b"\n")
    if not (written := [n for n, line in enumerate(lines) if n and line]):
        return entry
    at = chance.choice(written)
    try:
        value = json.loads(lines[at])
    except ValueError:
        lines[at] = _scrambled(lines[at], chance).replace(b"\n", b" ")
    else:
        text = json.dumps(_strange(value, chance), separators=(",", ":"), ensure_ascii=False)
        lines[at] = text.encode("utf-8", "surrogatepass")
    return b"\n".join(lines)


def _strange(value: Any, chance: Random) -> Any:
    """The value with one inside it replaced, renamed, left out or put in."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice([*value])
        if (way := chance.random()) < 0.08:
            return {k: v for k, v in value.items() if k != key}
        if way < 0.16:
            return {(f"{k}\u200b" if k == key else k): v for k, v in value.items()}
        return value | {key: _strange(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        return [*value[:at], _strange(value[at], chance), *value[at + 1 :]]
    near = [value + 1, value - 1, -value] if type(value) is int else []
    return chance.choice([*STRANGE, *near * 4])
