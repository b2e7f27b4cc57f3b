"""One rich example of everything that is stored, and the bytes it was first stored as.

The files in `golden/` are for ever: what once was stored must still be read, so a line is never
changed or taken away. Add an example below, then `python -m tests.domain.goldens` appends the
lines that are missing and touches no other. What needs an example:

- a new name, such as `combat.dice-rolled/2`. The line of `/1` stays, and so does its example, now
  as the event that the upcast makes of it;
- a new field of an event or command, which has a default: one example more of the same name (in
  `LATER`, or at the end of `COMMANDS`) with the field set. The older lines still read.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from domain import commands as c
from domain import events as e
from domain.events import Event
from domain.wire import KEPT_NAMES, NAMES, Context, Kept, Meta, body_bytes, kept_bytes

FOLDER = Path(__file__).parent / "golden"

PLAYED = Meta(
    seq=41,
    step=12,
    nth=2,
    number=40,
    parent=40,
    cause="11.1",
    answers=("11.2", "ana"),
    by="p1",
    behalf="ana",
    at=1767225600123,
    id="cmd-7",
    audience=("p1", "referee"),
    clause="A4.2",
    basis="ruled",
    note=e.TextRef(id="t3", digest="ab" * 32),
)
TALKED = Meta(seq=7, step=3, number=7, by="p2", at=1767225600000)

TEXT = e.TextRef(id="t17", digest="0f" * 32)
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
        then="swing,blow",
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
        on_zero="bleed",
    ),
    e.ConditionChanged(id="12.4", level=1, left=1),
    e.ConditionEnded(id="12.4", why="bandaged"),
    e.FactSet(of="ana", name="adjacent", toward="bert", was="no", value="yes"),
    e.Moved(subject="ana", was="bank", place="ford", index=0),
)

TABLE: tuple[Event, ...] = (
    e.Asked(
        question="u1",
        on="turn",
        about="undo",
        slots=SLOTS,
        until="first",
        then="end",
        params={"to": 12},
    ),
    e.Answered(who="bert", choice="agree", params={"all": True}),
    e.Closed(frame="u1", how="agreed"),
    e.Contested(
        asker="p1",
        entry=40,
        upto=44,
        fact="beside",
        clause="3.3",
        claim={"remedy": "go-back", "to": 12},
        by="vote",
        pause=True,
        parties=("p1", "p2"),
        deciders=("p3",),
    ),
    e.DisputeAnswered(dispute=51, who="p3", choice="uphold"),
    e.DisputeRuled(
        dispute=51,
        by="vote",
        remedy={"remedy": "go-back", "to": 12},
        clause="3.3",
        own_case=True,
        stands=True,
    ),
    e.DisputeAppealed(
        dispute=51, who="p2", claim={"remedy": "let-stand"}, by="referee", deciders=("referee",)
    ),
    e.Committed(who="p1", what="salt", commitment="c0" * 32),
    e.Revealed(who="p1", what="salt", value="seven swans"),
    e.EraBegan(era=2, commitments={"open": "ab" * 32}),
    e.Noted(about=17, text=TEXT),
    e.Rewound(was=41, to=30, why="undo"),
    e.SeatOpened(seat="s1", person="p1", role="player", combatants=("ana",), name="ab" * 32),
    e.SeatChanged(seat="s1", role="spectator", combatants=("bert",), renewed=True),
    e.SeatClosed(seat="s1"),
)

LATER: tuple[tuple[Meta, Event], ...] = (
    (PLAYED.model_copy(update={"origin": 7}), e.Left(subject="bert", why="fled")),
    (TALKED, e.Noted(about=17, text=TEXT, bookmark=True)),
    (PLAYED.model_copy(update={"stead": "here"}), e.Answered(who="ana", choice="pass")),
    (
        PLAYED,
        e.CardDrawn(
            who="ana",
            purpose="luck",
            deck="fate",
            card="Queen",
            copy_no=1,
            rank=3,
            shuffle=2,
            fresh=1,
            provenance="witnessed",
        ),
    ),
)
"""Examples of a name that has one above already, in the order in which they came."""

ENTRIES = (
    *((PLAYED, event) for event in PLAY),
    *((TALKED, event) for event in TABLE),
    *LATER,
)

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
    c.Act(
        note=TEXT,
        who="ana",
        manoeuvre="strike",
        targets=("bert",),
        using="sword",
        params={"aim": "arm"},
        risk={"strike": 2},
        faces={"strike": (17, 4)},
        against=True,
    ),
    c.Declare(
        note=TEXT,
        who="ana",
        manoeuvre="strike",
        targets=("bert",),
        using="sword",
        params={"aim": "arm"},
        risk={"strike": 2},
        faces={"strike": (17, 4)},
        against=True,
    ),
    c.Withdraw(note=TEXT, who="ana", toward="bert"),
    c.Answer(
        note=TEXT,
        who="ana",
        about="roll",
        choice="roll",
        toward="bert",
        params={"high": True},
        risk=2,
        faces=(17,),
        card="Queen",
        witness="p2",
        against=True,
    ),
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
    c.Reopen(note=TEXT),
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
    c.Promote(note=TEXT, fork="w-17"),
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
    c.Act(
        note=TEXT,
        who="ana",
        manoeuvre="strike",
        targets=("bert",),
        using="sword",
        params={"aim": "arm"},
        risk={"strike": 2},
        faces={"strike": (17, 4)},
        against=True,
        on_behalf=True,
    ),
    c.Declare(
        note=TEXT,
        who="ana",
        manoeuvre="strike",
        targets=("bert",),
        using="sword",
        params={"aim": "arm"},
        risk={"strike": 2},
        faces={"strike": (17, 4)},
        against=True,
        on_behalf=True,
    ),
    c.Withdraw(note=TEXT, who="ana", toward="bert", on_behalf=True),
    c.Answer(
        note=TEXT,
        who="ana",
        about="roll",
        choice="roll",
        toward="bert",
        params={"high": True},
        risk=2,
        faces=(17,),
        card="Queen",
        witness="p2",
        against=True,
        on_behalf=True,
    ),
    c.PassAll(note=TEXT, who="ana", on_behalf=True, present=("bert",)),
)

CONTEXT = Context(engine="0.1.0", revision="3", mode="enforce", role="player")
KEPT = [Kept(command, CONTEXT) for command in COMMANDS]


def line_of(stored: bytes) -> str:
    """The three lines of a stored part as one line of JSON, to the byte."""
    name, first, second = stored.decode().split("\n")
    return f'["{name}",{first},{second}]'


def stored_of(line: str) -> bytes:
    """The stored part that a line was made from."""
    name, end = json.JSONDecoder().raw_decode(line, 1)
    _, middle = json.JSONDecoder().raw_decode(line, end + 1)
    return "\n".join((name, line[end + 1 : middle], line[middle + 1 : -1])).encode()


def name_of(line: str) -> str:
    """The stored name in a line."""
    return str(json.loads(line)[0])


def kept_lines(file: str) -> list[str]:
    """The lines of a file; none where it is not there yet."""
    path = FOLDER / file
    return path.read_text("utf-8").split("\n")[:-1] if path.exists() else []


def encoded() -> dict[str, list[tuple[str, bytes]]]:
    """Every example by its file, with its name and as it would be stored today."""
    return {
        "events.jsonl": [(NAMES[type(event)], body_bytes(m, event)) for m, event in ENTRIES],
        "commands.jsonl": [(KEPT_NAMES[type(k.command)], kept_bytes(k)) for k in KEPT],
    }


def missing(file: str) -> list[str]:
    """Lines of the examples of a file beyond those that it has of the same name."""
    there, seen = Counter(map(name_of, kept_lines(file))), Counter[str]()
    lines = []
    for name, stored in encoded()[file]:
        seen[name] += 1
        lines += [line_of(stored)] if seen[name] > there[name] else []
    return lines


def append_missing() -> None:
    """Append what is missing; what stands stays as it is."""
    FOLDER.mkdir(exist_ok=True)
    for file in encoded():
        with (FOLDER / file).open("a", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in missing(file))


if __name__ == "__main__":
    append_missing()
