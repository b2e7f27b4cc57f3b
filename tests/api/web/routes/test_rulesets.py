"""The games over HTTP: what is read off their tables, and what depends on the combat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from api.read.offers import offer
from api.service.service import Service
from api.web.routes.rulesets import describe_ruleset
from api.web.schemas.ruleset_schema import _WORDS, blank_schema
from domain.legality.option import Option
from domain.legality.options import options
from domain.ruleset.ruleset import Blank, Choice, Manoeuvre, OpenPoint, Refused, Supply, Window
from domain.ruleset.scene import Scene
from domain.ruleset.sheets.records import Record, fields
from domain.ruleset.sheets.sheet import Sheet
from domain.rulesets import ruleset
from domain.state.combat import EMPTY
from domain.state.viewer import TABLE as REFEREES
from tests.support.clients.http_client import Table, json_of
from tests.support.fights.kaiser import MAGE, YRSA, Fight, duel
from tests.support.fights.kaiser import RULES as KAISER
from tests.support.games.toy import TOY


def test_a_game_is_read_off_its_tables(table: Table):
    game = table.nobody.read("/v1/rulesets/toy")
    move = next(m for m in game["manoeuvres"] if m["name"] == "move")
    assert move["cost"] == [
        {"pool": "ap", "key": "", "says": "action points", "unit": 1, "amount": 1, "at_most": None}
    ]
    assert move["parameters"]["properties"] == {
        "beside": {"type": ["array", "string"], "items": {"type": "string"}}
    }
    assert "combat" in move["parameters"]["x-depends"]
    assert (move["clause"], move["kinds"]) == ("T3", ["action"])
    assert game["clauses"]["T3"] == "Moving"
    assert game["sequence"].startswith("round (begun by the referee)")
    assert {w["about"] for w in game["windows"]} >= {"declare", "react", "follow", "roll"}


def test_the_words_of_its_events_are_published_with_their_meaning(table: Table):
    game = table.nobody.read("/v1/rulesets/toy")
    assert game["glossary"]["beside"] == "who is adjacent then"
    assert (
        game["glossary"]["taken back"]
        == "it was taken back before it was done, or by the source that reports it"
    )


def test_the_choices_of_a_window_are_published_unless_they_depend_on_the_combat(service: Service):
    amount = Blank("amount", "number", says="how much")
    asks = Window("ask", "ask", "1", choices=lambda *_: (Choice("give", "give it", (amount,)),))
    hides = Window("hide", "hide", "2", choices=raises)
    service.rulesets = lambda: {"toy": replace(TOY, windows={"ask": asks, "hide": hides})}
    shown = Table.opened(service).nobody.read("/v1/rulesets/toy")["windows"]
    choices = {window["about"]: window["choices"] for window in shown}
    [give] = choices["ask"]
    assert (give["name"], give["says"]) == ("give", "give it")
    assert give["parameters"]["properties"]["amount"]["description"] == "how much"
    assert (choices["hide"], choices["declare"]) == (None, [])


def raises(*_: Any) -> Any:
    raise Refused("", "that depends")


def nothing(*_: Any) -> dict[str, int]:
    return {"ap": 0}


def test_a_price_that_depends_on_what_is_chosen_is_left_to_the_options():
    shown = {m["name"]: m["cost"] for m in describe_ruleset(ruleset("kaiser"))["manoeuvres"]}
    assert [shown[name] for name in ("cast", "phenom", "attack intention")] == [None] * 3
    assert (shown["talk"], shown["dash"][0].amount) == ([], 3)


def prices(fight: Fight, manoeuvre: str) -> list[tuple[Any, ...]]:
    """What each way to do something costs, as it is offered: with what, of which pool, how much."""
    scene = Scene(fight.combat, KAISER)
    offered = options(fight.combat, KAISER, REFEREES)
    mine = (each for each in offered if each.command.get("manoeuvre") == manoeuvre)
    return [
        (each.command.get("using"), price.pool, price.key, price.amount, price.at_most)
        for each in mine
        for price in offer(each, scene).cost
    ]


@pytest.mark.parametrize(("advantage", "told"), [(1, "best"), (-1, "worst")])
def test_dice_say_whether_the_best_or_the_worst_of_them_count(advantage: int, told: str):
    fight = duel().does("xan", "attack", "yrsa", using="long sword", advantage=advantage)
    [roll] = [one for one in options(fight.combat, KAISER, REFEREES) if one.throw]
    dice = offer(roll, Scene(fight.combat, KAISER)).dice
    assert dice is not None
    assert dice.says.endswith(f"3d6, the {told} 2 count.")


def test_the_price_of_a_spell_is_offered_with_each_spell():
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "magic", how="mass").all_declared().initiative("mage", "yrsa")
    assert sorted(prices(fight, "cast")) == [
        ("firebolt", "mass", "", 20, None),
        ("flare", "mass", "", 30, None),
        ("hypnotic display", "mass", "", 40, None),
    ]


def test_a_price_of_as_much_as_one_likes_is_offered_up_to_the_most():
    seer = {**YRSA, "potential": 5, "phenom projection": 6}
    fight = Fight().joins("seer", side="a", **seer).joins("yrsa", side="b", **YRSA).round()
    fight.intends("seer", "manifest", how="manifest").all_declared().initiative("seer", "yrsa")
    assert prices(fight, "phenom") == [(None, "potential", "", 1, 5)]


def test_what_depends_on_the_combat_is_left_to_its_options(service: Service):
    asks = Manoeuvre("ask", "ask", "1", ("action",), (), cost=raises, blanks=raises)
    wield = Manoeuvre("wield", "wield", "2", ("action",), (), cost=nothing)
    game = replace(TOY, manoeuvres=(asks, wield))
    service.rulesets = lambda: {"toy": game}
    shown = Table.opened(service).nobody.read("/v1/rulesets/toy")["manoeuvres"]
    assert [(m["name"], m["cost"]) for m in shown] == [("ask", None), ("wield", None)]
    assert shown[0]["parameters"] is None


def test_the_settings_of_a_table_have_a_schema(service: Service):
    points = (
        OpenPoint("ties", ("attack", "defence"), "attack", "6.3", "who wins a tie"),
        OpenPoint("dice", ("1", "as said"), "1", "", "how many"),
        OpenPoint("place", (), "a ford", "", "where it is fought"),
    )
    game = replace(TOY, points=points)
    service.rulesets = lambda: {"toy": game}
    table = Table.opened(service, settings={"ties": "defence"})
    schema = table.nobody.read("/v1/rulesets/toy")["settings"]
    assert schema["properties"] == {
        "ties": {
            "description": "who wins a tie",
            "default": "attack",
            "enum": ["attack", "defence"],
            "x-clause": "6.3",
        },
        "dice": {"description": "how many", "default": "1", "enum": ["1", "as said", 1]},
        "place": schema["properties"]["place"],
    }
    place = schema["properties"]["place"]
    assert [each["type"] for each in place["anyOf"]] == ["string", "integer"]
    assert (place["description"], place["default"]) == ("where it is fought", "a ford")
    settings = table.ana.read("state")["settings"]
    assert [(s["key"], s["value"], s["is_default"]) for s in settings] == [
        ("ties", "defence", False),
        ("dice", "1", True),
        ("place", "a ford", True),
    ]


def test_each_kind_of_subject_has_the_schema_of_its_sheet(service: Service):
    sheet = Sheet(Record(fields("T1 | might | 0..6 [2] | points | how strong one is"), title="It"))
    service.rulesets = lambda: {"toy": replace(TOY, sheets={"combatant": sheet})}
    table = Table.opened(service)
    sheets = table.nobody.read("/v1/rulesets/toy")["sheets"]
    assert sheets["combatant"]["properties"] == {
        "might": {
            "type": "integer",
            "minimum": 0,
            "maximum": 6,
            "default": 2,
            "description": "how strong one is",
            "x-unit": "points",
            "x-clause": "T1",
        }
    }
    assert sheets["thing"]["additionalProperties"]["anyOf"]
    refused = table.rita.tries("join", subject="bo", traits={"might": 7})
    assert json_of(refused)["detail"].startswith("Might is a whole number from 0 to 6, not 7 (")
    table.rita.says("join", subject="bo", traits={"might": 6})


def test_what_no_rule_reads_is_named_in_the_answer(service: Service):
    sheet = Sheet(Record(fields("T1 | might | 0..6 [2] | points | how strong one is")))
    service.rulesets = lambda: {"toy": replace(TOY, sheets={"combatant": sheet})}
    table = Table.opened(service)
    traits = {"weight": 3, "made of": "oak"}
    joined = table.rita.says("join", subject="gate", kind="thing", traits=traits)
    assert joined["noted"] == ["/traits/weight", "/traits/made of"]
    assert "noted" not in table.rita.says("join", subject="bridge", kind="thing")
    edited = table.rita.says("edit", who="gate", traits={"made~of": "ash"})
    assert edited["noted"] == ["/traits/made~0of"]
    assert "noted" not in table.rita.says("edit", who="gate", name="The gate")


def test_a_game_that_declares_no_sheets_says_so_and_takes_any_trait(table: Table):
    sheets = table.nobody.read("/v1/rulesets/toy")["sheets"]
    assert sheets["combatant"] == sheets["thing"]
    assert "does not declare" in sheets["combatant"]["description"]
    assert "noted" not in table.rita.says("join", subject="bo", traits={"might": 6})


TEXT = {"type": "string", "maxLength": 500, "pattern": _WORDS}
LIST = {"type": "array", "items": {"type": "string", "enum": ["a"]}, "uniqueItems": True}


@pytest.mark.parametrize(
    ("blank", "schema"),
    [
        (Blank("n", "number", least=1, most=5), {"type": "integer", "minimum": 1, "maximum": 5}),
        (Blank("n", "one", ("a", "b")), {"type": "string", "enum": ["a", "b"]}),
        (Blank("n", "text", says="words"), TEXT | {"description": "words"}),
        (Blank("n", "text", ("a",)), TEXT | {"examples": ["a"]}),
        (Blank("n", "text", never=("a", "b")), TEXT | {"not": {"enum": ["a", "b"]}}),
        (Blank("n", "some", ("a",)), LIST | {"minItems": 0, "maxItems": 1}),
        (Blank("n", "ordered", ("a",)), LIST | {"minItems": 1, "maxItems": 1}),
    ],
)
def test_every_blank_has_a_schema(blank: Blank, schema: dict[str, Any]):
    assert blank_schema(blank) == schema


def test_a_blank_says_what_it_may_not_hold_besides_another():
    unit, others = (
        Blank("unit", "one", ("a", "b")),
        Blank("with", "some", ("a", "b"), besides="unit"),
    )
    tokens = Supply("tokens", 7)
    dice = Blank("dice", "number", most=2, supply=tokens._replace(price=3))
    keep = Blank("keep", "number", most=3, supply=tokens, besides="dice")
    shown = offer(Option({"type": "answer"}, (unit, others, dice, keep)), Scene(EMPTY, TOY)).blanks
    assert [blank.schema_.get("x-besides") for blank in shown] == [
        None,
        {"pointer": "/params/unit"},
        None,
        {"pointer": "/params/dice", "left": 7, "price": 1, "their_price": 3},
    ]


def test_a_game_says_what_its_facts_hold_and_toward_whom_they_are():
    facts = {fact["name"]: fact for fact in describe_ruleset(ruleset("ninth-age-2e"))["facts"]}
    said = {name: (fact["holds"], fact["toward"], fact["scale"]) for name, fact in facts.items()}
    assert said["joined"] == ("somebody", "nobody", 1)
    assert facts["joined"]["says"] == "the unit that the Character stands in"
    assert said["distance"] == ("number", "somebody", 2)
    assert said["models"] == ("number", "nobody", 1)
    assert said["engaged"] == ("anything", "somebody", 1)


def test_an_option_filled_in_is_accepted(table: Table):
    option = table.ana.read("options")["options"][0]
    (blank,) = option["blanks"]
    assert blank["pointer"] == "/params/beside"
    command = {**option["command"], "params": {"beside": blank["schema"]["items"]["enum"][:1]}}
    assert option["cost"][0]["amount"] == 1
    table.ana.says(**command)
