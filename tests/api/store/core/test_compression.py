"""Compression of entries: what is stored can be read for ever, or is said to be damaged."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import JSONTranscoder, StoredEvent

from api.store.core.compression import CURRENT, DICTIONARIES, compress, decompress
from api.store.core.errors import Damaged
from api.store.core.migrations import NEWEST
from api.store.core.records import RecordMapper
from api.store.core.rows import Record

BODY = (
    b'combat.answered/1\n{"seq":210,"step":69,"nth":6,"number":210,"parent":209,'
    b'"answers":["#68.2","skarn"],"by":"p0","behalf":"skarn","at":1795970761452,'
    b'"id":"c2d4b27baef74a3c","basis":"stated"}\n{"who":"skarn","choice":"pass"}'
)
STORED = (
    "c39672c02e3302e51b88d3cc2ca14e3343380d2c0d739b9181256ae89959e881da31c5d989c0ea037bf841e4a0"
    "2e37b734b5343730373334313582ba3cd928c524c9c83c293135cddc24d138197b20421239cc2cb4640e00"
)
"""The body as the first dictionary stored it."""

NOISE = Random(1).randbytes(100_000)

RECORD = Record("c-1", 1, "combat.answered/1", BODY, b"", bytes(32), bytes(32))
MAPPER = RecordMapper(JSONTranscoder())


@pytest.mark.parametrize(
    "data",
    [b"", b"x", BODY, BODY * 500, NOISE],
    ids=["nothing", "a byte", "an entry", "many", "noise"],
)
def test_what_was_compressed_is_restored(data: bytes):
    assert decompress(compress(data), CURRENT) == data


def test_threads_share_the_dictionary():
    many = [BODY * n for n in range(200)]
    with ThreadPoolExecutor(8) as pool:
        packed = list(pool.map(compress, many))
    assert [decompress(each, CURRENT) for each in packed] == many


def test_an_entry_takes_less_than_half():
    assert len(compress(BODY)) < len(BODY) / 2


def test_a_dictionary_never_changes():
    sums = {number: sha256(words).hexdigest()[:16] for number, words in DICTIONARIES.items()}
    assert sums == {1: "755e2bff987e1744"}
    assert decompress(bytes.fromhex(STORED), 1) == BODY


def test_a_release_without_a_dictionary_refuses_the_database():
    assert len(DICTIONARIES) <= NEWEST, "a new dictionary comes with a migration"


@pytest.mark.parametrize(
    "data", [b"", compress(BODY)[:-1], compress(BODY) + b"x", b"\xff" * 40, BODY]
)
def test_what_is_not_whole_is_refused(data: bytes):
    with pytest.raises(ValueError, match=r".+"):
        decompress(data, CURRENT)


def test_another_dictionary_is_refused():
    with pytest.raises(ValueError, match="no dictionary 2"):
        decompress(compress(BODY), 2)


@pytest.mark.parametrize(
    ("at", "value"), [(64, 1), (68, 99), (-1, 0xFF)], ids=["length", "dictionary", "end"]
)
def test_the_mapper_says_which_entry_is_damaged(at: int, value: int):
    state = bytearray(MAPPER.to_stored_event(RECORD).state)
    state[at] = value
    with pytest.raises(Damaged, match="Entry 1 of combat c-1 is cut short or altered") as raised:
        MAPPER.to_domain_event(StoredEvent("c-1", 1, RECORD.name, bytes(state)))
    told: Any = raised.value
    assert (told.combat, told.seq) == ("c-1", 1)


def test_a_text_in_the_place_of_bytes_is_damage():
    stored = MAPPER.to_stored_event(RECORD)
    with pytest.raises(Damaged, match="Entry 1 of combat c-1"):
        MAPPER.to_domain_event(replace(stored, state="a text"))  # type: ignore[arg-type]
