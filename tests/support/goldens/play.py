"""Rich examples of every event of play."""

from __future__ import annotations

from domain import events as e
from domain.events import Event

LABEL = e.DieLabel(
    era=2, round=3, roller=2, sort="attempt", kind=1, origin=9, r=4, fresh=1, reroll=1
)
MIGHT = e.Modifier(source="might", value=-2)
SLOTS = (
    e.Slot(id="ana", who="ana"),
    e.Slot(id="bert-1", who="bert", about="9.1", rank=1, barred="A5.1"),
)

PLAY: tuple[Event, ...] = (
    e.CombatOpened(
        ruleset="toy",
        edition="2",
        title="The ford – at dawn",
        mode="record",
        policy="strict",
        era=2,
        commitments={"open": "b9c179c6", "deck:1": "00ff"},
        origin=e.WhatIfOrigin(combat="c-12ab", entry=40, maker="p3", revision="3"),
    ),
    e.Joined(
        subject="ana",
        kind="creature",
        name="Ana “the Fox”",
        side="reds",
        controller="p1",
        roller=2,
        traits={"might": 7, "race": "fox", "armed": True},
        hidden=True,
    ),
    e.Left(subject="bert", why="fled"),
    e.CombatEnded(why="dusk"),
    e.RoundBegan(n=3),
    e.RoundEnded(n=3),
    e.TurnBegan(who=("ana", "bert"), why="chose", resumes=True),
    e.TurnEnded(who=("ana", "bert"), why="waits", held=True),
    e.PhaseBegan(phase="movement"),
    e.PhaseEnded(phase="movement"),
    e.OrderSet(
        scope="round",
        order=(("ana",), ("bert", "cleo")),
        scores={"ana": 9, "bert": 4},
        why="agility",
    ),
    e.DiceRolled(
        who="ana",
        purpose="strike",
        sort="attempt",
        sides=20,
        faces=(17, 4, 11),
        kept=(17, 11),
        dropped=(4,),
        modifiers=(MIGHT,),
        unit=2,
        total=54,
        provenance="witnessed",
        key="hidden",
        label=LABEL,
        own="open",
        own_r=1,
    ),
    e.CardDrawn(
        who="ana",
        purpose="fate",
        deck="fate",
        card="Queen",
        copy_no=1,
        rank=12,
        shuffle=2,
        provenance="typed",
    ),
    e.Asked(
        question="11.2",
        on="11.1",
        about="react",
        slots=SLOTS,
        until="first",
        before="swing",
        params={"against": ["ana", 3], "why": None},
    ),
    e.Answered(who="ana", choice="parry", params={"half": True, "with": {"hand": "left"}}),
    e.Declared(
        act="9.1",
        who="ana",
        manoeuvre="strike",
        on="8.1",
        targets=("bert", "cleo"),
        using="sword",
        params={"aim": "arm"},
    ),
    e.Declared(act="9.4", who="cleo", manoeuvre="strike", against=True),
    e.Acted(
        act="9.2",
        who="ana",
        manoeuvre="strike",
        on="9.1",
        targets=("bert",),
        using="sword",
        params={"aim": "arm"},
    ),
    e.Reacted(
        act="9.3",
        who="bert",
        manoeuvre="parry",
        on="9.2",
        targets=("ana",),
        using="shield",
        params={"high": False},
        stands=True,
    ),
    e.Withdrawn(act="9.1", why="bert left", instead="strike"),
    e.Resolved(
        act="9.2", stage="blow", outcome="hit", figures={"attack": 19, "where": "arm"}, of="bert"
    ),
    e.Closed(frame="9.2", how="done"),
    e.PoolChanged(subject="ana", pool="mana", key="red", delta=-2, balance=0, how="pay", wanted=-3),
    e.PoolLimited(subject="ana", pool="mana", key="red", least=-1, most=9),
    e.ConditionBegan(
        id="12.4",
        subject="bert",
        name="bleeding",
        key="arm",
        toward="ana",
        level=2,
        at="left arm",
        detail={"wound": "deep"},
        mods=(e.Mod(trait="might", how="times", value=0),),
        until=e.Until(span="turn", whose="bert", name="turn", edge="begin", left=2),
        source="9.2",
    ),
    e.ConditionChanged(id="12.4", level=1, left=1),
    e.ConditionEnded(id="12.4", why="bandaged"),
    e.FactSet(of="ana", name="adjacent", toward="bert", was="no", value="yes"),
    e.Moved(subject="ana", was="bank", place="ford", index=0),
)
