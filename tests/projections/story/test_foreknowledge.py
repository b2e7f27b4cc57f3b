"""What was chosen with knowledge is marked, what was done as before is not."""

from __future__ import annotations

from typing import Any

from api.service.service import Service
from domain.state.viewer import PUBLIC
from projections.story.foreknowledge import Mark, marks
from tests.api.handlers.test_undo_requests import Going
from tests.api.web.routes.test_commands import MOVE
from tests.support.combats.fair_play import agrees, free, last, rolls, undoes
from tests.support.logs.whole_logs import seen_entries


def marked(table: Going) -> list[tuple[str, str, tuple[str, ...]]]:
    combat = table.service.combat(table.combat)
    log = combat.entries(1, combat.line.entries)
    return [(mark.number, mark.how, mark.shown) for mark in marks(seen_entries(log, PUBLIC))]


def test_who_goes_on_otherwise_avoids_and_who_draws_what_he_knew_uses(service: Service):
    table = free(service)
    rolls(table.ana)
    die = last(table.ana)
    undoes(table.ana)
    assert marked(table) == []
    table.ana.says(**MOVE)
    assert marked(table) == [(str(die + 2), "avoided", (str(die),))]
    table.operator.says("pass-all")
    rolls(table.ana, purpose="another")
    assert marked(table)[-1] == (str(last(table.ana)), "used", (str(die),))
    rolls(table.ana)
    assert len(marked(table)) == 3, "what is drawn is known no longer"


def test_the_same_as_before_has_no_mark_nor_what_follows_it_as_before(service: Service):
    table = free(service)
    for _ in range(2):
        rolls(table.ana), rolls(table.bert, who="bert")
        table.ana.says("rewind", how="jump", to=last(table.ana) - 2)
    rolls(table.ana), rolls(table.bert, who="bert")
    assert marked(table) == []


def test_what_a_correction_plays_again_is_no_choice_and_dice_keep_their_names(service: Service):
    table = free(service)
    rolls(table.ana), rolls(table.ana), rolls(table.ana)
    first, _, third = range(last(table.ana) - 2, last(table.ana) + 1)
    step = table.ana.read(f"events?after={first - 1}&limit=1")["items"][0]["step"]
    ruled = {"how": "annul", "step": step, "note": "not hers"}
    assert (
        table.rita.post("commands", {"type": "correct", **ruled}, If_Match="*").status_code == 200
    )
    assert marked(table) == []
    rolls(table.ana)
    assert marked(table) == [], "her fourth die was never seen"
    for _ in range(2):
        undoes(table.ana)
    rolls(table.ana, purpose="another")
    again = str(last(table.ana))
    assert marked(table) == [(again, "used", (str(third),))]


def test_with_the_round_knowledge_of_its_dice_ends(service: Service):
    table = free(service)
    rolls(table.ana)
    undoes(table.ana)
    for who in ("ana", "bert", "cleo"):
        table.operator.says("answer", who=who, about="turn", choice="end")
    begun = len(marked(table))
    assert begun == 3
    table.operator.says("answer", who="referee", about="round", choice="begin")
    rolls(table.ana)
    assert [how for _, how, _ in marked(table)] == ["avoided"] * 4


def test_nobody_knows_dice_that_fall_afresh(service: Service):
    table = free(service)
    rolls(table.ana)
    die = last(table.ana)
    undoes(table.ana)
    table.ana.says("ask-fresh-dice", about=die)
    agrees(table.bert), agrees(table.rita)
    rolls(table.ana, purpose="another")
    assert marked(table) == []


def test_the_story_says_it_on_the_line(service: Service):
    table = free(service)
    rolls(table.ana)
    die = last(table.ana)
    undoes(table.ana)
    table.ana.says(**MOVE)
    told: Any = table.sue.read("timeline")["items"]
    assert f"[with knowledge of {die}: avoided]" in " ".join(line["text"] for line in told)
    [known] = table.sue.read("dice")["chosen"]
    assert known == {"number": str(die + 2), "who": "p1", "how": "avoided", "shown": [str(die)]}


def test_a_mark_says_how_and_from_where():
    mark = Mark(9, "41", "p1", "used", ("30", "33"))
    assert mark.says == "with knowledge of 30, 33: used"
