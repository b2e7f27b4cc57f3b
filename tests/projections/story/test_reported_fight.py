"""A fight that another program saw, as people read it: story, why and ledger."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain.log.codec import IMPORTED
from domain.state.viewer import TABLE
from projections.explain.question import of_entry
from projections.story.landmarks import landmarks
from projections.story.recap import recap
from tests.printed_story import transcript
from tests.projections.looking import look_at
from tests.support.fights.open import RULES
from tests.support.logs.recorded_logs import Recorded
from tests.support.logs.reported_fights import begins, clock, pool, recorded, report
from tests.support.logs.whole_logs import seen_entries

BOLT = {"who": "kara", "manoeuvre": "Fire Bolt", "targets": ["ogre"], "id": "x12"}
HIT: dict[str, Any] = {
    "who": "kara",
    "purpose": "to hit",
    "dice": [{"sides": 20, "faces": [17]}],
    "bonus": 5,
    "total": 22,
}
SAID = {"id": "m1", "time": "2026-03-01T19:04:12"}


def fought() -> Recorded:
    told = recorded()
    order = {"what": "order", "order": [["kara", "15.14"], ["ogre", 12]]}
    told.say(report(order, clock(round=1, turn=["kara"])))
    told.say(report(pool("ogre", delta=-7), act=BOLT, rolls=[HIT], **SAID))
    burning = {"until": {"left": 3}, "id": "c1", "detail": {"dc": 14}}
    told.say(report(begins("ogre", "burning", **burning), after="x12", time="19:05"))
    told.say(report(clock(turn=["ogre"])))
    told.say(report(pool("ogre", delta=-2), effect="burning", of="kara", inferred=True))
    told.say(report({"what": "gap", "says": 2, "of": "goes"}))
    told.say(report(clock(turn=["kara"], taken_back=True)))
    return told.say(report(pool("ogre", to="none"), {"what": "leave", "who": "ogre"}))


def test_the_story_names_source_and_time_and_reads_as_any_other():
    assert transcript(fought().log, RULES) == STORY


STORY = """\
      1  A combat (Any game, edition 1)
      2  Who comes when: reported [table]
      4  Kara comes in (24 of 31 HP) [avrae]
      7  Ogre comes in (59 of 59 HP)
     11  Order: Kara 15.14, Ogre 12 (as reported) [avrae]
     12  Round 1
     13    Turn of Kara
     15      Kara: Fire Bolt at Ogre [avrae, 2026-03-01 19:04:12]
     16        Kara rolls to hit 22 = 1d20 [17] + 5 bonus, as reported
     17        Ogre loses 7 HP, 52 left
     20        Ogre: burning, until the end of the round (3 rounds to go), dc 14 [avrae, 19:05]
     23    Turn of Ogre [avrae]
     25      Ogre loses 2 HP, 50 left [avrae, burning of Kara, from its state, not its log]
     27      2 goes were not logged [avrae]
     29    Turn of Ogre is taken back [avrae]
     30    Turn of Kara, resumed (taken back)
     32      Ogre: no more HP [avrae]
     33      Ogre leaves
"""


def test_a_full_story_has_a_heading_with_the_external_id():
    assert "14      Reported by avrae, 2026-03-01 19:04:12 (m1)" in transcript(
        fought().log, RULES, full=True
    )


def fallen() -> Recorded:
    """A beam falls on Kara, and nobody is said to have rolled its damage."""
    beam = {"manoeuvre": "falling beam", "targets": ["kara"]}
    damage = {"purpose": "damage", "dice": [{"sides": 6, "faces": [6]}], "total": 6}
    told = recorded()
    told.say(report(pool("kara", delta=-6), act=beam, rolls=[damage], time="19:05"))
    return told.say(report(rolls=[HIT], time="19:06"))


def test_what_is_reported_of_nobody_is_told_without_a_person():
    lines = [line[7:].strip() for line in transcript(fallen().log, RULES).splitlines()]
    assert lines[-4:] == [
        "Falling beam at Kara [avrae, 19:05]",
        "Rolled: damage 6 = 1d6 [6], as reported",
        "Kara loses 6 HP, 18 left",
        "Kara rolls to hit 22 = 1d20 [17] + 5 bonus, as reported [avrae, 19:06]",
    ]


def test_a_roll_of_nobody_is_not_counted_as_that_of_the_referee():
    entries = seen_entries(fallen().log, TABLE)
    page = recap(entries, RULES)
    assert "- Falling beam at Kara [avrae, 19:05] (Kara -6 HP)" in page.replace("\\", "")
    assert page.endswith("2 rolls: Kara 1, unnamed 1. 2 dice fell.\n")
    marks = [mark for mark in landmarks(entries, RULES, str) if mark.kind == "roll"]
    assert [(mark.says, mark.who) for mark in marks] == [("Damage", ""), ("Kara, to hit", "kara")]
    [of_damage] = [one for one in entries if getattr(one.event, "purpose", "") == "damage"]
    assert of_entry(look_at(entries, RULES), of_damage.seq).who == ""


def test_the_referees_own_roll_stays_the_referees():
    told = recorded().say(c.Roll(who="referee", sides=6))
    assert "The referee rolls loose" in transcript(told.log, RULES)
    assert "1 roll: the referee 1. 1 die fell." in recap(seen_entries(told.log, TABLE), RULES)


def test_words_that_were_reported_stand_in_a_line_of_their_own():
    told = recorded().say(report(time="19:06", note="The lamp goes out."))
    assert transcript(told.log, RULES).endswith("Reported by avrae, 19:06\n")


def test_who_left_comes_back():
    told = fought().say(report({"what": "back", "who": "ogre"}, time="19:09"))
    assert transcript(told.log, RULES).endswith("Ogre comes back [avrae, 19:09]\n")


def test_everything_in_it_is_imported():
    told = fought()
    assert {entry.meta.basis for entry in told.log if entry.step > 1} == {IMPORTED}
