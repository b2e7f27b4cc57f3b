"""What a refusal calls legal can be put at its pointer: that mends what it is about, in all games.

Programs do just that, and know nothing else of the rules.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain.engine.decide import decide
from domain.legality.legal_values import legal_values
from domain.legality.options import options
from domain.ruleset.ruleset import Refused
from tests.properties.rules_lawyer.test_age_of_magic import TRIES as AGE_OF_MAGIC
from tests.properties.rules_lawyer.test_age_of_magic_blows import BLOWS
from tests.properties.rules_lawyer.test_age_of_magic_ranged import TRIES as RANGED
from tests.properties.rules_lawyer.test_arq import TRIES as ARQ
from tests.properties.rules_lawyer.test_arq_cards import CARDS
from tests.properties.rules_lawyer.test_arq_squares import TRIES as SQUARES
from tests.properties.rules_lawyer.test_arq_tests import TESTS
from tests.properties.rules_lawyer.test_kaiser import TRIES as KAISER
from tests.properties.rules_lawyer.test_ninth_age import TRIES as NINTH_AGE
from tests.properties.rules_lawyer.test_ninth_age_blows import BLOWS_AND_SPELLS
from tests.properties.rules_lawyer.test_ninth_age_charges import TRIES as CHARGES
from tests.properties.rules_lawyer.test_open import TRIES as OPEN
from tests.properties.rules_lawyer.test_open import does, sea
from tests.properties.rules_lawyer.test_open_orders import ORDERS, adjusts
from tests.properties.rules_lawyer.test_planeswalker import TRIES as PLANESWALKER
from tests.properties.rules_lawyer.test_planeswalker_creatures import CREATURES
from tests.support.fights.rules_lawyer import Heard, Try, hear
from tests.support.refusals import MOST, put
from tests.support.story import Story

TABLES: dict[str, Any] = {
    "age of magic": AGE_OF_MAGIC | BLOWS,
    "arq": ARQ | CARDS | SQUARES | TESTS,
    "kaiser": KAISER,
    "ninth age": NINTH_AGE | BLOWS_AND_SPELLS | CHARGES,
    "open": OPEN | ORDERS,
    "planeswalker": PLANESWALKER | CREATURES,
}

NEWCOMERS: dict[str, Try[Any]] = {
    "at nobody here": Try(sea, does("kim", "hit", "ahab")),
    "no such choice": Try(sea, lambda game: game.answers("kim", "stop", about="turn")),
    "no such point": Try(sea, lambda game: game.rules_that("ordre", "rolled once")),
    "no such order": Try(sea, lambda game: game.rules_that("order", "chaos")),
    "an order of two": Try(sea, adjusts(what="order", scope="round", order=["kim", "ole"])),
    "an order with one twice": Try(
        sea, adjusts(what="order", scope="round", order=["kim", "kim", "ole"])
    ),
    "no such state": Try(sea, adjusts(what="condition", subject="kim", name="wet", begin=False)),
}
"""Slips of those who have not read the rules."""

TRIES: dict[str, Try[Any]] = {
    **{f"{game}: {name}": row[0] for game, rows in TABLES.items() for name, row in rows.items()},
    **{f"ranged {n}: {row[3]}": Try(row[0], row[1]) for n, row in enumerate(RANGED)},
    **NEWCOMERS,
}


def legal_there(story: Story, heard: Heard) -> tuple[Any, ...]:
    """What a refusal calls legal; where the rules do not say, what the options have there."""
    command, viewer, refused = heard
    if refused.legal is not None:
        return refused.legal
    offered = options(story.combat, story.rules, viewer)
    return legal_values(offered, command.model_dump(mode="json"), refused.pointer) or ()


def as_sent(command: c.Command) -> dict[str, Any]:
    """A command as JSON, without what is empty."""
    said = command.model_dump(mode="json")
    return {name: value for name, value in said.items() if value not in ("", [], {}, None)}


def why_not(story: Story, heard: Heard, said: dict[str, Any]) -> tuple[str, str]:
    """Where and why another command is refused in the place of one; nothing for a legal one."""
    command, step = c.COMMAND.validate_python(said), len(story.steps) + 1
    try:
        decide(story.combat, command, story.rules, story.dice, step, heard.viewer)
    except Refused as refused:
        return refused.pointer, refused.why
    return "", ""


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("name", TRIES)
def test_a_legal_value_put_at_the_pointer_mends_what_was_refused(name: str):
    one = TRIES[name]
    story = one.position()
    heard = hear(story, one.tried)
    legal, before = legal_there(story, heard), (heard.refused.pointer, heard.refused.why)
    assert heard.refused.pointer or not legal
    for value in legal[:MOST]:
        said = as_sent(heard.command)
        put(said, heard.refused.pointer, value)
        at, why = why_not(story, heard, said)
        assert (at, why) != before, said
        assert not why.startswith("no manoeuvre is called"), said
