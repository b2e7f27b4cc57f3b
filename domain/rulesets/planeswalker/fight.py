"""Orders, moves, engagements, and Locked combat: blow, blow back, and what is left standing."""

from __future__ import annotations

from domain.ruleset import END, Asking, Choice, Deed, Refused, Slot, Throw, Window
from domain.scene import Doing, Scene
from domain.step import Step
from domain.windows import doer

from .allowed import has_keyword, intercept, unready
from .book import RULES
from .ending import fall, is_down
from .turn import dice, totals, whose
from .zones import (
    CLOSE,
    LOCKED,
    RANGED,
    enemies,
    is_in,
    mages,
    master,
    own_creatures,
    zone,
)

FIRST = "first strike"


# --- orders --------------------------------------------------------------------------------


def own(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each creature of whoever commands; who cannot act is barred with the clause."""
    order = scene.doing(asking.on)
    return tuple(
        Slot(id=c, who=c, barred=unready(scene, c))
        for c in (own_creatures(scene, order.who) if order else ())
    )


@RULES.stage("heed")
def heed(step: Step) -> str | None:
    """4.3: A commanded creature has acted, and may be answered; a spell may always be."""
    act = step.act
    if act.kind == "reaction":
        step.begin_condition(act.who, "spent", source=step.on)
    answered = act.kind == "reaction" or bool(act.using)
    return step.ask("respond", then=step.rest) if answered else None


@RULES.stage("go")
def go(step: Step) -> None:
    """4.3: From Close to Ranged, or from Ranged to Close, toward one enemy."""
    who, target = step.act.who, step.act.targets[0]
    if is_in(step, who) and is_in(step, target):
        other = CLOSE if zone(step, who, target) == RANGED else RANGED
        step.set_fact("zone", who, other, target)


# --- engagement and intercept --------------------------------------------------------------


@RULES.stage("close-in")
def close_in(step: Step) -> str | None:
    """4.4: An engagement is fought at once, or waits for the Combat phase."""
    act = step.act
    at_once = step.setting("combat-timing") == "immediate" or act.kind == "follow-on"
    if at_once:
        return None
    step.begin_condition(act.who, "engaging", "ruled", toward=act.targets[0], source=step.on)
    return END


@RULES.stage("fights")
def fights(step: Step) -> None:
    """4.4: What was engaged in the Main phase is fought now."""
    waiting = [c for c in step.combat.conditions.all.values() if c.name == "engaging"]
    mine = [c for c in waiting if master(step, c.subject) == whose(step)]
    if mine:
        agenda = step.queue("fights")
        for each in mine:
            step.declare("fight", agenda, who=each.subject, targets=(each.toward,))


def who_may_intercept(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Every character, for instants and stepping in, and the creatures of the one attacked."""
    attack = scene.doing(asking.on)
    if attack is None:
        return ()
    creatures = own_creatures(scene, master(scene, attack.targets[0]))
    return (
        *(Slot(id=who, who=who) for who in mages(scene)),
        *(Slot(id=c, who=c, barred=_barred(scene, c, attack)) for c in creatures),
    )


def _barred(scene: Scene, who: str, attack: Doing) -> str:
    try:
        intercept(scene, Deed(who, "intercept", "reaction", attack.id))
    except Refused as refused:
        return refused.clause
    return ""


@RULES.stage("step-in")
def step_in(step: Step) -> None:
    """6.2: The fight is with whoever steps in; the target stays where it is."""
    step.resolve("intercepted", act=step.act.on, stage="intercept", of=step.act.who)


def defender(scene: Scene, act: Doing) -> str:
    """With whom the fight is: who stepped in, else the target."""
    stepped_in = scene.combat.exchange.outcome(act.id, "intercept")
    return stepped_in.of if stepped_in else act.targets[0]


@RULES.stage("lock")
def lock(step: Step) -> str | None:
    """2: The two are Locked for as long as they fight; who is engaged does not get away."""
    who, other = step.act.who, defender(step, step.act)
    if not is_in(step, who) or not is_in(step, other) or zone(step, who, other) != CLOSE:
        step.resolve("comes to nothing", stage="lock")
        return END
    step.set_fact("zone", who, LOCKED, other)
    for each in (who, other):
        for condition in step.combat.conditions.on(each, "fleeing"):
            step.end_condition(condition, "engaged")
    return None


# --- blows ---------------------------------------------------------------------------------


def strikers(scene: Scene, act: Doing) -> tuple[str, str]:
    """Who strikes first, and who second: a defender alone with first strike comes first."""
    attacker, other = act.who, defender(scene, act)
    quick = has_keyword(scene, other, FIRST) and not has_keyword(scene, attacker, FIRST)
    return (other, attacker) if quick else (attacker, other)


def has_struck(scene: Scene, act: Doing, who: str) -> bool:
    """True for whoever has struck in this fight, or let it be."""
    return scene.combat.exchange.outcome(act.id, f"blow of {who}") is not None


def is_killed(scene: Scene, act: Doing, who: str) -> bool:
    """6.6: True for whoever has no Life left; without Life any damage that got through kills."""
    struck = scene.combat.exchange.outcomes.get(act.id, ())
    hurt = any(r.of == who and r.figures.get("damage", 0) for r in struck)
    member = scene.member(who)
    return is_down(scene, who) if member and "Life" in member.traits else hurt


@RULES.stage("exchange")
def exchange(step: Step) -> str | None:
    """6.3: The attacker strikes; the defender may strike back at once."""
    first, second = strikers(step, step.act)
    for who in (first, second):
        if not has_struck(step, step.act, who):
            if not _can_strike(step, who, first):
                return None
            if who != step.act.who:
                return step.ask("strike back", then="answered", params={"who": who})
            return _strike(step, who)
    return None


def _can_strike(step: Step, who: str, first: str) -> bool:
    """6.4: Who is killed still strikes back, unless first strike killed him."""
    if not is_in(step, who) or not is_in(step, _opponent(step, who)):
        return False
    if not is_killed(step, step.act, who):
        return True
    alone = has_keyword(step, first, FIRST) and not has_keyword(step, who, FIRST)
    return not alone and step.setting("killed-strike-back") == "yes"


def _opponent(step: Step, who: str) -> str:
    return defender(step, step.act) if who == step.act.who else step.act.who


def _strike(step: Step, who: str) -> str | None:
    return step.ask("blow", then="struck", params={"power": who, "toughness": _opponent(step, who)})


def who_strikes_back(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The defender."""
    who = str(asking.params["who"])
    return (Slot(id=who, who=who),)


def strike_back(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Strike back; a pass lets it be."""
    return (Choice("strike back", "strike back with one's own Power"),)


@RULES.stage("answered")
def answered(step: Step) -> str | None:
    """6.4: The defender strikes back, or does not."""
    [(slot, reply)] = list(step.replies())
    if reply.value == "strike back":
        return _strike(step, slot.who)
    step.resolve("no blow", stage=f"blow of {slot.who}", of=_opponent(step, slot.who))
    return "exchange"


def fighters(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Whoever strikes, and whoever is struck if any Toughness is left to roll."""
    slots = tuple(Slot(id=word, who=str(who)) for word, who in asking.params.items())
    return tuple(s for s in slots if s.id == "power" or blow_roll(scene, asking, s).dice)


def blow_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Power against Toughness, as many dice as somebody has of it."""
    if slot.id == "power":
        return dice(scene, slot.who, "Power", "Power", "power", "6.3")
    return dice(scene, slot.who, "Toughness", "Toughness", "toughness", "6.3")


@RULES.stage("struck")
def struck(step: Step) -> str:
    """6.3: What Power is above Toughness is damage; a breach leaves no Toughness."""
    rolled, asked = totals(step), step.closed.params if step.closed else {}
    striker, other = str(asked["power"]), str(asked["toughness"])
    power, toughness = rolled.get(striker, 0), rolled.get(other, 0)
    damage = max(0, power - toughness)
    step.resolve(
        "gets through" if damage else "does not get through", stage=f"blow of {striker}",
        of=other, by=step.combat.roster.members[striker].name, power=power, toughness=toughness,
        damage=damage,
    )  # fmt: skip
    _hurt(step, other, damage)
    return "exchange"


def _hurt(step: Step, who: str, damage: int) -> None:
    """6.5: Damage is taken from Life, and Toughness is broken until the turn ends."""
    member = step.member(who)
    if not damage or member is None:
        return
    if "Life" in member.traits:
        step.lose(who, "life", damage)
    if step.setting("toughness-break") == "zero" and not step.has(who, "broken"):
        basis = step.basis_of("toughness-break")
        step.begin_condition(who, "broken", basis, source=step.on)


# --- afterwards ----------------------------------------------------------------------------


@RULES.stage("part")
def part(step: Step) -> None:
    """6.7: The dead fall, and those who are left are Close again."""
    who, other = step.act.who, defender(step, step.act)
    down = [w for w in (who, other) if is_killed(step, step.act, w)]
    if zone(step, who, other) == LOCKED:
        step.set_fact("zone", who, CLOSE, other)
    for each in down:
        fall(step, each)
    if other in down:
        step.resolve("killed", stage="part", of=other)


@RULES.stage("trample")
def trample(step: Step) -> str | None:
    """6.8: Trample that killed goes on with a move at once."""
    act = step.act
    killed = step.combat.exchange.outcome(act.id, "part") is not None
    goes_on = killed and is_in(step, act.who) and has_keyword(step, act.who, "trample")
    return step.ask("trample", then=step.rest) if goes_on and enemies(step, act.who) else None


@RULES.stage("repelled")
def repelled(step: Step) -> None:
    """6.7: An attacker who is left is off guard, except with vigilance."""
    who = step.act.who
    steady = has_keyword(step, who, "vigilance") or step.has(who, "off-guard")
    if is_in(step, who) and not steady:
        step.begin_condition(who, "off-guard", source=step.on)


RULES.asks(
    Window(
        "orders", "what do they do?", "4.3", own, takes=("reaction",), passes=True, stale=True
    ),
    Window(
        "intercept", "step in, or cast an instant?", "6.2", who_may_intercept,
        takes=("reaction", "follow-on"), passes=True, stale=True, again=True,
    ),
    Window("strike back", "strike back?", "6.4", who_strikes_back, strike_back, passes=True),
    Window("blow", "roll", "6.3", fighters, throw=blow_roll),
    Window("trample", "trample on?", "6.8", doer, takes=("follow-on",), passes=True),
)  # fmt: skip
