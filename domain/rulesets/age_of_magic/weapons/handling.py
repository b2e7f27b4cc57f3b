"""The table of what is done with weapons in hand or in wounds, with wounds, and on the ground."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.ruleset.ruleset import Blank, Deed, Manoeuvre, Need, Refused, by_name
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.age_of_magic import costs, legality, positions, tables

from . import weapons

SCRATCH = tables.LEVELS.index("scratch")


# --- drawing -------------------------------------------------------------------------------


def drawing(scene: Scene, who: str, weapon: str) -> int | None:
    """The modifier of a weapon's size and place; None where the table rules a draw out."""
    size = weapons.text(scene, who, weapon, "size") or "medium"
    worn = weapons.text(scene, who, weapon, "worn") or "waist"
    unlisted = scene.setting("fast draw otherwise")
    other = None if unlisted == "no" else int(unlisted) * tables.SCALE
    return tables.DRAWING.get((size, worn), other)


def fast(scene: Scene, deed: Deed) -> None:
    """A fast draw of what can be drawn fast, by who could pay the worst of it; raises Refused."""
    legality.check_handling(scene, deed)
    if drawing(scene, deed.who, deed.using) is None:
        why = f"no fast draw of a {deed.using} is printed: it is large, or worn elsewhere"
        need = Need("setting", "fast draw otherwise", "", "no", "no", "!=")
        raise Refused("3.5", why, None, "/using", missing=[need])
    ap_left = scene.supply(deed.who, "ap")
    if ap_left.left < costs.FUMBLED_DRAW and scene.setting("fast draw short") == "refused":
        why = ap_left.short_of("a fast draw at worst", costs.FUMBLED_DRAW)
        raise Refused("3.3", why, missing=[ap_left.need(costs.FUMBLED_DRAW)])


def let_go(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The blank for weapons dropped to free the hand: no manoeuvre of its own."""
    held = tuple(w for w in weapons.in_hand(scene, deed) if weapons.is_fit(scene, deed.who, w))
    return (Blank("dropping", "some", held, optional=True, says="dropping what"),)


# --- weapons in wounds ---------------------------------------------------------------------


def _spikes(scene: Scene, deed: Deed) -> list[Any]:
    """Weapons a combatant may pull out: its own wounds and its neighbours', held by no other."""
    return [
        c
        for c in scene.combat.conditions.all.values()
        if c.name == "impaled"
        and c.subject in _in_reach(scene, deed.who)
        and not _is_anothers(scene, deed.who, c)
    ]


def _is_anothers(scene: Scene, who: str, spike: Any) -> bool:
    """True while another holds the weapon that is stuck."""
    return spike.toward != who and weapons.is_ready(scene, spike.toward, spike.key)


def taken_out(scene: Scene, act: Doing) -> list[Any]:
    """The weapon that an act takes out of its target, the doer's own first; or nothing.

    One that another holds comes last: it is pulled only against the rules.
    """
    [whom] = act.targets
    named = [c for c in scene.combat.conditions.on(whom, "impaled") if c.key == act.using]
    return sorted(named, key=lambda c: (c.toward != act.who, _is_anothers(scene, act.who, c)))[:1]


def _in_reach(scene: Scene, who: str) -> list[str]:
    """A combatant and its neighbours."""
    return [w for w in scene.present() if w == who or positions.adjacent(scene, who, w)]


def stuck(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The weapons somebody may pull out."""
    return tuple(dict.fromkeys(c.key for c in _spikes(scene, deed)))


def impaled_targets(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Out of whom somebody may pull a weapon."""
    return tuple(dict.fromkeys(c.subject for c in _spikes(scene, deed) if c.key == deed.using))


# --- wounds --------------------------------------------------------------------------------


def first_level(wound: Any) -> int:
    """The level that a wound began with; the referee's own wounds say no more than their level."""
    first = wound.detail.get("initially", wound.detail.get("level"))
    return (
        tables.LEVELS.index(first)
        if first in tables.LEVELS
        else min(max(0, wound.level), tables.FATAL)
    )


def wounds_with(scene: Scene, who: str, condition: str) -> frozenset[Any]:
    """The wounds of a combatant that conditions of a name belong to."""
    return frozenset(c.detail.get("wound") for c in scene.combat.conditions.on(who, condition))


def wounds_without(scene: Scene, who: str, condition: str) -> tuple[Any, ...]:
    """The wounds, at first worse than a scratch, that no condition of that name belongs to."""
    done = wounds_with(scene, who, condition)
    wounds = (w for w in scene.combat.conditions.on(who, "wound") if first_level(w) > SCRATCH)
    return tuple(w for w in wounds if w.id not in done)


def in_need(scene: Scene, who: str) -> tuple[Any, ...]:
    """The wounds that want first aid: no scratch, and none treated already."""
    return wounds_without(scene, who, "treated")


def needs_care(scene: Scene, who: str, called: str = "") -> Any:
    """The wound of that name to be treated next, or nothing: one that kills, else the worst."""
    dying = wounds_with(scene, who, "dying")
    wounds = [w for w in in_need(scene, who) if called in ("", wound_name(w))]
    return max(wounds, key=lambda w: (w.id in dying, w.level), default=None)


def wound_name(wound: Any) -> str:
    """The name of a wound to be treated: its first level and its place."""
    return f"{tables.LEVELS[first_level(wound)]}, {wound.at or 'somewhere'}"


def wounds_in_reach(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The wounds that may be treated, by name; without a name it is the one that is worst."""
    found = (w for who in _alive_in_reach(scene, deed.who) for w in in_need(scene, who))
    return "", *dict.fromkeys(map(wound_name, found))


def patients(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Combatants in reach who have a wound of that name to be treated."""
    alive = _alive_in_reach(scene, deed.who)
    return tuple(w for w in alive if needs_care(scene, w, deed.using) is not None)


def _alive_in_reach(scene: Scene, who: str) -> list[str]:
    return [w for w in _in_reach(scene, who) if not scene.has(w, "dead")]


# --- whatever else -------------------------------------------------------------------------


def check_prone(scene: Scene, deed: Deed) -> None:
    """Only who is prone stands up; raises Refused."""
    if not scene.has(deed.who, "prone"):
        why, need = f"{by_name(deed.who)} is not prone", Need("condition", "prone", deed.who)
        raise Refused("7.4", why, missing=[need])


def as_the_referee_says(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Blanks for a deed that the book does not have: its name, its AP, its position."""
    most = min(costs.MOST_AP, scene.balance_of(deed.who, "ap") // tables.SCALE)
    return (
        Blank("what", "text", says="what is done"),
        Blank("ap", "number", least=0, most=most, says="the AP, as ruled"),
        *positions.footing(scene, deed),
    )


_handle = partial(
    Manoeuvre,
    clause="3.5",
    kinds=tables.ACTION + tables.REACTION,
    cost=costs.ap(3),
    allows=legality.check_handling,
)

LET_GO = ("unreadied", *tables.ANSWERED)

HANDLING = (
    _handle(
        "ready weapon",
        "take a weapon in hand, also from the ground in reach",
        stages=("readied", *tables.ANSWERED),
        blanks=let_go,
        usings=weapons.put_away,
    ),
    Manoeuvre(
        "fast draw",
        "draw by a roll: 0 to 3 AP, paid when it is known",
        "3.5",
        tables.ACTION + tables.REACTION,
        ("dropped", "fast draw", "drawn", *tables.ANSWERED),
        blanks=let_go,
        usings=weapons.put_away,
        allows=fast,
    ),
    _handle("sheathe weapon", "put a weapon away", stages=LET_GO, usings=weapons.in_hand),
    Manoeuvre(
        "drop weapon",
        "let go of a weapon",
        "3.5",
        tables.ACTION,
        LET_GO,
        usings=weapons.in_hand,
        allows=legality.check_handling,
    ),
    Manoeuvre(
        "pull out",
        "pull an impaling weapon out of a wound",
        "7.5",
        tables.ACTION,
        ("pulled out", *tables.ANSWERED),
        target=True,
        cost=costs.ap(2),
        usings=stuck,
        targets=impaled_targets,
        target_is="impaled",
    ),
)

OTHERWISE = (
    Manoeuvre(
        "treat",
        "give first aid to a wound: the one named, or the worst",
        "7.7",
        tables.ACTION,
        (*tables.ANSWERED, "first aid", "treated"),
        target=True,
        cost=costs.as_set("treat ap"),
        usings=wounds_in_reach,
        targets=patients,
        target_is="in reach, with such a wound",
    ),
    Manoeuvre(
        "stand up",
        "stand up",
        "7.4",
        tables.ACTION,
        ("stands up", *tables.ANSWERED),
        cost=costs.as_set("stand up ap"),
        allows=check_prone,
    ),
    Manoeuvre(
        "something else",
        "do what the referee rules",
        "3.5",
        tables.ACTION,
        tables.SEEN,
        cost=costs.as_ruled,
        blanks=as_the_referee_says,
        allows=legality.in_place,
    ),
)
