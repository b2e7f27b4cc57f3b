"""Magic by two sides: both say all they cast, it comes about in the order said; then panic."""

from domain.ruleset.ruleset import Manoeuvre, Pool, Slot, Stretch, Window
from tests.support.games.toy_parts import die, slots, toy

SIMULTANEOUS = toy(
    "simultaneous",
    pools=(Pool("scrolls", "scrolls", "S1"), Pool("models", "models", "S2")),
    sequence=Stretch("round", "round", inside=(Stretch("phase", "magic", ("cast", "panic")),)),
    opening=lambda traits: {**traits, "models": 10},
    manoeuvres=(
        Manoeuvre(
            "blast",
            "blast",
            "S3",
            ("action",),
            ("throw", "burn"),
            target=True,
            prepaid=lambda scene: True,
            targets=lambda scene, deed: scene.foes(deed.who),
            cost=lambda scene, deed: {"scrolls": 1},
        ),
        Manoeuvre("panic test", "test for panic", "S4", (), ("throw", "hold")),
        Manoeuvre("flee", "flee", "S5", (), ("throw", "flee")),
    ),
)


def sides(scene, asking):
    return tuple(Slot(id=s, who=s, rank="AR".index(s)) for s in "AR")


def roller(scene, asking):
    return slots([(act := scene.doing(asking.on)).who or act.targets[0]])


def a_die(scene, asking, slot):
    return die(slot.who, scene.doing(asking.on).manoeuvre, sides=6)


SIMULTANEOUS.asks(
    Window("panic", "tests for panic", "S4"),
    Window("throw", "roll", "S4", roller, throw=a_die),
    Window(
        "cast",
        "",
        "S3",
        sides,
        takes=("action",),
        declares=True,
        many=True,
        passes=True,
        in_order=True,
    ),
)


@SIMULTANEOUS.stage("cast")
def cast(step):
    return step.ask("cast")


@SIMULTANEOUS.stage("throw")
def throw(step):
    return step.ask("throw")


@SIMULTANEOUS.stage("burn")
def burn(step):
    step.lose(step.act.targets[0], "models", step.reply(step.act.who).total)


@SIMULTANEOUS.stage("panic")
def panic(step):
    shaken = [w for w in step.present() if step.balance_of(w, "models") < 10]
    agenda = step.queue("panic")
    [step.declare("panic test", agenda, targets=(who,)) for who in shaken]


@SIMULTANEOUS.stage("hold")
def hold(step):
    holds = step.reply(step.act.targets[0]).total < 4
    step.resolve("holds" if holds else "panics")
    holds or step.declare("flee", step.act.slot[0], targets=step.act.targets)


@SIMULTANEOUS.stage("flee")
def flee(step):
    step.move(step.act.targets[0], f"{step.reply(step.act.targets[0]).total} back")
