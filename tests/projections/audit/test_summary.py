"""The summary of a fight, on a fight whose numbers are worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from domain import commands as c
from domain.state.viewer import PUBLIC, Viewer
from projections.audit.luck import Fell, LuckLine, luck, luck_line
from projections.audit.summary import Summary, summary
from tests.support.fights.open import RULES, cost
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.whole_logs import seen_entries

BY_HAND: dict[str, Any] = {"order": "as added"}
HEROES, GOBLINS = "heroes", "goblins"


def deals(hp: int) -> dict[str, Any]:
    """What a deed takes from whom it is aimed at."""
    return {"their hp": hp}


def fought() -> Recorded:
    """Kira fells a goblin of 7 with 4 and 3, is hurt by 2, and pays 1 herself."""
    told = Recorded(RULES, **BY_HAND)
    told.comes("kira", "Kira", side=HEROES, traits={"hp": 12, "pools": {"mana": 3}})
    told.comes("gob", "Goblin", side=GOBLINS, traits={"hp": 7})
    told.comes("imp", "Imp", side=GOBLINS, traits={"hp": 5}).round()
    told.does("kira", "strike", "gob", **deals(4)).ends("kira")
    told.does("gob", "bite", "kira", **deals(2)).ends("gob").ends("imp").round()
    told.does("kira", "strike", "gob", **deals(3))
    return told.does("kira", "stumble", **cost(hp=1))


def now(told: Recorded, viewer: Viewer = PUBLIC) -> Summary:
    return summary(seen_entries(told.log, viewer), RULES)


def test_damage_is_what_each_did_to_others_and_suffered():
    rows = {row.name: row for row in now(fought()).damage}
    assert [(row.name, row.done, row.taken) for row in rows.values()] == [
        ("Kira", "7", "2"),
        ("Goblin", "2", "7"),
    ]
    assert (rows["Kira"].done_share, rows["Goblin"].done_share) == (100.0, 28.6)
    found = now(fought())
    assert (found.unit, found.unclaimed) == ("HP", "")
    biggest = found.biggest
    assert biggest and (biggest.amount, biggest.deed) == ("4", "Kira's strike")
    assert (biggest.on, biggest.round) == ("Goblin", 1)


def test_who_fell_is_named_with_the_act_and_the_round():
    found = now(fought())
    assert [(one.name, one.by, one.deed, one.round) for one in found.fallen] == [
        ("Goblin", "Kira", "Kira's strike", 2)
    ]
    assert (found.left_standing, found.sides) == ((HEROES, GOBLINS), (HEROES, GOBLINS))


def test_who_rises_again_has_not_fallen_and_who_leaves_is_gone():
    told = fought()
    heals = {"type": "act", "who": "kira", "manoeuvre": "heal", "targets": ["gob"]}
    told.say_plainly({**heals, "results": [_change("gob", 2)]})
    told.say(c.Leave(who="imp"))
    found = now(told)
    assert (found.fallen, found.gone) == ((), ("Imp",))


def test_who_fell_stays_among_the_fallen_when_taken_off_the_table():
    told = fought().say(c.Leave(who="gob")).say(c.Leave(who="imp"))
    found = now(told)
    assert [one.name for one in found.fallen] == ["Goblin"]
    assert (found.gone, found.left_standing) == (("Imp",), (HEROES,))


def test_what_was_undone_does_not_count():
    told = fought()
    before, found = told.head, now(told)
    told.does("kira", "strike", "imp", **deals(5))
    assert [one.name for one in now(told).fallen] == ["Goblin", "Imp"]
    told.rewinds(before, "undo")
    again = now(told)
    assert (again.damage, again.fallen) == (found.damage, found.fallen)
    assert (again.counts.undos, found.counts.undos) == (1, 0)


def test_a_hidden_fighter_and_a_hidden_roll_count_for_the_referee_alone():
    told = fought()
    found = now(told)
    told.say(c.Join(subject="lurker", name="Lurker", side="ghosts", hidden=True, traits={"hp": 4}))
    told.say(c.Roll(who="referee", sides=20, hidden=True))
    change: Any = {"what": "pool", "subject": "lurker", "pool": "hp", "delta": -4}
    told.say_plainly({"type": "adjust", "note": "it bleeds", "change": change})
    assert now(told) == found
    seen = now(told, Viewer("", "referee"))
    assert seen.counts.dice == 1 and "ghosts" in seen.sides and seen.luck is not None


def _change(who: str, delta: int) -> dict[str, Any]:
    return {"what": "pool", "subject": who, "pool": "hp", "delta": delta}


# --- luck in a line ----------------------------------------------------------------------------


def fell(who: str, *faces: int, sides: int = 6) -> Fell:
    return Fell("Ann", who, "attack", "service", sides, faces)


def test_the_luck_of_a_fight_is_that_of_who_was_furthest_off():
    """Three sixes of three d6 (18, expected 10 1/2): 2 of 216 sequences are as far off."""
    rows = luck([fell("Cogan", 6, 6, 6), fell("Erik", 3, 4)])
    found = luck_line(rows)
    assert found == LuckLine(
        "an unusual evening",
        "Cogan rolled 7 1/2 pips more than expected on 3 d6; fair dice are as far off on about"
        " 1 evening in 110.",
    )
    assert 2 * Fraction(2, 216) < Fraction(1, 20)


def test_among_many_rollers_one_is_far_off_by_chance():
    """Of six rollers, one at 2 in 216 is no more than one in 18."""
    rows = luck([fell("Cogan", 6, 6, 6), *(fell(f"Man {n}", 3, 4) for n in range(5))])
    found = luck_line(rows)
    assert found and found.evening == "an ordinary evening"


def test_dice_as_expected_and_no_dice_at_all():
    found = luck_line(luck([fell("Erik", 3, 4)]))
    assert found and found.says == "Erik rolled exactly what is to be expected on 2 d6."
    assert luck_line([]) is None
