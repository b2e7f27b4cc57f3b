"""One rich example of everything that is stored, and the bytes it was first stored as.

The files in `golden/` are for ever: what once was stored must still be read, so a line is never
changed or taken away. Add an example below (of play in golden_play.py, of a command in
golden_commands.py), then `python -m tests.support.goldens.stored` appends the lines that are
missing and touches no other. What needs an example:

- a new name, such as `combat.dice-rolled/2`. The line of `/1` stays, and so does its example, now
  as the event that the upcast makes of it;
- a new field of an event or command, which has a default: one example more of the same name (in
  `LATER`, or at the end of `COMMANDS`) with the field set. The older lines still read.
"""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path

from domain import events as e
from domain.events import Event
from domain.log.codec import KEPT_NAMES, NAMES, Context, Kept, Meta, body_bytes, kept_bytes
from tests.support.goldens.commands import COMMANDS, TEXT
from tests.support.goldens.play import PLAY

FOLDER = Path(__file__).parents[2] / "domain" / "golden"

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

TABLE: tuple[Event, ...] = (
    e.UndoRequested(
        asker="p1", must=("p2", "referee"), until=1767225720000, how="jump", was=41, to=30
    ),
    e.UndoAnswered(who="p2", choice="block"),
    e.UndoPolicySet(policy="consent", allowance=2),
    e.RerollRequested(asker="referee", must=("p1",), until=1767225720000, entry=40),
    e.RerollAnswered(who="p1", choice="agree"),
    e.Witnessed(who="p2", entry=40),
    e.SecretFell(who="ana", what="hide", why="no round has begun"),
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
        dispute=51,
        who="p2",
        claim={"remedy": "go-back", "to": 55},
        by="referee",
        parties=("p1", "p2"),
        deciders=("referee",),
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
    (
        PLAYED,
        e.DiceRolled(
            who="ana",
            purpose="strike",
            sort="loose",
            sides=20,
            faces=(4, 17),
            kept=(17,),
            dropped=(4,),
            more=(
                e.DiceGroup(sides=4, faces=(1, 3), kept=(3,), dropped=(1,), unit=-1),
                e.DiceGroup(sides=6, faces=(2,), kept=(2,)),
            ),
            total=16,
            target=15,
            outcome="hit",
            text="2d20kh1-2d4kh1+1d6",
            provenance="reported",
            label=e.DieLabel(round=2, roller=1, sort="loose", r=0),
        ),
    ),
    (
        PLAYED,
        e.DiceRolled(
            who="ana",
            purpose="strike",
            sort="loose",
            sides=0,
            faces=(),
            kept=(),
            total=18,
            lost=True,
            provenance="typed",
            label=e.DieLabel(round=2, roller=1, sort="loose", r=0),
        ),
    ),
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
    (
        PLAYED,
        e.OrderSet(
            scope="order",
            order=(("dragon",), ("ana",), ("dragon",)),
            scores={"dragon": Decimal("15.14"), "ana": 15},
            more={"dragon": (Decimal("2.5"),)},
        ),
    ),
    (PLAYED, e.TurnBegan(who=("dragon",), why="one more", extra=True)),
    (
        PLAYED,
        e.ConditionChanged(
            id="12.4",
            level=1,
            left=600,
            toward="cleo",
            until=e.Until(span="round", left=600),
            endless=True,
        ),
    ),
    (PLAYED, e.RoundEnded(n=3, taken_back=True)),
    (PLAYED, e.TurnEnded(who=("ana", "bert"), taken_back=True)),
    (PLAYED, e.ConditionBegan(id="12.4", subject="bert", name="bleeding", external="c17")),
    (
        PLAYED,
        e.ConditionChanged(
            id="12.4",
            level=1,
            left=0,
            source="ana",
            parent="11.2",
            concentration=True,
            name="bled",
            detail={"wound": "shallow", "dc": None},
        ),
    ),
)
"""Examples of a name that has one above already, in the order in which they came."""

ENTRIES = (*((PLAYED, event) for event in PLAY), *((TALKED, event) for event in TABLE), *LATER)


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
