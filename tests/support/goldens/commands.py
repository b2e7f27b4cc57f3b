"""Rich examples of every command, in the order in which they came; add to the end."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain import events as e

TEXT = e.TextRef(id="t17", digest="0f" * 32)
STRIKE: dict[str, Any] = {
    "note": TEXT,
    "who": "ana",
    "manoeuvre": "strike",
    "targets": ("bert",),
    "using": "sword",
    "params": {"aim": "arm"},
    "risk": {"strike": 2},
    "faces": {"strike": (17, 4)},
    "against": True,
}
ROLL: dict[str, Any] = {
    "note": TEXT,
    "who": "ana",
    "about": "roll",
    "choice": "roll",
    "toward": "bert",
    "params": {"high": True},
    "risk": 2,
    "faces": (17,),
    "card": "Queen",
    "witness": "p2",
    "against": True,
}
COMMANDS: tuple[c.Command, ...] = (
    c.Open(
        note=TEXT,
        ruleset="toy",
        title="The ford",
        mode="record",
        policy="strict",
        settings={"ties": "reroll", "limit": 3, "open": True},
    ),
    c.Join(
        note=TEXT,
        subject="ana",
        name="Ana",
        kind="creature",
        side="reds",
        controller="p1",
        traits={"might": 7, "wounds": [1, 2]},
        hidden=True,
        instead="bert",
    ),
    c.Leave(note=TEXT, who="ana"),
    c.End(note=TEXT),
    c.Act(**STRIKE),
    c.Declare(**STRIKE),
    c.Withdraw(note=TEXT, who="ana", toward="bert"),
    c.Answer(**ROLL),
    c.PassAll(note=TEXT, who="ana"),
    c.Roll(
        note=TEXT,
        who="ana",
        purpose="luck",
        count=3,
        sides=20,
        bonus=-1,
        faces=(1, 2, 3),
        hidden=True,
    ),
    c.Draw(note=TEXT, who="ana", deck="fate", purpose="luck", card="Queen"),
    c.Adjust(note=TEXT, change=c.PoolFix(subject="ana", pool="mana", key="red", delta=-2)),
    c.Adjust(
        note=TEXT,
        change=c.ConditionFix(
            subject="ana", name="hurt", begin=False, level=2, toward="bert", at="arm"
        ),
    ),
    c.Adjust(note=TEXT, change=c.FactFix(of="ana", name="adjacent", toward="bert", value="yes")),
    c.Adjust(note=TEXT, change=c.PlaceFix(subject="ana", place="ford")),
    c.Adjust(note=TEXT, change=c.OrderFix(scope="round", order=("ana", "bert"))),
    c.Rule(note=TEXT, point="ties", value="reroll"),
    c.Rewind(note=TEXT, how="jump", span="round", to=17),
    c.Commit(note=TEXT, what="salt", commitment="c0" * 32),
    c.Reveal(note=TEXT, what="salt", value="seven swans"),
    c.Note(note=TEXT, about=17),
    c.SeatOpen(note=TEXT, person="Anna Berg", role="player", combatants=("ana",)),
    c.SeatChange(note=TEXT, seat="s1", role="spectator", combatants=("bert",)),
    c.SeatRenew(note=TEXT, seat="s1"),
    c.SeatClose(note=TEXT, seat="s1"),
    c.Correct(
        note=TEXT,
        how="insert",
        step=12,
        where="after",
        upto=14,
        dice="fall",
        command=c.Leave(note=TEXT, who="ana"),
    ),
    c.AskUndo(note=TEXT, how="jump", span="turn", to=17),
    c.AnswerUndo(note=TEXT, choice="agree", who="p2"),
    c.UndoPolicy(note=TEXT, policy="strict", allowance=2),
    c.Contest(
        note=TEXT,
        entry=40,
        upto=44,
        fact="beside",
        clause="3.3",
        by="vote",
        pause=True,
        claim=c.Amend(
            entry=41, how="insert", where="after", command=c.Leave(who="ana"), upto=44, dice="fall"
        ),
    ),
    c.AnswerDispute(note=TEXT, dispute=51, choice="appeal", who="p2", claim=c.GoBack(to=12)),
    c.RuleDispute(
        note=TEXT,
        dispute=51,
        clause="3.3",
        remedy=c.Compensate(change=c.PoolFix(subject="ana", pool="mana", delta=1)),
    ),
    c.RuleDispute(note=TEXT, dispute=51, remedy=c.ReRoll(entry=41)),
    c.RuleDispute(note=TEXT, dispute=51, remedy=c.LetStand()),
    c.Adjust(note=TEXT, change=c.PoolFix(subject="ana", pool="mana", delta=1), cites=51),
    c.Note(note=TEXT, about=17, bookmark=True),
    c.AskFreshDice(note=TEXT, about=17),
    c.AnswerFreshDice(note=TEXT, choice="refuse", who="p2"),
    c.Witness(note=TEXT, about=17),
    c.RevealKeys(note=TEXT, hidden=True),
    c.GoOn(note=TEXT),
    c.Act(**STRIKE, on_behalf=True),
    c.Declare(**STRIKE, on_behalf=True),
    c.Withdraw(note=TEXT, who="ana", toward="bert", on_behalf=True),
    c.Answer(**ROLL, on_behalf=True),
    c.PassAll(note=TEXT, who="ana", on_behalf=True, present=("bert",)),
    c.Adjust(
        note=TEXT, change=c.OrderFix(scope="order", scores={"ana": [15, "2.5"], "bert": "15.14"})
    ),
    c.Adjust(
        note=TEXT,
        change=c.ConditionFix(
            subject="ana",
            name="hurt",
            level=-1,
            until=c.Duration(span="turn", left=4800, whose="bert", edge="begin"),
            source="cleo",
            parent="12.4",
            concentration=True,
        ),
    ),
    c.Adjust(
        note=TEXT,
        change=c.ConditionChange(
            subject="ana",
            name="hurt",
            level=3,
            toward="bert",
            until=c.Duration(left=2),
            endless=True,
        ),
    ),
    c.Adjust(
        note=TEXT,
        change=c.PoolFix(subject="ana", pool="mana", key="temporary", to=4, least=0, most="none"),
    ),
    c.Edit(
        note=TEXT, who="ana", name="Ana the Fox", side="blues", controller="p2", traits={"might": 8}
    ),
    c.Open(
        note=TEXT,
        ruleset="toy",
        title="The ford",
        mode="record",
        policy="strict",
        settings={"limit": 3},
        preset={"title": "Toys", "sheet": {"might": {"is": "number"}}},
    ),
)
