"""What a target must be is said of every manoeuvre that is aimed, and told to who is refused."""

from __future__ import annotations

import pytest

from domain.ruleset.manoeuvre import Manoeuvre
from domain.rulesets import all_rulesets

AIMED = [
    pytest.param(manoeuvre, id=f"{key}: {manoeuvre.name}")
    for key, rules in all_rulesets().items()
    for manoeuvre in rules.manoeuvres
    if manoeuvre.kinds and (manoeuvre.target is not False or manoeuvre.aims)
]


@pytest.mark.parametrize("manoeuvre", AIMED)
def test_it_is_said_what_a_target_must_be(manoeuvre: Manoeuvre) -> None:
    assert manoeuvre.target_is
    assert manoeuvre.target_is == manoeuvre.target_is.strip(" .")
