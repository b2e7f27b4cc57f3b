"""Every event has its sentence, in the words of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import events as e
from domain.log.codec import STORED, Entry, Meta
from domain.ruleset.ruleset import ConditionKind, FactKind, OpenPoint, Pool
from domain.state.combat import EMPTY, Combat, evolve
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import Telling
from projections.wording.events import SENTENCES, sentence
from tests.support.goldens.stories import second_thoughts
from tests.support.logs.recorded_logs import first_trace
from tests.support.logs.recorded_playouts import RULES

HALVES = replace(
    RULES,
    scale=2,
    words={
        **RULES.words,
        "does offhand": "strikes with the other hand",
        "does pull": "pulls the {using} out of {targets}",
        "comes to parted": "{who} leaves {of}",
        "says gives way": "gives way to {to}",
        "wound 3": "deep wound",
        "wound toward": "from",
        "stands rear": "{of} is behind {toward}",
        "rides whom": "{of} rides {whom}",
    },
    pools=(Pool("ap", "action points", "P1", 2), Pool("mana", "mana", "P2", keys=("red",))),
    conditions=(ConditionKind("wound", "wounded", "C1"),),
    facts=(
        FactKind("adjacent", "side by side", "F1", ("yes", "no"), "no", symmetric=True),
        FactKind("stands", "arc", "F2", ("front", "rear"), "front"),
        FactKind("rides", "rides", "F4"),
        FactKind("bears", "has it ready", "F3", ("yes", "no")),
    ),
    points=(OpenPoint("tie", ("attack", "defence"), "attack", "O1", "who wins a tie"),),
)


def test_every_event_has_its_sentence():
    assert set(SENTENCES) == {row.event for row in STORED.values()}


def people() -> Combat:
    """Erik and Cogan, a strike in progress, an open question and a wound."""
    combat = EMPTY
    for event in (
        e.Joined(subject="erik", name="Erik"),
        e.Joined(subject="cogan", name="Cogan"),
        e.Acted(act="a1", who="erik", manoeuvre="strike", targets=("cogan",)),
        e.Declared(act="a2", manoeuvre="panic test"),
        e.Asked(question="q1", on="a1", about="react", slots=()),
        e.ConditionBegan(id="k1", subject="cogan", name="wound", until=e.Until(span="round")),
    ):
        combat = evolve(combat, event)
    return combat


def told(event: e.Event, full: bool = False, instead: dict[str, Any] | None = None) -> str:
    before = people()
    meta = Meta(seq=9, step=2, number=9, parent=8, at=0, answers=("q1", "cogan"))
    entry = SeenEntry("9", "8", Entry(meta, event), instead or {})
    return sentence(Telling(HALVES, before, evolve(before, event, None), entry, full))


def dice(**said: Any) -> e.DiceRolled:
    whole: dict[str, Any] = {
        "who": "erik",
        "purpose": "attack",
        "sort": "attempt",
        "sides": 6,
        "faces": (3, 5),
        "kept": (3, 5),
        "unit": 2,
        "total": 34,
        "provenance": "service",
        "label": e.DieLabel(round=1, roller=1, sort="attempt", r=0),
        "modifiers": (e.Modifier(source="", value=14), e.Modifier(source="riposte", value=4)),
    }
    return e.DiceRolled(**{**whole, **said})


def posting(how: Any, delta: int, balance: int, **said: Any) -> e.PoolChanged:
    whole = {"subject": "erik", "pool": "ap", **said}
    return e.PoolChanged(how=how, delta=delta, balance=balance, **whole)


def slots() -> tuple[e.Slot, ...]:
    return (
        e.Slot(id="erik", who="erik"),
        e.Slot(id="cogan", who="cogan", barred="3.4"),
        e.Slot(id="referee", who="referee", rank=1),
    )


ERIK_DEALS = e.Acted(act="a9", who="erik", manoeuvre="offhand", targets=("cogan",), using="dagger")

WOUND = e.ConditionBegan(
    id="k2",
    subject="cogan",
    name="wound",
    level=2,
    at="arm",
    toward="erik",
    until=e.Until(span="round", left=2),
)

SAID: dict[str, e.Event] = {
    "Erik rolls attack 17 = 2d6 [3, 5] + 7 + 2 riposte": dice(),
    "Erik rolls attack 17 = 1/2 x 2d6 [3, 5] + 7 + 2 riposte, typed": dice(
        provenance="typed", unit=1
    ),
    "Erik rolls attack 17 = 2d6 [5] (without 3)": dice(kept=(5,), dropped=(3,), modifiers=()),
    "Erik rolls attack 9 = 7 + 2 riposte": dice(faces=(), kept=(), total=18),
    "Erik rolls attack -1/2 = - 1/2 wound": dice(
        faces=(), kept=(), total=-1, modifiers=(e.Modifier(source="wound", value=-1),)
    ),
    "Erik rolls attack 0 = 0": dice(faces=(), kept=(), total=0, modifiers=()),
    "Erik draws queen for melee (12), typed": e.CardDrawn(
        who="erik", purpose="melee", deck="poker", card="queen", rank=24, provenance="typed"
    ),
    "Erik pays 2 AP, 4 left": posting("pay", -4, 8),
    "Erik pays 1/2 of 2 AP, 0 left": posting("pay", -1, 0, wanted=-4),
    "Erik loses 1 1/2 AP, 1/2 left": posting("lose", -3, 1),
    "Erik gains 1 1/2 AP, 1/2 left": posting("lose", 3, 1),
    "Erik gives 1 red mana, 2 left": posting("move", -1, 2, pool="mana", key="red"),
    "Erik takes 1 life, 2 left": posting("move", 1, 2, pool="life"),
    "Erik: AP filled to 6 1/2": posting("fill", 9, 13),
    "Erik: AP set to 2": posting("set", 2, 4),
    "Erik: AP from 0 to 4": e.PoolLimited(subject="erik", pool="ap", least=0, most=8),
    "Erik: AP at most 4": e.PoolLimited(subject="erik", pool="ap", most=8),
    "Erik: called Erik the Grey": e.Edited(subject="erik", name="Erik the Grey"),
    "Erik: for b, might 2": e.Edited(subject="erik", side="b", traits={"might": 4}),
    "Erik: in the hands of p2": e.Edited(subject="erik", controller="p2"),
    "Erik: AP without limits": e.PoolLimited(subject="erik", pool="ap"),
    "Cogan: wounded, level 2, at arm, from Erik, until the end of the combat turn"
    " (2 combat turns to go)": WOUND,
    "Cogan: deep wound (left)": e.ConditionBegan(
        id="k2", subject="cogan", name="wound", level=3, key="left"
    ),
    "Erik: locking, toward Cogan, while Cogan is wounded": e.ConditionBegan(
        id="k2",
        subject="erik",
        name="locking",
        toward="cogan",
        until=e.Until(span="condition", name="k1"),
    ),
    "Cogan: wounded, level 2, 1 combat turn to go": e.ConditionChanged(id="k1", level=2, left=1),
    "Cogan: deep wound, 1 combat turn to go": e.ConditionChanged(id="k1", level=3, left=1),
    "Cogan: wounded ends (healed)": e.ConditionEnded(id="k1", why="healed"),
    "Cogan: wounded ends (at the end of the combat turn)": e.ConditionEnded(
        id="k1", why="until the end of the round"
    ),
    "Something hidden ends": e.ConditionEnded(id="hidden"),
    "Cogan and Erik: side by side": e.FactSet(
        of="cogan", name="adjacent", toward="erik", value="yes"
    ),
    "Cogan and Erik: no longer side by side": e.FactSet(
        of="cogan", name="adjacent", toward="erik", value="no"
    ),
    "Cogan is behind Erik": e.FactSet(of="cogan", name="stands", toward="erik", value="rear"),
    "Cogan toward Erik: front (arc)": e.FactSet(
        of="cogan", name="stands", toward="erik", value="front"
    ),
    "Cogan rides Erik": e.FactSet(of="cogan", name="rides", value="erik"),
    "Cogan (sword): has it ready": e.FactSet(of="cogan", name="bears", toward="sword", value="yes"),
    "Door: 2 (locks)": e.FactSet(of="door", name="locks", value=2),
    "Who wins a tie: defence": e.FactSet(of="table", name="tie", value="defence"),
    "House: yes": e.FactSet(of="table", name="house", value=True),
    "House: none": e.FactSet(of="table", name="house", value=None),
    "Erik: AP at least -1": e.PoolLimited(subject="erik", pool="ap", least=-2),
    "Erik: no more AP": e.PoolRemoved(subject="erik", pool="ap", left=4),
    "Reported by avrae": e.Reported(source="avrae", id="m1"),
    "Reported by avrae, 2026-03-01 19:04:12, burning of Erik, from its state, not its log": (
        e.Reported(
            source="avrae", time="2026-03-01T19:04:12", effect="burning", of="erik", inferred=True
        )
    ),
    "2 goes were not logged": e.Gap(says=2, what="goes"),
    "1 go was not logged": e.Gap(says=1, what="goes"),
    "Some happenings were not logged, nobody knows how many": e.Gap(),
    "Phase of Erik is taken back": e.TurnEnded(who=("erik",), taken_back=True),
    "Combat turn 2 is taken back": e.RoundEnded(n=2, taken_back=True),
    "Erik moves from 3,4 to 5,4": e.Moved(subject="erik", was="3,4", place="5,4"),
    "Erik strikes with the other hand at Cogan with dagger": ERIK_DEALS,
    "Erik goes on and pulls the dagger out of Cogan": e.Acted(
        act="a9", who="erik", manoeuvre="pull", on="a1", targets=("cogan",), using="dagger"
    ),
    "Erik: full attack at Cogan": e.Acted(
        act="a9", who="erik", manoeuvre="full attack", targets=("cogan",)
    ),
    "Erik goes on and dashes": e.Acted(act="a9", who="erik", manoeuvre="dash", on="a1"),
    "Panic test": e.Acted(act="a9", manoeuvre="panic test"),
    "Cogan reacts: jump back": e.Reacted(act="a9", who="cogan", manoeuvre="jump back", on="a1"),
    "Erik means to strike Cogan": e.Declared(
        act="a9", who="erik", manoeuvre="strike", targets=("cogan",)
    ),
    "Erik declares full attack": e.Declared(act="a9", who="erik", manoeuvre="full attack"),
    "Due: panic test": e.Declared(act="a9", manoeuvre="panic test"),
    "Erik's strike is taken back: no longer adjacent": e.Withdrawn(
        act="a1", why="no longer adjacent"
    ),
    "Panic test is taken back": e.Withdrawn(act="a2", why="taken back"),
    "Cogan takes an answer back": e.Withdrawn(),
    "A reaction? (Erik and Cogan, who may not: 3.4 | the referee)": e.Asked(
        question="q2", on="a1", about="declare", slots=slots()
    ),
    "Again: gamble (nobody)": e.Asked(question="q1", on="a1", about="gamble", slots=()),
    "The referee: first go (who Erik and Cogan, by Erik 2)": e.Answered(
        who="referee", choice="first go", params={"who": ["erik", "cogan"], "by": {"erik": 2}}
    ),
    "Erik gives way to Cogan (steps 1, low, no far)": e.Answered(
        who="erik",
        choice="gives way",
        params={"to": "cogan", "steps": 1, "low": "yes", "far": False},
    ),
    "Erik gives way to somebody or something": e.Answered(who="erik", choice="gives way"),
    "The referee: pair (pairs Erik with Cogan, why 1+1)": e.Answered(
        who="referee", choice="pair", params={"pairs": "erik+cogan", "why": "1+1"}
    ),
    "Erik passes": e.Answered(who="erik", choice="pass"),
    "Erik's strike on Cogan: hit (attack 8 1/2, by a hair)": e.Resolved(
        act="a1", stage="hit", outcome="hit", figures={"attack": 17, "by": "a hair"}, of="cogan"
    ),
    "A critical wound on Cogan (damage 30)": e.Resolved(
        act="phase",
        stage="critical",
        outcome="a critical wound",
        figures={"damage": 60},
        of="cogan",
    ),
    "Something hidden: hit": e.Resolved(act="hidden", stage="", outcome="hit"),
    "Erik leaves Cogan (by 1)": e.Resolved(
        act="a1", stage="", outcome="parted", of="cogan", figures={"by": 2}
    ),
    "Erik's strike is over": e.Closed(frame="a1"),
    "The question is closed: do what was declared, in turn (the combat ended)": e.Closed(
        frame="q1", how="the combat ended"
    ),
    "The bridge (Toy, edition 1), the table's word counts": e.CombatOpened(
        ruleset="toy", edition="1", title="The bridge", mode="record"
    ),
    "Wolf (creature) comes in for Erik, hidden": e.Joined(
        subject="wolf", kind="creature", name="Wolf", side="erik", hidden=True
    ),
    "Erik is in the hands of Cogan": e.Joined(subject="erik", name="Erik", controller="cogan"),
    "Erik is in the hands of nobody": e.Joined(subject="erik", name="Erik"),
    "Erik leaves: fled": e.Left(subject="erik", why="fled"),
    "The combat is over: all fled": e.CombatEnded(why="all fled"),
    "Combat turn 2 is over": e.RoundEnded(n=2),
    "Phase of Erik and Cogan, resumed (chose)": e.TurnBegan(
        who=("erik", "cogan"), why="chose", resumes=True
    ),
    "Phase of Erik is held (delays)": e.TurnEnded(who=("erik",), held=True, why="delays"),
    "Movement": e.PhaseBegan(phase="movement"),
    "Movement is over": e.PhaseEnded(phase="movement"),
    "Initiative: Cogan 2 1/2, Erik 2 = wolf (rolled)": e.OrderSet(
        scope="initiative",
        order=(("cogan",), ("erik", "wolf")),
        why="rolled",
        scores={"cogan": 5, "erik": 4},
    ),
    "p1 commits to salt": e.Committed(who="p1", what="salt", commitment="x"),
    "p1 reveals salt: y": e.Revealed(who="p1", what="salt", value="y"),
    "The fight came from another server and goes on here, with new dice keys (era 2)": e.EraBegan(
        era=2, commitments={}
    ),
    "A note": e.Noted(text=e.TextRef(id="t1", digest="d")),
    "P1 contests distance of entries 40 to 42 (3.3) and claims: go back to entry 39;"
    " p3 and p4 to rule; play waits": e.Contested(
        asker="p1",
        entry=40,
        upto=42,
        fact="distance",
        clause="3.3",
        claim={"remedy": "go-back", "to": 39},
        by="vote",
        pause=True,
        parties=("p1", "p2"),
        deciders=("p3", "p4"),
    ),
    "P3 votes to uphold it (dispute 44)": e.DisputeAnswered(dispute=44, who="p3", choice="uphold"),
    "The vote rules on dispute 44 (3.3): go back to entry 39": e.DisputeRuled(
        dispute=44, by="vote", remedy={"remedy": "go-back", "to": 39}, clause="3.3"
    ),
    "The referee rules on dispute 44: the ruling stands, roll entry 40 again,"
    " in a case of their own": e.DisputeRuled(
        dispute=44,
        by="referee",
        remedy={"remedy": "re-roll", "entry": 40},
        own_case=True,
        stands=True,
    ),
    "P2 appeals (dispute 44) and claims: let it stand; the referee to rule": e.DisputeAppealed(
        dispute=44,
        who="p2",
        claim={"remedy": "let-stand"},
        by="referee",
        parties=("p1", "p2"),
        deciders=("referee",),
    ),
    "p1 sits down as player for Erik": e.SeatOpened(
        seat="s1", person="p1", role="player", combatants=("erik",)
    ),
    "Seat s1 is now player for Erik, with a new link": e.SeatChanged(
        seat="s1", role="player", combatants=("erik",), renewed=True
    ),
    "Seat s1 is closed": e.SeatClosed(seat="s1"),
    "P1 asks to undo from entry 20 to entry 17; p2 and the referee must agree": e.UndoRequested(
        asker="p1", must=("p2", "referee"), until=9, how="undo", was=20, to=17
    ),
    "P1 asks to jump from entry 20 to entry 17, as a free move": e.UndoRequested(
        asker="p1", until=9, how="jump", was=20, to=17
    ),
    "P2 blocks further undo requests": e.UndoAnswered(who="p2", choice="block"),
    "The undo policy is now consent, with 2 free for each player": e.UndoPolicySet(
        policy="consent", allowance=2
    ),
    "The referee asks for a re-roll of entry 20; p1 must agree": e.RerollRequested(
        asker="referee", must=("p1",), until=9, entry=20
    ),
    "P1 refuses the re-roll": e.RerollAnswered(who="p1", choice="refuse"),
    "P2 confirms the dice of entry 20": e.Witnessed(who="p2", entry=20),
    "Erik's secret hide no longer counts: no round has begun": e.SecretFell(
        who="erik", what="hide", why="no round has begun"
    ),
}


@pytest.mark.parametrize("said", SAID)
def test_an_event_in_a_sentence(said):
    assert told(SAID[said]) == said


def test_every_kind_of_event_was_told_above_or_in_a_transcript():
    above = {type(event) for event in SAID.values()}
    log = [*first_trace(RULES).log, *second_thoughts().log]
    assert above | {type(entry.event) for entry in log} == set(SENTENCES)


def test_what_is_in_doubt_is_told_without_a_balance():
    in_doubt = {"balance": None, "wanted": None}
    assert told(posting("lose", -4, 8), instead=in_doubt) == "Erik loses 2 AP"
    assert told(posting("fill", 0, 8), instead=in_doubt) == "Erik: AP filled"


def test_in_full_what_was_said_with_an_act_is_told():
    act = e.Acted(act="a9", who="erik", manoeuvre="move", params={"beside": [], "steps": 2})
    assert told(act) == "Erik moves (steps 2)"
    assert told(act, full=True) == "Erik moves (beside nobody, steps 2)"
