"""6.1: the Defensive Roll: its skill, what is added to it, and its dice."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Blank, Deed, Slot, Throw
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser import checks, legality, tables

from .offensive_roll import foreseen_penalty, is_shot

FAN, ACROBATICS = -4, "acrobatics"
PROJECTIONS = ("spell projection", "phenom projection")
"""6.1: the skills of a barrier, by its power."""

LEAVING = ("move", "withdraw")
"""8: the manoeuvres that leave hand to hand."""
SIDES = {"flank": "flanked", "behind": "blind side"}
"""9.6: the state of those attacked from that side."""

DODGE_FIRED, BLOCK_THROWN, BLOCK_FIRED = -3, -5, -8


def skill_of(act: Doing) -> str:
    """What a defence counts as, for penalties and Counters; a barrier blocks."""
    if is_barrier(act):
        return "block"
    return (
        str(act.params.get("with", "block")) if act.manoeuvre == "defend another" else act.manoeuvre
    )


def is_barrier(act: Doing) -> bool:
    """5, 8: True for a defence by a barrier, of oneself or of a ward."""
    return act.manoeuvre == "barrier" or act.params.get("how", "step") != "step"


def rolled_skill(scene: Scene, act: Doing) -> str:
    """6.1: The skill that is rolled: for a barrier the Projection of its power, or the better."""
    if not is_barrier(act):
        return skill_of(act)
    said = (
        (f"{act.params['projection']} projection",) if "projection" in act.params else PROJECTIONS
    )
    return max(said, key=lambda skill: scene.trait(act.who, skill))


def projection_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """6.1: of which power the barrier is, for one who has both Projections."""
    known = [skill.split()[0] for skill in PROJECTIONS if scene.trait(deed.who, skill)]
    says = "the power of the barrier; unless said, the better"
    choice = Blank("projection", "one", tuple(known), optional=True, says=says)
    return (choice,) if len(known) > 1 else ()


def defence_parts(scene: Scene, act: Doing, attack: Doing) -> dict[str, int]:
    """6.1: the parts that are added to 2d6."""
    skill = rolled_skill(scene, act)
    return {
        skill: scene.trait(act.who, skill),
        "repeated": repeat_penalty(scene, act, attack),
        "missile": missile_penalty(scene, skill_of(act), attack),
        **checks.weighing(scene, act.who, tables.DEFENCE, "any", toward=attack.who),
        "foreseen": foreseen_penalty(scene, act.who, attack.who),
        **flank_parts(scene, act.who, attack),
        "by the table": number(act.params, "table"),
    }


def flank_parts(scene: Scene, who: str, attack: Doing) -> dict[str, int]:
    """9.6: an attack from the flank or from behind is harder to meet; 8: a leaver is flanked.

    A defender whose state says so already has its penalty.
    """
    left = scene.doing(attack.on) if attack.manoeuvre == "attack an opening" else None
    least = "flank" if left is not None and left.manoeuvre in LEAVING else ""
    side = str(attack.params.get("flanking", least))
    if side not in SIDES or scene.has(who, SIDES[side]):
        return {}
    return {"flank": -3} if side == "flank" else {"from behind": -8}


def repeat_penalty(scene: Scene, act: Doing, attack: Doing) -> int:
    """5: -2 for each defence after the first, at most -10; 4: a Fan has a flat -4 instead."""
    if has_fan_against(scene, act.who, attack):
        return FAN
    later = legality.begun_after(scene, act, legality.DEFENCES)
    apart = scene.balance_of(act.who, "fanned") + sum(not _is_fanned(scene, a) for a in later)
    before = legality.times(scene, act.who, *legality.DEFENCES) - apart - 1
    return max(tables.WORST_DEFENCE, tables.DEFENCE_STEP * max(0, before))


def _is_fanned(scene: Scene, act: Doing) -> bool:
    """True for a defence that a Fan has met, which is counted apart."""
    attack = scene.doing(act.on)
    return attack is not None and has_fan_against(scene, act.who, attack)


def has_fan_against(scene: Scene, who: str, attack: Doing) -> bool:
    """4: a Defensive Fan is against projectiles, those of spells too."""
    return scene.has(who, "defensive fan") and is_shot(scene, attack)


def missile_penalty(scene: Scene, skill: str, attack: Doing) -> int:
    """6.7: missiles are harder to meet; of spells the rules say nothing."""
    if attack.manoeuvre == "cast" or not is_shot(scene, attack):
        return 0
    thrown = scene.word(attack.who, f"weapon {attack.using} thrown") == "True"
    if skill == "dodge":
        return 0 if thrown else DODGE_FIRED
    return BLOCK_THROWN if thrown else BLOCK_FIRED


def defence_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """6.1: the Defensive Roll."""
    acts = scene.combat.exchange.acts
    act, attack = acts[asking.on], acts[acts[asking.on].on]
    dice = checks.advantage(scene, act.who, attack.who)
    if skill_of(act) == "block":
        dice += sum(checks.weighing(scene, act.who, "block advantage").values())
    if act.manoeuvre == "defend another":
        near, far = (int(d[1:]) for d in scene.setting("guard dice").split())
        dice -= far if act.params.get("how") == "far barrier" else near
    parts = defence_parts(scene, act, attack)
    throw = checks.check(scene, act.who, "defence", "react", "6.1", parts, dice)
    return throw._replace(dice=0, keep=0) if is_diceless(scene, act.who) else throw


def is_diceless(scene: Scene, who: str) -> bool:
    """12: True for a Total Attack where it leaves the Defensive Roll its skill, without dice."""
    return scene.has(who, "total attack") and scene.setting("total attack defence") == "no dice"


def as_stanced(scene: Scene, who: str, total: int) -> int:
    """4: a Total Attack leaves no defence, and absorbing hits half of it."""
    if scene.has(who, "total attack") and not is_diceless(scene, who):
        return 0
    return total // 2 if scene.has(who, "absorb hits") else total
