"""Kaiser's sealed intentions over HTTP: when they are shown, everybody reads each as a line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.service.service import Service
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import OPENING, Table
from tests.support.combats.bundled import flaws
from tests.support.combats.proven import EYES
from tests.support.fights.kaiser import MAGE, RULES, XAN, YRSA

SEATS = [
    {"person": "Anna Berg", "role": "player", "combatants": ["xan"]},
    {"person": "Bert Cole", "role": "player", "combatants": ["yrsa"]},
    *OPENING["seats"][2:],
]
LINES = (
    "Xan turns to magic: mass (2 AP, 4 left)",
    "Xan guards Zoe (1 AP, 3 left)",
    "Yrsa declares attack intention with long sword",
    "Yrsa's attack intention is taken back",
)
SECRET = ("mass", "guard", "long sword")


@pytest.fixture
def sealed(service: Service) -> Table:
    """Three have declared in secret; one of them has fallen asleep since, and two have passed."""
    service.rulesets = lambda: {"kaiser": RULES}
    table = Table.opened(service, ruleset="kaiser", seats=SEATS)
    for who, side, traits in (
        ("xan", "a", {**XAN, **MAGE}),
        ("zoe", "a", YRSA),
        ("yrsa", "b", YRSA),
    ):
        table.operator.says("join", subject=who, name=who.capitalize(), side=side, traits=traits)
    table.operator.says("answer", who="referee", about="round", choice="begin")
    table.ana.says("declare", who="xan", manoeuvre="magic", params={"how": "mass"})
    table.ana.says("declare", who="xan", manoeuvre="guard", params={"ward": "zoe"})
    table.bert.says("declare", who="yrsa", manoeuvre="attack intention", using="long sword")
    asleep = {"what": "condition", "subject": "yrsa", "name": "asleep"}
    table.operator.says("adjust", note="a spell", change=asleep)
    table.ana.says("pass-all")
    return table


def shown(table: Table) -> None:
    """The last two pass, so that all is shown."""
    table.bert.says("pass-all")
    table.operator.says("pass-all")


def told(table: Table, who: Any) -> str:
    """What a caller is told of the fight, as a story."""
    return "\n".join(line["text"] for line in table.caller(who).read("timeline")["items"])


@pytest.mark.parametrize("seat", ["sue", "bert", "ana", "rita"])
def test_each_is_a_line_for_everybody_when_they_are_shown(sealed: Table, seat: str):
    before = told(sealed, sealed.tokens[seat])
    assert not any(line in before for line in LINES if seat in ("sue",))
    shown(sealed)
    after = told(sealed, sealed.tokens[seat])
    assert [line for line in LINES if line not in after] == []
    assert "hidden" not in after


def test_the_feed_and_the_page_of_a_spectator_have_them(sealed: Table):
    at = f"/combats/{sealed.combat}"
    pages = [Reader(sealed.app, sealed.tokens["sue"]).get(f"{at}?all=1").text]
    feeds = [json.dumps(sealed.sue.read("events?limit=500"))]
    shown(sealed)
    pages.append(Reader(sealed.app, sealed.tokens["sue"]).get(f"{at}?all=1").text)
    feeds.append(json.dumps(sealed.sue.read("events?limit=500")))
    assert not any(
        word in feeds[0] or "turns to magic" in pages[0] for word in ('"mass"', 'guard"')
    )
    assert all(word in pages[1] for word in ("turns to magic: mass", "guards Zoe"))
    assert '"manoeuvre": "guard"' in feeds[1] and '"manoeuvre": "attack intention"' in feeds[1]


@pytest.mark.parametrize("eyes", ["referee", "public"])
def test_what_was_shown_verifies_for_who_may_see_it(sealed: Table, eyes: str):
    shown(sealed)
    sealed.operator.says("end")
    data = bundle(sealed.service, sealed.combat, EYES[eyes])
    assert flaws(data) == []


def test_mana_is_among_the_pools(sealed: Table):
    rows = sealed.sue.part("pools")
    [mana] = [row for row in rows if "mana" in json.dumps(row)]
    assert (mana["who"], mana["pool"], mana["current"]) == ("xan", "mana", 200)
    page = Reader(sealed.app, sealed.tokens["sue"]).get(f"/combats/{sealed.combat}").text
    assert 'aria-label="200: Xan, mana"' in page
