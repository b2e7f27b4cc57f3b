"""A little fight with something of everything, held in the middle of a strike."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.events import Event
from domain.state.combat import EMPTY, Combat, evolve
from tests.support.goldens.play import MIGHT

LABEL = e.DieLabel(round=1, roller=1, sort="attempt", r=0)
ASK = e.Asked(
    question="5.2",
    on="5.1",
    about="roll",
    before="blow",
    params={"high": True},
    slots=(e.Slot(id="ana", who="ana"), e.Slot(id="bert", who="bert", rank=1)),
)
ROLLED = e.DiceRolled(
    who="ana",
    purpose="strike",
    sort="attempt",
    sides=20,
    faces=(17,),
    kept=(17,),
    total=19,
    modifiers=(MIGHT,),
    provenance="service",
    label=LABEL,
)
BLEEDS = e.ConditionBegan(
    id="4.1",
    subject="bert",
    name="bleeding",
    toward="ana",
    level=2,
    detail={"deep": True},
    mods=(e.Mod(trait="might", value=-1),),
    until=e.Until(span="turn", left=2),
    act="4.0",
)
FATE = e.CardDrawn(
    who="ana", purpose="fate", deck="fate", card="Queen", copy_no=1, rank=12, provenance="typed"
)
FILLED = e.PoolChanged(
    subject="ana", pool="mana", key="red", delta=3, balance=3, how="fill", wanted=5
)
PLAN = e.Declared(act="3.1", who="bert", manoeuvre="flee", params={"to": ["bank", 3]})
SKIRMISH: list[tuple[Event, tuple[str, str] | None]] = [
    (e.CombatOpened(ruleset="toy", edition="2", policy="strict"), None),
    (e.Joined(subject="cleo", name="Cleo", side="reds", hidden=True), None),
    (e.Joined(subject="ana", name="Ana", side="reds", roller=1, traits={"might": 7}), None),
    (e.Joined(subject="bert", name="Bert", side="blues", controller="p2", roller=2), None),
    (e.Joined(subject="fox", name="Fox", kind="creature", traits={"wild": True}), None),
    (e.OrderSet(scope="round", order=(("ana", "bert"),), scores={"ana": 9}, why="x"), None),
    (e.RoundBegan(n=1), None),
    (FILLED, None),
    (e.PoolLimited(subject="ana", pool="mana", key="red", least=0, most=9), None),
    (e.FactSet(of="ana", name="adjacent", toward="bert", value="yes"), None),
    (e.FactSet(of="table", name="ties", value=None), None),
    (e.Moved(subject="ana", place="ford"), None),
    (e.TurnBegan(who=("bert",)), None),
    (e.TurnEnded(who=("bert",), held=True), None),
    (e.TurnBegan(who=("ana",)), None),
    (BLEEDS, None),
    (PLAN, None),
    (e.Left(subject="fox"), None),
    (e.Joined(subject="cleo", name="Cleo", side="reds", roller=3), None),
    (FATE, None),
    (e.PhaseBegan(phase="blows"), None),
    (e.Acted(act="5.1", who="ana", manoeuvre="strike", targets=("bert",), using="sword"), None),
    (ASK, None),
    (ROLLED, ("5.2", "ana")),
    (e.Reported(source="avrae", time="19:04", act="5.1", who="ana", known_as="x5"), None),
    (e.Gap(says=2, what="goes"), None),
    (e.Resolved(act="5.1", stage="aim", outcome="true", figures={"by": 2, "at": "arm"}), None),
]


def after(told: list[Any]) -> Combat:
    combat = EMPTY
    for event, answers in told:
        combat = evolve(combat, event, answers)
    return combat
