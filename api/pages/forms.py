"""What may be done next as forms: one for each option, under whoever would do it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from api.contract import Call
from api.open_combat import OpenCombat
from api.pages.cards import as_card, card_field, told_before
from api.pages.fields import Field, Pairs
from api.pages.likely import is_quiet, lately, likely, recalled
from api.pages.prices import price
from api.pages.throws import draw_of, sides_of, slot_of, throw_of, throw_words
from api.sight import Sight
from domain.chance import is_listed
from domain.facets.exchange import Doing, Question
from domain.openings import breach_of
from domain.options import Option
from domain.ruleset import Blank, Throw
from domain.scene import Scene
from domain.seats import REFEREE
from domain.windows import window_of
from projections.words import NameOf, capital, label, listed, name_of

IN_TURN = (
    "One for each in the order named, and again for those who are equal. With nothing here, the"
    " service rolls."
)
"""How faces are typed for dice that fall one by one."""


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
    clause: str = ""
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
    """What makes forms: whose they are, where the combat stands, what was told with answers."""

    call: Call
    combat: OpenCombat
    sight: Sight
    head: str
    told: Mapping[str, tuple[str, ...]] = {}

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
        return Form(form_id(text), text, button, key[:32], **{"head": self.head, **more})


def press(call: Call, combat: OpenCombat, sight: Sight) -> Press:
    """The press for whoever calls."""
    return Press(call, combat, sight, call.service.token(combat, call.caller.viewer))


def form_id(command: str) -> str:
    """By what a form is found again on its page."""
    return f"f{hashlib.sha256(command.encode()).hexdigest()[:10]}"


def groups(press: Press) -> tuple[Group, ...]:
    """Everything that the caller may do next, under whoever would do it."""
    viewer = press.call.caller.viewer
    press = press._replace(told=told_before(press.sight))
    view = press.combat.view(viewer)
    scene, name = Scene(view, press.combat.rules), name_of(view)
    found: dict[str, list[Option]] = {}
    for option in press.call.service.may(press.combat, viewer):
        found.setdefault(option.command.get("who", ""), []).append(option)
    last = lately(press.sight)
    firsts = {who: likely(scene, who, options, last.get(who)) for who, options in found.items()}
    # What concerns all comes first, then those who have more to say than to let it be.
    order = sorted(found, key=lambda who: (bool(who), _lets_be(firsts[who])))
    return tuple(
        Group(who, _called(who, name), _forms(press, scene, found[who], firsts[who], "" in found))
        for who in order
    )


def _forms(
    press: Press, scene: Scene, options: list[Option], first: Option | None, together: bool
) -> tuple[Form, ...]:
    """The forms of one; what is most often wanted comes first.

    Where all may pass `together`, that is the button for it, and no other.
    """
    name = name_of(scene.combat)
    rest = tuple(_form(press, scene, option, name) for option in options if option is not first)
    if first is None:
        return rest
    lesser = together and is_quiet(first) and first.command["type"] != "pass-all"
    return (_form(press, scene, first, name)._replace(likely=not lesser), *rest)


def _lets_be(first: Option | None) -> bool:
    return first is not None and is_quiet(first)


def _called(who: str, name: NameOf) -> str:
    if not who:
        return "All together"
    return "The referee" if who == REFEREE else capital(name(who))


def _form(press: Press, scene: Scene, option: Option, name: NameOf) -> Form:
    command = option.command
    told = press.told if command["type"] == "answer" else {}
    asked = tuple(
        as_card(
            _field(recalled(press.sight, blank), command["type"], name),
            command,
            told.get(blank.name, ()),
        )
        for blank in _left_open(option)
    )
    extra = tuple(_fallen(scene, command))
    instead = ", in the player's place" if command.get("on_behalf") else ""
    return press.form(
        command,
        _button(scene, option, name) + instead,
        says=_says(scene, option, name),
        cost=price(scene, option),
        clause=option.clause,
        fields=tuple(f for f in asked if not f.optional) + extra,
        more=tuple(f for f in asked if f.optional),
        quiet=is_quiet(option),
    )


def offer(scene: Scene, option: Option) -> tuple[str, tuple[Field, ...]]:
    """What an option is called, after whoever would do it, and all that is left to fill in."""
    name, command = name_of(scene.combat), option.command
    asked = (_field(blank, command["type"], name) for blank in _left_open(option))
    whose = _called(command.get("who", ""), name)
    return f"{whose}: {_button(scene, option, name)}", (*asked, *_fallen(scene, command))


def _left_open(option: Option) -> Iterator[Blank]:
    """The blanks that can be filled in: not those of several that have nobody to choose from."""
    for blank in option.blanks:
        if blank.values or blank.kind in ("number", "text"):
            yield blank


def _field(blank: Blank, command: str, name: NameOf) -> Field:
    kind, where = _place(blank, command)
    shown: str = "word" if blank.kind == "text" and blank.values else blank.kind
    shown = "several" if (blank.name, blank.kind) == ("targets", "some") else shown
    return Field(
        f"{kind}:{where}",
        shown,
        capital(blank.says or name(blank.name)),
        tuple((value, name(value)) for value in blank.values),
        blank.least,
        blank.most,
        blank.optional,
        scale=blank.scale,
    )


def _place(blank: Blank, command: str) -> tuple[str, str]:
    """How a blank is read, and where in the command it goes."""
    if blank.name == "targets":
        return "whom", "targets"
    if blank.name in ("risk", "card") and command == "answer":
        return blank.kind, blank.name
    parts = f"/{blank.scale}" if blank.scale > 1 else ""
    return blank.kind + parts, f"params.{blank.name}"


def _fallen(scene: Scene, command: Mapping[str, Any]) -> Iterator[Field]:
    """Where what fell or was drawn on the table is typed in."""
    if command["type"] == "answer" and (sides := sides_of(scene, command)):
        yield Field(f"faces/{sides}:faces", "faces", "Faces that fell", hint=IN_TURN)
    elif command.get("choice") == "roll":
        yield _faces(throw_of(scene, command))
    draw = draw_of(scene, command) if command.get("choice") == "draw" else None
    if draw is not None and is_listed(scene, draw):
        yield card_field(scene, draw)


def _faces(throw: Throw | None) -> Field:
    """Where faces are tapped or typed in; what is left empty is rolled by the service."""
    hint = "with nothing here, the service rolls"
    if throw is None:
        return Field("faces:faces", "faces", "Faces that fell", hint=f"{capital(hint)}.")
    faces = tuple((str(face), str(face)) for face in range(1, throw.sides + 1))
    most = throw.most if throw.dice is None else throw.dice
    return Field(
        f"faces/{throw.sides}:faces",
        "faces",
        "Faces that fell",
        faces,
        most=most,
        optional=throw.dice is None,
        hint=hint,
    )


def _button(scene: Scene, option: Option, name: NameOf) -> str:
    """What the button says, with what it is done."""
    command = option.command
    match command["type"]:
        case "act" | "declare":
            using = f" ({name(command['using'])})" if command.get("using") else ""
            named = label(command["manoeuvre"])
            called = scene.rules.words.get(f"button {named}", named) + using
            return f"Declare: {called}" if command["type"] == "declare" else capital(called)
        case "answer":
            return _answer(scene, option) + _toward(command, name)
        case "pass-all" if option.says != "everybody passes":
            return "Everybody passes who is away or has no player"
        case "pass-all":
            return "Everybody passes"
    return capital(option.says) + _toward(command, name)


def _toward(command: Mapping[str, Any], name: NameOf) -> str:
    return f" ({label(name(command['toward']))})" if command.get("toward") else ""


def _answer(scene: Scene, option: Option) -> str:
    choice = option.command["choice"]
    if choice == "roll" and (throw := throw_of(scene, option.command)):
        return f"Roll {throw.purpose}"
    return "Pass" if choice == "pass" else capital(option.says or label(choice))


def _says(scene: Scene, option: Option, name: NameOf) -> str:
    """What stands under the button, where it says more than the button."""
    command = option.command
    if command["type"] in ("act", "declare"):
        return "" if option.says == label(command["manoeuvre"]) else capital(option.says)
    if command.get("choice") == "pass":
        return capital(option.says)
    if command.get("choice") == "roll" and (throw := throw_of(scene, command)):
        return throw_words(scene, throw)
    slot = slot_of(scene, command) if command["type"] in ("answer", "withdraw") else None
    act = scene.doing(slot.about) if slot is not None else None
    if act is None:
        return ""
    breach = breach_of(scene, act) if command["type"] == "withdraw" else None
    return act_words(act, name) + (f": no longer possible, {breach}." if breach else "")


def act_words(act: Doing, name: NameOf) -> str:
    """`Urlik: stand and attack at Cogan with axe`."""
    at = f" at {listed(map(name, act.targets))}" if act.targets else ""
    using = f" with {name(act.using)}" if act.using else ""
    who = f"{capital(name(act.who))}: " if act.who else ""
    return f"{who}{label(act.manoeuvre)}{at}{using}"


def asked(scene: Scene, question: Question) -> str:
    """What an open question asks."""
    return capital(window_of(scene.rules, question.about).says)
