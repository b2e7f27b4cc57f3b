"""Legality of attacks and answers: targets of attacks, reactions and follow-ons."""

from __future__ import annotations

from collections.abc import Iterable

from domain.ruleset.ruleset import Blank, Deed, Need, Refused, by_name, not_yet
from domain.ruleset.scene import Doing, Scene

from .costs import spendable_ap
from .positions import FOOTWORK, adjacent, facing_target, footing, others, steps_back
from .riding import mount_of, partner, whole
from .rolls import tiredness
from .tables import BOLT, DODGES, EVERYWHERE, LEVELS, MISSILES, SCALE, THROWS
from .unarmed import blows
from .weapons.weapons import fit_for_use, is_polearm, loose

ATTACKS = ("stand and attack", "advance and attack", *blows.ANSWERED)
"""Attacks that can be defended against."""
DEFENCES = ("block", "parry", *DODGES, *blows.MARTIAL_DEFENCES)
"""Reactions rolled as a defence; any other that stands against an attack is an attack."""
MUTUAL = "stand and attack back"
LIGHTNING = "drawn at once"
AGAINST = {BOLT: "defence against spells", **dict.fromkeys(MISSILES, "defence against shots")}
"""The settings that say how the target may defend, where the rules say nothing of it."""
DEFENDED = (*ATTACKS, *AGAINST)
DODGED = (*DEFENDED, "trample")
"""Deeds that may be blocked, parried and dodged; and those that may only be dodged."""
FOLLOW_ONS = {
    **blows.FOLLOW_ONS,
    "fast draw": ("stand and attack", "advance and attack", *THROWS, "snapshot fire"),
    "block": ("stand and attack",),
    "side step": ("stand and attack",),
    "parry": ("advance and attack",),
}
"""The follow-ons that a success in a manoeuvre allows."""
UNABLE = {"dead": "7.7", "unconscious": "7.1"}
"""The conditions under which nobody acts at all, by their clauses."""


# --- who can take part ---------------------------------------------------------------------


def able(scene: Scene, who: str) -> str:
    """The clause that keeps somebody from acting at all, or nothing."""
    return scene.once(("able", who), lambda: _able(scene, who))


def _able(scene: Scene, who: str) -> str:
    found = (clause for condition, clause in UNABLE.items() if scene.has(who, condition))
    return next(found, "7.8" if tiredness(scene, who) == "collapsed" else "")


def barring_clause(scene: Scene, who: str, toward: str = "") -> str:
    """The clause that keeps somebody from answering another, or from going on; or nothing."""
    unaware = toward and scene.fact("aware", who, toward) == "no"
    spent = scene.balance_of(who, "ap") < SCALE
    return able(scene, who) or ("5.1" if unaware else "3.3" if spent else "")


def result(scene: Scene, act: str, stage: str) -> str:
    """The outcome of an act at a stage, or empty while it is not known."""
    found = scene.combat.exchange.outcome(act, stage)
    return found.outcome if found is not None else ""


def figure(scene: Scene, act: str, stage: str, name: str) -> int:
    """A number of what an act came to at a stage."""
    found = scene.combat.exchange.outcome(act, stage)
    number = found.figures.get(name, 0) if found is not None else 0
    return number if isinstance(number, int) else 0


def said_of(scene: Scene, act: str, stage: str) -> frozenset[str]:
    """Of whom something was said as an act moved its doer: reach, close or left."""
    outcomes = scene.combat.exchange.outcomes.get(act, ())
    return frozenset(r.of for r in outcomes if r.stage == stage)


def target(scene: Scene, blow: Doing) -> str:
    """The target of a blow; a blow that names none is aimed at the doer it answers."""
    parent = scene.doing(blow.on)
    return next(iter(blow.targets), parent.who if parent is not None else "")


# --- any answer ----------------------------------------------------------------------------


def in_place(scene: Scene, deed: Deed) -> None:
    """A reaction comes before the blow falls, a follow-on after a success; raises Refused."""
    if deed.kind == "reaction" and result(scene, deed.on, "hit"):
        need = Need("time", "hit", "", "not known", result(scene, deed.on, "hit"))
        raise Refused("5.7", "the blow has fallen: it can only be soaked", missing=[need])
    if deed.kind == "follow on" and not went_well(scene, deed.on):
        why, need = "only a success can be followed on", Need("item", "success", deed.who)
        raise Refused("3.6", f"{why}: {_name(scene, deed.on)} was none", missing=[need])


def went_well(scene: Scene, act: str) -> bool:
    """True for a defence that succeeded, an unarmed blow that hit, and a draw without cost."""
    unarmed_blow = _name(scene, act) in blows.BLOWS
    hit = result(scene, act, "hit") in (("hit",) if unarmed_blow else ("succeeded",))
    return hit or result(scene, act, "fast draw") == LIGHTNING


def _name(scene: Scene, act: str) -> str:
    doing = scene.doing(act)
    return doing.manoeuvre if doing is not None else "nothing"


def check_not_riding(scene: Scene, deed: Deed) -> None:
    """Refuse steps of a rider: the mount moves, with its own AP; raises Refused."""
    if mount := mount_of(scene, deed.who):
        why = f"{by_name(deed.who)} rides {by_name(mount)}: the mount moves, with its own AP"
        need = Need("fact", "rides", deed.who, "", mount)
        raise Refused("3.2", why, None, "/who", missing=[need], legal=[mount])


def follow(scene: Scene, deed: Deed) -> None:
    """On foot, before any other reaction to the same move (5.5); raises Refused."""
    check_not_riding(scene, deed)
    on_move = (a for a in scene.combat.exchange.acts.values() if a.on == deed.on)
    for done in (a for a in on_move if a.kind == "reaction" and a.manoeuvre != "follow"):
        why = f"{by_name(done.who)} has reacted already: followers move before other reactions"
        need = Need("time", "reaction", done.who, "not yet", done.manoeuvre)
        raise Refused("5.5", why, missing=[need])


def defence(scene: Scene, deed: Deed) -> None:
    """Only the target of an attack blocks, parries or dodges it; raises Refused."""
    in_place(scene, deed)
    attack = scene.doing(deed.on)
    if attack is not None and deed.who not in attack.targets:
        why = f"{by_name(deed.who)} is not the target of this attack"
        raise Refused("3.5", why, None, "/who", legal=attack.targets)
    if attack is not None and deed.manoeuvre in DEFENCES:
        _attack_still_comes(scene, attack)
    if attack is not None and attack.manoeuvre in AGAINST:
        _as_the_table_has_it(scene, deed, AGAINST[attack.manoeuvre])


def _attack_still_comes(scene: Scene, attack: Doing) -> None:
    """Refuse a defence against an attacker who is disabled by now; raises Refused.

    5.6: Such a reaction is dropped, and costs nothing.
    """
    if able(scene, attack.who) and scene.setting("disabled actor") == "void":
        why = f"{by_name(attack.who)} can no longer act, so the attack is void: drop this reaction"
        need = Need("setting", "disabled actor", "", "continues", "void")
        raise Refused("5.13", why, missing=[need])


def _as_the_table_has_it(scene: Scene, deed: Deed, point: str) -> None:
    """Against what flies the table says which defences there are; raises Refused."""
    allowed, clause = scene.setting(point), "8.5" if point == AGAINST[BOLT] else "3.8"
    if allowed == "none" or (allowed == "dodge" and deed.manoeuvre in ("block", "parry")):
        why, need = f"no {deed.manoeuvre} against this", Need("setting", point, "", "any", allowed)
        raise Refused(clause, why, missing=[need])


def armed_defence(scene: Scene, deed: Deed) -> None:
    """A defence with something that is in hand and not locked; raises Refused."""
    defence(scene, deed)
    fit_for_use(scene, deed)


def check_handling(scene: Scene, deed: Deed) -> None:
    """A weapon is taken up or let go in its place in the tree, unless locked; raises Refused."""
    in_place(scene, deed)
    loose(scene, deed)


# --- attacks -------------------------------------------------------------------------------


def attackable(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The living whom a combatant may attack; in an answer, the opponent it answers."""
    foes = scene.foes(deed.who)
    rest = tuple(w for w in others(scene, deed.who) if w not in foes)
    opponent = opponent_in(scene, deed)
    own, theirs = partner(scene, deed.who), whole(scene, (opponent,)) if opponent else ()
    alive = (w for w in foes + rest if w != own and not scene.has(w, "dead"))
    return tuple(w for w in alive if not opponent or w in theirs)


def opponent_in(scene: Scene, deed: Deed) -> str:
    """The opponent of an answer; of a follow-on, the target or the attacker defended against.

    Who has drawn at once may strike at anybody.
    """
    act = scene.doing(deed.on)
    if act is not None and deed.kind == "follow on":
        if act.targets:
            return act.targets[0]
        act = scene.doing(act.on) if act.manoeuvre != "fast draw" else None
    return act.who if act is not None else ""


def beside(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The targets that a combatant may attack without moving."""
    return _within_reach(scene, deed, attackable(scene, deed))


def attacker_beside(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """The attacker to strike back at, while alive and within reach."""
    alive = (w for w in steps_back(scene, deed.on) if not scene.has(w, "dead"))
    return _within_reach(scene, deed, alive)


def _within_reach(scene: Scene, deed: Deed, some: Iterable[str]) -> tuple[str, ...]:
    """Those adjacent; with a polearm also the ring beyond, which is the table's word."""
    far = bool(deed.using) and is_polearm(scene, deed.who, deed.using)
    return tuple(w for w in some if far or adjacent(scene, deed.who, w))


def attack(scene: Scene, deed: Deed) -> None:
    """An attack with a weapon fit for use, in its place in the tree; raises Refused."""
    in_place(scene, deed)
    fit_for_use(scene, deed)
    parent = scene.doing(deed.on)
    if parent is not None and deed.kind == "reaction":
        moved_into_reach(scene, deed, parent)
    if parent is not None and deed.kind == "follow on":
        follows(deed, parent)


def moved_into_reach(scene: Scene, deed: Deed, parent: Doing) -> None:
    """An attack as a reaction answers a move into a target hex, never an attack; or Refused."""
    if parent.manoeuvre in ATTACKS and deed.who in parent.targets:
        why = f"an attack on oneself is answered by {MUTUAL!r}"
        raise Refused("6.5", why, None, "/manoeuvre", legal=[MUTUAL])
    reached = deed.who in said_of(scene, parent.id, "reach")
    if not reached and not _into_the_ring(scene, deed, parent):
        why = f"{by_name(parent.who)} did not move into a target hex of {by_name(deed.who)}"
        beside = "before" if adjacent(scene, deed.who, parent.who) else "no"
        raise Refused("5.9", why, missing=[Need("distance", "adjacent", parent.who, "now", beside)])


def _into_the_ring(scene: Scene, deed: Deed, parent: Doing) -> bool:
    """True for a step into the ring beyond, which a polearm reaches, by one who was not adjacent.

    The distance is the table's word; that they were adjacent is in the log.
    """
    was_beside = deed.who in said_of(scene, parent.id, "left")
    steps = parent.manoeuvre in FOOTWORK and not adjacent(scene, deed.who, parent.who)
    return steps and not was_beside and is_polearm(scene, deed.who, deed.using)


def follows(deed: Deed, parent: Doing) -> None:
    """A follow-on is one that the table lists, after a block with a second weapon; or Refused."""
    if parent.manoeuvre == "block" and deed.using == parent.using:
        why = "after a block only a second weapon strikes"
        need = Need("item", "weapon", deed.who, deed.using, deed.using, "!=")
        raise Refused("3.6", why, None, "/using", missing=[need])
    allowed = FOLLOW_ONS.get(parent.manoeuvre, ())
    if deed.manoeuvre not in allowed:
        why = f"{deed.manoeuvre} does not follow {parent.manoeuvre}"
        raise Refused("3.6", why, None, "/manoeuvre", legal=allowed)


AIM = Blank("aim", "one", EVERYWHERE, optional=True)


def aim_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where a blow is aimed, and whom a turn on the spot leaves at the doer's back."""
    return (AIM, *facing_target(scene, deed))


def aimed_advancing(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Where a blow is aimed, and where one comes to stand."""
    return (AIM, *footing(scene, deed))


# --- soak and speech -----------------------------------------------------------------------


def blow_answered(scene: Scene, who: str, on: str) -> Doing | None:
    """The blow that a soak answers: the act itself, or the attack that the defence answered."""
    act = scene.doing(on)
    return scene.doing(act.on) if act is not None and act.who == who else act


def soak(scene: Scene, deed: Deed) -> None:
    """Soak once, when a wound is known and not yet suffered; raises Refused."""
    blow = blow_answered(scene, deed.who, deed.on)
    wound = result(scene, blow.id, "damage") if blow is not None else ""
    if blow is None or deed.who not in blow.targets or wound in ("", LEVELS[0]):
        need = Need("item", "hit that wounds", deed.who)
        raise Refused("3.5", "a soak answers a hit that is known and wounds", missing=[need])
    if result(scene, blow.id, "soak"):
        raise Refused("5.8", "one soak for each hit", missing=[not_yet("soak", deed.who)])


def words(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """How many words are said: three for each AP, and no more than one has AP for."""
    most = 3 * max(1, spendable_ap(scene, deed) // SCALE)
    return (Blank("words", "number", least=1, most=most, says="how many words"),)
