"""The table of manoeuvres: when, at whom, what is said with it, and the stages it runs through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from domain.ruleset.ruleset import BEGIN, Blank, Deed, Manoeuvre
from domain.ruleset.scene import Scene

from . import abilities, legality, units
from .attacks import legality as attacks

Blanks = Callable[[Scene, Deed], tuple[Blank, ...]]

TEST = ("test", "judged")
ATTACK = ("to hit", "hits", "first hit", "to wound", "wounds", "armour", "special", "suffer")
HITS = ("spell hits", "numbered", "to wound", "wounds", "armour", "special", "suffer")
"""7: The stages of a spell or a miscast that hits."""
SPELL = (
    *("spend dice", "cast", "dispel", "dispel chosen", "dispelled", "comes about"),
    *HITS,
    *("attribute", "miscast"),
)

ROUND = (
    *("fight opens", "round effects", "fear"),
    *("weapons", "weapons chosen"),
    *("make way", "made way", "way seen"),
    *("duels", "duel issued"),
    *("crush attacks", "crush declared"),
    *("initiative", "next step", "blows fall"),
    *("score", "scored", "crumble", "breaks", "break tests"),
    "panic nearby",
    *("flee directions", "pursuits", "flee distance", "flee rolled", "caught"),
    "post combat",
    *("combat reforms", "fight over"),
)
"""9: The steps of a Round of Combat, a line each, with the stages that they run through."""


def any_enemy(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """9: Any unit of the other side on the table; who stands in one is met with it."""
    return tuple(foe for foe in units.enemies(scene, deed.who) if units.leader(scene, foe) == foe)


def born(name: str, clause: str, *stages: str) -> Manoeuvre:
    """A manoeuvre that the rules start: no player may choose it."""
    return Manoeuvre(name, name, clause, (), stages)


def _move(name: str, says: str, blanks: Blanks, *tests: str) -> Manoeuvre:
    stages, allows = ("facts", *tests, "go"), legality.move
    return Manoeuvre(name, says, "M3", ("action",), stages, blanks=blanks, allows=allows)


_reaction = partial(Manoeuvre, clause="C4", kinds=("reaction",), answers=("charge",))
_shot = partial(
    Manoeuvre, stages=("facts", "aimed", *ATTACK), target=True, blanks=attacks.shot_said
)

DEEDS = (
    Manoeuvre(
        "charge",
        "declare a charge",
        "C2",
        ("action", "follow on"),
        ("facts", "charge", "terror", "reaction", "redirects"),
        target=True,
        targets=any_enemy,
        target_is="an enemy unit",
        blanks=legality.charge_said,
        moment=legality.check_target,
        allows=legality.charge,
    ),
    _shot(
        "stand and shoot",
        "stand and shoot",
        "C4",
        ("reaction",),
        answers=("charge",),
        targets=legality.the_charger,
        target_is="the unit that charges",
        moment=legality.stand_and_shoot,
    ),
    _reaction(
        "flee",
        "flee from the charge",
        stages=("flees", "flee path", "fled", "flight over"),
        allows=legality.flee,
    ),
    _reaction(
        "redirect",
        "test to redirect the charge",
        clause="C5",
        kinds=("follow on", "reaction"),
        stages=(*TEST, "redirected"),
        allows=legality.redirect,
    ),
    Manoeuvre(
        "charge move",
        "move the charge",
        "C6",
        ("action",),
        ("facts", "charge range", "charged"),
        target=True,
        targets=legality.charge_targets,
        target_is="charged by the unit",
        blanks=legality.charge_move_said,
        allows=legality.charge_move,
    ),
    replace(_move("advance", "an Advance Move", legality.advance_said), usings=legality.directions),
    _move("march", "a March Move", legality.march_said, "march near", *TEST, "may march", BEGIN),
    _move("reform", "a Reform", legality.reform_said),
    _shot(
        "shoot",
        "shoot",
        "8",
        ("action",),
        targets=any_enemy,
        target_is="an enemy unit",
        moment=attacks.may_shoot,
        allows=attacks.shoot,
    ),
    Manoeuvre(
        "cast",
        "cast a spell",
        "7",
        ("action",),
        SPELL,
        usings=attacks.spells,
        blanks=attacks.cast_said,
        allows=attacks.cast,
    ),
    Manoeuvre(
        "fight", "fight the Round of this Combat", "9", ("action",), ROUND, allows=attacks.fight
    ),
    *(
        Manoeuvre(
            blow,
            blow,
            "9",
            ("reaction", "follow on"),
            ("facts", "aimed blow", *ATTACK),
            target=True,
            targets=attacks.contact_targets,
            target_is="an enemy in base contact",
            blanks=attacks.struck_with,
            allows=attacks.check_strike,
        )
        for blow in ("strike", *attacks.SPECIAL)
    ),
    Manoeuvre(
        "use",
        "use an ability",
        "2",
        ("action", "reaction", "follow on"),
        ("effect",),
        usings=abilities.usable_effects,
        blanks=abilities.effect_targets,
        allows=abilities.use,
    ),
)

BORN = (
    born("frenzy test", "C1", *TEST, "enraged"),
    born("terror test", "C3", *TEST, "terrified"),
    born("rally test", "M2", *TEST, "rallied"),
    born("alarm", "10", "alarm", "alarmed"),
    born("panic test", "10", *TEST, "panicked"),
    born("fear test", "9", *TEST, "afraid"),
    born("break test", "9", *TEST, "broke"),
    born("restrain test", "9", *TEST, "restrained"),
    born("miscast", "7", "miscast hits", *HITS),
    born("score", "13", "objective counted", "battle scored"),
)

MANOEUVRES = (*DEEDS, *BORN)
