"""What may be cast: which spells, at whom, for which mana, and in answer to what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from domain.ruleset.ruleset import Blank, Deed, Need, Refused, by_name
from domain.ruleset.scene import Scene
from domain.rulesets.planeswalker.legality import acts_in_main, does_its_part, off_guard
from domain.rulesets.planeswalker.sheet import spells_of
from domain.rulesets.planeswalker.squares import apart
from domain.rulesets.planeswalker.tables import (
    ANY,
    CREATURE_ONLY,
    MEMORY,
    OF_A_LIBRARY,
    PLAYER,
    SPELL,
)
from domain.rulesets.planeswalker.zones import fighting, is_close, is_mage, mages, master, zone

from . import spells

SPELLS = ("cast", "instant", "answer", "use")
"""What puts a spell, or an ability used like one, on its way."""


def of_deed(scene: Scene, deed: Deed) -> spells.Spell:
    """The spell of a deed; raises Refused where its doer has none of that name."""
    found = spells.spell(scene, deed.who, deed.using)
    if found is None:
        why = f"{by_name(deed.who)} has no spell {deed.using!r}"
        known = spells.names(scene, deed.who)
        raise Refused("5.1", why, None, "/using", legal=known)
    return found


def listed_spells(which: str) -> Callable[[Scene, Deed], tuple[str, ...]]:
    """The spells that a mage's sheet lists under a word: sorceries, instants, answers."""

    def listed(scene: Scene, deed: Deed) -> tuple[str, ...]:
        member = scene.member(deed.who)
        return spells_of(member.traits, which) if member and is_mage(scene, deed.who) else ()

    return listed


def abilities(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """What a creature can use as a spell."""
    return () if is_mage(scene, deed.who) else spells.names(scene, deed.who)


def is_aimed(scene: Scene, deed: Deed) -> bool:
    """True for a spell with a target of its own; a counter is aimed at what it answers."""
    aim = scene.word(deed.who, f"spell {deed.using} target")
    return aim in (CREATURE_ONLY, PLAYER, ANY)


def aimed_at(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Whom a spell may be aimed at, near or far."""
    aim = scene.word(deed.who, f"spell {deed.using} target")
    return mages(scene) if aim == PLAYER else fighting(scene)


def payment(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Which mana is spent, where there is a choice; said in words where that is long."""
    possible = spells.ways(*_mana_and_cost(scene, deed))
    if len(possible) < 2:
        return ()
    kind: Literal["text", "one"] = "text" if len(possible) > spells.MOST_WAYS else "one"
    return (Blank("pay", kind, _listed(possible), optional=True, says="which mana is spent"),)


def _listed(possible: tuple[spells.Way, ...]) -> tuple[str, ...]:
    """The ways to pay in words; of too many the plainest."""
    few = possible[:1] if len(possible) > spells.MOST_WAYS else possible
    return tuple(map(spells.mana_words, few))


def _mana_and_cost(scene: Scene, deed: Deed) -> tuple[spells.Way, str]:
    """The mana of the payer, and the cost without what Life stands for."""
    cost = spells.mana_for(scene, deed.who, scene.word(deed.who, f"spell {deed.using} cost"))
    return spells.mana(scene, spells.payer(scene, deed.who)), cost


# --- the checks ----------------------------------------------------------------------------


def castable(scene: Scene, deed: Deed) -> None:
    """In Memory, within Mastery, payable at once, and its target near enough; raises Refused."""
    found = of_deed(scene, deed)
    if is_mage(scene, deed.who):
        _is_ready(scene, deed.who, found)
        _is_mastered(scene, deed.who, found)
    _is_payable(scene, deed.who, found)
    _is_paid_so(scene, deed)
    _carries(scene, deed)
    for target in deed.targets if found.target == CREATURE_ONLY else ():
        if not is_close(scene, deed.who, target):
            why = f"{found.name} reaches only targets that are Close; {by_name(target)} is not"
            need = Need("distance", "zone", target, "close", zone(scene, deed.who, target))
            near = (w for w in aimed_at(scene, deed) if is_close(scene, deed.who, w))
            raise Refused("2", why, None, "/targets/0", missing=[need], legal=near)


def _carries(scene: Scene, deed: Deed) -> None:
    """6.9: A mage's spell carries as many squares as the mage has Channeling; raises Refused."""
    for target in deed.targets if is_mage(scene, deed.who) else ():
        far, most = apart(scene, deed.who, target), scene.trait(deed.who, "Channeling")
        if far is not None and far > most:
            why = f"{by_name(target)} is too far for {deed.using}"
            need = Need("distance", "squares", target, most, far, "<=")
            raise Refused("6.9", why, None, "/targets/0", missing=[need])


def _is_ready(scene: Scene, who: str, found: spells.Spell) -> None:
    where = scene.combat.places.of(spells.card(who, found.name))
    under_way = spells.is_being_cast(scene, who, found.name)
    if where != MEMORY or under_way:
        place = "is being cast already" if under_way else f"is in the {where}, not in Memory"
        need = Need("item", found.name, who, "in Memory", "being cast" if under_way else where)
        legal = None if under_way else spells.in_memory(scene, who)
        raise Refused("5.2", f"{found.name} {place}", None, "/using", missing=[need], legal=legal)


def _is_mastered(scene: Scene, who: str, found: spells.Spell) -> None:
    mastery = scene.trait(who, "Mastery")
    if found.total > mastery:
        why = f"{found.name} is beyond {by_name(who)}'s Mastery: it costs {found.total}"
        need = Need("trait", "Mastery", who, found.total, mastery, ">=")
        raise Refused("5.2", why, None, "/using", missing=[need])


def _is_payable(scene: Scene, who: str, found: spells.Spell) -> None:
    have = spells.mana(scene, spells.payer(scene, who))
    life = spells.life_for(scene, who, found.cost)
    if not spells.is_payable(have, spells.mana_for(scene, who, found.cost)):
        left = spells.mana_words(have)
        why = f"{found.name} costs {found.cost} and cannot be paid from the pool, which has {left}"
        need = Need("points", "mana", spells.payer(scene, who), found.cost, left, ">=")
        numbers = {"Life": life} if life else None
        raise Refused("5.2", why, numbers, "/using", missing=[need])


def _is_paid_so(scene: Scene, deed: Deed) -> None:
    """5.2: The mana that is said pays the cost exactly, from what there is; raises Refused."""
    said, (have, cost) = deed.params.get("pay"), _mana_and_cost(scene, deed)
    if said is not None and spells.read_way(str(said), have, cost) is None:
        why = f"{said} does not pay {cost} from {spells.mana_words(have)}"
        legal = _listed(spells.ways(have, cost))
        raise Refused("5.2", why, None, "/params/pay", legal=legal)


def cast(scene: Scene, deed: Deed) -> None:
    """A spell that is no instant, in one's own Main phase; raises Refused."""
    acts_in_main(scene, deed.who)
    if not scene.balance_of(deed.who, "actions"):
        why = f"{by_name(deed.who)} has no action left in this turn"
        raise Refused("4.3", why, missing=[scene.supply(deed.who, "actions").need(1)])
    _has_a_spell_to_counter(scene, deed)
    castable(scene, deed)


def instant(scene: Scene, deed: Deed) -> None:
    """An instant at any time; in answer to a spell it takes an opposed roll; raises Refused."""
    question = scene.question()
    if deed.kind != "action" and question is not None and question.about != "intercept":
        why = "a spell or a command is answered with `answer`, which is rolled for"
        raise Refused("5.4", why, None, "/manoeuvre", legal=["answer"])
    castable(scene, deed)


def answer(scene: Scene, deed: Deed) -> None:
    """An answer to a spell or to a command; only a spell can be countered; raises Refused."""
    question = scene.question()
    if question is not None and question.about == "intercept":
        why = "an engagement is no spell: an instant needs no roll here"
        raise Refused("5.3", why, None, "/manoeuvre", legal=["instant"])
    _has_a_spell_to_counter(scene, deed)
    castable(scene, deed)


def _has_a_spell_to_counter(scene: Scene, deed: Deed) -> None:
    """5.4: Only an answer to a spell has one to counter; raises Refused."""
    found, parent = of_deed(scene, deed), scene.doing(deed.on)
    answered = parent.manoeuvre if parent else ""
    if found.target == SPELL and answered not in SPELLS:
        what = "this is none" if parent else "none is answered here"
        why = f"{found.name} counters spells, and {what}"
        need = Need("time", "what it answers", deed.who, SPELLS, answered)
        raise Refused("5.4", why, None, "/using", missing=[need])


def could_cast_an_instant(scene: Scene, who: str) -> bool:
    """True for mages with an instant in Memory that they can pay and aim now."""
    bare = Deed(who, "instant", "action")
    deeds = (bare._replace(using=name) for name in listed_spells("instants")(scene, bare))
    return any(_is_castable(scene, deed) for deed in deeds)


def _is_castable(scene: Scene, deed: Deed) -> bool:
    aims = [(t,) for t in aimed_at(scene, deed)] if is_aimed(scene, deed) else [()]
    return any(_passes(scene, deed._replace(targets=aim)) for aim in aims)


def _passes(scene: Scene, deed: Deed) -> bool:
    try:
        castable(scene, deed)
    except Refused:
        return False
    return True


def use(scene: Scene, deed: Deed) -> None:
    """An ability of a creature, by command or in its own turn; raises Refused."""
    does_its_part(scene, deed)
    if of_deed(scene, deed).tap and scene.has(deed.who, "off guard"):
        why, need = f"{by_name(deed.who)} is off guard until refreshed", off_guard(deed.who)
        raise Refused("6.7", why, None, "/using", missing=[need])
    _has_a_spell_to_counter(scene, deed)
    _has_a_library(scene, deed)
    castable(scene, deed)


def _has_a_library(scene: Scene, deed: Deed) -> None:
    """5.1: A creature without a mage has no library to draw from or look at; raises Refused."""
    needs = of_deed(scene, deed).does in OF_A_LIBRARY and not deed.targets
    if needs and not is_mage(scene, master(scene, deed.who)):
        why = f"{deed.using} needs a library, and {by_name(deed.who)} has no mage who has one"
        need = Need("fact", "a mage who controls it", deed.who)
        raise Refused("5.1", why, None, "/using", missing=[need])
