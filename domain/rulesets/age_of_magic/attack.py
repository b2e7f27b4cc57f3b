"""From attack and defence to the hit: a block locks, a success goes on."""

from __future__ import annotations

from domain.ruleset import END, Until
from domain.step import Step

from . import unarmed
from .allowed import AGAINST, barred, result, target
from .book import RULES
from .rolls import thrown
from .strikes import blows, guard, is_void

# --- from the reactions to the hit ---------------------------------------------------------


@RULES.stage("strike")
def strike(step: Step) -> str | None:
    """5.13: An attack is void if its attacker or weapon was disabled, or nobody is left to hit."""
    if over := stopped_early(step):
        return over
    return step.ask("strike")


def stopped_early(step: Step) -> str:
    """What ends an attack that is void before it is rolled, or nothing."""
    whom = target(step, step.act)
    if is_void(step, step.act):
        return _void(step, step.basis_of("disabled-actor"))
    if step.has(whom, "dead") or whom not in step.present():
        return _void(step, "stated")
    return ""


def _void(step: Step, basis: str) -> str:
    step.resolve("void", stage="hit", basis=basis)
    return END


@RULES.stage("hit")
def hit(step: Step) -> str | None:
    """6.3: An attack hits that reaches the defence; by how much counts for the damage."""
    attack, defence = _both_rolls(step)
    if attack is None or defence is None:
        return _void(step, "stated")
    tied = attack == defence
    hits = attack > defence or (tied and step.setting("tie") == "attack")
    basis = step.basis_of("tie") if tied else "stated"
    for act in step.combat.exchange.standing(step.on):
        step.resolve("failed" if hits else "succeeded", act=act.id, stage="hit", basis=basis)
    step.resolve(
        "hit" if hits else "stopped",
        stage="hit",
        of=target(step, step.act),
        basis=basis,
        attack=attack,
        defence=defence,
        by=attack - defence,
    )
    return harm_of(step)


@RULES.stage("clash")
def clash(step: Step) -> str | None:
    """6.5: Of two attacks on each other the higher hits and the other misses; equal ones both."""
    answer, (one, other) = guard(step, step.on), _both_rolls(step)
    if answer is None or one is None or other is None:
        return _void(step, "stated")
    for blow, mine, theirs in ((answer, other, one), (step.act, one, other)):
        step.resolve(
            "hit" if mine >= theirs else "missed",
            act=blow.id,
            stage="hit",
            of=target(step, blow),
            attack=mine,
            against=theirs,
            by=mine - theirs,
        )
    return harm_of(step)


def _both_rolls(step: Step) -> tuple[int | None, ...]:
    """What the attacker rolled, and what was rolled against him; nothing of one who left."""
    slots = step.closed.slots if step.closed is not None else ()
    attack, *answers = (thrown(step, slot.id) for slot in slots)
    return attack, *(answers or [0])


def harm_of(step: Step) -> str | None:
    """Ask for the damage of whatever hit, if it does any.

    First it is asked with what it is resisted, if that is a choice.
    """
    if any(unarmed.hurts(blow) for blow in blows(step, step.on)):
        return step.ask("resistance")
    return "take-hold" if result(step, step.on, "hit") == "hit" else END


# --- what a defence leads to ---------------------------------------------------------------


@RULES.stage("lock")
def lock(step: Step) -> str | None:
    """3.6: A block that succeeds locks both weapons; no bare hand, nor what flies."""
    block, attack = step.act, step.doing(step.act.on)
    if attack is None or result(step, block.id, "hit") != "succeeded":
        return END
    if attack.manoeuvre in AGAINST or not attack.using:
        return None
    until = Until(span="round" if step.setting("lock-lasts") == "turn" else "act")
    for mine, theirs in ((block, attack), (attack, block)):
        step.begin_condition(
            mine.who,
            "locked",
            key=mine.using,
            toward=theirs.who,
            until=until,
            source=block.id,
            basis=step.basis_of("lock-lasts"),
        )
    return None


@RULES.stage("riposte")
def riposte(step: Step) -> str | None:
    """3.6: A defence that succeeds can be followed on."""
    succeeded = result(step, step.on, "hit") == "succeeded"
    return step.ask("follow") if succeeded and not barred(step, step.act.who) else END
