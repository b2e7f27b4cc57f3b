"""Delay: a turn is held, and resumed at the end of somebody else's, or last of all."""

from domain.ruleset.ruleset import Choice, Manoeuvre, Pool, Stretch, Window
from tests.support.games.toy_parts import die, refuse, slots, toy

TURN = Stretch("turn", "turn", opens=("fill",), next="turns", idle="hold", acts=True)


def gone(scene):
    return scene.combat.clock.path[0].done + scene.combat.clock.path[0].held


def held(scene):
    return [w for w in scene.present() if w in scene.combat.clock.path[0].held]


def others(scene):
    return [w for w in scene.present() if w not in (*gone(scene), *scene.actors())]


def late(scene, deed):
    others(scene) or refuse("D2", "nobody is left to wait for")


def resume_or(other):
    return lambda scene, asking, slot: (Choice("resume"), Choice(other))


DELAY = toy(
    "delay",
    Stretch("round", "round", inside=(TURN,)),
    pools=(Pool("ap", "action points", "D1"),),
    triggers={"TurnEnded": "offer"},
    manoeuvres=(
        Manoeuvre("act", "act", "D1", ("action",), ("done",), cost=lambda s, deed: {"ap": 1}),
        Manoeuvre("delay", "delay", "D2", ("action",), ("done",), allows=late),
    ),
)
OR_FORFEIT = resume_or("forfeit")
DELAY.asks(
    Window("resume", "?", "D3", lambda s, _: slots(held(s)), resume_or("wait"), then="resumed"),
    Window(
        "who goes first", "", "D4", throw=lambda s, _, at: die(at.who, "goes first"), then="first"
    ),
    Window(
        "resume or forfeit", "", "D5", lambda s, _: slots(held(s)[-1:]), OR_FORFEIT, then="last"
    ),
)


def fill(step):
    step.fill(step.actors()[0], "ap", 2)


def done(step):
    pass


def hold(s):
    s.combat.exchange.times("turn", s.actors()[0], "delay") and s.end_turn(held=True)


def offer(step):
    step.event.held or not others(step) or step.ask("resume")


def resumed(step):
    now = [slot.who for slot, reply in step.replies() if reply.value == "resume"]
    len(now) > 1 and step.ask_slots("who goes first", slots(now))
    len(now) == 1 and step.begin_turn(*now, resumes=True)


def first(step):
    step.begin_turn(max(step.replies(), key=lambda each: each[1].total)[0].who, resumes=True)


def turns(step):
    if not others(step):
        return step.ask("resume or forfeit") if held(step) else "end"
    step.begin_turn(others(step)[0])


def last(step):
    [(slot, reply)] = step.replies()
    step.begin_turn(slot.who, resumes=True)
    reply.value == "forfeit" and step.end_turn("forfeit")


DELAY.stages.update({f.__name__: f for f in (fill, done, hold, offer, resumed, first, last, turns)})
