"""The start of the Magic Phase: the Flux Card, and Siphoning the Veil."""

from __future__ import annotations

from domain.ruleset.params import number
from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import settings, sheet, states, units
from domain.rulesets.ninth_age.declared import confirm
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.turn import actor
from domain.step.step import Step

CARDS = tuple(str(n) for n in range(1, 9))
KEPT = 3
"""7: Each player's eight Flux Cards; and how many tokens are kept, unless the army keeps more."""


def flux_cards(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """7: A card of the player's deck, with its printed dice and tokens; or its replacement."""
    left = tuple(c for c in CARDS if scene.fact("drawn", slot.who, c) != "yes")
    blanks = (
        Blank("which", "one", left or CARDS, says="which card"),
        Blank("dice", "number", least=1, most=12, says="Magic Dice for both"),
        Blank("tokens", "number", least=0, most=12, says="Veil Tokens for the Active Player"),
        Blank("source", "one", ("deck", "named", "replaced"), optional=True),
    )
    return (Choice("draw", "the card and its numbers", blanks),)


@RULES.stage("flux")
def flux(step: Step) -> str | None:
    """7: The Active Player draws a Flux Card; where nobody is a Wizard, only if so settled."""
    wizards = any(
        step.word(u, "Wizard") for side in units.sides(step) for u in units.roster(step, side)
    )
    if not wizards and step.setting("flux without wizards") == "skipped":
        return None
    with settings.based_on(step, *() if wizards else ("flux without wizards",)):
        return step.ask("flux")


@RULES.stage("flux drawn")
def flux_drawn(step: Step) -> str | None:
    """7: Dice for both, tokens for the Active Player; a card that was drawn has left the deck."""
    for slot, reply in step.replies():
        side, said = slot.who, reply.params
        dice, tokens = number(said, "dice"), number(said, "tokens")
        source = said.get("source", "deck")
        if source != "replaced":
            step.set_fact("drawn", side, "yes", str(said["which"]))
        for one in units.in_order(step, side):
            step.fill(one, units.DICE, dice)
        states.gain(step, side, units.TOKENS, tokens)
        odd = {"source": source} if source != "deck" else {}
        return confirm(step, side, {"dice": dice, "tokens": tokens, **odd})
    return None


# --- siphon the veil -----------------------------------------------------------------------


def channelled_tokens(scene: Scene, side: str) -> int:
    """7: Tokens channelled by an army: by the sheet, else one for each Adept and Master."""
    standing = (u for u in units.army(scene, side) if not scene.has(u, "fleeing"))
    wizard = {u: sheet.WIZARDS.get(scene.word(u, "Wizard"), 0) for u in standing}
    return sum(max(0, scene.trait(u, "Channel", grade)) for u, grade in wizard.items())


@RULES.stage("siphon")
def siphon(step: Step) -> str | None:
    """7: Channelled tokens are added, then tokens become Magic Dice."""
    side = step.actors()[0]
    if more := channelled_tokens(step, side):
        states.gain(step, side, units.TOKENS, more)
    return step.ask("siphon") if converters(step, Asking("", "")) else "siphoned"


def token_limit(scene: Scene, side: str) -> int:
    """7: How many tokens a side may keep: three, unless its army rules say more."""
    return scene.trait(side, "Veil Tokens kept", KEPT)


def converters(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """7: Slots for turning tokens into dice: the Active Player, or both by the setting."""
    who = units.active_first(scene)[: 2 if scene.setting("who converts") == "both" else 1]
    price = int(scene.setting("token price"))
    return units.ranked_slots(side for side in who if scene.balance_of(side, units.TOKENS) >= price)


def conversions(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """7: How many dice are bought, and how many tokens kept, if not as many as may be."""
    tokens, each = scene.supply(slot.who, units.TOKENS), int(scene.setting("token price"))
    most, bought = token_limit(scene, slot.who), tokens._replace(price=each)
    dice = Blank("dice", "number", (), 0, tokens.left // each, says="dice to buy", supply=bought)
    keep = Blank(
        "keep", "number", (), 0, most, True, "tokens to keep", supply=tokens, besides="dice"
    )
    return (Choice("convert", "tokens into Magic Dice", (dice, keep)),)


@RULES.stage("siphoned")
def resolve_siphon(step: Step) -> None:
    """7: Tokens are paid for dice; of the rest only a few are kept."""
    keeps: dict[str, int] = {}
    for slot, reply in step.replies("siphon"):
        bought = number(reply.params, "dice")
        price = int(step.setting("token price"))
        step.pay(slot.who, units.TOKENS, bought * price, basis=step.basis_of("token price"))
        if bought:
            states.gain(step, slot.who, units.DICE, bought)
        if "keep" in reply.params:
            keeps[slot.who] = number(reply.params, "keep")
    for side in units.sides(step):
        most = keeps.get(side, token_limit(step, side))
        step.lose(side, units.TOKENS, max(0, step.balance_of(side, units.TOKENS) - most))


RULES.asks(
    Window("flux", "draw a Flux Card", "7", actor, flux_cards, then="flux drawn"),
    Window(
        "siphon", "turn Veil Tokens into Magic Dice?", "7", converters, conversions, then="siphoned"
    ),
)
