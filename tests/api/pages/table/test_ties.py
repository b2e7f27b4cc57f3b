"""Dice that settle a tie: their faces may be typed on the page, or are left to the service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.service.service import Service
from tests.support.clients.html_reader import Form, Reader
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Service]:
    """A service of every game."""
    service = service_in(tmp_path)
    yield service
    service.close()


@pytest.fixture
def tied(games: Service) -> Table:
    """Ana and Bo have the same initiative."""
    operator = Table.at_combat(games, "").operator
    answer = operator.post("/v1/combats", {"ruleset": "age-of-magic", "seats": []})
    assert answer.json is not None
    table = Table.at_combat(games, answer.json["combat"])
    for who in ("ana", "bo"):
        table.operator.says("join", subject=who, side=who)
    table.operator.says("answer", who="referee", about="round", choice="begin")
    for who in ("ana", "bo"):
        table.operator.says("answer", who=who, about="initiative", choice="roll")
    return table


def rolls(tied: Table) -> tuple[Reader, Form]:
    """The form with which the referee lets dice say who comes first."""
    reader = Reader(tied.app, str(tied.operator.token))
    page = reader.reads(f"/combats/{tied.combat}")
    [form] = [form for form in page.forms if "A die for each" in form.button]
    return reader, form


@pytest.mark.parametrize(("typed", "first"), [("4 4 2 5", "bo"), ("51", "ana")])
def test_the_faces_of_a_tie_are_typed_on_the_page(tied: Table, typed: str, first: str):
    reader, form = rolls(tied)
    assert reader.sends(form, form.filled(faces=typed)).status_code == 303
    [order] = [o for o in tied.operator.part("turn-order")["orders"] if o["running"]]
    assert order["rows"][0]["who"] == first


def test_faces_that_leave_a_tie_are_refused_and_with_none_the_service_rolls(tied: Table):
    reader, form = rolls(tied)
    assert "no face is left for ana" in reader.sends(form, form.filled(faces="44")).text.lower()
    reader, form = rolls(tied)
    assert reader.sends(form).status_code == 303
