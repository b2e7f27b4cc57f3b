"""What must not be known is not in any answer: two worlds that differ in hidden things alone."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from api.pages.register import PAGES
from api.pages.table.submit import get_form_page
from api.web.routes import all_routes
from domain.log.codec import parse_body
from tests.support.hidden_worlds.all_addresses import (
    BY_LINK,
    NO_TABLE,
    PAGES_TO_LOOK_AT,
    READS,
    STREAMS,
)
from tests.support.hidden_worlds.world import Secrets, World
from tests.support.hidden_worlds.worlds import worlds

__all__ = ["worlds"]

SECRETS = 20


def test_every_route_to_read_is_looked_at():
    rules_ = {r.rule for r in all_routes() if r.method == "GET" and "<combat>" in r.rule}
    paths = {path.partition(" as ")[0].partition("?")[0] for path in READS}
    looked = {f"/v1/combats/<combat>/{path}".rstrip("/") for path in paths}
    assert rules_ == {*looked, "/v1/combats/<combat>/disputes/<number>"}


def test_every_page_to_read_is_looked_at():
    read = [page for page in PAGES if page.method == "GET" and page.view is not get_form_page]
    pages = {page.rule for page in read}
    listened_to = {f"/combats/<combat>/{path}" for path in STREAMS}
    asked = {
        "/combats/<combat>/docket/<dispute>",
        "/combats/<combat>/audit.<form>",
        "/audit.<form>",
    }
    assert pages == {*PAGES_TO_LOOK_AT, *listened_to, *asked, *NO_TABLE, *BY_LINK}


OTHERS = (
    Secrets(face=17),
    Secrets(rolls=3),
    Secrets(lurkers=3),
    Secrets(0, 1, 0),
    Secrets(2, 20, 0),
)


@pytest.mark.sweep(of="hidden worlds", share=20)
@pytest.mark.parametrize("other", OTHERS)
def test_worlds_that_differ_in_hidden_things_look_the_same(worlds: Any, other: Secrets):
    one, two = worlds(Secrets()), worlds(other)
    assert len(one.received) == len(two.received)
    for here, there in zip(one.received, two.received, strict=True):
        assert here == there


class Unread(World):
    """A world of which the players read nothing."""

    def look(self) -> None:
        pass


def test_the_referee_sees_the_difference(worlds: Any):
    one, two = worlds(Secrets(), Unread), worlds(Secrets(face=17), Unread)
    for path in ("events", "state", "timeline"):
        assert one.table.rita.get(path).data != two.table.rita.get(path).data


@pytest.mark.sweep(of="hidden worlds", share=20)
def test_whoever_hashes_every_candidate_finds_nothing(worlds: Any):
    world = worlds(Secrets(rolls=1, face=13, lurkers=0))
    records = world.table.service.log.read(world.table.combat)
    hidden = [r for r in records if parse_body(r.body)[0].audience]
    assert len(hidden) > 2
    received = world.everything
    # Whatever is written out stands within such a word, and most words came many times.
    words = b"\n".join(set(re.findall(rb"[\w+/=-]{12,}", received)))
    digests = {digest for record in hidden[:2] for digest in guesses(record.body)}
    proofs = {proof for record in hidden[:2] for proof in (record.leaf, record.chain)}
    for digest in digests | proofs:
        assert digest[:8] not in received
        assert not any(form in words for form in forms(digest))


def guesses(body: bytes) -> Iterator[bytes]:
    """What somebody might find who knows all but the face: the digest of each candidate."""
    for face in range(1, SECRETS + 1):
        guessed = body.replace(b"13", str(face).encode())
        for plain in (guessed, guessed.rpartition(b"\n")[2], str(face).encode(), bytes([face])):
            for tag in (b"", b"\x00", b"\x02", b"\x03", b"\x04", b"\x10"):
                for hashed in (hashlib.sha256, hashlib.sha512):
                    yield hashed(tag + plain).digest()


def forms(digest: bytes) -> tuple[bytes, ...]:
    """How a digest may be written out, cut to what is sure to be no chance."""
    short, long = digest[:8], digest[:9]
    return short.hex().encode(), b64encode(long), urlsafe_b64encode(long)
