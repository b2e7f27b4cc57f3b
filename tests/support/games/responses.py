"""Spells: each may be answered by whoever is fast enough, and what was cast last happens first."""

from domain.ruleset.ruleset import Manoeuvre, Pool, Window
from tests.support.games.toy_parts import die, slots, toy

RESPONSES = toy(
    "responses",
    opening=lambda traits: {"mana": 3, "actions": 1, "life": 5},
    pools=tuple(Pool(name, name, "P1") for name in ("mana", "actions", "life")),
    manoeuvres=(
        Manoeuvre(
            "bolt",
            "bolt",
            "P2",
            ("action",),
            ("respond", "burn", "discard"),
            target=True,
            targets=lambda scene, deed: scene.foes(deed.who),
            cost=lambda scene, deed: {"mana": 2, "actions": 1},
        ),
        Manoeuvre(
            "counter",
            "counter",
            "P3",
            ("reaction",),
            ("race", "begin", "respond", "undo", "discard"),
            cost=lambda scene, deed: {"mana": 1},
        ),
        Manoeuvre(
            "denial",
            "denial",
            "P4",
            ("reaction",),
            ("respond", "undo", "discard"),
            cost=lambda scene, deed: {"mana": 1},
        ),
    ),
)


def others(scene, asking):
    spell, gone = scene.doing(asking.on), scene.combat.exchange.outcome(asking.on)
    clause = "split second" if spell.manoeuvre == "denial" else "countered" if gone else ""
    return slots((who for who in scene.present() if who != spell.who), clause)


RESPONSES.asks(
    Window(
        "respond",
        "a response?",
        "P3",
        others,
        takes=("reaction",),
        passes=True,
        stale=True,
        again=True,
    )
)


def stands(step):
    return not step.combat.exchange.outcome(step.on)


@RESPONSES.stage("race")
def race(step):
    mine, theirs = (step.roll(die(w, "speed")) for w in (step.act.who, step.doing(step.act.on).who))
    return step.resolve("too slow") or "end" if mine.total < theirs.total else None


@RESPONSES.stage("respond")
def respond(step):
    return step.ask("respond")


@RESPONSES.stage("undo")
def undo(step):
    if stands(step):
        step.resolve("counters", of=step.doing(step.act.on).manoeuvre)
        step.resolve("countered", act=step.act.on)


@RESPONSES.stage("burn")
def burn(step):
    stands(step) and step.lose(step.act.targets[0], "life", 3)


@RESPONSES.stage("discard")
def discard(step):
    step.move(f"{step.act.who}'s {step.act.manoeuvre}", "graveyard")
