"""Forgotten armour: Urlik came in at entry 40 of 200 without it, and was wounded all the worse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.server.app import create_app
from domain import events as e
from domain.state.combat import state_hash
from tests.support.clients.http_client import Caller
from tests.support.fights.age_of_magic import Fight
from tests.support.fights.forgotten_armour import (
    ARMOURED,
    ENTRIES,
    ENTRY,
    as_typed,
    entries,
    forgotten,
    played_on,
)
from tests.support.redecided_stories import in_short, told_again

JOIN = 29


@pytest.fixture(scope="module")
def fight():
    """The fight as it was played."""
    return forgotten()


def figures(judged: list[Any], step: int) -> list[tuple[str, dict[str, Any]]]:
    """The outcomes of a step as it is judged, with their figures in half-points."""
    [one] = [one for one in judged if one.played.origin == step]
    return [
        (d.event.outcome, dict(d.event.figures))
        for d in one.drafts
        if isinstance(d.event, e.Resolved)
    ]


def test_he_came_in_at_entry_40_of_200(fight):
    assert sum(map(len, fight.steps[: JOIN - 1])) == ENTRY - 1
    assert (entries(fight), len(fight.steps)) == (ENTRIES, 102)
    assert fight.commands[JOIN - 1].subject == "urlik"
    assert fight.outcome("damage") == ("serious wound", {"basic": 24, "resistance": 4, "net": 20})
    assert fight.outcome("pain") == ("stunned", {"pain": 2})


def test_with_his_armour_on_every_number_after_it_is_another(fight):
    """6 on the chest are 12 half-points: 24 against 16 is a light wound, and he bears the pain."""
    judged = told_again(fight, instead={JOIN: ARMOURED})
    assert figures(judged, 45) == [("light wound", {"basic": 24, "resistance": 16, "net": 8})]
    assert figures(judged, 47) == [("bears the pain", {"pain": 14})]
    assert figures(judged, 48) == [("knocked over", {"roll": 4, "difficulty": 24})]
    verdicts = in_short(judged)
    assert verdicts[:5] == ["29 changed", "45 changed", "47 changed", "48 changed", "51 changed"]
    assert {one.verdict for one in judged if one.played.origin in {*range(30, 45), 46, 49, 50}} == {
        "kept"
    }


def test_not_stunned_he_has_his_phase_back_and_the_next_turn_waits_for_it(fight):
    """What was said without him is illegal till his phase ends, in the step that once was later."""
    judged = told_again(fight, instead={JOIN: ARMOURED})
    assert in_short(judged)[5:] == [
        *(f"{n} dropped illegal" for n in range(52, 61)),
        "61 dropped moot",
        "62 changed",
        "63 dropped illegal",
        "64 changed",
        "67 changed",
        "70 changed",
        "71 stopped needs an answer",
    ]
    assert judged[23].why == "no round can begin now"
    assert judged[-1].why == "urlik is asked about phase, and no later step answers that"


BREASTPLATE = {
    "how": "amend",
    "step": JOIN,
    "upto": 51,
    "note": "he wore his breastplate",
    "command": ARMOURED.model_dump(mode="json", exclude_defaults=True) | {"type": "join"},
}


def test_the_referee_adopts_it_as_far_as_it_holds_and_the_old_line_stays(tmp_path: Path, fight):
    service, name = played_on(tmp_path, as_typed(fight))
    combat = service.combat(name)
    assert (combat.line.entries, combat.line.steps) == (ENTRIES, 102)
    old = {n: state_hash(combat.moments.at(combat.line.last(n))) for n in range(1, 103)}
    client, token = create_app(service).test_client(), service.vault.operator_token()
    referee = Caller(client, token, f"/v1/combats/{name}")
    told = referee.would("correct", **BREASTPLATE)
    assert combat.line.entries == ENTRIES
    rows = {row["step"]: row for row in told["steps"]}
    assert (list(rows), rows[JOIN]["number"]) == (list(range(29, 103)), "40")
    assert {rows[step]["verdict"] for step in range(52, 103)} == {"falls"}
    assert rows[45]["was"][-1].endswith("serious wound (basic 12, resistance 2, net 10)")
    assert rows[45]["becomes"][-1].endswith("light wound (basic 12, resistance 8, net 4)")
    answer = referee.post(
        "commands", {"type": "correct", **BREASTPLATE}, If_Match=f'"{referee.head()}"'
    )
    assert answer.status_code == 200, answer.text
    [wound] = combat.head.conditions.on("urlik", "wound")
    assert (wound.level, combat.head.conditions.has("urlik", "stunned")) == (2, False)
    assert combat.head.clock.actors == ("urlik",)
    service.combats.let_go(name)
    line, moments = service.combat(name).line, service.combat(name).moments
    assert {n: state_hash(moments.at(line.last(n))) for n in old} == old
    service.close()


def test_without_the_referees_answer_a_ruling_is_needed():
    """Two of the same Tactics tie; nobody but the referee says who comes first."""
    tied = Fight().joins("ana", side="a", Tactics=2).joins("bo", side="b", Tactics=2).begins("ana")
    [ties] = [n for n, said in enumerate(tied.commands, 1) if getattr(said, "about", "") == "ties"]
    judged = told_again(tied, ties)
    assert in_short(judged) == [f"{ties + 1} stopped needs a ruling"]
    assert judged[0].why == "referee is asked about ties, and no later step answers that"
