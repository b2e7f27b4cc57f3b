"""ARQ 6.2.5: lines that cross off the grid, by the fronts or as the referee says."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.arq.pairings.test_examples import told
from tests.support.fights.arq import Clash


def square_of_four() -> Clash:
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={})
    return clash.touching("o1+c1", "o1+c2", "o2+c1", "o2+c2")


def test_fronts_numbered_left_to_right_keep_pairings_from_crossing():
    clash = square_of_four()
    front = {"what": "order", "scope": "front", "order": ["c1", "o1", "c2", "o2"]}
    clash.say_plainly({"type": "adjust", "note": "left to right", "change": front})
    assert clash.to_phase("melee").legal_pairings() == [{"o1+c1 o2+c2"}]


def test_the_referee_names_pairs_that_cannot_be():
    clash = square_of_four().fact("out of line", "o1", "c1").to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c2 o2+c1"}]
    assert told(clash, "o1+c1 o2+c2") == (
        "6.2.5",
        "o1+c1 cannot be: no pairing goes across another",
    )


def test_the_referee_names_pairs_that_cannot_be_together():
    clash = square_of_four().fact("crosses", "o1", "c2", "o2+c1").to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c1 o2+c2"}]


@pytest.mark.parametrize("ends", [("o1", "c1"), ("c1", "o1")])
def test_the_referee_names_lines_that_cross_from_either_end(ends: tuple[str, str]):
    clash = square_of_four()
    clash.fact("crosses", *ends, value="c2+o2")
    clash.to_phase("melee")
    assert clash.legal_pairings() == [{"o1+c2 o2+c1"}]
