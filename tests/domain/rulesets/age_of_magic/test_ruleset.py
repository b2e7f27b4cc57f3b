"""The tables as a whole: every stage and window named exists and cites its clause."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.engine.standard_stages import STOCK
from domain.ruleset.ruleset import Forbidden, Refused
from domain.rulesets import all_rulesets, ruleset
from domain.rulesets.age_of_magic import tables
from tests.support.fights.age_of_magic import AXE, COGAN, RULES, URLIK, Fight, refused
from tests.support.fights.random_play import keyed, pick, play
from tests.sweeps import examples

CLAUSE = re.compile(r"(I-)?\d+(\.\d+)?")


def test_it_is_found_by_its_key():
    assert ruleset("age-of-magic") is RULES
    assert all_rulesets()["age-of-magic"] is RULES
    no = refused(lambda: ruleset("age-of-maths"))
    assert (no.pointer, "age-of-magic" in (no.legal or ())) == ("/ruleset", True)


def named_stages() -> set[str]:
    sequence = RULES.sequence
    turn = sequence.inside[0]
    spans = {*sequence.opens, *sequence.closes, *turn.opens, *turn.closes, turn.next, turn.idle}
    spans |= set(RULES.triggers.values()) | {
        c.on_zero for c in RULES.conditions if isinstance(c.on_zero, str)
    }
    spans |= {w.then for w in RULES.windows.values() if isinstance(w.then, str)}
    return {s for m in RULES.manoeuvres for s in m.stages} | spans - {""}


def test_every_stage_that_is_named_exists_and_none_is_idle():
    markers = {"end", "stand"}
    assert named_stages() - markers <= set(RULES.stages) | set(RULES.windows) | set(STOCK)
    assert set(RULES.stages) - named_stages() == {
        "forfeit",
        "at once",
        "late order",
        "late fill",
        "points filled",
    }


def test_every_stage_says_its_clause_and_what_it_does():
    for stage in RULES.stages.values():
        clause, _, says = (stage.__doc__ or "").partition(":")
        assert CLAUSE.fullmatch(clause), stage
        assert says.strip().endswith(".") and "\n" not in says


def test_whatever_is_declared_says_its_clause():
    declared: tuple[Any, ...] = (
        *RULES.manoeuvres,
        *RULES.windows.values(),
        *RULES.pools,
        *RULES.conditions,
        *RULES.facts,
        *RULES.points,
    )
    for one in declared:
        assert CLAUSE.fullmatch(one.clause), one
        assert one.says


def test_every_open_point_has_its_default_among_its_values():
    for point in RULES.points:
        assert point.default in point.values
        assert len(point.values) > 1


def test_twelve_areas_can_be_aimed_at():
    assert len(tables.AREAS) == 12
    assert tables.AREAS["groin"] == (-6, 2, -6, 0)
    assert tables.AREAS["right leg"] == (-4, 0, 6, -4)


def test_a_cap_on_dice_is_the_tables_to_set():
    fight = Fight(points={"most dice": "2"}).joins("ana", Tactics=9)
    fight.round()
    assert refused(lambda: fight.rolls("ana", faces=(1, 2, 3)))
    fight.rolls("ana", faces=(1, 2))


# --- whatever a table does, the log goes on ------------------------------------------------

BLANKS = (
    *("aim", "beside", "behind", "back", "words", "within"),
    *("what", "ap", "as", "bonus", "dropping", "lock"),
)
ABOUT = (
    *("strike", "damage", "pain", "knock back", "soak", "react", "phase", "turn"),
    *("grip", "break hold", "fast draw", "first aid"),
)
WORDS = ["ana", "bo", "cy", "axe", "shield", "club", "nose", "head", "dragon", ""]


def anything(dice: random.Random) -> dict[str, Any]:
    """A deed or answer that may well make no sense."""
    who = dice.choice(WORDS[:3])
    deed = {
        "who": who,
        "manoeuvre": dice.choice([m.name for m in RULES.manoeuvres]),
        "targets": dice.sample(WORDS[:9], dice.choice((0, 1, 1, 1, 2))),
        "using": dice.choice(WORDS),
        "against": True,
        "params": {
            name: dice.choice((0, -5, "head", "nose", ["ana"], [], {"a": 1}, None, True))
            for name in dice.sample(BLANKS, 2)
        },
    }
    answer = {"who": who, "choice": dice.choice(("roll", "pass", "go", "now", "end"))}
    return dice.choice(
        (
            {"type": "act", **deed},
            {"type": "declare", **deed},
            {"type": "answer", "about": dice.choice(ABOUT), **answer},
            {"type": "pass-all"},
        )
    )


@examples(25)
@given(seed=st.integers(0, 2**32))
def test_what_a_table_does_against_the_rules_is_kept_and_breaks_nothing(seed: int):
    chance = random.Random(seed)
    fight = Fight(mode="record").joins("ana", **COGAN).joins("bo", "cy", **URLIK)
    fight.dice = keyed(seed)
    fight.side_by_side("ana bo").begins("ana")
    for _ in range(200):
        command = pick(fight.offered(), chance) if chance.random() < 0.4 else anything(chance)
        with suppress(Refused, Forbidden, ValidationError):
            fight.say_plainly(command)
    assert fight.refolds()


@examples(25)
@given(seed=st.integers(0, 2**32))
def test_whoever_leaves_in_the_middle_of_anything_holds_nothing_up(seed: int):
    chance = random.Random(seed)
    fight = Fight().joins("ana", "bo", **COGAN).joins("cy", "di", **URLIK)
    fight.side_by_side("ana bo", "ana cy").begins("ana")
    for who in ("bo", "cy", "ana", "di"):
        play(fight, seed, chance.randrange(60))
        fight.say_plainly({"type": "leave", "who": who})
        waiting = fight.waits_for()[1]
        assert who not in waiting
    assert fight.refolds()
    assert fight.combat.clock.path == ()


def test_a_table_that_records_may_strike_out_of_reach():
    fight = Fight(mode="record").joins("ana", **COGAN).joins("bo", weapons={"axe": AXE})
    fight.begins("ana").does("ana", "stand and attack", "bo", using="hand-&-half", against=True)
    [draft] = [d for d in fight.steps[-1] if type(d.event).__name__ == "Acted"]
    assert (draft.basis, draft.clause) == ("against", "3.5")
    fight.everybody_passes().rolls("ana", "bo").rolls("ana")
    assert fight.outcome("damage")[0] != ""


def test_a_defence_by_somebody_else_counts_where_the_table_keeps_it():
    fight = Fight(mode="record").joins("ana", **COGAN).joins("bo", "cy", **URLIK)
    fight.side_by_side("ana bo").begins("ana")
    fight.does("ana", "stand and attack", "bo", using="hand-&-half")
    fight.declares("bo", "turn").declares("cy", "turn").everybody_passes()
    [last] = fight.waits_for()[1]
    fight.does(last, "block", using="shield", against=True).everybody_passes()
    assert fight.waits_for() == ("strike", ("ana", last))
