"""Spells: each may be answered by whoever is fast enough, and what was cast last happens first."""

from domain.ruleset import Manoeuvre, Pool, Window
from tests.rulesets.parts import die, slots, toy

# fmt: off
RESPONSES = toy(
    "responses", opening=lambda traits: traits,
    pools=(Pool("mana", "mana", "P1"), Pool("life", "life", "P2", least=None)),
    manoeuvres=(
        Manoeuvre("bolt", "bolt", "P3", ("action",), ("respond", "burn"), target=True,
                  targets=lambda scene, deed: scene.foes(deed.who),
                  cost=lambda scene, deed: {"mana": 2}),
        Manoeuvre("counter", "counter", "P4", ("reaction",), ("race", "begin", "respond", "undo"),
                  cost=lambda scene, deed: {"mana": 1}),
        Manoeuvre("denial", "denial", "P5", ("reaction",), ("respond", "undo"),
                  cost=lambda scene, deed: {"mana": 1})))

def others(scene, asking):
    spell, done = scene.doing(asking.on), scene.combat.exchange.outcome(asking.on)
    clause = "split second" if spell.manoeuvre == "denial" else "countered" if done else ""
    return slots((who for who in scene.present() if who != spell.who), clause)

RESPONSES.asks(Window("respond", "a response?", "P4", others, takes=("reaction",), passes=True,
                      stale=True, again=True))

@RESPONSES.stage("race")
def race(step):
    mine, theirs = (step.roll(die(w, "speed")) for w in (step.act.who, step.doing(step.act.on).who))
    return step.resolve("too slow") or "end" if mine.total < theirs.total else None

@RESPONSES.stage("respond")
def respond(step): return step.ask("respond", then=step.rest)

@RESPONSES.stage("undo")
def undo(step): carried_out(step) and step.resolve("countered", act=step.act.on)

@RESPONSES.stage("burn")
def burn(step): carried_out(step) and step.lose(step.act.targets[0], "life", 3)

def carried_out(step):
    done = step.combat.exchange.outcome(step.on)
    ...
