"""What a viewer sees of a log: his own numbers and names, and nothing that hints at the rest."""

from __future__ import annotations

import json
from typing import Any

from domain import commands as c
from domain import events as e
from domain.log.codec import STORED, Entry
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.visibility.visible_log import SeenEntry, VisibleLog
from tests.support.logs.recorded_logs import ANN, BEN, Recorded, first_trace
from tests.support.logs.recorded_playouts import RULES
from tests.support.logs.whole_logs import rebuild, seen_entries


def fight() -> Recorded:
    return Recorded(RULES, hidden=(13,)).comes("man").comes("erik")


def numbers(told: Recorded, viewer: Viewer) -> list[str]:
    return [one.number for one in seen_entries(told.log, viewer)]


def last(told: Recorded, viewer: Viewer = PUBLIC) -> dict[str, Any]:
    """The last entry as its viewer gets it, by way of the wire."""
    row: dict[str, Any] = json.loads(json.dumps(seen_entries(told.log, viewer)[-1].as_json()))
    return row


def by_type(told: Recorded, viewer: Viewer, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [one.as_json() for one in seen_entries(told.log, viewer)]
    return [row for row in rows if row["type"] == f"combat.{name}/1"]


# --- numbers -----------------------------------------------------------------------------------


def test_public_numbers_have_no_gap_and_private_lines_are_counted_per_viewer():
    told = fight()
    told.say(c.Roll(who="referee", sides=20, hidden=True))
    told.talks(e.Revealed(who="referee", what="map", value="x"), audience=("p1",))
    told.say(c.Roll(who="referee", sides=20, hidden=True))
    told.round()
    start = [str(n) for n in range(1, 6)]
    assert numbers(told, BEN)[:7] == [*start, "6", "7"]
    assert numbers(told, ANN)[:7] == [*start, "5.1", "6"]
    assert numbers(told, TABLE)[:9] == [*start, "5.1", "5.2", "5.3", "6"]


def test_steps_and_parents_count_only_what_is_seen():
    told = fight()
    told.say(c.Join(subject="ghost", hidden=True)).round()
    (began,) = by_type(told, PUBLIC, "round-began")
    assert (began["step"], began["parent"], began["number"]) == (4, "5", "6")
    (began,) = by_type(told, TABLE, "round-began")
    assert (began["step"], began["parent"]) == (5, "5.1")


def test_the_first_entry_hangs_below_nothing_and_talk_below_none():
    told = fight().talks(e.Noted(text=e.TextRef(id="t7", digest="d")))
    rows = [one.as_json() for one in seen_entries(told.log, PUBLIC)]
    assert (rows[0]["parent"], rows[-1]["parent"]) == ("0", None)


def test_a_rewind_leads_from_and_to_what_is_seen():
    told = fight()
    told.say(c.Roll(who="referee", sides=20, hidden=True))
    to = told.head
    told.round().rewinds(to, "undo")
    assert last(told)["event"] == {"was": "9", "to": "5", "why": "undo"}
    assert last(told, TABLE)["event"]["to"] == "5.1"
    assert rebuild(told.log, PUBLIC).combat == rebuild(told.log[:5], PUBLIC).combat


# --- names -------------------------------------------------------------------------------------


def test_acts_questions_and_conditions_have_short_names_without_gaps():
    told = fight().round()
    told.secretly(e.Declared(act="#99.1", who="ghost", manoeuvre="strike"))
    told.does("man", "move", beside=["erik"])
    (acted,), (asked,) = by_type(told, PUBLIC, "acted"), by_type(told, PUBLIC, "asked")
    assert acted["event"]["act"] == "a1" and asked["event"]["on"] == asked["cause"] == "a1"
    assert by_type(told, TABLE, "acted")[0]["event"]["act"] == "a2"
    told.passes()
    assert by_type(told, PUBLIC, "answered")[0]["answers"] == ["q1", "erik"]


def test_the_second_slot_of_one_person_names_its_act_shortly():
    told = fight().secretly(
        e.Acted(act="#4.1", who="man", manoeuvre="move"),
        e.Declared(act="#4.2", who="erik", manoeuvre="strike", on="#4.1"),
        e.Asked(
            question="#4.3",
            on="#4.1",
            about="react",
            slots=(e.Slot(id="erik #4.2", who="erik", about="#4.2", barred="4.2"),),
            params={"against": "#4.2", "more": ["#4.1", {"#4.2": 1}]},
        ),
        to=(),
    )
    event = last(told)["event"]
    assert event["slots"][0] == {
        "id": "erik a2",
        "who": "erik",
        "about": "a2",
        "rank": 0,
        "barred": "4.2",
        "others": [],
    }
    assert event["params"] == {"against": "a2", "more": ["a1", {"a2": 1}]}


def test_short_names_can_be_turned_back():
    told, eyes = first_trace(RULES), VisibleLog(PUBLIC)
    for entry in told.log:
        eyes.see(entry)
    raw = next(x.event.act for x in told.log if isinstance(x.event, e.Reacted))
    assert eyes.names.of(raw) == "a3"
    assert eyes.names.raw("a3") == raw and eyes.names.raw("erik a3") == f"erik {raw}"
    assert eyes.names.raw("erik") == "erik"


def decided_again() -> Recorded:
    """A condition began; decided again, its step asks something instead; then it is as before."""
    told = fight().round()
    before, id = told.head, "#6.1"
    told.secretly(e.ConditionBegan(id=id, subject="man", name="hurt"), to=())
    first = told.head
    asked = e.Asked(question=id, on="round", about="react", slots=(e.Slot(id="man", who="man"),))
    told.rewinds(before, "correction").secretly(asked, to=()).secretly(e.Closed(frame=id), to=())
    return told.rewinds(first).secretly(e.ConditionEnded(id=id), to=())


def test_an_id_that_stands_for_something_else_on_another_branch_has_a_name_of_each_kind():
    told = decided_again()
    kinds = ("condition-began", "condition-ended", "asked", "closed")
    [began, ended, asked, closed] = [by_type(told, PUBLIC, kind)[-1]["event"] for kind in kinds]
    assert (began["id"], ended["id"]) == ("k1", "k1")
    assert (asked["question"], closed["frame"]) == ("q1", "q1")


def test_unwritten_entries_are_named_as_on_their_branch():
    told, eyes = decided_again(), VisibleLog(PUBLIC)
    for entry in told.log:
        eyes.see(entry)
    closed = next(x for x in told.log if isinstance(x.event, e.Closed))
    [ended] = [x for x in told.log if isinstance(x.event, e.ConditionEnded)]
    names = [eyes.foresee([one], PUBLIC)[0].event for one in (closed, ended)]
    assert names == [e.Closed(frame="q1"), e.ConditionEnded(id="k1")]
    assert eyes.names.of("#6.1") == "k1"


def test_a_distance_or_a_clause_is_never_taken_for_an_id():
    told, said = fight().round(), {"inches": "5.1", "rule": "4.1", "say": "5.1 or less"}
    told.secretly(e.Acted(act="#5.1", who="man", manoeuvre="move", params=said), to=())
    assert last(told)["event"]["params"] == said


def test_wherever_a_ruleset_has_put_an_id_a_viewer_reads_a_number_of_his_own():
    told = fight().secretly(
        e.Acted(act="#4.1", who="man", manoeuvre="move", params={"from": "#4.1", "of": ["#9.9"]}),
        e.Resolved(act="#4.1", stage="at #4.1", outcome="#4.1", figures={"from": "#4.1"}),
        e.FactSet(of="door", name="held", toward="#9.8", was="#9.9", value="by #4.1"),
        e.PoolChanged(subject="#4.1", pool="ap", key="#4.1", delta=0, balance=0, how="set"),
        to=(),
    )
    last_four: list[Any] = [one.as_json()["event"] for one in seen_entries(told.log, PUBLIC)[-4:]]
    acted, resolved, fact, pool = last_four
    assert acted["params"] == {"from": "a1", "of": ["hidden"]}
    assert (resolved["stage"], resolved["outcome"]) == ("at a1", "a1")
    assert resolved["figures"] == {"from": "a1"}
    assert (fact["toward"], fact["was"], fact["value"]) == ("hidden", "hidden", "by a1")
    assert (pool["subject"], pool["key"]) == ("a1", "a1")


def test_texts_are_named_shortly_as_well():
    told = fight().talks(e.Noted(text=e.TextRef(id="t31", digest="d")), audience=("p9",))
    told.talks(e.Noted(text=e.TextRef(id="t33", digest="d")))
    noted = told.log[-1]
    note = e.TextRef(id="t35", digest="n")
    told.log[-1] = noted._replace(meta=noted.meta.model_copy(update={"note": note}))
    row = last(told)
    assert (row["event"]["text"]["id"], row["note"]["id"]) == ("t2", "t1")


# --- what is hidden ----------------------------------------------------------------------------


def test_a_cause_that_is_an_answer_goes_by_short_names():
    log = [*first_trace(RULES).log]
    entry = log[-1]
    raw = next(x.event.question for x in log if isinstance(x.event, e.Asked))
    for cause, name in ((f"{raw} cogan", "q1 cogan"), ("#99.7 cogan", "hidden")):
        log[-1] = entry._replace(meta=entry.meta.model_copy(update={"cause": cause}))
        assert seen_entries(log, PUBLIC)[-1].entry.meta.cause == name


def test_a_hidden_cause_is_said_to_be_hidden():
    told = fight()
    told.secretly(e.Acted(act="#4.1", who="ghost", manoeuvre="strike"))
    told.secretly(e.Resolved(act="#4.1", stage="", outcome="hit"), to=())
    entry = told.log[-1]
    meta = entry.meta.model_copy(update={"cause": "#4.1", "answers": ("#4.2", "ghost #4.1")})
    told.log[-1] = entry._replace(meta=meta)
    row = last(told)
    assert (row["cause"], row["event"]["act"]) == ("hidden", "hidden")
    assert row["answers"] == ["hidden", "hidden"]


def test_people_and_subjects_that_are_hidden_are_not_named():
    told = fight()
    told.talks(e.SeatOpened(seat="s9", person="p9", role="player"), audience=("referee",))
    told.say(c.Join(subject="ghost", hidden=True))
    told.talks(e.Committed(who="somebody", what="x", commitment="y"), by="p9")
    entry = told.log[-1]
    told.log[-1] = entry._replace(meta=entry.meta.model_copy(update={"behalf": "ghost"}))
    assert (last(told)["by"], last(told)["for"]) == ("", "")
    assert (last(told, TABLE)["by"], last(told, TABLE)["for"]) == ("p9", "ghost")
    told.talks(e.SeatOpened(seat="s9", person="p9", role="player"), by="p9")
    assert last(told)["by"] == "p9"


def test_dice_labels_stay_closed():
    told = fight().round().say(c.Roll(who="man", sides=20)).say(c.Roll(who="man", sides=20))
    true = told.log[-1].event.model_dump()["label"]
    assert (true["round"], true["r"]) == (1, 1)
    for viewer in (PUBLIC, TABLE):
        assert "label" not in last(told, viewer)["event"]
    label = [x.entry for x in seen_entries(told.log, PUBLIC)][-1].event.label  # type: ignore[attr-defined]
    assert (label.round, label.r, label.sort) == (0, 0, "loose")


def test_an_entry_says_all_that_is_documented_and_no_more():
    told = fight()
    keys = ["number", "step", "parent", "type", "event", "cause", "answers", "by", "for", "at"]
    for one in seen_entries(told.log, PUBLIC):
        assert list(one.as_json()) == [*keys, "clause", "basis"]
        assert one.as_json()["type"] in STORED


# --- pools, facts and places that something hidden touched -------------------------------------


def post(how: Any, delta: int, balance: int, wanted: int | None = None) -> e.PoolChanged:
    return e.PoolChanged(
        subject="man", pool="hp", delta=delta, balance=balance, how=how, wanted=wanted
    )


def posted(told: Recorded, viewer: Viewer = PUBLIC) -> list[tuple[Any, ...]]:
    rows = [r["event"] for r in by_type(told, viewer, "pool-changed")]
    return [(r["how"], r["delta"], r["balance"], r["wanted"]) for r in rows if r["pool"] == "hp"]


def test_a_pool_that_something_hidden_touched_shows_what_was_asked_but_no_balance():
    told = fight().secretly(post("fill", 10, 10), to=())
    told.secretly(post("lose", -8, 2))
    told.secretly(post("lose", -2, 0, -5), post("pay", 0, 0, -1), post("fill", 9, 9), to=())
    assert posted(told) == [
        ("fill", 10, 10, None),
        ("lose", -5, None, None),
        ("pay", -1, None, None),
        ("fill", None, None, None),
    ]
    assert posted(told, TABLE)[2] == ("lose", -2, 0, -5)
    assert rebuild(told.log, PUBLIC).combat.pools.balance_of("man", "hp") == 4
    assert rebuild(told.log, TABLE).combat.pools.balance_of("man", "hp") == 9


def test_a_pool_is_in_doubt_only_on_the_path_that_was_touched():
    told = fight().secretly(post("fill", 10, 10), to=())
    before = told.head
    told.secretly(post("lose", -8, 2))
    told.secretly(post("pay", -1, 1), to=()).rewinds(before)
    told.secretly(post("pay", -1, 9), to=())
    assert [row[2] for row in posted(told)] == [10, None, 9]


def test_what_a_fact_or_a_place_was_is_not_told_where_it_was_hidden():
    told = fight().secretly(
        e.FactSet(of="door", name="trap", value="pit"), e.Moved(subject="man", place="cave")
    )
    told.secretly(
        e.FactSet(of="door", name="trap", was="pit", value="sprung"),
        e.FactSet(of="door", name="trap", was="sprung", value="gone"),
        e.Moved(subject="man", was="cave", place="field"),
        to=(),
    )
    rows = by_type(told, PUBLIC, "fact-set")
    assert [row["event"]["was"] for row in rows] == [None, "sprung"]
    assert by_type(told, PUBLIC, "moved")[0]["event"]["was"] == ""


# --- eyes, entry by entry ----------------------------------------------------------------------


def test_eyes_go_on_where_they_left_off():
    told = first_trace(RULES)
    eyes = VisibleLog(PUBLIC)
    one_by_one = [eyes.see(entry) for entry in told.log]
    assert one_by_one == seen_entries(told.log, PUBLIC)


def test_nothing_hidden_is_kept_in_what_is_seen():
    told = fight().say(c.Roll(who="referee", sides=20, hidden=True)).round()
    plain = first_trace(RULES).log
    assert all(
        fresh(one) for one in [*seen_entries(told.log, PUBLIC), *seen_entries(plain, PUBLIC)]
    )


def fresh(one: SeenEntry) -> bool:
    """True where an entry of a viewer's own log carries nothing of the real one's seal."""
    entry: Entry = one.entry
    return (entry.kept, entry.leaf, entry.chain, entry.meta.id) == (None, b"", b"", "")


def test_the_hash_of_a_view_does_not_depend_on_what_is_hidden():
    plain, secret = fight().round(), fight()
    secret.say(c.Roll(who="referee", sides=20, hidden=True)).round()
    for told in (plain, secret):
        told.does("man", "move")
    one, other = (rebuild(told.log, PUBLIC).combat for told in (plain, secret))
    assert state_hash(one) == state_hash(other)
    assert state_hash(plain.combat) != state_hash(secret.combat)
