"""The table in which a ruleset writes what its rules leave open."""

from __future__ import annotations

import pytest

from domain.ruleset.terms import OpenPoint, open_points

TABLE = """
2.2 tie: roll again | [as they joined]
    who comes first, where two
    have rolled the same
12 cards: [at the table] | ...
    which cards there are
"""


def test_a_point_has_its_clause_its_values_its_default_and_what_it_settles():
    says = "who comes first, where two have rolled the same"
    tie, _ = open_points(TABLE)
    assert tie == OpenPoint("tie", ("roll again", "as they joined"), "as they joined", "2.2", says)
    assert tie.takes("roll again") and not tie.takes("never")


def test_dots_among_the_values_let_any_word_settle_it():
    _, cards = open_points(TABLE)
    assert cards == OpenPoint("cards", (), "at the table", "12", "which cards there are")
    assert cards.takes("two of each")


@pytest.mark.parametrize("values", ["yes | no", "[yes] | [no]"])
def test_a_point_without_exactly_one_default_cannot_be_read(values):
    with pytest.raises(ValueError, match="unpack"):
        open_points(f"2.2 tie: {values}\n    who comes first")
