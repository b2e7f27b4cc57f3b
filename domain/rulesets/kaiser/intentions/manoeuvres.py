"""4: the intentions: their costs, stages, targets and blanks."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import others
from domain.rulesets.kaiser import costs, legality, weapons
from domain.rulesets.kaiser.powers.mana import SIGNS
from domain.rulesets.kaiser.weapons import MAGIC, PREPARE

from . import declaring

# --- blanks --------------------------------------------------------------------------------


def _other_weapons(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    most = declaring.unspent_ap(scene, deed.who) - 1
    others = (w for w in weapons.weapons(scene, deed.who) if w != deed.using)
    more = tuple(w for w in others if weapons.value(scene, deed.who, w, "cost") <= most)
    return (Blank("others", "some", more, optional=True, says="other weapons"),) if more else ()


def _ward_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    others = (deed.who, *scene.foes(deed.who))
    friends = tuple(w for w in scene.present() if w not in others)
    most = min(len(friends), max(1, declaring.unspent_ap(scene, deed.who)))
    more = (Blank(f"ward {n}", "one", friends, optional=True) for n in range(2, most + 1))
    return Blank("ward", "one", friends, says="whom"), *more


def _foe_list(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    return (Blank("of", "some", scene.foes(deed.who), says="of whom"),)


def _magic_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    prepared = (PREPARE + spell for spell in weapons.spells(scene, deed.who))
    return (
        Blank("how", "one", (*MAGIC, *prepared)),
        Blank("signs", "one", tuple(SIGNS), optional=True, says="what goes with it"),
    )


def _intend(name: str, says: str, stage: str = "stance", **more: Any) -> Manoeuvre:
    return legality.active_action(
        name,
        says,
        "4",
        stage,
        **{"allows": declaring.check_declaration, "moment": declaring.check_in_time, **more},
    )


KI = Blank("how", "one", ("fill chakra", "transfer ki"))
PHENOM = Blank("how", "one", ("manifest", "concentrate"))
POWER = Blank("what", "text", says="which power or ritual")
WHOLE_ROUND = {"cost": costs.everything, "blanks": lambda scene, deed: (POWER,)}

MANOEUVRES = (
    _intend(
        "attack intention",
        "attack this round",
        "ready weapons",
        cost=costs.by_weapon(1),
        usings=lambda scene, deed: weapons.weapons(scene, deed.who),
        blanks=_other_weapons,
    ),
    _intend(
        "charge intention",
        "charge, with one complete attack",
        "charging",
        cost=costs.by_weapon(3),
        usings=lambda scene, deed: weapons.for_hand_to_hand(scene, deed.who),
    ),
    _intend("guard", "guard somebody", "guarding", cost=costs.by_ward, blanks=_ward_blanks),
    _intend("run", "run", "running", allows=declaring.declare_run),
    _intend("sprint", "sprint", "running", cost=costs.everything, allows=declaring.declare_run),
    _intend("spirit", "fill chakras, or transfer ki", "spirit", blanks=lambda scene, deed: (KI,)),
    _intend(
        "magic",
        "gather mana: mass, prepared, innate, or transfer",
        "gathering",
        blanks=_magic_blanks,
    ),
    _intend(
        "manifest", "manifest or concentrate", "manifest", blanks=lambda scene, deed: (PHENOM,)
    ),
    _intend("conjure", "a ritual until the End phase", "whole round", **WHOLE_ROUND),
    _intend("complete power", "a power that takes the whole round", "whole round", **WHOLE_ROUND),
    _intend(
        "crush",
        "crush a captive",
        "whole round",
        cost=costs.everything,
        target=True,
        targets=lambda scene, deed: weapons.held_by(scene, deed.who, "trapped"),
        target_is="trapped by the doer",
    ),
    _intend("absorb hits", "absorb hits"),
    _intend("total attack", "all for attack"),
    _intend("total defense", "all for defense"),
    _intend("defensive fan", "a fan against projectiles"),
    _intend("anticipate surprise", "anticipate surprise by some", "anticipating", blanks=_foe_list),
    _intend(
        "alert to danger",
        "be alert to danger",
        "alert",
        moment=declaring.check_alert_moment,
        allows=declaring.check_alert,
    ),
)


WINDOWS = (
    Window(
        legality.INTENTIONS,
        "what do you intend?",
        "2.1.2",
        others,
        takes=("action",),
        declares=True,
        many=True,
        passes=True,
        in_order=True,
        sealed=lambda scene: bool(scene.setting("intentions revealed") == "roll"),
        only=frozenset(m.name for m in MANOEUVRES),
    ),
)
