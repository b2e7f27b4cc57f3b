"""Tests: the cards drawn, the winners as the table says, and the harm that the referee rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.ruleset.params import number
from domain.ruleset.ruleset import END, REFEREE, UNNAMED, Asking, Blank, Choice, Slot, Throw, Window
from domain.ruleset.scene import Doing, Draw, Scene
from domain.ruleset.windows import the_referee
from domain.step.step import Params, Step

from .deck import decks, die_sides, draw_for, throw_for
from .figures import DOWN, MOST_WOUNDS, able, is_foe

WINS, LOSES, TIES = "wins", "loses", "ties"
HIGHEST = 1000
"""The range of results and ranks is not known; so many is more than any."""

TRAITS = {"shoot": ("missile", "movement"), "strike": ("melee", "melee")}
"""The doer's trait, and the trait against it; in a dash test both are the same."""


def opponents(scene: Scene, act: Doing) -> tuple[str, str]:
    """The two of a test: the character, whose player draws, and the foe."""
    if act.manoeuvre == "dash":
        return act.using, act.targets[0]
    if act.manoeuvre == "action" and not act.targets:
        return act.who, ""
    blundered = scene.doing(act.on)
    other = act.targets[0] if act.targets else blundered.who if blundered is not None else ""
    return (other, act.who) if is_foe(scene, act.who) else (act.who, other)


def traits(scene: Scene, act: Doing) -> tuple[str, str]:
    """The trait that the player tests, and the foe's trait against it."""
    if act.manoeuvre not in TRAITS:
        tested = str(act.params.get("trait") or "movement")
        against = str(act.params.get("opposing") or tested)
        return (against, tested) if is_foe(scene, act.who) and act.targets else (tested, against)
    own, against = TRAITS[act.manoeuvre]
    return (against, own) if is_foe(scene, act.who) else (own, against)


def tester(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Only players test, also when a foe is the one who acts."""
    act = scene.doing(asking.on)
    who = opponents(scene, act)[0] if act is not None else ""
    return (Slot(id=who, who=who),) if who in scene.present() else ()


def card_of(scene: Scene, asking: Asking, slot: Slot) -> Draw:
    """The card of a test, for the trait that is tested."""
    return draw_for(scene, slot.who, _tested_trait(scene, asking), asking.params)


def die_of(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """The die of a test, for the trait that is tested."""
    return throw_for(scene, slot.who, _tested_trait(scene, asking), asking.params)


def _tested_trait(scene: Scene, asking: Asking) -> str:
    act = scene.doing(asking.on)
    return traits(scene, act)[0] if act is not None else "melee"


def test(step: Step) -> str | None:
    """1.3: Ask the player for a card, before anybody says how the test came out."""
    return draws(step, "test", opponents(step, step.act)[:1])


def draws(step: Step, about: str, whose: Iterable[str]) -> str | None:
    """Ask for the cards of a window, of these decks, or for dice in their place."""
    if sides := die_sides(step):
        return step.ask(f"{about} die", params={"sides": sides})
    return step.ask(about, params=decks(step, whose))


def outcome(step: Step) -> str | None:
    """1.3: Ask how the test came out, by the line for the rank."""
    return step.ask("outcome", params=_draw_result(step))


def _draw_result(step: Step) -> Params:
    """The card by its name, where it was named, or the total of the dice."""
    reply = step.reply(opponents(step, step.act)[0])
    if reply is None:
        return {}
    if reply.how == "rolled":
        return {"rolled": reply.total}
    return {"card": reply.value} if reply.how == "drawn" and reply.value != UNNAMED else {}


def results(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The outcomes of a test, each with the rank and the number if the table gives them."""
    blanks = (
        Blank("rank", "number", least=0, most=HIGHEST, optional=True, says="the rank read"),
        Blank("result", "number", least=-HIGHEST, most=HIGHEST, optional=True, says="the number"),
    )
    return tuple(Choice(word, f"the test {word}", blanks) for word in (WINS, LOSES, TIES))


def winner(scene: Scene, outcome: str) -> str:
    """The winner by an outcome: tester, opposition, or nobody in a tie that stays one."""
    tied = scene.setting("tie")
    return {WINS: "tester", LOSES: "opposition", TIES: tied}.get(outcome, "nobody")


def resolve_test(step: Step) -> tuple[str, str]:
    """Record the test just made; return its winner and loser, both empty where nobody won."""
    one, other = opponents(step, step.act)
    reply, member = step.reply(one), step.member(one)
    outcome, answered = (reply.value, reply.params) if reply is not None else ("", {})
    tested, against = traits(step, step.act)
    asked = step.closed.params if step.closed is not None else {}
    figures = _figures(step, one, tested, {**asked, **answered})
    figures |= {"against": against} if other else {}
    basis = step.basis_of("tie") if outcome == TIES else "table"
    name = member.name if member else one
    shown = {WINS: f"{name} wins", LOSES: f"{name} loses", TIES: "a tie"}.get(outcome, "not drawn")
    against_whom = one if step.act.who == other else other
    step.resolve(shown, stage="test", of=against_whom, basis=basis, **figures)
    pairs = {"tester": (one, other), "opposition": (other, one)}
    return pairs.get(winner(step, outcome), ("", ""))


def _figures(scene: Scene, who: str, trait: str, params: Params) -> dict[str, Any]:
    """The trait tested, its rank by the answer or the sheet, the card, the number."""
    member = scene.member(who)
    rank = params.get("rank", member.traits.get(trait) if member is not None else None)
    result = params.get("result", params.get("rolled"))
    figures = {"trait": trait, "rank": rank, "card": params.get("card"), "result": result}
    return {k: v for k, v in figures.items() if isinstance(v, int | str) and v != ""}


def begin_test(step: Step) -> str | None:
    """1.3: An action of any kind is tested where it says which trait."""
    return test(step) if step.act.params.get("trait") else END


def record_test(step: Step) -> None:
    """1.3: How the test came out is the table's fact; what it means the table says."""
    resolve_test(step)


# --- harm ----------------------------------------------------------------------------------


def harms(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """How many wounds; a free manoeuvre may also stop the mover."""
    wounds = Blank("wounds", "number", least=0, most=MOST_WOUNDS, says="wounds taken")
    act = scene.doing(asking.on)
    stops = Blank("stops", "one", ("yes",), optional=True, says="the move ends here")
    may_stop = act is not None and act.manoeuvre == "strike" and asking.params.get("who") != act.who
    return (Choice("harm", "so many wounds", (wounds, stops) if may_stop else (wounds,)),)


def shot(step: Step) -> str | None:
    """1.5: A shot that wins hits; one that loses has missed."""
    victor, loser = resolve_test(step)
    if victor != step.act.who:
        return None
    return step.ask("harm", params={"who": loser})


def struck(step: Step) -> str | None:
    """7.2: The victor attacks, and the defeated takes it."""
    _, loser = resolve_test(step)
    return step.ask("harm", params={"who": loser}) if loser else None


def apply_harm(step: Step) -> None:
    """7.2: Apply the wounds as the referee rules: the rules found give no number."""
    question, reply = step.closed, step.reply(REFEREE)
    if question is not None and reply is not None:
        hurt(step, str(question.params["who"]), number(reply.params, "wounds"))
        if reply.params.get("stops") and (blundered := step.doing(step.act.on)):
            moving = blundered.on if blundered.kind == "follow on" else blundered.id
            step.resolve("stopped", act=moving, stage="halt", of=step.act.who, basis="ruled")


def hurt(step: Step, who: str, wounds: int) -> None:
    """Wounds as the referee ruled them."""
    before, step.basis = step.basis, "ruled"
    step.gain(who, "wounds", wounds)
    step.basis = before


def update_incapacity(step: Step) -> None:
    """1.7: At six wounds, and only then, somebody is incapacitated, also one who has left."""
    everybody = step.combat.roster.members.values()
    for who in (m.subject for m in everybody if m.kind in step.rules.sheets and not m.hidden):
        six = step.balance_of(who, "wounds") >= MOST_WOUNDS
        if six and not able(step, who):
            step.begin_condition(who, DOWN, act="wounds")
        for down in step.combat.conditions.on(who, DOWN) if not six else ():
            if down.act == "wounds":
                step.end_condition(down, f"fewer than {MOST_WOUNDS} wounds")


WINDOWS = (
    Window("test", "draw a card", "1.3", tester, draw=card_of, then="outcome"),
    Window("test die", "roll for the test", "1.1", tester, throw=die_of, then="outcome"),
    Window("outcome", "how does the test come out?", "1.3", tester, results),
    Window("harm", "how many wounds?", "7.2", the_referee, harms, then="apply harm"),
)

STAGES = (test, outcome, begin_test, record_test, shot, struck, apply_harm, update_incapacity)
