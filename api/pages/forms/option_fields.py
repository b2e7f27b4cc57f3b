"""What is left to fill in of an option, as fields of a form."""

from __future__ import annotations

from collections.abc import Iterator

from api.pages.forms.fields import Field
from api.pages.forms.likely_answer import Lately
from api.pages.forms.sheets import with_usual
from api.read.offers import Dice, Offer
from domain.events.measures import decimal
from domain.legality.option import Option
from domain.ruleset.ruleset import Blank, Ruleset, Throw
from projections.story.standing import is_life
from projections.wording.game_words import NameOf, capital

MOST_SAID, MOST_TOLD = 30, 12
"""How many words that were said before are offered again: of deeds, and of answers."""


def fields_of(rules: Ruleset, option: Option, name: NameOf, last: Lately) -> Iterator[Field]:
    """The blanks that can be filled in: not those of several that have nobody to choose from."""
    for blank in option.blanks:
        if blank.values or blank.kind in ("number", "text"):
            values, shown = _values(rules, option, blank, last)
            yield Field(
                f"{_reader(blank)}:{_place(blank)}",
                shown,
                capital(blank.says or name(blank.name)),
                tuple((v, _value_label(blank, v, name, rules)) for v in values),
                decimal(blank.least, blank.scale),
                decimal(blank.most, blank.scale),
                blank.optional,
                scale=blank.scale,
            )


def _value_label(blank: Blank, value: str, name: NameOf, rules: Ruleset) -> str:
    """What a value is called: a pool by its word, a condition with what it brings."""
    state, of, who = value.rpartition(" of ")
    if of and blank.name == "name" and name(who) != who:
        return f"{state} of {name(who)}"  # a state of somebody else, who goes by an id in it
    kind = rules.pool(value) if blank.name == "pool" else None
    return kind.says if kind else with_usual(name(value), blank.brings.get(value, {}))


def _values(
    rules: Ruleset, option: Option, blank: Blank, last: Lately
) -> tuple[tuple[str, ...], str]:
    """What may be chosen in a blank, with words that were said before, and how it is asked."""
    values, is_answer = tuple(blank.values), option.command["type"] == "answer"
    if blank.kind == "text":
        values = (*values, *_temporary(rules, option, blank))
        said = tuple(last.said.get(blank.name, ()))[:MOST_SAID]
        words = tuple(dict.fromkeys((*values, *said)))
        told = last.told.get(blank.name, ()) if blank.optional and is_answer else ()
        return (words, "word") if words else (told[:MOST_TOLD], "text")
    if blank.at == "/targets":
        return values, "one" if blank.most == 1 else "several"
    by_hand = option.command.get("choice") == "draw" and not blank.optional
    return values, "card" if blank.kind == "one" and by_hand else blank.kind


def _temporary(rules: Ruleset, option: Option, blank: Blank) -> Iterator[str]:
    """Yield the temporary points of life, which somebody may gain: `temporary hp`."""
    gains = option.command.get("manoeuvre") in rules.less_and_more[1:]
    if gains and blank.name == "pool":
        yield from (f"temporary {value}" for value in blank.values if is_life(rules, value))


def _reader(blank: Blank) -> str:
    """How what is filled in is read."""
    kind = "whom" if blank.at == "/targets" else blank.kind
    return f"{kind}/{blank.scale}" if blank.scale > 1 else kind


def _place(blank: Blank) -> str:
    """Where in the command it goes, as the name of a field says it."""
    return blank.at[1:].replace("/", ".") or f"params.{blank.name}"


def dice_and_cards(it: Offer, throw: Throw | None, name: NameOf) -> Iterator[Field]:
    """Where what fell or was drawn on the table is tapped or typed in."""
    if it.dice is not None:
        yield _faces(it.dice, throw)
    if it.cards is not None:
        values = tuple((card, how_many(capital(name(card)), n)) for card, n in it.cards.items())
        hint = "Tap what was drawn; with nothing here, the service draws."
        yield Field("one:card", "card", "The card drawn", values, optional=True, hint=hint)


def _faces(dice: Dice, throw: Throw | None) -> Field:
    field = Field(f"faces/{dice.sides}:faces.{dice.purpose}", "faces", "Faces that fell")
    if throw is None:
        return field._replace(hint=dice.says)
    return field._replace(
        values=tuple((str(face), str(face)) for face in range(1, dice.sides + 1)),
        most=throw.most if throw.dice is None else throw.dice,
        optional=throw.dice is None,
        hint="leave it empty to roll here",
    )


def how_many(name: str, count: int) -> str:
    """A card with how many there are of it, said of its rank: `7 ×2 of hearts`."""
    rank, of, suit = name.partition(" of ")
    return f"{rank} ×{count}{of}{suit}" if count > 1 else name
