"""What dice have shown stays: typed ones too, through undo and whoever comes in."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from tests.support.combats.fair_play import LUCK, free, last, refusal, rolls, undoes
from tests.support.playing_service import forget_all

# --- first shown -----------------------------------------------------------------------------


def test_typed_faces_stay_with_their_roll_after_an_undo_whoever_rolls_again(service: Service):
    table = free(service)
    assert rolls(table.ana, faces={"loose": [17]})["event"]["provenance"] == "typed"
    undoes(table.ana)
    again = rolls(table.ana)["event"]
    assert (again["faces"], again["provenance"]) == ([17], "typed")


def shown(said: dict[str, Any]) -> list[int]:
    """The faces that were shown before, which a refusal says are legal."""
    [faces] = said["legal"]
    return list(faces["value"])


def test_other_faces_typed_in_after_an_undo_are_refused_with_what_was_shown(service: Service):
    table = free(service)
    [face] = rolls(table.ana)["event"]["faces"]
    at = last(table.ana)
    undoes(table.ana)
    other = face % 20 + 1
    said = refusal(table.ana, **LUCK, faces={"loose": [other]})
    assert (shown(said), said["entry"]) == ([face], str(at))
    assert "fresh dice" in said["detail"] and said["pointer"] == "/faces/loose"
    assert rolls(table.ana, faces={"loose": [face]})["event"]["faces"] == [face]


def test_a_die_of_another_size_is_as_low_or_high_as_the_typed_one_was(service: Service):
    table = free(service)
    rolls(table.ana, sides=6, faces={"loose": [1]})
    undoes(table.ana)
    [carried] = rolls(table.ana, sides=20)["event"]["faces"]
    assert carried <= 4
    undoes(table.ana)
    assert refusal(table.ana, **LUCK, faces={"loose": [20]})["legal"][0]["value"] == [carried]


def test_more_dice_than_were_shown_begin_with_those_that_were(service: Service):
    table = free(service)
    rolls(table.ana, faces={"loose": [3]})
    undoes(table.ana)
    more = rolls(table.ana, count=3)["event"]
    assert (more["faces"][0], len(more["faces"]), more["provenance"]) == (3, 3, "typed")
    undoes(table.ana)
    others = [3, *(face % 20 + 1 for face in more["faces"][1:])]
    assert refusal(table.ana, **LUCK, count=3, faces={"loose": others})["status"] == 409


def test_what_was_shown_is_known_after_a_restart(service: Service):
    table = free(service)
    rolls(table.ana, faces={"loose": [17]})
    undoes(table.ana)
    for all_of_it in (False, True):
        service.combat(table.combat).store_caches(all_of_it=all_of_it)
        forget_all(service)
        assert shown(refusal(table.ana, **LUCK, faces={"loose": [16]})) == [17]


def test_a_round_that_is_played_anew_shows_its_own_dice_again_and_the_next_round_others(service):
    table = free(service)
    begun = last(table.ana)
    first = rolls(table.ana, count=5)["event"]["faces"]
    for who in ("ana", "bert", "cleo"):
        table.operator.says("answer", who=who, about="turn", choice="end")
    table.operator.says("answer", who="referee", about="round", choice="begin")
    assert rolls(table.ana, count=5)["event"]["faces"] != first
    table.ana.says("rewind", how="jump", to=begun)
    assert rolls(table.ana, count=5)["event"]["faces"] == first


# --- who comes in ----------------------------------------------------------------------------


def test_a_dummy_who_joins_first_is_refused_and_so_is_a_new_name_before_others(service: Service):
    table = free(service)
    at = last(table.ana)
    rolls(table.bert, who="bert")
    table.ana.says("rewind", how="jump", to=5)
    said = refusal(table.operator, type="join", subject="dummy", side="a")
    assert said["numbers"] == {"place": 1} and [each["who"] for each in said["missing"]] == ["ana"]
    for subject in ("ana", "bert"):
        table.operator.says("join", subject=subject, side=subject[0])
    table.operator.says("join", subject="zed", side="b")
    assert at < last(table.ana)


def test_before_any_dice_fell_anybody_may_come_in_another_order(service: Service):
    table = free(service)
    table.ana.says("rewind", how="jump", to=5)
    table.operator.says("join", subject="dummy", side="a")
