"""Numbers of a game in halves, as they are sent: figures, scores and deltas in displayed points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api.combats.viewers.viewer_log import Sight, look_of
from api.read.combat_state import state_of
from api.read.entries import entries_json
from api.service.service import OPERATOR, Service
from api.web.schemas.json_schema import plain
from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.explain import Look, explain
from projections.explain.pools import posting_rows, totals
from projections.query import tables
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import entry_in_points
from projections.wording.game_words import effect
from tests.support.goldens.samples import FIGHTS, sample_in

BRIDGE = next(fight for fight in FIGHTS if fight.parent.name == "the-toll-bridge")
HALVES = 2


class Fight(NamedTuple):
    service: Service
    sight: Sight
    look: Look
    rules: Ruleset
    sent: list[dict[str, Any]]

    def each(self, kind: type[e.Event]) -> Iterator[tuple[dict[str, Any], Any]]:
        """What is sent of the events of a kind, with the events as they are kept."""
        for seq, row in enumerate(self.sent, 1):
            if isinstance(event := self.sight.entry(seq).event, kind):
                yield row["event"], event


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fight]:
    folder: Path = tmp_path_factory.mktemp("bridge")
    service, name = sample_in(folder, BRIDGE)
    combat = service.combat(name)
    sight = Sight(combat, OPERATOR)
    sent = list(entries_json(service, combat, sight, range(1, len(sight) + 1)))
    yield Fight(service, sight, look_of(combat, sight, sight.node), combat.rules, sent)
    service.close()


def test_deltas_and_balances_are_sent_in_points(fight: Fight):
    found = list(fight.each(e.PoolChanged))
    assert [sent["delta"] for sent, _ in found] == [kept.delta / HALVES for _, kept in found]
    assert [sent["balance"] for sent, _ in found] == [kept.balance / HALVES for _, kept in found]
    assert any(sent["balance"] % 1 for sent, _ in found)
    whole = next(sent["delta"] for sent, _ in found if not sent["delta"] % 1)
    assert isinstance(whole, int)


def sent_of(fight: Fight, event: e.Event) -> Any:
    """What is sent of an event."""
    entry = fight.sight.entry(1).entry._replace(event=event)
    return entry_in_points(SeenEntry("9", "0", entry), fight.rules)["event"]


def test_what_could_not_be_paid_is_sent_in_points(fight: Fight):
    event = e.PoolChanged(subject="a", pool="ap", delta=-3, balance=0, how="pay", wanted=-5)
    told = sent_of(fight, event)
    assert (told["delta"], told["balance"], told["wanted"]) == (-1.5, 0, -2.5)


def test_totals_and_their_modifiers_are_sent_in_points(fight: Fight):
    found = list(fight.each(e.DiceRolled))
    for sent, kept in found:
        assert sent["total"] == kept.total / HALVES
        pips = sent["unit"] * sum(sent["kept"])
        assert pips + sum(part["value"] for part in sent["modifiers"]) == sent["total"]
    assert any(sent["total"] % 1 for sent, _ in found)


def test_scores_and_figures_are_sent_in_points(fight: Fight):
    for sent, kept in fight.each(e.OrderSet):
        assert sent["scores"] == {who: score / HALVES for who, score in kept.scores.items()}
    for sent, kept in fight.each(e.Resolved):
        assert sent["figures"] == {
            name: value if isinstance(value, str) else value / HALVES
            for name, value in kept.figures.items()
        }
    scores = [score for sent, _ in fight.each(e.OrderSet) for score in sent["scores"].values()]
    assert any(score % 1 for score in scores)


def test_what_a_condition_takes_off_is_sent_and_said_in_points(fight: Fight):
    mods = (e.Mod(trait="rolls", value=-5), e.Mod(trait="speed", how="times", value=2))
    event = e.ConditionBegan(id="k", subject="a", name="prone", mods=mods)
    assert [mod["value"] for mod in sent_of(fight, event)["mods"]] == [-2.5, 2]
    assert [effect(fight.rules, mod) for mod in mods] == ["all rolls -2 1/2", "speed times 2"]


def test_the_order_has_scores_in_points_and_in_words(fight: Fight):
    scores = fight.look.combat.clock.orders["initiative"].scores
    order = state_of(fight.look.moment(fight.look.node), fight.rules).turn_order
    found = {row.who: (row.score, row.points) for each in order.orders for row in each.rows}
    assert {who: score for who, (score, _) in found.items()} == {
        who: score / HALVES for who, score in scores.items()
    }
    assert all(said.replace(" 1/2", ".5") == str(score) for score, said in found.values())


def test_an_explanation_adds_up_in_points(fight: Fight):
    for seq in (n for n, row in enumerate(fight.sent, 1) if row["event"].get("total")):
        found = explain(fight.look, fight.sight.number(seq), fight.sight.place)
        event = fight.sight.entry(seq).event
        assert isinstance(event, e.DiceRolled) and found.value == event.total / HALVES
        assert sum(part.amount or 0 for part in found.parts) == found.value


def test_the_ledger_is_in_points(fight: Fight):
    left = fight.look.combat.pools.balance_of
    deltas = [event.delta / HALVES for _, event in fight.each(e.PoolChanged)]
    assert sum(row.delta or 0 for row in posting_rows(fight.look)) == sum(deltas)
    for total in totals(fight.look):
        assert total.left == left(total.subject, total.pool, total.key) / HALVES
    assert "unit" not in plain(totals(fight.look))[0]


def test_questions_in_sql_add_up_points(fight: Fight):
    entries = fight.sight.seen_entries(range(1, len(fight.sight) + 1))
    found = tables(entries, fight.rules)
    sent = [row["event"] for row in fight.sent]
    deltas = sum(event["delta"] for event in sent if "delta" in event)
    columns = ("number", "n", "round", "turn", "subject", "pool", "key", "how", "other_side")
    assert sum(row[len(columns)] for row in found["postings"]) == deltas
    half = next(event["balance"] for event in sent if event.get("balance", 0) % 1)
    assert half in {row.balance for row in posting_rows(fight.look)}
