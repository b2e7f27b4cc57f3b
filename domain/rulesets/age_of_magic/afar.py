"""The table of manoeuvres, second part: what is thrown and shot, what riders do, and magic."""

from __future__ import annotations

from domain.ruleset import Deed, Manoeuvre
from domain.scene import Scene

from . import allowed, arms, missiles, saddle, spells
from .bare_hands import ANY, SEEN, SUFFERED
from .costs import ap, as_set, attack_speed, throwing_speed
from .tables import BOLT

SHOT = (*SEEN, "shot", "landed", "warded", "harm", *SUFFERED)
CAST = ("prepare", "declare", "react", "cast", "spell", "ruled")
HURLED = (*CAST[1:], "strike", "hit", "clash", "warded", "harm", *SUFFERED)


def everybody(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Whom an enchantment may protect: everybody alive, the caster among them."""
    return tuple(who for who in scene.present() if not scene.has(who, "dead"))


RANGED = (
    Manoeuvre(
        "throw weapon",
        "throw a weapon",
        "3.8",
        ANY,
        SHOT,
        target=True,
        cost=throwing_speed,
        blanks=missiles.thrown_from_here,
        usings=missiles.thrown_with,
        targets=allowed.attackable,
        allows=missiles.fit_to_let_fly,
    ),
    Manoeuvre(
        "advance and throw",
        "step up a hex and throw at +1",
        "3.8",
        ANY,
        SHOT,
        target=True,
        cost=throwing_speed,
        blanks=missiles.thrown_advancing,
        usings=missiles.thrown_with,
        targets=allowed.attackable,
        allows=missiles.fit_to_let_fly,
    ),
    Manoeuvre(
        "snapshot fire",
        "shoot at once, at -1 after a turn",
        "3.8",
        ANY,
        SHOT,
        target=True,
        cost=attack_speed,
        blanks=missiles.snapped,
        usings=missiles.shot_with,
        targets=allowed.attackable,
        allows=missiles.fit_to_let_fly,
    ),
    Manoeuvre(
        "set and aim",
        "stand set and aim, for one more each time",
        "3.8",
        ("action",),
        ("steady", "aimed", "declare", "react"),
        target=True,
        cost=ap(3),
        usings=missiles.shot_with,
        targets=allowed.attackable,
        allows=missiles.fit_to_aim,
    ),
    Manoeuvre(
        "aimed fire",
        "shoot at whom one has aimed at",
        "3.8",
        ("action", "reaction"),
        SHOT,
        target=True,
        cost=attack_speed,
        blanks=missiles.said,
        usings=missiles.shot_with,
        targets=missiles.at_the_aimed,
        allows=missiles.steady,
    ),
    Manoeuvre(
        "load weapon",
        "make a weapon ready to shoot",
        "3.8",
        ("action", "reaction"),
        ("loaded", "declare", "react"),
        cost=ap(3),
        usings=arms.unloaded,
        allows=allowed.handled,
    ),
)

MOUNTED = (
    Manoeuvre(
        "mount",
        "get on a mount",
        "3.5",
        ("action",),
        ("mounts", "declare", "react"),
        target=True,
        cost=as_set("mounting-ap"),
        targets=saddle.free_mounts,
        allows=saddle.on_foot,
    ),
    Manoeuvre(
        "dismount",
        "get off the mount",
        "3.5",
        ("action",),
        ("dismounts", "go", "declare", "react"),
        cost=as_set("mounting-ap"),
        blanks=saddle.getting_off,
        allows=saddle.mounted_already,
    ),
    Manoeuvre(
        "control mount",
        "keep the mount in hand",
        "3.2",
        ("action", "reaction"),
        ("declare", "react"),
        cost=as_set("control-ap"),
        allows=saddle.mounted_already,
    ),
    Manoeuvre(
        "trample",
        "ride somebody down",
        "5.12",
        ("follow-on",),
        ("declare", "react", "trample", "trampled", *SUFFERED),
        answers=("move", "follow"),
        target=True,
        targets=allowed.beside,
        allows=saddle.ridden,
    ),
)

SPELLS = (
    Manoeuvre(
        "cast magic",
        "cast an enchantment",
        "3.5",
        ("action",),
        CAST,
        cost=spells.cost,
        blanks=spells.said,
        allows=spells.versed,
    ),
    Manoeuvre(
        BOLT,
        "cast an attack enchantment",
        "8.5",
        ("action",),
        HURLED,
        target=True,
        cost=spells.cost,
        blanks=spells.said_of_a_bolt,
        targets=allowed.attackable,
        allows=spells.versed,
    ),
    Manoeuvre(
        "cast resistance",
        "cast a resistance enchantment",
        "8.6",
        ("action",),
        CAST,
        target=True,
        cost=spells.cost,
        blanks=spells.said_of_resistance,
        targets=everybody,
        allows=spells.versed,
    ),
)

AFAR = (*RANGED, *MOUNTED, *SPELLS)
