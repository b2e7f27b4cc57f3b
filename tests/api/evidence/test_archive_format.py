"""The guide page that documents the archive: its worked example is what the service computes."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import pytest

from api.evidence.archive_checks import FILES
from api.evidence.bundle import bundle
from api.evidence.zip_archive import unpack_archive
from api.pages.layout.static_files import FOLDER
from api.service.service import Service
from domain.dice import keyed_faces
from domain.events import DieLabel
from domain.log import sealing
from domain.log.merkle import Tree
from tests.support.combats.carried import fought
from tests.support.shown_faces import deck_order

PAGE = (FOLDER.parent / "guide" / "archive_format.md").read_text()


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """What the worked example comes to, by its own names."""
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    found: dict[str, Any] = {}
    exec(code, found)
    return found


def test_the_example_seals_and_chains_as_the_service_does(example: dict[str, Any]):
    nonce, body = example["nonce"], example["body"]
    leaf = sealing.leaf(sealing.commit_part(nonce, body), sealing.commit_part(nonce, b""))
    assert example["chain"] == sealing.chain(sealing.GENESIS, leaf).hex()
    assert example["feed_leaf"] == sealing.public_leaf(1, example["anchor"], leaf).hex()
    tree = Tree()
    for each in ("one", "two", "three"):
        tree.append(example[each])
    assert example["root"] == tree.root().hex()
    words = sealing.commit_words("p1", example["salt"], b"Anna Berg")
    assert example["words_commitment"] == words


def test_the_example_rolls_and_draws_as_the_service_does(example: dict[str, Any]):
    key = keyed_faces.key(bytes(range(32)), "c-1", 1, "open")
    assert example["key"] == key
    assert example["commitment"] == keyed_faces.commitment(key, "c-1", 1, "open").hex()
    salted = keyed_faces.entropy_next(
        keyed_faces.entropy_start("c-1", 1), {2: "a heron, a herring"}
    )
    assert example["entropy"] == salted.hex()
    rolls = ((0, 0, 20), (0, 1, 20), (1, 0, 6), (1, 0, 20), (1, 0, 100))
    labels = [
        (DieLabel(round=3, roller=2, sort="attempt", r=r), die, sides) for r, die, sides in rolls
    ]
    entropy = sha256(b"E").digest()
    assert example["dice"] == [keyed_faces.face(key, "c-1", entropy, *each) for each in labels]
    names = ["ace", "king", "queen", "queen"]
    assert example["deck"] == [*deck_order(key, "cards", 0, keyed_faces.copies(names))]
    assert example["deck_commitment"] == keyed_faces.cards_commitment("cards", names).hex()


def test_the_page_names_every_file_and_all_that_the_head_states(service: Service):
    files, _ = unpack_archive(bundle(service, fought(service)))
    assert [*files] == [*FILES] == re.findall(r"^\| `([a-z]+\.[a-z]+)` \|", PAGE, re.MULTILINE)
    stated = re.findall(rb'"(\w+)":', files["head.json"])
    assert all(f"`{name.decode()}`" in PAGE for name in stated)
