"""The whole idea of combatlog on one page. Run it: `python samples/tiny.py`.

A command asks. The rules decide. Events say what happened. The state is a fold of the events.
Undo moves one pointer, and nothing is ever deleted.
"""

from functools import reduce

from domain.commands import Act, Answer, Command, Join, Open, Roll
from domain.dice.keyed_faces import entropy_start, faces, key
from domain.engine.decide import decide
from domain.events import DiceRolled, DieLabel, Rewound
from domain.log.undo_tree import Line
from domain.rulesets import ruleset
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.viewer import TABLE
from domain.step.draft import Draft


class Dice:
    """Dice that nobody can choose: a face follows from a secret, and from which roll it is."""

    secret, salt = key(b"a heron, a herring", "tiny", 1, "open"), entropy_start("tiny", 1)

    def faces(self, domain: str, label: DieLabel, sizes: tuple[int, ...]) -> tuple[int, ...]:
        """Return the faces of a roll: the same roll always shows the same faces."""
        return faces(self.secret, "tiny", self.salt, label, sizes)

    def commitments(self) -> dict[str, str]:
        """Return the hashes that bind the secret; on this page nobody doubts it."""
        return {}


game = ruleset("open")
log: list[list[Draft]] = [[]]  # the events of each step; step 0 is before everything
line = Line()  # the tree of steps; its head is the pointer


def state() -> Combat:
    """Fold the events of all steps that lead to the head."""
    events = (draft for step in line.path(0, line.head) for draft in log[step])
    return reduce(lambda combat, draft: evolve(combat, draft.event, draft.answers), events, EMPTY)


def say(command: Command) -> None:
    """Decide a command; the events that follow from it are the next step."""
    log.append(decide(state(), command, game, Dice(), len(log), TABLE).drafts)
    line.play(len(log[-1]))


def move(to: int, why: str) -> None:
    """Undo, redo and jump are one event, which moves the head."""
    log.append([Draft(Rewound(was=line.last(line.head), to=line.last(to), why=why))])
    line.rewind(to)


def show(title: str) -> None:
    """Print the log (`|` stands, `x` is undone), then what the fold says."""
    print(title)
    for step, drafts in enumerate(log[1:], 1):
        mark = " " if not line.is_play(step) else "|" if line.standing(step) else "x"
        rolls = [draft.event.faces for draft in drafts if isinstance(draft.event, DiceRolled)]
        print(f"{step:>4} {mark}", *(type(draft.event).__name__ for draft in drafts), *rolls)
    print("   The troll has", state().pools.balance_of("troll", "health"), "health.\n")


if __name__ == "__main__":
    say(Open(ruleset="open", title="The bridge", settings={"order": "as added"}))
    say(Join(subject="ann", name="Ann"))
    say(Join(subject="troll", name="Troll", traits={"pools": {"health": 12}}))
    say(Answer(who="referee", about="round", choice="begin"))
    say(Roll(who="ann", purpose="attack", sides=20))
    say(Act(who="ann", manoeuvre="hit", targets=("troll",), params={"their health": 5}))
    show("Ann hits the troll.")
    move(to=4, why="undo")
    say(Roll(who="ann", purpose="attack", sides=20))
    show("Undo. Ann rolls again, and the die shows the same face.")
    move(to=6, why="jump")
    show("Jump to the first line of play: nothing was deleted.")
