"""Costs that are paid when a deed is declared, where the game or the table has it so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain import events as e
from domain.ruleset.ruleset import Manoeuvre, OpenPoint, Ruleset
from tests.support.games.toy import TOY
from tests.support.games.toy_parts import toy
from tests.support.logs.refused_fights import refused
from tests.support.story import Story

PAID = OpenPoint("paid", ("when done", "when declared"), "when done", "P1", "when it is paid")


def game() -> Ruleset:
    """The toy fight, in which the table says when a deed is paid."""
    deeds = tuple(
        replace(m, prepaid=lambda scene: bool(scene.setting("paid") == "when declared"))
        for m in TOY.manoeuvres
    )
    return replace(TOY, manoeuvres=deeds, points=(PAID,))


def declared(paid: str) -> Story:
    """Ana has moved up to Bo and Cy, who both mean to strike."""
    story = Story(game(), paid=paid).joins("ana", "bo", "cy").round()
    story.does("ana", "move", beside=["bo", "cy"])
    return story.declares("bo", "strike", "ana").declares("cy", "strike", "ana")


def once_bo_has_struck(paid: str) -> Story:
    """It is Cy's turn to strike."""
    return declared(paid).passes().answers("bo", "roll")


def left(story: Story) -> tuple[int, int, int]:
    return story.left("ana", "ap"), story.left("bo", "ap"), story.left("cy", "ap")


@pytest.mark.parametrize(("paid", "said"), [("when done", (2, 2, 3)), ("when declared", (2, 2, 2))])
def test_a_reaction_is_paid_once_when_the_table_says(paid: str, said: tuple[int, ...]):
    assert left(declared(paid)) == said  # bo comes first, and is at it
    story = once_bo_has_struck(paid)
    assert left(story) == said
    assert left(story.answers("cy", "go")) == (2, 2, 2)


@pytest.mark.parametrize("paid", PAID.values)
def test_what_is_done_at_once_is_paid_as_it_is_done(paid: str):
    story = Story(game(), paid=paid).joins("ana", "bo").round().does("ana", "move")
    paid_out = [p.delta for p in story.events(e.PoolChanged) if p.how == "pay"]
    assert (story.left("ana", "ap"), paid_out) == (2, [-1])


@pytest.mark.parametrize(("paid", "cost"), [("when done", 1), ("when declared", 2)])
def test_another_reaction_instead_is_paid_for_itself(paid: str, cost: int):
    story = once_bo_has_struck(paid).does("cy", "strike", "ana")
    assert left(story) == (2, 2, 3 - cost)


@pytest.mark.parametrize(("paid", "kept"), [("when done", 3), ("when declared", 2)])
def test_what_is_dropped_later_stays_paid(paid: str, kept: int):
    story = once_bo_has_struck(paid)
    [drop] = [o for o in story.offered() if o.command["type"] == "withdraw"]
    story.say_plainly(drop.command)
    assert story.left("cy", "ap") == kept


def test_what_was_paid_when_it_was_declared_cannot_be_taken_back_at_once():
    story = Story(game(), paid="when declared").joins("ana", "bo", "cy").round()
    story.does("ana", "move", beside=["bo", "cy"]).declares("bo", "strike", "ana")
    no = refused(story, lambda: story.say_plainly({"type": "withdraw", "who": "bo"}))
    assert no.why == "bo has nothing here to take back"


def test_an_attempt_that_is_prepaid_is_paid_before_it_is_made():
    leap = Manoeuvre(
        "leap",
        "leap",
        "P2",
        ("action",),
        ("fails", "begin", "done"),
        prepaid=lambda scene: True,
        cost=lambda scene, deed: {"ap": 1},
    )
    rules = toy("leaps", pools=TOY.pools, opening=TOY.opening, manoeuvres=(leap,))
    rules.stages["fails"], rules.stages["done"] = lambda step: "end", lambda step: None
    story = Story(rules).joins("ana").round().does("ana", "leap")
    assert story.told()[:3] == ["Declared a1 ana leap", "PoolChanged ana.ap -1 pay", "Withdrawn a1"]
