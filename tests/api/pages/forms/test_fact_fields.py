"""The form that sets a fact asks for what the fact takes, and for nothing else."""

from __future__ import annotations

import pytest

from api.pages.forms.changes import changes
from api.pages.forms.fields import NOBODY
from domain.ruleset.ruleset import Ruleset
from domain.rulesets import ruleset
from tests.support.fights.ninth_age import Battle, battle

Asked = list[tuple[str, str, bool]]
WHO, TOWARD = ("one:change.of", "one", False), "one:change.toward"


def asked(name: str, told: Battle, rules: Ruleset) -> Asked:
    """The fields of the form of a fact: name, kind, and whether it may stay empty."""
    [form] = [c for c in changes(told.combat, rules, lambda _: "") if c.key == f"fact {name}"]
    return [(field.name, field.kind, field.optional) for field in form.fields]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("engaged", [WHO, (TOWARD, "word", False), ("one:change.value", "one", False)]),
        ("distance", [WHO, (TOWARD, "word", False), ("points:change.value", "points", False)]),
        ("models", [WHO, ("points:change.value", "points", False)]),
        ("objective", [WHO, ("one:change.value", "text", False)]),
        ("drawn", [WHO, (TOWARD, "word", False), ("one:change.value", "one", False)]),
    ],
)
def test_a_fact_is_asked_for_as_it_is_declared(name: str, fields: Asked):
    assert asked(name, battle(), ruleset("ninth-age-2e")) == fields


def test_a_unit_is_chosen_among_those_who_are_here_or_nobody():
    told, rules = battle(), ruleset("ninth-age-2e")
    [form] = [c for c in changes(told.combat, rules, lambda _: "") if c.key == "fact joined"]
    assert [field.name for field in form.fields] == ["one:change.of", "one:change.value"]
    assert [value for value, _ in form.fields[1].values[:2]] == [NOBODY, "ann"]
