"""Throwing and shooting: the shot and what it must reach; set and aim; loading."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import END, Asking, Modifier, Slot, Throw, Window
from domain.ruleset.scene import Doing, Scene
from domain.ruleset.windows import doer
from domain.rulesets.age_of_magic import attack, legality, positions
from domain.rulesets.age_of_magic.rolls import act_of, number, parts, risked_throw, thrown, traits
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import SCALE, THROWN_IN_ADVANCING, THROWS, TURNING
from domain.rulesets.age_of_magic.weapons import weapons
from domain.step.step import Step

from . import manoeuvres

# --- the shot ------------------------------------------------------------------------------


def shooters(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Slots for the shooter, and for the defender if there is one."""
    acts = (scene.doing(asking.on), attack.guard(scene, asking.on))
    return tuple(Slot(id=a.who, who=a.who, about=a.id) for a in acts if a is not None)


def shot_or_defence(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """The shot, or the defence against it."""
    act = act_of(scene, slot.about)
    return shot_roll(scene, act) if manoeuvres.is_missile(act) else attack.defence_roll(scene, act)


def shot_roll(scene: Scene, shot: Doing) -> Throw:
    """Throwing or Shooting with CO; aimed fire has PE in its place, and what aiming gained."""
    aimed = shot.manoeuvre == manoeuvres.AIMED
    basic = (
        *with_skill(scene, shot.who, shot.using, "PE" if aimed else "CO"),
        *parts(**{shot.using: weapons.of_act(scene, shot, "attack")}),
        *parts(aimed=manoeuvres.aim_bonus(scene, shot.who, shot.using) if aimed else 0),
        *parts(aim=manoeuvres.aim_modifier(scene, shot, attack.area(shot)), **_footwork(shot)),
        *positions.attack_penalties(scene, shot.who),
        *parts(beyond_range=-SCALE * number(shot, "beyond", manoeuvres.FARTHEST)),
    )
    return risked_throw(scene, shot.who, "attack", "attempt", "3.8", *basic)


def with_skill(scene: Scene, who: str, weapon: str, characteristic: str) -> tuple[Modifier, ...]:
    """The skill of a weapon that flies, its specialism, and a characteristic."""
    shoots = weapons.shoots(scene, who, weapon)
    name = weapon if shoots else weapons.as_thrown(scene, who, weapon)
    special = weapons.value(scene, who, name, "specialism")
    skill = traits(scene, who, "Shooting" if shoots else "Throwing")
    return (*skill, *parts(specialism=special), *traits(scene, who, characteristic))


def _footwork(shot: Doing) -> dict[str, int]:
    """The bonus of advancing on a throw, and the penalty of turning on a snapshot."""
    turns = shot.manoeuvre == "snapshot fire" and shot.params.get("turns") == "yes"
    advances = shot.manoeuvre == manoeuvres.ADVANCING
    return {"advancing": THROWN_IN_ADVANCING if advances else 0, "turning": TURNING if turns else 0}


@RULES.stage("shot")
def shot(step: Step) -> str | None:
    """3.8: A thrown weapon leaves the hand, and a fired one is no longer loaded."""
    if over := attack.stopped_early(step):
        return over
    act = step.act
    told: dict[str, Any] = {part: n for part, n in manoeuvres.difficulty(act).items() if n}
    whom = legality.target(step, act)
    step.resolve(
        "difficulty", stage="range", of=whom, basis="table", difficulty=sum(told.values()), **told
    )
    if act.manoeuvre in THROWS:
        step.set_fact("bears", act.who, "no", act.using)
    elif weapons.value(step, act.who, act.using, "loads", 1):
        step.set_fact("loaded", act.who, "no", act.using)
    return step.ask("shot")


@RULES.stage("landed")
def resolve_shot(step: Step) -> str | None:
    """3.8: A shot hits that reaches its difficulty, and the defence as the table has it."""
    act, answer = step.act, attack.guard(step, step.on)
    rolled, defence = thrown(step, act.who), thrown(step, answer.who) if answer else None
    _spend_aim(step)
    if rolled is None:
        step.resolve("void", stage="hit")
        return END
    wanted, hits, basis = _to_reach(step, rolled, defence)
    attack.resolve_answers(step, hits, basis)
    against: dict[str, Any] = {} if defence is None else {"defence": defence}
    step.resolve(
        "hit" if hits else "missed" if defence is None else "stopped",
        stage="hit",
        of=legality.target(step, act),
        basis=basis,
        attack=rolled,
        difficulty=legality.figure(step, step.on, "range", "difficulty"),
        **against,
        by=rolled - wanted,
    )
    return attack.harm_of(step)


def _to_reach(step: Step, rolled: int, defence: int | None) -> tuple[int, bool, str]:
    """The number a shot must reach, whether it hits, and the basis."""
    difficulty = legality.figure(step, step.on, "range", "difficulty")
    if defence is None:
        return difficulty, rolled >= difficulty, "stated"
    passes = rolled > defence or (rolled == defence and step.setting("tie") == "attack")
    both = step.setting("shot against") == "both"
    hits = passes and (rolled >= difficulty or not both)
    wanted = max(difficulty, defence) if both else defence
    return wanted, hits, step.basis_of("shot against")


def _spend_aim(step: Step) -> None:
    """Aimed fire ends the aim; whether one stays set is the table's to say."""
    act = step.act
    if act.manoeuvre != manoeuvres.AIMED:
        return
    manoeuvres.set_bonus(step, act.who, 0)
    if step.setting("aimed fire ends") == "set":
        manoeuvres.unsettle(step, act.who, "fired")


# --- set and aim ---------------------------------------------------------------------------


@RULES.stage("steady")
def steady(step: Step) -> str | None:
    """3.8: The aimer is set from now on; at another target the aim begins anew."""
    act = step.act
    whom = legality.target(step, act)
    if manoeuvres.aimed_at(step, act.who, act.using) != whom:
        manoeuvres.unsettle(step, act.who, "aims anew")
        step.begin_condition(act.who, "set", key=act.using, toward=whom)
    return step.ask("aim")


def aim_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Shooting and WP."""
    basic = with_skill(scene, slot.who, act_of(scene, asking.on).using, "WP")
    return risked_throw(scene, slot.who, "aim", "attempt", "3.8", *basic)


@RULES.stage("aimed")
def resolve_aim(step: Step) -> None:
    """3.8: Against twice the bonus already held: one more, or all of it is lost."""
    who, rolled = step.act.who, thrown(step, step.act.who)
    held = manoeuvres.aim_bonus(step, who, step.act.using)
    if rolled is None or not manoeuvres.is_set(step, who):
        return
    succeeds = rolled >= 2 * held
    bonus = held + SCALE if succeeds else 0
    manoeuvres.set_bonus(step, who, bonus // SCALE)
    step.resolve(
        "succeeded" if succeeds else "failed",
        stage="aim",
        of=legality.target(step, step.act),
        roll=rolled,
        difficulty=2 * held,
        bonus=bonus,
    )


@RULES.stage("loaded")
def load_weapon(step: Step) -> None:
    """3.8: The weapon is loaded."""
    step.set_fact("loaded", step.act.who, "yes", step.act.using)


RULES.asks(
    Window(
        "shot",
        "roll the shot, and the defence against it",
        "3.8",
        shooters,
        throw=shot_or_defence,
        then="landed",
    ),
    Window("aim", "roll to aim", "3.8", doer, throw=aim_roll, then="aimed"),
)
