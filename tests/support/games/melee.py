"""Melee by both sides: the bigger one pairs everybody off, and all blows fall at once."""

from domain.ruleset.ruleset import Blank, Choice, Draw, FactKind, Pool, Slot, Stretch, Window
from tests.support.games.toy_parts import slots, toy

CARDS = {"ace": 2, "king": 1, "deuce": -1}
MELEE = toy(
    "melee",
    Stretch("round", "round", inside=(Stretch("phase", "melee", ("pair",)),)),
    pools=(Pool("wounds", "wounds", "F3", least=None),),
    decks={"melee": (*CARDS,) * 2},
    facts=(FactKind("paired", "paired", "F1", ("yes", "no"), "no", symmetric=True),),
)


def armies(scene):
    sides = {scene.member(who).side: scene.foes(who) for who in scene.present()}
    return sorted(sides.items(), key=lambda side: len(side[1]))


def pairs(scene, asking, slot):
    (_, few), (_, many) = armies(scene)
    return (Choice("pair", blanks=tuple(Blank(who, "one", few) for who in many)),)


def blows(scene, asking):
    (_, few), (_, many) = armies(scene)
    return tuple(
        Slot(id=f"{one} {foe}", who=one, about=foe)
        for one in few
        for foe in many
        if scene.fact("paired", one, foe) == "yes"
    )


MELEE.asks(
    Window(
        "pairings",
        "who fights whom?",
        "F1",
        lambda scene, asking: slots([armies(scene)[0][0]]),
        choices=pairs,
        then="paired",
    ),
    Window(
        "melee",
        "draw, or give ground?",
        "F2",
        blows,
        choices=lambda scene, asking, slot: (Choice("give ground"),),
        draw=lambda scene, asking, slot: Draw(slot.who, "melee", "melee", CARDS),
        then="blows",
    ),
)


@MELEE.stage("pair")
def pair(step):
    return step.ask("pairings")


@MELEE.stage("paired")
def paired(step):
    [(_, answer)] = step.replies()
    for one, foe in answer.params.items():
        step.set_fact("paired", one, "yes", foe)
    return step.ask("melee")


@MELEE.stage("blows")
def blow(step):
    for slot, reply in step.replies():
        if reply.how == "drawn":
            step.lose(slot.about if reply.total > 0 else slot.who, "wounds", abs(reply.total))
