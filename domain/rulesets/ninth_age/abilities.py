"""Which abilities may be used at a moment, by whom, and how often."""

from __future__ import annotations

from domain.ruleset.ruleset import Blank, Deed, Need, Refused, by_name, free_of, not_yet
from domain.ruleset.scene import Scene

from . import sheet, units


def moment(scene: Scene, unit: str, at: str) -> tuple[str, ...]:
    """The abilities of a unit that belong to a moment; some to every stage of deployment."""
    moments = (at, sheet.DEPLOYMENT) if at in sheet.STAGES_OF_DEPLOYMENT else (at,)
    known = sheet.names(scene, unit, "effect")
    return tuple(n for n in known if sheet.word(scene, unit, "effect", n, "at") in moments)


def bearers(scene: Scene, side: str) -> tuple[str, ...]:
    """The units of a side whose abilities work: on the table, or about to be deployed on it."""
    own = units.roster(scene, side)
    return tuple(u for u in own if units.stands(scene, u) or units.is_deploying(scene, u))


def spent(scene: Scene, unit: str, effect: str) -> str:
    """When a One Use Only effect was used, as a clock point; empty where it is still there."""
    return first_use(scene, unit, effect)[0]


def first_use(scene: Scene, unit: str, effect: str) -> tuple[str, str]:
    """When a One Use Only effect was used, as a clock point, and the id by which that stands."""
    uses = (c for c in scene.combat.conditions.on(unit, "spent") if c.key == effect)
    return next(((c.at, c.id) for c in uses), ("", ""))


def cost(scene: Scene, unit: str, effect: str) -> int:
    """7: The Veil Tokens that an ability costs, in whichever phase it is used."""
    return sheet.number(scene, unit, "effect", effect, "tokens")


def usable(scene: Scene, unit: str, at: str) -> tuple[str, ...]:
    """Effects that a unit could use at a moment; everybody knows them, as lists are open."""
    return tuple(
        name
        for name in moment(scene, unit, at)
        if sheet.word(scene, unit, "effect", name, "mode", "optional") == "optional"
        and not spent(scene, unit, name)
        and not scene.has(unit, "fleeing")
        and cost(scene, unit, name) <= scene.balance_of(units.side_of(scene, unit), units.TOKENS)
    )


def usable_effects(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """Effects of a unit for the open window, used up or not."""
    question = scene.question()
    at = str(question.params.get("at", "")) if question else ""
    return moment(scene, deed.who, at) if at else sheet.names(scene, deed.who, "effect")


def effect_targets(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """The blank for the target of an effect that is not the bearer's own."""
    aim = sheet.word(scene, deed.who, "effect", deed.using, "to", "self")
    if aim == "self":
        return ()
    at = units.enemies(scene, deed.who) if aim == "enemy" else units.friends(scene, deed.who)
    return (Blank("on", "one", at, says=f"on which {aim}"),)


def use(scene: Scene, deed: Deed) -> None:
    """An optional effect, in its window, not used up, not by who flees; raises Refused."""
    question = scene.question()
    if question is None or question.about not in ("effects", "round effects"):
        need = Need("time", "question", "", "effects", scene.question_about())
        raise Refused("2", "abilities are used in their windows", missing=[need])
    if not question.open():
        return  # it was declared in time, and is being carried out
    _not_again(scene, deed, question.id)
    if sheet.word(scene, deed.who, "effect", deed.using, "mode", "optional") != "optional":
        raise Refused("3", f"{deed.using} comes about by itself", None, "/using")
    if scene.has(deed.who, "fleeing"):
        why = f"{by_name(deed.who)} flees and uses nothing of its own will"
        raise Refused("3", why, None, "/who", missing=[free_of("fleeing", deed.who)])


def _not_again(scene: Scene, deed: Deed, question: str) -> None:
    said = [a for a in scene.combat.exchange.agenda(question) if a.using == deed.using]
    if any(a.who == deed.who for a in said):
        why, need = f"{deed.using} is declared already", not_yet(deed.using, deed.who)
        raise Refused("3", why, None, "/using", missing=[need])
    at, cites = first_use(scene, deed.who, deed.using)
    if cites:
        why = f"{deed.using} can be used once in a game, and was used at {at}"
        raise Refused("3", why, None, "/using", cites, [not_yet(deed.using, deed.who)])
    price = cost(scene, deed.who, deed.using)
    tokens = scene.supply(units.side_of(scene, deed.who), units.TOKENS)
    if price > tokens.left:
        why = tokens.short_of(deed.using, price)
        raise Refused("7", why, None, "/using", missing=[tokens.need(price)])
    if cap := sheet.word(scene, deed.who, "effect", deed.using, "cap"):
        _one_in_a_phase(scene, deed, cap, question)


def _one_in_a_phase(scene: Scene, deed: Deed, cap: str, question: str) -> None:
    """3: Of some items a side may activate only one in a phase.

    Nor are two declared for the same moment, whenever the table counts them as used.
    """
    now, side = units.clock_point(scene), units.side_of(scene, deed.who)
    on = scene.combat.conditions.on
    spent = [c for unit in units.roster(scene, side) for c in on(unit, "spent") if c.at == now]
    users = [(c.subject, c.id) for c in spent if c.detail.get("cap") == cap]
    for act in scene.combat.exchange.agenda(question):
        own = units.side_of(scene, act.who) == side
        if own and sheet.word(scene, act.who, "effect", act.using, "cap") == cap:
            users.append((act.who, ""))
    for unit, cites in users:
        why = f"only one {cap} may be activated in a phase"
        raise Refused("3", why, None, "/using", cites, [not_yet(cap, unit)])
