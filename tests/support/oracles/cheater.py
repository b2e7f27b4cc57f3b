"""A cheater who tries everything, and what it gains him: nothing without leave, and never unseen.

He plays one round a script, on a whole service: he looks at what the dice show, goes back where he
is let, and goes on with whatever tricks he knows; then he plays the best line that he knows of. His
judges refuse whatever he asks. At the end of a combat all of it is held to what is promised.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from api.combats.bound_dice import BoundDice
from api.evidence.rebuild import Kept
from api.service.service import OPERATOR, Request, Service
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.viewer import PUBLIC, Viewer
from domain.table.table import commitment_of
from domain.table.undo_requests import BACK_OFF
from projections.story.foreknowledge import marks
from tests.support.games.gamble import SIDE, WEIGHT
from tests.support.logs.whole_logs import seen_entries
from tests.support.oracles.luck_of_lines import Blow, Line, Tally, best, known_of
from tests.support.seeded_service import den
from tests.support.shown_faces import check_faces, place_of

EVE, JUDGE = Viewer("p1", "player", SIDE), Viewer("p2", "player", ("bo", "bea"))
ROUNDS = 50
"""Scripts in one combat."""


class Cheater:
    """One combat of his."""

    def __init__(self, service: Service, policy: Any, chance: Random):
        self.service, self.policy, self.chance = service, policy, chance
        seats = (
            c.SeatOpen(person="Eve", role="player", combatants=(*SIDE, "heir")),
            c.SeatOpen(person="Jo", role="player", combatants=("bo", "bea")),
        )
        opened = service.open(c.Open(ruleset="gamble", policy=policy), seats)
        self.name, self.combat = opened.combat.name, opened.combat
        self.before = self.here()
        for who, side in (("eve", "a"), ("dan", "a"), ("bo", "b"), ("bea", "b")):
            self.say(c.Join(subject=who, side=side), OPERATOR)
        self.better: list[Line] = []
        self.honest: list[Line] = []
        self.what_ifs = 0

    # --- what he does --------------------------------------------------------------------------

    def say(self, command: c.Command, viewer: Viewer = EVE) -> int:
        return self.service.say(self.name, Request(command, viewer)).step

    def tries(self, command: c.Command, viewer: Viewer = EVE) -> bool:
        """Say something; whether it was taken."""
        try:
            self.say(command, viewer)
        except (Refused, Forbidden):
            return False
        return True

    def here(self) -> int:
        """The number of the last entry that all see."""
        return self.combat.numbers.number(self.combat.line.entries)

    def number_of(self, step: int) -> str:
        """The number of the first entry of a step, as all see it."""
        return str(self.combat.numbers.number(self.combat.line.first(step)))

    def waits(self) -> None:
        """He waits until he may ask again, however often he was refused."""
        later = self.service.effects.now() + BACK_OFF * 200**2
        self.service.effects = self.service.effects._replace(now=lambda: later)

    def plays(self, plan: tuple[Blow, ...]) -> Line:
        """Strike the blows of a plan, at whomever and with as many dice as he likes."""
        steps, rolls = [], []
        for who, with_what in plan:
            foe, dice = self.chance.choice(("bo", "bea")), self.chance.choice((1, 1, 1, 2, 3))
            blow = c.Act(who=who, manoeuvre=with_what, targets=(foe,), params={"dice": dice})
            steps.append(self.say(blow))
            first, last = self.combat.line.first(steps[-1]), self.combat.line.last(steps[-1])
            fell = [x.event for x in self.combat.entries(first, last)]
            rolls += [event for event in fell if isinstance(event, e.DiceRolled)]
        return Line(tuple(steps), tuple(rolls))

    def goes_back(self, to: int) -> bool:
        """By his own word, else by asking, which his judges refuse."""
        how = self.chance.choice((c.Rewind, c.AskUndo))
        if not self.tries(how(how="jump", to=to)):
            return False
        if (request := self.combat.table.undoing.requests.request) is not None:
            judge = JUDGE if "p2" in request.open_slots() else OPERATOR
            self.say(c.AnswerUndo(choice="refuse"), judge)
            return False
        return True

    def plan(self, who: str = "") -> tuple[Blow, ...]:
        """Three blows in some order, of one of the two or of both."""
        blows = ["mighty", self.chance.choice(("poke", "jab")), "poke"]
        self.chance.shuffle(blows)
        return tuple((who or self.chance.choice(SIDE), blow) for blow in blows)

    def script(self) -> Line:
        """A round of his: the line that stands in the end."""
        self.waits()
        self.say(c.Answer(who="referee", about="round", choice="begin"), OPERATOR)
        start = self.here()
        self.trick(start)
        first = line = self.plays(self.tried() if self.chance.random() < 0.1 else self.plan())
        known = known_of(first)
        for who in SIDE:
            if not self.goes_back(start):
                self.honest.append(line)
                return line
            self.trick(start)
            line = self.plays(self.plan(who))
            known |= known_of(line)
        if self.goes_back(start):
            line = self.plays(best(known))
        if line.luck > first.luck:
            self.better.append(line)
        return line

    # --- his tricks ----------------------------------------------------------------------------

    def trick(self, start: int) -> None:
        """One of them, or none."""
        tricks: tuple[Callable[[int], None], ...] = (
            self.dummy_rolls,
            self.salts,
            self.fresh_dice,
            self.dummy_who_joins_first,
            self.types_in,
            self.corrects,
            self.switches,
            self.leaves,
        )
        if self.chance.random() < 0.4:
            self.chance.choice(tricks)(start)

    def dummy_rolls(self, start: int) -> None:
        for _ in range(self.chance.randint(1, 2)):
            self.say(c.Roll(who=self.chance.choice(SIDE), sides=self.chance.choice((4, 20))))

    def salts(self, start: int) -> None:
        salt = f"{self.chance.random():.30f}"
        self.tries(c.Commit(what="salt", commitment=commitment_of("salt", salt)))
        self.tries(c.Reveal(what="salt", value=salt))

    def fresh_dice(self, start: int) -> None:
        """He asks for new dice for whatever fell last; his judges refuse."""
        since = self.combat.entries(self.combat.numbers.seq(start), self.combat.line.entries)
        fell = [
            x.meta.number
            for x in since
            if isinstance(x.event, e.DiceRolled) and not x.meta.audience
        ]
        if fell and self.tries(c.AskFreshDice(about=fell[-1])):
            request = self.combat.table.fresh.request
            assert request is not None, "nobody was asked"
            judge = JUDGE if "p2" in request.open_slots() else OPERATOR
            self.say(c.AnswerFreshDice(choice="refuse"), judge)

    def dummy_who_joins_first(self, start: int) -> None:
        """With the referee's help; in the first round alone it may come before any dice."""
        if self.policy == "free" and self.combat.line.standing(1):
            back = self.here()
            self.say(c.Rewind(how="jump", to=self.before))
            dummy = c.Join(subject="dummy", side="a")
            if self.tries(dummy, OPERATOR):
                assert not self.combat.luck.shown.came, "a dummy has shifted dice that were shown"
            self.say(c.Rewind(how="jump", to=back))

    def types_in(self, start: int) -> None:
        """A loose roll, taken back, and typed in as a twenty."""
        if self.policy == "free":
            self.say(c.Roll(who="eve", sides=20))
            [rolled] = [x.event for x in self.combat.entries(*[self.combat.line.entries] * 2)]
            self.say(c.Rewind())
            typed = self.tries(c.Roll(who="eve", sides=20, faces={"loose": (20,)}))
            assert isinstance(rolled, e.DiceRolled)
            assert typed == (rolled.faces == (20,)), "other faces were typed in"

    def corrects(self, start: int) -> None:
        wanted = c.Correct(how="annul", step=self.combat.line.steps, note="It slipped.")
        assert not self.tries(wanted)

    def switches(self, start: int) -> None:
        """A loose roll in secret, with the referee's help, made again openly; or the other way."""
        hidden, who = self.chance.random() < 0.5, self.chance.choice(SIDE)
        for _ in range(self.chance.randint(2, 4)):
            before = self.here()
            first = self.falls(c.Roll(who=who, sides=20, hidden=hidden))
            undo = c.Rewind(how="jump", to=before)
            if not (self.tries(undo, OPERATOR) if hidden else self.goes_back(before)):
                return
            hidden, seq = not hidden, self.combat.numbers.seq(start)
            log = list(self.combat.entries(seq, self.combat.line.entries))
            again = self.falls(c.Roll(who=who, sides=20, hidden=hidden))
            shown = {place_of(x.event) for x in log if isinstance(x.event, e.DiceRolled)}
            # A hidden roll that was carried over an undo keeps its number, and stands in between.
            if place_of(again) not in shown and not (hidden and hidden_roll_carried(log, who)):
                assert again.faces == first.faces, "a roll that was switched fell anew"

    def falls(self, roll: c.Roll) -> e.DiceRolled:
        self.say(roll, OPERATOR if roll.hidden else EVE)
        rolled = next(self.combat.entries(*[self.combat.line.entries] * 2)).event
        assert isinstance(rolled, e.DiceRolled)
        return rolled

    def leaves(self, start: int) -> None:
        """One leaves; he, a twin, an heir or a stranger comes in, rolls, and makes way for him."""
        who = self.chance.choice(("dan", "twin", "heir", "zed"))
        number = self.number("dan")
        self.say(c.Leave(who="dan"), OPERATOR)
        traits = {} if who in ("dan", "twin") else {"sword": len(who)}
        if not self.tries(c.Join(subject=who, side="a", traits=traits), OPERATOR):
            assert who == "zed", "one who takes another's place was not let in"
        elif who != "dan":
            assert (self.number(who) == number) == (who != "zed"), "a newcomer has other dice"
            self.say(c.Roll(who=who, sides=20), OPERATOR)
            self.say(c.Leave(who=who), OPERATOR)
        if who != "dan":
            self.say(c.Join(subject="dan", side="a"), OPERATOR)
        assert self.number("dan") == number, "one who came back has other dice"

    def number(self, who: str) -> int:
        """The number under which somebody rolls."""
        return self.combat.head.roster.members[who].roller

    def tried(self) -> tuple[Blow, ...]:
        """The best of twenty what-ifs, played with their own dice."""
        found = []
        for _ in range(20):
            self.what_ifs += 1
            name = f"{self.name}-{self.what_ifs}"
            plan, dice = self.plan(), BoundDice(name, partial(self.service.vault.key, name))
            found.append((self._luck_in(dice, plan), plan))
        return max(found)[1]

    def _luck_in(self, dice: BoundDice, plan: tuple[Blow, ...]) -> float:
        drawn, total = defaultdict[str, int](int), 0.0
        for who, blow in plan:
            label = e.DieLabel(
                round=self.combat.head.clock.rounds,
                roller=1 + SIDE.index(who),
                sort="attempt",
                r=drawn[who],
            )
            drawn[who] += 1
            total += WEIGHT[blow] * dice.faces("open", label, [20])[0]
        return total

    # --- what is promised ----------------------------------------------------------------------

    def check(self) -> None:
        """No label has two values, nothing was granted, and all knowledge that paid is marked."""
        log = list(self.combat.entries(1, self.combat.line.entries))
        check_faces(x.event for x in log if isinstance(x.event, e.DiceRolled))
        marked = {mark.number for mark in marks(seen_entries(log, PUBLIC))}
        for line in self.better:
            told = {self.number_of(step) for step in line.steps}
            assert marked & told, "he gained by knowledge, and nothing says so"
        if self.policy != "free":
            assert not marked, "nobody knew anything"
        found = Kept(self.service.log, self.service.vault, self.service.rulesets())
        found.verify_log(self.name)


class Stretch(NamedTuple):
    """Combats that one process plays: under which policy, and with which seeds."""

    policy: str
    first: int
    last: int


def hidden_roll_carried(log: Iterable[Entry], who: str) -> bool:
    """Whether a hidden roll of theirs was carried over an undo: it says of which step it is."""
    again = (entry.event for entry in log if entry.meta.origin and entry.meta.audience)
    return any(isinstance(event, e.DiceRolled) and event.who == who for event in again)


def cheated(stretch: Stretch) -> Tally:
    """So many combats, checked; what he got out of them."""
    tally = Tally()
    for seed in range(stretch.first, stretch.last):
        try:
            tally += _cheated_in(f"{stretch.policy} {seed}", stretch.policy)
        except Exception as error:
            error.add_note(f"cheater, seed {stretch.policy} {seed}")
            raise
    return tally


def _cheated_in(name: str, policy: str) -> Tally:
    """One combat of that name, which is its seed as well."""
    tally = Tally()
    with den(name) as service:
        eve = Cheater(service, policy, Random(name))
        for _ in range(ROUNDS):
            line = eve.script()
            tally += Tally(1, line.luck, line.luck**2, 0)
        eve.check()
    return tally + Tally(0, 0, 0, len(eve.better))
