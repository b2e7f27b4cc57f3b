"""A pool that something hidden has touched: options and refusals are those of what one sees."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.handlers.transaction import Work
from api.service.service import OPERATOR, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import events as e
from domain.ruleset.ruleset import Blank, Manoeuvre, Refused
from domain.state.combat import evolve
from domain.state.viewer import REFEREE
from domain.step.draft import Draft
from tests.support.clients.http_client import Json, Table
from tests.support.games.toy import TOY


def rich(scene: Any, deed: Any) -> tuple[str, ...]:
    """Whoever has something left."""
    return tuple(who for who in scene.foes(deed.who) if scene.balance_of(who, "ap") > 0)


def as_much_as_he_has(scene: Any, deed: Any) -> tuple[Blank, ...]:
    return (Blank("points", "number", (), 1, max(scene.balance_of("ana", "ap"), 1)),)


def none_left(scene: Any, deed: Any) -> None:
    if deed.targets and scene.balance_of(deed.targets[0], "ap") > 2:
        raise Refused("T9", "too strong", {"has": scene.balance_of(deed.targets[0], "ap")})


def half_of_ana(scene: Any, deed: Any) -> dict[str, int]:
    return {"ap": 1 if scene.balance_of("ana", "ap") > 1 else 2}


ROB = Manoeuvre(
    "rob",
    "rob",
    "T9",
    ("action",),
    ("go",),
    target=True,
    targets=rich,
    cost=half_of_ana,
    blanks=as_much_as_he_has,
    allows=none_left,
)
ROBBERS = replace(TOY, manoeuvres=(*TOY.manoeuvres, ROB))


def world(folder: Path, drained: int) -> Table:
    """Ana was drained in secret, then she moves in the open; bert has the go."""
    settings = Settings(f"sqlite:///{folder}/{drained}.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), lambda: {"toy": ROBBERS})
    table = Table.laid(service)
    drain(table, drained)
    for command in (
        {"type": "act", "who": "ana", "manoeuvre": "move"},
        {"type": "pass-all"},
        {"type": "answer", "who": "ana", "about": "turn", "choice": "end"},
    ):
        table.operator.says(**command)
    return table


def drain(table: Table, amount: int) -> None:
    """A posting that only the referee sees."""
    combat = table.service.combat(table.combat)
    left = combat.head.pools.balance_of("ana", "ap") - amount
    posted = e.PoolChanged(subject="ana", pool="ap", delta=-amount, balance=left, how="lose")
    work = Work(table.service.effects, combat, OPERATOR)
    draft = Draft(posted, audience=(REFEREE,))
    work.enter([draft], None, combat.node, evolve(combat.head, posted))
    work.commit()


@pytest.fixture
def worlds(tmp_path: Path) -> Any:
    made = [world(tmp_path, drained) for drained in (1, 2)]
    yield made
    for table in made:
        table.service.close()


def offered(table: Table, seat: str) -> Any:
    return getattr(table, seat).read("options")["options"]


def refused(table: Table, seat: str, **command: Any) -> Json:
    answer = getattr(table, seat).post("commands", command)
    assert answer.status_code == 409, answer.text
    return dict(answer.json)


@pytest.mark.parametrize("seat", ["ana", "bert", "sue"])
def test_options_tell_nothing_of_a_balance_in_doubt(worlds: Any, seat: str):
    one, two = worlds
    assert offered(one, seat) == offered(two, seat)
    assert offered(one, "rita") != offered(two, "rita")


def test_what_is_offered_is_reckoned_with_what_one_knows(worlds: Any):
    for table in worlds:
        [rob] = [o for o in offered(table, "bert") if o["command"].get("manoeuvre") == "rob"]
        blanks = {blank["pointer"]: blank["schema"] for blank in rob["blanks"]}
        assert blanks["/params/points"]["maximum"] == 2
        assert [(cost["pool"], cost["amount"]) for cost in rob["cost"]] == [("ap", 1)]


def test_refusals_tell_nothing_of_a_balance_in_doubt(worlds: Any):
    rob = {"type": "act", "who": "bert", "manoeuvre": "rob", "targets": ["ana"]}
    said = [refused(table, "bert", **rob, params={"points": 3}) for table in worlds]
    assert said[0] == said[1]
    assert said[0]["detail"].startswith("3 does not fit points (§ T9).")
    assert said[0]["numbers"] == {"least": 1, "most": 2}


def test_what_only_the_truth_forbids_is_refused_without_a_word_of_it(worlds: Any):
    rob = {"type": "act", "who": "bert", "manoeuvre": "rob", "targets": ["ana"]}
    said = [refused(table, "bert", **rob, params={"points": 2}) for table in worlds]
    assert said[0] == said[1]
    assert said[0]["detail"].startswith("Ask the referee.") and not said[0].get("numbers")
