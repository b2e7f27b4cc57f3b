"""`combatlog show`: the log with its sums, and mana, listed among the pools."""

from __future__ import annotations

import json

from tests.support.clients.cli_runner import Typed
from tests.support.fights.kaiser import MAGE, XAN, YRSA

FIGHT = (
    {"type": "open", "ruleset": "kaiser", "title": "The tower"},
    {"type": "join", "subject": "xan", "name": "Xan", "side": "a", "traits": {**XAN, **MAGE}},
    {"type": "join", "subject": "yrsa", "name": "Yrsa", "side": "b", "traits": {**YRSA, "ki": 9}},
    {"type": "answer", "who": "referee", "about": "round", "choice": "begin"},
)
JOIN = {"type": "join", "subject": "ana", "name": "Ana"}


def test_mana_is_listed_among_the_pools(typed: Typed):
    lines = "".join(json.dumps(line) + "\n" for line in FIGHT)
    (typed.folder / "tower.jsonl").write_text(lines)
    typed.says("play tower.jsonl")
    shown = typed.json("show state last")
    listed = {(row["who"], row["pool"]): row["current"] for row in shown["pools"]}
    assert listed["xan", "mana"] == 200 and ("yrsa", "mana") not in listed
    assert listed["yrsa", "ki"] == 9
    rows = {line.split()[0]: line for line in typed.says("show state last").splitlines() if line}
    assert "200 mana" in rows["Xan"] and "mana" not in rows["Yrsa"]


def test_between_rounds_the_state_names_the_round_that_is_over(typed: Typed):
    over = {"type": "answer", "who": "ana", "about": "turn", "choice": "end"}
    lines = ({"type": "open", "ruleset": "toy"}, JOIN, FIGHT[3], over)
    (typed.folder / "tower.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))
    typed.says("play tower.jsonl")
    assert "after round 1" in typed.says("show state last")


def test_the_log_is_told_with_its_sums(typed: Typed):
    assert "Ana: 1 AP = 3 (" in typed.says("show log last --sums")
    assert " = 3 (" not in typed.says("show log last")


def test_where_we_were_in_five_lines_and_what_to_type(typed: Typed):
    said = typed.says("show where-we-were last").splitlines()
    combat = typed.json("show where-we-were last")
    see = f"combatlog show options {_id(typed)} --as bert"
    assert said == [
        "Toy, The bridge: round 1, turn of Ana.",
        "Unhurt: Ana, Bert.",
        "A reaction: waits for Bert.",
        "Last: Ana strikes Bert.",
        f"Next: Bert: let it be, strike, parry. Type: {see}",
    ]
    assert combat["lines"][:4] == said[:4]
    assert combat["next"]["command"] == {
        "type": "answer",
        "who": "bert",
        "about": "declare",
        "choice": "pass",
    }
    assert typed.says("show").splitlines() == said


def _id(typed: Typed) -> str:
    return str(typed.json("show combats")["items"][0]["combat"])
