"""What-ifs: combats of their own that begin as somebody saw another one at a moment.

The copy has keys and dice of its own, so that they tell nothing of the dice to come in the combat.
Its maker is its referee; others come in as in any combat.
"""

from __future__ import annotations

from collections.abc import Sequence

from api.combats.bound_dice import BoundDice
from api.combats.open_combat import OpenCombat
from api.handlers.transaction import Work
from api.service.service import OPERATOR, Receipt, Request, Service
from domain import commands as c
from domain import events as e
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.viewer import Viewer
from projections.changes.what_if import CopiedStep, copied_steps


def copy_of(
    service: Service, combat: OpenCombat, viewer: Viewer, step: int, name: str, title: str
) -> tuple[CopiedStep, ...]:
    """The steps that a viewer sees of a combat up to the end of one; behind the combat's lock.

    Raises Refused before anything was played.
    """
    if not step:
        raise Refused("", "nothing had happened there yet", None, "/at")
    last, was = combat.line.last(step), combat.opening_event
    dice = BoundDice(name, lambda domain: service.vault.key(name, domain), combat.rules.decks)
    number, maker = combat.numbers.number(last), viewer.person
    revision = combat.revision
    origin = e.WhatIfOrigin(combat=combat.name, entry=number, maker=maker, revision=revision)
    opened = {
        "title": title or _usual_title(was.title),
        "policy": "free",
        "commitments": dice.commitments(),
        "origin": origin,
    }
    return tuple(copied_steps(combat.path(0, last), viewer, opened))


def _usual_title(of: str) -> str:
    """A title made of another one, cut where it would be longer than titles may be."""
    title = f"What if: {of or 'Untitled'}"
    return title if len(title) <= c.MOST_WORD else title[: c.MOST_WORD - 1] + "…"


def _opening(first: CopiedStep) -> c.Open:
    """The command that opens a combat as a first step does."""
    events = [draft.event for draft in first.drafts]
    opened = events[0]
    assert isinstance(opened, e.CombatOpened)
    settings: dict[str, c.Scalar] = {
        event.name: event.value
        for event in events
        if isinstance(event, e.FactSet) and event.of == TABLE_SUBJECT and event.value is not None
    }
    said = opened.model_dump(include={"ruleset", "title", "mode", "policy", "preset"})
    return c.Open(settings=settings, **said)


def begin(
    service: Service,
    base: OpenCombat,
    name: str,
    steps: Sequence[CopiedStep],
    key: str,
    body: bytes,
) -> Receipt:
    """Store copied steps as a combat of their own; once for each key."""
    opening = _opening(steps[0])

    def enter(work: Work) -> None:
        for nth, step in enumerate(steps):
            work.enter(list(step.drafts), None if nth else opening, work.seq, step.after)

    request = Request(opening, OPERATOR, "", key, body)
    return service.begin(name, base.rules, request, enter)
