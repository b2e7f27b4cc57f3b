"""Campaign pages: a fight is put in, what it comes to is read, and the next one begins."""

from __future__ import annotations

import pytest

from api.service.service import Service
from domain.rulesets import all_rulesets
from tests.support.clients.html_reader import Reader
from tests.support.combats.campaigns import CROWN, Evening, evening

AT = "/campaigns?name=The+Iron+Crown"


@pytest.fixture
def fight(service: Service) -> Evening:
    """A first evening of the campaign, in which blows fell and dice were rolled."""
    service.rulesets = all_rulesets
    found = evening(service, "The bridge")
    found.says("roll", who="ann", purpose="attack", sides=20, faces={"attack": [20]})
    found.hits("ann", "troll", 7)
    found.hits("troll", "ann", 5)
    found.suffers("ann", "poisoned")
    return found


@pytest.fixture
def reader(fight: Evening) -> Reader:
    """The operator with a browser."""
    return Reader(fight.app, fight.service.vault.operator_token())


def links(reader: Reader, path: str) -> list[str]:
    return [found["href"] for tag, found in reader.reads(path).tags if "href" in found]


def test_a_campaign_shows_characters_people_luck_and_fights(fight: Evening, reader: Reader):
    words = reader.reads(AT).words
    assert "Ann 7 health, 3 slots poisoned Anna Berg · 1 fight · did 7, took 5" in words
    assert "Troll 13 health the referee · 1 fight · did 5, took 7" in words
    assert "one d20: 9 1/2 pips more" in words and "The bridge" in words
    assert f"/combats/{fight.combat}/summary" in links(reader, AT)
    assert "/audit?campaign=The+Iron+Crown" in links(reader, AT)


def test_the_way_leads_from_the_home_page_and_from_the_end_of_a_fight(
    fight: Evening, reader: Reader
):
    fight.says("end")
    assert AT in links(reader, "/")
    assert AT in links(reader, f"/combats/{fight.combat}/summary")
    anna = Reader(fight.app, fight.opened["seats"][0]["token"])
    assert AT in links(anna, "/") and AT in links(anna, f"/combats/{fight.combat}/summary")
    words = anna.reads(AT).words
    assert "Ann 7 health" in words and "Next fight" not in words and "Take out" not in words


def test_the_operator_puts_a_fight_in_and_takes_it_out(fight: Evening, reader: Reader):
    other = evening(fight.service, "The mill", campaign="")
    form = reader.reads(f"/campaigns?fight={other.combat}").form("Put it in")
    assert f"/campaigns?fight={other.combat}" in links(reader, f"/combats/{other.combat}/summary")
    said = reader.sends(form, form.filled(fight=other.combat, name=CROWN))
    assert said.headers["Location"] == AT and "The mill" in reader.reads(AT).words
    gone = reader.reads(AT).form("Take out")
    reader.sends(gone)
    assert len(fight.operator.read("/v1/combats?campaign=" + CROWN)["items"]) == 1


def test_the_next_fight_begins_with_what_was_left(fight: Evening, reader: Reader):
    form = reader.reads(AT).form("Next fight")
    said = reader.sends(form, form.filled(title="The mill"))
    assert "For Anna Berg, shown only now" in said.text
    assert "the links to its seats were shown then" not in said.text
    [newest, _] = fight.operator.read("/v1/combats?campaign=" + CROWN)["items"]
    assert newest["title"] == "The mill"
    with fight.service.lock_combat(newest["combat"]) as combat:
        assert combat.head.pools.balance_of("ann", "health") == 7
    again = reader.sends(form, form.filled(title="The mill"))
    assert again.status_code == 200 and "the links to its seats were shown then" in again.text
    assert "New link for Anna Berg" in again.text
    assert len(fight.operator.read("/v1/combats?campaign=" + CROWN)["items"]) == 2


def test_somebody_without_a_seat_in_it_reads_nothing(fight: Evening):
    other = evening(fight.service, "Elsewhere", campaign="Another")
    stranger = Reader(other.app, other.opened["seats"][0]["token"])
    assert stranger.get(AT).status_code == 404
    assert "Another" in stranger.reads("/campaigns").words
    nobody = Reader(other.app, "")
    assert nobody.get(AT).status_code == 404
    assert CROWN not in nobody.reads("/campaigns").words
    assert "None of your fights is in a campaign" in nobody.reads("/campaigns").words


def test_what_is_missing_is_said(fight: Evening, reader: Reader):
    form = reader.reads("/campaigns").form("Put it in")
    assert "Choose a fight and name its campaign" in reader.sends(form, form.filled(name=" ")).text
