"""Magic by two sides: both say all they cast, it comes about in the order said; then panic."""

from domain.ruleset import ConditionKind, Manoeuvre, Pool, Slot, Stretch, Until, Window
from tests.rulesets.parts import die, slots, toy

# fmt: off
MAGIC = Stretch("phase", "magic", opens=("cast", "panic"))
SIMULTANEOUS = toy(
    "simultaneous", Stretch("round", "round", inside=(MAGIC,)),
    opening=lambda traits: {"scrolls": traits["scrolls"], "models": 10},
    pools=(Pool("scrolls", "scrolls", "S1"), Pool("models", "models", "S2")),
    conditions=(ConditionKind("shaken", "shaken", "S3", Until(span="phase")),),
    manoeuvres=(
        Manoeuvre("blast", "blast", "S4", ("action",), ("throw", "burn"), target=True, prepaid=True,
                  targets=lambda scene, deed: scene.foes(deed.who),
                  cost=lambda scene, deed: {"scrolls": 1}),
        Manoeuvre("panic test", "test for panic", "S5", (), ("throw", "panic-test")),
        Manoeuvre("flee", "flee", "S6", (), ("throw", "flee"))))
def sides(scene, asking):
    return tuple(Slot(id=side, who=side, rank=n) for n, side in enumerate(("army", "rats")))
def roller(scene, asking):
    act = scene.doing(asking.on)
    return slots([act.who or act.targets[0]])
SIMULTANEOUS.asks(
    Window("cast", "what is cast?", "S4", sides, takes=("action",), declares=True, many=True,
           passes=True),
    Window("throw", "roll", "S5", roller, throw=lambda scene, asking, slot:
           die(slot.who, scene.doing(asking.on).manoeuvre, sides=6)))
@SIMULTANEOUS.stage("cast")
def cast(step): return step.ask("cast", then="in-order")
@SIMULTANEOUS.stage("throw")
def throw(step): return step.ask("throw", then=step.rest)
@SIMULTANEOUS.stage("burn")
def burn(step):
    rolled, [target] = step.reply(step.act.who).total, step.act.targets
    step.resolve("hits", of=target, models=rolled)
    step.lose(target, "models", rolled)
    if not step.has(target, "shaken"):
        step.begin_condition(target, "shaken")
@SIMULTANEOUS.stage("panic")
def panic(step):
    agenda = step.queue("panic")
    for who in step.present():
        step.has(who, "shaken") and step.declare("panic test", agenda, targets=(who,))
@SIMULTANEOUS.stage("panic-test")
def panic_test(step):
    [who] = step.act.targets
    failed = step.reply(who).total > 3
    step.resolve("panics" if failed else "holds", of=who)
    failed and step.declare("flee", step.act.slot[0], targets=(who,))
@SIMULTANEOUS.stage("flee")
def flee(step): step.move(step.act.targets[0], f"{step.reply(step.act.targets[0]).total} off")
