"""Pages in the frames of other sites: the public replay may stand there, and nothing else."""

from __future__ import annotations

import pytest

from api.pages.register import PAGES
from domain import commands as c
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.playing_service import say

SAMPLE = "sample-toy-ford"
OPEN_TO_ALL = [page.rule for page in PAGES if page.method == "GET" and page.access != "operator"]


@pytest.fixture
def sample(table: Table) -> str:
    """The pages of a combat that everybody may read."""
    opening = c.Open(ruleset="toy", title="At the ford")
    table.service.open(opening, sample=True, name=SAMPLE)
    for subject, side in (("ana", "a"), ("bert", "b")):
        say(table.service, SAMPLE, c.Join(subject=subject, side=side))
    say(table.service, SAMPLE, c.Answer(who="referee", about="round", choice="begin"))
    return f"/combats/{SAMPLE}"


def may_be_framed(reader: Reader, path: str) -> bool:
    answer = reader.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert ("frame-ancestors *" in policy) != ("frame-ancestors 'none'" in policy), policy
    return "frame-ancestors *" in policy


def test_the_replay_of_a_sample_may_stand_in_any_page(table: Table, sample: str):
    stranger = Reader(table.app)
    for path in (f"{sample}/replay", f"{sample}/replay?place=3&by=entry"):
        assert may_be_framed(stranger, path)
        headers = stranger.get(path).headers
        assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "script-src 'self'" in headers["Content-Security-Policy"]


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("rule", OPEN_TO_ALL)
def test_no_other_page_may(table: Table, sample: str, rule: str):
    path = rule.replace("<combat>", SAMPLE).replace("<form>", "md").replace("<dispute>", "1")
    path = path.replace("<path:page>", "undo")
    is_replay = path == f"{sample}/replay"
    assert may_be_framed(Reader(table.app), path) == is_replay
    assert not may_be_framed(Reader(table.app), path.replace(SAMPLE, table.combat))


def test_who_is_signed_in_sees_it_in_no_frame(table: Table, sample: str):
    for token in (table.tokens["ana"], table.service.vault.operator_token()):
        reader = Reader(table.app, token)
        assert reader.get(f"{sample}/replay").status_code == 200
        assert not may_be_framed(reader, f"{sample}/replay")
        assert not may_be_framed(reader, f"/combats/{table.combat}/replay")
