"""The sample that moves on the home page: everybody sees it, and nothing is asked for."""

from __future__ import annotations

import re
from pathlib import Path

from api.transfer.samples import CHECKED_OUT, load_sample
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in


def test_it_is_there_without_a_token_and_goes_to_the_end_of_a_fight(tmp_path: Path):
    table = Table.at_combat(service_in(tmp_path), "none")
    assert "sample-moment" not in Reader(table.app).get("/").text
    load_sample(table.service, CHECKED_OUT / "open/the-golem-in-the-hall/fight.jsonl")
    page = Reader(table.app).get("/")
    assert "Golem loses 7 clay, 3 left" in page.text
    moments = re.findall(r'<li class="sample-moment"( hidden)?>', page.text)
    assert len(moments) > 10 and moments.count("") == 1, "without a script one is shown"
    assert "/combats/sample-open-the-golem-in-the-hall/replay" in page.text
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)
    assert len(page.data) < 60_000
    table.service.close()
