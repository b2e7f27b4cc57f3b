"""Lists that were taken before a fight began: nobody has a turn, and no round runs."""

from __future__ import annotations

import json

import pytest

from domain import events as e
from tests.domain.importers.test_avrae import brought
from tests.domain.importers.test_foundry_fights import combat

LIST = """\
Current initiative: 0 (round 0)
===============================
20: Kara <24/24 HP> (AC 16)
 9: Ogre <12/12 HP>
"""


@pytest.mark.parametrize(
    ("text", "importer", "order"),
    [
        (LIST, "avrae-list", ("Kara", "Ogre")),
        (json.dumps(combat(0, None)), "foundry-combat", ("c1", "c2")),
        (json.dumps(combat(0, 0)), "foundry-combat", ("c1", "c2")),
    ],
)
def test_round_0_is_no_round_and_the_order_is_known(text: str, importer: str, order: object):
    found = brought(text, importer)
    assert (found.combat.clock.span("round"), found.combat.clock.actors) == (None, ())
    assert found.combat.clock.order("order") == order
    assert found.wrong == []


def test_a_database_begins_with_the_first_moment_of_round_1():
    text = "\n".join(json.dumps(each) for each in (combat(0, 0), combat(1, 0)))
    found = brought(text, "foundry-combat")
    assert [each.n for each in found.events(e.RoundBegan)] == [1]
