"""A fight of any game in two worlds: the same in public, with things in hiding in one of them.

After every step everybody sees the same in both, and what must hold in any state holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.ruleset import Refused
from domain.rulesets import ruleset
from domain.state.combat import EMPTY, Combat, dump, evolve, load, state_hash
from domain.state.pools import TEMPORARY
from domain.state.viewer import PUBLIC
from domain.step.draft import Draft
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import VisibleLog
from tests.bookkeeping import breaches
from tests.support.fights.random_play import keyed
from tests.support.logs.recorded_logs import Recorded
from tests.support.playouts import vocabulary as words
from tests.support.playouts.moves import next_move
from tests.support.playouts.reached import reached

RULES = ruleset("open")
FIRST = ("combatant", "combatant", "creature", "unit", "side", "thing", "field")
"""Who and what comes in before anything else happens."""

UNDOES, HIDES, NEAR = 0.04, 0.5, 25
"""How often the head moves, how often something is hidden, and how many nodes back it goes."""

REPORTS = 0.4
"""How often something is reported, in a fight that is."""


class World(Recorded):
    """A recorded fight with what everybody sees of it: rows, and moments by their entries."""

    def __init__(self, seed: int, settings: dict[str, Any]):
        self.eyes, self.rows = VisibleLog(PUBLIC), list[Any]()
        self.moment, self.moments = START, dict[int, Moment]({0: START})
        self.reached = Counter[str]()
        said: dict[str, Any] = dict(settings)
        super().__init__(RULES, **said)
        self.dice: Any = keyed(seed, RULES.decks)

    def says(self, command: c.Command) -> str:
        """Carry a command out; why it is refused, else nothing."""
        try:
            self.say(self._meant(command))
        except Refused as refused:
            return refused.why or "refused"
        return ""

    def _meant(self, command: c.Command) -> c.Command:
        """A command in the names that everybody knows, with the ids that they stand for."""
        change: Any = getattr(command, "change", None)
        if not isinstance(change, c.ConditionFix | c.ConditionChange):
            return command
        named = "parent" if isinstance(change, c.ConditionFix) and change.begin else "name"
        raw = self.eyes.names.raw(getattr(change, named))
        return command.model_copy(update={"change": change.model_copy(update={named: raw})})

    def _enter(self, drafts: list[Draft], by: str, parent: int | None) -> None:
        first = len(self.log)
        super()._enter(drafts, by, parent)
        for entry in self.log[first:]:
            self._see(entry)

    def _see(self, entry: Entry) -> None:
        if (seen := self.eyes.see(entry)) is None:
            return
        self.rows.append(seen)
        if isinstance(seen.event, e.Rewound):
            self.moment = self.moments[seen.event.to]
        elif seen.entry.meta.parent is not None:
            before = self.moments[seen.entry.meta.parent]
            self.reached.update(reached(seen.event, before.combat))
            self.moment = self.moments[seen.seq] = advance(before, seen)

    def played(self) -> list[Entry]:
        """The entries on the line of play."""
        path, seq = [], self.head
        while seq:
            path.append(self.log[seq - 1])
            seq = self.log[seq - 1].meta.parent or 0
        return path[::-1]


def beginning(chance: Random) -> Iterator[c.Join]:
    """Yield the joining of everybody and everything that is there from the beginning."""
    for nth, kind in enumerate(FIRST):
        who = {"subject": f"first{nth}", "kind": kind, "side": chance.choice(words.SIDES)}
        yield c.Join.model_validate({**who, "traits": words.sheet(chance, kind)})


class Playout:
    """A fight at random, step by step in both worlds."""

    def __init__(self, seed: int):
        self.chance, self.hidden = Random(seed), Random(-1 - seed)
        self.reports = REPORTS if words.is_reported(seed) else 0.0
        settings = words.settings(seed)
        self.open, self.secret = World(seed, settings), World(seed, settings)
        self.ends, self.steps, self.refused, self.lurkers = [self._heads()], 0, 0, 0
        for command in beginning(self.chance):
            self._tells(command)

    @property
    def reached(self) -> Counter[str]:
        """How often each thing was reached."""
        return self.open.reached

    def play(self, steps: int) -> Playout:
        """So many steps, each of which is checked; then the whole."""
        while self.steps < steps:
            self.step()
        self.check_whole()
        return self

    def step(self) -> None:
        """Something happens: mostly play, at times a move of the head."""
        if self.hidden.random() < HIDES:
            self._hide()
        if self.chance.random() < UNDOES:
            self._rewinds()
        else:
            seen = self.open.moment.combat
            said, offered = next_move(seen, RULES, self.chance, self.reports)
            why = self._tells(c.COMMAND.validate_python(said))
            assert not (offered and why), f"{said} was offered, and is refused: {why}"
        self.check()

    def _tells(self, command: c.Command) -> str:
        if self._names_one_back_in_hiding(command):
            return ""
        why = self.open.says(command)
        other = self.secret.says(command)
        assert why == other, f"{command}: {why!r}, with things in hiding {other!r}"
        if why:
            self.refused += 1
        else:
            self.ends.append(self._heads())
            self.steps += 1
        return why

    def _names_one_back_in_hiding(self, command: c.Command) -> bool:
        """True where only one world could carry a command out: there somebody who left is back."""
        members = self.secret.combat.roster.members.values()
        back = (m.subject for m in members if m.hidden and not _lurks(m.subject))
        said = command.model_dump_json()
        return any(f'"{who}"' in said for who in back)

    def _heads(self) -> tuple[int, int]:
        return self.open.head, self.secret.head

    def _rewinds(self) -> None:
        """The head goes to the end of a step of late, on whatever branch, or back to the start."""
        first = 0 if self.chance.random() < 0.02 else max(len(FIRST), len(self.ends) - NEAR)
        here, there = self.chance.choice(self.ends[first:])
        self.open.rewinds(here)
        self.secret.rewinds(there)
        assert folded(self.open.played()) == self.open.combat
        self.steps += 1

    def _hide(self) -> None:
        """Something that the referee alone sees: a roll, somebody who lurks, what befalls them."""
        members = self.secret.combat.roster.members.values()
        lurking = [m.subject for m in members if m.hidden and m.here and _lurks(m.subject)]
        who = self.hidden.choice(lurking) if lurking else ""
        ways: list[dict[str, Any]] = [
            {"type": "roll", "who": "referee", "sides": 20, "hidden": True},
            *([self._lurks()] if len(lurking) < 4 else []),
            *(self._befalls(who) if who else []),
            *self._comes_back(),
        ]
        self.secret.says(c.COMMAND.validate_python(self.hidden.choice(ways)))

    def _comes_back(self) -> Iterator[dict[str, Any]]:
        """Who has left in the open comes back in hiding."""
        members = self.secret.combat.roster.members.values()
        for member in members if not self.reports else ():
            if not member.here and not member.hidden:
                back = {"subject": member.subject, "kind": member.kind, "hidden": True}
                yield {"type": "join", **back}

    def _lurks(self) -> dict[str, Any]:
        self.lurkers += 1
        kind = self.hidden.choice(("combatant", "thing", "field"))
        traits = words.sheet(self.hidden, kind)
        subject = {"subject": f"lurker{self.lurkers}", "kind": kind, "side": "crew"}
        return {"type": "join", **subject, "hidden": True, "traits": traits}

    def _befalls(self, who: str) -> list[dict[str, Any]]:
        """What befalls somebody who lurks; or another, on their account."""
        here = [m.subject for m in self.secret.combat.roster.present()]
        state = {"what": "condition", "name": "hexed", "until": {"span": "round", "left": 2}}
        changes: list[dict[str, Any]] = [
            {"what": "pool", "subject": who, "pool": "hp", "delta": -3},
            {**state, "subject": who, "concentration": True},
            {**state, "subject": self.hidden.choice(here or [who]), "source": who},
            {"what": "fact", "of": who, "name": "species", "value": self.hidden.randint(1, 9)},
            {"what": "place", "subject": who, "place": self.hidden.choice(words.ZONES)},
            {"what": "order", "scope": "order", "order": [*here, who]},
        ]
        reported = {"type": "report", "source": "avrae", "changes": changes[:1]}
        adjusted = [{"type": "adjust", "change": each, "note": "unseen"} for each in changes]
        return [*adjusted, reported, {"type": "leave", "who": who}]

    # --- the checks ------------------------------------------------------------------------

    def check(self) -> None:
        """Everybody sees the same in both worlds; pools, states and the clock are sound."""
        here, there = self.open.rows, self.secret.rows
        assert [row.as_json() for row in here] == [row.as_json() for row in there]
        assert self.open.moment == self.secret.moment
        here.clear()
        there.clear()
        for world in (self.open, self.secret):
            check_state(world.combat)

    def check_whole(self) -> None:
        """Folded again, undone to the start and redone, stored and loaded it is the same."""
        for world in (self.open, self.secret):
            again = EMPTY
            for entry in world.played():
                again = evolve(again, entry.event, entry.meta.answers)
                # Every step on the way, as undo and redo come by it.
                assert world.states.get(entry.seq, again) == again
            assert again == world.combat == load(dump(world.combat))
            assert state_hash(again) == state_hash(world.combat)
            assert not list(breaches(world.log))


def _lurks(subject: str) -> bool:
    """True for those who were in hiding from the first."""
    return subject.startswith("lurker")


def folded(line: list[Entry]) -> Combat:
    """The state that a line of play comes to."""
    combat = EMPTY
    for entry in line:
        combat = evolve(combat, entry.event, entry.meta.answers)
    return combat


def check_state(combat: Combat) -> None:
    """What holds in any state: pools within limits, parents that stand, one concentration each.

    What was reported from outside is as its source says, and need not keep to any of it.
    """
    if combat.reported.source:
        return
    for who, pools in combat.pools.of.items():
        for name, left in pools.items():
            pool, _, key = name.partition("/")
            assert combat.pools.limits_of(who, pool, key).nearest(left) == left, (who, name)
            assert key != TEMPORARY or left >= 0, (who, name)
    standing = combat.conditions.all
    for condition in standing.values():
        assert not condition.parent or condition.parent in standing, condition
        assert (condition.left > 0) == (condition.until is not None), condition
    keeping = Counter(each.subject for each in standing.values() if each.concentration)
    assert max(keeping.values(), default=0) <= 1
    here = {member.subject for member in combat.roster.members.values() if member.here}
    actors = set(combat.clock.actors)
    assert not actors or actors & here or combat.exchange.frames
