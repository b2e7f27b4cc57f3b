"""A game made for trying out what a ruleset's functions may ask and say."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import (
    Asking,
    ConditionKind,
    Draw,
    FactKind,
    Manoeuvre,
    Mod,
    Modifier,
    OpenPoint,
    Pool,
    Slot,
    Throw,
    Until,
    Window,
)
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer
from domain.step.step import Step
from tests.support.games.toy_parts import slots, toy
from tests.support.story import Story


def risked(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Up to three dice for a blow."""
    return Throw(slot.who, "blow", "die", 6, None, (Modifier(source="might", value=4),), most=3)


def drawn(scene: Scene, asking: Asking, slot: Slot) -> Draw:
    return Draw(slot.who, "fate", "fate", {"Queen": 12})


def twice(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Two slots of one person, told apart by the foe."""
    foes = scene.foes(who := scene.doing(asking.on).who)  # type: ignore[union-attr]
    return tuple(Slot(id=f"{who} {foe}", who=who, about=foe) for foe in foes)


def everybody(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    return slots(scene.present())


LAB = toy(
    "lab",
    pools=(Pool("ap", "points", "L1"), Pool("debt", "debt", "L2", least=None)),
    conditions=(
        ConditionKind("weak", "weak", "L3", mods=(Mod(trait="might", value=-2),)),
        ConditionKind("numb", "numb", "L3", Until(span="round", left=2)),
        ConditionKind("doomed", "doomed", "L3", Until(span="round"), on_zero="doom"),
    ),
    facts=(FactKind("near", "near", "L4", ("yes", "no"), "no"),),
    points=(OpenPoint("tie", ("attack", "defence"), "attack", "L5", "who wins a tie?"),),
    decks={"fate": ("Queen", "Knave", "Queen")},
    opening=lambda traits: {"ap": 9},
    windows={
        "hush": Window("hush", "", "L6"),
        "hit": Window("hit", "roll", "L6", doer, throw=risked),
        "fate": Window("fate", "draw", "L6", twice, draw=drawn),
        "join in": Window(
            "join in", "", "L6", everybody, takes=("reaction", "follow on"), passes=True
        ),
        "ready": Window("ready", "", "L6", everybody, passes=True),
    },
    manoeuvres=(
        Manoeuvre("wait", "wait", "L7", ("action",), ("hush", "done")),
        Manoeuvre("point", "point", "L7", ("action",), ("done",), target=True),
        Manoeuvre("blow", "blow", "L7", ("action",), ("hit", "done")),
        Manoeuvre("tempt fate", "tempt fate", "L7", ("action",), ("fate", "done")),
        Manoeuvre("sing", "sing", "L7", ("action",), ("join in", "done")),
        Manoeuvre("hum", "hum", "L7", ("reaction",), ("done",)),
        Manoeuvre("chorus", "chorus", "L7", ("follow on",), ("done",)),
    ),
)


@LAB.stage("done")
def done(step: Step) -> None:
    """L8: It is done."""
    step.resolve("done")


@LAB.stage("doom")
def doom(step: Step) -> None:
    """L3: Whoever is doomed falls."""
    assert step.event is not None
    [doomed] = (k for k in step.combat.conditions.all.values() if k.name == "doomed")
    step.end_condition(doomed, "fell")


def lab(*faces: int, rules: Any = LAB) -> Story:
    return Story(rules, *faces).joins("ana", "bert", might=5, guild="smiths").round()
