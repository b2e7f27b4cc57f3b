"""A move is stopped where a foe threatens: stop there, or blunder past him and go on."""

from domain.ruleset.ruleset import Blank, Choice, FactKind, Manoeuvre, Window
from domain.ruleset.windows import doer
from tests.support.games.toy_parts import slots, toy

to = Blank("to", "one", ("camp", "ford", "mill"))
STOPPING = toy(
    "stopping",
    facts=(FactKind("threatens", "threatens", "M2", ("yes", "no"), "no"),),
    manoeuvres=(
        Manoeuvre("move", "move", "M1", ("action",), ("leg",), blanks=lambda scene, deed: (to,)),
        Manoeuvre("blunder", "blunder on", "M3", ("follow on",), ("blunder",)),
        Manoeuvre("strike", "strike", "M4", ("reaction",), ("strike",)),
    ),
)
STOPPING.asks(
    Window(
        "stopped",
        "stop here?",
        "M2",
        doer,
        takes=("follow on",),
        choices=lambda scene, asking, slot: (Choice("stop"),),
        then="stopped",
    ),
    Window(
        "manoeuvre",
        "a manoeuvre?",
        "M3",
        takes=("reaction",),
        passes=True,
        slots=lambda scene, asking: slots(threats(scene, scene.doing(asking.on).who)),
        then="end",
    ),
    Window(
        "next leg",
        "where to?",
        "M1",
        doer,
        choices=lambda scene, asking, slot: (Choice("go", blanks=(to,)), Choice("stay")),
        then="go on",
    ),
)


def threats(scene, who):
    return [foe for foe in scene.foes(who) if scene.fact("threatens", foe, who) == "yes"]


@STOPPING.stage("leg")
def leg(step):
    mover, said = step.act.who, step.reply(step.act.who)
    step.move(mover, (said or step.act).params["to"])
    for foe in step.foes(mover):
        near = step.combat.places.of(foe) == step.combat.places.of(mover)
        step.set_fact("threatens", foe, "yes" if near else "no", mover)
    return step.ask("stopped") if threats(step, mover) else "end"


@STOPPING.stage("stopped")
def stopped(step):
    return "end" if step.reply(step.act.who).value == "stop" else step.ask("next leg")


@STOPPING.stage("go on")
def go_on(step):
    return "leg" if step.reply(step.act.who).value == "go" else "end"


@STOPPING.stage("blunder")
def blunder(step):
    return step.ask("manoeuvre")


@STOPPING.stage("strike")
def strike(step):
    step.resolve("hits", of=step.doing(step.act.on).who)
