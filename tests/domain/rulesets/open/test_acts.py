"""What comes of an act in any game: several results of anybody and anything, and its rolls."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.open import Game, as_said, at_sea


def acts(game: Game, who: str, what: str, *targets: str, **said: Any) -> Game:
    """Somebody does something; what comes of it is said as a program would."""
    command = {"type": "act", "who": who, "manoeuvre": what, "targets": targets, **said}
    return game.say_plainly(command)


def with_things(game: Game) -> Game:
    """The deck, the crew and a barrel come in as what they are."""
    game.say(c.Join(subject="deck", kind="field", name="The deck"))
    game.say(c.Join(subject="crew-side", kind="side", name="The crew", traits={"morale": 3}))
    return game.say(c.Join(subject="barrel", kind="thing", name="The barrel"))


def pool(subject: str, delta: int, **said: Any) -> dict[str, Any]:
    pool = "blubber" if subject == "whale" else "hp"
    return {"what": "pool", "subject": subject, "pool": pool, "delta": delta, **said}


def causes(game: Game, since: int = -1) -> set[str]:
    """What the changes of the last steps come from."""
    changes = (e.PoolChanged, e.ConditionBegan, e.ConditionEnded, e.FactSet, e.Moved)
    return {d.cause for step in game.steps[since:] for d in step if isinstance(d.event, changes)}


def refusal(game: Game, *said: Any, **more: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        acts(game, *said, **more)
    return refused.value


# --- several results ---------------------------------------------------------------------------


def test_one_act_hurts_heals_marks_and_moves_and_each_is_tied_to_it():
    game = with_things(at_sea()).round()
    results = [
        pool("whale", -7),
        pool("kim", 2),
        {"what": "condition", "subject": "ole", "name": "wet", "level": 2},
        {"what": "fact", "of": "barrel", "name": "open", "value": True},
        {"what": "place", "subject": "kim", "place": "bow"},
    ]
    before = game.left("whale", "blubber"), game.left("kim", "hp")
    acts(game, "kim", "drain", "whale", results=results)
    assert (game.left("whale", "blubber"), game.left("kim", "hp")) == (before[0] - 7, before[1] + 2)
    [act] = game.events(e.Acted)
    [wet] = game.combat.conditions.on("ole", "wet")
    assert (wet.act, wet.source, wet.level) == (act.act, "kim", 2)
    assert game.combat.facts.get("barrel", "open") is True
    assert game.combat.places.of("kim") == "bow"
    assert causes(game) == {act.act}


def test_a_pool_is_set_by_an_act_and_its_limits_hold():
    game = at_sea().round()
    acts(game, "kim", "bless", results=[pool("ole", 0, to=4) | {"delta": None}])
    assert game.left("ole", "hp") == 4
    acts(
        game, "kim", "shield", results=[{"what": "pool", "subject": "ole", "pool": "hp", "most": 5}]
    )
    acts(game, "kim", "heal", results=[pool("ole", 9)])
    assert game.left("ole", "hp") == 5
    [*_, gained] = game.events(e.PoolChanged)
    assert (gained.how, gained.delta, gained.wanted) == ("gain", 1, 9)


def test_a_condition_is_begun_changed_and_ended_by_acts():
    game = at_sea().round()
    wet = {"what": "condition", "subject": "whale", "name": "wet"}
    lasts = {"until": {"span": "turn", "left": 2, "whose": "kim"}}
    acts(game, "kim", "splash", results=[{**wet, **lasts}])
    [state] = game.combat.conditions.on("whale", "wet")
    assert state.until is not None
    assert (state.until.whose, state.left) == ("kim", 2)
    changed = {"what": "condition-change", "subject": "whale", "name": "wet", "level": 3}
    acts(game, "kim", "soak", results=[changed])
    assert game.combat.conditions.on("whale", "wet")[0].level == 3
    acts(game, "kim", "dry", results=[{**wet, "begin": False}])
    assert not game.combat.conditions.on("whale", "wet")


def test_results_come_about_when_others_have_answered():
    game = at_sea().round()
    before = game.left("whale", "blubber")
    params = {"answers": "yes"}
    acts(game, "kim", "harpoon", "whale", params=params, results=[pool("whale", -5)])
    assert game.left("whale", "blubber") == before
    game.passes()
    assert game.left("whale", "blubber") == before - 5
    assert causes(game) == {game.events(e.Acted)[0].act}


def test_what_has_become_impossible_meanwhile_is_said():
    game = at_sea().round()
    ends = {"what": "condition", "subject": "whale", "name": "wet", "begin": False}
    acts(game, "kim", "splash", results=[{**ends, "begin": True}])
    results = [pool("ole", -1), ends]
    acts(game, "kim", "net", "whale", params={"answers": "yes"}, results=results)
    dried = {"what": "condition", "subject": "whale", "name": "wet", "begin": False}
    note = "it dries"
    game.say_plainly({"type": "adjust", "note": note, "change": dried})
    game.say(c.Leave(who="ole")).passes()
    said = [(r.outcome, r.of) for r in game.events(e.Resolved)]
    assert said == [("is no longer there", "ole"), ("is not wet", "whale")]


def test_the_short_way_and_the_long_way_are_one():
    harm: dict[str, Any] = {"their blubber": 4}
    short = at_sea().round().does("kim", "harpoon", "whale", **harm, state="hurt")
    long = at_sea().round()
    hurt = {"what": "condition", "subject": "whale", "name": "hurt"}
    acts(long, "kim", "harpoon", "whale", results=[pool("whale", -4), hurt])
    told = [
        [d.event for d in game.steps[-1] if not isinstance(d.event, e.Said)]
        for game in (short, long)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("result", "pointer", "why"),
    [
        (pool("nobody", -1), "/results/0/subject", "nobody and nothing here is called 'nobody'"),
        (pool("OLE", -1), "/results/0/subject", "'OLE' is a name: say the id, 'ole'"),
        ({"what": "pool", "subject": "ole", "pool": "hp"}, "/results/0/delta", "say by how much"),
        (pool("ole", -1, to=2), "/results/0/to", "say by how much"),
        (
            {"what": "condition", "subject": "ole", "name": "wet", "begin": False},
            "/results/0/name",
            "ole is not wet",
        ),
        (
            {"what": "condition", "subject": "ole", "name": "wet", "toward": "moby"},
            "/results/0/toward",
            "nobody and nothing here is called 'moby'",
        ),
        ({"what": "place", "subject": "moby", "place": "bow"}, "/results/0/subject", "nobody and"),
    ],
)
def test_a_result_that_names_what_is_not_there_is_refused(
    result: dict[str, Any], pointer: str, why: str
):
    refused = refusal(at_sea().round(), "kim", "hit", results=[result])
    assert (refused.pointer, refused.why[: len(why)]) == (pointer, why)


# --- who and when ------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["deck", "crew-side", "barrel", "kim"])
def test_anybody_and_anything_acts_before_the_first_round(who: str):
    game = with_things(at_sea())
    acts(game, who, "loom", results=[pool("whale", -1)])
    assert game.events(e.Acted)[-1].who == who
    assert game.events(e.PoolChanged)[-1].delta == -1
    assert not game.combat.clock.rounds


@pytest.mark.parametrize("who", ["deck", "crew-side", "barrel", "ole"])
def test_anybody_and_anything_acts_in_the_turn_of_another(who: str):
    game = with_things(at_sea()).round()
    acts(game, who, "creak", results=[pool("kim", -1)])
    game.does(who, "begin", name="noisy")
    assert game.combat.conditions.on(who, "noisy")


def test_they_act_between_turns_and_where_nobody_has_turns():
    game = with_things(as_said()).round()
    assert game.waits_for()[0] == "next"
    acts(game, "deck", "tilt", results=[pool("kim", -1)])
    acts(game, "kim", "slip", params={"answers": "yes"}, results=[pool("kim", -1)])
    game.passes()
    assert game.waits_for()[0] == "next"
    game.answers("referee", "turn", whose="ole")
    assert game.combat.clock.actors == ("ole",)


def test_they_act_between_rounds():
    game = at_sea().round()
    for who in ("kim", "ole", "whale"):
        game.ends(who)
    assert not game.combat.clock.path
    acts(game, "whale", "dive", results=[pool("ole", -1)])
    assert game.events(e.Acted)[-1].who == "whale"


def test_a_thing_has_no_turns_to_change():
    game = with_things(at_sea()).round()
    assert {"extra turn", "initiative", "delay"} & game.manoeuvres("deck") == set()
    assert {"deed", "gain", "begin"} <= game.manoeuvres("deck")


# --- rolls -------------------------------------------------------------------------------------


def test_an_act_has_rolls_of_several_sizes():
    game = at_sea().round()
    rolls = [
        {
            "purpose": "attack",
            "dice": "2d20kh1+5",
            "faces": [4, 17],
            "target": 15,
            "outcome": "hit",
        },
        {"purpose": "damage", "dice": "2d6+1d4+3", "faces": [6, 2, 3]},
    ]
    acts(game, "kim", "harpoon", "whale", rolls=rolls, results=[pool("whale", -14)])
    attack, damage = game.events(e.DiceRolled)
    assert (attack.kept, attack.dropped, attack.total) == ((17,), (4,), 22)
    assert (attack.target, attack.outcome) == (15, "hit")
    assert [(g.sides, g.faces) for g in damage.groups] == [(6, (6, 2)), (4, (3,))]
    assert damage.total == 14
    [act] = game.events(e.Acted)
    fell = [d for d in game.steps[-1] if isinstance(d.event, e.DiceRolled)]
    assert {d.cause for d in fell} == {act.act}
    assert "rolls" not in act.params


def test_service_dice_fall_for_an_act_and_a_roll_of_another_goes_by_their_dice():
    game = at_sea().round()
    rolls = [
        {"purpose": "attack", "dice": "1d20+1d4"},
        {"who": "whale", "purpose": "dodge", "dice": "2d6"},
    ]
    acts(game, "kim", "harpoon", "whale", rolls=rolls)
    attack, dodge = game.events(e.DiceRolled)
    assert (attack.all_faces, attack.sizes, attack.provenance) == ((3, 3), (20, 4), "service")
    assert (dodge.who, dodge.label.roller) == ("whale", 3)


def test_a_bare_total_uses_up_no_dice():
    game = at_sea().round()
    acts(game, "kim", "harpoon", rolls=[{"purpose": "attack", "dice": "1d20+5", "total": 18}])
    [rolled] = game.events(e.DiceRolled)
    assert (rolled.lost, rolled.total, rolled.text, rolled.faces) == (True, 18, "1d20+5", ())
    game.say(c.Roll(who="kim"))
    assert game.events(e.DiceRolled)[-1].label.r == 0


@pytest.mark.parametrize(
    ("roll", "pointer", "why"),
    [
        (
            {"dice": "1d20+5", "faces": [10], "total": 18},
            "/rolls/0/total",
            "the dice and the bonus",
        ),
        ({"dice": "1d20", "faces": [21]}, "/rolls/0/faces", "the die has no face 21"),
        ({"dice": "1d20", "outcome": "hit"}, "/rolls/0/outcome", "the dice have yet to fall"),
        ({"purpose": "luck"}, "/rolls/0/dice", "say which dice"),
        ({"who": "moby", "dice": "1d20"}, "/rolls/0/who", "nobody and nothing here"),
        (
            {"dice": [{"sides": 6, "faces": [1, 2], "kept": [5]}]},
            "/rolls/0/dice/0/kept",
            "each die that fell",
        ),
        ({"dice": [{"sides": 6, "faces": [1]}, {"sides": 4}]}, "/rolls/0/dice", "say the faces of"),
    ],
)
def test_a_roll_that_does_not_fit_together_is_refused(roll: dict[str, Any], pointer: str, why: str):
    refused = refusal(at_sea().round(), "kim", "hit", rolls=[roll])
    assert (refused.pointer, refused.why[: len(why)]) == (pointer, why)


def test_dice_may_be_taken_off_and_the_lowest_kept():
    game = at_sea().round()
    rolls = [{"dice": "2d20kl1 - 1d4 + 2", "faces": [9, 12, 3]}]
    acts(game, "kim", "balance", rolls=rolls)
    [rolled] = game.events(e.DiceRolled)
    assert (rolled.kept, rolled.more[0].unit, rolled.total) == ((9,), -1, 8)
