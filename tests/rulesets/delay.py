"""Delay: a turn is held, and resumed at the end of somebody else's, or last of all."""

from domain.ruleset import Choice, ConditionKind, Manoeuvre, Refused, Stretch, Window
from tests.rulesets.parts import AP, die, slots, toy

# fmt: off
TURN = Stretch("turn", "turn", opens=("fill",), next="next", idle="hold", acts=True)
def late(scene, deed):
    if not others(scene):
        raise Refused("D2", "nobody is left to wait for")
def others(scene): return [w for w in scene.present() if w not in (*gone(scene), *scene.actors())]
def gone(scene): return scene.combat.clock.path[0].done + scene.combat.clock.path[0].held
def held(scene): return [w for w in scene.present() if w in scene.combat.clock.path[0].held]
def resume_or(other): return lambda scene, asking, slot: (Choice("resume"), Choice(other))
DELAY = toy(
    "delay", Stretch("round", "round", inside=(TURN,)), pools=(AP,),
    conditions=(ConditionKind("delaying", "delaying", "D2"),), triggers={"TurnEnded": "offer"},
    manoeuvres=(Manoeuvre("act", "act", "D1", ("action",), ("end",), cost=lambda s, d: {"ap": 1}),
                Manoeuvre("delay", "delay", "D2", ("action",), ("delay",), allows=late)))
DELAY.asks(
    Window("resume", "now?", "D3", lambda s, _: slots(held(s)), resume_or("wait")),
    Window("who-goes-first", "roll", "D4", throw=lambda s, _, slot: die(slot.who, "goes first")),
    Window("resume-or-forfeit", "which?", "D5", lambda s, _: slots(held(s)[-1:]), resume_or("forfeit")))
@DELAY.stage("fill")
def fill(step): step.fill(step.actors()[0], "ap", 2)
@DELAY.stage("delay")
def delay(step): step.begin_condition(step.act.who, "delaying")
@DELAY.stage("hold")
def hold(step): step.has(step.actors()[0], "delaying") and step.end_turn(held=True)
@DELAY.stage("offer")
def offer(step): step.event.held or not others(step) or step.ask("resume", then="resumed")
@DELAY.stage("resumed")
def resumed(step):
    ready = [slot.who for slot, reply in step.replies() if reply.value == "resume"]
    resume(step, *ready) if len(ready) < 2 else step.ask_slots("who-goes-first", slots(ready), "first")
@DELAY.stage("first")
def first(step): resume(step, max(step.replies(), key=lambda each: each[1].total)[0].who)
@DELAY.stage("next")
def next_go(step):
    if others(step): step.begin_turn(others(step)[0])
    ...
