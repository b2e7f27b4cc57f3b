"""What a turn has come to: its phase, what was done in it, before a delay too, and Commands."""

from __future__ import annotations

from domain.ruleset.ruleset import Params
from domain.ruleset.scene import Scene

from .zones import is_in, is_mage, master

PHASES = ("channeling", "upkeep", "main")
"""3.3: In these a turn may be delayed; in those after them nothing is left to be done."""

ORDER = "initiative"
"""The scope of the one order that this game has."""


def still_to_come(scene: Scene) -> tuple[str, ...]:
    """3.2: Those with a seat in this rotation whose turn is still to come, in order."""
    clock = scene.combat.clock
    gone = {*clock.path[0].done, *clock.path[0].held, *clock.actors} if clock.path else set()
    return tuple(
        w for w in clock.order(ORDER) if w not in gone and is_in(scene, w) and master(scene, w) == w
    )


def waits_ahead(scene: Scene, who: str) -> bool:
    """3.3: True for those who announced a delay of their turn of this rotation before it came."""
    now = scene.combat.clock.rounds
    return any(c.detail.get("rotation") == now for c in scene.combat.conditions.on(who, "delaying"))


def phases_done(scene: Scene) -> tuple[str, ...]:
    """The phases up to the one in which the turn was delayed; none in a turn that was not."""
    for who in scene.actors():
        for resumed in scene.combat.conditions.on(who, "resumed"):
            return PHASES[: PHASES.index(resumed.key) + 1]
    return ()


def is_over(scene: Scene, phase: str) -> bool:
    """True for a phase that the turn had behind it when it was delayed."""
    return phase in phases_done(scene)[:-1]


def has_begun(scene: Scene, phase: str) -> bool:
    """True for a phase that had begun before the delay: what it begins with was given then."""
    return phase in phases_done(scene)


def is_amid_turn(scene: Scene, who: str) -> bool:
    """3.3: True in one's own turn, and while the rest of it is delayed."""
    waits = scene.combat.conditions.on(who, "delaying")
    return who in scene.actors() or any(each.key for each in waits)


def deeds_before(scene: Scene, who: str) -> dict[str, int]:
    """What was done in somebody's turn before it was delayed, and how often: `mira move`."""
    for resumed in scene.combat.conditions.on(who, "resumed"):
        return done_before(resumed.detail)
    return {}


def done_before(detail: Params) -> dict[str, int]:
    """What was done in a turn before a delay of it, as its condition keeps that."""
    done = detail.get("done")
    deeds = done.items() if isinstance(done, dict) else ()
    return {deed: times for deed, times in deeds if isinstance(times, int)}


def phase(scene: Scene) -> str:
    """The phase that is open, or nothing."""
    span = scene.combat.clock.span("phase")
    return span.name if span else ""


def times(scene: Scene, who: str, *manoeuvres: str) -> int:
    """How often somebody has done any of these in this turn, also before it was delayed."""
    before = {k: n for actor in scene.actors() for k, n in deeds_before(scene, actor).items()}
    now = sum(scene.combat.exchange.times("turn", who, m) for m in manoeuvres)
    return now + sum(before.get(f"{who} {m}", 0) for m in manoeuvres)


def actions(scene: Scene, who: str) -> int:
    """How many actions somebody has in a turn: a mage's Speed; a free creature has one."""
    return max(0, scene.trait(who, "Speed")) if is_mage(scene, who) else 1


def has_keyword(scene: Scene, who: str, keyword: str) -> bool:
    """True for combatants with the keyword on their sheet."""
    return keyword in scene.word(who, "keywords").split(", ")


ACTIONS = ("move", "command", "cast", "use", "engage", "flee", "fast flee")
"""4.3: What costs an action in one's own turn."""


def actions_used(scene: Scene, who: str) -> int:
    """4.3: Count the actions that somebody has done in their turn.

    They are counted, since the referee also changes what is left.
    """
    return _times_in_all(scene, who, *ACTIONS)


def _times_in_all(scene: Scene, who: str, *manoeuvres: str) -> int:
    """Count deeds of somebody's turn, also while the rest of it is delayed."""
    waits = [done_before(each.detail) for each in scene.combat.conditions.on(who, "delaying")]
    before = sum(done.get(f"{who} {m}", 0) for done in waits for m in manoeuvres)
    return times(scene, who, *manoeuvres) + before


# --- Commands ------------------------------------------------------------------------------

MOST = 2
"""Commands in a turn: one, and one for Haste."""


def next_command(scene: Scene, mage: str) -> int:
    """The number of the late Command that reaches a creature summoned now; 0 for the first."""
    given = _times_in_all(scene, mage, "command")
    late = _is_in_main(scene, mage) and (given or actions_used(scene, mage))
    return given + 1 if late else 0


def _is_in_main(scene: Scene, mage: str) -> bool:
    """True in one's own Main phase, also while what is left of it is delayed."""
    waits = scene.combat.conditions.on(mage, "delaying")
    own = mage in scene.actors() and phase(scene) == "main"
    return own or any(each.key == "main" for each in waits)


def is_hasty(scene: Scene, creature: str) -> bool:
    """True for creatures that a late Command, given now, reaches."""
    given = times(scene, master(scene, creature), "command")
    return _reached_by(scene, creature, given + 1) and not scene.has(creature, "spent")


def _reached_by(scene: Scene, creature: str, number: int) -> bool:
    if scene.setting("haste") != "second command" or not has_keyword(scene, creature, "haste"):
        return False
    sick = scene.combat.conditions.on(creature, "summoned")
    return any(each.detail.get("command") == number for each in sick)


def summoning_sick(scene: Scene, creature: str) -> bool:
    """4.3: True for creatures without haste in the turn in which they were summoned."""
    return scene.has(creature, "summoned") and not has_keyword(scene, creature, "haste")


def unready(scene: Scene, creature: str) -> str:
    """The clause that keeps a creature from acting on a Command, or nothing."""
    if summoning_sick(scene, creature):
        return "4.3"
    return "4.2" if scene.has(creature, "spent") else ""


def is_reached(scene: Scene, mage: str, creature: str) -> bool:
    """True where the Command being given reaches a creature: the first reaches all."""
    number = times(scene, mage, "command")
    is_first = number == 1 and actions_used(scene, mage) <= 1
    return is_first or _reached_by(scene, creature, number)
