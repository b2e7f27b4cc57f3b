"""What the viewer may do at the table: whose form is open, whose are folded, what takes back."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

from flask import request

from api.pages.forms.options import Form, Group, Press, groups
from api.pages.layout.render import Trouble
from domain.ruleset.scene import Scene

Groups = tuple[Group, ...]

MOST_OPEN = 2
"""How many of those who are asked at once have their forms open."""

MOST_GROUPS = 3
"""How many of those who may do something have their forms on the page; the others have links."""


class Deeds(NamedTuple):
    """What the viewer may do: the groups whose forms are open, folded, and only linked.

    In a game of free acts, who is neither asked nor has the turn is linked: there all may act.
    `take_back` are the forms that take back what is not yet done; `is_go` is true where the viewer
    plays somebody who is asked or has the turn.
    """

    open: Groups
    folded: Groups
    linked: Groups
    take_back: tuple[Form, ...]
    is_go: bool

    @property
    def all(self) -> Groups:
        """Every group whose forms are on the page."""
        return (*self.open, *self.folded)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all forms on the page."""
        return tuple(form.id for group in self.all for form in group.forms)


NO_DEEDS = Deeds((), (), (), (), False)


def deeds(press: Press, trouble: Trouble | None) -> Deeds:
    """Return what the viewer may do, those who are asked first, then those who have the turn."""
    question = press.combat.head.exchange.question()
    actors = press.combat.head.clock.actors
    asked = {who for slot in question.open() for who in slot.holders} if question else set[str]()
    found, back = _apart(groups(press))
    if asked and not actors and press.combat.rules.free_acts:
        found = _answers(found, trouble)
    # Between turns those come first who may begin the next.
    wanted = asked or {*actors} or {g.who for g in found if any(f.goes_on for f in g.forms)}
    found = (*_together(press, found), *found)
    aimed = _aimed_at(press)
    found = tuple(
        sorted(found, key=lambda it: (_rank(it, trouble, asked, wanted), it.who not in aimed))
    )
    shown = _shown(found, wanted, trouble, press.combat.rules.free_acts)
    viewer = press.call.caller.viewer
    is_go = not viewer.is_referee and any(group.who in wanted for group in found)
    opened = _opened(shown, wanted, trouble)
    if not (viewer.is_referee or is_go) and _is_others_go(press, asked):
        opened = tuple(group for group in opened if _is_wanted(group, trouble))
    folded = tuple(group for group in shown if group not in opened)
    return Deeds(opened, folded, tuple(g for g in found if g not in shown), back, is_go)


def _is_others_go(press: Press, asked: Collection[str]) -> bool:
    """True where all may act at any time, and somebody else is asked, has the turn, or begins."""
    clock = press.combat.head.clock
    return press.combat.rules.free_acts and bool(asked or clock.actors or not clock.path)


def _aimed_at(press: Press) -> tuple[str, ...]:
    """Return who is aimed at by the act that the question is about: they answer first."""
    head = press.combat.head
    question = head.exchange.question()
    act = Scene(head, press.combat.rules).doing(question.on) if question else None
    return act.targets if act is not None else ()


def _shown(
    found: Groups, wanted: Collection[str], trouble: Trouble | None, free_acts: bool
) -> Groups:
    """Return the groups that have forms: in a game of free acts only who is concerned."""
    concerned = found
    if free_acts:
        concerned = tuple(
            g for g in found if not g.who or g.who in wanted or _is_wanted(g, trouble)
        )
    return (concerned or found[:1])[: MOST_OPEN if free_acts else MOST_GROUPS]


def _opened(shown: Groups, wanted: Collection[str], trouble: Trouble | None) -> Groups:
    """Return the groups whose forms are open.

    A player whose units act has nothing to do but to end it: then the first of them is open too.
    """
    opened = [g for g in shown if _is_open(g, wanted) or _is_wanted(g, trouble)]
    opened = opened[: MOST_OPEN + (not shown[0].who)] if shown else []
    if not any(
        _type(form) in ("act", "declare", "all") for group in opened for form in group.forms
    ):
        opened += [group for group in shown if group not in opened][: MOST_OPEN - len(opened)]
    return tuple(opened)


def _answers(found: Groups, trouble: Trouble | None) -> Groups:
    """Return what answers the question; who would rather act has a link to all forms of theirs.

    In a game of free acts everybody may act between turns, and forms for that would hide it.
    """
    kept = []
    for group in found:
        answers = tuple(form for form in group.forms if _type(form) != "act")
        kept.append(
            group if _is_wanted(group, trouble) or not answers else group._replace(forms=answers)
        )
    return tuple(kept)


def _apart(found: Groups) -> tuple[Groups, tuple[Form, ...]]:
    """Return the groups without what takes back, and that."""
    back, kept = list[Form](), list[Group]()
    for group in found:
        own = [form for form in group.forms if _type(form) == "withdraw"]
        back += own
        rest = tuple(form for form in group.forms if form not in own)
        if rest:
            kept.append(group._replace(forms=rest))
    return tuple(kept), tuple(back)


def _type(form: Form) -> str:
    return str(json.loads(form.command).get("type", ""))


def _together(press: Press, found: Groups) -> Groups:
    """Return the button that lets the service roll for all who are asked, where that is plain."""
    ready = [form for group in found for form in group.forms if _rolls(form)]
    if len(ready) < 2:
        return ()
    commands = [json.loads(form.command) for form in ready]
    form = press.form({"type": "all", "commands": commands}, "Roll for all", likely=True)
    return (Group("", "All together", (form,)),)


def _rolls(form: Form) -> bool:
    """True for a roll that the service can make at once."""
    command = json.loads(form.command)
    asked = any(field.is_needed for field in form.fields)
    return command.get("choice") == "roll" and not command.get("on_behalf") and not asked


def _is_open(group: Group, wanted: Collection[str]) -> bool:
    """True for all together, and for those who are asked and have nobody else to answer."""
    own = any(not json.loads(form.command).get("on_behalf") for form in group.forms)
    return not group.who or (group.who in wanted and own)


def _is_wanted(group: Group, trouble: Trouble | None) -> bool:
    """True for somebody whom the address asks for, or whose form went wrong."""
    wrong = trouble is not None and trouble.form in (form.id for form in group.forms)
    return wrong or (bool(group.who) and group.who == request.args.get("for"))


def _rank(
    group: Group, trouble: Trouble | None, asked: Collection[str], wanted: Collection[str]
) -> int:
    meant = _is_wanted(group, trouble)
    return (not group.who, meant, group.who in asked, group.who in wanted, True).index(True)
