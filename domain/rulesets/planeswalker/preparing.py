"""What may be done before the Main phase: mana, spells into Memory, Focus, and delay."""

from __future__ import annotations

from domain.ruleset.ruleset import Blank, Deed, Need, Refused, by_name, free_of, not_yet
from domain.ruleset.scene import Scene

from .legality import in_phase, is_untouched
from .spells.spells import in_memory, next_spell, total_mana
from .tables import CLOSE_PENALTY, COLORLESS, LETTERS, UNASKED
from .turn_state import phase, phases_done, still_to_come, times
from .zones import close_enemies, fighting, is_mage, own_creatures


def colors(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """What may be channeled now: colors of one's sources up to the pool size, colorless always."""
    sources = scene.word(deed.who, "sources").split(", ")
    own = tuple(c for c in LETTERS.values() if c in sources)
    return tuple(c for c in (*own, COLORLESS) if most_of(scene, deed.who, c) > 0)


def left_to_restore(scene: Scene, who: str) -> int:
    """4.1: What is left of Channeling, or 2 less while an enemy is Close."""
    penalty = CLOSE_PENALTY if close_enemies(scene, who) else 0
    return max(0, scene.balance_of(who, "restore") - penalty)


def most_of(scene: Scene, who: str, color: str) -> int:
    """How much of a color may still be restored; beyond the pool size colorless mana only."""
    left = left_to_restore(scene, who)
    room = scene.trait(who, "Channeling") - total_mana(scene, who)
    return left if color == COLORLESS else min(left, max(0, room))


def amount(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How much mana of the color."""
    most = max(1, most_of(scene, deed.who, deed.using))
    restores = scene.supply(deed.who, "restore")._replace(left=left_to_restore(scene, deed.who))
    return (Blank("amount", "number", (), 1, most, says="how much mana", supply=restores),)


def memorize(scene: Scene, deed: Deed) -> None:
    """One spell a turn, while Memory has room; raises Refused."""
    in_phase(scene, "channeling", "4.1")
    held, most = len(in_memory(scene, deed.who)), scene.trait(deed.who, "Memory")
    if times(scene, deed.who, "memorize"):
        why, need = "one spell is added to Memory in a turn", not_yet("memorize", deed.who)
        raise Refused("4.1", why, missing=[need])
    if not next_spell(scene, deed.who):
        need = Need("item", "spells in the library", deed.who, 1, 0, ">=")
        raise Refused("4.1", "the library has no spell left", missing=[need])
    if held >= most:
        need = Need("limit", "spells in Memory", deed.who, most, held, "<")
        raise Refused("4.1", "Memory is full", missing=[need])


def upheld(scene: Scene, who: str) -> tuple[str, ...]:
    """What wants Focus: one's pervasive effects, and one's creatures that are not fresh."""
    effects = (c.key for c in scene.combat.conditions.on(who, "pervasive"))
    own = own_creatures(scene, who)
    tired = (c for c in own if scene.has(c, "spent") or scene.has(c, "off guard"))
    return (*effects, *tired)


def on_what(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """What is maintained or refreshed, as much as there is Focus."""
    focus = scene.balance_of(deed.who, "focus")
    names = upheld(scene, deed.who) if focus else ()
    return (Blank("on", "some", names, 0, focus, says="what gets Focus"),)


def upkeep_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """A unit of Focus for each."""
    on = deed.params.get("on")
    return {"focus": len(on) if isinstance(on, list) else 0}


def has_begun_turn(scene: Scene, who: str) -> bool:
    """True for actors who have done something in their turn, or let a phase of it go by."""
    first = "channeling" if is_mage(scene, who) else "main"
    return phase(scene) != first or not is_untouched(scene, who) or bool(phases_done(scene))


def _ahead(scene: Scene, who: str) -> None:
    """3.3: Check a delay that is announced before the turn comes; raises Refused."""
    if scene.has(who, "delaying"):
        why = f"{by_name(who)} delays already, and is asked after each turn"
        raise Refused("3.3", why, None, "/who", missing=[free_of("delaying", who)])
    if who not in still_to_come(scene):
        why = f"{by_name(who)} has already had this rotation's turn"
        had, legal = not_yet("turns", who), still_to_come(scene)
        raise Refused("3.3", why, None, "/who", missing=[had], legal=legal)


def delay(scene: Scene, deed: Deed) -> None:
    """At any time while anything is left to be done in one's turn; raises Refused.

    In another's turn only who has his own of this rotation still before him.
    """
    if deed.who not in scene.actors():
        _ahead(scene, deed.who)
        return
    if has_begun_turn(scene, deed.who) and scene.setting("delay") == "before anything is done":
        why = "a turn is delayed before anything is done in it"
        raise Refused("3.3", why, missing=[not_yet("deeds of the turn", deed.who, 1, 0)])
    if engaged := scene.combat.conditions.on(deed.who, "engaging") or [
        c
        for own in own_creatures(scene, deed.who)
        for c in scene.combat.conditions.on(own, "engaging")
    ]:
        free = (free_of("engaging", c.subject) for c in engaged)
        raise Refused("4.4", "who has engaged fights before the turn is delayed", missing=free)
    if len(fighting(scene)) < 2:
        need = Need("turn", "turns to come", "", 1, 0, ">=")
        raise Refused("3.3", "there is nobody to wait for", missing=[need])


def ask_again(scene: Scene, deed: Deed) -> None:
    """Only mages who wished not to be asked may take that back; raises Refused."""
    if not scene.has(deed.who, UNASKED):
        why = f"{by_name(deed.who)} is asked before phases pass already"
        need = Need("condition", UNASKED, deed.who)
        raise Refused("5.3", why, missing=[need])
