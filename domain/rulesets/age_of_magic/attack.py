"""Attack and defence: what is rolled, what hits, what a block locks and a success leads to."""

from __future__ import annotations

from domain.ruleset.ruleset import END, Asking, Modifier, Slot, Throw, Until, Window
from domain.ruleset.scene import Doing, Scene
from domain.step.step import Step

from .legality import AGAINST, DEFENCES, MUTUAL, able, barring_clause, result, target
from .magic import enchantments
from .positions import at_the_back, attack_penalties, prone
from .ranged.manoeuvres import aim_modifier, is_set
from .riding import in_the_saddle
from .rolls import act_of, martial, martial_co, number, parts, risked_throw, thrown, traits, word
from .ruleset import RULES
from .tables import ADVANCING, DODGES, PARRYING, REAR, SCALE
from .unarmed import blows as unarmed_blows
from .weapons import weapons


def area(blow: Doing) -> str:
    """The place a blow is aimed at; by default the chest, or the first it may hit."""
    may = unarmed_blows.aims(blow)
    return word(blow, "aim", may, may[0])


def guard(scene: Scene, attack: str) -> Doing | None:
    """The reaction that stands against an attack, unless its doer has been disabled since."""
    standing = scene.combat.exchange.standing(attack)
    return next((a for a in standing if not is_void(scene, a)), None)


def is_void(scene: Scene, act: Doing) -> bool:
    """True for an act whose doer has gone, or was disabled where the table says that ends it.

    Whose weapon was dropped or locked since is disabled like one who cannot act.
    """
    disabled = able(scene, act.who) or is_disarmed(scene, act)
    stopped = disabled and scene.setting("disabled actor") == "void"
    return bool(stopped) or act.who not in scene.present()


def is_disarmed(scene: Scene, act: Doing) -> bool:
    """True for an act begun with a weapon fit for use, which is that no more."""
    lacked = bool(result(scene, act.id, "unfit"))
    return bool(act.using) and not lacked and not weapons.is_fit(scene, act.who, act.using)


def lone_answer(scene: Scene, attack: str) -> Doing | None:
    """The attack back that is still made, though the attack that it answers is void."""
    answer = guard(scene, attack)
    if answer is None or answer.manoeuvre != MUTUAL or result(scene, attack, "hit") != "void":
        return None
    whom = target(scene, answer)
    return answer if whom in scene.present() and not scene.has(whom, "dead") else None


def blows(scene: Scene, attack: str) -> tuple[Doing, ...]:
    """The attack and the one against it, as far as they hit."""
    acts = (scene.doing(attack), *scene.combat.exchange.standing(attack))
    return tuple(a for a in acts if a is not None and result(scene, a.id, "hit") == "hit")


def hurting_blows(scene: Scene, attack: str) -> tuple[Doing, ...]:
    """Those of the blows that hit whose damage is rolled."""
    return tuple(blow for blow in blows(scene, attack) if unarmed_blows.hurts(blow))


# --- the rolls -----------------------------------------------------------------------------


def strikers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The attacker, and the defender; without a defence, the target.

    A target who is set to aim rolls nothing. An attack back may be the only attack.
    """
    act, answer = act_of(scene, asking.on), guard(scene, asking.on)
    if alone := lone_answer(scene, asking.on):
        act, answer = alone, None
    who, about = (answer.who, answer.id) if answer is not None else (target(scene, act), act.id)
    attack = Slot(id=act.who, who=act.who, about=act.id)
    if answer is None and is_set(scene, who):
        return (attack,)
    return attack, Slot(id=who, who=who, about=about)


def strike_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """An attack roll by the attacker, and by a target who attacks back; else a defence roll."""
    act = scene.doing(slot.about)
    if act is None or act.who != slot.who:
        return undefended_roll(scene, slot.who)
    return defence_roll(scene, act) if act.manoeuvre in DEFENCES else attack_roll(scene, act)


def attack_roll(scene: Scene, blow: Doing) -> Throw:
    """Weapon skill, CO and the weapon, with advance, rear hex and aim; a spell has its finesse."""
    if enchantments.is_bolt(blow):
        return enchantments.attack_roll(scene, blow, aim_modifier(scene, blow, area(blow)))
    advancing = ADVANCING if blow.manoeuvre == "advance and attack" else 0
    rear = REAR if at_the_back(scene, blow.who, target(scene, blow)) else 0
    basic = (
        *_strike(scene, blow),
        *attack_penalties(scene, blow.who),
        *parts(advancing=advancing, from_the_rear=rear, aim=aim_modifier(scene, blow, area(blow))),
    )
    return risked_throw(scene, blow.who, "attack", "attempt", "6.1", *basic)


def defence_roll(scene: Scene, act: Doing) -> Throw:
    """Blocks and parries use the weapon, dodges Combat; parries and dodges have a bonus."""
    if act.manoeuvre in unarmed_blows.MARTIAL_DEFENCES:
        basic = _bare_defence(scene, act)
    elif act.manoeuvre in DODGES:
        bonus = {act.manoeuvre: DODGES[act.manoeuvre]}
        basic = (*traits(scene, act.who, "Combat", "Dodge", "CO"), *parts(**bonus))
    else:
        parrying = PARRYING if act.manoeuvre == "parry" else 0
        own = traits(scene, act.who, "Parry")
        basic = (*_with_weapon(scene, act, "parry"), *own, *parts(parrying=parrying))
    lying = prone(scene, act.who)
    return risked_throw(scene, act.who, "defence", "resist", "6.2", *basic, *lying)


def _bare_defence(scene: Scene, act: Doing) -> tuple[Modifier, ...]:
    """Martial arts and CO; the dodges have their specialism and a bonus."""
    if act.manoeuvre not in unarmed_blows.DODGES:
        adds = SCALE * int(scene.setting("forearm block adds"))
        return (*martial(scene, act.who), *parts(**{act.manoeuvre: adds}))
    bonus = unarmed_blows.DODGES[act.manoeuvre] + SCALE * number(
        act, "bonus", unarmed_blows.MOST_BY_ATTACK
    )
    return (*martial(scene, act.who, "Dodge"), *parts(**{act.manoeuvre: bonus}))


def undefended_roll(scene: Scene, who: str) -> Throw:
    """Without a reaction, Combat without specialisms, and CO; the unable risk no dice on it."""
    basic = (*traits(scene, who, "Combat", "CO"), *prone(scene, who))
    throw = risked_throw(scene, who, "defence", "resist", "6.2", *basic)
    return throw._replace(dice=0) if able(scene, who) else throw


def _strike(scene: Scene, blow: Doing) -> tuple[Modifier, ...]:
    """The skill and modifiers of a blow: with a weapon, or martial arts."""
    bare = unarmed_blows.blow(blow)
    if bare is None:
        return _with_weapon(scene, blow, "attack")
    skill = traits(scene, blow.who, "Martial arts")
    return (
        *in_the_saddle(scene, blow.who, target(scene, blow), skill),
        *martial_co(scene, blow.who),
        *parts(**{blow.manoeuvre: bare.attack}),
    )


def _with_weapon(scene: Scene, act: Doing, field: str) -> tuple[Modifier, ...]:
    """The weapon's skill with its specialism, CO, and a modifier of the weapon."""
    skill = (
        *traits(scene, act.who, weapons.text(scene, act.who, act.using, "skill")),
        *parts(specialism=weapons.value(scene, act.who, act.using, "specialism")),
    )
    if field == "attack":
        skill = in_the_saddle(scene, act.who, target(scene, act), skill)
    return (
        *skill,
        *traits(scene, act.who, "CO"),
        *parts(**{act.using: weapons.value(scene, act.who, act.using, field)}),
    )


def clash_or_hit(scene: Scene, asking: Asking) -> str:
    """6.5: an attack that is met by another is no matter of a defence."""
    answer = guard(scene, asking.on)
    mutual = answer is not None and answer.manoeuvre == MUTUAL
    return "clash" if mutual and not lone_answer(scene, asking.on) else "hit"


RULES.asks(
    Window(
        "strike", "roll attack and defence", "6.3", strikers, throw=strike_roll, then=clash_or_hit
    )
)


# --- from the reactions to the hit ---------------------------------------------------------


@RULES.stage("strike")
def strike(step: Step) -> str | None:
    """5.13: An attack is void if its attacker or weapon was disabled, or nobody is left to hit."""
    over = stopped_early(step)
    if lone_answer(step, step.on):  # 6.2: it is met by the roll without a defence
        over = ""
    return over or step.ask("strike")


def stopped_early(step: Step) -> str:
    """The stage that ends an attack that is void before it is rolled, or empty."""
    whom = target(step, step.act)
    if is_void(step, step.act):
        return _void(step, step.basis_of("disabled actor"))
    if step.has(whom, "dead") or whom not in step.present():
        return _void(step, "stated")
    return ""


def _void(step: Step, basis: str) -> str:
    step.resolve("void", stage="hit", basis=basis)
    return END


@RULES.stage("hit")
def hit(step: Step) -> str | None:
    """6.3: An attack hits that reaches the defence; by how much counts for the damage."""
    attack, defence = _both_rolls(step)
    if attack is None or defence is None:
        return _void(step, "stated")
    tied = attack == defence
    hits = attack > defence or (tied and step.setting("tie") == "attack")
    basis = step.basis_of("tie") if tied else "stated"
    blow = lone_answer(step, step.on) or step.act
    if blow is step.act:
        resolve_answers(step, hits, basis)
    outcome, whom = "hit" if hits else "stopped", target(step, blow)
    rolled = {"attack": attack, "defence": defence, "by": attack - defence}
    step.resolve(outcome, act=blow.id, stage="hit", of=whom, basis=basis, **rolled)
    return harm_of(step)


def resolve_answers(step: Step, hits: bool, basis: str) -> None:
    """Say of what stands against the running attack whether it has helped; 5.13: or is void."""
    for act in step.combat.exchange.standing(step.on):
        void = is_void(step, act)
        outcome = "void" if void else "failed" if hits else "succeeded"
        why = step.basis_of("disabled actor") if void else basis
        step.resolve(outcome, act=act.id, stage="hit", basis=why)


@RULES.stage("clash")
def clash(step: Step) -> str | None:
    """6.5: Of two attacks on each other the higher hits and the other misses; equal ones both."""
    answer, (one, other) = guard(step, step.on), _both_rolls(step)
    if answer is None or one is None or other is None:
        return _void(step, "stated")
    for blow, mine, theirs in ((answer, other, one), (step.act, one, other)):
        outcome, whom = "hit" if mine >= theirs else "missed", target(step, blow)
        rolled = {"attack": mine, "against": theirs, "by": mine - theirs}
        step.resolve(outcome, act=blow.id, stage="hit", of=whom, basis=step.basis, **rolled)
    return harm_of(step)


def _both_rolls(step: Step) -> tuple[int | None, ...]:
    """The rolls of attack and defence; None for a combatant who left."""
    slots = step.closed.slots if step.closed is not None else ()
    attack, *answers = (thrown(step, slot.id) for slot in slots)
    return attack, *(answers or [0])


def harm_of(step: Step) -> str | None:
    """Ask for the damage of whatever hit, if it does any.

    First it is asked with what it is resisted, if that is a choice.
    """
    if hurting_blows(step, step.on):
        return step.ask("resistance")
    return "take hold" if result(step, step.on, "hit") == "hit" else END


# --- what a defence leads to ---------------------------------------------------------------


@RULES.stage("lock")
def lock(step: Step) -> str | None:
    """3.6: A block that succeeds locks both weapons; no bare hand, nor what flies."""
    block, attack = step.act, step.doing(step.act.on)
    if attack is None or result(step, block.id, "hit") != "succeeded":
        return END
    if attack.manoeuvre in AGAINST or not attack.using:
        return None
    until = Until(span="round" if step.setting("lock lasts") == "turn" else "act")
    for mine, theirs in ((block, attack), (attack, block)):
        step.begin_condition(
            mine.who,
            "locked",
            key=mine.using,
            toward=theirs.who,
            until=until,
            act=block.id,
            basis=step.basis_of("lock lasts"),
        )
    return None


@RULES.stage("riposte")
def riposte(step: Step) -> str | None:
    """3.6: A defence that succeeds can be followed on."""
    succeeded = result(step, step.on, "hit") == "succeeded"
    return step.ask("follow") if succeeded and not barring_clause(step, step.act.who) else END
