"""What outlasts a spell: creatures summoned, effects that pervade, creatures taken over."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain, count

from domain.ruleset.ruleset import Mod, Params, Until
from domain.ruleset.scene import Member, Scene
from domain.rulesets.planeswalker.ruleset import RULES
from domain.rulesets.planeswalker.sheet import spells_of
from domain.rulesets.planeswalker.tables import STAY
from domain.rulesets.planeswalker.turn_state import is_amid_turn, next_command
from domain.rulesets.planeswalker.zones import master, stand_like
from domain.step.step import Step

from .spells import Spell

TAKEN = "taken over"


def take_over(step: Step, creature: str, until: Until, basis: str) -> None:
    """5.8: The caster controls the creature from now on; whose it was is kept."""
    mage, member = master(step, step.act.who), step.combat.roster.members[creature]
    if master(step, creature) == mage:
        step.resolve("it is the caster's already", of=creature)
        return
    if not step.has(creature, TAKEN):
        _record_owner(step, member)
    step.begin_condition(creature, TAKEN, basis, toward=mage, until=until, act=step.on)
    step.hand_over(creature, mage, step.combat.roster.members[mage].side, clause="5.8")
    limit_newness(step, creature)


def _record_owner(step: Step, member: Member) -> None:
    """Record to whom, and to which side, a creature goes back."""
    step.set_fact("owner", member.subject, member.controller or member.subject)
    step.set_fact("first side", member.subject, member.side)


def keep_in_new_hands(step: Step, creature: str) -> None:
    """5.8: End every take-over of a creature to which the referee has given another master."""
    if was_taken(step, creature):
        _record_owner(step, step.combat.roster.members[creature])
        for held in step.combat.conditions.on(creature, TAKEN):
            step.end_condition(held, "in other hands")


def limit_newness(step: Step, who: str) -> None:
    """4.3: End newness with the running turn, not with the summoner's.

    It is that of one creature taken over, or of all that a mage who has lost has summoned.
    """
    for held in tuple(step.combat.conditions.all.values()):
        summoner = held.until.whose if held.name == "summoned" and held.until else ""
        if summoner and who in (held.subject, summoner):
            step.alter_condition(held, held.level, held.toward, until=Until(span="turn"))


def was_taken(scene: Scene, creature: str) -> bool:
    """True for a creature that was taken over at some time in this combat."""
    return bool(scene.fact("owner", creature))


def was_free(scene: Scene, creature: str) -> bool:
    """True for a creature that nobody summoned, and somebody has taken over."""
    return scene.fact("owner", creature) == creature


@RULES.stage("given back")
def given_back(step: Step) -> None:
    """5.8: A creature no longer taken over goes to the last who took it, or to its owner."""
    for creature in step.present():
        member = step.combat.roster.members[creature]
        if was_taken(step, creature):
            to, side = _whose(step, creature)
            if member.controller != to:
                step.hand_over(creature, to, side, clause="5.8")


def _whose(step: Step, creature: str) -> tuple[str, str]:
    """Who controls a creature that was taken over at some time, and on which side it is."""
    if held := step.combat.conditions.on(creature, TAKEN):
        return held[-1].toward, step.combat.roster.members[held[-1].toward].side
    owner = "" if was_free(step, creature) else str(step.fact("owner", creature))
    return owner, str(step.fact("first side", creature))


# --- creatures summoned --------------------------------------------------------------------


def summon(step: Step, spell: Spell, whom: str) -> None:
    """Bring a creature in beside its summoner, sick until the turn is over."""
    caster = step.combat.roster.members[step.act.who]
    mage = step.combat.roster.members[master(step, step.act.who)]
    start = f"spell {spell.name} summons "
    traits = {k.removeprefix(start): v for k, v in caster.traits.items() if k.startswith(start)}
    called = str(caster.traits[start.strip()])
    subject, name = _id_for(step, step.act.who, spell, called), _name_for(step, called)
    step.bring_in(Member(subject, "creature", name, mage.side, mage.subject, 0, traits))
    stand_like(step, subject, mage.subject)
    until = Until(span="turn", whose=mage.subject if is_amid_turn(step, mage.subject) else "")
    detail: Params = {"command": next_command(step, mage.subject)}
    step.begin_condition(subject, "summoned", until=until, detail=detail, act=step.on)


def _id_for(scene: Scene, who: str, spell: Spell, called: str) -> str:
    """Return an id that stays when another summoning is annulled, so that later acts find theirs.

    Its number is that of the spell among all on the sheets that summon such a creature.
    4.2: No effect is called so either, since both may want Focus.
    """
    plain = _plain(called)
    alike = _spells_that_summon(scene, plain)
    numbers = count(alike.index((who, spell.name)) + 1, len(alike))
    ids = (plain if number == 1 else f"{plain}-{number}" for number in numbers)
    effects = [c.key for c in scene.combat.conditions.all.values() if c.name == "pervasive"]
    return next(each for each in ids if scene.member(each) is None and each not in effects)


def _spells_that_summon(scene: Scene, plain: str) -> list[tuple[str, str]]:
    """Return all spells for creatures of a name, with those who have them, as they joined."""
    return [
        (member.subject, spell)
        for member in scene.combat.roster.members.values()
        for spell in (() if member.hidden else spells_of(member.traits))
        if (called := member.traits.get(f"spell {spell} summons")) and _plain(str(called)) == plain
    ]


def _plain(called: str) -> str:
    """Return a name as an id is written: `grey-wolf`."""
    return re.sub(r"[^a-z0-9]+", "-", called.lower()).strip("-") or "creature"


def _name_for(scene: Scene, called: str) -> str:
    """Return a name that nobody has had yet: the second Wolf is Wolf 2."""
    taken = {m.name for m in scene.combat.roster.members.values() if not m.hidden}
    return _untaken(called, taken)


def _untaken(name: str, taken: Collection[str]) -> str:
    names = chain((name,), (f"{name} {number}" for number in count(2)))
    return next(each for each in names if each not in taken)


def pervade(step: Step, spell: Spell, whom: str) -> None:
    """4.2: Begin what lasts while it is maintained; auras and equipment outlast the combat."""
    effect = _begin_to_pervade(step, spell)
    if spell.trait:
        by = -spell.amount if spell.lessens else spell.amount
        name, mods = step.combat.conditions.all[effect].key, (Mod(trait=spell.trait, value=by),)
        key = f"{name} ({spell.trait} {by:+d})"
        until = Until(span="condition", name=effect)
        step.begin_condition(whom, "enchanted", key=key, mods=mods, until=until)


def _begin_to_pervade(step: Step, spell: Spell) -> str:
    until = None if spell.lasts in STAY else Until(span="combat")
    mage, detail = master(step, step.act.who), {"kind": spell.lasts}
    key = _key_of_its_own(step, mage, spell.name)
    return step.begin_condition(
        mage, "pervasive", key=key, until=until, detail={**detail}, act=step.on
    )


def _key_of_its_own(scene: Scene, mage: str, name: str) -> str:
    """4.2: Return a name that nothing else has that wants Focus: the second howl is `howl 2`."""
    upheld = (effect.key for effect in scene.combat.conditions.on(mage, "pervasive"))
    return _untaken(name, {*upheld, *scene.present()})


def control(step: Step, spell: Spell, whom: str) -> None:
    """5.8: Take a creature over while the effect lasts; without one, as the table plays it."""
    if spell.lasts:
        effect = _begin_to_pervade(step, spell)
        take_over(step, whom, Until(span="condition", name=effect), "stated")
        return
    basis = step.basis_of("taken until")
    turn = step.setting("taken until") == "the turn ends"
    take_over(step, whom, Until(span="turn" if turn else "combat"), basis)
