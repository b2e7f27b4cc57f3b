"""Options as forms, grouped by the combatant who may take them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.forms.fields import Field, Pairs
from api.pages.forms.likely_answer import Lately, is_quiet, lately, likely
from api.pages.forms.results import SAID_WITH_A_DEED
from api.pages.forms.sheets import with_usual
from api.read.offers import Dice, Offer, offer
from api.web.route_table import Call
from domain.events.measures import decimal
from domain.legality.options import Option
from domain.ruleset.ruleset import Blank, Ruleset, Throw
from domain.ruleset.scene import Scene
from domain.state.viewer import REFEREE
from projections.state.pools import in_words
from projections.wording.game_words import NameOf, capital, name_of, pool_word, rule

MOST_SAID, MOST_TOLD = 30, 12
"""How many words that were said before are offered again: of deeds, and of answers."""


class Form(NamedTuple):
    """A command to be sent: its button, what it says and costs, and what is left to fill in.

    `more` are fields that may stay empty. `head` is where the combat stood when it was drawn, or
    nothing for what cannot get stale; `key` makes that it is carried out once. What lets things be
    is `quiet`; what is most often wanted is `likely`, and stands first.
    """

    id: str
    command: str
    button: str
    key: str
    head: str = ""
    says: str = ""
    cost: str = ""
    rule: str = ""
    fields: tuple[Field, ...] = ()
    more: tuple[Field, ...] = ()
    back: str = "table"
    quiet: bool = False
    likely: bool = False

    @property
    def folds(self) -> bool:
        """True where something has to be filled in first, so that only its name is shown."""
        return not self.likely and any(field.is_needed for field in self.fields)


class Group(NamedTuple):
    """The forms of one who may do something; `name` is nothing for what concerns all."""

    who: str
    name: str
    forms: tuple[Form, ...]


class Press(NamedTuple):
    """What makes forms: whose they are, and where the combat stands."""

    call: Call
    combat: OpenCombat
    sight: Sight
    head: str

    @property
    def here(self) -> Pairs:
        """Those who are here, by id and name."""
        members = self.combat.view(self.call.caller.viewer).roster.members.values()
        return tuple((m.subject, m.name) for m in members if m.here)

    def form(self, command: Mapping[str, Any], button: str, **more: Any) -> Form:
        """A form of a command. What concerns the table alone does not get stale: `head=""`."""
        text = json.dumps(command, ensure_ascii=False, sort_keys=True)
        words = (self.combat.name, self.call.caller.seat, self.head, self.sight.last, text)
        key = self.call.service.vault.mac(b"once", *(word.encode() for word in words)).hex()
        clause = more.pop("clause", "")
        cited = rule(clause, self.combat.rules.clause_title(clause))
        more = {"head": self.head, "rule": cited, **more}
        return Form(form_id(text), text, button, key[:32], **more)


def press(call: Call, combat: OpenCombat, sight: Sight) -> Press:
    """Return the press for the caller."""
    return Press(call, combat, sight, call.service.token(combat, call.caller.viewer))


def form_id(command: str) -> str:
    """By what a form is found again on its page."""
    return f"f{hashlib.sha256(command.encode()).hexdigest()[:10]}"


def groups(press: Press) -> tuple[Group, ...]:
    """Return everything that the caller may do next, grouped by combatant."""
    viewer, rules = press.call.caller.viewer, press.combat.rules
    scene, last = Scene(press.combat.view(viewer), rules), lately(press.sight)
    name = name_of(scene.combat)
    found: dict[str, list[Option]] = {}
    for option in press.call.service.may(press.combat, viewer):
        if _is_shown(option, scene):
            found.setdefault(option.command.get("who", ""), []).append(option)
    firsts = {who: likely(scene, who, it, last.deeds.get(who)) for who, it in found.items()}
    # What concerns all comes first, then those who have more to say than to let it be.
    quiet = {who for who, first in firsts.items() if first is not None and is_quiet(first)}
    order = sorted(found, key=lambda who: (bool(who), who in quiet))
    forms = {who: [_form(press, scene, it, last) for it in found[who]] for who in order}
    for who, first in firsts.items():
        if first is not None:
            # Where all may pass together, that is the button for it, and no other.
            lesser = "" in found and is_quiet(first) and first.command["type"] != "pass-all"
            mine, at = forms[who], found[who].index(first)
            forms[who] = [mine.pop(at)._replace(likely=not lesser), *mine]
    return tuple(Group(who, _group_name(who, name), tuple(forms[who])) for who in order)


def _is_shown(option: Option, scene: Scene) -> bool:
    """Between turns of a game of free acts, only the act that can say anything has a form.

    Forms for all that everybody may note then would hide the question that waits.
    """
    named = option.command.get("manoeuvre")
    act = scene.rules.manoeuvre(named) if isinstance(named, str) else None
    between = scene.rules.free_acts and not scene.actors()
    return act is None or act.says_results or not between


def _group_name(who: str, name: NameOf) -> str:
    if not who:
        return "All together"
    return "The referee" if who == REFEREE else capital(name(who))


def _form(press: Press, scene: Scene, option: Option, last: Lately) -> Form:
    it, name = offer(option, scene), name_of(scene.combat)
    fields = tuple(_fields(press.combat.rules, option, name, last))
    extra = tuple(_dice_and_cards(it, option.throw, name))
    instead = ", in the player's place" if it.command.get("on_behalf") else ""
    return press.form(
        it.command,
        _button(press.combat.rules, option, name) + instead,
        says=_says(option, it),
        cost=_price(press.combat.rules, it),
        clause=it.clause,
        fields=tuple(f for f in fields if not f.optional) + extra,
        more=(*(f for f in fields if f.optional), *_said_with(press.combat.rules, it)),
        quiet=is_quiet(option),
    )


def _said_with(rules: Ruleset, it: Offer) -> tuple[Field, ...]:
    manoeuvre = rules.manoeuvre(it.command.get("manoeuvre", ""))
    return SAID_WITH_A_DEED if manoeuvre is not None and manoeuvre.says_results else ()


def label_and_fields(scene: Scene, option: Option) -> tuple[str, tuple[Field, ...]]:
    """Return the name of an option, beginning with its combatant, and all its fields."""
    it, name = offer(option, scene), name_of(scene.combat)
    whose = _group_name(it.command.get("who", ""), name)
    fields = (
        *_fields(scene.rules, option, name, Lately()),
        *_dice_and_cards(it, option.throw, name),
    )
    return f"{whose}: {_button(scene.rules, option, name)}", fields


# --- what is left to fill in ---------------------------------------------------------------


def _fields(rules: Ruleset, option: Option, name: NameOf, last: Lately) -> Iterator[Field]:
    """The blanks that can be filled in: not those of several that have nobody to choose from."""
    for blank in option.blanks:
        if blank.values or blank.kind in ("number", "text"):
            values, shown = _values(option, blank, last)
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


def _values(option: Option, blank: Blank, last: Lately) -> tuple[tuple[str, ...], str]:
    """What may be chosen in a blank, with words that were said before, and how it is asked."""
    values, is_answer = tuple(blank.values), option.command["type"] == "answer"
    if blank.kind == "text":
        said = tuple(last.said.get(blank.name, ()))[:MOST_SAID]
        words = tuple(dict.fromkeys((*values, *said)))
        told = last.told.get(blank.name, ()) if blank.optional and is_answer else ()
        return (words, "word") if words else (told[:MOST_TOLD], "text")
    if blank.at == "/targets":
        return values, "one" if blank.most == 1 else "several"
    by_hand = option.command.get("choice") == "draw" and not blank.optional
    return values, "card" if blank.kind == "one" and by_hand else blank.kind


def _reader(blank: Blank) -> str:
    """How what is filled in is read."""
    kind = "whom" if blank.at == "/targets" else blank.kind
    return f"{kind}/{blank.scale}" if blank.scale > 1 else kind


def _place(blank: Blank) -> str:
    """Where in the command it goes, as the name of a field says it."""
    return blank.at[1:].replace("/", ".") or f"params.{blank.name}"


def _dice_and_cards(it: Offer, throw: Throw | None, name: NameOf) -> Iterator[Field]:
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
        hint="with nothing here, the service rolls",
    )


def how_many(name: str, count: int) -> str:
    """A card with how many there are of it, said of its rank: `7 ×2 of hearts`."""
    rank, of, suit = name.partition(" of ")
    return f"{rank} ×{count}{of}{suit}" if count > 1 else name


# --- what a button says --------------------------------------------------------------------


def _button(rules: Ruleset, option: Option, name: NameOf) -> str:
    """What the button says, with what it is done."""
    said = option.command
    toward = f" ({name(said['toward'])})" if said.get("toward") else ""
    match said["type"]:
        case "act" | "declare":
            using = f" ({name(said['using'])})" if said.get("using") else ""
            named = said["manoeuvre"]
            called = rules.words.get(f"button {named}", named) + using
            return f"Declare: {called}" if said["type"] == "declare" else capital(called)
        case "answer" if option.throw is not None:
            return f"Roll {option.throw.purpose}{toward}"
        case "answer" if said["choice"] == "pass":
            return f"Pass{toward}"
        case "pass-all":
            whose = " who is away or has no player" if option.says != "everybody passes" else ""
            return f"Everybody passes{whose}"
    return capital(option.says or said["choice"]) + toward


def _says(option: Option, it: Offer) -> str:
    """What stands under the button, where it says more than the button."""
    said = it.command
    if said["type"] in ("act", "declare"):
        return "" if it.says == said["manoeuvre"] else capital(it.says)
    if said.get("choice") == "pass":
        return capital(it.says)
    return it.dice.says if it.dice and option.throw is not None else it.on


def _price(rules: Ruleset, it: Offer) -> str:
    """`2 AP`, `1 to 4 AP`, `1 actions, 2 red mana`; `free` for a deed that costs nothing.

    What may be done at any time says nothing of a price that it does not have.
    """
    if it.command["type"] not in ("act", "declare"):
        return ""
    said = []
    for each in it.cost:
        numbers = (each.amount, *([each.at_most] if each.at_most is not None else []))
        amount = " to ".join(in_words(number, each.unit) for number in numbers)
        if amount != "0":
            said.append(f"{amount} {pool_word(rules, each.pool, each.key, amount)}")
    manoeuvre = rules.manoeuvre(it.command["manoeuvre"])
    return ", ".join(said) or ("" if manoeuvre and manoeuvre.any_time else "free")
