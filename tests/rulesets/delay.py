"""Delay: a turn is held, and resumed at the end of somebody else's, or last of all."""

from domain.ruleset import Choice, ConditionKind, Manoeuvre, Pool, Refused, Stretch, Window
from tests.rulesets.parts import die, slots, toy

# fmt: off
TURN = Stretch("turn", "turn", opens=("fill",), next="next", idle="hold", acts=True)
DELAY = toy(
    "delay", Stretch("round", "round", inside=(TURN,)), triggers={"TurnEnded": "offer"},
    pools=(Pool("ap", "action points", "D1"),),
    conditions=(ConditionKind("delaying", "delaying", "D2"),),
    manoeuvres=(
        Manoeuvre("act", "act", "D1", ("action",), ("act",), cost=lambda scene, deed: {"ap": 1}),
        Manoeuvre("delay", "delay", "D2", ("action",), ("delay",), allows=lambda s, deed: late(s))))
def late(scene):
    if not waiting(scene):
        raise Refused("D2", "nobody is left to wait for")
def waiting(scene):
    span = scene.combat.clock.path[0]
    return [w for w in scene.present() if w not in (*span.done, *span.held, *scene.actors())]
def held(scene, asking): return slots(scene.combat.clock.path[0].held)
def choices(*names): return lambda scene, asking, slot: tuple(Choice(name) for name in names)
DELAY.asks(
    Window("resume", "resume now?", "D3", held, choices=choices("resume"), passes=True),
    Window("who-goes-first", "roll", "D4",
           throw=lambda scene, asking, slot: die(slot.who, "goes first")),
    Window("resume-or-forfeit", "resume or forfeit?", "D5", choices=choices("resume", "forfeit"),
           slots=lambda scene, asking: held(scene, asking)[-1:]))
