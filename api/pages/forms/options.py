"""Options as forms, grouped by the combatant who may take them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.forms.button_words import button_words, is_on_behalf, pass_all_words, who_passes
from api.pages.forms.deed_row import in_a_row
from api.pages.forms.fields import Field, Pairs
from api.pages.forms.likely_answer import Lately, answers_first, is_quiet, lately, likely
from api.pages.forms.option_fields import dice_and_cards, fields_of
from api.pages.forms.results import SAID_WITH_A_DEED
from api.read.offers import Offer, offer
from api.web.route_table import Call
from domain.legality.option import Option
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import Scene
from domain.state.viewer import REFEREE
from projections.state.pools import in_words
from projections.story.standing import Life, how_they_stand
from projections.wording.game_words import NameOf, capital, name_of, pool_word, rule


class Form(NamedTuple):
    """A command to be sent: its button, what it says and costs, and what is left to fill in.

    `more` are fields that may stay empty. `head` is where the combat stood when it was drawn, or
    nothing for what cannot get stale; `key` makes that it is carried out once. What lets things be
    is `quiet`; what is most often wanted is `likely`, and stands first. What is said at once, such
    as a blow with its damage, has its fields `in_a_row`.
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
    in_a_row: bool = False

    @property
    def goes_on(self) -> bool:
        """True for what ends a turn, or begins a round: it stands beside the name."""
        said = json.loads(self.command)
        return said.get("type") == "answer" and said.get("choice") in ("end", "begin")

    @property
    def folds(self) -> bool:
        """True where something has to be filled in first, so that only its name is shown."""
        return not self.likely and any(field.is_needed for field in self.fields)


class Group(NamedTuple):
    """The forms of one who may do something; `name` is nothing for what concerns all.

    `is_in_place` is true where the referee answers in place of a player who is here.
    """

    who: str
    name: str
    forms: tuple[Form, ...]
    is_in_place: bool = False


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
    rules, last = press.combat.rules, lately(press.sight)
    scene = Scene(press.combat.view(press.call.caller.viewer), rules)
    if rules.free_acts:
        standing = how_they_stand(press.sight.moment(press.sight.node), rules, Life())
        last = last._replace(down=frozenset(one.who for one in standing if one.is_down))
    found = _options(press, scene)
    firsts = {who: likely(scene, who, it, last.deeds.get(who)) for who, it in found.items()}
    # What concerns all comes first, then those who have more to say than to let it be.
    quiet = {who for who, first in firsts.items() if first is not None and is_quiet(first)}
    order = sorted(found, key=lambda who: (bool(who), who in quiet))
    found = {who: answers_first(scene, found[who]) for who in order}
    name, asked = name_of(scene.combat), scene.question() is not None
    grouped = []
    for who, mine in found.items():
        in_place = all(map(is_on_behalf, mine))
        forms = [_form(press, scene, it, last, in_place) for it in mine]
        if not who:
            forms = [_for_all(*both, found, scene) for both in zip(forms, mine, strict=True)]
        forms = _first_first(forms, mine, firsts[who], "" in found)
        grouped.append(Group(who, _group_name(who, name), _row_first(forms, asked), in_place))
    return tuple(grouped)


def _options(press: Press, scene: Scene) -> dict[str, list[Option]]:
    """Return what the caller may do next, by combatant; what concerns all is nobody's."""
    found: dict[str, list[Option]] = {}
    for option in press.call.service.may(press.combat, press.call.caller.viewer):
        if _is_shown(option, scene):
            found.setdefault(option.command.get("who", ""), []).append(option)
    return found


def _for_all(
    form: Form, option: Option, found: Mapping[str, Sequence[Option]], scene: Scene
) -> Form:
    """Name on the button for all whom it passes for."""
    if option.command["type"] != "pass-all":
        return form
    words = pass_all_words(option, found, scene)
    return form._replace(button=words, says=who_passes(option, words, scene))


def _first_first(
    forms: Sequence[Form], options: Sequence[Option], first: Option | None, together: bool
) -> list[Form]:
    """Put the form of the likely option before the others."""
    mine = list(forms)
    if first is None:
        return mine
    # Where all may pass together, that is the button for it, and no other.
    lesser = together and is_quiet(first) and first.command["type"] != "pass-all"
    return [mine.pop(options.index(first))._replace(likely=not lesser), *mine]


def _row_first(forms: Sequence[Form], is_asked: bool) -> tuple[Form, ...]:
    """Put a deed on one line before all others, unless something is asked."""
    line = [form for form in forms if form.in_a_row]
    if not line or is_asked:
        return tuple(forms)
    rest = (form._replace(likely=False) for form in forms if not form.in_a_row)
    return (line[0]._replace(likely=True), *line[1:], *rest)


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


def _form(press: Press, scene: Scene, option: Option, last: Lately, in_place: bool) -> Form:
    it, name = offer(option, scene), name_of(scene.combat)
    fields = tuple(fields_of(press.combat.rules, option, name, last))
    extra = tuple(dice_and_cards(it, option.throw, name))
    # Where it is true of a whole group, it is said once above.
    instead = ", in the player's place" if is_on_behalf(option) and not in_place else ""
    named = it.command.get("manoeuvre")
    manoeuvre = press.combat.rules.manoeuvre(named) if named else None
    line, rest = tuple[Field, ...](), fields
    if manoeuvre is not None and manoeuvre.says_results:
        line, rest = in_a_row(scene, it.command.get("who", ""), fields, last)
        rest = (*rest, *SAID_WITH_A_DEED)
    return press.form(
        it.command,
        button_words(scene, option) + instead,
        says=_says(option, it),
        cost=_price(press.combat.rules, it),
        clause=it.clause,
        fields=(*line, *(f for f in rest if not f.optional), *extra),
        more=tuple(f for f in rest if f.optional),
        quiet=is_quiet(option),
        in_a_row=bool(line),
    )


def label_and_fields(scene: Scene, option: Option) -> tuple[str, tuple[Field, ...]]:
    """Return the name of an option, beginning with its combatant, and all its fields."""
    it, name = offer(option, scene), name_of(scene.combat)
    whose = _group_name(it.command.get("who", ""), name)
    fields = (
        *fields_of(scene.rules, option, name, Lately()),
        *dice_and_cards(it, option.throw, name),
    )
    return f"{whose}: {button_words(scene, option)}", fields


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

    What may be done at any time, or for nothing at all, says nothing of a price.
    """
    if it.command["type"] not in ("act", "declare"):
        return ""
    said, paid = [], [each for each in it.cost if each.amount or each.at_most is None]
    for each in paid:
        numbers = (each.amount, *([each.at_most] if each.at_most is not None else []))
        amount = " to ".join(in_words(number, each.unit) for number in numbers)
        if amount != "0":
            said.append(f"{amount} {pool_word(rules, each.pool, each.key, amount)}")
    manoeuvre = rules.manoeuvre(it.command["manoeuvre"])
    is_free = len(paid) == len(it.cost) and not (manoeuvre and manoeuvre.any_time)
    return ", ".join(said) or ("free" if is_free else "")
