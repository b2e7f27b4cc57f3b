"""Points that the rules leave open: the settings of a table, each with its default."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from domain.ruleset.ruleset import open_points
from domain.step.step import Step

ONE_OR_TWO, COUNTS = ("1", "2", "by ranks"), ("0", "1", "2")
POINTS = open_points("""
2 answer to reactive: [no] | yes
    may the active player answer what the other has declared
2 bearer gone: [no] | yes
    does an effect still resolve when an earlier one removed its bearer
2 one use spent: [declared] | resolved
    when a One Use Only effect is spent
2 born effects: [nested] | joins
    whether what is born of an effect has its own window or joins the open one
4 deploys first: [other] | chooser
    who deploys first: who chose the zone, or the other
4 first turn: [first to finish] | the table
    who decides the first Player Turn
C6 combined charges: [one by one] | all roll first
    whether all chargers of one target roll before any of them moves
C5 redirect declined: [no] | yes
    may a unit that passed its Redirect test declare no new charge
C6 fleer caught: [destroyed] | reached
    what becomes of a Fleeing unit that a charge reaches
M2 decimated rally: [half Discipline] | full Discipline
    how a Decimated unit rallies
M2 ambush moves: [no] | yes
    whether who arrives from ambush may still move in that turn
7 flux without wizards: [skipped] | drawn
    whether Flux Cards are drawn in a battle without a Wizard
7 token price: [3] | 2
    how many Veil Tokens a Magic Die costs
7 who converts: [active] | both
    who turns tokens into dice
7 most dispel dice: [12] | 5 | 6
    most dice for one dispelling
7 dispel one die: [no] | yes
    whether a natural 1 or 2 of a single dispelling die always fails
7 miscast dispelled: [no] | yes
    whether rows 2 and up apply to a dispelled spell
7 miscast when failed: [no] | yes
    whether rows 2 and up apply to a failed casting
8 long range: 0 | [1] | 2
    what long range adds to the number needed
8 moving and shooting: 0 | [1] | 2
    what moving adds to the number needed
8 soft cover: 0 | [1] | 2
    what soft cover adds to the number needed
8 hard cover: [2] | 1 | 3
    what hard cover adds
9 make way: [into contact] | not played
    where a Character goes for whom way is made in an engaged unit
9 characters in units: [one with the unit] | apart
    whether a Character in a unit (the fact `joined`, by the referee) moves, flees and tests with it
9 duels first: [active] | reactive
    which player may issue a Duel first
9 flank score: 1 | 2 | [by ranks]
    what a flank counts: 1, or 2 with two Full Ranks
9 rear score: 2 | 3 | [by ranks]
    what a rear counts: 2, or 3 with two Full Ranks
9 flank and rear: [both] | higher
    whether a flank and a rear of the same Combat both count
10 fearless tests: [yes] | no
    whether Fearless units take Panic and Fear Tests
9 dreadful tests: [yes] | no
    whether units that cause Fear or Terror test against it
9 swiftstride: [charges] | charges and pursuits
    which rolls of Swiftstride units are Maximised
13 half points: [yes] | no
    whether Fleeing or Decimated units count half
13 score: [short] | battle points
    how the battle is scored
""")


# --- what stands on them -------------------------------------------------------------------


@contextmanager
def based_on(step: Step, *keys: str) -> Iterator[None]:
    """Base the events emitted meanwhile on these open points; without any, on the rules."""
    before, step.basis = step.basis, basis(step, *keys)
    try:
        yield
    finally:
        step.basis = before


def basis(step: Step, *keys: str) -> str:
    """The basis of what several open points have settled together; a ruling counts for more."""
    found = {step.basis_of(key) for key in keys}
    return "ruled" if "ruled" in found else "default" if found else step.basis
