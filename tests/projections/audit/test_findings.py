"""Findings of an audit: whose rulings they are."""

from __future__ import annotations

from domain.state.viewer import PUBLIC
from projections.audit.findings import audit_facts
from tests.support.fights.arq import RULES, Clash
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.whole_logs import seen_entries


class Told(Clash, Recorded):
    """A clash that keeps its log."""


def rulings(told: Told) -> list[str]:
    """The clauses of the rulings that an audit finds."""
    found = audit_facts("c-1", seen_entries(told.log, PUBLIC), RULES)
    return [one.clause for one in found.rulings]


def test_a_tie_that_is_settled_by_a_table_option_is_no_ruling_of_who_reports_it():
    clash = Told({"tie": "tester"}).figures(c1={}, o1={}).round().settled()
    clash.does("c1", "action", what="climbs the wall", trait="climbing").answers("c1", "ties")
    assert any(entry.meta.basis == "ruled" for entry in clash.log)
    assert rulings(clash) == []


def test_a_sheet_that_is_changed_while_a_fight_is_on_is_an_override():
    def edits() -> list[str]:
        found = audit_facts("c-1", seen_entries(clash.log, PUBLIC), RULES)
        return [one.kind for one in found.irregular]

    clash = Told().figures(c1={}, o1={})
    sheet = dict(clash.combat.roster.members["c1"].traits)
    clash.say_plainly({"type": "edit", "who": "c1", "traits": sheet | {"melee": 9}})
    assert edits() == []
    clash.round().say_plainly({"type": "edit", "who": "c1", "name": "Cora"})
    assert edits() == []
    clash.say_plainly({"type": "edit", "who": "c1", "traits": sheet | {"melee": 8}})
    assert edits() == ["override"]


def test_what_the_referee_answers_and_rules_is_a_ruling():
    clash = Told().figures(c1={}, o1={}).touching("o1+c1").to_phase("melee")
    clash.pair("o1+c1").answers("c1", "wins").answers("referee", "harm", "", **{"c1 o1": 1})
    assert len(rulings(clash)) == 1
    clash.say_plainly({"type": "rule", "point": "tie", "value": "tester", "note": "So it is."})
    assert rulings(clash)[1:] == ["1.4"]
