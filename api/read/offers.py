"""What may be done next, as programs and pages get it: commands with blanks, costs and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pydantic import Field

from api.web.schemas.response_bodies import Names, Price, Shape, cost
from api.web.schemas.ruleset_schema import blank_schema, faces_schema
from domain.events.measures import decimal, points, written
from domain.legality.narrowing import other_of
from domain.legality.openings import breach_of
from domain.legality.option import Option, plainest
from domain.ruleset.ruleset import Blank, Deed, Refused, Throw, json_pointer
from domain.ruleset.scene import Scene, is_listed
from projections.wording.game_words import act_words, name_of

_UNKNOWN = (Refused, LookupError, AttributeError, TypeError, ValueError)
FOR_EACH = (
    "One for each in the order named, and again for those who are equal. Without any, the service"
    " rolls."
)
"""How faces are said for dice that fall one by one."""


class BlankSpace(Shape):
    """Something left open in an option: put a value that fits `schema` at `pointer`."""

    says: str
    pointer: str = Field(
        examples=["/params/distance", "/targets"],
        description="A JSON Pointer to where the value goes in the command.",
    )
    schema_: dict[str, Any] = Field(
        alias="schema",
        description="JSON Schema 2020-12 of the value. `x-besides` says what no schema can: at its"
        " `pointer` is another value, and nothing of this one may be the same; or both are paid"
        " from what is `left`, at a `price` for this one and `their_price` for the other.",
    )
    optional: bool = Field(description="True where it may be left out.")


class Dice(Shape):
    """Dice that an answer lets fall; where no faces are sent, the service rolls them.

    Those that fell at the table go to `faces` of the command, as a list under the `purpose`.
    """

    sides: int
    count: int | None = Field(description="How many fall; null where that is not known before.")
    purpose: str
    says: str = Field(examples=["6 1/2 before dice (5 Melee, 1/2 CO, 1 axe); 2d6."])


class Offer(Shape):
    """Something that may be done next: a command, what is left open in it, what it costs.

    `on` names in words the act that the question of an answer is about, and is empty of anything
    else; `cards` are those that may be drawn, with how many there are of each.
    """

    command: dict[str, Any]
    blanks: list[BlankSpace]
    says: str
    clause: str
    clause_title: str
    cost: list[Price]
    on: str = ""
    dice: Dice | None = None
    cards: dict[str, int] | None = None


class Offers(Shape):
    """Everything that the caller may do next, in the order to offer it."""

    head: str
    names: Names
    options: list[Offer]


def offers(option: Option, scene: Scene) -> Iterator[Offer]:
    """Yield an option as it is offered: a roll with dice at risk also with the faces that fell."""
    offered, throw = offer(option, scene), option.throw
    if throw is None:
        yield offered
    elif throw.dice is not None:
        yield offered.model_copy(update={"blanks": [*offered.blanks, _faces(throw)]})
    else:
        yield offered
        says = f"{offered.says}; the dice fell at the table"
        yield offered.model_copy(update={"blanks": [_faces(throw)], "says": says})


def offer(option: Option, scene: Scene) -> Offer:
    """Return an option as it is offered, but for the faces that fell."""
    return Offer(
        command=option.command,
        blanks=[
            _blank(each, option.blanks)
            for each in option.blanks
            if not (each.optional and _is_empty(each))
        ],
        says=option.says,
        clause=option.clause,
        clause_title=scene.rules.clause_title(option.clause),
        cost=_prices(scene, option),
        on=_on(scene, option),
        dice=_dice(scene, option),
        cards=_cards(scene, option),
    )


def _faces(throw: Throw) -> BlankSpace:
    """The faces that fell at the table: of a known number of dice, or of as many as are risked."""
    return BlankSpace(
        says="the faces that fell",
        pointer=json_pointer("faces", throw.purpose),
        schema=faces_schema(throw),
        optional=throw.dice is not None,
    )


def _blank(blank: Blank, blanks: tuple[Blank, ...]) -> BlankSpace:
    schema = blank_schema(blank) | ({"maxItems": 0} if _is_empty(blank) else {})
    return BlankSpace(
        says=blank.says or blank.name,
        pointer=blank.pointer,
        schema=schema | _besides(blank, other_of(blank, blanks)),
        optional=blank.optional,
    )


def _besides(blank: Blank, other: Blank | None) -> dict[str, Any]:
    """Return what a value may not be beside another, or what both are paid from."""
    if other is None:
        return {}
    said: dict[str, Any] = {"pointer": other.pointer}
    if blank.supply and other.supply:
        own, scale = blank.supply, blank.supply.scale
        paid = {"left": own.left, "price": own.price, "their_price": other.supply.price}
        said |= {name: decimal(number, scale) for name, number in paid.items()}
    return {"x-besides": said}


def _is_empty(blank: Blank) -> bool:
    """True where there is nothing to choose from."""
    return blank.kind in ("one", "some", "ordered") and not blank.values


def _on(scene: Scene, option: Option) -> str:
    """The act that is answered or taken back, in words; and why it can no longer be done."""
    act = scene.doing(option.about) if option.about else None
    if act is None:
        return ""
    breach = breach_of(scene, act) if option.command["type"] == "withdraw" else None
    words = act_words(act, name_of(scene.combat))
    return words + (f": no longer possible, {breach}." if breach else "")


def _cards(scene: Scene, option: Option) -> dict[str, int] | None:
    """What is left of a deck that the rules count."""
    draw = option.draw
    if draw is None or not is_listed(scene, draw):
        return None
    left = scene.remaining(draw.deck, draw.shuffle, draw.cards)
    return dict(Counter(card.rpartition("#")[0] for card in left))


# --- costs ---------------------------------------------------------------------------------


def _prices(scene: Scene, option: Option) -> list[Price]:
    """What it costs of each pool; also of one that is paid only where a number is more than 0."""
    most = _at_most(scene, option)
    costs = {**option.cost} | {p: 0 for p in most if most[p] and p not in option.cost}
    return [cost(pool, units, scene.rules, most.get(pool)) for pool, units in costs.items()]


def _at_most(scene: Scene, option: Option) -> dict[str, int]:
    """The cost with every number as high as it goes, as far as that is known."""
    numbers = {b.name: written(b.most, b.scale) for b in option.blanks if b.kind == "number"}
    manoeuvre = scene.rules.manoeuvre(option.command.get("manoeuvre", ""))
    if manoeuvre is None or not numbers:
        return {}
    plain = {b.name: plainest(b) for b in option.blanks if not b.optional and b.name != "targets"}
    question, using = scene.question(), option.command.get("using", "")
    on, kind = question.on if question else "", manoeuvre.kinds[0]
    params = {**plain, **numbers}
    deed = Deed(option.command["who"], manoeuvre.name, kind, on, using=using, params=params)
    try:
        return manoeuvre.cost(scene, deed)
    except _UNKNOWN:
        return {}


# --- dice ----------------------------------------------------------------------------------


def _dice(scene: Scene, option: Option) -> Dice | None:
    if (choice := option.falls) is not None:
        return Dice(sides=choice.sides, count=None, purpose=choice.purpose, says=FOR_EACH)
    if (throw := option.throw) is None:
        return None
    says = _throw_words(scene, throw)
    return Dice(sides=throw.sides, count=throw.dice, purpose=throw.purpose, says=says)


def _throw_words(scene: Scene, throw: Throw) -> str:
    """`6 1/2 before dice (5 Melee, 1/2 CO, 1 axe); each die risked (d6) takes off 3`."""
    scale = scene.rules.scale
    parts = ", ".join(f"{points(m.value, scale)} {m.source}".rstrip() for m in throw.modifiers)
    basic = points(throw.basic, scale)
    if parts or throw.dice is None:
        basic = f"{basic} before dice" + (f" ({parts})" if parts else "")
    elif not basic.startswith("-"):
        basic = f"+{basic}"
    if throw.dice is None:
        die = f"each d{throw.sides} risked takes off {points(throw.per_die, scale)}"
        times = "" if throw.unit == scale else f"{points(throw.unit, scale)} times "
        return f"{basic}; {die} and adds {times}what it shows."
    dice = f"{throw.dice}d{throw.sides}{_kept(throw.keep)}" if throw.dice else "no dice"
    return f"{basic}; {dice}."


def _kept(keep: int) -> str:
    """`, the best 2 count`, or the worst below 0; nothing where all dice count."""
    return f", the {'best' if keep > 0 else 'worst'} {abs(keep)} count" if keep else ""
