"""A roll that is undone and made again keeps its face, whether in the open or hidden."""

from __future__ import annotations

from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.evidence.rebuild import Kept
from api.transfer.import_combat import take_in
from domain import events as e
from domain.step.resource_changes import Stores
from tests.api.handlers.test_undo_requests import Going
from tests.support.clients.http_client import rules
from tests.support.combats.bundled import flaws
from tests.support.combats.carried import elsewhere, lines_of
from tests.support.combats.fair_play import LUCK, free, last, refusal, undoes
from tests.support.combats.proven import EYES, log_of
from tests.support.playing_service import forget_all


def rolls(table: Going, hidden: bool, **more: Any) -> e.DiceRolled:
    """Ana's roll, made by the referee."""
    table.rita.says(**{**LUCK, "hidden": hidden, **more})
    rolled = log_of(table.service, table.combat)[-1].event
    assert isinstance(rolled, e.DiceRolled)
    return rolled


def verified(table: Going, folder: Any) -> None:
    """The log holds for its own installation, for another, and for everybody's archive."""
    service, name = table.service, table.combat
    Kept(service.log, service.vault, rules()).verify_log(name)
    for keyed in (True, False):
        with elsewhere(folder, f"there {keyed}") as there:
            take_in(there, lines_of(service, name, keyed=keyed))
    for eyes in EYES.values():
        assert flaws(bundle(service, name, eyes)) == []


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden first", "open first"])
@pytest.mark.parametrize("sides", [20, 6])
def test_it_keeps_its_face_when_made_again_the_other_way(
    service: Any, tmp_path: Any, hidden: bool, sides: int
):
    table = free(service)
    low = []
    for count, secret in enumerate((hidden, not hidden, hidden, not hidden)):
        rolled = rolls(table, secret, count=1 + count, sides=20 if secret == hidden else sides)
        low.append((rolled.faces[0] - 1) / rolled.sides)
        if count < 3:
            undoes(table.rita)
    assert all(abs(one - low[0]) < 1 / min(sides, 20) for one in low), low
    table.rita.says("end")
    table.rita.says("reveal-keys", hidden=True)
    verified(table, tmp_path)


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden first", "open first"])
def test_no_other_face_may_be_typed_the_other_way(service: Any, hidden: bool):
    table = free(service)
    [face] = rolls(table, hidden).faces
    undoes(table.rita)
    typed = {**LUCK, "hidden": not hidden, "faces": {"loose": [face % 20 + 1]}}
    assert "shown before" in refusal(table.rita, **typed)["detail"]
    assert rolls(table, not hidden, faces={"loose": [face]}).faces == (face,)


def test_what_still_stands_is_not_rolled_again(service: Any, tmp_path: Any):
    """An open roll and a hidden one are two: neither has the face of the other."""
    table = free(service)
    many = [rolls(table, hidden).label for hidden in (True, False, True, False)]
    assert [label.r for label in many] == [0, 0, 1, 1]
    verified(table, tmp_path)


def test_a_host_who_switches_the_key_is_found(service: Any, monkeypatch: pytest.MonkeyPatch):
    table = free(service)
    rolls(table, False)
    undoes(table.rita)
    monkeypatch.setattr(
        "domain.dice.shown_faces.Shown.bound_as", lambda self, own, mine, theirs: (own, mine)
    )
    rolls(table, True)
    monkeypatch.undo()
    assert flaws(bundle(service, table.combat)) != []
    with pytest.raises(Exception, match="not those of the key 'open'"):
        Kept(service.log, service.vault, rules()).verify_log(table.combat)


def test_who_leaves_and_comes_back_rolls_on_with_the_same_dice(service: Any, tmp_path: Any):
    table = free(service)
    first = rolls(table, False)
    undoes(table.rita)
    table.rita.says("leave", who="ana")
    table.rita.says("join", subject="ana", side="a")
    again = rolls(table, False)
    assert (again.label, again.faces) == (first.label, first.faces)
    assert rolls(table, False).label.r == 1
    verified(table, tmp_path)


def test_a_host_who_gives_another_number_to_one_who_comes_back_is_found(
    service: Any, monkeypatch: pytest.MonkeyPatch
):
    table = free(service)
    table.rita.says("leave", who="ana")
    comes = Stores.emit

    def another(self: Any, event: Any, *more: Any, **said: Any) -> Any:
        joined = isinstance(event, e.Joined)
        event = event.model_copy(update={"roller": 4}) if joined else event
        return comes(self, event, *more, **said)

    monkeypatch.setattr(Stores, "emit", another)
    table.rita.says("join", subject="ana", side="a")
    monkeypatch.undo()
    assert flaws(bundle(service, table.combat)) != []
    with pytest.raises(Exception, match="not the number that is its turn"):
        Kept(service.log, service.vault, rules()).verify_log(table.combat)


def test_a_roll_in_secret_lets_no_open_one_fall_anew(service: Any, tmp_path: Any):
    """What all saw stays for the open roll, and serves one in secret once."""
    table = free(service)
    first = rolls(table, False, count=9).faces
    undoes(table.rita)
    secret = [rolls(table, True, count=9).faces for _ in range(2)]
    assert secret[0] == first != secret[1]
    assert rolls(table, False, count=9).faces == first
    verified(table, tmp_path)


def test_an_open_roll_of_hidden_dice_keeps_its_place_among_the_open_ones(
    service: Any, tmp_path: Any
):
    table = free(service)
    first = rolls(table, True, count=9).faces
    undoes(table.rita)
    openly = [rolls(table, False, count=9).faces for _ in range(2)]
    assert openly[0] == first != openly[1]
    undoes(table.rita)
    undoes(table.rita)
    assert [rolls(table, False, count=9).faces for _ in range(2)] == openly
    verified(table, tmp_path)


def test_nobody_but_the_referee_sees_that_open_dice_fell_in_secret_first(service: Any):
    table = free(service)
    rolls(table, True)
    undoes(table.rita)
    assert rolls(table, False).key == "hidden"
    for caller, key in ((table.sue, "open"), (table.ana, "open"), (table.rita, "hidden")):
        event = caller.read("events")["items"][-1]["event"]
        assert event["key"] == key and "own" not in event


def test_what_was_open_once_falls_so_again_though_its_dice_stand_in_secret(
    service: Any, tmp_path: Any
):
    table = free(service)
    first = rolls(table, True, count=9).faces
    for hidden in (False, True):
        undoes(table.rita)
        assert rolls(table, hidden, count=9).faces == first
    assert rolls(table, False, count=9).faces == first
    assert rolls(table, False, count=9).faces != first
    assert rolls(table, True, count=9).faces != first
    verified(table, tmp_path)


def test_what_was_secret_once_falls_so_again_though_its_dice_stand_openly(
    service: Any, tmp_path: Any
):
    table = free(service)
    first = rolls(table, False, count=9).faces
    for hidden in (True, False):
        undoes(table.rita)
        assert rolls(table, hidden, count=9).faces == first
    assert rolls(table, True, count=9).faces == first
    assert rolls(table, True, count=9).faces != first
    assert rolls(table, False, count=9).faces != first
    verified(table, tmp_path)


def test_an_open_roll_keeps_its_dice_whatever_else_is_undone(service: Any, tmp_path: Any):
    """Two in secret; the second is made again openly, then the first is undone as well."""
    table = free(service)
    one, two = (rolls(table, True, count=9).faces for _ in range(2))
    undoes(table.rita)
    assert rolls(table, False, count=9).faces == two
    undoes(table.rita)
    undoes(table.rita)
    assert rolls(table, False, count=9).faces == two
    assert rolls(table, True, count=9).faces == one
    forget_all(service)
    undoes(table.rita)
    undoes(table.rita)
    assert rolls(table, True, count=9).faces == one
    assert rolls(table, False, count=9).faces == two
    verified(table, tmp_path)


def test_more_dice_of_a_roll_that_stands_in_secret_are_those_of_the_open_one(
    service: Any, tmp_path: Any
):
    table = free(service)
    [face] = rolls(table, False).faces
    undoes(table.rita)
    typed = [face, face % 20 + 1, face]
    assert rolls(table, True, count=3, faces={"loose": typed}).faces == tuple(typed)
    assert rolls(table, False, count=3).faces == tuple(typed)
    verified(table, tmp_path)


def test_behind_a_hidden_roll_that_is_carried_over_an_open_one_keeps_its_face(
    service: Any, tmp_path: Any
):
    table = free(service)
    start = last(table.ana)
    rolls(table, hidden=True)
    undoes(table.rita)
    shown = rolls(table, hidden=False)
    rolls(table, hidden=False)
    undoes(table.ana)
    rolls(table, hidden=True)
    undoes(table.ana, how="jump", to=start)
    assert rolls(table, hidden=False).faces == shown.faces
    undoes(table.ana)
    secret = rolls(table, hidden=True)
    assert (secret.key, secret.own, secret.label.r) == ("hidden", "", 2)
    undoes(table.rita)
    assert rolls(table, hidden=False).faces == shown.faces
    table.rita.says("end")
    table.rita.says("reveal-keys", hidden=True)
    verified(table, tmp_path)
