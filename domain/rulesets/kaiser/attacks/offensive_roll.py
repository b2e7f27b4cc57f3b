"""6.1, 6.3, 6.7: the Offensive Roll: its modifiers and its dice."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Deed, Slot, Throw
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser import checks, costs, legality, tables, weapons
from domain.step.step import Step

POINT_BLANK = 5
"""6.7: feet within which a shot may be countered."""

WALKED = 20
"""6.7: feet after which a shooter is less sure; after a Dash still less."""

LATER_STEP = -1
"""12: how much harder a later text makes each repeated attack."""

OFFHAND = -4
FORESEEN = 0, -4, -6
COUNTERS = ("counter", "offhand counter")


def is_shot(scene: Scene, deed: Deed | Doing) -> bool:
    """6.7: True for what is shot or thrown, and for a spell that is a projectile."""
    if deed.manoeuvre == "cast":
        return weapons.spell_word(scene, deed.who, deed.using, "projectile") == "True"
    return weapons.is_ranged(scene, deed.who, deed.using)


def is_hand_to_hand(scene: Scene, act: Doing) -> bool:
    """6.3: True for hand-to-hand and point-blank attacks, which may be countered."""
    afar = act.manoeuvre == "cast" or weapons.is_ranged(scene, act.who, act.using)
    return not afar or number(act.params, "feet", POINT_BLANK + 1) <= POINT_BLANK


def repeat_penalty(scene: Scene, act: Doing) -> int:
    """5: each attack after the first is harder, by the size of the weapon."""
    apart = act.manoeuvre in legality.OFFHAND and scene.setting("offhand repeats") == "no"
    free = act.manoeuvre == "thrust" and not costs.thrust_counts(scene)
    if apart or free or act.manoeuvre == "cast":
        return 0
    before = legality.attacks_before(scene, act)
    size = scene.word(act.who, f"weapon {act.using} size", "same")
    more = LATER_STEP if scene.setting("repeat penalties") == "-2 to -5" else 0
    return before * (tables.REPEATED[size] + more)


def charge_bonus(scene: Scene, act: Doing) -> int:
    """4: 20 feet straight: one advantage and one base damage; one more of each per 5 Strike."""
    if act.manoeuvre != "charge" or number(act.params, "moved") < 20:
        return 0
    return 1 + scene.trait(act.who, "strike") // int(scene.setting("charge step"))


def counter_bonus(scene: Scene, act: Doing) -> int:
    """6.3: half the degrees of the defence that was won, for a Counter."""
    question = scene.combat.exchange.questions.get(act.slot[0])
    return checks.numbers(question.params, "bonus").get(act.who, 0) if question else 0


def offence_parts(scene: Scene, act: Doing, target: str) -> dict[str, int]:
    """6.1: the parts that are added to 2d6."""
    special = costs.SPECIAL_ATTACKS.get(act.manoeuvre)
    skill = "spell projection" if act.manoeuvre == "cast" else "strike"
    but = checks.ignored_states(scene) if act.manoeuvre == "cast" else ()
    return {
        skill: scene.trait(act.who, skill),
        act.manoeuvre: special.penalty if special else 0,
        "offhand": OFFHAND if act.manoeuvre in legality.OFFHAND else 0,
        "repeated": repeat_penalty(scene, act),
        "counter": counter_bonus(scene, act) if act.manoeuvre in COUNTERS else 0,
        **checks.weighing(scene, act.who, tables.OFFENCE, "any", toward=target, but=but),
        "fascinated": swift_penalty(scene, act),
        **shot_parts(scene, act),
        "foreseen": foreseen_penalty(scene, act.who, target),
        "by the table": number(act.params, "table"),
    }


def swift_penalty(scene: Scene, act: Doing) -> int:
    """9.6: what being fascinated takes off an attack that is Swift."""
    swift = act.manoeuvre in scene.rules.swift and scene.has(act.who, "fascinated")
    return tables.FASCINATED if swift else 0


def foreseen_penalty(scene: Scene, who: str, foe: str) -> int:
    """4: the first opposed check against each foe is 4 lower with one stance; 6 with both."""
    met = not foe or scene.fact("met", who, foe) == "yes"
    return 0 if met else FORESEEN[legality.wariness(scene, who, foe)]


def counted_against(scene: Scene, who: str, foe: str) -> int:
    """2.3, 4: what one roll against several counts less against a foe: surprised, or foreseen."""
    toward, to_all = (sum(checks.weighing(scene, who, "any", toward=w).values()) for w in (foe, ""))
    return toward - to_all + foreseen_penalty(scene, who, foe)


def record_meeting(step: Step, one: str, other: str) -> None:
    """4: A stance against surprise counts for the first opposed check against each."""
    for of, toward in ((one, other), (other, one)):
        if step.has(of, "anticipating") or step.has(of, "alert"):
            step.set_fact("met", of, "yes", toward)


def shot_parts(scene: Scene, act: Doing) -> dict[str, int]:
    """6.7: cover, a target beyond the effective range, and a new target."""
    if not is_shot(scene, act):
        return {}
    flat = scene.setting("beyond range") == "-3"
    return {
        "cover": -4 if act.params.get("cover") == "yes" else 0,
        "beyond range": -3 if flat and is_beyond_range(scene, act) else 0,
        "new target": -1 if act.params.get("new target") == "yes" else 0,
    }


def is_beyond_range(scene: Scene, act: Doing) -> bool:
    """6.7: True beyond the effective range of a weapon; the rules give none to a spell."""
    reach = 0 if act.manoeuvre == "cast" else weapons.value(scene, act.who, act.using, "range")
    return 0 < reach < number(act.params, "feet")


def moving_disadvantage(scene: Scene, act: Doing) -> int:
    """6.7: Disadvantages of a shot where the shooter or the target has moved.

    One for a shooter who moved more than 20 feet, two for more than a Dash; one for a target that
    moved more than 50 feet, two for more than 100.
    """
    went, target = number(act.params, "walked"), number(act.params, "target walked")
    dash = weapons.distance(scene, act.who, "dash")
    own = 2 if dash and went > max(WALKED, dash) else 1 if went > WALKED else 0
    return own + sum(target > far for far in (50, 100))


def offence_dice(scene: Scene, act: Doing, target: str) -> int:
    """1.5, 6.7: advantage and disadvantage of an attack; they cancel."""
    dice = checks.advantage(scene, act.who, target) + charge_bonus(scene, act)
    dice += number(act.params, "advantage")
    if is_shot(scene, act):
        aims = scene.combat.conditions.on(act.who, "aiming") if act.manoeuvre != "cast" else ()
        dice += sum(aim.level for aim in aims if aim.toward == target)
        dice += 1 if is_hand_to_hand(scene, act) else 0
        far = is_beyond_range(scene, act)
        dice -= 1 if far and scene.setting("beyond range") == "D1" else 0
        dice -= 1 if act.params.get("defensively") == "yes" else 0
        dice -= moving_disadvantage(scene, act)
    return dice


def offence(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """6.1: the Offensive Roll; 8.4: one of a sweep leaves out what counts against one foe only."""
    act = scene.combat.exchange.acts[asking.on]
    target = act.targets[0] if act.targets else ""
    parts = offence_parts(scene, act, "" if act.manoeuvre == "sweeping" else target)
    dice = offence_dice(scene, act, target)
    return checks.check(scene, act.who, "attack", "attempt", "6.1", parts, dice)
