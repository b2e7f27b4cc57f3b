"""The forty requests by which it is tried how well files are found by their names."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
REQUESTS = tomllib.loads(Path(__file__).with_name("change_requests.toml").read_text())["request"]


def test_every_request_names_one_to_three_files_that_exist():
    assert all(1 <= len(request["files"]) <= 3 for request in REQUESTS)
    missing = [f for request in REQUESTS for f in request["files"] if not (ROOT / f).is_file()]
    assert not missing


def test_there_are_forty_different_requests():
    assert len({request["wants"] for request in REQUESTS}) == len(REQUESTS) == 40
    where = Counter(name for request in REQUESTS for name in request["files"])
    assert max(where.values()) == 1
