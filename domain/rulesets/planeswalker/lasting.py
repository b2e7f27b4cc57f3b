"""What outlasts a spell: creatures summoned, effects that pervade, creatures taken over."""

from __future__ import annotations

import re

from domain.ruleset import Mod, Until
from domain.scene import Member, Scene
from domain.step import Step

from .commands import next_command
from .spells import Spell
from .tables import STAY
from .takeover import take_over
from .zones import master, stand_like


def summon(step: Step, spell: Spell, whom: str) -> None:
    """Bring a creature in beside its summoner, sick until its controller's next turn."""
    caster = step.combat.roster.members[step.act.who]
    mage = step.combat.roster.members[master(step, step.act.who)]
    start = f"spell {spell.name} summons "
    traits = {k.removeprefix(start): v for k, v in caster.traits.items() if k.startswith(start)}
    called = str(caster.traits[start.strip()])
    subject, name = _free_name(step, called)
    step.bring_in(Member(subject, "creature", name, mage.side, mage.subject, 0, traits))
    stand_like(step, subject, mage.subject)
    step.begin_condition(
        subject,
        "summoned",
        until=Until(span="turn", whose=mage.subject, edge="begin"),
        detail={"command": next_command(step, mage.subject)},
        source=step.on,
    )


def _free_name(scene: Scene, called: str) -> tuple[str, str]:
    """An id and a name that nobody has yet: the second Wolf is `wolf-2`, Wolf 2."""
    plain = re.sub(r"[^a-z0-9]+", "-", called.lower()).strip("-") or "creature"
    number = 1
    while scene.member(plain if number == 1 else f"{plain}-{number}") is not None:
        number += 1
    return (plain, called) if number == 1 else (f"{plain}-{number}", f"{called} {number}")


def pervade(step: Step, spell: Spell, whom: str) -> None:
    """4.2: Begin what lasts while it is maintained; auras and equipment outlast the combat."""
    effect = _begin_to_pervade(step, spell)
    if spell.trait:
        by = -spell.amount if spell.lessens else spell.amount
        step.begin_condition(
            whom,
            "enchanted",
            key=f"{spell.name} ({spell.trait} {by:+d})",
            mods=(Mod(trait=spell.trait, value=by),),
            until=Until(span="condition", name=effect),
        )


def _begin_to_pervade(step: Step, spell: Spell) -> str:
    until = None if spell.lasts in STAY else Until(span="combat")
    return step.begin_condition(
        master(step, step.act.who),
        "pervasive",
        key=spell.name,
        until=until,
        detail={"kind": spell.lasts},
        source=step.on,
    )


def control(step: Step, spell: Spell, whom: str) -> None:
    """5.8: Take a creature over while the effect lasts; without one, as the table plays it."""
    if spell.lasts:
        effect = _begin_to_pervade(step, spell)
        take_over(step, whom, Until(span="condition", name=effect), "stated")
        return
    basis = step.basis_of("taken-until")
    turn = step.setting("taken-until") == "the turn ends"
    take_over(step, whom, Until(span="turn" if turn else "combat"), basis)
