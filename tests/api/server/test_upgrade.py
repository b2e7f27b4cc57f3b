"""An upgrade is rehearsed: fights that are open go on under newer revisions of their rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.architecture import ROOT
from tests.support.clients.real_server import MAIN, Client, Json, Served

pytestmark = pytest.mark.sweep(of="upgrades", share=4)

STRIKE = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}
MOVE = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}}
ARCHIVE = {"Accept": "application/zip"}
PLAIN = ("events", "state", "timeline", "frames", "ledger", "dice", "export")
READS: dict[str, dict[str, str]] = {**{path: {} for path in PLAIN}, "evidence": ARCHIVE}
"""Everything that is told of a fight, apart from what may be done now; an archive of it."""

DEARER = """
from dataclasses import replace
from tests.support.games.toy import TOY

def two_ap(scene, deed):
    return {"ap": 2}

STRIKE = replace(TOY.manoeuvres[1], cost=two_ap)
RULES = replace(TOY, revision="2", manoeuvres=(TOY.manoeuvres[0], STRIKE, TOY.manoeuvres[2]))
"""
"""Revision 2: a strike costs more."""

WITHOUT_ROLLS = """
from dataclasses import replace
from tests.support.games.toy import TOY

RULES = replace(TOY, revision="3", windows={})
"""
"""Revision 3: dice of a strike are asked for no longer."""


class Fight(NamedTuple):
    """An open fight, and how it is spoken to."""

    name: str
    tokens: tuple[str, ...]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path, data=tmp_path / "data")
    yield server
    server.close()


def install(server: Served, module: str, rules: str) -> None:
    """Install another release of the game while no server runs."""
    (server.plugin / f"{module}.py").write_text(rules)
    info = server.plugin / "toy_game-1.dist-info"
    (info / "entry_points.txt").write_text(f"[combatlog.rulesets]\ntoy = {module}:RULES\n")


def upgrade(server: Served, module: str, rules: str) -> None:
    """Stop the old release, install the new one, and start it."""
    assert server.stop() == 0, server.errors
    install(server, module, rules)
    server.start()


def operator(server: Served, fight: Fight) -> Client:
    return server.client(server.operator.token, fight.name)


def ana(server: Served, fight: Fight) -> Client:
    return server.client(fight.tokens[0], fight.name)


def begun(server: Served) -> Fight:
    """A fight in which Ana stands beside Bert."""
    name, tokens = server.combat()
    fight = Fight(name, tuple(tokens))
    ana(server, fight).says(**MOVE)
    operator(server, fight).says(type="pass-all")
    return fight


def everything(server: Served, fight: Fight) -> dict[str, bytes]:
    """All that is read of a fight, byte by byte."""
    referee = operator(server, fight)
    answers = {path: referee.send("GET", path, **sent) for path, sent in READS.items()}
    assert {answer.status for answer in answers.values()} == {200}
    return {path: answer.data for path, answer in answers.items()}


def entries(server: Served, fight: Fight) -> list[Json]:
    """The entries as they are stored and sealed, without the running sums of the export."""
    lines = map(json.loads, operator(server, fight).send("GET", "export").data.splitlines())
    return [line | {"sum": ""} for line in lines if line["line"] == "entry"]


def points(server: Served, fight: Fight) -> int:
    state: Json = operator(server, fight).send("GET", "state").json
    [left] = [pool["current"] for pool in state["pools"] if pool["who"] == "ana"]
    return int(left)


def run(server: Served, *words: str) -> str:
    """What a command of combatlog prints, with the game that is installed now."""
    path = os.pathsep.join([str(server.plugin), str(ROOT)])
    command = [sys.executable, "-c", MAIN, *words, "--data", str(server.data)]
    env = {**os.environ, "PYTHONPATH": path, "COMBATLOG_DATABASE": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=server.folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_open_fights_are_as_they_were_and_go_on_under_the_new_rules(served: Served):
    quiet, struck = begun(served), begun(served)
    key = {"Idempotency_Key": "blow"}
    first = ana(served, struck).send("POST", "commands", STRIKE, **key)
    assert first.status == 200 and points(served, struck) == points(served, quiet) - 1
    before = {fight: everything(served, fight) for fight in (quiet, struck)}
    sealed = {fight: entries(served, fight) for fight in (quiet, struck)}

    upgrade(served, "toy_two", DEARER)
    assert {fight: everything(served, fight) for fight in before} == before
    again = ana(served, struck).send("POST", "commands", STRIKE, **key)
    assert again.json["replayed"] and again.json["entries"] == first.json["entries"]

    left = points(served, quiet)
    ana(served, quiet).says(**STRIKE)
    assert points(served, quiet) == left - 2
    operator(served, struck).says(type="pass-all")
    for fight, old in sealed.items():
        assert entries(served, fight)[: len(old)] == old
    report = operator(served, quiet).send("GET", "audit?rejudge=true").json
    assert set(report["rejudged"][0]["revisions"]) == {"1", "2"}
    assert all(step["finding"] == "same" for step in report["rejudged"][0]["steps"])


def test_what_the_new_rules_lack_is_asked_of_the_referee_and_nothing_is_lost(served: Served):
    struck = begun(served)
    ana(served, struck).says(**STRIKE)
    sealed = entries(served, struck)
    upgrade(served, "toy_three", WITHOUT_ROLLS)
    operator(served, struck).says(type="pass-all")
    refused = ana(served, struck).send("POST", "commands", STRIKE)
    assert refused.status == 409
    assert "first the open question is answered" in refused.json["detail"]
    assert refused.json["missing"][0]["says"].startswith("The referee: the answer is missing")
    assert refused.json["window"]["says"].startswith("the rules have changed while this was open")
    choice = {"type": "answer", "who": "referee", "about": "rules changed", "choice": "over"}
    operator(served, struck).says(**choice)
    ana(served, struck).says(**MOVE)
    assert entries(served, struck)[: len(sealed)] == sealed


def test_both_ways_of_checking_find_the_fights_whole_after_an_upgrade(served: Served):
    fight = begun(served)
    upgrade(served, "toy_two", DEARER)
    ana(served, fight).says(**STRIKE)
    assert served.stop() == 0
    assert "as it should be" in run(served, "admin", "rebuild", "--check")


def test_a_fight_whose_game_is_not_installed_waits_until_it_is(served: Served):
    fight = begun(served)
    before = everything(served, fight)
    assert served.stop() == 0
    (served.plugin / "toy_game-1.dist-info" / "entry_points.txt").write_text("")
    served.start()
    assert operator(served, fight).send("GET", "state").status == 404
    upgrade(served, "toy_two", DEARER)
    assert everything(served, fight) == before
