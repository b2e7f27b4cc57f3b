"""A game for cheaters: each round a side has one mighty blow and two pokes, by either of two.

Only luck counts: how high a face lies on its die, from 0 to 1, and a mighty blow three times. Who
strikes first, how, whom and with how many dice is as one likes, and there is nothing to know; so an
honest player's luck is one half on average, and any more comes of knowledge.
"""

from __future__ import annotations

from domain.ruleset.ruleset import END, Blank, Manoeuvre, Pool, Ruleset, Stretch, Throw
from tests.support.games.toy_parts import refuse

SIDE, PURSE = ("eve", "dan"), "eve"
"""Who fights for the cheater, and who of them keeps what is left for the round."""

WEIGHT, SIDES = {"mighty": 3, "poke": 1, "jab": 1}, {"mighty": 20, "poke": 20, "jab": 6}
POOL = {"mighty": "mighty", "poke": "pokes", "jab": "pokes"}
DEALT = {"mighty": 1, "pokes": 2}


def foes(scene, deed):
    """Whoever is not on one's side."""
    return tuple(scene.foes(deed.who))


def may(scene, deed):
    """G1: while something is left of it in this round."""
    if not scene.balance_of(PURSE, POOL[deed.manoeuvre]):
        refuse("G1", f"no {POOL[deed.manoeuvre]} left in this round")


def dice(scene, deed):
    """How many dice are thrown; the first counts."""
    return (Blank("dice", "number", least=1, most=3, optional=True),)


GAMBLE = Ruleset(
    "gamble",
    "Gamble",
    "1",
    "1",
    Stretch(
        "round",
        "round",
        ("deal",),
        inside=(Stretch("turn", "turn", next="go", acts=True, idle="dealt"),),
    ),
    pools=(Pool("mighty", "mighty blows", "G2"), Pool("pokes", "pokes", "G2")),
    sorts=("attempt",),
    manoeuvres=tuple(
        Manoeuvre(
            name,
            name,
            "G1",
            ("action",),
            ("strike",),
            target=True,
            targets=foes,
            allows=may,
            blanks=dice,
        )
        for name in WEIGHT
    ),
)


@GAMBLE.stage("deal")
def deal(step):
    """G2: What the side has for the round."""
    for pool, amount in DEALT.items():
        step.fill(PURSE, pool, amount)


@GAMBLE.stage("go")
def go(step):
    """G2: One go of the two together."""
    if step.combat.clock.path[-1].done:
        return END
    step.begin_turn(*SIDE)
    return None


@GAMBLE.stage("strike")
def strike(step):
    """G1: The first die is the blow."""
    act = step.act
    step.lose(PURSE, POOL[act.manoeuvre], 1)
    step.roll(
        Throw(act.who, act.manoeuvre, "attempt", SIDES[act.manoeuvre], act.params.get("dice", 1))
    )


@GAMBLE.stage("dealt")
def dealt(step):
    """G2: The go is over when nothing is left."""
    return END if not any(step.balance_of(PURSE, pool) for pool in DEALT) else None


def luck(rolled):
    """How much luck a blow had, and how much it counts."""
    return WEIGHT[rolled.purpose] * (2 * rolled.faces[0] - 1) / (2 * rolled.sides)
