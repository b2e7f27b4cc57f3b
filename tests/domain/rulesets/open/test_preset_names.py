"""Names of a preset: what changes goes by any of them, and a fact is not changed as a pool."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.open import SHIPPED, Game, rust


def adjusts(game: Game, **change: Any) -> Game:
    return game.say_plainly({"type": "adjust", "note": "so be it", "change": change})


def reports(game: Game, **change: Any) -> Game:
    return game.say_plainly({"type": "report", "source": "vtt", "changes": [change]})


def results(game: Game, **change: Any) -> Game:
    act = {"type": "act", "who": "ana", "manoeuvre": "shout", "results": [change]}
    return game.say_plainly(act)


def lines(game: Game, *written: str) -> Game:
    act = {"type": "act", "who": "ana", "manoeuvre": "shout", "results": written}
    return game.say_plainly(act)


SAYS = pytest.mark.parametrize("says", [adjusts, reports, results])


@SAYS
def test_a_pool_goes_by_any_of_its_names(says: Any):
    game = says(rust(), what="pool", subject="bo", pool="Grit", delta=-2)
    says(game, what="pool", subject="bo", pool="temporary grit", delta=4)
    assert game.combat.pools.of["bo"] == {"hp": 1, "hp/temporary": 4}


@SAYS
def test_a_fact_goes_by_any_of_its_names(says: Any):
    game = says(rust(), what="fact", of="bo", name="plate", value=9)
    assert game.combat.facts.of["bo"] == {"armour class>": 9}
    says(game, what="fact", of="bo", name="AC", value=8)
    assert game.combat.facts.of["bo"] == {"armour class>": 8}


@SAYS
def test_a_condition_goes_by_any_of_its_names(says: Any):
    pinned = {"what": "condition", "subject": "bo", "name": "Pinned down"}
    game = says(rust(), **pinned)
    assert [k.name for k in game.combat.conditions.on("bo")] == ["pinned"]
    says(game, **{**pinned, "what": "condition-change"}, level=2)
    assert game.combat.conditions.on("bo")[0].level == 2
    says(game, **pinned, begin=False)
    assert not game.combat.conditions.on("bo")


def test_lines_go_by_any_of_the_names():
    game = lines(rust(), "bo: grit -2", "bo: fact plate = 9", "bo: is pinned down")
    assert game.combat.pools.of["bo"] == {"hp": 1}
    assert game.combat.facts.of["bo"] == {"armour class>": 9}
    assert [k.name for k in game.combat.conditions.on("bo")] == ["pinned"]
    lines(game, "bo: is not pinned down")
    assert not game.combat.conditions.on("bo") and not game.events(e.Resolved)


def test_a_state_goes_by_any_of_its_names_in_a_deed_as_well():
    game = rust().does("ana", "shoot", "bo", state="Pinned down")
    until = game.combat.conditions.on("bo", "pinned")[0].until
    assert until == e.Until(span="turn", whose="ana", edge="begin")
    game.does("ana", "begin", name="Pinned Down")
    assert [k.name for k in game.combat.conditions.on("ana")] == ["pinned"]


def test_a_reported_condition_is_called_by_the_name_of_the_preset():
    game = reports(rust(), what="condition", subject="bo", name="stuck", id="x1")
    reports(game, what="condition-change", subject="bo", id="x1", called="pinned down")
    assert [k.name for k in game.combat.conditions.on("bo")] == ["pinned"]


def test_a_usual_condition_that_a_result_begins_has_its_level():
    game = lines(rust(), "bo: is rattled")
    results(game, what="condition", subject="bo", name="rattled")
    lines(game, "bo: is rattled 1")
    assert [k.level for k in game.combat.conditions.on("bo", "rattled")] == [3, 3, 1]


def test_closed_choices_take_the_names_of_the_preset_as_well():
    game = rust(budgets="kept").does("ana", "lose", pool="Grit", by=2)
    assert game.left("ana", "hp") == 10
    priced: Any = {"cost grit": 1, "their Grit": 2}
    game.does("ana", "shoot", "bo", **priced)
    assert (game.left("ana", "hp"), game.left("bo", "hp")) == (9, 1)
    game.does("ana", "begin", name="pinned").does("bo", "begin", name="pinned")
    game.does("ana", "change", name="Pinned down", level=2)
    assert [c.level for c in game.combat.conditions.on("ana")] == [2]
    game.does("ana", "begin", name="lost", **{"while": "pinned down"})
    game.does("ana", "end", name="pinned down of bo").does("ana", "end", name="pinned down")
    assert game.combat.conditions.all == {}


def test_what_no_name_means_is_refused_as_it_was_written():
    wrong: tuple[Any, ...] = ({"cost Grot": 1}, {"cost grit": 1, "cost hp": 1})
    for said in wrong:
        with pytest.raises(Refused, match=r"(?i)gr[io]t"):
            rust().does("ana", "shoot", "bo", **said)
    with pytest.raises(Refused, match="Plate"):
        rust().does("ana", "lose", pool="Plate", by=1)


def test_a_fact_of_the_preset_is_not_changed_as_a_pool_and_the_refusal_says_how_it_is_set():
    for line in ("bo: plate = 14", "ana: AC -1", "ana: crew +1"):
        with pytest.raises(Refused, match=r"is a fact, not a pool: set it, such as (ana|bo): fact"):
            lines(rust(), line)
    with pytest.raises(Refused, match=r"plate is a fact, .* ana: fact plate = 15$"):
        adjusts(rust(), what="pool", subject="ana", pool="plate", to=14)
    changes: dict[str, Any] = {"gain": {"by": 1}, "set": {"to": 14}}
    for manoeuvre, said in changes.items():
        with pytest.raises(Refused, match="plate is a fact, not a pool"):
            rust().does("ana", manoeuvre, pool="plate", **said)


def test_initiative_is_not_changed_as_a_pool():
    game = Game(preset=SHIPPED["dnd-5e"], order="as added").joins("kara", hp=24).round()
    act = {"type": "act", "who": "kara", "manoeuvre": "shout", "results": ["kara: init +2"]}
    with pytest.raises(Refused, match="initiative is no pool: change it on the sheet"):
        game.say_plainly(act)


def test_a_pool_that_is_called_like_a_fact_and_is_there_is_changed():
    game = rust().joins("rig", pools={"plate": {"current": 4}})
    lines(game, "rig: plate -1")
    assert game.left("rig", "plate") == 3
