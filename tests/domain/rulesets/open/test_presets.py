"""Presets of any game: words, sheet fields, usual conditions and initiative, and their checks."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import Scene
from domain.rulesets.open import presets
from domain.state.pools import Limits
from domain.state.viewer import TABLE
from tests.printed_story import transcript
from tests.support.fights.arq import RULES as ARQ
from tests.support.fights.open import RULES, Game
from tests.support.fights.random_play import check_whole, keyed, pick
from tests.support.logs.recorded_logs import Recorded
from tests.sweeps import examples

FILES = sorted(Path(presets.__file__).parent.glob("*.json"))
SHIPPED = {file.stem: json.loads(file.read_text("utf-8")) for file in FILES}
OGRE: dict[str, Any] = {"Armor Class": 11}
SEVEN: dict[str, Any] = {"their hp": 7}
TWO: dict[str, Any] = {"their hp": 2}
MINE: dict[str, Any] = {
    "title": "Rust",
    "words": {"round": "exchange", "order": "initiative"},
    "sheet": {
        "hp": {"is": "pool", "says": "grit", "least": 0},
        "fuel": {"is": "pool", "least": 0, "most": 6, "each": "round"},
        "armour class": {"is": "number", "says": "plate", "also": ["ac"]},
        "crew": {"is": "word"},
        "mounted": {"is": "yes or no"},
    },
    "conditions": {
        "jammed": {},
        "hot": {"rounds": 2},
        "pinned": {"turns": 1, "whose": "source", "edge": "begin", "says": "pinned down"},
        "rattled": {"level": 3},
        "linked": {"rounds": 10, "concentration": True},
    },
    "initiative": {"dice": "2d6", "order": "as added", "ties": "together", "down": "as usual"},
}


def rust(**settings: Any) -> Game:
    """Ana and Bo, by a preset of their own."""
    game = Game(preset=MINE, **settings)
    ana: dict[str, Any] = {"HP": 12, "fuel": 2, "AC": 15, "crew": "red", "mounted": True}
    game.joins("ana", **ana)
    return game.joins("bo", hp={"current": 3, "most": 9}).round()


# --- those that come with the program ------------------------------------------------------


def test_the_presets_that_come_with_the_program():
    titles = {name: said["title"] for name, said in SHIPPED.items()}
    assert titles == {
        "dnd-5e": "D&D 5e",
        "hit-points": "Plain hit points",
        "pathfinder-2e": "Pathfinder 2e",
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_one_is_read_and_has_under_sixty_lines(file: Path):
    assert len(file.read_text("utf-8").splitlines()) < 60
    rules = RULES.with_preset(SHIPPED[file.stem])
    assert rules.title == SHIPPED[file.stem]["title"]
    assert rules.pool_word("hp").casefold() == "hit points"


def test_a_fight_of_dnd():
    game = Game(14, 9, preset=SHIPPED["dnd-5e"])
    game.joins("kara", hp=24, ac=16, initiative=2).joins("ogre", hp=59, **OGRE)
    game.round().answers("kara", "roll").answers("ogre", "roll")
    game.does("kara", "slash", "ogre", **SEVEN).does("kara", "begin", name="bless")
    assert game.combat.pools.balance_of("ogre", "hp") == 52
    [bless] = game.combat.conditions.on("kara", "bless")
    assert (bless.left, bless.concentration) == (10, True)


# --- words, sheet and settings -------------------------------------------------------------


def test_the_preset_is_in_the_first_entry_and_names_the_game():
    game = rust()
    [opened] = game.events(e.CombatOpened)
    assert opened.preset == MINE
    assert (game.rules.key, game.rules.title) == ("open", "Rust")


def test_the_story_uses_its_words():
    told = Recorded(RULES, preset=MINE)
    told.comes("ana", traits={"hp": 9}).comes("bo", traits={"hp": 3, "plate": 11}).round()
    told.does("ana", "hit", "bo", **TWO).does("bo", "begin", name="pinned")
    lines = [line[7:].strip() for line in transcript(told.log, told.rules).splitlines()]
    assert lines[0] == "A combat (Rust)"
    assert "Exchange 1" in lines
    assert "Ana hits Bo (2 grit)" in lines
    assert "Bo loses 2 grit, 1 left" in "\n".join(lines)
    assert any(line.startswith("Bo: pinned down, until the beginning") for line in lines)


def test_a_field_goes_by_any_of_its_names_and_a_bare_number_fills_its_pool():
    game = rust()
    pools, scene = game.combat.pools, Scene(game.combat, game.rules)
    assert pools.of == {"ana": {"hp": 12, "fuel": 6}, "bo": {"hp": 3}}
    assert pools.limits_of("ana", "hp") == Limits(0, 12)
    assert pools.limits_of("ana", "fuel") == Limits(0, 6)
    assert pools.limits_of("bo", "hp") == Limits(0, 9)
    assert [scene.fact(name, "ana") for name in ("armour class", "crew")] == [15, "red"]
    assert game.rules.fact_word("armour class") == "plate"


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("ac", "high", "ac is a whole number, not 'high'"),
        ("crew", 3, "crew is a word, not 3"),
        ("mounted", "yes", "mounted is true or false, not 'yes'"),
        ("plate", True, "plate is a whole number, not True"),
    ],
)
def test_a_sheet_holds_what_the_preset_says(field: str, value: Any, why: str):
    with pytest.raises(Refused, match=why):
        rust().joins("cy", **{field: value})


def test_what_no_preset_names_is_free_as_before():
    game = rust().joins("cy", speed=30, mana={"current": 1})
    assert Scene(game.combat, game.rules).fact("speed", "cy") == 30
    assert game.combat.pools.balance_of("cy", "mana") == 1


def test_a_field_that_changes_goes_by_any_of_its_names_as_well():
    game = rust().does("ana", "fact", name="AC", value="17")
    game.does("bo", "gain", pool="Grit", by=2)
    assert Scene(game.combat, game.rules).fact("armour class", "ana") == 17
    assert game.combat.pools.of["bo"] == {"hp": 5}


def test_initiative_is_a_default_that_the_table_may_set_otherwise():
    scene = Scene(rust().combat, RULES.with_preset(MINE))
    assert [scene.setting(key) for key in ("order", "order dice", "order ties", "down")] == [
        "as added",
        "2d6",
        "together",
        "as usual",
    ]
    assert rust(order="by side").combat.facts.get("table", "order") == "by side"
    assert (
        Scene(rust(order="by side").combat, RULES.with_preset(MINE)).setting("order") == "by side"
    )


# --- usual conditions ----------------------------------------------------------------------


def standing(game: Game, who: str, name: str) -> e.Until | None:
    return game.combat.conditions.on(who, name)[-1].until


def test_a_usual_condition_begins_as_usual_unless_something_is_said():
    game = rust().does("ana", "begin", name="hot")
    assert standing(game, "ana", "hot") == e.Until(span="round", left=2)
    game.does("ana", "begin", name="hot", rounds=5)
    assert standing(game, "ana", "hot") == e.Until(span="round", left=5)
    game.does("ana", "begin", name="hot", rounds=0)
    assert standing(game, "ana", "hot") is None
    game.does("ana", "begin", name="rattled").does("ana", "begin", name="rattled", level=1)
    assert [each.level for each in game.combat.conditions.on("ana", "rattled")] == [3, 1]


def test_turns_are_those_of_whom_the_preset_says():
    game = rust().does("ana", "shoot", "bo", state="pinned")
    assert standing(game, "bo", "pinned") == e.Until(span="turn", whose="ana", edge="begin")
    change = c.ConditionFix(subject="bo", name="pinned", source="ana")
    game.say(c.Adjust(note="seen", change=change))
    assert standing(game, "bo", "pinned") == e.Until(span="turn", whose="ana", edge="begin")


def test_the_referee_begins_one_as_usual_too():
    game = rust().say(c.Adjust(note="x", change=c.ConditionFix(subject="bo", name="rattled")))
    assert game.combat.conditions.on("bo", "rattled")[0].level == 3


def test_who_causes_a_condition_concentrates_on_it():
    game = rust().does("ana", "begin", name="linked", bearer="bo")
    [linked] = game.combat.conditions.on("bo", "linked")
    [mind] = game.combat.conditions.on("ana", "concentrating")
    assert (linked.parent, linked.until, mind.key, mind.left) == (mind.id, None, "linked", 10)
    game.does("ana", "begin", name="linked", bearer="bo", concentration="no")
    assert len(game.combat.conditions.on("ana", "concentrating")) == 1


def test_usual_conditions_are_offered_with_what_they_bring():
    game = rust()
    offered = options(game.combat, game.rules, TABLE)
    begin = next(o for o in offered if o.command.get("manoeuvre") == "begin")
    name = next(blank for blank in begin.blanks if blank.name == "name")
    assert name.values == tuple(MINE["conditions"])
    assert name.brings["linked"] == {"rounds": 10, "concentration": "yes"}
    assert name.brings["jammed"] == {}


@pytest.mark.parametrize("name", SHIPPED)
@examples(5)
@given(seed=st.integers(0, 2**32))
def test_every_step_that_is_offered_under_a_preset_is_accepted(name: str, seed: int):
    game, chance = Game(preset=SHIPPED[name]), random.Random(seed)
    game.dice = keyed(seed)
    game.joins("ana", "bo", side="a", hp=12, ac=14).joins("cy", side="b", hp=30, initiative=2)
    for _ in range(60):
        game.say_plainly(pick(game.offered(), chance))
    check_whole(game)


# --- what is wrong is refused --------------------------------------------------------------


def changed(part: str, value: Any) -> dict[str, Any]:
    return {**MINE, part: value}


@pytest.mark.parametrize(
    ("preset", "pointer", "why", "write"),
    [
        ({"sheet": {}}, "", "a preset has a title", '"title": "the name of your game"'),
        (changed("spells", {}), "/spells", "'spells' means nothing here", "one of: title, words"),
        (changed("title", ""), "/title", "'' is no name", "a name in quotes"),
        (changed("title", 5), "/title", "5 is no name", "a name in quotes"),
        (changed("words", {"turn": "{x}"}), "/words/turn", "'{x}' is no name", "a name in quotes"),
        (changed("words", {"hit": "x"}), "/words/hit", "'hit' means nothing", "one of: round"),
        (changed("sheet", []), "/sheet", "[] is no object", "names and what they are"),
        (changed("sheet", {"a": {}}), "/sheet/a", "nothing says what a holds", '"is": "number"'),
        (changed("sheet", {"a": {"is": "pond"}}), "/sheet/a/is", '"is" cannot be', "one of: pool"),
        (
            changed("sheet", {"a": {"is": "word", "most": 3}}),
            "/sheet/a/most",
            "a is no pool",
            '"is": "pool", or no most',
        ),
        (
            changed("sheet", {"a": {"is": "pool", "least": 4, "most": 3}}),
            "/sheet/a/most",
            "3 is less than the least",
            "4 or more",
        ),
        (
            changed("sheet", {"a": {"is": "word"}, "b": {"is": "word", "also": ["A"]}}),
            "/sheet/b",
            "'a' means 'a' already",
            "another name",
        ),
        (
            changed("sheet", {"a/b": {"is": "word"}}),
            "/sheet/a~1b",
            "'a/b' is no name",
            "a name in quotes",
        ),
        (
            changed("sheet", {"zone": {"is": "pool"}}),
            "/sheet/zone/is",
            "zone is no pool",
            '"number" or "word"',
        ),
        (
            changed("conditions", {"hot": {"rounds": "ten"}}),
            "/conditions/hot/rounds",
            '"rounds" cannot be',
            "a whole number from 1 to 1000000, such as 10",
        ),
        (
            changed("conditions", {"hot": {"rounds": 1, "turns": 1}}),
            "/conditions/hot/turns",
            "hot lasts for rounds or for turns, not for both",
            '"rounds" or "turns"',
        ),
        (
            changed("conditions", {"hot": {"edge": "end"}}),
            "/conditions/hot/edge",
            "hot lasts until it is ended",
            '"turns": 1, or no "edge"',
        ),
        (
            changed("conditions", {"hot": {"concentration": "yes"}}),
            "/conditions/hot/concentration",
            '"concentration" cannot be',
            "true or false",
        ),
        (
            changed("initiative", {"dice": "d20"}),
            "/initiative/dice",
            "'d20' does not fit dice",
            'dice, such as "1d20" or "2d6"',
        ),
        (
            changed("initiative", {"ties": "fight"}),
            "/initiative/ties",
            "'fight' does not fit ties",
            'one of: "as added"',
        ),
    ],
)
def test_what_is_wrong_is_refused_with_its_place_and_what_to_write(
    preset: dict[str, Any], pointer: str, why: str, write: str
):
    with pytest.raises(Refused) as refused:
        Game(preset=preset)
    assert refused.value.pointer == f"/preset{pointer}"
    assert refused.value.why.startswith(why)
    assert str(refused.value.missing[0].wanted).startswith(write)


def test_a_game_with_rules_takes_none():
    with pytest.raises(Refused, match="takes no preset: its own rules say all of that"):
        ARQ.with_preset(MINE)
    assert ARQ.with_preset({}) is ARQ


# --- what the referee begins -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "takes"), [({}, True), ({"concentration": False}, False), ({"source": "ana"}, True)]
)
def test_what_the_referee_begins_takes_concentration_as_usual(said: dict[str, Any], takes: bool):
    game = rust()
    change = {"what": "condition", "subject": "ana", "name": "linked"}
    game.say(c.Adjust.model_validate({"note": "so be it", "change": {**change, **said}}))
    [linked] = game.combat.conditions.on("ana", "linked")
    assert (linked.left, linked.concentration) == (10, takes)
    game.say(c.Adjust.model_validate({"note": "so be it", "change": change}))
    assert len(game.combat.conditions.on("ana", "linked")) == 1 + (not takes)


def test_a_field_of_the_sheet_is_no_pool_wherever_it_stands():
    sheet = RULES.with_preset(MINE).sheet_of("combatant").read({"pools": {"ac": 15, "grog": 2}})
    assert sheet == {"armour class": 15, "pool/grog/current": 2}
    with pytest.raises(Refused, match="whole number"):
        RULES.with_preset(MINE).sheet_of("combatant").read({"pools": {"ac": "thick"}})


def link(game: Game, *whom: str, source: str = "ana") -> None:
    """The referee says that several are linked by somebody."""
    for who in whom:
        change = c.ConditionFix(subject=who, name="linked", source=source)
        game.say(c.Adjust(change=change, note="so be it"))


def test_the_source_concentrates_on_what_the_referee_begins_on_several():
    game = rust().joins("cy")
    link(game, "bo", "cy")
    [mind] = game.combat.conditions.on("ana", "concentrating")
    assert (mind.key, mind.left, mind.concentration) == ("linked", 10, True)
    linked = [game.combat.conditions.on(who, "linked")[0] for who in ("bo", "cy")]
    assert [(k.parent, k.source, k.until) for k in linked] == [(mind.id, "ana", None)] * 2
    game.say(c.Adjust(change=c.ConditionFix(subject="ana", name="linked"), note="another"))
    assert not game.combat.conditions.on("bo") + game.combat.conditions.on("cy")
    assert [k.name for k in game.combat.conditions.on("ana")] == ["linked"]


def test_the_source_concentrates_on_what_an_act_of_another_begins():
    game = rust().joins("cy")
    game.does("cy", "begin", name="linked", bearer="bo", source="ana")
    assert not game.combat.conditions.on("cy")
    assert game.combat.conditions.on("bo")[0].parent == game.combat.conditions.on("ana")[0].id
    results = [{"what": "condition", "subject": who, "name": "linked"} for who in ("bo", "cy")]
    act = {"type": "act", "who": "ana", "manoeuvre": "link", "targets": ["bo", "cy"]}
    game.say_plainly({**act, "results": results})
    [mind] = game.combat.conditions.on("ana", "concentrating")
    found = [k.parent for who in ("bo", "cy") for k in game.combat.conditions.on(who, "linked")]
    assert found == [mind.id, mind.id]


@pytest.mark.parametrize("whom", [("bo", "ana", "cy"), ("ana", "bo", "cy")])
def test_one_act_on_others_and_on_oneself_takes_one_concentration(whom: tuple[str, ...]):
    game = rust().joins("cy")
    results = [{"what": "condition", "subject": who, "name": "linked"} for who in whom]
    game.say_plainly({"type": "act", "who": "ana", "manoeuvre": "link", "results": results})
    [mind] = game.combat.conditions.on("ana", "concentrating")
    found = [k for who in whom for k in game.combat.conditions.on(who, "linked")]
    assert [(k.subject, k.parent, k.concentration) for k in found] == [
        (who, mind.id, False) for who in whom
    ]
    game.does("ana", "begin", name="linked")
    assert [k.subject for k in game.combat.conditions.all.values()] == ["ana"]


def test_frightened_falls_as_each_turn_of_its_bearer_ends_and_dying_goes_up_to_four():
    game = Game(preset=SHIPPED["pathfinder-2e"], order="as added").joins("ana").joins("bo").round()
    game.does("ana", "begin", name="frightened", bearer="bo", level=2)
    game.does("ana", "begin", name="dying", level=3).does("ana", "change", name="dying", by=3)
    game.ends("ana")
    levels = [k.level for who in ("ana", "bo") for k in game.combat.conditions.on(who)]
    assert levels == [4, 2]
    assert [k.level for k in game.ends("bo").combat.conditions.on("bo")] == [1]
    game.does("ana", "end", name="dying").round().ends("ana").ends("bo")
    assert not game.combat.conditions.on("bo")
    assert game.events(e.ConditionEnded)[-1].why == "down to 0"


# --- what changes goes by any of its names ---------------------------------------------------


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
    assert standing(game, "bo", "pinned") == e.Until(span="turn", whose="ana", edge="begin")
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


def test_who_is_grabbed_in_a_turn_is_so_until_the_next_of_the_grabber_ends():
    game = Game(preset=SHIPPED["pathfinder-2e"], order="as added").joins("ana").joins("bo").round()
    game.does("ana", "begin", name="grabbed", bearer="bo").ends("ana")
    assert game.combat.conditions.has("bo", "grabbed")
    game.ends("bo").round().ends("ana")
    assert not game.combat.conditions.has("bo", "grabbed")
