"""The one mechanic: a skill, its specialisms and a characteristic, of which some is risked."""

from __future__ import annotations

from collections.abc import Callable, Collection

from domain.ruleset.ruleset import Asking, Deed, Modifier, Slot, Throw, Window
from domain.ruleset.scene import Doing, Scene
from domain.ruleset.windows import doer
from domain.step.step import Step

from .sheet import BURDENS
from .tables import FATAL, IMPAIRMENT, LEAST_AP, SCALE, TIRED

IMPALED = "impaled"
"""The trait that weapons stuck in somebody alter."""

INITIATIVE = "order"
SORTS = ("loose", INITIATIVE, "upkeep", "attempt", "resist", "effect", "magic")
"""Sorts of rolls: initiative and ties, AP, attacks, resistance, damage, casting."""


def risked_throw(
    scene: Scene, who: str, purpose: str, sort: str, clause: str, *modifiers: Modifier
) -> Throw:
    """A roll whose owner chooses how many dice to risk, with the penalties on all rolls."""
    return Throw(
        who,
        purpose,
        sort,
        sides=6,
        dice=None,
        modifiers=(*modifiers, *penalties(scene, who)),
        unit=SCALE,
        per_die=per_die(scene, sort),
        clause=clause,
        most=int(scene.setting("most dice")),
    )


def of_traits(
    about: str,
    says: str,
    clause: str,
    sort: str,
    names: tuple[str, ...],
    slots: Callable[[Scene, Asking], tuple[Slot, ...]] = doer,
    then: str | Callable[[Scene, Asking], str] = "",
) -> Window:
    """A window in which traits alone are rolled, by the doer if nobody else is named."""

    def throw(scene: Scene, asking: Asking, slot: Slot) -> Throw:
        basic = traits(scene, slot.who, *names)
        return risked_throw(scene, slot.who, about, sort, clause, *basic)

    return Window(about, says, clause, slots, throw=throw, then=then)


def per_die(scene: Scene, sort: str) -> int:
    """1.3: Return what each risked die takes off: as the roll's printed example, or one number."""
    played = scene.setting("points per die")
    if played == "as printed":
        return 7 if sort == INITIATIVE else 6
    return 7 if played == "3 1/2" else 6


# --- the basic value -----------------------------------------------------------------------


def traits(scene: Scene, who: str, *names: str) -> tuple[Modifier, ...]:
    """Parts of a basic value by their names on the sheet, with what burdens a characteristic."""
    burdened = [n for name in names for n in (name, BURDENS.get(name)) if n]
    stuck = [IMPALED] if "CO" in names else []
    return parts(**{name: scene.trait(who, name) for name in (*burdened, *stuck)})


def martial(scene: Scene, who: str, *names: str) -> tuple[Modifier, ...]:
    """Martial arts with specialisms, and CO."""
    return (*traits(scene, who, "Martial arts", *names), *martial_co(scene, who))


def martial_co(scene: Scene, who: str) -> tuple[Modifier, ...]:
    """CO for a roll of Martial arts: the encumbrance counts double."""
    again = scene.trait(who, BURDENS["CO"])
    return (*traits(scene, who, "CO"), *parts(**{"encumbrance again": again}))


def parts(**values: int) -> tuple[Modifier, ...]:
    """Parts of a basic value; what is nothing is not said."""
    said = {name.replace("_", " "): value for name, value in values.items() if value}
    return tuple(Modifier(source=name, value=value) for name, value in said.items())


# --- what weighs on all rolls --------------------------------------------------------------


def penalties(scene: Scene, who: str) -> tuple[Modifier, ...]:
    """The penalties on all rolls of a combatant: worst wound, tiredness, being shaken."""
    conditions = scene.combat.conditions.on(who)
    shaken = {c.name: m.value for c in conditions for m in c.mods if m.trait == "rolls"}
    tired, wound = tiredness(scene, who), worst_wound(scene, who)
    return parts(wounded=IMPAIRMENT[wound], **{tired: TIRED[tired]}, **shaken)


def worst_wound(scene: Scene, who: str) -> int:
    """The level of a combatant's worst wound; the number of wounds does not matter."""
    levels = [c.level for c in scene.combat.conditions.on(who, "wound")]
    return min(max(0, *levels), FATAL) if levels else 0


def tiredness(scene: Scene, who: str) -> str:
    """How tired somebody is, as last ruled; a level off the ladder counts as its end."""
    ruled = scene.combat.conditions.on(who, "tired")
    names = tuple(TIRED)
    return names[min(max(0, ruled[-1].level), len(names) - 1)] if ruled else "normal"


# --- what came of a roll -------------------------------------------------------------------


def act_of(scene: Scene, act: str) -> Doing:
    """An act that is asked about: it stays open until that is answered."""
    return scene.combat.exchange.acts[act]


def thrown(step: Step, slot: str) -> int | None:
    """The total rolled in a slot of the question that just closed; None if its owner left."""
    reply = step.reply(slot)
    return reply.total if reply is not None and reply.how == "rolled" else None


def resolve_roll(
    step: Step, slot: str, difficulty: int, outcomes: tuple[str, str], stage: str, of: str = ""
) -> int | None:
    """Say whether a roll reaches its difficulty; by how much, or nothing if its owner left."""
    rolled = thrown(step, slot)
    if rolled is None:
        return None
    outcome = outcomes[rolled < difficulty]
    step.resolve(outcome, stage=stage, of=of, roll=rolled, difficulty=difficulty)
    return rolled - difficulty


def points(scene: Scene, rolled: int) -> int:
    """The AP of a roll: 3 at least; a half is kept, or rounded as the table plays it."""
    match scene.setting("half ap"):
        case "rounded down":
            rolled -= rolled % SCALE
        case "rounded up":
            rolled += rolled % SCALE
    return max(LEAST_AP, rolled)


# --- what the table says with a deed -------------------------------------------------------


def number(act: Doing | Deed, name: str, most: int) -> int:
    """A whole number from 0 to `most`; what is kept against the rules is cut to that."""
    value = act.params.get(name)
    return min(max(value, 0), most) if type(value) is int else 0


def word(act: Doing | Deed, name: str, known: Collection[str], default: str) -> str:
    """One of the known words, else the default."""
    value = act.params.get(name)
    return value if isinstance(value, str) and value in known else default
