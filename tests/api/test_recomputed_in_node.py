"""Every die of a sample, recomputed in another language from what everybody can read."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.exports import take_in
from api.service import Service
from domain import commands as c
from domain.table import commitment_of
from tests.api.carried import ANNA, elsewhere, lines_of
from tests.api.fair_play import LONG, free, opens, rolls, salts, undoes
from tests.api.in_javascript import node
from tests.api.table import SEATS
from tests.api.test_http_undo import Going
from tests.play import play, say

SCRIPT = Path(__file__).with_name("recompute.js")


def published(table: Going) -> dict[str, Any]:
    """What everybody can read of the dice: keys, commitments, rolls, and the salts of the log."""
    found: dict[str, Any] = table.sue.read("dice")
    batches: list[dict[str, Any]] = []
    given: dict[str, str] = {}
    began, era = 0, 1
    after = "0"
    while (page := table.sue.read(f"events?after={after}"))["items"]:
        for entry in page["items"]:
            event, after = entry["event"], entry["number"]
            if entry["type"] == "combat.revealed/1" and event["what"] == "salt":
                given[event["who"].removeprefix("p")] = event["value"]
            if entry["type"] == "combat.era-began/1":
                era, given = event["era"], {}
            if entry["type"] == "combat.round-began/1" and event["n"] > began:
                began = event["n"]
                batches += [{"since": began, "era": era, "salts": given}] if given else []
                given = {}
    wanted = {name: found[name] for name in ("commitments", "keys", "rolls")}
    return {"combat": table.combat, "salts": batches, **wanted}


def recomputed(asked: dict[str, Any]) -> list[str]:
    """What Node says of it."""
    run = subprocess.run(
        [node(), str(SCRIPT)], input=json.dumps(asked), text=True, capture_output=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.fixture
def played(service: Service) -> dict[str, Any]:
    """A fight at random with undone stretches, salts and dice of every size; its keys revealed."""
    table = free(service)
    salts(table, "ana", "bert")
    opens(table, "bert", "ana")
    play(service, table.combat, Random(7), 160, reach=10)
    for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100, 1000):
        rolls(table.operator, who="referee", sides=sides, count=20)
    rolls(table.operator, who="referee", hidden=True)
    table.operator.says("end"), table.operator.says("reveal-keys")
    return published(table)


def test_node_shows_every_open_die_as_it_fell(played: dict[str, Any]):
    assert played["salts"] and any(roll["round"] > 1 for roll in played["rolls"])
    dice = sum(len(roll["faces"]) for roll in played["rolls"] if roll["provenance"] == "service")
    assert dice > 200
    assert recomputed(played) == [f"{dice} dice"]


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden first", "open first"])
def test_node_shows_dice_that_were_made_again_openly_or_in_secret(service: Service, hidden: bool):
    """Those of the hidden key once it is revealed, and that somebody changed one."""
    table = free(service)
    for secret in (hidden, not hidden, hidden):
        rolls(table.operator, hidden=secret, count=3)
        undoes(table.operator)
    rolls(table.operator, hidden=True)
    rolls(table.operator, count=4)
    table.operator.says("end"), table.operator.says("reveal-keys")
    openly = published(table)
    own = sum(len(roll["faces"]) for roll in openly["rolls"])
    assert recomputed(openly) == [f"{own} dice"]
    table.operator.says("reveal-keys", hidden=True)
    found = published(table)
    switched = [roll for roll in found["rolls"] if roll["key"] == "hidden"]
    assert len(switched) == (2 if hidden else 0) and own == (0 if hidden else 10)
    dice = sum(len(roll["faces"]) for roll in found["rolls"])
    assert recomputed(found) == [f"{dice} dice"]
    roll = found["rolls"][-1]
    roll["faces"][3] = roll["faces"][3] % 20 + 1
    assert recomputed(found)[0] == f"entry {roll['entry']}, die 3"


def test_node_shows_the_dice_of_a_combat_that_went_on_elsewhere(service: Service, tmp_path: Path):
    table = free(service)
    salts(table, "ana", "bert")
    opens(table, "bert", "ana")
    play(service, table.combat, Random(7), 160, reach=10)
    rolls(table.ana, count=3)
    undoes(table.ana)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, table.combat, keyed=True))
        say(there, table.combat, c.GoOn())
        say(there, table.combat, c.Roll(who="ana", sides=20, count=5))
        salted = c.Commit(what="salt", commitment=commitment_of("salt", LONG["ana"]))
        say(there, table.combat, salted, ANNA)
        say(there, table.combat, c.Reveal(what="salt", value=LONG["ana"]), ANNA)
        chance = Random(8)
        while there.combat(table.combat).table.salts.mixed[-1].era == 1:
            play(there, table.combat, chance, 20, reach=10)
        play(there, table.combat, chance, 60)
        say(there, table.combat, c.End()), say(there, table.combat, c.RevealKeys())
        token = say(there, table.combat, c.SeatRenew(seat="s3")).tokens["s3"]
        found = published(Going(there, table.combat, dict.fromkeys(SEATS, token)))
    eras = {roll["era"] for roll in found["rolls"]}
    assert set(found["keys"]) == {"open", "open@2"} and eras == {1, 2}
    assert {batch["era"] for batch in found["salts"]} == {1, 2}
    [said] = recomputed(found)
    all_of_them = sum(len(r["faces"]) for r in found["rolls"] if r["provenance"] == "service")
    assert all_of_them - 3 >= int(said.removesuffix(" dice")) > 20
    five = next(r for r in found["rolls"] if (r["era"], len(r["faces"])) == (2, 5))
    three = next(
        r for r in found["rolls"] if (r["era"], r["r"], len(r["faces"])) == (1, five["r"], 3)
    )
    assert five["faces"][:3] == three["faces"]
    five["faces"][4] += 1
    assert recomputed(found)[0] == f"entry {five['entry']}, die 4"


def test_node_finds_the_die_that_was_changed_and_the_key_that_is_another(played: dict[str, Any]):
    roll = next(roll for roll in played["rolls"] if roll["sides"] == 1000)
    roll["faces"][3] = roll["faces"][3] % 1000 + 1
    assert recomputed(played)[0] == f"entry {roll['entry']}, die 3"
    played["commitments"]["open"] = "00" * 32
    assert recomputed(played)[0] == "key open"


def test_dice_are_other_ones_without_the_salts(played: dict[str, Any]):
    unsalted = recomputed({**played, "salts": []})
    assert len(unsalted) > 100
