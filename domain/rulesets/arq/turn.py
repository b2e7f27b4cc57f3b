"""The action and movement phases: free order, or the activation deck; one action and move each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.ruleset.params import names
from domain.ruleset.ruleset import END, REFEREE, Asking, Blank, Choice, Draw, Params, Slot, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.step.step import Step

from . import figures, legality

DECK = "activation"
CHARACTERS, FOES = "player", "foe"
"""The two colours of the activation deck."""


def budgets(step: Step) -> str | None:
    """2.1: Everybody fit has one action, or one move; what was left of the last is gone."""
    pool = figures.budget(step)
    for who in step.present():
        due = 0 if figures.able(step, who) else 1
        if step.balance_of(who, pool) != due:
            step.fill(who, pool, due)
    return step.ask("intents") if step.setting("order") == "free" else "deal"


def clear(step: Step) -> None:
    """2.1: Nothing unused is carried over, and dash tests hold for their phase.

    The same goes for those who have left and may come back.
    """
    for who in step.combat.roster.members:
        step.lose(who, figures.budget(step), step.balance_of(who, figures.budget(step)))
        for other in step.combat.facts.toward(who, "waits for"):
            step.set_fact("waits for", who, "no", other)


# --- free order ----------------------------------------------------------------------------


def about_foes(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The referee is asked what the foes do, while there are any."""
    return the_referee(scene, asking) if _foes(scene) else ()


def _foes(scene: Scene) -> tuple[str, ...]:
    return tuple(who for who in figures.fit(scene) if figures.is_foe(scene, who))


def intents(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """What each foe is about to do, in words, or nothing."""
    blanks = tuple(Blank(who, "text", optional=True) for who in _foes(scene))
    return (Choice("settled", "what the foes are doing is settled", blanks),)


def _any_order(scene: Scene, asking: Asking) -> str:
    """3.1: Everybody acts once, or passes, in any order; the phase ends when all have."""
    return figures.phase(scene)


def in_any_order(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each who has not gone, and one for the referee to call a dash test in."""
    return (*_slots_of(scene, asking, figures.to_go(scene)), *_call(scene))


def _slots_of(scene: Scene, asking: Asking, goers: Iterable[str]) -> Iterator[Slot]:
    """Slots of those asked; anew for a figure that has gone and has an action or move again."""
    gone = Counter(_acted(scene, asking))
    for who in goers:
        yield Slot(id=f"{who} {gone[who] + 1}" if gone[who] else who, who=who)


def _acted(scene: Scene, asking: Asking) -> list[str]:
    """Everybody who has acted in the question as it stands, as often as they have."""
    asked = (q for q in scene.combat.exchange.questions.values() if q.about == asking.about)
    replies = ((slot.who, q.replies.get(slot.id)) for q in asked for slot in q.slots)
    return [who for who, reply in replies if reply is not None and reply.how == "acted"]


def _call(scene: Scene) -> tuple[Slot, ...]:
    """A slot for the referee to call a test, while both sides have members to go."""
    if len({figures.is_foe(scene, who) for who in figures.to_go(scene)}) < 2:
        return ()
    calls = sum(scene.combat.exchange.times("round", REFEREE, call) for call in ("dash", "meet"))
    return (Slot(id=f"call {calls + 1}", who=REFEREE),)


# --- the activation deck -------------------------------------------------------------------


def card_holder(scene: Scene, who: str) -> str:
    """The holder of the card that somebody acts on: themselves, or a foe's group."""
    return scene.word(who, "group", who) if figures.is_foe(scene, who) else who


def _mark(scene: Scene, who: str, cards: tuple[str, ...]) -> str:
    """The mark of the card for somebody in a deck: a name, or a colour where it has colours."""
    return _colour(scene, who) if _is_coloured(cards) else card_holder(scene, who)


def _is_coloured(cards: tuple[str, ...]) -> bool:
    return {*cards} <= {CHARACTERS, FOES}


def _colour(scene: Scene, who: str) -> str:
    return FOES if figures.is_foe(scene, who) else CHARACTERS


def shuffles(scene: Scene) -> int:
    """The deck is made anew for each action and each movement phase."""
    return 2 * scene.combat.clock.rounds - (figures.phase(scene) == "action")


def deal(step: Step) -> str | None:
    """3.2: One card for each player and one for each foe or group of foes."""
    return _draw_from(step, _cards(step, named=step.setting("order") == "named deck"))


def _cards(scene: Scene, named: bool) -> tuple[str, ...]:
    """A card for each who has to go, or their group: with its name, or its colour."""
    colours = {card_holder(scene, who): _colour(scene, who) for who in figures.to_go(scene)}
    return tuple(colours if named else colours.values())


def _draw_from(step: Step, cards: tuple[str, ...]) -> str | None:
    """Draw while a card is left, then the phase is over."""
    if not cards or not step.remaining(DECK, shuffles(step), cards):
        return END
    return step.ask("the next to go", params={"cards": list(cards)})


def next_card(scene: Scene, asking: Asking, slot: Slot) -> Draw:
    """The next card of this phase's deck."""
    cards, shuffle = names(asking.params, "cards"), shuffles(scene)
    return Draw(REFEREE, "the next to go", DECK, clause="3.2", cards=cards, shuffle=shuffle)


def ask_activation(step: Step) -> str | None:
    """3.2: The side shown activates; with nobody of it left to go, the card does nothing."""
    reply, asked = step.reply(REFEREE), step.closed
    assert reply is not None
    assert asked is not None
    params: Params = {**asked.params, "card": reply.value, "goers": [*figures.to_go(step)]}
    return step.ask("activation", params=params)


def another_card(step: Step) -> str | None:
    """3.2: Draw until the deck is empty, then go to the next phase.

    2.1: Not while somebody has still to go, as one whose action was given back: they get a card.
    """
    assert step.closed is not None
    cards = names(step.closed.params, "cards")
    if not step.remaining(DECK, shuffles(step), cards):
        cards += _cards(step, named=not _is_coloured(cards))
    return _draw_from(step, cards)


def activation_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Slots for all of the side shown who have not gone; once one has, only those of that card.

    4.2: The winner of a dash test goes before the loser, on the loser's card. The referee may call
    one, as in a free order.
    """
    card, cards = asking.params["card"], names(asking.params, "cards")
    goers = [who for who in figures.to_go(scene) if _mark(scene, who, cards) == card]
    begun = _holders_of(scene, asking)
    left = [who for who in goers if not begun or card_holder(scene, who) in begun]
    firsts = dict.fromkeys(_first(scene, who) for who in left)
    return (*_slots_of(scene, asking, firsts), *(_call(scene) if left else ()))


def _first(scene: Scene, who: str) -> str:
    """The first to go of somebody and the winners of dash tests against them."""
    ahead = legality.waits_for(scene, who)
    return _first(scene, ahead[0]) if ahead else who


def _holders_of(scene: Scene, asking: Asking) -> frozenset[str]:
    """The holders of the card, by those who have gone on it or were waited for on it."""
    card, cards, here = asking.params["card"], names(asking.params, "cards"), scene.present()
    mine = {who for who in here if _mark(scene, who, cards) == card}
    were = (who for who in names(asking.params, "goers") if who in here)
    acted = {*_acted(scene, asking)}
    gone = [w for w in were if w in acted or not scene.balance_of(w, figures.budget(scene))]
    own = {card_holder(scene, who) for who in gone if who in mine}
    waited = {
        card_holder(scene, who)
        for who in figures.to_go(scene)
        for first in gone
        if who in mine and scene.fact("waits for", who, first) == "yes"
    }
    return frozenset(own or waited)


def _order(about: str, clause: str) -> Window:
    return Window(
        about, "who is next?", clause, in_any_order, takes=("action",), stale=True, then=END
    )


WINDOWS = (
    Window("intents", "what are the foes doing?", "2.2", about_foes, intents, then=_any_order),
    _order("action", "2.1"),
    _order("movement", "2.1"),
    Window(
        "the next to go",
        "draw a card of the activation deck",
        "3.2",
        the_referee,
        draw=next_card,
        then="ask activation",
    ),
    Window(
        "activation",
        "who of the side shown is next?",
        "3.2",
        activation_slots,
        takes=("action",),
        stale=True,
        then="another card",
    ),
)

STAGES = (budgets, clear, deal, ask_activation, another_card)
