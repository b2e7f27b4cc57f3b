"""The states of the rules, and what each does to the rolls of whoever is in it."""

from __future__ import annotations

from typing import Any

from domain.ruleset import ConditionKind, Mod, Until

from .tables import SURPRISED

OFFENCE, DEFENCE, ANY, ADVANTAGE, INITIATIVE = (
    "offence",
    "defence",
    "any",
    "advantage",
    "initiative",
)
"""What a state alters: attacks, defences, every action; dice to keep from; the initiative roll."""

TOWARD = ("surprised", "aiming")
"""States that count against one opponent only."""

WORST = ("weakened", "dazed", "unaligned")
"""9.5: of these only the worst counts; everything else adds up."""

MINDLESS = ("asleep", "unconscious", "dead")
"""Who cannot do anything at all."""

ROUND = Until(span="round")


def _state(name: str, says: str = "", until: Until | None = None, **mods: int) -> ConditionKind:
    altered = tuple(Mod(trait=trait, value=value) for trait, value in mods.items())
    return ConditionKind(name, says or name, "9.6", until, altered)


STATES = (
    _state("flat-footed", until=ROUND),
    _state("surprised", "surprised", ROUND, any=SURPRISED),
    _state("flanked", offence=-1, defence=-3),
    _state("blind-side", "taken from the blind side", offence=-3, defence=-8),
    _state("at weapon's point", offence=-2, defence=-10, initiative=-5),
    _state("partially blind", any=-3),
    _state("totally blind", any=-9),
    _state("prone", advantage=-2),
    _state("partly restrained", any=-2),
    _state("mostly restrained", any=-12),
    _state("fully restrained", any=-32),
    _state("shaken", advantage=-1),
    _state("frightened", advantage=-2),
    _state("cowering", advantage=-3),
    _state("terror", "in terror", advantage=-4),
    _state("fascinated", defence=-2),
    _state("stunned"),
    _state("weakened"),
    _state("dazed"),
    _state("unaligned"),
    _state("pain", "in pain"),
    _state("lasting injury", "an injury that lasts"),
    _state("limb destroyed", "a limb destroyed"),
    _state("asleep"),
    _state("woken by harm", until=ROUND, initiative=-4),
    _state("unconscious"),
    _state("between life and death"),
    _state("dead"),
    _state("trapped", "caught in a trap"),
    _state("disarmed"),
    _state("half-called", "not wholly called: 1 AP fewer next round"),
)

HOLDS = (
    ConditionKind("armed", "armed for this round", "4", ROUND),
    ConditionKind("ward", "guarded", "4", ROUND),
    ConditionKind("charging", "charging", "4", ROUND),
    ConditionKind(
        "winded by the charge",
        "winded by the charge",
        "4",
        ROUND,
        (Mod(trait="block advantage", value=-1),),
    ),
    ConditionKind("sprinting", "sprinting", "4", ROUND, (Mod(trait=INITIATIVE, value=2),)),
    ConditionKind("absorb hits", "ready to absorb hits", "4", ROUND),
    ConditionKind("total attack", "all for attack", "4", ROUND, (Mod(trait=OFFENCE, value=3),)),
    ConditionKind("total defense", "all for defense", "4", ROUND, (Mod(trait=DEFENCE, value=5),)),
    ConditionKind("defensive fan", "a fan against projectiles", "4", ROUND),
    ConditionKind("anticipating", "ready for surprise", "4", ROUND),
    ConditionKind("alert", "alert to danger", "4", ROUND),
    ConditionKind("magic", "at magic", "7", ROUND),
    ConditionKind("spirit", "at ki", "7", ROUND),
    ConditionKind("manifesting", "about to manifest", "4", ROUND),
    ConditionKind("whole round", "busy until the End phase", "4", ROUND),
    ConditionKind("aiming", "takes aim", "5"),
    ConditionKind("holding", "holds an attack", "5", ROUND),
    ConditionKind("prepared", "has a spell prepared", "7"),
    ConditionKind("power", "with a power in effect", "7"),
    ConditionKind("kept", "kept up this round", "7", ROUND),
    ConditionKind("immune", "immune to a power", "9.4"),
)

ON_ZERO = "on zero"
"""9.2: what a condition says that counts down: what comes of it at zero."""


def _counted(condition: Any) -> str:
    return "counted-down" if ON_ZERO in condition.detail else ""


CONDITIONS = tuple(kind._replace(on_zero=_counted) for kind in (*STATES, *HOLDS))
